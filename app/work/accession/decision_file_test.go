package accession

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/appraisal"
	"laufzettel/transfer/record"
)

// What is written one by one is what would be written of all at once.
func TestWriteDecisions_asOfAllAtOnce(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"),
		store.Room{Name: appraisal.Room, Migrations: appraisal.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	book := appraisal.NewBook(st, time.Now)
	also := func(*sql.Tx, []string) error { return nil }
	check := func(when string) {
		t.Helper()
		decisions, err := book.Decisions(t.Context(), "P1")
		if err != nil {
			t.Fatal(err)
		}
		history, err := book.History(t.Context(), "P1", "")
		if err != nil {
			t.Fatal(err)
		}
		if history == nil {
			history = []appraisal.Entry{}
		}
		want, err := json.MarshalIndent(map[string]any{"decisions": decisions, "history": history}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := writeDecisions(t.Context(), book, "P1", &got); err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", when, got.String(), want)
		}
	}
	check("nothing decided")
	if err := book.Set(t.Context(), "P1", []string{"b", "a", "<ü>"}, record.RatingDestroy, "Frist \"ab\"", "M. Ahrens", also); err != nil {
		t.Fatal(err)
	}
	if err := book.Set(t.Context(), "P1", []string{"a"}, record.RatingArchive, "", "M. Ahrens", also); err != nil {
		t.Fatal(err)
	}
	check("decided")
}
