package channel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

const (
	// underWay is how many chunks are under way at once where the archive says
	// nothing: while it verifies, stores and syncs one, the next travels (protocol.md 6.4).
	underWay = 2
	// mostUnderWay bounds what an archive may say. Together the chunks under way are
	// one chunk of MaxChunk, which is what a cut may cost.
	mostUnderWay = 8
	// aloneBelow is the size under which chunks go one by one: little is gained, and
	// small bodies may overtake each other in the network.
	aloneBelow = 1 << 20
	// leastChunk is what a slow line shrinks chunks to.
	leastChunk = 256 << 10
	// slowChunk and quickChunk are the times of a chunk after which they are halved
	// or doubled.
	slowChunk, quickChunk = 20 * time.Second, 2 * time.Second
	// loadStep is how much is read at once.
	loadStep = 256 << 10
)

// piece is a chunk that is ready to go.
type piece struct {
	buf    []byte // to be given back
	data   []byte
	offset int64
	digest http.Header // Content-Digest over data
	err    error
}

// flight is a chunk under way.
type flight struct {
	piece
	begun time.Time
	sent  chan struct{} // closed when its body has gone out, or it failed
	err   chan error    // its end
}

// stream sends chunk after chunk from s.offset until the end or a failure. They
// are read and hashed one ahead and acknowledged in order; s.offset counts only
// what is acknowledged.
func (s *session) stream(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	depth, size := s.pace()
	free := make(chan []byte, depth+1)
	var flights sync.WaitGroup
	defer func() {
		cancel()
		flights.Wait() // what is left of buffers in pieces is garbage
		for len(free) > 0 {
			s.c.buffers.give(<-free)
		}
	}()
	for range depth + 1 {
		free <- s.c.buffers.take(int(min(int64(size), s.size-s.offset)))
	}
	length := new(atomic.Int64)
	length.Store(int64(size))
	var under []*flight
	for p := range s.prepare(ctx, free, length) {
		for len(under) == depth {
			if err := s.land(under[0], length, size); err != nil {
				return s.abandon(cancel, under[1:], err)
			}
			free <- under[0].buf
			under = under[1:]
		}
		if p.err != nil {
			return s.abandon(cancel, under, changed(p.err))
		}
		f := &flight{piece: p, begun: time.Now(), sent: make(chan struct{}), err: make(chan error, 1)}
		flights.Go(func() { f.err <- s.patch(ctx, f) })
		under = append(under, f)
		<-f.sent
	}
	for i, f := range under {
		if err := s.land(f, length, size); err != nil {
			return s.abandon(cancel, under[i+1:], err)
		}
		free <- f.buf
	}
	if ctx.Err() != nil { // the pieces ended before the file
		return context.Cause(ctx)
	}
	return nil
}

// pace says how many chunks go at once and how large they may be.
func (s *session) pace() (depth, size int) {
	if size = s.c.chunk; s.alone || size < aloneBelow {
		return 1, size
	}
	return s.depth, min(size, MaxChunk/s.depth)
}

// depthOf reads how many chunks the archive takes at once from its answer to HEAD.
func depthOf(h http.Header) int {
	n, err := strconv.Atoi(h.Get("Laufzettel-Under-Way"))
	if err != nil || n < 1 {
		return underWay
	}
	return min(n, mostUnderWay)
}

// prepare reads and hashes the chunks from s.offset on, one ahead, into buffers
// that come back. It ends with the file, an error or ctx.
func (s *session) prepare(ctx context.Context, free <-chan []byte, length *atomic.Int64) <-chan piece {
	ready := make(chan piece)
	offset := s.offset
	go func() {
		defer close(ready)
		for offset < s.size {
			p := piece{offset: offset, digest: http.Header{}}
			select {
			case p.buf = <-free:
			case <-ctx.Done():
				return
			}
			p.data = p.buf[:min(int64(len(p.buf)), length.Load(), s.size-offset)]
			p.err = s.load(p)
			offset += int64(len(p.data))
			select {
			case ready <- p:
			case <-ctx.Done():
				return
			}
			if p.err != nil {
				return
			}
		}
	}()
	return ready
}

// load reads a chunk and sets its digest, in steps that stay in the processor's
// cache between the two.
func (s *session) load(p piece) error {
	sum := sign.NewContentDigest()
	for at := 0; at < len(p.data); at += loadStep {
		step := p.data[at:min(at+loadStep, len(p.data))]
		if _, err := s.file.ReadAt(step, p.offset+int64(at)); err != nil {
			return err
		}
		sum.Write(step)
	}
	sum.Set(p.digest)
	return nil
}

// land waits for the answer to the oldest chunk and counts it.
func (s *session) land(f *flight, length *atomic.Int64, most int) error {
	if err := <-f.err; err != nil {
		return err
	}
	s.offset = f.offset + int64(len(f.data))
	s.report(s.offset, s.size)
	s.c.hook("send.chunk.after")
	switch took := time.Since(f.begun); {
	case took > slowChunk:
		length.Store(max(length.Load()/2, min(leastChunk, int64(most))))
	case took < quickChunk:
		length.Store(min(length.Load()*2, int64(most)))
	}
	return nil
}

// abandon ends a stream after a failure. Where the archive answered, it will soon
// answer the later chunks too, and what it did store is asked for next.
func (s *session) abandon(cancel context.CancelFunc, later []*flight, err error) error {
	if !repairable(err) {
		cancel()
	}
	for _, f := range later {
		<-f.err
	}
	return err
}

func (s *session) patch(ctx context.Context, f *flight) error {
	var once sync.Once
	sent := func() { once.Do(func() { close(f.sent) }) }
	defer sent()
	header := http.Header{
		"Tus-Resumable": {"1.0.0"}, "Upload-Offset": {strconv.FormatInt(f.offset, 10)}, "Content-Type": {"application/offset+octet-stream"},
		"Content-Digest": f.digest["Content-Digest"],
	}
	_, resp, err := s.c.fetch(ctx, request{method: http.MethodPatch, path: "/v1/uploads/" + s.id, body: f.data, header: header, sent: sent})
	if err != nil {
		return err
	}
	want := f.offset + int64(len(f.data))
	if got := resp.Header.Get("Upload-Offset"); got != strconv.FormatInt(want, 10) {
		return failure.Wrap(failure.Damaged, "send chunk", hintForeignBytes, fmt.Errorf("%w: %q, want %d", errOffsetLie, got, want))
	}
	return nil
}

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
