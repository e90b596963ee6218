package catalog_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/store"
	"laufzettel/viewer/catalog"
)

// Of many objects that leave the index at once no word is left in its tables, and those that
// stay are found as before.
func TestRemove_ManyLeaveNoWord(t *testing.T) {
	name := filepath.Join(t.TempDir(), "w.db")
	st, err := store.Open(t.Context(), name, store.Room{Name: catalog.Room, Migrations: catalog.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	c := catalog.New(st)
	var gone []string
	for i := range 5 {
		it := catalog.Item{PID: fmt.Sprint("p", i), Subject: fmt.Sprint("Akte ", i)}
		word := "nebelkraehe"
		if i == 4 {
			word = "zaunkoenig"
		} else {
			gone = append(gone, it.PID)
		}
		for d := range 300 {
			doc := catalog.Document{ID: fmt.Sprint(d), Title: fmt.Sprintf("%s %d", word, d), Path: fmt.Sprint(d)}
			it.Documents = append(it.Documents, doc)
		}
		if err := c.Put(t.Context(), it); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Remove(t.Context(), gone...); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]int{"nebelkraehe": 0, "zaunkoenig": 1} {
		found, err := c.Search(t.Context(), catalog.Query{Text: word})
		if err != nil || found.Total != want {
			t.Errorf("%s: %d found, want %d; %v", word, found.Total, want, err)
		}
	}
	var secure int
	err = st.Reader().QueryRowContext(t.Context(), "SELECT v FROM catalog_words_config WHERE k = 'secure-delete'").Scan(&secure)
	if err != nil || secure != 1 {
		t.Errorf("afterwards secure-delete is %d, %v", secure, err)
	}
	var left int
	if err := st.Reader().QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM catalog_words_data WHERE instr(block, CAST('ebelkraehe' AS BLOB)))
		+ (SELECT count(*) FROM catalog_words_content WHERE instr(c0 || c1 || c2, 'ebelkraehe'))`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows of the index still hold the word, %v", left, err)
	}
	if err := st.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(raw, []byte("ebelkraehe")) || !bytes.Contains(raw, []byte("zaunkoenig")) {
		t.Error("the file still holds the word, or lacks the one that stays")
	}
}
