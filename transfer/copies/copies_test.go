package copies_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/store"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/failure"
)

var clock = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func TestRegister_KeepsWhatIsGone(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: copies.Room, Migrations: copies.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do := func(fn func(context.Context, *sql.Tx) error) error {
		return s.WithTx(t.Context(), func(tx *sql.Tx) error { return fn(t.Context(), tx) })
	}
	add := func(c copies.Copy) {
		t.Helper()
		if err := do(func(ctx context.Context, tx *sql.Tx) error { return copies.AddTx(ctx, tx, c) }); err != nil {
			t.Fatal(err)
		}
	}
	add(copies.Copy{Accession: "Z1", Portion: "P1", Kind: copies.Import, Place: "inbox/P1", Bytes: 5, Made: clock})
	add(copies.Copy{Accession: "Z1", Portion: "P1", Kind: copies.Import, Place: "inbox/P1", Bytes: 9, Made: clock}) // the same copy
	add(copies.Copy{Accession: "Z1", Kind: copies.Loan, Place: "NB-07", Holder: "M. Ahrens", Made: clock})
	gone := func(ctx context.Context, tx *sql.Tx) error {
		return copies.GoneTx(ctx, tx, 1, clock, "gelöscht und nachgeprüft", "J. Beyer")
	}
	if err := do(gone); err != nil {
		t.Fatal(err)
	}
	if err := do(gone); failure.KindOf(err) != failure.Refused {
		t.Errorf("a copy that is gone went again: %v", err)
	}
	add(copies.Copy{Accession: "Z1", Portion: "P1", Kind: copies.Import, Place: "inbox/P1", Bytes: 9, Made: clock}) // made once more
	if err := do(func(ctx context.Context, tx *sql.Tx) error { return copies.MoveTx(ctx, tx, "P1", "Z2") }); err != nil {
		t.Fatal(err)
	}
	got, err := copies.Of(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	want := []copies.Copy{
		{ID: 1, Accession: "Z2", Portion: "P1", Kind: copies.Import, Place: "inbox/P1", Bytes: 9, Made: clock, Gone: clock,
			How: "gelöscht und nachgeprüft", Person: "J. Beyer"},
		{ID: 2, Accession: "Z1", Kind: copies.Loan, Place: "NB-07", Holder: "M. Ahrens", Made: clock},
		{ID: 3, Accession: "Z2", Portion: "P1", Kind: copies.Import, Place: "inbox/P1", Bytes: 9, Made: clock},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, k := range copies.Kinds {
		if k.German() == "" {
			t.Errorf("kind %s has no name", k)
		}
	}
}
