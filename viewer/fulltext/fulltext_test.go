package fulltext_test

import (
	"bytes"
	"database/sql"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/store"
	"laufzettel/viewer/fulltext"
)

func open(t *testing.T) (*store.Store, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "w.db")
	s, err := store.Open(t.Context(), name, store.Room{Name: fulltext.Room, Migrations: fulltext.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, name
}

func TestSearch(t *testing.T) {
	s, _ := open(t)
	x := fulltext.New(s)
	ctx := t.Context()
	texts := []fulltext.Text{{Path: "a.pdf", Body: "Die Übergabe des Klärwerks an die Gemeinde"},
		{Path: "b.pdf", Body: "Straße und Brücke"}, {Path: "scan.tif"}}
	if err := x.Put(ctx, "P1", "run1", texts); err != nil {
		t.Fatal(err)
	}
	if err := x.Put(ctx, "P2", "run9", []fulltext.Text{{Path: "a.pdf", Body: "Klärwerks anderer Portion"}}); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{
		"klaerwerks": "a.pdf", "Klärwerks": "a.pdf", "uebergabe gemeinde": "a.pdf", "strasse": "b.pdf", "brü*": "b.pdf",
		"und -brücke": "", `"des Klärwerks"`: "a.pdf", "": "", `" OR *`: "", "nichts": "",
	} {
		got, err := x.Search(ctx, "P1", words)
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		if s := strings.Join(slices.Sorted(maps.Keys(got)), " "); s != want {
			t.Errorf("%q finds %q, want %q", words, s, want)
		}
	}
	done, err := x.Done(ctx, "P1", "run1")
	if err != nil || len(done) != 3 {
		t.Errorf("done: %v, %v", done, err)
	}
	// another run of the check: the file is indexed anew and the old text is gone
	if err := x.Put(ctx, "P1", "run2", []fulltext.Text{{Path: "a.pdf", Body: "Neufassung"}}); err != nil {
		t.Fatal(err)
	}
	if got, _ := x.Search(ctx, "P1", "Klärwerks"); len(got) != 0 {
		t.Errorf("old text is still found: %v", got)
	}
	if done, _ := x.Done(ctx, "P1", "run2"); len(done) != 1 {
		t.Errorf("done of run2: %v", done)
	}
}

// After the drop no page of the database holds a word of the texts.
func TestDrop_LeavesNothing(t *testing.T) {
	s, name := open(t)
	x := fulltext.New(s)
	ctx := t.Context()
	word := "Zweitwohnungssteuerbescheid"
	if err := x.Put(ctx, "P1", "r", []fulltext.Text{{Path: "a.pdf", Body: strings.Repeat(word+" und mehr ", 50)}}); err != nil {
		t.Fatal(err)
	}
	if err := s.WithTx(ctx, func(tx *sql.Tx) error { return fulltext.DropTx(ctx, tx, "P1") }); err != nil {
		t.Fatal(err)
	}
	if got, _ := x.Search(ctx, "P1", word); len(got) != 0 {
		t.Errorf("still found: %v", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(bytes.ToLower(raw), []byte(strings.ToLower(word))) {
		t.Error("the word is still in the database file")
	}
}
