package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"laufzettel/transfer/check"
)

// redrawn begins a line that is written again and again.
const redrawn = "\r\x1b[K"

// screen is a writer to people's eyes: what would steer a terminal or turn the
// direction of writing, as a delivered name can, is written as its code. Lines of
// ours begin with redrawn or end with \n; tabs stay.
type screen struct {
	w io.Writer
	f *os.File // nil where it is none
}

// newScreen gives w where it is one already.
func newScreen(w io.Writer) *screen {
	if s, ok := w.(*screen); ok {
		return s
	}
	f, _ := w.(*os.File)
	return &screen{w: w, f: f}
}

// watched reports whether it is a terminal.
func (s *screen) watched() bool { return s.f != nil && term.IsTerminal(int(s.f.Fd())) }

// Write implements io.Writer.
func (s *screen) Write(p []byte) (int, error) {
	var out bytes.Buffer
	rest, ours := bytes.CutPrefix(p, []byte(redrawn))
	if ours {
		out.WriteString(redrawn)
	}
	for len(rest) > 0 {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == '\n' || r == '\t':
			out.WriteRune(r)
		case r < ' ' || r >= 0x7f && r <= 0x9f:
			fmt.Fprintf(&out, `\x%02x`, r)
		case r == utf8.RuneError && n == 1 && rest[0] >= 0x80 && rest[0] <= 0x9f: // a control of an 8-bit terminal
			fmt.Fprintf(&out, `\x%02x`, rest[0])
		case turns(r):
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.Write(rest[:n])
		}
		rest = rest[n:]
	}
	if _, err := s.w.Write(out.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// turns reports whether a sign changes the direction or the lines of what follows.
func turns(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x2028 || r == 0x2029
}

// redraw bounds how often the progress line is written.
const redraw = 200 * time.Millisecond

// terminal reports whether people watch stderr; only then progress is shown.
func (e *env) terminal() bool {
	s, ok := e.errs.(*screen)
	return ok && !e.json && s.watched()
}

// progress gives a hook that writes one line, again and again (G11); nil where
// nobody watches.
func (e *env) progress(name string) func(check.Progress) {
	if !e.terminal() {
		return nil
	}
	began, last := time.Now(), time.Time{}
	return func(p check.Progress) {
		if time.Since(last) < redraw {
			return
		}
		last = time.Now()
		rate := float64(p.Done) / max(time.Since(began).Seconds(), 0.001)
		fmt.Fprintf(e.errs, "\r\x1b[K%s: %s %d/%d, %d/%d (%.0f/s)", name, e.text("cli.phase."+p.Phase), p.PhaseNo, p.Phases, p.Done, p.Total, rate)
	}
}

func (e *env) endProgress() {
	if e.terminal() {
		fmt.Fprint(e.errs, "\r\x1b[K")
	}
}
