package website

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// source is one archive file: plain, or gzip whose members are stepped through
// one by one (ISO 28500 annex D).
type source struct {
	raw *counter
	z   *gzip.Reader  // nil: plain
	in  *bufio.Reader // uncompressed
	// start is where the gzip member begins in the file.
	start int64
	// pos counts uncompressed bytes of the file (plain) or of the member.
	pos         int64
	recordStart int64
	records     int
	arc, warc   bool // what records the file holds, once one was read
}

// begin tells gzip from plain by the first bytes; io.EOF: the file is empty.
func (s *source) begin() error {
	head, err := s.raw.r.Peek(2)
	if len(head) == 0 {
		return err
	}
	if len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b {
		at := s.memberBehind()
		if at == 0 {
			s.in = bufio.NewReaderSize(s.raw, 64<<10)
			return nil
		}
		n, err := s.raw.r.Discard(at)
		s.raw.n, s.start = int64(n), int64(n)
		if err != nil {
			return err
		}
	}
	s.raw.last = make([]byte, maxRewind)
	if s.z, err = gzip.NewReader(s.raw); err != nil {
		return err
	}
	s.z.Multistream(false)
	s.in = bufio.NewReaderSize(s.z, 32<<10)
	return nil
}

// next goes to the next gzip member; io.EOF at the end of the file.
func (s *source) next() error {
	s.start = s.raw.n
	if _, err := s.raw.r.Peek(1); err != nil {
		return err
	}
	if err := s.z.Reset(s.raw); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	s.z.Multistream(false)
	s.in.Reset(s.z)
	s.pos, s.records = 0, 0
	return nil
}

// alone says that the member is read to its end and held one record.
func (s *source) alone() bool {
	_, err := s.in.Peek(1)
	return err != nil && s.records == 1
}

// Read reads uncompressed bytes.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.pos += int64(n)
	return n, err
}

func (s *source) skip(n int) {
	d, _ := s.in.Discard(n) // what was peeked is there
	s.pos += int64(d)
}

// firstLine skips line ends and gives the first line of the next record.
func (s *source) firstLine() (string, error) {
	for {
		b, err := s.in.Peek(1)
		if err != nil {
			return "", err
		}
		if b[0] != '\r' && b[0] != '\n' {
			break
		}
		s.skip(1)
	}
	s.recordStart = s.pos
	if s.z != nil {
		s.recordStart = s.start
	}
	s.records++
	line, err := s.line()
	return line, unexpected(err)
}

// unexpected turns an end inside a header into what it is: a cut file.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// line reads one line without its end; longer ones are cut at the limit.
func (s *source) line() (string, error) {
	var b strings.Builder
	for {
		part, err := s.in.ReadSlice('\n')
		s.pos += int64(len(part))
		if b.Len()+len(part) <= maxHeaderLine {
			b.Write(part)
		} else if err == nil || errors.Is(err, bufio.ErrBufferFull) {
			return b.String(), errLongLine
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return "", err
		}
		return strings.TrimRight(b.String(), "\r\n"), nil
	}
}

// errLongLine is damage of the material: no header line is that long.
var errLongLine = errorOf(io.ErrUnexpectedEOF, "website: header line too long")

func errorOf(kind error, text string) error { return &sorted{kind, text} }

type sorted struct {
	kind error
	text string
}

func (e *sorted) Error() string { return e.text }
func (e *sorted) Unwrap() error { return e.kind }

// Bounds of going back to look for a member: how far from where unpacking failed, and how
// much altogether beside what was read.
const (
	maxRewind    = 1 << 20
	maxRewindAll = 64 << 20
)

// counter counts what is read, and keeps the last of it where a reader may have to go back.
type counter struct {
	r    *bufio.Reader
	n    int64
	last []byte // a ring, nil: nothing is kept
	back int64  // bytes gone back so far
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.keep(p[:n])
	return n, err
}

// ReadByte implements io.ByteReader.
func (c *counter) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		if c.last != nil {
			c.last[c.n%maxRewind] = b
		}
		c.n++
	}
	return b, err
}

func (c *counter) keep(p []byte) {
	if c.last == nil {
		c.n += int64(len(p))
		return
	}
	for len(p) > 0 {
		n := copy(c.last[c.n%maxRewind:], p)
		c.n, p = c.n+int64(n), p[n:]
	}
}

// rewind goes back to an offset, or as near to it as is kept.
func (c *counter) rewind(to int64) {
	n := min(c.n-to, int64(len(c.last)))
	if n <= 0 || c.back+n > maxRewindAll+c.n {
		return
	}
	kept := make([]byte, n)
	for i := range kept {
		kept[i] = c.last[(c.n-n+int64(i))%maxRewind]
	}
	c.n, c.back = c.n-n, c.back+n
	c.r = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(kept), c.r), 64<<10)
}
