package siard_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"laufzettel/viewer"
	"laufzettel/viewer/siard"
)

func zipOf(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// writeLarge writes an archive with one table of n rows as a stream.
func writeLarge(name string, n int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	z := zip.NewWriter(f)
	w, err := z.Create("content/schema0/table0/table0.xml")
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprintln(b, `<?xml version="1.0" encoding="utf-8"?><table xmlns="http://www.bar.admin.ch/xmlns/siard/2/table.xsd" version="2.2">`)
	for i := range n {
		h := uint64(i+1) * 0x9e3779b97f4a7c15
		fmt.Fprintf(b, "<row><c1>%d</c1><c2>Familienname %x</c2><c3>%d</c3><c4>%04d-%02d-%02d</c4></row>\n", i+1, h, h%99991, 1900+h%120, 1+
			h%12, 1+h%28)
	}
	fmt.Fprintln(b, "</table>")
	if err := b.Flush(); err != nil {
		return err
	}
	m, err := z.Create("header/metadata.xml")
	if err != nil {
		return err
	}
	fmt.Fprintf(m, `<siardArchive xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd" version="2.2"><dbname>Gross</dbname><schemas><schema><name>s</name><folder>schema0</folder><tables><table><name>t</name><folder>table0</folder><columns>`+
		`<column><name>nr</name><type>INTEGER</type></column><column><name>name</name><type>VARCHAR(99)</type></column><column><name>plz</name><type>INTEGER</type></column><column><name>tag</name><type>DATE</type></column>`+
		`</columns><rows>%d</rows></table></tables></schema></schemas></siardArchive>`, n)
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}

// TestLarge measures the promise of issue 7 with LAUFZETTEL_SIARD_ROWS rows (make
// bench-siard: 5,000,000): opened in seconds, any page in 0.3 s, at most 300 MB.
func TestLarge(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("LAUFZETTEL_SIARD_ROWS"))
	if err != nil || n <= 0 {
		t.Skip("set LAUFZETTEL_SIARD_ROWS (make bench-siard)")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "gross.siard")
	if err := writeLarge(name, n); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	runtime.GC()
	for _, round := range []string{"first", "second"} {
		start := time.Now()
		a, err := siard.Reader{Cache: filepath.Join(dir, "cache")}.OpenArchive(t.Context(),
			viewer.Source{Name: name, Content: f, Size: info.Size()})
		if err != nil {
			t.Fatal(err)
		}
		opened := time.Since(start)
		r, err := a.Rowset(t.Context(), a.Tables()[0])
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s opening: list of tables %v, rows %v", round, opened, time.Since(start))
		var worst time.Duration
		for i := range 50 {
			at := int(uint64(i*7919) * 104729 % uint64(n-100))
			start := time.Now()
			for k := range 50 {
				if row := r.Row(at + k); row[0] != strconv.Itoa(at+k+1) {
					t.Fatalf("row %d is %q", at+k, row)
				}
			}
			worst = max(worst, time.Since(start))
		}
		t.Logf("%s: worst of 50 pages %v", round, worst)
		start = time.Now()
		hits, err := r.Search(t.Context(), strconv.Itoa(n)+" nirgends")
		t.Logf("%s: search through all rows %v, %d hits, %v", round, time.Since(start), len(hits), err)
		_ = r.Close()
		_ = a.Close()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d rows, file %d MB, memory of the process from the system: %d MB", n, info.Size()>>20, m.Sys>>20)
	if m.Sys > 300<<20 {
		t.Errorf("%d MB of memory, at most 300 are promised", m.Sys>>20)
	}
}
