package archive

import (
	"context"
	"net/http"
	"strconv"
	"sync"
)

// turns lets a client send its next chunk before the one before it is answered:
// the later one waits here, its body verified, until the earlier has ended. A
// chunk whose predecessor is not under way waits for nobody and gets 409 where
// its offset is wrong.
type turns struct {
	mu    sync.Mutex
	under map[turnKey]chan struct{} // by where the chunk ends; closed when it has ended
}

type turnKey struct {
	client, upload string
	end            int64
}

// turn is the place of one chunk; the zero value is that of any other request.
type turn struct {
	turns  *turns
	key    turnKey
	before <-chan struct{}
	done   chan struct{}
	once   *sync.Once
}

func newTurns() *turns { return &turns{under: map[turnKey]chan struct{}{}} }

// enter notes a chunk before its body is read. Offset and length are the
// client's words, covered by its signature; they only decide who waits for whom,
// and only among chunks of the same client.
func (t *turns) enter(clientID string, r *http.Request) turn {
	offset, err := strconv.ParseInt(r.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || r.Method != http.MethodPatch || offset < 0 || r.ContentLength <= 0 {
		return turn{}
	}
	own := turn{turns: t, key: turnKey{clientID, r.PathValue("id"), offset + r.ContentLength}, done: make(chan struct{}), once: new(sync.Once)}
	t.mu.Lock()
	defer t.mu.Unlock()
	own.before = t.under[turnKey{clientID, own.key.upload, offset}]
	if _, twice := t.under[own.key]; !twice {
		t.under[own.key] = own.done
	}
	return own
}

// await waits until the chunk before has ended, well or not.
func (t turn) await(ctx context.Context) error {
	if t.before == nil {
		return nil
	}
	select {
	case <-t.before:
		return nil
	case <-ctx.Done():
		return ctx.Err()
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
