package fontfile

import (
	"math"
	"strconv"
)

// index reads an INDEX structure at off; it gives the items and the offset after.
func index(b reader, off int) ([]reader, int, bool) {
	if off < 0 || off+2 > len(b) {
		return nil, 0, false
	}
	n := b.u16(off)
	if n == 0 {
		return nil, off + 2, true
	}
	if off+3 > len(b) {
		return nil, 0, false
	}
	size := int(b[off+2])
	if size < 1 || size > 4 || off+3+(n+1)*size > len(b) {
		return nil, 0, false
	}
	at := func(i int) int {
		v := 0
		for _, c := range b[off+3+i*size : off+3+(i+1)*size] {
			v = v<<8 | int(c)
		}
		return v
	}
	data := off + 3 + (n+1)*size - 1
	items := make([]reader, n)
	for i := range items {
		s, e := at(i), at(i+1)
		if s < 1 || e < s || data+e > len(b) {
			return nil, 0, false
		}
		items[i] = b[data+s : data+e]
	}
	return items, data + at(n), true
}

// dict reads a DICT structure: operands by operator; two-byte operators are
// 1200 + the second byte.
func dict(b reader) map[int][]float64 {
	m := map[int][]float64{}
	var args []float64
	for i := 0; i < len(b); {
		c := int(b[i])
		i++
		switch {
		case c <= 21:
			if c == 12 && i < len(b) {
				c = 1200 + int(b[i])
				i++
			}
			m[c], args = args, nil
		case c == 28:
			args = append(args, float64(b.i16(i)))
			i += 2
		case c == 29:
			args = append(args, float64(int32(uint32(b.u32(i)))))
			i += 4
		case c == 30:
			var f float64
			f, i = realNumber(b, i)
			args = append(args, f)
		case c >= 32 && c <= 246:
			args = append(args, float64(c-139))
		case c >= 247 && c <= 254 && i < len(b):
			v := int(b[i])
			i++
			if c <= 250 {
				args = append(args, float64((c-247)*256+v+108))
			} else {
				args = append(args, float64(-(c-251)*256-v-108))
			}
		}
	}
	return m
}

func realNumber(b reader, i int) (float64, int) {
	var s []byte
	for ; i < len(b) && len(s) < 64; i++ {
		for _, n := range [2]byte{b[i] >> 4, b[i] & 15} {
			switch {
			case n < 10:
				s = append(s, '0'+n)
			case n == 10:
				s = append(s, '.')
			case n == 11:
				s = append(s, 'E')
			case n == 12:
				s = append(s, 'E', '-')
			case n == 14:
				s = append(s, '-')
			case n == 15:
				f, _ := strconv.ParseFloat(string(s), 64)
				return f, i + 1
			}
		}
	}
	return 0, i
}

func first(a []float64, def int) int {
	if len(a) == 0 || math.IsNaN(a[0]) {
		return def
	}
	return int(a[0])
}

func parseCFF(b reader) (*Program, error) {
	_, next, ok := index(b, int(b[2]))
	tops, next2, ok2 := index(b, next)
	strings, next3, ok3 := index(b, next2)
	globals, _, ok4 := index(b, next3)
	if !ok || !ok2 || !ok3 || !ok4 || len(tops) == 0 {
		return nil, ErrDamaged
	}
	top := dict(tops[0])
	glyphs, _, ok := index(b, first(top[17], -1))
	if !ok || len(glyphs) == 0 {
		return nil, ErrDamaged
	}
	p := &Program{Glyphs: len(glyphs)}
	_, cid := top[1230]
	sids := charset(b, first(top[15], 0), len(glyphs), cid)
	if cid {
		p.CIDs = make(map[int]int, len(sids))
		for g, s := range sids {
			p.CIDs[s] = g
		}
	} else {
		p.names(b, top, sids, strings)
	}
	p.cffWidths(b, top, glyphs, globals)
	return p, nil
}

func stringOf(sid int, own []reader) string {
	std := lists()["cff"]
	if sid < len(std) {
		return std[sid]
	}
	if sid -= len(std); sid < len(own) {
		return string(own[sid])
	}
	return ""
}

func (p *Program) names(b reader, top map[int][]float64, sids []int, own []reader) {
	p.Names = make(map[string]int, len(sids))
	byGlyph := make([]string, len(sids))
	for g, s := range sids {
		byGlyph[g] = stringOf(s, own)
		if _, twice := p.Names[byGlyph[g]]; !twice {
			p.Names[byGlyph[g]] = g
		}
	}
	switch off := first(top[16], 0); off {
	case 0:
		p.Built = lists()["standard"]
	case 1: // the Expert encoding: fonts with it name their codes in the PDF
	default:
		p.Built = builtIn(b, off, byGlyph, own)
	}
}

// builtIn reads an Encoding of the program.
func builtIn(b reader, off int, names []string, own []reader) []string {
	out := make([]string, 256)
	for i := range out {
		out[i] = ".notdef"
	}
	if off+2 > len(b) {
		return out
	}
	format, n, pos, g := b[off], int(b[off+1]), off+2, 1
	set := func(code int) {
		if g < len(names) && code < 256 {
			out[code] = names[g]
		}
		g++
	}
	for range n {
		if pos+2 > len(b) {
			return out
		}
		if format&0x7f == 0 {
			set(int(b[pos]))
			pos++
			continue
		}
		for k := range int(b[pos+1]) + 1 {
			set(int(b[pos]) + k)
		}
		pos += 2
	}
	if format&0x80 != 0 && pos < len(b) {
		for i := range int(b[pos]) {
			rec := b.cut(pos+1+3*i, 3)
			if len(rec) == 3 {
				out[rec[0]] = stringOf(rec.u16(1), own)
			}
		}
	}
	return out
}

// charset gives the string or character identifier of each glyph.
func charset(b reader, off, n int, cid bool) []int {
	out := make([]int, 1, n)
	if off <= 2 && !cid {
		list := map[int]string{1: "expert", 2: "expertsubset"}[off]
		index := map[string]int{}
		for i, s := range lists()["cff"] {
			index[s] = i
		}
		for g := 1; g < n; g++ {
			sid := g
			if names := lists()[list]; list != "" && g < len(names) {
				sid = index[names[g]]
			}
			out = append(out, sid)
		}
		return out
	}
	if off <= 2 || off >= len(b) {
		for g := 1; g < n; g++ {
			out = append(out, g)
		}
		return out
	}
	format := b[off]
	pos := off + 1
	for len(out) < n && pos < len(b) {
		first, left := b.u16(pos), 0
		pos += 2
		switch {
		case format == 1 && pos < len(b):
			left = int(b[pos])
			pos++
		case format == 2:
			left = b.u16(pos)
			pos += 2
		}
		for k := 0; k <= left && len(out) < n; k++ {
			out = append(out, first+k)
		}
	}
	return out
}

// cffWidths finds the advance of each glyph from its charstring.
func (p *Program) cffWidths(b reader, top map[int][]float64, glyphs, globals []reader) {
	scale := 1.0
	if m := top[1207]; len(m) == 6 && m[0] != 0 {
		scale = m[0] * 1000
	}
	privates := []private{readPrivate(b, top[18])}
	fd := func(int) int { return 0 }
	if off := first(top[1236], 0); off > 0 { // CID-keyed: one Private for each font DICT
		if fonts, _, ok := index(b, off); ok {
			privates = privates[:0]
			for _, f := range fonts {
				d := dict(f)
				pr := readPrivate(b, d[18])
				if m := d[1207]; len(m) == 6 && m[0] != 0 {
					pr.scale = m[0]
					if len(top[1207]) != 6 {
						pr.scale *= 1000
					}
				}
				privates = append(privates, pr)
			}
		}
		fd = fdSelect(b, first(top[1237], 0), len(glyphs))
	}
	p.widths = make([]float64, len(glyphs))
	for g, code := range glyphs {
		i := fd(g)
		if i < 0 || i >= len(privates) {
			continue
		}
		pr := privates[i]
		w := charWidth(code, pr, globals)
		p.widths[g] = w * scale * pr.scale
	}
}

type private struct {
	def, nominal float64
	subrs        []reader
	scale        float64
}

func readPrivate(b reader, at []float64) private {
	pr := private{scale: 1}
	if len(at) != 2 {
		return pr
	}
	size, off := int(at[0]), int(at[1])
	d := dict(b.cut(off, size))
	if a := d[20]; len(a) > 0 {
		pr.def = a[0]
	}
	if a := d[21]; len(a) > 0 {
		pr.nominal = a[0]
	}
	if a := d[19]; len(a) > 0 {
		pr.subrs, _, _ = index(b, off+int(a[0]))
	}
	return pr
}

func fdSelect(b reader, off, n int) func(int) int {
	if off <= 0 || off >= len(b) {
		return func(int) int { return 0 }
	}
	table := make([]uint8, n)
	switch b[off] {
	case 0:
		copy(table, b.cut(off+1, n))
	case 3:
		for i := range b.u16(off + 1) {
			rec := b.cut(off+3+3*i, 5)
			if len(rec) < 5 {
				break
			}
			for g := rec.u16(0); g < rec.u16(3) && g < n; g++ {
				table[g] = rec[2]
			}
		}
	}
	return func(g int) int {
		if g >= n {
			return 0
		}
		return int(table[g])
	}
}
