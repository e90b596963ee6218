package model_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/views/pageview/model"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/words"
)

// book is a document of n pages whose pictures tell what was asked for.
type book struct {
	name   string
	n      int
	log    *[]string
	bad    int // page that cannot be drawn, -1: none
	closed bool
}

func (b *book) Info() viewer.Info { return viewer.Info{Kind: viewer.Pages, Format: "PDF 1.7"} }
func (b *book) Close() error      { b.closed = true; return nil }
func (b *book) Pages() int        { return b.n }
func (b *book) PageSize(context.Context, int) (viewer.Size, error) {
	return viewer.Size{Width: 600, Height: 800}, nil
}
func (b *book) Render(ctx context.Context, r viewer.Request) (*image.RGBA, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	*b.log = append(*b.log, fmt.Sprintf("%s p%d w%d r%d", b.name, r.Page, r.Width, r.Rotation))
	if r.Page == b.bad {
		return nil, failure.New(failure.Refused, "draw", wording.Plain("Seite 3 lässt sich nicht zeigen. Die PDF-Datei ist beschädigt."))
	}
	return image.NewRGBA(image.Rect(0, 0, 4, 4)), nil
}
func (b *book) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	*b.log = append(*b.log, "search "+b.name+" "+words)
	if words != "garage" {
		return nil, nil
	}
	return []viewer.Hit{{Page: 0, Rects: []viewer.Rect{{X: .1, Y: .2, W: .3, H: .1}}},
		{Page: 2, Rects: []viewer.Rect{{X: .5, Y: .5, W: .1, H: .1}}}}, nil
}

func set(t *testing.T) (*model.Presenter, *presenttest.Cranked, *[]string, func(name string, n int) model.Ref) {
	t.Helper()
	w, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	run := &presenttest.Cranked{}
	p := model.NewPresenter(w, run, func() {})
	p.Room(400, 2, 80)
	log := &[]string{}
	return p, run, log, func(name string, n int) model.Ref {
		return model.Ref{Key: name, Open: func(ctx context.Context) (viewer.Document, error) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			*log = append(*log, "open "+name)
			return &book{name: name, n: n, log: log, bad: -1}, nil
		}}
	}
}

func want(t *testing.T, log *[]string, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(lines, *log, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	*log = nil
}

func TestShowDrawsAndPrefetches(t *testing.T) {
	p, run, log, ref := set(t)
	p.Expect(ref("b", 1))
	p.Show(ref("a", 3))
	if p.Mode() != model.ModeWaiting {
		t.Errorf("mode %d while opening", p.Mode())
	}
	run.Drain()
	// 400 units at two pixels each; then page 2 and the next document beforehand.
	want(t, log, "open a", "a p0 w800 r0", "a p1 w800 r0", "open b", "b p0 w800 r0")
	if p.Mode() != model.ModePage || p.Percent() != 50 {
		t.Errorf("mode %d, %d %%", p.Mode(), p.Percent())
	}
	p.TurnPage(1)
	if p.Mode() != model.ModePage || p.Waiting {
		t.Error("the page drawn beforehand is not shown at once")
	}
	run.Drain()
	want(t, log, "a p2 w800 r0")
	p.Show(ref("b", 1))
	if p.Mode() != model.ModePage || p.Waiting {
		t.Error("the document drawn beforehand is not shown at once")
	}
	run.Drain()
	p.Show(ref("a", 3))
	run.Drain()
	if p.Mode() != model.ModePage || p.Page != 0 {
		t.Errorf("back to the first: mode %d page %d", p.Mode(), p.Page)
	}
}

func TestLateResultsAreDropped(t *testing.T) {
	p, run, log, ref := set(t)
	p.Show(ref("a", 2))
	p.Show(ref("b", 2)) // before a was opened
	run.Drain()
	want(t, log, "open b", "b p0 w800 r0", "b p1 w800 r0")
	p.TurnPage(1)
	p.ZoomBy(1)
	p.Rotate()
	run.Drain()
	// Only the last wish is drawn: 67 % of 600 pt = 800 units, lying: 1067 wide.
	want(t, log, "b p1 w1429 r1")
	if p.Percent() != 67 {
		t.Errorf("zoom %d", p.Percent())
	}
	p.Fit()
	run.Drain()
	want(t, log, "b p1 w800 r1")
}

func TestOpenFails(t *testing.T) {
	p, run, _, ref := set(t)
	p.Show(model.Ref{Key: "x", Open: func(context.Context) (viewer.Document, error) {
		return nil, failure.New(failure.Refused, "open", wording.Plain("Verschlüsselte Datei. Sie lässt sich nicht zeigen."))
	}})
	run.Drain()
	title, text, details := p.Failure()
	if p.Mode() != model.ModeFailed || title != "Verschlüsselte Datei." || text != "Sie lässt sich nicht zeigen." || details == "" {
		t.Errorf("%q %q %q", title, text, details)
	}
	p.Show(ref("a", 1))
	run.Drain()
	if p.Mode() != model.ModePage {
		t.Error("the next document does not open after a damaged one")
	}
	p.Show(model.Ref{Key: "y", Open: func(context.Context) (viewer.Document, error) { return nil, errors.New("disk") }})
	run.Drain()
	if title, text, _ := p.Failure(); title == "" || text == "" {
		t.Error("an unsorted error has no sentence")
	}
}

func TestDamagedPage(t *testing.T) {
	p, run, log, _ := set(t)
	p.Show(model.Ref{Key: "a", Open: func(context.Context) (viewer.Document, error) {
		return &book{name: "a", n: 4, log: log, bad: 2},
			nil
	}})
	run.Drain()
	p.TurnPage(2)
	run.Drain()
	if p.Mode() != model.ModeFailed {
		t.Fatal("damaged page shown")
	}
	p.TurnPage(3)
	run.Drain()
	if p.Mode() != model.ModePage || p.Page != 3 {
		t.Errorf("page after the damaged one: mode %d", p.Mode())
	}
}

func TestSearch(t *testing.T) {
	p, run, _, ref := set(t)
	p.Show(ref("a", 3))
	run.Drain()
	p.Search("garage")
	run.Drain()
	if p.Counter() != "1/2" || len(p.Marks()) != 1 || !p.Marks()[0].Now {
		t.Errorf("%s %+v", p.Counter(), p.Marks())
	}
	p.Step(1)
	run.Drain()
	if p.Counter() != "2/2" || p.Page != 2 {
		t.Errorf("%s on page %d", p.Counter(), p.Page)
	}
	p.Step(1)
	run.Drain()
	if p.Page != 0 {
		t.Errorf("round: page %d", p.Page)
	}
	p.Rotate()
	r := p.Marks()[0].Rect
	if diff := cmp.Diff(viewer.Rect{X: .7, Y: .1, W: .1, H: .3}, r, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
	p.Search("fehlt")
	run.Drain()
	if p.Counter() != "0" {
		t.Errorf("counter %q", p.Counter())
	}
	p.Search("garage")
	p.Show(ref("b", 3)) // the words stay, the hits are those of the new document
	run.Drain()
	if p.Counter() != "1/2" {
		t.Errorf("counter in the next document %q", p.Counter())
	}
}

func TestSearchIsCancelled(t *testing.T) {
	p, run, log, ref := set(t)
	p.Show(ref("a", 1))
	run.Drain()
	*log = nil
	p.Search("alt")
	p.Search("garage")
	p.Show(ref("b", 1))
	run.Drain()
	if diff := cmp.Diff([]string{"open b", "b p0 w800 r0", "search b garage"}, *log); diff != "" {
		t.Error(diff)
	}
}

func TestCacheIsBounded(t *testing.T) {
	p, run, _, _ := set(t)
	var books []*book
	log := []string{}
	for i := range 12 {
		p.Show(model.Ref{Key: fmt.Sprint(i), Open: func(context.Context) (viewer.Document, error) {
			b := &book{n: 1, log: &log, bad: -1}
			books = append(books, b)
			return b, nil
		}})
		run.Drain()
	}
	open := 0
	for _, b := range books {
		if !b.closed {
			open++
		}
	}
	if open != model.KeptDocs {
		t.Errorf("%d documents open, want %d", open, model.KeptDocs)
	}
	p.Close()
	run.Drain()
	for i, b := range books {
		if !b.closed {
			t.Errorf("document %d stays open", i)
		}
	}
}

func TestWrapLine(t *testing.T) {
	tests := map[string][]string{
		"kurz":              {"kurz"},
		"zwei Wörter hier":  {"zwei", "Wörter", "hier"},
		"ohneLeerzeichenab": {"ohneLeer", "zeichena", "b"},
		"a\tb":              {"a    b"},
	}
	for in, out := range tests {
		if diff := cmp.Diff(out, model.WrapLine(in, 8)); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}
