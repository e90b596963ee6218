package archive

import (
	"context"
	"sync"
	"time"

	"laufzettel/sync/receipt"
)

// checkPatience is how long a question for a receipt waits for a running check
// before it is answered with 202.
const checkPatience = 20 * time.Second

// checks are the verifications of complete packages that run in the background.
// They are not written down: after a kill the next question for the receipt
// begins them again.
type checks struct {
	ctx     context.Context // ends with Close; checks outlive the request that began them
	stop    context.CancelFunc
	mu      sync.Mutex
	running map[string]chan struct{} // by upload id; closed at the end
	wg      sync.WaitGroup
}

func newChecks() *checks {
	c := &checks{running: map[string]chan struct{}{}}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// begin runs fn for an upload unless it runs already.
func (c *checks) begin(id string, fn func(ctx context.Context)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, running := c.running[id]; running || c.ctx.Err() != nil {
		return
	}
	done := make(chan struct{})
	c.running[id] = done
	c.wg.Go(func() {
		defer func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			delete(c.running, id)
			close(done)
		}()
		fn(c.ctx)
	})
}

// await waits a while for the check of an upload.
func (c *checks) await(ctx context.Context, id string, patience time.Duration) {
	c.mu.Lock()
	done, running := c.running[id]
	c.mu.Unlock()
	if !running {
		return
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Close ends running checks and waits for them. The receiver must not be served
// any more.
func (a *Archive) Close() error {
	a.checks.stop()
	a.checks.wg.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), leaveWait)
	defer cancel()
	return a.proofs.leave(ctx)
}

// leaveWait bounds the last work of a receiver that closes.
const leaveWait = 10 * time.Second

// beginCheck verifies a complete package apart from the request and then signs
// the receipt. A check that fails by itself is only logged: the next question
// for the receipt begins it again.
func (a *Archive) beginCheck(row uploadRow, m receipt.Manifest, what unseen) {
	a.checks.begin(row.id, func(ctx context.Context) {
		defer func() {
			if p := recover(); p != nil {
				a.cfg.Log.Error("check package", "upload", row.id, "panic", p)
			}
		}()
		sum, refusal, err := a.look(ctx, row.id, m, what)
		if err == nil {
			err = a.locked(ctx, row.id, func() error { return a.conclude(ctx, row, sum, refusal) })
		}
		if err != nil && ctx.Err() == nil {
			a.cfg.Log.Error("check package", "upload", row.id, "error", err)
		}
	})
}

// look runs the check on a package where it can be read, after what no chunk has shown.
func (a *Archive) look(ctx context.Context, id string, m receipt.Manifest, what unseen) (sum, refusal string, err error) {
	sum, refusal, err = a.pieces.see(ctx, id, m, what)
	if err != nil || refusal != "" || a.cfg.Check == nil {
		return sum, refusal, err
	}
	path, done, err := a.storage.Local(ctx, id)
	if err != nil {
		return sum, "", err
	}
	defer done()
	refusal, err = a.cfg.Check(ctx, path, m)
	return sum, refusal, err
}
