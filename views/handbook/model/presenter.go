package model

import (
	"io/fs"
	"strings"

	"laufzettel/views/present"
	"laufzettel/views/route"
)

// Presenter holds what is read; all fields belong to the UI thread.
type Presenter struct {
	files  fs.FS
	run    present.Dispatcher
	redraw func()

	Book    *Book // nil while it is read
	Err     error
	Chapter int
	Row     int // the row to be shown first
	Query   string
	Hits    []Hit
	Hit     int // which of Hits is shown, -1: none

	loading bool
	wanted  route.Key // asked for before the book was there
	past    []place
}

type place struct{ chapter, row int }

// NewPresenter makes one; nothing is read before Show.
func NewPresenter(files fs.FS, run present.Dispatcher, redraw func()) *Presenter {
	return &Presenter{files: files, run: run, redraw: redraw, Hit: -1}
}

// Show opens the chapter about a screen; without one what was read last stays.
func (p *Presenter) Show(about route.Key) {
	if p.Book != nil {
		if about != "" {
			p.Open(p.Book.Topic(about), 0)
		}
		return
	}
	p.wanted = about
	if p.loading {
		return
	}
	p.loading = true
	p.run.Background(func() {
		book, err := Load(p.files)
		p.run.UI(func() {
			p.loading, p.Book, p.Err = false, book, err
			if err == nil && p.wanted != "" {
				p.Chapter = book.Topic(p.wanted)
			}
			if err == nil && p.Query != "" {
				p.Search(p.Query)
				return
			}
			p.redraw()
		})
	})
}

// Open shows a chapter from a row on and keeps where one was.
func (p *Presenter) Open(chapter, row int) {
	if p.Book == nil || chapter < 0 || chapter >= len(p.Book.Chapters) {
		return
	}
	if now := (place{p.Chapter, p.Row}); now != (place{chapter, row}) {
		p.past = append(p.past, now)
	}
	p.Chapter, p.Row = chapter, row
	p.redraw()
}

// Read notes how far a person has read, so that the way back leads there.
func (p *Presenter) Read(row int) { p.Row = row }

// Back leads to what was read before; false: there is nothing.
func (p *Presenter) Back() bool {
	n := len(p.past)
	if n == 0 {
		return false
	}
	p.Chapter, p.Row, p.past = p.past[n-1].chapter, p.past[n-1].row, p.past[:n-1]
	p.redraw()
	return true
}

// Rows are those of the chapter shown.
func (p *Presenter) Rows() []Row {
	if p.Book == nil {
		return nil
	}
	return p.Book.Chapters[p.Chapter].Rows
}

// Search looks through all chapters; "" ends it. What is read stays until a hit is opened.
func (p *Presenter) Search(query string) {
	p.Query, p.Hits, p.Hit = strings.TrimSpace(query), nil, -1
	if p.Book != nil {
		p.Hits = p.Book.Search(p.Query)
	}
	p.redraw()
}

// Choose opens hit i.
func (p *Presenter) Choose(i int) {
	if i < 0 || i >= len(p.Hits) {
		return
	}
	p.Hit = i
	p.Open(p.Hits[i].Chapter, p.Hits[i].Row)
}

// Step goes to the next or previous hit, from chapter to chapter, round and round.
func (p *Presenter) Step(by int) {
	n := len(p.Hits)
	if n == 0 {
		return
	}
	at := p.Hit + by
	if p.Hit < 0 && by < 0 {
		at = -1
	}
	p.Choose((at + n) % n)
}

// Picture gives the bytes of a picture of the handbook, nil if there is none.
func (p *Presenter) Picture(name string) []byte {
	if p.Book == nil {
		return nil
	}
	return p.Book.Picture(name)
}

// Follow opens where a link leads: a page. A picture is given back, to be shown by the face.
func (p *Presenter) Follow(to string) (picture []byte) {
	if p.Book == nil {
		return nil
	}
	if i := p.Book.Find(to); i >= 0 {
		p.Open(i, 0)
		return nil
	}
	return p.Book.Picture(to)
}
