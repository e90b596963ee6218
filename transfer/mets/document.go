package mets

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"laufzettel/transfer/xmlwalk"
)

// maxElements bounds a foreign document, which is kept whole.
const maxElements = 6_000_000

// Node is one element of a foreign METS document, which is kept whole and asked by path;
// wrapped metadata is not kept. Such a document names any number of files: a node is a
// few words, not an element of etree (docs/entscheidungen/0006-etree.md).
type Node struct {
	name     string
	attrs    []xml.Attr
	text     string
	line     int
	children []*Node
}

// Parse reads a foreign METS document and gives its root. Errors: ErrRoot, those of
// transfer/xmlwalk for what is hostile or no XML.
func Parse(in io.Reader) (*Node, error) {
	w := xmlwalk.New(in, xmlwalk.Limits{Elements: maxElements})
	el, err := w.Root()
	if err != nil {
		return nil, err
	}
	if el.Name.Local != "mets" || !strings.HasPrefix(el.Name.Space, Namespace) {
		return nil, fmt.Errorf("%w: %s", ErrRoot, el.Name.Local)
	}
	root := &Node{name: "mets", attrs: el.Attr, line: w.Line()}
	if err := root.fill(w); err != nil {
		return nil, err
	}
	return root, w.End()
}

func (n *Node) fill(w *xmlwalk.Walker) error {
	text, err := w.TextOr(func(el xml.StartElement) error {
		c := &Node{name: el.Name.Local, attrs: append([]xml.Attr(nil), el.Attr...), line: w.Line()}
		n.children = append(n.children, c)
		if c.name == "mdWrap" {
			return nil // what it wraps is no METS
		}
		return c.fill(w)
	})
	n.text = text
	return err
}

// Line is where the element begins.
func (n *Node) Line() int { return n.line }

// Name is the local name.
func (n *Node) Name() string { return n.name }

// Text is the text of an element without children, trimmed.
func (n *Node) Text() string { return n.text }

// Children gives the elements directly below n.
func (n *Node) Children() []*Node { return n.children }

// Attr gives an attribute by local name, whatever its namespace: the extension
// namespaces are written in two spellings. "xlink:" before a name asks for that of
// XLink, which others share names with.
func (n *Node) Attr(name string) string {
	name, link := strings.CutPrefix(name, "xlink:")
	for _, a := range n.attrs {
		if a.Name.Local == name && a.Name.Space != "xmlns" && (!link || strings.Contains(a.Name.Space, "xlink")) {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// Find gives the nodes of a path below n: names parted by "/", "" for any depth,
// each with conditions such as [USE=Schemas], [USE^=Representations] or [TYPE]. They
// are compared whatever the case, which varies in these documents.
func (n *Node) Find(path string) []*Node {
	at := []*Node{n}
	if path == "" {
		return at
	}
	deep := false
	for step := range strings.SplitSeq(path, "/") {
		if step == "" {
			deep = true
			continue
		}
		name, conds := split(step)
		var next []*Node
		for _, x := range at {
			next = x.collect(next, name, conds, deep)
		}
		at, deep = next, false
	}
	return at
}

func (n *Node) collect(to []*Node, name string, conds []string, deep bool) []*Node {
	for _, c := range n.children {
		if c.name == name && c.Meets(conds...) {
			to = append(to, c)
		}
		if deep {
			to = c.collect(to, name, conds, true)
		}
	}
	return to
}

func split(step string) (name string, conds []string) {
	name, rest, ok := strings.Cut(step, "[")
	if !ok {
		return name, nil
	}
	for c := range strings.SplitSeq(rest, "[") {
		conds = append(conds, strings.TrimSuffix(c, "]"))
	}
	return name, conds
}

// Meets reports whether n meets conditions as Find has them, without brackets.
func (n *Node) Meets(conds ...string) bool {
	for _, c := range conds {
		name, want, has := strings.Cut(c, "=")
		prefix := strings.HasSuffix(name, "^")
		got := n.Attr(strings.TrimSuffix(name, "^"))
		switch {
		case !has && got == "",
			has && prefix && !HasPrefixFold(got, want),
			has && !prefix && !strings.EqualFold(got, want):
			return false
		}
	}
	return true
}

// HasPrefixFold reports whether s begins with prefix, whatever the case.
func HasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
