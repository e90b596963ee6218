package pdf

import (
	"context"
	"io"
	"strings"
	"sync/atomic"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
)

// acquire waits for an idle slot, best one that has the file open already, and
// gives it with the number of the call.
func (e *Engine) acquire(ctx context.Context, id int64) (*slot, int, error) {
	for {
		e.mu.Lock()
		if e.closed {
			e.mu.Unlock()
			return nil, 0, failure.New(failure.Refused, "read PDF", "Die PDF-Anzeige ist beendet.")
		}
		if e.abandoned >= maxAbandoned {
			e.mu.Unlock()
			return nil, 0, failure.New(failure.Transient, "read PDF", "Die PDF-Anzeige ist noch mit angehaltenen Dateien beschäftigt. Bitte später erneut versuchen; die Bewertung geht weiter.")
		}
		if s := e.pick(id); s != nil {
			s.busy = true
			s.calls++
			call := s.calls
			e.mu.Unlock()
			return s, call, nil
		}
		wait := e.changed
		e.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		}
	}
}

func (e *Engine) pick(id int64) *slot {
	var idle *slot
	for _, s := range e.slots {
		if s.busy {
			continue
		}
		for _, f := range s.files {
			if f.id == id {
				return s
			}
		}
		if idle == nil || (idle.inst == nil && s.inst != nil) {
			idle = s
		}
	}
	return idle
}

// release tidies the slot and gives it back.
func (e *Engine) release(s *slot) {
	for {
		e.mu.Lock()
		stale := s.stale
		s.stale = nil
		e.mu.Unlock()
		if len(stale) == 0 {
			break
		}
		for _, id := range stale {
			s.drop(id)
		}
	}
	if s.inst != nil && (s.renew || s.opens >= opensPerRenewal) {
		_ = s.inst.Kill() // the instance is thrown away whatever it answers
		s.inst, s.files, s.opens, s.renew = nil, nil, 0, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if s.gone {
		e.abandoned--
		if s.inst != nil {
			_ = s.inst.Kill()
		}
	}
	s.busy = false
	close(e.changed)
	e.changed = make(chan struct{})
}

// abandon replaces a slot whose call outlasted the watchdog; false when that
// call has ended meanwhile.
func (e *Engine) abandon(s *slot, call int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !s.busy || s.gone || s.calls != call {
		return false
	}
	for i := range e.slots {
		if e.slots[i] == s {
			e.slots[i] = &slot{}
			s.gone = true
			e.abandoned++
			close(e.changed)
			e.changed = make(chan struct{})
			return true
		}
	}
	return false
}

// forget closes a document in every instance.
func (e *Engine) forget(id int64) {
	e.mu.Lock()
	var idle []*slot
	for _, s := range e.slots {
		if s.busy { // its files belong to the running call
			s.stale = append(s.stale, id)
			continue
		}
		for _, f := range s.files {
			if f.id == id {
				s.busy = true
				s.calls++
				idle = append(idle, s)
			}
		}
	}
	e.mu.Unlock()
	for _, s := range idle {
		s.drop(id)
		e.release(s)
	}
}

// trapped reports whether the sandbox stopped PDFium.
func trapped(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "wasm error") || strings.Contains(err.Error(), "PDFium panicked") ||
		strings.Contains(err.Error(), "could not get bitmap buffer"))
}

// gate reads the file for PDFium and refuses once the call is not wanted any more.
type gate struct {
	io.ReadSeeker
	ctx     atomic.Pointer[context.Context]
	refused atomic.Bool
}

func newGate(ctx context.Context, src viewer.Source) *gate {
	g := &gate{ReadSeeker: src.Reader()}
	g.ctx.Store(&ctx)
	return g
}

// Read reads on unless the present call was cancelled.
func (g *gate) Read(p []byte) (int, error) {
	if err := (*g.ctx.Load()).Err(); err != nil {
		g.refused.Store(true)
		return 0, err
	}
	return g.ReadSeeker.Read(p)
}
