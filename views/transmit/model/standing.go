package model

import (
	"context"

	"laufzettel/views/present"
)

// Clearance is how far the clearance for deletion of one delivery is (A19, C8): a
// line of the standing list. Text says what it means for whoever may delete.
type Clearance struct {
	ID     string // accession
	Title  string
	Given  int
	Of     int
	Text   string
	Lines  []string // the confirmations that are there
	Due    bool     // one is missing, or the act that clears
	Report bool     // complete, and the deletion here is still to be reported
}

// Standing is how far a clearance is.
type Standing string

// The standings.
const (
	Awaited    Standing = "awaited"    // a confirmation is missing, or the act that clears
	Reportable Standing = "reportable" // complete, the deletion is still to be reported
	Given      Standing = "given"
)

// Standing tells how far it is: a clearance is never shown as given while one of its
// confirmations is missing.
func (c Clearance) Standing() Standing {
	switch {
	case c.Due:
		return Awaited
	case c.Report:
		return Reportable
	}
	return Given
}

// Due counts the clearances that are not complete.
func (p *Presenter) Due() int {
	n := 0
	for _, c := range p.State.Clearances {
		if c.Due {
			n++
		}
	}
	return n
}

// Count writes "1 von 2".
func (p *Presenter) Count(c Clearance) string {
	return p.words.T("transmit.clearance.count", p.words.Int(int64(c.Given)), p.words.Int(int64(c.Of)))
}

// ReportDeletion tells the archive that the source has deleted; a clearance that is
// not complete is never reported.
func (p *Presenter) ReportDeletion(c Clearance, note string) {
	if !c.Report {
		return
	}
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return p.src.ReportDeletion(ctx, c.ID, note) },
		func(err error) {
			p.Fault = err
			p.redraw()
			p.loader.Reload()
		})
}

// Plan is a link that is looked behind in a rhythm (E10).
type Plan struct {
	ID, Name, Link string
	Told           string // rhythm, next run and last outcome, in words
	Paused         bool
}

// NewPlan is a plan as typed: the link, its digest or the link to it, the rhythm
// (30m, 6h, 1d, 2w), and when it runs first ("" = at once).
type NewPlan struct{ Link, Digest, Every, First string }

// PlanAct is what can be done with a plan.
type PlanAct string

// The acts on a plan.
const (
	RunPlan    PlanAct = "run"
	PausePlan  PlanAct = "pause"
	ResumePlan PlanAct = "resume"
	RemovePlan PlanAct = "remove"
)

// AddPlan enters a plan; done is called when it was taken.
func (p *Presenter) AddPlan(x NewPlan, done func()) {
	p.plan(func(ctx context.Context) error { return p.src.AddPlan(ctx, x) }, done)
}

// ActPlan does something with a plan.
func (p *Presenter) ActPlan(id string, act PlanAct) {
	p.plan(func(ctx context.Context) error { return p.src.ActPlan(ctx, id, act) }, func() {})
}

func (p *Presenter) plan(work func(context.Context) error, done func()) {
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.PlanFault = err
		if err == nil {
			done()
		}
		p.redraw()
		p.loader.Reload()
	})
}

// Reply is a message that may be sent: the answer to a portion (0502, 0504, 0506,
// 0507), the clearance of an accession, a retention
// period or an archive id sent after the fact (E4, E5), or the note of an offer
// that is to be fetched (E10).
type Reply struct {
	ID, Code string
	Title    string
	To       string // the office it is for, as far as it is known
	Ask      string // what is to be filled in instead of an office, "" = the office
}

// Reply puts a message into the queue.
func (p *Presenter) Reply(r Reply, to string) {
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return p.src.Reply(ctx, r.ID, r.Code, to) }, func(err error) {
		p.Fault = err
		p.redraw()
		p.loader.Reload()
	})
}
