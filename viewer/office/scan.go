package office

import (
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"
)

// element is the beginning of an element: local names only, since the same words stand in
// several namespaces (transitional, strict).
type element struct {
	name string
	attr []xml.Attr
}

// at gives an attribute by its local name, "" where there is none.
func (e element) at(name string) string {
	for _, a := range e.attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// handler takes what a part says. nil functions take nothing.
type handler struct {
	start func(element)
	end   func(name string)
	text  func([]byte)
	done  func() bool // true: nothing more is wanted
}

var errTooDeep = errors.New("nested too deep")

// scan reads the XML of a part. What is not well-formed or beyond the limits is shown up
// to there and said in a note; a part that is missing gives nothing. Error: only ctx.
func (f *file) scan(name string, h *handler) error {
	if !f.has(name) {
		return f.ctx.Err()
	}
	r, err := f.tree.Open(f.ctx, name)
	if err != nil {
		f.lack("Ein Teil der Datei ist beschädigt und wird nicht gezeigt.")
		return f.ctx.Err()
	}
	limited := &io.LimitedReader{R: r, N: f.left}
	err = walk(limited, h)
	f.left = limited.N
	_ = r.Close() // read only
	switch {
	case f.ctx.Err() != nil:
		return f.ctx.Err()
	case f.left <= 0:
		f.lack("Die Datei ist größer, als hier gelesen wird; das Ende wird nicht gezeigt.")
	case err != nil:
		f.lack("Ein Teil der Datei ist beschädigt und wird nur bis zur Schadstelle gezeigt.")
	}
	return nil
}

// walk hands the tokens of XML to h; nil at its end.
func walk(r io.Reader, h *handler) error {
	d := xml.NewDecoder(r)
	depth := 0
	for h.done == nil || !h.done() {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch x := tok.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return errTooDeep
			}
			if h.start != nil {
				h.start(element{x.Name.Local, x.Attr})
			}
		case xml.EndElement:
			depth--
			if h.end != nil {
				h.end(x.Name.Local)
			}
		case xml.CharData:
			if h.text != nil {
				h.text(x)
			}
		case xml.Directive:
			return errors.New("DOCTYPE in a part") // never in such a file
		}
	}
	return nil
}

// rootOf gives the name of the root element of a part.
func (f *file) rootOf(name string) string {
	root := ""
	_ = f.scan(name, &handler{start: func(e element) { root = e.name }, done: func() bool { return root != "" }})
	return root
}

// relation is where a relationship of a part leads.
type relation struct{ id, kind, target string }

// relations reads the relationships of a part; targets outside the file are left out.
func (f *file) relations(rels, base string) (list []relation) {
	_ = f.scan(rels, &handler{start: func(e element) {
		if e.name != "Relationship" || len(list) >= maxStyles {
			return
		}
		if strings.EqualFold(e.at("TargetMode"), "External") {
			if strings.HasSuffix(e.at("Type"), "/image") {
				f.note("Ein Bild liegt nicht in der Datei und wird nicht von außen geholt.")
			}
			return
		}
		target := e.at("Target")
		if strings.HasPrefix(target, "/") {
			target = path.Clean(target[1:])
		} else {
			target = path.Join(base, target)
		}
		list = append(list, relation{e.at("Id"), e.at("Type"), target})
	}})
	return list
}

// relationsOf reads the relationships of a part by its name.
func (f *file) relationsOf(part string) []relation {
	return f.relations(path.Join(path.Dir(part), "_rels", path.Base(part)+".rels"), path.Dir(part))
}

// target is the first target of a kind, "" where there is none.
func (f *file) target(rels, base, kind string) string {
	for _, r := range f.relations(rels, base) {
		if strings.HasSuffix(r.kind, kind) {
			return r.target
		}
	}
	return ""
}

// byID finds a target.
func byID(list []relation, id string) string {
	for _, r := range list {
		if r.id == id && id != "" {
			return r.target
		}
	}
	return ""
}
