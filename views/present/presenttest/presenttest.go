// Package presenttest sets the stage for tests of presenters: a dispatcher that is
// turned by hand, and the texts of the program with times in UTC. It knows nothing of
// Fyne. Only tests import it.
package presenttest

import (
	"testing"
	"time"

	"laufzettel/views/words"
)

// Words loads texts for tests, times in UTC.
func Words(t testing.TB, lang string) *words.Words {
	t.Helper()
	w, err := words.Load(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w.In(time.UTC)
}

// Cranked is the dispatcher of tests: nothing runs until the test turns the
// crank, so late results can be ordered at will.
type Cranked struct{ Works, Updates []func() }

// Background implements Dispatcher.
func (c *Cranked) Background(work func()) { c.Works = append(c.Works, work) }

// UI implements Dispatcher.
func (c *Cranked) UI(update func()) { c.Updates = append(c.Updates, update) }

// Work runs the waiting works, not their updates.
func (c *Cranked) Work() {
	now := c.Works
	c.Works = nil
	for _, w := range now {
		w()
	}
}

// Update runs the waiting updates.
func (c *Cranked) Update() {
	now := c.Updates
	c.Updates = nil
	for _, u := range now {
		u()
	}
}

// Drain turns the crank until nothing waits (at most 1,000 turns).
func (c *Cranked) Drain() {
	for range 1000 {
		if len(c.Works)+len(c.Updates) == 0 {
			return
		}
		c.Work()
		c.Update()
	}
}
