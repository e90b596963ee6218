package browser

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

const (
	// linesPerPage and rowsPerPage are how much of a text or table a page holds.
	linesPerPage = 400
	rowsPerPage  = 100
	// usualWidth and mostWidth are pixels of the picture of a page.
	usualWidth = 900
	mostWidth  = 3600
	// mostHits is how many places of a search a page lists.
	mostHits = 200
	// documentLevel is the level of the heading a document stands under; its own are below.
	documentLevel = 3
	// deepest is how far attachments of attachments are opened.
	deepest = 8
)

// widths are the sizes a picture is offered in.
var widths = []int{600, usualWidth, 1400, 2200, mostWidth}

// block is a piece of the text of a page: a heading of its outline, or text.
type block struct {
	Heading bool
	Text    string
}

// runningLine is a line of running text; Level is that of its heading, 0 for none.
type runningLine struct {
	Text  string
	Level int
	ID    string // of a heading
}

type hitView struct{ Where, Context, Href string }

type partView struct{ Name, Size, Href string }

type cellView struct{ Text, Href string }

// docView is a document as a page shows it: a picture of one page beside its text,
// lines, a table, or facts alone.
type docView struct {
	Title, Format string
	Facts         []viewer.Fact
	Notes         []string
	Back          string // to what it was opened from

	Pages, Page   int
	Picture       string
	Width, Height int
	Fits          bool // it is shown no wider than there is room
	Text          []block
	Leaves        []leafNode // instead of Text where the page is tagged
	Lang          string     // of Leaves, "" where the document names none
	Rest          []block    // text the tags leave out
	Furniture     string     // what the document sets aside
	NoText        bool
	Turn          pager
	Sizes         []tab
	Outline       []partView

	Lines   []runningLine
	Columns []string
	Rows    [][]cellView
	Pager   pager

	Parts  []partView
	Inside string // what the parts are
	Find   string
	Hits   []hitView
	Found  string
	Hidden [][2]string // of the form that searches
}

// source is where a document comes from and how its pages are addressed.
type source struct {
	open    func(context.Context) (viewer.Document, error)
	inside  func(context.Context, viewer.Source) (viewer.Document, error)
	page    string   // the page it is shown on
	picture string   // the page that draws it
	keys    []string // of the query, kept in every address
	title   string
	query   url.Values // what is kept although the page was asked for without it
}

// kept gives what every address of the document carries.
func (src source) kept(r *http.Request) (pairs [][2]string) {
	for _, k := range src.keys {
		v := r.URL.Query().Get(k)
		if fixed := src.query.Get(k); fixed != "" {
			v = fixed
		}
		pairs = append(pairs, [2]string{k, v})
	}
	return pairs
}

// addressOf gives the page of the document, or the one that draws it, with some values
// of its query changed.
func (s *face) addressOf(r *http.Request, src source, page string, changed ...any) string {
	var pairs []any
	for _, kv := range src.kept(r) {
		pairs = append(pairs, kv[0], kv[1])
	}
	return s.pages.href(page, append(pairs, changed...)...)
}

var errNotInside = failure.New(failure.Refused, "open part", wording.Say("browser.notinside"))

// openAt opens a document, or what lies inside it at "p2/c3.1": attachment 2, there
// cell 1 of row 3. closing closes all of it.
func openAt(ctx context.Context, src source, in string) (doc viewer.Document, title string, closing func(), err error) {
	var all []viewer.Document
	closing = func() {
		for _, d := range slices.Backward(all) {
			_ = d.Close() // only read
		}
	}
	title = src.title
	if doc, err = src.open(ctx); err != nil {
		return nil, title, closing, err
	}
	all = append(all, doc)
	steps := strings.Split(in, "/")
	if in == "" {
		steps = nil
	}
	if len(steps) > deepest {
		return doc, title, closing, errNotInside
	}
	for _, step := range steps {
		next, called, err := below(ctx, src, doc, step)
		if err != nil {
			return doc, title, closing, err
		}
		all, doc, title = append(all, next), next, called
	}
	return doc, title, closing, nil
}

// below opens one step inside a document.
func below(ctx context.Context, src source, doc viewer.Document, step string) (viewer.Document, string, error) {
	if rest, ok := strings.CutPrefix(step, "p"); ok {
		c, holds := doc.(viewer.Container)
		n, err := strconv.Atoi(rest)
		if !holds || err != nil || n < 0 || n >= len(c.Parts()) || src.inside == nil {
			return nil, "", errNotInside
		}
		part, err := c.OpenPart(n)
		if err != nil {
			return nil, "", err
		}
		next, err := src.inside(ctx, part)
		return next, c.Parts()[n].Name, err
	}
	rest, ok := strings.CutPrefix(step, "c")
	row, col, _ := strings.Cut(rest, ".")
	r, err1 := strconv.Atoi(row)
	c, err2 := strconv.Atoi(col)
	d, deeper := doc.(viewer.Deeper)
	if t, table := doc.(viewer.Tabler); !ok || err1 != nil || err2 != nil || !deeper || !table || r < 0 || r >= t.Rows() || c < 0 ||
		c >= len(t.Columns()) || !d.Leads(r, c) {
		return nil, "", errNotInside
	}
	title, next, err := d.Below(ctx, r, c)
	return next, title, err
}

// document makes the view of a document; a fault of the file is told in its place, the
// page around it is shown all the same.
func (s *face) document(r *http.Request, src source) docView {
	q := r.URL.Query()
	doc, title, closing, err := openAt(r.Context(), src, q.Get("in"))
	defer closing()
	v := docView{Title: title, Find: strings.TrimSpace(q.Get("find"))}
	if in := q.Get("in"); in != "" {
		above, _ := cutLast(in, "/")
		v.Back = s.addressOf(r, src, src.page, "in", above)
	}
	if err != nil {
		v.Notes = []string{s.words.Explain(err, s.words.T("page.failed.text"))}
		return v
	}
	info := doc.Info()
	v.Format, v.Facts, v.Notes = info.Format, info.Facts, append([]string(nil), info.Notes...)
	v.Hidden = append(src.kept(r), [2]string{"in", q.Get("in")})
	switch d := doc.(type) {
	case viewer.Pager:
		err = s.drawn(r, src, d, &v)
	case viewer.Tabler:
		s.rowsOf(r, src, d, &v)
	case viewer.Liner:
		err = s.running(r, src, d, &v)
	}
	if err == nil {
		err = s.find(r, src, doc, &v)
	}
	if c, ok := doc.(viewer.Container); ok {
		if v.Inside = s.words.T("page.attachments"); info.Kind == viewer.Office {
			v.Inside = s.words.T("page.inside")
		}
		for i, p := range c.Parts() {
			v.Parts = append(v.Parts, partView{p.Name, s.words.Bytes(p.Size),
				s.addressOf(r, src, src.page, "in", inside(q.Get("in"), "p"+strconv.Itoa(i)))})
		}
	}
	if err != nil {
		v.Notes = append(v.Notes, s.words.Explain(err, s.words.T("page.failed.text")))
	}
	return v
}

func cutLast(s, sep string) (before, after string) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+1:]
	}
	return "", s
}

func inside(in, step string) string {
	if in == "" {
		return step
	}
	return in + "/" + step
}

// number reads a number of the query, from 1, within bounds; it is given from 0.
func number(r *http.Request, name string, of int) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil {
		return 0
	}
	return max(0, min(n-1, of-1))
}

// drawn is a document of pages: the picture of one beside its text.
func (s *face) drawn(r *http.Request, src source, d viewer.Pager, v *docView) error {
	ctx, q := r.Context(), r.URL.Query()
	v.Pages = d.Pages()
	if v.Pages == 0 {
		return nil
	}
	v.Page = number(r, "n", v.Pages)
	at := func(n int) string {
		return s.addressOf(r, src, src.page, "in", q.Get("in"), "n", n+1, "width", q.Get("width"), "find", v.Find)
	}
	v.Turn = pager{From: v.Page + 1, To: v.Page + 1, Of: v.Pages}
	if v.Page > 0 {
		v.Turn.Before = at(v.Page - 1)
	}
	if v.Page+1 < v.Pages {
		v.Turn.Next = at(v.Page + 1)
	}
	width := pictureWidth(r)
	v.Fits = width <= usualWidth
	v.Picture = s.addressOf(r, src, src.picture, "in", q.Get("in"), "n", v.Page+1, "width", width, "find", v.Find)
	for _, w := range widths {
		v.Sizes = append(v.Sizes, tab{Text: s.words.T("page.percent", 100*w/usualWidth), Now: w == width,
			Href: s.addressOf(r, src, src.page, "in", q.Get("in"), "n", v.Page+1, "width", w, "find", v.Find)})
	}
	size, err := d.PageSize(ctx, v.Page)
	if err != nil {
		return err
	}
	if size.Width > 0 {
		v.Width, v.Height = width, int(float64(width)*size.Height/size.Width+0.5)
	}
	headings, err := outline(ctx, d)
	if err != nil {
		return err
	}
	for _, h := range headings {
		if h.Page >= 0 && h.Page < v.Pages {
			where := s.words.T("browser.onpage", h.Page+1)
			v.Outline = append(v.Outline, partView{Name: h.Title, Size: where, Href: at(h.Page) + "#document"})
		}
	}
	if told, err := s.structured(ctx, d, v); told || err != nil {
		return err
	}
	t, ok := d.(viewer.Texter)
	if !ok {
		v.NoText = true
		return nil
	}
	text, err := t.Text(ctx, v.Page)
	v.Text = blocks(text, headings, v.Page)
	v.NoText = len(v.Text) == 0
	return err
}

func pictureWidth(r *http.Request) int {
	n, err := strconv.Atoi(r.URL.Query().Get("width"))
	if err != nil || n < 16 {
		return usualWidth
	}
	return min(n, mostWidth)
}

func outline(ctx context.Context, d viewer.Document) ([]viewer.Heading, error) {
	o, ok := d.(viewer.Outliner)
	if !ok {
		return nil, nil
	}
	list, err := o.Outline(ctx)
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	return list, nil // an outline that cannot be read hides no page
}

// blocks parts the text of a page at empty lines and at what its outline names as
// headings.
func blocks(text string, headings []viewer.Heading, page int) (out []block) {
	titles := map[string]bool{}
	for _, h := range headings {
		if h.Page == page {
			titles[sift.Fold(strings.Join(strings.Fields(h.Title), " "))] = true
		}
	}
	var lines []string
	flush := func() {
		if t := joined(lines); t != "" {
			out = append(out, block{Text: t})
		}
		lines = nil
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r", ""), "\n") {
		words := strings.Join(strings.Fields(line), " ")
		switch {
		case words == "":
			flush()
		case titles[sift.Fold(words)]:
			flush()
			out = append(out, block{Heading: true, Text: words})
		default:
			lines = append(lines, words)
		}
	}
	flush()
	return out
}

// wrapped is from how many signs on a line of a page is taken to go on in the next: it
// ended where the paper did.
const wrapped = 60

// joined puts lines together that the page has broken; short ones stay lines of their
// own, as in an address or a list.
func joined(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(line)
		switch {
		case i+1 == len(lines):
		case utf8.RuneCountInString(line) >= wrapped:
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
	}
	return strings.TrimSpace(b.String())
}

// rowsOf is a document of rows; cells that lead on are links.
func (s *face) rowsOf(r *http.Request, src source, d viewer.Tabler, v *docView) {
	q := r.URL.Query()
	v.Columns = d.Columns()
	from, to, pg := turn(r, d.Rows(), rowsPerPage, func(n int) string {
		return s.addressOf(r, src, src.page, "in", q.Get("in"), "page", n, "find", v.Find)
	})
	v.Pager = pg
	deep, leads := d.(viewer.Deeper)
	for n := from; n < to; n++ {
		var row []cellView
		for c, text := range d.Row(n) {
			cell := cellView{Text: text}
			if leads && deep.Leads(n, c) {
				cell.Href = s.addressOf(r, src, src.page, "in", inside(q.Get("in"), "c"+strconv.Itoa(n)+"."+strconv.Itoa(c)))
			}
			row = append(row, cell)
		}
		v.Rows = append(v.Rows, row)
	}
}

// running is a document of running text.
func (s *face) running(r *http.Request, src source, d viewer.Liner, v *docView) error {
	q := r.URL.Query()
	at := func(n int) string {
		return s.addressOf(r, src, src.page, "in", q.Get("in"), "page", n, "find", v.Find)
	}
	from, to, pg := turn(r, d.Lines(), linesPerPage, at)
	v.Pager = pg
	for n := from; n < to; n++ {
		v.Lines = append(v.Lines, runningLine{Text: d.Line(n)})
	}
	list, err := outline(r.Context(), d)
	if err != nil {
		return err
	}
	above := documentLevel
	for _, h := range list {
		if h.Page < 0 || h.Page >= d.Lines() {
			continue
		}
		id := "line" + strconv.Itoa(h.Page+1)
		where := s.words.T("browser.online", h.Page+1)
		v.Outline = append(v.Outline, partView{Name: h.Title, Size: where, Href: at(h.Page/linesPerPage+1) + "#" + id})
		if h.Page >= from && h.Page < to && strings.TrimSpace(v.Lines[h.Page-from].Text) != "" {
			above = min(documentLevel+1+h.Level, above+1)
			v.Lines[h.Page-from].Level, v.Lines[h.Page-from].ID = above, id
		}
	}
	return nil
}

// find lists the places of words in the document.
func (s *face) find(r *http.Request, src source, doc viewer.Document, v *docView) error {
	f, ok := doc.(viewer.Searcher)
	if !ok || v.Find == "" {
		return nil
	}
	hits, err := f.Search(r.Context(), v.Find)
	if err != nil {
		return err
	}
	v.Found = s.words.N("reader.hits", len(hits))
	_, paged := doc.(viewer.Pager)
	q := r.URL.Query()
	for _, h := range hits[:min(len(hits), mostHits)] {
		x := hitView{Context: h.Context}
		switch {
		case paged:
			x.Where = s.words.T("browser.onpage", h.Page+1)
			x.Href = s.addressOf(r, src, src.page, "in", q.Get("in"), "n", h.Page+1, "width", q.Get("width"), "find", v.Find)
		default:
			size := linesPerPage
			if _, table := doc.(viewer.Tabler); table {
				size = rowsPerPage
			}
			x.Where = s.words.T("browser.online", h.Page+1)
			x.Href = s.addressOf(r, src, src.page, "in", q.Get("in"), "page", h.Page/size+1, "find", v.Find)
		}
		v.Hits = append(v.Hits, x)
	}
	return nil
}

var errNoPicture = failure.New(failure.Refused, "draw page", wording.Say("browser.nopicture"))

// draw sends the picture of a page, with the places of a search marked.
func (s *face) draw(w http.ResponseWriter, r *http.Request, src source) error {
	ctx := r.Context()
	doc, _, closing, err := openAt(ctx, src, r.URL.Query().Get("in"))
	defer closing()
	if err != nil {
		return err
	}
	d, ok := doc.(viewer.Pager)
	if !ok || d.Pages() == 0 {
		return errNoPicture
	}
	n := number(r, "n", d.Pages())
	img, err := d.Render(ctx, viewer.Request{Page: n, Width: pictureWidth(r)})
	if err != nil {
		return err
	}
	if f, ok := doc.(viewer.Searcher); ok && r.URL.Query().Get("find") != "" {
		hits, err := f.Search(ctx, r.URL.Query().Get("find"))
		if err != nil {
			return err
		}
		mark(img, hits, n)
	}
	w.Header().Set("Content-Type", "image/png")
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, img)
}

// marked is the colour of a place that was found (look.md 2.1), laid over the page so
// that what stands there can be read.
var marked = color.RGBA{R: 0xFF, G: 0xE5, B: 0x8A, A: 0xFF}

// mark darkens the page by the colour where something was found.
func mark(img *image.RGBA, hits []viewer.Hit, page int) {
	size := img.Bounds().Size()
	for _, h := range hits {
		if h.Page != page {
			continue
		}
		for _, b := range h.Rects {
			at := image.Rect(int(b.X*float64(size.X)), int(b.Y*float64(size.Y)), int((b.X+b.W)*float64(size.X))+1,
				int((b.Y+b.H)*float64(size.Y))+1).Intersect(img.Bounds())
			under := image.NewRGBA(at)
			draw.Draw(under, at, img, at.Min, draw.Src)
			for y := at.Min.Y; y < at.Max.Y; y++ {
				for x := at.Min.X; x < at.Max.X; x++ {
					c := under.RGBAAt(x, y)
					img.SetRGBA(x, y, color.RGBA{R: times(c.R, marked.R), G: times(c.G, marked.G), B: times(c.B, marked.B), A: 0xFF})
				}
			}
		}
	}
}

func times(a, b uint8) uint8 { return uint8(int(a) * int(b) / 255) }
