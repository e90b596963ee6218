package formatid

import (
	"slices"
	"strconv"
)

// score evaluates the hits of one file by the rules of siegfried's scorer, in the
// order in which its walks send them, without walks, goroutines and channels.
//
// A hit on a signature of several parts is put by until every other part has one;
// only then the tests beside them are made. The order of the answers, and so the
// answer, depends on this.
type score struct {
	e     *engine
	v     *view
	waits waits
	meter *meter
	// possible are the signatures of which every part has a hit. The others can
	// neither match nor make a hit be tested at once: of them a part stays without.
	possible *numberSet
	answers  []answer

	stored    []stored // in the order of first hits
	storedOf  []int32  // by test: 1 + number in stored
	pending   []pending
	pendingOf []int32 // by signature: 1 + number in pending
	over      bool    // nothing is waited for any more
	err       error

	open          []partID
	matches       []match
	ends          []int
	lefts, rights [][]int
	nothing       []int
}

// stored are the hits on a test that wait.
type stored struct {
	first place
	taken int // hits given out beside the first; -1: the first neither
	more  [][2]int64
}

func (s *stored) left() int { return len(s.more) - s.taken }

func (s *stored) any() bool { return s.taken < len(s.more) }

// pop gives the next hit.
func (s *stored) pop() place {
	s.taken++
	if s.taken > 0 {
		s.first.at, s.first.length = s.more[s.taken-1][0], int(s.more[s.taken-1][1])
	}
	return s.first
}

// pending is a signature of which a part was hit.
type pending struct {
	signature int
	tests     []int32      // by part: the test with a stored hit, -1 = none
	found     [][][2]int64 // by part: offset and length of what matched
	matched   bool
}

// answer is a signature that matched and where.
type answer struct {
	signature int32
	places    [][2]int64
	one       bool // a signature of one part
}

// basis words an answer as siegfried does.
func (a *answer) basis() string {
	b := []byte("byte match at ")
	if a.one {
		b = strconv.AppendInt(b, a.places[0][0], 10)
		b = append(b, ", "...)
		return string(strconv.AppendInt(b, a.places[0][1], 10))
	}
	b = append(b, '[')
	for i, p := range a.places {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(append(b, '['), p[0], 10)
		b = append(strconv.AppendInt(append(b, ' '), p[1], 10), ']')
	}
	return string(append(b, ']'))
}

func (s *score) prepare(e *engine) {
	s.e, s.storedOf, s.pendingOf = e, make([]int32, len(e.tests)), make([]int32, len(e.signatures))
	s.nothing = []int{0}
}

func (s *score) begin(v *view, w *work, pivot []int32) {
	for i := range s.stored {
		s.storedOf[s.stored[i].first.test] = 0
	}
	for i := range s.pending {
		s.pendingOf[s.pending[i].signature] = 0
	}
	s.v, s.meter, s.possible, s.waits = v, &w.meter, &w.candidates, waits{superior: s.e.superior, pivot: pivot}
	s.answers, s.stored, s.pending, s.over, s.err = s.answers[:0], s.stored[:0], s.pending[:0], false, nil
}

// slim gives back the room of hits that waited.
func (s *score) slim() {
	for i := range s.stored {
		if cap(s.stored[i].more) > hitsKept {
			s.stored[i].more = nil
		}
	}
}

func (s *score) pendingFor(signature int) *pending {
	if n := s.pendingOf[signature]; n > 0 {
		return &s.pending[n-1]
	}
	return nil
}

func (s *score) newPending(signature int) *pending {
	n := len(s.e.signatures[signature])
	p := pending{signature: signature, tests: make([]int32, n), found: make([][][2]int64, n)}
	for i := range p.tests {
		p.tests[i] = -1
	}
	s.pending = append(s.pending, p)
	s.pendingOf[signature] = int32(len(s.pending))
	return &s.pending[len(s.pending)-1]
}

func (s *score) storedFor(test int32) *stored { return &s.stored[s.storedOf[test]-1] }

// waiting reports whether a part has a stored hit.
func (s *score) waiting(p *pending, part int) bool {
	return p.tests[part] >= 0 && s.storedFor(p.tests[part]).any()
}

// complete reports whether every part but one has a hit, stored or matched.
func (s *score) complete(p *pending, but int) bool {
	if p.matched {
		return false
	}
	for i := range p.tests {
		if i != but && p.found[i] == nil && !s.waiting(p, i) {
			return false
		}
	}
	return true
}

// next gives the stored hit to be tested next for a signature: of a part without a
// match, else of the part with the fewest stored.
func (s *score) next(p *pending) (place, bool) {
	if p == nil || !s.complete(p, -1) {
		return place{}, false
	}
	var fewest *stored
	for i, test := range p.tests {
		if p.found[i] == nil {
			return s.storedFor(test).pop(), true
		}
		if !s.waiting(p, i) {
			continue
		}
		if st := s.storedFor(test); st.left() > 0 && (fewest == nil || st.left() < fewest.left()) {
			fewest = st
		}
	}
	if fewest == nil {
		return place{}, false
	}
	return fewest.pop(), true
}

// hit takes a hit in.
func (s *score) hit(h place) {
	if s.over || s.err != nil {
		return
	}
	s.meter.spend(1)
	s.open = s.opened(s.e.tests[h.test].all, s.open[:0])
	if !slices.ContainsFunc(s.open, func(id partID) bool {
		if len(s.e.signatures[id.signature]) == 1 {
			return true
		}
		p := s.pendingFor(id.signature)
		return p != nil && s.complete(p, id.part)
	}) {
		s.store(h)
		return
	}
	for !s.meter.over() {
		s.test(h)
		for _, m := range s.matches {
			s.apply(m)
			if s.over {
				return
			}
		}
		s.open = s.opened(s.open, s.open[:0])
		again := false
		for _, id := range s.open {
			if h, again = s.next(s.pendingFor(id.signature)); again {
				break
			}
		}
		if !again || s.err != nil {
			return
		}
	}
}

// opened appends the parts of signatures that are still waited for.
func (s *score) opened(all, list []partID) []partID {
	for _, id := range all {
		if s.possible.has(int32(id.signature)) && s.waits.check(int32(id.signature)) {
			list = append(list, id)
		}
	}
	return list
}

// store puts a hit by.
func (s *score) store(h place) {
	if n := s.storedOf[h.test]; n > 0 {
		st := &s.stored[n-1]
		st.more = append(roomy(st.more), [2]int64{h.at, int64(h.length)})
	} else {
		s.stored = append(s.stored, stored{first: h, taken: -1})
		s.storedOf[h.test] = int32(len(s.stored))
	}
	for _, id := range s.open {
		if !s.e.signatures[id.signature][id.part].stands(h.at) {
			continue
		}
		p := s.pendingFor(id.signature)
		if p == nil {
			p = s.newPending(id.signature)
		}
		p.tests[id.part] = h.test
	}
}

// match is a part of a signature that stands at a place, counted from the front.
type match struct {
	id     partID
	at     int64
	length int
}

// apply notes a match and records the signature when it is whole. Without priorities a
// signature may match again and again; the first time tells.
func (s *score) apply(m match) {
	if s.e.superior == nil && slices.ContainsFunc(s.answers, func(a answer) bool { return int(a.signature) == m.id.signature }) {
		return
	}
	a, whole := s.whole(m)
	if !whole {
		return
	}
	if s.waits.check(int32(m.id.signature)) {
		s.answers = append(s.answers, a)
		if s.waits.put(int32(m.id.signature)) {
			s.over = true
			return
		}
	}
	if p := s.pendingFor(m.id.signature); p != nil {
		p.matched = true
	}
}

func (s *score) whole(m match) (a answer, ok bool) {
	a.signature = int32(m.id.signature)
	parts := s.e.signatures[m.id.signature]
	if len(parts) == 1 {
		a.places, a.one = [][2]int64{{m.at, int64(m.length)}}, true
		return a, true
	}
	p := s.pendingFor(m.id.signature)
	if p == nil {
		p = s.newPending(m.id.signature)
	}
	p.found[m.id.part] = append(p.found[m.id.part], [2]int64{m.at, int64(m.length)})
	if slices.ContainsFunc(p.found, func(f [][2]int64) bool { return f == nil }) {
		return a, false
	}
	a.places, ok = s.fitting(p.found, parts)
	return a, ok
}

// fitting looks for a place of every part so that the distances are right.
func (s *score) fitting(found [][][2]int64, parts []part) (places [][2]int64, ok bool) {
	kept, from := make([][][2]int64, len(found)), make([][]int, len(found))
	kept[0] = found[0]
	for i := 1; i < len(parts); i++ {
		var after *part
		if i+1 < len(parts) {
			after = &parts[i+1]
		}
		if kept[i], from[i], ok = s.related(&parts[i], &parts[i-1], after, found[i], kept[i-1]); !ok {
			return nil, false
		}
	}
	places = make([][2]int64, len(found))
	last := len(found) - 1
	places[last] = kept[last][0]
	j := from[last][0]
	for i := last; i > 0; i-- {
		places[i-1] = kept[i-1][j]
		if i > 1 {
			j = from[i-1][j]
		}
	}
	return places, true
}

// related keeps the places of a part that have the right distance to one of the
// part before, and tells to which.
func (s *score) related(p, before, after *part, places, earlier [][2]int64) (kept [][2]int64, from []int, ok bool) {
	distance := p // whose distance counts
	enough := after == nil || after.kind != afterPart || after.loose()
	switch p.kind {
	case fromFront:
		return places, make([]int, len(places)), true
	case fromEnd, beforePart:
		if before.kind != beforePart || before.loose() {
			return places, make([]int, len(places)), true
		}
		distance, enough = before, p.kind == fromEnd
	default:
		if p.loose() {
			return places, make([]int, len(places)), true
		}
	}
	for _, at := range places {
		if !s.meter.spend(len(earlier)) {
			return nil, nil, false
		}
		for i, e := range earlier {
			gap := at[0] - e[0] - e[1]
			if gap < 0 || gap < distance.least || distance.most > -1 && gap > distance.most {
				continue
			}
			kept, from = append(kept, at), append(from, i)
			if enough {
				return kept, from, true
			}
		}
	}
	return kept, from, len(kept) > 0
}

// oneIsEnough reports whether one place of a part decides: no other part is held
// to a distance from it.
func oneIsEnough(number int, parts []part) bool {
	p := &parts[number]
	if p.kind == fromFront || p.kind == afterPart && p.loose() {
		if number+1 < len(parts) {
			next := &parts[number+1]
			return next.kind != afterPart || next.most <= -1 && next.least <= 0
		}
		return true
	}
	if number > 0 {
		before := &parts[number-1]
		return before.kind != beforePart || before.most <= -1 && before.least <= 0
	}
	return true
}

// counts reports whether a hit counts for a part that is waited for.
func (s *score) counts(id partID, at int64) bool {
	return s.possible.has(int32(id.signature)) && s.e.signatures[id.signature][id.part].stands(at) && s.waits.check(int32(id.signature))
}

// test makes the tests of a hit and leaves what matches in s.matches.
func (s *score) test(h place) {
	s.matches = s.matches[:0]
	at := h.at
	if h.fromEnd {
		at = s.v.size - h.at - int64(h.length)
	}
	t := &s.e.tests[h.test]
	for _, id := range t.complete {
		if s.counts(id, h.at) {
			s.matches = append(s.matches, match{id, at, h.length})
		}
	}
	var left, right bool
	for _, b := range t.incomplete {
		if (!left || !right) && s.counts(b.part, h.at) {
			left, right = left || b.left, right || b.right
		}
	}
	if !left && !right {
		return
	}
	s.lefts, s.rights = emptied(s.lefts, len(t.incomplete)), emptied(s.rights, len(t.incomplete))
	l, r, err := s.around(h, t, left, right)
	if err != nil {
		s.err = err
		return
	}
	if left {
		s.follow(t.left, l, true, s.lefts)
	}
	if right {
		s.follow(t.right, r, false, s.rights)
	}
	for i, b := range t.incomplete {
		if (len(s.lefts[i]) > 0) != b.left || (len(s.rights[i]) > 0) != b.right || !s.counts(b.part, h.at) {
			continue
		}
		s.spread(b.part, at, h.length, s.lefts[i], s.rights[i], oneIsEnough(b.part.part, s.e.signatures[b.part.signature]))
	}
}

// emptied gives n empty lists.
func emptied(lists [][]int, n int) [][]int {
	for len(lists) < n {
		lists = append(lists, nil)
	}
	lists = lists[:n]
	for i := range lists {
		lists[i] = nil
	}
	return lists
}

// spread adds a match for every distance to the left and right.
func (s *score) spread(id partID, at int64, length int, lefts, rights []int, one bool) {
	if len(lefts) == 0 {
		lefts = s.nothing
	}
	if len(rights) == 0 {
		rights = s.nothing
	}
	if one {
		lefts, rights = lefts[:1], rights[:1]
	}
	s.meter.spend(len(lefts) * len(rights))
	for _, l := range lefts {
		for _, r := range rights {
			if s.meter.over() {
				return
			}
			s.matches = append(s.matches, match{id, at - int64(l), l + length + r})
		}
	}
}

// around gives the bytes to the left and right that a test may look at.
func (s *score) around(h place, t *followed, wantLeft, wantRight bool) (left, right []byte, err error) {
	beside := t.leftMost
	if h.fromEnd {
		beside = t.rightMost
	}
	from, n := h.at-int64(beside), beside
	if from < 0 {
		from, n = 0, n+int(from)
	}
	end := h.at + int64(h.length)
	if wantLeft {
		if h.fromEnd {
			left, err = s.v.partBefore(end, t.leftMost)
		} else {
			left, err = s.v.part(from, n)
		}
	}
	if wantRight && err == nil {
		if h.fromEnd {
			right, err = s.v.partBefore(from, n)
		} else {
			right, err = s.v.part(end, t.rightMost)
		}
	}
	return left, right, err
}

// follow walks what a test wants beside a string; ends are, by part, how far away
// it ends. siegfried shares the lists of ends between parts and appends to them
// where they have room; what comes of that is part of its answers and done alike.
func (s *score) follow(nodes []*besideNode, b []byte, backwards bool, ends [][]int) {
	if b == nil {
		return
	}
	for _, n := range nodes {
		s.followNode(n, b, 0, backwards, ends)
	}
}

func (s *score) followNode(n *besideNode, b []byte, from int, backwards bool, ends [][]int) {
	if from >= len(b) || s.meter.over() {
		return
	}
	s.ends = n.match(rest(b, from, backwards), backwards, s.meter, s.ends[:0])
	if len(s.ends) == 0 {
		return
	}
	found := make([]int, 0, 1)
	for _, end := range s.ends {
		found = append(found, end+from)
	}
	for _, i := range n.success {
		if ends[i] == nil {
			ends[i] = found
		} else {
			ends[i] = append(ends[i], found...)
		}
	}
	if len(n.next) == 0 {
		return
	}
	for _, end := range found {
		for _, next := range n.next {
			s.followNode(next, b, end, backwards, ends)
		}
	}
}

// waits are the signatures a file still waits for, by siegfried's priorities.
type waits struct {
	superior [][]int32 // nil: no priorities, every signature is waited for to the end
	list     []int32   // those above what matched last
	any      bool      // something matched
	this     int32     // what matched last
	pivot    []int32   // those that the name suggests
}

// check reports whether a match of the signature would still count.
func (w *waits) check(signature int32) bool {
	if !w.any || has(w.list, signature) {
		return true
	}
	return slices.Contains(w.pivot, signature) && !has(w.superior[signature], w.this)
}

// put notes a match; true where nothing is waited for any more.
func (w *waits) put(signature int32) bool {
	if w.superior == nil {
		return false
	}
	w.list, w.any, w.this = w.superior[signature], true, signature
	elsewhere := len(w.pivot) > 0 && !slices.Contains(w.pivot, signature)
	if !elsewhere {
		w.pivot = nil
	}
	return len(w.list) == 0 && !elsewhere
}

func has(sorted []int32, n int32) bool {
	_, ok := slices.BinarySearch(sorted, n)
	return ok
}
