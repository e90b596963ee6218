package workspace_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"
	"weak"

	"laufzettel/app/workspace"
)

// A closed workspace leaves nothing behind: neither itself with its signatures
// (70 MB) nor goroutines. The window opens a workspace for every trial run.
func TestClose_LeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "w")
	once := func() weak.Pointer[workspace.Workspace] {
		w, err := workspace.Open(context.Background(), dir, workspace.Options{KeyWork: cheapKey})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Events(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return weak.Make(w)
	}
	once() // what is made once per process is made
	before := runtime.NumGoroutine()
	var closed []weak.Pointer[workspace.Workspace]
	for range 4 {
		closed = append(closed, once())
	}
	held := func() (n int) {
		for _, p := range closed {
			if p.Value() != nil {
				n++
			}
		}
		return n
	}
	wait := time.NewTimer(30 * time.Second)
	defer wait.Stop()
	for held() > 0 || runtime.NumGoroutine() > before {
		select {
		case <-wait.C:
			t.Fatalf("%d of %d closed workspaces are still held, %d goroutines of %d before", held(), len(closed), runtime.NumGoroutine(), before)
		default:
			runtime.GC()
		}
	}
}
