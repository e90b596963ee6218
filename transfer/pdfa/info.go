package pdfa

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"laufzettel/transfer/pattern"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa/xmp"
)

// Namespaces of the properties the document information dictionary maps to.
const (
	nsDC  = "http://purl.org/dc/elements/1.1/"
	nsXMP = "http://ns.adobe.com/xap/1.0/"
	nsPDF = "http://ns.adobe.com/pdf/1.3/"
)

// checkInfo compares the document information dictionary with XMP
// (ISO 19005-1, 6.7.3).
func (c *checker) checkInfo() {
	info := c.f.Dict(c.f.Trailer("Info"))
	if info == nil {
		return
	}
	p := c.meta.packet
	for _, m := range []struct {
		key, ns, name string
		id            ruleID
	}{
		{"Title", nsDC, "title", ruleInfoTitle}, {"Subject", nsDC, "description", ruleInfoSubject},
		{"Keywords", nsPDF, "Keywords", ruleInfoKeywords}, {"Creator", nsXMP, "CreatorTool", ruleInfoCreator},
		{"Producer", nsPDF, "Producer", ruleInfoProducer},
	} {
		if s, ok := c.f.Text(info[pdf.Name(m.key)]); ok {
			v, has := p.Prop(m.ns, m.name).Text()
			c.when(!has || v != strings.TrimRight(DecodeText(s), "\x00"), m.id, 0)
		}
	}
	if s, ok := c.f.Text(info["Author"]); ok {
		c.when(!oneCreator(p.Prop(nsDC, "creator"), strings.TrimRight(DecodeText(s), "\x00")), ruleInfoAuthor, 0)
	}
	for _, m := range []struct {
		key, name string
		id        ruleID
	}{{"CreationDate", "CreateDate", ruleInfoCreated}, {"ModDate", "ModifyDate", ruleInfoModified}} {
		if s, ok := c.f.Text(info[pdf.Name(m.key)]); ok {
			v, has := p.Prop(nsXMP, m.name).Text()
			c.when(!has || !sameDate(DecodeText(s), v), m.id, 0)
		}
	}
}

func oneCreator(n *xmp.Node, author string) bool {
	if n == nil {
		return false
	}
	if n.Kind == xmp.Simple {
		return n.Value == author
	}
	return len(n.Items) == 1 && n.Items[0].Value == author
}

var (
	pdfDate = pattern.Of(`^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?()(?:([Z+-])(?:(\d{2})'(?:(\d{2})'?)?|')?)?$`)
	xmpDate = pattern.Of(
		`^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:([Z+-])(?:(\d{2}):?(\d{2})?)?)?)?)?)?$`)
)

// sameDate compares a PDF date with an XMP date. One without a time zone counts
// as universal time.
func sameDate(pdf, xmp string) bool {
	a, ok1 := parseDate(pdfDate, strings.TrimSpace(pdf))
	b, ok2 := parseDate(xmpDate, strings.TrimSpace(xmp))
	return ok1 && ok2 && a.Equal(b)
}

func parseDate(form *pattern.Pattern, s string) (time.Time, bool) {
	m := form.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, false
	}
	n := [6]int{0, 1, 1}
	for i := range n {
		if m[i+1] != "" {
			n[i], _ = strconv.Atoi(m[i+1])
		}
	}
	fraction, _ := strconv.ParseFloat("0"+m[7], 64)
	loc := time.UTC
	if m[8] == "+" || m[8] == "-" {
		h, _ := strconv.Atoi(m[9])
		min, _ := strconv.Atoi(m[10])
		off := h*3600 + min*60
		if m[8] == "-" {
			off = -off
		}
		loc = time.FixedZone("", off)
	}
	return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], int(fraction*1e9), loc), true
}

// docEncoding are the codes of PDFDocEncoding that differ from Latin-1
// (ISO 32000-1, annex D.3).
var docEncoding = map[byte]rune{
	0x18: 0x02D8, 0x19: 0x02C7, 0x1A: 0x02C6, 0x1B: 0x02D9, 0x1C: 0x02DD, 0x1D: 0x02DB, 0x1E: 0x02DA, 0x1F: 0x02DC,
	0x80: 0x2022, 0x81: 0x2020, 0x82: 0x2021, 0x83: 0x2026, 0x84: 0x2014, 0x85: 0x2013, 0x86: 0x0192, 0x87: 0x2044,
	0x88: 0x2039, 0x89: 0x203A, 0x8A: 0x2212, 0x8B: 0x2030, 0x8C: 0x201E, 0x8D: 0x201C, 0x8E: 0x201D, 0x8F: 0x2018,
	0x90: 0x2019, 0x91: 0x201A, 0x92: 0x2122, 0x93: 0xFB01, 0x94: 0xFB02, 0x95: 0x0141, 0x96: 0x0152, 0x97: 0x0160,
	0x98: 0x0178, 0x99: 0x017D, 0x9A: 0x0131, 0x9B: 0x0142, 0x9C: 0x0153, 0x9D: 0x0161, 0x9E: 0x017E, 0xA0: 0x20AC,
}

// DecodeText brings a PDF text string to UTF-8.
func DecodeText(s pdf.String) string {
	if len(s) >= 2 && s[0] == 0xFE && s[1] == 0xFF {
		u := make([]uint16, 0, len(s)/2)
		for i := 2; i+1 < len(s); i += 2 {
			u = append(u, uint16(s[i])<<8|uint16(s[i+1]))
		}
		return string(utf16.Decode(u))
	}
	if len(s) >= 3 && s[0] == 0xEF && s[1] == 0xBB && s[2] == 0xBF {
		return string(s[3:])
	}
	var b strings.Builder
	for _, x := range s {
		if r, ok := docEncoding[x]; ok {
			b.WriteRune(r)
		} else {
			b.WriteRune(rune(x))
		}
	}
	return b.String()
}
