package container_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/container"
)

func TestRandom(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	tree, err := container.Open(t.Context(), dir, container.Options{MemoryLimit: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	c, free, err := container.Random(t.Context(), tree, "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer free()
	b := make([]byte, 3)
	if _, err := c.ReadAt(b, 5); err != nil || string(b) != "567" {
		t.Errorf("read %q, %v", b, err)
	}
	if _, _, err := container.Random(t.Context(), tree, "b.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}
