package pdfa

import (
	"strings"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa/fontfile"
)

// checkUnicode judges whether the codes shown can be turned into text
// (ISO 19005-1, 6.3.8; ISO 19005-2, 6.2.11.7; ISO 19005-4, 6.2.10.7).
func (fs *fonts) checkUnicode(f *font) {
	to := fs.loadCMap(f.dict["ToUnicode"], 0)
	other := fs.otherUnicode(f)
	for _, code := range f.codes() {
		text, ok := "", false
		if to != nil {
			text, ok = to.text(code)
		}
		if ok {
			bad := strings.ContainsAny(text, "\x00\uFEFF\uFFFE")
			fs.c.when(bad, ruleToUnicodeValue, f.obj)
			fs.c.when(bad, ruleToUnicodeValue4, f.obj)
		} else {
			text, ok = other(code)
			fs.c.when(!ok, ruleToUnicode, f.obj)
		}
		if f.used[code]&shownBare != 0 {
			for _, r := range text {
				fs.c.when(private(r), rulePrivateUse, f.obj)
			}
		}
	}
}

// otherUnicode gives the ways to text beside ToUnicode. The text may be empty
// where it is only known that there is one.
func (fs *fonts) otherUnicode(f *font) func(uint32) (string, bool) {
	if f.subtype == "Type0" {
		name := fs.c.f.Name(f.dict["Encoding"])
		identity := name == "Identity-H" || name == "Identity-V"
		ordering, _ := fs.c.f.Text(fs.c.f.Dict(f.cid["CIDSystemInfo"])["Ordering"])
		known := false
		switch string(ordering) {
		case "GB1", "CNS1", "Japan1", "Korea1":
			known = true
		}
		known = known || predefinedCMaps[name] || identity && fs.c.fl.part == 1
		return func(uint32) (string, bool) { return "", known }
	}
	enc := fs.c.f.Resolve(f.dict["Encoding"])
	if n, ok := enc.(pdf.Name); ok && (n == "MacRomanEncoding" || n == "WinAnsiEncoding" || n == "MacExpertEncoding") {
		table := fontfile.Encoding(string(n))
		return func(code uint32) (string, bool) {
			if table == nil || code > 255 {
				return "", true
			}
			u, _ := fontfile.Unicode(table[code])
			return u, true
		}
	}
	if f.subtype == "TrueType" && enc == nil || f.subtype == "Type3" && fs.c.fl.part == 1 {
		return func(uint32) (string, bool) { return "", false }
	}
	names := fs.encoding(f, fs.loadProgram(f))
	return func(code uint32) (string, bool) {
		if names == nil || code > 255 {
			return "", false
		}
		return fontfile.Unicode(names[code])
	}
}
