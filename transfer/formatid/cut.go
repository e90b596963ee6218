package formatid

import (
	"io"
	"sync"
)

// stage ends siegfried's walks where they can learn nothing more, in the files that
// are left to it: its byte matcher walks the bytes from both ends and gives every
// hit to a scorer, which sees hits only and not how far a walk went.
type stage struct {
	e    *engine
	mark int // length of the read by which the byte matcher begins
}

// page is what siegfried's walks ask for at once.
const page = 4096

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
	c := &s.cuts
	c.once.Do(func() { c.front, c.back, c.err = s.stage.e.cuts(s) })
	end := c.front
	if fromEnd {
		end = c.back
	}
	return int(min(int64(l), max(0, end-off))), c.err
}

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
