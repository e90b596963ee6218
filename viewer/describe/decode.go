package describe

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"laufzettel/transfer/sheet"
	"laufzettel/transfer/wording"
)

// decode gives the text of a table in whatever spreadsheets write, and the name of the
// character set.
func decode(data []byte) (s, set string, why fault) {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")):
		return "", "", wording.Say("hint.describe.a-workbook")
	case len(bytes.TrimSpace(data)) == 0:
		return "", "", wording.Say("hint.describe.empty")
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
		if err != nil {
			return "", "", wording.Say("hint.describe.not-text")
		}
		s, set = string(out), "UTF-16"
	case bytes.IndexByte(data, 0) >= 0:
		return "", "", wording.Say("hint.describe.not-text")
	case utf8.Valid(data):
		s, set = strings.TrimPrefix(string(data), sheet.BOM), "UTF-8"
	default:
		out, err := charmap.Windows1252.NewDecoder().Bytes(data)
		if err != nil {
			return "", "", wording.Say("hint.describe.not-text")
		}
		s, set = string(out), "Windows-1252"
	}
	if !strings.Contains(s, "\n") { // as spreadsheets of old Macintoshes end lines
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	return s, set, fault{}
}

// separators that spreadsheets put between cells.
var separators = []rune{';', '\t', ','}

// separated finds the separator by the heads of the first line and takes the line away in
// which Excel may name it; above is how many lines that were.
func separated(s string) (rest string, sep rune, above int) {
	line, after, _ := strings.Cut(s, "\n")
	if mark, ok := strings.CutPrefix(strings.TrimRight(line, "\r"), "sep="); ok && utf8.RuneCountInString(mark) == 1 {
		s, above = after, 1
		line, _, _ = strings.Cut(s, "\n")
	}
	best := 0
	for _, c := range separators {
		n := 0
		for head := range strings.SplitSeq(line, string(c)) {
			if columnOf(strings.Trim(strings.TrimSpace(head), `"`)) >= 0 {
				n++
			}
		}
		if n > best {
			best, sep = n, c
		}
	}
	return s, sep, above
}

// columnOf finds a column by its head, whatever its case and blanks; -1: none.
func columnOf(head string) int {
	head = strings.Join(strings.Fields(head), " ")
	for i, c := range columns {
		if strings.EqualFold(c.name, head) {
			return i
		}
	}
	return -1
}
