// Package pageview shows one document beside a list: pages with zoom, rotation,
// search and outline, text, tables and mail. The presenter (this file, cache.go,
// text.go) knows no Fyne; Pane draws it. Screens tell it what to show and what
// will probably be shown next: that is drawn beforehand, and everything that is
// no longer wanted is cancelled. Requirements A13, A24; look.md 3 "Page view".
package pageview

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	"laufzettel/views/words"
)

// Ref names a document: Key is its identity, Open opens it (off the UI thread).
type Ref struct {
	Key   string
	Title string
	Open  func(context.Context) (viewer.Document, error)
	// give gets the file behind a cell or an attachment as it is, nil: there is none;
	// file is its name.
	give giving
	file string
	// Parent is where the way back of this document leads, nil: it has none.
	Parent *Ref
}

type dispatcher interface {
	Background(func())
	UI(func())
}

// mode is what the pane shows.
type mode int

const (
	modeEmpty   mode = iota // nothing chosen
	modeWaiting             // a page is being drawn
	modePage
	modeLines
	modeTable
	modeOutside // facts only
	modeFailed
)

// Zoom limits and steps, in percent.
const (
	minZoom, maxZoom = 25, 800
	unitsPerPoint    = 96.0 / 72
)

var zoomSteps = []int{25, 33, 50, 67, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400, 600, 800}

// presenter holds the state of the pane; all fields belong to the UI thread.
type presenter struct {
	words  *words.Words
	run    dispatcher
	redraw func()

	ref    Ref
	doc    viewer.Document
	err    error
	cancel context.CancelFunc // of the open, drawing or search in flight for ref
	gen    int                // grows with every Show; late results of earlier ones are dropped
	drawn  int                // grows with every wish for a picture

	page     int
	rotation int
	zoom     int // percent; 0: the width of the pane
	sizes    map[int]viewer.Size
	pic      picture
	failed   error // of the page in view
	waiting  bool
	// advance is how far the opening is, in bytes of all; zero: it is not told.
	advance [2]int64

	query    string
	hits     []viewer.Hit
	hit      int
	searched bool

	selected   viewer.Selection // by mouse, on page selectedOn
	selectedOn int
	selecting  bool
	selectNext func()

	width float64 // room for a page in units
	scale float64 // pixels per unit
	cols  int     // signs per line of text

	cache cache
	next  []Ref
	ahead context.CancelFunc
	seek  context.CancelFunc // of the search
	lines []string           // wrapped text
}

// picture is one drawn page.
type picture struct {
	key string
	img *image.RGBA
}

func newPresenter(w *words.Words, run dispatcher, redraw func()) *presenter {
	return &presenter{words: w, run: run, redraw: redraw, width: 640, scale: 1, cols: 90, sizes: map[int]viewer.Size{}, cache: newCache()}
}

// show changes the document. The same key again changes nothing.
func (p *presenter) show(ref Ref) {
	if ref.Key == p.ref.Key && ref.Key != "" && p.err == nil {
		return
	}
	p.stop()
	p.gen++
	p.ref, p.doc, p.err, p.failed = ref, nil, nil, nil
	p.page, p.rotation, p.pic, p.sizes, p.lines = 0, 0, picture{}, map[int]viewer.Size{}, nil
	p.hits, p.hit, p.searched, p.waiting = nil, 0, false, false
	p.selected, p.selectNext, p.advance = viewer.Selection{}, nil, [2]int64{}
	if ref.Key == "" {
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
	p.waiting = true
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	gen := p.gen
	tell := viewer.WithAdvance(ctx, func(done, total int64) {
		p.run.UI(func() {
			if gen == p.gen && p.doc == nil {
				p.advance = [2]int64{done, total}
				p.redraw()
			}
		})
	})
	p.run.Background(func() {
		doc, err := ref.Open(tell)
		p.run.UI(func() {
			if gen != p.gen {
				p.keep(ref.Key, doc) // it may be wanted again
				return
			}
			p.keep(ref.Key, doc)
			p.opened(doc, err)
		})
	})
	p.redraw()
}

// giveUp cancels the opening under way; false where there is none.
func (p *presenter) giveUp() bool {
	if p.ref.Key == "" || p.doc != nil || !p.waiting {
		return false
	}
	p.show(Ref{})
	return true
}

// keep puts an open document into the cache; what falls out is closed off the UI
// thread, because closing may wait for a drawing.
func (p *presenter) keep(key string, doc viewer.Document) {
	if doc == nil {
		return
	}
	for _, old := range p.cache.keep(key, doc) {
		p.run.Background(func() { _ = old.Close() }) // nothing is written, nothing can be lost
	}
}

func (p *presenter) opened(doc viewer.Document, err error) {
	p.waiting = false
	if failure.Canceled(err) {
		return
	}
	p.doc, p.err = doc, err
	p.wrap()
	if _, ok := doc.(viewer.Pager); ok && err == nil {
		p.draw()
	} else {
		p.prefetch()
	}
	if p.query != "" {
		p.search(p.query)
	}
	p.redraw()
}

// stop cancels what is under way for the present document.
func (p *presenter) stop() {
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

// close ends everything.
func (p *presenter) close() {
	p.stop()
	p.gen++
	for _, d := range p.cache.drop() {
		p.run.Background(func() { _ = d.Close() })
	}
	p.ref, p.doc = Ref{}, nil
}

// mode tells what is to be shown.
func (p *presenter) mode() mode {
	switch {
	case p.ref.Key == "":
		return modeEmpty
	case p.err != nil || p.failed != nil:
		return modeFailed
	case p.doc == nil:
		return modeWaiting
	}
	switch p.doc.(type) {
	case viewer.Pager:
		if p.pic.img == nil {
			return modeWaiting
		}
		return modePage
	case viewer.Tabler:
		return modeTable
	case viewer.Liner:
		return modeLines
	}
	return modeOutside
}

// pages is the number of pages, 0 for what has none.
func (p *presenter) pages() int {
	if d, ok := p.doc.(viewer.Pager); ok {
		return d.Pages()
	}
	return 0
}

// room takes the size of the pane: units for a page, pixels per unit, signs per line.
func (p *presenter) room(width, scale float64, cols int) {
	if width < 40 || width == p.width && scale == p.scale && cols == p.cols {
		return
	}
	rewrap := cols != p.cols
	p.width, p.scale, p.cols = width, scale, cols
	if rewrap {
		p.wrap()
	}
	if p.pages() > 0 {
		p.draw()
	}
}

// turnPage goes to a page within the document; false at its ends.
func (p *presenter) turnPage(to int) bool {
	if to < 0 || to >= p.pages() || to == p.page {
		return false
	}
	p.page = to
	p.failed = nil
	p.draw()
	p.redraw()
	return true
}

// fit shows the page as wide as the pane.
func (p *presenter) fit() { p.setZoom(0) }

// zoomBy goes to the next larger or smaller step.
func (p *presenter) zoomBy(by int) {
	now := p.percent()
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

func (p *presenter) setZoom(z int) {
	if p.pages() == 0 || z == p.zoom {
		return
	}
	p.zoom = z
	p.draw()
	p.redraw()
}

func (p *presenter) rotate() {
	if p.pages() == 0 {
		return
	}
	p.rotation = (p.rotation + 1) & 3
	p.draw()
	p.redraw()
}

// percent is the zoom in force.
func (p *presenter) percent() int {
	if p.zoom > 0 {
		return p.zoom
	}
	s, ok := p.sizes[p.page]
	if !ok {
		return 100
	}
	return int(100*p.width/(turned(s, p.rotation).Width*unitsPerPoint) + 0.5)
}

func turned(s viewer.Size, rotation int) viewer.Size {
	if rotation&1 == 1 {
		return viewer.Size{Width: s.Height, Height: s.Width}
	}
	return s
}

// shown gives the size of the page in units.
func (p *presenter) shown() (w, h float64) {
	s, ok := p.sizes[p.page]
	if !ok {
		return p.width, p.width * 1.414
	}
	s = turned(s, p.rotation)
	w = p.width
	if p.zoom > 0 {
		w = s.Width * unitsPerPoint * float64(p.zoom) / 100
	}
	return w, w * s.Height / s.Width
}

// draw asks for the picture of the page in view, from the cache or drawn anew.
func (p *presenter) draw() {
	pager, ok := p.doc.(viewer.Pager)
	if !ok {
		return
	}
	p.drawn++
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	if s, ok := p.sizes[p.page]; ok {
		key := p.pictureKey(p.ref.Key, p.page, s)
		if img := p.cache.picture(key); img != nil {
			p.pic, p.waiting, p.failed = picture{key, img}, false, nil
			p.prefetch()
			return
		}
	}
	if p.pic.key != "" && !strings.HasPrefix(p.pic.key, fmt.Sprintf("%s#%d#", p.ref.Key, p.page)) {
		p.pic = picture{} // never the picture of another page; a coarser one of this page may stay
	}
	p.waiting = true
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	gen, drawn, page := p.gen, p.drawn, p.page
	w := wish{p.width, p.scale, p.zoom, p.rotation}
	p.run.Background(func() {
		size, img, err := w.picture(ctx, pager, page)
		p.run.UI(func() {
			if gen == p.gen && size.Width > 0 {
				p.sizes[page] = size
			}
			if gen != p.gen || drawn != p.drawn || failure.Canceled(err) {
				return
			}
			p.waiting, p.failed = false, err
			if err == nil {
				p.pic = picture{p.pictureKey(p.ref.Key, page, size), img}
				p.cache.keepPicture(p.pic.key, img)
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

func (p *presenter) pictureKey(doc string, page int, s viewer.Size) string {
	w := wish{p.width, p.scale, p.zoom, p.rotation}
	return fmt.Sprintf("%s#%d#%d#%d", doc, page, w.pixels(s), p.rotation)
}

// expect names the documents that will probably be shown next, nearest first.
func (p *presenter) expect(refs ...Ref) {
	p.next = refs
	if !p.waiting {
		p.prefetch()
	}
}
