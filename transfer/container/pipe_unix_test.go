//go:build unix

package container

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFolderPipeInstead: a pipe that took the place of a file after the look at the
// folder is told, not waited for.
func TestFolderPipeInstead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "akte.txt")
	must(t, os.WriteFile(name, nil, 0o600))
	tr, err := Open(t.Context(), dir, Options{})
	must(t, err)
	defer tr.Close()
	must(t, os.Remove(name))
	must(t, syscall.Mkfifo(name, 0o600))
	told := false
	must(t, tr.Visit(t.Context(), 1, nil, func(_ context.Context, _ Entry, _ Content, err error) error {
		told = errors.Is(err, ErrChanged)
		return nil
	}))
	if !told {
		t.Error("a pipe was read as a file")
	}
}
