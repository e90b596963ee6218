package handelsregister

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Limits of a list.
const (
	maxRow     = 1 << 20
	maxRows    = 5_000_000
	maxColumns = 500
	maxTold    = 200 // findings about single rows
)

var errLongRow = errors.New("row too long")

// List is the list of deleted companies.
type List struct {
	Headings  []string
	Companies []Company
	Rows      int // data rows, also those that could not be split
	From, To  time.Time
}

// splitRows cuts at LF, CR or CR LF (3.1.2) and keeps the bytes of a row.
func splitRows(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && len(data) > maxRow:
		return 0, nil, errLongRow
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\n':
		return i + 1, data[:i], nil
	case i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	case i+1 == len(data) && !atEOF:
		return 0, nil, nil // CR LF may be cut here
	}
	return i + 1, data[:i], nil
}

// ReadList reads a list of deleted companies. Faults of the material are findings
// without a path; a nil list means that the columns are not there. The error is
// one of r.
func ReadList(r io.Reader) (*List, []check.Finding, error) {
	src := &keepError{r: r}
	begin := bufio.NewReaderSize(src, sniffBytes)
	head, _ := begin.Peek(sniffBytes) // what there is decides
	f, known := formOf(head)
	if !known {
		f = listForm{sep: "\t"}
	}
	s := bufio.NewScanner(f.reading(begin))
	s.Buffer(make([]byte, 0, 64<<10), maxRow+2)
	s.Split(splitRows)
	p := &listReader{l: &List{}, form: f, above: f.above, seen: map[string]int{}}
	if f.headless {
		p.standard()
	}
	for s.Scan() {
		p.line++
		if !p.row(s.Bytes()) {
			break
		}
	}
	switch {
	case src.err != nil:
		return nil, nil, src.err
	case s.Err() != nil:
		p.say(codeListLimit.At("").On(p.line + 1))
	case p.fatal:
		return nil, p.out, nil
	case p.line == 0 || p.l.Headings == nil:
		return nil, append(p.out, codeColumn.At("").Want(columns[0].title, "")), nil
	case p.l.Rows == 0:
		p.say(codeListEmpty.At("").On(p.line))
	}
	if p.foreign > 0 {
		p.out = append(p.out, codeListEncoding.At("").On(p.firstForeign).Want("UTF-8",
			wording.Say("found.kinds.charset")).Saying(wording.Say("said.handelsregister.windows", p.foreign)))
	}
	if p.more > 0 {
		p.out = append(p.out, codeRow.At("").Saying(wording.Say("said.handelsregister.lines", p.more)))
	}
	return p.l, p.out, nil
}

type keepError struct {
	r   io.Reader
	err error
}

func (k *keepError) Read(b []byte) (int, error) {
	n, err := k.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		k.err = err
	}
	return n, err
}

type listReader struct {
	l    *List
	form listForm
	// rows in another character set, and the first of them
	foreign, firstForeign int
	above                 int // lines still to skip

	at    []int // column index in the file → index into columns, -1 = further field
	seen  map[string]int
	out   []check.Finding
	line  int
	more  int
	fatal bool
}

func (p *listReader) say(f check.Finding) {
	if len(p.out) >= maxTold {
		p.more++
		return
	}
	p.out = append(p.out, f)
}

// row takes one line; false ends the reading.
func (p *listReader) row(raw []byte) bool {
	if p.line == 1 {
		raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	}
	if !utf8.Valid(raw) {
		if p.foreign++; p.foreign == 1 {
			p.firstForeign = p.line
		}
		raw = utf8Of(raw, "")
	}
	text := string(raw)
	if p.l.Headings == nil && (strings.TrimSpace(text) == "" || p.above > 0) {
		if strings.TrimSpace(text) != "" {
			p.above--
		}
		return true // above the headings
	}
	if p.l.Headings == nil {
		return p.heading(text)
	}
	if strings.TrimSpace(text) == "" {
		return true
	}
	p.l.Rows++
	if p.l.Rows > maxRows {
		p.say(codeListLimit.At("").On(p.line))
		return false
	}
	p.company(p.cells(text))
	return true
}

func (p *listReader) cells(text string) []string {
	cells := split(text, p.form.sep)
	if p.form.quoted {
		for i, c := range cells {
			cells[i] = unquote(c)
		}
	}
	return cells
}

// standard takes the columns in the order of 3.1.1, for a list without headings.
func (p *listReader) standard() {
	p.out = append(p.out, p.form.findings(1)...)
	for i, c := range columns {
		p.l.Headings = append(p.l.Headings, c.title)
		p.at = append(p.at, i)
	}
}

func (p *listReader) heading(text string) bool {
	p.out = append(p.out, p.form.findings(p.line)...)
	p.l.Headings = p.cells(text)
	if len(p.l.Headings) > maxColumns {
		p.say(codeListLimit.At("").On(p.line))
		p.fatal = true
		return false
	}
	have := map[int]bool{}
	for _, h := range p.l.Headings {
		i := column(h)
		if have[i] {
			i = -1
		}
		have[i] = true
		p.at = append(p.at, i)
	}
	for i, c := range columns {
		if !have[i] {
			p.say(codeColumn.At("").On(p.line).Want(c.title,
				strings.Join(p.l.Headings, ", ")).Saying(wording.Say("said.handelsregister.no-column", c.title)))
		}
	}
	return true
}

func (p *listReader) company(cells []string) {
	whole := len(cells) == len(p.at)
	if !whole {
		p.say(codeRow.At("").On(p.line).Want(wording.Say("found.kinds.columns", len(p.at)), wording.Say("found.kinds.columns", len(cells))))
	}
	c := Company{Line: p.line}
	for i, cell := range cells[:min(len(cells), len(p.at))] {
		cell = strings.TrimSpace(cell)
		if k := p.at[i]; k >= 0 {
			*columns[k].at(&c) = cell
		} else if cell != "" {
			c.More = append(c.More, record.Field{Name: strings.TrimSpace(p.l.Headings[i]), Value: cell})
		}
	}
	if whole {
		p.fields(&c)
	}
	p.l.Companies = append(p.l.Companies, c)
}

// fields looks at the values of one company.
func (p *listReader) fields(c *Company) {
	for i, col := range columns {
		if v := *col.at(c); v == "" && p.has(i) {
			p.say(codeField.At("").On(c.Line).Of(c.Number).Want(col.title, ""))
		}
	}
	if first, twice := p.seen[c.Number]; twice && c.Number != "" {
		p.say(codeNumberTwice.At("").On(c.Line).Of(c.Number).Want(wording.Say("want.handelsregister.own-number"),
			wording.Say("found.handelsregister.as-line", c.Number, first)))
	}
	p.seen[c.Number] = c.Line
	from, okFrom := p.date(c, c.Opened, "Eröffnungsdatum")
	to, okTo := p.date(c, c.Deleted, "Löschungsdatum")
	if okFrom && (p.l.From.IsZero() || from.Before(p.l.From)) {
		p.l.From = from
	}
	if okTo && to.After(p.l.To) {
		p.l.To = to
	}
	if okFrom && okTo && to.Before(from) {
		p.say(codeDatesTurned.At("").On(c.Line).Of(c.Number).Want(wording.Say("want.handelsregister.after", c.Opened), c.Deleted))
	}
}

func (p *listReader) has(column int) bool {
	for _, k := range p.at {
		if k == column {
			return true
		}
	}
	return false
}

func (p *listReader) date(c *Company, text, what string) (time.Time, bool) {
	d, ok := day(text)
	if !ok && text != "" {
		p.say(codeDate.At("").On(c.Line).Of(c.Number).Want(wording.Say("want.handelsregister.as-date", what), text))
	}
	return d, ok
}
