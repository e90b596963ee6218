package model

import (
	"context"
	"slices"

	"laufzettel/views/present"
)

// Presenter holds what the screen shows. It belongs to the UI thread.
type Presenter struct {
	src    Source
	run    present.Dispatcher
	loader *present.Loader[State]
	stop   func()
	redraw func()

	State  State
	Loaded bool
	Err    error
	Fault  error
	Picked string // id
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, redraw func()) *Presenter {
	p := &Presenter{src: src, run: run, redraw: redraw}
	p.loader = present.NewLoader(run, src.State, func(s State, err error) {
		p.Err, p.Loaded = err, true
		if err == nil {
			p.State = s
		}
		redraw()
	})
	p.stop = src.Subscribe(func() { run.UI(p.loader.Reload) })
	return p
}

// Reload reads the register anew.
func (p *Presenter) Reload() { p.loader.Reload() }

// Close ends the background work.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

// Person gives the picked person.
func (p *Presenter) Person() (Person, bool) {
	i := slices.IndexFunc(p.State.People, func(x Person) bool { return x.ID == p.Picked })
	if i < 0 {
		return Person{}, false
	}
	return p.State.People[i], true
}

// Toggle gives or takes a role of the picked person.
func (p *Presenter) Toggle(role string) {
	x, ok := p.Person()
	if !ok {
		return
	}
	if slices.Contains(x.Roles, role) {
		x.Roles = slices.DeleteFunc(slices.Clone(x.Roles), func(r string) bool { return r == role })
	} else {
		x.Roles = append(slices.Clone(x.Roles), role)
	}
	p.Do(func(ctx context.Context) error { return p.src.Set(ctx, x) }, nil)
}

// Leave takes the picked person out, or in again.
func (p *Presenter) Leave() {
	if x, ok := p.Person(); ok {
		x.Active = !x.Active
		p.Do(func(ctx context.Context) error { return p.src.Set(ctx, x) }, nil)
	}
}

// Do runs a change in the background; a refusal is shown, done follows success.
func (p *Presenter) Do(work func(context.Context) error, done func()) {
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.Fault = err
		if err == nil && done != nil {
			done()
		}
		p.redraw()
		p.loader.Reload()
	})
}

// Solved takes the fault of the last change away.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
}
