// Package model is the map of personal data in a portion, without a face: how dense they
// stand at every level, the places with the words around them, what a person said of each.
// It shows what rules found and never says that something is free of personal data.
package model

import (
	"context"
	"slices"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/sensitivity"
	page "laufzettel/views/pageview/model"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

// Source is all of a portion this screen may see and do. All methods run off the UI thread.
type Source interface {
	// Map searches what is not searched yet and gives the map by level.
	Map(ctx context.Context, id string, by Level, progress func(done, total int)) (Map, error)
	// Places gives the places of a row, at most as many as are shown at once, and how many
	// there are.
	Places(ctx context.Context, id string, n Narrow) ([]Place, int, error)
	// Judge keeps what a person says of a place.
	Judge(ctx context.Context, id string, place int64, v Verdict) error
	// Recognise has the pages without text read by the program for text recognition.
	Recognise(ctx context.Context, id string, progress func(done, total int)) (Recognised, error)
	Open(ctx context.Context, id, file string) (viewer.Document, error)
	OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error)
}

// Level is what a row of the map stands for.
type Level string

// Levels are all levels, the widest first.
var Levels = []Level{"folder", "dossier", "case", "document", "page"}

// usual is the level a map begins with.
const usual = Level("case")

// Map is the map of a portion by one level.
type Map struct {
	Title, Agency                string
	Rows                         []Row
	Files, Searched, Unread, Cut int
	Places, Confirmed, Dismissed int
	Special                      bool
	Off                          []string
	Yields                       []string // what the rules were measured to find
	Recognised                   int      // files with text from text recognition
	Recogniser                   string   // the program for it; "": none is set up here
}

// Recognised is what a run of text recognition read.
type Recognised struct {
	Files, Pages, Failed int
	Why                  wording.Text // of the first failure
}

// Row is one line of the map.
type Row struct {
	ID, Title                string
	Page                     int // from 1, of a page
	Files, Pages             int
	Unread, Cut              int // files: nothing could be read; searched in part
	Places, Confirmed, Judge int // Judge: of them nobody has judged
	Density                  float64
	Kinds                    map[sensitivity.Kind]int
}

// Narrow chooses places: those of a row, of one kind.
type Narrow struct {
	Level Level
	Row   string
	Page  int
	Kind  sensitivity.Kind
	All   bool // those already judged as well
}

// Verdict is what a person said of a place.
type Verdict string

// The verdicts.
const (
	Unjudged  Verdict = ""
	Confirmed Verdict = "confirmed"
	Dismissed Verdict = "dismissed"
)

// Place is one place with the words around it, read now.
type Place struct {
	ID                  int64
	Path                string
	Page                int // from 1
	Kind                sensitivity.Kind
	Why                 wording.Text
	Verdict             Verdict
	Before, Word, After string
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

	id     string
	gen    int // of the map
	places int // of the list
	cancel context.CancelFunc

	Level    Level
	Map      Map
	Loaded   bool
	Progress [2]int // files searched or recognised of all, while that is under way
	Reading  bool   // text recognition is under way
	Err      error
	Fault    error

	Row    int // chosen, -1: none
	Kind   sensitivity.Kind
	All    bool
	Places []Place
	Total  int
	Listed bool
	Place  int // chosen, -1: none
}

// NewPresenter makes a presenter.
func NewPresenter(src Source, run dispatcher, w *words.Words, redraw func(), say func(string)) *Presenter {
	return &Presenter{src: src, run: run, words: w, redraw: redraw, say: say, Level: usual, Row: -1, Place: -1}
}

// Load shows the map of a portion.
func (p *Presenter) Load(id string) {
	if id != "" && id != p.id {
		p.id, p.Map, p.Loaded, p.Row, p.Fault = id, Map{}, false, -1, nil
	}
	p.Reload()
}

// Reload reads the map anew.
func (p *Presenter) Reload() {
	p.Stop()
	p.gen++
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	gen, id, level := p.gen, p.id, p.Level
	chosen := p.row()
	p.run.Background(func() {
		m, err := p.src.Map(ctx, id, level, func(done, total int) {
			p.run.UI(func() {
				if gen == p.gen && !p.Loaded {
					p.Progress = [2]int{done, total}
					p.redraw()
				}
			})
		})
		p.run.UI(func() {
			if gen != p.gen || failure.Canceled(err) {
				return
			}
			p.Loaded, p.Err, p.Progress = true, err, [2]int{}
			if err == nil {
				p.Map = m
				p.Row = slices.IndexFunc(m.Rows, func(r Row) bool { return chosen != nil && r.ID == chosen.ID && r.Page == chosen.Page })
				if p.Row < 0 && len(m.Rows) > 0 {
					p.Row = 0
				}
				p.list(0)
			}
			p.redraw()
		})
	})
	p.redraw()
}

// row gives the chosen row, nil: none.
func (p *Presenter) row() *Row {
	if p.Row < 0 || p.Row >= len(p.Map.Rows) {
		return nil
	}
	r := p.Map.Rows[p.Row]
	return &r
}

// Turn shows the map by another level.
func (p *Presenter) Turn(l Level) {
	if l != p.Level && slices.Contains(Levels, l) {
		p.Level, p.Loaded, p.Map.Rows, p.Row = l, false, nil, -1
		p.Reload()
	}
}

// Choose shows the places of a row.
func (p *Presenter) Choose(i int) {
	if i >= 0 && i < len(p.Map.Rows) && i != p.Row {
		p.Row = i
		p.list(0)
		p.redraw()
	}
}

// OfKind narrows the places to one kind, "" = all.
func (p *Presenter) OfKind(k sensitivity.Kind) {
	if p.Kind == k {
		k = ""
	}
	p.Kind = k
	p.list(0)
	p.redraw()
}

// ShowAll shows the places already judged as well, or hides them.
func (p *Presenter) ShowAll() {
	p.All = !p.All
	p.list(0)
	p.redraw()
}

// list reads the places of the chosen row and chooses one of them.
func (p *Presenter) list(at int) {
	p.places++
	p.Places, p.Total, p.Place, p.Listed = nil, 0, -1, false
	r := p.row()
	if r == nil {
		p.Listed = true
		return
	}
	gen, id, n := p.places, p.id, Narrow{Level: p.Level, Row: r.ID, Page: r.Page, Kind: p.Kind, All: p.All}
	p.run.Background(func() {
		list, total, err := p.src.Places(context.Background(), id, n)
		p.run.UI(func() {
			if gen != p.places {
				return
			}
			p.Places, p.Total, p.Listed = list, total, true
			if err != nil {
				p.Fault = err
			}
			p.Place = min(at, len(list)-1)
			p.redraw()
		})
	})
}

// Look shows a place on its page.
func (p *Presenter) Look(i int) {
	if i >= 0 && i < len(p.Places) && i != p.Place {
		p.Place = i
		p.redraw()
	}
}

// At gives the chosen place, nil: none.
func (p *Presenter) At() *Place {
	if p.Place < 0 || p.Place >= len(p.Places) {
		return nil
	}
	return &p.Places[p.Place]
}

// Judge keeps what is said of the chosen place and goes on to the next one.
func (p *Presenter) Judge(v Verdict) {
	at := p.At()
	if at == nil {
		return
	}
	was, index, place, id, gen := at.Verdict, p.Place, at.ID, p.id, p.places
	if was == v {
		p.Look(index + 1)
		return
	}
	p.Fault = nil
	p.run.Background(func() {
		err := p.src.Judge(context.Background(), id, place, v)
		p.run.UI(func() {
			if p.Fault = err; err == nil && gen == p.places {
				p.judged(index, was, v)
			}
			p.redraw()
		})
	})
}

// judged takes a verdict into what is shown, without reading it all anew.
func (p *Presenter) judged(i int, was, v Verdict) {
	p.Places[i].Verdict = v
	kind := p.Places[i].Kind
	r := &p.Map.Rows[p.Row]
	for _, step := range []struct {
		v  Verdict
		by int
	}{{was, -1}, {v, 1}} {
		switch step.v {
		case Confirmed:
			r.Confirmed += step.by
			p.Map.Confirmed += step.by
		case Unjudged:
			r.Judge += step.by
		}
		if step.v == Dismissed {
			p.Map.Dismissed += step.by
			continue
		}
		r.Places += step.by
		p.Map.Places += step.by
		r.Kinds[kind] += step.by
	}
	r.Density = float64(r.Places) / float64(max(1, r.Pages))
	switch {
	case p.Place != i:
	case i+1 < len(p.Places):
		p.Place = i + 1
	case len(p.Places) < p.Total && !p.All:
		p.list(0) // the next ones of many
	}
}

// Page is what the page view shows: the page of the chosen place, with its words.
func (p *Presenter) Page() (ref page.Ref, sought string) {
	at := p.At()
	if at == nil {
		return page.Ref{}, ""
	}
	id, file := p.id, at.Path
	return page.Ref{Key: id + "/" + file, Title: file, Page: at.Page, Open: func(ctx context.Context) (viewer.Document, error) {
		return p.src.Open(ctx, id, file)
	}}, at.Word
}

// Kinds are the kinds that stand in the chosen row, in their order.
func (p *Presenter) Kinds() (out []sensitivity.Kind) {
	r := p.row()
	if r == nil {
		return nil
	}
	for _, k := range sensitivity.Kinds {
		if r.Kinds[k] > 0 || k == p.Kind {
			out = append(out, k)
		}
	}
	return out
}

// Solved takes the fault of the last act away.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
}

// Home is where the portion of the map is shown.
func (p *Presenter) Home() route.Route { return route.Route{Screen: route.Portion, ID: p.id} }

// Recognise has the pages without text read, and shows the map with what was found on them.
// Leaving the screen stops it; what is read stays.
func (p *Presenter) Recognise() {
	if !p.Loaded || p.Reading {
		return
	}
	p.Stop()
	p.gen++
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.Reading, p.Fault = cancel, true, nil
	gen, id := p.gen, p.id
	p.run.Background(func() {
		r, err := p.src.Recognise(ctx, id, func(done, total int) {
			p.run.UI(func() {
				if gen == p.gen {
					p.Progress = [2]int{done, total}
					p.redraw()
				}
			})
		})
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.Reading, p.Progress = false, [2]int{}
			if err == nil || r.Pages > 0 {
				p.say(p.readAs(r))
				p.Reload()
			}
			if p.Fault = err; failure.Canceled(err) {
				p.Fault = nil
			}
			p.redraw()
		})
	})
	p.redraw()
}

// readAs says what a run of text recognition read.
func (p *Presenter) readAs(r Recognised) string {
	said := p.words.T("sensitive.recognise.done", r.Pages, r.Files)
	if r.Pages == 0 {
		said = p.words.T("sensitive.recognise.nothing")
	}
	if r.Failed > 0 {
		said += " " + p.words.T("sensitive.recognise.failed", r.Failed, r.Why.In(p.words.Language()))
	}
	return said
}

// Stop ends a search under way; what is searched stays.
func (p *Presenter) Stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	p.Reading = false
}
