// Package fontfile reads embedded font programs as far as ISO 19005 asks: which
// glyphs there are, how wide they are and how codes and names find them. It
// reads TrueType and OpenType (ISO/IEC 14496-22), the Compact Font Format (Adobe
// technical note 5176) and Type 1; it draws nothing.
package fontfile

import (
	_ "embed" // glyph names
	"strconv"
	"strings"
	"sync"
)

//go:embed glyphlist.txt
var glyphList string

//go:embed names.txt
var nameLists string

// glyphNames maps names of the Adobe Glyph List to their first Unicode value.
var glyphNames = sync.OnceValue(func() map[string]string {
	m := make(map[string]string, 4400)
	for line := range strings.SplitSeq(glyphList, "\n") {
		name, hex, ok := strings.Cut(line, " ")
		if !ok || name == "#" {
			continue
		}
		var u []rune
		for h := range strings.SplitSeq(hex, "_") {
			n, err := strconv.ParseUint(h, 16, 32)
			if err == nil {
				u = append(u, rune(n))
			}
		}
		m[name] = string(u)
	}
	return m
})

var lists = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.SplitSeq(nameLists, "\n") {
		if w := strings.Fields(line); len(w) > 10 && w[0] != "#" {
			m[w[0]] = w[1:]
		}
	}
	return m
})

// Listed tells whether the Adobe Glyph List has the name.
func Listed(name string) bool {
	_, ok := glyphNames()[name]
	return ok
}

// Unicode gives the text a glyph name stands for.
func Unicode(name string) (string, bool) {
	if u, ok := glyphNames()[name]; ok {
		return u, true
	}
	base, _, _ := strings.Cut(name, ".")
	if base == "" {
		return "", false
	}
	if base != name {
		return Unicode(base)
	}
	if strings.HasPrefix(name, "uni") && len(name) == 7 {
		return hexRune(name[3:])
	}
	if strings.HasPrefix(name, "u") && len(name) >= 5 && len(name) <= 7 {
		return hexRune(name[1:])
	}
	return "", false
}

func hexRune(s string) (string, bool) {
	if strings.ToUpper(s) != s {
		return "", false
	}
	n, err := strconv.ParseUint(s, 16, 32)
	if err != nil || n > 0x10FFFF {
		return "", false
	}
	return string(rune(n)), true
}

// Encoding gives the 256 names of a predefined encoding of ISO 32000-1, annex D;
// nil for one that is not known here.
func Encoding(name string) []string {
	switch name {
	case "StandardEncoding":
		return lists()["standard"]
	case "WinAnsiEncoding":
		return lists()["winansi"]
	case "MacRomanEncoding":
		return lists()["macroman"]
	}
	return nil
}

// macCode gives the MacRoman code of a glyph name.
var macCodes = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for i, n := range lists()["macroman"] {
		if _, twice := m[n]; !twice && n != ".notdef" {
			m[n] = i
		}
	}
	// Additions of the Mac OS encoding that TrueType fonts may use (ISO 32000-1, table 115).
	for n, i := range map[string]int{"notequal": 173, "infinity": 176, "lessequal": 178, "greaterequal": 179, "partialdiff": 182,
		"summation": 183, "product": 184, "pi": 185, "integral": 186, "Omega": 189, "radical": 195, "approxequal": 197,
		"Delta": 198, "lozenge": 215, "Euro": 219, "apple": 240} {
		m[n] = i
	}
	return m
})
