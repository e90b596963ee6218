package xmlwalk

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"
)

// plain gives the tokens of a document that Accepts has taken, in UTF-8 and without a
// document type: those of encoding/xml, in a fraction of its time. It knows no fault, as
// the document has none; texts lie in the document itself where they stand in it as they are.
type plain struct {
	doc   []byte
	at    int
	open  []string // names as written
	ended bool     // the element opened last has an end of its own to give

	spaces []binding         // in force, the youngest last
	since  []int             // how many of them there were when each open element began
	bound  map[string]int    // by prefix: the place behind its youngest binding, 0 = none
	names  map[string]string // by what is written: few, and used again and again

	lines, counted int // line ends up to a place
}

// binding is a prefix with its namespace; before is the binding it hides.
type binding struct {
	prefix, space string
	before        int
}

// xmlSpace is the namespace of the prefix xml, which nobody declares.
const xmlSpace = "http://www.w3.org/XML/1998/namespace"

// plainTokens gives the tokens of a document where it is plain; false: encoding/xml has to.
func plainTokens(doc []byte) (*plain, bool) {
	if bytes.HasPrefix(doc, []byte("\xef\xbb\xbf")) {
		return nil, false
	}
	seen, ok := Accepts(doc)
	if !ok || seen != (Seen{}) {
		return nil, false
	}
	return &plain{doc: doc, bound: map[string]int{}, names: map[string]string{}}, true
}

// line is the line of the token read last.
func (p *plain) line() int {
	p.lines += bytes.Count(p.doc[p.counted:p.at], []byte{'\n'})
	p.counted = p.at
	return 1 + p.lines
}

// Token implements xml.TokenReader.
func (p *plain) Token() (xml.Token, error) {
	if p.ended {
		p.ended = false
		return p.end(), nil
	}
	rest := p.doc[p.at:]
	switch {
	case len(rest) == 0:
		return nil, io.EOF
	case rest[0] != '<':
		n := bytes.IndexByte(rest, '<')
		if n < 0 {
			n = len(rest)
		}
		p.at += n
		return xml.CharData(text(rest[:n])), nil
	}
	switch rest[1] {
	case '/':
		p.at += bytes.IndexByte(rest, '>') + 1
		return p.end(), nil
	case '?':
		n := bytes.Index(rest, []byte("?>"))
		p.at += n + 2
		to := nameEnd(rest[:n], 2)
		return xml.ProcInst{Target: string(rest[2:to]), Inst: rest[spaces(rest[:n], to):n]}, nil
	case '!':
		return p.special(rest), nil
	}
	return p.start(), nil
}

// special gives a comment or a CDATA section.
func (p *plain) special(rest []byte) xml.Token {
	const comment, section = "<!--", "<![CDATA["
	if bytes.HasPrefix(rest, []byte(comment)) {
		n := bytes.Index(rest[len(comment):], []byte("-->"))
		p.at += len(comment) + n + len("-->")
		return xml.Comment(rest[len(comment) : len(comment)+n])
	}
	n := bytes.Index(rest[len(section):], []byte("]]>"))
	p.at += len(section) + n + len("]]>")
	return xml.CharData(lineEnds(rest[len(section) : len(section)+n]))
}

// start gives the beginning of an element with its attributes.
func (p *plain) start() xml.StartElement {
	to := nameEnd(p.doc, p.at+1)
	name := p.written(p.doc[p.at+1 : to])
	p.open, p.since = append(p.open, name), append(p.since, len(p.spaces))
	i := spaces(p.doc, to)
	var attrs []xml.Attr
	for ; p.doc[i] != '>' && p.doc[i] != '/'; i = spaces(p.doc, i) {
		to := nameEnd(p.doc, i)
		a := xml.Attr{Name: split(p.written(p.doc[i:to]))}
		i = spaces(p.doc, spaces(p.doc, to)+1)
		end := i + 1 + bytes.IndexByte(p.doc[i+1:], p.doc[i])
		a.Value = string(text(p.doc[i+1 : end]))
		i = end + 1
		switch {
		case a.Name.Space == "xmlns":
			p.bind(a.Name.Local, a.Value)
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			p.bind("", a.Value)
		}
		attrs = append(attrs, a)
	}
	if p.ended = p.doc[i] == '/'; p.ended {
		i++
	}
	p.at = i + 1
	for i := range attrs {
		if n := &attrs[i].Name; n.Space != "" {
			n.Space = p.space(n.Space)
		}
	}
	return xml.StartElement{Name: p.element(name), Attr: attrs}
}

// end gives the end of the element opened last.
func (p *plain) end() xml.EndElement {
	last := len(p.open) - 1
	name := p.element(p.open[last])
	for n := len(p.spaces); n > p.since[last]; n-- {
		p.bound[p.spaces[n-1].prefix] = p.spaces[n-1].before
	}
	p.spaces = p.spaces[:p.since[last]]
	p.open, p.since = p.open[:last], p.since[:last]
	return xml.EndElement{Name: name}
}

// element is the name of an element with its namespace.
func (p *plain) element(written string) xml.Name {
	n := split(written)
	n.Space = p.space(n.Space)
	return n
}

// space gives the namespace of a prefix; one that nobody declared stands for itself.
func (p *plain) space(prefix string) string {
	switch prefix {
	case "xmlns":
		return prefix
	case "xml":
		prefix = xmlSpace
	}
	if n := p.bound[prefix]; n > 0 {
		return p.spaces[n-1].space
	}
	return prefix
}

// bind lets a prefix stand for a namespace until the element opened last ends.
func (p *plain) bind(prefix, space string) {
	p.spaces = append(p.spaces, binding{prefix, space, p.bound[prefix]})
	p.bound[prefix] = len(p.spaces)
}

// written keeps a name once for all places it stands at.
func (p *plain) written(b []byte) string {
	if s, known := p.names[string(b)]; known {
		return s
	}
	s := string(b)
	p.names[s] = s
	return s
}

// split parts a name as written from its prefix.
func split(written string) xml.Name {
	prefix, local, ok := strings.Cut(written, ":")
	if !ok {
		return xml.Name{Local: written}
	}
	return xml.Name{Space: prefix, Local: local}
}

// text resolves references and line ends.
func text(b []byte) []byte {
	b = lineEnds(b)
	at := bytes.IndexByte(b, '&')
	if at < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for ; at >= 0; at = bytes.IndexByte(b, '&') {
		length, c := reference(b[at:])
		out = utf8.AppendRune(append(out, b[:at]...), c)
		b = b[at+length:]
	}
	return append(out, b...)
}

// lineEnds makes every line end the one of Unix (XML 1.0, 2.11).
func lineEnds(b []byte) []byte {
	if bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte{'\n'})
	return bytes.ReplaceAll(b, []byte{'\r'}, []byte{'\n'})
}
