// Package model is what the screen of preservation shows and offers, without a face:
// the formats of the stock and how they can be shown, what a planned transformation
// concerns, and the measures (requirements A26, F11, F12).
package model

import (
	"context"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/views/words"
)

// Source is all of the stock this screen may see. All methods run off the UI thread.
type Source interface {
	// Inventory counts the formats now.
	Inventory(ctx context.Context) (Inventory, error)
	// Plan lists the packages with files of a format.
	Plan(ctx context.Context, puid string) ([]Package, error)
	// Convert makes a second representation of a package; step may be called from
	// any goroutine.
	Convert(ctx context.Context, pid string, step func(done, total int, name string)) (Made, error)
	// SetViewer names the outside program for a format, "" takes it away.
	SetViewer(ctx context.Context, puid, program string) error
	// Measures is the log, newest first.
	Measures(ctx context.Context) ([]Measure, error)
}

// Inventory is the format inventory with its date.
type Inventory struct {
	At       time.Time
	Packages int
	Formats  []Format // most files first
	Lost     error    // packages that should lie here and could not be read; the rest is counted
}

// Format is one line of the inventory.
type Format struct {
	PUID, Name string
	Files      int
	Bytes      int64
	ViewPath   string // "" = none
	Outside    bool
}

// Package is one package of a planned transformation.
type Package struct {
	PID, ReferenceCode string
	Files              int
	Converter          string // "" = none installed
	Converted          bool
}

// Made is the outcome of a conversion.
type Made struct {
	PID       string // "" = nothing had to be converted
	Converted int
	Kept      int
	Failed    int
}

// Measure is one line of the log.
type Measure struct {
	At                    time.Time
	Text, Person, Outcome string
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

	Inv      Inventory
	Loaded   bool
	Err      error
	Fault    error
	chosen   string // PUID
	Plan     []Package
	planned  bool
	gen      int
	Measures []Measure

	Working bool
	Under   string // what is worked on, as it is shown
	cancel  context.CancelFunc
}

func NewPresenter(src Source, run dispatcher, w *words.Words, redraw func(), say func(string)) *Presenter {
	return &Presenter{src: src, run: run, words: w, redraw: redraw, say: say}
}

// Reload counts anew and reads the log.
func (p *Presenter) Reload() {
	p.run.Background(func() {
		inv, err := p.src.Inventory(context.Background())
		measures, merr := p.src.Measures(context.Background())
		p.run.UI(func() {
			p.Loaded, p.Err = true, err
			if err == nil {
				p.Inv, p.Err = inv, inv.Lost
			}
			if merr == nil {
				p.Measures = measures
			}
			if p.chosen == "" && len(p.Inv.Formats) > 0 {
				p.Choose(0)
			}
			p.redraw()
		})
	})
}

// Choose shows the packages with files of format i.
func (p *Presenter) Choose(i int) {
	if i < 0 || i >= len(p.Inv.Formats) {
		return
	}
	p.chosen, p.Plan, p.planned = p.Inv.Formats[i].PUID, nil, false
	p.gen++
	gen, puid := p.gen, p.chosen
	p.run.Background(func() {
		plan, err := p.src.Plan(context.Background(), puid)
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.Plan, p.planned = plan, true
			if err != nil {
				p.Fault = err
			}
			p.redraw()
		})
	})
	p.redraw()
}

func (p *Presenter) Index() int {
	for i, f := range p.Inv.Formats {
		if f.PUID == p.chosen {
			return i
		}
	}
	return -1
}

// Share is the part of all bytes a format takes, for its bar.
func (p *Presenter) Share(i int) float32 {
	var all int64
	for _, f := range p.Inv.Formats {
		all += f.Bytes
	}
	if all == 0 {
		return 0
	}
	return float32(p.Inv.Formats[i].Bytes) / float32(all)
}

// Open are the packages that wait for a conversion and can be converted.
func (p *Presenter) Open() []Package {
	var out []Package
	for _, x := range p.Plan {
		if !x.Converted && x.Converter != "" {
			out = append(out, x)
		}
	}
	return out
}

// Convert makes second representations of the packages planned, one after the
// other; one that fails is told and the others go on.
func (p *Presenter) Convert() {
	todo := p.Open()
	if len(todo) == 0 || p.Working {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.Working, p.Fault = cancel, true, nil
	p.run.Background(func() {
		made := 0
		var first error
		for i, x := range todo {
			if ctx.Err() != nil {
				break
			}
			p.tell(p.words.T("preserve.step", i+1, len(todo), x.ReferenceCode))
			m, err := p.src.Convert(ctx, x.PID, nil)
			if err != nil && first == nil && !failure.Canceled(err) {
				first = err
			}
			if err == nil && m.PID != "" {
				made++
			}
		}
		cancel()
		p.run.UI(func() {
			p.Working, p.Under, p.Fault = false, "", first
			p.say(p.words.T("preserve.done", made))
			p.Reload()
			p.Choose(p.Index())
		})
	})
	p.redraw()
}

func (p *Presenter) tell(text string) {
	p.run.UI(func() {
		p.Under = text
		p.redraw()
	})
}

// Stop ends the conversion after the file at hand; what is made stays.
func (p *Presenter) Stop() {
	if p.cancel != nil {
		p.cancel()
	}
}

// SetViewer names the outside program for the format chosen.
func (p *Presenter) SetViewer(program string) {
	puid := p.chosen
	p.run.Background(func() {
		err := p.src.SetViewer(context.Background(), puid, program)
		p.run.UI(func() {
			p.Fault = err
			p.Reload()
		})
	})
}
