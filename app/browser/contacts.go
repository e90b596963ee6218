package browser

import (
	"image/png"
	"net/http"

	"laufzettel/appraisal/sift"
	appraise "laufzettel/views/appraise/model"
)

// contactsPerPage is how many first pages stand side by side on a page.
const contactsPerPage = 24

type contactTile struct {
	ID, Label, Href, Picture string
	Index                    int
	Letter, Decided          string
}

type contactsBody struct {
	ID     string
	Tiles  []contactTile
	Pager  pager
	Back   string
	Below  string // the Akte they are from, "" for the whole list
	Blocks []string
}

// contactSheet are the first pages of the units of a portion being appraised.
type contactSheet struct{ room *appraiseRoom }

// page shows the first pages of units side by side, with what is decided, and
// decides on the marked ones. What the pictures show is there as text at each unit.
func (c contactSheet) page(w http.ResponseWriter, r *http.Request) error {
	s, id, object := c.room, r.URL.Query().Get("id"), r.URL.Query().Get("object")
	b := contactsBody{ID: id, Back: address("appraise", "id", id)}
	title := ""
	err := s.at(r.Context(), id, func(_ *workplace, p *appraise.Presenter) error {
		p.Narrow(sift.Filter{})
		p.Marked, p.Current = map[string]bool{}, ""
		if i, ok := p.Tree.Index[object]; ok {
			p.Current, b.Below = object, p.Tree.Label(i)
		}
		title, b.Blocks = p.Portion.Title, reasonsOf(p)
		units := p.ContactUnits()
		from, to, pg := turn(r, len(units), contactsPerPage, func(n int) string {
			return s.pages.href("appraise/contacts", "id", id, "object", object, "page", n)
		})
		b.Pager = pg
		for _, unit := range units[from:to] {
			i := p.Tree.Index[unit]
			b.Tiles = append(b.Tiles, contactTile{
				ID:      unit,
				Index:   i,
				Label:   p.Tree.Label(i),
				Letter:  p.Tree.Letter(i),
				Decided: verdictOf(s.words, p, i),
				Href:    s.pages.href("appraise", "id", id, "object", unit),
				Picture: s.pages.href("appraise/first", "id", id, "object", unit),
			})
		}
		return nil
	})
	if err != nil {
		return err
	}
	for n := range b.Tiles {
		if d, err := s.src.Details(r.Context(), id, b.Tiles[n].ID); err != nil || len(d.Documents) == 0 {
			b.Tiles[n].Picture = "" // it says so
		}
	}
	s.write(w, r, &page{
		Name:   "contacts",
		Title:  s.words.T("appraise.contact.title"),
		Room:   "appraise",
		Crumbs: s.crumbs("appraise", link{title, b.Back}),
		Body:   b,
	})
	return nil
}

// first draws the first page of a unit for the contact sheet.
func (c contactSheet) first(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	img := appraise.FirstPage(r.Context(), c.room.src, q.Get("id"), q.Get("object"))
	if img == nil {
		return errNoPicture
	}
	w.Header().Set("Content-Type", "image/png")
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, img)
}
