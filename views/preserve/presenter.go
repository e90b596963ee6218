// Package preserve is the screen Bestandserhaltung: which formats the stock
// holds, how they can be shown, which packages a planned transformation concerns,
// the conversion itself and the log of measures (requirements A26, F11, F12). The
// presenter knows no Fyne.
package preserve

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

// presenter holds what the screen shows; all fields belong to the UI thread.
type presenter struct {
	src    Source
	run    dispatcher
	words  *words.Words
	redraw func()
	say    func(string)

	inv      Inventory
	loaded   bool
	err      error
	fault    error
	chosen   string // PUID
	plan     []Package
	planned  bool
	gen      int
	measures []Measure

	working bool
	step    string
	cancel  context.CancelFunc
}

func newPresenter(src Source, run dispatcher, w *words.Words, redraw func(), say func(string)) *presenter {
	return &presenter{src: src, run: run, words: w, redraw: redraw, say: say}
}

// reload counts anew and reads the log.
func (p *presenter) reload() {
	p.run.Background(func() {
		inv, err := p.src.Inventory(context.Background())
		measures, merr := p.src.Measures(context.Background())
		p.run.UI(func() {
			p.loaded, p.err = true, err
			if err == nil {
				p.inv = inv
			}
			if merr == nil {
				p.measures = measures
			}
			if p.chosen == "" && len(p.inv.Formats) > 0 {
				p.choose(0)
			}
			p.redraw()
		})
	})
}

// choose shows the packages with files of format i.
func (p *presenter) choose(i int) {
	if i < 0 || i >= len(p.inv.Formats) {
		return
	}
	p.chosen, p.plan, p.planned = p.inv.Formats[i].PUID, nil, false
	p.gen++
	gen, puid := p.gen, p.chosen
	p.run.Background(func() {
		plan, err := p.src.Plan(context.Background(), puid)
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.plan, p.planned = plan, true
			if err != nil {
				p.fault = err
			}
			p.redraw()
		})
	})
	p.redraw()
}

func (p *presenter) index() int {
	for i, f := range p.inv.Formats {
		if f.PUID == p.chosen {
			return i
		}
	}
	return -1
}

// share is the part of all bytes a format takes, for its bar.
func (p *presenter) share(i int) float32 {
	var all int64
	for _, f := range p.inv.Formats {
		all += f.Bytes
	}
	if all == 0 {
		return 0
	}
	return float32(p.inv.Formats[i].Bytes) / float32(all)
}

// open are the packages that wait for a conversion and can be converted.
func (p *presenter) open() []Package {
	var out []Package
	for _, x := range p.plan {
		if !x.Converted && x.Converter != "" {
			out = append(out, x)
		}
	}
	return out
}

// convert makes second representations of the packages planned, one after the
// other; one that fails is told and the others go on.
func (p *presenter) convert() {
	todo := p.open()
	if len(todo) == 0 || p.working {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.working, p.fault = cancel, true, nil
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
			p.working, p.step, p.fault = false, "", first
			p.say(p.words.T("preserve.done", made))
			p.reload()
			p.choose(p.index())
		})
	})
	p.redraw()
}

func (p *presenter) tell(text string) {
	p.run.UI(func() {
		p.step = text
		p.redraw()
	})
}

// stop ends the conversion after the file at hand; what is made stays.
func (p *presenter) stop() {
	if p.cancel != nil {
		p.cancel()
	}
}

// setViewer names the outside program for the format chosen.
func (p *presenter) setViewer(program string) {
	puid := p.chosen
	p.run.Background(func() {
		err := p.src.SetViewer(context.Background(), puid, program)
		p.run.UI(func() {
			p.fault = err
			p.reload()
		})
	})
}
