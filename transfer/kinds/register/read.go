package register

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Limits of a backbone; a real one of 100,000 entries has about 100 MB.
const (
	maxBytes   = 4 << 30
	maxDepth   = 64
	maxEntries = 5_000_000
	maxText    = 64 << 10
	maxTerms   = 200
	maxParts   = 10_000
)

var (
	errDoctype = errors.New("DOCTYPE")
	errLimit   = errors.New("limit")
)

// Read reads a backbone in the layout (nil: our own). Faults of the material are
// findings without a path and then the backbone is nil; the error is one of r.
func Read(r io.Reader, l *Layout) (*Backbone, []check.Finding, error) {
	if l == nil {
		l = NewLayout(nil)
	}
	src := &source{r: r, left: maxBytes}
	p := &parser{l: l, b: &Backbone{Head: Head{lines: map[string]int{}}}}
	err := p.run(src)
	line := p.line
	switch {
	case src.err != nil:
		return nil, nil, src.err
	case errors.Is(err, errDoctype):
		return nil, []check.Finding{codeDoctype.At("").On(line)}, nil
	case errors.Is(err, errLimit) || src.left <= 0:
		return nil, []check.Finding{codeLimit.At("").On(line).Want("", detail(err))}, nil
	case err != nil:
		return nil, []check.Finding{codeSyntax.At("").On(line).Want("", detail(err))}, nil
	case len(p.b.Head.lines) == 0 && len(p.b.Entries) == 0:
		return nil, []check.Finding{codeLayout.At("").Want(l.entry, p.root)}, nil
	}
	return p.b, nil, nil
}

func detail(err error) wording.Text {
	if err == nil {
		return wording.Text{}
	}
	return check.FaultWords(err)
}

// source counts and keeps a read error apart from what the parser makes of it.
type source struct {
	r    io.Reader
	left int64
	err  error
}

func (s *source) Read(b []byte) (int, error) {
	if s.left <= 0 {
		return 0, errLimit
	}
	n, err := s.r.Read(b[:min(int64(len(b)), s.left)])
	s.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// level is one open element.
type level struct {
	path string
	text []byte
	name string // value of a "name" attribute, for search terms
	line int
	leaf bool
}

type parser struct {
	l     *Layout
	b     *Backbone
	root  string
	stack []level
	entry *Entry
	part  *Part
	line  int
}

func (p *parser) run(r io.Reader) error {
	d := xml.NewDecoder(r)
	d.CharsetReader = xmlwalk.Latin
	for {
		tok, err := d.Token()
		p.line, _ = d.InputPos()
		if errors.Is(err, io.EOF) && p.root != "" {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := tok.(type) {
		case xml.Directive:
			return errDoctype
		case xml.StartElement:
			if err := p.start(t); err != nil {
				return err
			}
		case xml.EndElement:
			p.end()
		case xml.CharData:
			if n := len(p.stack); n > 0 && p.stack[n-1].leaf {
				top := &p.stack[n-1]
				if len(top.text)+len(t) > maxText {
					return fmt.Errorf("%w: text of %s", errLimit, top.path)
				}
				top.text = append(top.text, t...)
			}
		}
	}
}

func (p *parser) start(t xml.StartElement) error {
	if len(p.stack) >= maxDepth {
		return fmt.Errorf("%w: depth", errLimit)
	}
	if len(p.stack) == 0 {
		if p.root != "" {
			return errors.New("second root element")
		}
		p.root, p.b.Head.namespace = t.Name.Local, t.Name.Space
		p.stack = append(p.stack, level{line: p.line})
		return nil
	}
	parent := &p.stack[len(p.stack)-1]
	parent.leaf, parent.text = false, nil
	v := level{path: join(parent.path, t.Name.Local), line: p.line, leaf: true, name: t.Name.Local}
	for _, a := range t.Attr {
		if a.Name.Local == "name" {
			v.name = a.Value
		}
	}
	p.stack = append(p.stack, v)
	if err := p.open(v.path); err != nil {
		return err
	}
	for _, a := range t.Attr {
		p.value(v.path+"/@"+a.Name.Local, a.Name.Local, a.Value, p.line)
	}
	return nil
}

// open begins an entry or a part.
func (p *parser) open(path string) error {
	switch path {
	case p.l.entry:
		if len(p.b.Entries) >= maxEntries {
			return fmt.Errorf("%w: entries", errLimit)
		}
		p.b.Entries = append(p.b.Entries, Entry{Line: p.line})
		p.entry, p.part = &p.b.Entries[len(p.b.Entries)-1], nil
	case p.l.record, p.l.note:
		if p.entry == nil {
			return nil
		}
		list := &p.entry.Records
		if path == p.l.note {
			list = &p.entry.Notes
		}
		if len(*list) >= maxParts {
			return fmt.Errorf("%w: parts of entry %s", errLimit, p.entry.Number)
		}
		*list = append(*list, Part{Line: p.line})
		p.part = &(*list)[len(*list)-1]
	}
	return nil
}

func (p *parser) end() {
	top := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if top.leaf {
		p.value(top.path, top.name, string(top.text), top.line)
	}
	switch top.path {
	case p.l.entry:
		p.entry, p.part = nil, nil
	case p.l.record, p.l.note:
		p.part = nil
	}
}

// value puts one statement where the layout says.
func (p *parser) value(path, name, text string, line int) {
	key := p.l.key(path)
	text = strings.TrimSpace(text)
	if key == "" || text == "" {
		return
	}
	switch {
	case strings.HasPrefix(key, "head."):
		for _, f := range headFields {
			if to := f.at(&p.b.Head); f.key == key && *to == "" {
				*to, p.b.Head.lines[key] = text, line
			}
		}
	case strings.HasPrefix(key, "part.") && p.part != nil:
		if to := partFields[key](p.part); *to == "" {
			*to = text
		}
	case p.entry == nil:
	case key == "entry.number" && p.entry.Number == "":
		p.entry.Number = text
	case key == "entry.disposal" && p.entry.Disposal == "":
		p.entry.Disposal = text
	case key == "entry.term" && len(p.entry.Terms) < maxTerms:
		p.entry.Terms = append(p.entry.Terms, Term{Name: name, Value: text})
	}
}
