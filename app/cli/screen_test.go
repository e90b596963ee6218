package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestScreen(t *testing.T) {
	for in, want := range map[string]string{
		"Akte „Müller“\t1\n":           "Akte „Müller“\t1\n",
		redrawn + "a: 1/2":             redrawn + "a: 1/2",
		"\x1b]0;Titel\x07.txt":         `\x1b]0;Titel\x07.txt`,
		"a\rb\x7f\u009b2J":             `a\x0db\x7f\x9b2J`,
		"rechnung\u202efdp.exe":        `rechnung\u202efdp.exe`,
		"roh\x9b2J\xff":                "roh\\x9b2J\xff",
		"name " + redrawn + "dahinter": `name \x0d\x1b[Kdahinter`,
	} {
		var out bytes.Buffer
		n, err := newScreen(&out).Write([]byte(in))
		if out.String() != want || n != len(in) || err != nil {
			t.Errorf("%q gives %q, %d, %v; want %q", in, out.String(), n, err, want)
		}
	}
}

// TestScreen_DeliveredName: a name of a delivery that would steer the terminal is
// told as its codes.
func TestScreen_DeliveredName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "akte\x1b[2J\x1b]0;fremd\x07.zip")
	if err := os.WriteFile(name, []byte("kein ZIP"), 0o600); err != nil {
		t.Skip("no such names here: ", err)
	}
	code, _, errs := here(t.Context(), &env{}, "--data", t.TempDir(), "receive", name+"x")
	if code != exitCall || strings.ContainsAny(errs, "\x1b\x07") || !strings.Contains(errs, `akte\x1b[2J`) {
		t.Errorf("code %d, %q", code, errs)
	}
}
