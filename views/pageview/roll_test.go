package pageview_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/pageview"
	"laufzettel/views/pageview/model"
)

// counted is a document of a roll that counts what is asked of it.
type counted struct {
	sheet
	log *tally
}

type tally struct{ open, closed, drawn int }

func (c counted) Close() error { c.log.closed++; return nil }
func (c counted) Render(ctx context.Context, r viewer.Request) (*image.RGBA, error) {
	c.log.drawn++
	return c.sheet.Render(ctx, r)
}

func rollOf(n, pages int, log *tally) []model.Ref {
	var refs []model.Ref
	for i := range n {
		refs = append(refs, model.Ref{Key: fmt.Sprintf("d%d", i), Title: fmt.Sprintf("Dokument %d", i+1),
			Open: func(context.Context) (viewer.Document, error) {
				log.open++
				return counted{sheet{pages}, log}, nil
			}})
	}
	return refs
}

// A Vorgang of 60 documents with 40 pages each: only what is in sight is opened
// and drawn, and what was left behind is closed.
func TestRoll_DrawsOnlyWhatIsInSight(t *testing.T) {
	s := kittest.With(t, "de", kit.ModeLight, 1)
	v := pageview.New(s.Env, "page")
	s.Show(v.Object(), 640, 700)
	log := &tally{}
	refs := rollOf(60, 40, log)
	v.Roll(refs, "d0")
	s.Run.Drain()
	if at, ok := v.Rolling(); !ok || at != 0 {
		t.Fatalf("at %d, %v", at, ok)
	}
	if log.open > 4 || log.drawn == 0 || log.drawn > 8 {
		t.Errorf("%+v", log)
	}
	for _, key := range []string{"d30", "d31", "d59", "d5"} {
		v.Roll(refs, key)
		s.Run.Drain()
	}
	if at, _ := v.Rolling(); at != 5 {
		t.Errorf("at %d, want 5", at)
	}
	if log.open-log.closed > 4 {
		t.Errorf("%d documents stay open", log.open-log.closed)
	}
	if log.drawn > 60 {
		t.Errorf("%d pages drawn for five looks", log.drawn)
	}
	v.Show(paper(2))
	s.Run.Drain()
	if _, ok := v.Rolling(); ok || log.open != log.closed {
		t.Errorf("the roll is still there: %+v", log)
	}
}

// Text, a damaged file and pages stand below each other; the damaged one does not
// stop the others.
func TestRoll_MixedAndDamaged(t *testing.T) {
	s := kittest.With(t, "de", kit.ModeLight, 1)
	v := pageview.New(s.Env, "page")
	s.Show(v.Object(), 640, 900)
	log := &tally{}
	bad := model.Ref{Key: "bad", Title: "Kaputt", Open: func(context.Context) (viewer.Document, error) {
		return nil, failure.Wrap(failure.Refused, "open", wording.Plain("Die Datei lässt sich nicht zeigen."), errors.New("damaged"))
	}}
	refs := append([]model.Ref{file("notiz.txt", "Vermerk\nzwei Zeilen"), bad, file("liste.csv", "a;b\n1;2\n")}, rollOf(1, 1, log)...)
	v.Roll(refs, "notiz.txt")
	s.Run.Drain()
	if log.drawn != 1 {
		t.Errorf("the page behind the damaged file is not drawn: %+v", log)
	}
	for _, a := range v.Actions() {
		if a.ID == "page.next" {
			a.Do()
		}
	}
	s.Run.Drain()
	s.Shoot(t, "seite-rolle-hell")
	v.Close()
	s.Run.Drain()
	if log.open != log.closed {
		t.Errorf("%+v", log)
	}
}
