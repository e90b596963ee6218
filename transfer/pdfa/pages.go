package pdfa

import (
	"laufzettel/transfer/pdf"
)

// maxContent bounds the decoded content of a page or form.
const maxContent = 64 << 20

// walkState is what the walk through pages remembers over the whole file.
type walkState struct {
	actions map[int]bool
	packets map[*pdf.Stream]bool
	forms   map[formKey]*formSeen
	spaces  map[int]*space
	spots   map[string]spot
	xobject map[int]bool // images and forms whose dictionaries were judged
	ops     int64        // operators run
}

// pageInfo is what the contents of a page inherit.
type pageInfo struct {
	dict        pdf.Dict
	own         pdf.Dict // its own resources, nil if it has none
	inherited   pdf.Dict // resources of the nearest page tree node that has some
	out         outputIntents
	blend       string // blending colour space of the page group, as an ICC name
	transparent bool
	parents     int // key of the structure parent tree, -1 = none
}

// checkPages walks the page tree.
func (c *checker) checkPages() {
	c.walk.forms = map[formKey]*formSeen{}
	c.walk.spaces = map[int]*space{}
	c.walk.spots = map[string]spot{}
	c.walk.xobject = map[int]bool{}
	seen := map[int]bool{}
	c.pageNode(c.root["Pages"], inheritable{}, seen, 0)
	c.page = 0
	c.fonts.checkFonts()
}

// inheritable are the attributes a page takes from its parents.
type inheritable struct {
	resources     pdf.Dict
	mediaBox, cro any
}

func (c *checker) pageNode(v any, in inheritable, seen map[int]bool, depth int) {
	d := c.f.Dict(v)
	if d == nil || depth > 60 || c.stopped() {
		return
	}
	if r, ok := v.(pdf.Ref); ok {
		if seen[r.Num] {
			return
		}
		seen[r.Num] = true
	}
	kids := c.f.Array(d["Kids"])
	if kids == nil || c.f.Name(d["Type"]) == "Page" {
		c.page++
		c.checkPage(d, in)
		return
	}
	if res := c.f.Dict(d["Resources"]); res != nil {
		in.resources = res
	}
	if d["MediaBox"] != nil {
		in.mediaBox = d["MediaBox"]
	}
	if d["CropBox"] != nil {
		in.cro = d["CropBox"]
	}
	for _, k := range kids {
		c.pageNode(k, in, seen, depth+1)
	}
}

func (c *checker) checkPage(d pdf.Dict, in inheritable) {
	p := &pageInfo{dict: d, own: c.f.Dict(d["Resources"]), inherited: in.resources, out: c.colours.out, parents: -1}
	if n, ok := c.f.Int(d["StructParents"]); ok {
		p.parents = n
	}
	c.when(d["AA"] != nil, rulePageAA, 0)
	c.checkAA(d["AA"])
	c.when(d["PresSteps"] != nil, rulePresSteps, 0)
	c.checkBoxes(d, in)
	if c.fl.part == 4 {
		c.checkEvents(d["AA"], 0)
		if out := c.colours.intents(d); out.present {
			p.out = out
		}
	}
	groupCS := c.checkGroup(d["Group"], p)
	c.draw(c.contents(d["Contents"]), resourceChain{own: p.own, outer: []pdf.Dict{p.inherited}}, newState(), p, 0)
	for _, a := range c.f.Array(d["Annots"]) {
		if c.stopped() {
			return
		}
		c.checkAnnot(a, p)
	}
	if p.transparent && !p.out.present && !groupCS {
		c.hit(rulePageGroupCS, 0)
	}
}

// checkBoxes holds the page boundaries against ISO 19005-2, 6.1.13.
func (c *checker) checkBoxes(d pdf.Dict, in inheritable) {
	boxes := []any{d["BleedBox"], d["TrimBox"], d["ArtBox"]}
	for _, b := range [][2]any{{d["MediaBox"], in.mediaBox}, {d["CropBox"], in.cro}} {
		if b[0] == nil {
			b[0] = b[1]
		}
		boxes = append(boxes, b[0])
	}
	for _, b := range boxes {
		r, ok := c.rect(b)
		if !ok {
			continue
		}
		w, h := abs(r[2]-r[0]), abs(r[3]-r[1])
		c.when(w < 3 || h < 3 || w > 14400 || h > 14400, ruleLimitBox, 0)
	}
}

func abs(x float64) float64 { return max(x, -x) }

// checkGroup judges a group dictionary; it tells whether it names a colour space.
func (c *checker) checkGroup(v any, p *pageInfo) bool {
	g := c.f.Dict(v)
	if g == nil {
		return false
	}
	if c.f.Name(g["S"]) == "Transparency" {
		c.hit(ruleGroup, number(v))
	}
	if g["CS"] == nil {
		return false
	}
	if s := c.colours.parseSpace(g["CS"], nil, 0); s != nil {
		p.blend = s.blending(c)
		c.colours.useSpace(s, usage{page: p, blend: p.blend}, 0)
	}
	return true
}

// contents joins the content streams of a page with white space between them.
func (c *checker) contents(v any) []byte {
	switch v := c.f.Resolve(v).(type) {
	case *pdf.Stream:
		return c.data(v)
	case pdf.Array:
		var all []byte
		for _, e := range v {
			if s := c.f.Stream(e); s != nil && !c.stopped() {
				all = append(append(all, c.data(s)...), '\n')
			}
			if len(all) > maxContent {
				c.stop = pdf.ErrLimit
				break
			}
		}
		return all
	}
	return nil
}

// data decodes a stream of the document; damage of the data ends it early.
func (c *checker) data(s *pdf.Stream) []byte {
	b, _, err := c.f.Prefix(s, maxContent+1)
	if len(b) > maxContent || err == pdf.ErrLimit {
		c.stop = pdf.ErrLimit
		return nil
	}
	return b
}
