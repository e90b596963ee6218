package check

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/wording"
)

type textClass int

const (
	textNone textClass = iota
	textPlain
	textXML
)

// textKind says which text check a file gets: XML by name or declaration, plain
// text by name. HTML is left alone: it need not be XML even with a declaration.
func textKind(name string, head []byte) textClass {
	ext := strings.ToLower(path.Ext(name))
	switch {
	case slices.Contains([]string{".xml", ".xsd", ".xdomea"}, ext):
		return textXML
	case slices.Contains([]string{".html", ".htm", ".xhtml", ".php", ".asp", ".aspx", ".jsp", ".cfm"}, ext):
		return textNone
	case bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("<?xml")):
		return textXML
	case slices.Contains([]string{".csv", ".tsv", ".tab", ".txt"}, ext):
		return textPlain
	}
	return textNone
}

// checkUTF8 reads r to its end through buf and tells the first line that is not
// UTF-8 (A29).
func checkUTF8(file string, r io.Reader, buf []byte) []Finding {
	var s utf8State
	for {
		n, err := r.Read(buf)
		s.write(buf[:n])
		if s.bad {
			return []Finding{codeNotUTF8.At(file).On(s.line+1).Want("UTF-8", fmt.Sprintf("Byte 0x%02X", s.badByte))}
		}
		if err != nil { // a read error is told by the source
			if s.pending() {
				return []Finding{codeNotUTF8.At(file).On(s.line+1).Want("UTF-8", wording.Say("found.check.half-character"))}
			}
			return nil
		}
	}
}

// utf8State checks a stream piece by piece, also where a piece ends inside a
// character.
type utf8State struct {
	rest    []byte // start of a character cut by the end of a piece
	line    int    // complete lines before
	bad     bool
	badByte byte
}

func (s *utf8State) pending() bool { return len(s.rest) > 0 }

func (s *utf8State) write(p []byte) {
	if len(s.rest) > 0 {
		p = append(s.rest, p...)
		s.rest = nil
	}
	if utf8.Valid(p) {
		s.line += bytes.Count(p, []byte{'\n'})
		return
	}
	for len(p) > 0 {
		c, size := utf8.DecodeRune(p)
		if c == utf8.RuneError && size <= 1 {
			if !utf8.FullRune(p) {
				s.rest = append([]byte{}, p...)
				return
			}
			s.bad, s.badByte = true, p[0]
			return
		}
		if c == '\n' {
			s.line++
		}
		p = p[size:]
	}
}
