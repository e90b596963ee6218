// Package wordtext reads the words of word processor files (OOXML, ODF) for the word
// index; it shows nothing.
package wordtext

import (
	"encoding/xml"
	"io"
	"strings"
)

// Limits of one file.
const (
	maxPart  = 64 << 20 // bytes of XML read
	maxText  = 1 << 20  // bytes of text kept
	maxDepth = 500      // elements within elements
)

// parts hold the text: ECMA-376 part 1, 11.3.10; ODF 1.3 part 2, 3.1.3.
var parts = []string{"word/document.xml", "content.xml"}

// breaks are the elements after which a word ends.
var breaks = map[string]bool{"p": true, "h": true, "tab": true, "br": true, "line-break": true, "s": true, "tc": true, "table-cell": true}

// Read gives the text of the XML of such a part as far as it is well-formed and within
// the limits.
func Read(r io.Reader) string {
	d := xml.NewDecoder(io.LimitReader(r, maxPart))
	d.Strict = true
	var out strings.Builder
	depth, deleted := 0, 0 // text somebody deleted with changes tracked stands in w:delText
	for out.Len() < maxText {
		tok, err := d.Token()
		if err != nil {
			break
		}
		switch x := tok.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return out.String()
			}
			if deleted > 0 || x.Name.Local == "delText" || x.Name.Local == "tracked-changes" {
				deleted++
			}
		case xml.EndElement:
			depth--
			deleted = max(0, deleted-1)
			if breaks[x.Name.Local] {
				out.WriteByte('\n')
			}
		case xml.CharData:
			if deleted == 0 {
				out.Write(x[:min(len(x), maxText-out.Len())])
			}
		case xml.Directive:
			return out.String() // DOCTYPE: never in such a file
		}
	}
	return strings.ToValidUTF8(out.String(), "")
}
