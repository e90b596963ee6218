package transfer_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"laufzettel/app/store"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

var clock = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func open(t interface {
	Fatal(...any)
	Cleanup(func())
}, dir string) (*store.Store, *transfer.Portions) {
	s, err := store.Open(context.Background(), filepath.Join(dir, "w.db"), store.Room{Name: transfer.Room, Migrations: transfer.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, transfer.NewPortions(s, func() time.Time { return clock })
}

func add(t *testing.T, p *transfer.Portions, name string) transfer.Portion {
	t.Helper()
	id, err := p.Reserve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Add(t.Context(), transfer.Portion{ID: id, Name: name, Path: "inbox/" + id, Form: "zip"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Every state of the table is known to the database, and no state can be reached
// but through the table.
func TestMove_FollowsTheTable(t *testing.T) {
	_, portions := open(t, t.TempDir())
	rapid.Check(t, func(rt *rapid.T) {
		p := add(t, portions, "a.zip")
		model := transfer.Arrived
		for range 12 {
			to := rapid.SampledFrom(transfer.States).Draw(rt, "to")
			want := model.May(to)
			got, err := portions.Move(t.Context(), p.ID, to, nil, nil)
			if (err == nil) != want {
				rt.Fatalf("%s → %s: error %v, want allowed %v", model, to, err, want)
			}
			if err != nil && failure.KindOf(err) != failure.Refused {
				rt.Fatalf("%s → %s: kind %v, want refused", model, to, failure.KindOf(err))
			}
			if want {
				model = to
				if got.State != to {
					rt.Fatalf("state %s, want %s", got.State, to)
				}
			}
		}
	})
}

func TestObjects_RoundTrip(t *testing.T) {
	s, portions := open(t, t.TempDir())
	p := add(t, portions, "a.zip")
	dossier := &record.Object{ID: "1", Kind: record.Dossier, Subject: "Wohnpark"}
	c := &record.Object{ID: "2", Kind: record.Case, Rating: record.RatingAppraise, Span: record.DateSpan{From: "2009-11-02"}}
	dossier.Add(c)
	c.Add(&record.Object{ID: "3", Kind: record.Document, Versions: []record.Version{{Number: "1",
		Renditions: []record.Rendition{{File: record.PrimaryFile{Name: "a.pdf"}}}}}})
	want := []*record.Object{dossier}
	for range 2 { // saving again replaces
		if err := s.WithTx(t.Context(), func(tx *sql.Tx) error { return transfer.SaveObjects(t.Context(), tx, p.ID, want) }); err != nil {
			t.Fatal(err)
		}
	}
	got, err := portions.Objects(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, cmpopts.IgnoreFields(record.Object{}, "Parent")); d != "" {
		t.Error(d)
	}
	if got[0].Children[0].Children[0].Parent != got[0].Children[0] {
		t.Error("parent of the document is not its case")
	}
}

// Whoever only asks whether objects are there reads none: what lies there may be more than fits
// into memory, and what cannot be read is there as well.
func TestHoldsObjects_ReadsNone(t *testing.T) {
	s, portions := open(t, t.TempDir())
	p, other := add(t, portions, "a.zip"), add(t, portions, "b.zip")
	err := s.WithTx(t.Context(), func(tx *sql.Tx) error {
		if err := transfer.SaveObjects(t.Context(), tx, p.ID, []*record.Object{{ID: "1", Kind: record.Case}}); err != nil {
			return err
		}
		_, err := tx.ExecContext(t.Context(), "UPDATE object SET data = '{' WHERE portion_id = ?", p.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{p.ID: true, other.ID: false} {
		if holds, err := transfer.HoldsObjects(t.Context(), s, id); err != nil || holds != want {
			t.Errorf("%s: holds %v, %v, want %v", id, holds, err, want)
		}
	}
	if _, err := portions.Objects(t.Context(), p.ID); err == nil {
		t.Error("an unreadable object was read")
	}
}

func TestReferenceCode_BlockAndGaps(t *testing.T) {
	s, portions := open(t, t.TempDir())
	p := add(t, portions, "a.zip")
	prof := &profile.Profile{ID: "lra", ReferenceCode: profile.ReferenceCode{Pattern: "11842/{n}", From: 40, To: 41}}
	steps := []struct {
		object, gap, want string
		kind              failure.Kind
	}{
		{"a", "", "11842/40", 0}, {"a", "", "11842/40", 0}, {"b", "vernichtet", "11842/41", 0}, {"c", "", "", failure.Setup},
	}
	for _, st := range steps {
		var got string
		err := s.WithTx(t.Context(), func(tx *sql.Tx) (err error) {
			got, err = transfer.ReferenceCode(t.Context(), tx, prof, p.ID, st.object, st.gap)
			return err
		})
		if got != st.want || (st.want == "" && failure.KindOf(err) != st.kind) {
			t.Errorf("code of %s = %q, %v; want %q", st.object, got, err, st.want)
		}
	}
}

func TestJoin_SameProcessOneAccession(t *testing.T) {
	_, portions := open(t, t.TempDir())
	first, second := add(t, portions, "a.zip"), add(t, portions, "b.zip")
	for _, id := range []string{first.ID, second.ID} {
		_, err := portions.Move(t.Context(), id, transfer.Recognised,
			func(p *transfer.Portion) { p.Process, p.Agency = "42", "Landratsamt Musterkreis" },
			nil)
		if err != nil {
			t.Fatal(err)
		}
	}
	a, err := portions.Accessions(t.Context())
	// The second number stays as a line that says where its delivery is (E8).
	if err != nil || len(a) != 2 || a[0].State != transfer.AccessionDiscarded || a[0].Note == "" {
		t.Fatalf("accessions = %+v, %v; want the empty number kept", a, err)
	}
	if a = a[1:]; a[0].Agency != "Landratsamt Musterkreis" {
		t.Fatalf("accession = %+v; want one of the agency", a)
	}
	list, err := portions.OfAccession(t.Context(), a[0].ID)
	if err != nil || len(list) != 2 {
		t.Errorf("portions of the accession = %d, %v; want 2", len(list), err)
	}
}
