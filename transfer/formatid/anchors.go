package formatid

import (
	"bytes"
	"cmp"
	"slices"
)

// anchors tell from fixed places and narrow windows which signatures a file may
// have at all: every signature of PRONOM has a part at a known place, most of them
// at the very beginning. What is not anchored is sought in every file.
type anchors struct {
	start     map[uint16][]anchor // at the first byte, by the first two
	startOne  []anchor            // at the first byte, a single byte
	places    []anchor            // at another place
	windows   []window            // within a window from the beginning
	ends      []anchor            // at the end
	endWindow []window            // within a window to the end
	always    []int32             // signatures without an anchor
}

// anchor is a text that stands between two places, counted from the beginning or,
// where its end stands, from the end of the file.
type anchor struct {
	text       []byte
	from, upto int64
	signatures []int32
}

// window are anchors of about one length with about one furthest place.
type window struct {
	from    int64 // nearest place
	reach   int64 // bytes to look at
	anchors []anchor
	pivots  pivots  // nil: not by pivots
	finder  *finder // nil: one by one
}

// windowLevels and windowLengths part the windows, so that long texts jump far and
// narrow windows are not looked at further than they reach.
var (
	windowLevels  = []int64{64, 1 << 10, 1 << 12, 1 << 15, 1 << 17, 1 << 62}
	windowLengths = []int{3, 4, 8, 16, 1 << 30}
)

func newAnchors(e *engine) anchors {
	type key struct {
		text       string
		from, upto int64
		back       bool
	}
	order := make([]key, 0, len(e.signatures))
	known := make(map[key]int, len(e.signatures)) // place in order
	by := make([][]int32, 0, len(e.signatures))
	a := anchors{start: make(map[uint16][]anchor, len(e.signatures))}
	for s := range e.signatures {
		t, from, upto := e.narrowest(int32(s))
		if t < 0 {
			a.always = append(a.always, int32(s))
			continue
		}
		for _, x := range e.use[t].texts {
			k := key{string(x.text), from, min(upto, x.furthest), e.use[t].back}
			i, ok := known[k]
			if !ok {
				i = len(order)
				known[k], order, by = i, append(order, k), append(by, nil)
			}
			by[i] = append(by[i], int32(s))
		}
	}
	var front, back []anchor
	for i, k := range order {
		x := anchor{[]byte(k.text), k.from, k.upto, by[i]}
		switch {
		case k.back && x.from == x.upto:
			a.ends = append(a.ends, x)
		case k.back:
			back = append(back, x)
		case x.upto > x.from:
			front = append(front, x)
		case x.from > 0:
			a.places = append(a.places, x)
		case len(x.text) == 1:
			a.startOne = append(a.startOne, x)
		default:
			a.start[pairOf(x.text)] = append(a.start[pairOf(x.text)], x)
		}
	}
	a.windows, a.endWindow = windowsOf(front, false), windowsOf(back, true)
	return a
}

func pairOf(b []byte) uint16 { return uint16(b[0])<<8 | uint16(b[1]) }

// narrowest gives the test of a signature that is looked for with the least work
// and the places where it may stand; -1 where every one may stand anywhere. Of a
// test that other signatures use too every hit matters, wherever it stands: it
// decides whether what they have is tested at once.
func (e *engine) narrowest(s int32) (test int32, from, upto int64) {
	test = -1
	least := int64(1) << 62
	for _, t := range e.testsOf[s] {
		u := &e.use[t]
		if u.fixed {
			continue
		}
		lo, hi := int64(0), u.furthest
		if len(u.users) == 1 {
			lo, hi = e.placesOf(s, t)
		}
		if hi >= anywhere {
			continue
		}
		cost := (hi - lo) * 64
		for _, x := range u.texts {
			cost += int64(max(0, 8-len(x.text)))
		}
		if cost < least {
			test, from, upto, least = t, lo, hi, cost
		}
	}
	return test, from, upto
}

// placesOf gives where the parts of a signature with this test may stand.
func (e *engine) placesOf(s, t int32) (from, upto int64) {
	from = anywhere
	for _, id := range e.tests[t].all {
		if id.signature != int(s) {
			continue
		}
		p := &e.signatures[s][id.part]
		from = min(from, p.from)
		if p.upto < 0 {
			return from, anywhere
		}
		upto = max(upto, p.upto)
	}
	return from, upto
}

func windowsOf(list []anchor, back bool) (all []window) {
	class := func(x anchor) (level, length int) {
		for windowLevels[level] <= x.upto {
			level++
		}
		for windowLengths[length] <= len(x.text) {
			length++
		}
		return level, length
	}
	slices.SortStableFunc(list, func(x, y anchor) int {
		xl, xn := class(x)
		yl, yn := class(y)
		return cmp.Or(cmp.Compare(xl, yl), cmp.Compare(xn, yn))
	})
	for i := 0; i < len(list); {
		w := window{from: list[i].from}
		level, length := class(list[i])
		for ; i < len(list); i++ {
			if l, n := class(list[i]); l != level || n != length {
				break
			}
			w.anchors = append(w.anchors, list[i])
			w.from, w.reach = min(w.from, list[i].from), max(w.reach, list[i].upto+int64(len(list[i].text)))
		}
		w.sought(length > 0, back)
		all = append(all, w)
	}
	return all
}

// widePivots is from where on a window is wide enough for pivots.
const widePivots = 256

// sought decides how the anchors are looked for; together says that their texts are
// long enough for a finder.
func (w *window) sought(together, back bool) {
	var texts [][]byte
	var upto []int64
	shortest := finderMost
	for _, x := range w.anchors {
		texts = append(texts, x.text)
		if back {
			upto = append(upto, w.reach)
		} else {
			upto = append(upto, x.upto-w.from)
		}
		shortest = min(shortest, len(x.text))
	}
	together = together && len(w.anchors) > 2
	cost := indexCost * len(w.anchors)
	if together {
		cost = stepCost / (shortest - 2)
	}
	if w.reach >= widePivots {
		w.pivots = newPivots(texts, upto, cost)
	}
	if w.pivots == nil && together {
		w.finder = newFinder(texts)
	}
}

// candidates collects the signatures that may be of a file with this beginning and
// end.
func (a *anchors) candidates(front, back []byte, m *meter, list *numberSet) {
	list.add(a.always)
	if len(front) > 1 {
		for i := range a.start[pairOf(front)] {
			if x := &a.start[pairOf(front)][i]; bytes.HasPrefix(front, x.text) {
				list.add(x.signatures)
			}
		}
	}
	for i := range a.startOne {
		if x := &a.startOne[i]; front[0] == x.text[0] {
			list.add(x.signatures)
		}
	}
	for i := range a.places {
		if x := &a.places[i]; x.from < int64(len(front)) && bytes.HasPrefix(front[x.from:], x.text) {
			list.add(x.signatures)
		}
	}
	m.steps += int64(len(a.places) + len(a.startOne) + len(a.ends))
	for i := range a.windows {
		w := &a.windows[i]
		w.look(front[:min(int64(len(front)), w.reach)], 0, false, m, list)
	}
	for i := range a.ends {
		x := &a.ends[i]
		if end := int64(len(back)) - x.from; end >= 0 && bytes.HasSuffix(back[:end], x.text) {
			list.add(x.signatures)
		}
	}
	for i := range a.endWindow {
		w := &a.endWindow[i]
		in := back[max(0, int64(len(back))-w.reach):]
		w.look(in, int64(len(in)), true, m, list)
	}
}

// look collects the signatures of the anchors that stand in b, which ends the file
// at size when back is set.
func (w *window) look(b []byte, size int64, back bool, m *meter, list *numberSet) {
	take := func(at int, x *anchor) {
		place := int64(at)
		if back {
			place = size - int64(at) - int64(len(x.text))
		}
		if place >= x.from && place <= x.upto {
			list.add(x.signatures)
		}
	}
	if w.pivots != nil || w.finder != nil {
		skip := 0
		if !back {
			skip = int(min(w.from, int64(len(b))))
		}
		found := func(at int, n int32) bool { take(at+skip, &w.anchors[n]); return true }
		if w.pivots != nil {
			w.pivots.each(b[skip:], m, found)
		} else {
			w.finder.each(b[skip:], m, found)
		}
		return
	}
	for i := range w.anchors {
		x := &w.anchors[i]
		in := b[:min(int64(len(b)), x.upto+int64(len(x.text)))]
		from := min(x.from, int64(len(in)))
		if back {
			in = b[max(0, int64(len(b))-x.upto-int64(len(x.text))):]
			from, in = 0, in[:max(0, int64(len(in))-x.from)]
		}
		m.steps += int64(len(in))
		if bytes.Contains(in[from:], x.text) {
			list.add(x.signatures)
		}
	}
}

// numberSet is a set of small numbers that is emptied without being written over.
type numberSet struct {
	list  []int32
	stamp []uint32 // by number: of the round in which it was added
	round uint32
}

func newNumberSet(n int) numberSet { return numberSet{stamp: make([]uint32, n)} }

func (s *numberSet) clear() {
	s.list = s.list[:0]
	if s.round++; s.round == 0 {
		clear(s.stamp)
		s.round = 1
	}
}

func (s *numberSet) has(n int32) bool { return s.stamp[n] == s.round }

func (s *numberSet) add(more []int32) {
	for _, n := range more {
		if s.stamp[n] != s.round {
			s.stamp[n] = s.round
			s.list = append(s.list, n)
		}
	}
}
