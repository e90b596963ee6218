package recognised

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"laufzettel/viewer"
)

// Note stands at a document of which text was recognised. It is German like every note.
const Note = "Text einzelner Seiten stammt aus einer Texterkennung; er kann falsch sein."

// Source gives the recognised text of a page (from 0), nil where there is none.
type Source func(ctx context.Context, page int) (*Text, error)

// Over sets recognised text over a document of drawn pages: a page that holds none of its
// own gives, and is searched in, what was recognised. The words of a page with their places
// (viewer.Worder) stay those of the file: what was recognised is never all of them.
func Over(doc viewer.Document, pages []int, src Source) viewer.Document {
	p, ok := doc.(viewer.Pager)
	if !ok || len(pages) == 0 {
		return doc
	}
	d := over{Pager: p, pages: slices.Sorted(slices.Values(pages)), src: src, kept: map[int]*Text{}, mu: &sync.Mutex{}}
	if w, ok := doc.(viewer.Worder); ok {
		return &overWords{d, w}
	}
	return &d
}

// overWords is over of a document that knows its words.
type overWords struct {
	over
	viewer.Worder
}

// over is a document of drawn pages with recognised text.
type over struct {
	viewer.Pager
	pages []int
	src   Source
	mu    *sync.Mutex
	kept  map[int]*Text
}

// Info implements viewer.Document.
func (d *over) Info() viewer.Info {
	i := d.Pager.Info()
	i.Notes = append(slices.Clone(i.Notes), Note)
	return i
}

// own is the text the file itself gives.
func (d *over) own(ctx context.Context, page int) (string, error) {
	t, ok := d.Pager.(viewer.Texter)
	if !ok {
		return "", nil
	}
	return t.Text(ctx, page)
}

// read gives what was recognised on a page, nil: nothing, or the file has text of its own there.
func (d *over) read(ctx context.Context, page int) (*Text, error) {
	if _, found := slices.BinarySearch(d.pages, page); !found {
		return nil, nil
	}
	d.mu.Lock()
	t, known := d.kept[page]
	d.mu.Unlock()
	if known {
		return t, nil
	}
	own, err := d.own(ctx, page)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(own) == "" {
		if t, err = d.src(ctx, page); err != nil {
			return nil, err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.kept) >= mostKept {
		clear(d.kept)
	}
	d.kept[page] = t
	return t, nil
}

// mostKept pages are kept laid out.
const mostKept = 64

// Text implements viewer.Texter.
func (d *over) Text(ctx context.Context, page int) (string, error) {
	t, err := d.read(ctx, page)
	if err != nil {
		return "", err
	}
	if t != nil {
		return t.Body, nil
	}
	return d.own(ctx, page)
}

// Search implements viewer.Searcher: what the file finds in itself, and what stands in what
// was recognised.
func (d *over) Search(ctx context.Context, words string) (hits []viewer.Hit, err error) {
	if s, ok := d.Pager.(viewer.Searcher); ok {
		if hits, err = s.Search(ctx, words); err != nil {
			return nil, err
		}
	}
	f := viewer.NewFinder(words)
	for _, page := range d.pages {
		if f.Empty() || len(hits) >= viewer.MaxHits {
			break
		}
		t, err := d.read(ctx, page)
		if err != nil {
			return nil, err
		}
		if t != nil {
			hits = append(hits, t.Find(f, page, viewer.MaxHits-len(hits))...)
		}
	}
	slices.SortStableFunc(hits, func(a, b viewer.Hit) int { return cmp.Compare(a.Page, b.Page) })
	return hits, nil
}

// Outline implements viewer.Outliner.
func (d *over) Outline(ctx context.Context) ([]viewer.Heading, error) {
	if o, ok := d.Pager.(viewer.Outliner); ok {
		return o.Outline(ctx)
	}
	return nil, nil
}

// Select implements viewer.Selector: what the file itself knows.
func (d *over) Select(ctx context.Context, page int, from, to viewer.Point) (viewer.Selection, error) {
	if s, ok := d.Pager.(viewer.Selector); ok {
		return s.Select(ctx, page, from, to)
	}
	return viewer.Selection{}, nil
}

// Structure implements viewer.Structurer.
func (d *over) Structure(ctx context.Context, page int) (viewer.Structure, error) {
	if s, ok := d.Pager.(viewer.Structurer); ok {
		return s.Structure(ctx, page)
	}
	return viewer.Structure{}, nil
}
