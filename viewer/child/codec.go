package child

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"laufzettel/viewer"
)

// Frames are one byte of kind, four bytes of length (big endian) and so many bytes.
const (
	frameStart   = 'S' // parent: trade, cache folder
	frameRequest = 'Q' // parent: a request
	frameData    = 'D' // parent: bytes asked for; first byte 1 where reading failed
	frameCancel  = 'X' // parent: number of the request nobody waits for
	frameClose   = 'C' // parent: number of a document nobody needs
	frameReady   = 'H' // child: started; a text where it could not
	frameRead    = 'R' // child: offset, length of bytes it needs
	frameBegin   = 'B' // child: width, height of a picture
	frameRows    = 'P' // child: rows of the picture, or bytes of a part
	frameAnswer  = 'A' // child: the answer
	frameFault   = 'E' // child: why there is none
)

const (
	maxPiece  = 1 << 20  // bytes of content in one frame
	maxAnswer = 64 << 20 // bytes of one answer: the text of a page, the lines of a mail
	maxSmall  = 1 << 20  // bytes of any other frame
	maxString = 32 << 20 // of one text
	maxFacts  = 1000
	maxParts  = 1000
	maxRects  = 200 // of one hit or selection
	maxMarks  = 10_000
	maxPixels = 40_000_000 // of one picture
	maxPages  = 100_000
)

var errFrame = errors.New("frame out of bounds")

func writeFrame(w io.Writer, kind byte, body []byte) error {
	head := [5]byte{kind}
	binary.BigEndian.PutUint32(head[1:], uint32(len(body)))
	if len(body) <= 4096 {
		_, err := w.Write(append(head[:], body...))
		return err
	}
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
}

// readFrame reads a frame; most gives the longest body of a kind, less than 0 for a
// kind that is not expected.
func readFrame(r io.Reader, most func(kind byte) int) (kind byte, body []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int64(binary.BigEndian.Uint32(head[1:]))
	if n > int64(most(head[0])) {
		return head[0], nil, fmt.Errorf("%w: kind %d, %d bytes", errFrame, head[0], n)
	}
	body = make([]byte, n)
	_, err = io.ReadFull(r, body)
	return head[0], body, err
}

// packer puts values one behind the other.
type packer struct{ b []byte }

func (p *packer) num(n int64)     { p.b = binary.AppendVarint(p.b, n) }
func (p *packer) float(f float64) { p.b = binary.BigEndian.AppendUint64(p.b, math.Float64bits(f)) }
func (p *packer) text(s string)   { p.num(int64(len(s))); p.b = append(p.b, s...) }
func (p *packer) flag(v bool)     { p.num(map[bool]int64{true: 1}[v]) }
func (p *packer) rect(r viewer.Rect) {
	p.float(r.X)
	p.float(r.Y)
	p.float(r.W)
	p.float(r.H)
}

// unpacker takes them out again. The first value out of bounds fails it, and
// everything after is empty.
type unpacker struct {
	b   []byte
	err error
}

func (u *unpacker) fail() {
	if u.err == nil {
		u.err = errFrame
	}
	u.b = nil
}

// num takes a number from least to most.
func (u *unpacker) num(least, most int64) int64 {
	n, k := binary.Varint(u.b)
	if k <= 0 || n < least || n > most {
		u.fail()
		return max(least, min(0, most))
	}
	u.b = u.b[k:]
	return n
}

// count takes a number of things of which each takes at least a byte.
func (u *unpacker) count(most int) int { return int(u.num(0, int64(min(most, len(u.b))))) }

func (u *unpacker) flag() bool { return u.num(0, 1) == 1 }

// text takes a text of at most most bytes; it is valid UTF-8.
func (u *unpacker) text(most int) string {
	n := u.num(0, int64(most))
	if n > int64(len(u.b)) {
		u.fail()
		return ""
	}
	s := string(u.b[:n])
	u.b = u.b[n:]
	return strings.ToValidUTF8(s, "�")
}

// float takes a finite number.
func (u *unpacker) float() float64 {
	if len(u.b) < 8 {
		u.fail()
		return 0
	}
	f := math.Float64frombits(binary.BigEndian.Uint64(u.b))
	u.b = u.b[8:]
	if math.IsNaN(f) || math.IsInf(f, 0) {
		u.fail()
		return 0
	}
	return f
}

func (u *unpacker) rect() viewer.Rect {
	return viewer.Rect{X: u.float(), Y: u.float(), W: u.float(), H: u.float()}
}

// end reports whether everything was taken and in bounds.
func (u *unpacker) end() error {
	if u.err == nil && len(u.b) > 0 {
		u.fail()
	}
	return u.err
}
