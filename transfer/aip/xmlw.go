package aip

import (
	"bytes"
	"encoding/xml"
	"strings"
)

// xmlWriter writes indented XML with attributes in the order given. It never
// fails: it writes to memory.
type xmlWriter struct {
	buf   bytes.Buffer
	stack []string
}

func newXML() *xmlWriter {
	w := &xmlWriter{}
	w.buf.WriteString(xml.Header)
	return w
}

// attrs are name, value pairs; pairs with an empty value are left out.
func (w *xmlWriter) start(name string, attrs ...string) {
	w.tag(name, attrs)
	w.buf.WriteString(">\n")
	w.stack = append(w.stack, name)
}

func (w *xmlWriter) end() {
	name := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	w.indent()
	w.buf.WriteString("</" + name + ">\n")
}

// leaf writes an element with text; one without text and attributes is left out.
func (w *xmlWriter) leaf(name, text string, attrs ...string) {
	if text == "" && len(attrs) == 0 {
		return
	}
	w.tag(name, attrs)
	if text == "" {
		w.buf.WriteString("/>\n")
		return
	}
	w.buf.WriteString(">" + xmlText(text) + "</" + name + ">\n")
}

func (w *xmlWriter) tag(name string, attrs []string) {
	w.indent()
	w.buf.WriteString("<" + name)
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			w.buf.WriteString(" " + attrs[i] + `="` + xmlText(attrs[i+1]) + `"`)
		}
	}
}

func (w *xmlWriter) indent() { w.buf.WriteString(strings.Repeat("  ", len(w.stack))) }

func (w *xmlWriter) bytes() []byte { return bytes.Clone(w.buf.Bytes()) }

func xmlText(s string) string {
	var b strings.Builder
	// The writer is a strings.Builder, which never fails.
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
