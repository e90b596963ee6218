package pdfa

import (
	"errors"
	"slices"
	"strings"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa/fontfile"
)

// maxFont bounds a font program.
const maxFont = 64 << 20

// flagSymbolic is a font descriptor flag (ISO 32000-1, table 123).
const flagSymbolic = 4

// program is a font program with what the PDF says of it.
type program struct {
	*fontfile.Program
	stream   *pdf.Stream
	symbolic bool
	toGID    []byte // CIDToGIDMap where it is a stream
}

// loadProgram reads the embedded program of f; nil where there is none or it
// cannot be read.
func (fs *fonts) loadProgram(f *font) *program {
	s, _ := fs.fontFile(f)
	if s == nil {
		return nil
	}
	p, ok := fs.programs[s]
	if !ok {
		data, rest, err := fs.c.f.Prefix(s, maxFont)
		if err == pdf.ErrLimit {
			fs.c.stop = err
			return nil
		}
		if rest == "" {
			p, err = fontfile.Parse(data)
			fs.noFonts[s] = errors.Is(err, fontfile.ErrUnknown)
		}
		fs.programs[s] = p
	}
	if p == nil {
		return nil
	}
	out := &program{Program: p, stream: s}
	flags, _ := fs.c.f.Int(f.desc["Flags"])
	out.symbolic = flags&flagSymbolic != 0
	if m := fs.c.f.Stream(f.cid["CIDToGIDMap"]); m != nil {
		out.toGID, _, _ = fs.c.f.Prefix(m, 1<<18)
	}
	return out
}

// noFont tells whether an embedded stream is no font program of any form.
func (fs *fonts) noFont(s *pdf.Stream) bool {
	if _, read := fs.programs[s]; !read {
		fs.loadProgram(&font{desc: pdf.Dict{"FontFile": s}})
	}
	return fs.noFonts[s]
}

// glyph is what a code of a font leads to.
type glyph struct {
	gid     int
	present bool
	known   bool // it could be found out whether it is there
	notdef  bool // the code means .notdef
	name    string
	cid     uint32
}

// checkProgram holds the embedded font program against the codes shown.
func (fs *fonts) checkProgram(f *font) {
	fs.checkUnicode(f)
	if f.subtype == "Type3" {
		fs.checkType3(f)
		return
	}
	p := fs.loadProgram(f)
	enc := fs.encoding(f, p)
	if f.subtype == "TrueType" {
		fs.checkTrueType(f, p)
	}
	if p == nil {
		fs.checkNames(f, enc)
		return
	}
	if f.subtype == "Type0" {
		fs.checkCIDSet(f, p)
	} else if f.subtype == "Type1" || f.subtype == "MMType1" {
		fs.checkCharSet(f, p)
	}
	widths := fs.widthsOf(f)
	for _, code := range f.codes() {
		g := fs.glyphOf(f, p, enc, code)
		fs.c.when(g.notdef, ruleNotdef, f.obj)
		if !g.known || f.used[code]&shownRendered == 0 {
			continue
		}
		plain := fs.c.fl.part == 1 && g.name == ".notdef" && fontfile.Encoding(string(fs.c.f.Name(f.dict["Encoding"]))) != nil
		fs.c.when(!g.present || plain, ruleGlyphMissing, f.obj)
		want, ok1 := widths(code, g.cid)
		have, ok2 := p.Width(g.gid)
		if g.present && ok1 && ok2 {
			fs.c.when(abs(want-have) > 1, ruleGlyphWidth, f.obj)
		}
	}
}

// checkType3 compares the widths of a Type 3 font with its glyph procedures.
func (fs *fonts) checkType3(f *font) {
	enc, widths, procs := fs.encoding(f, nil), fs.widthsOf(f), fs.c.f.Dict(f.dict["CharProcs"])
	for _, code := range f.codes() {
		if f.used[code]&shownRendered == 0 || code > 255 {
			continue
		}
		have, ok := f.procWidths[enc[code]]
		want, stated := widths(code, 0)
		fs.c.when(ok && stated && abs(want-have) > 1, ruleGlyphWidth, f.obj)
		fs.c.when(procs[pdf.Name(enc[code])] == nil, ruleGlyphMissing, f.obj)
	}
}

func (f *font) codes() []uint32 {
	out := make([]uint32, 0, len(f.used))
	for code := range f.used {
		out = append(out, code)
	}
	slices.Sort(out)
	return out
}

// checkNames finds .notdef for fonts without program: only the encoding tells.
func (fs *fonts) checkNames(f *font, enc []string) {
	base := fs.c.f.Name(f.dict["BaseFont"])
	flags, _ := fs.c.f.Int(f.desc["Flags"])
	if enc == nil || f.subtype != "Type1" || flags&flagSymbolic != 0 || base == "Symbol" || base == "ZapfDingbats" {
		return
	}
	for code := range f.used {
		fs.c.when(code < 256 && enc[code] == ".notdef", ruleNotdef, f.obj)
	}
}

// encoding gives the names of the codes of a simple font; nil where the font
// has none and its program decides.
func (fs *fonts) encoding(f *font, p *program) []string {
	if f.subtype == "Type0" {
		return nil
	}
	var base []string
	var diff pdf.Array
	switch e := fs.c.f.Resolve(f.dict["Encoding"]).(type) {
	case pdf.Name:
		base = fontfile.Encoding(string(e))
	case pdf.Dict:
		base = fontfile.Encoding(string(fs.c.f.Name(e["BaseEncoding"])))
		diff = fs.c.f.Array(e["Differences"])
	}
	if base == nil && p != nil && p.Built != nil {
		base = p.Built
	}
	if base == nil {
		if f.subtype == "TrueType" && diff == nil {
			return nil
		}
		base = fontfile.Encoding("StandardEncoding")
	}
	out := slices.Clone(base)
	at := 0
	for _, v := range diff {
		if n, ok := fs.c.f.Int(v); ok {
			at = n
		} else if n := fs.c.f.Name(v); n != "" {
			if at >= 0 && at < 256 {
				out[at] = string(n)
			}
			at++
		}
	}
	return out
}

// glyphOf follows a code to its glyph (ISO 32000-1, 9.6.6 and 9.7.4).
func (fs *fonts) glyphOf(f *font, p *program, enc []string, code uint32) glyph {
	switch {
	case f.subtype == "Type0":
		return fs.cidGlyph(f, p, code)
	case p.TrueType:
		return trueTypeGlyph(p, enc, code)
	case p.Names != nil && enc != nil && code < 256:
		name := enc[code]
		gid, ok := p.Names[name]
		return glyph{gid: gid, present: ok, known: true, notdef: name == ".notdef", name: name}
	}
	return glyph{}
}

func trueTypeGlyph(p *program, enc []string, code uint32) glyph {
	g := glyph{known: true}
	if p.symbolic || enc == nil {
		g.gid, g.present = p.ByCode(code)
		if !g.present && enc != nil {
			g.gid, g.present = p.ByName(enc[code&255])
		}
		return g
	}
	g.name = enc[code&255]
	g.notdef = g.name == ".notdef"
	g.gid, g.present = p.ByName(g.name)
	g.present = g.present || g.notdef // the glyph .notdef is always there
	return g
}

func (fs *fonts) cidGlyph(f *font, p *program, code uint32) glyph {
	if f.cmap == nil {
		return glyph{}
	}
	cid, mapped := f.cmap.cid(code)
	g := glyph{known: true, cid: cid}
	if !mapped {
		// Another map we do not have may know the code.
		return glyph{known: len(f.cmap.uses) == 0, notdef: len(f.cmap.uses) == 0}
	}
	switch {
	case p.CIDs != nil:
		g.gid, g.present = p.CIDs[int(cid)]
	case p.toGID != nil && p.TrueType:
		if i := int(cid) * 2; i+1 < len(p.toGID) {
			g.gid = int(p.toGID[i])<<8 | int(p.toGID[i+1])
		}
		g.present = g.gid < p.Glyphs
	default:
		g.gid, g.present = int(cid), int(cid) < p.Glyphs
	}
	g.notdef = g.gid == 0 || !g.present
	return g
}

// widthsOf gives the widths the font dictionary states.
func (fs *fonts) widthsOf(f *font) func(code, cid uint32) (float64, bool) {
	if f.subtype == "Type0" {
		def := 1000.0
		if n, ok := fs.c.f.Number(f.cid["DW"]); ok {
			def = n
		}
		table := fs.cidWidths(fs.c.f.Array(f.cid["W"]))
		return func(_, cid uint32) (float64, bool) {
			if w, ok := table[cid]; ok {
				return w, true
			}
			return def, true
		}
	}
	first, ok := fs.c.f.Int(f.dict["FirstChar"])
	list := fs.c.f.Array(f.dict["Widths"])
	missing, _ := fs.c.f.Number(f.desc["MissingWidth"]) // 0 by default
	return func(code, _ uint32) (float64, bool) {
		i := int(code) - first
		if !ok || i < 0 || i >= len(list) {
			return missing, ok
		}
		return fs.c.f.Number(list[i])
	}
}

// cidWidths reads the array W (ISO 32000-1, 9.7.4.3).
func (fs *fonts) cidWidths(a pdf.Array) map[uint32]float64 {
	m := map[uint32]float64{}
	for i := 0; i+1 < len(a) && len(m) < maxCodes; {
		first, ok := fs.c.f.Int(a[i])
		if !ok || first < 0 {
			i++
			continue
		}
		if list := fs.c.f.Array(a[i+1]); list != nil {
			for k, v := range list {
				if w, ok := fs.c.f.Number(v); ok {
					m[uint32(first+k)] = w
				}
			}
			i += 2
			continue
		}
		last, ok1 := fs.c.f.Int(a[i+1])
		if i+2 >= len(a) || !ok1 {
			return m
		}
		if w, ok := fs.c.f.Number(a[i+2]); ok {
			for k := first; k <= last && k-first < 65536; k++ {
				m[uint32(k)] = w
			}
		}
		i += 3
	}
	return m
}

// checkCharSet judges the list of glyph names of a Type 1 subset
// (ISO 19005-1, 6.3.5; ISO 19005-2, 6.2.11.4.2).
func (fs *fonts) checkCharSet(f *font, p *program) {
	if !subset.MatchString(string(fs.c.f.Name(f.dict["BaseFont"]))) || p.Names == nil {
		return
	}
	s, ok := fs.c.f.Text(f.desc["CharSet"])
	if !ok {
		fs.c.when(fs.c.fl.part == 1, ruleCharSet, f.obj)
		return
	}
	listed := map[string]bool{}
	for n := range strings.SplitSeq(string(s), "/") {
		if n = strings.TrimSpace(n); n != "" && n != ".notdef" {
			listed[n] = true
			_, has := p.Names[n]
			fs.c.when(!has && fs.c.fl.part > 1, ruleCharSet, f.obj)
		}
	}
	if fs.c.fl.part == 1 { // only the glyphs that are shown have to be listed
		enc := fs.encoding(f, p)
		for code := range f.used {
			_, has := p.Names[enc[code&255]]
			fs.c.when(has && enc[code&255] != ".notdef" && !listed[enc[code&255]], ruleCharSet, f.obj)
		}
		return
	}
	for n := range p.Names {
		fs.c.when(n != ".notdef" && !listed[n], ruleCharSet, f.obj)
	}
}

// checkCIDSet judges the bit set of CIDs of a CIDFont subset.
func (fs *fonts) checkCIDSet(f *font, p *program) {
	if !subset.MatchString(string(fs.c.f.Name(f.cid["BaseFont"]))) {
		return
	}
	s := fs.c.f.Stream(f.desc["CIDSet"])
	if s == nil {
		fs.c.when(fs.c.fl.part == 1, ruleCidSet, f.cidObj)
		return
	}
	bits, _, err := fs.c.f.Prefix(s, 1<<16)
	if err != nil && len(bits) == 0 {
		return
	}
	has := func(cid int) bool { return cid/8 < len(bits) && bits[cid/8]&(0x80>>(cid%8)) != 0 }
	inFont := func(cid int) bool {
		switch {
		case p.CIDs != nil:
			_, ok := p.CIDs[cid]
			return ok
		case p.toGID != nil:
			return 2*cid+1 < len(p.toGID)
		}
		return cid < p.Glyphs
	}
	for cid := 1; cid < 8*len(bits) && fs.c.fl.part > 1; cid++ {
		if has(cid) && !inFont(cid) {
			fs.c.hit(ruleCidSet, f.cidObj)
			return
		}
	}
	if fs.c.fl.part > 1 {
		fs.c.when(!fs.allListed(p, has), ruleCidSet, f.cidObj)
		return
	}
	for code := range f.used { // only the glyphs that are shown have to be listed
		g := fs.cidGlyph(f, p, code)
		fs.c.when(g.present && !has(int(g.cid)), ruleCidSet, f.cidObj)
	}
}

// allListed tells whether the set names every CID with a glyph.
func (fs *fonts) allListed(p *program, has func(int) bool) bool {
	if p.CIDs != nil {
		for cid := range p.CIDs {
			if cid > 0 && !has(cid) {
				return false
			}
		}
		return true
	}
	for cid := 1; cid < 65536; cid++ {
		gid := cid
		if p.toGID != nil {
			if 2*cid+1 >= len(p.toGID) {
				break
			}
			gid = int(p.toGID[2*cid])<<8 | int(p.toGID[2*cid+1])
		}
		if gid >= p.Glyphs && p.toGID == nil {
			break
		}
		if gid > 0 && gid < p.Glyphs && !has(cid) {
			return false
		}
	}
	return true
}

// checkTrueType judges the encoding of a TrueType font (ISO 19005-1, 6.3.7;
// ISO 19005-2, 6.2.11.6).
func (fs *fonts) checkTrueType(f *font, p *program) {
	flags, _ := fs.c.f.Int(f.desc["Flags"])
	symbolic := flags&flagSymbolic != 0
	enc := fs.c.f.Resolve(f.dict["Encoding"])
	if symbolic {
		fs.c.when(enc != nil, ruleEncodingSymbolic, f.obj)
		if p != nil && p.TrueType && f.render {
			_, ms := p.Cmap(3, 0)
			_, mac := p.Cmap(1, 0)
			n := len(p.Cmaps)
			bad := n != 1 && (fs.c.fl.part == 1 || !ms)
			if fs.c.fl.part == 4 {
				bad = !ms && !mac
			}
			fs.c.when(bad, ruleCmapSymbolic, f.obj)
		}
		return
	}
	base, diff := fs.c.f.Name(enc), false
	agreed := true
	if d, ok := enc.(pdf.Dict); ok {
		base = fs.c.f.Name(d["BaseEncoding"])
		list := fs.c.f.Array(d["Differences"])
		diff = d["Differences"] != nil
		for _, v := range list {
			if n := fs.c.f.Name(v); n != "" && n != ".notdef" && !fontfile.Listed(string(n)) {
				agreed = false
			}
		}
		if p != nil && p.TrueType {
			_, ms := p.Cmap(3, 1)
			agreed = agreed && ms
		}
	}
	ok := (base == "MacRomanEncoding" || base == "WinAnsiEncoding") && (!diff || fs.c.fl.part > 1 && agreed)
	fs.c.when(!ok, ruleEncodingNonSymbolic, f.obj)
	if p == nil || !p.TrueType || !f.render {
		return
	}
	_, ms := p.Cmap(3, 1)
	_, mac := p.Cmap(1, 0)
	_, sym := p.Cmap(3, 0)
	n := len(p.Cmaps)
	bad := n == 0 || sym && n == 1
	if fs.c.fl.part == 4 {
		bad = !ms && !mac
	}
	fs.c.when(bad, ruleCmapNonSymbolic, f.obj)
}
