package model

import (
	"strings"
)

// Style is how a span is written.
type Style int

// The styles.
const (
	Plain Style = iota
	Strong
	Stressed
	Code
)

// Span is a piece of text in one style. To is where a link leads, "" for none.
type Span struct {
	Text  string
	Style Style
	To    string
}

// Kind is what a row of a chapter is.
type Kind int

// The kinds of rows.
const (
	Paragraph Kind = iota
	Heading        // Level 1 to 4
	Item           // of a list; Mark is its bullet or number, Level its indent from 0
	Listing        // one line of a listing, as typed
	Cells          // one row of a table; Level 1 for its head
	Picture        // Path in the handbook; Spans say what is seen
)

// Row is one paragraph, heading, item, line or row of a table: what a reader goes through
// one by one, and what a search finds.
type Row struct {
	Kind  Kind
	Level int
	Mark  string
	Spans []Span
	Cells [][]Span
	Path  string
}

// Text is all a row says, without its form.
func (r Row) Text() string {
	cells := r.Cells
	if r.Kind != Cells {
		cells = [][]Span{r.Spans}
	}
	var out []string
	for _, spans := range cells {
		text := ""
		for _, s := range spans {
			text += s.Text
		}
		out = append(out, text)
	}
	return strings.Join(out, " | ")
}

// Parse reads the part of Markdown that the pages are written in: headings, paragraphs,
// lists, tables, listings, pictures on a line of their own. What it does not know stays
// as it is typed.
func Parse(raw string) []Row {
	p := &parser{}
	for _, line := range strings.Split(strings.ReplaceAll(raw, "\r\n", "\n"), "\n") {
		p.line(line)
	}
	p.end()
	return p.rows
}

type parser struct {
	rows    []Row
	open    *Row // a paragraph or an item that goes on on the next line
	text    string
	listing bool
	heads   int // rows of the table so far
}

// end closes what goes over several lines.
func (p *parser) end() {
	if p.open != nil {
		p.open.Spans = Inline(p.text)
		p.rows = append(p.rows, *p.open)
	}
	p.open, p.text = nil, ""
}

func (p *parser) begin(r Row, text string) {
	p.end()
	p.open, p.text = &r, text
}

func (p *parser) line(line string) {
	bare := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(bare, "```"):
		p.end()
		p.listing = !p.listing
		return
	case p.listing:
		p.rows = append(p.rows, Row{Kind: Listing, Spans: []Span{{Text: line, Style: Code}}})
		return
	case strings.HasPrefix(bare, "|"):
		p.end()
		p.table(bare)
		return
	}
	p.heads = 0
	switch mark, rest, item := bullet(bare); {
	case bare == "":
		p.end()
	case heading(bare) > 0:
		n := heading(bare)
		p.begin(Row{Kind: Heading, Level: n}, strings.TrimSpace(bare[n:]))
		p.end()
	case strings.HasPrefix(bare, "![") && strings.HasSuffix(bare, ")"):
		p.end()
		s := Inline(bare[1:])
		p.rows = append(p.rows, Row{Kind: Picture, Path: s[0].To, Spans: []Span{{Text: s[0].Text}}})
	case item:
		p.begin(Row{Kind: Item, Mark: mark, Level: indent(line) / 2}, rest)
	case p.open != nil:
		p.text += " " + bare
	default:
		p.begin(Row{Kind: Paragraph}, bare)
	}
}

// table takes one row of a table; the row of dashes below its head is none.
func (p *parser) table(line string) {
	cells := split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"))
	if p.heads == 1 && strings.Trim(line, "|-: ") == "" {
		p.heads++
		return
	}
	row := Row{Kind: Cells}
	if p.heads == 0 {
		row.Level = 1
	}
	p.heads++
	for _, c := range cells {
		row.Cells = append(row.Cells, Inline(strings.TrimSpace(c)))
	}
	p.rows = append(p.rows, row)
}

// split parts the cells of a row; a bar in code or behind a backslash parts nothing.
func split(line string) []string {
	var out []string
	cell, code := "", false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == '|':
			i++
			cell += "|"
		case line[i] == '|' && !code:
			out = append(out, cell)
			cell = ""
		default:
			code = code != (line[i] == '`')
			cell += line[i : i+1]
		}
	}
	return append(out, cell)
}

func heading(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n > 4 || n == len(line) || n > 0 && line[n] != ' ' {
		return 0
	}
	return n
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// bullet parts the mark of an item from its text: "- ", "* " or "12. ".
func bullet(line string) (mark, rest string, item bool) {
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return "•", strings.TrimSpace(line[2:]), true
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits > 0 && digits < 4 && strings.HasPrefix(line[digits:], ". ") {
		return line[:digits+1], strings.TrimSpace(line[digits+2:]), true
	}
	return "", "", false
}

// Inline reads strong, stressed and typed words and links of one line.
func Inline(s string) []Span {
	var out []Span
	plain := ""
	flush := func() {
		if plain != "" {
			out = append(out, Span{Text: plain})
		}
		plain = ""
	}
	for len(s) > 0 {
		span, n := marked(s)
		if n == 0 {
			plain, s = plain+s[:1], s[1:]
			continue
		}
		flush()
		out = append(out, span...)
		s = s[n:]
	}
	flush()
	return out
}

// marked reads what begins at the first sign of s; n is how long it is, 0 for nothing.
func marked(s string) (spans []Span, n int) {
	for _, m := range []struct {
		sign  string
		style Style
	}{{"`", Code}, {"**", Strong}, {"*", Stressed}} {
		if !strings.HasPrefix(s, m.sign) {
			continue
		}
		inner, _, closed := strings.Cut(s[len(m.sign):], m.sign)
		if !closed || inner == "" || m.style != Code && inner != strings.TrimSpace(inner) {
			return nil, 0
		}
		n = 2*len(m.sign) + len(inner)
		if m.style == Code {
			return []Span{{Text: inner, Style: Code}}, n
		}
		for _, x := range Inline(inner) {
			if x.Style == Plain {
				x.Style = m.style
			}
			spans = append(spans, x)
		}
		return spans, n
	}
	if text, rest, ok := strings.Cut(s, "]("); ok && s[0] == '[' && !strings.ContainsAny(text[1:], "[]") {
		if to, _, ok := strings.Cut(rest, ")"); ok && !strings.Contains(to, " ") {
			words := ""
			for _, x := range Inline(text[1:]) {
				words += x.Text
			}
			return []Span{{Text: words, To: to}}, len(text) + 2 + len(to) + 1
		}
	}
	return nil, 0
}
