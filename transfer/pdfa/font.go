package pdfa

import (
	"reflect"
	"regexp"
	"slices"
	"unicode/utf8"

	"laufzettel/transfer/pdf"
)

// Ways a code of a font was shown.
const (
	shownRendered = 1 << iota // in a text rendering mode that paints
	shownAny                  // in any mode
	shownBare                 // without a replacement text (ActualText)
)

// font is a font the document shows text with.
type font struct {
	obj        int
	dict       pdf.Dict
	subtype    pdf.Name
	cid        pdf.Dict // the descendant font of a Type 0 font
	cidObj     int
	desc       pdf.Dict // font descriptor, nil if there is none
	cmap       *cmap    // encoding of a Type 0 font; nil if it is not at hand
	used       map[uint32]uint8
	render     bool               // some text was painted with it
	procWidths map[string]float64 // of a Type 3 font: advance each glyph procedure sets
}

// fontOf gives the font a Tf or Font entry names, nil if there is none.
func (c *checker) fontOf(v any) *font {
	d := c.f.Dict(v)
	if d == nil {
		return nil
	}
	var key any = number(v)
	if number(v) == 0 {
		key = reflect.ValueOf(d).Pointer()
	}
	if f, ok := c.fonts[key]; ok {
		return f
	}
	f := &font{obj: number(v), dict: d, subtype: c.f.Name(d["Subtype"]), used: map[uint32]uint8{}}
	c.fonts[key] = f
	c.fontList = append(c.fontList, f)
	holder := d
	if f.subtype == "Type0" {
		if a := c.f.Array(d["DescendantFonts"]); len(a) > 0 {
			f.cid, f.cidObj = c.f.Dict(a[0]), number(a[0])
		}
		f.cmap = c.loadCMap(d["Encoding"], 0)
		holder = f.cid
	}
	f.desc = c.f.Dict(holder["FontDescriptor"])
	return f
}

func (in *interp) setFont() {
	in.st.font = in.c.fontOf(in.res.find(in.c, "Font", in.argName(0)))
}

// show notes the codes a text-showing operator shows.
func (in *interp) show(op pdf.Keyword) {
	switch in.st.render {
	case 0, 4:
		in.paintFill()
	case 1, 5:
		in.paintStroke()
	case 2, 6:
		in.paintFill()
		in.paintStroke()
	}
	f := in.st.font
	if f == nil {
		return
	}
	how := uint8(shownAny)
	if in.st.render != 3 {
		how |= shownRendered
		f.render = true
	}
	if in.c.fl.level == 'a' && !in.replaced() {
		how |= shownBare
	}
	if op == "TJ" {
		a, _ := in.arg(0).(pdf.Array)
		for _, e := range a {
			if s, ok := e.(pdf.String); ok {
				f.show(s, how)
			}
		}
	} else if s, ok := in.arg(len(in.args) - 1).(pdf.String); ok {
		f.show(s, how)
	}
	if f.subtype == "Type3" {
		in.type3(f)
	}
}

const maxCodes = 1 << 20

func (f *font) show(s pdf.String, how uint8) {
	if f.subtype != "Type0" {
		for _, b := range s {
			f.used[uint32(b)] |= how
		}
		return
	}
	if f.cmap == nil {
		return
	}
	for len(s) > 0 && len(f.used) < maxCodes {
		code, n := f.cmap.next(s)
		s = s[n:]
		f.used[code] |= how
	}
}

// type3 runs the glyph procedures of a Type 3 font once.
func (in *interp) type3(f *font) {
	if f.procWidths != nil {
		return
	}
	f.procWidths = map[string]float64{}
	c := in.c
	procs := c.f.Dict(f.dict["CharProcs"])
	names := make([]pdf.Name, 0, len(procs))
	for n := range procs {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		s := c.f.Stream(procs[n])
		if s == nil || c.stopped() {
			continue
		}
		if in.depth >= maxForms {
			return
		}
		sub := &interp{c: c, res: in.inner(f.dict), st: in.st, page: in.page, blend: in.blend, depth: in.depth + 1}
		sub.run(c.data(s))
		if sub.hasWidth {
			f.procWidths[string(n)] = sub.width
		}
	}
}

var subset = regexp.MustCompile(`^[A-Z]{6}\+`)

// checkFonts judges the fonts that were shown, after all pages are walked.
func (c *checker) checkFonts() {
	for _, f := range c.fontList {
		if len(f.used) == 0 && !f.render || c.stopped() {
			continue
		}
		c.checkFontDict(f.dict, f.obj)
		if f.subtype == "Type0" {
			c.checkComposite(f)
		} else {
			c.checkSimple(f)
		}
		c.checkEmbedding(f)
		c.checkProgram(f)
	}
}

var fontSubtypes = nameSet("Type1 MMType1 TrueType Type3 Type0 CIDFontType0 CIDFontType2")

// checkFontDict judges what every font dictionary has to have.
func (c *checker) checkFontDict(d pdf.Dict, obj int) {
	subtype := c.f.Name(d["Subtype"])
	c.when(c.f.Name(d["Type"]) != "Font", ruleFontType, obj)
	c.when(!fontSubtypes[subtype], ruleFontSubtype, obj)
	base, named := c.f.Resolve(d["BaseFont"]).(pdf.Name)
	c.when(subtype != "Type3" && !named, ruleFontBase, obj)
	c.when(!utf8.ValidString(string(base)), ruleNameUTF8, obj)
}

var standard14 = nameSet("Courier Courier-Bold Courier-Oblique Courier-BoldOblique Helvetica Helvetica-Bold Helvetica-Oblique Helvetica-BoldOblique Times-Roman Times-Bold Times-Italic Times-BoldItalic Symbol ZapfDingbats")

func (c *checker) checkSimple(f *font) {
	d := f.dict
	if f.subtype == "Type1" && standard14[c.f.Name(d["BaseFont"])] {
		return
	}
	first, ok1 := c.f.Int(d["FirstChar"])
	last, ok2 := c.f.Int(d["LastChar"])
	c.when(!ok1, ruleFontFirst, f.obj)
	c.when(!ok2, ruleFontLast, f.obj)
	w, ok := c.f.Resolve(d["Widths"]).(pdf.Array)
	c.when(!ok || ok1 && ok2 && len(w) != last-first+1, ruleFontWidths, f.obj)
}

var fontFileTypes = [4]map[pdf.Name]bool{
	nameSet("Type1C CIDFontType0C"), nameSet("Type1C CIDFontType0C OpenType"),
	nameSet("Type1C CIDFontType0C OpenType"), nameSet("Type1C CIDFontType0C OpenType"),
}

// fontFile gives the embedded program of a font and the key it stands under.
func (c *checker) fontFile(f *font) (*pdf.Stream, pdf.Name) {
	for _, key := range []pdf.Name{"FontFile", "FontFile2", "FontFile3"} {
		if s := c.f.Stream(f.desc[key]); s != nil {
			return s, key
		}
	}
	return nil, ""
}

// checkEmbedding applies ISO 19005-1, 6.3.4; ISO 19005-2, 6.2.11.4.
func (c *checker) checkEmbedding(f *font) {
	if f.subtype == "Type3" {
		return
	}
	s, key := c.fontFile(f)
	// Type 1 fonts take no TrueType program, and one that is no font at all
	// embeds nothing.
	type1 := f.subtype == "Type1" || f.subtype == "MMType1"
	foreign := c.fl.part > 1 && type1 && key == "FontFile2"
	c.when(f.render && (s == nil || foreign || c.noFont(s)), ruleFontEmbedded, f.obj)
	if s != nil {
		n := c.f.Name(s.Dict["Subtype"])
		c.when(n != "" && !fontFileTypes[c.fl.part-1][n], ruleFontFile, s.Num)
	}
}

// checkComposite judges a Type 0 font (ISO 19005-1, 6.3.3).
func (c *checker) checkComposite(f *font) {
	c.checkFontDict(f.cid, f.cidObj)
	enc := c.f.Resolve(f.dict["Encoding"])
	name, _ := enc.(pdf.Name)
	identity := name == "Identity-H" || name == "Identity-V"
	info := c.f.Dict(f.cid["CIDSystemInfo"])
	stream := c.f.Stream(f.dict["Encoding"])
	if stream != nil {
		name = c.f.Name(stream.Dict["CMapName"])
		identity = name == "Identity-H" || name == "Identity-V"
		c.checkCMapStream(stream, f)
	} else if !identity {
		c.when(c.fl.part == 1 || !predefinedCMaps[name], ruleCmapEmbedded, f.obj)
	}
	if !identity && stream != nil {
		c.when(!c.compatible(info, c.f.Dict(stream.Dict["CIDSystemInfo"])), ruleCidSystem, f.obj)
	} else if !identity && predefinedCMaps[name] {
		c.when(!c.fitsPredefined(info, name), ruleCidSystem, f.obj)
	}
	if c.f.Name(f.cid["Subtype"]) != "CIDFontType2" {
		return
	}
	toGID := c.f.Resolve(f.cid["CIDToGIDMap"])
	_, isStream := toGID.(*pdf.Stream)
	missing := !isStream && toGID != pdf.Name("Identity")
	if s, _ := c.fontFile(f); c.fl.part == 1 && !f.render || c.fl.part > 1 && s == nil {
		missing = false
	}
	c.when(missing, ruleCidToGID, f.cidObj)
}

// compatible compares the character collections of CIDFont and CMap.
func (c *checker) compatible(font, cmap pdf.Dict) bool {
	for _, key := range []pdf.Name{"Registry", "Ordering"} {
		a, ok1 := c.f.Text(font[key])
		b, ok2 := c.f.Text(cmap[key])
		if !ok1 || !ok2 || string(a) != string(b) {
			return false
		}
	}
	if c.fl.part == 1 {
		return true
	}
	a, ok1 := c.f.Int(font["Supplement"])
	b, ok2 := c.f.Int(cmap["Supplement"])
	return ok1 && ok2 && a <= b
}

func (c *checker) checkCMapStream(s *pdf.Stream, f *font) {
	m := c.loadCMap(f.dict["Encoding"], 0)
	if m == nil {
		return
	}
	mode, _ := c.f.Int(s.Dict["WMode"])
	c.when(m.hasMode && m.wmode != mode || !m.hasMode && mode != 0, ruleCmapWMode, s.Num)
	c.when(m.maxCID > 65535, ruleLimitCID, s.Num)
	if n := c.f.Name(s.Dict["UseCMap"]); n != "" && c.fl.part == 1 {
		c.when(n != "Identity-H" && n != "Identity-V", ruleCmapEmbedded, s.Num)
	}
	for _, use := range m.uses {
		c.when(!predefinedCMaps[use] && use != "Identity-H" && use != "Identity-V", ruleCmapUse, s.Num)
	}
}
