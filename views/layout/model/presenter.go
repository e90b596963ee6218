// Package model is what the screen Aufbau zuordnen shows and offers, without a face: at
// the left what a sample of an office holds, at the right what the kind asks for in the
// words of its source, between them the layout that is being made, and what it reads.
package model

import (
	"context"
	"slices"
	"strings"

	"laufzettel/transfer/layout"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// State is what a profile holds and which kinds take a layout.
type State struct {
	Profile string // id
	Name    string // of the office
	Kinds   []Kind
	Layouts []layout.Layout
	Sample  string // where the delivery lies the screen was opened from, "" = none
}

// Kind is a kind of deliveries that takes a layout.
type Kind struct{ ID, Title string }

// Trial is what a layout reads of a sample.
type Trial struct {
	Records  map[string]int    // by group
	Read     map[string]int    // records a statement was read of, by "group.statement"
	Example  map[string]string // of the value read
	Faults   map[string]string // German, by place in the document: what cannot be understood
	Problems []string          // German: what the sample writes otherwise
	Missing  int               // mandatory statements nothing was read of
}

// Fits reports whether it may be stored.
func (t Trial) Fits() bool { return t.Missing == 0 && len(t.Faults) == 0 && len(t.Read) > 0 }

// Source is all this screen may see and do.
type Source interface {
	// Open gives the profile; of is an id of a portion whose files are the sample, "" = none.
	Open(ctx context.Context, profile, of string) (State, error)
	Look(ctx context.Context, sample string) (*layout.Survey, error)
	// Try reads a sample by a layout that may be unfinished.
	Try(ctx context.Context, l *layout.Layout, sample string) (Trial, error)
	// Store puts the layout into the profile, if it reads every mandatory statement.
	Store(ctx context.Context, profile string, l *layout.Layout, sample string) error
	Remove(ctx context.Context, profile, name string) error
}

// Part is one element, attribute, column or part of names of the sample.
type Part struct {
	File, Type, Encoding string
	Path                 string // as the survey writes it, from the top
	Count                int
	Examples             string
}

// Want is one statement the kind asks for, or where each record of a group stands.
type Want struct {
	Group, GroupLabel string
	Key               string // "" = the record itself
	Label, Source     string
	Mandatory, Many   bool
}

// Name is "group.key", of a record the group.
func (w Want) Name() string { return strings.TrimSuffix(w.Group+"."+w.Key, ".") }

// Presenter holds what the screen shows. It belongs to the UI thread.
type Presenter struct {
	words  *words.Words
	src    Source
	run    present.Dispatcher
	redraw func()
	tries  *present.Loader[Trial]
	ctx    context.Context
	end    context.CancelFunc

	State  State
	Sample string
	Parts  []Part
	More   bool // the sample holds more than is listed
	Wants  []Want
	Draft  layout.Layout
	Trial  Trial
	Second *Trial // what it reads of a second sample, nil = not tried
	Other  string // the second sample
	Busy   bool
	Dirty  bool // changed since it was stored
	Fault  error
	// Join is the connection that waits for a key, nil = none.
	Join *Join
}

// Join asks by which key the records of two files belong together.
type Join struct {
	Want Want
	Part Part
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw}
	p.ctx, p.end = context.WithCancel(context.Background())
	p.tries = present.NewLoader(run, p.try, p.tried)
	return p
}

// Close ends the background work of the screen.
func (p *Presenter) Close() {
	p.tries.Close()
	p.end()
}

// do runs an act of a person; then says what to do where it went well.
func (p *Presenter) do(act func(context.Context) error, then func()) {
	p.Busy, p.Fault = true, nil
	p.redraw()
	present.Do(p.ctx, p.run, act, func(err error) {
		p.Busy, p.Fault = false, err
		if err == nil && then != nil {
			then()
		}
		p.redraw()
	})
}

// Open shows a profile, and the portion it was opened from as sample.
func (p *Presenter) Open(profile, of string) {
	var st State
	p.do(func(ctx context.Context) (err error) {
		st, err = p.src.Open(ctx, profile, of)
		return err
	}, func() {
		p.State = st
		if p.Draft.Kind == "" && len(st.Kinds) > 0 {
			p.Begin(st.Kinds[0].ID)
		}
		if st.Sample != "" {
			p.Choose(st.Sample)
		}
	})
}

// Begin starts an empty layout of a kind.
func (p *Presenter) Begin(kind string) {
	p.Draft = layout.Layout{Format: layout.Format, Kind: kind, Name: p.words.T("layout.name.new"), Groups: map[string]layout.Group{}}
	p.take()
}

// Edit takes a stored layout as the draft.
func (p *Presenter) Edit(name string) {
	i := slices.IndexFunc(p.State.Layouts, func(l layout.Layout) bool { return l.Name == name })
	if i < 0 {
		return
	}
	p.Draft = clone(p.State.Layouts[i])
	p.take()
}

func (p *Presenter) take() {
	p.Wants, p.Trial, p.Second, p.Dirty = wants(p.Draft.Kind), Trial{}, nil, false
	p.changed(false)
}

// wants lists what a kind asks for; a group of many records begins with its record.
func wants(kind string) (out []Want) {
	a, _ := layout.Of(kind)
	for _, g := range a.Groups {
		if g.Many {
			out = append(out, Want{Group: g.Name, GroupLabel: g.Label})
		}
		for _, s := range g.Statements {
			out = append(out, Want{Group: g.Name, GroupLabel: g.Label, Key: s.Key, Label: s.Label, Source: s.Source,
				Mandatory: s.Mandatory && !g.Optional, Many: s.Many})
		}
	}
	return out
}

// Choose takes a sample and looks into it.
func (p *Presenter) Choose(sample string) {
	var s *layout.Survey
	p.do(func(ctx context.Context) (err error) {
		s, err = p.src.Look(ctx, sample)
		return err
	}, func() {
		p.Sample, p.Parts, p.More = sample, partsOf(s), s.More
		p.changed(false)
	})
}

// partsOf puts a survey into one list: elements and columns by file, then the names.
func partsOf(s *layout.Survey) (out []Part) {
	for _, f := range s.Files {
		for _, x := range f.Found {
			out = append(out, Part{File: f.Path, Type: f.Type, Encoding: f.Encoding, Path: x.Path, Count: x.Count,
				Examples: strings.Join(x.Examples, " · ")})
		}
	}
	for _, x := range s.Shapes {
		out = append(out, Part{Type: layout.TypeFolder, File: x.Path, Path: "~name", Count: x.Count,
			Examples: strings.Join(x.Examples, " · ")})
	}
	return out
}

// changed tries the draft anew; by is true where a person changed it.
func (p *Presenter) changed(by bool) {
	p.Dirty = p.Dirty || by
	if by {
		p.Second = nil
	}
	if p.Sample != "" {
		p.tries.Restart()
	}
	p.redraw()
}

// asked is what a try works on: the draft may change meanwhile.
func (p *Presenter) try(ctx context.Context) (Trial, error) {
	l := clone(p.Draft)
	return p.src.Try(ctx, &l, p.Sample)
}

func (p *Presenter) tried(t Trial, err error) {
	if err != nil {
		p.Fault = err
	} else {
		p.Trial = t
	}
	p.redraw()
}

// Said is where a statement stands in the draft, in the words of a layout.
func (p *Presenter) Said(w Want) string {
	g := p.Draft.Groups[w.Group]
	if w.Key == "" {
		return g.Each
	}
	s := g.Statements[w.Key]
	if s.Const != "" {
		return "„" + s.Const + "“"
	}
	return s.Path
}

// Statement gives what the draft says of a statement.
func (p *Presenter) Statement(w Want) layout.Statement {
	return p.Draft.Groups[w.Group].Statements[w.Key]
}

// FaultOf says what cannot be understood of a statement, "" nothing.
func (p *Presenter) FaultOf(w Want) string {
	at := "groups." + w.Group + ".each"
	if w.Key != "" {
		at = "groups." + w.Group + ".statements." + w.Key
	}
	for place, text := range p.Trial.Faults {
		if place == at || strings.HasPrefix(place, at+".") {
			return text
		}
	}
	return ""
}

// Lacks reports a mandatory statement of which nothing is read.
func (p *Presenter) Lacks(w Want) bool {
	used := len(p.Draft.Groups[w.Group].Statements) > 0
	a, _ := layout.Of(p.Draft.Kind)
	for _, g := range a.Groups {
		for _, s := range g.Statements {
			if g.Name == w.Group && s.Key == w.Key {
				return s.Mandatory && (used || !g.Optional) && p.Trial.Read[w.Name()] == 0
			}
		}
	}
	return false
}

// Store puts the draft into the profile.
func (p *Presenter) Store(done func()) {
	l, sample, profile := clone(p.Draft), p.Sample, p.State.Profile
	var st State
	p.do(func(ctx context.Context) (err error) {
		if err = p.src.Store(ctx, profile, &l, sample); err == nil {
			st, err = p.src.Open(ctx, profile, "")
		}
		return err
	}, func() {
		p.State, p.Dirty = st, false
		done()
	})
}

// Remove takes a layout out of the profile.
func (p *Presenter) Remove(name string) {
	var st State
	profile := p.State.Profile
	p.do(func(ctx context.Context) (err error) {
		if err = p.src.Remove(ctx, profile, name); err == nil {
			st, err = p.src.Open(ctx, profile, "")
		}
		return err
	}, func() { p.State = st })
}

// Prove reads a second sample by the draft.
func (p *Presenter) Prove(sample string) {
	l := clone(p.Draft)
	var t Trial
	p.do(func(ctx context.Context) (err error) {
		t, err = p.src.Try(ctx, &l, sample)
		return err
	}, func() { p.Second, p.Other = &t, sample })
}

// Rename gives the draft its name.
func (p *Presenter) Rename(name string) {
	if name = strings.TrimSpace(name); name != "" {
		p.Draft.Name = name
		p.changed(true)
	}
}
