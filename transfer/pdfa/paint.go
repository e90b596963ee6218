package pdfa

import (
	"laufzettel/transfer/pdf"
)

// formKey tells runs of a form apart that may end differently.
type formKey struct {
	num          int
	fill, stroke pdf.Name
	render       int
	own          bool // it has its own resources
	blend        string
}

// formSeen is what a run of a form found.
type formSeen struct{ transparent bool }

// xobject judges an external object that is painted.
func (in *interp) xobject(v any) {
	c := in.c
	s := c.f.Stream(v)
	if s == nil {
		return
	}
	in.seen(in.st.sheerFill || in.st.sheerStroke)
	first := !c.walk.xobject[s.Num]
	c.walk.xobject[s.Num] = true
	switch subtype := c.f.Name(s.Dict["Subtype"]); subtype {
	case "Image":
		in.image(s, first)
	case "Form":
		in.form(s, first)
	default:
		c.when(subtype == "PS", rulePostScript, s.Num)
	}
}

// form judges a form XObject and runs its content.
func (in *interp) form(s *pdf.Stream, first bool) {
	c := in.c
	d := s.Dict
	if first {
		ps := c.f.Name(d["Subtype2"]) == "PS" || d["PS"] != nil
		c.when(ps && c.fl.part < 4 || d["OPI"] != nil && c.fl.part > 1, ruleFormPS, s.Num)
		c.when(d["OPI"] != nil && c.fl.part == 1, ruleImageOPI, s.Num)
		c.when(d["Ref"] != nil, ruleFormRef, s.Num)
		c.when(d["SMask"] != nil, ruleSmaskImage, s.Num)
	}
	blend := in.blend
	if g := c.f.Dict(d["Group"]); g != nil {
		if c.f.Name(g["S"]) == "Transparency" {
			c.when(first, ruleGroup, s.Num)
			in.page.transparent = true
		}
		if cs := c.colours.parseSpace(g["CS"], nil, 0); cs != nil {
			blend = cs.blending(c)
			c.colours.useSpace(cs, usage{page: in.page, blend: blend}, 0)
		}
	}
	key := formKey{num: s.Num, render: in.st.render, own: d["Resources"] != nil, blend: blend}
	if in.st.fill != nil {
		key.fill = in.st.fill.kind
	}
	if in.st.stroke != nil {
		key.stroke = in.st.stroke.kind
	}
	if seen := c.walk.forms[key]; seen != nil && s.Num > 0 {
		in.page.transparent = in.page.transparent || seen.transparent
		return
	}
	seen := &formSeen{}
	c.walk.forms[key] = seen
	before := in.page.transparent
	in.page.transparent = false
	sub := &interp{c: c, res: in.inner(d), st: in.st, page: in.page, blend: blend, depth: in.depth + 1}
	if in.depth < maxForms && !c.stopped() {
		sub.run(c.data(s))
	}
	seen.transparent = in.page.transparent
	in.page.transparent = in.page.transparent || before
}

// drawForm runs an appearance stream of an annotation.
func (c *checker) drawForm(s *pdf.Stream, p *pageInfo) {
	in := &interp{c: c, res: resourceChain{own: p.own, outer: []pdf.Dict{p.inherited}}, st: newState(), page: p, blend: p.blend}
	first := !c.walk.xobject[s.Num]
	c.walk.xobject[s.Num] = true
	in.form(s, first)
}

// image judges an image XObject.
func (in *interp) image(s *pdf.Stream, first bool) {
	c := in.c
	d := s.Dict
	soft := d["SMask"] != nil && c.f.Stream(d["SMask"]) != nil
	if n, ok := c.f.Int(d["SMaskInData"]); ok && n > 0 {
		soft = true
	}
	in.page.transparent = in.page.transparent || soft
	mask := c.f.Resolve(d["ImageMask"]) == true
	if first {
		c.imageDict(d, s.Num)
		c.when(c.f.Stream(d["SMask"]) != nil || c.fl.part == 1 && d["SMask"] != nil, ruleSmaskImage, s.Num)
		if m := c.f.Stream(d["SMask"]); m != nil {
			c.imageDict(m.Dict, m.Num)
		}
		if m := c.f.Stream(d["Mask"]); m != nil {
			c.imageDict(m.Dict, m.Num)
			bits, has := c.f.Int(m.Dict["BitsPerComponent"])
			c.when(has && bits != 1, ruleMaskBits, m.Num)
		}
		filters := c.f.Filters(d)
		if len(filters) > 0 && filters[len(filters)-1] == "JPXDecode" && c.fl.part > 1 {
			c.checkJPX(s)
		}
	}
	if mask {
		in.paintFill()
		return
	}
	if d["ColorSpace"] != nil {
		c.colours.useSpace(c.colours.parseSpace(d["ColorSpace"], &in.res, 0), in.usage(in.st.opFill), 0)
	}
}

// imageDict judges the dictionary of an image (ISO 19005-1, 6.2.4).
func (c *checker) imageDict(d pdf.Dict, obj int) {
	c.when(d["Alternates"] != nil, ruleImageAlternates, obj)
	c.when(d["OPI"] != nil, ruleImageOPI, obj)
	c.when(c.f.Resolve(d["Interpolate"]) == true, ruleImageInterpolate, obj)
	c.checkIntent(d["Intent"], obj)
	bits, has := c.f.Int(d["BitsPerComponent"])
	if !has || c.f.Resolve(d["ImageMask"]) == true {
		return
	}
	ok := bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 && c.fl.part > 1
	c.when(!ok, ruleImageBits, obj)
}

var longKeys = map[pdf.Name]pdf.Name{"BPC": "BitsPerComponent", "CS": "ColorSpace", "D": "Decode", "DP": "DecodeParms",
	"F": "Filter", "H": "Height", "IM": "ImageMask", "I": "Interpolate", "W": "Width", "L": "Length"}

// inlineImage reads an image between BI and EI (ISO 32000-1, 8.9.7).
func (in *interp) inlineImage(l *pdf.Lexer) {
	c := in.c
	d := pdf.Dict{}
	for range 200 {
		k := l.Next()
		if k == pdf.End || k == pdf.Keyword("ID") {
			break
		}
		key, ok := k.(pdf.Name)
		if !ok {
			continue
		}
		if long, ok := longKeys[key]; ok {
			key = long
		}
		v := l.Next()
		if v == pdf.Keyword("ID") || v == pdf.End {
			break
		}
		d[key] = v
	}
	length := -1
	stated, has := c.f.Int(d["Length"])
	if has && c.fl.part == 4 {
		length = stated
	}
	data := l.InlineData(length)
	if c.fl.part == 4 {
		c.when(!has || stated != len(data), ruleInlineLength, 0)
	}
	c.imageDict(d, 0)
	for _, f := range c.f.Filters(d) {
		c.when(f == "LZW" || f == "LZWDecode", ruleInlineLZW, 0)
		c.when(!inlineFilters[f], ruleInlineFilter, 0)
	}
	if c.f.Resolve(d["ImageMask"]) == true {
		in.paintFill()
		return
	}
	if n := c.f.Name(d["ColorSpace"]); n != "" {
		if long, ok := abbreviations[n]; ok {
			d["ColorSpace"] = long
		}
	}
	if d["ColorSpace"] != nil {
		c.colours.useSpace(c.colours.parseSpace(d["ColorSpace"], &in.res, 0), in.usage(in.st.opFill), 0)
	}
}

var inlineFilters = nameSet("ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode AHx A85 Fl RL CCF DCT")

// blendModes are the modes of ISO 32000-1, tables 136 and 137.
var blendModes = nameSet(
	"Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity")

func (c *checker) checkBlend(v any, obj int) (plain bool) {
	plain = true
	names := []any{v}
	if a, ok := v.(pdf.Array); ok { // the first known of a list counts
		names = nil
		for i, e := range a {
			if blendModes[c.f.Name(e)] || c.fl.part < 4 || i == len(a)-1 {
				names = []any{e}
				break
			}
		}
		c.when(c.fl.part == 1, ruleBlendMode, obj)
	}
	for _, e := range names {
		n := c.f.Name(e)
		normal := n == "Normal" || n == "Compatible"
		plain = plain && normal
		if c.fl.part == 1 {
			c.when(!normal, ruleBlendMode, obj)
		} else {
			c.when(!blendModes[n], ruleBlendMode, obj)
		}
	}
	return plain
}

// extGState judges a graphics state and takes over what later clauses ask.
func (in *interp) extGState(d pdf.Dict, obj int) {
	if d == nil {
		return
	}
	c := in.c
	c.when(d["TR"] != nil, ruleTransferTR, obj)
	c.when(d["TR2"] != nil && c.f.Name(d["TR2"]) != "Default", ruleTransferTR2, obj)
	if c.fl.part == 4 {
		c.when(d["HTO"] != nil, ruleHalftoneHTP, obj)
	} else {
		c.when(d["HTP"] != nil, ruleHalftoneHTP, obj)
	}
	if d["HT"] != nil && c.fl.part > 1 {
		c.checkHalftone(d["HT"], "", 0)
	}
	c.checkIntent(d["RI"], obj)
	if bm := c.f.Resolve(d["BM"]); bm != nil {
		in.st.blended = !c.checkBlend(bm, obj)
	}
	in.softMask(d, obj)
	if op, ok := c.f.Resolve(d["OP"]).(bool); ok {
		in.st.opStroke, in.st.opFill = op, op
	}
	if op, ok := c.f.Resolve(d["op"]).(bool); ok {
		in.st.opFill = op
	}
	if n, ok := c.f.Int(d["OPM"]); ok {
		in.st.opm = n
	}
	if a := c.f.Array(d["Font"]); len(a) == 2 {
		in.st.font = c.fonts.fontOf(a[0])
	}
}

// softMask judges soft mask and constant alpha. The group of a soft mask is not
// walked: its colours are luminosities and never shown.
func (in *interp) softMask(d pdf.Dict, obj int) {
	c := in.c
	if c.f.Resolve(d["SMask"]) != nil {
		in.st.masked = c.f.Name(d["SMask"]) != "None"
		c.when(in.st.masked, ruleSmaskState, obj)
	}
	for key, id := range map[pdf.Name]ruleID{"CA": ruleAlphaStroke, "ca": ruleAlphaFill} {
		a, ok := c.f.Number(d[key])
		if !ok {
			continue
		}
		sheer := abs(a-1) > 0.000001
		c.when(sheer, id, obj)
		if key == "CA" {
			in.st.sheerStroke = sheer
		} else {
			in.st.sheerFill = sheer
		}
	}
}

// checkHalftone judges a halftone (ISO 19005-2, 6.2.5).
func (c *checker) checkHalftone(v any, colorant pdf.Name, depth int) {
	d := c.f.Dict(v)
	if d == nil || depth > 3 {
		return
	}
	obj := number(v)
	n, ok := c.f.Int(d["HalftoneType"])
	c.when(!ok || n != 1 && n != 5, ruleHalftoneType, obj)
	c.when(d["HalftoneName"] != nil, ruleHalftoneName, obj)
	primary := colorant == "" || processColours[colorant] && colorant != "None"
	if colorant != "Default" {
		c.when(primary == (d["TransferFunction"] != nil), ruleHalftoneTransfer, obj)
	}
	if n != 5 {
		return
	}
	for key, e := range d {
		if c.f.Dict(e) != nil {
			c.checkHalftone(e, key, depth+1)
		}
	}
}
