package pdfa

import (
	"reflect"
	"slices"
	"unicode/utf8"

	"laufzettel/transfer/pattern"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa/fontfile"
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

// fonts is the part of the check that looks at fonts: which there are, what of them
// is embedded, and whether every code that is shown means a glyph and a letter.
type fonts struct {
	c        *checker
	byKey    map[any]*font
	list     []*font
	cmaps    map[*pdf.Stream]*cmap
	programs map[*pdf.Stream]*fontfile.Program
	noFonts  map[*pdf.Stream]bool
}

func newFonts(c *checker) *fonts {
	return &fonts{
		c: c, byKey: map[any]*font{}, cmaps: map[*pdf.Stream]*cmap{},
		programs: map[*pdf.Stream]*fontfile.Program{}, noFonts: map[*pdf.Stream]bool{},
	}
}

// fontOf gives the font a Tf or Font entry names, nil if there is none.
func (fs *fonts) fontOf(v any) *font {
	d := fs.c.f.Dict(v)
	if d == nil {
		return nil
	}
	var key any = number(v)
	if number(v) == 0 {
		key = reflect.ValueOf(d).Pointer()
	}
	if f, ok := fs.byKey[key]; ok {
		return f
	}
	f := &font{obj: number(v), dict: d, subtype: fs.c.f.Name(d["Subtype"]), used: map[uint32]uint8{}}
	fs.byKey[key] = f
	fs.list = append(fs.list, f)
	holder := d
	if f.subtype == "Type0" {
		if a := fs.c.f.Array(d["DescendantFonts"]); len(a) > 0 {
			f.cid, f.cidObj = fs.c.f.Dict(a[0]), number(a[0])
		}
		f.cmap = fs.loadCMap(d["Encoding"], 0)
		holder = f.cid
	}
	f.desc = fs.c.f.Dict(holder["FontDescriptor"])
	return f
}

func (in *interp) setFont() {
	in.st.font = in.c.fonts.fontOf(in.res.find(in.c, "Font", in.argName(0)))
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

var subset = pattern.Of(`^[A-Z]{6}\+`)

// checkFonts judges the fonts that were shown, after all pages are walked.
func (fs *fonts) checkFonts() {
	for _, f := range fs.list {
		if len(f.used) == 0 && !f.render || fs.c.stopped() {
			continue
		}
		fs.checkFontDict(f.dict, f.obj)
		if f.subtype == "Type0" {
			fs.checkComposite(f)
		} else {
			fs.checkSimple(f)
		}
		fs.checkEmbedding(f)
		fs.checkProgram(f)
	}
}

var fontSubtypes = nameSet("Type1 MMType1 TrueType Type3 Type0 CIDFontType0 CIDFontType2")

// checkFontDict judges what every font dictionary has to have.
func (fs *fonts) checkFontDict(d pdf.Dict, obj int) {
	subtype := fs.c.f.Name(d["Subtype"])
	fs.c.when(fs.c.f.Name(d["Type"]) != "Font", ruleFontType, obj)
	fs.c.when(!fontSubtypes[subtype], ruleFontSubtype, obj)
	base, named := fs.c.f.Resolve(d["BaseFont"]).(pdf.Name)
	fs.c.when(subtype != "Type3" && !named, ruleFontBase, obj)
	fs.c.when(!utf8.ValidString(string(base)), ruleNameUTF8, obj)
}

var standard14 = nameSet(
	"Courier Courier-Bold Courier-Oblique Courier-BoldOblique Helvetica Helvetica-Bold Helvetica-Oblique Helvetica-BoldOblique Times-Roman Times-Bold Times-Italic Times-BoldItalic Symbol ZapfDingbats")

func (fs *fonts) checkSimple(f *font) {
	d := f.dict
	if f.subtype == "Type1" && standard14[fs.c.f.Name(d["BaseFont"])] {
		return
	}
	first, ok1 := fs.c.f.Int(d["FirstChar"])
	last, ok2 := fs.c.f.Int(d["LastChar"])
	fs.c.when(!ok1, ruleFontFirst, f.obj)
	fs.c.when(!ok2, ruleFontLast, f.obj)
	w, ok := fs.c.f.Resolve(d["Widths"]).(pdf.Array)
	fs.c.when(!ok || ok1 && ok2 && len(w) != last-first+1, ruleFontWidths, f.obj)
}

var fontFileTypes = [4]map[pdf.Name]bool{
	nameSet("Type1C CIDFontType0C"), nameSet("Type1C CIDFontType0C OpenType"),
	nameSet("Type1C CIDFontType0C OpenType"), nameSet("Type1C CIDFontType0C OpenType"),
}

// fontFile gives the embedded program of a font and the key it stands under.
func (fs *fonts) fontFile(f *font) (*pdf.Stream, pdf.Name) {
	for _, key := range []pdf.Name{"FontFile", "FontFile2", "FontFile3"} {
		if s := fs.c.f.Stream(f.desc[key]); s != nil {
			return s, key
		}
	}
	return nil, ""
}

// checkEmbedding applies ISO 19005-1, 6.3.4; ISO 19005-2, 6.2.11.4.
func (fs *fonts) checkEmbedding(f *font) {
	if f.subtype == "Type3" {
		return
	}
	s, key := fs.fontFile(f)
	// Type 1 fonts take no TrueType program, and one that is no font at all
	// embeds nothing.
	type1 := f.subtype == "Type1" || f.subtype == "MMType1"
	foreign := fs.c.fl.part > 1 && type1 && key == "FontFile2"
	fs.c.when(f.render && (s == nil || foreign || fs.noFont(s)), ruleFontEmbedded, f.obj)
	if s != nil {
		n := fs.c.f.Name(s.Dict["Subtype"])
		fs.c.when(n != "" && !fontFileTypes[fs.c.fl.part-1][n], ruleFontFile, s.Num)
	}
}

// checkComposite judges a Type 0 font (ISO 19005-1, 6.3.3).
func (fs *fonts) checkComposite(f *font) {
	fs.checkFontDict(f.cid, f.cidObj)
	enc := fs.c.f.Resolve(f.dict["Encoding"])
	name, _ := enc.(pdf.Name)
	identity := name == "Identity-H" || name == "Identity-V"
	info := fs.c.f.Dict(f.cid["CIDSystemInfo"])
	stream := fs.c.f.Stream(f.dict["Encoding"])
	if stream != nil {
		name = fs.c.f.Name(stream.Dict["CMapName"])
		identity = name == "Identity-H" || name == "Identity-V"
		fs.checkCMapStream(stream, f)
	} else if !identity {
		fs.c.when(fs.c.fl.part == 1 || !predefinedCMaps[name], ruleCmapEmbedded, f.obj)
	}
	if !identity && stream != nil {
		fs.c.when(!fs.compatible(info, fs.c.f.Dict(stream.Dict["CIDSystemInfo"])), ruleCidSystem, f.obj)
	} else if !identity && predefinedCMaps[name] {
		fs.c.when(!fs.fitsPredefined(info, name), ruleCidSystem, f.obj)
	}
	if fs.c.f.Name(f.cid["Subtype"]) != "CIDFontType2" {
		return
	}
	toGID := fs.c.f.Resolve(f.cid["CIDToGIDMap"])
	_, isStream := toGID.(*pdf.Stream)
	missing := !isStream && toGID != pdf.Name("Identity")
	if s, _ := fs.fontFile(f); fs.c.fl.part == 1 && !f.render || fs.c.fl.part > 1 && s == nil {
		missing = false
	}
	fs.c.when(missing, ruleCidToGID, f.cidObj)
}

// compatible compares the character collections of CIDFont and CMap.
func (fs *fonts) compatible(font, cmap pdf.Dict) bool {
	for _, key := range []pdf.Name{"Registry", "Ordering"} {
		a, ok1 := fs.c.f.Text(font[key])
		b, ok2 := fs.c.f.Text(cmap[key])
		if !ok1 || !ok2 || string(a) != string(b) {
			return false
		}
	}
	if fs.c.fl.part == 1 {
		return true
	}
	a, ok1 := fs.c.f.Int(font["Supplement"])
	b, ok2 := fs.c.f.Int(cmap["Supplement"])
	return ok1 && ok2 && a <= b
}

func (fs *fonts) checkCMapStream(s *pdf.Stream, f *font) {
	m := fs.loadCMap(f.dict["Encoding"], 0)
	if m == nil {
		return
	}
	mode, _ := fs.c.f.Int(s.Dict["WMode"])
	fs.c.when(m.hasMode && m.wmode != mode || !m.hasMode && mode != 0, ruleCmapWMode, s.Num)
	fs.c.when(m.maxCID > 65535, ruleLimitCID, s.Num)
	if n := fs.c.f.Name(s.Dict["UseCMap"]); n != "" && fs.c.fl.part == 1 {
		fs.c.when(n != "Identity-H" && n != "Identity-V", ruleCmapEmbedded, s.Num)
	}
	for _, use := range m.uses {
		fs.c.when(!predefinedCMaps[use] && use != "Identity-H" && use != "Identity-V", ruleCmapUse, s.Num)
	}
}
