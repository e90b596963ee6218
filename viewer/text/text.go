// Package text reads plain text as lines, CSV and XML as tables. Encodings are
// told by byte order mark, by validity and by the control bytes of Windows-1252;
// what had to be guessed is said in the notes. XML is read as a stream with
// encoding/xml, which expands no external entities; a DOCTYPE is refused.
// Requirements A24, A26.
package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"laufzettel/viewer"
)

const (
	maxRead  = 32 << 20 // of one file; the rest is named as not shown
	maxLines = 500_000
	maxLine  = 4000 // runes; longer lines are folded
)

// Reader reads text, CSV, TSV and XML.
type Reader struct{}

// extensions that are text whatever identification says.
var extensions = map[string]bool{".txt": true, ".csv": true, ".tsv": true, ".xml": true, ".log": true, ".md": true, ".json": true,
	".xsd": true,
	".md5": true, ".sha256": true, ".sha512": true, ".ini": true, ".yaml": true, ".yml": true, ".html": true, ".htm": true}

// Reads implements viewer.Reader: text by media type or extension, and any file
// whose beginning holds no binary bytes.
func (Reader) Reads(src viewer.Source, head []byte) bool {
	if strings.HasPrefix(src.MIME, "text/") || src.MIME == "application/xml" || extensions[src.Ext()] {
		return true
	}
	return src.MIME == "" && src.PUID == "" && src.Ext() == "" && plain(head)
}

// plain reports whether the bytes look like text.
func plain(head []byte) bool {
	if len(head) == 0 {
		return false
	}
	odd := 0
	for _, b := range head {
		if b == 0 {
			return false
		}
		if b < 9 || b > 13 && b < 32 && b != 27 {
			odd++
		}
	}
	return odd*50 < len(head)
}

// Open implements viewer.Reader.
func (Reader) Open(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	content, note, name, err := decode(ctx, src)
	if err != nil {
		return nil, err
	}
	var notes []string
	longer := src.Size > maxRead
	if longer {
		notes = append(notes, "Gezeigt werden die ersten "+viewer.Bytes(maxRead)+" von "+viewer.Bytes(src.Size)+".")
	}
	if note != "" {
		notes = append(notes, note)
	}
	switch {
	case src.Plain:
		return newLines(content, src, name, notes, longer), nil
	case src.Ext() == ".csv" || src.Ext() == ".tsv" || src.MIME == "text/csv" || src.MIME == "text/tab-separated-values":
		if t, ok := parseCSV(content, src.Ext() == ".tsv"); ok {
			return t.with(src, name, notes, longer), nil
		}
		notes = append(notes, "Die Datei ist keine Tabelle mit gleich langen Zeilen; sie wird als Text gezeigt.")
	case src.Ext() == ".xml" || src.MIME == "text/xml" || src.MIME == "application/xml" || strings.HasPrefix(content, "<?xml"):
		t, err := parseXML(content, longer)
		if err == nil {
			return t.with(src, name, notes, longer), nil
		}
		notes = append(notes, "Die Datei ist kein wohlgeformtes XML ("+err.Error()+"); sie wird als Text gezeigt.")
	}
	if src.Ext() == ".html" || src.Ext() == ".htm" || src.MIME == "text/html" {
		content = FromHTML(strings.NewReader(content))
		notes = append(notes, "Gezeigt wird der Text der Seite ohne Gestaltung und Bilder; Programme der Seite werden nicht ausgeführt.")
	}
	return newLines(content, src, name, notes, longer), nil
}

// decode reads the file as text. It gives the text, a note where the encoding
// was guessed, and its name.
func decode(ctx context.Context, src viewer.Source) (text, note, name string, err error) {
	raw := make([]byte, min(src.Size, maxRead))
	const step = 1 << 20
	for at := 0; at < len(raw); at += step {
		if err := ctx.Err(); err != nil {
			return "", "", "", err
		}
		part := raw[at:min(at+step, len(raw))]
		if n, err := src.Content.ReadAt(part, int64(at)); err != nil && !(errors.Is(err, io.EOF) && n == len(part)) {
			return "", "", "", viewer.Damaged("read "+src.Name, err)
		}
	}
	text, note, name = Decode(raw)
	return text, note, name, nil
}

// Decode turns bytes of unknown encoding into text. note is a German sentence
// where the encoding had to be guessed.
func Decode(raw []byte) (text, note, name string) {
	convert := func(e encoding.Encoding) string {
		out, err := e.NewDecoder().Bytes(raw)
		if err != nil {
			return strings.ToValidUTF8(string(raw), "�")
		}
		return string(out)
	}
	switch {
	case bytes.HasPrefix(raw, []byte{0xEF, 0xBB, 0xBF}):
		return strings.ToValidUTF8(string(raw[3:]), "�"), "", "UTF-8"
	case bytes.HasPrefix(raw, []byte{0xFF, 0xFE}), bytes.HasPrefix(raw, []byte{0xFE, 0xFF}):
		return convert(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)), "", "UTF-16"
	}
	if e := wide(raw); e != nil {
		return convert(e), "Die Zeichenkodierung steht nicht in der Datei; gelesen als UTF-16.", "UTF-16"
	}
	if utf8.Valid(trimRune(raw)) {
		return strings.ToValidUTF8(string(raw), ""), "", "UTF-8"
	}
	name = "ISO 8859-1"
	e := encoding.Encoding(charmap.ISO8859_1)
	if c850 := looksCP850(raw); c850 {
		name, e = "CP850", charmap.CodePage850
	} else if bytes.ContainsFunc(raw, func(r rune) bool { return r == utf8.RuneError }) && hasC1(raw) {
		name, e = "Windows-1252", charmap.Windows1252
	}
	return convert(e), "Die Zeichenkodierung steht nicht in der Datei; gelesen als " + name + ".", name
}

// trimRune takes an incomplete last sign away: the read may end inside it.
func trimRune(raw []byte) []byte {
	for i := 1; i <= 3 && i <= len(raw); i++ {
		if b := raw[len(raw)-i]; utf8.RuneStart(b) {
			if !utf8.FullRune(raw[len(raw)-i:]) {
				return raw[:len(raw)-i]
			}
			break
		}
	}
	return raw
}

// wide tells UTF-16 without a mark by its zero bytes.
func wide(raw []byte) encoding.Encoding {
	var zero [2]int
	n := min(len(raw), 4096)
	for i := range n {
		if raw[i] == 0 {
			zero[i&1]++
		}
	}
	switch {
	case zero[1] > n/4 && zero[0] <= n/20:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case zero[0] > n/4 && zero[1] <= n/20:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}

func hasC1(raw []byte) bool {
	for _, b := range raw {
		if b >= 0x80 && b < 0xA0 {
			return true
		}
	}
	return false
}

// looksCP850 compares how many German umlauts the bytes would be in the DOS code
// page and in Latin-1.
func looksCP850(raw []byte) bool {
	var dos, latin int
	for _, b := range raw {
		switch b {
		case 0x84, 0x94, 0x81, 0x8E, 0x99, 0x9A, 0xE1:
			dos++
		case 0xE4, 0xF6, 0xFC, 0xC4, 0xD6, 0xDC, 0xDF:
			latin++
		}
	}
	return dos > latin
}

// lines is a document of running text.
type lines struct {
	info viewer.Info
	text []string
}

// NewLines makes a document of running text.
func NewLines(content string, src viewer.Source, encodingName string, notes []string) viewer.Document {
	return newLines(content, src, encodingName, notes, false)
}

// newLines makes the lines of a content that may be only the beginning of the file's.
func newLines(content string, src viewer.Source, encodingName string, notes []string, partial bool) *lines {
	l := &lines{}
	for line := range strings.Lines(content) {
		line = strings.TrimRight(line, "\r\n")
		for len(line) > maxLine {
			cut := maxLine
			for cut > 0 && !utf8.RuneStart(line[cut]) {
				cut--
			}
			l.text = append(l.text, line[:cut])
			line = line[cut:]
		}
		l.text = append(l.text, line)
		if len(l.text) >= maxLines {
			notes, partial = append(notes, fmt.Sprintf("Gezeigt werden die ersten %d Zeilen.", maxLines)), true
			break
		}
	}
	format := "Text"
	if ext := strings.TrimPrefix(src.Ext(), "."); ext != "" && ext != "txt" {
		format = "Text (" + strings.ToUpper(ext) + ")"
	}
	l.info = viewer.Info{Kind: viewer.Lines, Format: format, Notes: notes, Partial: partial, Facts: []viewer.Fact{
		{Label: "Format", Value: format}, {Label: "Zeichenkodierung", Value: encodingName},
		{Label: "Zeilen", Value: fmt.Sprint(len(l.text))}, {Label: "Größe", Value: viewer.Bytes(src.Size)}}}
	return l
}

// Info implements viewer.Document.
func (l *lines) Info() viewer.Info { return l.info }

// Close implements viewer.Document.
func (l *lines) Close() error { return nil }

// Lines implements viewer.Liner.
func (l *lines) Lines() int { return len(l.text) }

// Line implements viewer.Liner.
func (l *lines) Line(n int) string {
	if n < 0 || n >= len(l.text) {
		return ""
	}
	return l.text[n]
}

// Text implements viewer.Texter; the text is one page.
func (l *lines) Text(context.Context, int) (string, error) { return strings.Join(l.text, "\n"), nil }

// Search implements viewer.Searcher; Page is the line.
func (l *lines) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	return search(ctx, words, len(l.text), l.Line)
}

func search(ctx context.Context, words string, n int, line func(int) string) ([]viewer.Hit, error) {
	want := viewer.NewFinder(words)
	if want.Empty() {
		return nil, nil
	}
	var hits []viewer.Hit
	for i := 0; i < n && len(hits) < viewer.MaxHits; i++ {
		if i&1023 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s := line(i); want.In(s) {
			if len(s) > 200 {
				s = strings.ToValidUTF8(s[:200], "") + "…"
			}
			hits = append(hits, viewer.Hit{Page: i, Context: s})
		}
	}
	return hits, nil
}
