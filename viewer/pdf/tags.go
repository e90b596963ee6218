package pdf

import (
	"regexp"
	"strings"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa"
	"laufzettel/viewer"
)

const (
	maxTagDepth = 60
	maxTagPages = 20 // depth of the tree of pages and of numbers
	maxRoles    = 10 // steps of the role map
	maxTagText  = 20_000
	maxSpan     = 1000
)

// tagTree is the part of a structure tree that stands on one page.
type tagTree struct {
	f     *pdf.File
	page  pdf.Ref
	root  pdf.Ref // of the structure
	roles pdf.Dict
	class pdf.Dict
	on    map[pdf.Ref]bool // elements with contents on the page, and all above them
	holds map[pdf.Ref]bool // those with contents on the page themselves
	texts map[int]*run     // by number of marked content
	told  map[int]bool     // numbers that an element has taken
	taken map[pdf.Ref]bool
	last  *run // what was read out before
	count int
	full  bool
}

// treeOf finds the elements of a page from below: the tree of parents names for each
// piece of marked content the element it belongs to.
func treeOf(f *pdf.File, page int) (*tagTree, bool) {
	root, _ := f.Root()["StructTreeRoot"].(pdf.Ref)
	tree := f.Dict(root)
	at, found := pageRef(f, page)
	if tree == nil || !found {
		return nil, false
	}
	t := &tagTree{f: f, page: at, root: root, roles: f.Dict(tree["RoleMap"]), class: f.Dict(tree["ClassMap"]), on: map[pdf.Ref]bool{},
		holds: map[pdf.Ref]bool{}, told: map[int]bool{}, taken: map[pdf.Ref]bool{}}
	key, ok := f.Int(f.Dict(at)["StructParents"])
	if !ok {
		return nil, false
	}
	parents := f.Array(numberTree(f, tree["ParentTree"], key, 0))
	for _, v := range parents[:min(len(parents), viewer.MaxElements)] {
		r, ok := v.(pdf.Ref)
		if !ok {
			continue
		}
		t.holds[r] = true
		for depth := 0; ok && r != root && !t.on[r] && depth < maxTagDepth; depth++ {
			t.on[r] = true
			r, ok = f.Dict(r)["P"].(pdf.Ref)
		}
	}
	return t, len(t.holds) > 0
}

// pageRef finds the n-th page. What the nodes say of how many lie under them is not
// believed: a wrong page would be read out as this one.
func pageRef(f *pdf.File, n int) (at pdf.Ref, found bool) {
	seen := map[pdf.Ref]bool{}
	var walk func(v any, depth int)
	walk = func(v any, depth int) {
		r, ok := v.(pdf.Ref)
		if !ok || seen[r] || found || depth > maxTagPages {
			return
		}
		seen[r] = true
		d := f.Dict(r)
		kids := f.Array(d["Kids"])
		if d == nil || kids == nil && f.Name(d["Type"]) == "Pages" {
			return
		}
		if kids == nil {
			at, found = r, n == 0
			n--
			return
		}
		for _, k := range kids {
			walk(k, depth+1)
		}
	}
	walk(f.Root()["Pages"], 0)
	return at, found
}

// numberTree finds a key (ISO 32000-1, 7.9.7).
func numberTree(f *pdf.File, v any, key, depth int) any {
	d := f.Dict(v)
	if d == nil || depth > maxTagPages {
		return nil
	}
	nums := f.Array(d["Nums"])
	for i := 0; i+1 < len(nums); i += 2 {
		if n, ok := f.Int(nums[i]); ok && n == key {
			return nums[i+1]
		}
	}
	for _, k := range f.Array(d["Kids"]) {
		if lim := f.Array(f.Dict(k)["Limits"]); len(lim) == 2 {
			lo, _ := f.Int(lim[0])
			hi, _ := f.Int(lim[1])
			if key < lo || key > hi {
				continue
			}
		}
		if found := numberTree(f, k, key, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// elements gives the page as the tree orders it.
func (t *tagTree) elements() []viewer.Element {
	return t.kids(t.f.Dict(t.root), pdf.Ref{}, true, 0)
}

// kids gives what lies under an element on the page, in the order of the tree. pg is the
// page an element says its contents lie on.
func (t *tagTree) kids(d pdf.Dict, pg pdf.Ref, holds bool, depth int) (out []viewer.Element) {
	list, ok := t.f.Resolve(d["K"]).(pdf.Array)
	if !ok {
		list = pdf.Array{d["K"]}
	}
	for _, v := range list {
		if t.full {
			return out
		}
		r, isRef := v.(pdf.Ref)
		switch {
		case isRef && t.on[r]:
			if e, ok := t.element(r, depth+1); ok {
				out = append(out, e)
			}
			continue
		case isRef && !holds:
			continue // an element of another page: it is not even read
		}
		if id, here := t.content(v, pg); here {
			out = t.piece(out, id)
		}
	}
	return out
}

// content gives the number of marked content where it lies on the page.
func (t *tagTree) content(v any, pg pdf.Ref) (id int, here bool) {
	switch k := t.f.Resolve(v).(type) {
	case pdf.Dict:
		if at, ok := k["Pg"].(pdf.Ref); ok {
			pg = at
		}
		if t.f.Name(k["Type"]) != "MCR" || k["Stm"] != nil {
			return 0, false
		}
		id, here = t.f.Int(k["MCID"])
	default:
		id, here = t.f.Int(v)
	}
	return id, here && pg == t.page
}

// piece puts the text of marked content behind what an element holds already.
func (t *tagTree) piece(out []viewer.Element, id int) []viewer.Element {
	if t.told[id] {
		return out // text is read out once
	}
	t.told[id] = true
	if r := t.texts[id]; r != nil && r.String() != "" && t.more() {
		out = append(out, viewer.Element{Text: r.String(), Apart: t.last == nil || r.joins != t.last})
		t.last = r
	}
	return out
}

func (t *tagTree) more() bool {
	if t.count++; t.count > viewer.MaxElements {
		t.full = true
	}
	return !t.full
}

// element reads one element of the page; ok is false where it was read before.
func (t *tagTree) element(r pdf.Ref, depth int) (e viewer.Element, ok bool) {
	if t.taken[r] || depth > maxTagDepth || !t.more() {
		return e, false
	}
	t.taken[r] = true
	d := t.f.Dict(r)
	e = viewer.Element{Role: t.role(t.f.Name(d["S"])), Alt: t.text(d["Alt"]), Lang: language(t.text(d["Lang"])), ColSpan: 1, RowSpan: 1}
	t.attributes(&e, d)
	pg, _ := d["Pg"].(pdf.Ref)
	e.Kids = t.kids(d, pg, t.holds[r], depth)
	// Text that stands for what is drawn is read in its place (ISO 32000-1, 14.9.4).
	if actual, said := t.f.Text(d["ActualText"]); said {
		e.Kids = nil
		if s := clip(pdfa.DecodeText(actual)); s != "" {
			e.Kids = []viewer.Element{{Text: s}}
		}
	}
	return e, true
}

// role follows the role map to a standard type.
func (t *tagTree) role(name pdf.Name) string {
	for range maxRoles {
		if standard[name] {
			break
		}
		next := t.f.Name(t.roles[name])
		if next == "" {
			break
		}
		name = next
	}
	return clip(string(name))
}

// standard are the types ISO 32000-1, 14.8.4 names.
var standard = func() map[pdf.Name]bool {
	all := map[pdf.Name]bool{}
	for n := range strings.FieldsSeq(
		`Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form`) {
		all[pdf.Name(n)] = true
	}
	return all
}()

// attributes reads what a cell says of its place in the table, of the element and of
// the classes it names.
func (t *tagTree) attributes(e *viewer.Element, d pdf.Dict) {
	for _, c := range t.each(d["C"]) {
		for _, a := range t.each(t.class[t.f.Name(c)]) {
			t.attribute(e, t.f.Dict(a))
		}
	}
	for _, a := range t.each(d["A"]) {
		t.attribute(e, t.f.Dict(a))
	}
}

func (t *tagTree) each(v any) pdf.Array {
	if a, ok := t.f.Resolve(v).(pdf.Array); ok {
		return a[:min(len(a), maxSpan)]
	}
	return pdf.Array{v}
}

func (t *tagTree) attribute(e *viewer.Element, a pdf.Dict) {
	if t.f.Name(a["O"]) != "Table" {
		return
	}
	if s := t.f.Name(a["Scope"]); s == "Row" || s == "Column" || s == "Both" {
		e.Scope = string(s)
	}
	for key, to := range map[pdf.Name]*int{"ColSpan": &e.ColSpan, "RowSpan": &e.RowSpan} {
		if n, ok := t.f.Int(a[key]); ok {
			*to = max(1, min(n, maxSpan))
		}
	}
}

func (t *tagTree) text(v any) string {
	s, _ := t.f.Text(v)
	return clip(pdfa.DecodeText(s))
}

// clip makes a text of the file fit to be read: single blanks, not endless.
func clip(s string) string {
	s = strings.Join(strings.Fields(clean(strings.ToValidUTF8(s, "�"))), " ")
	if r := []rune(s); len(r) > maxTagText {
		s = string(r[:maxTagText])
	}
	return s
}

var languages = regexp.MustCompile(`^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8}){0,6}$`)

// language gives a tag of BCP 47, "" for what is none.
func language(s string) string {
	if len(s) > 60 || !languages.MatchString(s) {
		return ""
	}
	return s
}
