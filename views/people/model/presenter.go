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

// Acting gives the person at work.
func (p *Presenter) Acting() (Person, bool) {
	i := slices.IndexFunc(p.State.People, func(x Person) bool { return x.Now })
	if i < 0 {
		return Person{}, false
	}
	return p.State.People[i], true
}

// secondRole is held by who releases a destruction: never who decided it.
const secondRole = "second"

// Suggested are the roles a new person is offered: the archive's, and where nobody could
// release what another decides, that of the second person, too.
func (p *Presenter) Suggested() []string {
	n := 0
	for _, x := range p.State.People {
		if x.Active && slices.Contains(x.Roles, secondRole) {
			n++
		}
	}
	if n < 2 {
		return []string{"archivist", secondRole}
	}
	return []string{"archivist"}
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

// Own reports whether a person is at work here with a key of their own: they may make
// their spare key and stand for the founding act.
func (p *Presenter) Own(x Person) bool { return x.Now && x.Key != "" }

// Lost reports whether a person may have lost a key: there is one, and a spare one may
// replace it.
func (p *Presenter) Lost(x Person) bool { return x.Active && x.Key != "" }

// OnPaper reports whether a second founding act can give a person a new key: it does so for
// the administration alone.
func (p *Presenter) OnPaper(x Person) bool {
	return p.Lost(x) && slices.Contains(x.Roles, "administrator")
}

// Spare makes the spare key of the person at work.
func (p *Presenter) Spare(dir, pass string, done func()) {
	p.Do(func(ctx context.Context) error { return p.src.Spare(ctx, dir, pass) }, done)
}

// UseSpare gives a person a new key by the spare one.
func (p *Presenter) UseSpare(name, dir, sparePass, pass string, done func()) {
	p.Do(func(ctx context.Context) error { return p.src.UseSpare(ctx, name, dir, sparePass, pass) }, done)
}

// Found lets the person at work stand for the founding act.
func (p *Presenter) Found(done func()) { p.Do(p.src.Found, done) }

// Refound gives a person a new key by a second founding act on paper.
func (p *Presenter) Refound(name, head, scan, pass string, done func()) {
	p.Do(func(ctx context.Context) error { return p.src.Refound(ctx, name, head, scan, pass) }, done)
}

// Choose asks for a file or folder with the system's dialog and puts what was chosen.
func (p *Presenter) Choose(title string, folder bool, put func(string)) {
	ask := p.src.ChooseFile
	if folder {
		ask = p.src.ChooseFolder
	}
	p.run.Background(func() {
		name, err := ask(p.loader.Context(), title)
		p.run.UI(func() {
			if err == nil && name != "" {
				put(name)
			}
		})
	})
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
