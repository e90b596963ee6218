package browser

import (
	"fmt"
	"net/http"
	"time"
)

const (
	// liveEvery is the least time between two news a page is told.
	liveEvery = time.Second
	// warnBefore is how long before its end a session that is idle says so: time
	// enough to go on with one key (WCAG 2.2.1).
	warnBefore = 2 * time.Minute
	// beatEvery keeps the line open and looks at the clock.
	beatEvery = 15 * time.Second
	// maxLines bounds the pages that listen at a time.
	maxLines = 32
)

// events tells a page that something has changed (server-sent events); the page then
// asks for itself anew. It works as well without: a link reads the page again.
func (s sessionRoom) events(w http.ResponseWriter, r *http.Request) error {
	flush, ok := w.(http.Flusher)
	if !ok {
		return errNoPage
	}
	s.mu.Lock()
	s.lines++
	many := s.lines > maxLines
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.lines--
		s.mu.Unlock()
	}()
	if many {
		w.WriteHeader(http.StatusTooManyRequests)
		return nil
	}
	changed := make(chan struct{}, 1)
	stop := s.desk.Hub.Subscribe(func() {
		select {
		case changed <- struct{}{}:
		default: // told already
		}
	})
	defer stop()
	w.Header().Set("Content-Type", "text/event-stream")
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	tell := func(event, data string) bool {
		_, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data)
		flush.Flush()
		return err == nil
	}
	for tell("beat", s.remaining()) {
		select {
		case <-r.Context().Done(): // the page is gone, or the session: its context ends with it
			if s.ctx.Err() != nil {
				tell("over", "0")
			}
			return nil
		case <-beat.C:
		case <-changed:
			if !tell("change", "1") || !s.rest(r, liveEvery) {
				return nil
			}
		}
	}
	return nil
}

// rest waits between two news; false where the page is gone.
func (s sessionRoom) rest(r *http.Request, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-r.Context().Done():
		return s.ctx.Err() != nil // told as the end
	case <-t.C:
		return true
	}
}

// remaining gives the seconds until the session ends by itself where that is near, "".
func (s sessionRoom) remaining() string {
	left, limited := s.gate.Left()
	if !limited || left > warnBefore {
		return ""
	}
	return fmt.Sprint(int(left.Seconds()))
}
