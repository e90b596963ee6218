package container

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// A ZIP in memory gives the same bytes as one that is read from outside, with and without a
// comment; a broken one the same error.
func TestOpenAt_InMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, comment := range []string{"", "PK\x05\x06", strings.Repeat("Übergabe ", 6500)} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range []string{"a.txt", "b/c.bin", "leer"} {
			w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: uint16(8 * r.IntN(2))})
			if err != nil {
				t.Fatal(err)
			}
			if name != "leer" {
				_, _ = w.Write(bytes.Repeat([]byte(name+" Vorgang "), r.IntN(30_000)))
			}
		}
		if err := z.SetComment(comment); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		for broken := range 2 {
			data := bytes.Clone(b.Bytes())
			data[60] ^= byte(broken)
			want, got := readAll(t, bytes.NewReader(data), len(data)), readAll(t, &content{mem: data, size: int64(len(data))}, len(data))
			if got != want || broken == 0 && !strings.Contains(got, "a.txt") {
				t.Errorf("comment of %d bytes, broken %d: %.200q in memory, %.200q outside", len(comment), broken, got, want)
			}
		}
	}
}

// readAll puts together the names, bytes and errors of a container.
func readAll(t *testing.T, ra io.ReaderAt, size int) string {
	t.Helper()
	tree, err := OpenAt(t.Context(), "x.zip", ra, int64(size), Options{})
	if err != nil {
		return err.Error()
	}
	defer tree.Close()
	var out strings.Builder
	err = tree.Visit(t.Context(), 1, func(Entry) bool { return true }, func(_ context.Context, e Entry, c Content, err error) error {
		out.WriteString(e.Path + ":")
		if err != nil {
			out.WriteString(err.Error())
			return nil
		}
		data, err := io.ReadAll(c.Reader())
		out.Write(data)
		return err
	})
	if err != nil {
		out.WriteString(err.Error())
	}
	return out.String()
}
