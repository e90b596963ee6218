package model

import (
	"context"
	"image"

	"laufzettel/viewer"
	"laufzettel/views/present"
)

// Limits of the roll.
const (
	rollOpen   = 4          // documents open at a time
	rollPixels = 24_000_000 // of all pictures kept: 96 MB
	rollLines  = 40         // lines of a text shown in the roll
	rollPages  = 20_000     // of all documents; more stand behind "open"
)

// Roll is all documents of an object as one scroll in their order. Documents are
// opened and pages drawn only where someone looks. It belongs to the UI thread.
type Roll struct {
	run    present.Dispatcher
	redraw func()

	Docs   []*rollDoc
	Width  float64 // of a page in units
	scale  float64
	Pics   map[RollPage]*image.RGBA
	order  []RollPage // least recently used first
	pixels int
	want   []RollPage // what is in sight, nearest first
	busy   bool
	ctx    context.Context
	cancel context.CancelFunc
}

// RollPage names a page: page -1 is the document as a whole.
type RollPage struct{ Doc, Page int }

// rollDoc is one document of the roll. Before it is opened it counts as one page.
type rollDoc struct {
	Ref    Ref
	doc    viewer.Document // nil: not open now
	known  bool            // pages and sizes are read
	Err    error
	Pages  int
	sizes  map[int]viewer.Size
	Failed map[int]bool
	Lines  []string // of what has no pages
	Note   string
}

func NewRoll(run present.Dispatcher, refs []Ref, redraw func()) *Roll {
	r := &Roll{run: run, redraw: redraw, Pics: map[RollPage]*image.RGBA{}, Width: 640, scale: 1}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	for _, ref := range refs {
		r.Docs = append(r.Docs, &rollDoc{Ref: ref, Pages: 1, sizes: map[int]viewer.Size{}, Failed: map[int]bool{}})
	}
	return r
}

// Close ends all work and closes the documents.
func (r *Roll) Close() {
	r.cancel()
	for _, d := range r.Docs {
		r.shut(d)
	}
}

// shut closes a document off the UI thread: closing may wait for a drawing.
func (r *Roll) shut(d *rollDoc) {
	if doc := d.doc; doc != nil {
		d.doc = nil
		r.run.Background(func() { _ = doc.Close() }) // nothing is written, nothing can be lost
	}
}

// Height of a page in units; unknown ones are taken for A4.
func (r *Roll) Height(at RollPage) float64 {
	s, ok := r.Docs[at.Doc].sizes[at.Page]
	if !ok || s.Width <= 0 {
		s = viewer.Size{Width: 595, Height: 842}
	}
	return r.Width * min(max(s.Height/s.Width, 0.05), 20)
}

// Look tells what is in sight, nearest first; what is no longer wanted is not
// begun any more.
func (r *Roll) Look(want []RollPage) {
	r.want = want
	r.next()
}

// next does the first thing that is missing: opens a document or draws a page.
func (r *Roll) next() {
	if r.busy || r.ctx.Err() != nil {
		return
	}
	for _, at := range r.want {
		d := r.Docs[at.Doc]
		switch {
		case d.Err != nil:
		case !d.known || d.doc == nil && d.Pages > 0 && len(d.Lines) == 0 && r.missing(at):
			r.open(at.Doc)
			return
		case r.missing(at):
			r.draw(at)
			return
		}
	}
}

// missing tells whether a page is to be drawn.
func (r *Roll) missing(at RollPage) bool {
	d := r.Docs[at.Doc]
	return at.Page >= 0 && at.Page < d.Pages && len(d.Lines) == 0 && d.Note == "" && r.Pics[at] == nil && !d.Failed[at.Page]
}

func (r *Roll) open(n int) {
	r.busy = true
	d := r.Docs[n]
	r.run.Background(func() {
		doc, err := d.Ref.Open(r.ctx)
		r.run.UI(func() {
			r.busy = false
			if r.ctx.Err() != nil {
				if doc != nil {
					r.run.Background(func() { _ = doc.Close() })
				}
				return
			}
			if d.Err = err; err == nil {
				r.opened(d, doc)
			}
			r.limit(n)
			r.redraw()
			r.next()
		})
	})
}

func (r *Roll) opened(d *rollDoc, doc viewer.Document) {
	d.doc, d.known = doc, true
	switch x := doc.(type) {
	case viewer.Pager:
		d.Pages = min(x.Pages(), rollPages)
		return
	case viewer.Liner:
		for i := range min(x.Lines(), rollLines) {
			d.Lines = append(d.Lines, x.Line(i))
		}
	case viewer.Tabler:
		for i := range min(x.Rows(), rollLines) {
			d.Lines = append(d.Lines, joinCells(x.Row(i)))
		}
	}
	if len(d.Lines) == 0 {
		for _, n := range doc.Info().Notes {
			d.Note += n
		}
		if d.Note == "" {
			d.Note = doc.Info().Format
		}
	}
	r.shut(d) // its text is read
}

func joinCells(row []string) string {
	out := ""
	for i, c := range row {
		if i > 0 {
			out += "   "
		}
		out += c
	}
	return out
}

// limit closes documents that are far from what is looked at.
func (r *Roll) limit(near int) {
	for {
		open, far := 0, -1
		for i, d := range r.Docs {
			if d.doc == nil {
				continue
			}
			open++
			if far < 0 || abs(i-near) > abs(far-near) {
				far = i
			}
		}
		if open <= rollOpen {
			return
		}
		r.shut(r.Docs[far])
	}
}

func abs(n int) int { return max(n, -n) }

func (r *Roll) draw(at RollPage) {
	d := r.Docs[at.Doc]
	pager, ok := d.doc.(viewer.Pager)
	if !ok {
		return
	}
	r.busy = true
	width := int(r.Width * r.scale)
	r.run.Background(func() {
		size, err := pager.PageSize(r.ctx, at.Page)
		var img *image.RGBA
		if err == nil {
			img, err = pager.Render(r.ctx, viewer.Request{Page: at.Page, Width: width})
		}
		r.run.UI(func() {
			r.busy = false
			if r.ctx.Err() != nil {
				return
			}
			if err != nil {
				d.Failed[at.Page] = true
			} else {
				d.sizes[at.Page] = size
				r.keep(at, img)
			}
			r.redraw()
			r.next()
		})
	})
}

// keep stores a picture and drops the oldest over the limit.
func (r *Roll) keep(at RollPage, img *image.RGBA) {
	r.Pics[at] = img
	r.pixels += img.Rect.Dx() * img.Rect.Dy()
	r.order = append(r.order, at)
	for r.pixels > rollPixels && len(r.order) > 1 {
		old := r.order[0]
		r.order = r.order[1:]
		if pic := r.Pics[old]; pic != nil {
			r.pixels -= pic.Rect.Dx() * pic.Rect.Dy()
			delete(r.Pics, old)
		}
	}
}

// Room takes another width; pictures of the old one are dropped.
func (r *Roll) Room(width, scale float64) {
	if width < 40 || width == r.Width && scale == r.scale {
		return
	}
	r.Width, r.scale = width, scale
	r.Pics, r.order, r.pixels = map[RollPage]*image.RGBA{}, nil, 0
	r.next()
}
