package pageview

import (
	"context"
	"image"

	"laufzettel/viewer"
)

// Limits of the roll.
const (
	rollOpen   = 4          // documents open at a time
	rollPixels = 24_000_000 // of all pictures kept: 96 MB
	rollLines  = 40         // lines of a text shown in the roll
	rollPages  = 20_000     // of all documents; more stand behind "open"
)

// roll is all documents of an object as one scroll in their order. Documents are
// opened and pages drawn only where someone looks. It belongs to the UI thread.
type roll struct {
	run    dispatcher
	redraw func()

	docs   []*rollDoc
	width  float64 // of a page in units
	scale  float64
	pics   map[rollPage]*image.RGBA
	order  []rollPage // least recently used first
	pixels int
	want   []rollPage // what is in sight, nearest first
	busy   bool
	ctx    context.Context
	cancel context.CancelFunc
}

// rollPage names a page: page -1 is the document as a whole.
type rollPage struct{ doc, page int }

// rollDoc is one document of the roll. Before it is opened it counts as one page.
type rollDoc struct {
	ref    Ref
	doc    viewer.Document // nil: not open now
	known  bool            // pages and sizes are read
	err    error
	pages  int
	sizes  map[int]viewer.Size
	failed map[int]bool
	lines  []string // of what has no pages
	note   string
}

func newRoll(run dispatcher, refs []Ref, redraw func()) *roll {
	r := &roll{run: run, redraw: redraw, pics: map[rollPage]*image.RGBA{}, width: 640, scale: 1}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	for _, ref := range refs {
		r.docs = append(r.docs, &rollDoc{ref: ref, pages: 1, sizes: map[int]viewer.Size{}, failed: map[int]bool{}})
	}
	return r
}

// close ends all work and closes the documents.
func (r *roll) close() {
	r.cancel()
	for _, d := range r.docs {
		r.shut(d)
	}
}

// shut closes a document off the UI thread: closing may wait for a drawing.
func (r *roll) shut(d *rollDoc) {
	if doc := d.doc; doc != nil {
		d.doc = nil
		r.run.Background(func() { _ = doc.Close() }) // nothing is written, nothing can be lost
	}
}

// height of a page in units; unknown ones are taken for A4.
func (r *roll) height(at rollPage) float64 {
	s, ok := r.docs[at.doc].sizes[at.page]
	if !ok || s.Width <= 0 {
		s = viewer.Size{Width: 595, Height: 842}
	}
	return r.width * min(max(s.Height/s.Width, 0.05), 20)
}

// look tells what is in sight, nearest first; what is no longer wanted is not
// begun any more.
func (r *roll) look(want []rollPage) {
	r.want = want
	r.next()
}

// next does the first thing that is missing: opens a document or draws a page.
func (r *roll) next() {
	if r.busy || r.ctx.Err() != nil {
		return
	}
	for _, at := range r.want {
		d := r.docs[at.doc]
		switch {
		case d.err != nil:
		case !d.known || d.doc == nil && d.pages > 0 && len(d.lines) == 0 && r.missing(at):
			r.open(at.doc)
			return
		case r.missing(at):
			r.draw(at)
			return
		}
	}
}

// missing tells whether a page is to be drawn.
func (r *roll) missing(at rollPage) bool {
	d := r.docs[at.doc]
	return at.page >= 0 && at.page < d.pages && len(d.lines) == 0 && d.note == "" && r.pics[at] == nil && !d.failed[at.page]
}

func (r *roll) open(n int) {
	r.busy = true
	d := r.docs[n]
	r.run.Background(func() {
		doc, err := d.ref.Open(r.ctx)
		r.run.UI(func() {
			r.busy = false
			if r.ctx.Err() != nil {
				if doc != nil {
					r.run.Background(func() { _ = doc.Close() })
				}
				return
			}
			if d.err = err; err == nil {
				r.opened(d, doc)
			}
			r.limit(n)
			r.redraw()
			r.next()
		})
	})
}

func (r *roll) opened(d *rollDoc, doc viewer.Document) {
	d.doc, d.known = doc, true
	switch x := doc.(type) {
	case viewer.Pager:
		d.pages = min(x.Pages(), rollPages)
		return
	case viewer.Liner:
		for i := range min(x.Lines(), rollLines) {
			d.lines = append(d.lines, x.Line(i))
		}
	case viewer.Tabler:
		for i := range min(x.Rows(), rollLines) {
			d.lines = append(d.lines, joinCells(x.Row(i)))
		}
	}
	if len(d.lines) == 0 {
		for _, n := range doc.Info().Notes {
			d.note += n
		}
		if d.note == "" {
			d.note = doc.Info().Format
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
func (r *roll) limit(near int) {
	for {
		open, far := 0, -1
		for i, d := range r.docs {
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
		r.shut(r.docs[far])
	}
}

func abs(n int) int { return max(n, -n) }

func (r *roll) draw(at rollPage) {
	d := r.docs[at.doc]
	pager, ok := d.doc.(viewer.Pager)
	if !ok {
		return
	}
	r.busy = true
	width := int(r.width * r.scale)
	r.run.Background(func() {
		size, err := pager.PageSize(r.ctx, at.page)
		var img *image.RGBA
		if err == nil {
			img, err = pager.Render(r.ctx, viewer.Request{Page: at.page, Width: width})
		}
		r.run.UI(func() {
			r.busy = false
			if r.ctx.Err() != nil {
				return
			}
			if err != nil {
				d.failed[at.page] = true
			} else {
				d.sizes[at.page] = size
				r.keep(at, img)
			}
			r.redraw()
			r.next()
		})
	})
}

// keep stores a picture and drops the oldest over the limit.
func (r *roll) keep(at rollPage, img *image.RGBA) {
	r.pics[at] = img
	r.pixels += img.Rect.Dx() * img.Rect.Dy()
	r.order = append(r.order, at)
	for r.pixels > rollPixels && len(r.order) > 1 {
		old := r.order[0]
		r.order = r.order[1:]
		if pic := r.pics[old]; pic != nil {
			r.pixels -= pic.Rect.Dx() * pic.Rect.Dy()
			delete(r.pics, old)
		}
	}
}

// room takes another width; pictures of the old one are dropped.
func (r *roll) room(width, scale float64) {
	if width < 40 || width == r.width && scale == r.scale {
		return
	}
	r.width, r.scale = width, scale
	r.pics, r.order, r.pixels = map[rollPage]*image.RGBA{}, nil, 0
	r.next()
}
