package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"laufzettel/app/kill"
)

// full is a disk on which nothing has room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// stay are commands that go on until they are ended, or for long.
var stay = []string{"serve", "archive serve", "demo"}

// An answer that nobody could read is none: each command that says something of its own
// accord, in words or for machines, ends with 2 where it cannot be written (R8).
func TestAnswer_UnwrittenIsNone(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("LAUFZETTEL_DATA", filepath.Join(t.TempDir(), "ws"))
	said := 0
	for _, c := range table() {
		if slices.Contains(stay, c.name) {
			continue
		}
		for _, form := range []string{"", "--json", "--help"} {
			words := strings.Fields(c.name + " " + form)
			var out, errs bytes.Buffer
			e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(words), keyWork: kill.CheapWork}
			if code := e.run(t.Context(), words); code != exitDone && code != exitMaterial || out.Len() == 0 {
				continue
			}
			said++
			errs.Reset()
			e = &env{in: strings.NewReader(""), out: full{}, errs: &errs, words: pickWords(words), keyWork: kill.CheapWork}
			if code := e.run(t.Context(), words); code != exitCall || errs.Len() == 0 {
				t.Errorf("%v: ends with %d where its answer cannot be written: %s", words, code, errs.String())
			}
		}
	}
	if said < len(table()) {
		t.Errorf("only %d calls said something", said)
	}
}
