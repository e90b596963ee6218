package pdfa

import (
	"strings"

	"laufzettel/transfer/pdf"
)

// predefinedCMaps are those of ISO 32000-1, table 118, without the identities.
var predefinedCMaps = nameSet(`GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V
UniGB-UCS2-H UniGB-UCS2-V UniGB-UTF16-H UniGB-UTF16-V B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V ETenms-B5-H
ETenms-B5-V CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V 83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V
90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H Add-RKSJ-V EUC-H EUC-V Ext-RKSJ-H Ext-RKSJ-V H V UniJIS-UCS2-H UniJIS-UCS2-V
UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V KSC-EUC-H KSC-EUC-V KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H
KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H UniKS-UCS2-V UniKS-UTF16-H UniKS-UTF16-V`)

// fitsPredefined tells whether the collection of a CIDFont is the one a
// predefined CMap is made for.
func (fs *fonts) fitsPredefined(info pdf.Dict, name pdf.Name) bool {
	registry, _ := fs.c.f.Text(info["Registry"])
	ordering, _ := fs.c.f.Text(info["Ordering"])
	n := string(name)
	want := "Japan1"
	switch {
	case strings.HasPrefix(n, "GB"), strings.HasPrefix(n, "UniGB"):
		want = "GB1"
	case strings.HasPrefix(n, "B5"), strings.HasPrefix(n, "HK"), strings.HasPrefix(n, "ET"), strings.HasPrefix(n, "CNS"),
		strings.HasPrefix(n, "UniCNS"):
		want = "CNS1"
	case strings.HasPrefix(n, "KSC"), strings.HasPrefix(n, "UniKS"):
		want = "Korea1"
	}
	return string(registry) == "Adobe" && string(ordering) == want
}

// span maps a range of codes to values that count up.
type span struct {
	lo, hi uint32
	bytes  int
	to     uint32
	text   string // for ToUnicode; the last character counts up
}

// cmap is a character map: codes to CIDs, or to Unicode (ISO 32000-1, 9.7.5).
type cmap struct {
	spaces  []span // codespace ranges
	cids    []span
	unicode []span
	wmode   int
	hasMode bool
	maxCID  int64
	uses    []pdf.Name
	all     bool // two bytes are the CID
	base    *cmap
}

// maxCMap bounds the size of a character map.
const maxCMap = 8 << 20

// loadCMap reads an encoding or ToUnicode entry. nil: not at hand.
func (fs *fonts) loadCMap(v any, depth int) *cmap {
	switch e := fs.c.f.Resolve(v).(type) {
	case pdf.Name:
		if e == "Identity-H" || e == "Identity-V" {
			return &cmap{all: true}
		}
	case *pdf.Stream:
		if m, ok := fs.cmaps[e]; ok {
			return m
		}
		data, _, err := fs.c.f.Prefix(e, maxCMap)
		if err != nil && len(data) == 0 || depth > 5 {
			return nil
		}
		m := parseCMap(data)
		if use := e.Dict["UseCMap"]; use != nil {
			m.base = fs.loadCMap(use, depth+1)
			if n := fs.c.f.Name(use); n != "" {
				m.uses = append(m.uses, n)
			} else if s := fs.c.f.Stream(use); s != nil {
				m.uses = append(m.uses, fs.c.f.Name(s.Dict["CMapName"]))
			}
		}
		fs.cmaps[e] = m
		return m
	}
	return nil
}

// parseCMap reads a CMap file.
func parseCMap(data []byte) *cmap {
	m := &cmap{}
	l := pdf.Lexer{Buf: data, Direct: true}
	var args []any
	for {
		v := l.Next()
		if v == pdf.End {
			return m
		}
		k, ok := v.(pdf.Keyword)
		if !ok {
			if len(args) < 100_000 {
				args = append(args, v)
			}
			continue
		}
		m.section(k, args)
		args = args[:0]
	}
}

func (m *cmap) section(k pdf.Keyword, args []any) {
	switch k {
	case "def":
		if n := len(args); n >= 2 && args[n-2] == pdf.Name("WMode") {
			mode, ok := args[n-1].(int64)
			m.wmode, m.hasMode = int(mode), ok
		}
	case "usecmap":
		if n := len(args); n > 0 {
			if name, ok := args[n-1].(pdf.Name); ok {
				m.uses = append(m.uses, name)
				if name == "Identity-H" || name == "Identity-V" {
					m.base = &cmap{all: true}
				}
			}
		}
	case "endcodespacerange":
		for i := 0; i+1 < len(args); i += 2 {
			if s, ok := codes(args[i], args[i+1]); ok {
				m.spaces = append(m.spaces, s)
			}
		}
	case "endcidrange", "endcidchar":
		m.cidRanges(args, k == "endcidchar")
	case "endbfchar":
		for i := 0; i+1 < len(args); i += 2 {
			if s, ok := codes(args[i], args[i]); ok {
				s.text = unicodeOf(args[i+1])
				m.unicode = append(m.unicode, s)
			}
		}
	case "endbfrange":
		m.bfRanges(args)
	}
}

func (m *cmap) cidRanges(args []any, single bool) {
	step := 3
	if single {
		step = 2
	}
	for i := 0; i+step <= len(args); i += step {
		s, ok := codes(args[i], args[i+step-2])
		to, isInt := args[i+step-1].(int64)
		if !ok || !isInt {
			continue
		}
		m.maxCID = max(m.maxCID, to+int64(s.hi)-int64(s.lo))
		s.to = uint32(to)
		m.cids = append(m.cids, s)
	}
}

func (m *cmap) bfRanges(args []any) {
	for i := 0; i+2 < len(args); i += 3 {
		s, ok := codes(args[i], args[i+1])
		if !ok {
			continue
		}
		a, isArray := args[i+2].(pdf.Array)
		if !isArray {
			s.text = unicodeOf(args[i+2])
			m.unicode = append(m.unicode, s)
			continue
		}
		for k, e := range a {
			one := span{lo: s.lo + uint32(k), hi: s.lo + uint32(k), bytes: s.bytes, text: unicodeOf(e)}
			if one.lo <= s.hi {
				m.unicode = append(m.unicode, one)
			}
		}
	}
}

func codes(lo, hi any) (span, bool) {
	a, ok1 := lo.(pdf.String)
	b, ok2 := hi.(pdf.String)
	if !ok1 || !ok2 || len(a) == 0 || len(a) > 4 || len(b) > 4 {
		return span{}, false
	}
	return span{lo: bigEndian(a), hi: bigEndian(b), bytes: len(a)}, true
}

func bigEndian(s pdf.String) (n uint32) {
	for _, b := range s {
		n = n<<8 | uint32(b)
	}
	return n
}

func unicodeOf(v any) string {
	s, ok := v.(pdf.String)
	if !ok {
		return ""
	}
	if len(s) == 1 {
		return string(rune(s[0]))
	}
	return DecodeText(append(pdf.String{0xFE, 0xFF}, s...))
}

// next splits the first code off a string. Codes of different lengths are kept
// apart by their length in the top bits.
func (m *cmap) next(s pdf.String) (code uint32, n int) {
	for b := m; b != nil; b = b.base {
		if b.all && len(b.spaces) == 0 {
			if len(s) < 2 {
				return uint32(s[0]), 1
			}
			return uint32(s[0])<<8 | uint32(s[1]), 2
		}
		for n := 1; n <= 4 && n <= len(s); n++ {
			for _, r := range b.spaces {
				if r.bytes == n && inBytes(s[:n], r) {
					return bigEndian(s[:n]), n
				}
			}
		}
	}
	n = 1
	if len(m.spaces) > 0 {
		n = m.spaces[0].bytes
		for _, r := range m.spaces {
			n = min(n, r.bytes)
		}
	}
	n = min(n, len(s))
	return bigEndian(s[:n]), n
}

// inBytes compares byte by byte, as codespace ranges are rectangles.
func inBytes(s pdf.String, r span) bool {
	for i, b := range s {
		shift := 8 * (r.bytes - 1 - i)
		if b < byte(r.lo>>shift) || b > byte(r.hi>>shift) {
			return false
		}
	}
	return true
}

// cid gives the CID of a code; CID 0 where nothing maps it.
func (m *cmap) cid(code uint32) (uint32, bool) {
	for b := m; b != nil; b = b.base {
		for _, r := range b.cids {
			if code >= r.lo && code <= r.hi {
				return r.to + code - r.lo, true
			}
		}
		if b.all {
			return code, true
		}
	}
	return 0, false
}

// text gives the Unicode value of a code.
func (m *cmap) text(code uint32) (string, bool) {
	for b := m; b != nil; b = b.base {
		for _, r := range b.unicode {
			if code < r.lo || code > r.hi {
				continue
			}
			if code == r.lo || r.text == "" {
				return r.text, true
			}
			u := []rune(r.text)
			u[len(u)-1] += rune(code - r.lo)
			return string(u), true
		}
	}
	return "", false
}
