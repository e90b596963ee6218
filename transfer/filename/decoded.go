package filename

import (
	"html"
	"io"
	"laufzettel/transfer/pattern"
	"mime"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// The forms in which programs write letters for a carrier that takes ASCII only, and which
// others then take for the text itself.
var (
	entity  = pattern.Of(`&(?:#[0-9]{2,6}|#[xX][0-9a-fA-F]{2,5}|[a-zA-Z]{2,8});`)
	percent = pattern.Of(`(?:%[0-9a-fA-F]{2}){2,}`)
	printed = pattern.Of(`(?:=[0-9A-F]{2}){2,}`)
	escaped = pattern.Of(`\\u[0-9a-fA-F]{4}`)
	mimed   = pattern.Of(`=\?[A-Za-z0-9-]{3,20}\?[QqBb]\?[^?]{1,500}\?=`)
)

// Decoded gives a text as it was meant in which letters stand in the notation of a carrier:
// entities of web pages, words of mail heads, percent signs of addresses, quoted-printable,
// escapes of JSON. ok is false where no letter beyond ASCII (or & < > ") comes out.
func Decoded(s string) (text string, ok bool) {
	if !strings.ContainsAny(s, `&%=\`) || len(s) > maxName {
		return s, false
	}
	text = mimed.ReplaceAllStringFunc(s, mailWord)
	text = entity.ReplaceAllStringFunc(text, html.UnescapeString)
	text = percent.ReplaceAllStringFunc(text, func(m string) string { return hexLetters(m, "%") })
	text = printed.ReplaceAllStringFunc(text, func(m string) string { return hexLetters(m, "=") })
	text = escaped.ReplaceAllStringFunc(text, func(m string) string {
		n, _ := strconv.ParseUint(m[2:], 16, 32)
		if r := rune(n); r >= utf8.RuneSelf && utf8.ValidRune(r) && plausible(string(r)) {
			return string(r)
		}
		return m
	})
	return text, text != s
}

// hexLetters gives the letters of a run of octets; what is no UTF-8 of German letters stays.
func hexLetters(m, mark string) string {
	b := make([]byte, 0, len(m)/3)
	for i := 0; i < len(m); i += 1 + 2 {
		n, err := strconv.ParseUint(strings.TrimPrefix(m[i:i+3], mark), 16, 8)
		if err != nil {
			return m
		}
		b = append(b, byte(n))
	}
	if !utf8.Valid(b) || isASCII(string(b)) || !plausible(string(b)) {
		return m
	}
	return string(b)
}

var mailWords = mime.WordDecoder{CharsetReader: func(name string, r io.Reader) (io.Reader, error) {
	e, err := htmlindex.Get(name)
	if err != nil {
		e = charmap.Windows1252
	}
	return e.NewDecoder().Reader(r), nil
}}

func mailWord(m string) string {
	if text, err := mailWords.Decode(m); err == nil && utf8.ValidString(text) {
		return text
	}
	return m
}
