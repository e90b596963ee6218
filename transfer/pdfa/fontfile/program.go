package fontfile

import "errors"

// ErrDamaged tells that a program cannot be read, ErrUnknown that it is of no
// form known here.
var (
	ErrDamaged = errors.New("font program not readable")
	ErrUnknown = errors.New("no font program")
)

// Program is a font program.
type Program struct {
	Glyphs   int            // number of glyphs
	Names    map[string]int // glyph by name; nil where the program has no names
	CIDs     map[int]int    // glyph by CID of a CID-keyed program; nil otherwise
	Built    []string       // built-in encoding: 256 names, nil if there is none
	Cmaps    []Cmap         // character maps of TrueType
	TrueType bool           // has TrueType outlines

	widths []float64 // advance in 1/1000 em by glyph; the last one counts for the rest
}

// Width gives the advance of a glyph in thousandths of an em.
func (p *Program) Width(gid int) (float64, bool) {
	if gid < 0 || gid >= p.Glyphs || len(p.widths) == 0 {
		return 0, false
	}
	return p.widths[min(gid, len(p.widths)-1)], true
}

// Cmap is one character map of a TrueType program.
type Cmap struct {
	Platform, Encoding int
	glyph              func(code uint32) int
}

// Glyph gives the glyph of a code, 0 if there is none.
func (m Cmap) Glyph(code uint32) int {
	if m.glyph == nil {
		return 0
	}
	return m.glyph(code)
}

// Cmap finds a character map.
func (p *Program) Cmap(platform, encoding int) (Cmap, bool) {
	for _, m := range p.Cmaps {
		if m.Platform == platform && m.Encoding == encoding {
			return m, true
		}
	}
	return Cmap{}, false
}

// ByName gives the glyph of a TrueType program for a name of an encoding, after
// ISO 32000-1, 9.6.6.4: by Unicode, by Mac OS code, by the post table.
func (p *Program) ByName(name string) (int, bool) {
	if m, ok := p.Cmap(3, 1); ok {
		if u, ok := Unicode(name); ok {
			if r := []rune(u); len(r) == 1 {
				if g := m.Glyph(uint32(r[0])); g > 0 {
					return g, true
				}
			}
		}
	}
	if m, ok := p.Cmap(1, 0); ok {
		if code, ok := macCodes()[name]; ok {
			if g := m.Glyph(uint32(code)); g > 0 {
				return g, true
			}
		}
	}
	g, ok := p.Names[name]
	return g, ok && g > 0
}

// ByCode gives the glyph of a symbolic TrueType program for a code.
func (p *Program) ByCode(code uint32) (int, bool) {
	if m, ok := p.Cmap(3, 0); ok {
		for _, high := range []uint32{0, 0xF000, 0xF100, 0xF200} {
			if g := m.Glyph(high + code); g > 0 {
				return g, true
			}
		}
	}
	if m, ok := p.Cmap(1, 0); ok {
		if g := m.Glyph(code); g > 0 {
			return g, true
		}
	}
	return 0, false
}

// Parse reads a program of any of the forms; the form is found in its first
// bytes, not in what the PDF says.
func Parse(b []byte) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, ErrDamaged
		}
	}()
	if len(b) < 8 {
		return nil, ErrUnknown
	}
	switch string(b[:4]) {
	case "\x00\x01\x00\x00", "true", "OTTO", "ttcf":
		return parseSFNT(b)
	}
	if b[0] == '%' || b[0] == 0x80 {
		return parseType1(b)
	}
	if b[0] == 1 {
		return parseCFF(b)
	}
	return nil, ErrUnknown
}
