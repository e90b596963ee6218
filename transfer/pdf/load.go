package pdf

import (
	"bytes"
)

// Resolve follows references until a direct value is reached. Missing objects
// are null (ISO 32000-1, 7.3.10).
func (f *File) Resolve(v any) any {
	for range 32 {
		r, ok := v.(Ref)
		if !ok {
			return v
		}
		v = f.Load(r.Num)
	}
	return nil
}

// Dict resolves v to a dictionary; of a stream, its dictionary. nil otherwise.
func (f *File) Dict(v any) Dict {
	switch d := f.Resolve(v).(type) {
	case Dict:
		return d
	case *Stream:
		return d.Dict
	}
	return nil
}

// Stream resolves v to a stream, nil otherwise.
func (f *File) Stream(v any) *Stream {
	s, _ := f.Resolve(v).(*Stream)
	return s
}

// Array resolves v to an array, nil otherwise.
func (f *File) Array(v any) Array {
	a, _ := f.Resolve(v).(Array)
	return a
}

// Name resolves v to a name, "" otherwise.
func (f *File) Name(v any) Name {
	n, _ := f.Resolve(v).(Name)
	return n
}

// Text resolves v to a string; ok is false otherwise.
func (f *File) Text(v any) (String, bool) {
	s, ok := f.Resolve(v).(String)
	return s, ok
}

// Number resolves v to a number; ok is false otherwise.
func (f *File) Number(v any) (float64, bool) { return Number(f.Resolve(v)) }

// Int resolves v to an integer; ok is false otherwise.
func (f *File) Int(v any) (int, bool) {
	switch n := f.Resolve(v).(type) {
	case int64:
		return int(n), true
	case float64:
		if n == float64(int(n)) {
			return int(n), true
		}
	}
	return 0, false
}

// Load gives the object with the number, nil if there is none.
func (f *File) Load(num int) any {
	if v, ok := f.cache[num]; ok {
		return v
	}
	e, ok := f.entries[num]
	if !ok || e.Free || f.loading[num] || f.ctx.Err() != nil {
		return nil
	}
	if !e.Packed && !f.budget.load() { // of packed ones, their stream counts them all
		return nil
	}
	f.loading[num] = true
	defer delete(f.loading, num)
	var v any
	if e.Packed {
		v = f.packed(int(e.Offset), num)
	} else {
		v, ok = f.objectAt(e.Offset+f.base, num)
		if !ok {
			note(&f.BadOffsets, num)
			v = nil
		}
	}
	f.cache[num] = v
	return v
}

// LintAll looks at the writing of all objects in use that were not loaded yet
// and shows them to see. The values are not kept. Errors as of Err.
func (f *File) LintAll(see func(num int, v any)) error {
	for _, n := range f.Numbers() {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		if _, done := f.cache[n]; done {
			continue
		}
		e := f.entries[n]
		if !e.Packed && !f.budget.load() {
			return ErrLimit
		}
		var v any
		if e.Packed {
			v = f.packed(int(e.Offset), n)
		} else {
			v, _ = f.objectAt(e.Offset+f.base, n)
		}
		see(n, v)
	}
	return f.Err()
}

// objectAt reads "num gen obj … endobj" at off.
func (f *File) objectAt(off int64, num int) (any, bool) {
	for n := 8192; ; n *= 8 {
		if f.mem != nil {
			n = int(f.size)
		}
		b := f.at(off, n)
		var lint Lint
		o := reading{f: f, l: Lexer{Buf: b, Obj: num, Lint: &lint, Copy: f.mem == nil}, off: off, num: num}
		v, ok := o.read()
		if o.l.Short && f.mem == nil && len(b) == n && n < 1<<27 {
			continue
		}
		if ok && !f.seen[num] {
			f.seen[num] = true
			f.Lint.merge(&lint)
			if o.spacing {
				note(&f.Spacing, num)
			}
			if o.streamEOL {
				note(&f.StreamEOL, num)
			}
			if o.streamLength {
				note(&f.StreamLength, num)
			}
		}
		return v, ok
	}
}

// reading is the state of reading one indirect object.
type reading struct {
	f                                *File
	l                                Lexer
	off                              int64
	num                              int
	spacing, streamEOL, streamLength bool
}

func (o *reading) read() (any, bool) {
	l := &o.l
	l.Skip()
	if at := o.off + int64(l.Pos); at > 0 {
		if p := o.f.at(at-1, 1); len(p) == 1 && !IsEOL(p[0]) {
			o.spacing = true
		}
	}
	if !o.head() {
		return nil, false
	}
	if l.Pos < len(l.Buf) && !IsEOL(l.Buf[l.Pos]) {
		o.spacing = true
	}
	v := l.value(0)
	if k, ok := v.(Keyword); ok {
		return nil, k == "endobj"
	}
	if _, ok := v.(closer); ok || v == End {
		return nil, v != End
	}
	if d, ok := v.(Dict); ok {
		if s := o.stream(d); s != nil {
			return s, true
		}
	}
	o.tail(l.Buf, l.Pos, false)
	return v, true
}

// head reads "num gen obj".
func (o *reading) head() bool {
	l := &o.l
	b := l.Buf
	n, ok := digits(b, &l.Pos)
	if !ok || n != o.num {
		return false
	}
	if !o.gap() {
		return false
	}
	if _, ok = digits(b, &l.Pos); !ok || !o.gap() {
		return false
	}
	if !bytes.HasPrefix(b[l.Pos:], []byte("obj")) {
		return false
	}
	l.Pos += 3
	return true
}

// gap moves over white space that ought to be a single character.
func (o *reading) gap() bool {
	start := o.l.Pos
	for o.l.Pos < len(o.l.Buf) && IsSpace(o.l.Buf[o.l.Pos]) {
		o.l.Pos++
	}
	if o.l.Pos-start != 1 {
		o.spacing = true
	}
	return o.l.Pos > start
}

func digits(b []byte, pos *int) (int, bool) {
	n, start := 0, *pos
	for *pos < len(b) && class[b[*pos]]&isDigit != 0 && *pos-start < 10 {
		n = n*10 + int(b[*pos]-'0')
		*pos++
	}
	return n, *pos > start
}

// tail looks at endobj after a value that ends at pos.
func (o *reading) tail(b []byte, pos int, short bool) {
	start := pos
	for pos < len(b) && IsSpace(b[pos]) {
		pos++
	}
	if pos+6 > len(b) {
		o.l.Short = o.l.Short || !short
	}
	if !bytes.HasPrefix(b[pos:], []byte("endobj")) {
		return // a comment or damage: not for this rule to say
	}
	if pos == start || !IsEOL(b[pos-1]) {
		o.spacing = true
	}
	if pos += 6; pos < len(b) && !IsEOL(b[pos]) {
		o.spacing = true
	}
}

// stream reads a stream whose dictionary was just read; nil if none follows.
func (o *reading) stream(d Dict) *Stream {
	l := &o.l
	p := l.Pos
	for p < len(l.Buf) && IsSpace(l.Buf[p]) {
		p++
	}
	if !bytes.HasPrefix(l.Buf[p:], []byte("stream")) {
		if p < len(l.Buf) && l.Buf[p] == '%' {
			l.Skip()
			if bytes.HasPrefix(l.Buf[l.Pos:], []byte("stream")) {
				return o.stream(d)
			}
		}
		l.Short = l.Short || p+6 > len(l.Buf)
		return nil
	}
	p += 6
	if p+2 > len(l.Buf) {
		l.Short = true
	}
	start := o.off + int64(p)
	switch {
	case bytes.HasPrefix(l.Buf[p:], []byte("\r\n")):
		start += 2
	case bytes.HasPrefix(l.Buf[p:], []byte("\n")):
		start++
	case bytes.HasPrefix(l.Buf[p:], []byte("\r")):
		start++
		o.streamEOL = true
	default:
		o.streamEOL, o.streamLength = true, true
		for p < len(l.Buf) && l.Buf[p] == ' ' {
			p, start = p+1, start+1
		}
		if bytes.HasPrefix(l.Buf[p:], []byte("\r\n")) {
			start += 2
		} else if p < len(l.Buf) && IsEOL(l.Buf[p]) {
			start++
		}
	}
	return o.body(d, start)
}

// body finds the end of the data, which Length ought to tell.
func (o *reading) body(d Dict, start int64) *Stream {
	s := &Stream{Dict: d, Num: o.num, off: start}
	n, ok := o.f.Int(d["Length"])
	end := []byte("endstream")
	if ok && n >= 0 && start+int64(n) <= o.f.size {
		b := o.f.at(start+int64(n), 48)
		skip := eol(b)
		if bytes.HasPrefix(b[skip:], end) {
			s.length = int64(n)
			if skip == 0 && n > 0 { // no marker left: either Length counts it, or there is none
				last := o.f.at(start+int64(n)-1, 1)
				counted := len(last) == 1 && IsEOL(last[0])
				o.streamLength = o.streamLength || counted
				o.streamEOL = o.streamEOL || !counted
			}
			o.tail(b, skip+len(end), true)
			return s
		}
	}
	o.streamLength = true
	found := o.f.find(start, end)
	if found < 0 {
		s.length = o.f.size - start
		return s
	}
	s.length = found - start
	before := o.f.at(max(start, found-2), int(min(2, found-start)))
	switch {
	case bytes.HasSuffix(before, []byte("\r\n")):
		s.length -= 2
	case len(before) > 0 && IsEOL(before[len(before)-1]):
		s.length--
	default:
		o.streamEOL = true
	}
	o.tail(o.f.at(found, 48), len(end), true)
	return s
}

func eol(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("\r\n")):
		return 2
	case len(b) > 0 && IsEOL(b[0]):
		return 1
	}
	return 0
}

// find gives the offset of the first occurrence of what at or after off, or -1.
func (f *File) find(off int64, what []byte) int64 {
	const step = 1 << 18
	for off < f.size {
		if f.ctx.Err() != nil {
			return -1
		}
		b := f.at(off, step+len(what))
		if i := bytes.Index(b, what); i >= 0 {
			return off + int64(i)
		}
		off += step
	}
	return -1
}
