// Package golden keeps what the program writes today as text in files, so that a
// change which is meant to change nothing can be shown to. It is for tests alone:
// it knows folders, containers, databases and text, and nothing of what they mean.
//
// What differs between two runs with the same clock (ids, keys, signatures,
// ciphertext, times of a receiver that has the real clock, folders) is masked:
// each such value becomes #1, #2 … in the order of its appearance, so that equal
// values stay equal and nothing else about them counts.
package golden

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contextLines is how many lines before a difference are shown.
const contextLines = 3

// Check holds got against the golden file, or writes it when update is set. A
// difference is told with its first line; what was got is kept in the file of the
// test's artifacts or, with LAUFZETTEL_GOLDEN_GOT=DIR, below that folder.
func Check(t testing.TB, file, got string, update bool) {
	t.Helper()
	if update {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("golden file: %v; -update writes it", err)
		return
	}
	want := string(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")))
	if want == got {
		return
	}
	if dir := os.Getenv("LAUFZETTEL_GOLDEN_GOT"); dir != "" {
		keep := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(keep), 0o700); err != nil {
			t.Error(err)
		} else if err := os.WriteFile(keep, []byte(got), 0o600); err != nil {
			t.Error(err)
		}
	}
	t.Errorf("%s: %s", file, difference(want, got))
}

// difference tells the first line that is not the same.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	n := 0
	for n < min(len(w), len(g)) && w[n] == g[n] {
		n++
	}
	line := func(all []string) string {
		if n >= len(all) {
			return "(the end)"
		}
		return all[n]
	}
	return fmt.Sprintf("differs at line %d of %d (was %d lines)\n%s\n-%s\n+%s", n+1, len(g), len(w),
		strings.Join(w[max(0, n-contextLines):n], "\n"), line(w), line(g))
}

// Sorted orders the names so that a random one keeps its place: by what is left of a
// name when its values are masked, then by the number a value has, then by name.
func (m *Mask) Sorted(names []string) []string {
	out := slices.Clone(names)
	slices.SortFunc(out, m.compare)
	return out
}

func (m *Mask) compare(a, b string) int {
	if c := strings.Compare(m.plain(a), m.plain(b)); c != 0 {
		return c
	}
	if c := slices.Compare(m.known(a), m.known(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}
