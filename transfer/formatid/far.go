package formatid

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// far tells what a file is looked through for away from its ends. Most strings
// count near an end only; a signature with one that counts further in is followed
// there where all its other parts were met at the ends. Of a PDF these are some ten
// strings, which are found one by one faster than all of them by tables.
type far struct {
	signatures []farSignature

	mu   sync.RWMutex
	sets map[string]*sought // by signatures to follow
}

// sought are the strings to look for where certain signatures are followed.
type sought struct{ front, back texts }

// texts are strings with a table over their first two bytes.
type texts struct {
	all   [][]byte
	pairs pairBits
}

// farSignature is a signature with a string that counts away from the ends.
type farSignature struct {
	near        []int32  // its tests that count near the ends only
	front, back [][]byte // its strings that count further in
}

// near is how many places at each end are looked at for every string.
const near = 4096

func newFar(st *stage) (f *far, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, err = nil, fmt.Errorf("formatid: %v", p)
		}
	}()
	front, back := st.front.further(), st.back.further()
	f = &far{sets: map[string]*sought{}}
	if len(st.signatures) > math.MaxUint16 {
		return nil, errors.New("formatid: more signatures than can be numbered here")
	}
	for _, tests := range st.signatures {
		var s farSignature
		for _, t := range tests {
			switch {
			case front[t] != nil:
				s.front = append(s.front, front[t]...)
			case back[t] != nil:
				s.back = append(s.back, back[t]...)
			case !slices.Contains(st.always, t):
				s.near = append(s.near, t)
			}
		}
		if s.front != nil || s.back != nil {
			f.signatures = append(f.signatures, s)
		}
	}
	return f, nil
}

// further gives, by test with a string that counts further in than near, its
// strings and those of its sequence that must come before and count there too.
func (s *strikes) further() map[int32][][]byte {
	own, before, made := map[int32][][]byte{}, map[int32]int32{}, map[int32]int32{}
	var down func(at int32, text []byte)
	down = func(at int32, text []byte) {
		for _, o := range s.out[at] {
			if before[o.test] = o.after; o.slot >= 0 {
				made[o.slot] = o.test
			}
			if o.furthest >= near {
				own[o.test] = append(own[o.test], bytes.Clone(text))
			}
		}
		n := s.nodes[at]
		for i := n.first; i < n.first+n.count; i++ {
			down(s.next[i], append(text, s.keys[i]))
		}
	}
	down(0, nil)
	all := map[int32][][]byte{}
	for t, texts := range own {
		all[t] = texts
		for slot := before[t]; slot >= 0; {
			earlier, ok := made[slot]
			if !ok {
				panic("a choice without strings")
			}
			all[t] = append(all[t], own[earlier]...)
			slot = before[earlier]
		}
	}
	return all
}

// look makes both scans of content in memory that is no longer than the furthest
// fixed offset. Every hit on a test of a signature that is possible is found.
func (f *far) look(b []byte, front, back *scan) {
	n := min(len(b), near)
	front.block(b[:min(len(b), n+front.longest)], n, 0)
	back.block(back.turned(b, min(len(b), n+back.longest)), n, 0)
	if len(b) <= near {
		return
	}
	var name []byte
	for i := range f.signatures {
		if s := &f.signatures[i]; !slices.ContainsFunc(s.near, func(t int32) bool { return !front.fits[t] && !back.fits[t] }) {
			name = binary.LittleEndian.AppendUint16(name, uint16(i))
		}
	}
	s := f.follow(name)
	if len(s.front.all) > 0 {
		front.find(&s.front, b, n, len(b), 0)
	}
	if len(s.back.all) > 0 {
		back.find(&s.back, back.turned(b, len(b)), n, len(b), 0)
	}
}

// follow gives the strings of the signatures with these numbers, two bytes each.
func (f *far) follow(name []byte) *sought {
	f.mu.RLock()
	s := f.sets[string(name)]
	f.mu.RUnlock()
	if s != nil {
		return s
	}
	s = &sought{}
	for i := 0; i < len(name); i += 2 {
		signature := &f.signatures[binary.LittleEndian.Uint16(name[i:])]
		s.front.add(signature.front)
		s.back.add(signature.back)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.sets) < relevantMost {
		f.sets[string(name)] = s
	}
	return s
}

// add adds the strings that are not there yet.
func (t *texts) add(more [][]byte) {
	for _, m := range more {
		if slices.ContainsFunc(t.all, func(have []byte) bool { return bytes.Equal(have, m) }) {
			continue
		}
		t.all = append(t.all, m)
		from, to := uint(m[0])<<8, uint(m[0])<<8|255
		if len(m) > 1 {
			from |= uint(m[1])
			to = from
		}
		for pair := from; pair <= to; pair++ {
			t.pairs[pair>>6] |= 1 << (pair & 63)
		}
	}
}

// turned gives the last n bytes backwards.
func (s *scan) turned(b []byte, n int) []byte {
	tail := slices.Grow(s.tail[:0], n)[:n]
	for i := range tail {
		tail[i] = b[len(b)-1-i]
	}
	s.tail = tail
	return tail
}
