package check

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func manyFiles(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("d%d/f%04d.txt", i%7, i)] = fmt.Sprint("inhalt ", i)
	}
	return files
}

var errStop = errors.New("stopped at a commit point")

// TestResumeReadsNothingTwice stops a check at every commit point in turn and
// goes on: journaled files are not read again (G1).
func TestResumeReadsNothingTwice(t *testing.T) {
	for stopAt := 1; stopAt <= 3; stopAt++ {
		tree := newTree(manyFiles(1200))
		journal := NewMemoryJournal()
		stopAfterBatches(t, tree, journal, stopAt)
		held, _ := journal.Begin(t.Context(), tree.Name(), (&Engine{Workers: 2}).newRun(tree, Input{}).fingerprint())
		if held == 0 {
			t.Fatalf("stop %d: nothing journaled", stopAt)
		}
		before := len(tree.reads)
		tree.reads = map[string]int{}
		out := checkTree(t, &Engine{Workers: 2}, tree, Input{Journal: journal})
		if got, want := len(tree.reads), 1200-held; got != want {
			t.Errorf("stop %d: read %d files (before: %d), want %d", stopAt, got, before, want)
		}
		if out.Report.Files.Delivered != 1200 {
			t.Errorf("stop %d: report counts %d", stopAt, out.Report.Files.Delivered)
		}
	}
}

// stopAfterBatches cancels the check behind the given commit, as Ctrl-C does.
func stopAfterBatches(t *testing.T, tree *memTree, j Journal, batches int) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	n := 0
	in := Input{Journal: j, Point: func(p string) {
		if p == "check.batch.after" {
			if n++; n == batches {
				cancel(errStop)
			}
		}
		if p == "check.report.before" {
			cancel(errStop)
		}
	}, CallerFinishes: true}
	_, err := (&Engine{Workers: 2}).Check(ctx, tree, in)
	if err != nil && !errors.Is(err, errStop) && !errors.Is(err, context.Canceled) {
		t.Fatalf("Check: %v", err)
	}
}

// TestResumeReadsChangedFiles: a changed, gone or unreadable file is not taken
// from the journal.
func TestResumeReadsChangedFiles(t *testing.T) {
	tree := newTree(map[string]string{"bleibt.txt": "a", "zeit.txt": "b", "laenge.txt": "c", "weg.txt": "d", "kaputt.txt": "e"})
	tree.broken["kaputt.txt"] = errors.New("damaged")
	journal := NewMemoryJournal()
	checkTree(t, &Engine{}, tree, Input{Journal: journal, CallerFinishes: true})
	tree.times["zeit.txt"] = time.UnixMilli(1)
	tree.files["laenge.txt"] = "cc"
	delete(tree.files, "weg.txt")
	delete(tree.broken, "kaputt.txt")
	tree.reads = map[string]int{}
	out := checkTree(t, &Engine{}, tree, Input{Journal: journal, CallerFinishes: true})
	if len(tree.reads) != 3 || tree.reads["bleibt.txt"] != 0 {
		t.Errorf("read %v", tree.reads)
	}
	if out.Report.Files.Delivered != 4 || out.Report.Files.Bytes != 5 {
		t.Errorf("files %+v", out.Report.Files)
	}
	// Another algorithm: all are read again, since the facts lack it.
	tree.reads = map[string]int{}
	checkTree(t, &Engine{}, tree, Input{Journal: journal, Algorithms: []string{"sha-256"}})
	if len(tree.reads) != 4 {
		t.Errorf("read %v", tree.reads)
	}
	// The run is finished: a new check reads everything.
	tree.reads = map[string]int{}
	checkTree(t, &Engine{}, tree, Input{Journal: journal, Algorithms: []string{"sha-256"}})
	if len(tree.reads) != 4 {
		t.Errorf("after Finish: read %v", tree.reads)
	}
}

// TestBatchIsCommittedAfterASecond although it is not full.
func TestBatchIsCommittedAfterASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tree := newTree(map[string]string{"a.txt": "a", "b.txt": "b"})
		tree.block = make(chan struct{})
		committed := make(chan struct{}, 1)
		ctx, cancel := context.WithCancel(t.Context())
		journal := NewMemoryJournal()
		done := make(chan error, 1)
		go func() {
			_, err := (&Engine{Workers: 1}).Check(ctx, tree, Input{Journal: journal, Point: func(p string) {
				if p == "check.batch.after" {
					committed <- struct{}{}
				}
			}})
			done <- err
		}()
		began := time.Now()
		<-committed
		if waited := time.Since(began); waited != batchTime {
			t.Errorf("committed after %v, want %v", waited, batchTime)
		}
		if ok, _ := journal.Has(t.Context(), tree.Name(), "a.txt"); !ok {
			t.Error("a.txt is not journaled")
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v", err)
		}
	})
}

type failingJournal struct{ Journal }

func (failingJournal) Put(context.Context, string, []Journaled) error { return errStop }

// TestJournalFailureEndsTheCheck with its own error, not with an echo of it.
func TestJournalFailureEndsTheCheck(t *testing.T) {
	_, err := (&Engine{Workers: 2}).Check(t.Context(), newTree(manyFiles(1500)), Input{Journal: failingJournal{NewMemoryJournal()}})
	if !errors.Is(err, errStop) {
		t.Errorf("err = %v", err)
	}
}
