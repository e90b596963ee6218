package fontfile

import (
	"encoding/binary"
)

type reader []byte

func (r reader) u16(i int) int {
	if i < 0 || i+2 > len(r) {
		return 0
	}
	return int(binary.BigEndian.Uint16(r[i:]))
}

func (r reader) i16(i int) int { return int(int16(r.u16(i))) }

func (r reader) u32(i int) int {
	if i < 0 || i+4 > len(r) {
		return 0
	}
	return int(binary.BigEndian.Uint32(r[i:]))
}

// cut gives n bytes from off, fewer at the end.
func (r reader) cut(off, n int) reader {
	if off < 0 || n < 0 || off > len(r) {
		return nil
	}
	return r[off:min(off+n, len(r))]
}

func parseSFNT(b reader) (*Program, error) {
	base := 0
	if string(b[:4]) == "ttcf" {
		base = b.u32(12)
	}
	tables := map[string]reader{}
	for i := range min(b.u16(base+4), 200) {
		rec := b.cut(base+12+16*i, 16)
		if len(rec) == 16 {
			tables[string(rec[:4])] = b.cut(rec.u32(8), rec.u32(12))
		}
	}
	if cff, ok := tables["CFF "]; ok {
		p, err := parseCFF(cff)
		if err == nil {
			p.Cmaps = readCmaps(tables["cmap"])
		}
		return p, err
	}
	p := &Program{TrueType: true, Glyphs: tables["maxp"].u16(4), Cmaps: readCmaps(tables["cmap"])}
	units := tables["head"].u16(18)
	if p.Glyphs == 0 || units == 0 {
		return nil, ErrDamaged
	}
	n := min(tables["hhea"].u16(34), p.Glyphs)
	hmtx := tables["hmtx"]
	for i := range n {
		if 4*i+2 > len(hmtx) {
			break
		}
		p.widths = append(p.widths, float64(hmtx.u16(4*i))*1000/float64(units))
	}
	p.Names = postNames(tables["post"], p.Glyphs)
	return p, nil
}

// postNames reads the table post, formats 1 and 2.
func postNames(b reader, glyphs int) map[string]int {
	mac := lists()["mac"]
	m := map[string]int{}
	switch b.u32(0) {
	case 0x00010000:
		for i, n := range mac {
			if i < glyphs {
				m[n] = i
			}
		}
	case 0x00020000:
		n := b.u16(32)
		var own []string
		for rest := b.cut(34+2*n, len(b)); len(rest) > 0 && len(own) < 65536; {
			k := int(rest[0])
			own = append(own, string(rest.cut(1, k)))
			rest = rest.cut(1+k, len(rest))
		}
		for g := range min(n, glyphs) {
			i := b.u16(34 + 2*g)
			name := ""
			if i < 258 && i < len(mac) {
				name = mac[i]
			} else if i-258 >= 0 && i-258 < len(own) {
				name = own[i-258]
			}
			if _, twice := m[name]; name != "" && !twice {
				m[name] = g
			}
		}
	}
	return m
}

// readCmaps reads the table cmap; subtables in formats not known here count but
// map nothing.
func readCmaps(b reader) []Cmap {
	var out []Cmap
	for i := range min(b.u16(2), 100) {
		rec := b.cut(4+8*i, 8)
		if len(rec) < 8 {
			break
		}
		sub := b.cut(rec.u32(4), len(b))
		m := Cmap{Platform: rec.u16(0), Encoding: rec.u16(2)}
		switch sub.u16(0) {
		case 0:
			m.glyph = func(c uint32) int {
				if c > 255 || int(c)+6 >= len(sub) {
					return 0
				}
				return int(sub[6+c])
			}
		case 4:
			m.glyph = format4(sub)
		case 6:
			first, n := uint32(sub.u16(6)), uint32(sub.u16(8))
			m.glyph = func(c uint32) int {
				if c < first || c >= first+n {
					return 0
				}
				return sub.u16(10 + 2*int(c-first))
			}
		case 12:
			m.glyph = format12(sub)
		}
		out = append(out, m)
	}
	return out
}

func format4(b reader) func(uint32) int {
	n := b.u16(6) / 2
	return func(c uint32) int {
		if c > 0xFFFF {
			return 0
		}
		lo, hi := 0, n
		for lo < hi {
			mid := (lo + hi) / 2
			if b.u16(14+2*mid) < int(c) {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		start, delta, ro := b.u16(16+2*n+2*lo), b.u16(16+4*n+2*lo), b.u16(16+6*n+2*lo)
		if lo >= n || start > int(c) {
			return 0
		}
		if ro == 0 {
			return (int(c) + delta) & 0xFFFF
		}
		g := b.u16(16 + 6*n + 2*lo + ro + 2*(int(c)-start))
		if g == 0 {
			return 0
		}
		return (g + delta) & 0xFFFF
	}
}

func format12(b reader) func(uint32) int {
	n := min(b.u32(12), len(b)/12)
	return func(c uint32) int {
		lo, hi := 0, n
		for lo < hi {
			mid := (lo + hi) / 2
			if b.u32(16+12*mid+4) < int(c) {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		start := b.u32(16 + 12*lo)
		if lo >= n || start > int(c) {
			return 0
		}
		return b.u32(16+12*lo+8) + int(c) - start
	}
}
