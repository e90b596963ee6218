package website

import (
	"bufio"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// PageScan is what one page leads to.
type PageScan struct {
	Title       string
	Heading     string   // text of the first h1
	Marker      bool     // the text by which source 003, 7.3.3.2.6 knows error pages
	Links       []string // a, area, frame and iframe, as written
	SearchForms int
	Cut         bool // a limit was reached
}

// Bounds of one page.
const (
	maxPage  = 32 << 20
	maxLinks = 100_000
	maxTitle = 1000
)

// ScanPage reads links, title and search forms of a page.
func ScanPage(r io.Reader) (PageScan, error) {
	var p PageScan
	in := &io.LimitedReader{R: r, N: maxPage}
	z := html.NewTokenizer(utf8Reader(in))
	z.SetMaxBuf(1 << 20)
	var form *SearchForm
	title := false
	mark := marking{p: &p}
	for {
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); err != io.EOF && err != html.ErrBufferExceeded {
				return p, err
			}
			p.Cut = p.Cut || in.N <= 0 || z.Err() == html.ErrBufferExceeded
			return p, nil
		case html.TextToken:
			text := z.Text()
			mark.text(text)
			if title && len(p.Title) < maxTitle {
				p.Title = strings.Join(strings.Fields(p.Title+" "+string(text)), " ")
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			title = title && string(name) != "title"
			mark.end(string(name))
			if string(name) == "form" && form != nil {
				p.SearchForms += form.count()
				form = nil
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			tok := z.Token()
			title = tok.Data == "title" || title
			mark.start(tok)
			if tok.Data == "form" {
				form = &SearchForm{}
			}
			if form != nil {
				form.See(tok)
			}
			p.take(tok)
		}
	}
}

// markerText is the heading of error pages in source 003, 7.3.3.2.6; it stands there in a
// div of the class markerClass.
const (
	markerText  = "Fehlermeldung"
	markerClass = "ciTitle"
)

// marking follows headings while a page is read.
type marking struct {
	p       *PageScan
	div, in bool // the last div is that of the marker; inside an h1
	done    bool // the first h1 was read
	heading string
}

func (m *marking) start(tok html.Token) {
	switch tok.Data {
	case "div":
		class, _ := Attr(tok, "class")
		m.div = class == markerClass
	case "h1":
		m.in, m.heading = true, ""
	}
}

func (m *marking) text(text []byte) {
	if m.in && len(m.heading) < maxTitle {
		m.heading = strings.Join(strings.Fields(m.heading+" "+string(text)), " ")
	}
}

func (m *marking) end(name string) {
	if name != "h1" || !m.in {
		return
	}
	m.in = false
	m.p.Marker = m.p.Marker || m.div && m.heading == markerText
	if !m.done {
		m.done, m.p.Heading = true, m.heading
	}
}

func (p *PageScan) take(tok html.Token) {
	name := ""
	switch tok.Data {
	case "a", "area":
		name = "href"
	case "frame", "iframe":
		name = "src"
	default:
		return
	}
	if v, ok := Attr(tok, name); ok && v != "" {
		if len(p.Links) >= maxLinks {
			p.Cut = true
			return
		}
		p.Links = append(p.Links, v)
	}
}

// Attr gives an attribute of a tag.
func Attr(tok html.Token, name string) (string, bool) {
	for _, a := range tok.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// utf8Reader decodes a page by byte order mark, meta element or guess.
func utf8Reader(r io.Reader) io.Reader {
	out, err := charset.NewReader(bufio.NewReader(r), "text/html")
	if err != nil {
		return strings.NewReader("")
	}
	return out
}

var errorTitle = regexp.MustCompile(
	`(?i)^(fehler )?(error )?(404|403|500)\b|^(page|file|seite|datei) (wurde )?(not found|nicht gefunden)|^not found$|^fehlerseite`)

// ErrorTitle reports the titles servers give their error pages, for mirrors whose
// crawler left no status (source 003, 3.4.2).
func ErrorTitle(title string) bool { return errorTitle.MatchString(strings.TrimSpace(title)) }

// SearchForm finds out whether a form asks the site's own search (F5).
type SearchForm struct {
	Field  string // name of the field the words go into
	action bool   // the target is a search by its name
	role   bool
	texts  []string
}

var searchWords = []string{"such", "search", "query", "finden", "recherche"}

func isSearchWord(s string) bool {
	s = strings.ToLower(s)
	for _, w := range searchWords {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// See takes the form tag and every tag inside it.
func (f *SearchForm) See(tok html.Token) {
	name, _ := Attr(tok, "name")
	switch tok.Data {
	case "form":
		action, _ := Attr(tok, "action")
		role, _ := Attr(tok, "role")
		f.action, f.role = isSearchWord(action), strings.EqualFold(role, "search")
	case "input":
		kind, _ := Attr(tok, "type")
		switch strings.ToLower(kind) {
		case "", "text", "search":
			low := strings.ToLower(name)
			if f.Field == "" && (strings.EqualFold(kind, "search") || isSearchWord(name) || low == "q" || low == "s" || low == "qs") {
				f.Field = name
			}
			if name != "" {
				f.texts = append(f.texts, name)
			}
		}
	}
}

// Is says whether the form is a search, and settles Field.
func (f *SearchForm) Is() bool {
	if f.Field == "" && (f.action || f.role) && len(f.texts) == 1 {
		f.Field = f.texts[0]
	}
	return f.Field != ""
}

func (f *SearchForm) count() int {
	if f.Is() {
		return 1
	}
	return 0
}
