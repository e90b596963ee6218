package formatid

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"
)

// engine tells by the table alone which signatures of bytes fit a content. What it
// cannot decide beyond doubt is left to siegfried.
//
// It looks at fixed places for the signatures a file may have (anchors), looks for
// the other parts of these near the ends, then for every place of every string of
// those that are left (plan), and gives these hits, in the order in which
// siegfried's automata tell them, to an evaluation by the rules of siegfried's
// scorer (score). A signature of which a part is nowhere in a file can neither match
// nor change what becomes of another; so what is left out changes nothing.
type engine struct {
	*rules
	use      []testUse
	testsOf  [][]int32 // by signature: its tests
	guards   []guard   // by signature
	anchors  anchors
	fixed    int64 // furthest place from the front at which a bounded string counts
	frontMax int   // bytes of the beginning that bounded strings reach into
	backMax  int   // bytes of the end
	begins   [256]bool
	prefixes func() [][]byte // every string sought from the front, in order; put in order when first asked for
	longest  int             // of them
	slots    int

	mu    sync.RWMutex
	plans map[string]*plan
	pool  sync.Pool // of *work
}

// anywhere is the furthest place of a string that may stand anywhere.
const anywhere = math.MaxInt64

// testUse is where the strings of a test are sought and whose they are.
type testUse struct {
	texts    []sought
	furthest int64   // of the texts
	back     bool    // sought from the end
	fixed    bool    // a frame at a fixed place, never sought
	late     bool    // counts anywhere once siegfried goes on behind its pause
	before   []int32 // tests of the sequence that stand before
	slot     int32   // of the choice
	users    []int32 // signatures
}

// sought is a text with the furthest place at which it counts.
type sought struct {
	text     []byte
	furthest int64
	order    int32 // as siegfried enters them
}

// errTable says that the table does not fit together.
var errTable = errors.New("formatid: the format table does not fit together")

func newEngine(t *rules) (*engine, error) {
	e := &engine{rules: t, use: make([]testUse, len(t.tests)), testsOf: make([][]int32, len(t.signatures)), plans: map[string]*plan{}}
	if len(t.signatures) > math.MaxUint16 || t.superior != nil && len(t.superior) != len(t.signatures) {
		return nil, errTable
	}
	e.readUsers()
	for back, all := range [][]sequence{t.front, t.back} {
		if err := e.readSequences(all, back == 1); err != nil {
			return nil, err
		}
	}
	for _, f := range slices.Concat(t.frontFixed, t.backFixed) {
		e.use[f.test].fixed = true
	}
	for _, f := range t.frontFixed {
		e.frontMax = max(e.frontMax, f.reach())
	}
	for _, f := range t.backFixed {
		e.backMax = max(e.backMax, f.reach())
	}
	e.prefixes = sync.OnceValue(e.fromFront)
	e.backMax = max(e.backMax, int(t.furthest))
	e.anchors = newAnchors(e)
	e.readGuards()
	e.pool.New = func() any { return newWork(e) }
	return e, nil
}

func (e *engine) readUsers() {
	for i := range e.tests {
		for _, id := range e.tests[i].all {
			if s := int32(id.signature); !slices.Contains(e.testsOf[s], int32(i)) {
				e.testsOf[s] = append(e.testsOf[s], int32(i))
				e.use[i].users = append(e.use[i].users, s)
			}
		}
	}
}

// readSequences notes where the strings of every test are sought.
func (e *engine) readSequences(all []sequence, back bool) error {
	order := int32(0)
	for _, s := range all {
		late := false
		var before []int32
		for j := range s.choices {
			t := s.first + int32(j)
			u := &e.use[t]
			if u.texts != nil {
				return errors.New("formatid: a test belongs to two sequences")
			}
			late = late || !back && e.loose(t)
			*u = testUse{back: back, late: late, before: slices.Clone(before), slot: int32(e.slots), users: u.users}
			e.slots++
			far := s.choices[j].furthest
			if far < 0 {
				far = anywhere
			} else if !back {
				e.fixed = max(e.fixed, far)
			}
			u.furthest = far
			if late {
				u.furthest = anywhere
			}
			u.texts = make([]sought, 0, len(s.choices[j].texts))
			for _, text := range s.choices[j].texts {
				e.addText(u, text, far, order)
				order++
			}
			before = append(before, t)
		}
	}
	return nil
}

// fromFront gives every string sought from the front once, in order. Only a file in which a
// string stands behind all fixed places asks for them.
func (e *engine) fromFront() (all [][]byte) {
	for i := range e.use {
		if u := &e.use[i]; !u.back {
			for _, x := range u.texts {
				all = append(all, x.text)
			}
		}
	}
	slices.SortFunc(all, bytes.Compare)
	return slices.CompactFunc(all, bytes.Equal)
}

func (e *engine) addText(u *testUse, text []byte, far int64, order int32) {
	if u.back {
		turned := slices.Clone(text)
		slices.Reverse(turned)
		u.texts = append(u.texts, sought{turned, far, order})
		return
	}
	u.texts = append(u.texts, sought{text, far, order})
	e.begins[text[0]] = true
	e.longest = max(e.longest, len(text))
	if far < anywhere {
		e.frontMax = max(e.frontMax, int(far)+len(text))
	}
}

// loose reports whether a part with this test may stand anywhere.
func (e *engine) loose(t int32) bool {
	return slices.ContainsFunc(e.tests[t].all, func(id partID) bool { return e.signatures[id.signature][id.part].upto < 0 })
}

// far reports whether the text is sought beyond the ends.
func (u *testUse) far() bool { return u.furthest >= near }

// near is how many places at each end are looked at before a file is read further.
const near = 4096

// hitsMost is how many places of strings are kept, in all and of one; a file in which what
// has more could decide something is left to siegfried, which builds automata of 55 MB for
// it. hitsKept is for how many the room is kept from file to file.
const (
	hitsMost = 1 << 20
	hitsKept = 1 << 14
)

// slim gives back the room that a file with uncommonly many hits has taken.
func (w *work) slim() {
	if cap(w.raw) > hitsKept {
		w.raw = nil
	}
	for _, l := range []*[]place{&w.front, &w.back, &w.late} {
		if cap(*l) > hitsKept {
			*l = nil
		}
	}
	if cap(w.entry) > scanBlock {
		w.entry = nil
	}
	w.score.slim()
}

// place is a hit on a test: of a string or a frame, counted from its end.
type place struct {
	test    int32
	order   int32
	at      int64
	length  int
	fromEnd bool
}

// work is what deciding one file needs; it is used again.
type work struct {
	e          *engine
	meter      meter
	candidates numberSet
	met        numberSet // tests with a hit
	asked      numberSet // tests that were looked for near the ends
	absent     numberSet
	overflow   numberSet
	sequences  []int64 // by slot: end of the first hit, 0 = none
	used       []int32 // slots with an end
	raw        []rawHit
	front      []place
	back       []place
	late       []place
	name       []byte
	counts     []int32
	score      score
	answers    []answer
	head, tail []byte
	entry      []byte // of a container
	key        []byte
}

// rawHit is a text of a plan at a place, counted from the front.
type rawHit struct {
	text int32
	at   int64
}

func newWork(e *engine) *work {
	n := len(e.tests)
	w := &work{e: e, candidates: newNumberSet(len(e.signatures)), met: newNumberSet(n), asked: newNumberSet(n), absent: newNumberSet(n),
		overflow: newNumberSet(n), sequences: make([]int64, e.slots)}
	w.score.prepare(e)
	return w
}

func (w *work) begin(size int64) {
	for _, s := range []*numberSet{&w.candidates, &w.met, &w.asked, &w.absent, &w.overflow} {
		s.clear()
	}
	for _, slot := range w.used {
		w.sequences[slot] = 0
	}
	w.used, w.raw, w.front, w.back, w.late, w.answers = w.used[:0], w.raw[:0], w.front[:0], w.back[:0], w.late[:0], w.answers[:0]
	clear(w.counts)
	w.meter = meter{most: stepsLeast + stepsPerByte*size}
}

// A file that needs more steps than these is left to siegfried.
const (
	stepsLeast   = 4 << 20
	stepsPerByte = 256
)

// undecided says that the table does not decide a file; it is no fault.
var errUndecided = errors.New("formatid: left to siegfried")

// hits finds every hit on a test of a signature that is possible in the file. The
// signatures are left in w.candidates.
func (e *engine) hits(v *view, w *work) error {
	e.candidates(v, w)
	p := e.planOf(w)
	if err := p.find(v, w); err != nil {
		return err
	}
	if err := w.place(p, v); err != nil {
		return err
	}
	return w.possible()
}

// candidates leaves in w.candidates the signatures that are possible by what stands near
// the ends.
func (e *engine) candidates(v *view, w *work) {
	e.anchors.candidates(v.front, v.back, &w.meter, &w.candidates)
	keep := w.candidates.list[:0]
	for _, s := range w.candidates.list {
		if e.present(s, v, w) {
			keep = append(keep, s)
		}
	}
	w.candidates.list = keep
}

// present reports whether of every part that counts near an end only a string is
// there. What was asked of a test holds for the file.
func (e *engine) present(s int32, v *view, w *work) bool {
	for _, t := range e.testsOf[s] {
		u := &e.use[t]
		if u.fixed || u.far() {
			continue
		}
		if !w.asked.has(t) {
			w.asked.add([]int32{t})
			if !u.nearBy(v, &w.meter) {
				w.absent.add([]int32{t})
			}
		}
		if w.absent.has(t) {
			return false
		}
	}
	return e.guards[s].passes(v, w)
}

func (u *testUse) nearBy(v *view, m *meter) bool {
	for i := range u.texts {
		x := &u.texts[i]
		if u.back {
			in := v.back[max(0, int64(len(v.back))-x.furthest-int64(len(x.text))):]
			m.steps += int64(len(in))
			if x.furthest == 0 && bytes.HasSuffix(in, x.text) || x.furthest > 0 && bytes.Contains(in, x.text) {
				return true
			}
			continue
		}
		in := v.front[:min(int64(len(v.front)), x.furthest+int64(len(x.text)))]
		m.steps += int64(len(in))
		if x.furthest == 0 && bytes.HasPrefix(in, x.text) || x.furthest > 0 && bytes.Contains(in, x.text) {
			return true
		}
	}
	return false
}

// planOf gives the plan for the candidates.
func (e *engine) planOf(w *work) *plan {
	slices.Sort(w.candidates.list)
	w.name = w.name[:0]
	for _, s := range w.candidates.list {
		w.name = binary.LittleEndian.AppendUint16(w.name, uint16(s))
	}
	e.mu.RLock()
	p := e.plans[string(w.name)]
	e.mu.RUnlock()
	if p != nil {
		return p
	}
	p = newPlan(e, w.candidates.list)
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.plans) < plansMost {
		e.plans[string(w.name)] = p
	}
	return p
}

// plansMost is how many plans are kept.
const plansMost = 2048

// possible takes out the candidates of which a part was not hit, and the hits on
// tests of nobody that is left.
func (w *work) possible() error {
	e := w.e
	all := w.candidates.list
	w.candidates.clear() // what is kept is written over what was read
	for _, s := range all {
		if !slices.ContainsFunc(e.testsOf[s], func(t int32) bool { return !e.use[t].fixed && !w.met.has(t) && !w.cut(t) }) {
			w.candidates.add([]int32{s})
		}
	}
	for _, s := range w.candidates.list {
		if slices.ContainsFunc(e.testsOf[s], w.cut) {
			return errUndecided
		}
	}
	unused := func(h place) bool { return !slices.ContainsFunc(e.use[h.test].users, w.candidates.has) }
	for _, l := range []*[]place{&w.front, &w.back, &w.late} {
		*l = slices.DeleteFunc(*l, unused)
	}
	return nil
}

// cut reports whether not every hit on a test is known.
func (w *work) cut(t int32) bool {
	return w.overflow.has(t) || slices.ContainsFunc(w.e.use[t].before, w.overflow.has)
}
