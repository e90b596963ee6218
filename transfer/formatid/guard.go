package formatid

import "slices"

// guard tells that a signature does not match before its far strings are sought in
// the whole file: where a part that stands near the beginning wants something beside
// its string that nowhere is. Without it one signature (Wavefront OBJ: a number with
// "f " anywhere behind it) would have nearly every file read to its end.
//
// Only signatures that share no test with others have one. Of a shared test a hit
// decides when others are tested, whether it matches or not.
type guard struct {
	signature, test int32
	texts           group
	reach           int64
}

// readGuards finds the parts that guard.
func (e *engine) readGuards() {
	e.guards = make([]guard, len(e.signatures))
	for s := range e.signatures {
		own, far, part := true, false, int32(-1)
		for _, t := range e.testsOf[s] {
			u := &e.use[t]
			own = own && len(u.users) == 1
			far = far || !u.fixed && u.far()
			if !u.fixed && !u.far() && !u.back && len(e.tests[t].complete) == 0 {
				part = t
			}
		}
		if !own || !far || part < 0 {
			continue
		}
		g := guard{signature: int32(s), test: part}
		var texts [][]byte
		for _, x := range e.use[part].texts {
			g.texts.texts = append(g.texts.texts, int32(len(texts)))
			texts = append(texts, x.text)
			g.reach = max(g.reach, x.furthest+int64(len(x.text)))
		}
		if slices.ContainsFunc(texts, func(t []byte) bool { return len(t) < finderLeast }) {
			continue
		}
		g.texts = newGroup(texts, g.texts.texts)
		e.guards[s] = g
	}
}

// passes reports whether the part matches somewhere, or there is no guard.
func (g *guard) passes(v *view, w *work) bool {
	if g.texts.texts == nil {
		return true
	}
	s, u, passed := &w.score, &w.e.use[g.test], false
	s.v, s.meter = v, &w.meter
	g.texts.each(v.front[:min(int64(len(v.front)), g.reach)], &w.meter, func(at int, n int32) bool {
		passed = s.wanted(place{test: g.test, at: int64(at), length: len(u.texts[n].text)})
		return !passed
	})
	return passed || w.meter.over()
}

// wanted reports whether what a part wants beside its string is there.
func (s *score) wanted(h place) bool {
	t := &s.e.tests[h.test]
	s.lefts, s.rights = emptied(s.lefts, len(t.incomplete)), emptied(s.rights, len(t.incomplete))
	l, r, err := s.around(h, t, len(t.left) > 0, len(t.right) > 0)
	if err != nil {
		return true // the reading is told where the file is decided
	}
	s.follow(t.left, l, true, s.lefts)
	if !slices.ContainsFunc(t.incomplete, func(b beside) bool { return !b.left }) &&
		!slices.ContainsFunc(s.lefts, func(l []int) bool { return len(l) > 0 }) {
		return false // most often
	}
	s.follow(t.right, r, false, s.rights)
	for i, b := range t.incomplete {
		if (len(s.lefts[i]) > 0) == b.left && (len(s.rights[i]) > 0) == b.right &&
			s.e.signatures[b.part.signature][b.part.part].stands(h.at) {
			return true
		}
	}
	return false
}
