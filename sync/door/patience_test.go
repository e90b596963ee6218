package door

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/transfer/failure"
)

// A place that falls silent in the middle does not hold up everything else: the
// fetch ends, and what came is gone on with.
func TestFetch_SilenceEndsIt(t *testing.T) {
	for name, begin := range map[string]string{"in the middle": "die erste Hälfte", "before the first byte": ""} {
		t.Run(name, func(t *testing.T) {
			end, silent := func() {}, make(chan struct{}, 1)
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", "1000")
				w.Header().Set("ETag", `"1"`)
				if begin != "" {
					_, _ = w.Write([]byte(begin)) // the other side may be gone
					_ = http.NewResponseController(w).Flush()
				} else {
					silent <- struct{}{}
				}
				<-r.Context().Done()
			}))
			defer srv.Close()
			came := func(done, _ int64) {
				if begin != "" && done == int64(len(begin)) {
					silent <- struct{}{}
				}
			}
			// Patience ends when the test says so, not by the clock of a busy machine.
			patience := func(_ time.Duration, f func()) *time.Timer { end = f; return time.AfterFunc(time.Hour, f) }
			f := fetching{client: srv.Client(), link: srv.URL, partial: filepath.Join(t.TempDir(), "x.partial"), report: came,
				patience: patience}
			go func() { <-silent; end() }()
			if err := f.get(t.Context()); failure.KindOf(err) != failure.Transient || !failure.Explained(err) {
				t.Errorf("silence: %v, want Transient", err)
			}
			if have, tag := f.begun(); have != int64(len(begin)) || begin != "" && tag != `"1"` {
				t.Errorf("kept %d bytes of %q", have, tag)
			}
		})
	}
}
