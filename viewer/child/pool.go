package child

import (
	"context"
	"errors"
	"path"
	"sync"
	"sync/atomic"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/pdf"
)

const (
	perTrade   = 2                // children of a trade: one for the page in view, one for the rest
	fatChild   = 256 << 20        // resident bytes after a call beyond which a child is renewed
	idleSecond = 60 * time.Second // after which the second child of a trade ends
)

// Pool is the children of this program. It is a viewer.Reader for what only
// children read; its documents are safe for concurrent use. The zero children are
// begun by Warm or by the first file.
type Pool struct {
	cache  string
	nextID atomic.Int64
	peak   atomic.Int64
	hurry  time.Duration // tests: longest act; 0: as in times

	mu      sync.Mutex
	slots   []*slot
	changed chan struct{} // closed and renewed when a slot becomes idle
	closed  bool
}

// slot is a place for a child.
type slot struct {
	trade trade
	first bool
	proc  *process // nil: to be begun
	busy  bool
	idle  *time.Timer
}

// New makes a pool. cache is a folder for the compiled PDFium (about 19 MB; the
// start takes 0.2 s instead of 4 s); "" keeps none.
func New(cache string) *Pool {
	p := &Pool{cache: cache, changed: make(chan struct{})}
	for t := range trades {
		for i := range perTrade {
			p.slots = append(p.slots, &slot{trade: t, first: i == 0})
		}
	}
	return p
}

// Warm begins the first child of each trade, so that the first page comes without
// delay.
func (p *Pool) Warm(ctx context.Context) error {
	var errs []error
	for t := range trades {
		done := make(chan error, 1)
		s, err := p.acquire(ctx, t, 0)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		go func() {
			_, err := p.started(s)
			p.release(s)
			done <- err
		}()
		select {
		case err := <-done:
			errs = append(errs, err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.Join(errs...)
}

// Peak is the largest resident memory seen of any child, in bytes; 0 where the
// system does not say.
func (p *Pool) Peak() int64 { return p.peak.Load() }

// Close ends all children at once.
func (p *Pool) Close() error {
	p.mu.Lock()
	p.closed = true
	var running []*process
	for _, s := range p.slots {
		if s.proc != nil {
			running = append(running, s.proc)
		}
		if s.idle != nil {
			s.idle.Stop()
		}
	}
	close(p.changed)
	p.changed = make(chan struct{})
	p.mu.Unlock()
	for _, proc := range running {
		proc.end(errClosed)
		<-proc.dead
	}
	return nil
}

// Reads implements viewer.Reader.
func (p *Pool) Reads(src viewer.Source, head []byte) bool {
	_, ok := formatOf(src, head)
	return ok
}

// Wordless implements viewer.Wordless.
func (p *Pool) Wordless(src viewer.Source, head []byte) bool {
	f, ok := formatOf(src, head)
	return ok && f.mute
}

func formatOf(src viewer.Source, head []byte) (format, bool) {
	for _, f := range formats(nil) {
		if f.reads(src, head) {
			return f, true
		}
	}
	return format{}, false
}

// Open implements viewer.Reader.
func (p *Pool) Open(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	op := "open " + path.Base(src.Name)
	if src.Size < 1 {
		return nil, viewer.Damaged(op, errors.New("no content"))
	}
	head, err := viewer.Head(src)
	if err != nil {
		return nil, viewer.Damaged(op, err)
	}
	f, ok := formatOf(src, head)
	if !ok {
		return nil, viewer.Damaged(op, errors.New("no reader"))
	}
	d := &document{pool: p, id: p.nextID.Add(1), src: src, trade: f.trade, faults: map[int]error{}}
	a, err := p.do(ctx, d, request{act: actOpen}, &want{})
	if err != nil {
		p.forget(d.id)
		return nil, told(ctx, op, -1, err)
	}
	return d.shaped(a)
}

// do asks a child. It returns when the child has answered, or at once when ctx is
// cancelled; the child then stops or is ended.
func (p *Pool) do(ctx context.Context, d *document, r request, w *want) (answer, error) {
	s, err := p.acquire(ctx, d.trade, d.id)
	if err != nil {
		return answer{}, err
	}
	r.doc, r.name, r.puid, r.mime, r.size = d.id, path.Base(d.src.Name), d.src.PUID, d.src.MIME, d.src.Size
	type result struct {
		a   answer
		err error
	}
	done := make(chan result, 1)
	go func() {
		a, err := p.call(ctx, s, r, d.src, w)
		if errors.Is(err, errStale) {
			a, err = p.call(ctx, s, r, d.src, w)
		}
		if s.proc == nil { // the answer does not wait for the next child
			done <- result{a, err}
			p.release(s)
			return
		}
		p.release(s) // first, so that the next call finds this child idle
		done <- result{a, err}
	}()
	select {
	case r := <-done:
		return r.a, r.err
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
}

// call asks the child of a slot that is held.
func (p *Pool) call(ctx context.Context, s *slot, r request, src viewer.Source, w *want) (answer, error) {
	proc, err := p.started(s)
	if err != nil {
		return answer{}, err
	}
	a, err := proc.exchange(ctx, r, src, w)
	p.renew(s, proc, a.spent)
	return a, err
}

// started gives the child of a slot that is held, begun where there is none.
func (p *Pool) started(s *slot) (*process, error) {
	if s.proc != nil && !s.proc.gone() {
		return s.proc, nil
	}
	proc, err := begin(s.trade, p.cache)
	if err != nil {
		p.set(s, nil)
		return nil, err
	}
	for i := range proc.times {
		if p.hurry > 0 {
			proc.times[i] = p.hurry
		}
	}
	if !p.set(s, proc) {
		return nil, errClosed
	}
	return proc, nil
}

// set puts a child into a slot; a closed pool ends it.
func (p *Pool) set(s *slot, proc *process) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.proc = proc
	if p.closed && proc != nil {
		proc.end(errClosed)
	}
	return !p.closed
}

// renew ends a child that is gone, spent or has grown; the memory of PDFium never
// shrinks. The first of a trade is begun anew before anybody needs it.
func (p *Pool) renew(s *slot, proc *process, spent bool) {
	now, most := resident(proc.pid)
	p.note(max(most, proc.peak.Load()))
	if !spent && now <= fatChild && !proc.gone() && proc.why.Load() == nil {
		return
	}
	proc.end(errBroken)
	<-proc.dead
	p.set(s, nil)
}

func (p *Pool) note(peak int64) {
	for old := p.peak.Load(); peak > old && !p.peak.CompareAndSwap(old, peak); old = p.peak.Load() {
	}
}

// acquire waits for an idle slot of a trade, best one whose child has the file open.
func (p *Pool) acquire(ctx context.Context, t trade, doc int64) (*slot, error) {
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, failure.Wrap(failure.Refused, "read document", wording.Say("hint.child.viewer-ended"), errClosed)
		}
		if s := p.pick(t, doc); s != nil {
			s.busy = true
			if s.idle != nil {
				s.idle.Stop()
			}
			p.mu.Unlock()
			return s, nil
		}
		wait := p.changed
		p.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (p *Pool) pick(t trade, doc int64) *slot {
	var idle *slot
	for _, s := range p.slots {
		if s.busy || s.trade != t {
			continue
		}
		if s.proc != nil && s.proc.docs[doc] {
			return s
		}
		if idle == nil || idle.proc == nil && s.proc != nil {
			idle = s
		}
	}
	return idle
}

// release gives a slot back. Where the first child of a trade is gone, the slot
// begins the next one before it is free.
func (p *Pool) release(s *slot) {
	p.mu.Lock()
	again := s.first && s.proc == nil && !p.closed
	p.mu.Unlock()
	if again {
		_, _ = p.started(s) // told to who needs it next
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s.busy = false
	if !s.first && s.proc != nil && !p.closed {
		s.idle = time.AfterFunc(idleSecond, func() { p.rest(s) })
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

// rest ends the child of a slot nobody uses.
func (p *Pool) rest(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !s.busy && s.proc != nil {
		s.proc.end(errClosed)
		s.proc = nil
	}
}

// forget closes a document in every child that has it open.
func (p *Pool) forget(id int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.slots {
		if proc := s.proc; proc != nil && (s.busy || proc.docs[id]) {
			go func() { _ = proc.send(frameClose, number8(id)) }() // a busy child takes it after its call
		}
	}
}

// told gives an error its sentence. page is the page asked for, -1 the whole file.
func told(ctx context.Context, op string, page int, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	what, rest := wording.Say("hint.child.the-file"), wording.Say("hint.child.rest-of-work")
	if page >= 0 {
		what, rest = wording.Say("hint.child.page", page+1), wording.Say("hint.child.rest-of-pages")
	}
	switch {
	case failure.Explained(err):
		return err
	case errors.Is(err, errMemory):
		return failure.Wrap(failure.Refused, op, wording.Say("hint.child.too-much-memory", what, rest), err)
	case errors.Is(err, errPDF):
		return failure.Wrap(failure.Refused, op, wording.Say("hint.child.pdf-stopped", what, pdf.Memory>>20, rest), err)
	case errors.Is(err, errTime):
		return failure.Wrap(failure.Refused, op, wording.Say("hint.child.too-slow", what, rest), err)
	case errors.Is(err, errBroken), errors.Is(err, errLied):
		return failure.Wrap(failure.Refused, op, wording.Say("hint.child.reading-broke-off", what, rest), err)
	}
	return viewer.Damaged(op, err)
}
