package model_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/viewer"
	"laufzettel/views/pageview/model"
)

// said is a text of lines in which words are found as a file of text finds them.
type said []string

func (s said) Info() viewer.Info { return viewer.Info{Kind: viewer.Lines} }
func (s said) Close() error      { return nil }
func (s said) Lines() int        { return len(s) }
func (s said) Line(n int) string { return s[n] }
func (s said) Search(_ context.Context, words string) (hits []viewer.Hit, _ error) {
	for i, l := range s {
		if strings.Contains(strings.ToLower(l), strings.ToLower(words)) {
			hits = append(hits, viewer.Hit{Page: i})
		}
	}
	return hits, nil
}

// shut is a document that cannot be searched.
type shut struct{}

func (shut) Info() viewer.Info { return viewer.Info{Kind: viewer.Outside} }
func (shut) Close() error      { return nil }

// shelf are documents side by side that one goes through.
type shelf struct {
	docs []viewer.Document
	at   int
	p    *model.Presenter
	told []bool
}

func newShelf(t *testing.T, docs ...viewer.Document) (*shelf, func()) {
	t.Helper()
	p, run, _, _ := set(t)
	s := &shelf{docs: docs, p: p}
	p.Onward = func(by int) bool {
		if to := s.at + by; to >= 0 && to < len(s.docs) {
			s.show(to)
			return true
		}
		return false
	}
	p.NoMore = func(paused bool) { s.told = append(s.told, paused) }
	return s, run.Drain
}

func (s *shelf) show(i int) {
	s.at = i
	s.p.Show(model.Ref{Key: fmt.Sprint("d", i), Open: func(context.Context) (viewer.Document, error) {
		if s.docs[i] == nil {
			return nil, viewer.Damaged("open", fmt.Errorf("broken"))
		}
		return s.docs[i], nil
	}})
}

// The word that led to a document is looked for in it, and the next hit is found in the
// documents after it: past such without one, such that cannot be searched or opened.
func TestStep_GoesOnAcrossDocuments(t *testing.T) {
	s, drain := newShelf(t, said{"Garage", "kein", "Garagen"}, said{"nichts"}, shut{}, nil, said{"die Garage"}, said{"Ende"})
	s.p.Carry([]string{"garage"})
	s.show(0)
	drain()
	var seen []string
	for range 4 {
		seen = append(seen, fmt.Sprintf("d%d hit %d of %d", s.at, s.p.Hit+1, len(s.p.Hits)))
		s.p.Step(1)
		drain()
	}
	if diff := cmp.Diff([]string{"d0 hit 1 of 2", "d0 hit 2 of 2", "d4 hit 1 of 1", "d5 hit 1 of 0"}, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.p.Step(-1)
	drain()
	s.p.Step(-1)
	drain()
	if s.at != 0 || s.p.Hit != 1 {
		t.Errorf("back at d%d, hit %d, want the last of d0", s.at, s.p.Hit)
	}
	if diff := cmp.Diff([]bool{false, false}, s.told); diff != "" { // at the end, twice asked
		t.Errorf("told that there is no more (-want +got):\n%s", diff)
	}
}

// Words that stand apart are each looked for, in the order of the lines; typed ones are
// looked for as they are typed.
func TestCarry_WordsApart(t *testing.T) {
	s, drain := newShelf(t, said{"Abriss der Mauer", "leer", "eine Garage"})
	s.show(0)
	drain()
	s.p.Carry([]string{"garage", "abriss"})
	s.show(0)
	drain()
	if s.p.Query != "garage abriss" || len(s.p.Hits) != 2 || s.p.Hits[0].Page != 0 || s.p.Hits[1].Page != 2 {
		t.Errorf("%q: %v", s.p.Query, s.p.Hits)
	}
	s.p.Search("garage abriss")
	drain()
	if len(s.p.Hits) != 0 {
		t.Errorf("typed words are parted: %v", s.p.Hits)
	}
}

// Without a hit far and wide the way ends, and is said to be no end.
func TestStep_PausesAfterManyDocuments(t *testing.T) {
	docs := make([]viewer.Document, 300)
	for i := range docs {
		docs[i] = said{"nichts"}
	}
	s, drain := newShelf(t, docs...)
	s.p.Carry([]string{"garage"})
	s.show(0)
	drain()
	s.p.Step(1)
	drain()
	if s.at != 100 || len(s.told) != 1 || !s.told[0] {
		t.Errorf("at d%d, told %v", s.at, s.told)
	}
	s.show(7) // somebody goes elsewhere: it stays there
	drain()
	if s.at != 7 {
		t.Errorf("moved on to d%d", s.at)
	}
}
