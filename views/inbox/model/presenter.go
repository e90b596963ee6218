// Package model is what the inbox shows and offers, without a face: the portions with
// their stand and words, the filters, the next step of each and the order in which the
// list is read. The window draws it; another face (a page, the command line) can as
// well.
package model

import (
	"context"
	"strings"
	"time"

	"laufzettel/transfer"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Portion is one delivery as the inbox lists it.
type Portion struct {
	ID        string
	Arrived   time.Time
	Kind      string // "" = not recognised
	KindLabel string // "Aussonderung e-Akte, xdomea 3.1.0"
	Name      string
	Agency    string
	Files     int
	Bytes     int64
	State     transfer.State
	Checked   bool // findings are known
	Errors    int
	Warnings  int
	Notes     int
	Running   *Running // a check under way
	Err       string   // what stopped us at this portion, a German sentence
}

// Running is the progress of a check.
type Running struct {
	Phase  string // "Prüfsummen und Formate"
	At, Of int    // phase x of y
	Done   int64
	Total  int64 // 0: unknown
	Rate   float64
	Left   time.Duration // 0: not measured yet
}

// Source is all of the workspace this screen may see.
type Source interface {
	Portions(ctx context.Context) ([]Portion, error)
	// Add opens deliveries (folders or archives); the originals are only read.
	Add(ctx context.Context, paths []string) error
	Check(ctx context.Context, id string) error
	Cancel(ctx context.Context, id string) error
	Subscribe(changed func()) (cancel func())
}

// Filter is what part of the list is shown.
type Filter string

// The filters; a station of the slip (arrived, checked …) is one too.
const (
	InWork   Filter = "work"
	ToDo     Filter = "todo"
	Active   Filter = "active"
	Returned Filter = "returned"
	Closed   Filter = "closed"
)

// Filters are those with a chip of their own.
var Filters = []Filter{InWork, ToDo, Active, Returned, Closed}

// Row is a portion as it is drawn.
type Row struct {
	Portion
	Day, Clock  string
	Extent      string
	Size        string
	Mark        present.Mark
	Word        string
	ProgressOf  string // "Phase 2 von 4"
	ProgressNow string // "68.412 von 120.336 · 512 Dateien/s"
	ProgressEnd string
}

// Step is the next step of a portion, for the primary button.
type Step string

// The next steps.
const (
	StepNone     Step = ""
	StepKind     Step = "kind"
	StepCheck    Step = "check"
	StepFindings Step = "findings"
	StepOpen     Step = "open"
)

// Presenter holds what the inbox shows. It belongs to the UI thread.
type Presenter struct {
	words  *words.Words
	src    Source
	run    present.Dispatcher
	loader *present.Loader[[]Portion]
	stop   func()
	redraw func()
	all    []Portion

	Rows   []Row
	Filter Filter
	Search string
	Loaded bool
	Err    error // reading the list
	Fault  error // the last action
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw, Filter: InWork}
	p.loader = present.NewLoader(run, src.Portions, p.show)
	p.stop = src.Subscribe(func() { run.UI(p.loader.Reload) })
	return p
}

// Reload reads the list anew.
func (p *Presenter) Reload() { p.loader.Reload() }

// Close ends the background work; checks under way go on in the workspace.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

func (p *Presenter) show(all []Portion, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		p.all = all
	}
	p.sift()
}

// SetFilter chooses a part of the list.
func (p *Presenter) SetFilter(f Filter) {
	p.Filter = f
	p.sift()
}

// SetSearch narrows the list to title, agency or id.
func (p *Presenter) SetSearch(text string) {
	p.Search = strings.TrimSpace(text)
	p.sift()
}

func (p *Presenter) sift() {
	p.Rows = p.Rows[:0:0]
	search := strings.ToLower(p.Search)
	for _, x := range p.all {
		if x.fits(p.Filter) && strings.Contains(strings.ToLower(x.Name+" "+x.Agency+" "+x.ID+" "+x.KindLabel), search) {
			p.Rows = append(p.Rows, p.row(x))
		}
	}
	p.redraw()
}

func (x Portion) fits(f Filter) bool {
	switch f {
	case InWork, "":
		return x.State != transfer.Closed
	case ToDo:
		return x.Running == nil && Next(x) != StepNone && x.State != transfer.Closed && x.State != transfer.Sent && x.State != transfer.Confirmed
	case Active:
		return x.Running != nil
	case "accepted":
		return x.State == transfer.Accepted || x.State == transfer.AcceptedWithException
	case "checked":
		return x.State == transfer.Checked || x.State == transfer.Returned
	}
	return x.State == transfer.State(f)
}

// Count gives how many portions a filter holds.
func (p *Presenter) Count(f Filter) int {
	n := 0
	for _, x := range p.all {
		if x.fits(f) {
			n++
		}
	}
	return n
}

// Total gives the number of portions read.
func (p *Presenter) Total() int { return len(p.all) }

func (p *Presenter) row(x Portion) Row {
	w := p.words
	r := Row{Portion: x, Day: w.Day(x.Arrived), Clock: w.Clock(x.Arrived), Extent: w.Int(int64(x.Files)), Size: w.Bytes(x.Bytes),
		Mark: present.MarkOf(x.State, x.Kind, x.Errors, x.Warnings)}
	r.Word = w.T(r.Mark.Word)
	if r.Agency == "" {
		r.Agency = w.T("inbox.agency.unknown")
	}
	if r.KindLabel == "" {
		r.KindLabel = w.T("inbox.kind.unknown")
	}
	if g := x.Running; g != nil {
		r.ProgressOf = w.T("inbox.progress.phase", g.At, g.Of)
		if g.Total > 0 {
			r.ProgressNow = w.T("inbox.progress.of", g.Done, g.Total)
		} else {
			r.ProgressNow = w.T("inbox.progress.count", g.Done)
		}
		if g.Rate > 0 {
			r.ProgressNow += " · " + w.T("inbox.progress.rate", int(g.Rate))
		}
		r.ProgressEnd = w.Left(g.Left)
	}
	return r
}

// Next tells the next step of a portion.
func Next(x Portion) Step {
	switch {
	case x.Running != nil:
		return StepOpen
	case x.State == transfer.Arrived && x.Kind == "":
		return StepKind
	case x.State == transfer.Arrived || x.State == transfer.Recognised:
		return StepCheck
	case (x.State == transfer.Checked || x.State == transfer.Returned) && x.Errors+x.Warnings > 0:
		return StepFindings
	}
	return StepOpen
}

// Index finds a portion among the rows shown, -1 if it is not.
func (p *Presenter) Index(id string) int {
	for i, r := range p.Rows {
		if r.ID == id {
			return i
		}
	}
	return -1
}

// Add opens deliveries; done is called when they are listed.
func (p *Presenter) Add(paths []string, done func()) {
	if len(paths) == 0 {
		return
	}
	p.do(func(ctx context.Context) error { return p.src.Add(ctx, paths) }, done)
}

// Check starts the check of a portion.
func (p *Presenter) Check(id string) {
	p.do(func(ctx context.Context) error { return p.src.Check(ctx, id) }, nil)
}

// Cancel stops a check; what is checked so far is kept.
func (p *Presenter) Cancel(id string) {
	p.do(func(ctx context.Context) error { return p.src.Cancel(ctx, id) }, nil)
}

// Pick runs a native dialog in the background and adds what was picked.
func (p *Presenter) Pick(pick func(context.Context) ([]string, error), done func()) {
	var paths []string
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		paths, err = pick(ctx)
		return err
	}, func(err error) {
		if err != nil {
			p.fail(err)
			return
		}
		p.Add(paths, done)
	})
}

func (p *Presenter) do(work func(context.Context) error, done func()) {
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.fail(err)
		if err == nil && done != nil {
			done()
		}
		p.loader.Reload()
	})
}

func (p *Presenter) fail(err error) {
	p.Fault = err
	p.redraw()
}

// Solved takes the fault of the last action away.
func (p *Presenter) Solved() { p.fail(nil) }
