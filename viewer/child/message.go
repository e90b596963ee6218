package child

import (
	"fmt"
	"math"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// act is what a request asks for.
type act uint8

const (
	actOpen act = iota
	actSize
	actRender
	actText
	actSearch
	actOutline
	actSelect
	actPart
	actWords
	actStructure
	acts
)

// request is one call. Every one names the file, so that any child can serve it.
type request struct {
	id   int64 // of this request
	act  act
	doc  int64
	name string // base name: for its extension and for messages
	puid string
	mime string
	size int64

	page, width, rotation int
	words                 string
	most                  int // hits
	from, to              viewer.Point
	part                  int
}

func (r request) pack() []byte {
	var p packer
	for _, n := range []int64{r.id, int64(r.act), r.doc, r.size, int64(r.page), int64(r.width), int64(r.rotation), int64(r.most),
		int64(r.part)} {
		p.num(n)
	}
	for _, s := range []string{r.name, r.puid, r.mime, r.words} {
		p.text(s)
	}
	for _, f := range []float64{r.from.X, r.from.Y, r.to.X, r.to.Y} {
		p.float(f)
	}
	return p.b
}

func unpackRequest(b []byte) (request, error) {
	u := unpacker{b: b}
	r := request{id: u.num(0, math.MaxInt64), act: act(u.num(0, int64(acts)-1)), doc: u.num(0, math.MaxInt64),
		size: u.num(1, math.MaxInt64),
		page: int(u.num(0, maxPages)), width: int(u.num(0, math.MaxInt32)), rotation: int(u.num(0, 3)), most: int(u.num(0, viewer.MaxHits)),
		part: int(u.num(0, maxParts))}
	r.name, r.puid, r.mime, r.words = u.text(maxSmall), u.text(maxSmall), u.text(maxSmall), u.text(maxSmall)
	r.from, r.to = viewer.Point{X: u.float(), Y: u.float()}, viewer.Point{X: u.float(), Y: u.float()}
	return r, u.end()
}

// shape is what an open document can do.
type shape uint8

const (
	shapePages  shape = iota // drawn pages
	shapePaper               // drawn pages with text, search, outline and selection
	shapeLetter              // lines of text with parts, search and headings
	shapes
)

// answer is what came of a request; a fault is an answer too.
type answer struct {
	spent bool // the child should not be used again

	shape shape
	info  viewer.Info
	pages int
	parts []viewer.Part
	text  string // of a page; the lines of a letter

	size    viewer.Size
	hits    []viewer.Hit
	outline []viewer.Heading
	rects   []viewer.Rect
	words   []viewer.Word
	tags    viewer.Structure
}

// kinds are the kinds of documents a child may give.
var kinds = []viewer.Kind{viewer.Pages, viewer.Lines, viewer.Message, viewer.Office}

func (a answer) pack() []byte {
	var p packer
	p.flag(a.spent)
	p.num(int64(a.shape))
	for i, k := range kinds {
		if k == a.info.Kind {
			p.num(int64(i))
		}
	}
	if a.info.Kind == "" {
		p.num(0)
	}
	p.text(a.info.Format)
	facts, notes := a.info.Facts[:min(len(a.info.Facts), maxFacts)], a.info.Notes[:min(len(a.info.Notes), maxFacts)]
	p.num(int64(len(facts)))
	for _, f := range facts {
		p.text(f.Label)
		p.text(f.Value)
	}
	p.num(int64(len(notes)))
	for _, n := range notes {
		p.text(n)
	}
	p.flag(a.info.Partial || len(a.text) > maxString)
	p.num(int64(a.pages))
	p.num(int64(len(a.parts)))
	for _, part := range a.parts {
		p.text(part.Name)
		p.text(part.MIME)
		p.num(part.Size)
	}
	p.text(a.text[:min(len(a.text), maxString)])
	p.float(a.size.Width)
	p.float(a.size.Height)
	p.num(int64(len(a.hits)))
	for _, h := range a.hits {
		p.num(int64(h.Page))
		p.text(h.Context)
		p.rects(h.Rects)
	}
	p.num(int64(len(a.outline)))
	for _, h := range a.outline {
		p.text(h.Title)
		p.num(int64(h.Level))
		p.num(int64(h.Page))
	}
	p.rects(a.rects)
	p.num(int64(len(a.words)))
	for _, w := range a.words {
		p.text(w.Text)
		p.rect(w.Rect)
		p.num(int64(w.Line))
	}
	p.tags(a.tags)
	return p.b
}

func (p *packer) rects(list []viewer.Rect) {
	list = list[:min(len(list), maxRects)]
	p.num(int64(len(list)))
	for _, r := range list {
		p.rect(r)
	}
}

func (u *unpacker) rects() []viewer.Rect {
	var list []viewer.Rect
	for range u.count(maxRects) {
		list = append(list, u.rect())
	}
	return list
}

// unpackAnswer reads what a child said of a file of the given size.
func unpackAnswer(b []byte, fileSize int64) (answer, error) {
	u := unpacker{b: b}
	a := answer{spent: u.flag(), shape: shape(u.num(0, int64(shapes)-1))}
	a.info = viewer.Info{Kind: kinds[u.num(0, int64(len(kinds)-1))], Format: u.text(maxSmall)}
	for range u.count(maxFacts) {
		a.info.Facts = append(a.info.Facts, viewer.Fact{Label: u.text(maxSmall), Value: u.text(maxSmall)})
	}
	for range u.count(maxFacts) {
		a.info.Notes = append(a.info.Notes, u.text(maxSmall))
	}
	a.info.Partial = u.flag()
	a.pages = int(u.num(0, maxPages))
	for range u.count(maxParts) {
		a.parts = append(a.parts, viewer.Part{Name: u.text(maxSmall), MIME: u.text(maxSmall), Size: u.num(0, fileSize)})
	}
	a.text = u.text(maxString)
	a.size = viewer.Size{Width: u.float(), Height: u.float()}
	for range u.count(viewer.MaxHits) {
		a.hits = append(a.hits, viewer.Hit{Page: int(u.num(0, maxPages)), Context: u.text(maxSmall), Rects: u.rects()})
	}
	for range u.count(maxMarks) {
		a.outline = append(a.outline, viewer.Heading{Title: u.text(maxSmall), Level: int(u.num(0, maxMarks)),
			Page: int(u.num(-1, maxPages))})
	}
	a.rects = u.rects()
	for range u.count(viewer.MaxWords) {
		a.words = append(a.words, viewer.Word{Text: u.text(maxSmall), Rect: u.rect(), Line: int(u.num(0, math.MaxInt32))})
	}
	a.tags = u.tags()
	return a, u.end()
}

// fault is an error as it crosses the pipe.
type fault struct {
	spent    bool
	stopped  bool // PDFium was stopped (pdf.ErrStopped)
	kind     failure.Kind
	op, text string
	hint     wording.Text // its values are strings
}

func (f fault) pack() []byte {
	var p packer
	p.flag(f.spent)
	p.flag(f.stopped)
	p.num(int64(f.kind))
	values := f.hint.Values[:min(len(f.hint.Values), maxValues)]
	for _, s := range []string{f.op, f.text, f.hint.Key} {
		p.text(s[:min(len(s), maxFault)])
	}
	p.num(int64(len(values)))
	for _, v := range values {
		s := fmt.Sprint(v)
		p.text(s[:min(len(s), maxFault)])
	}
	return p.b
}

// maxFault is the most bytes of a sentence of a fault, maxValues the most values of it.
const (
	maxFault  = 2000
	maxValues = 4
)

func unpackFault(b []byte) (fault, error) {
	u := unpacker{b: b}
	f := fault{spent: u.flag(), stopped: u.flag(), kind: failure.Kind(u.num(int64(failure.Bug), int64(failure.Damaged)))}
	f.op, f.text, f.hint.Key = u.text(maxFault), u.text(maxFault), u.text(maxFault)
	for range u.count(maxValues) {
		f.hint.Values = append(f.hint.Values, u.text(maxFault))
	}
	return f, u.end()
}
