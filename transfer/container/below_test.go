package container

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// Looking at every folder of a share looks at every file once, not once for each folder;
// looking at every file alone looks at it alone.
func TestBelow_StepsLinear(t *testing.T) {
	dir := t.TempDir()
	const folders, each = 200, 3
	for i := range folders {
		at := filepath.Join(dir, fmt.Sprintf("Akte %d", i))
		must(t, os.Mkdir(at, 0o700))
		for j := range each {
			must(t, os.WriteFile(filepath.Join(at, fmt.Sprintf("%d.txt", j)), []byte("x"), 0o600))
		}
	}
	tr, err := Open(t.Context(), dir, Options{})
	must(t, err)
	defer tr.Close()
	looked, seen := 0, 0
	count := func(look Tree) {
		n, err := look.(*below).files(t.Context(), func(Entry) error { seen++; return nil })
		must(t, err)
		looked += n
	}
	for i := range folders {
		count(Below(tr, fmt.Sprintf("Akte %d", i)))
	}
	if seen != folders*each || looked != seen {
		t.Errorf("%d files in folders, looked at %d; want %d", seen, looked, folders*each)
	}
	looked, seen = 0, 0
	for i := range folders {
		for j := range each {
			count(Only(tr, fmt.Sprintf("Akte %d/%d.txt", i, j)))
		}
	}
	count(Only(tr, "Akte 1/none.txt"))
	if seen != folders*each || looked != seen+1 {
		t.Errorf("%d files alone, looked at %d; want %d", seen, looked, folders*each+1)
	}
}
