package model

import (
	"context"
	"image"

	"laufzettel/viewer"
)

// contactWidth is how wide a first page is drawn on the contact sheet, in pixels.
const contactWidth = 220

// maxContact is the most units on one contact sheet.
const maxContact = 60

// Contact is one tile of the contact sheet: the first page of a unit.
type Contact struct {
	ID   string
	Img  *image.RGBA
	Done bool // drawn, or known to have no picture
}

// ContactSheet draws the first pages of units one after the other, for a glance.
// It belongs to the UI thread.
type ContactSheet struct {
	p      *Presenter
	Tiles  []Contact
	Cancel context.CancelFunc
	ctx    context.Context
	redraw func()
}

// Contacts makes a sheet of the marked units, else of the open ones of the Akte
// the selection lies in, else of the list.
func (p *Presenter) Contacts(redraw func()) *ContactSheet {
	c := &ContactSheet{p: p, redraw: redraw}
	c.ctx, c.Cancel = context.WithCancel(context.Background())
	for _, id := range p.ContactUnits() {
		if len(c.Tiles) < maxContact {
			c.Tiles = append(c.Tiles, Contact{ID: id})
		}
	}
	c.next(0)
	return c
}

// ContactUnits are the units a contact sheet shows: the marked ones, else those of the
// Akte the selection lies in, else those of the list.
func (p *Presenter) ContactUnits() []string {
	if len(p.Marked) > 0 {
		return p.Targets()
	}
	from, to := 0, len(p.Tree.Objects)
	if id, _ := p.Dossier(); id != "" {
		from = p.Tree.Index[id]
		to = p.Tree.end[from]
	}
	var ids []string
	for i := from; i < to; i++ {
		if p.Tree.Objects[i].Kind == Unit {
			ids = append(ids, p.Tree.Objects[i].ID)
		}
	}
	return ids
}

// next draws tile i, then the one after it; closing the sheet stops the chain.
func (c *ContactSheet) next(i int) {
	if i >= len(c.Tiles) || c.ctx.Err() != nil {
		return
	}
	id, portion, src := c.Tiles[i].ID, c.p.Portion.ID, c.p.src
	c.p.run.Background(func() {
		img := FirstPage(c.ctx, src, portion, id)
		c.p.run.UI(func() {
			if c.ctx.Err() != nil {
				return
			}
			c.Tiles[i].Img, c.Tiles[i].Done = img, true
			c.redraw()
			c.next(i + 1)
		})
	})
}

// FirstPage draws the first page of the first dated document of a unit; nil where it has
// no pages: a tile without a picture says so, it is no fault.
func FirstPage(ctx context.Context, src Source, portion, id string) *image.RGBA {
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
