package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"laufzettel/transfer/pdf"
)

// node is an element of a structure tree as it stands in the file.
type node struct {
	role  string
	attr  pdf.Dict
	alt   string
	text  string // what it shows itself, in the order of the tree
	kids  []*node
	owns  int // marked-content sequences of its own
	outer *node
}

// reading reads a written paper back, knowing nothing of how it was made.
type reading struct {
	t     *testing.T
	f     *pdf.File
	pages []pdf.Ref
	shown []map[int]string // of each page: text by marked-content sequence
	used  []map[int]bool
	aside []string // of each page: text of artefacts
}

func readBack(t *testing.T, raw []byte) (*reading, *node) {
	t.Helper()
	f, err := pdf.Open(t.Context(), bytes.NewReader(raw), int64(len(raw)), pdf.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	r := &reading{t: t, f: f}
	root := f.Root()
	for i, k := range f.Array(f.Dict(root["Pages"])["Kids"]) {
		ref, _ := k.(pdf.Ref)
		page := f.Dict(k)
		r.pages = append(r.pages, ref)
		if page["Tabs"] != pdf.Name("S") || page["StructParents"] != int64(i) {
			t.Errorf("page %d: Tabs %v, StructParents %v", i+1, page["Tabs"], page["StructParents"])
		}
		data, _, err := f.Data(f.Stream(page["Contents"]))
		if err != nil {
			t.Fatal(err)
		}
		shown, aside := r.content(i, data)
		r.shown, r.aside = append(r.shown, shown), append(r.aside, aside)
		r.used = append(r.used, map[int]bool{})
	}
	tree := f.Dict(root["StructTreeRoot"])
	top := r.element(tree["K"], nil, -1)
	r.parents(tree)
	for i, m := range r.shown {
		for id := range m {
			if !r.used[i][id] {
				t.Errorf("page %d: marked content %d belongs to no element", i+1, id)
			}
		}
	}
	return r, top
}

// content collects what a page shows and holds that all of it is marked, once.
func (r *reading) content(page int, data []byte) (shown map[int]string, aside string) {
	shown = map[int]string{}
	l := pdf.Lexer{Buf: data, Direct: true}
	var operands []any
	open, id := false, -1
	for {
		v := l.Next()
		if v == pdf.End {
			break
		}
		op, ok := v.(pdf.Keyword)
		if !ok {
			operands = append(operands, v)
			continue
		}
		switch op {
		case "BDC", "BMC":
			if open {
				r.t.Errorf("page %d: marked content within marked content", page+1)
			}
			open, id = true, -1
			props, _ := operands[1].(pdf.Dict)
			if n, ok := props["MCID"].(int64); ok {
				id = int(n)
				if _, twice := shown[id]; twice {
					r.t.Errorf("page %d: marked content %d stands twice", page+1, id)
				}
				shown[id] = ""
			} else if operands[0] != pdf.Name("Artifact") {
				r.t.Errorf("page %d: %v is neither content nor artefact", page+1, operands)
			}
		case "EMC":
			if !open {
				r.t.Errorf("page %d: EMC without BDC", page+1)
			}
			open = false
		case "Tj":
			s, _ := operands[len(operands)-1].(pdf.String)
			if !open {
				r.t.Errorf("page %d: text %q is not marked", page+1, plain(s))
			}
			if id >= 0 {
				shown[id] += plain(s)
			} else {
				aside += plain(s) + "\n"
			}
		case "S", "s", "f", "F", "B", "b", "f*", "B*", "b*", "Do", "sh":
			if !open {
				r.t.Errorf("page %d: %s paints and is not marked", page+1, op)
			}
		case "TJ", "'", "\"":
			r.t.Errorf("page %d: operator %s is not looked at here", page+1, op)
		}
		operands = operands[:0]
	}
	if open {
		r.t.Errorf("page %d: marked content is not closed", page+1)
	}
	return shown, aside
}

// decoded gives a text string (ISO 32000-1, 7.9.2.2) of ASCII or UTF-16.
func decoded(s pdf.String) string {
	if bytes.HasPrefix(s, []byte{0xFE, 0xFF}) {
		return plain(s[2:])
	}
	if bytes.ContainsFunc(s, func(r rune) bool { return r >= 0x7f }) {
		return fmt.Sprintf("neither ASCII nor UTF-16: %X", []byte(s))
	}
	return string(s)
}

// plain decodes the two-byte codes of our fonts.
func plain(s pdf.String) string {
	var u []uint16
	for i := 0; i+1 < len(s); i += 2 {
		u = append(u, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(u))
}

func (r *reading) element(v any, outer *node, depth int) *node {
	d := r.f.Dict(v)
	n := &node{role: string(r.f.Name(d["S"])), attr: r.f.Dict(d["A"]), outer: outer}
	if alt, ok := r.f.Text(d["Alt"]); ok {
		n.alt = decoded(alt)
	}
	kids := r.f.Array(d["K"])
	if kids == nil && d["K"] != nil {
		kids = pdf.Array{d["K"]}
	}
	for _, k := range kids {
		page, _ := d["Pg"].(pdf.Ref)
		switch k := r.f.Resolve(k).(type) {
		case int64:
			n.show(r, page, int(k))
		case pdf.Dict:
			if id, ok := k["MCID"].(int64); ok {
				page, _ = k["Pg"].(pdf.Ref)
				n.show(r, page, int(id))
				continue
			}
			n.kids = append(n.kids, r.element(k, n, depth+1))
		}
	}
	return n
}

func (n *node) show(r *reading, page pdf.Ref, id int) {
	i := slices.Index(r.pages, page)
	if i < 0 || r.used[i][id] {
		r.t.Errorf("%s: content %d of page %d is not there or belongs to two", n.role, id, i+1)
		return
	}
	text, ok := r.shown[i][id]
	if !ok {
		r.t.Errorf("%s: page %d has no content %d", n.role, i+1, id)
	}
	r.used[i][id] = true
	n.text += text
	n.owns++
}

// parents holds the parent tree against the tree itself.
func (r *reading) parents(tree pdf.Dict) {
	rows := r.f.Array(r.f.Dict(tree["ParentTree"])["Nums"])
	if len(rows) != 2*len(r.pages) {
		r.t.Fatalf("%d rows in the parent tree for %d pages", len(rows)/2, len(r.pages))
	}
	for i := range r.pages {
		row := r.f.Array(rows[2*i+1])
		if rows[2*i] != int64(i) || len(row) != len(r.shown[i]) {
			r.t.Errorf("page %d: row %v with %d entries for %d sequences", i+1, rows[2*i], len(row), len(r.shown[i]))
		}
		for id, e := range row {
			if !r.holds(e, i, id) {
				r.t.Errorf("page %d: the parent tree leads from %d to an element without it", i+1, id)
			}
		}
	}
}

func (r *reading) holds(e any, page, id int) bool {
	d := r.f.Dict(e)
	kids := r.f.Array(d["K"])
	if kids == nil {
		kids = pdf.Array{d["K"]}
	}
	return slices.ContainsFunc(kids, func(k any) bool {
		m, isDict := r.f.Resolve(k).(pdf.Dict)
		if isDict {
			return m["MCID"] == int64(id) && m["Pg"] == any(r.pages[page])
		}
		return k == any(int64(id)) && d["Pg"] == any(r.pages[page])
	})
}

// may lists what stands in what (ISO 32000-1, 14.8.4); "" is text.
var may = map[string][]string{
	"Document": {"P", "Div", "H1", "H2", "H3", "L", "Table", "Figure"},
	"Div":      {"P", "H2", "H3", "H4", "L"},
	"P":        {""}, "H1": {""}, "H2": {""}, "H3": {""}, "H4": {""}, "TH": {""}, "TD": {""}, "Lbl": {""}, "LBody": {""}, "Figure": {""},
	"L": {"LI"}, "LI": {"Lbl", "LBody"}, "Table": {"THead", "TBody"}, "THead": {"TR"}, "TBody": {"TR"}, "TR": {"TH", "TD"},
}

// fonts holds that every code is mapped to its own character, and nothing to what
// is none (ISO 14289-1, 7.21.7; ISO 19005-2, 6.2.11.7.2).
func (r *reading) fonts() {
	fonts := 0
	for _, n := range r.f.Numbers() {
		d, ok := r.f.Load(n).(pdf.Dict)
		if !ok || d["Subtype"] != pdf.Name("Type0") {
			continue
		}
		fonts++
		data, _, err := r.f.Data(r.f.Stream(d["ToUnicode"]))
		if err != nil {
			r.t.Fatal(err)
		}
		mapped := map[int]bool{}
		for line := range strings.Lines(string(data)) {
			var from, to, first int
			if k, _ := fmt.Sscanf(line, "<%04X> <%04X> <%04X>", &from, &to, &first); k != 3 {
				continue
			}
			if from>>8 != to>>8 || from != first {
				r.t.Errorf("range %s", line)
			}
			for c := from; c <= to; c++ {
				mapped[c] = true
			}
		}
		for c := range 0x10000 {
			if none := c == 0 || c >= 0xD800 && c < 0xE000 || c == 0xFEFF || c >= 0xFFFE; mapped[c] == none {
				r.t.Errorf("code %04X: mapped = %v", c, mapped[c])
			}
		}
	}
	if fonts != 3 {
		r.t.Errorf("%d fonts, want 3", fonts)
	}
}

// bookmarks are the entries of the outline with their depth.
func (r *reading) bookmarks(v any, depth int) (out []string) {
	for d := r.f.Dict(v); d != nil; d = r.f.Dict(d["Next"]) {
		title, _ := r.f.Text(d["Title"])
		out = append(out, fmt.Sprintf("%d %s", depth, decoded(title)))
		out = append(out, r.bookmarks(d["First"], depth+1)...)
	}
	return out
}

// checkTree holds what ISO 14289-1, 7 asks of a tree, and that the bookmarks are
// its headings; those of cards are too many for that.
func checkTree(t *testing.T, r *reading, top *node) {
	t.Helper()
	var headings []string
	for _, n := range top.kids {
		var h int
		if k, _ := fmt.Sscanf(n.role, "H%d", &h); k == 1 {
			headings = append(headings, fmt.Sprintf("%d %s", h-1, n.text))
		}
	}
	if got := r.bookmarks(r.f.Dict(r.f.Root()["Outlines"])["First"], 0); !slices.Equal(got, headings) {
		t.Errorf("bookmarks %q, headings %q", got, headings)
	}
	level, titles := 0, 0
	var walk func(n *node)
	walk = func(n *node) {
		allowed, known := may[n.role]
		if !known {
			t.Errorf("element %q is not one of ours", n.role)
		}
		if n.owns > 0 && !slices.Contains(allowed, "") {
			t.Errorf("%s holds text of its own: %q", n.role, n.text)
		}
		if len(n.kids) == 0 && n.owns == 0 && n.role != "TD" && n.role != "TH" {
			t.Errorf("%s holds nothing", n.role)
		}
		var h int
		if k, _ := fmt.Sscanf(n.role, "H%d", &h); k == 1 {
			if h > level+1 {
				t.Errorf("H%d after H%d: %q", h, level, n.text)
			}
			if level = h; h == 1 {
				titles++
			}
		}
		switch n.role {
		case "Figure":
			if n.alt == "" || n.attr["BBox"] == nil {
				t.Errorf("figure without words or place: %+v", n)
			}
		case "TH":
			if n.attr["Scope"] != pdf.Name("Column") {
				t.Errorf("head cell %q without scope", n.text)
			}
		case "L":
			want := map[string]any{"1.": pdf.Name("Decimal"), "–": pdf.Name("Disc")}[n.kids[0].kids[0].text]
			if n.attr["ListNumbering"] != want {
				t.Errorf("list that begins with %q is numbered %v", n.kids[0].kids[0].text, n.attr["ListNumbering"])
			}
		case "TR":
			if first := n.outer.outer.kids[0].kids[0]; len(n.kids) != len(first.kids) {
				t.Errorf("row of %d cells under a head of %d", len(n.kids), len(first.kids))
			}
		}
		for _, k := range n.kids {
			if !slices.Contains(allowed, k.role) {
				t.Errorf("%s within %s", k.role, n.role)
			}
			walk(k)
		}
	}
	walk(top)
	if top.role != "Document" || titles != 1 {
		t.Errorf("top is %s, %d titles", top.role, titles)
	}
}

// outline writes a tree so that people can compare it.
func (n *node) outline(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%s%s", strings.Repeat("  ", depth), n.role)
	if n.alt != "" {
		b.WriteString(" [" + n.alt + "]")
	}
	if n.text != "" {
		b.WriteString(" " + n.text)
	}
	b.WriteByte('\n')
	for _, k := range n.kids {
		k.outline(b, depth+1)
	}
}

func (n *node) all(role string) (out []*node) {
	if n.role == role {
		out = append(out, n)
	}
	for _, k := range n.kids {
		out = append(out, k.all(role)...)
	}
	return out
}
