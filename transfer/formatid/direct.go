package formatid

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"path"
	"slices"
	"sync"

	"github.com/richardlehane/siegfried"
	"github.com/richardlehane/siegfried/pkg/core"

	"laufzettel/transfer/check"
)

// direct decides small files in memory from the hits of the first stage alone (see
// score). It does what siegfried.Identify does for a file that is no container,
// in the same order: name, bytes, text.
type direct struct {
	*rules
	st  *stage
	far *far

	mu   sync.RWMutex
	sets map[string]*relevant
}

// newDirect gives nil where siegfried has another shape.
func newDirect(sf *siegfried.Siegfried, st *stage) *direct {
	r, err := readRules(sf)
	if err != nil {
		return nil
	}
	f, err := newFar(st)
	if err != nil {
		return nil
	}
	return &direct{rules: r, st: st, far: f, sets: map[string]*relevant{}}
}

// relevant is what counts in files with the same possible signatures.
type relevant struct {
	tests       []bool
	signatures  []bool
	front, back []*fixedFrame
}

// relevantMost is how many sets are kept.
const relevantMost = 512

// of gives what counts where these signatures are possible.
func (d *direct) of(possible []int32) *relevant {
	slices.Sort(possible)
	name := make([]byte, 0, 4*len(possible))
	for _, s := range possible {
		name = binary.LittleEndian.AppendUint32(name, uint32(s))
	}
	d.mu.RLock()
	r := d.sets[string(name)]
	d.mu.RUnlock()
	if r != nil {
		return r
	}
	r = &relevant{tests: d.st.testsOf(possible), signatures: make([]bool, len(d.parts))}
	for _, s := range slices.Concat(possible, d.st.everywhere) {
		r.signatures[s] = true
	}
	for i := range d.rules.front {
		if f := &d.rules.front[i]; r.tests[f.test] {
			r.front = append(r.front, f)
		}
	}
	for i := range d.rules.back {
		if f := &d.rules.back[i]; r.tests[f.test] {
			r.back = append(r.back, f)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.sets) < relevantMost {
		d.sets[string(name)] = r
	}
	return r
}

// suits reports whether content in memory may be decided here: no container, and
// short enough that no walk pauses or ends early.
func (d *direct) suits(b []byte) bool {
	return d != nil && len(b) > 0 && int64(len(b)) <= min(d.st.front.fixed, d.furthest) && !inContainer(b)
}

// identify gives siegfried's answers; false leaves the file to siegfried.
func (d *direct) identify(name string, s *source) (found []core.Identification, ok bool) {
	name = path.Base(name)
	rec := d.identifier.Recorder()
	rec.Active(core.NameMatcher)
	rec.Active(core.XMLMatcher)
	rec.Active(core.TextMatcher)
	results, err := d.names.Identify(name, nil)
	if err != nil {
		return nil, false
	}
	for r := range results {
		rec.Record(core.NameMatcher, r)
	}
	satisfied, hint := rec.Satisfied(core.ByteMatcher)
	if satisfied {
		return nil, false // by a name alone never
	}
	var hints []core.Hint
	if len(hint.Pivot) > 0 {
		hints = append(hints, hint)
	}
	if !d.bytes(s.mem, hints, rec) {
		return nil, false
	}
	if satisfied, _ := rec.Satisfied(core.TextMatcher); !satisfied {
		if d.text(&source{mem: s.mem, size: s.size}, rec) != nil {
			return nil, false
		}
	}
	return rec.Report(), true
}

// bytes looks through the content and records the signatures that match.
func (d *direct) bytes(b []byte, hints []core.Hint, rec core.Recorder) bool {
	front, back := d.st.front.scan(len(d.st.users)), d.st.back.scan(len(d.st.users))
	defer front.done()
	defer back.done()
	d.far.look(b, front, back)
	if len(front.hits) >= hitsMost || len(back.hits) >= hitsMost {
		return false
	}
	w, ok := d.waitFor(hints)
	if !ok {
		return false
	}
	r := d.of(verdicts{d.st, front, back}.list())
	sc := &score{rules: d.rules, b: b, waits: w, possible: r.signatures, record: func(signature int, basis string) {
		rec.Record(core.ByteMatcher, answer{signature, basis})
	}}
	for _, f := range r.front {
		if f.gate != nil && !bytes.Contains(bytesAt(b, 0, f.within), f.gate) {
			continue
		}
		for _, end := range f.Match(bytesAt(b, 0, f.length)) {
			sc.hit(place{f.test, f.least, end - int(f.least), false})
		}
	}
	for _, h := range front.ordered(r.tests) {
		sc.hit(h)
	}
	for _, f := range r.back {
		if f.gate != nil && !bytes.Contains(bytesBefore(b, 0, f.within), f.gate) {
			continue
		}
		for _, end := range f.MatchR(bytesBefore(b, 0, f.length)) {
			sc.hit(place{f.test, f.least, end - int(f.least), true})
		}
	}
	for _, h := range back.ordered(r.tests) {
		h.fromEnd = true
		sc.hit(h)
	}
	return true
}

// ordered gives the hits on these tests in the order in which an Aho-Corasick
// automaton tells them: by their end, at the same end the longest first, and the
// same string as it was entered.
func (s *scan) ordered(tests []bool) []place {
	list := slices.DeleteFunc(s.hits, func(h place) bool { return !tests[h.test] })
	slices.SortStableFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.at+int64(a.length), b.at+int64(b.length)), cmp.Compare(b.length, a.length))
	})
	return list
}

// format makes siegfried's answers ours.
func (d *direct) format(found []core.Identification) check.Format {
	all := make([]check.Format, 0, len(found))
	for _, i := range found {
		all = append(all, formatOf(d.fields, i.Values()))
	}
	return first(all)
}
