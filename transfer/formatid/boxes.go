package formatid

import (
	"errors"
	"slices"
	"strings"
	"sync"
)

// box tells by its entries what a container is, by the rules of siegfried's container
// matcher. It reads only entries whose names signatures ask for, and of these only as far
// as strings are sought in them.
type box struct {
	*boxSet
	byName map[string]*entryTest
}

// entryTest are the rules for an entry; the engine for its bytes is made when the first
// such entry is met.
type entryTest struct {
	*entryRule
	engine func() (*engine, error)
}

func newBox(set *boxSet, all int) (*box, error) {
	b := &box{boxSet: set, byName: make(map[string]*entryTest, len(set.entries))}
	if set.superior == nil || len(set.superior) != len(set.parts) || int(set.first)+len(set.parts) > all {
		return nil, errTable
	}
	for i := range set.entries {
		e := &set.entries[i]
		if len(e.byItsBytes) != len(e.rules.signatures) || e.rules.superior != nil {
			return nil, errTable
		}
		for _, s := range slices.Concat(e.named, e.byItsBytes) {
			if s < 0 || int(s) >= len(set.parts) {
				return nil, errTable
			}
		}
		b.byName[e.name] = &entryTest{e, sync.OnceValues(func() (*engine, error) { return newEngine(&e.rules) })}
	}
	return b, nil
}

// boxAnswer is a container signature that fits, by its number among those of all kinds;
// -1: none, but the extension is that of the container.
type boxAnswer struct {
	signature int32
	basis     string
}

// boxHit is a part of a signature: an entry and, where its bytes were looked at, what fits
// in them.
type boxHit struct {
	signature int32
	basis     string
}

// boxRun is the identifying of one container.
type boxRun struct {
	*box
	waits    waits
	parts    map[int32]*boxParts
	ruledOut []bool
	left     int64 // bytes that may still be read of the entries
	found    []boxAnswer
}

// boxParts is what was found of a signature, until all of its parts are.
type boxParts struct {
	basis []string
	last  string // entry that told it last
}

// containerBasis is how siegfried begins what it says of a container.
const containerBasis = "container "

// answers gives the signatures that fit, in the order in which siegfried finds them. pivot
// are those the name suggests, size is that of the container. Errors: errSpoiled and
// errUndecided where it is made to be slow.
func (b *box) answers(extension string, in entries, pivot []int32, size int64) ([]boxAnswer, error) {
	r := &boxRun{box: b, parts: map[int32]*boxParts{}, ruledOut: make([]bool, len(b.boxSet.parts)),
		waits: waits{superior: b.superior}, left: inflateLeast + inflatePerByte*size}
	for _, p := range pivot {
		if s := p - b.first; s >= 0 && int(s) < len(b.boxSet.parts) {
			r.waits.pivot = append(r.waits.pivot, s)
		}
	}
	for in.next() {
		t := b.byName[in.name()]
		if t == nil {
			continue
		}
		hits, err := r.hits(t, in)
		if err != nil {
			return nil, err
		}
		if r.take(hits, t) {
			break
		}
	}
	if len(r.found) == 0 && b.extension != "" && extension == "."+b.extension {
		r.found = append(r.found, boxAnswer{-1, containerBasis + "match with trigger and default extension"})
	}
	return r.found, nil
}

// hits gives the signatures that ask for the entry and are still waited for.
func (r *boxRun) hits(t *entryTest, in entries) (hits []boxHit, err error) {
	for _, s := range t.named {
		if r.waits.check(s) {
			hits = append(hits, boxHit{s, "name " + t.name + " with name only"})
		}
	}
	if len(t.byItsBytes) == 0 || in.folder() {
		return hits, nil
	}
	e, err := t.engine()
	if err != nil {
		return nil, err
	}
	c := newEntry(in, &r.left)
	if c == nil {
		return hits, nil
	}
	defer c.close()
	w, _ := e.pool.Get().(*work)
	defer e.done(w)
	fit, err := e.inEntry(c, w)
	if err != nil {
		return nil, err
	}
	for i := range fit {
		s := t.byItsBytes[fit[i].signature]
		if r.waits.check(s) && !slices.ContainsFunc(hits, func(h boxHit) bool { return h.signature == s }) {
			hits = append(hits, boxHit{s, "name " + t.name + " with " + fit[i].basis()})
		}
	}
	return hits, nil
}

// take notes the hits on an entry; true where nothing more is waited for.
func (r *boxRun) take(hits []boxHit, t *entryTest) bool {
	for _, h := range hits {
		p := r.parts[h.signature]
		if p == nil {
			p = &boxParts{}
			r.parts[h.signature] = p
		}
		p.last = t.name
		if n := int(r.boxSet.parts[h.signature]); len(p.basis) == n { // told, or not waited for, before
			continue
		} else if p.basis = append(p.basis, h.basis); len(p.basis) < n || !r.waits.check(h.signature) {
			continue
		}
		r.found = append(r.found, boxAnswer{r.first + h.signature, containerBasis + strings.Join(p.basis, "; ")})
		if r.waits.put(h.signature) {
			return true
		}
	}
	if len(hits) == len(t.named)+len(t.byItsBytes) {
		return false
	}
	for _, list := range [][]int32{t.named, t.byItsBytes} {
		for _, s := range list {
			if p := r.parts[s]; len(hits) == 0 || p == nil || p.last != t.name {
				r.ruledOut[s] = true
			}
		}
	}
	open := func(s int32) bool { return !r.ruledOut[s] }
	return len(hits) > 0 && r.waits.any && !slices.ContainsFunc(r.waits.list, open) && !slices.ContainsFunc(r.waits.pivot, open)
}

// inEntry gives the signatures that fit in an entry. It reads only as far as strings can
// count: to its end where one of a possible signature may stand anywhere.
func (e *engine) inEntry(c *entry, w *work) ([]answer, error) {
	var err error
	if w.entry, err = c.front(w.entry[:0], e.reach()); err != nil {
		return nil, err
	}
	if !c.done && (e.furthest > 0 || e.beyond(w)) {
		if w.entry, err = c.front(w.entry, entryKept); err != nil {
			return nil, err
		}
		if !c.done {
			return e.inLarge(c, w)
		}
	}
	if len(w.entry) == 0 {
		return nil, nil
	}
	return e.inSource(&source{mem: w.entry, size: int64(len(w.entry))}, w)
}

// inLarge is inEntry for one that is not held in memory. One that ends before its container
// says is told of as far as it goes.
func (e *engine) inLarge(c *entry, w *work) ([]answer, error) {
	for {
		size := c.end
		fit, err := e.inSource(&source{at: c, size: size}, w)
		switch {
		case err == nil || errors.Is(err, errUndecided):
			return fit, err
		case c.end >= size || errors.Is(err, errSpoiled):
			return nil, errSpoiled
		}
	}
}

func (e *engine) inSource(s *source, w *work) ([]answer, error) {
	w.begin(s.size)
	var v view
	if err := v.open(e, s, w); err != nil {
		return nil, err
	}
	return e.answers(&v, w, nil)
}

// reach gives how many bytes of the front of a content bounded strings and what is beside
// them lie in.
func (e *engine) reach() int64 {
	most := 0
	for i := range e.tests {
		most = max(most, e.tests[i].rightMost)
	}
	return int64(e.frontMax + most)
}

// beyond reports whether a signature is possible by the front of an entry of which a
// string may stand anywhere.
func (e *engine) beyond(w *work) bool {
	w.begin(int64(len(w.entry)))
	v := view{size: int64(len(w.entry)), front: w.entry, back: w.entry}
	e.candidates(&v, w)
	return e.planOf(w).wide
}
