package intake

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/failure"
)

// TestCopyWithin: what a delivery names is taken from the delivery alone; a link to
// a file of the archivist is not followed.
func TestCopyWithin(t *testing.T) {
	private := filepath.Join(t.TempDir(), "privat.txt")
	dir := t.TempDir()
	for name, text := range map[string]string{private: "geheim", filepath.Join(dir, "a.txt"): "Inhalt"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"innen.txt": "a.txt", "aussen.txt": private} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "ordner"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a.txt": true, "innen.txt": false, "aussen.txt": false, "ordner": false, "fehlt.txt": false,
		"../" + filepath.Base(dir) + "/a.txt": false} {
		target := filepath.Join(t.TempDir(), "kopie")
		_, err := CopyWithin(t.Context(), dir, name, target, func(int64) {})
		if (err == nil) != want || err != nil && failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(target); !want && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a copy is there: %v", name, err)
		}
	}
	if _, err := copyFile(t.Context(), filepath.Join(dir, "innen.txt"), filepath.Join(t.TempDir(), "kopie"), func(int64) {}); err != nil {
		t.Errorf("a link that a person named: %v", err)
	}
}
