// Package xmlwalk reads delivered XML as a stream, element by element, with
// limits on depth, elements and text and without any DOCTYPE. It knows no
// format: the rooms of eCH-0160, SIARD and E-ARK walk their documents with it,
// those of exports and websites read and write theirs whole, and others peek at
// single values.
// Schema validation is the business of transfer/schema.
package xmlwalk

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/ianaindex"
)

// Limits of a document; zero fields take those of DefaultLimits.
type Limits struct {
	Depth    int   // nested elements
	Elements int64 // elements in all
	Text     int   // bytes of one text
}

// DefaultLimits fit descriptive documents of the largest deliveries.
func DefaultLimits() Limits { return Limits{Depth: 256, Elements: 50_000_000, Text: 4 << 20} }

// Errors beyond those of the reader and of the XML syntax.
var (
	ErrDoctype = errors.New("DOCTYPE wird nicht ausgewertet")
	ErrLimit   = errors.New("Grenze überschritten")
)

// Walker walks one document. It is used by one goroutine.
type Walker struct {
	dec      *xml.Decoder // nil where plain gives the tokens
	plain    *plain
	lim      Limits
	depth    int
	elements int64
}

// New starts a walk. A document that is in memory (*bytes.Buffer) and right beyond doubt is
// not read by encoding/xml: the tokens are the same.
func New(r io.Reader, lim Limits) *Walker {
	d := DefaultLimits()
	if lim.Depth <= 0 {
		lim.Depth = d.Depth
	}
	if lim.Elements <= 0 {
		lim.Elements = d.Elements
	}
	if lim.Text <= 0 {
		lim.Text = d.Text
	}
	w := &Walker{lim: lim}
	if b, ok := r.(*bytes.Buffer); ok {
		if p, ok := plainTokens(b.Bytes()); ok {
			w.plain = p
			return w
		}
	}
	w.dec = xml.NewDecoder(r)
	w.dec.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		enc, err := ianaindex.IANA.Encoding(label)
		if err != nil || enc == nil {
			return nil, fmt.Errorf("Zeichenkodierung %s ist nicht bekannt", label)
		}
		return enc.NewDecoder().Reader(in), nil
	}
	return w
}

// Line is the line of the token read last.
func (w *Walker) Line() int {
	if w.plain != nil {
		return w.plain.line()
	}
	line, _ := w.dec.InputPos()
	return line
}

// next reads on.
func (w *Walker) next() (xml.Token, error) {
	if w.plain != nil {
		return w.plain.Token()
	}
	return w.dec.Token()
}

// token reads on and keeps count.
func (w *Walker) token() (xml.Token, error) {
	t, err := w.next()
	if err != nil {
		return nil, err
	}
	switch t.(type) {
	case xml.StartElement:
		w.depth++
		w.elements++
		if w.depth > w.lim.Depth {
			return nil, fmt.Errorf("%w: mehr als %d Ebenen", ErrLimit, w.lim.Depth)
		}
		if w.elements > w.lim.Elements {
			return nil, fmt.Errorf("%w: mehr als %d Elemente", ErrLimit, w.lim.Elements)
		}
	case xml.EndElement:
		w.depth--
	case xml.Directive:
		return nil, ErrDoctype
	}
	return t, nil
}

// Root gives the root element. Error io.ErrUnexpectedEOF: there is none.
func (w *Walker) Root() (xml.StartElement, error) {
	for {
		t, err := w.token()
		if errors.Is(err, io.EOF) {
			return xml.StartElement{}, io.ErrUnexpectedEOF
		}
		if err != nil {
			return xml.StartElement{}, err
		}
		if s, ok := t.(xml.StartElement); ok {
			return s.Copy(), nil
		}
	}
}

// Children calls fn for every child of the element just entered and leaves that
// element. What fn does not read of a child is skipped.
func (w *Walker) Children(fn func(el xml.StartElement) error) error {
	base := w.depth
	for {
		t, err := w.token()
		if err != nil {
			return eof(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := fn(t); err != nil {
				return err
			}
			if err := w.leave(base); err != nil {
				return err
			}
		case xml.EndElement:
			if w.depth < base {
				return nil
			}
		}
	}
}

// leave skips to the given depth.
func (w *Walker) leave(depth int) error {
	for w.depth > depth {
		if _, err := w.token(); err != nil {
			return eof(err)
		}
	}
	return nil
}

// Text gives the text of the element just entered, without that of its children,
// trimmed, and leaves the element.
func (w *Walker) Text() (string, error) {
	base := w.depth
	var b strings.Builder
	for {
		t, err := w.token()
		if err != nil {
			return "", eof(err)
		}
		switch t := t.(type) {
		case xml.CharData:
			if w.depth != base {
				continue
			}
			if b.Len()+len(t) > w.lim.Text {
				return "", fmt.Errorf("%w: mehr als %d Bytes Text", ErrLimit, w.lim.Text)
			}
			b.Write(t)
		case xml.EndElement:
			if w.depth < base {
				return strings.TrimSpace(b.String()), nil
			}
		}
	}
}

// Raw gives the text of the element just entered as written, without that of its
// children, and calls fn for every child; it leaves the element. parent tells whether
// there was a child.
func (w *Walker) Raw(fn func(el xml.StartElement) error) (text string, parent bool, err error) {
	base := w.depth
	var b []byte
	for {
		t, err := w.token()
		if err != nil {
			return "", parent, eof(err)
		}
		switch t := t.(type) {
		case xml.CharData:
			if len(b)+len(t) > w.lim.Text {
				return "", parent, fmt.Errorf("%w: mehr als %d Bytes Text", ErrLimit, w.lim.Text)
			}
			b = append(b, t...)
		case xml.StartElement:
			parent = true
			if err := fn(t); err != nil {
				return "", parent, err
			}
			if err := w.leave(base); err != nil {
				return "", parent, err
			}
		case xml.EndElement:
			if w.depth < base {
				return string(b), parent, nil
			}
		}
	}
}

// TextOr gives the text of the element just entered, trimmed, and calls fn for
// every child; it leaves the element. An element with children has no text of
// its own worth keeping: then the text is "".
func (w *Walker) TextOr(fn func(el xml.StartElement) error) (string, error) {
	text, parent, err := w.Raw(fn)
	if err != nil || parent {
		return "", err
	}
	return strings.TrimSpace(text), nil
}

// End reads to the end of the document, so that faults behind the last element
// are seen.
func (w *Walker) End() error {
	for {
		if _, err := w.token(); err != nil {
			if errors.Is(err, io.EOF) && w.depth == 0 {
				return nil
			}
			return eof(err)
		}
	}
}

// eof makes a premature end an error of its own: io.EOF alone would look like
// the proper end.
func eof(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Attr gives an attribute by its local name, whatever its namespace.
func Attr(el xml.StartElement, name string) string {
	for _, a := range el.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}
