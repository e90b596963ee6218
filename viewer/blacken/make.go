package blacken

import (
	"context"
	"fmt"
	"image"
	"io"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Limits of a copy.
const (
	MaxPages   = 500
	dotsInch   = 200 // of the pictures
	leastWidth = 600
	mostWidth  = 5000
)

// Page is what became of a page, for the person who looks at the copy.
type Page struct {
	Bars   int  `json:"bars"`
	Words  int  `json:"words"`  // that stay as text
	Beside int  `json:"beside"` // that lie under a bar and were not marked
	Hidden int  `json:"hidden"` // that nobody sees on the page: they do not go into the copy
	Left   int  `json:"left"`   // that stay though the same word is marked somewhere
	Blank  bool `json:"blank"`  // without text: no search finds anything here
	Unread bool `json:"unread"` // its words could not be read: the copy has none of them
}

// Paper gives a document as pages to be copied. Errors: Refused for one that is not drawn
// as pages, and for one of too many.
func Paper(doc viewer.Document) (viewer.Pager, error) {
	p, ok := doc.(viewer.Pager)
	if !ok || p.Pages() < 1 {
		return nil, failure.New(failure.Refused, "blacken", wording.Say("hint.blacken.no-pages"))
	}
	if p.Pages() > MaxPages {
		return nil, failure.New(failure.Refused, "blacken", wording.Say("hint.blacken.too-many-pages", p.Pages(), MaxPages))
	}
	return p, nil
}

// WordsOf gives the words of a page, none where the document has pictures only. ok is
// false where they could not be read: the page may hold words nobody finds.
func WordsOf(ctx context.Context, doc viewer.Document, page int) (words []viewer.Word, ok bool, err error) {
	w, can := doc.(viewer.Worder)
	if !can {
		return nil, true, nil
	}
	words, err = w.Words(ctx, page)
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	return words, err == nil, nil
}

// Kept are the words under the marks of a document, while a copy of it is made.
func Kept(ctx context.Context, doc viewer.Pager, marks map[int][]viewer.Rect) (*Secret, error) {
	s := &Secret{}
	for page, marked := range marks {
		words, _, err := WordsOf(ctx, doc, page)
		if err != nil {
			return nil, err
		}
		s.Take(words, marked)
	}
	return s, nil
}

// Make writes a copy of a document with bars over the marked places (by page, from 0):
// every page anew as a picture, behind it the words that stay. head gives title and
// tool; nothing else of it, and nothing of the file but its pages, goes in.
func Make(ctx context.Context, w io.Writer, doc viewer.Pager, marks map[int][]viewer.Rect, s *Secret, head report.Document) ([]Page,
	error) {
	var out []Page
	err := report.WritePictured(w, head, func() (*report.Pictured, error) {
		if len(out) == doc.Pages() {
			return nil, ctx.Err()
		}
		page, told, err := makePage(ctx, doc, len(out), marks[len(out)], s)
		out = append(out, told)
		return page, err
	})
	return out, err
}

func makePage(ctx context.Context, doc viewer.Pager, n int, marked []viewer.Rect, s *Secret) (*report.Pictured, Page, error) {
	var told Page
	size, err := doc.PageSize(ctx, n)
	if err != nil {
		return nil, told, err
	}
	img, err := doc.Render(ctx, viewer.Request{Page: n, Width: widthOf(size)})
	if err != nil {
		return nil, told, fmt.Errorf("draw page %d: %w", n+1, err)
	}
	words, read, err := WordsOf(ctx, doc, n)
	if err != nil {
		return nil, told, err
	}
	var bars []viewer.Rect
	for _, m := range marked {
		bars = append(bars, Bar(m))
	}
	seen := Seen(img, words)
	stay := Stay(seen, bars)
	told = Page{
		Bars: len(bars), Words: len(stay), Beside: len(Stay(seen, marked)) - len(stay), Hidden: len(words) - len(seen),
		Left: s.Left(stay), Blank: read && len(words) == 0, Unread: !read,
	}
	Paint(img, bars)
	page := &report.Pictured{Width: size.Width, Height: size.Height, Picture: plain(img)}
	for _, v := range stay {
		page.Words = append(page.Words, report.Behind{Text: v.Text, X: v.Rect.X, Y: v.Rect.Y, W: v.Rect.W, H: v.Rect.H})
	}
	return page, told, nil
}

func widthOf(s viewer.Size) int { return min(max(int(s.Width/72*dotsInch), leastWidth), mostWidth) }

// plain gives a grey picture where there is no colour, which takes a third of the room.
func plain(img *image.RGBA) image.Image {
	if g := Grey(img); g != nil {
		return g
	}
	return img
}
