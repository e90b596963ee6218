package sensitivity

import (
	"laufzettel/transfer/pattern"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tables name a column once, far above what stands in it: the rules that look beside a
// word do not see it there. A line of three cells or more with a word of a rule in one of
// them is a heading; the lines below it with the same separator are its rows. Commas and
// blanks part cells as well where two columns at least are known: they stand in sentences.

// The limits of a table.
const (
	leastCells = 3
	mostCells  = 64
	cellWindow = 160 // bytes of a cell looked at
	mostLine   = 4096
)

// separators part the cells of a row; one that stands in a heading is that of its rows.
const separators = "\t;|"

// column is what the heading says of a column.
type column struct {
	cell int
	at   int // signs before it in its line
	rule string
}

// table is the heading the rows below belong to.
type table struct {
	sep     byte // ' ' for two blanks or more, '/' for one that stands between blanks
	cells   int
	columns []column
}

// part is one cell of a line and its first byte there.
type part struct {
	at   int
	text string
}

var wide = pattern.Of(`[ \x{00a0}]{2,}`)

// parts cuts a line into its cells.
func parts(line string, sep byte) (out []part) {
	if sep == ' ' {
		at := 0
		for _, m := range wide.FindAllStringIndex(line, mostCells) {
			if m[0] > 0 {
				out = append(out, part{at, line[at:m[0]]})
			}
			at = m[1]
		}
		return append(out, part{at, line[at:]})
	}
	at, quoted := 0, false
	for i := range len(line) {
		if line[i] == '"' && sep == ',' {
			quoted = !quoted
		}
		if line[i] == sep && !quoted && (sep != '/' || slashed(line, i)) {
			out = append(out, part{at, line[at:i]})
			at = i + 1
		}
	}
	return append(out, part{at, line[at:]})
}

// slashed tells whether a stroke stands between blanks: in "Weiß/Braun" and "2/98" it parts nothing.
func slashed(line string, i int) bool {
	return i > 0 && line[i-1] == ' ' && i+1 < len(line) && line[i+1] == ' '
}

// tables is the search of one text for tables.
type tables struct{ f *finder }

// columns looks for tables line by line.
func (ts tables) columns() {
	var t *table
	for at := 0; at < len(ts.f.text); {
		end := strings.IndexByte(ts.f.text[at:], '\n')
		if end < 0 {
			end = len(ts.f.text)
		} else {
			end += at
		}
		if end-at > 0 && end-at <= mostLine && len(ts.f.hits) < maxHits {
			t = ts.line(t, at, end)
		}
		at = end + 1
	}
}

// ruled tells whether a line is drawn, as below a heading.
func ruled(line string) bool { return strings.Trim(line, "-=_+|;*:─═│┼├┤ \t") == "" }

// line reads a line as heading or as row of the table before; it gives the table that
// holds from here on. A line without the separator ends a table; an empty one and one set in do not.
func (ts tables) line(t *table, at, end int) *table {
	line := strings.TrimRight(ts.f.text[at:end], " \r")
	if strings.TrimSpace(line) == "" || ruled(line) {
		return t
	}
	if head := ts.heading(at, line); head != nil {
		return head
	}
	if t == nil {
		return nil
	}
	cells := parts(line, t.sep)
	switch {
	case len(cells) == 1 && t.sep == ' ' && strings.IndexFunc(line, unicode.IsLower) < 0:
		return t // the rest of a row that was too wide
	case len(cells) == 1 && strings.HasPrefix(line, indented[:indent(t.sep)]):
		return t // what is said of the row above, below its first cells
	case len(cells) == 1:
		return nil
	case len(cells) < leastCells || len(cells) > 2*mostCells:
		return t
	case t.sep == ' ' && (len(cells) != t.cells || !ts.fitting(t, cells)):
		ts.shifted(t, at, line, cells)
		return t
	case t.sep == ',' && len(cells) != t.cells:
		return t
	}
	last, from := -2, 0 // the cell of a name before this one
	for _, c := range t.columns {
		if c.cell >= len(cells) {
			continue
		}
		before := len(ts.f.hits)
		ts.cell(c.rule, at+cells[c.cell].at, cells[c.cell].text)
		if len(ts.f.hits) == before || c.rule != "name-role" {
			continue
		}
		hit := ts.f.hits[len(ts.f.hits)-1]
		if last == c.cell-1 { // family name and given name are one
			ts.f.add(c.rule, from, hit.end())
		} else {
			from = hit.Offset
		}
		last = c.cell
	}
	return t
}

// shifted reads a row of a table parted by blanks that has more or fewer cells than its
// heading, as one where two headings or two cells stand close together: what the cell is
// and where it stands tell its column.
func (ts tables) shifted(t *table, at int, line string, cells []part) {
	for _, c := range t.columns {
		best, off := -1, farOff
		for i := range cells {
			d := utf8.RuneCountInString(line[:cells[i].at]) - c.at
			if d = max(d, -d); d < off && ts.fits(c.rule, cells[i].text) {
				best, off = i, d
			}
		}
		if best >= 0 {
			ts.cell(c.rule, at+cells[best].at, cells[best].text)
		} else if c.rule == "birth" {
			ts.onlyDay(at, line)
		}
	}
}

// indented begins a line that goes on with the row above it.
const indented = "   "

// indent is how many blanks of it do: where two part the cells one more.
func indent(sep byte) int {
	if sep == ' ' {
		return len(indented)
	}
	return len(indented) - 1
}

// farOff is how many signs a cell may stand beside its heading.
const farOff = 25

// onlyDay takes the day of a row that holds one only: it stands in one cell with what is
// before it.
func (ts tables) onlyDay(at int, line string) {
	m := dayAnywhere.FindAllStringIndex(line, 2)
	if len(m) == 1 {
		ts.f.dayIn(dayHere, at+m[0][0]+1, line[m[0][0]+1:])
	}
}

var dayAnywhere = shape(`°(?:\d{1,2}\.°?(?:\d{1,2}\.|[IVX]{1,4}\.)°?\d{2,4}|\d{4}-\d{2}-\d{2})(?:°|$)`)

// fitting tells whether the cells of a row are what the columns say by number.
func (ts tables) fitting(t *table, cells []part) bool {
	for _, c := range t.columns {
		if c.rule == "birth" && c.cell < len(cells) && !ts.fits(c.rule, cells[c.cell].text) {
			return strings.TrimSpace(strings.Trim(cells[c.cell].text, "-–")) == ""
		}
	}
	return true
}

// fits tells whether a cell may stand in a column of a rule, by its form.
func (ts tables) fits(rule, cell string) bool {
	cell = strings.TrimLeft(cell, " \u00a0\"'")
	switch rule {
	case "birth":
		_, to, ok := dayOf(dayHere, cell)
		return ok && (to == len(cell) || cell[to] == ' ')
	case "card":
		rule, end := (&finder{Rules: ts.f.Rules, text: cell, src: source(cell)}).inColumn(0)
		return rule != "" && end == len(strings.TrimRight(cell, " "))
	case "health":
		return source(cell).insured(0) == len(strings.TrimRight(cell, " "))
	case "name-role":
		cell = cell[len(rowNumber.FindString(cell)):]
		from, to := ts.f.name(cell, false)
		return to > from && to == len(strings.TrimRight(cell, " "))
	}
	return false
}

// rowNumber is the number of a row that stands close before its name.
var rowNumber = shape(`^\d{1,8}[.)]?°{1,4}`)

// heading reads a line, whose first byte is at, as the heading of a table; nil where it is
// none.
func (ts tables) heading(at int, line string) *table {
	sep, known := byte(' '), 2
	if i := strings.IndexAny(line, separators); i >= 0 {
		sep, known = line[i], 1
	} else if strings.Count(line, ",") >= leastCells && !strings.Contains(line, ", ") {
		sep = ','
	} else if strings.Count(line, " / ") >= leastCells-1 {
		sep = '/'
	}
	cells := parts(line, sep)
	if len(cells) < leastCells || len(cells) > mostCells {
		return nil
	}
	t := &table{sep: sep, cells: len(cells)}
	for n, c := range cells {
		if _, _, day := dayOf(dayHere, strings.Trim(c.text, ` "'`)); day {
			return nil
		}
		cell := strings.Trim(strings.TrimSpace(c.text), `"'`)
		if cell == "*" { // the star of genealogists heads the days of birth
			cell = "geboren"
		}
		cell = strings.Trim(cell, "*")
		if len(cell) > 48 || strings.ContainsAny(cell, "0123456789@") && strings.TrimRight(cell, "0123456789 ") == "" {
			return nil // numbers are what stands in rows
		}
		rule := ts.headed(cell)
		if rule == "" && strings.HasPrefix(cell, "Serien") && ts.f.beside("card-short", at, titleBefore) {
			rule = "card" // of the cards the title names
		}
		if (rule == "birth" || rule == "card" || rule == "health") && len(cell) <= shortHead {
			known = 1 // its rows tell themselves by their form
		}
		if rule != "" {
			t.columns = append(t.columns, column{n, utf8.RuneCountInString(line[:c.at]), rule})
		}
	}
	if len(t.columns) < known || sep == ' ' && strings.ContainsAny(line, ":0123456789") {
		return nil
	}
	return t
}

// The limits of a heading.
const (
	shortHead   = 20  // bytes of a cell that can be nothing but the name of a column
	titleBefore = 160 // bytes between the title of a table and its heading
)

// headed gives the rule the words of a heading call. All of them must be words of a
// heading: a row that begins "Familie Lind" is none.
func (ts tables) headed(cell string) string {
	words := strings.FieldsFunc(strings.ToLower(cell), func(c rune) bool { return strings.ContainsRune(" .,-/:()_", c) })
	if len(words) == 0 || len(words) > 5 {
		return ""
	}
	words = append(words, strings.TrimRight(strings.ToLower(cell), ".: ")) // PA-Nr. is a word of its own
	alone := func(w string) bool { return isAlone(w) && standsAlone(cell, w) >= 0 }
	if slices.ContainsFunc(ts.f.wordsOf("card-short"), alone) {
		return "card"
	}
	for _, w := range words {
		if ofCard(w) {
			return "card"
		}
		if w == "straße" || w == "strasse" || w == "str" {
			return "address-word"
		}
		for _, rule := range ts.f.calls(w, false) {
			switch rule {
			case "birth", "phone", "address-word", "card", "health":
				return rule
			case "card-short":
				return "card"
			case "name-role":
				if w != "an" && w != "von" {
					return rule
				}
			}
		}
	}
	low := strings.ToLower(cell)
	if slices.ContainsFunc(ts.f.wordsOf("health"), func(w string) bool { return strings.Contains(low, w) }) {
		return "health"
	}
	return ""
}

// ofCard tells whether a word of a heading names cards that are numbered: ausweisnummer,
// reisepässe, but no bibliotheksausweis.
func ofCard(w string) bool {
	for _, begin := range []string{"ausweis", "personalausweis", "perso", "reisepa", "reisepä", "passnummer", "paßnummer", "passnr",
		"paßnr", "dokumentennummer"} {
		if rest, ok := strings.CutPrefix(w, begin); ok && (begin != "perso" || rest == "") {
			return true
		}
	}
	return false
}

// cell looks at one cell of a row; at is its first byte.
func (ts tables) cell(rule string, at int, s string) {
	bare := strings.TrimLeft(s, " \u00a0\"'")
	at += len(s) - len(bare)
	if len(bare) > cellWindow || bare == "" {
		return
	}
	switch rule {
	case "birth":
		ts.f.dayIn(dayHere, at, bare)
	case "card":
		if short, end := ts.f.inColumn(at); short != "" {
			ts.f.add(short, at, end)
		} else if end = misread(ts).card(at); end > 0 {
			ts.f.add("card-misread", at, end)
		}
	case "health":
		if end := ts.f.src.insured(at); end > 0 {
			ts.f.add(rule, at, end)
		} else if end = misread(ts).health(at); end > 0 {
			ts.f.add("health-misread", at, end)
		}
	case "phone":
		if m := numberAfter.FindStringSubmatchIndex(bare); m != nil && m[2] < 3 && countDigits(bare[m[2]:m[3]]) >= 4 {
			ts.f.add(rule, at+m[2], at+m[3])
		}
	case "address-word":
		ts.f.placeAt(rule, at)
	case "name-role":
		if n := len(rowNumber.FindString(bare)); n > 0 {
			at, bare = at+n, bare[n:]
		}
		if from, to := ts.f.name(bare, true); to > from {
			ts.f.add(rule, at+from, at+to)
		}
	}
}
