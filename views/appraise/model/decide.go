package model

import (
	"context"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
)

// action is one wish in the queue.
type action struct {
	portion string
	kind    string // decide, undo, redo, release
	ids     []string
	letter  string
	reason  string
	shown   map[string]bool // objects whose verdict is shown before it is stored
}

// Targets gives what a decision would concern: the marked units in the order of
// the list, else the selected object.
func (p *Presenter) Targets() []string {
	if len(p.Marked) > 0 {
		ids := slices.Collect(maps.Keys(p.Marked))
		slices.SortFunc(ids, func(a, b string) int { return p.Tree.Index[a] - p.Tree.Index[b] })
		return ids
	}
	if i, ok := p.Tree.Index[p.Current]; ok && p.Tree.Objects[i].Kind != PlanUnit {
		return []string{p.Current}
	}
	return nil
}

// Dossier gives the Akte that the selected object lies in, itself if it is one.
func (p *Presenter) Dossier() (id string, openUnits int) {
	i, ok := p.Tree.Index[p.Current]
	if !ok {
		return "", 0
	}
	for ; i >= 0; i = p.Tree.parent[i] {
		if p.Tree.Objects[i].Kind == Dossier {
			return p.Tree.Objects[i].ID, p.Tree.Units[i] - p.Tree.Done[i]
		}
	}
	return "", 0
}

// Reason is what stands in the field: the draft, else the stored reason.
func (p *Presenter) Reason() string {
	if p.MarkedReason != "" && len(p.Marked) > 0 {
		return p.MarkedReason
	}
	if r, ok := p.Drafts[p.Current]; ok {
		return r
	}
	if i, ok := p.Tree.Index[p.Current]; ok {
		if v := p.Tree.Verdict(i); !v.Inherited {
			return v.Reason
		}
	}
	return ""
}

// Write keeps what is being typed.
func (p *Presenter) Write(text string) {
	if p.Current == "" || text == p.Reason() || p.Portion.Finished {
		return
	}
	if p.MarkedReason != "" && len(p.Marked) > 0 {
		p.MarkedReason = text
		return
	}
	p.Drafts[p.Current] = text
	portion, object := p.Portion.ID, p.Current
	p.run.Background(func() {
		err := p.src.SaveDraft(context.Background(), portion, object, text)
		p.run.UI(func() {
			if err == nil {
				p.View.Saved()
			}
		})
	})
}

// Block appends text block n (from 0) to the reason and gives the new text.
func (p *Presenter) Block(n int) (string, bool) {
	all := p.Portion.Blocks.All()
	if n < 0 || n >= len(all) {
		return "", false
	}
	return p.Append(all[n])
}

// LastReason takes the reason given before: once the last, again the one before
// it, and so on round.
func (p *Presenter) LastReason() (string, bool) {
	list := p.Portion.Blocks.Last
	if len(list) == 0 || p.Current == "" {
		return "", false
	}
	now := strings.TrimSpace(p.Reason())
	next := 0
	for i, r := range list {
		if r == now {
			next = (i + 1) % len(list)
		}
	}
	p.Write(list[next])
	return list[next], true
}

func (p *Presenter) Append(block string) (string, bool) {
	if p.Current == "" {
		return "", false
	}
	text := strings.TrimSpace(p.Reason())
	if text != "" {
		text += " "
	}
	text += block
	p.Write(text)
	return text, true
}

// used remembers a reason as the last one.
func (p *Presenter) used(reason string) {
	if reason == "" {
		return
	}
	last := []string{reason}
	for _, r := range p.Portion.Blocks.Last {
		if r != reason && len(last) < keptReasons {
			last = append(last, r)
		}
	}
	p.Portion.Blocks.Last = last
}

// keptReasons is how many reasons given last are offered.
const keptReasons = 9

// Settle ends writing: a decided object keeps its letter and takes the new reason.
func (p *Presenter) Settle() {
	i, ok := p.Tree.Index[p.Current]
	if !ok {
		return
	}
	v := p.Tree.Verdict(i)
	text, drafted := p.Drafts[p.Current]
	if !p.Portion.Finished && drafted && v.Letter != "" && !v.Inherited && strings.TrimSpace(text) != v.Reason {
		p.enqueue(action{kind: "decide", ids: []string{p.Current}, letter: v.Letter, reason: strings.TrimSpace(text)})
	}
}

// Decide decides on the targets and goes on to the next open one.
func (p *Presenter) Decide(letter string) {
	ids := p.Targets()
	if len(ids) == 0 {
		p.View.Tell(p.words.T("appraise.nothing"))
		return
	}
	p.DecideOn(ids, letter)
}

// over tells, and says so, that the appraisal is closed: nothing is decided or undone any more.
func over(p *Presenter) bool {
	if p.Portion.Finished {
		p.View.Tell(p.words.T("appraise.over"))
	}
	return p.Portion.Finished
}

// DecideOn decides on objects with the reason in the field; not once the appraisal is closed.
func (p *Presenter) DecideOn(ids []string, letter string) {
	if over(p) {
		return
	}
	reason := strings.TrimSpace(p.Reason())
	many := len(p.Marked) > 0
	if letter == "" {
		reason = ""
	}
	p.enqueue(action{kind: "decide", ids: ids, letter: letter, reason: reason})
	if many {
		p.Marked, p.MarkedReason = map[string]bool{}, ""
		p.View.Say(p.words.N("appraise.many."+words3[letter], len(ids)), p.Undo)
	}
	if p.Advance && letter != "" && p.StepOpen(1) {
		p.View.Refresh()
		return
	}
	p.View.Refresh()
}

var words3 = map[string]string{"A": "archive", "V": "destroy", "": "open"}

// enqueue shows an action at once and stores it after those before it.
func (p *Presenter) enqueue(a action) {
	p.Failed = nil
	if a.kind == "decide" {
		a.shown = map[string]bool{}
		for _, id := range a.ids {
			i, ok := p.Tree.Index[id]
			if !ok {
				continue
			}
			v := p.Tree.Verdict(i)
			if a.letter != "" || !v.Inherited {
				p.foreshadow(a, id, Verdict{Letter: a.letter, Reason: a.reason, Origin: "decision", Unsent: v.Unsent})
			}
			for j := i + 1; j < p.Tree.end[i] && a.letter != ""; j++ {
				if v := p.Tree.Verdict(j); p.Tree.Letter(j) == "" || v.Inherited {
					p.foreshadow(a, p.Tree.Objects[j].ID, Verdict{Letter: a.letter, Inherited: true, From: p.Tree.Label(i),
						Reason: a.reason, Origin: "decision"})
				}
			}
		}
		i := p.Tree.Index[a.ids[0]]
		p.Last, p.LastLetter = p.Tree.Objects[i].Number+" "+p.Tree.Objects[i].Title, a.letter
		if len(a.ids) > 1 {
			p.Last = p.words.N("appraise.cases", len(a.ids))
		}
		p.Tree.Count()
	}
	a.portion = p.Portion.ID
	p.queue = append(p.queue, a)
	p.work()
}

// foreshadow shows a verdict before it is stored, so that the key is answered at
// once; what the source says is kept in truth and shown when the action is done.
func (p *Presenter) foreshadow(a action, id string, v Verdict) {
	if _, ok := p.truth[id]; !ok {
		p.truth[id] = p.Tree.Verdicts[id]
	}
	a.shown[id] = true
	p.Tree.Verdicts[id] = v
}

// reveal shows the stored verdicts of an action, except of objects that a later
// key has decided anew.
func (p *Presenter) reveal(a action) {
	for id := range a.shown {
		if slices.ContainsFunc(p.queue, func(later action) bool { return later.shown[id] }) {
			continue
		}
		if v, ok := p.truth[id]; ok {
			p.Tree.Verdicts[id] = v
			delete(p.truth, id)
		}
	}
	p.Tree.Count()
}

// work stores the next action; one at a time, in the order of the keys.
func (p *Presenter) work() {
	if p.Busy || len(p.queue) == 0 {
		return
	}
	p.Busy = true
	a := p.queue[0]
	p.queue = p.queue[1:]
	p.run.Background(func() {
		ctx := context.Background()
		var c Change
		var err error
		switch a.kind {
		case "undo":
			c, err = p.src.Undo(ctx, a.portion)
		case "redo":
			c, err = p.src.Redo(ctx, a.portion)
		case "release":
			c, err = p.src.Release(ctx, a.portion)
		default:
			c, err = p.src.Decide(ctx, a.portion, a.ids, a.letter, a.reason)
		}
		p.run.UI(func() {
			p.Busy = false
			if a.portion == p.Portion.ID { // else another portion is shown; it is stored all the same
				p.settled(a, c, err)
			}
			p.work()
		})
	})
}

// settled takes what was stored, or takes back what was not.
func (p *Presenter) settled(a action, c Change, err error) {
	for id, v := range c.Verdicts {
		if _, ok := p.truth[id]; ok {
			p.truth[id] = v
		} else {
			p.Tree.Verdicts[id] = v
		}
	}
	p.reveal(a)
	if err != nil && a.kind != "decide" && failure.KindOf(err) == failure.Refused {
		// Nothing to take back, or not the right person: a sentence, no fault.
		p.Portion.CanUndo = p.Portion.CanUndo && a.kind != "undo"
		p.Portion.CanRedo = p.Portion.CanRedo && a.kind != "redo"
		p.View.Refuse(err)
		p.View.Refresh()
		return
	}
	if err != nil {
		p.Failed, p.Last = err, ""
		if len(a.ids) > 0 {
			if i, ok := p.Tree.Index[a.ids[0]]; ok {
				p.Choose(i) // back to what was not decided
			}
		}
		p.View.Refresh()
		return
	}
	for _, id := range a.ids {
		delete(p.Drafts, id)
	}
	p.used(a.reason)
	p.Portion.CanUndo, p.Portion.CanRedo = c.CanUndo, c.CanRedo
	if a.kind == "release" {
		p.View.Say(p.words.N("appraise.released", len(c.Objects)), nil)
	}
	if (a.kind == "undo" || a.kind == "redo") && len(c.Objects) > 0 {
		if i, ok := p.Tree.Index[c.Objects[0]]; ok {
			p.Last, p.LastLetter = p.Tree.Objects[i].Number+" "+p.Tree.Objects[i].Title, p.Tree.Letter(i)
			p.Choose(i)
		}
	}
	p.View.Saved()
	p.View.Refresh()
}

func (p *Presenter) Undo() {
	if !over(p) && (p.Portion.CanUndo || len(p.queue) > 0 || p.Busy) {
		p.enqueue(action{kind: "undo"})
	}
}

func (p *Presenter) Redo() {
	if !over(p) && p.Portion.CanRedo {
		p.enqueue(action{kind: "redo"})
	}
}

// Release releases every V that waits for a second person.
func (p *Presenter) Release() {
	if p.Tree.Counts.Unreleased > 0 {
		p.enqueue(action{kind: "release"})
	}
}

// Step is what the primary button of the screen does next.
type Step string

// The steps of the screen, in their order.
const (
	StepNone    Step = ""        // waits for others
	StepDecide  Step = "decide"  // go to the next open one
	StepRelease Step = "release" // a second person releases what is decided V
	StepFinish  Step = "finish"  // close the appraisal
	StepAnswer  Step = "answer"  // the papers for the agency
	StepOn      Step = "on"      // the portion's own next step, on its screen
)

// Next gives the one next step: what is open, then the second person, then the end, then
// what follows in the portion.
func (p *Presenter) Next() Step {
	switch c := p.Tree.Counts; {
	case c.Open > 0:
		return StepDecide
	case p.Portion.Finished && p.Portion.After == "answer":
		return StepAnswer
	case p.Portion.Finished && (p.Portion.After == "" || p.Portion.After == "none"):
		return StepNone
	case p.Portion.Finished:
		return StepOn
	case c.Unreleased > 0:
		return StepRelease
	}
	return StepFinish
}

// AskBarrier asks what keeps the person at work from releasing what waits.
func (p *Presenter) AskBarrier(answer func(error)) {
	portion, gen := p.Portion.ID, p.gen
	p.run.Background(func() {
		err := p.src.Barrier(context.Background(), portion)
		p.run.UI(func() {
			if gen == p.gen {
				answer(err)
			}
		})
	})
}

// Finish closes the appraisal; refused here already while something is open or waits for
// a second person. The portion is read anew then: its next step is another.
func (p *Presenter) Finish(done func(error)) {
	if p.Tree.Counts.Open > 0 || p.Tree.Counts.Unreleased > 0 {
		return
	}
	portion := p.Portion.ID
	p.run.Background(func() {
		err := p.src.Finish(context.Background(), portion)
		p.run.UI(func() {
			done(err)
			if err == nil {
				p.Reload()
				return
			}
			p.View.Refresh()
		})
	})
}
