package appraise

import (
	"context"
	"image"

	"laufzettel/viewer"
)

// contactWidth is how wide a first page is drawn on the contact sheet, in pixels.
const contactWidth = 220

// maxContact is the most units on one contact sheet.
const maxContact = 60

// contact is one tile of the contact sheet: the first page of a unit.
type contact struct {
	id   string
	img  *image.RGBA
	done bool // drawn, or known to have no picture
}

// contactSheet draws the first pages of units one after the other, for a glance.
// It belongs to the UI thread.
type contactSheet struct {
	p      *presenter
	tiles  []contact
	cancel context.CancelFunc
	ctx    context.Context
	redraw func()
}

// contacts makes a sheet of the marked units, else of the open ones of the Akte
// the selection lies in, else of the list.
func (p *presenter) contacts(redraw func()) *contactSheet {
	c := &contactSheet{p: p, redraw: redraw}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	for _, id := range p.contactUnits() {
		if len(c.tiles) < maxContact {
			c.tiles = append(c.tiles, contact{id: id})
		}
	}
	c.next(0)
	return c
}

func (p *presenter) contactUnits() []string {
	if len(p.marked) > 0 {
		return p.targets()
	}
	from, to := 0, len(p.tree.objects)
	if id, _ := p.dossier(); id != "" {
		from = p.tree.index[id]
		to = p.tree.end[from]
	}
	var ids []string
	for i := from; i < to; i++ {
		if p.tree.objects[i].Kind == Unit {
			ids = append(ids, p.tree.objects[i].ID)
		}
	}
	return ids
}

// next draws tile i, then the one after it; closing the sheet stops the chain.
func (c *contactSheet) next(i int) {
	if i >= len(c.tiles) || c.ctx.Err() != nil {
		return
	}
	id, portion, src := c.tiles[i].id, c.p.portion.ID, c.p.src
	c.p.run.Background(func() {
		img := firstPage(c.ctx, src, portion, id)
		c.p.run.UI(func() {
			if c.ctx.Err() != nil {
				return
			}
			c.tiles[i].img, c.tiles[i].done = img, true
			c.redraw()
			c.next(i + 1)
		})
	})
}

// firstPage draws the first page of the first dated document that has pages; nil
// where there is none: a tile without a picture says so, it is no fault.
func firstPage(ctx context.Context, src Source, portion, id string) *image.RGBA {
	d, err := src.Details(ctx, portion, id)
	if err != nil || len(d.Documents) == 0 {
		return nil
	}
	doc, err := src.Open(ctx, portion, d.Documents[first(d)].ID)
	if err != nil {
		return nil
	}
	defer doc.Close()
	pager, ok := doc.(viewer.Pager)
	if !ok {
		return nil
	}
	img, err := pager.Render(ctx, viewer.Request{Width: contactWidth})
	if err != nil {
		return nil
	}
	return img
}
