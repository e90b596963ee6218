// Package xmp reads XMP packets the way ISO 19005 needs them: the header of the
// packet, the RDF as a tree of properties with their prefixes, the types of the
// predefined schemas (XMP specification 2004 and 2005) and PDF/A extension
// schemas (ISO 19005-1, 6.7.8; ISO 19005-2, 6.6.2.3.3). It writes nothing and
// changes nothing.
package xmp

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Kind is the form of a property's value.
type Kind int

// The forms.
const (
	Simple Kind = iota
	Struct
	Bag
	Seq
	Alt
)

// Node is one property, field or array item.
type Node struct {
	NS, Name, Prefix string
	Kind             Kind
	Value            string
	Lang             string // xml:lang
	Items            []*Node
}

// Field finds a field of a structure by namespace and name.
func (n *Node) Field(ns, name string) *Node {
	if n == nil {
		return nil
	}
	for _, c := range n.Items {
		if c.NS == ns && c.Name == name {
			return c
		}
	}
	return nil
}

// Packet is one XMP packet.
type Packet struct {
	HasBytes    bool // the header has the attribute bytes
	HasEncoding bool // the header has the attribute encoding
	Encoding    string
	Props       []*Node
}

// Prop finds a top-level property.
func (p *Packet) Prop(ns, name string) *Node {
	if p == nil {
		return nil
	}
	for _, n := range p.Props {
		if n.NS == ns && n.Name == name {
			return n
		}
	}
	return nil
}

// Namespaces with a meaning to the parser.
const (
	nsRDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsXML = "http://www.w3.org/XML/1998/namespace"
)

const (
	maxDepth = 60
	maxNodes = 200_000
)

// element is one XML element with resolved names.
type element struct {
	ns, name, prefix string
	attrs            []attr
	kids             []*element
	text             strings.Builder
}

type attr struct{ ns, name, prefix, value string }

func (e *element) is(ns, name string) bool { return e.ns == ns && e.name == name }

// Parse reads a packet. An error means that the packet is not well-formed XML
// or not RDF as XMP restricts it; header facts are given even then.
func Parse(data []byte) (*Packet, error) {
	p := &Packet{}
	text, enc, err := decode(data)
	p.Encoding = enc
	if err != nil {
		return p, err
	}
	root, err := p.tree(text)
	if err != nil {
		return p, err
	}
	if root == nil {
		return p, errors.New("no element")
	}
	rdf := findRDF(root, 0)
	if rdf == nil {
		return p, errors.New("no rdf:RDF")
	}
	return p, p.readRDF(rdf)
}

// decode brings UTF-16 and UTF-32 to UTF-8.
func decode(b []byte) ([]byte, string, error) {
	lead := bytes.TrimLeft(b, " \t\r\n")
	switch {
	case bytes.HasPrefix(b, []byte{0, 0, 0xFE, 0xFF}), bytes.HasPrefix(b, []byte{0, 0, 0, '<'}):
		return wide(b, true), "UTF-32", nil
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE, 0, 0}), bytes.HasPrefix(b, []byte{'<', 0, 0, 0}):
		return wide(b, false), "UTF-32", nil
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}), bytes.HasPrefix(b, []byte{0, '<'}):
		return double(b, true), "UTF-16", nil
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}), bytes.HasPrefix(b, []byte{'<', 0}):
		return double(b, false), "UTF-16", nil
	}
	lead = bytes.TrimPrefix(lead, []byte{0xEF, 0xBB, 0xBF})
	if !utf8.Valid(lead) {
		return lead, "", errors.New("not UTF-8")
	}
	return lead, "UTF-8", nil
}

func double(b []byte, big bool) []byte {
	u := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		if big {
			u = append(u, uint16(b[i])<<8|uint16(b[i+1]))
		} else {
			u = append(u, uint16(b[i+1])<<8|uint16(b[i]))
		}
	}
	return []byte(strings.TrimPrefix(string(utf16.Decode(u)), "\uFEFF"))
}

func wide(b []byte, big bool) []byte {
	var out []byte
	for i := 0; i+3 < len(b); i += 4 {
		r := rune(b[i])<<24 | rune(b[i+1])<<16 | rune(b[i+2])<<8 | rune(b[i+3])
		if !big {
			r = rune(b[i+3])<<24 | rune(b[i+2])<<16 | rune(b[i+1])<<8 | rune(b[i])
		}
		if r != 0xFEFF {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// scope holds the namespace declarations in force.
type scope map[string]string

func (p *Packet) tree(text []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var root *element
	var stack []*element
	var names []string
	scopes := []scope{{"xml": nsXML}}
	nodes := 0
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			if len(stack) > 0 {
				return nil, errors.New("element not closed")
			}
			return root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("XML: %w", err)
		}
		switch t := t.(type) {
		case xml.ProcInst:
			if t.Target == "xpacket" {
				p.header(string(t.Inst))
			}
		case xml.Directive:
			return nil, errors.New("document type declaration")
		case xml.StartElement:
			if nodes++; nodes > maxNodes || len(stack) > maxDepth {
				return nil, errors.New("too many elements")
			}
			e, sc, err := open(t, scopes[len(scopes)-1])
			if err != nil {
				return nil, err
			}
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				top.kids = append(top.kids, e)
			} else if root == nil {
				root = e
			} else {
				return nil, errors.New("two root elements")
			}
			stack, scopes, names = append(stack, e), append(scopes, sc), append(names, t.Name.Space+":"+t.Name.Local)
		case xml.EndElement:
			n := len(stack) - 1
			if n < 0 || names[n] != t.Name.Space+":"+t.Name.Local {
				return nil, errors.New("end tag does not match")
			}
			stack, scopes, names = stack[:n], scopes[:n+1], names[:n]
		case xml.CharData:
			if len(stack) > 0 {
				stack[len(stack)-1].text.Write(t)
			} else if len(bytes.Trim(t, " \t\r\n\x00\uFEFF")) > 0 {
				return nil, errors.New("text outside the root element")
			}
		}
	}
}

func (p *Packet) header(inst string) {
	if !strings.Contains(inst, "begin") {
		return
	}
	p.HasBytes = p.HasBytes || hasAttr(inst, "bytes")
	p.HasEncoding = p.HasEncoding || hasAttr(inst, "encoding")
}

func hasAttr(inst, name string) bool {
	for rest := inst; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		after := strings.TrimLeft(rest[i+len(name):], " \t\r\n")
		if (i == 0 || strings.ContainsRune(" \t\r\n", rune(rest[i-1]))) && strings.HasPrefix(after, "=") {
			return true
		}
		rest = rest[i+len(name):]
	}
}

func open(t xml.StartElement, outer scope) (*element, scope, error) {
	sc := outer
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			if len(sc) == len(outer) {
				sc = make(scope, len(outer)+2)
				for k, v := range outer {
					sc[k] = v
				}
			}
			key := a.Name.Local
			if a.Name.Space == "" {
				key = ""
			}
			sc[key] = a.Value
		}
	}
	e := &element{name: t.Name.Local, prefix: t.Name.Space}
	var ok bool
	if e.ns, ok = sc[e.prefix]; !ok && e.prefix != "" {
		return nil, nil, fmt.Errorf("prefix %s is not bound", e.prefix)
	}
	seen := map[[2]string]bool{}
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		at := attr{name: a.Name.Local, prefix: a.Name.Space, value: a.Value}
		if at.prefix != "" {
			if at.ns, ok = sc[at.prefix]; !ok {
				return nil, nil, fmt.Errorf("prefix %s is not bound", at.prefix)
			}
		}
		if seen[[2]string{at.ns, at.name}] {
			return nil, nil, fmt.Errorf("attribute %s twice", at.name)
		}
		seen[[2]string{at.ns, at.name}] = true
		e.attrs = append(e.attrs, at)
	}
	return e, sc, nil
}

func findRDF(e *element, depth int) *element {
	if e.is(nsRDF, "RDF") {
		return e
	}
	if depth > 4 {
		return nil
	}
	for _, k := range e.kids {
		if r := findRDF(k, depth+1); r != nil {
			return r
		}
	}
	return nil
}
