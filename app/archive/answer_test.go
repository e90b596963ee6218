package main

import (
	"bytes"
	"io"
	"strings"
	"syscall"
	"testing"
)

// full is a device without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// An answer that nobody could read is none, and the end says so.
func TestRun_AnswerThatCannotBeWritten(t *testing.T) {
	t.Setenv("LANG", "de_DE.UTF-8")
	for out, want := range map[io.Writer]int{full{}: 2, io.Discard: 0} {
		var errs bytes.Buffer
		code := run(t.Context(), []string{"help"}, strings.NewReader(""), out, &errs)
		if code != want || (want != 0) != strings.Contains(errs.String(), "kein Platz") {
			t.Errorf("%T: ended with %d, want %d, and said %q", out, code, want, errs.String())
		}
	}
}
