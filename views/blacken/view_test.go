package blacken_test

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	black "laufzettel/viewer/blacken"
	"laufzettel/viewer/sensitivity"
	"laufzettel/views/blacken"
	"laufzettel/views/blacken/model"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

type fake struct {
	jobs []model.Job
	did  []string
}

func full() *fake {
	return &fake{jobs: []model.Job{{ID: 1, PID: "lza-1", Title: "brief.pdf", Stand: "wird markiert", Pages: 2, Looked: map[int]string{},
		Marks: []black.Mark{{ID: 7, Page: 0, Rect: viewer.Rect{X: .1, Y: .2, W: .2, H: .02}, Why: black.Why{Reason: "person",
			Law: "§ 11 BArchG"}}}}}}
}

// onePage is a page that is drawn at once.
type onePage struct{ viewer.Document }

func (onePage) Pages() int { return 1 }
func (onePage) PageSize(context.Context, int) (viewer.Size, error) {
	return viewer.Size{Width: 595, Height: 842}, nil
}
func (onePage) Render(_ context.Context, r viewer.Request) (*image.RGBA, error) {
	return image.NewRGBA(image.Rect(0, 0, r.Width, r.Width)), nil
}

func (f *fake) note(format string, args ...any) { f.did = append(f.did, fmt.Sprintf(format, args...)) }
func (f *fake) Jobs(context.Context) ([]model.Job, error) {
	return f.jobs, nil
}
func (f *fake) Begin(_ context.Context, pid, document string, original bool) (int64, error) {
	f.note("begin %s %s %v", pid, document, original)
	return 1, nil
}
func (f *fake) Job(_ context.Context, id int64) (model.Job, error) { return f.jobs[id-1], nil }
func (f *fake) Found(context.Context, int64) ([]model.Found, model.Marked, error) {
	return []model.Found{{Number: 1, Page: 1, Kind: sensitivity.Kinds[0], Before: "Konto ", Word: "DE89", After: " bitte"}},
		model.Marked{Textless: []int{2}}, nil
}
func (f *fake) MarkWord(_ context.Context, _ int64, phrase string, why black.Why) (model.Marked, error) {
	f.note("word %s %s", phrase, why.Law)
	if phrase == "nirgends" {
		return model.Marked{Textless: []int{1, 2}}, nil
	}
	return model.Marked{Places: 3}, nil
}
func (f *fake) MarkFound(_ context.Context, _ int64, numbers []int, why black.Why) (model.Marked, error) {
	f.note("found %v %s", numbers, why.Reason)
	return model.Marked{Places: 1}, nil
}
func (f *fake) MarkPlace(_ context.Context, _ int64, page int, r viewer.Rect, _ black.Why) error {
	f.note("place %d %.2f %.2f", page, r.X, r.W)
	return nil
}
func (f *fake) Unmark(_ context.Context, _ int64, marks []int64) error {
	f.note("unmark %v", marks)
	return nil
}
func (f *fake) Make(context.Context, int64) error {
	f.note("make")
	j := &f.jobs[0]
	j.Copy, j.Stand, j.Open, j.Told = "abcd", "wartet", 2, []black.Page{{Bars: 1, Words: 40}, {Blank: true}}
	return nil
}
func (f *fake) Look(_ context.Context, _ int64, page int) (model.Looked, error) {
	f.note("look %d", page)
	return model.Looked{Page: page, Told: f.jobs[0].Told[page-1], Text: "Was bleibt", Open: func(context.Context) (viewer.Document, error) {
		return onePage{viewer.Undelivered("Seite")}, nil
	}}, nil
}
func (f *fake) Seen(_ context.Context, _ int64, page int) error {
	f.note("seen %d", page)
	f.jobs[0].Looked[page] = "B. Zweite"
	f.jobs[0].Open--
	return nil
}
func (f *fake) Reopen(context.Context, int64) error {
	f.note("reopen")
	return nil
}
func (f *fake) Give(_ context.Context, _ int64, target string) (string, error) {
	f.note("give %s", target)
	return target, nil
}
func (f *fake) Target(_ context.Context, suggested string) (string, error) {
	return "ablage/" + suggested, nil
}
func (f *fake) Paper(context.Context, int64) (viewer.Document, error) {
	return viewer.Undelivered("Original"), nil
}
func (f *fake) OpenSource(context.Context, viewer.Source) (viewer.Document, error) { return nil, nil }

// From the document to the copy that leaves: begun, proposals marked, all places of a word,
// a place by measures, made, each page looked at and passed, given out; by keys alone.
func TestWholeWay(t *testing.T) {
	f := full()
	fr := shelltest.Open(t, blacken.Screen(f, route.Archivist))
	fr.Go(route.Route{Screen: route.Blacken, ID: "lza-1", Filter: route.Original + "d1"})
	press := func(keys ...string) {
		for _, k := range keys {
			fr.Env.Press(k)
			fr.Run.Drain()
		}
	}
	press("M")
	fr.Type(t, "blacken.phrase", "Nowak")
	fr.Tap(t, "blacken.take")
	fr.Run.Drain()
	fr.Type(t, "blacken.why.law", "§ 11 BArchG") // asked once, before the first mark
	fr.Tap(t, "blacken.why.take")
	fr.Run.Drain()
	press("P")
	for field, text := range map[string]string{"left": "10", "top": "20,5", "width": "30", "height": "2"} {
		fr.Type(t, "blacken.at."+field, text)
	}
	fr.Tap(t, "blacken.at.take")
	fr.Run.Drain()
	press("Strg+Enter", "Strg+Enter") // the second does nothing: nobody has looked
	fr.Env.Find("blacken.pages").(interface{ Select(int) }).Select(0)
	fr.Run.Drain()
	press("J", "J", "Strg+Enter")
	want := []string{"begin lza-1 d1 true", "word Nowak § 11 BArchG", "place 1 0.10 0.30", "make", "look 1", "seen 1", "look 2", "seen 2",
		"give ablage/schwaerzung-1"}
	if !slices.Equal(f.did, want) {
		t.Errorf("did %q, want %q", f.did, want)
	}
}

// Proposals are searched and marked, a mark is taken away.
// Nothing marked is no success: it is told in place and stays.
func TestMarkWord_Nowhere(t *testing.T) {
	f := full()
	fr := shelltest.Open(t, blacken.Screen(f, route.Archivist))
	fr.Go(route.Route{Screen: route.Blacken})
	p := model.NewPresenter(f, fr.Run, fr.Env.Words, func() {}, func(said string) { t.Errorf("told as done: %q", said) })
	p.Load()
	fr.Run.Drain()
	p.MarkWord("nirgends")
	fr.Run.Drain()
	told := failure.HintOf(p.Fault).In("de")
	if failure.KindOf(p.Fault) != failure.Refused || !strings.Contains(told, "2 Seiten haben keinen lesbaren Text") {
		t.Errorf("told %v", p.Fault)
	}
}

func TestProposals(t *testing.T) {
	f := full()
	fr := shelltest.Open(t, blacken.Screen(f, route.Archivist))
	fr.Go(route.Route{Screen: route.Blacken})
	p := model.NewPresenter(f, fr.Run, fr.Env.Words, func() {}, func(string) {})
	p.Load()
	fr.Run.Drain()
	p.Because(black.Why{Reason: "third", Law: "§ 5"})
	p.Search()
	fr.Run.Drain()
	p.MarkFound([]int{0, 9})
	fr.Run.Drain()
	p.Unmark([]int{0, 5})
	fr.Run.Drain()
	if want := []string{"found [1] third", "unmark [7]"}; !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
	if len(p.Blind.Textless) != 1 || len(p.Boxes(0)) != 1 || len(p.Boxes(1)) != 0 {
		t.Errorf("blind %v, boxes %v", p.Blind, p.Boxes(0))
	}
}

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{blacken.Screen(full(), route.Archivist)} },
		route.Route{Screen: route.Blacken}, nil, "")
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "17-schwaerzen", func() []nav.Screen { return []nav.Screen{blacken.Screen(full(), route.Archivist)} },
		route.Route{Screen: route.Blacken}, nil, "blacken.jobs")
}
