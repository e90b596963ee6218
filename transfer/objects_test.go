package transfer_test

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// doc is a document with one file.
func doc(id string) *record.Object {
	return &record.Object{ID: id, Kind: record.Document,
		Versions: []record.Version{{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: id + ".pdf"}}}}}}
}

// archive is a tree with documents at every place: at the top, in a dossier, in a
// case, in a case below a case, and attachments.
func archive() []*record.Object {
	d := &record.Object{ID: "akte", Kind: record.Dossier}
	direct := doc("direkt")
	direct.Add(doc("direkt-anlage"))
	d.Add(direct)
	c := &record.Object{ID: "vorgang", Kind: record.Case, Rating: record.RatingAppraise}
	d.Add(c)
	letter := doc("brief")
	letter.Medium = "002 hybrid"
	letter.Add(doc("brief-anlage"))
	c.Add(letter)
	sub := &record.Object{ID: "teilvorgang", Kind: record.Case}
	c.Add(sub)
	sub.Add(doc("vermerk"))
	c.Add(doc("antwort"))
	d.Add(&record.Object{ID: "leer", Kind: record.Case})
	return []*record.Object{d, doc("lose")}
}

func TestOutline_CountsWhatItLeavesOut(t *testing.T) {
	s, portions := open(t, t.TempDir())
	p := add(t, portions, "a.zip")
	want := archive()
	if err := s.WithTx(t.Context(), func(tx *sql.Tx) error { return transfer.SaveObjects(t.Context(), tx, p.ID, want) }); err != nil {
		t.Fatal(err)
	}
	outline, err := portions.Outline(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(record.Count(want), record.Count(outline)); d != "" {
		t.Errorf("counts of the outline (-tree +outline):\n%s", d)
	}
	var ids []string
	for o := range record.All(outline) {
		ids = append(ids, o.ID)
	}
	if d := cmp.Diff([]string{"akte", "direkt", "vorgang", "teilvorgang", "leer", "lose"}, ids); d != "" {
		t.Errorf("outline:\n%s", d)
	}
	if c := outline[0].Children[1]; c.ID != "vorgang" || c.Held == nil || cmp.Diff([]string{"002 hybrid"}, c.Held.Media) != "" {
		t.Errorf("media below %s: %+v, want that of the letter", c.ID, c.Held)
	}
	byID := map[string]*record.Object{}
	for o := range record.All(want) {
		byID[o.ID] = o
	}
	for o := range record.All(outline) {
		got, err := portions.Whole(t.Context(), p.ID, o)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(byID[o.ID], got, cmpopts.IgnoreFields(record.Object{}, "Parent")); d != "" {
			t.Errorf("%s:\n%s", o.ID, d)
		}
		if got.Parent != o.Parent {
			t.Errorf("%s: parent %v, want that of the outline", o.ID, got.Parent)
		}
	}
}

func TestOutline_OldTreesComeWhole(t *testing.T) {
	s, portions := open(t, t.TempDir())
	p := add(t, portions, "a.zip")
	err := s.WithTx(t.Context(), func(tx *sql.Tx) error {
		if err := transfer.SaveObjects(t.Context(), tx, p.ID, archive()); err != nil {
			return err
		}
		_, err := tx.ExecContext(t.Context(), "UPDATE object SET below = NULL")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	outline, err := portions.Outline(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(archive(), outline, cmpopts.IgnoreFields(record.Object{}, "Parent")); d != "" {
		t.Error(d)
	}
}

func TestWhole_TellsWhatIsGone(t *testing.T) {
	_, portions := open(t, t.TempDir())
	p := add(t, portions, "a.zip")
	if _, err := portions.Whole(t.Context(), p.ID, doc("fort")); failure.KindOf(err) != failure.Damaged {
		t.Errorf("error %v, want damaged", err)
	}
}

func TestSaveObjectStream_ErrorKeepsTheTreeBefore(t *testing.T) {
	s, portions := open(t, t.TempDir())
	p := add(t, portions, "a.zip")
	if err := s.WithTx(t.Context(), func(tx *sql.Tx) error { return transfer.SaveObjects(t.Context(), tx, p.ID, archive()) }); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("medium gone")
	err := s.WithTx(t.Context(), func(tx *sql.Tx) error {
		return transfer.SaveObjectStream(t.Context(), tx, p.ID, func(yield func(*record.Object, error) bool) {
			_ = yield(doc("neu"), nil) && yield(nil, broken)
		})
	})
	if !errors.Is(err, broken) {
		t.Fatalf("error %v, want that of the stream", err)
	}
	got, err := portions.Objects(t.Context(), p.ID)
	if err != nil || len(got) != 2 {
		t.Errorf("%d roots, %v; want the 2 stored before", len(got), err)
	}
}

func TestLineageTx(t *testing.T) {
	s, portions := open(t, t.TempDir())
	p, other := add(t, portions, "a.zip"), add(t, portions, "b.zip")
	for _, tt := range []struct {
		portion, id string
		want        []string
	}{
		{p.ID, "brief-anlage", []string{"brief-anlage", "brief", "vorgang", "akte"}}, {p.ID, "akte", []string{"akte"}},
		{p.ID, "lose", []string{"lose"}}, {p.ID, "fehlt", nil}, {other.ID, "akte", nil},
	} {
		var got []string
		// Stored in the same transaction: what it writes is what the question sees.
		if err := s.WithTx(t.Context(), func(tx *sql.Tx) error {
			if err := transfer.SaveObjects(t.Context(), tx, p.ID, archive()); err != nil {
				return err
			}
			line, err := transfer.LineageTx(t.Context(), tx, tt.portion, tt.id)
			for _, o := range line {
				got = append(got, o.ID)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got)\n%s", tt.id, d)
		}
	}
}
