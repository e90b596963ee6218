package formatid

import (
	"cmp"
	"slices"
)

// plan is what is sought where certain signatures are candidates.
type plan struct {
	texts       []planText
	near, far   []group // from the front
	nearReach   int64
	ones        []int32 // sought one by one from the front: few near ones and the shortest
	back        []int32 // sought from the end
	later       []int32 // short ones anywhere that need others before them
	overlapping int     // bytes in which a text may cross the border of two blocks
	wide        bool    // something is sought beyond the beginning
}

// group are texts that are looked for together: by pivots or by a finder.
type group struct {
	pivots pivots
	finder *finder
	texts  []int32 // by number in the group: number in the plan
}

// newGroup looks for texts at any place.
func newGroup(texts [][]byte, numbers []int32) group {
	upto, shortest := make([]int64, len(texts)), finderMost
	for i, t := range texts {
		upto[i], shortest = anywhere/2, min(shortest, len(t))
	}
	if p := newPivots(texts, upto, stepCost/(shortest-2)); p != nil {
		return group{pivots: p, texts: numbers}
	}
	return group{finder: newFinder(texts), texts: numbers}
}

// each calls hit with every place of a text in b, until hit says no.
func (g *group) each(b []byte, m *meter, hit func(at int, text int32) bool) {
	found := func(at int, n int32) bool { return hit(at, g.texts[n]) }
	if g.pivots != nil {
		g.pivots.each(b, m, found)
	} else {
		g.finder.each(b, m, found)
	}
}

// planText is a text and what it is a string of.
type planText struct {
	text     []byte
	furthest int64
	back     bool
	uses     []textUse
}

// textUse is a text as a string of a test.
type textUse struct {
	test     int32
	order    int32
	furthest int64
}

// fewTexts are found faster one by one than by a finder.
const fewTexts = 4

func newPlan(e *engine, signatures []int32) *plan {
	p := &plan{}
	var tests []int32
	for _, s := range signatures {
		for _, t := range e.testsOf[s] {
			tests = append(append(tests, t), e.use[t].before...)
		}
	}
	slices.Sort(tests)
	number := map[string]int32{}
	for _, t := range slices.Compact(tests) {
		u := &e.use[t]
		for _, x := range u.texts {
			key := "f" + string(x.text)
			if u.back {
				key = "b" + string(x.text)
			}
			n, ok := number[key]
			if !ok {
				n = int32(len(p.texts))
				number[key] = n
				p.texts = append(p.texts, planText{text: x.text, back: u.back})
			}
			reach := x.furthest
			if u.late {
				reach = anywhere
			}
			p.texts[n].furthest = max(p.texts[n].furthest, reach)
			p.texts[n].uses = append(p.texts[n].uses, textUse{t, x.order, x.furthest})
		}
	}
	p.sort(e)
	return p
}

// sort decides how each text is sought.
func (p *plan) sort(e *engine) {
	var nears, fars []int32
	for i := range p.texts {
		x, n := &p.texts[i], int32(i)
		switch {
		case x.back:
			p.back = append(p.back, n)
		case x.furthest >= near && len(x.text) < finderLeast &&
			!slices.ContainsFunc(x.uses, func(u textUse) bool { return len(e.use[u.test].before) == 0 }):
			p.later = append(p.later, n)
		case x.furthest == 0 || len(x.text) < finderLeast:
			p.ones = append(p.ones, n)
		case x.furthest < near:
			nears = append(nears, n)
		default:
			fars = append(fars, n)
		}
		if !x.back && x.furthest >= near {
			p.wide = true
			p.overlapping = max(p.overlapping, len(x.text)-1)
		}
	}
	for _, n := range nears {
		p.nearReach = max(p.nearReach, p.texts[n].furthest+int64(len(p.texts[n].text)))
	}
	p.near, p.far = p.grouped(nears), p.grouped(fars)
}

// longText is the length from which texts are sought apart from shorter ones: the
// shortest of a group says how far its finder jumps.
const longText = 8

func (p *plan) grouped(list []int32) (groups []group) {
	var short, long []int32
	for _, n := range list {
		if len(p.texts[n].text) < longText {
			short = append(short, n)
		} else {
			long = append(long, n)
		}
	}
	for _, g := range [][]int32{short, long} {
		if len(g) <= fewTexts {
			p.ones = append(p.ones, g...)
			continue
		}
		var texts [][]byte
		for _, n := range g {
			texts = append(texts, p.texts[n].text)
		}
		groups = append(groups, newGroup(texts, g))
	}
	return groups
}

// find collects the places of all texts of the plan.
func (p *plan) find(v *view, w *work) error {
	for _, n := range p.back {
		x := &p.texts[n]
		in := v.back[max(0, int64(len(v.back))-min(w.e.furthest, x.furthest+int64(len(x.text)))):]
		base := v.size - int64(len(in))
		count := 0
		eachOf(x.text, in, &w.meter, func(at int) bool { return w.found(p, n, base+int64(at), &count) })
	}
	for _, g := range p.near {
		in := v.front[:min(int64(len(v.front)), p.nearReach)]
		g.each(in, &w.meter, func(at int, t int32) bool { return w.foundMany(p, t, int64(at)) })
	}
	for _, n := range p.ones {
		if p.texts[n].furthest < near {
			p.findOne(n, v.front, 0, len(v.front), w)
		}
	}
	if !p.wide {
		return nil
	}
	err := v.blocks(p.overlapping, func(b []byte, base int64, n int) bool { p.block(b, base, n, w); return true })
	if err != nil {
		return err
	}
	return p.findLater(v, w)
}

// block looks for what may stand anywhere at the places b[:n], which stand at base.
func (p *plan) block(b []byte, base int64, n int, w *work) {
	for _, g := range p.far {
		g.each(b, &w.meter, func(at int, t int32) bool { return at >= n || w.foundMany(p, t, base+int64(at)) })
	}
	for _, t := range p.ones {
		if p.texts[t].furthest >= near {
			p.findOne(t, b, base, n, w)
		}
	}
}

// findLater looks for short texts that count behind others only, where one of these
// was found.
func (p *plan) findLater(v *view, w *work) error {
	after := p.later[:0:0]
	for _, n := range p.later {
		if slices.ContainsFunc(p.texts[n].uses, func(u textUse) bool { return w.follows(p, u) }) {
			after = append(after, n)
		}
	}
	if len(after) == 0 {
		return nil
	}
	return v.blocks(p.overlapping, func(b []byte, base int64, n int) bool {
		for _, t := range after {
			p.findOne(t, b, base, n, w)
		}
		return true
	})
}

// follows reports whether a text before this one in a sequence was found.
func (w *work) follows(p *plan, u textUse) bool {
	before := w.e.use[u.test].before
	return slices.ContainsFunc(w.raw, func(h rawHit) bool {
		return slices.ContainsFunc(p.texts[h.text].uses, func(o textUse) bool { return o.test == before[0] })
	})
}

func (p *plan) findOne(t int32, b []byte, base int64, n int, w *work) {
	x := &p.texts[t]
	in := b[:min(len(b), n+len(x.text)-1)]
	if left := x.furthest - base; left < int64(len(in)) {
		if left < 0 {
			return
		}
		in = in[:min(int64(len(in)), left+int64(len(x.text)))]
	}
	if x.furthest == 0 {
		in = in[:min(len(in), len(x.text))]
	}
	count := 0
	eachOf(x.text, in, &w.meter, func(at int) bool { return w.found(p, t, base+int64(at), &count) })
}

// found notes a place; false where a text has too many.
func (w *work) found(p *plan, t int32, at int64, count *int) bool {
	if *count++; *count > hitsMost || len(w.raw) > hitsMost {
		w.tooMany(p, t)
		return false
	}
	w.raw = append(roomy(w.raw), rawHit{t, at})
	return true
}

// foundMany is found for a text among others.
func (w *work) foundMany(p *plan, t int32, at int64) bool {
	x := &p.texts[t]
	if at > x.furthest {
		return true
	}
	for len(w.counts) < len(p.texts) {
		w.counts = append(w.counts, 0)
	}
	w.counts[t]++
	if w.counts[t] > hitsMost || len(w.raw) > hitsMost {
		w.tooMany(p, t)
		return true
	}
	w.raw = append(roomy(w.raw), rawHit{t, at})
	return true
}

// roomy gives a list that is full as much room again: the runtime gives long ones a
// quarter only, and a million places would be copied twenty times.
func roomy[T any](list []T) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, len(list))
}

// tooMany notes that not every place of a text is known.
func (w *work) tooMany(p *plan, t int32) {
	for _, u := range p.texts[t].uses {
		w.overflow.add([]int32{u.test})
	}
}

// place turns the places of texts into hits on tests: those that count there, in the
// order in which siegfried's automata tell them, by their end, at the same end the
// longest first, and the same text as it was entered.
func (w *work) place(p *plan, v *view) error {
	pause := int64(anywhere)
	for i := range w.raw {
		if x := &p.texts[w.raw[i].text]; !x.back && w.raw[i].at+int64(len(x.text)) > w.e.fixed {
			at, err := w.e.pause(v, &w.meter)
			if err != nil {
				return err
			}
			pause = at
			break
		}
	}
	w.makeRoom(p, pause)
	for _, h := range w.raw {
		if len(w.front)+len(w.back)+len(w.late) > hitsMost {
			return errUndecided
		}
		x := &p.texts[h.text]
		end := h.at + int64(len(x.text))
		for _, u := range x.uses {
			list := w.listOf(x, u, h, pause)
			if list == nil {
				continue
			}
			l := place{test: u.test, order: u.order, at: h.at, length: len(x.text)}
			if x.back {
				l.at, l.fromEnd = v.size-end, true
				if l.at > u.furthest {
					continue
				}
			}
			*list = append(*list, l)
		}
	}
	for _, l := range []*[]place{&w.front, &w.back, &w.late} {
		slices.SortFunc(*l, func(a, b place) int {
			return cmp.Or(cmp.Compare(a.at+int64(a.length), b.at+int64(b.length)), cmp.Compare(b.length, a.length),
				cmp.Compare(a.order, b.order))
		})
		*l = slices.DeleteFunc(*l, func(h place) bool { return !w.inSequence(h) })
	}
	return nil
}

// listOf gives the list in which a text counts at a place, nil where it does not; from the
// end its place is still to be held against the furthest.
func (w *work) listOf(x *planText, u textUse, h rawHit, pause int64) *[]place {
	switch {
	case x.back:
		return &w.back
	case h.at+int64(len(x.text)) <= pause && h.at <= u.furthest:
		return &w.front
	case h.at >= pause && w.e.use[u.test].late:
		return &w.late
	}
	return nil
}

// makeRoom gives the lists room for all they get: a million places are not to be copied
// again and again.
func (w *work) makeRoom(p *plan, pause int64) {
	front, back, late := 0, 0, 0
	for _, h := range w.raw {
		x := &p.texts[h.text]
		for _, u := range x.uses {
			switch w.listOf(x, u, h, pause) {
			case &w.front:
				front++
			case &w.back:
				back++
			case &w.late:
				late++
			}
		}
	}
	w.front = slices.Grow(w.front, min(front, hitsMost))
	w.back = slices.Grow(w.back, min(back, hitsMost))
	w.late = slices.Grow(w.late, min(late, hitsMost))
}

// inSequence notes a hit; false where the choice before it was not hit yet.
func (w *work) inSequence(h place) bool {
	u := &w.e.use[h.test]
	if n := len(u.before); n > 0 {
		if end := w.sequences[w.e.use[u.before[n-1]].slot]; end == 0 || end > h.at {
			return false
		}
	}
	if w.sequences[u.slot] == 0 {
		w.sequences[u.slot] = h.at + int64(h.length)
		w.used = append(w.used, u.slot)
	}
	w.met.add([]int32{h.test})
	return true
}
