// Package model is how one document is shown, without a face: which page, how large
// and turned how, what is searched, found and marked, the roll of many documents, what
// is drawn beforehand and what is cancelled. Requirements A13, A24.
package model

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Ref names a document: Key is its identity, Open opens it (off the UI thread).
type Ref struct {
	Key   string
	Title string
	Open  func(context.Context) (viewer.Document, error)
	// give gets the file behind a cell or an attachment as it is, nil: there is none;
	// file is its name.
	Give giving
	File string
	// Line is the line of a text to show first, from 1; 0: its beginning.
	Line int
	// Page is the page to show first, from 1; 0: the first one. With a search carried into the
	// document the first hit from that page on is gone to.
	Page int
	// Parent is where the way back of this document leads, nil: it has none.
	Parent *Ref
}

// Mode is what the pane shows.
type Mode int

const (
	ModeEmpty   Mode = iota // nothing chosen
	ModeWaiting             // a page is being drawn
	ModePage
	ModeLines
	ModeTable
	ModeOutside // facts only
	ModeFailed
)

// Zoom limits and steps, in percent.
const (
	minZoom, maxZoom = 25, 800
	unitsPerPoint    = 96.0 / 72
)

var zoomSteps = []int{25, 33, 50, 67, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400, 600, 800}

// Presenter holds the state of the pane; all fields belong to the UI thread.
type Presenter struct {
	words  *words.Words
	run    present.Dispatcher
	redraw func()

	Ref    Ref
	Doc    viewer.Document
	err    error
	cancel context.CancelFunc // of the open, drawing or search in flight for ref
	Gen    int                // grows with every Show; late results of earlier ones are dropped
	drawn  int                // grows with every wish for a picture

	Page     int
	rotation int
	zoom     int // percent; 0: the width of the pane
	sizes    map[int]viewer.Size
	Pic      picture
	failed   error // of the page in view
	Waiting  bool
	// advance is how far the opening is, in bytes of all; zero: it is not told.
	Advance [2]int64

	Query    string
	Hits     []viewer.Hit
	Hit      int
	Searched bool
	// Onward shows the next (1) or previous (-1) document of the screen, false where there
	// is none; nil: there is only one. NoMore is told when no further document has a hit,
	// or when so many had none that a person shall say whether to go on.
	Onward  func(by int) bool
	NoMore  func(paused bool)
	terms   []string // of the search that led here, nil: the words were typed here
	heading int      // on the way to a hit in another document: 1 or -1, else 0
	fresh   bool     // other words are carried than were looked for in the document shown
	passed  int      // documents without a hit on that way

	// Boxes gives the places that stand marked on a page; nil: none are.
	Boxes func(page int) []viewer.Rect
	// Drawing is the place that is being drawn by mouse, as shown.
	Drawing viewer.Rect

	selected   viewer.Selection // by mouse, on page selectedOn
	selectedOn int
	selecting  bool
	selectNext func()

	Width float64 // room for a page in units
	Scale float64 // pixels per unit
	Cols  int     // signs per line of text

	cache cache
	next  []Ref
	ahead context.CancelFunc
	seek  context.CancelFunc // of the search
	Lines []string           // wrapped text
}

// picture is one drawn page.
type picture struct {
	key string
	Img *image.RGBA
}

func NewPresenter(w *words.Words, run present.Dispatcher, redraw func()) *Presenter {
	return &Presenter{words: w, run: run, redraw: redraw, Width: 640, Scale: 1, Cols: 90, sizes: map[int]viewer.Size{}, cache: newCache()}
}

// Show changes the document. The same key again changes nothing.
func (p *Presenter) Show(ref Ref) {
	fresh := p.fresh
	p.fresh = false
	if ref.Key == p.Ref.Key && ref.Key != "" && p.err == nil {
		if ref.Page != p.Ref.Page {
			p.Ref.Page = ref.Page
			p.TurnPage(ref.Page - 1)
		}
		if fresh && p.Doc != nil {
			p.look(p.Query)
		}
		return
	}
	p.stop()
	p.Gen++
	p.Ref, p.Doc, p.err, p.failed = ref, nil, nil, nil
	p.Page, p.rotation, p.Pic, p.sizes, p.Lines = 0, 0, picture{}, map[int]viewer.Size{}, nil
	p.Hits, p.Hit, p.Searched, p.Waiting = nil, 0, false, false
	p.selected, p.selectNext, p.Advance = viewer.Selection{}, nil, [2]int64{}
	if ref.Key == "" {
		if p.pass() {
			return
		}
		p.redraw()
		return
	}
	if doc := p.cache.doc(ref.Key); doc != nil {
		if s, ok := p.cache.sizes[ref.Key]; ok {
			p.sizes[0] = s
		}
		p.opened(doc, nil)
		return
	}
	p.Waiting = true
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	gen := p.Gen
	tell := viewer.WithAdvance(ctx, func(done, total int64) {
		p.run.UI(func() {
			if gen == p.Gen && p.Doc == nil {
				p.Advance = [2]int64{done, total}
				p.redraw()
			}
		})
	})
	p.run.Background(func() {
		doc, err := ref.Open(tell)
		p.run.UI(func() {
			if gen != p.Gen {
				p.keep(ref.Key, doc) // it may be wanted again
				return
			}
			p.keep(ref.Key, doc)
			p.opened(doc, err)
		})
	})
	p.redraw()
}

// GiveUp cancels the opening under way; false where there is none.
func (p *Presenter) GiveUp() bool {
	if p.Ref.Key == "" || p.Doc != nil || !p.Waiting {
		return false
	}
	p.Show(Ref{})
	return true
}

// keep puts an open document into the cache; what falls out is closed off the UI
// thread, because closing may wait for a drawing.
func (p *Presenter) keep(key string, doc viewer.Document) {
	if doc == nil {
		return
	}
	for _, old := range p.cache.keep(key, doc) {
		p.run.Background(func() { _ = old.Close() }) // nothing is written, nothing can be lost
	}
}

func (p *Presenter) opened(doc viewer.Document, err error) {
	p.Waiting = false
	if failure.Canceled(err) {
		return
	}
	p.Doc, p.err = doc, err
	if err != nil && p.pass() {
		return
	}
	p.wrap()
	if pager, ok := doc.(viewer.Pager); ok && err == nil {
		p.Page = max(0, min(p.Ref.Page, pager.Pages())-1)
		p.draw()
	} else {
		p.prefetch()
	}
	if p.Query != "" {
		p.look(p.Query)
	} else if l, ok := doc.(viewer.Liner); ok && err == nil && p.Ref.Line > 0 && p.Ref.Line <= l.Lines() {
		p.Hits = []viewer.Hit{{Page: p.Ref.Line - 1}}
	}
	p.redraw()
}

// stop cancels what is under way for the present document.
func (p *Presenter) stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	if p.ahead != nil {
		p.ahead()
		p.ahead = nil
	}
	if p.seek != nil {
		p.seek()
		p.seek = nil
	}
}

// Close ends everything.
func (p *Presenter) Close() {
	p.stop()
	p.Gen++
	for _, d := range p.cache.drop() {
		p.run.Background(func() { _ = d.Close() })
	}
	p.Ref, p.Doc = Ref{}, nil
}

// Mode tells what is to be shown.
func (p *Presenter) Mode() Mode {
	switch {
	case p.Ref.Key == "":
		return ModeEmpty
	case p.err != nil || p.failed != nil:
		return ModeFailed
	case p.Doc == nil:
		return ModeWaiting
	}
	switch p.Doc.(type) {
	case viewer.Pager:
		if p.Pic.Img == nil {
			return ModeWaiting
		}
		return ModePage
	case viewer.Tabler:
		return ModeTable
	case viewer.Liner:
		return ModeLines
	}
	return ModeOutside
}

// Pages is the number of pages, 0 for what has none.
func (p *Presenter) Pages() int {
	if d, ok := p.Doc.(viewer.Pager); ok {
		return d.Pages()
	}
	return 0
}

// Room takes the size of the pane: units for a page, pixels per unit, signs per line.
func (p *Presenter) Room(width, scale float64, cols int) {
	if width < 40 || width == p.Width && scale == p.Scale && cols == p.Cols {
		return
	}
	rewrap := cols != p.Cols
	p.Width, p.Scale, p.Cols = width, scale, cols
	if rewrap {
		p.wrap()
	}
	if p.Pages() > 0 {
		p.draw()
	}
}

// TurnPage goes to a page within the document; false at its ends.
func (p *Presenter) TurnPage(to int) bool {
	if to < 0 || to >= p.Pages() || to == p.Page {
		return false
	}
	p.Page = to
	p.failed = nil
	p.draw()
	p.redraw()
	return true
}

// Fit shows the page as wide as the pane.
func (p *Presenter) Fit() { p.setZoom(0) }

// ZoomBy goes to the next larger or smaller step.
func (p *Presenter) ZoomBy(by int) {
	now := p.Percent()
	if by > 0 {
		for _, z := range zoomSteps {
			if z > now {
				p.setZoom(z)
				return
			}
		}
		return
	}
	for _, z := range slices.Backward(zoomSteps) {
		if z < now {
			p.setZoom(z)
			return
		}
	}
}

func (p *Presenter) setZoom(z int) {
	if p.Pages() == 0 || z == p.zoom {
		return
	}
	p.zoom = z
	p.draw()
	p.redraw()
}

func (p *Presenter) Rotate() {
	if p.Pages() == 0 {
		return
	}
	p.rotation = (p.rotation + 1) & 3
	p.draw()
	p.redraw()
}

// Percent is the zoom in force.
func (p *Presenter) Percent() int {
	if p.zoom > 0 {
		return p.zoom
	}
	s, ok := p.sizes[p.Page]
	if !ok {
		return 100
	}
	return int(100*p.Width/(turned(s, p.rotation).Width*unitsPerPoint) + 0.5)
}

func turned(s viewer.Size, rotation int) viewer.Size {
	if rotation&1 == 1 {
		return viewer.Size{Width: s.Height, Height: s.Width}
	}
	return s
}

// Shown gives the size of the page in units.
func (p *Presenter) Shown() (w, h float64) {
	s, ok := p.sizes[p.Page]
	if !ok {
		return p.Width, p.Width * 1.414
	}
	s = turned(s, p.rotation)
	w = p.Width
	if p.zoom > 0 {
		w = s.Width * unitsPerPoint * float64(p.zoom) / 100
	}
	return w, w * s.Height / s.Width
}

// draw asks for the picture of the page in view, from the cache or drawn anew.
func (p *Presenter) draw() {
	pager, ok := p.Doc.(viewer.Pager)
	if !ok {
		return
	}
	p.drawn++
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	if s, ok := p.sizes[p.Page]; ok {
		key := p.pictureKey(p.Ref.Key, p.Page, s)
		if img := p.cache.picture(key); img != nil {
			p.Pic, p.Waiting, p.failed = picture{key, img}, false, nil
			p.prefetch()
			return
		}
	}
	if p.Pic.key != "" && !strings.HasPrefix(p.Pic.key, fmt.Sprintf("%s#%d#", p.Ref.Key, p.Page)) {
		p.Pic = picture{} // never the picture of another page; a coarser one of this page may stay
	}
	p.Waiting = true
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	gen, drawn, page := p.Gen, p.drawn, p.Page
	w := wish{p.Width, p.Scale, p.zoom, p.rotation}
	p.run.Background(func() {
		size, img, err := w.picture(ctx, pager, page)
		p.run.UI(func() {
			if gen == p.Gen && size.Width > 0 {
				p.sizes[page] = size
			}
			if gen != p.Gen || drawn != p.drawn || failure.Canceled(err) {
				return
			}
			p.Waiting, p.failed = false, err
			if err == nil {
				p.Pic = picture{p.pictureKey(p.Ref.Key, page, size), img}
				p.cache.keepPicture(p.Pic.key, img)
				p.prefetch()
			}
			p.redraw()
		})
	})
}

// wish is how a page shall be drawn.
type wish struct {
	width, scale   float64
	zoom, rotation int
}

func (w wish) pixels(s viewer.Size) int {
	units := w.width
	if w.zoom > 0 {
		units = turned(s, w.rotation).Width * unitsPerPoint * float64(w.zoom) / 100
	}
	return max(16, int(units*w.scale+0.5))
}

// picture draws off the UI thread.
func (w wish) picture(ctx context.Context, pager viewer.Pager, page int) (viewer.Size, *image.RGBA, error) {
	size, err := pager.PageSize(ctx, page)
	if err != nil {
		return viewer.Size{}, nil, errors.Join(ctx.Err(), err)
	}
	img, err := pager.Render(ctx, viewer.Request{Page: page, Width: w.pixels(size), Rotation: w.rotation})
	return size, img, errors.Join(ctx.Err(), err)
}

func (p *Presenter) pictureKey(doc string, page int, s viewer.Size) string {
	w := wish{p.Width, p.Scale, p.zoom, p.rotation}
	return fmt.Sprintf("%s#%d#%d#%d", doc, page, w.pixels(s), p.rotation)
}

// Expect names the documents that will probably be shown next, nearest first.
func (p *Presenter) Expect(refs ...Ref) {
	p.next = refs
	if !p.Waiting {
		p.prefetch()
	}
}

// Part is something of a document that can be saved as a file of its own: rows of a
// table, a large object, an attachment.
type Part struct {
	Name  string // proposed name of the file
	Copy  bool   // into a use copy, which goes away by itself, in place of a place chosen
	Write func(ctx context.Context, out io.Writer) error
}

// giving is how the file behind a cell or an attachment is got; done releases it.
type giving func(ctx context.Context) (src viewer.Source, done func(), err error)
