package container

import (
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/failure"
)

// A file this process holds open by other means is opened neither alone nor in a folder,
// whatever link leads there; one of the same name elsewhere is, and so is the file itself
// once it is let go of.
func TestReserve(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "Bereich", "laufzettel.db")
	for _, name := range []string{file, filepath.Join(other, "laufzettel.db")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("SQLite"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(t.TempDir(), "LAUFZETTEL.db")
	if err := os.Link(file, link); err != nil {
		link = file // a disk without links
	}
	release, again := Reserve(file), Reserve(file)
	opens := func(name string) error {
		tree, err := Open(t.Context(), name, Options{})
		if err == nil {
			err = tree.Close()
		}
		return err
	}
	refused := func(when string) {
		t.Helper()
		for _, name := range []string{file, dir, filepath.Dir(file), link, filepath.Dir(link)} {
			if err := opens(name); failure.KindOf(err) != failure.Refused {
				t.Errorf("%s: %s: %v", when, name, err)
			}
		}
	}
	refused("reserved twice")
	release()
	release()
	refused("let go of once")
	if err := opens(other); err != nil {
		t.Errorf("another file of that name: %v", err)
	}
	again()
	if err := opens(dir); err != nil {
		t.Errorf("free again: %v", err)
	}
}
