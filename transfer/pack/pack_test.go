package pack_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/pack"
)

var clock = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)

func container(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pack.New(&b, clock)
	for _, m := range []pack.Member{{Name: "ä/eins.txt"}, {Name: "zwei.zip", Store: true}} {
		if err := w.Add(t.Context(), m, strings.NewReader(strings.Repeat(m.Name, 100))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWriter(t *testing.T) {
	data := container(t)
	if !bytes.Equal(data, container(t)) {
		t.Error("the same members give other bytes")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name   string
		method uint16
	}{{"ä/eins.txt", zip.Deflate}, {"zwei.zip", zip.Store}} {
		f := z.File[i]
		if f.Name != want.name || f.Method != want.method || !f.Modified.Equal(clock) {
			t.Errorf("member %d is %q, method %d, %s", i, f.Name, f.Method, f.Modified)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != strings.Repeat(want.name, 100) {
			t.Errorf("%s: %v", want.name, err)
		}
	}
}

func TestWriter_Add_stops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := pack.New(io.Discard, clock).Add(ctx, pack.Member{Name: "a"}, strings.NewReader("a"))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A member has the same bytes whatever was packed before it, of any kind and size:
// a resumed container depends on that.
func TestWriter_membersStandAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	contents := make([][]byte, 400)
	for i := range contents {
		line := fmt.Appendf(nil, "Vermerk %d, Grundwasserstand %d\n", i, r.IntN(1000))
		contents[i] = bytes.Repeat(line, r.IntN(4000)*(i%3)/2)
		for k := range contents[i] {
			if r.IntN(50) == 0 {
				contents[i][k] = byte(r.Uint32())
			}
		}
	}
	raw := func(from int) (out [][]byte) {
		var b bytes.Buffer
		w := pack.New(&b, clock)
		for _, c := range contents[from:] {
			if err := w.Add(t.Context(), pack.Member{Name: "a.txt"}, bytes.NewReader(c)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			at, err := f.DataOffset()
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, b.Bytes()[at:at+int64(f.CompressedSize64)])
		}
		return out
	}
	all := raw(0)
	for _, from := range []int{1, 7, 150, 399} {
		for i, alone := range raw(from)[:1] {
			if !bytes.Equal(alone, all[from+i]) {
				t.Errorf("member %d has other bytes when it is the first", from+i)
			}
		}
	}
	for i, rest := range raw(200) {
		if !bytes.Equal(rest, all[200+i]) {
			t.Errorf("member %d has other bytes after 200 others", 200+i)
		}
	}
}
