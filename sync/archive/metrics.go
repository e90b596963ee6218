package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// metrics are the counters of a receiver in the text format of Prometheus 0.0.4.
// They name methods, codes and states, never clients, offices or packages.
type metrics struct {
	mu       sync.Mutex
	counters map[string]float64 // by name with its labels
}

func newMetrics() *metrics { return &metrics{counters: map[string]float64{}} }

// add counts n under a name with labels in pairs.
func (m *metrics) add(n float64, name string, labels ...string) {
	var key strings.Builder
	key.WriteString("laufzettel_" + name)
	for i := 0; i+1 < len(labels); i += 2 {
		sep := ","
		if i == 0 {
			sep = "{"
		}
		fmt.Fprintf(&key, `%s%s=%q`, sep, labels[i], labels[i+1])
	}
	if len(labels) > 0 {
		key.WriteByte('}')
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counters[key.String()] += n
}

// metricHelp says what each name means; only these are written.
var metricHelp = []struct{ name, kind, text string }{
	{"requests_total", "counter", "Requests by method and status."},
	{"request_seconds_total", "counter", "Time spent on requests by method."},
	{"refused_total", "counter", "Refused requests by problem code."},
	{"received_bytes_total", "counter", "Bytes of chunks stored and synced."},
	{"receipts_total", "counter", "Receipts signed by state."},
	{"checks_running", "gauge", "Verifications of packages that run now."},
	{"uploads_open", "gauge", "Uploads without a receipt."},
	{"reserved_bytes", "gauge", "Bytes of all packages and of uploads under way at their full size."},
	{"capacity_bytes", "gauge", "Bytes all uploads together may have; missing where no limit is set."},
	{"free_known", "gauge", "1 if the storage tells how much room it has, 0 if not (S3)."},
	{"free_bytes", "gauge", "Room left in the storage; missing where it does not tell."},
}

// WriteMetrics writes the counters and what can be asked now.
func (a *Archive) WriteMetrics(ctx context.Context, w io.Writer) error {
	var open int64
	if err := a.db.Reader().QueryRowContext(ctx, "SELECT count(*) FROM archive_upload WHERE state = 'open'").Scan(&open); err != nil {
		return fmt.Errorf("count uploads: %w", err)
	}
	r, err := a.room(ctx)
	if err != nil {
		return err
	}
	a.metrics.mu.Lock()
	all := maps.Clone(a.metrics.counters)
	a.metrics.mu.Unlock()
	all["laufzettel_uploads_open"], all["laufzettel_reserved_bytes"], all["laufzettel_free_known"] = float64(open), float64(r.Reserved), 0
	if r.Capacity > 0 {
		all["laufzettel_capacity_bytes"] = float64(r.Capacity)
	}
	if r.Free != nil {
		all["laufzettel_free_known"], all["laufzettel_free_bytes"] = 1, float64(*r.Free)
	}
	all["laufzettel_checks_running"] = float64(a.checks.count())
	keys := slices.Sorted(maps.Keys(all))
	for _, h := range metricHelp {
		name := "laufzettel_" + h.name
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, h.text, name, h.kind)
		for _, key := range keys {
			if key == name || strings.HasPrefix(key, name+"{") {
				if _, err := fmt.Fprintf(w, "%s %g\n", key, all[key]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c *checks) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.running)
}

// Health is whether a receiver can take something now.
type Health struct {
	Status   string `json:"status"`          // ok, full, or down
	Fault    string `json:"fault,omitempty"` // why it is down, in English for operators
	Reserved int64  `json:"reserved_bytes"`
	Capacity int64  `json:"capacity_bytes,omitempty"` // 0: no limit is set
	Free     *int64 `json:"free_bytes"`               // null: the storage does not tell
}

// room asks database and storage.
func (a *Archive) room(ctx context.Context) (h Health, err error) {
	h.Capacity = a.cfg.Capacity
	if h.Reserved, err = reserved(ctx, a.db.Reader()); err != nil {
		return h, fmt.Errorf("sum uploads: %w", err)
	}
	free, err := a.storage.Free(ctx)
	if err != nil {
		return h, fmt.Errorf("ask for free space: %w", err)
	}
	if free != FreeUnknown {
		h.Free = &free
	}
	return h, nil
}

// Health asks database and storage whether something can be taken. Full is told by
// the limit that is set, and by the free space only where the storage tells it.
func (a *Archive) Health(ctx context.Context) Health {
	h, err := a.room(ctx)
	switch {
	case err != nil:
		h.Status, h.Fault = "down", "database or storage does not answer"
	case h.Capacity > 0 && h.Reserved >= h.Capacity, h.Free != nil && *h.Free <= a.cfg.Reserve:
		h.Status = "full"
	default:
		h.Status = "ok"
	}
	return h
}

// ServeMetrics answers /metrics and /health at a loopback address of its own until stop is
// called; "" serves nothing.
func ServeMetrics(addr string, a *Archive) (stop func() error, err error) {
	if addr == "" {
		return func() error { return nil }, nil
	}
	if !loopback(addr) {
		return nil, failure.New(failure.Refused, "serve metrics", wording.Say("hint.archive.metrics-not-local"))
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "serve metrics", wording.Say("hint.archive.metrics-address-busy"), err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		var text strings.Builder
		if err := a.WriteMetrics(r.Context(), &text); err != nil {
			a.cfg.Log.Error("metrics", "error", err)
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = io.WriteString(w, text.String()) // the other side may be gone
	})
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		h := a.Health(r.Context())
		w.Header().Set("Content-Type", "application/json")
		if h.Status != "ok" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(h) // the other side may be gone
	})
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	return func() error {
		err := srv.Close()
		if serr := <-done; !errors.Is(serr, http.ErrServerClosed) {
			err = errors.Join(err, serr)
		}
		return err
	}, nil
}

// measured notes how a request ended.
type measured struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (m *measured) WriteHeader(status int) {
	if m.status == 0 {
		m.status = status
	}
	m.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController find the connection.
func (m *measured) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// methods are those that are counted by name; others are one.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}

// measure counts a request and gives the writer to answer with.
func (a *Archive) measure(w http.ResponseWriter, r *http.Request) (*measured, func()) {
	m, begun := &measured{ResponseWriter: w}, time.Now()
	return m, func() {
		method, status := r.Method, m.status
		if !slices.Contains(methods, method) {
			method = "other"
		}
		if status == 0 {
			status = http.StatusOK
		}
		a.metrics.add(1, "requests_total", "method", method, "status", fmt.Sprint(status))
		a.metrics.add(time.Since(begun).Seconds(), "request_seconds_total", "method", method)
	}
}
