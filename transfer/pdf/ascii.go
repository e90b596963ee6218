package pdf

import (
	"bufio"
	"io"
)

func newBytes(r io.Reader) *bufio.Reader { return bufio.NewReader(r) }

type hexReader struct {
	src  *bufio.Reader
	done bool
}

func (h *hexReader) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) && !h.done {
		hi, ok := h.digit()
		if !ok {
			break
		}
		lo, ok := h.digit()
		p[n] = byte(hi << 4)
		if ok {
			p[n] |= byte(lo)
		}
		n++
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (h *hexReader) digit() (int, bool) {
	for {
		b, err := h.src.ReadByte()
		if err != nil || b == '>' {
			h.done = true
			return 0, false
		}
		if v := unhex(b); v >= 0 {
			return v, true
		}
	}
}

type a85Reader struct {
	src  *bufio.Reader
	out  []byte
	buf  [4]byte
	done bool
}

func (a *a85Reader) Read(p []byte) (int, error) {
	for len(a.out) == 0 {
		if a.done {
			return 0, io.EOF
		}
		a.group()
	}
	n := copy(p, a.out)
	a.out = a.out[n:]
	return n, nil
}

func (a *a85Reader) group() {
	var v uint32
	k := 0
	for k < 5 {
		b, err := a.src.ReadByte()
		if err != nil || b == '~' {
			a.done = true
			break
		}
		if b == 'z' && k == 0 {
			a.buf = [4]byte{}
			a.out = a.buf[:]
			return
		}
		if b < '!' || b > 'u' {
			continue
		}
		v = v*85 + uint32(b-'!')
		k++
	}
	if k < 2 {
		a.out = nil
		return
	}
	for i := k; i < 5; i++ {
		v = v*85 + 84
	}
	a.buf = [4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}
	a.out = a.buf[:k-1]
}

type runReader struct {
	src *bufio.Reader
	out []byte
	buf [128]byte
}

func (r *runReader) Read(p []byte) (int, error) {
	if len(r.out) == 0 {
		n, err := r.src.ReadByte()
		if err != nil || n == 128 {
			return 0, io.EOF
		}
		if n < 128 {
			k, _ := io.ReadFull(r.src, r.buf[:int(n)+1])
			r.out = r.buf[:k]
		} else {
			b, err := r.src.ReadByte()
			if err != nil {
				return 0, io.EOF
			}
			for i := range 257 - int(n) {
				r.buf[i] = b
			}
			r.out = r.buf[:257-int(n)]
		}
		if len(r.out) == 0 {
			return 0, io.EOF
		}
	}
	n := copy(p, r.out)
	r.out = r.out[n:]
	return n, nil
}

// lzwReader decodes LZW as PDF and TIFF use it: codes of 9 to 12 bits, highest
// bit first, 256 clears, 257 ends (ISO 32000-1, 7.4.4).
type lzwReader struct {
	src    *bufio.Reader
	early  int
	bits   uint32
	have   int
	width  int
	next   int
	prefix [4096]uint16
	suffix [4096]byte
	last   int
	out    []byte
	buf    [4096]byte
	done   bool
}

func newLZW(r io.Reader, early bool) *lzwReader {
	l := &lzwReader{src: bufio.NewReader(r)}
	if early {
		l.early = 1
	}
	l.reset()
	return l
}

func (l *lzwReader) reset() { l.width, l.next, l.last = 9, 258, -1 }

func (l *lzwReader) Read(p []byte) (int, error) {
	for len(l.out) == 0 {
		if l.done {
			return 0, io.EOF
		}
		l.step()
	}
	n := copy(p, l.out)
	l.out = l.out[n:]
	return n, nil
}

func (l *lzwReader) step() {
	for l.have < l.width {
		b, err := l.src.ReadByte()
		if err != nil {
			l.done = true
			return
		}
		l.bits = l.bits<<8 | uint32(b)
		l.have += 8
	}
	l.have -= l.width
	code := int(l.bits>>l.have) & (1<<l.width - 1)
	switch {
	case code == 256:
		l.reset()
		return
	case code == 257 || code > l.next || code == l.next && l.last < 0:
		l.done = true
		return
	}
	i := len(l.buf)
	c := code
	if code == l.next {
		i--
		c = l.last
	}
	for c >= 258 && i > 1 {
		i--
		l.buf[i] = l.suffix[c]
		c = int(l.prefix[c])
	}
	i--
	l.buf[i] = byte(c)
	if code == l.next {
		l.buf[len(l.buf)-1] = byte(c)
	}
	if l.last >= 0 && l.next < 4096 {
		l.prefix[l.next], l.suffix[l.next] = uint16(l.last), byte(c)
		l.next++
		if l.next+l.early >= 1<<l.width && l.width < 12 {
			l.width++
		}
	}
	l.last = code
	l.out = l.buf[i:]
}
