package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDrawSeeds(t *testing.T) {
	got, err := drawSeeds("7,8")
	if d := cmp.Diff([]string{"7", "8"}, got); d != "" || err != nil {
		t.Error(d, err)
	}
	a, err := drawSeeds("")
	if err != nil || len(a) != 3 || a[0] == a[1] && a[1] == a[2] {
		t.Error(a, err)
	}
}

func TestClassOf(t *testing.T) {
	for _, tt := range []struct {
		name string
		size int64
		want string
	}{{"a.PDF", 100, "PDF, below 1 KB"}, {"a.xsd", 1 << 10, "XML and HTML, 1 to 10 KB"}, {"a", 99 << 10, "other, 10 to 100 KB"},
		{"a.tif", 1 << 30, "pictures, above 100 KB"}} {
		if got := classOf(tt.name, tt.size); got != tt.want {
			t.Errorf("%s, %d: %s, want %s", tt.name, tt.size, got, tt.want)
		}
	}
}

func TestSplitClasses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "p")
	for _, n := range []string{"1/a.pdf", "2/b.pdf", "2/c.txt"} {
		if err := writeFile(filepath.Join(dir, n), strings.NewReader(n)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := splitClasses(dir)
	if err != nil || len(got) != 2 || filepath.Base(got[0]) != "PDF, below 1 KB" {
		t.Fatal(got, err)
	}
	if list, err := os.ReadDir(got[0]); err != nil || len(list) != 2 {
		t.Error(list, err)
	}
}

// Processor time decides, and memory with it.
func TestSlimAndFaster(t *testing.T) {
	rows := func(own, peer, mb float64) []subject {
		return []subject{{Name: "laufzettel-cli check", CPU: []float64{own}, PeakMB: mb}, {Name: peerSF, CPU: []float64{peer}}}
	}
	for _, tt := range []struct {
		rows []subject
		want string
	}{{rows(1, 3, 200), "yes"}, {rows(1, 2.9, 100), "no"}, {rows(1, 4, 201), "no"}, {rows(0, 4, 1), "not measured"},
		{nil, "not measured"}} {
		if got := slimAndFaster(tt.rows, 3); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.rows, got, tt.want)
		}
	}
}

// What is not kept stands first, with its figures.
func TestNotKeptFirst(t *testing.T) {
	r := results{Measurements: []measurement{
		{Title: "Good", Promise: "fast", Kept: "yes", Rows: []subject{{Name: "ours", CPU: []float64{1}}}},
		{Title: "Bad", Promise: "faster", Kept: "no", Rows: []subject{{Name: "ours", CPU: []float64{2}, PeakMB: 90},
			{Name: "peer", CPU: []float64{1}}}},
		{Title: "Unknown", Promise: "fastest", Rows: []subject{{Name: "ours"}}},
	}}
	text := string(r.markdown())
	if !strings.HasPrefix(text, "# Benchmarks\n\n## Not kept\n") {
		t.Errorf("the page begins with %.80q", text)
	}
	first, _, _ := strings.Cut(text, "## How to read")
	for _, want := range []string{"| Bad | faster | 2.00 s CPU; peer 0.50 ×; 90 MB | **no** |",
		"| Unknown | fastest |  | **not measured** |"} {
		if !strings.Contains(first, want) {
			t.Errorf("%q is missing in:\n%s", want, first)
		}
	}
	if strings.Contains(first, "Good") {
		t.Error("what is kept stands among what is not")
	}
}
