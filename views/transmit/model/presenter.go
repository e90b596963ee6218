// Package model is what the screen of transmission shows and offers, without a face:
// the channel, the queue, the receipts, the plans of fetching, the replies, and how
// far each clearance is (requirements A19, C8, E4, E5, E10).
package model

import (
	"context"
	"slices"
	"time"

	"laufzettel/transfer"
	"laufzettel/views/present"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

// JobState is the state of a job in the queue (look.md 3).
type JobState string

// The states.
const (
	Waiting    JobState = "waiting"
	Sending    JobState = "sending"
	Paused     JobState = "paused"
	NeedsYou   JobState = "needs-you"
	NeedsAdmin JobState = "needs-admin"
	Damaged    JobState = "damaged"
	Done       JobState = "done"
)

// Direction is which way a job goes.
type Direction string

// The directions.
const (
	Up       Direction = "up"
	Down     Direction = "down"
	Conflict Direction = "conflict"
)

// Job is one row of the queue. Answer is the last answer in plain words.
type Job struct {
	ID          string
	Direction   Direction
	Name        string
	Answer      string
	State       JobState
	Done, Total int64 // bytes
	Rate        float64
	Left        time.Duration
	Action      string      // what the job asks for, "" = the usual of its state
	Target      route.Route // where that leads
	// Renumber says that the archive refused the package for its reference code: only
	// another code helps (A34).
	Renumber bool
}

// Receipt is one receipt of the archive. Only what was verified is kept.
type Receipt struct {
	ID, Package, Digest string
	At                  time.Time
	// Alone: the package it is for does not lie here, so there is nothing to verify it
	// against; it was verified when it came.
	Alone bool
}

// Cell is one statement of the channel strip.
type Cell struct {
	Tone                transfer.Tone // note: it waits for something
	Icon, Title, Detail string
	Mono                bool
}

// Line is one line of the history of a job.
type Line struct {
	At   time.Time
	Text string
}

// State is a snapshot of the screen.
type State struct {
	Cells    []Cell
	Jobs     []Job
	Receipts []Receipt
	Replies  []Reply
	Plans    []Plan
	// Clearances are the deliveries whose deletion at the source is cleared or waits
	// for it.
	Clearances []Clearance
	Offline    time.Time // zero: connected; else since when there is no connection
	Held       bool      // all is paused
	Limit      string    // for the status bar: "Bandbreite: unbegrenzt"
}

// Verdict is the outcome of verifying one receipt.
type Verdict struct {
	OK      bool
	Missing bool   // what the receipt stands for does not lie beside it: nobody compared anything
	Text    string // sentences: what was compared, what it means
}

// Heading gives the key of what stands above the sentences, and its tone: what nobody
// compared is not verified, in the window and in the browser.
func (v Verdict) Heading() (key string, tone transfer.Tone) {
	switch {
	case !v.OK:
		return "transmit.mismatch.title", transfer.ToneError
	case v.Missing:
		return "transmit.unseen.title", transfer.ToneWarn
	}
	return "transmit.verified.title", transfer.ToneOK
}

// Source is all of the queue this screen may see.
type Source interface {
	Transmit(ctx context.Context) (State, error)
	History(ctx context.Context, job string) ([]Line, error)
	HoldAll(ctx context.Context, hold bool) error
	Hold(ctx context.Context, job string) error
	Retry(ctx context.Context, job string) error
	Cancel(ctx context.Context, job string) error
	// Renumber builds the package of a job anew under the next free reference code, or
	// all of its delivery that were refused for theirs, and queues them.
	Renumber(ctx context.Context, job string, all bool) error
	// Verify checks a receipt: one of the list by id, or a file by path.
	Verify(ctx context.Context, idOrPath string) (Verdict, error)
	// Fetch asks the archive for what lies there for us: letters, archive ids; the
	// text says in German what came.
	Fetch(ctx context.Context) (string, error)
	// Reply puts one of the messages of State.Replies into the queue.
	Reply(ctx context.Context, id, code, to string) error
	// AddPlan enters a plan, or changes the one of the same link; ActPlan does
	// something with one.
	AddPlan(ctx context.Context, p NewPlan) error
	ActPlan(ctx context.Context, id string, act PlanAct) error
	// ReportDeletion tells the archive that this office has deleted what was cleared.
	ReportDeletion(ctx context.Context, accession, note string) error
	Subscribe(changed func()) (cancel func())
}

// Presenter holds what the screen shows. It belongs to the UI thread.
type Presenter struct {
	words   *words.Words
	src     Source
	run     present.Dispatcher
	loader  *present.Loader[State]
	stop    func()
	redraw  func()
	job     string
	asked   int
	State   State
	History []Line
	Loaded  bool
	Err     error
	Fault   error
	Verdict *Verdict
	Fetched string // what the last fetch brought
	Busy    bool   // a fetch is under way
	// PlanFault is what the last act on a plan said; the sheet of plans shows it.
	PlanFault error
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw}
	p.loader = present.NewLoader(run, src.Transmit, p.show)
	p.stop = src.Subscribe(func() { run.UI(p.loader.Reload) })
	return p
}

// Reload reads everything anew.
func (p *Presenter) Reload() { p.loader.Reload() }

// Close ends the background work of the screen; sending goes on.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

// urgency orders the queue: what needs somebody, what moves, what waits, what is done.
var urgency = map[JobState]int{Damaged: 0, NeedsYou: 1, NeedsAdmin: 1, Sending: 2, Waiting: 3, Paused: 3, Done: 4}

func (p *Presenter) show(s State, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		slices.SortStableFunc(s.Jobs, func(a, b Job) int { return urgency[a.State] - urgency[b.State] })
		p.State = s
	}
	p.redraw()
	if p.job != "" {
		p.load(p.job)
	}
}

// Choose shows the history of a job; a late answer for another one is dropped.
func (p *Presenter) Choose(job string) {
	if job == p.job {
		return
	}
	p.job, p.History = job, nil
	p.redraw()
	if job != "" {
		p.load(job)
	}
}

func (p *Presenter) load(job string) {
	p.asked++
	asked := p.asked
	var lines []Line
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		lines, err = p.src.History(ctx, job)
		return err
	}, func(err error) {
		if asked != p.asked || job != p.job {
			return
		}
		if err != nil {
			p.Fault = err
		} else {
			p.History = lines
		}
		p.redraw()
	})
}

// Index finds a job, -1 if it is gone.
func (p *Presenter) Index(id string) int {
	for i, j := range p.State.Jobs {
		if j.ID == id {
			return i
		}
	}
	return -1
}

// NeedYou counts the jobs that wait for somebody.
func (p *Presenter) NeedYou() int {
	n := 0
	for _, j := range p.State.Jobs {
		if j.State == NeedsYou || j.State == NeedsAdmin || j.State == Damaged {
			n++
		}
	}
	return n
}

// Verb is what can be done with a job.
type Verb string

// The verbs.
const (
	DoNothing Verb = ""
	DoFollow  Verb = "follow" // lead to the job's target
	DoRetry   Verb = "retry"
	DoHold    Verb = "hold"
	// DoRenumber asks whether the package gets another reference code.
	DoRenumber Verb = "renumber"
)

// Next tells what the row and the primary button offer for a job.
func Next(j Job) Verb {
	switch {
	case j.Target.Screen != "":
		return DoFollow
	case j.State == Sending:
		return DoHold
	case j.State == Done:
		return DoNothing
	case j.Renumber && j.State == NeedsYou:
		return DoRenumber
	}
	return DoRetry
}

// Label writes what a job offers.
func (p *Presenter) Label(j Job) string {
	if j.Action != "" {
		return j.Action
	}
	if v := Next(j); v != DoNothing {
		return p.words.T("transmit.do." + string(v) + "." + string(j.State))
	}
	return ""
}

// Amount writes how far a sending job is.
func (p *Presenter) Amount(j Job) string {
	return p.words.T("transmit.amount", p.words.Bytes(j.Done), p.words.Bytes(j.Total))
}

// Do acts on a job: retry or hold.
func (p *Presenter) Do(j Job) {
	switch Next(j) {
	case DoHold:
		p.act(func(ctx context.Context) error { return p.src.Hold(ctx, j.ID) })
	case DoRetry:
		p.Again(j.ID)
	}
}

// Cancel takes a job out of the queue; the view has asked before.
func (p *Presenter) Cancel(id string) {
	p.act(func(ctx context.Context) error { return p.src.Cancel(ctx, id) })
}

// Renumber gives the package of a job, or all that were refused with it, another
// reference code; the view has asked before.
func (p *Presenter) Renumber(id string, all bool) {
	p.act(func(ctx context.Context) error { return p.src.Renumber(ctx, id, all) })
}

// Cancellable gives the jobs among the rows that can still be taken out, and the name
// of the first.
func (p *Presenter) Cancellable(rows []int) (ids []string, name string) {
	for _, i := range rows {
		if i < 0 || i >= len(p.State.Jobs) || p.State.Jobs[i].State == Done {
			continue
		}
		if len(ids) == 0 {
			name = p.State.Jobs[i].Name
		}
		ids = append(ids, p.State.Jobs[i].ID)
	}
	return ids, name
}

// AgainAll tries those among the rows that can be tried as they are.
func (p *Presenter) AgainAll(rows []int) {
	for _, i := range rows {
		if i >= 0 && i < len(p.State.Jobs) && Next(p.State.Jobs[i]) == DoRetry {
			p.Again(p.State.Jobs[i].ID)
		}
	}
}

// Urgency orders jobs by what they ask of somebody.
func Urgency(j Job) int { return urgency[j.State] }

// Again tries a job as it is.
func (p *Presenter) Again(id string) {
	p.act(func(ctx context.Context) error { return p.src.Retry(ctx, id) })
}

// ToggleAll pauses everything or goes on; no attempt is lost.
func (p *Presenter) ToggleAll() {
	hold := !p.State.Held
	p.act(func(ctx context.Context) error { return p.src.HoldAll(ctx, hold) })
}

// Verifiable tells whether the receipt at i can be verified again here.
func (p *Presenter) Verifiable(i int) bool {
	return i >= 0 && i < len(p.State.Receipts) && !p.State.Receipts[i].Alone
}

// Verify checks a receipt of the list or of a file.
func (p *Presenter) Verify(idOrPath string) {
	var v Verdict
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		v, err = p.src.Verify(ctx, idOrPath)
		return err
	}, func(err error) {
		p.Fault, p.Verdict = err, nil
		if err == nil {
			p.Verdict = &v
		}
		p.redraw()
		p.loader.Reload()
	})
}

// Fetch asks the archive for what lies there; one at a time.
func (p *Presenter) Fetch() {
	if p.Busy {
		return
	}
	p.Busy = true
	p.redraw()
	var text string
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		text, err = p.src.Fetch(ctx)
		return err
	}, func(err error) {
		p.Busy, p.Fault, p.Fetched = false, err, ""
		if err == nil {
			p.Fetched = text
		}
		p.redraw()
		p.loader.Reload()
	})
}

// Solved takes fault, verdict and what was fetched away.
func (p *Presenter) Solved() {
	p.Fault, p.Verdict, p.Fetched = nil, nil, ""
	p.redraw()
}

func (p *Presenter) act(work func(context.Context) error) {
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.Fault = err
		p.redraw()
		p.loader.Reload()
	})
}
