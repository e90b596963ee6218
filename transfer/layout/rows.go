package layout

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a table.
const (
	maxColumns = 2000
	headBytes  = 64 << 10 // of the heading line that are looked at for its separator
)

// row is one row of a table.
type row struct {
	cells []string
	line  int
}

// rows gives the heading line and then every row of a delimited text. see says false
// to end. Errors: ErrLimit, those of the reader and of the form.
func rows(ctx context.Context, r io.Reader, s Source, see func(row) (bool, error)) error {
	if s.Type == TypeXLSX {
		return sheetRows(ctx, r, s, see)
	}
	src := &budget{r: &oldLines{r: encodingOf(s.Encoding).NewDecoder().Reader(r)}}
	src.renew()
	b := bufio.NewReaderSize(src, headBytes)
	for range s.Skip {
		if !skipLine(b, src) {
			return src.err // the table ends above its heading
		}
	}
	head, _ := b.Peek(headBytes)
	sep := separator(s.Separator, string(head))
	next := quotedRows(b, sep)
	if s.Quotes == QuotesNo || s.Quotes == "" && sep == '\t' {
		next = plainRows(b, string(sep))
	}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		src.renew()
		rw, err := next()
		switch {
		case errors.Is(err, io.EOF):
			return src.err
		case err != nil:
			return errors.Join(src.err, err)
		case len(rw.cells) > maxColumns:
			return fmt.Errorf("%w: mehr als %d Spalten", ErrLimit, maxColumns)
		}
		if on, err := see(rw); err != nil || !on {
			return err
		}
	}
}

// skipLine passes over one line, false at the end of the table.
func skipLine(b *bufio.Reader, src *budget) bool {
	for {
		src.renew()
		_, err := b.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err == nil
		}
	}
}

// separator is what a layout says, else the sign the first line has most of.
func separator(said, head string) rune {
	if said != "" {
		r, _ := utf8.DecodeRuneInString(said)
		return r
	}
	if i := strings.IndexAny(head, "\r\n"); i >= 0 {
		head = head[:i]
	}
	best, most := ';', 0
	for _, c := range []rune{'\t', ';', ',', '|'} {
		if n := strings.Count(head, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

// quotedRows reads rows whose cells may stand in quotes.
func quotedRows(b *bufio.Reader, sep rune) func() (row, error) {
	c := csv.NewReader(b)
	c.Comma, c.FieldsPerRecord, c.LazyQuotes = sep, -1, true
	return func() (row, error) {
		cells, err := c.Read()
		if err != nil {
			return row{}, err
		}
		line, _ := c.FieldPos(0)
		return row{cells, line}, nil
	}
}

// oldLines makes the single CR that ends lines on old systems a line feed.
type oldLines struct {
	r    io.Reader
	last bool // the byte before was a CR
}

func (o *oldLines) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	out := p[:0]
	for _, c := range p[:n] {
		if o.last && c == '\n' { // CR LF is one end
			o.last = false
			continue
		}
		if o.last = c == '\r'; o.last {
			c = '\n'
		}
		out = append(out, c)
	}
	return len(out), err
}

// plainRows reads rows in which a quote is a letter (002 3.1.2).
func plainRows(b *bufio.Reader, sep string) func() (row, error) {
	line := 0
	return func() (row, error) {
		for {
			text, err := b.ReadString('\n')
			if text == "" && err != nil {
				return row{}, err
			}
			line++
			if text = strings.TrimRight(text, "\r\n"); text != "" {
				return row{strings.Split(text, sep), line}, nil
			}
		}
	}
}

// headings are the columns of a table by name, and by "#3".
type headings []string

// find gives the columns a name means: several where a heading stands twice.
func (h headings) find(name string) (out []int) {
	if n, ok := strings.CutPrefix(name, "#"); ok {
		if i, err := strconv.Atoi(n); err == nil && i >= 1 && i <= len(h) {
			return []int{i - 1}
		}
	}
	for i, v := range h {
		if strings.EqualFold(strings.TrimSpace(v), name) {
			out = append(out, i)
		}
	}
	return out
}

// tableWalk makes records of the rows of one table.
type tableWalk struct {
	plan  *plan
	at    string
	give  sink
	heads headings
	named map[int]bool // columns some path names
	open  []*raw       // by group
	run   []string     // by group: value of the column its record stands for
}

func newTableWalk(p *plan, at string, give sink) *tableWalk {
	return &tableWalk{plan: p, at: at, give: give, open: make([]*raw, len(p.groups)), run: make([]string, len(p.groups))}
}

// heading takes the first row.
func (w *tableWalk) heading(cells []string) {
	w.heads, w.named = cells, map[int]bool{}
	for _, s := range w.plan.slots {
		for _, st := range s.path.list {
			for _, i := range w.heads.find(st.name) {
				w.named[i] = true
			}
		}
	}
	for i, g := range w.plan.groups {
		if g.each.absolute {
			w.begin(i, 1)
		}
	}
}

func (w *tableWalk) begin(g, line int) {
	r := &raw{rec: &Record{Group: w.plan.groups[g].name, At: w.at, Line: line}, slots: map[int][]Value{}}
	for i, above := range w.plan.groups {
		if above.name == w.plan.groups[g].in {
			r.parent = w.open[i]
		}
	}
	w.open[g] = r
}

// cell gives the value of a column of a row, by name.
func (w *tableWalk) cell(rw row, name string) string {
	for _, i := range w.heads.find(name) {
		if i < len(rw.cells) {
			return strings.TrimSpace(rw.cells[i])
		}
	}
	return ""
}

func (w *tableWalk) passes(rw row, tests []test) bool {
	for _, t := range tests {
		if t.position == 0 && w.cell(rw, t.name) != t.value {
			return false
		}
	}
	return true
}

// row takes one row: closes the records whose run ends, opens new ones, puts values.
func (w *tableWalk) row(rw row) error {
	fresh := make([]bool, len(w.plan.groups))
	for i, g := range w.plan.groups {
		if g.each.absolute {
			continue
		}
		var st step
		if len(g.each.list) > 0 {
			st = g.each.list[0]
		}
		above := slices.IndexFunc(w.plan.groups, func(a groupPlan) bool { return a.name == g.in })
		again := above >= 0 && fresh[above]
		if !w.passes(rw, st.tests) {
			continue
		}
		value := w.cell(rw, st.name)
		if st.name != "" && w.open[i] != nil && !again && value == w.run[i] {
			continue
		}
		if err := w.closeFrom(i); err != nil {
			return err
		}
		w.begin(i, rw.line)
		w.run[i], fresh[i] = value, true
	}
	for s := range w.plan.slots {
		w.values(s, rw)
	}
	for i := len(w.plan.groups) - 1; i >= 0; i-- {
		g := w.plan.groups[i]
		if !g.each.absolute && (len(g.each.list) == 0 || g.each.list[0].name == "") {
			if err := w.closeFrom(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// values puts what a row holds for one path.
func (w *tableWalk) values(s int, rw row) {
	sl := w.plan.slots[s]
	g := slices.IndexFunc(w.plan.groups, func(g groupPlan) bool { return g.name == sl.group })
	if g < 0 || w.open[g] == nil || len(sl.path.list) == 0 || !w.passes(rw, sl.path.list[0].tests) {
		return
	}
	st := sl.path.list[0]
	at := w.heads.find(st.name)
	for _, t := range st.tests {
		if t.position > 0 {
			at = at[min(len(at), t.position-1):min(len(at), t.position)]
		}
	}
	if st.name == "*" {
		at = nil
		for i := range w.heads {
			if !w.named[i] {
				at = append(at, i)
			}
		}
	}
	for _, i := range at {
		if i >= len(rw.cells) {
			continue
		}
		v := Value{Name: strings.TrimSpace(w.heads[i]), Text: strings.TrimSpace(rw.cells[i]), Line: rw.line}
		if sl.named != "" {
			v.Name = w.cell(rw, sl.named)
		}
		said := slices.ContainsFunc(w.open[g].slots[s], func(o Value) bool { return o.Name == v.Name && o.Text == v.Text })
		if v.Text != "" && !said && len(v.Text) <= maxValue {
			w.open[g].add(s, v)
		}
	}
}

// closeFrom ends the record of a group and of those below it.
func (w *tableWalk) closeFrom(g int) error {
	for i := range w.plan.groups {
		if w.plan.groups[i].in == w.plan.groups[g].name && w.open[i] != nil {
			if err := w.closeFrom(i); err != nil {
				return err
			}
		}
	}
	r := w.open[g]
	if w.open[g] = nil; r == nil {
		return nil
	}
	return w.give(r)
}

// finish ends what is open.
func (w *tableWalk) finish() error {
	for i := range w.plan.groups {
		if w.plan.groups[i].in == "" || slices.IndexFunc(w.plan.groups,
			func(a groupPlan) bool { return a.name == w.plan.groups[i].in }) < 0 {
			if err := w.closeFrom(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// walkTable follows a delimited text.
func walkTable(ctx context.Context, r io.Reader, w *tableWalk) error {
	err := rows(ctx, r, w.plan.source, func(rw row) (bool, error) {
		if w.heads == nil {
			w.heading(rw.cells)
			return true, nil
		}
		return true, w.row(rw)
	})
	if err != nil {
		return err
	}
	return w.finish()
}

// fileColumns are the columns of a folder: a row for every file.
var fileColumns = []string{"~name", "~stem", "~extension", "~path", "~folder"}

func fileRow(at string, n int) row {
	cells := make([]string, 0, len(fileColumns))
	for _, c := range fileColumns {
		cells = append(cells, fileStatement(c, at))
	}
	return row{cells, n}
}

// matches reports whether a file is one of a source: a name with a folder counts from
// the top, one without at the top and one folder below.
func (s Source) matches(at string) bool {
	if s.Type == TypeFolder && s.File == "" {
		return true
	}
	if strings.Contains(s.File, "/") {
		ok, _ := path.Match(strings.ToLower(s.File), strings.ToLower(at))
		return ok
	}
	if s.Type != TypeFolder && strings.Count(at, "/") > 1 {
		return false
	}
	ok, _ := path.Match(strings.ToLower(s.File), strings.ToLower(path.Base(at)))
	return ok
}
