package channel

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// Limit bounds how fast bytes are sent, for all uploads together. The zero value
// does not bound. The rate may be changed at any time.
type Limit struct {
	rate atomic.Int64 // bytes per second; 0 = unbounded
	// sleep waits; tests replace it.
	sleep func(ctx context.Context, d time.Duration) error

	once sync.Once
	turn chan struct{} // held while waiting: what several send waits one after the other
}

// Set changes the rate; 0 takes the bound away.
func (l *Limit) Set(bytesPerSecond int64) { l.rate.Store(max(bytesPerSecond, 0)) }

// limitStep is how many bytes go out between two waits.
const limitStep = 32 << 10

// Reader gives r at the rate of the limit; nil does not bound.
func (l *Limit) Reader(ctx context.Context, r io.Reader) io.Reader {
	if l == nil {
		return r
	}
	return &limitedReader{ctx: ctx, l: l, r: r}
}

type limitedReader struct {
	ctx context.Context
	l   *Limit
	r   io.Reader
}

func (r *limitedReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b[:r.l.step(len(b))])
	if werr := r.l.pass(r.ctx, n); werr != nil {
		return n, werr
	}
	return n, err
}

// step says how many of n bytes may go before pass is called; nil does not bound.
func (l *Limit) step(n int) int {
	if l == nil || l.rate.Load() == 0 {
		return n
	}
	return min(n, limitStep)
}

// pass waits for n bytes that went.
func (l *Limit) pass(ctx context.Context, n int) error {
	if l == nil {
		return nil
	}
	rate := l.rate.Load()
	if rate == 0 {
		return nil
	}
	return l.wait(ctx, time.Duration(float64(n)/float64(rate)*float64(time.Second)))
}

// wait sleeps in its turn.
func (l *Limit) wait(ctx context.Context, d time.Duration) error {
	l.once.Do(func() { l.turn = make(chan struct{}, 1) })
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l.turn }()
	sleep := l.sleep
	if sleep == nil {
		sleep = pause
	}
	return sleep(ctx, d)
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
