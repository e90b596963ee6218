package pdfa

import (
	"strings"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa/xmp"
)

func nameSet(s string) map[pdf.Name]bool {
	m := map[pdf.Name]bool{}
	for w := range strings.FieldsSeq(s) {
		m[pdf.Name(w)] = true
	}
	return m
}

// allowedFilters are the filters of ISO 32000-1, table 6, without LZWDecode.
var allowedFilters = nameSet("ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode")

// checkGraph visits everything reachable from the catalog and judges what may
// stand anywhere: streams, file specifications, actions, signatures, metadata.
func (c *checker) checkGraph() {
	g := &graph{c: c, seen: map[int]bool{}}
	g.afs = c.associated()
	g.value(c.root, 0)
	for len(g.queue) > 0 && !c.stopped() {
		n := g.queue[len(g.queue)-1]
		g.queue = g.queue[:len(g.queue)-1]
		g.num = n
		g.value(c.f.Load(n), 0)
	}
	if c.stopped() {
		return
	}
	// Streams and file specifications are part of the file even where nothing
	// refers to them; everything else counts only where it is used.
	c.stop = c.f.LintAll(func(num int, v any) {
		g.num = num
		switch v := v.(type) {
		case *pdf.Stream:
			g.stream(v)
		case pdf.Dict:
			if v["EF"] != nil {
				g.fileSpec(v)
			}
		}
	})
}

type graph struct {
	c     *checker
	seen  map[int]bool
	queue []int
	num   int
	afs   map[int]bool
}

func (g *graph) value(v any, depth int) {
	if depth > 200 {
		return
	}
	switch v := v.(type) {
	case pdf.Ref:
		if !g.seen[v.Num] {
			g.seen[v.Num] = true
			g.queue = append(g.queue, v.Num)
		}
	case pdf.Array:
		for _, e := range v {
			g.value(e, depth+1)
		}
	case pdf.Dict:
		g.dict(v)
		for _, e := range v {
			g.value(e, depth+1)
		}
	case *pdf.Stream:
		g.stream(v)
		g.dict(v.Dict)
		for _, e := range v.Dict {
			g.value(e, depth+1)
		}
	}
}

func (g *graph) stream(s *pdf.Stream) {
	c := g.c
	for _, key := range []pdf.Name{"F", "FFilter", "FDecodeParms"} {
		if s.Dict[key] != nil && !(key == "F" && c.f.Name(s.Dict["Type"]) == "EmbeddedFile" && c.f.Name(s.Dict["F"]) != "") {
			c.hit(ruleStreamFile, s.Num)
		}
	}
	for i, f := range c.f.Filters(s.Dict) {
		c.when(f == "LZWDecode", ruleLzw, s.Num)
		ok := allowedFilters[f]
		if f == "Crypt" {
			name := c.f.Name(c.f.Parms(s.Dict, i)["Name"])
			ok = name == "" || name == "Identity"
		}
		c.when(!ok, ruleFilter, s.Num)
	}
}

func (g *graph) dict(d pdf.Dict) {
	c := g.c
	if d["EF"] != nil || c.f.Name(d["Type"]) == "Filespec" {
		g.fileSpec(d)
	}
	if d["Metadata"] != nil {
		g.metadata(d["Metadata"])
	}
	if d["Title"] != nil && d["Parent"] != nil && d["S"] == nil || d["OpenAction"] != nil {
		c.checkAction(d["A"], 0) // an outline item, or the catalog
		c.checkAction(d["OpenAction"], 0)
	}
	if js := c.f.Dict(d["JavaScript"]); js != nil && (js["Names"] != nil || js["Kids"] != nil) {
		c.checkNameTree(js, 0)
	}
}

// checkNameTree judges the actions of the name tree JavaScript.
func (c *checker) checkNameTree(d pdf.Dict, depth int) {
	if d == nil || depth > 30 {
		return
	}
	names := c.f.Array(d["Names"])
	for i := 1; i < len(names); i += 2 {
		c.checkAction(names[i], 0)
	}
	for _, k := range c.f.Array(d["Kids"]) {
		c.checkNameTree(c.f.Dict(k), depth+1)
	}
}

func (g *graph) metadata(v any) {
	c := g.c
	s := c.f.Stream(v)
	if c.fl.part == 1 || s == nil || s == c.meta.stream || c.walk.packets[s] {
		return
	}
	c.walk.packets[s] = true
	data, _, err := c.f.Prefix(s, maxXMP)
	if err != nil && len(data) == 0 {
		return
	}
	p, err := xmp.Parse(data)
	c.checkPacket(p, err, p.Extensions(c.meta.ext), c.meta.ext, s.Num)
}

// associated gives the numbers of the file specifications some AF array names.
func (c *checker) associated() map[int]bool {
	if c.fl.part != 3 {
		return nil
	}
	out := map[int]bool{}
	for _, n := range c.f.Numbers() {
		if c.stopped() {
			break
		}
		d := c.f.Dict(pdf.Ref{Num: n})
		switch af := d["AF"].(type) {
		case pdf.Ref:
			out[af.Num] = true
		}
		for _, v := range c.f.Array(d["AF"]) {
			out[number(v)] = true
		}
	}
	delete(out, 0)
	return out
}

// fileSpec judges a file specification (ISO 19005-1, 6.1.11; -2 and -3, 6.8;
// -4, 6.9).
func (g *graph) fileSpec(d pdf.Dict) {
	c := g.c
	ef := c.f.Dict(d["EF"])
	if d["EF"] == nil {
		return
	}
	c.hit(ruleFileEF, g.num)
	c.when(d["F"] == nil || d["UF"] == nil, ruleEmbeddedNames, g.num)
	c.when(c.f.Name(d["AFRelationship"]) == "", ruleEmbeddedRelation, g.num)
	c.when(!g.afs[g.num], ruleEmbeddedAssociated, g.num)
	done := map[*pdf.Stream]bool{}
	for _, v := range ef {
		s := c.f.Stream(v)
		if s == nil || done[s] {
			continue
		}
		done[s] = true
		c.when(!mimeType.MatchString(string(c.f.Name(s.Dict["Subtype"]))), ruleEmbeddedMIME, s.Num)
		if c.fl.part == 2 || c.fl.part == 4 {
			c.checkEmbeddedFile(s)
		}
	}
}
