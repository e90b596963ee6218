package work_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"
	"weak"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
)

// A closed workspace leaves nothing behind: neither itself with its signatures
// (70 MB) nor goroutines. The window opens a workspace for every trial run.
func TestClose_LeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "w")
	once := func() weak.Pointer[work.House] {
		w, err := work.Open(context.Background(), dir, office.Options{KeyWork: cheapKey})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Office.Events(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return weak.Make(w)
	}
	once() // what is made once per process is made
	before := runtime.NumGoroutine()
	var closed []weak.Pointer[work.House]
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
			t.Fatalf("%d of %d closed workspaces are still held, %d goroutines of %d before", held(), len(closed), runtime.NumGoroutine(),
				before)
		default:
			runtime.GC()
		}
	}
}
