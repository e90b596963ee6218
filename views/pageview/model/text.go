package model

import (
	"context"
	"strconv"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
)

func Itoa(n int) string { return strconv.Itoa(n) }

// maxWrapped bounds the lines on screen.
const maxWrapped = 600_000

// wrap breaks the text into lines of the pane's width.
func (p *Presenter) wrap() {
	p.Lines = nil
	l, ok := p.Doc.(viewer.Liner)
	if !ok {
		return
	}
	for i := range l.Lines() {
		if p.Lines = append(p.Lines, WrapLine(l.Line(i), max(20, p.Cols))...); len(p.Lines) > maxWrapped {
			return
		}
	}
}

// WrapLine breaks at spaces where it can.
func WrapLine(s string, cols int) []string {
	s = strings.ReplaceAll(s, "\t", "    ")
	rs := []rune(s)
	if len(rs) <= cols {
		return []string{s}
	}
	var out []string
	for len(rs) > cols {
		at := cols
		for i := cols; i > cols/3; i-- {
			if rs[i] == ' ' {
				at = i
				break
			}
		}
		out = append(out, string(rs[:at]))
		rs = rs[at:]
		for len(rs) > 0 && rs[0] == ' ' {
			rs = rs[1:]
		}
	}
	return append(out, string(rs))
}

// Search looks for words in the whole document; "" ends the search.
func (p *Presenter) Search(words string) {
	p.terms, p.heading = nil, 0
	p.look(words)
}

func (p *Presenter) look(words string) {
	p.Query = strings.TrimSpace(words)
	p.Hits, p.Hit, p.Searched = nil, 0, false
	if p.seek != nil {
		p.seek()
		p.seek = nil
	}
	s, ok := p.Doc.(viewer.Searcher)
	if p.Query == "" || !ok {
		if p.Doc != nil {
			p.pass()
		}
		p.redraw()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.seek = cancel
	gen, query, terms := p.Gen, p.Query, p.terms
	p.run.Background(func() {
		hits, err := find(ctx, s, query, terms)
		p.run.UI(func() {
			if gen != p.Gen || query != p.Query || failure.Canceled(err) {
				return
			}
			p.Hits, p.Searched = hits, true
			p.Hit = 0
			if len(hits) == 0 && p.heading != 0 && p.pass() {
				return
			}
			for i, h := range hits {
				if h.Page >= p.Page {
					p.Hit = i
					break
				}
			}
			p.arrive()
			p.toHit()
			p.redraw()
		})
	})
}

// Step goes to the next or previous hit; at the last one on to the next document that has
// one, where the screen has more documents, else round and round.
func (p *Presenter) Step(by int) {
	last := len(p.Hits) - 1
	if (last < 0 || by > 0 && p.Hit == last || by < 0 && p.Hit == 0) && p.goOnward(by) || last < 0 {
		return
	}
	p.Hit = (p.Hit + by + len(p.Hits)) % len(p.Hits)
	p.toHit()
	p.redraw()
}

func (p *Presenter) toHit() {
	if len(p.Hits) > 0 && p.Pages() > 0 {
		p.TurnPage(p.Hits[p.Hit].Page)
	}
}

// Counter is the "2/3" of the search field.
func (p *Presenter) Counter() string {
	switch {
	case p.Query == "" || !p.Searched:
		return ""
	case len(p.Hits) == 0:
		return "0"
	case len(p.Hits) >= viewer.MaxHits:
		return Itoa(p.Hit+1) + "/" + Itoa(len(p.Hits)) + "+"
	}
	return Itoa(p.Hit+1) + "/" + Itoa(len(p.Hits))
}

// mark is one highlighted place on the page in view, as shown.
type mark struct {
	viewer.Rect
	Now bool
}

// Marks gives the hits on the page in view with the rotation applied.
func (p *Presenter) Marks() []mark {
	var out []mark
	for i, h := range p.Hits {
		if h.Page != p.Page {
			continue
		}
		for _, r := range h.Rects {
			out = append(out, mark{rotated(r, p.rotation), i == p.Hit})
		}
	}
	if p.Boxes != nil {
		for _, r := range p.Boxes(p.Page) {
			out = append(out, mark{rotated(r, p.rotation), true})
		}
	}
	if p.Drawing != (viewer.Rect{}) {
		out = append(out, mark{p.Drawing, true})
	}
	if p.selectedOn == p.Page {
		for _, r := range p.selected.Rects {
			out = append(out, mark{rotated(r, p.rotation), false})
		}
	}
	return out
}

// rotated turns a place clockwise by quarters.
func rotated(r viewer.Rect, quarters int) viewer.Rect {
	switch quarters & 3 {
	case 1:
		return viewer.Rect{X: 1 - r.Y - r.H, Y: r.X, W: r.H, H: r.W}
	case 2:
		return viewer.Rect{X: 1 - r.X - r.W, Y: 1 - r.Y - r.H, W: r.W, H: r.H}
	case 3:
		return viewer.Rect{X: r.Y, Y: 1 - r.X - r.W, W: r.H, H: r.W}
	}
	return r
}

// Failure gives the words of the error box.
func (p *Presenter) Failure() (title, text, details string) {
	err := p.err
	if err == nil {
		err = p.failed
	}
	if err == nil {
		return "", "", ""
	}
	title, text = p.words.T("page.failed.title"), p.words.T("page.failed.text")
	if hint := failure.HintOf(err).In(p.words.Language()); hint != "" {
		first, rest, ok := strings.Cut(hint, ". ")
		if ok {
			title, text = first+".", rest
		} else {
			text = hint
		}
	}
	return title, text, err.Error()
}

// SelectText selects what lies between two places of the page in view, given as
// shown. While one selection is computed only the newest wish waits.
func (p *Presenter) SelectText(from, to viewer.Point) {
	s, ok := p.Doc.(viewer.Selector)
	if !ok {
		return
	}
	from, to = unrotated(from, p.rotation), unrotated(to, p.rotation)
	if p.selecting {
		p.selectNext = func() { p.SelectText(rotatedPoint(from, p.rotation), rotatedPoint(to, p.rotation)) }
		return
	}
	p.selecting = true
	gen, page := p.Gen, p.Page
	p.run.Background(func() {
		sel, err := s.Select(context.Background(), page, from, to)
		p.run.UI(func() {
			p.selecting = false
			next := p.selectNext
			p.selectNext = nil
			if gen != p.Gen {
				return
			}
			if err == nil {
				p.selected, p.selectedOn = sel, page
				p.redraw()
			}
			if next != nil {
				next()
			}
		})
	})
}

// Between gives the place on the page between two points of it as shown; false where it is too
// small to be meant.
func (p *Presenter) Between(from, to viewer.Point) (viewer.Rect, bool) {
	a, b := unrotated(from, p.rotation), unrotated(to, p.rotation)
	r := viewer.Rect{X: min(a.X, b.X), Y: min(a.Y, b.Y), W: max(a.X, b.X) - min(a.X, b.X), H: max(a.Y, b.Y) - min(a.Y, b.Y)}
	r.X, r.Y = max(0, r.X), max(0, r.Y)
	r.W, r.H = min(r.W, 1-r.X), min(r.H, 1-r.Y)
	return r, r.W > leastPlace && r.H > leastPlace
}

// leastPlace is the least width and height of a place that is drawn, of the page.
const leastPlace = 0.003

// Unselect takes the selection away; false if there was none.
func (p *Presenter) Unselect() bool {
	if p.selected.Text == "" && len(p.selected.Rects) == 0 {
		return false
	}
	p.selected = viewer.Selection{}
	p.redraw()
	return true
}

// unrotated turns a place as shown back to the page without additional rotation.
func unrotated(at viewer.Point, quarters int) viewer.Point {
	return rotatedPoint(at, 4-quarters&3)
}

// rotatedPoint turns a place clockwise by quarters.
func rotatedPoint(at viewer.Point, quarters int) viewer.Point {
	r := rotated(viewer.Rect{X: at.X, Y: at.Y}, quarters)
	return viewer.Point{X: r.X, Y: r.Y}
}

// CopyText gives what is selected, else the text of the page in view, for the
// clipboard, off the UI thread.
func (p *Presenter) CopyText(put func(string)) {
	if p.selected.Text != "" {
		put(p.selected.Text)
		return
	}
	t, ok := p.Doc.(viewer.Texter)
	if !ok {
		return
	}
	page, gen := p.Page, p.Gen
	p.run.Background(func() {
		text, err := t.Text(context.Background(), page)
		p.run.UI(func() {
			if err == nil && gen == p.Gen {
				put(text)
			}
		})
	})
}

// Outline reads the headings.
func (p *Presenter) Outline(show func([]viewer.Heading)) {
	o, ok := p.Doc.(viewer.Outliner)
	if !ok {
		show(nil)
		return
	}
	gen := p.Gen
	p.run.Background(func() {
		list, err := o.Outline(context.Background())
		p.run.UI(func() {
			if gen != p.Gen {
				return
			}
			if err != nil {
				list = nil // told as "none": the page itself is shown all the same
			}
			show(list)
		})
	})
}

// ObjectName proposes a name for the file behind a cell: what the cell itself calls
// it.
func ObjectName(doc viewer.Document, row, col int) string {
	t, ok := doc.(viewer.Tabler)
	if !ok {
		return "objekt"
	}
	cells := t.Row(row)
	if col < len(cells) {
		for part := range strings.FieldsSeq(cells[col]) {
			if strings.Contains(part, ".") {
				return part
			}
		}
	}
	return "objekt-" + Itoa(row+1)
}

// HasOutline reports whether a document may have headings: of pages that is known only
// once they are asked for.
func HasOutline(d viewer.Document) bool {
	o, ok := d.(viewer.Outliner)
	if _, lines := d.(viewer.Liner); !ok || !lines {
		return ok
	}
	list, err := o.Outline(context.Background()) // read with the lines
	return err == nil && len(list) > 0
}

// GoTo shows the page or line of a heading.
func (p *Presenter) GoTo(h viewer.Heading) {
	if l, ok := p.Doc.(viewer.Liner); ok && h.Page >= 0 && h.Page < l.Lines() {
		p.Hits, p.Hit = []viewer.Hit{{Page: h.Page}}, 0
		p.redraw()
		return
	}
	p.TurnPage(h.Page)
}
