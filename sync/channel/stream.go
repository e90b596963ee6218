package channel

import (
	"context"
	"fmt"
	"net/http"
	"os"
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
	// one chunk of MaxChunk, which is what a cut may cost; more of them, up to the
	// window of the archive, only while the line is quick.
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

// piece is a chunk that is ready to go: in memory, or as noted bytes of the file.
type piece struct {
	slot
	data   []byte // nil where it is noted
	offset int64
	size   int64
	noted  bool
	digest http.Header // Content-Digest
	err    error
}

// slot is what a chunk needs while it is under way; it is used again.
type slot struct {
	buf  []byte   // nil until a chunk has to be read
	file *os.File // for noted pieces, read at its own position; else nil
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
	base, wide, size := s.pace()
	slots, err := s.slots(wide + 1)
	if err != nil {
		return changed(err)
	}
	ctx, cancel := context.WithCancel(ctx)
	free := make(chan slot, len(slots))
	var flights sync.WaitGroup
	defer func() {
		cancel()
		flights.Wait() // what is left of buffers in pieces is garbage
		for len(free) > 0 {
			if one := <-free; one.buf != nil {
				s.c.buffers.give(one.buf)
			}
		}
		for _, one := range slots {
			if one.file != nil {
				_ = one.file.Close() // read only
			}
		}
	}()
	for _, one := range slots {
		free <- one
	}
	length := new(atomic.Int64)
	length.Store(int64(size))
	var under []*flight
	depth := base
	for p := range s.prepare(ctx, free, length) {
		for len(under) >= depth {
			if err := s.land(under[0], length, size); err != nil {
				return s.abandon(cancel, under[1:], err)
			}
			free <- under[0].slot
			under = under[1:]
			if depth = base; s.quick {
				depth = wide
			}
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
		free <- f.slot
	}
	if ctx.Err() != nil { // the pieces ended before the file
		return context.Cause(ctx)
	}
	return nil
}

// pace says how many chunks go at once, on any line and on a quick one, and how
// large they may be.
func (s *session) pace() (depth, wide, size int) {
	s.quick = false
	if size = s.c.chunk; s.alone || size < aloneBelow {
		return 1, 1, size
	}
	size = min(size, MaxChunk/s.depth)
	return s.depth, max(s.depth, min(s.window/size, mostUnderWay)), size
}

// windowOf reads how many bytes the archive takes at once on a quick line from its
// answer to HEAD; 0 where it does not say.
func windowOf(h http.Header) int {
	n, err := strconv.Atoi(h.Get("Laufzettel-Window"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// depthOf reads how many chunks the archive takes at once from its answer to HEAD.
func depthOf(h http.Header) int {
	n, err := strconv.Atoi(h.Get("Laufzettel-Under-Way"))
	if err != nil || n < 1 {
		return underWay
	}
	return min(n, mostUnderWay)
}

// slots gives n of them; where pieces are noted each has the file for itself,
// because what the network takes from a file goes by its position.
func (s *session) slots(n int) ([]slot, error) {
	all := make([]slot, n)
	if s.notes == nil {
		return all, nil
	}
	for i := range all {
		var err error
		if all[i].file, err = os.Open(s.file.Name()); err != nil {
			for _, one := range all[:i] {
				_ = one.file.Close() // read only
			}
			return nil, err
		}
	}
	return all, nil
}

// prepare makes the chunks from s.offset on, one ahead, in slots that come back:
// noted pieces as they are, others read and hashed. It ends with the file, an error
// or ctx.
func (s *session) prepare(ctx context.Context, free <-chan slot, length *atomic.Int64) <-chan piece {
	ready := make(chan piece)
	offset, notes := s.offset, s.notes
	most := min(length.Load(), s.size-offset)
	go func() {
		defer close(ready)
		for offset < s.size {
			p := piece{offset: offset, digest: http.Header{}}
			select {
			case p.slot = <-free:
			case <-ctx.Done():
				return
			}
			p.size = min(most, length.Load(), s.size-offset)
			if digest := notes.digest(offset, p.size, s.size); digest != "" && p.file != nil {
				p.noted = true
				p.digest.Set("Content-Digest", digest)
			} else {
				if p.buf == nil {
					p.buf = s.c.buffers.take(int(most))
				}
				p.data = p.buf[:p.size]
				p.err = s.load(p)
			}
			offset += p.size
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
		s.suspect = f.piece
		return err
	}
	s.offset = f.offset + f.size
	s.report(s.offset, s.size)
	s.c.hook("send.chunk.after")
	took := time.Since(f.begun)
	s.quick = took < quickChunk
	switch {
	case took > slowChunk:
		length.Store(max(length.Load()/2, min(leastChunk, int64(most))))
	case s.quick:
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
	q := request{method: http.MethodPatch, path: "/v1/uploads/" + s.id, body: f.data, header: header, sent: sent}
	if f.noted {
		q.section = &section{file: f.file, offset: f.offset, size: f.size}
	}
	_, resp, err := s.c.fetch(ctx, q)
	if err != nil {
		return err
	}
	want := f.offset + f.size
	if got := resp.Header.Get("Upload-Offset"); got != strconv.FormatInt(want, 10) {
		return failure.Wrap(failure.Damaged, "send chunk", hintForeignBytes, fmt.Errorf("%w: %q, want %d", errOffsetLie, got, want))
	}
	return nil
}
