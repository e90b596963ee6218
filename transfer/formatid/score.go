package formatid

import (
	"fmt"
	"slices"

	"github.com/richardlehane/siegfried/pkg/core"
)

// score evaluates the hits of one file by the rules of siegfried's scorer, in the
// order in which its walks send them, without walks, goroutines and channels. What
// it finds goes to siegfried's recorder, and what is waited for is siegfried's own
// list, so that priorities, extension and warning stay siegfried's.
//
// A hit on a signature of several parts is put by until every other part has one;
// only then the tests beside them are made. The order of the answers, and so the
// answer, depends on this.
type score struct {
	*rules
	b     []byte
	waits waits
	// possible are the signatures of which every part has a hit. The others can
	// neither match nor make a hit be tested at once: of them a part stays without.
	possible []bool
	record   func(signature int, basis string)

	stored  []stored  // by test, in the order of first hits
	pending []pending // by signature
	over    bool      // nothing is waited for any more
}

// place is a hit on a test: of a string or a frame, counted from its end.
type place struct {
	test    int32
	at      int64
	length  int
	fromEnd bool
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

var _ core.Result = answer{}

// answer is a signature that matched.
type answer struct {
	signature int
	basis     string
}

// Index implements core.Result.
func (a answer) Index() int { return a.signature }

// Basis implements core.Result.
func (a answer) Basis() string { return a.basis }

func (s *score) storedOf(test int32) *stored {
	for i := range s.stored {
		if s.stored[i].first.test == test {
			return &s.stored[i]
		}
	}
	return nil
}

func (s *score) pendingOf(signature int) *pending {
	for i := range s.pending {
		if s.pending[i].signature == signature {
			return &s.pending[i]
		}
	}
	return nil
}

func (s *score) newPending(signature int) *pending {
	n := len(s.parts[signature])
	p := pending{signature: signature, tests: make([]int32, n), found: make([][][2]int64, n)}
	for i := range p.tests {
		p.tests[i] = -1
	}
	s.pending = append(s.pending, p)
	return &s.pending[len(s.pending)-1]
}

// waiting reports whether a part has a stored hit.
func (s *score) waiting(p *pending, part int) bool {
	return p.tests[part] >= 0 && s.storedOf(p.tests[part]).any()
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
			return s.storedOf(test).pop(), true
		}
		if !s.waiting(p, i) {
			continue
		}
		if st := s.storedOf(test); st.left() > 0 && (fewest == nil || st.left() < fewest.left()) {
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
	if s.over {
		return
	}
	open := s.open(s.tests[h.test].all)
	if !slices.ContainsFunc(open, func(id partID) bool {
		if len(s.parts[id.signature]) == 1 {
			return true
		}
		p := s.pendingOf(id.signature)
		return p != nil && s.complete(p, id.part)
	}) {
		s.store(h, open)
		return
	}
	for {
		for _, m := range s.test(h) {
			s.apply(m)
			if s.over {
				return
			}
		}
		open = s.open(open)
		again := false
		for _, id := range open {
			if h, again = s.next(s.pendingOf(id.signature)); again {
				break
			}
		}
		if !again {
			return
		}
	}
}

// open gives the parts of signatures that are still waited for.
func (s *score) open(all []partID) []partID {
	list := make([]partID, 0, len(all))
	for _, id := range all {
		if s.possible[id.signature] && s.waits.Check(id.signature) {
			list = append(list, id)
		}
	}
	return list
}

// store puts a hit by.
func (s *score) store(h place, open []partID) {
	if st := s.storedOf(h.test); st != nil {
		st.more = append(st.more, [2]int64{h.at, int64(h.length)})
	} else {
		s.stored = append(s.stored, stored{first: h, taken: -1})
	}
	for _, id := range open {
		if !s.parts[id.signature][id.part].stands(h.at) {
			continue
		}
		p := s.pendingOf(id.signature)
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

// apply notes a match and records the signature when it is whole.
func (s *score) apply(m match) {
	basis, whole := s.whole(m)
	if !whole {
		return
	}
	if s.waits.Check(m.id.signature) {
		s.record(m.id.signature, basis)
		if s.waits.PutAt(m.id.signature, 0, 0) {
			s.over = true
			return
		}
	}
	if p := s.pendingOf(m.id.signature); p != nil {
		p.matched = true
	}
}

func (s *score) whole(m match) (basis string, ok bool) {
	parts := s.parts[m.id.signature]
	if len(parts) == 1 {
		return fmt.Sprintf("byte match at %d, %d", m.at, m.length), true
	}
	p := s.pendingOf(m.id.signature)
	if p == nil {
		p = s.newPending(m.id.signature)
	}
	p.found[m.id.part] = append(p.found[m.id.part], [2]int64{m.at, int64(m.length)})
	if slices.ContainsFunc(p.found, func(f [][2]int64) bool { return f == nil }) {
		return "", false
	}
	return fitting(p.found, parts)
}

// fitting looks for a place of every part so that the distances are right.
func fitting(found [][][2]int64, parts []part) (basis string, ok bool) {
	kept, from := make([][][2]int64, len(found)), make([][]int, len(found))
	kept[0] = found[0]
	for i := 1; i < len(parts); i++ {
		var after *part
		if i+1 < len(parts) {
			after = &parts[i+1]
		}
		if kept[i], from[i], ok = related(&parts[i], &parts[i-1], after, found[i], kept[i-1]); !ok {
			return "", false
		}
	}
	places := make([][2]int64, len(found))
	last := len(found) - 1
	places[last] = kept[last][0]
	j := from[last][0]
	for i := last; i > 0; i-- {
		places[i-1] = kept[i-1][j]
		if i > 1 {
			j = from[i-1][j]
		}
	}
	return fmt.Sprintf("byte match at %v", places), true
}

// related keeps the places of a part that have the right distance to one of the
// part before, and tells to which.
func related(p, before, after *part, places, earlier [][2]int64) (kept [][2]int64, from []int, ok bool) {
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

// test makes the tests of a hit.
func (s *score) test(h place) (list []match) {
	at := h.at
	if h.fromEnd {
		at = int64(len(s.b)) - h.at - int64(h.length)
	}
	t := &s.tests[h.test]
	counts := func(id partID) bool {
		return s.possible[id.signature] && s.parts[id.signature][id.part].stands(h.at) && s.waits.Check(id.signature)
	}
	for _, id := range t.complete {
		if counts(id) {
			list = append(list, match{id, at, h.length})
		}
	}
	var left, right bool
	for _, b := range t.incomplete {
		if (!left || !right) && counts(b.part) {
			left, right = left || b.left, right || b.right
		}
	}
	if !left && !right {
		return list
	}
	lefts, rights := make([][]int, len(t.incomplete)), make([][]int, len(t.incomplete))
	l, r := s.around(h, t)
	if left {
		follow(t.left, l, true, lefts)
	}
	if right {
		follow(t.right, r, false, rights)
	}
	for i, b := range t.incomplete {
		if (len(lefts[i]) > 0) != b.left || (len(rights[i]) > 0) != b.right || !counts(b.part) {
			continue
		}
		list = spread(list, b.part, at, h.length, lefts[i], rights[i], oneIsEnough(b.part.part, s.parts[b.part.signature]))
	}
	return list
}

// spread adds a match for every distance to the left and right.
func spread(list []match, id partID, at int64, length int, lefts, rights []int, one bool) []match {
	if lefts == nil {
		lefts = []int{0}
	}
	if rights == nil {
		rights = []int{0}
	}
	if one {
		lefts, rights = lefts[:1], rights[:1]
	}
	for _, l := range lefts {
		for _, r := range rights {
			list = append(list, match{id, at - int64(l), l + length + r})
		}
	}
	return list
}

// around gives the bytes to the left and right that a test may look at.
func (s *score) around(h place, t *followed) (left, right []byte) {
	if h.fromEnd {
		from, n := h.at-int64(t.rightMost), t.rightMost
		if from < 0 {
			from, n = 0, n+int(from)
		}
		return bytesBefore(s.b, h.at+int64(h.length), t.leftMost), bytesBefore(s.b, from, n)
	}
	from, n := h.at-int64(t.leftMost), t.leftMost
	if from < 0 {
		from, n = 0, n+int(from)
	}
	return bytesAt(s.b, from, n), bytesAt(s.b, h.at+int64(h.length), t.rightMost)
}

// follow walks what a test wants beside a string; ends are, by part, how far away
// it ends. Slices are appended to as siegfried does, shared ones too.
func follow(nodes []*besideNode, b []byte, backwards bool, ends [][]int) {
	if b == nil {
		return
	}
	for _, n := range nodes {
		n.follow(b, 0, backwards, ends)
	}
}

func (n *besideNode) follow(b []byte, from int, backwards bool, ends [][]int) {
	if from >= len(b) {
		return
	}
	var found []int
	if backwards {
		found = n.MatchR(b[:len(b)-from])
	} else {
		found = n.Match(b[from:])
	}
	if len(found) == 0 {
		return
	}
	for i := range found {
		found[i] += from
	}
	for _, i := range n.success {
		if ends[i] == nil {
			ends[i] = found
		} else {
			ends[i] = append(ends[i], found...)
		}
	}
	for _, f := range found {
		for _, next := range n.next {
			next.follow(b, f, backwards, ends)
		}
	}
}
