package appraise

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

// targets gives what a decision would concern: the marked units in the order of
// the list, else the selected object.
func (p *presenter) targets() []string {
	if len(p.marked) > 0 {
		ids := slices.Collect(maps.Keys(p.marked))
		slices.SortFunc(ids, func(a, b string) int { return p.tree.index[a] - p.tree.index[b] })
		return ids
	}
	if i, ok := p.tree.index[p.current]; ok && p.tree.objects[i].Kind != PlanUnit {
		return []string{p.current}
	}
	return nil
}

// dossier gives the Akte that the selected object lies in, itself if it is one.
func (p *presenter) dossier() (id string, openUnits int) {
	i, ok := p.tree.index[p.current]
	if !ok {
		return "", 0
	}
	for ; i >= 0; i = p.tree.parent[i] {
		if p.tree.objects[i].Kind == Dossier {
			return p.tree.objects[i].ID, p.tree.units[i] - p.tree.done[i]
		}
	}
	return "", 0
}

// reason is what stands in the field: the draft, else the stored reason.
func (p *presenter) reason() string {
	if p.markedReason != "" && len(p.marked) > 0 {
		return p.markedReason
	}
	if r, ok := p.drafts[p.current]; ok {
		return r
	}
	if i, ok := p.tree.index[p.current]; ok {
		if v := p.tree.verdict(i); !v.Inherited {
			return v.Reason
		}
	}
	return ""
}

// write keeps what is being typed.
func (p *presenter) write(text string) {
	if p.current == "" || text == p.reason() {
		return
	}
	if p.markedReason != "" && len(p.marked) > 0 {
		p.markedReason = text
		return
	}
	p.drafts[p.current] = text
	portion, object := p.portion.ID, p.current
	p.run.Background(func() {
		err := p.src.SaveDraft(context.Background(), portion, object, text)
		p.run.UI(func() {
			if err == nil {
				p.view.saved()
			}
		})
	})
}

// block appends text block n (from 0) to the reason and gives the new text.
func (p *presenter) block(n int) (string, bool) {
	all := p.portion.Blocks.All()
	if n < 0 || n >= len(all) {
		return "", false
	}
	return p.append(all[n])
}

// lastReason takes the reason given before: once the last, again the one before
// it, and so on round.
func (p *presenter) lastReason() (string, bool) {
	list := p.portion.Blocks.Last
	if len(list) == 0 || p.current == "" {
		return "", false
	}
	now := strings.TrimSpace(p.reason())
	next := 0
	for i, r := range list {
		if r == now {
			next = (i + 1) % len(list)
		}
	}
	p.write(list[next])
	return list[next], true
}

func (p *presenter) append(block string) (string, bool) {
	if p.current == "" {
		return "", false
	}
	text := strings.TrimSpace(p.reason())
	if text != "" {
		text += " "
	}
	text += block
	p.write(text)
	return text, true
}

// used remembers a reason as the last one.
func (p *presenter) used(reason string) {
	if reason == "" {
		return
	}
	last := []string{reason}
	for _, r := range p.portion.Blocks.Last {
		if r != reason && len(last) < keptReasons {
			last = append(last, r)
		}
	}
	p.portion.Blocks.Last = last
}

// keptReasons is how many reasons given last are offered.
const keptReasons = 9

// settle ends writing: a decided object keeps its letter and takes the new reason.
func (p *presenter) settle() {
	i, ok := p.tree.index[p.current]
	if !ok {
		return
	}
	v := p.tree.verdict(i)
	text, drafted := p.drafts[p.current]
	if drafted && v.Letter != "" && !v.Inherited && strings.TrimSpace(text) != v.Reason {
		p.enqueue(action{kind: "decide", ids: []string{p.current}, letter: v.Letter, reason: strings.TrimSpace(text)})
	}
}

// decide decides on the targets and goes on to the next open one.
func (p *presenter) decide(letter string) {
	ids := p.targets()
	if len(ids) == 0 {
		p.view.say(p.words.T("appraise.nothing"), nil)
		return
	}
	p.decideOn(ids, letter)
}

// decideOn decides on objects with the reason in the field.
func (p *presenter) decideOn(ids []string, letter string) {
	reason := strings.TrimSpace(p.reason())
	many := len(p.marked) > 0
	if letter == "" {
		reason = ""
	}
	p.enqueue(action{kind: "decide", ids: ids, letter: letter, reason: reason})
	if many {
		p.marked, p.markedReason = map[string]bool{}, ""
		p.view.say(p.words.N("appraise.many."+words3[letter], len(ids)), p.undo)
	}
	if p.advance && letter != "" && p.stepOpen(1) {
		p.view.refresh()
		return
	}
	p.view.refresh()
}

var words3 = map[string]string{"A": "archive", "V": "destroy", "": "open"}

// enqueue shows an action at once and stores it after those before it.
func (p *presenter) enqueue(a action) {
	p.failed = nil
	if a.kind == "decide" {
		a.shown = map[string]bool{}
		for _, id := range a.ids {
			i, ok := p.tree.index[id]
			if !ok {
				continue
			}
			v := p.tree.verdict(i)
			if a.letter != "" || !v.Inherited {
				p.foreshadow(a, id, Verdict{Letter: a.letter, Reason: a.reason, Origin: "decision", Unsent: v.Unsent})
			}
			for j := i + 1; j < p.tree.end[i] && a.letter != ""; j++ {
				if v := p.tree.verdict(j); p.tree.letter(j) == "" || v.Inherited {
					p.foreshadow(a, p.tree.objects[j].ID, Verdict{Letter: a.letter, Inherited: true, From: p.tree.label(i), Reason: a.reason, Origin: "decision"})
				}
			}
		}
		i := p.tree.index[a.ids[0]]
		p.last, p.lastLetter = p.tree.objects[i].Number+" "+p.tree.objects[i].Title, a.letter
		if len(a.ids) > 1 {
			p.last = p.words.N("appraise.cases", len(a.ids))
		}
		p.tree.count()
	}
	a.portion = p.portion.ID
	p.queue = append(p.queue, a)
	p.work()
}

// foreshadow shows a verdict before it is stored, so that the key is answered at
// once; what the source says is kept in truth and shown when the action is done.
func (p *presenter) foreshadow(a action, id string, v Verdict) {
	if _, ok := p.truth[id]; !ok {
		p.truth[id] = p.tree.verdicts[id]
	}
	a.shown[id] = true
	p.tree.verdicts[id] = v
}

// reveal shows the stored verdicts of an action, except of objects that a later
// key has decided anew.
func (p *presenter) reveal(a action) {
	for id := range a.shown {
		if slices.ContainsFunc(p.queue, func(later action) bool { return later.shown[id] }) {
			continue
		}
		if v, ok := p.truth[id]; ok {
			p.tree.verdicts[id] = v
			delete(p.truth, id)
		}
	}
	p.tree.count()
}

// work stores the next action; one at a time, in the order of the keys.
func (p *presenter) work() {
	if p.busy || len(p.queue) == 0 {
		return
	}
	p.busy = true
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
			p.busy = false
			if a.portion == p.portion.ID { // else another portion is shown; it is stored all the same
				p.settled(a, c, err)
			}
			p.work()
		})
	})
}

// settled takes what was stored, or takes back what was not.
func (p *presenter) settled(a action, c Change, err error) {
	for id, v := range c.Verdicts {
		if _, ok := p.truth[id]; ok {
			p.truth[id] = v
		} else {
			p.tree.verdicts[id] = v
		}
	}
	p.reveal(a)
	if err != nil && a.kind != "decide" && failure.KindOf(err) == failure.Refused {
		// Nothing to take back, or not the right person: a sentence, no fault.
		p.portion.CanUndo = p.portion.CanUndo && a.kind != "undo"
		p.portion.CanRedo = p.portion.CanRedo && a.kind != "redo"
		p.view.say(failure.HintOf(err), nil)
		p.view.refresh()
		return
	}
	if err != nil {
		p.failed, p.last = err, ""
		if len(a.ids) > 0 {
			if i, ok := p.tree.index[a.ids[0]]; ok {
				p.choose(i) // back to what was not decided
			}
		}
		p.view.refresh()
		return
	}
	for _, id := range a.ids {
		delete(p.drafts, id)
	}
	p.used(a.reason)
	p.portion.CanUndo, p.portion.CanRedo = c.CanUndo, c.CanRedo
	if a.kind == "release" {
		p.view.say(p.words.N("appraise.released", len(c.Objects)), nil)
	}
	if (a.kind == "undo" || a.kind == "redo") && len(c.Objects) > 0 {
		if i, ok := p.tree.index[c.Objects[0]]; ok {
			p.last, p.lastLetter = p.tree.objects[i].Number+" "+p.tree.objects[i].Title, p.tree.letter(i)
			p.choose(i)
		}
	}
	p.view.saved()
	p.view.refresh()
}

func (p *presenter) undo() {
	if p.portion.CanUndo || len(p.queue) > 0 || p.busy {
		p.enqueue(action{kind: "undo"})
	}
}

func (p *presenter) redo() {
	if p.portion.CanRedo {
		p.enqueue(action{kind: "redo"})
	}
}

// release releases every V that waits for a second person.
func (p *presenter) release() {
	if p.tree.counts.unreleased > 0 {
		p.enqueue(action{kind: "release"})
	}
}

// finish closes the appraisal; refused here already while something is open.
func (p *presenter) finish(done func(error)) {
	if p.tree.counts.open > 0 {
		return
	}
	portion := p.portion.ID
	p.run.Background(func() {
		err := p.src.Finish(context.Background(), portion)
		p.run.UI(func() {
			if err == nil {
				p.portion.Finished = true
			}
			done(err)
			p.view.refresh()
		})
	})
}
