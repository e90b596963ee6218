package browser

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"laufzettel/docs"
	handbook "laufzettel/views/handbook/model"
	"laufzettel/views/route"
)

// hitsPerPage is how many rows that were found stand on a page.
const hitsPerPage = 25

// shipped is the handbook inside the program: it is the same for every session.
var shipped = sync.OnceValues(func() (*handbook.Book, error) { return handbook.Load(docs.Pages) })

// handbookRoom shows the handbook: its list, its chapters, the pages they lead to, and what
// is found in all of them.
type handbookRoom struct{ *face }

type handbookBody struct {
	Query  string
	Found  string // how many hits, "" where nothing was searched
	Hits   []bookHit
	Pager  pager
	Blocks []bookBlock
	Lang   string // of the chapter
	Turn   []link // the chapter before, the list, the chapter after
	Beside []link // pages the handbook leads to, on the list of chapters
	Other  bool   // the session speaks another language than the handbook
}

type bookHit struct{ Where, Href, Text, Lang string }

// bookBlock is a heading, a paragraph, a list, a listing, a table or a picture of a chapter.
type bookBlock struct {
	Kind  string // head, par, list, listing, table, picture
	Level int    // of a heading
	Row   int    // its first row: what a hit leads to
	Lang  string // where it is not that of the chapter
	Runs  []bookRun
	Items []bookItem
	First int // number of the first item, 0: none are numbered
	Lines []bookLine
	Head  bookLine
	Title string // of a table: the heading it stands under
	Src   string
}

type bookItem struct {
	Row   int
	Runs  []bookRun
	Inner []bookBlock
}

// bookLine is a line of a listing or a row of a table.
type bookLine struct {
	Row   int
	Lang  string
	Cells [][]bookRun
}

// bookRun is a piece of text in one style.
type bookRun struct{ Text, Style, Href string }

// page shows a chapter, or what is found in all.
func (s handbookRoom) page(w http.ResponseWriter, r *http.Request) error {
	book, err := shipped()
	if err != nil {
		return err
	}
	q := r.URL.Query()
	p := &page{Name: "handbook", Title: s.words.T("nav.handbook"), Room: "handbook"}
	b := handbookBody{Query: strings.TrimSpace(q.Get("q"))}
	at := 0
	if name := q.Get("p"); name != "" {
		if at = book.Find(name); at < 0 {
			return errNoPage
		}
	}
	if b.Query != "" {
		s.find(r, book, &b)
		p.Crumbs = []link{{Text: p.Title, Href: "handbook"}}
		p.Title = s.words.T("handbook.search")
	} else {
		s.chapter(book, at, &b)
		if at > 0 {
			p.Crumbs = []link{{Text: p.Title, Href: "handbook"}}
			p.Title, p.TitleLang = book.Chapters[at].Title, b.Lang
		}
	}
	b.Other = s.words.Language() != "de" && b.Lang != s.words.Language()
	p.Body = b
	s.write(w, r, p)
	return nil
}

// find lists the rows in which all words stand.
func (s handbookRoom) find(r *http.Request, book *handbook.Book, b *handbookBody) {
	hits := book.Search(b.Query)
	if b.Found = s.words.N("handbook.hits", len(hits)); len(hits) == 0 {
		b.Found = s.words.T("handbook.none")
		return
	}
	from, to, pg := turn(r, len(hits), hitsPerPage, func(n int) string { return s.pages.href("handbook", "q", b.Query, "page", n) })
	b.Pager = pg
	for _, h := range hits[from:to] {
		c := book.Chapters[h.Chapter]
		where := c.Title
		if h.Under != "" {
			where += " › " + h.Under
		}
		b.Hits = append(b.Hits, bookHit{where, s.pages.chapter(c.Name) + "#r" + strconv.Itoa(h.Row), h.Text, languageOf(c)})
	}
}

// chapter gives the address of a chapter.
func (p *pages) chapter(name string) string { return p.href("handbook", "p", name) }

// chapter lays out one chapter and the ways on from it.
func (s handbookRoom) chapter(book *handbook.Book, at int, b *handbookBody) {
	c := book.Chapters[at]
	b.Lang = languageOf(c)
	b.Blocks = bookLayout{s.face, book, b.Lang, c.Title}.blocks(c.Rows)
	title := func(i int) link {
		return link{Text: book.Chapters[i].Title, Href: s.pages.chapter(book.Chapters[i].Name)}
	}
	if at == 0 {
		for i, x := range book.Chapters {
			if x.Beside {
				b.Beside = append(b.Beside, title(i))
			}
		}
	}
	if c.Beside {
		return
	}
	if at > 1 {
		b.Turn = append(b.Turn, title(at-1))
	}
	if next := at + 1; next < len(book.Chapters) && !book.Chapters[next].Beside {
		b.Turn = append(b.Turn, title(next))
	}
}

// picture gives a picture of the handbook.
func (s handbookRoom) picture(w http.ResponseWriter, r *http.Request) error {
	book, err := shipped()
	if err != nil {
		return err
	}
	raw := book.Picture(r.URL.Query().Get("n"))
	if raw == nil {
		return errNoPage
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(raw) // the browser may have left
	return nil
}

// chaptersOf are the screens of the window whose chapter a page is about, by the first part of
// its address where that is another word.
var chaptersOf = map[string]route.Key{"holdings": route.Reader, "deliver": route.Prepare}

// aboutPage is the chapter about the pages themselves.
const aboutPage = "handbuch/18-im-browser.md"

// help gives the address of the chapter about a page, the list of chapters where there is none.
func (p *pages) help(address string) string {
	book, err := shipped()
	if err != nil {
		return p.href("handbook") // which says why
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/")
	switch {
	case first == "session" || first == "keys":
		return p.chapter(aboutPage)
	case chaptersOf[first] != "":
		first = string(chaptersOf[first])
	}
	if i := book.Topic(route.Key(first)); i > 0 {
		return p.chapter(book.Chapters[i].Name)
	}
	return p.href("handbook")
}

// languageOf tells whether a page is German or English by the small words in it.
func languageOf(c handbook.Chapter) string {
	var all strings.Builder
	for _, r := range c.Rows {
		if r.Kind != handbook.Listing {
			all.WriteString(" " + r.Text())
		}
	}
	if l := languageIn(all.String()); l != "" {
		return l
	}
	return "de"
}

// Small words that one of the two languages has and the other has not.
var (
	germanWords  = []string{"der", "das", "und", "ist", "nicht", "ein", "eine", "mit", "von", "dem", "den", "wird", "für", "im"}
	englishWords = []string{"the", "and", "is", "of", "not", "with", "for", "that", "this", "are", "to", "by", "it"}
)

// languageIn tells of a text whether it is German or English, "" where nothing tells.
func languageIn(text string) string {
	german, english := 0, 0
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(germanWords, w) {
			german++
		}
		if slices.Contains(englishWords, w) {
			english++
		}
	}
	switch {
	case german > english:
		return "de"
	case english > german:
		return "en"
	}
	return ""
}

// bookLayout groups the rows of a chapter into what a page is written of.
type bookLayout struct {
	*face
	book  *handbook.Book
	lang  string
	title string
}

// blocks lays out rows; the first one is the title of the chapter, which is that of the page.
func (l bookLayout) blocks(rows []handbook.Row) (out []bookBlock) {
	under, level := l.title, 1
	for i := 0; i < len(rows); {
		r := rows[i]
		b := bookBlock{Row: i, Lang: l.other(r.Text())}
		n := 1
		switch r.Kind {
		case handbook.Heading:
			if i == 0 {
				i++
				continue
			}
			level = min(max(2, r.Level), level+1)
			b.Kind, b.Level, b.Runs, under = "head", level, l.runs(r.Spans), r.Text()
		case handbook.Item:
			n = same(rows[i:], handbook.Item)
			b.Kind = "list"
			b.First, b.Items = l.items(rows[i:i+n], i)
		case handbook.Listing:
			n = same(rows[i:], handbook.Listing)
			b.Kind, b.Lang, b.Lines = "listing", "", l.lines(rows[i:i+n], i)
		case handbook.Cells:
			n = tableLength(rows[i:])
			b.Kind, b.Title, b.Lang = "table", under, ""
			b.Head, b.Lines = l.table(rows[i:i+n], i)
		case handbook.Picture:
			b.Kind, b.Src, b.Runs = "picture", l.pages.href("handbook/picture", "n", r.Path), l.runs(r.Spans)
		default:
			b.Kind, b.Runs = "par", l.runs(r.Spans)
		}
		out = append(out, b)
		i += n
	}
	return out
}

// other gives the language of a text where it is not that of the chapter.
func (l bookLayout) other(text string) string {
	if lang := languageIn(text); lang != l.lang {
		return lang
	}
	return ""
}

// same counts the rows of a kind at the start.
func same(rows []handbook.Row, kind handbook.Kind) (n int) {
	for n < len(rows) && rows[n].Kind == kind {
		n++
	}
	return n
}

// tableLength counts the rows of the table at the start: the next head begins another one.
func tableLength(rows []handbook.Row) int {
	n := 1
	for n < len(rows) && rows[n].Kind == handbook.Cells && rows[n].Level == 0 {
		n++
	}
	return n
}

// items makes a list of its rows, those set in deeper within the one before them; first is
// the number of the first one, 0 where it has none.
func (l bookLayout) items(rows []handbook.Row, at int) (first int, out []bookItem) {
	first, _ = strconv.Atoi(strings.TrimSuffix(rows[0].Mark, ".")) // a bullet is no number
	depth := rows[0].Level
	for i := 0; i < len(rows); {
		if n := deeper(rows[i:], depth); n > 0 {
			b := bookBlock{Kind: "list", Row: at + i}
			b.First, b.Items = l.items(rows[i:i+n], at+i)
			out[len(out)-1].Inner = append(out[len(out)-1].Inner, b)
			i += n
			continue
		}
		out = append(out, bookItem{Row: at + i, Runs: l.runs(rows[i].Spans)})
		i++
	}
	return first, out
}

// deeper counts the rows at the start that are set in deeper.
func deeper(rows []handbook.Row, depth int) (n int) {
	for n < len(rows) && rows[n].Level > depth {
		n++
	}
	return n
}

func (l bookLayout) lines(rows []handbook.Row, at int) (out []bookLine) {
	for i, r := range rows {
		out = append(out, bookLine{Row: at + i, Cells: [][]bookRun{l.runs(r.Spans)}})
	}
	return out
}

// table gives the head and the rows of a table, all as wide as its head.
func (l bookLayout) table(rows []handbook.Row, at int) (head bookLine, out []bookLine) {
	width := len(rows[0].Cells)
	for i, r := range rows {
		line := bookLine{Row: at + i, Lang: l.other(r.Text())}
		for n := range width {
			var cell []bookRun
			if n < len(r.Cells) {
				cell = l.runs(r.Cells[n])
			}
			if i == 0 && len(cell) == 0 {
				cell = []bookRun{{Text: "–"}} // a head is never empty
			}
			line.Cells = append(line.Cells, cell)
		}
		out = append(out, line)
	}
	return out[0], out[1:]
}

var styleNames = map[handbook.Style]string{handbook.Strong: "strong", handbook.Stressed: "em", handbook.Code: "code"}

// runs are the pieces of a row with the addresses their links lead to.
func (l bookLayout) runs(spans []handbook.Span) (out []bookRun) {
	for _, s := range spans {
		run := bookRun{Text: s.Text, Style: styleNames[s.Style]}
		switch {
		case s.To == "":
		case path.Ext(s.To) == ".png":
			run.Href = l.pages.href("handbook/picture", "n", s.To)
		default:
			run.Href = l.pages.chapter(s.To)
		}
		out = append(out, run)
	}
	return out
}

// ID is the address of a row within its page.
func (b bookBlock) ID() string { return fmt.Sprint("r", b.Row) }
