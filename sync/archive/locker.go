package archive

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"
)

// locker lets one request at a time work on an upload. Unlike tusd's memory
// locker it never asks the holder to let go: bodies are in memory before the
// lock is taken, so nobody holds it for long, and a chunk is stored whole.
type locker struct {
	mu    sync.Mutex
	locks map[string]chan struct{} // closed when free again
}

func newLocker() *locker { return &locker{locks: map[string]chan struct{}{}} }

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

// Unlock implements handler.Lock; more than once is once.
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

// locked runs fn while holding an upload, after the chunks under way have ended.
func (a *Archive) locked(ctx context.Context, id string, fn func() error) (err error) {
	lock, err := a.locks.NewLock(id)
	if err != nil {
		return err
	}
	if err := lock.Lock(ctx, func() {}); errors.Is(err, handler.ErrFileLocked) || errors.Is(err, handler.ErrLockTimeout) {
		return problemf(http.StatusLocked, "locked", "another request works on this upload").after(2 * time.Second)
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }() // also where fn panics
	if err := a.storage.Settle(ctx, id); err != nil {
		return err
	}
	return fn()
}

// passing is the locker of chunks: their lock may be handed over before they end.
type passing struct{ handler.Locker }

// NewLock implements handler.Locker.
func (p passing) NewLock(id string) (handler.Lock, error) {
	lock, err := p.Locker.NewLock(id)
	return &passingLock{inner: lock}, err
}

type passingLock struct {
	inner handler.Lock
	once  sync.Once
	err   error
}

// Lock implements handler.Lock and makes the lock known to the chunk.
func (p *passingLock) Lock(ctx context.Context, release func()) error {
	err := p.inner.Lock(ctx, release)
	if pass, ok := ctx.Value(handoverKey{}).(*handover); ok && err == nil {
		pass.lock = p
	}
	return err
}

// Unlock implements handler.Lock; more than once is once.
func (p *passingLock) Unlock() error {
	p.once.Do(func() { p.err = p.inner.Unlock() })
	return p.err
}
