package author

import (
	"encoding/binary"
	"errors"
	"io"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"laufzettel/transfer/compound"
	"laufzettel/transfer/container"
)

// Property identifiers and types of the summary information (MS-OLEPS 2.21, 2.15).
const (
	propCodePage = 1
	propAuthor   = 4
	propLast     = 8
	typeShort    = 0x02
	typeText     = 0x1E
	typeWide     = 0x1F
	utf8Page     = 65001
)

var errShort = errors.New("summary information is cut off")

// ofCompound reads the summary information of an old office file.
func ofCompound(c container.Content) (string, error) {
	r, err := compound.Open(c, c.Size())
	if err != nil {
		return "", err
	}
	for range maxStreams {
		s, err := r.Next()
		if errors.Is(err, io.EOF) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		if len(s.Path) > 0 || s.Initial != 5 || s.Name != "SummaryInformation" {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(s, min(maxProperties, s.Size)))
		if err != nil {
			return "", err
		}
		return ofSummary(data)
	}
	return "", nil
}

// ofSummary gives the author of a property set stream (MS-OLEPS 2.21), else who saved last.
func ofSummary(data []byte) (string, error) {
	at, ok := word(data, 44) // behind the head and the identifier of the first set
	count, there := word(data, at+4)
	if !ok || !there || count > len(data)/8 {
		return "", errShort
	}
	found := map[int]int{}
	for i := range count {
		id, _ := word(data, at+8+8*i)
		off, ok := word(data, at+12+8*i)
		if !ok {
			return "", errShort
		}
		found[id] = at + off
	}
	page := 1252
	if off, ok := found[propCodePage]; ok {
		if kind, ok := word(data, off); ok && kind == typeShort && off+6 <= len(data) {
			page = int(binary.LittleEndian.Uint16(data[off+4:]))
		}
	}
	for _, id := range []int{propAuthor, propLast} {
		if off, ok := found[id]; ok {
			if name := bare(textAt(data, off, page)); name != "" {
				return name, nil
			}
		}
	}
	return "", nil
}

// word reads four bytes; false where there are none.
func word(data []byte, at int) (int, bool) {
	if at < 0 || at > len(data)-4 {
		return 0, false
	}
	return int(binary.LittleEndian.Uint32(data[at:])), true
}

func textAt(data []byte, at, page int) string {
	kind, ok := word(data, at)
	n, there := word(data, at+4)
	if !ok || !there || n <= 0 || n > len(data)-at-8 {
		return ""
	}
	raw := data[at+8:]
	switch {
	case kind == typeWide && 2*n <= len(raw):
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().Bytes(raw[:2*n])
		if err != nil {
			return ""
		}
		return string(text)
	case kind != typeText:
		return ""
	case page == utf8Page:
		return string(raw[:n])
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(raw[:n])
	if err != nil {
		return ""
	}
	return string(text)
}
