package model_test

import (
	"testing"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/record"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/share/model"
	"laufzettel/views/share/sharetest"
)

// reaction is one thing a person does on a share that is loaded and searched.
type reaction struct {
	name string
	do   func(p *model.Presenter)
}

func reactions() []reaction {
	out := []reaction{
		{"choose a folder", func(p *model.Presenter) { p.Choose(3) }},
		{"choose the share", func(p *model.Presenter) { p.Choose(0) }},
		{"open a folder", func(p *model.Presenter) { p.Toggle(1, nil) }},
		{"sort", func(p *model.Presenter) { p.Sort() }},
		{"what stays", func(p *model.Presenter) { p.ShowStays() }},
		{"tiles by type", func(p *model.Presenter) { p.Colour = model.ByType; p.Sheet() }},
		{"narrow", func(p *model.Presenter) {
			p.Turn(model.Choosing)
			p.Narrow(model.Line{Means: &model.Means{Choice: share.Choice{share.FacetExtension: "pdf"}}})
		}},
		{"preview of a rule", func(p *model.Presenter) {
			p.Ask([]model.Means{{Rule: "tmp"}}, func(model.Meant) {})
		}},
		{"decide by a rule", func(p *model.Presenter) {
			p.Decide([]model.Means{{Rule: "tmp"}}, record.RatingDestroy, "Beiwerk", func() {})
		}},
		{"undo", func(p *model.Presenter) { p.Undo() }},
	}
	for _, m := range model.Modes {
		out = append(out, reaction{"show " + string(m), func(p *model.Presenter) { p.Turn(m) }})
	}
	return out
}

// Whatever a person does on a share of twenty thousand files, the list beside the tree is
// no longer than what a screen can show, says how much it leaves out, and its row says that.
func TestLarge_ListsAreBounded(t *testing.T) {
	const most = 2001
	p, run := loaded(t, sharetest.Large(20_000))
	for _, r := range reactions() {
		r.do(p)
		run.Drain()
		if p.Fault != nil || len(p.Lines) > most {
			t.Errorf("%s: %d lines, %v", r.name, len(p.Lines), p.Fault)
		}
	}
	p.Turn(model.Double)
	run.Drain()
	last := p.Lines[len(p.Lines)-1] // pairs of 4,000 files, one empty; one held, one not opened
	if want := presenttest.Words(t, "de").N("share.more", 3999*3+2-2000); len(p.Lines) < 2000 || last.Text != want {
		t.Errorf("%d lines, the last says %q, want %q", len(p.Lines), last.Text, want)
	}
}

// What a key costs hangs on what is to be seen, not on the share: after each list was made
// once, going through the tree and back to a list looks at no file one by one, and a folder
// met first at its own files alone. The same at double the size.
func TestLarge_KeysLookAtWhatIsSeen(t *testing.T) {
	for _, files := range []int{10_000, 20_000} {
		p, run := loaded(t, sharetest.Large(files))
		for _, m := range model.Modes {
			p.Turn(m)
			run.Drain()
		}
		p.Colour = model.ByType
		tree := p.Share.Tree
		steps := func(do func()) int64 {
			was := tree.Looked()
			do()
			run.Drain()
			p.Sheet()
			return tree.Looked() - was
		}
		p.Sheet()
		if got := steps(func() { p.Ask([]model.Means{{Rule: "tmp"}}, func(model.Meant) {}) }); got > 0 {
			t.Errorf("%d files, preview of a rule: looked at %d files", files, got)
		}
		for _, m := range model.Modes {
			again := map[string]func(){
				"back to it": func() { p.Turn(m) },
				"open":       func() { p.Toggle(1, nil) },
				"close":      func() { p.Toggle(1, nil) },
				"sorted":     func() { p.Sort() },
			}
			p.Turn(m)
			p.Sheet()
			for name, do := range again {
				if got := steps(do); got > 0 {
					t.Errorf("%d files, %s, %s: looked at %d files", files, m, name, got)
				}
			}
			for _, folder := range []int32{3, 40} {
				first := steps(func() { p.Choose(folder) })
				if most := int64(3 * p.Folder(folder).Files); first > most { // facets, choice and colours at most
					t.Errorf("%d files, %s, into a folder of %d: looked at %d files", files, m, p.Folder(folder).Files, first)
				}
				p.Choose(0)
				if got := steps(func() { p.Choose(folder) }); m != model.Tiles && got > int64(p.Folder(folder).Files) {
					t.Errorf("%d files, %s, into a folder once more: looked at %d files", files, m, got)
				}
				p.Choose(0)
				p.Sheet()
			}
		}
	}
}

// BenchmarkReactions tells how long each reaction takes at a hundred thousand files when
// all was searched once; the promise is a tenth of a second.
func BenchmarkReactions(b *testing.B) {
	f := sharetest.Large(100_000)
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(b, "de"), func() {}, func(string) {})
	p.Load("P1")
	run.Drain()
	for _, r := range reactions() {
		r.do(p)
		run.Drain()
	}
	for _, r := range reactions() {
		b.Run(r.name, func(b *testing.B) {
			for b.Loop() {
				r.do(p)
				run.Drain()
			}
		})
	}
}
