package xmlwalk

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
)

// Charset reads an encoding a document declares; encoding/xml calls it.
type Charset = func(label string, in io.Reader) (io.Reader, error)

// Anything takes every declared encoding for UTF-8: for those who only look for
// names and values in ASCII.
func Anything(_ string, in io.Reader) (io.Reader, error) { return in, nil }

// Latin reads the encodings that offices still use beside UTF-8; others are told by
// the decoder as an error. ISO 8859-1 is read as Windows-1252, which only adds to it.
func Latin(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "us-ascii":
		return in, nil
	case "iso-8859-1", "windows-1252":
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	case "iso-8859-15":
		return charmap.ISO8859_15.NewDecoder().Reader(in), nil
	}
	return nil, fmt.Errorf("Zeichensatz %q ist nicht bekannt", label)
}

// Read reads a document of at most size bytes into v (encoding/xml). A DOCTYPE is
// refused before anything declared in it is used, and so is what is nested deeper
// than DefaultLimits allow. charset nil: only UTF-8. Errors: ErrDoctype, ErrLimit,
// those of the syntax and of the reader.
func Read(r io.Reader, size int64, charset Charset, v any) error {
	if b, ok := r.(*bytes.Buffer); ok && int64(b.Len()) <= size {
		if p, ok := plainTokens(b.Bytes()); ok {
			return xml.NewTokenDecoder(&Walker{plain: p, lim: DefaultLimits()}).Decode(v)
		}
	}
	src := &io.LimitedReader{R: r, N: size + 1}
	d := xml.NewDecoder(src)
	d.CharsetReader = charset
	if err := xml.NewTokenDecoder(&Walker{dec: d, lim: DefaultLimits()}).Decode(v); err != nil {
		return err
	}
	if src.N <= 0 {
		return fmt.Errorf("%w: das Dokument ist zu groß", ErrLimit)
	}
	return nil
}

// Token implements xml.TokenReader with the limits of the walk.
func (w *Walker) Token() (xml.Token, error) { return w.token() }

// Write writes v as a document with declaration, indented (encoding/xml).
func Write(w io.Writer, v any) error {
	data, err := xml.MarshalIndent(v, "", " ")
	if err == nil {
		_, err = w.Write(append(append([]byte(xml.Header), data...), '\n'))
	}
	return err
}

// Moment reads a point in time as XML Schema writes it, with or without a zone, or
// a day (UTC).
func Moment(s string) (time.Time, bool) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(form, strings.TrimSpace(s)); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// RootOf peeks at the root element of the beginning of a document; false where none
// is to be found. Nothing of a DOCTYPE is used.
func RootOf(r io.Reader, charset Charset) (xml.StartElement, bool) {
	d := xml.NewDecoder(r)
	d.CharsetReader = charset
	for {
		tok, err := d.Token()
		if err != nil {
			return xml.StartElement{}, false
		}
		if s, ok := tok.(xml.StartElement); ok {
			return s, true
		}
	}
}

// Leaf is the value of an element without children, or of an attribute. Path is
// only good during the call.
type Leaf struct {
	Path      []string // local names from the root, of an attribute its name last
	Attribute bool
	Value     string // trimmed
}

// Name is that of the element or attribute itself.
func (l Leaf) Name() string { return l.Path[len(l.Path)-1] }

// maxLeafDepth and maxLeafText bound what Leaves looks at.
const (
	maxLeafDepth = 128
	maxLeafText  = 64 << 10
)

var errEnough = errors.New("enough")

// Leaves gives the values of a small document in order until see says no. It peeks:
// a document that is not well-formed or too deep ends it without a word, the check
// tells that; nothing of a DOCTYPE is used.
func Leaves(r io.Reader, charset Charset, see func(Leaf) bool) {
	d := xml.NewDecoder(r)
	d.CharsetReader = charset
	p := &leaves{see: see}
	for {
		tok, err := d.Token()
		if err != nil || len(p.path) > maxLeafDepth || p.token(tok) != nil {
			return
		}
	}
}

// leaves is the state of one call of Leaves.
type leaves struct {
	see  func(Leaf) bool
	path []string
	text []byte
	leaf bool // no child so far
}

func (p *leaves) token(tok xml.Token) error {
	switch t := tok.(type) {
	case xml.StartElement:
		p.path, p.text, p.leaf = append(p.path, t.Name.Local), p.text[:0], true
		for _, a := range t.Attr {
			if !p.see(Leaf{append(p.path, a.Name.Local), true, strings.TrimSpace(a.Value)}) {
				return errEnough
			}
		}
	case xml.CharData:
		if p.leaf && len(p.text) < maxLeafText {
			p.text = append(p.text, t...)
		}
	case xml.EndElement:
		if p.leaf && !p.see(Leaf{p.path, false, strings.TrimSpace(string(p.text))}) {
			return errEnough
		}
		p.path, p.leaf = p.path[:len(p.path)-1], false
	}
	return nil
}
