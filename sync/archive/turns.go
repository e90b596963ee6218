package archive

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// turns lets a client send its next chunk before the one before it is answered:
// the later one waits here, its body verified, until the earlier has ended. A
// chunk whose predecessor is not under way waits for nobody and gets 409 where
// its offset is wrong.
type turns struct {
	mu    sync.Mutex
	under map[turnKey]chan struct{} // by where the chunk ends; closed when it has ended
	came  chan struct{}             // closed and made anew with every chunk that comes
}

// overtaken is how long a chunk that came too soon waits for the one before it.
const overtaken = time.Second

type turnKey struct {
	client, upload string
	end            int64
}

// turn is the place of one chunk; the zero value is that of any other request.
type turn struct {
	turns *turns
	key   turnKey
	begin int64
	done  chan struct{}
	once  *sync.Once
}

func newTurns() *turns { return &turns{under: map[turnKey]chan struct{}{}, came: make(chan struct{})} }

// enter notes a chunk before its body is read. Offset and length are the
// client's words, covered by its signature; they only decide who waits for whom,
// and only among chunks of the same client.
func (t *turns) enter(clientID string, r *http.Request) turn {
	offset, ok := digits(r.Header.Get("Upload-Offset"))
	if !ok || r.Method != http.MethodPatch || r.ContentLength <= 0 {
		return turn{}
	}
	own := turn{turns: t, key: turnKey{clientID, r.PathValue("id"), offset + r.ContentLength}, begin: offset, done: make(chan struct{}),
		once: new(sync.Once)}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, twice := t.under[own.key]; !twice {
		t.under[own.key] = own.done
	}
	close(t.came)
	t.came = make(chan struct{})
	return own
}

// before gives the end of the chunk before, if it is under way, and what tells
// of the next chunk to come.
func (t *turns) before(own turn) (ends, came <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if done := t.under[turnKey{own.key.client, own.key.upload, own.begin}]; done != nil {
		return done, nil
	}
	return nil, t.came
}

// await waits until the chunk before has ended, well or not. One that is ahead of
// stored, the offset as it is now, may have overtaken the one before in the
// network and waits a moment for it.
func (t turn) await(ctx context.Context, stored int64) error {
	if t.turns == nil || t.begin <= stored {
		return nil
	}
	patience := time.NewTimer(overtaken)
	defer patience.Stop()
	for {
		ends, came := t.turns.before(t)
		if ends != nil {
			select {
			case <-ends:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		select {
		case <-came:
		case <-patience.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// leave ends the turn; more than once is once.
func (t turn) leave() {
	if t.turns == nil {
		return
	}
	t.once.Do(func() {
		t.turns.mu.Lock()
		defer t.turns.mu.Unlock()
		if t.turns.under[t.key] == t.done {
			delete(t.turns.under, t.key)
		}
		close(t.done)
	})
}
