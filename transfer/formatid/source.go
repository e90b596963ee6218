package formatid

import (
	"io"
	"sync"
	"sync/atomic"
)

// blockSize is how much is read at once from content outside memory. siegfried
// asks for 4 KiB at a time, from both ends.
const blockSize = 64 << 10

// source shows content to siegfried without copying it: what is in memory is
// handed out as it is, the rest is read in blocks. Slices that were handed out
// stay valid and are never written to.
//
// siegfried's own readers for streams and files are not used: they copy, spool
// to disk, and end the whole program when a file shrinks while being read.
//
// With a stage it ends siegfried's walks where they can find nothing more.
type source struct {
	mem   []byte
	at    io.ReaderAt
	size  int64
	stage *stage // nil: every walk goes its whole way

	walking atomic.Bool // the byte matcher is at work
	cuts    cuts

	mu     sync.Mutex
	front  block // last block read forwards
	back   block // last block read from the end
	err    error // first read error
	offset int64 // of Read
}

type block struct {
	from int64
	data []byte
}

func (b block) slice(off, l int64) ([]byte, bool) {
	if off < b.from || off+l > b.from+int64(len(b.data)) {
		return nil, false
	}
	return b.data[off-b.from : off-b.from+l : off-b.from+l], true
}

// IsSlicer tells siegfried to use Slice instead of Read.
func (s *source) IsSlicer() bool { return true }

// ReadAt reads what Slice gives.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	b, err := s.Slice(off, len(p))
	return copy(p, b), err
}

// Size gives the bytes of the content.
func (s *source) Size() int64 { return s.size }

// Slice gives l bytes at off, fewer with io.EOF at the end.
func (s *source) Slice(off int64, l int) ([]byte, error) {
	n, err := s.clip(off, l)
	if s.stage != nil && n > 0 {
		most, cerr := s.shorten(off, l, false)
		if cerr != nil {
			return nil, cerr
		}
		if int64(most) < n {
			n, err = int64(most), io.EOF
		}
	}
	if n == 0 {
		return nil, err
	}
	b, rerr := s.get(off, n, &s.front, false)
	if rerr != nil {
		return nil, rerr
	}
	return b, err
}

// EofSlice gives the l bytes that end off bytes before the end, fewer with
// io.EOF at the beginning.
func (s *source) EofSlice(off int64, l int) ([]byte, error) {
	n, err := s.clip(off, l)
	if s.stage != nil && n > 0 {
		most, cerr := s.shorten(off, l, true)
		if cerr != nil {
			return nil, cerr
		}
		if int64(most) < n {
			n, err = int64(most), io.EOF
		}
	}
	if n == 0 {
		return nil, err
	}
	b, rerr := s.get(s.size-off-n, n, &s.back, true)
	if rerr != nil {
		return nil, rerr
	}
	return b, err
}

func (s *source) clip(off int64, l int) (int64, error) {
	switch {
	case off < 0 || l < 0 || off >= s.size:
		return 0, io.EOF
	case int64(l) > s.size-off:
		return s.size - off, io.EOF
	}
	return int64(l), nil
}

// get gives n bytes at off, through the block cache where they fit.
func (s *source) get(off, n int64, cache *block, backwards bool) ([]byte, error) {
	if s.mem != nil {
		return s.mem[off : off+n : off+n], nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range []block{s.front, s.back} {
		if got, ok := b.slice(off, n); ok {
			return got, nil
		}
	}
	from, to := off, min(s.size, off+max(n, blockSize))
	if backwards {
		from, to = max(0, off+n-max(n, blockSize)), off+n
	}
	data := make([]byte, to-from)
	if k, err := s.at.ReadAt(data, from); k < len(data) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if s.err == nil {
			s.err = err
		}
		return nil, err
	}
	*cache = block{from, data}
	got, _ := cache.slice(off, n)
	return got, nil
}

func (s *source) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Read makes a source an io.Reader, which siegfried's entry asks for.
func (s *source) Read(p []byte) (int, error) {
	b, err := s.Slice(s.offset, len(p))
	n := copy(p, b)
	s.offset += int64(n)
	if n > 0 && err == io.EOF {
		err = nil
	}
	return n, err
}
