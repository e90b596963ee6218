package schema

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

var declared = regexp.MustCompile(`^(<\?xml[^>]*?encoding\s*=\s*)(?:"([A-Za-z0-9._:-]+)"|'([A-Za-z0-9._:-]+)')`)

// utf8Reader gives the document in UTF-8, since the engine reads nothing else,
// and turns the declaration to match. The second result names the encoding the
// document was in, "" for UTF-8.
func utf8Reader(r io.Reader) (io.Reader, string, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	head, err := br.Peek(4)
	if len(head) == 0 && err != nil && err != io.EOF {
		return nil, "", err
	}
	name := ""
	switch {
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}), bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		br, name = decoded(br, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)), "UTF-16"
	case bytes.Equal(head, []byte{0, '<', 0, '?'}):
		br, name = decoded(br, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)), "UTF-16"
	case bytes.Equal(head, []byte{'<', 0, '?', 0}):
		br, name = decoded(br, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)), "UTF-16"
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		if _, err := br.Discard(3); err != nil {
			return nil, "", err
		}
	}
	return declaredReader(br, name)
}

func decoded(r io.Reader, e encoding.Encoding) *bufio.Reader {
	return bufio.NewReaderSize(transform.NewReader(r, e.NewDecoder()), 64<<10)
}

// declaredReader obeys the encoding of the XML declaration unless a byte order
// mark told it already.
func declaredReader(br *bufio.Reader, known string) (io.Reader, string, error) {
	head, _ := br.Peek(512)
	m := declared.FindSubmatchIndex(head)
	if m == nil {
		return br, known, nil
	}
	label := submatch(head, m, 2) + submatch(head, m, 3)
	if strings.EqualFold(label, "utf-8") || strings.EqualFold(label, "us-ascii") {
		return br, known, nil
	}
	prefix := string(head[m[2]:m[3]])
	if _, err := br.Discard(m[1]); err != nil {
		return nil, "", err
	}
	// Same length as before, so that columns stay right.
	decl := prefix + `"UTF-8"`
	if pad := m[1] - len(decl); pad > 0 {
		decl += strings.Repeat(" ", pad)
	}
	if known != "" {
		return io.MultiReader(strings.NewReader(decl), br), known, nil
	}
	enc, err := ianaindex.IANA.Encoding(label)
	if err != nil || enc == nil {
		return nil, label, fmt.Errorf("encoding %s is not known", label)
	}
	return io.MultiReader(strings.NewReader(decl), transform.NewReader(br, enc.NewDecoder())), label, nil
}

func submatch(b []byte, m []int, i int) string {
	if m[2*i] < 0 {
		return ""
	}
	return string(b[m[2*i]:m[2*i+1]])
}
