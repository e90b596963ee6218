package loan_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/store"
	"laufzettel/sync/loan"
)

func open(t *testing.T) (*loan.Store, *store.Store) {
	t.Helper()
	db, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "w.db"),
		store.Room{Name: loan.Room, Migrations: loan.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return loan.NewStore(db), db
}

func TestStore_GivenAndTaken(t *testing.T) {
	s, db := open(t)
	ctx := t.Context()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	given := loan.Loan{Portion: "P1", Side: loan.Given, Peer: "https://a", Title: "Bauakten", Person: "Ahrens", State: loan.Sending,
		Begun: at}
	taken := loan.Loan{Portion: "P2", Side: loan.Taken, Peer: "https://a", Work: "W2", Title: "Schulakten", Person: "Beyer",
		Purpose: "appraise", State: loan.Open, Begun: at.Add(time.Hour), Until: at.Add(48 * time.Hour)}
	for _, l := range []loan.Loan{given, taken, taken} {
		if err := s.Put(ctx, l); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.WithTx(ctx, func(tx *sql.Tx) error { return s.ArrivedTx(ctx, tx, "P1", "W1") }); err != nil {
		t.Fatal(err)
	}
	given.Work = "W1"
	all, err := s.List(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]loan.Loan{taken, given}, all); d != "" {
		t.Error(d)
	}
	for _, key := range []string{"P2", "W2"} {
		if got, err := s.Find(ctx, key); err != nil || got.Portion != "P2" {
			t.Errorf("Find(%s) = %+v, %v", key, got, err)
		}
	}
	if _, err := s.Find(ctx, ""); !errors.Is(err, loan.ErrNone) {
		t.Errorf("Find of nothing: %v", err)
	}
	for when, want := range map[time.Time]bool{at: false, at.Add(47 * time.Hour): false, at.Add(48 * time.Hour): true} {
		if got := taken.Expired(when); got != want {
			t.Errorf("expired at %s: %v", when, got)
		}
	}
	if err := s.Put(ctx, loan.Loan{Portion: "P3", Side: loan.Taken, State: loan.Sending, Begun: at}); err == nil {
		t.Error("a portion taken out is sending")
	}
}

func TestStore_Letters(t *testing.T) {
	s, db := open(t)
	ctx := t.Context()
	l := loan.Letter{Peer: "https://a", Sequence: 7, SHA512: "ab", Kind: "clearance", Reference: "A1", Name: "f.json", Sender: "Archiv",
		Received: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Path: "letters/x"}
	for range 2 {
		if err := db.WithTx(ctx, func(tx *sql.Tx) error { return s.AddLetterTx(ctx, tx, l) }); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.LastLetter(ctx, "https://a"); n != 7 || err != nil {
		t.Errorf("LastLetter = %d, %v", n, err)
	}
	got, err := s.Letters(ctx, "clearance")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]loan.Letter{l}, got); d != "" {
		t.Error(d)
	}
	if got, err := s.Letters(ctx, "xdomea-0504"); len(got) != 0 || err != nil {
		t.Errorf("of another kind: %v, %v", got, err)
	}
}
