package archive

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"
)

// locker lets one request at a time work on an upload. Unlike tusd's memory
// locker it never asks the holder to let go: bodies are in memory before the
// lock is taken, so nobody holds it for long, and a chunk is stored whole.
type locker struct {
	mu     sync.Mutex
	locks  map[string]chan struct{} // closed when free again
	stages *stages
}

func newLocker(s *stages) *locker { return &locker{locks: map[string]chan struct{}{}, stages: s} }

// NewLock implements handler.Locker.
func (l *locker) NewLock(id string) (handler.Lock, error) { return &heldLock{locker: l, id: id}, nil }

type heldLock struct {
	locker *locker
	id     string
	held   bool // under locker.mu
}

// Lock implements handler.Lock: it waits until the upload is free or ctx ends.
func (h *heldLock) Lock(ctx context.Context, _ func()) error {
	for {
		h.locker.mu.Lock()
		busy, held := h.locker.locks[h.id]
		if !held {
			h.locker.locks[h.id] = make(chan struct{})
			h.held = true
			h.locker.mu.Unlock()
			if pass, ok := ctx.Value(handoverKey{}).(*handover); ok {
				pass.lock = h
			}
			return nil
		}
		h.locker.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return handler.ErrFileLocked
		}
	}
}

// Unlock implements handler.Lock. It does nothing where the lock was handed over
// before.
func (h *heldLock) Unlock() error {
	h.locker.mu.Lock()
	defer h.locker.mu.Unlock()
	if busy := h.locker.locks[h.id]; h.held {
		h.held = false
		delete(h.locker.locks, h.id)
		close(busy)
	}
	return nil
}

// with runs fn while holding the upload, after the chunks under way have ended.
func (l *locker) with(ctx context.Context, id string, fn func() error) error {
	lock := &heldLock{locker: l, id: id}
	if err := lock.Lock(ctx, nil); err != nil {
		return problemf(http.StatusLocked, "locked", "another request works on this upload").after(2 * time.Second)
	}
	defer func() { _ = lock.Unlock() }() // gives no error
	if err := l.stages.settle(ctx, id); err != nil {
		return err
	}
	return fn()
}
