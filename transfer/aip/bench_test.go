package aip

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// many is a package of n small files.
func many(n int) Spec {
	s := sample()
	for i := range n {
		s.Files = append(s.Files, fileOf(fmt.Sprintf("ablage/%03d/%06d_schreiben.pdf", i/1000, i), "dok-2", "%PDF-1.7 Schreiben"))
	}
	return s
}

// BenchmarkWrite writes packages of a few files and one of very many; the metadata
// are what costs there.
func BenchmarkWrite(b *testing.B) {
	for _, size := range []int{0, 100, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s := many(size)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Write(b.Context(), io.Discard, s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkVerify opens and verifies such packages.
func BenchmarkVerify(b *testing.B) {
	for _, size := range []int{0, 100, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			name := filepath.Join(b.TempDir(), "paket.tar")
			if err := os.WriteFile(name, build(b, many(size)), 0o600); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if findings, err := VerifyFile(b.Context(), name); err != nil || len(findings) > 0 {
					b.Fatal(findings, err)
				}
			}
		})
	}
}
