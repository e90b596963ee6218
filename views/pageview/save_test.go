package pageview_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	source "laufzettel/transfer/kinds/siard"
	"laufzettel/transfer/kinds/siard/siardtest"
	"laufzettel/viewer"
	"laufzettel/viewer/siard"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/pageview/model"
)

// database is a small SIARD archive: a table of people and one of large objects.
func database(t *testing.T) model.Ref {
	t.Helper()
	var b bytes.Buffer
	plan := source.BuildPlan{Database: "Melderegister", Created: time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC), Tables: []source.Table{
		{Name: "person", Columns: []source.Column{{Name: "nr", Type: "INTEGER"}, {Name: "name", Type: "VARCHAR(40)"},
			{Name: "ort", Type: "VARCHAR(40)"}},
			Rows: [][]string{{"1", "Ahorn", "Musterbach"}, {"2", "Birke", "Musterstadt"}, {"3", "Eiche", "Musterbach"},
				{"4", "Fichte", "Musterbach"}}},
		{Name: "bild", Columns: []source.Column{{Name: "nr", Type: "INTEGER"}, {Name: "datei", Type: "BLOB"}},
			Rows: [][]string{{"1", "ein großes Objekt\n"}}}}}
	err := siardtest.Write(&b, source.Build(plan), plan.Created)
	if err != nil {
		t.Fatal(err)
	}
	o := viewer.NewOpener(siard.Reader{Inner: opener.Open})
	return model.Ref{Key: "r.siard", Title: "Melderegister", Open: func(ctx context.Context) (viewer.Document, error) {
		return o.Open(ctx, viewer.Source{Name: "r.siard", Content: bytes.NewReader(b.Bytes()), Size: int64(b.Len())})
	}}
}

// A selection of a table and a large object become files from the page view.
func TestSave(t *testing.T) {
	s, p := stage(t, light)
	var saved []string
	p.Save = func(part model.Part) {
		var b bytes.Buffer
		if err := part.Write(t.Context(), &b); err != nil {
			t.Error(err)
		}
		kind := "file"
		if part.Copy {
			kind = "copy"
		}
		saved = append(saved, kind+" "+part.Name+"\n"+b.String())
	}
	tap := func(name string) { t.Helper(); tapped(t, s, name) }
	p.Show(database(t))
	s.Run.Drain()
	s.Env.Press("Strg+S")
	if s.Env.Open() != nil {
		t.Fatal("the list of tables is no table to save")
	}
	p.OpenCell(0, 0)
	s.Run.Drain()
	s.Shoot(t, "page-siard-tabelle")
	s.Env.Press("Strg+S")
	s.Shoot(t, "page-speichern-tabelle")
	typed := func(name, text string) {
		t.Helper()
		s.Env.Find(name).(*kit.Entry).Put(text)
	}
	tap("page.save.column.0")
	typed("page.save.from", "9")
	typed("page.save.to", "x")
	tap("page.save.do")
	if len(saved) != 0 || s.Env.Open() == nil {
		t.Fatalf("rows that are none were saved: %q", saved)
	}
	typed("page.save.from", "2")
	typed("page.save.to", "3")
	tap("page.save.none")
	tap("page.save.do")
	if len(saved) != 0 {
		t.Fatalf("no column, and yet: %q", saved)
	}
	tap("page.save.column.1")
	typed("page.save.words", "bach")
	tap("page.save.copy")
	if want := "copy main.person.csv\nname\nEiche\n"; len(saved) != 1 || saved[0] != want {
		t.Fatalf("saved %q, want %q", saved, want)
	}
	s.Env.Press("Strg+S")
	tap("page.save.do")
	if want := "file main.person.csv\nnr;name;ort\n1;Ahorn;Musterbach\n"; len(saved) != 2 || !strings.HasPrefix(saved[1], want) {
		t.Errorf("saved %q", saved)
	}

	s.Env.Press("Umschalt+E")
	s.Run.Drain()
	p.OpenCell(1, 0)
	s.Run.Drain()
	p.OpenCell(0, 1)
	s.Run.Drain()
	s.Env.Press("Strg+S")
	s.Shoot(t, "page-speichern-objekt")
	tap("page.save.do")
	if n := len(saved); n != 3 || !strings.HasSuffix(saved[2], "\nein großes Objekt\n") || !strings.HasPrefix(saved[2], "file rec") {
		t.Errorf("the large object: %q", saved[2:])
	}
	p.Save = nil
	s.Env.Press("Strg+S")
	if s.Env.Open() != nil {
		t.Error("saving is offered where nobody saves")
	}
}

func tapped(t *testing.T, s *kittest.Stage, name string) {
	t.Helper()
	if err := s.Env.Tap(name); err != nil {
		t.Fatal(err)
	}
	s.Run.Drain()
}

// slow is a document whose opening reads much.
func slow(key string) model.Ref {
	return model.Ref{Key: key, Title: "Melderegister", Open: func(ctx context.Context) (viewer.Document, error) {
		const size = 2 * viewer.WorthTelling
		if _, err := io.Copy(io.Discard, viewer.Advancing(ctx, bytes.NewReader(make([]byte, size)), size)); err != nil {
			return nil, err
		}
		return sheet{1}, nil
	}}
}

// The first opening of something large tells how far it is and can be cancelled.
func TestOpening_TellsAndIsCancelled(t *testing.T) {
	s, p := stage(t, light)
	var said []string
	p.Said = func(text string) { said = append(said, text) }
	half := func(ref model.Ref) []func() {
		p.Show(ref)
		s.Run.Work()
		all := s.Run.Updates
		s.Run.Updates = nil
		for _, u := range all[:len(all)/2] {
			u()
		}
		return all[len(all)/2:]
	}
	rest := half(slow("a"))
	s.Shoot(t, "page-oeffnen-fortschritt")
	if s.Env.Find("page.opening") == nil {
		t.Fatal("no progress")
	}
	for _, u := range rest {
		u()
	}
	s.Run.Drain()
	if !p.Ready() || s.Env.Find("page.opening.cancel") == nil {
		t.Error("not open in the end")
	}
	rest = half(slow("b"))
	tapped(t, s, "page.opening.cancel")
	for _, u := range rest {
		u()
	}
	s.Run.Drain()
	if p.Shown().Key != "" || len(said) != 1 || !strings.Contains(said[0], "abgebrochen") {
		t.Errorf("after cancelling: %q, %q", p.Shown().Key, said)
	}
}
