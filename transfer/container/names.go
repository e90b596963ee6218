package container

import (
	"fmt"
	"hash/crc32"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"laufzettel/transfer/wording"
)

// decodeName turns stored name bytes without a UTF-8 mark into text. Bytes that
// are UTF-8 are taken as such (some writers never set the mark; no umlaut of
// CP850 or CP437 forms valid UTF-8) unless forced names a code page. The
// encoding is "" for UTF-8.
func decodeName(raw []byte, forced, fallback string) (name, encoding string) {
	if forced == "" && utf8.Valid(raw) || isASCII(raw) {
		return string(raw), ""
	}
	if forced != "" {
		fallback = forced
	}
	page := charmap.CodePage850
	switch fallback {
	case "cp437":
		page = charmap.CodePage437
	case "iso-8859-1":
		page = charmap.ISO8859_1
	}
	var b strings.Builder
	for _, c := range raw {
		b.WriteRune(page.DecodeByte(c))
	}
	return b.String(), fallback
}

// escaped writes the bytes beyond ASCII of a name that is not UTF-8 as %XX.
func escaped(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		if c >= utf8.RuneSelf {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isASCII(raw []byte) bool {
	for _, c := range raw {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unicodePath reads the Info-ZIP Unicode Path extra field 0x7075 (APPNOTE 6.3.10,
// 4.6.9). It counts only while its CRC fits the stored name.
func unicodePath(extra, raw []byte) (string, bool) {
	field := extraField(extra, 0x7075)
	if len(field) < 5 || field[0] != 1 {
		return "", false
	}
	if le32(field[1:]) != crc32.ChecksumIEEE(raw) || !utf8.Valid(field[5:]) {
		return "", false
	}
	return string(field[5:]), true
}

// cleanPath brings a stored name into tree form: "." and empty segments go. It
// reports faults and says whether the name can be used at all.
func (g *gate) cleanPath(name string) (path string, ok bool) {
	lim := g.o.Limits
	switch {
	case len(name) > 8*lim.PathLength:
		g.fault(LongName, shorten(name), wording.Say("want.container.bytes", lim.PathLength), fmt.Sprintf("%d Bytes", len(name)))
		return "", false
	case strings.HasPrefix(name, "/"), strings.HasPrefix(name, `\`), isDrive(name):
		g.fault(AbsolutePath, name, wording.Say("want.container.relative"), name)
		return "", false
	}
	for seg := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		if seg == ".." {
			g.fault(PathEscape, name, wording.Say("want.container.path-inside"), name)
			return "", false
		}
	}
	before := len(g.refused.Faults)
	path = name
	if needsCleaning(name) {
		segs := strings.Split(name, "/")
		kept := segs[:0]
		for _, s := range segs {
			if s != "" && s != "." {
				kept = append(kept, s)
			}
		}
		path = strings.Join(kept, "/")
	}
	g.checkSegments(path)
	return path, len(g.refused.Faults) == before && !g.full()
}

func needsCleaning(name string) bool {
	return strings.HasPrefix(name, "./") || name == "." || strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.") ||
		strings.Contains(name, "//") || strings.Contains(name, "/./")
}

func isDrive(name string) bool {
	if len(name) < 2 || name[1] != ':' {
		return false
	}
	c := name[0] | 0x20
	return c >= 'a' && c <= 'z'
}

// finderIcon is what the Mac leaves in every folder that bears a picture of its own: litter,
// for which no delivery is refused.
const finderIcon = "Icon\r"

// checkSegments looks at every segment of a clean path.
func (g *gate) checkSegments(path string) {
	lim := g.o.Limits
	if len(path) > lim.PathLength {
		g.fault(LongName, shorten(path), wording.Say("want.container.bytes", lim.PathLength), fmt.Sprintf("%d Bytes", len(path)))
	}
	depth := 0
	for seg := range strings.SplitSeq(path, "/") {
		depth++
		if len(seg) > lim.NameLength && utf16Length(seg) > lim.NameLength {
			g.fault(LongName, shorten(path), wording.Say("want.container.characters", lim.NameLength),
				wording.Say("found.container.characters", utf16Length(seg)))
		}
		if reserved(seg) {
			g.fault(ReservedName, path, wording.Say("want.container.free-name"), seg)
		}
		if odd := oddity(seg); !odd.Empty() && seg != finderIcon {
			g.fault(OddCharacter, path, wording.Say("want.container.plain-name"), odd)
		}
	}
	if depth > lim.PathDepth {
		g.fault(TooDeep, shorten(path), wording.Say("want.container.levels", lim.PathDepth), wording.Say("found.container.levels", depth))
	}
}

func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// reserved says whether Windows takes the segment for a device, with or without
// an extension.
func reserved(seg string) bool {
	base, _, _ := strings.Cut(seg, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	for _, dev := range []string{"COM", "LPT"} {
		if rest, ok := strings.CutPrefix(base, dev); ok {
			return len([]rune(rest)) == 1 && strings.Contains("123456789¹²³", rest)
		}
	}
	return false
}

// oddity names the first character of a segment that some system or screen
// cannot show or store, nothing where there is none.
func oddity(seg string) wording.Text {
	for _, r := range seg {
		switch {
		case r == '\\':
			return wording.Say("found.container.backslash")
		case r < 0x20, r >= 0x7f && r < 0xa0:
			return wording.Say("found.container.control", fmt.Sprintf("%04X", r))
		case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
			return wording.Say("found.container.direction", fmt.Sprintf("%04X", r))
		case r == utf8.RuneError:
			return wording.Say("found.container.odd-character")
		}
	}
	switch {
	case strings.HasSuffix(seg, "."):
		return wording.Say("found.container.dot")
	case strings.HasSuffix(seg, " "):
		return wording.Say("found.container.blank")
	}
	return wording.Text{}
}

// shorten keeps a hostile name from filling reports.
func shorten(s string) string {
	const most = 120
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
