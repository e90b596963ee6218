// Package naming says when two names are those of one person. It is asked wherever two
// persons are needed, by the register, by decisions and releases of other places, by the
// archive and by the order to destroy; docs/order.md writes the rule down, and a script
// without tables of Unicode follows it.
//
// The package is a leaf.
package naming

import (
	"slices"
	"strings"
	"unicode"
)

// anything stands in a pattern for whatever a sign beyond the Latin letters may be drawn as.
const anything = '*'

// Same reports whether two names are those of one person: case, blanks, signs between
// letters and width do not matter. An accent put together with its letter may be any
// accented letter, and beside Latin letters a sign of another alphabet may be any letter:
// what an eye takes for one name never makes two persons.
func Same(a, b string) bool {
	if a == b {
		return true
	}
	x, y := Folded(a), Folded(b)
	if x == y || !strings.ContainsFunc(x+y, func(r rune) bool { return r > latin }) {
		return x == y
	}
	return like(y, pattern(x)) || like(x, pattern(y))
}

// Folded is a name without what never tells two persons apart.
func Folded(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0xff01 && r <= 0xff5e { // letters as wide as Chinese ones
			r -= 0xfee0
		}
		switch {
		case r < 0x80 && !plain(r), r == '\u00ad', r >= 0x2010 && r <= 0x2027, unicode.Is(unicode.Zs, r):
			return -1
		}
		return small(r)
	}, name)
}

// plain are the letters and digits of ASCII.
func plain(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}

// small is the small letter of a Latin, Greek or Russian one.
func small(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z', r >= 0xc0 && r <= 0xde && r != 0xd7, r >= 0x391 && r <= 0x3a9, r >= 0x410 && r <= 0x42f:
		return r + 0x20
	case r >= 0x400 && r <= 0x40f:
		return r + 0x50
	case r == 0x178:
		return 0xff
	case (r >= 0x100 && r <= 0x137 || r >= 0x14a && r <= 0x177) && r%2 == 0,
		(r >= 0x139 && r <= 0x148 || r >= 0x179 && r <= 0x17e) && r%2 == 1:
		return r + 1
	}
	return r
}

// joined are signs that stand on the letter before them, and parts of Korean syllables.
var joined = [][2]rune{{0x300, 0x36f}, {0x483, 0x489}, {0x591, 0x5c7}, {0x610, 0x61a}, {0x64b, 0x65f}, {0x900, 0x903}, {0x93a, 0x94f},
	{0x1100, 0x11ff}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x3099, 0x309a}, {0xa960, 0xa97f}, {0xd7b0, 0xd7ff},
	{0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef}}

func joins(r rune) bool {
	return slices.ContainsFunc(joined, func(of [2]rune) bool { return r >= of[0] && r <= of[1] })
}

// latin is the last Latin letter with an accent of its own that names are written with.
const latin = 0x24f

// pattern is a folded name with an asterisk for each run of signs that may be others.
func pattern(folded string) string {
	all := []rune(folded)
	mixed := slices.ContainsFunc(all, func(r rune) bool { return r < 0x80 || r >= 0xc0 && r <= latin })
	var out strings.Builder
	last := rune(0)
	for i, r := range all {
		if joins(r) || i+1 < len(all) && joins(all[i+1]) || mixed && r > latin {
			r = anything
		}
		if r != anything || last != anything {
			out.WriteRune(r)
		}
		last = r
	}
	return out.String()
}

// like reports whether a folded name is one the pattern stands for.
func like(folded, pattern string) bool {
	parts := strings.Split(pattern, string(anything))
	if len(parts) == 1 {
		return folded == pattern
	}
	rest, ok := strings.CutPrefix(folded, parts[0])
	if !ok {
		return false
	}
	for _, p := range parts[1 : len(parts)-1] {
		if _, rest, ok = strings.Cut(rest, p); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
