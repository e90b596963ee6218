package check_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/store"
	"laufzettel/transfer/check"
)

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: check.Room, Migrations: check.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestJournal is the conformance suite: both implementations behave the same.
func TestJournal(t *testing.T) {
	impls := map[string]func(t *testing.T) check.Journal{
		"memory": func(*testing.T) check.Journal { return check.NewMemoryJournal() },
		"sql":    func(t *testing.T) check.Journal { return check.NewSQLJournal(openStore(t)) },
	}
	for name, open := range impls {
		t.Run(name, func(t *testing.T) {
			t.Run("resume", func(t *testing.T) { journalResumes(t, open(t)) })
			t.Run("prune", func(t *testing.T) { journalPrunes(t, open(t)) })
			t.Run("order", func(t *testing.T) { journalOrder(t, open(t)) })
			t.Run("cancel", func(t *testing.T) { journalCancel(t, open(t)) })
		})
	}
}

func entry(path string) check.Journaled {
	return check.Journaled{Modified: time.UnixMilli(5).UTC(), FileFact: check.FileFact{Path: path, Size: 3,
		Digests: map[string]string{"sha-256": "ab"}, Format: check.Format{PUID: "fmt/1"}, PDFA: check.PDFAValid,
		Findings: []check.Finding{{Code: "X", Severity: check.Note, Message: "m", Remedy: "r"}}}}
}

func begin(t *testing.T, j check.Journal, key, print string, want int) {
	t.Helper()
	n, err := j.Begin(t.Context(), key, print)
	if err != nil || n != want {
		t.Fatalf("Begin(%s, %s) = %d, %v; want %d", key, print, n, err, want)
	}
}

func put(t *testing.T, j check.Journal, key string, e ...check.Journaled) {
	t.Helper()
	if err := j.Put(t.Context(), key, e); err != nil {
		t.Fatal(err)
	}
}

func journalResumes(t *testing.T, j check.Journal) {
	begin(t, j, "k", "f1", 0)
	put(t, j, "k", entry("a"), entry("b"))
	begin(t, j, "other", "f1", 0)
	begin(t, j, "k", "f1", 2)
	got, ok, err := j.File(t.Context(), "k", "a")
	if diff := cmp.Diff(entry("a").FileFact, got); !ok || err != nil || diff != "" {
		t.Errorf("File: %v %v %s", ok, err, diff)
	}
	if _, ok, err := j.File(t.Context(), "other", "a"); ok || err != nil {
		t.Errorf("run other has a: %v", err)
	}
	if err := j.Finish(t.Context(), "k"); err != nil {
		t.Fatal(err)
	}
	if ok, err := j.Has(t.Context(), "k", "b"); !ok || err != nil {
		t.Errorf("facts are gone after Finish: %v", err)
	}
	begin(t, j, "k", "f1", 0) // finished: starts anew
	put(t, j, "k", entry("a"))
	begin(t, j, "k", "f2", 0) // other fingerprint: starts anew
	put(t, j, "k", entry("a"))
	if err := j.Drop(t.Context(), "k"); err != nil {
		t.Fatal(err)
	}
	if ok, err := j.Has(t.Context(), "k", "a"); ok || err != nil {
		t.Errorf("fact after Drop: %v", err)
	}
	if err := j.Put(t.Context(), "k", []check.Journaled{entry("a")}); err == nil {
		t.Error("Put into a dropped run was accepted")
	}
}

func journalPrunes(t *testing.T, j check.Journal) {
	begin(t, j, "k", "f", 0)
	put(t, j, "k", entry("a"), entry("b"), entry("c"))
	err := j.Prune(t.Context(), "k", func(e check.Journaled) bool {
		return e.Path != "b" && e.Modified.Equal(time.UnixMilli(5)) && e.Size == 3
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "c"}, paths(t, j, "k")); diff != "" {
		t.Error(diff)
	}
}

// journalOrder crosses the page size and uses names that sort bytewise.
func journalOrder(t *testing.T, j check.Journal) {
	begin(t, j, "k", "f", 0)
	var batch []check.Journaled
	for i := range 1500 {
		batch = append(batch, entry(fmt.Sprintf("d/%04d", 1499-i)))
	}
	put(t, j, "k", batch...)
	put(t, j, "k", entry("d/0003"), entry("Z"), entry("ä"))
	got := paths(t, j, "k")
	if len(got) != 1502 || got[0] != "Z" || got[1] != "d/0000" || got[1501] != "ä" {
		t.Errorf("%d paths, first %v, last %s", len(got), got[:2], got[len(got)-1])
	}
	stop := errors.New("stop")
	if err := j.Load(t.Context(), "k", func(check.FileFact) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("Load = %v", err)
	}
	err := j.Load(t.Context(), "k", func(f check.FileFact) error { // fn may ask the journal
		_, ok, err := j.File(t.Context(), "k", f.Path)
		if !ok {
			t.Errorf("%s not found while walking", f.Path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func journalCancel(t *testing.T, j check.Journal) {
	begin(t, j, "k", "f", 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := j.Put(ctx, "k", []check.Journaled{entry("a")}); !errors.Is(err, context.Canceled) {
		t.Errorf("Put = %v", err)
	}
	if got := paths(t, j, "k"); len(got) != 0 {
		t.Errorf("a cancelled Put wrote %v", got)
	}
}

func paths(t *testing.T, j check.Journal, key string) (out []string) {
	t.Helper()
	if err := j.Load(t.Context(), key, func(f check.FileFact) error { out = append(out, f.Path); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}
