package pdfa

import (
	"unicode/utf8"

	"laufzettel/transfer/pattern"
	"laufzettel/transfer/pdf"
)

// standardTypes are the standard structure types of PDF 1.4 (part 1) and those
// ISO 32000-1 added.
var (
	standardTypes = nameSet(`Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6
L LI Lbl LBody Table TR TH TD Span Quote Note Reference BibEntry Code Link Figure Formula Form`)
	addedTypes = nameSet("THead TBody TFoot Ruby RB RT RP Warichu WT WP Annot")
)

// tags is the part of the check that looks at the structure tree (PDF/A-1a, -2a, -3a).
type tags struct{ c *checker }

func (ts *tags) standardType(n pdf.Name) bool {
	return standardTypes[n] || ts.c.fl.part > 1 && addedTypes[n]
}

// checkTagged judges logical structure (ISO 19005-1, 6.8; ISO 19005-2, 6.7) and
// the texts in it.
func (ts *tags) checkTagged() {
	mark := ts.c.f.Dict(ts.c.root["MarkInfo"])
	ts.c.when(ts.c.f.Resolve(mark["Marked"]) != true, ruleMarked, 0)
	tree := ts.c.f.Dict(ts.c.root["StructTreeRoot"])
	ts.c.when(tree == nil, ruleStructRoot, 0)
	ts.checkLang(ts.c.root["Lang"], 0)
	if tree == nil {
		return
	}
	roles := ts.c.f.Dict(tree["RoleMap"])
	seen := map[int]bool{}
	kinds := map[pdf.Name]bool{}
	queue := []any{tree["K"]}
	for len(queue) > 0 && !ts.c.stopped() {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if n := number(v); n > 0 {
			if seen[n] {
				continue
			}
			seen[n] = true
		}
		switch e := ts.c.f.Resolve(v).(type) {
		case pdf.Array:
			queue = append(queue, e...)
		case pdf.Dict:
			ts.structElement(e, number(v), roles, kinds)
			if e["K"] != nil {
				queue = append(queue, e["K"])
			}
		}
	}
}

func (ts *tags) structElement(d pdf.Dict, obj int, roles pdf.Dict, kinds map[pdf.Name]bool) {
	ts.checkLang(d["Lang"], obj)
	ts.checkActualText(d["ActualText"], obj)
	s := ts.c.f.Name(d["S"])
	if s == "" || kinds[s] {
		return
	}
	kinds[s] = true
	ts.c.when(!utf8.ValidString(string(s)), ruleNameUTF8, obj)
	if ts.c.fl.level != 'a' {
		return
	}
	if ts.standardType(s) {
		to := ts.c.f.Name(roles[s])
		for range 20 { // a chain that ends at a standard type does no harm
			if to == "" || ts.standardType(to) || roles[to] == nil {
				break
			}
			to = ts.c.f.Name(roles[to])
		}
		ts.c.when(to != "" && !ts.standardType(to), ruleStructRemap, obj)
		return
	}
	visited := map[pdf.Name]bool{}
	for n := s; ; {
		if ts.standardType(n) {
			return
		}
		if visited[n] {
			ts.c.hit(ruleStructCircle, obj)
			return
		}
		visited[n] = true
		next := ts.c.f.Name(roles[n])
		if next == "" {
			ts.c.hit(ruleStructType, obj)
			return
		}
		n = next
	}
}

var (
	lang1 = pattern.Of(`^[a-zA-Z]{1,8}(-[a-zA-Z]{1,8})*$`)
	lang2 = pattern.Of(`^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$`)
)

// checkLang judges a language identifier (RFC 1766, for parts 2 and 3 RFC 3066).
func (ts *tags) checkLang(v any, obj int) {
	s, ok := ts.c.f.Text(v)
	if !ok {
		return
	}
	form := lang1
	if ts.c.fl.part > 1 {
		form = lang2
	}
	t := DecodeText(s)
	ts.c.when(t != "" && !form.MatchString(t), ruleLang, obj)
}

// checkActualText applies ISO 19005-4, 6.2.10.8.
func (ts *tags) checkActualText(v any, obj int) {
	if s, ok := ts.c.f.Text(v); ok && ts.c.fl.part == 4 {
		for _, r := range DecodeText(s) {
			if private(r) {
				ts.c.hit(ruleActualTextPUA, obj)
				return
			}
		}
	}
}

func private(r rune) bool {
	return r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 && r <= 0xFFFFD || r >= 0x100000 && r <= 0x10FFFD
}

// structText tells whether the structure element a marked-content sequence of
// the page belongs to, or one above it, has a replacement text.
func (ts *tags) structText(p *pageInfo, mcid int) bool {
	if p.parents < 0 {
		return false
	}
	tree := ts.c.f.Dict(ts.c.root["StructTreeRoot"])
	elements := ts.c.f.Array(ts.numberTree(tree["ParentTree"], p.parents, 0))
	if mcid < 0 || mcid >= len(elements) {
		return false
	}
	d := ts.c.f.Dict(elements[mcid])
	for range 60 {
		if d == nil {
			return false
		}
		if d["ActualText"] != nil {
			return true
		}
		d = ts.c.f.Dict(d["P"])
	}
	return false
}

// numberTree looks up a key (ISO 32000-1, 7.9.7).
func (ts *tags) numberTree(v any, key, depth int) any {
	d := ts.c.f.Dict(v)
	if d == nil || depth > 30 {
		return nil
	}
	nums := ts.c.f.Array(d["Nums"])
	for i := 0; i+1 < len(nums); i += 2 {
		if n, ok := ts.c.f.Int(nums[i]); ok && n == key {
			return nums[i+1]
		}
	}
	for _, k := range ts.c.f.Array(d["Kids"]) {
		if lim := ts.c.f.Array(ts.c.f.Dict(k)["Limits"]); len(lim) == 2 {
			lo, _ := ts.c.f.Int(lim[0])
			hi, _ := ts.c.f.Int(lim[1])
			if key < lo || key > hi {
				continue
			}
		}
		if found := ts.numberTree(k, key, depth+1); found != nil {
			return found
		}
	}
	return nil
}
