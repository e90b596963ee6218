package bagit

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Limits of what is read into memory; bags come from outside.
const (
	maxTagBytes  = 16 << 20
	maxLineBytes = 1 << 20
	maxLines     = 5_000_000
	maxFields    = 10_000
)

var errTooLarge = wording.Fault("found.bagit.too-large")

// declaration is the content of bagit.txt.
type declaration struct {
	version  string // "1.0"
	encoding string // as written
}

var versionForm = regexp.MustCompile(`^[0-9]+\.[0-9]+$`)

// knownVersions are the versions this room knows the rules of.
var knownVersions = map[string]bool{"0.93": true, "0.94": true, "0.95": true, "0.96": true, "0.97": true, "1.0": true}

// atLeast10 says whether the stricter rules of RFC 8493 hold.
func (d declaration) atLeast10() bool { return !strings.HasPrefix(d.version, "0.") }

// readDeclaration parses bagit.txt, which is UTF-8 without byte order mark in
// every version. problem says what is wrong, if anything.
func readDeclaration(data []byte) (d declaration, problem wording.Text) {
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		data, problem = data[3:], wording.Say("found.bagit.bom")
	}
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) || !utf8.Valid(data) {
		return d, wording.Say("found.bagit.no-utf8")
	}
	for i, text := range declared(string(data)) {
		name, value, ok := strings.Cut(text, ":")
		if problem.Empty() && (!ok || i >= len(declarationLines) || name != declarationLines[i]) {
			problem = declarationProblem(i, text, name)
		}
		switch strings.TrimSpace(name) {
		case declarationLines[0]:
			d.version = strings.TrimSpace(value)
		case declarationLines[1]:
			d.encoding = strings.TrimSpace(value)
		}
	}
	switch {
	case d.version == "":
		problem = wording.Say("found.bagit.no-version")
	case !versionForm.MatchString(d.version):
		problem = wording.Say("found.bagit.version", d.version)
	case !problem.Empty():
	case d.encoding == "":
		problem = wording.Say("found.bagit.no-encoding")
	}
	return d, problem
}

// declarationLines are the two lines of bagit.txt in their order (RFC 8493, 2.1.1):
// nothing stands between name and colon.
var declarationLines = []string{"BagIt-Version", "Tag-File-Character-Encoding"}

// declared are the lines of bagit.txt without the empty ones at its end.
func declared(text string) []string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.Split(strings.TrimRight(text, "\n"), "\n")
}

func declarationProblem(i int, text, name string) wording.Text {
	switch plain := strings.TrimSpace(name); {
	case plain != name && (plain == declarationLines[0] || plain == declarationLines[1]):
		return wording.Say("found.bagit.space", plain)
	case i < len(declarationLines) && (plain == declarationLines[0] || plain == declarationLines[1]):
		return wording.Say("found.bagit.order", plain, i+1)
	}
	return wording.Say("found.bagit.line", shorten(text))
}

// decoderOf gives the decoder of a tag file encoding, nil for UTF-8; ok is false
// for one we cannot read.
func decoderOf(name string) (d *encoding.Decoder, ok bool) {
	switch strings.ToUpper(strings.ReplaceAll(name, "_", "-")) {
	case "", "UTF-8", "UTF8", "US-ASCII", "ASCII":
		return nil, true
	case "UTF-16":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder(), true
	case "UTF-16LE":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder(), true
	case "UTF-16BE":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder(), true
	case "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1":
		return charmap.ISO8859_1.NewDecoder(), true
	case "ISO-8859-15":
		return charmap.ISO8859_15.NewDecoder(), true
	case "WINDOWS-1252", "CP1252":
		return charmap.Windows1252.NewDecoder(), true
	}
	return nil, false
}

// lines calls fn for every line of a tag file, without its line end (LF, CR or
// CRLF). Errors: those of r, errTooLarge, errEncoding.
func lines(r io.Reader, enc string, fn func(n int, text string)) error {
	dec, ok := decoderOf(enc)
	if !ok {
		return unread(enc)
	}
	if dec != nil {
		r = dec.Reader(r)
	}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), maxLineBytes)
	s.Split(anyLine)
	for n := 1; s.Scan(); n++ {
		if n > maxLines {
			return errTooLarge
		}
		text := s.Text()
		if n == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if !utf8.ValidString(text) {
			return unread(wording.Say("found.bagit.line-number", n))
		}
		fn(n, text)
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return errTooLarge
	}
	return s.Err()
}

var errEncoding = errors.New("not readable in the stated encoding")

// unread is errEncoding with what says more of it.
func unread(what any) error {
	return &wording.Error{Text: wording.Say("found.bagit.bad-encoding", what), Cause: errEncoding}
}

// anyLine splits at LF, CR and CRLF.
func anyLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\n':
		return i + 1, data[:i], nil
	case i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	case i+1 == len(data) && !atEOF:
		return 0, nil, nil // CR at the end of the buffer: perhaps CRLF
	}
	return i + 1, data[:i], nil
}

type badLine struct {
	line int
	text string
}

// tagReader gathers "name: value" lines; a line that begins with white space
// goes on with the value before.
type tagReader struct {
	fields []record.Field
	bad    []badLine
}

func (t *tagReader) line(n int, text string) {
	switch name, value, ok := strings.Cut(text, ":"); {
	case strings.TrimSpace(text) == "":
	case (text[0] == ' ' || text[0] == '\t') && len(t.fields) > 0:
		f := &t.fields[len(t.fields)-1]
		f.Value = strings.TrimSpace(f.Value + " " + strings.TrimSpace(text))
	case !ok || strings.TrimSpace(name) == "":
		t.bad = append(t.bad, badLine{n, shorten(text)})
	case len(t.fields) < maxFields:
		t.fields = append(t.fields, record.Field{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
	}
}

func shorten(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// values gives all values of a tag; names are compared without regard to case.
func values(fields []record.Field, name string) []string {
	var out []string
	for _, f := range fields {
		if strings.EqualFold(f.Name, name) {
			out = append(out, f.Value)
		}
	}
	return out
}

func value(fields []record.Field, names ...string) string {
	for _, n := range names {
		if v := values(fields, n); len(v) > 0 && v[0] != "" {
			return v[0]
		}
	}
	return ""
}
