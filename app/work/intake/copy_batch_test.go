package intake

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/transfer/failure"
)

// copied writes files through a batch and gives the batch and the folder.
func copied(t *testing.T, files, size int) (*batch, *os.Root, time.Time) {
	t.Helper()
	from, at := t.TempDir(), time.Date(2004, 3, 1, 8, 15, 30, 0, time.UTC)
	to, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = to.Close() })
	b := &batch{}
	for i := range files {
		name := filepath.Join(from, fmt.Sprint(i))
		if err := os.WriteFile(name, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
		in, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := write(t.Context(), in, place{to, fmt.Sprint(i)}, func(int64) {})
		if err := errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
		if err := b.add(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	return b, to, at
}

// TestBatch_Settles: copies wait until there are enough of them, in number or in bytes; then
// each has its date and nothing waits any more.
func TestBatch_Settles(t *testing.T) {
	for _, tt := range []struct{ files, size, want int }{{1, 10, 1}, {batchFiles - 1, 10, batchFiles - 1}, {batchFiles, 10, 0},
		{batchFiles + 3, 10, 3}, {2, batchBytes / 2, 0}} {
		b, to, at := copied(t, tt.files, tt.size)
		if len(b.files) != tt.want {
			t.Errorf("%d files of %d bytes: %d wait, want %d", tt.files, tt.size, len(b.files), tt.want)
		}
		if err := b.settle(t.Context()); err != nil || len(b.files) > 0 {
			t.Errorf("settled: %v, %d wait", err, len(b.files))
		}
		for i := range tt.files {
			info, err := to.Stat(fmt.Sprint(i))
			if err != nil || info.Size() != int64(tt.size) || !info.ModTime().Equal(at) {
				t.Errorf("%d: %v, %v", i, info, err)
			}
		}
	}
}

// TestBatch_OneReadsDifferently: a copy that is another than was written ends the whole, and
// no file of it is left open.
func TestBatch_OneReadsDifferently(t *testing.T) {
	b, _, _ := copied(t, 5, 10)
	open := b.files
	open[3].digest = open[3].digest[1:] + "x"
	err := b.settle(t.Context())
	if failure.KindOf(err) != failure.Setup {
		t.Errorf("error %v", err)
	}
	for i, w := range open {
		if w.out.Close() == nil {
			t.Errorf("%d was left open", i)
		}
	}
}

// TestBatch_GivenUp: what waits when a copy is given up is let go.
func TestBatch_GivenUp(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	b, _, _ := copied(t, 5, 10)
	if err := b.settle(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	b, _, _ = copied(t, 5, 10)
	open := b.files
	b.close()
	if open[0].out.Close() == nil || len(b.files) > 0 {
		t.Error("left open")
	}
}
