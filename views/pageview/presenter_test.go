package pageview

import (
	"context"
	"errors"
	"fmt"
	"image"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
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
		return nil, failure.New(failure.Refused, "draw", "Seite 3 lässt sich nicht zeigen. Die PDF-Datei ist beschädigt.")
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
	return []viewer.Hit{{Page: 0, Rects: []viewer.Rect{{X: .1, Y: .2, W: .3, H: .1}}}, {Page: 2, Rects: []viewer.Rect{{X: .5, Y: .5, W: .1, H: .1}}}}, nil
}

func set(t *testing.T) (*presenter, *presenttest.Cranked, *[]string, func(name string, n int) Ref) {
	t.Helper()
	w, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	run := &presenttest.Cranked{}
	p := newPresenter(w, run, func() {})
	p.room(400, 2, 80)
	log := &[]string{}
	return p, run, log, func(name string, n int) Ref {
		return Ref{Key: name, Open: func(ctx context.Context) (viewer.Document, error) {
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
	p.expect(ref("b", 1))
	p.show(ref("a", 3))
	if p.mode() != modeWaiting {
		t.Errorf("mode %d while opening", p.mode())
	}
	run.Drain()
	// 400 units at two pixels each; then page 2 and the next document beforehand.
	want(t, log, "open a", "a p0 w800 r0", "a p1 w800 r0", "open b", "b p0 w800 r0")
	if p.mode() != modePage || p.percent() != 50 {
		t.Errorf("mode %d, %d %%", p.mode(), p.percent())
	}
	p.turnPage(1)
	if p.mode() != modePage || p.waiting {
		t.Error("the page drawn beforehand is not shown at once")
	}
	run.Drain()
	want(t, log, "a p2 w800 r0")
	p.show(ref("b", 1))
	if p.mode() != modePage || p.waiting {
		t.Error("the document drawn beforehand is not shown at once")
	}
	run.Drain()
	p.show(ref("a", 3))
	run.Drain()
	if p.mode() != modePage || p.page != 0 {
		t.Errorf("back to the first: mode %d page %d", p.mode(), p.page)
	}
}

func TestLateResultsAreDropped(t *testing.T) {
	p, run, log, ref := set(t)
	p.show(ref("a", 2))
	p.show(ref("b", 2)) // before a was opened
	run.Drain()
	want(t, log, "open b", "b p0 w800 r0", "b p1 w800 r0")
	p.turnPage(1)
	p.zoomBy(1)
	p.rotate()
	run.Drain()
	// Only the last wish is drawn: 67 % of 600 pt = 800 units, lying: 1067 wide.
	want(t, log, "b p1 w1429 r1")
	if p.percent() != 67 {
		t.Errorf("zoom %d", p.percent())
	}
	p.fit()
	run.Drain()
	want(t, log, "b p1 w800 r1")
}

func TestOpenFails(t *testing.T) {
	p, run, _, ref := set(t)
	p.show(Ref{Key: "x", Open: func(context.Context) (viewer.Document, error) {
		return nil, failure.New(failure.Refused, "open", "Verschlüsselte Datei. Sie lässt sich nicht zeigen.")
	}})
	run.Drain()
	title, text, details := p.failure()
	if p.mode() != modeFailed || title != "Verschlüsselte Datei." || text != "Sie lässt sich nicht zeigen." || details == "" {
		t.Errorf("%q %q %q", title, text, details)
	}
	p.show(ref("a", 1))
	run.Drain()
	if p.mode() != modePage {
		t.Error("the next document does not open after a damaged one")
	}
	p.show(Ref{Key: "y", Open: func(context.Context) (viewer.Document, error) { return nil, errors.New("disk") }})
	run.Drain()
	if title, text, _ := p.failure(); title == "" || text == "" {
		t.Error("an unsorted error has no sentence")
	}
}

func TestDamagedPage(t *testing.T) {
	p, run, log, _ := set(t)
	p.show(Ref{Key: "a", Open: func(context.Context) (viewer.Document, error) { return &book{name: "a", n: 4, log: log, bad: 2}, nil }})
	run.Drain()
	p.turnPage(2)
	run.Drain()
	if p.mode() != modeFailed {
		t.Fatal("damaged page shown")
	}
	p.turnPage(3)
	run.Drain()
	if p.mode() != modePage || p.page != 3 {
		t.Errorf("page after the damaged one: mode %d", p.mode())
	}
}

func TestSearch(t *testing.T) {
	p, run, _, ref := set(t)
	p.show(ref("a", 3))
	run.Drain()
	p.search("garage")
	run.Drain()
	if p.counter() != "1/2" || len(p.marks()) != 1 || !p.marks()[0].Now {
		t.Errorf("%s %+v", p.counter(), p.marks())
	}
	p.step(1)
	run.Drain()
	if p.counter() != "2/2" || p.page != 2 {
		t.Errorf("%s on page %d", p.counter(), p.page)
	}
	p.step(1)
	run.Drain()
	if p.page != 0 {
		t.Errorf("round: page %d", p.page)
	}
	p.rotate()
	r := p.marks()[0].Rect
	if diff := cmp.Diff(viewer.Rect{X: .7, Y: .1, W: .1, H: .3}, r, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
	p.search("fehlt")
	run.Drain()
	if p.counter() != "0" {
		t.Errorf("counter %q", p.counter())
	}
	p.search("garage")
	p.show(ref("b", 3)) // the words stay, the hits are those of the new document
	run.Drain()
	if p.counter() != "1/2" {
		t.Errorf("counter in the next document %q", p.counter())
	}
}

func TestSearchIsCancelled(t *testing.T) {
	p, run, log, ref := set(t)
	p.show(ref("a", 1))
	run.Drain()
	*log = nil
	p.search("alt")
	p.search("garage")
	p.show(ref("b", 1))
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
		p.show(Ref{Key: fmt.Sprint(i), Open: func(context.Context) (viewer.Document, error) {
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
	if open != keptDocs {
		t.Errorf("%d documents open, want %d", open, keptDocs)
	}
	p.close()
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
		if diff := cmp.Diff(out, wrapLine(in, 8)); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}
