package check

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
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
		var ok bool
		if p, ok = s.complete(p); !ok {
			return
		}
	}
	sound := soundUTF8(p)
	s.line += bytes.Count(p[:sound], []byte{'\n'})
	for p = p[sound:]; len(p) > 0; {
		c, size := utf8.DecodeRune(p)
		if c == utf8.RuneError && size <= 1 {
			if !utf8.FullRune(p) {
				s.rest = append(make([]byte, 0, 2*utf8.UTFMax), p...)
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

// complete puts the character together that the end of the last piece cut, and gives what
// comes behind it; false where it is still not whole, or wrong. The piece is not copied.
func (s *utf8State) complete(p []byte) ([]byte, bool) {
	whole := append(s.rest, p[:min(len(p), utf8.UTFMax)]...)
	c, size := utf8.DecodeRune(whole)
	if c == utf8.RuneError && size <= 1 {
		if utf8.FullRune(whole) {
			s.bad, s.badByte = true, whole[0]
		} else {
			s.rest = whole
		}
		return nil, false
	}
	p = p[size-len(s.rest):]
	s.rest = nil
	return p, true
}

// soundUTF8 gives how many bytes from the first on are whole characters of UTF-8. Of what
// is ASCII 32 or 8 are taken at once, also behind an umlaut: utf8.Valid goes on one by one
// there.
func soundUTF8(p []byte) int {
	const beyond = 0x8080808080808080 // the bits that ASCII leaves free
	i := 0
	for i < len(p) {
		for ; i+32 <= len(p); i += 32 {
			q := p[i : i+32 : i+32]
			if (word(q)|word(q[8:])|word(q[16:])|word(q[24:]))&beyond != 0 {
				break
			}
		}
		for i+8 <= len(p) {
			w := word(p[i:]) & beyond
			i += bits.TrailingZeros64(w) / 8 // 8 where all are ASCII
			if w != 0 {
				break
			}
		}
		switch {
		case i == len(p):
		case p[i] < utf8.RuneSelf:
			i++
		case i+1 < len(p) && p[i] >= 0xC2 && p[i] <= 0xDF && p[i+1]&0xC0 == 0x80:
			i += 2 // as umlauts are
		default:
			c, size := utf8.DecodeRune(p[i:])
			if c == utf8.RuneError && size <= 1 {
				return i
			}
			i += size
		}
	}
	return i
}

func word(p []byte) uint64 { return binary.LittleEndian.Uint64(p) }
