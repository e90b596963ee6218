package formatid

import (
	"bytes"
	"slices"
	"sync"
)

// view shows a file to the engine: all of it where it is in memory, else its
// beginning and end and the rest in blocks.
type view struct {
	size        int64
	front, back []byte // all of it, or as far as bounded strings reach
	src         *source
}

// scanBlock is how much is looked at at once in content outside memory.
const scanBlock = 256 << 10

var blockPool = sync.Pool{New: func() any { b := make([]byte, scanBlock); return &b }}

// open reads what is needed at the ends.
func (v *view) open(e *engine, s *source, w *work) error {
	v.src, v.size = s, s.size
	if s.mem != nil {
		v.front, v.back = s.mem, s.mem
		return nil
	}
	w.head = slices.Grow(w.head[:0], e.frontMax)[:min(int64(e.frontMax), s.size)]
	if err := s.fill(w.head, 0); err != nil {
		return err
	}
	v.front = w.head
	if s.size <= int64(len(w.head)) {
		v.back = w.head
		return nil
	}
	w.tail = slices.Grow(w.tail[:0], e.backMax)[:min(int64(e.backMax), s.size)]
	v.back = w.tail
	return s.fill(w.tail, s.size-int64(len(w.tail)))
}

// blocks calls fn with the file piece by piece: n places of b are new, more of b
// shows what follows them.
func (v *view) blocks(overlap int, fn func(b []byte, base int64, n int) bool) error {
	if v.src.mem != nil {
		fn(v.front, 0, len(v.front))
		return nil
	}
	buf, _ := blockPool.Get().(*[]byte)
	defer blockPool.Put(buf)
	step := int64(len(*buf) - overlap)
	for at := int64(0); at < v.size; at += step {
		b := (*buf)[:min(int64(len(*buf)), v.size-at)]
		if err := v.src.fill(b, at); err != nil {
			return err
		}
		if !fn(b, at, int(min(step, v.size-at))) {
			return nil
		}
	}
	return nil
}

// part gives n bytes at off, fewer at the end, nil for none.
func (v *view) part(off int64, n int) ([]byte, error) {
	if off < 0 || n <= 0 || off >= v.size {
		return nil, nil
	}
	end := min(v.size, off+int64(n))
	if end <= int64(len(v.front)) {
		return v.front[off:end], nil
	}
	if start := v.size - int64(len(v.back)); off >= start {
		return v.back[off-start : end-start], nil
	}
	b := make([]byte, end-off)
	return b, v.src.fill(b, off)
}

// partBefore is part counted from the end.
func (v *view) partBefore(off int64, n int) ([]byte, error) {
	if off < 0 || n <= 0 || off >= v.size {
		return nil, nil
	}
	end := v.size - off
	from := max(0, end-int64(n))
	return v.part(from, int(end-from))
}

// pause gives where siegfried's first walk ends: the first place behind the furthest
// bounded string at which no string is under way. There it looks at the end of the
// file first. It is anywhere where the walk reaches the end.
func (e *engine) pause(v *view, m *meter) (int64, error) {
	at := e.fixed + 1
	for at < v.size {
		from := max(0, at-int64(e.longest))
		b, err := v.part(from, scanBlock)
		if err != nil {
			return 0, err
		}
		for ; at <= from+int64(len(b)); at++ {
			if e.underWay(b[:at-from], m) {
				continue
			}
			if at == v.size {
				return anywhere, nil
			}
			return at, nil
		}
		if m.over() {
			return 0, errUndecided
		}
	}
	return anywhere, nil
}

// underWay reports whether b ends with the beginning of a string.
func (e *engine) underWay(b []byte, m *meter) bool {
	m.steps++
	if e.begins[b[len(b)-1]] {
		return true
	}
	for n := 2; n <= min(len(b), e.longest); n++ {
		start := b[len(b)-n:]
		if !e.begins[start[0]] {
			continue
		}
		m.steps += 8
		all := e.prefixes()
		i, _ := slices.BinarySearchFunc(all, start, compareStart)
		if i < len(all) && compareStart(all[i], start) == 0 {
			return true
		}
	}
	return false
}

// compareStart compares the beginning of text with start.
func compareStart(text, start []byte) int {
	return bytes.Compare(text[:min(len(text), len(start))], start)
}
