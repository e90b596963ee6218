package pageview

import (
	"context"
	"strconv"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
)

func itoa(n int) string { return strconv.Itoa(n) }

// maxWrapped bounds the lines on screen.
const maxWrapped = 600_000

// wrap breaks the text into lines of the pane's width.
func (p *presenter) wrap() {
	p.lines = nil
	l, ok := p.doc.(viewer.Liner)
	if !ok {
		return
	}
	for i := range l.Lines() {
		if p.lines = append(p.lines, wrapLine(l.Line(i), max(20, p.cols))...); len(p.lines) > maxWrapped {
			return
		}
	}
}

// wrapLine breaks at spaces where it can.
func wrapLine(s string, cols int) []string {
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

// search looks for words in the whole document; "" ends the search.
func (p *presenter) search(words string) {
	p.query = strings.TrimSpace(words)
	p.hits, p.hit, p.searched = nil, 0, false
	if p.seek != nil {
		p.seek()
		p.seek = nil
	}
	s, ok := p.doc.(viewer.Searcher)
	if p.query == "" || !ok {
		p.redraw()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.seek = cancel
	gen, query := p.gen, p.query
	p.run.Background(func() {
		hits, err := s.Search(ctx, query)
		p.run.UI(func() {
			if gen != p.gen || query != p.query || failure.Canceled(err) {
				return
			}
			p.hits, p.searched = hits, true
			p.hit = 0
			for i, h := range hits {
				if h.Page >= p.page {
					p.hit = i
					break
				}
			}
			p.toHit()
			p.redraw()
		})
	})
}

// step goes to the next or previous hit, round and round.
func (p *presenter) step(by int) {
	if len(p.hits) == 0 {
		return
	}
	p.hit = (p.hit + by + len(p.hits)) % len(p.hits)
	p.toHit()
	p.redraw()
}

func (p *presenter) toHit() {
	if len(p.hits) > 0 && p.pages() > 0 {
		p.turnPage(p.hits[p.hit].Page)
	}
}

// counter is the "2/3" of the search field.
func (p *presenter) counter() string {
	switch {
	case p.query == "" || !p.searched:
		return ""
	case len(p.hits) == 0:
		return "0"
	case len(p.hits) >= viewer.MaxHits:
		return itoa(p.hit+1) + "/" + itoa(len(p.hits)) + "+"
	}
	return itoa(p.hit+1) + "/" + itoa(len(p.hits))
}

// mark is one highlighted place on the page in view, as shown.
type mark struct {
	viewer.Rect
	Now bool
}

// marks gives the hits on the page in view with the rotation applied.
func (p *presenter) marks() []mark {
	var out []mark
	for i, h := range p.hits {
		if h.Page != p.page {
			continue
		}
		for _, r := range h.Rects {
			out = append(out, mark{rotated(r, p.rotation), i == p.hit})
		}
	}
	if p.selectedOn == p.page {
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

// failure gives the words of the error box.
func (p *presenter) failure() (title, text, details string) {
	err := p.err
	if err == nil {
		err = p.failed
	}
	if err == nil {
		return "", "", ""
	}
	title, text = p.words.T("page.failed.title"), p.words.T("page.failed.text")
	if hint := failure.HintOf(err); hint != "" {
		first, rest, ok := strings.Cut(hint, ". ")
		if ok {
			title, text = first+".", rest
		} else {
			text = hint
		}
	}
	return title, text, err.Error()
}

// selectText selects what lies between two places of the page in view, given as
// shown. While one selection is computed only the newest wish waits.
func (p *presenter) selectText(from, to viewer.Point) {
	s, ok := p.doc.(viewer.Selector)
	if !ok {
		return
	}
	from, to = unrotated(from, p.rotation), unrotated(to, p.rotation)
	if p.selecting {
		p.selectNext = func() { p.selectText(rotatedPoint(from, p.rotation), rotatedPoint(to, p.rotation)) }
		return
	}
	p.selecting = true
	gen, page := p.gen, p.page
	p.run.Background(func() {
		sel, err := s.Select(context.Background(), page, from, to)
		p.run.UI(func() {
			p.selecting = false
			next := p.selectNext
			p.selectNext = nil
			if gen != p.gen {
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

// unselect takes the selection away; false if there was none.
func (p *presenter) unselect() bool {
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

// copyText gives what is selected, else the text of the page in view, for the
// clipboard, off the UI thread.
func (p *presenter) copyText(put func(string)) {
	if p.selected.Text != "" {
		put(p.selected.Text)
		return
	}
	t, ok := p.doc.(viewer.Texter)
	if !ok {
		return
	}
	page, gen := p.page, p.gen
	p.run.Background(func() {
		text, err := t.Text(context.Background(), page)
		p.run.UI(func() {
			if err == nil && gen == p.gen {
				put(text)
			}
		})
	})
}

// outline reads the headings.
func (p *presenter) outline(show func([]viewer.Heading)) {
	o, ok := p.doc.(viewer.Outliner)
	if !ok {
		show(nil)
		return
	}
	gen := p.gen
	p.run.Background(func() {
		list, err := o.Outline(context.Background())
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			if err != nil {
				list = nil // told as "none": the page itself is shown all the same
			}
			show(list)
		})
	})
}
