package office

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// words reads a word processor file (ECMA-376 part 1, 17): its body, then notes, comments,
// heads and feet.
func (f *file) words(main string) error {
	rels := f.relationsOf(main)
	levels := f.headingLevels(path.Join(path.Dir(main), "styles.xml"))
	if err := f.flow(main, levels, rels, nil); err != nil {
		return err
	}
	for _, more := range []struct{ kind, title, element string }{
		{"/footnotes", "Fußnoten", "footnote"}, {"/endnotes", "Endnoten", "endnote"}, {"/comments", "Anmerkungen", "comment"},
		{"/header", "Kopf- und Fußzeilen", ""}, {"/footer", "Kopf- und Fußzeilen", ""}} {
		for _, r := range rels {
			if !strings.HasSuffix(r.kind, more.kind) {
				continue
			}
			if err := f.flow(r.target, nil, f.relationsOf(r.target), &section{title: more.title, element: more.element}); err != nil {
				return err
			}
		}
	}
	return nil
}

// section is text beside the body: its title stands above its first words.
type section struct {
	title, element string
	begun          bool
	mark           string // before the next paragraph
}

// headingLevels gives the styles that are headings, by id: "berschrift1" of a German Word
// is named "heading 1", too.
func (f *file) headingLevels(styles string) map[string]int {
	levels, id := map[string]int{}, ""
	_ = f.scan(styles, &handler{start: func(e element) {
		switch e.name {
		case "style":
			id = e.at("styleId")
		case "name":
			name := strings.ToLower(e.at("val"))
			if name == "title" {
				levels[id] = 0
			} else if n, err := strconv.Atoi(strings.TrimPrefix(name, "heading ")); err == nil && n > 0 && n < 10 &&
				len(levels) < maxStyles {
				levels[id] = n - 1
			}
		}
	}})
	return levels
}

// paragraph is one being read; text boxes put one into another.
type paragraph struct {
	text  strings.Builder
	level int // of a heading, -1: none
	item  bool
}

// grid is a table being read; tables stand in cells of others.
type grid struct {
	rows [][]string
	cell []string // paragraphs of the cell in hand, nil outside of cells
	in   bool
}

// flow is the reading of running text with tables.
type flow struct {
	f       *file
	levels  map[string]int
	rels    []relation
	beside  *section
	paras   []*paragraph
	grids   []*grid
	skip    int // elements below one that is not shown
	reading bool
	said    string // description of the picture to come
}

// hidden are elements whose text is not the document's: replaced twice, moved away, or
// written by the program.
var hidden = map[string]string{"Fallback": "", "moveFrom": "Gelöschter Text (Änderungsverfolgung) steht in der Datei und wird nicht " +
	"gezeigt.",
	"del": "Gelöschter Text (Änderungsverfolgung) steht in der Datei und wird nicht gezeigt."}

// flow reads a part of running text; beside nil: the body.
func (f *file) flow(part string, levels map[string]int, rels []relation, beside *section) error {
	w := &flow{f: f, levels: levels, rels: rels, beside: beside}
	err := f.scan(part, &handler{start: w.start, end: w.end, text: w.text, done: f.full})
	for len(w.grids) > 0 { // the part ends within a table
		w.endTable()
	}
	return err
}

func (w *flow) start(e element) {
	note, hide := hidden[e.name]
	if e.name == "del" && len(w.paras) == 0 {
		hide = false // a deleted row or mark, not its words
	}
	if w.skip > 0 || hide {
		w.skip++
		if note != "" && w.skip == 1 {
			w.f.lack(note)
		}
		return
	}
	switch e.name {
	case "p":
		w.paras = append(w.paras, &paragraph{level: -1})
	case "t":
		w.reading = true
	case "tbl":
		w.grids = append(w.grids, &grid{})
	case "tr":
		if g := w.grid(); g != nil {
			g.rows = append(g.rows, nil)
		}
	case "tc":
		if g := w.grid(); g != nil {
			g.cell, g.in = nil, true
		}
	case "altChunk":
		w.f.lack("Die Datei bindet ein weiteres Dokument ein, das hier nicht gezeigt wird.")
	case "chart", "relIds":
		w.f.lack("Diagramme und Zeichnungen werden nicht gezeigt.")
	case "vanish":
		if v := e.at("val"); v != "0" && v != "false" {
			w.f.note("Die Datei enthält ausgeblendeten Text; er wird gezeigt.")
		}
	default:
		w.within(e)
	}
}

// within takes what stands in a paragraph.
func (w *flow) within(e element) {
	if w.beside != nil && e.name == w.beside.element && e.name != "" {
		w.beside.mark = ""
		if kind := e.at("type"); kind == "" || kind == "normal" {
			w.beside.mark = "[" + e.at("id") + "] "
			if who := e.at("author"); who != "" {
				w.beside.mark = "[" + who + "] "
			}
		}
		return
	}
	p := w.para()
	if p == nil {
		return
	}
	switch e.name {
	case "pStyle":
		if l, ok := w.levels[e.at("val")]; ok {
			p.level = l
		}
	case "outlineLvl":
		if n, err := strconv.Atoi(e.at("val")); err == nil && n >= 0 && n < 9 {
			p.level = n
		}
	case "numPr":
		p.item = true
	case "tab":
		w.write("\t")
	case "br", "cr":
		w.write("\n")
	case "noBreakHyphen":
		w.write("-")
	case "footnoteReference", "endnoteReference":
		w.write("[" + e.at("id") + "]")
	case "docPr":
		w.said = e.at("descr")
	case "blip":
		w.picture(e.at("embed"))
	case "imagedata":
		w.picture(e.at("id"))
	}
}

func (w *flow) end(name string) {
	if w.skip > 0 {
		w.skip--
		return
	}
	switch name {
	case "p":
		w.endParagraph()
	case "t":
		w.reading = false
	case "tc":
		w.endCell()
	case "tbl":
		w.endTable()
	}
}

func (w *flow) text(b []byte) {
	if w.reading && w.skip == 0 {
		w.write(string(b))
	}
}

func (w *flow) para() *paragraph {
	if len(w.paras) == 0 {
		return nil
	}
	return w.paras[len(w.paras)-1]
}

func (w *flow) grid() *grid {
	if len(w.grids) == 0 {
		return nil
	}
	return w.grids[len(w.grids)-1]
}

func (w *flow) write(s string) {
	if p := w.para(); p != nil && p.text.Len() < maxText {
		p.text.WriteString(s)
	}
}

func (w *flow) picture(id string) {
	if target := byID(w.rels, id); target != "" {
		w.say("", func() { w.f.picture(target, w.said) })
	}
	w.said = ""
}

// say adds words where they stand: to the cell, or to the text by do.
func (w *flow) say(s string, do func()) {
	if g := w.grid(); g != nil && g.in {
		if s = clean(s); s != "" {
			g.cell = append(g.cell, s)
			return
		}
	}
	if b := w.beside; b != nil && !b.begun && (s != "" || w.grid() == nil) {
		w.f.heading(1, b.title)
		b.begun = true
	}
	do()
}

func (w *flow) endParagraph() {
	p := w.para()
	if p == nil {
		return
	}
	w.paras = w.paras[:len(w.paras)-1]
	s := p.text.String()
	if w.beside != nil {
		if strings.TrimSpace(s) == "" {
			return
		}
		s, w.beside.mark = w.beside.mark+s, ""
	}
	if p.item && strings.TrimSpace(s) != "" {
		s = "– " + s
	}
	if p.level >= 0 && (w.grid() == nil || !w.grid().in) {
		w.f.heading(p.level, s)
		return
	}
	if g := w.grid(); g != nil && g.in && strings.TrimSpace(s) == "" {
		return
	}
	w.say(s, func() { w.f.para(s) })
}

func (w *flow) endCell() {
	g := w.grid()
	if g == nil || !g.in {
		return
	}
	if n := len(g.rows); n > 0 && len(g.rows[n-1]) < maxColumns && w.f.cells < maxCells {
		g.rows[n-1] = append(g.rows[n-1], w.f.cut(strings.Join(g.cell, " / ")))
		w.f.cells++
	} else if n > 0 {
		w.f.lack(fmt.Sprintf("Gezeigt werden höchstens %d Zellen und %d Spalten.", maxCells, maxColumns))
	}
	g.cell, g.in = nil, false
}

// endTable writes a table; that in a cell becomes words of the cell.
func (w *flow) endTable() {
	g := w.grid()
	if g == nil {
		return
	}
	w.grids = w.grids[:len(w.grids)-1]
	outer := w.grid()
	if outer == nil || !outer.in {
		w.f.table("", g.rows)
		return
	}
	for _, r := range g.rows {
		if s := clean(strings.Join(r, " · ")); s != "" {
			outer.cell = append(outer.cell, s)
		}
	}
}
