// Package mets writes and reads METS 1.12 and PREMIS 3.0: one vocabulary for the
// packages of the archive (transfer/aip) and those of the agencies
// (transfer/kinds/eark). A record of bounded size (a header, a section, one file, one
// event) is an element tree; the document is a stream of such records, since a package
// may name a hundred thousand files. Which records a document has and in which order is
// the business of the caller, validity that of transfer/schema.
package mets

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
)

// Namespaces of the documents.
const (
	Namespace       = "http://www.loc.gov/METS/"
	PREMISNamespace = "http://www.loc.gov/premis/v3"
	XLink           = "http://www.w3.org/1999/xlink"
	CSIP            = "https://DILCIS.eu/XML/METS/CSIPExtensionMETS"
	SIP             = "https://DILCIS.eu/XML/METS/SIPExtensionMETS"
	xsi             = "http://www.w3.org/2001/XMLSchema-instance"
)

// Writer writes one document to memory, one element a line. It never fails.
type Writer struct {
	buf    bytes.Buffer
	indent string
	open   []string
}

// NewWriter begins a document whose elements are indented by indent a level; "" writes
// each at the beginning of its line.
func NewWriter(indent string) *Writer {
	w := &Writer{indent: indent}
	w.buf.WriteString(xml.Header)
	return w
}

// Grow makes room for n more bytes at once: a document of many records is not copied from
// buffer to buffer.
func (w *Writer) Grow(n int) { w.buf.Grow(n) }

// Record is one element with all that is below it, small enough to be built whole.
type Record interface{ element() *etree.Element }

// Start opens an element that is filled by what is written next. attrs are name and
// value by turns; those with an empty value are left out.
func (w *Writer) Start(name string, attrs ...string) {
	w.tag(name)
	for i := 0; i+1 < len(attrs); i += 2 {
		w.attr(attrs[i], attrs[i+1])
	}
	w.buf.WriteString(">\n")
	w.open = append(w.open, name)
}

// End closes the element opened last.
func (w *Writer) End() {
	name := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	w.close(name, len(w.open))
}

// Leaf writes an element with text; one without text and attributes is left out.
func (w *Writer) Leaf(name, text string, attrs ...string) {
	if text == "" && len(attrs) == 0 {
		return
	}
	w.tag(name)
	for i := 0; i+1 < len(attrs); i += 2 {
		w.attr(attrs[i], attrs[i+1])
	}
	w.text(name, text)
}

// Add writes a record.
func (w *Writer) Add(r Record) { w.print(r.element(), len(w.open)) }

// Bytes gives the document, which is then complete: nothing may be written any more.
func (w *Writer) Bytes() []byte { return w.buf.Bytes() }

// print writes a tree as we always have: packages are compared byte by byte, and the
// printer of etree writes quotation marks in another way.
func (w *Writer) print(el *etree.Element, depth int) {
	w.margin(depth)
	name := el.FullTag()
	w.buf.WriteString("<" + name)
	for i := range el.Attr {
		w.attr(el.Attr[i].FullKey(), el.Attr[i].Value)
	}
	text, parent := "", false
	for _, c := range el.Child {
		switch c := c.(type) {
		case *etree.CharData:
			text = c.Data
		case *etree.Element:
			if !parent {
				parent = true
				w.buf.WriteString(">\n")
			}
			w.print(c, depth+1)
		}
	}
	if parent {
		w.close(name, depth)
		return
	}
	w.text(name, text)
}

func (w *Writer) tag(name string) {
	w.margin(len(w.open))
	w.buf.WriteString("<" + name)
}

func (w *Writer) attr(name, value string) {
	if value == "" {
		return
	}
	w.buf.WriteString(" " + name + `="`)
	w.escape(value)
	w.buf.WriteByte('"')
}

// text ends a start tag with the text of the element and its end.
func (w *Writer) text(name, text string) {
	if text == "" {
		w.buf.WriteString("/>\n")
		return
	}
	w.buf.WriteByte('>')
	w.escape(text)
	w.buf.WriteString("</" + name + ">\n")
}

func (w *Writer) close(name string, depth int) {
	w.margin(depth)
	w.buf.WriteString("</" + name + ">\n")
}

func (w *Writer) margin(depth int) {
	for range depth {
		w.buf.WriteString(w.indent)
	}
}

func (w *Writer) escape(s string) {
	if plain(s) {
		w.buf.WriteString(s)
		return
	}
	// A bytes.Buffer never fails.
	_ = xml.EscapeText(&w.buf, []byte(s))
}

// plain reports whether a text stands in XML as it is; most do.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || strings.IndexByte(`"'&<>`, c) >= 0 {
			return false
		}
	}
	return true
}
