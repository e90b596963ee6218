package xdomea

import (
	"bufio"
	"encoding/xml"
	"io"
	"strings"
)

// emitter writes indented XML with the prefix xdomea, which the specification
// demands literally. The first error stays and silences everything after it.
type emitter struct {
	w     *bufio.Writer
	open  []string
	inner bool // the innermost open element has child elements
	err   error
}

func newEmitter(w io.Writer) *emitter { return &emitter{w: bufio.NewWriterSize(w, 64<<10)} }

func (e *emitter) put(s string) {
	if e.err == nil {
		_, e.err = e.w.WriteString(s)
	}
}

func (e *emitter) text(s string) {
	if e.err == nil {
		e.err = xml.EscapeText(e.w, []byte(s))
	}
}

func (e *emitter) line() {
	e.put("\n")
	e.put(strings.Repeat("  ", len(e.open)))
}

// qualified gives the name with prefix. Names of the XÖV base components are
// unqualified and come with a leading dot.
func qualified(name string) string {
	if rest, ok := strings.CutPrefix(name, "."); ok {
		return rest
	}
	return "xdomea:" + name
}

// begin opens an element; attrs are pairs of name and value.
func (e *emitter) begin(name string, attrs ...string) {
	if len(e.open) > 0 {
		e.line()
	}
	e.tag(name, attrs)
	e.open = append(e.open, name)
	e.inner = true
}

func (e *emitter) tag(name string, attrs []string) {
	e.put("<" + qualified(name))
	for i := 0; i+1 < len(attrs); i += 2 {
		e.put(" " + attrs[i] + `="`)
		e.text(attrs[i+1])
		e.put(`"`)
	}
	e.put(">")
}

// end closes the innermost element.
func (e *emitter) end() {
	name := e.open[len(e.open)-1]
	e.open = e.open[:len(e.open)-1]
	e.line()
	e.put("</" + qualified(name) + ">")
}

// leaf writes an element with text, also with an empty one.
func (e *emitter) leaf(name, text string) {
	e.line()
	e.tag(name, nil)
	e.text(text)
	e.put("</" + qualified(name) + ">")
}

// opt is leaf for a text that is not empty.
func (e *emitter) opt(name, text string) {
	if text != "" {
		e.leaf(name, text)
	}
}

// flag writes a boolean in the lexical form 1/0 that the standard's samples use.
func (e *emitter) flag(name string, on bool) {
	if on {
		e.leaf(name, "1")
	} else {
		e.leaf(name, "0")
	}
}

// code writes a coded element; uri and list version "" leave the attributes out.
func (e *emitter) code(name, uri, listVersion, code, label string) {
	var attrs []string
	if uri != "" || listVersion != "" {
		attrs = []string{"listURI", uri, "listVersionID", listVersion}
	}
	e.begin(name, attrs...)
	e.leaf(".code", code)
	e.opt(".name", label)
	e.end()
}

// coded writes a value kept as "code name".
func (e *emitter) coded(name string, l codeList, listVersion, value string) {
	code, label, _ := strings.Cut(value, " ")
	if code != "" {
		e.code(name, l.uri, listVersion, code, label)
	}
}

func (e *emitter) flush() error {
	e.put("\n")
	if e.err != nil {
		return e.err
	}
	return e.w.Flush()
}
