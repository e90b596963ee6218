package container

import (
	"context"
	"io"
	"slices"
	"sync"
	"testing"
)

// A folder of a tree is a tree whose paths begin there, whatever the form.
func TestBelow(t *testing.T) {
	for _, form := range []Form{Folder, ZIP, TAR, TARGZ} {
		tr, err := Open(t.Context(), build(t, t.TempDir(), form, 8, sample()), Options{})
		must(t, err)
		below := Below(tr, "Akte 1")
		want := []string{"Vorgang/big.bin", "Übersicht größer.txt"}
		var walked, visited []string
		must(t, below.Files(t.Context(), func(e Entry) error { walked = append(walked, e.Path); return nil }))
		var mu sync.Mutex
		must(t, below.Visit(t.Context(), 2, func(e Entry) bool { return e.Size > 0 },
			func(_ context.Context, e Entry, c Content, err error) error {
				mu.Lock()
				defer mu.Unlock()
				visited = append(visited, e.Path)
				return err
			}))
		slices.Sort(visited)
		if !slices.Equal(walked, want) || !slices.Equal(visited, want) {
			t.Errorf("%s: walked %q, visited %q", form, walked, visited)
		}
		if _, ok := below.Stat("Nachricht.xml"); ok {
			t.Errorf("%s: a file beside the folder lies in it", form)
		}
		rc, err := Below(below, "Vorgang").Open(t.Context(), "big.bin")
		must(t, err)
		n, err := io.Copy(io.Discard, rc)
		must(t, err)
		must(t, rc.Close())
		c, free, err := Random(t.Context(), below, "Übersicht größer.txt")
		must(t, err)
		if n != 300<<10 || c.Size() != int64(len("Übersicht")) {
			t.Errorf("%s: read %d and %d bytes", form, n, c.Size())
		}
		free()
		must(t, tr.Close())
	}
}
