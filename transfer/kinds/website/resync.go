package website

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// One bad record costs one record: behind it the reader looks for the beginning of the
// next one (ISO 28500 4: every record begins with its version line).

// maxBehind bounds what is kept of a block that runs into the records behind it.
const maxBehind = 32 << 20

// maxArcLine bounds the line that begins a record of an ARC file, where one is looked for.
const maxArcLine = 8 << 10

// nextRecord is how a record begins behind the end of another.
var nextRecord = []byte("\r\n\r\nWARC/")

// behind keeps the end of a block from where the next record seems to begin in it. A
// length that is too great swallows the records behind; a block may also truly hold such
// words, then what is kept is thrown away.
type behind struct {
	kept []byte // from the mark on, or the last few bytes
	mark bool
}

func (b *behind) see(p []byte) {
	if b.mark {
		if len(b.kept)+len(p) <= maxBehind {
			b.kept = append(b.kept, p...)
		}
		return
	}
	b.kept = append(b.kept, p...)
	if i := bytes.Index(b.kept, nextRecord); i >= 0 {
		b.kept, b.mark = append([]byte(nil), b.kept[i+4:]...), true
		return
	}
	if keep := len(nextRecord) - 1; len(b.kept) > keep {
		n := copy(b.kept, b.kept[len(b.kept)-keep:])
		b.kept = b.kept[:n]
	}
}

// unread puts back what a block took from the records behind it; false: nothing.
func (s *source) unread(b *behind) bool {
	if b == nil || len(b.kept) == 0 {
		return false
	}
	kept := b.kept
	if !b.mark { // the mark may be cut by the end of the block
		i := bytes.IndexByte(kept, '\r')
		if i < 0 {
			return false
		}
		kept = kept[i:]
	}
	s.pos -= int64(len(kept))
	s.in = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(kept), s.in), 64<<10)
	return true
}

// lost is the error of a record that does not begin as one: in a WARC file the next can
// be found, in an ARC file only its length says where it is, or the next gzip member.
func (s *source) lost() error {
	switch {
	case s.arc && s.z != nil:
		return errMember
	case s.arc:
		return errStop
	}
	return errRecord
}

// resync goes to the next line that begins a record; io.EOF: there is none in this
// member or file.
func (s *source) resync() error {
	atLine := true
	for {
		if head, err := s.in.Peek(6); atLine && len(head) == 6 && bytes.HasPrefix(head, []byte("WARC/")) && head[5] >= '0' &&
			head[5] <= '9' {
			return nil
		} else if len(head) == 0 {
			return err
		}
		part, err := s.in.ReadSlice('\n')
		s.pos += int64(len(part))
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		atLine = err == nil
	}
}

// seekMember goes to the next gzip member that begins a record; io.EOF: there is none.
func (s *source) seekMember() error {
	for {
		head, err := s.raw.r.Peek(16 << 10)
		if len(head) == 0 {
			return err
		}
		i := bytes.Index(head, []byte{0x1f, 0x8b, 0x08})
		switch {
		case i < 0:
			i = max(1, len(head)-2)
		case i == 0 && beginsRecord(head, s.arc):
			return s.next()
		case i == 0:
			i = 1
		}
		n, err := s.raw.r.Discard(min(i, len(head)))
		s.raw.n += int64(n)
		if err != nil {
			return err
		}
	}
}

// beginsRecord unpacks the first bytes of what may be a gzip member: of a WARC file, or of
// an ARC file, whose records begin with a line of their own.
func beginsRecord(head []byte, arc bool) bool {
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return false
	}
	z.Multistream(false)
	if arc {
		begin, _ := io.ReadAll(io.LimitReader(z, maxArcLine)) // cut where the head ends
		line, _, whole := bytes.Cut(bytes.TrimLeft(begin, "\r\n"), []byte("\n"))
		return whole && (&Record{Fields: map[string]string{}}).arcLine(strings.TrimSuffix(string(line), "\r")) == nil
	}
	begin := make([]byte, 5)
	_, err = io.ReadFull(z, begin)
	return err == nil && string(begin) == "WARC/"
}
