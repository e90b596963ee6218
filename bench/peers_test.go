package main

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A peer that fails keeps a row without times, one that is missing none; our own
// program that fails ends the contest.
func TestContest_failures(t *testing.T) {
	list := []contender{shell("laufzettel-cli check", "exit 0", "all"), shell("peer", "echo broken >&2; exit 3", "hash"),
		{name: "nobody", args: []string{filepath.Join(t.TempDir(), "nobody")}}}
	rows, err := contest(t.Context(), 2, list)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || len(rows[0].Seconds) != 2 || rows[1].Seconds != nil || rows[1].Note != `failed, exit 3: "broken"` {
		t.Errorf("rows %+v", rows)
	}
	if got := keeps(rows, "peer", 2); got != "not measured" {
		t.Errorf("against a peer that failed: %s", got)
	}
	if text := string((&results{Measurements: []measurement{{Title: "T", Rows: rows}}}).markdown()); !strings.Contains(text,
		"| peer | – |") {
		t.Errorf("the row of the peer:\n%s", text)
	}
	faulty := shell("laufzettel-cli check", "exit 1", "")
	faulty.faulty = true
	if rows, err := contest(t.Context(), 1, []contender{faulty}); err != nil || len(rows[0].Seconds) != 1 {
		t.Errorf("a verdict on faulty data: %+v, %v", rows, err)
	}
	for _, code := range []string{"1", "2"} {
		rows, err := contest(t.Context(), 1, []contender{shell("laufzettel-cli check", "exit "+code, "")})
		if err == nil || rows != nil {
			t.Errorf("our program ended with %s: rows %+v", code, rows)
		}
	}
}

func TestMeasureAll_goesOn(t *testing.T) {
	broken := errors.New("broken")
	list := []measure{
		{"a", func(context.Context, options) (measurement, error) { return measurement{Title: "A"}, nil }},
		{"b", func(context.Context, options) (measurement, error) { return measurement{}, broken }},
		{"c", func(context.Context, options) (measurement, error) { return measurement{Title: "C"}, nil }},
	}
	got, err := measureAll(t.Context(), options{}, list)
	if d := cmp.Diff([]measurement{{ID: "a", Title: "A"}, {ID: "c", Title: "C"}}, got); d != "" || !errors.Is(err, broken) {
		t.Error(err, d)
	}
}

// What was not measured this time keeps its earlier figures.
func TestMerge_keepsFigures(t *testing.T) {
	with := measurement{ID: "window", Rows: []subject{{Name: "x", CPU: []float64{0.1}}}}
	without := measurement{ID: "window", Rows: []subject{{Name: "x", Note: "not measured"}}}
	var r results
	for _, step := range []struct {
		in   measurement
		want []subject
	}{{without, without.Rows}, {with, with.Rows}, {without, with.Rows}} {
		r.merge(facts{}, []measurement{step.in})
		if d := cmp.Diff(step.want, r.Measurements[0].Rows); d != "" {
			t.Error(d)
		}
	}
}

func TestPromises(t *testing.T) {
	got := promises([]measurement{{Title: "No promise"}, {Title: "Fast", Promise: "at most 1 s", Kept: "yes",
		Rows: []subject{{Seconds: []float64{0.5}}}}, {Title: "Slim", Promise: "at most 4 MB", Kept: "not measured"}})
	want := "kept: yes           Fast  0.5 s  at most 1 s\nkept: not measured  Slim         at most 4 MB\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestStoredZIP(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "large")
	if err := largeFiles(dir, 1000); err != nil {
		t.Fatal(err)
	}
	path := dir + ".zip"
	if err := storedZIP(t.Context(), path, dir); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	info, err := os.Stat(filepath.Join(dir, "anlage-000.pdf"))
	if err != nil || len(z.File) != 1 || z.File[0].Name != "anlage-000.pdf" || z.File[0].Method != zip.Store ||
		z.File[0].UncompressedSize64 != uint64(info.Size()) {
		t.Errorf("%v %+v", err, z.File)
	}
}

// The bag is made once and found again.
func TestBag(t *testing.T) {
	o := options{work: t.TempDir(), small: 100}
	d, bag, err := o.bag(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(bag, "manifest-sha512.txt"))
	if err != nil || d.files < 100 {
		t.Fatal(d.files, err)
	}
	if _, again, err := o.bag(t.Context()); err != nil || again != bag {
		t.Error(again, err)
	}
	if after, err := os.Stat(filepath.Join(bag, "manifest-sha512.txt")); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("made anew: %v", err)
	}
}

func TestCPUOf(t *testing.T) {
	line := "4711 (Web (x) y) S 1 4711 4711 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 9 0 1234 99 88"
	if got, err := cpuOf(line); err != nil || got != 3 {
		t.Errorf("%v, %v, want 3 s", got, err)
	}
	if _, err := cpuOf("4711 (x) S 1 2"); err == nil {
		t.Error("a short line was read")
	}
}

func TestUsageOf(t *testing.T) {
	if missing("/proc/self/stat") != "" {
		t.Skip("the system has no /proc")
	}
	u, err := usageOf(os.Getpid())
	if err != nil || u.residentMB <= 0 || u.peakMB < u.residentMB {
		t.Errorf("%+v, %v", u, err)
	}
}

// The program is measured from its start to its sign; one that ends before fails.
func TestResident(t *testing.T) {
	if missing("/proc/self/stat") != "" {
		t.Skip("the system has no /proc")
	}
	r := resident{name: "x", what: "address told", there: addressTold,
		args: []string{"bash", "-c", "echo at http://127.0.0.1:1; exec sleep 60"}}
	var seen usage
	err := r.run(t.Context(), func(pid int, _ time.Duration) (err error) {
		seen, err = usageOf(pid)
		return err
	})
	if err != nil || seen.residentMB <= 0 {
		t.Errorf("%+v, %v", seen, err)
	}
	r.args = []string{"bash", "-c", "echo no key; exit 2"}
	if err := r.run(t.Context(), func(int, time.Duration) error { return nil }); err == nil ||
		!strings.Contains(err.Error(), "address told") && !strings.Contains(err.Error(), "no key") {
		t.Errorf("a program that ends: %v", err)
	}
}

// Data that could not be made whole do not stay.
func TestBuild_failure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "set")
	full := errors.New("no space")
	_, err := build(path, func(p string) error { return errors.Join(os.WriteFile(p, []byte("half"), 0o600), full) })
	if !errors.Is(err, full) {
		t.Error(err)
	}
	for _, left := range []string{path, path + ".ready"} {
		if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s stays: %v", filepath.Base(left), err)
		}
	}
}
