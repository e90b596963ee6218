package describe

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/sheet"
	"laufzettel/transfer/wording"
)

// Limits of a table from outside.
const (
	MaxBytes  = 64 << 20
	MaxRows   = 200_000
	MaxFaults = 10_000 // named; the rest is counted
)

// Fault is one thing that cannot stay, with what to do about it.
type Fault struct {
	Row    int // as the spreadsheet counts them, from 1; 0: the file
	Column string
	Says   wording.Text
}

// Entry is a row in which a person changed something.
type Entry struct {
	Row      int // as the spreadsheet counts
	Was, Now Row
	Changed  []int
}

// Table is what was read. Where there are faults nothing of it may be taken.
type Table struct {
	Set     string // character set
	Rows    int
	Entries []Entry
	Same    int // rows nobody changed
	// Aside are rows nobody changed in the table, and somebody here since: they stay as
	// they are here.
	Aside  int
	Months int // months a spreadsheet made days of; they stay months
	Faults []Fault
	More   int // faults beyond MaxFaults
}

func (t *Table) fault(row, column int, says wording.Text) {
	if len(t.Faults) >= MaxFaults {
		t.More++
		return
	}
	f := Fault{Row: row, Says: says}
	if column >= 0 {
		f.Column = columns[column].name
	}
	t.Faults = append(t.Faults, f)
}

// reader is one reading.
type reader struct {
	*Table
	stands map[string]Row
	laws   []string
	csv    *csv.Reader
	at     []int // column of each cell
	seen   map[string]int
}

// Read reads a table against what stands here, by persistent identifier; laws are the
// tables of closure periods there are. Error: what r gives, Refused where it is too large.
func Read(r io.Reader, stands map[string]Row, laws []string) (Table, error) {
	var t Table
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return t, err
	}
	if len(data) > MaxBytes {
		return t, failure.New(failure.Refused, "read descriptions", wording.Say("hint.describe.too-large", MaxBytes>>20))
	}
	s, set, why := decode(data)
	if t.Set = set; !why.Empty() {
		t.fault(0, -1, why)
		return t, nil
	}
	rd := reader{Table: &t, stands: stands, laws: laws, seen: map[string]int{}}
	s, sep, above := separated(s)
	if sep == 0 {
		t.fault(1+above, -1, wording.Say("hint.describe.no-heads", columns[PID].name+"; "+columns[Title].name+" …"))
		return t, nil
	}
	rd.csv = csv.NewReader(strings.NewReader(s))
	rd.csv.Comma, rd.csv.FieldsPerRecord = sep, -1
	rd.rows(above)
	return t, nil
}

// rows reads heads and rows. A spreadsheet counts records, a file lines: those inside
// quoted cells are taken off.
func (rd *reader) rows(above int) {
	inside := -above
	for {
		cells, err := rd.csv.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			row := 0
			if e, ok := errors.AsType[*csv.ParseError](err); ok {
				row = e.StartLine - inside
			}
			rd.fault(row, -1, wording.Say("hint.describe.quotes"))
			return
		}
		line, _ := rd.csv.FieldPos(0)
		row := line - inside
		for _, c := range cells {
			inside += strings.Count(c, "\n")
		}
		switch {
		case rd.at == nil:
			if rd.at = rd.heads(row, cells); len(rd.Faults) > 0 {
				return
			}
		case !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }):
		case rd.Rows >= MaxRows:
			rd.fault(row, -1, wording.Say("hint.describe.too-many-rows", MaxRows))
			return
		default:
			rd.Rows++
			rd.row(row, cells)
		}
	}
}

// heads finds the column of each cell; every column stands there once and nothing else.
func (rd *reader) heads(row int, cells []string) []int {
	at := make([]int, len(cells))
	there := map[int]bool{}
	for i, head := range cells {
		head = strings.TrimSpace(sheet.Bare(head))
		c := columnOf(head)
		switch {
		case head == "": // a spreadsheet that wrote empty columns behind the last
			c = -1
		case c < 0:
			rd.fault(row, -1, wording.Say("hint.describe.foreign-column", head))
		case there[c]:
			rd.fault(row, c, wording.Say("hint.describe.column-twice", columns[c].name))
		}
		at[i] = c
		there[c] = true
	}
	for c := range columns {
		if !there[c] {
			rd.fault(row, c, wording.Say("hint.describe.column-missing", columns[c].name))
		}
	}
	return at
}

// row reads one row.
func (rd *reader) row(row int, cells []string) {
	raw, why := rd.sorted(cells)
	if !why.Empty() {
		rd.fault(row, -1, why)
		return
	}
	was, known := rd.stands[raw[PID]]
	switch {
	case raw[PID] == "":
		rd.fault(row, PID, wording.Say("hint.describe.no-id"))
		return
	case rd.seen[raw[PID]] > 0:
		rd.fault(row, PID, wording.Say("hint.describe.row-twice", rd.seen[raw[PID]]))
		return
	case !known:
		rd.fault(row, PID, wording.Say("hint.describe.unknown-id", shorten(raw[PID])))
		return
	}
	rd.seen[raw[PID]] = row
	was, now, before := was.Sealed(), Row{}, len(rd.Faults)+rd.More
	for c := range raw {
		if now[c] = was[c]; c == Code || c == Filing || raw[c] == was[c] { // what came so may stay so
			continue
		}
		if now[c], why = columns[c].cell(raw[c]); !why.Empty() {
			rd.fault(row, c, why)
		}
	}
	if len(rd.Faults)+rd.More == before {
		rd.compare(row, was, now)
	}
}

// sorted puts the cells of a row into the order of the columns.
func (rd *reader) sorted(cells []string) (out Row, why fault) {
	for i, raw := range cells {
		raw = strings.Join(strings.Fields(sheet.Bare(raw)), " ")
		switch {
		case i < len(rd.at) && rd.at[i] >= 0:
			out[rd.at[i]] = raw
		case raw != "":
			return out, wording.Say("hint.describe.too-many-cells", len(cells), len(rd.at))
		}
	}
	if len(cells) < len(rd.at) && slices.ContainsFunc(rd.at[len(cells):], func(c int) bool { return c >= 0 }) {
		return out, wording.Say("hint.describe.too-few-cells", len(cells), len(rd.at))
	}
	return out, fault{}
}

// compare holds a row against what stands.
func (rd *reader) compare(row int, was, now Row) {
	for _, c := range []int{From, To, Died, Born, Begin} {
		if asMonth(was[c], now[c]) {
			now[c] = was[c]
			rd.Months++
		}
	}
	stale := now[Stand] != was[Stand]
	if stale && now.Sealed()[Stand] == now[Stand] { // as it was written: nobody wants a change
		rd.Aside++
		return
	}
	changed := was.Changed(now)
	switch {
	case len(changed) == 0:
		rd.Same++
		return
	case stale:
		rd.fault(row, changed[0], wording.Say("hint.describe.stale", orNothing(was[changed[0]])))
		return
	}
	before := len(rd.Faults) + rd.More
	for _, c := range changed {
		if why := columns[c].change(was[c], now[c]); !why.Empty() {
			rd.fault(row, c, why)
		}
	}
	if len(rd.Faults)+rd.More == before {
		rd.sense(row, was, &now, changed)
	}
	if len(rd.Faults)+rd.More == before {
		rd.Entries = append(rd.Entries, Entry{Row: row, Was: was, Now: now, Changed: was.Changed(now)})
	}
}

// change says why a cell cannot become another.
func (c column) change(was, now string) fault {
	switch {
	case now == "" && c.kept:
		return wording.Say("hint.describe.emptied", was)
	case c.form == text:
		return damaged(was, now)
	}
	return fault{}
}

// sense holds the cells of a row against each other.
func (rd *reader) sense(row int, was Row, now *Row, changed []int) {
	if now[Died]+now[Born] != "" {
		now[Personal] = Yes
	}
	for _, p := range [][2]int{{From, To}, {Born, Died}} {
		if a, b := now[p[0]], now[p[1]]; a != "" && b != "" && (slices.Contains(changed, p[0]) || slices.Contains(changed, p[1])) &&
			later(a, b) {
			rd.fault(row, p[1], wording.Say("hint.describe.ends-before", b, columns[p[0]].name, a))
		}
	}
	if !Closes(changed) {
		return
	}
	byHand := now[Until] != was[Until]
	switch {
	case now[Law] == "":
		rd.fault(row, Law, wording.Say("hint.describe.law-missing", strings.Join(rd.laws, ", ")))
	case !slices.Contains(rd.laws, now[Law]):
		rd.fault(row, Law, wording.Say("hint.describe.law-unknown", now[Law], strings.Join(rd.laws, ", ")))
	case now[Published] == Yes && byHand && now[Until] != Open:
		rd.fault(row, Until, wording.Say("hint.describe.published-closed", now[Until]))
	case now[Hidden] == Yes && now[Until] == Open:
		rd.fault(row, Hidden, wording.Say("hint.describe.hidden-open"))
	case slices.Contains(changed, Basis) && !byHand:
		rd.fault(row, Basis, wording.Say("hint.describe.basis-written", orNothing(was[Basis])))
	}
}

// later tells whether a day lies after another, as far as both say.
func later(a, b string) bool {
	n := min(len(a), len(b))
	return a[:n] > b[:n]
}

func orNothing(s string) string {
	if s == "" {
		return "–"
	}
	return shorten(s)
}

// Place names row and column for people: "Zeile 17, Titel".
func (f Fault) Place() wording.Text {
	switch {
	case f.Row == 0:
		return wording.Say("describe.place.file")
	case f.Column == "":
		return wording.Say("describe.place.row", fmt.Sprint(f.Row))
	}
	return wording.Say("describe.place.cell", fmt.Sprint(f.Row), f.Column)
}
