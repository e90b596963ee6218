package office

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
)

var errEncrypted = errors.New("encrypted")

// open reads an OpenDocument file (ODF 1.3 part 3): text, spreadsheet or presentation are
// told by their elements.
func (f *file) open() error {
	locked := false
	if err := f.scan("META-INF/manifest.xml", &handler{start: func(e element) {
		locked = locked ||
			e.name == "encryption-data"
	}}); err != nil {
		return err
	}
	if locked {
		return errEncrypted
	}
	w := &odf{flow: flow{f: f}}
	err := f.scan("content.xml", &handler{start: w.start, end: w.end, text: w.text, done: f.full})
	for len(w.grids) > 0 {
		w.endTable()
	}
	if err != nil {
		return err
	}
	w.asides("Fußnoten", w.notes)
	w.asides("Anmerkungen", w.remarks)
	heads := &odf{flow: flow{f: f, beside: &section{title: "Kopf- und Fußzeilen"}}, closed: true}
	return f.scan("styles.xml", &handler{start: heads.start, end: heads.end, text: heads.text, done: f.full})
}

// odf is the reading of the content of an OpenDocument file.
type odf struct {
	flow
	closed  bool // styles: only heads and feet are read
	within  int  // elements within a head or foot
	names   []string
	list    int
	slide   int
	sheets  bool     // a spreadsheet: its tables have names people gave them
	rows    int      // times the row in hand is said to stand there
	cells   int      // the same of the cell
	aside   []string // of the note or comment in hand: its mark, then its paragraphs
	inside  int      // elements within it
	foot    bool     // it is a note, no comment
	notes   []string
	remarks []string
}

// unsaid are elements whose text is no text of the document.
var unsaid = map[string]bool{"desc": true, "title": true, "binary-data": true, "creator": true, "creator-initials": true,
	"date": true, "date-string": true,
	"note-citation": true, "script": true, "sender-initials": true}

func (w *odf) start(e element) {
	if w.skip > 0 {
		w.skip++
		return
	}
	if w.closed && w.within == 0 && e.name != "header" && e.name != "footer" {
		return
	}
	if e.name == "tracked-changes" || unsaid[e.name] && (len(w.paras) > 0 || w.inside > 0) {
		if e.name == "tracked-changes" {
			w.f.lack(hidden["del"])
		}
		w.skip++
		return
	}
	if w.closed {
		w.within++
	}
	if w.inside > 0 {
		w.inside++
	}
	switch e.name {
	case "h", "p":
		p := &paragraph{level: -1, item: w.list > 0}
		if e.name == "h" {
			n, _ := strconv.Atoi(e.at("outline-level"))
			p.level, p.item = max(n, 1)-1, false
		}
		w.paras = append(w.paras, p)
	case "list-item":
		w.list++
	case "note", "annotation":
		if w.inside == 0 {
			w.inside, w.foot = 1, e.name == "note"
			w.aside = []string{"–"}
			if w.foot {
				w.aside[0] = fmt.Sprintf("[%d]", len(w.notes)+1)
				w.write(w.aside[0])
			}
		}
	default:
		w.frame(e)
	}
}

// frame takes tables, slides, pictures and what stands for blanks.
func (w *odf) frame(e element) {
	switch e.name {
	case "page":
		w.slide++
		title := fmt.Sprintf("Folie %d", w.slide)
		if name := e.at("name"); name != "" && !strings.HasPrefix(name, "page") {
			title += ": " + name
		}
		w.f.heading(0, title)
	case "notes":
		w.f.heading(1, "Notizen")
	case "spreadsheet":
		w.sheets = true
	case "table":
		name := e.at("name")
		w.names, w.grids = append(w.names, name), append(w.grids, &grid{})
	case "table-row":
		if g := w.grid(); g != nil {
			g.rows, w.rows = append(g.rows, nil), times(e.at("number-rows-repeated"))
		}
	case "table-cell", "covered-table-cell":
		if g := w.grid(); g != nil {
			g.cell, g.in, w.cells = nil, true, times(e.at("number-columns-repeated"))
		}
	case "s":
		w.write(strings.Repeat(" ", min(times(e.at("c")), 100)))
	case "tab":
		w.write("\t")
	case "line-break":
		w.write("\n")
	case "image":
		if href := strings.TrimPrefix(e.at("href"), "./"); href != "" {
			w.say("", func() { w.f.picture(path.Clean(href), "") })
		}
	}
}

// times is how often something is said to stand there, at least once.
func times(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 1
	}
	return min(n, 1<<20)
}

func (w *odf) end(name string) {
	if w.skip > 0 {
		w.skip--
		return
	}
	if w.closed && w.within == 0 {
		return
	}
	switch name {
	case "h", "p":
		w.endText()
	case "list-item":
		w.list--
	case "table-cell", "covered-table-cell":
		w.endSame()
	case "table-row":
		w.endRow()
	case "table":
		w.endODF()
	}
	if w.closed {
		w.within--
	}
	if w.inside > 0 {
		if w.inside--; w.inside == 0 {
			w.keepAside()
		}
	}
}

func (w *odf) text(b []byte) {
	if w.skip == 0 {
		w.write(string(b))
	}
}

// endText ends a paragraph: of the text, of a cell, of a note.
func (w *odf) endText() {
	if w.inside > 0 && len(w.paras) > 0 {
		if s := clean(w.para().text.String()); s != "" && len(w.aside) < maxRepeat {
			w.aside = append(w.aside, s)
		}
		w.paras = w.paras[:len(w.paras)-1]
		return
	}
	w.endParagraph()
}

func (w *odf) keepAside() {
	s := strings.Join(w.aside, " ")
	if len(w.notes)+len(w.remarks) >= maxStyles {
		return
	}
	if w.foot {
		w.notes = append(w.notes, s)
	} else if len(w.aside) > 1 {
		w.remarks = append(w.remarks, s)
	}
}

func (w *odf) asides(title string, list []string) {
	for i, s := range list {
		if i == 0 {
			w.f.heading(1, title)
		}
		w.f.para(s)
	}
}

// endSame ends a cell that may stand for several; empty ones at the end of a row are cut.
func (w *odf) endSame() {
	g := w.grid()
	if g == nil || !g.in {
		return
	}
	cell := g.cell
	for range min(w.cells, maxColumns) {
		g.cell, g.in = cell, true
		n := len(g.rows)
		if n == 0 || len(g.rows[n-1]) >= maxColumns {
			break
		}
		w.endCell()
	}
	g.cell, g.in = nil, false
}

// endRow cuts empty cells at the end and says a row as often as it stands there.
func (w *odf) endRow() {
	g := w.grid()
	if g == nil || len(g.rows) == 0 {
		return
	}
	last := len(g.rows) - 1
	row := g.rows[last]
	full := len(row)
	for len(row) > 0 && row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	w.f.cells -= full - len(row)
	g.rows[last] = row
	if len(row) == 0 {
		if last > 0 && len(g.rows[last-1]) == 0 {
			g.rows = g.rows[:last] // empty rows are one
		}
		return
	}
	if w.rows > maxRepeat {
		w.f.note(fmt.Sprintf("Gleiche Zeilen werden höchstens %d-mal gezeigt.", maxRepeat))
	}
	for range min(w.rows, maxRepeat) - 1 {
		if w.f.cells += len(row); w.f.cells > maxCells {
			break
		}
		g.rows = append(g.rows, row)
	}
	w.rows = 1
}

// endODF ends a table.
func (w *odf) endODF() {
	if len(w.names) == 0 {
		return
	}
	name := w.names[len(w.names)-1]
	w.names = w.names[:len(w.names)-1]
	g := w.grid()
	if len(w.grids) > 1 || g == nil || len(g.rows) == 0 {
		w.endTable()
		return
	}
	w.grids = nil
	if !w.sheets {
		w.f.table("", g.rows)
		return
	}
	w.f.heading(0, "Blatt: "+name)
	w.f.table("Blatt "+name, g.rows)
}
