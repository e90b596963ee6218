package model

import (
	"context"

	"laufzettel/views/present"
)

// pageSize is how many files are held as one page.
const pageSize = 200

func (p *Presenter) forget() { p.pages, p.asked = map[int][]File{}, map[int]bool{} }

// File gives file i; false while its page is on the way.
func (p *Presenter) File(i int) (File, bool) {
	n := i / pageSize
	if page, ok := p.pages[n]; ok {
		if j := i % pageSize; j < len(page) {
			return page[j], true
		}
		return File{}, false
	}
	if !p.asked[n] {
		p.asked[n] = true
		p.fetch(n)
	}
	return File{}, false
}

func (p *Presenter) fetch(n int) {
	id, life := p.ID, p.life
	var page []File
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		page, err = p.src.Files(ctx, id, n*pageSize, pageSize)
		return err
	}, func(err error) {
		if life != p.life {
			return
		}
		if err != nil {
			p.Fault = err
			p.redraw()
			return
		}
		p.pages[n] = page
		p.Filled()
	})
}

// Visible gives the rows of the record tree that are not inside a closed one.
func (p *Presenter) Visible() []Node {
	var out []Node
	hide := -1
	for _, n := range p.Detail.Records {
		if hide >= 0 && n.Level > hide {
			continue
		}
		hide = -1
		out = append(out, n)
		if !n.Leaf && p.folded[n.ID] {
			hide = n.Level
		}
	}
	return out
}

// Closed tells whether an object of the tree is closed.
func (p *Presenter) Closed(id string) bool { return p.folded[id] }

// Fold opens or closes an object of the tree.
func (p *Presenter) Fold(id string) { p.folded[id] = !p.folded[id] }

// Roots counts the objects at the top of the tree.
func (p *Presenter) Roots() int {
	n := 0
	for _, r := range p.Detail.Records {
		if r.Level == 0 {
			n++
		}
	}
	return n
}
