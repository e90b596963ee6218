// Package model is what the inbox shows and offers, without a face: the portions with
// their stand and words, the filters, the next step of each and the order in which the
// list is read. The window draws it; another face (a page, the command line) can as
// well.
package model

import (
	"cmp"
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
	Sending   *Sending // packages on their way to the archive
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

// Sending is how far the packages of a portion are on their way to the archive.
type Sending struct {
	Confirmed, Of int
	Stand         Stand
	Again         bool   // it goes on after the program had ended under it
	Reason        string // why it stands still, "" where nothing was said
}

// Stand is what sending does at the moment.
type Stand string

// The stands.
const (
	Waits      Stand = "waits"      // for its turn
	Sends      Stand = "sends"      // bytes go out, or are about to
	Held       Stand = "held"       // by a person
	Offline    Stand = "offline"    // the archive cannot be reached; it is tried again
	Passphrase Stand = "passphrase" // the key is closed, and its passphrase is asked for
	Stuck      Stand = "stuck"      // a person has to look
)

// tone is that of a stand; what goes on by itself is nothing to look at.
func (s Stand) tone() transfer.Tone {
	if s == Passphrase || s == Stuck {
		return transfer.ToneWarn
	}
	return transfer.ToneNote
}

// Source is all of the workspace this screen may see.
type Source interface {
	Portions(ctx context.Context) ([]Portion, error)
	// Add opens deliveries (folders or archives); the originals are only read. What a
	// person has to look at first is given back as a proposal, with nothing taken in.
	Add(ctx context.Context, paths []string) (Added, error)
	// Take takes a drop in as the proposal says, or as a person put it right.
	Take(ctx context.Context, p Proposal) (Added, error)
	// Undo discards what was just taken in by mistake; the number stays.
	Undo(ctx context.Context, taken Added) error
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
	Second      string // below the name: the kind, or what stopped us
	Mark        present.Mark
	Word        string
	Found       string // what the check found in words: "2 Fehler, 1 Warnung", "keine", "nicht geprüft"
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
	Err    error      // reading the list
	Fault  error      // the last action
	Open   []Proposal // drops that wait for a person's word
	taken  Added      // the last intake, which can be taken back
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
		if x.fits(p.Filter) && x.holds(search) {
			p.Rows = append(p.Rows, p.row(x))
		}
	}
	p.redraw()
}

func (x Portion) fits(f Filter) bool {
	switch f {
	case InWork, "":
		return !x.ended()
	case ToDo:
		return x.Running == nil && Next(x) != StepNone && !x.ended() && x.State != transfer.Sent && x.State != transfer.Confirmed
	case Active:
		return x.Running != nil || x.Sending != nil && x.Sending.Stand == Sends
	case Closed:
		return x.ended()
	case "accepted":
		return x.State.Appraisable()
	case "checked":
		return x.State == transfer.Checked || x.State == transfer.Returned
	}
	return x.State == transfer.State(f)
}

// ended tells whether nothing is to be done at a portion any more: closed, or discarded.
func (x Portion) ended() bool { return x.State == transfer.Closed || x.State == transfer.Discarded }

// holds tells whether the words of a portion hold what is searched, in lower case.
func (x Portion) holds(search string) bool {
	return strings.Contains(strings.ToLower(x.Name+" "+x.Agency+" "+x.ID+" "+x.KindLabel), search)
}

// Count gives how many portions a filter would show, with the search in force.
func (p *Presenter) Count(f Filter) int { return p.count(f, strings.ToLower(p.Search)) }

// All gives how many portions a filter holds, whatever is searched.
func (p *Presenter) All(f Filter) int { return p.count(f, "") }

func (p *Presenter) count(f Filter, search string) int {
	n := 0
	for _, x := range p.all {
		if x.fits(f) && x.holds(search) {
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
	r.Second, r.Found = r.KindLabel, p.found(x)
	if g := x.Sending; g != nil {
		r.Word, r.Mark.Tone = w.T("inbox.sending."+string(g.Stand), g.Confirmed, g.Of), g.Stand.tone()
		if r.Second = g.Reason; r.Second == "" && g.Again {
			r.Second = w.T("inbox.sending.again")
		}
		r.Second = cmp.Or(r.Second, r.KindLabel)
	}
	if x.Err != "" {
		r.Second = x.Err
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

// found says in words what the check found.
func (p *Presenter) found(x Portion) string {
	if !x.Checked {
		return p.words.T("inbox.found.unchecked")
	}
	var out []string
	for _, c := range []struct {
		key string
		n   int
	}{{"inbox.found.errors", x.Errors}, {"inbox.found.warnings", x.Warnings}, {"inbox.found.notes", x.Notes}} {
		if c.n > 0 {
			out = append(out, p.words.N(c.key, c.n))
		}
	}
	if len(out) == 0 {
		return p.words.T("inbox.found.none")
	}
	return strings.Join(out, ", ")
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

// Check starts the check of a portion.
func (p *Presenter) Check(id string) {
	p.do(func(ctx context.Context) error { return p.src.Check(ctx, id) }, nil)
}

// CheckAll starts the check of those among the rows that wait for it, and tells how many.
func (p *Presenter) CheckAll(rows []int) int {
	n := 0
	for _, i := range rows {
		if i >= 0 && i < len(p.Rows) && Next(p.Rows[i].Portion) == StepCheck {
			p.Check(p.Rows[i].ID)
			n++
		}
	}
	return n
}

// CancelAll stops the checks among the rows that run; what is checked so far is kept.
func (p *Presenter) CancelAll(rows []int) {
	for _, i := range rows {
		if i >= 0 && i < len(p.Rows) && p.Rows[i].Running != nil {
			p.Cancel(p.Rows[i].ID)
		}
	}
}

// Cancel stops a check; what is checked so far is kept.
func (p *Presenter) Cancel(id string) {
	p.do(func(ctx context.Context) error { return p.src.Cancel(ctx, id) }, nil)
}

// Pick runs a native dialog in the background and adds what was picked.
func (p *Presenter) Pick(pick func(context.Context) ([]string, error), done func(taken int)) {
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
	p.then(work, func(err error) {
		if err == nil && done != nil {
			done()
		}
	})
}

func (p *Presenter) then(work func(context.Context) error, done func(error)) {
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.fail(err)
		done(err)
		p.loader.Reload()
	})
}

func (p *Presenter) fail(err error) {
	p.Fault = err
	p.redraw()
}

// Solved takes the fault of the last action away.
func (p *Presenter) Solved() { p.fail(nil) }
