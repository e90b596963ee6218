package office

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/viewer"
)

// maxLine is how long a line is kept in one piece; the reader of lines folds longer ones,
// and headings would no longer stand where they say.
const maxLine = 3900

// part is a table (csv) or a file inside (path).
type part struct {
	viewer.Part
	path string
	csv  []byte
}

// builder gathers what a file says, in its order.
type builder struct {
	lines    []string
	size     int // of lines in bytes
	cells    int // taken of all tables
	headings []viewer.Heading
	parts    []part
	tables   int
	facts    []viewer.Fact
	notes    []string
	partial  bool // some text of the file is not among the lines
}

func (b *builder) note(s string) {
	if !slices.Contains(b.notes, s) {
		b.notes = append(b.notes, s)
	}
}

// lack says that some text of the file is not given, and why.
func (b *builder) lack(why string) {
	b.note(why)
	b.partial = true
}

// cut shortens a text to what a cell may hold.
func (b *builder) cut(s string) string {
	if len(s) > maxCell {
		b.lack(fmt.Sprintf("Gezeigt werden die ersten %d Zeichen einer Zelle.", maxCell))
		return strings.ToValidUTF8(s[:maxCell], "") + "…"
	}
	return s
}

// full reports that no more text is kept, and says so.
func (b *builder) full() bool {
	if b.size < maxText {
		return false
	}
	b.lack(fmt.Sprintf("Gezeigt werden die ersten %d MB Text.", maxText>>20))
	return true
}

// para adds a paragraph; its line breaks stay.
func (b *builder) para(s string) {
	s = strings.ToValidUTF8(s, "")
	for _, line := range strings.Split(s, "\n") {
		for len(line) > maxLine {
			cut := maxLine
			for cut > 0 && !utf8.RuneStart(line[cut]) {
				cut--
			}
			b.line(line[:cut])
			line = line[cut:]
		}
		b.line(line)
	}
}

// line adds a line; two empty ones never follow each other.
func (b *builder) line(s string) {
	s = strings.TrimRight(strings.Map(plain, s), " ")
	if s == "" && (len(b.lines) == 0 || b.lines[len(b.lines)-1] == "") || b.full() {
		return
	}
	b.lines = append(b.lines, s)
	b.size += len(s) + 1
}

// plain keeps tabs and leaves signs away that would begin a line or end a text.
func plain(r rune) rune {
	if r < ' ' && r != '\t' || r == '\u2028' || r == '\u2029' || r == '\u0085' {
		return ' '
	}
	return r
}

// heading adds a heading of a level from 0.
func (b *builder) heading(level int, s string) {
	if s = clean(s); s == "" {
		return
	}
	b.line("")
	if len(b.headings) < maxMarks && !b.full() {
		b.headings = append(b.headings, viewer.Heading{Title: s[:min(len(s), maxLine)], Level: min(max(level, 0), 8), Page: len(b.lines)})
	}
	b.para(s)
	if level < 2 {
		b.line(strings.Repeat("─", min(utf8.RuneCountInString(s), 60)))
	}
}

// clean is a text in one line.
func clean(s string) string {
	return strings.ToValidUTF8(strings.Join(strings.Fields(strings.Map(plain, s)), " "), "")
}

// part adds a file inside, once.
func (f *file) part(name string) {
	e, ok := f.tree.Stat(name)
	if !ok || slices.ContainsFunc(f.parts, func(p part) bool { return p.path == name }) {
		return
	}
	if len(f.parts) >= maxParts {
		f.note(fmt.Sprintf("Es sind mehr als %d Tabellen und Bilder; die übrigen lassen sich nicht einzeln öffnen.", maxParts))
		return
	}
	f.parts = append(f.parts, part{Part: viewer.Part{Name: path.Base(name), Size: e.Size}, path: name})
}

// picture adds the line of a picture that lies in the file.
func (f *file) picture(name, said string) {
	if !f.has(name) {
		f.note("Ein Bild liegt nicht in der Datei und wird nicht von außen geholt.")
		return
	}
	f.part(name)
	words := "Bild: " + path.Base(name)
	if said = clean(said); said != "" {
		words += " – " + said
	}
	f.para("[" + words + "]")
}

// widths of the columns of a table in text.
const (
	maxWidth = 40  // of a column that is padded
	maxTable = 120 // of a table whose columns stand below each other
)

// table adds a table: its rows as lines, and as a part of its own. name "" counts it.
func (b *builder) table(name string, rows [][]string) {
	for len(rows) > 0 && empty(rows[len(rows)-1]) {
		rows = rows[:len(rows)-1]
	}
	columns := 0
	for _, r := range rows {
		columns = max(columns, len(r))
	}
	if columns == 0 {
		return
	}
	b.tables++
	if name == "" {
		name = fmt.Sprintf("Tabelle %d", b.tables)
	}
	widths, all := make([]int, columns), 0
	for _, r := range rows {
		for i, c := range r {
			widths[i] = max(widths[i], min(utf8.RuneCountInString(c), maxWidth))
		}
	}
	for _, w := range widths {
		all += w + 3
	}
	b.line("")
	for _, r := range rows {
		b.line(rowLine(r, widths, all <= maxTable))
	}
	b.line("")
	if len(b.parts) < maxParts && columns > 1 {
		data := asCSV(rows, columns)
		b.parts = append(b.parts, part{Part: viewer.Part{Name: partName(name) + ".csv", MIME: "text/csv", Size: int64(len(data))},
			csv: data})
	}
}

func empty(row []string) bool {
	for _, c := range row {
		if c != "" {
			return false
		}
	}
	return true
}

// rowLine joins the cells of a row, padded where the table is narrow enough to be read so.
func rowLine(row []string, widths []int, padded bool) string {
	var s strings.Builder
	for i, c := range row {
		if i > 0 {
			s.WriteString(" │ ")
		}
		c = clean(c)
		s.WriteString(c)
		if n := widths[i] - utf8.RuneCountInString(c); padded && n > 0 && i < len(row)-1 {
			s.WriteString(strings.Repeat(" ", n))
		}
	}
	return s.String()
}

// asCSV writes rows with letters as heads, each as long as the longest: the reader of
// tables takes the first row for the heads and would cut longer ones.
func asCSV(rows [][]string, columns int) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = ';'
	line := make([]string, columns)
	for i := range line {
		line[i] = columnName(i)
	}
	_ = w.Write(line) // into memory
	for _, r := range rows {
		clear(line)
		copy(line, r)
		_ = w.Write(line)
	}
	w.Flush()
	return out.Bytes()
}

// columnName is A, B … Z, AA.
func columnName(i int) string {
	s := ""
	for i++; i > 0; i = (i - 1) / 26 {
		s = string(rune('A'+(i-1)%26)) + s
	}
	return s
}

// partName is a name that is no path.
func partName(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, clean(s))
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "")
	}
	return s
}
