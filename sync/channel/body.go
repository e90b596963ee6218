package channel

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
)

// sentReader is the body of a chunk; it tells when the last of it was taken. It
// writes itself in large pieces where nothing bounds the rate: every piece wakes
// both ends of the line.
type sentReader struct {
	ctx   context.Context
	limit *Limit
	data  []byte // not yet taken
	sent  func()
}

// sendPiece is how much of a chunk is handed to the network at once.
const sendPiece = 1 << 20

// Read implements io.Reader.
func (s *sentReader) Read(b []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:s.limit.step(len(b))], s.data)
	return n, s.took(n)
}

// WriteTo implements io.WriterTo.
func (s *sentReader) WriteTo(w io.Writer) (sum int64, err error) {
	for len(s.data) > 0 && err == nil {
		n, werr := w.Write(s.data[:s.limit.step(min(len(s.data), sendPiece))])
		sum += int64(n)
		err = errors.Join(werr, s.took(n))
	}
	return sum, err
}

// took counts n bytes and waits as the rate wants.
func (s *sentReader) took(n int) error {
	s.data = s.data[n:]
	if len(s.data) == 0 {
		s.sent()
	}
	return s.limit.pass(s.ctx, n)
}

// section is bytes of a file; nobody else uses the file meanwhile.
type section struct {
	file         *os.File
	offset, size int64
}

// sectionReader is the body of a noted piece. Where the line takes bytes from a
// file itself (sendfile and its like), they never come here.
type sectionReader struct {
	ctx   context.Context
	limit *Limit
	section
	sent func()
}

// Read implements io.Reader.
func (s *sectionReader) Read(b []byte) (int, error) {
	if s.size == 0 {
		return 0, io.EOF
	}
	n, err := s.file.ReadAt(b[:s.limit.step(int(min(int64(len(b)), s.size)))], s.offset)
	if n > 0 {
		return n, s.took(int64(n))
	}
	return 0, short(err)
}

// WriteTo implements io.WriterTo.
func (s *sectionReader) WriteTo(w io.Writer) (sum int64, err error) {
	if _, err := s.file.Seek(s.offset, io.SeekStart); err != nil {
		return 0, err
	}
	for s.size > 0 && err == nil {
		want := int64(s.limit.step(int(min(s.size, sendPiece))))
		var n int64
		if n, err = io.Copy(w, &io.LimitedReader{R: s.file, N: want}); n < want {
			err = short(err)
		}
		sum += n
		err = errors.Join(err, s.took(n))
	}
	return sum, err
}

// short is the error of a file that has ended too soon.
func short(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// took counts n bytes and waits as the rate wants.
func (s *sectionReader) took(n int64) error {
	s.offset, s.size = s.offset+n, s.size-n
	if s.size == 0 && s.sent != nil {
		s.sent()
	}
	return s.limit.pass(s.ctx, int(n))
}

// bodyConn is a connection that takes bodies as they write themselves.
type bodyConn struct{ net.Conn }

// ReadFrom implements io.ReaderFrom, which net/http looks for.
func (c bodyConn) ReadFrom(r io.Reader) (int64, error) {
	l, limited := r.(*io.LimitedReader)
	if !limited {
		return io.Copy(c.Conn, r)
	}
	body, ok := l.R.(io.WriterTo)
	if !ok {
		return io.Copy(c.Conn, r)
	}
	n, err := body.WriteTo(c.Conn)
	l.N -= n
	return n, err
}
