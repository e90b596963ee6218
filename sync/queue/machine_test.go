package queue

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTransitions_AsDocumented compares the table in code with docs/queue.md.
func TestTransitions_AsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "queue.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "<!-- transitions -->\n")
	if !ok {
		t.Fatal("docs/queue.md has no table of transitions")
	}
	documented := map[[3]string]bool{}
	for _, line := range strings.Split(table, "\n")[2:] {
		cells := strings.Split(line, "|")
		if len(cells) < 5 {
			break
		}
		documented[[3]string{strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])}] = true
	}
	inCode := map[[3]string]bool{}
	for _, from := range States() {
		events, known := transitions[from]
		if !known {
			t.Errorf("state %s is not in the table of transitions", from)
		}
		for event, to := range events {
			inCode[[3]string{string(from), string(event), string(to)}] = true
		}
	}
	for k := range inCode {
		if !documented[k] {
			t.Errorf("not documented: %v", k)
		}
	}
	for k := range documented {
		if !inCode[k] {
			t.Errorf("documented, but not in code: %v", k)
		}
	}
	if len(documented) == 0 {
		t.Error("the table was not read")
	}
}

func TestTransitions_FinalStatesEnd(t *testing.T) {
	for from, events := range transitions {
		if from.Final() != (len(events) == 0) {
			t.Errorf("%s: Final = %v with %d ways out", from, from.Final(), len(events))
		}
	}
}

func TestBackoff(t *testing.T) {
	tests := []struct {
		attempt int
		asked   time.Duration
		chance  float64
		want    time.Duration
	}{
		{1, 0, 0.5, 5 * time.Second},
		{2, 0, 0.5, 10 * time.Second},
		{1, 0, 0, 4 * time.Second},
		{1, 0, 1, 6 * time.Second},
		{9, 0, 0.5, 1280 * time.Second},
		{10, 0, 0.5, 30 * time.Minute},
		{1000, 0, 0.5, 30 * time.Minute},
		{0, 0, 0.5, 5 * time.Second},
		{1, time.Hour, 0.5, time.Hour},
		{1, time.Second, 0.5, 5 * time.Second},
	}
	for _, tt := range tests {
		if got := Backoff(tt.attempt, tt.asked, tt.chance); got != tt.want {
			t.Errorf("Backoff(%d, %v, %v) = %v, want %v", tt.attempt, tt.asked, tt.chance, got, tt.want)
		}
	}
}
