// Package model is what the screen of one portion shows and offers, without a face:
// the slip, the findings in groups with their ways out, the files in pages, the tree
// of records, and the one next step with the decisions beside it. Whether a decision
// is allowed decides the workspace.
package model

import (
	"context"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/viewer"
	pageview "laufzettel/views/pageview/model"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Detail is all there is to know of one portion.
type Detail struct {
	ID        string
	Name      string
	Agency    string
	Kind      string
	KindLabel string
	State     transfer.State
	Checked   bool     // a check has been made: no findings means nothing was found
	Next      Verb     // the one next step, as the workspace says; DoNothing where it waits for others
	Divides   bool     // its packages can be split into parts of so many files (C10)
	Kinds     []Choice // what it can be checked as instead
	// Allowed are the decisions the workspace would take now; nil: as the ways out
	// of the findings say.
	Allowed []Verb
	// Offer is the number of the offer that would stand with nothing in it, were the portion
	// discarded; "" where none would.
	Offer     string
	Steps     []Step
	Findings  []Finding
	FileCount int
	Records   []Node
	Sealed    string // why the records may not be seen by who works here, "" where they may
	Messages  []Message
	Events    []Event
	Checks    []Check // failed first, then warned, not made, passed
	Whole     bool    // every mandatory check was made wholly
	Facts     []Fact
	Running   *Running
	Held      Held   // of its packages that wait in the outbox
	Rules     string // "Geprüft mit Laufzettel 1.0, Regelstand 2026-11"
}

// Held are jobs of the portion that go on only after somebody has looked at them.
type Held struct {
	Jobs int
	Why  string // the last answer to the first of them
}

// StepState is the mark of a step.
type StepState string

// The states of a step.
const (
	StepOpen    StepState = "open"
	StepNext    StepState = "next"
	StepDone    StepState = "done"
	StepStopped StepState = "stopped"
)

// Step is one line of the large slip.
type Step struct {
	State StepState
	Name  string
	At    time.Time
	Who   string // person or program, and outcome: "Laufzettel 1.0, 13 min 41 s"
}

// Finding is one fact about the material; Ways are check.WayOut values.
type Finding struct {
	Code            string
	Severity        check.Severity
	Title, Cause    string // Cause parts findings of one code that want different remedies
	Path            string
	Spot            string // where Path is opened instead: in the list that names it
	Nowhere         bool   // there is nothing to open: what Path names did not come
	Expected, Found string
	Remedy          string
	Ways            []string
	Further         int // how many more of its code it stands for, 0 = itself
}

// Node is one object of the record tree, in reading order.
type Node struct {
	ID, Number, Title, Span, Suggestion string
	Level, Count                        int
	Leaf                                bool
}

// Message is one message of the procedure.
type Message struct {
	At         time.Time
	Kind, File string
	Key        string // what OpenMessage takes; "": there is nothing to look at
	Claim      bool   // our final letter of a claim
}

// Event is one entry of the protocol.
type Event struct {
	At                 time.Time
	Who, What, Outcome string
}

// Check is one check made, or not made or made in part, with the reason.
type Check struct {
	Name, Detail string
	State        check.DoneState
	// Failed and Warned count what it found; Shared: with the other checks of the kind,
	// the codes do not tell which of them.
	Failed, Warned int
	Shared         bool
}

// Mark is the sign of a check: a tick only where it was made wholly and found nothing.
func (c Check) Mark() present.CheckMark {
	switch {
	case c.Failed > 0 && !c.Shared:
		return present.CheckFailed
	case c.Shared && c.State == check.NotDone: // what was found, others of the kind found
		return present.CheckNot
	case c.Failed+c.Warned > 0:
		return present.CheckWarned
	case c.State == check.NotDone:
		return present.CheckNot
	case c.State == check.Partial:
		return present.CheckPartly
	}
	return present.CheckPassed
}

// Said tells what a check found, was made with, or why not.
func (c Check) Said(w *words.Words) string {
	var out []string
	switch {
	case c.Shared && c.State == check.NotDone: // the counts are those of the others
	case c.Shared && c.Failed+c.Warned > 0:
		out = append(out, w.T("portion.checks.shared"))
	case c.Failed > 0:
		out = append(out, w.N("portion.checks.failed", c.Failed))
	case c.Warned > 0:
		out = append(out, w.N("portion.checks.warned", c.Warned))
	}
	if c.State == check.NotDone {
		out = append(out, w.T("portion.checks.notdone", c.Detail))
	} else if c.Detail != "" {
		out = append(out, c.Detail)
	}
	return strings.Join(out, " · ")
}

// Fact is a statement about the delivery.
type Fact struct {
	Label, Value string
	Mono         bool
}

// File is one delivered file.
type File struct {
	Path, Format, PUID, Digest string
	Bytes                      int64
	Checked                    bool
	Worst                      check.Severity // hardest of what was found about it, "" = nothing
}

// Running is the progress of work at this portion.
type Running struct {
	Phase  string
	At, Of int
	Done   int64
	Total  int64 // 0: unknown
	Rate   float64
	Left   time.Duration
}

// Letter is the claim letter before it is final.
type Letter struct {
	To, Subject, Text string
	Causes            []Point // all ticked at first: what the letter asks to be mended
	Aside             []Point // notes, told only where a person ticks them
}

// Point is something the letter tells where it is ticked.
type Point struct {
	Code, Title string
	Count       int
	Ticked      bool
}

// Source is all of the workspace this screen may see.
type Source interface {
	Portion(ctx context.Context, id string) (Detail, error)
	Files(ctx context.Context, id string, offset, limit int) ([]File, error)
	Letter(ctx context.Context, id string) (Letter, error)
	Act(ctx context.Context, id string, a Action) error
	Subscribe(changed func()) (cancel func())
	// Open opens a delivered file for looking at. place is its path or the place a finding
	// names; of a place with a line its text is opened line by line. "" opens the database
	// the delivery is: its tables, their rows and what the keys lead to.
	Open(ctx context.Context, id, place string) (viewer.Document, error)
	// Spot parts a place into path and line, from 1; 0: it names none.
	Spot(place string) (path string, line int)
	// OpenMessage opens what came or was written, by the key of a Message.
	OpenMessage(ctx context.Context, id, key string) (viewer.Document, error)
	// OpenSource opens a part of an open document: an attachment, a cell.
	OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error)
	// Preview keeps the letter as it is typed and opens it as the page it will be.
	Preview(ctx context.Context, id string, a Action) (viewer.Document, error)
}

// Verb names what is done to a portion.
type Verb string

// The verbs.
const (
	DoCheck     Verb = "check" // Text: the kind to check it as, "" = recognise
	DoCancel    Verb = "cancel"
	DoAccept    Verb = "accept"
	DoException Verb = "exception" // Text: the reason
	DoReturn    Verb = "return"    // Subject, Text: the letter, final
	DoStop      Verb = "stop"      // Text: the reason
	DoPackage   Verb = "package"   // Text: most files of a package, "" = as the profile says
	DoConvert   Verb = "convert"   // a second representation of its packages (A10)
	DoSend      Verb = "send"
	DoClear     Verb = "clear" // gives free for deletion at the source
	DoClose     Verb = "close"
	DoReceipt   Verb = "receipt" // writes the letter of receipt and opens it; Text Here: does not open it
	DoReport    Verb = "report"  // the same of the report
	DoMail      Verb = "mail"    // opens the final letter as a draft in the mail program
	DoKeep      Verb = "keep"    // Text: the folder the final letter is laid into
	DoVeraPDF   Verb = "verapdf" // veraPDF judges the PDF files again
	DoPlace     Verb = "place"   // Text: path inside the portion
	DoMessage   Verb = "message" // Text: key of a message that is opened outside
	DoSite      Verb = "site"    // shows the archived web area in the system browser
	DoAppraise  Verb = "appraise"
	DoReader    Verb = "reader"
	DoReopen    Verb = "redeliver"
	DoDiscard   Verb = "discard"  // Text: the reason, Subject: where the medium went
	DoWithdraw  Verb = "withdraw" // the same, and the offer it came with
	DoJobs      Verb = "jobs"     // looks at jobs that stand still
	DoNothing   Verb = ""
)

// Here, as the text of an act that writes a paper, leaves it to the screen to show it: no
// foreign program is started.
const Here = "here"

// Action is one act with what it needs.
type Action struct {
	Verb          Verb
	Subject, Text string
	Mention       string // of DoReturn: codes of the notes that the letter tells, parted by blanks
	// Leave, of DoReturn: codes of the causes that the letter leaves out; nil: as the draft has it.
	Leave []string
}

// Presenter holds what the portion screen shows. It belongs to the UI thread.
type Presenter struct {
	words  *words.Words
	src    Source
	run    present.Dispatcher
	loader *present.Loader[Detail]
	stop   func()
	redraw func()
	ID     string
	folded map[string]bool // closed dossiers of the tree
	pages  map[int][]File
	asked  map[int]bool
	only   map[check.Severity]bool
	search string
	life   int
	hidden bool // by another screen

	Detail Detail
	Groups []Group
	Loaded bool
	Err    error
	Fault  error
	Busy   Verb
	// Filled is called when a page of files has arrived.
	Filled func()
	// Look is what the page view shows beside the tabs; no key: it is closed.
	Look pageview.Ref
	// drafts counts the letters shown while they are typed.
	drafts int
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw, Filled: func() {}}
	// The id is read on the UI thread before the work starts; see Load.
	p.loader = present.NewLoader(run, func(context.Context) (Detail, error) { return Detail{}, nil }, p.show)
	p.stop = src.Subscribe(func() {
		run.UI(func() {
			if !p.hidden {
				p.Reload()
			}
		})
	})
	return p
}

// Load shows another portion; what is under way for the one before is dropped.
func (p *Presenter) Load(id string) {
	p.ID, p.life, p.hidden = id, p.life+1, false
	p.Detail, p.Groups, p.Loaded, p.Err, p.Fault, p.Busy = Detail{ID: id}, nil, false, nil, nil, DoNothing
	p.Look = pageview.Ref{}
	p.folded, p.only, p.search = map[string]bool{}, map[check.Severity]bool{}, ""
	p.forget()
	p.loader.Close()
	p.loader = present.NewLoader(p.run, func(ctx context.Context) (Detail, error) { return p.src.Portion(ctx, id) }, p.show)
	p.loader.Reload()
	p.redraw()
}

// Hide tells that another screen is shown: a delivery of a hundred thousand files is not read
// anew for nobody. The screen reloads when it is shown again.
func (p *Presenter) Hide() { p.hidden = true }

// Reload reads the portion anew.
func (p *Presenter) Reload() {
	p.hidden = false
	if p.ID != "" {
		p.loader.Reload()
	}
}

// Close ends the background work of the screen.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

func (p *Presenter) show(d Detail, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		if d.FileCount != p.Detail.FileCount || d.State != p.Detail.State {
			p.forget()
		}
		p.Detail = d
		p.Groups = group(d.Findings, d.Running == nil)
	}
	p.redraw()
}

// ---- findings

// Ways gives the ways out common to all errors and warnings; nothing in the way
// gives none.
func (p *Presenter) Ways() []string {
	var common []string
	first := true
	for _, f := range p.Detail.Findings {
		switch {
		case f.Severity == check.Note:
		case first:
			common, first = slices.Clone(f.Ways), false
		default:
			common = slices.DeleteFunc(common, func(w string) bool { return !slices.Contains(f.Ways, w) })
		}
	}
	return common
}

// Offered gives the decisions offered for a checked portion beside the primary one.
func (p *Presenter) Offered() []Verb {
	if p.Detail.State != transfer.Checked || p.Detail.Running != nil {
		return nil
	}
	if p.Detail.Allowed != nil {
		primary := p.Primary()
		return slices.DeleteFunc(slices.Clone(p.Detail.Allowed), func(v Verb) bool { return v == primary })
	}
	ways := p.Ways()
	var out []Verb
	if p.Count(check.Error)+p.Count(check.Warning) == 0 {
		out = append(out, DoAccept)
	}
	if slices.Contains(ways, "return") || slices.Contains(ways, "ask") {
		out = append(out, DoReturn)
	}
	if slices.Contains(ways, "exception") {
		out = append(out, DoException)
	}
	if slices.Contains(ways, "stop") {
		out = append(out, DoStop)
	}
	primary := p.Primary()
	return slices.DeleteFunc(out, func(v Verb) bool { return v == primary })
}

// Primary gives the one next step; nothing while work runs.
func (p *Presenter) Primary() Verb {
	if p.Detail.Running != nil || !p.Loaded {
		return DoNothing
	}
	if p.Detail.Next == DoSend && p.Detail.Held.Jobs > 0 { // sending once more would change nothing
		return DoJobs
	}
	return p.Detail.Next
}

// Discards tells whether the portion may be taken back as a wrong intake: nobody has
// accepted or returned it, and no work runs at it.
func (p *Presenter) Discards() bool {
	return p.Loaded && p.Detail.Running == nil && p.Busy == DoNothing && p.Detail.State.May(transfer.Discarded)
}

// Do acts on the portion; done is called on success.
func (p *Presenter) Do(a Action, done func()) {
	id, life := p.ID, p.life
	p.Busy = a.Verb
	p.redraw()
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return p.src.Act(ctx, id, a) }, func(err error) {
		if life != p.life {
			return
		}
		p.Busy, p.Fault = DoNothing, err
		if err == nil && done != nil {
			done()
		}
		p.redraw()
		p.loader.Reload()
	})
}

// Letter drafts the claim letter and hands it over on the UI thread.
func (p *Presenter) Letter(take func(Letter)) {
	id, life := p.ID, p.life
	var l Letter
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		l, err = p.src.Letter(ctx, id)
		return err
	}, func(err error) {
		if life != p.life {
			return
		}
		if p.Fault = err; err != nil {
			p.redraw()
			return
		}
		take(l)
	})
}

// Solved takes the fault of the last action away.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
}

// MaxSplit bounds what can be asked for; more files than that nobody splits by.
const MaxSplit = 1_000_000

// Choice is a kind of deliveries a portion can be checked as.
type Choice struct{ Name, Label string }

// layoutCodes are the findings whose way out may be a layout of the profile: nobody knew
// the delivery, or its statements stand in elements nobody knows.
var layoutCodes = []string{"KND-003", "KND-004", "REG-005", "HRG-020", "DMS-001", "LAY-001", "LAY-002", "LAY-003"}

// Mappable tells whether mapping the layout of the delivery may help.
func (p *Presenter) Mappable() bool {
	return p.Detail.Running == nil && slices.ContainsFunc(p.Detail.Findings,
		func(f Finding) bool { return slices.Contains(layoutCodes, f.Code) })
}

// Converts tells whether a second representation of the packages can be made
// (A10): of what is packaged, never of registers and signed originals.
func (p *Presenter) Converts() bool {
	d := p.Detail
	switch d.State {
	case transfer.Packaged, transfer.Sent, transfer.Confirmed:
		return d.Running == nil && d.Kind != "register" && d.Kind != "norm"
	}
	return false
}
