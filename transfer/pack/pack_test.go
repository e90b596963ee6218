package pack_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
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
