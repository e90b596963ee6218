package pack_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/pack"
)

// A container that breaks off at any member is gone on with byte for byte, and
// nothing of the members before is asked for again.
func TestResume(t *testing.T) {
	clock := time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)
	const members = 7
	member := func(i int) pack.Member {
		return pack.Member{Name: fmt.Sprintf("ordner/größe-%d.txt", i), Store: i%3 == 0}
	}
	content := func(i int) string { return strings.Repeat(fmt.Sprintf("Zeile %d\n", i), 400*i) }
	var whole bytes.Buffer
	w := pack.New(&whole, clock)
	for i := range members {
		if err := w.Add(t.Context(), member(i), strings.NewReader(content(i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("killed")
	for at := range members {
		var part bytes.Buffer
		w := pack.New(&part, clock)
		var heads []pack.Head
		var err error
		cut := 0
		for i := 0; i <= at && err == nil; i++ {
			err = w.AddMarked(t.Context(), member(i), strings.NewReader(content(i)), func() error {
				more, err := w.Heads(len(heads))
				heads, cut = append(heads, more...), part.Len()
				if err == nil && i == at {
					return broken
				}
				return err
			})
		}
		if !errors.Is(err, broken) || len(heads) != at {
			t.Fatalf("at %d: %v, %d heads", at, err, len(heads))
		}
		part.Truncate(cut)
		if w, err = pack.Resume(&part, clock, heads, member(at)); err != nil {
			t.Fatal(err)
		}
		for i := at; i < members; i++ {
			if err := w.Add(t.Context(), member(i), strings.NewReader(content(i))); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(part.Bytes(), whole.Bytes()) {
			t.Errorf("broken at %d: %d bytes, want %d, the same ones", at, part.Len(), whole.Len())
		}
	}
	z, err := zip.NewReader(bytes.NewReader(whole.Bytes()), int64(whole.Len()))
	if err != nil || len(z.File) != members {
		t.Errorf("%v", err)
	}
	if _, err := pack.Resume(&whole, clock, []pack.Head{[]byte("{")}, member(0)); err == nil {
		t.Error("a broken head was taken")
	}
}
