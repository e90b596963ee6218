package office

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/record"
)

// TestExclusive: an Originalnorm is told by the container it came in, above the
// object that is packaged; where no object names an edition the title of the portion
// does (E7).
func TestExclusive(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: transfer.Room, Migrations: transfer.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	portions := transfer.NewPortions(db, time.Now)
	id, err := portions.Reserve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := portions.Add(t.Context(), transfer.Portion{ID: id, Name: "a", Path: "inbox/a", Form: "zip"}, nil); err != nil {
		t.Fatal(err)
	}
	edition := func(name, subject string) *record.Object {
		o := &record.Object{ID: name, Kind: record.Dossier, Subject: subject}
		o.Add(&record.Object{ID: name + "-text", Kind: record.Case})
		return o
	}
	for _, tt := range []struct {
		name, kind, packaged, object, title string
		want                                bool
	}{
		{"below the original", norm.Name, aip.KindAIP, "a-text", "", true},
		{"the original itself", norm.Name, aip.KindAIP, "a", "", true},
		{"below the issue", norm.Name, aip.KindAIP, "b-text", norm.Original, false},
		{"no edition named, the title is", norm.Name, aip.KindAIP, "c-text", norm.Original + " 12", true},
		{"neither named", norm.Name, aip.KindAIP, "c-text", "Gesetz", false},
		{"object not stored, the title is", norm.Name, aip.KindAIP, "weg", norm.Original + " 12", true},
		{"another kind", "bagit", aip.KindAIP, "a", norm.Original, false},
		{"the whole delivery", norm.Name, aip.KindAccession, "a", norm.Original, false},
	} {
		err := db.WithTx(t.Context(), func(tx *sql.Tx) error {
			// Not committed when asked: the question goes to the transaction, not beside it.
			if err := transfer.SaveObjects(t.Context(), tx, id,
				[]*record.Object{edition("a", "x_"+norm.Original+"_1"), edition("b", "x_"+norm.Issue+"_1"),
					edition("c", "Gesetz")}); err != nil {
				return err
			}
			if got := Exclusive(t.Context(), tx, transfer.Portion{ID: id, Kind: tt.kind, Title: tt.title},
				transfer.Package{Kind: tt.packaged, Object: tt.object}); got != tt.want {
				t.Errorf("%s: exclusive %v, want %v", tt.name, got, tt.want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
