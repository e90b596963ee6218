package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
)

// maxDeaths is how many children a document may end before it is not read any more.
const maxDeaths = 3

// document is one open file. It is not bound to a child: any child opens it when it
// needs it.
type document struct {
	pool   *Pool
	id     int64
	src    viewer.Source
	trade  trade
	info   viewer.Info
	pages  int
	closed atomic.Bool

	mu     sync.Mutex
	faults map[int]error // pages that ended a child: they are not tried again
}

// shaped is the document as what it can do.
func (d *document) shaped(a answer) (viewer.Document, error) {
	d.info, d.pages = a.info, a.pages
	switch {
	case a.shape == shapePages && a.pages > 0:
		return &pages{d}, nil
	case a.shape == shapePaper && a.pages > 0:
		return &paper{pages{d}}, nil
	case a.shape == shapeLetter:
		lines := text.NewLines(a.text, d.src, "", nil).(viewer.Liner)
		return &letter{document: d, Liner: lines, parts: a.parts, headings: a.outline}, nil
	}
	return nil, viewer.Damaged("open "+d.src.Name, errLied)
}

// Info implements viewer.Document.
func (d *document) Info() viewer.Info { return d.info }

// Close implements viewer.Document.
func (d *document) Close() error {
	if d.closed.CompareAndSwap(false, true) {
		d.pool.forget(d.id)
	}
	return nil
}

// ask asks a child about a page, unless that page has ended one before.
func (d *document) ask(ctx context.Context, op string, r request, w *want) (a answer, err error) {
	if d.closed.Load() {
		return a, fmt.Errorf("%s: document is closed", op)
	}
	if r.act != actOutline && r.act != actPart && (r.page < 0 || r.page >= d.pages) {
		return a, fmt.Errorf("%s: page %d of %d", op, r.page, d.pages)
	}
	page := r.page
	switch r.act {
	case actOutline, actPart:
		page = -1 - r.part
	case actStructure: // tags that cannot be read hide no page
		page = -2 - maxParts - r.page
	}
	if err := d.fault(page); err != nil {
		return a, err
	}
	a, err = d.pool.do(ctx, d, r, w)
	if (errors.Is(err, errMemory) || errors.Is(err, errPDF)) && r.act != actPart {
		// what pages before left counted too; a fresh child has this one alone
		w.img, w.at, w.seen = nil, 0, false
		a, err = d.pool.do(ctx, d, r, w)
	}
	if err == nil {
		return a, nil
	}
	about := page
	if r.act == actStructure {
		about = r.page
	}
	err = told(ctx, op, about, err)
	lasts := func(why error) bool { return errors.Is(err, why) }
	if slices.ContainsFunc([]error{errMemory, errPDF, errTime, errBroken, errLied}, lasts) {
		d.mu.Lock()
		d.faults[page] = err
		d.mu.Unlock()
	}
	return answer{}, err
}

func (d *document) fault(page int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.faults[page]; err != nil {
		return err
	}
	if len(d.faults) >= maxDeaths {
		return failure.New(failure.Refused, "read "+d.src.Name, wording.Say("hint.child.given-up", len(d.faults)))
	}
	return nil
}

// pages is a document of drawn pages.
type pages struct{ *document }

// Pages implements viewer.Pager.
func (d *pages) Pages() int { return d.document.pages }

// PageSize implements viewer.Pager.
func (d *pages) PageSize(ctx context.Context, page int) (viewer.Size, error) {
	a, err := d.ask(ctx, "measure page", request{act: actSize, page: page}, &want{})
	if err == nil && !(a.size.Width > 0 && a.size.Height > 0) {
		err = viewer.Damaged("measure page", errLied)
	}
	return a.size, err
}

// Render implements viewer.Pager.
func (d *pages) Render(ctx context.Context, r viewer.Request) (*image.RGBA, error) {
	w := &want{busy: true}
	width := min(max(r.Width, 1), maxPixels)
	if _, err := d.ask(ctx, "draw page", request{act: actRender, page: r.Page, width: width, rotation: r.Rotation & 3}, w); err != nil {
		return nil, err
	}
	return w.img, nil
}

// paper is a document of drawn pages with text.
type paper struct{ pages }

// Text implements viewer.Texter.
func (d *paper) Text(ctx context.Context, page int) (string, error) {
	a, err := d.ask(ctx, "read text", request{act: actText, page: page}, &want{})
	return a.text, err
}

// maxQuery is the longest words a search takes, in bytes.
const maxQuery = 2000

// Search implements viewer.Searcher page by page, so that the page in view can be
// drawn in between.
func (d *paper) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	words = strings.Join(strings.Fields(words), " ")
	if words == "" || len(words) > maxQuery {
		return nil, nil
	}
	var hits []viewer.Hit
	var failed error
	for page := 0; page < d.document.pages && len(hits) < viewer.MaxHits; page++ {
		a, err := d.ask(ctx, "search page", request{act: actSearch, page: page, words: words, most: viewer.MaxHits - len(hits)}, &want{})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && failed == nil {
			failed = err // one damaged page does not hide the hits of the others
		}
		for _, h := range a.hits[:min(len(a.hits), viewer.MaxHits-len(hits))] {
			h.Page = page
			hits = append(hits, h)
		}
	}
	if len(hits) > 0 {
		return hits, nil
	}
	return nil, failed
}

// Outline implements viewer.Outliner.
func (d *paper) Outline(ctx context.Context) ([]viewer.Heading, error) {
	a, err := d.ask(ctx, "read outline", request{act: actOutline}, &want{})
	for i := range a.outline {
		if a.outline[i].Page >= d.document.pages {
			a.outline[i].Page = -1
		}
	}
	return a.outline, err
}

// Select implements viewer.Selector.
func (d *paper) Select(ctx context.Context, page int, from, to viewer.Point) (viewer.Selection, error) {
	a, err := d.ask(ctx, "select text", request{act: actSelect, page: page, from: from, to: to}, &want{})
	return viewer.Selection{Text: a.text, Rects: a.rects}, err
}

// Words implements viewer.Worder.
func (d *paper) Words(ctx context.Context, page int) ([]viewer.Word, error) {
	a, err := d.ask(ctx, "read words", request{act: actWords, page: page}, &want{})
	return a.words, err
}

// Structure implements viewer.Structurer.
func (d *paper) Structure(ctx context.Context, page int) (viewer.Structure, error) {
	a, err := d.ask(ctx, "read structure", request{act: actStructure, page: page}, &want{})
	return a.tags, err
}

// letter is a mail or an office file: facts, lines of text, attachments, headings.
type letter struct {
	*document
	viewer.Liner
	parts    []viewer.Part
	headings []viewer.Heading // Page is the line
}

// Info implements viewer.Document.
func (d *letter) Info() viewer.Info { return d.document.Info() }

// Close implements viewer.Document.
func (d *letter) Close() error { return d.document.Close() }

// Text implements viewer.Texter: the head of a mail and the body.
func (d *letter) Text(ctx context.Context, page int) (string, error) {
	if d.info.Kind != viewer.Message {
		return d.Liner.(viewer.Texter).Text(ctx, page)
	}
	var b strings.Builder
	for _, f := range d.info.Facts {
		b.WriteString(f.Label + ": " + f.Value + "\n")
	}
	body, err := d.Liner.(viewer.Texter).Text(ctx, page)
	return b.String() + "\n" + body, err
}

// Search implements viewer.Searcher over the body.
func (d *letter) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	return d.Liner.(viewer.Searcher).Search(ctx, words)
}

// Outline implements viewer.Outliner.
func (d *letter) Outline(context.Context) ([]viewer.Heading, error) {
	return slices.DeleteFunc(slices.Clone(d.headings), func(h viewer.Heading) bool { return h.Page < 0 || h.Page >= d.Lines() }), nil
}

// Parts implements viewer.Container.
func (d *letter) Parts() []viewer.Part { return append([]viewer.Part(nil), d.parts...) }

// OpenPart implements viewer.Container: the part is held in this process while it
// is open.
func (d *letter) OpenPart(n int) (viewer.Source, error) {
	if n < 0 || n >= len(d.parts) {
		return viewer.Source{}, fmt.Errorf("open attachment: %d of %d", n, len(d.parts))
	}
	p := d.parts[n]
	w := &want{most: p.Size, part: make([]byte, 0, min(p.Size, maxPiece))}
	if _, err := d.ask(context.Background(), "open attachment "+p.Name, request{act: actPart, part: n}, w); err != nil {
		return viewer.Source{}, err
	}
	return viewer.Source{Name: p.Name, MIME: p.MIME, Content: bytes.NewReader(w.part), Size: int64(len(w.part))}, nil
}
