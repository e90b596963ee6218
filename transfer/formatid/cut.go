package formatid

import (
	"io"
	"slices"
	"sync"
)

// cuts are where the walks of one file may end, found when first asked for.
type cuts struct {
	once        sync.Once
	front, back int64
	err         error
}

// shorten gives how much of a read lies before the cut where it is a page of the
// byte matcher's walk. Such pages are told by their shape: once the matcher is at
// work, none of its tests reads that many bytes at such a place. The first page is
// always given whole: other matchers ask for it too.
func (s *source) shorten(off int64, l int, fromEnd bool) (int, error) {
	if off == 0 && l == s.stage.mark && !fromEnd {
		s.walking.Store(true)
		return l, nil
	}
	if off == 0 || l != page || off%page != 0 || !s.walking.Load() {
		return l, nil
	}
	s.cuts.once.Do(func() { s.cuts.err = s.findCuts() })
	c := s.cuts.front
	if fromEnd {
		c = s.cuts.back
	}
	return int(min(int64(l), max(0, c-off))), s.cuts.err
}

// findCuts looks at both ends, as far as strings have a place there, and then
// through the rest for what may still decide something. A walk may end behind the
// last hit on a test that a signature uses of which every part was met somewhere:
// a signature with a part that is nowhere in the file never matches, and hits on
// its other parts change nothing.
func (s *source) findCuts() error {
	st := s.stage
	front, back := st.front.scan(len(st.users)), st.back.scan(len(st.users))
	defer front.done()
	defer back.done()
	if err := s.scanBack(back); err != nil {
		return err
	}
	v := verdicts{st, front, back}
	if err := s.scanFront(front, v.open); err != nil {
		return err
	}
	s.cuts.front, s.cuts.back = v.cut(front), v.cut(back)
	return nil
}

// verdicts tell from both scans what counts in a file.
type verdicts struct {
	*stage
	front, back *scan
}

// counts reports whether hits on a test may change the answer.
func (v verdicts) counts(test int32) bool { return slices.ContainsFunc(v.users[test], v.possible) }

// open gives the strings that may still decide something once both ends were
// looked at: those of parts that may stand anywhere, of signatures of which every
// other part was met. nil: the rest of the file says nothing.
func (v verdicts) open() *texts {
	t := &texts{}
	for _, signature := range v.wild {
		if slices.ContainsFunc(v.signatures[signature], func(t int32) bool { return v.stage.front.late[t] == nil && !v.met(t) }) {
			continue
		}
		for _, test := range v.signatures[signature] {
			t.add(v.stage.front.late[test])
		}
	}
	if t.all == nil {
		return nil
	}
	return t
}

func (v verdicts) met(t int32) bool {
	return v.front.fits[t] || v.back.fits[t] || slices.Contains(v.always, t)
}

// possible reports whether every part of a signature was met.
func (v verdicts) possible(signature int32) bool {
	return !slices.ContainsFunc(v.signatures[signature], func(t int32) bool { return !v.met(t) })
}

// list gives the signatures that are possible, without those that are so in every file.
func (v verdicts) list() (list []int32) {
	for _, met := range [][]int32{v.front.met, v.back.met} {
		for _, t := range met {
			for _, signature := range v.users[t] {
				if !slices.Contains(list, signature) && v.possible(signature) {
					list = append(list, signature)
				}
			}
		}
	}
	return list
}

func (v verdicts) cut(s *scan) (end int64) {
	for _, t := range s.met {
		if s.last[t] > end && v.counts(t) {
			end = s.last[t]
		}
	}
	return end
}

// scanFront looks through the file; open is asked for what to look for beyond the
// furthest fixed offset.
func (s *source) scanFront(scan *scan, open func() *texts) error {
	if s.mem != nil {
		if i := scan.earlyPlaces(s.mem, len(s.mem), 0); i < len(s.mem) {
			if sought := open(); sought != nil {
				scan.find(sought, s.mem, i, len(s.mem), 0)
			}
		}
		return nil
	}
	buf, _ := blocks.Get().(*[]byte)
	if buf == nil {
		b := make([]byte, scanBlock)
		buf = &b
	}
	defer blocks.Put(buf)
	var sought *texts
	step := int64(len(*buf) - scan.longest)
	for at, asked := int64(0), false; at < s.size; at += step {
		b := (*buf)[:min(int64(len(*buf)), s.size-at)]
		if err := s.fill(b, at); err != nil {
			return err
		}
		n, i := int(min(step, s.size-at)), 0
		if i = scan.earlyPlaces(b, n, at); i == n {
			continue
		}
		if !asked {
			sought, asked = open(), true
		}
		if sought == nil {
			return nil
		}
		scan.find(sought, b, i, n, at)
	}
	return nil
}

// scanBack looks at the end backwards, as far as a string counts there; offsets
// count from the end.
func (s *source) scanBack(scan *scan) error {
	if s.mem != nil {
		s.scanTail(scan)
		return nil
	}
	tail := make([]byte, min(s.size, scan.fixed+int64(scan.longest)+1))
	if err := s.fill(tail, s.size-int64(len(tail))); err != nil {
		return err
	}
	slices.Reverse(tail)
	scan.block(tail, len(tail), 0)
	return nil
}

// scanTail is scanBack of content in memory.
func (s *source) scanTail(scan *scan) {
	n := int(min(s.size, scan.fixed+int64(scan.longest)+1))
	tail := slices.Grow(scan.tail[:0], n)[:n]
	for i := range tail {
		tail[i] = s.mem[len(s.mem)-1-i]
	}
	scan.tail = tail
	scan.block(tail, n, 0)
}

// scanBlock is how much is looked at at once in content outside memory.
const scanBlock = 256 << 10

var blocks sync.Pool

// fill reads all of b and keeps the first error.
func (s *source) fill(b []byte, at int64) error {
	k, err := s.at.ReadAt(b, at)
	if k == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	return err
}
