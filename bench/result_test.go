package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMedian(t *testing.T) {
	tests := []struct {
		in   []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{5, 1, 3}, 3}, {[]float64{4, 1, 3, 2}, 2.5}}
	for _, tt := range tests {
		if got := median(tt.in); got != tt.want {
			t.Errorf("median(%v) = %v, want %v", tt.in, got, tt.want)
		}
	}
}

func TestKeeps(t *testing.T) {
	rows := []subject{{Name: "ours", Seconds: []float64{1}}, {Name: "peer", Seconds: []float64{2}}}
	for limit, want := range map[float64]string{0.4: "no", 0.5: "yes"} {
		if got := keeps(rows, "peer", limit); got != want {
			t.Errorf("limit %v: %s, want %s", limit, got, want)
		}
	}
	if got := keeps(rows, "nobody", 1); got != "not measured" {
		t.Errorf("missing peer: %s", got)
	}
}

func TestResultsAreKeptAndReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.json")
	r, err := readResults(path)
	if err != nil {
		t.Fatal(err)
	}
	r.merge(facts{Day: "2026-11-01"}, []measurement{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}})
	r.merge(facts{Day: "2026-11-02"}, []measurement{{ID: "a", Title: "A", Rows: []subject{{Name: "x", Seconds: []float64{0.5, 2}}}}})
	if err := r.write(path); err != nil {
		t.Fatal(err)
	}
	again, err := readResults(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(r, again); d != "" {
		t.Error(d)
	}
	text := string(again.markdown())
	for _, want := range []string{"## A\n", "## B\n", "| x | 1.25 (0.5–2.00) | 1.00 |", "2026-11-02"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}

func TestBenchRows(t *testing.T) {
	out := "BenchmarkUpload/laufzettel-2 \t 1\t 500000000 ns/op\t 512 MB/s\t 1.25 cpu-s/op\nBenchmarkUpload/curl_-T_and_sync-2 \t 1\t 400000000 ns/op\nBenchmarkUpload/laufzettel-2 \t 1\t 700000000 ns/op\t 1.5 cpu-s/op\nPASS\n"
	got, err := benchRows(out)
	want := []subject{{Name: "laufzettel", Seconds: []float64{0.5, 0.7}, CPU: []float64{1.25, 1.5}},
		{Name: "curl -T and sync", Seconds: []float64{0.4}}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
}

func TestJoinRows(t *testing.T) {
	round := []subject{{Name: "a", Seconds: []float64{1}, CPU: []float64{2}}, {Name: "b", Seconds: []float64{3}}}
	got := joinRows(joinRows(nil, round), []subject{{Name: "b", Seconds: []float64{4}}, {Name: "c", Seconds: []float64{5}}})
	want := []subject{{Name: "a", Seconds: []float64{1}, CPU: []float64{2}}, {Name: "b", Seconds: []float64{3, 4}},
		{Name: "c", Seconds: []float64{5}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestDataIsSeeded: the same call makes the same bytes.
func TestDataIsSeeded(t *testing.T) {
	var sizes [2]made
	for i := range sizes {
		dir := filepath.Join(t.TempDir(), "small")
		m, err := build(dir, func(p string) error { return smallFiles(t.Context(), p, 25) })
		if err != nil {
			t.Fatal(err)
		}
		sizes[i] = made{files: m.files, bytes: m.bytes}
	}
	if sizes[0] != sizes[1] || sizes[0].files != 25 {
		t.Errorf("%v and %v", sizes[0], sizes[1])
	}
}

func TestChosen(t *testing.T) {
	list := []measure{{id: "large"}, {id: "upload"}, {id: "queue"}}
	for only, want := range map[string]string{"": "large upload queue", "queue, large": "queue large", "upload": "upload", "uplod": "?",
		"upload,": "?"} {
		got, err := chosen(list, only)
		var ids []string
		for _, w := range got {
			ids = append(ids, w.id)
		}
		if err != nil {
			ids = []string{"?"}
		}
		if strings.Join(ids, " ") != want {
			t.Errorf("%q: %v, want %s (%v)", only, ids, want, err)
		}
	}
}

func TestOverLimit(t *testing.T) {
	list := []measurement{{Title: "Scale", Rows: []subject{{Name: "check", PeakMB: scaleLimitMB},
		{Name: "package", PeakMB: scaleLimitMB + 1}}}}
	if err := overLimit(list[:0]); err != nil {
		t.Errorf("nothing measured: %v", err)
	}
	err := overLimit(list)
	if want := "Scale, package: 401 MB, limit 400 MB"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
