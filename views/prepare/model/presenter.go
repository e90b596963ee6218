// Package model is what the screen of delivering shows and offers, without a face: the
// drafts, the six steps with what each still lacks, the table of what is delivered,
// and the running build and self-check.
package model

import (
	"context"
	"slices"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Step is one of the six steps of the wizard (look.md 4).
type Step int

// The steps, in order.
const (
	StepOffice  Step = iota // Art und Stelle
	StepFolder              // Ordner
	StepContent             // Angaben
	StepCheck               // Selbstprüfung
	StepHand                // Übergeben
	StepBack                // Bestätigungen
	Steps
)

// Source is all of the clerk's side this screen may see.
type Source interface {
	// Preparations gives the list and, where id is set, that preparation in full.
	Preparations(ctx context.Context, id string) (State, error)
	// Fault tells what is wrong with a value, "" = nothing. It is quick.
	Fault(kind, key, value string) string
	Begin(ctx context.Context, kind string) (id string, err error)
	Type(ctx context.Context, id string, s Statements) error
	// Look reads the material in the background; it returns at once. StopLook ends
	// it.
	Look(ctx context.Context, id string) error
	StopLook(ctx context.Context, id string) error
	// AddFile takes a file from elsewhere as the missing one; "" takes it back.
	AddFile(ctx context.Context, id, name, file string) error
	// Make builds and checks in the background; it returns at once.
	Make(ctx context.Context, id string) error
	Cancel(ctx context.Context, id string) error
	// HandOver begins the hand-over into a folder, or by the channel where it is "".
	HandOver(ctx context.Context, id, folder string) error
	Receipt(ctx context.Context, id, file string) error
	Paper(ctx context.Context, id string, p Paper) error
	Reopen(ctx context.Context, id, reason string) error
	Deleted(ctx context.Context, id, note string) error
	// SaveSet keeps a set of defaults of a kind, RemoveSet forgets it (F1).
	SaveSet(ctx context.Context, kind string, s Set) error
	RemoveSet(ctx context.Context, name string) error
	Subscribe(changed func()) (cancel func())
}

// Presenter holds what the screen shows. What is typed is kept at once: while a
// save is under way newer values wait, so that the last one wins.
type Presenter struct {
	words  *words.Words
	src    Source
	run    present.Dispatcher
	loader *present.Loader[State]
	stop   func()
	redraw func()
	saved  func()
	id     string
	dirty  bool // typed, not yet saved
	saving bool
	then   func() // waits for the save under way

	State  State
	Step   Step
	Told   map[Step]bool // the step says what is missing
	Faults bool          // only the rows around faults are shown
	Loaded bool
	Err    error
	Fault  error
}

// NewPresenter makes a presenter; redraw is called after each change, saved after
// each successful save.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw, saved func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw, saved: saved, Told: map[Step]bool{}}
	p.loader = present.NewLoader(run, func(ctx context.Context) (State, error) { return src.Preparations(ctx, p.id) }, p.show)
	p.stop = src.Subscribe(func() { run.UI(p.loader.Reload) })
	return p
}

// Reload reads everything anew.
func (p *Presenter) Reload() { p.loader.Reload() }

// Close ends the work of the screen; what was typed last is still saved.
func (p *Presenter) Close() {
	if d := p.State.Draft; p.dirty && d != nil {
		id, s := d.ID, d.statements()
		// The window is gone: nobody could be told of a fault, the source logs it.
		p.run.Background(func() { _ = p.src.Type(context.WithoutCancel(p.loader.Context()), id, s) })
	}
	p.loader.Close()
	p.stop()
}

func (p *Presenter) show(s State, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		if old := p.State.Draft; p.dirty && old != nil && s.Draft != nil && old.ID == s.Draft.ID {
			s.Draft.keep(old) // newer than what was read
		}
		opened := s.Draft != nil && (p.State.Draft == nil || p.State.Draft.ID != s.Draft.ID)
		if opened {
			p.Step, p.Told, p.Faults = begin(s.Draft), map[Step]bool{}, false
		}
		p.State = s
		if opened {
			p.lookFirst()
		}
	}
	p.redraw()
}

// begin is the step a preparation is opened at.
func begin(d *Draft) Step {
	switch d.State {
	case prepare.Built:
		return StepCheck
	case prepare.SelfChecked:
		return StepHand
	case prepare.HandedOver, prepare.Confirmed, prepare.Deletable:
		return StepBack
	}
	if d.Source != "" && d.Target != "" {
		return StepContent
	}
	return StepOffice
}

// keep lays the values of old over d.
func (d *Draft) keep(old *Draft) {
	d.Source, d.Target, d.Reason = old.Source, old.Target, old.Reason
	for i := range d.Fields {
		if k := slices.IndexFunc(old.Fields, func(f Field) bool { return f.Key == d.Fields[i].Key }); k >= 0 {
			d.Fields[i].Value = old.Fields[k].Value
		}
	}
}

func (d *Draft) statements() Statements {
	s := Statements{Source: d.Source, Target: d.Target, Fields: map[string]string{}, Reason: map[string]string{}}
	for _, f := range d.Fields {
		if f.Value != "" {
			s.Fields[f.Key] = f.Value
		}
	}
	for k, v := range d.Reason {
		if v != "" {
			s.Reason[k] = v
		}
	}
	return s
}

// Open shows a preparation, "" the list.
func (p *Presenter) Open(id string) {
	p.id, p.Fault = id, nil
	if id == "" {
		p.State.Draft = nil
	}
	p.redraw()
	p.loader.Restart()
}

// Begin makes a new preparation of a kind and opens it.
func (p *Presenter) Begin(kind string) {
	id := ""
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		id, err = p.src.Begin(ctx, kind)
		return err
	}, func(err error) {
		if err != nil {
			p.fail(err)
			return
		}
		p.Open(id)
	})
}

func (p *Presenter) fail(err error) {
	p.Fault = err
	p.redraw()
}

// Solved takes a fault away that was read.
func (p *Presenter) Solved() { p.fail(nil) }

// Set types a value and gives what is wrong with it.
func (p *Presenter) Set(key, value string) string {
	d := p.State.Draft
	if d.Locked() {
		return ""
	}
	for i := range d.Fields {
		if d.Fields[i].Key == key {
			d.Fields[i].Value = value
			p.touch()
			return p.FieldFault(d.Fields[i])
		}
	}
	return ""
}

// SetReason types why a value read from the files is corrected.
func (p *Presenter) SetReason(key, value string) {
	if d := p.State.Draft; !d.Locked() {
		if d.Reason == nil {
			d.Reason = map[string]string{}
		}
		d.Reason[key] = value
		p.touch()
	}
}

// SetPlace types the folder of the material or the target.
func (p *Presenter) SetPlace(source, target string) {
	if d := p.State.Draft; !d.Locked() {
		d.Source, d.Target = source, target
		p.touch()
	}
}

// touch saves what is typed, one save at a time.
func (p *Presenter) touch() {
	p.dirty = true
	if p.saving {
		return
	}
	p.saving, p.dirty = true, false
	d := p.State.Draft
	id, s := d.ID, d.statements()
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return p.src.Type(ctx, id, s) }, func(err error) {
		p.saving = false
		switch {
		case err != nil:
			p.fail(err)
		case p.dirty && p.State.Draft != nil && p.State.Draft.ID == id:
			p.touch()
		default:
			p.saved()
		}
		if next := p.then; next != nil && !p.saving {
			p.then = nil
			next()
		}
	})
}

// FieldFault is what stands below a field: nothing while an empty one was not yet
// asked for.
func (p *Presenter) FieldFault(f Field) string {
	step := StepContent
	if f.Step == kind.StepOffice {
		step = StepOffice
	}
	if f.Value == "" && !p.Told[step] {
		return ""
	}
	if f.Value == "" && f.Read != "" {
		return ""
	}
	return p.src.Fault(p.State.Draft.Kind, f.Key, f.Value)
}

// Missing counts what a step still lacks.
func (p *Presenter) Missing(s Step) int {
	d := p.State.Draft
	if d == nil {
		return 0
	}
	n := 0
	switch s {
	case StepOffice, StepContent:
		for _, f := range d.Fields {
			if (f.Step == kind.StepOffice) == (s == StepOffice) && (f.Value != "" || f.Read == "") &&
				p.src.Fault(d.Kind, f.Key, f.Value) != "" {
				n++
			}
		}
	case StepFolder:
		for _, v := range []string{d.Source, d.Target} {
			if v == "" {
				n++
			}
		}
	}
	return n
}

// Done tells whether a step is taken.
func (p *Presenter) Done(s Step) bool {
	d := p.State.Draft
	if d == nil {
		return false
	}
	at := slices.Index(prepare.States, d.State)
	switch s {
	case StepCheck:
		return at >= 2
	case StepHand:
		return at >= 3
	case StepBack:
		return at >= 5
	}
	return p.Missing(s) == 0
}

// Go shows a step; the one that is left says what it lacks.
func (p *Presenter) Go(s Step) {
	if s < 0 || s >= Steps {
		return
	}
	p.Told[p.Step] = true
	p.Step = s
	p.lookFirst()
	p.redraw()
}

// lookFirst shows what the folder holds without being asked for, once.
func (p *Presenter) lookFirst() {
	if d := p.State.Draft; p.Step == StepContent && d != nil && !d.Locked() && d.Source != "" && d.Table == nil && d.Looking == nil {
		p.Look()
	}
}

// Verb is what the primary button does.
type Verb string

// The verbs.
const (
	DoNext    Verb = "next"
	DoMake    Verb = "make"
	DoCancel  Verb = "cancel"
	DoHand    Verb = "hand"
	DoReceipt Verb = "receipt"
	DoDeleted Verb = "deleted"
	DoNothing Verb = "none"
)

// Next is the verb of the step shown.
func (p *Presenter) Next() Verb {
	d := p.State.Draft
	switch {
	case d == nil:
		return DoNothing
	case d.Running != nil:
		return DoCancel
	case d.Work != "":
		return DoNothing
	case p.Step < StepCheck:
		return DoNext
	case p.Step == StepCheck && p.Done(StepCheck):
		return DoNext
	case p.Step == StepCheck:
		return DoMake
	case p.Step == StepHand && p.Done(StepHand):
		return DoNext
	case p.Step == StepHand:
		return DoHand
	case d.State == prepare.HandedOver || d.State == prepare.Confirmed:
		return DoReceipt
	case d.State == prepare.Deletable && d.Deleted == "":
		return DoDeleted
	}
	return DoNothing
}

// act does something to the preparation shown and reads it anew.
func (p *Presenter) act(do func(ctx context.Context, id string) error) {
	d := p.State.Draft
	if d == nil {
		return
	}
	p.Fault = nil
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return do(ctx, d.ID) }, func(err error) {
		if err != nil {
			p.fail(err)
		}
		p.loader.Reload()
	})
}

// Make builds and checks; a step before it that lacks something is shown instead.
func (p *Presenter) Make() {
	for _, s := range []Step{StepOffice, StepFolder, StepContent} {
		if p.Missing(s) > 0 {
			p.Told[s] = true
			p.Step = s
			p.redraw()
			return
		}
	}
	if p.saving { // what was typed last must be part of it
		p.then = func() { p.act(p.src.Make) }
		return
	}
	p.act(p.src.Make)
}

// Look reads the material anew; what was typed last is part of it.
func (p *Presenter) Look() {
	if p.saving {
		p.then = func() { p.act(p.src.Look) }
		return
	}
	p.act(p.src.Look)
}

// AddFile takes a file from elsewhere as the missing one and reads the material
// anew.
func (p *Presenter) AddFile(name, file string) {
	do := func() {
		p.act(func(ctx context.Context, id string) error {
			if err := p.src.AddFile(ctx, id, name, file); err != nil {
				return err
			}
			return p.src.Look(ctx, id)
		})
	}
	if p.saving {
		p.then = do
		return
	}
	do()
}

// StopLook ends the reading of the material.
func (p *Presenter) StopLook() { p.act(p.src.StopLook) }

// Filter shows the rows around faults only, or all.
func (p *Presenter) Filter(faults bool) {
	p.Faults = faults
	p.redraw()
}

// Shown gives the rows of the table that are shown.
func (p *Presenter) Shown() []int {
	d := p.State.Draft
	if d == nil || d.Table == nil {
		return nil
	}
	if p.Faults {
		return d.Table.Around
	}
	out := make([]int, len(d.Table.Rows))
	for i := range out {
		out[i] = i
	}
	return out
}

// Cancel stops the work under way; what was read stays read.
func (p *Presenter) Cancel() { p.act(p.src.Cancel) }

// HandOver hands over into a folder, "" = by the channel.
func (p *Presenter) HandOver(folder string) {
	p.act(func(ctx context.Context, id string) error { return p.src.HandOver(ctx, id, folder) })
}

// Receipt takes a receipt.
func (p *Presenter) Receipt(file string) {
	p.act(func(ctx context.Context, id string) error { return p.src.Receipt(ctx, id, file) })
}

// Paper notes a confirmation on paper.
func (p *Presenter) Paper(x Paper) {
	p.act(func(ctx context.Context, id string) error { return p.src.Paper(ctx, id, x) })
}

// Reopen opens a returned portion again.
func (p *Presenter) Reopen(reason string) {
	p.act(func(ctx context.Context, id string) error { return p.src.Reopen(ctx, id, reason) })
}

// Deleted records that the agency has deleted.
func (p *Presenter) Deleted(note string) {
	p.act(func(ctx context.Context, id string) error { return p.src.Deleted(ctx, id, note) })
}

// SaveSet keeps a set of defaults and takes it for the portion shown.
func (p *Presenter) SaveSet(s Set) {
	kind := p.State.Draft.Kind
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return p.src.SaveSet(ctx, kind, s) }, func(err error) {
		if err != nil {
			p.fail(err)
			return
		}
		p.Set(FieldDefaults, s.Name)
		p.loader.Reload()
	})
}

// RemoveSet forgets a set; the portion shown lets go of it.
func (p *Presenter) RemoveSet(name string) {
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return p.src.RemoveSet(ctx, name) }, func(err error) {
		if err != nil {
			p.fail(err)
			return
		}
		p.Set(FieldDefaults, "")
		p.loader.Reload()
	})
}

// FieldDefaults is the field that names the set of defaults in force.
const FieldDefaults = "defaults"

// Pick runs a dialog of the system in the background and hands over the first thing
// picked; cancelling hands over nothing.
func (p *Presenter) Pick(pick func(context.Context) ([]string, error), take func(path string)) {
	var got []string
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		got, err = pick(ctx)
		return err
	}, func(err error) {
		switch {
		case err != nil:
			p.fail(err)
		case len(got) > 0:
			take(got[0])
		}
	})
}
