package window

import (
	"sync"
	"time"
)

// hubEvery is the least time between two notifications: ten a second.
const hubEvery = 100 * time.Millisecond

// Hub tells screens that something changed. Bursts are merged; a change is never
// lost: what comes during the pause is told at its end. Safe for concurrent use.
type Hub struct {
	now   func() time.Time
	after func(time.Duration, func())

	mu      sync.Mutex
	subs    map[int]func()
	next    int
	last    time.Time
	waiting bool
	closed  bool
}

// NewHub makes a hub on the clock of the system.
func NewHub() *Hub {
	return NewHubOn(time.Now, func(d time.Duration, f func()) { time.AfterFunc(d, f) })
}

// NewHubOn makes a hub on a given clock, for tests.
func NewHubOn(now func() time.Time, after func(time.Duration, func())) *Hub {
	return &Hub{now: now, after: after, subs: map[int]func(){}}
}

// Subscribe has changed called after changes, from any goroutine, until cancel.
func (h *Hub) Subscribe(changed func()) (cancel func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id := h.next
	h.next++
	h.subs[id] = changed
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subs, id)
	}
}

// Notify says that something changed.
func (h *Hub) Notify() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting || h.closed {
		return
	}
	h.waiting = true
	h.after(max(0, hubEvery-h.now().Sub(h.last)), h.tell)
}

func (h *Hub) tell() {
	h.mu.Lock()
	h.waiting, h.last = false, h.now()
	var all []func()
	if !h.closed {
		for _, f := range h.subs {
			all = append(all, f)
		}
	}
	h.mu.Unlock()
	for _, f := range all {
		f()
	}
}

// Close ends all notifications.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}
