package handelsregister

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// listForm is how a list of companies is written. 3.1.2 asks for UTF-8, TAB and the
// headings in the first line; what comes near is read all the same and told.
type listForm struct {
	encoding string // "" = UTF-8, else "UTF-16" with its order
	sep      string // between cells
	above    int    // lines above the headings
	headless bool   // no line of headings: rows from the first line on
	quoted   bool   // cells stand in quotation marks
}

// separators that offices use; the asked one first. The last stands for two or more
// blanks.
var separators = []struct{ sep, key string }{{"\t", "found.handelsregister.tab"}, {";", "found.handelsregister.semicolon"},
	{",", "found.handelsregister.comma"}, {"|", "found.handelsregister.bar"}, {"  ", "found.handelsregister.blanks"}}

const (
	maxAbove  = 20 // lines looked at for the headings
	isHeading = 3  // of the five headings make a line of headings
)

var blanks = regexp.MustCompile(` {2,}`)

// formOf looks at the first bytes of a file; false: no list of companies. A list
// without headings is only one for who has other reasons to think so.
func formOf(head []byte) (listForm, bool) {
	f := listForm{encoding: wide(head)}
	lines := strings.FieldsFunc(string(utf8Of(head, f.encoding)), func(r rune) bool { return r == '\r' || r == '\n' })
	above := 0
	for _, line := range lines[:min(len(lines), maxAbove)] {
		for _, s := range separators {
			n, quoted := 0, false
			for _, h := range split(line, s.sep) {
				if column(unquote(h)) >= 0 {
					n++
					quoted = quoted || unquote(h) != strings.TrimSpace(h)
				}
			}
			if n >= isHeading {
				f.sep, f.above, f.quoted = s.sep, above, quoted
				return f, true
			}
		}
		above++
	}
	for _, s := range separators {
		if rowsOf(lines, s.sep) {
			f.sep, f.headless = s.sep, true
			return f, true
		}
	}
	return listForm{}, false
}

// rowsOf reports whether the lines look like companies: five cells or more, of which
// the fourth and fifth are days.
func rowsOf(lines []string, sep string) bool {
	n := 0
	for _, line := range lines[:min(len(lines), 3)] {
		cells := split(line, sep)
		if len(cells) < len(columns) {
			return false
		}
		for _, c := range cells[3:5] {
			if _, ok := day(unquote(c)); ok {
				n++
			}
		}
	}
	return n > 0 && n >= min(len(lines), 3)
}

func split(line, sep string) []string {
	if sep == "  " {
		return blanks.Split(line, -1)
	}
	return strings.Split(line, sep)
}

func unquote(cell string) string {
	cell = strings.TrimSpace(cell)
	if len(cell) >= 2 && cell[0] == '"' && cell[len(cell)-1] == '"' {
		return strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`)
	}
	return cell
}

// wide tells UTF-16 by its mark or by the zeros beside plain letters.
func wide(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return "UTF-16LE"
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return "UTF-16BE"
	}
	even, odd := 0, 0
	for i, b := range head[:min(len(head), 400)] {
		switch {
		case b != 0:
		case i%2 == 0:
			even++
		default:
			odd++
		}
	}
	switch n := min(len(head), 400) / 4; {
	case n > 0 && odd > n:
		return "UTF-16LE"
	case n > 0 && even > n:
		return "UTF-16BE"
	}
	return ""
}

// utf8Of gives the text as UTF-8, byte for byte where it is; bytes of another
// character set are taken for Windows-1252, so that headings are recognised.
func utf8Of(b []byte, encoding string) []byte {
	if encoding != "" {
		out, err := wideReading(encoding).NewDecoder().Bytes(b[:len(b)&^1])
		if err != nil {
			return nil
		}
		return bytes.TrimPrefix(out, []byte("\ufeff"))
	}
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if utf8.Valid(b) {
		return b
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return bytes.ToValidUTF8(b, []byte("\ufffd"))
	}
	return out
}

func wideReading(name string) encoding.Encoding {
	if name == "UTF-16BE" {
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	}
	return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
}

// reading gives the list as UTF-8.
func (f listForm) reading(r io.Reader) io.Reader {
	if f.encoding == "" {
		return r
	}
	return wideReading(f.encoding).NewDecoder().Reader(r)
}

// findings tell what is not as 3.1.2 asks; line is that of the headings.
func (f listForm) findings(line int) (out []check.Finding) {
	if f.encoding != "" {
		out = append(out, codeListEncoding.At("").On(1).Want("UTF-8", f.encoding))
	}
	for _, s := range separators[1:] {
		if f.sep == s.sep {
			out = append(out, codeSeparator.At("").On(line).Want(wording.Say("want.handelsregister.tab"), wording.Say(s.key)))
		}
	}
	if f.above > 0 {
		out = append(out, codeAbove.At("").On(line).Want(wording.Say("want.handelsregister.head-first"),
			wording.Say("found.handelsregister.head-line", line)))
	}
	if f.headless {
		out = append(out, codeColumn.At("").On(1).Want(wording.Say("want.handelsregister.head"),
			wording.Say("found.handelsregister.company")).
			Saying(wording.Say("said.handelsregister.no-head")))
	}
	if f.quoted {
		out = append(out, codeQuoted.At("").On(line).Want(wording.Say("want.handelsregister.unquoted"),
			wording.Say("found.handelsregister.quoted")))
	}
	return out
}
