package eark

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"laufzettel/transfer/xmlwalk"
)

// Namespace is that of METS 1.
const Namespace = "http://www.loc.gov/METS/"

// node is one METS element; wrapped metadata is not kept.
type node struct {
	name     string
	attrs    []xml.Attr
	text     string
	line     int
	children []*node
}

var errNotMETS = errors.New("das Wurzelelement ist nicht mets")

// maxNodes bounds one METS document in memory.
const maxNodes = 6_000_000

// parse reads a METS document.
func parse(in io.Reader) (*node, error) {
	w := xmlwalk.New(in, xmlwalk.Limits{Elements: maxNodes})
	el, err := w.Root()
	if err != nil {
		return nil, err
	}
	if el.Name.Local != "mets" || !strings.HasPrefix(el.Name.Space, Namespace) {
		return nil, fmt.Errorf("%w: %s", errNotMETS, el.Name.Local)
	}
	root := &node{name: "mets", attrs: el.Attr, line: w.Line()}
	if err := read(w, root); err != nil {
		return nil, err
	}
	return root, w.End()
}

func read(w *xmlwalk.Walker, n *node) error {
	text, err := w.TextOr(func(el xml.StartElement) error {
		c := &node{name: el.Name.Local, attrs: append([]xml.Attr(nil), el.Attr...), line: w.Line()}
		n.children = append(n.children, c)
		if c.name == "mdWrap" {
			return nil // what it wraps is no METS
		}
		return read(w, c)
	})
	n.text = text
	return err
}

// attr gives an attribute by local name, whatever its namespace: the extension
// namespaces are written in two spellings.
func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name && a.Name.Space != "xmlns" {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// xlink gives an attribute of the XLink namespace, which others share names with.
func (n *node) xlink(name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name && strings.Contains(a.Name.Space, "xlink") {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// find gives the nodes of a path below n: names parted by "/", "" for any depth,
// each with conditions such as [USE=Schemas], [USE^=Representations] or [TYPE].
func (n *node) find(path string) []*node {
	at := []*node{n}
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
		var next []*node
		for _, x := range at {
			next = x.collect(next, name, conds, deep)
		}
		at, deep = next, false
	}
	return at
}

func (n *node) collect(to []*node, name string, conds []string, deep bool) []*node {
	for _, c := range n.children {
		if c.name == name && c.meets(conds) {
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

func (n *node) meets(conds []string) bool {
	for _, c := range conds {
		name, want, has := strings.Cut(c, "=")
		prefix := strings.HasSuffix(name, "^")
		got := n.value(strings.TrimSuffix(name, "^"))
		switch {
		case !has && got == "",
			has && prefix && !hasPrefixFold(got, want),
			has && !prefix && !strings.EqualFold(got, want):
			return false
		}
	}
	return true
}

// value is an attribute; "xlink:" asks for that of XLink.
func (n *node) value(name string) string {
	if rest, ok := strings.CutPrefix(name, "xlink:"); ok {
		return n.xlink(rest)
	}
	return n.attr(name)
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
