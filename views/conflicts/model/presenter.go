// Package model is what the screen of loans shows and offers, without a face: the
// portions shared for appraisal, where each stands, and the decisions that stand
// against each other.
package model

import (
	"context"
	"time"

	"laufzettel/viewer"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Stand is where a shared portion stands, seen from here.
type Stand string

// The stands.
const (
	Free     Stand = "free"     // the archive gives it out, nobody has it
	Out      Stand = "out"      // somebody else has it
	Mine     Stand = "mine"     // taken out to this workspace
	Expired  Stand = "expired"  // was taken out, the lease has run out
	Given    Stand = "given"    // given out from here
	Sending  Stand = "sending"  // being given out
	Returned Stand = "returned" // given back
	Ended    Stand = "ended"    // no longer given out
)

// Item is one portion that is shared through the archive.
type Item struct {
	ID      string // of the work list, else of the portion
	Portion string // here, "" while only at the archive
	Title   string
	Detail  string // who, until when, how much is open
	Stand   Stand
	Unsent  int // decisions the archive does not have yet
	Waiting int // conflicts and proposals
}

// Side is one of the decisions that stand against each other.
type Side struct {
	Letter string // A, V or B
	Who    string // person and office
	At     time.Time
	Why    string
	Late   bool // came after the lease had run out: a proposal
}

// Dispute is an object a person has to look at.
type Dispute struct {
	Portion, Object string
	Title           string
	Conflict        bool
	Sides           []Side
}

// Choice is a portion that may be given out.
type Choice struct{ ID, Title string }

// Parcel is a package the archive offers for reading.
type Parcel struct{ ID, Title, Detail string }

// State is a snapshot of the screen.
type State struct {
	Items    []Item
	Disputes []Dispute
	Choices  []Choice
	Parcels  []Parcel
	Asked    time.Time // when the archive was last asked, zero: not yet
}

// Source is all this screen may see and do.
type Source interface {
	Loans(ctx context.Context) (State, error)
	// Ask asks the archive for its work lists; Loans shows them afterwards.
	Ask(ctx context.Context) error
	Publish(ctx context.Context, portion string) error
	// Take takes a portion out; warning tells of an unprotected disk.
	Take(ctx context.Context, work string, days int, release bool) (warning string, err error)
	Return(ctx context.Context, portion string, remove bool) error
	End(ctx context.Context, portion string) error
	Sync(ctx context.Context) error
	// Read fetches a package for reading, Leave ends it.
	// application is the number of a granted application, for a closed one.
	Read(ctx context.Context, parcel, application string) error
	Leave(ctx context.Context, parcel string) error
	Settle(ctx context.Context, portion, object, letter, reason string) error
	// About tells of an object: what it is, its documents, every decision on it. Open opens
	// one of the documents, OpenSource a part of an open one.
	About(ctx context.Context, portion, object string) (About, error)
	Open(ctx context.Context, portion, document string) (viewer.Document, error)
	OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error)
	Subscribe(changed func()) (cancel func())
}

// Act is what a shared portion asks for next.
type Act string

// The acts.
const (
	DoNothing Act = ""
	DoTake    Act = "take"
	DoExtend  Act = "extend"
	DoReturn  Act = "return"
	DoEnd     Act = "end"
)

// Next gives the next step of a portion.
func Next(it Item) Act {
	switch it.Stand {
	case Free, Out: // one that is out may still be taken for release
		return DoTake
	case Mine:
		return DoReturn
	case Expired:
		return DoExtend
	case Given:
		return DoEnd
	}
	return DoNothing
}

// Presenter holds what the screen shows. It belongs to the UI thread.
type Presenter struct {
	words   *words.Words
	src     Source
	run     present.Dispatcher
	loader  *present.Loader[State]
	stop    func()
	redraw  func()
	State   State
	Loaded  bool
	Busy    bool   // an act of a person is under way
	Offline string // why the archive could not be asked
	Warning string // about an unprotected disk
	Err     error
	Fault   error
	explain func(error) string
}

// NewPresenter makes a presenter; redraw is called after each change, explain
// gives the German sentence of a fault.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw func(), explain func(error) string) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw, explain: explain}
	p.loader = present.NewLoader(run, src.Loans, p.show)
	p.stop = src.Subscribe(func() { run.UI(p.loader.Reload) })
	return p
}

// Close ends the background work of the screen.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

// Reload reads what is here and asks the archive; without a connection what is
// here stays on show.
func (p *Presenter) Reload() {
	p.loader.Reload()
	present.Do(p.loader.Context(), p.run, p.src.Ask, func(err error) {
		p.Offline = ""
		if err != nil {
			p.Offline = p.explain(err)
		}
		p.redraw()
		p.loader.Reload()
	})
}

func (p *Presenter) show(s State, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		p.State = s
	}
	p.redraw()
}

// Label writes what an item offers, "" for nothing.
func (p *Presenter) Label(it Item) string {
	if a := Next(it); a != DoNothing {
		return p.words.T("conflicts.do." + string(a))
	}
	return ""
}

// Stand writes the stand of an item.
func (p *Presenter) Stand(it Item) string { return p.words.T("conflicts.stand." + string(it.Stand)) }

// Open counts what waits for a person.
func (p *Presenter) Open() int { return len(p.State.Disputes) }

// Publish gives a portion out.
func (p *Presenter) Publish(portion string) {
	p.act(func(ctx context.Context) error { return p.src.Publish(ctx, portion) })
}

// Take takes a portion out.
func (p *Presenter) Take(work string, days int, release bool) {
	var warning string
	p.Warning = ""
	p.act(func(ctx context.Context) (err error) {
		warning, err = p.src.Take(ctx, work, days, release)
		return err
	}, func() { p.Warning = warning })
}

// Return gives a portion back.
func (p *Presenter) Return(portion string, remove bool) {
	p.act(func(ctx context.Context) error { return p.src.Return(ctx, portion, remove) })
}

// End ends the giving out.
func (p *Presenter) End(portion string) {
	p.act(func(ctx context.Context) error { return p.src.End(ctx, portion) })
}

// Sync exchanges decisions of everything shared.
func (p *Presenter) Sync() { p.act(p.src.Sync) }

// Read fetches a package for reading; done is called when it is here.
func (p *Presenter) Read(parcel, application string, done func()) {
	p.act(func(ctx context.Context) error { return p.src.Read(ctx, parcel, application) }, done)
}

// Leave ends the reading of a package.
func (p *Presenter) Leave(parcel string) {
	p.act(func(ctx context.Context) error { return p.src.Leave(ctx, parcel) })
}

// Settle ends a dispute.
func (p *Presenter) Settle(d Dispute, letter, reason string) {
	p.act(func(ctx context.Context) error { return p.src.Settle(ctx, d.Portion, d.Object, letter, reason) })
}

// Solved takes fault and warning away.
func (p *Presenter) Solved() {
	p.Fault, p.Warning = nil, ""
	p.redraw()
}

// act does one thing at a time; a second one meanwhile is not begun.
func (p *Presenter) act(work func(context.Context) error, then ...func()) {
	if p.Busy {
		return
	}
	p.Busy = true
	p.redraw()
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.Busy, p.Fault = false, err
		if err == nil {
			for _, f := range then {
				f()
			}
		}
		p.Reload()
		p.redraw()
	})
}

// Look reads what is here without asking the archive.
func (p *Presenter) Look() { p.loader.Reload() }
