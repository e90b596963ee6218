package schema

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/jacoelho/xsd"
	"github.com/jacoelho/xsd/xsderrors"
)

// Limits of one collection; schemas come from outside and are hostile too.
const (
	maxFiles     = 2000
	maxFileBytes = 16 << 20
	maxBytes     = 64 << 20
)

var errTooMuch = errors.New("more than 2000 schema files or 64 MiB")

// collection is a closed group of schema documents that refer to each other by
// relative paths, through a catalog or by file name.
type collection struct {
	files   map[string]*document // by clean slash path
	catalog map[string]string    // address → path in files
	bytes   int64
}

// document is one XSD with what its head says.
type document struct {
	path      string
	data      []byte
	namespace string      // targetNamespace
	includes  []string    // schemaLocation of xs:include
	derived   [][2]string // named complex types and the base they extend, local names
}

func newCollection() *collection {
	return &collection{files: map[string]*document{}, catalog: map[string]string{}}
}

// add takes in one file: XSDs and OASIS catalogs; anything else is left out. A
// file that is no XML is an error.
func (c *collection) add(p string, data []byte) error {
	p = path.Clean(p)
	c.bytes += int64(len(data))
	if len(c.files) >= maxFiles || c.bytes > maxBytes || len(data) > maxFileBytes {
		return errTooMuch
	}
	if strings.EqualFold(path.Base(p), "catalog.xml") {
		return c.readCatalog(p, data)
	}
	if !strings.EqualFold(path.Ext(p), ".xsd") {
		return nil
	}
	d, err := readHead(p, data)
	if err != nil {
		return fmt.Errorf("read schema %s: %w", p, err)
	}
	c.files[p] = d
	return nil
}

// readHead reads target namespace, includes and extensions.
func readHead(p string, data []byte) (*document, error) {
	d := &document{path: p, data: data}
	dec := xml.NewDecoder(bytes.NewReader(data))
	// The declared encoding does not matter here: names and locations are ASCII.
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	named := ""
	depth, root := 0, false
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) && root {
			return d, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			depth++
			if depth == 1 {
				if t.Name.Local != "schema" || t.Name.Space != schemaNamespace {
					return nil, fmt.Errorf("root element is %s, not xs:schema", t.Name.Local)
				}
				root, d.namespace = true, attr(t, "targetNamespace")
			}
			named = d.see(t, depth, named)
		case xml.EndElement:
			depth--
		}
	}
}

const schemaNamespace = "http://www.w3.org/2001/XMLSchema"

func (d *document) see(t xml.StartElement, depth int, named string) string {
	switch {
	case t.Name.Space != schemaNamespace:
	case depth == 2 && t.Name.Local == "include":
		d.includes = append(d.includes, attr(t, "schemaLocation"))
	case depth == 2 && t.Name.Local == "complexType":
		return attr(t, "name")
	case depth == 2:
		return ""
	case depth == 4 && t.Name.Local == "extension" && named != "":
		base := attr(t, "base")
		d.derived = append(d.derived, [2]string{named, base[strings.Index(base, ":")+1:]})
	}
	return named
}

func attr(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// readCatalog reads uri and system entries of an OASIS XML catalog (xdomea 4.0.0
// imports addresses on the web).
func (c *collection) readCatalog(p string, data []byte) error {
	dec := xml.NewDecoder(bytes.NewReader(data))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read catalog %s: %w", p, err)
		}
		t, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		from := attr(t, "name")
		if t.Name.Local == "system" {
			from = attr(t, "systemId")
		}
		if to := attr(t, "uri"); from != "" && to != "" && !strings.Contains(to, ":") {
			c.catalog[from] = path.Join(path.Dir(p), to)
		}
	}
}

// resolve finds the document that base names by location: relative, through the
// catalog, else by file name beside base or anywhere in the collection.
func (c *collection) resolve(base, location string) (*document, bool) {
	if to, ok := c.catalog[location]; ok {
		if d, ok := c.files[to]; ok {
			return d, true
		}
	}
	if !strings.Contains(location, "://") {
		if d, ok := c.files[path.Join(path.Dir(base), location)]; ok {
			return d, true
		}
	}
	name := path.Base(location)
	if d, ok := c.files[path.Join(path.Dir(base), name)]; ok {
		return d, true
	}
	for _, p := range c.paths() {
		if path.Base(p) == name {
			return c.files[p], true
		}
	}
	return nil, false
}

// ResolveSchema implements xsd.Resolver; nothing outside the collection exists.
func (c *collection) ResolveSchema(ctx context.Context, base, location string) (xsd.SchemaSource, error) {
	if err := ctx.Err(); err != nil {
		return xsd.SchemaSource{}, err
	}
	d, ok := c.resolve(base, location)
	if !ok {
		return xsd.SchemaSource{}, fmt.Errorf("%w: %s", xsderrors.ErrSchemaNotFound, location)
	}
	return xsd.Bytes(d.path, d.data).WithResolver(c), nil
}

func (c *collection) paths() []string {
	out := make([]string, 0, len(c.files))
	for p := range c.files {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// namespaces gives the target namespaces, sorted.
func (c *collection) namespaces() []string {
	var out []string
	for _, d := range c.files {
		if !slices.Contains(out, d.namespace) {
			out = append(out, d.namespace)
		}
	}
	slices.Sort(out)
	return out
}

// roots gives, per folder, the documents of a namespace that no other one
// includes; a collection may hold the same schema twice.
func (c *collection) roots(namespace string) [][]*document {
	included := map[string]bool{}
	for _, d := range c.files {
		for _, loc := range d.includes {
			if to, ok := c.resolve(d.path, loc); ok && to.path != d.path {
				included[to.path] = true
			}
		}
	}
	var folders []string
	byFolder := map[string][]*document{}
	for _, p := range c.paths() {
		d := c.files[p]
		if d.namespace != namespace || included[p] {
			continue
		}
		dir := path.Dir(p)
		if byFolder[dir] == nil {
			folders = append(folders, dir)
		}
		byFolder[dir] = append(byFolder[dir], d)
	}
	var out [][]*document
	for _, dir := range folders {
		out = append(out, byFolder[dir])
	}
	return out
}
