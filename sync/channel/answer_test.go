package channel

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"laufzettel/transfer/failure"
)

// TestOutcomes_AsDocumented compares the table of problem codes in
// docs/protocol.md 10 with what this client knows.
func TestOutcomes_AsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## 10. Errors")
	section, _, _ = strings.Cut(section, "## 11.")
	documented := map[string]bool{}
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || !strings.Contains(cells[2], "`") {
			continue
		}
		for _, m := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(cells[2], -1) {
			documented[m[1]] = true
		}
	}
	delete(documented, "time") // members of the body
	delete(documented, "until")
	if len(documented) < 25 {
		t.Fatalf("only %d codes were read from the page", len(documented))
	}
	for code := range documented {
		o, ok := outcomes[code]
		if !ok {
			t.Errorf("documented code %q is not known to the client", code)
		}
		if ok && !strings.HasSuffix(o.hint.In("de"), ".") {
			t.Errorf("code %q has no German sentence: %q", code, o.hint)
		}
	}
	for code := range outcomes {
		if !documented[code] {
			t.Errorf("the client knows %q, the page does not", code)
		}
	}
}

func TestClockHint(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		ours time.Time
		want string
	}{
		{at.Add(90 * time.Second), "90 Sekunden vor"},
		{at.Add(-7 * time.Minute), "7 Minuten nach"},
		{at.Add(26 * time.Hour), "26 Stunden vor"},
		{at, "stimmt nicht"},
	}
	for _, tt := range tests {
		if got := clockHint(tt.ours, at); !strings.Contains(got.In("de"), tt.want) {
			t.Errorf("clockHint = %q, want %q in it", got, tt.want)
		}
	}
}

func TestSortTransport_ACancelIsNoFault(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	reason := errors.New("cancelled by a person")
	cancel(reason)
	if err := sortTransport(ctx, "PATCH", errors.New("connection closed")); !errors.Is(err, reason) || failure.Explained(err) {
		t.Errorf("sortTransport after a cancel = %v", err)
	}
}

func TestLimit_HoldsTheRate(t *testing.T) {
	var slept time.Duration
	l := &Limit{sleep: func(_ context.Context, d time.Duration) error {
		slept += d
		return nil
	}}
	read := func() {
		r := l.Reader(t.Context(), strings.NewReader(strings.Repeat("x", 100_000)))
		buf := make([]byte, 64<<10)
		for {
			if _, err := r.Read(buf); err != nil {
				return
			}
		}
	}
	read()
	if slept != 0 {
		t.Errorf("without a rate it slept %v", slept)
	}
	l.Set(50_000)
	read()
	if slept != 2*time.Second {
		t.Errorf("100,000 bytes at 50,000 per second took %v, want 2s", slept)
	}
	l.Set(0)
	slept = 0
	read()
	if slept != 0 {
		t.Errorf("after the bound was taken away it slept %v", slept)
	}
}

// Two uploads together are as fast as one: the second waits for its turn.
func TestLimit_IsSharedByAll(t *testing.T) {
	running, most := 0, 0
	var mu sync.Mutex
	l := &Limit{sleep: func(context.Context, time.Duration) error {
		mu.Lock()
		running++
		most = max(most, running)
		mu.Unlock()
		runtime.Gosched()
		mu.Lock()
		running--
		mu.Unlock()
		return nil
	}}
	l.Set(1000)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := io.Copy(io.Discard, l.Reader(t.Context(), strings.NewReader(strings.Repeat("x", 1<<20)))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d waited at once, want one after the other", most)
	}
}
