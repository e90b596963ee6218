package appraisal

import (
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/store"
	"laufzettel/transfer"
)

// What is decided on documents is asked for from the decisions; the objects are not walked.
func TestOnDocuments_BeginsWithTheDecisions(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: transfer.Room, Migrations: transfer.Migrations},
		store.Room{Name: Room, Migrations: Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Reader().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+onDocuments, "P1")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	want := []string{"SEARCH d USING PRIMARY KEY (portion_id=?)", "SEARCH o USING INDEX object_id (portion_id=? AND id=?)",
		"SEARCH u USING PRIMARY KEY (portion_id=? AND seq=?)"}
	if got := strings.Join(steps, "\n"); rows.Err() != nil || !strings.HasPrefix(got, strings.Join(want, "\n")) {
		t.Errorf("%v\n%s", rows.Err(), got)
	}
}
