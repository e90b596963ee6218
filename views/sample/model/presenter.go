// Package model is the sample before a mass is destroyed (Stichprobe), without a face: how
// it was drawn and how its strata stand, and the drawn units one after the other for the
// second person, who never sees what was decided on them.
package model

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/views/pageview/model"
	"laufzettel/views/words"
)

// Source is all of a portion this screen may see and do. All methods run off the UI thread.
type Source interface {
	// Load gives a portion with the sample drawn last.
	Load(ctx context.Context, id string) (Portion, error)
	// Draw draws a sample of what waits for its release: shares per thousand.
	Draw(ctx context.Context, id string, most, confidence int) error
	// Next gives the unit that waits to be looked at, nil: none waits.
	Next(ctx context.Context, id string) (*Unit, error)
	// Look keeps what the person now acting says of a drawn unit.
	Look(ctx context.Context, id, object string, destroy bool) error
	Open(ctx context.Context, id, file string) (viewer.Document, error)
	OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error)
}

// Portion is what stands over the sample.
type Portion struct {
	ID, Title, Agency string
	Sample            *Sample // nil: none is drawn
}

// Sample is how a sample was drawn and how far it is.
type Sample struct {
	Number     int
	Seed       string // head of the log after the last decision
	Seq        int64
	At         time.Time
	Person     string
	Most       int     // per thousand
	Confidence float64 // the least one its strata reach, 0 to 1
	Strata     []Stratum
	Open       int // drawn units nobody has looked at
}

// Stratum are units that were decided alike; how is not said.
type Stratum struct {
	Number, Units, Drawn, Looked int
	Standing                     Standing
}

// Standing is how a stratum stands.
type Standing string

// The ways a stratum stands.
const (
	Waiting Standing = "waiting"
	Passed  Standing = "passed"
	Back    Standing = "back"
)

// Unit is a drawn unit, without anything that was decided on it.
type Unit struct {
	Object, Reference, Subject, Span, Plan string
	Files                                  []string
	Left                                   int
	Barrier                                error // what keeps the person at work from saying anything of it
}

type dispatcher interface {
	Background(func())
	UI(func())
}

// Presenter holds what the screen shows; all fields belong to the UI thread.
type Presenter struct {
	src    Source
	run    dispatcher
	words  *words.Words
	redraw func()
	say    func(string)

	id      string
	gen     int
	Portion Portion
	Unit    *Unit
	File    int // of the unit, shown beside
	Loaded  bool
	Busy    bool
	Err     error // the portion could not be read
	Fault   error // of the last act
}

// NewPresenter makes a presenter.
func NewPresenter(src Source, run dispatcher, w *words.Words, redraw func(), say func(string)) *Presenter {
	return &Presenter{src: src, run: run, words: w, redraw: redraw, say: say}
}

// ID names the portion shown.
func (p *Presenter) ID() string { return p.id }

// Load shows a portion.
func (p *Presenter) Load(id string) {
	if id != "" && id != p.id {
		p.id, p.Portion, p.Unit, p.Loaded, p.Fault = id, Portion{}, nil, false, nil
	}
	p.Reload()
}

// Reload reads the sample anew and the unit that waits.
func (p *Presenter) Reload() {
	p.gen++
	gen, id := p.gen, p.id
	p.run.Background(func() {
		portion, err := p.src.Load(context.Background(), id)
		var unit *Unit
		if err == nil && portion.Sample != nil {
			unit, err = p.src.Next(context.Background(), id)
		}
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.Loaded, p.Busy, p.Err = true, false, err
			if err == nil {
				if p.Unit == nil || unit == nil || unit.Object != p.Unit.Object {
					p.File = 0
				}
				p.Portion, p.Unit = portion, unit
			}
			p.redraw()
		})
	})
	p.redraw()
}

// act does something once and reads anew.
func (p *Presenter) act(do func(ctx context.Context) error, done string) {
	if p.Busy || !p.Loaded {
		return
	}
	p.Busy, p.Fault = true, nil
	p.run.Background(func() {
		err := do(context.Background())
		p.run.UI(func() {
			p.Busy, p.Fault = false, err
			if err == nil {
				p.say(done)
			}
			p.Reload()
		})
	})
	p.redraw()
}

// Draw draws a sample: at most that share wrong, that sure, in per cent as typed.
func (p *Presenter) Draw(most, confidence string) {
	m, ok := PerThousand(most)
	c, fine := PerThousand(confidence)
	if !ok || !fine {
		p.Fault = failure.New(failure.Refused, "draw sample", wording.Say("hint.sample.plan"))
		p.redraw()
		return
	}
	p.act(func(ctx context.Context) error { return p.src.Draw(ctx, p.id, m, c) }, p.words.T("sample.done.drawn"))
}

// Looks tells whether the person at work may say anything of the unit shown.
func (p *Presenter) Looks() bool { return p.Unit != nil && p.Unit.Barrier == nil }

// Look says of the unit shown whether it may be destroyed.
func (p *Presenter) Look(destroy bool) {
	if !p.Looks() {
		return
	}
	object, done := p.Unit.Object, "sample.done.stays"
	if destroy {
		done = "sample.done.goes"
	}
	p.act(func(ctx context.Context) error { return p.src.Look(ctx, p.id, object, destroy) }, p.words.T(done))
}

// Choose shows a file of the unit.
func (p *Presenter) Choose(i int) {
	if p.Unit != nil && i >= 0 && i < len(p.Unit.Files) && i != p.File {
		p.File = i
		p.redraw()
	}
}

// Page is what the page view shows: the chosen file of the unit.
func (p *Presenter) Page() model.Ref {
	if p.Unit == nil || p.File >= len(p.Unit.Files) {
		return model.Ref{}
	}
	id, name := p.id, p.Unit.Files[p.File]
	return model.Ref{Key: id + "/" + p.Unit.Object + "/" + name, Title: name, Open: func(ctx context.Context) (viewer.Document, error) {
		return p.src.Open(ctx, id, name)
	}}
}

// Solved takes the fault of the last act away.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
}

// PerThousand reads a share typed in per cent; false where it is none.
func PerThousand(percent string) (int, bool) {
	x, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(percent), "%")), ",", ".", 1), 64)
	if err != nil || !(x > 0) || x > 100 {
		return 0, false
	}
	return int(math.Round(10 * x)), true
}

// Result says in one word how the sample as a whole stands.
func (s *Sample) Result() Standing {
	out := Passed
	for _, x := range s.Strata {
		if x.Standing == Back {
			return Back
		}
		if x.Standing == Waiting {
			out = Waiting
		}
	}
	return out
}
