package model

import (
	"context"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/slip"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Filter is what part of the book is shown.
type Filter string

// The filters.
const (
	Open   Filter = "open"
	Mine   Filter = "mine" // Meine Arbeit: within the competence, and to do here
	Due    Filter = "due"
	Closed Filter = "closed"
	All    Filter = "all"
)

// Filters in the order of their chips.
var Filters = []Filter{Open, Mine, Due, Closed, All}

// Shown is a row with its drawn texts.
type Shown struct {
	Row
	Day    string
	Extent string
	DueDay string
}

// Presenter holds what the book shows. It belongs to the UI thread.
type Presenter struct {
	words  *words.Words
	src    Source
	run    present.Dispatcher
	loader *present.Loader[[]Row]
	stop   func()
	redraw func()
	all    []Row
	folded []string       // what the search looks at, lower case
	counts map[Filter]int // with the search in force
	whole  map[Filter]int // without it

	Rows   []Shown
	Filter Filter
	Search string
	Loaded bool
	Err    error // reading the book
	Fault  error // the last act

	Picked  string
	Details *Details // of Picked, nil until read
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw, Filter: Open, counts: map[Filter]int{}, whole: map[Filter]int{}}
	p.loader = present.NewLoader(run, src.Rows, p.show)
	p.stop = src.Subscribe(func() { run.UI(p.loader.Reload) })
	return p
}

// Reload reads the book anew.
func (p *Presenter) Reload() { p.loader.Reload() }

// Close ends the background work.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

func (p *Presenter) show(all []Row, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		p.all, p.folded = all, make([]string, len(all))
		for i, r := range all {
			p.folded[i] = strings.ToLower(r.Number + " " + r.ID + " " + r.Title + " " + r.Agency + " " + r.Kind + " " + r.StateWord)
		}
		p.whole = p.tally("")
	}
	p.sift()
	if p.Picked != "" {
		p.Pick(p.Picked)
	}
}

func (r Row) fits(f Filter) bool {
	closed := r.State.Ended()
	switch f {
	case Mine:
		return !closed && r.Mine && !r.Waits
	case Due:
		return !closed && (r.DueState == slip.Near || r.DueState == slip.Overdue)
	case Closed:
		return closed
	case All:
		return true
	}
	return !closed
}

// SetFilter chooses a part of the book.
func (p *Presenter) SetFilter(f Filter) {
	p.Filter = f
	p.sift()
}

// SetSearch narrows the book to number, title, agency, kind or stand.
func (p *Presenter) SetSearch(text string) {
	p.Search = strings.TrimSpace(text)
	p.sift()
}

func (p *Presenter) sift() {
	p.Rows = p.Rows[:0:0]
	search := strings.ToLower(p.Search)
	p.counts = p.tally(search)
	for i, r := range p.all {
		if r.fits(p.Filter) && strings.Contains(p.folded[i], search) {
			p.Rows = append(p.Rows, p.shown(r))
		}
	}
	if p.Filter == Due {
		slices.SortStableFunc(p.Rows, func(a, b Shown) int { return a.Due.Compare(b.Due) })
	}
	p.redraw()
}

func (p *Presenter) shown(r Row) Shown {
	s := Shown{Row: r, Day: p.words.Date(r.Opened), Extent: r.Extent}
	if r.Files > 0 {
		s.Extent = p.words.N("book.files", r.Files)
	}
	if !r.Due.IsZero() {
		s.DueDay = p.words.Date(r.Due.Add(-time.Millisecond)) // its last day
	}
	return s
}

// tally counts what each filter would show of what holds the search.
func (p *Presenter) tally(search string) map[Filter]int {
	out := map[Filter]int{}
	for i, r := range p.all {
		if !strings.Contains(p.folded[i], search) {
			continue
		}
		for _, f := range Filters {
			if r.fits(f) {
				out[f]++
			}
		}
	}
	return out
}

// Count gives how many accessions a filter would show, with the search in force.
func (p *Presenter) Count(f Filter) int { return p.counts[f] }

// All gives how many accessions a filter holds, whatever is searched.
func (p *Presenter) All(f Filter) int { return p.whole[f] }

// Total gives the number of accessions.
func (p *Presenter) Total() int { return len(p.all) }

// Index finds an accession among the rows shown, -1 if it is not.
func (p *Presenter) Index(id string) int {
	return slices.IndexFunc(p.Rows, func(r Shown) bool { return r.ID == id })
}

// Pick reads the details of an accession.
func (p *Presenter) Pick(id string) {
	if id != p.Picked {
		p.Details = nil
	}
	p.Picked = id
	var d Details
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		d, err = p.src.Details(ctx, id)
		return err
	}, func(err error) {
		if p.Picked != id {
			return
		}
		if err != nil {
			p.fail(err)
			return
		}
		p.Details = &d
		p.redraw()
	})
}

// Act does an act on an accession; done gets the sentence to be shown.
func (p *Presenter) Act(id string, a Action, done func(string)) {
	var said string
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		said, err = p.src.Act(ctx, id, a)
		return err
	}, func(err error) {
		p.fail(err)
		if err == nil && done != nil {
			done(said)
		}
		p.loader.Reload()
	})
}

// New opens an accession by hand and picks it.
func (p *Presenter) New(d Draft, done func()) {
	var id string
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		id, err = p.src.New(ctx, d)
		return err
	}, func(err error) {
		p.fail(err)
		if err == nil {
			p.Picked = id
			done()
		}
		p.loader.Reload()
	})
}

// Copies reads the register of copies of an accession.
func (p *Presenter) Copies(id string, show func([]Copy)) {
	var list []Copy
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		list, err = p.src.Copies(ctx, id)
		return err
	}, func(err error) {
		if err != nil {
			p.fail(err)
			return
		}
		show(list)
	})
}

// LookTable reads a table of descriptions; show gets what taking it would do.
func (p *Presenter) LookTable(id, path string, show func(Look)) {
	var l Look
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		l, err = p.src.LookTable(ctx, id, path)
		return err
	}, func(err error) {
		p.fail(err)
		if err == nil {
			show(l)
		}
	})
}

// OpenPaper shows a paper with the system's program.
func (p *Presenter) OpenPaper(path string) {
	present.Do(p.loader.Context(), p.run, func(context.Context) error { return p.src.Open(path) }, func(err error) {
		if err != nil {
			p.fail(err)
		}
	})
}

func (p *Presenter) fail(err error) {
	p.Fault = err
	p.redraw()
}

// Solved takes the fault of the last act away.
func (p *Presenter) Solved() { p.fail(nil) }

// Offered lists the acts on an accession as it stands, in their order; whether one is
// allowed decides the workspace.
func (d Details) Offered() []Verb {
	if d.State == transfer.AccessionDiscarded { // nothing is due any more
		return []Verb{DoRemark, DoFolder}
	}
	out := []Verb{DoRemark, DoDue, DoFolder}
	for _, x := range []struct {
		verb Verb
		on   bool
	}{{DoDiff, d.Differs != ""}, {DoReceipt, len(d.Unreceipted) > 0}, {DoDestroy, d.Doomed > 0}, {DoConfirm, len(d.Needed) > 0},
		{DoTableOut, d.Described > 0}, {DoTableIn, d.Described > 0}, {DoTableUndo, d.TableBack},
		{DoClear, (d.State == transfer.InWork || d.State == transfer.Archived) && len(d.Obstacles) == 0},
		{DoDeletion, d.State == transfer.Cleared}, {DoClose, d.State == transfer.Cleared}, {DoDiscard, d.Empty}} {
		if x.on {
			out = append(out, x.verb)
		}
	}
	return out
}
