package browser

import (
	"context"
	"slices"
	"strings"

	"laufzettel/viewer"
)

// leafNode is a piece of the text of a tagged page as HTML can show it, whatever the
// document nests in what.
type leafNode struct {
	Kind   string // "head", "par", "list", "table", "figure", "group"
	Level  int    // of a heading, from firstLevel
	Lang   string
	Runs   []leafRun // of a heading or a paragraph
	Alt    string    // of a figure
	Marked bool      // the items of a list bring their signs along
	Items  [][]leafNode
	Rows   [][]leafCell
	Title  []leafRun // of a table
	Inner  []leafNode
}

type leafRun struct{ Text, Lang string }

type leafCell struct {
	Head             bool
	Scope            string // of HTML
	ColSpan, RowSpan int
	Lang             string
	Inner            []leafNode
}

const (
	// firstLevel is the level of the highest heading of a page within ours.
	firstLevel = 5
	lastLevel  = 9
	// deepestNode bounds how far pages nest; what lies deeper is text.
	deepestNode = 40
)

// inlineRoles are the elements that stand within a line.
var inlineRoles = strings.Fields("Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Lbl Em Strong Sub FENote")

// leaves turns the structure of a page into what its HTML shows. Levels of headings
// follow each other without a gap, as the page says no more than who stands below whom.
func leaves(elements []viewer.Element) []leafNode {
	var levels []int
	headings(elements, &levels)
	slices.Sort(levels)
	l := leaver{levels: slices.Compact(levels)}
	return l.nodes(elements, 0)
}

// headings gathers the levels in use.
func headings(list []viewer.Element, levels *[]int) {
	for _, e := range list {
		if n := headingLevel(e.Role); n > 0 {
			*levels = append(*levels, n)
		}
		headings(e.Kids, levels)
	}
}

// headingLevel gives 1 for the highest, 0 for what is no heading. H has no level of its
// own and counts as a section's.
func headingLevel(role string) int {
	switch {
	case role == "Title":
		return 1
	case role == "H":
		return 2
	case len(role) == 2 && role[0] == 'H' && role[1] >= '1' && role[1] <= '9':
		return int(role[1] - '0')
	}
	return 0
}

type leaver struct {
	levels []int
	last   int // level of the heading before
}

// nodes makes blocks of elements; runs of text between them are paragraphs.
func (l *leaver) nodes(list []viewer.Element, depth int) (out []leafNode) {
	var runs []leafRun
	flush := func() {
		if runs = trimmed(runs); len(runs) > 0 {
			out = append(out, leafNode{Kind: "par", Runs: runs})
		}
		runs = nil
	}
	for _, e := range list {
		if e.Role == "" || slices.Contains(inlineRoles, e.Role) && !blocksIn(e) || depth >= deepestNode {
			runs = appendRuns(runs, e, "")
			continue
		}
		flush()
		out = append(out, l.node(e, depth+1)...)
	}
	flush()
	return out
}

// blocksIn tells whether something in an element is no part of a line.
func blocksIn(e viewer.Element) bool {
	return slices.ContainsFunc(e.Kids, func(k viewer.Element) bool {
		return k.Role != "" && (!slices.Contains(inlineRoles, k.Role) || blocksIn(k))
	})
}

func (l *leaver) node(e viewer.Element, depth int) []leafNode {
	n := leafNode{Lang: e.Lang}
	switch level := headingLevel(e.Role); {
	case level > 0:
		if n.Kind, n.Runs = "head", trimmed(appendRuns(nil, viewer.Element{Kids: e.Kids}, "")); len(n.Runs) == 0 {
			return nil
		}
		l.last = min(firstLevel+slices.Index(l.levels, level), max(l.last, firstLevel-1)+1, lastLevel)
		n.Level = l.last
		return []leafNode{n}
	case e.Role == "Figure", e.Role == "Formula":
		if e.Alt == "" {
			break // what stands in it is read as text
		}
		return []leafNode{{Kind: "figure", Lang: e.Lang, Alt: e.Alt}}
	case e.Role == "P" && !blocksIn(e):
		if n.Kind, n.Runs = "par", trimmed(appendRuns(nil, viewer.Element{Kids: e.Kids}, "")); len(n.Runs) == 0 {
			return nil
		}
		return []leafNode{n}
	case e.Role == "L", e.Role == "TOC":
		return l.list(e, depth)
	case e.Role == "Table":
		return l.table(e, depth)
	}
	inner := l.nodes(e.Kids, depth)
	if e.Lang == "" || len(inner) == 0 {
		return inner
	}
	n.Kind, n.Inner = "group", inner
	return []leafNode{n}
}

// list makes the items of a list; what stands in it without an item goes before it.
func (l *leaver) list(e viewer.Element, depth int) (out []leafNode) {
	n := leafNode{Kind: "list", Lang: e.Lang}
	var besides []viewer.Element
	for _, k := range e.Kids {
		if k.Role != "LI" && k.Role != "TOCI" {
			besides = append(besides, k)
			continue
		}
		n.Marked = n.Marked || slices.ContainsFunc(k.Kids, func(x viewer.Element) bool { return x.Role == "Lbl" })
		if item := l.nodes(l.item(k), depth); len(item) > 0 {
			n.Items = append(n.Items, item)
		}
	}
	out = l.nodes(besides, depth)
	if len(n.Items) > 0 {
		out = append(out, n)
	}
	return out
}

// item puts the sign of an item before the first line of its body.
func (l *leaver) item(e viewer.Element) []viewer.Element {
	if len(e.Kids) != 2 || e.Kids[0].Role != "Lbl" || e.Kids[1].Role != "LBody" || len(e.Kids[1].Kids) == 0 {
		return e.Kids
	}
	label, body := e.Kids[0], slices.Clone(e.Kids[1].Kids)
	if first := body[0]; first.Role == "P" {
		first.Kids = append([]viewer.Element{label}, first.Kids...)
		body[0] = first
		return body
	}
	return append([]viewer.Element{label}, body...)
}

// table makes the rows of a table. Cells that would reach over its edge are cut.
func (l *leaver) table(e viewer.Element, depth int) (out []leafNode) {
	n := leafNode{Kind: "table", Lang: e.Lang}
	var besides []viewer.Element
	var rows func(list []viewer.Element)
	rows = func(list []viewer.Element) {
		for _, k := range list {
			switch k.Role {
			case "THead", "TBody", "TFoot":
				rows(k.Kids)
			case "TR":
				if row := l.row(k, depth); len(row) > 0 {
					n.Rows = append(n.Rows, row)
				}
			case "Caption":
				n.Title = trimmed(appendRuns(n.Title, k, ""))
			default:
				besides = append(besides, k)
			}
		}
	}
	rows(e.Kids)
	out = l.nodes(besides, depth)
	if len(n.Rows) > 0 {
		fit(n.Rows)
		out = append(out, n)
	}
	return out
}

func (l *leaver) row(e viewer.Element, depth int) (row []leafCell) {
	for _, k := range e.Kids {
		if k.Role != "TH" && k.Role != "TD" {
			k = viewer.Element{Role: "TD", Kids: []viewer.Element{k}}
		}
		c := leafCell{ColSpan: max(k.ColSpan, 1), RowSpan: max(k.RowSpan, 1), Lang: k.Lang, Inner: l.nodes(k.Kids, depth)}
		// An empty head names nothing.
		if c.Head = k.Role == "TH" && len(c.Inner) > 0; c.Head {
			c.Scope = map[string]string{"Row": "row", "Column": "col"}[k.Scope]
		}
		row = append(row, c)
	}
	return row
}

// fit takes spans away where the cells do not make up a whole table with them.
func fit(rows [][]leafCell) {
	width := 0
	for _, c := range rows[0] {
		width += c.ColSpan
	}
	const widest = 1000
	left := make([]int, min(width, widest)) // rows a cell above reaches into each column
	whole := width <= widest
	for y := 0; whole && y < len(rows); y++ {
		x := 0
		for _, c := range rows[y] {
			for x < width && left[x] > 0 {
				x++
			}
			for range c.ColSpan {
				if whole = whole && x < width && left[x] == 0 && y+c.RowSpan <= len(rows); !whole {
					break
				}
				left[x] = c.RowSpan
				x++
			}
		}
		for i := range left {
			whole = whole && left[i] > 0
			left[i]--
		}
	}
	for _, row := range rows {
		for i := range row {
			if !whole {
				row[i].ColSpan, row[i].RowSpan = 1, 1
			}
		}
	}
}

// appendRuns puts the text of an element and all in it behind runs.
func appendRuns(runs []leafRun, e viewer.Element, lang string) []leafRun {
	if e.Lang != "" {
		lang = e.Lang
	}
	if e.Alt != "" && e.Role != "Link" {
		return appendRun(runs, e.Alt, lang, true)
	}
	if e.Role == "" && e.Text != "" {
		runs = appendRun(runs, e.Text, lang, e.Apart)
	}
	for _, k := range e.Kids {
		runs = appendRuns(runs, k, lang)
	}
	if e.Role == "Lbl" {
		runs = appendRun(runs, " ", lang, false)
	}
	return runs
}

func appendRun(runs []leafRun, text, lang string, apart bool) []leafRun {
	if apart && len(runs) > 0 {
		text = " " + text
	}
	if n := len(runs); n > 0 && runs[n-1].Lang == lang {
		runs[n-1].Text += text
		return runs
	}
	return append(runs, leafRun{text, lang})
}

// trimmed takes runs that hold nothing away.
func trimmed(runs []leafRun) []leafRun {
	all := ""
	for _, r := range runs {
		all += r.Text
	}
	if strings.TrimSpace(all) == "" {
		return nil
	}
	runs[0].Text = strings.TrimLeft(runs[0].Text, " ")
	return runs
}

// structured shows what a tagged page says of itself; false where it says nothing, or its
// tags cannot be read, which is told.
func (s *face) structured(ctx context.Context, d viewer.Pager, v *docView) (bool, error) {
	tags, ok := d.(viewer.Structurer)
	if !ok {
		return false, nil
	}
	got, err := tags.Structure(ctx, v.Page)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		v.Notes = append(v.Notes, s.words.Explain(err, s.words.T("page.failed.text")))
		return false, nil
	}
	if v.Leaves = leaves(got.Elements); !got.Tagged || len(v.Leaves) == 0 {
		v.Leaves = nil
		return false, nil
	}
	v.Lang, v.Rest, v.Furniture = got.Lang, blocks(got.Rest, nil, v.Page), got.Furniture
	return true, nil
}
