package container

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// TestFolderHandles visits nested folders from many goroutines: every file has its
// own content, and no handle stays open.
func TestFolderHandles(t *testing.T) {
	root := t.TempDir()
	want := map[string]bool{}
	for _, dir := range []string{"", "a", "a/b", "a/b/c", "d", "e/f"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.FromSlash(dir)), 0o700); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			name := filepath.ToSlash(filepath.Join(dir, fmt.Sprintf("%02d.txt", i)))
			want[name] = true
			if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	before := handles()
	tree, err := Open(t.Context(), root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	err = tree.Visit(t.Context(), 8, nil, func(_ context.Context, e Entry, c Content, err error) error {
		mu.Lock()
		defer mu.Unlock()
		if err != nil || string(c.Bytes()) != e.Path || !want[e.Path] {
			t.Errorf("%s: %q, %v", e.Path, c.Bytes(), err)
		}
		delete(want, e.Path)
		return nil
	})
	if err != nil || len(want) > 0 {
		t.Errorf("left: %v, %v", want, err)
	}
	if err := tree.Close(); err != nil {
		t.Error(err)
	}
	if after := handles(); after != before {
		t.Errorf("%d handles open, before %d", after, before)
	}
}

// handles counts the open files of the process, 0 where that cannot be told.
func handles() int {
	if runtime.GOOS == "windows" { // under wine it is another process that holds them
		return 0
	}
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(list)
}
