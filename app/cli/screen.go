package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"laufzettel/app/work/pack"
	"laufzettel/transfer/check"
	"laufzettel/views/words"
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

// stage is how far work is: the words of its phase, which of how many where it has
// several, and what is done of how much; total 0 is not known.
type stage struct {
	phase       string
	at, of      int
	done, total int64
	unit        unit
}

// unit is what a stage counts, as far as a rate of it tells people anything.
type unit int

const (
	things unit = iota // rules, packages: no rate
	files
	octets
)

// settled is how long a phase is measured before anybody is told a time left.
const settled = 5 * time.Second

// meter writes one line about work under way, again and again: phase, done of total,
// rate, time left (G11). Safe for concurrent use.
type meter struct {
	to    io.Writer
	words *words.Words
	name  string
	now   func() time.Time

	mu           sync.Mutex
	phase        string
	began, shown time.Time
	before, last int64 // done when the phase began, and when it was told last
}

// meterOf gives the teller of work on name; nil where nobody watches.
func meterOf(e *env, name string) *meter {
	if !e.terminal() {
		return nil
	}
	return &meter{to: e.errs, words: words.Of(e.words.language, e.words.texts), name: name, now: time.Now}
}

func (m *meter) tell(s stage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if s.phase != m.phase || m.began.IsZero() || s.done < m.last { // less than before: the next piece
		m.phase, m.began, m.before = s.phase, now, s.done
	}
	m.last = s.done
	if now.Sub(m.shown) < redraw {
		return
	}
	m.shown = now
	fmt.Fprint(m.to, redrawn+m.line(s, now.Sub(m.began)))
}

// line writes a stage after so much time in its phase.
func (m *meter) line(s stage, took time.Duration) string {
	w := m.words
	parts := []string{s.phase}
	if s.of > 1 {
		parts = append(parts, w.T("inbox.progress.phase", s.at, s.of))
	}
	done, total := w.Int(s.done), w.Int(s.total)
	if s.unit == octets {
		done, total = w.Bytes(s.done), w.Bytes(s.total)
	}
	if s.total > 0 {
		parts = append(parts, w.T("inbox.progress.of", done, total))
	} else if s.done > 0 {
		parts = append(parts, done)
	}
	rate := float64(s.done-m.before) / max(took.Seconds(), 0.001)
	if took >= time.Second && rate >= 1 {
		switch s.unit {
		case files:
			parts = append(parts, w.T("inbox.progress.rate", int64(rate)))
		case octets:
			parts = append(parts, w.Bytes(int64(rate))+"/s")
		}
	}
	if took >= settled && rate > 0 && s.total > s.done {
		parts = append(parts, w.Left(time.Duration(float64(s.total-s.done)/rate*float64(time.Second))))
	}
	return m.name + ": " + strings.Join(parts, ", ")
}

// progress gives a hook that tells how far a check is; nil where nobody watches.
func (e *env) progress(name string) func(check.Progress) {
	m := meterOf(e, name)
	if m == nil {
		return nil
	}
	return func(p check.Progress) {
		s := stage{phase: e.text("cli.phase." + p.Phase), at: p.PhaseNo, of: p.Phases, done: p.Done, total: p.Total}
		if p.Phase == check.PhaseReadFiles {
			s.unit = files
		}
		m.tell(s)
	}
}

// copying gives a hook that tells how many bytes were copied; nil where nobody watches.
func copying(e *env, name string) func(done, total int64) {
	m := meterOf(e, name)
	if m == nil {
		return nil
	}
	return func(done, total int64) {
		m.tell(stage{phase: e.text("cli.phase.copy"), done: done, total: total, unit: octets})
	}
}

// counting gives a hook that tells how many things of a phase are done; nil where nobody
// watches.
func counting(e *env, name, phase string, of unit) func(done, total int) {
	m := meterOf(e, name)
	if m == nil {
		return nil
	}
	return func(done, total int) {
		m.tell(stage{phase: e.text("cli.phase." + phase), done: int64(done), total: int64(total), unit: of})
	}
}

// packaging is counting of the packages that are built.
func packaging(e *env, name string) pack.PackageProgress {
	tell := counting(e, name, "package", things)
	if tell == nil {
		return nil
	}
	return func(done, total int, _ string) { tell(done, total) }
}

func (e *env) endProgress() {
	if e.terminal() {
		fmt.Fprint(e.errs, "\r\x1b[K")
	}
}
