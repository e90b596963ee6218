package main

import (
	"fmt"
	"time"

	"laufzettel/transfer/check"
)

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
