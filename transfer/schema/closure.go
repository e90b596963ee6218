package schema

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// readClosure reads one XSD and, from the same disk, what it includes and
// imports by relative path. A catalog.xml beside it is taken along.
func readClosure(ctx context.Context, name string) (*collection, map[string][]byte, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, nil, err
	}
	files := map[string][]byte{}
	catalog := newCollection() // addresses on the web, as a catalog.xml beside the file maps them
	if data, err := readLimited(os.DirFS(filepath.Dir(name)), "catalog.xml"); err == nil {
		if err := catalog.add("catalog.xml", data); err != nil {
			return nil, nil, err
		}
		files[filepath.Join(filepath.Dir(name), "catalog.xml")] = data
	}
	todo := []string{name}
	for len(todo) > 0 && len(files) <= maxFiles {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		p := todo[0]
		todo = todo[1:]
		if _, done := files[p]; done {
			continue
		}
		data, err := readLimited(os.DirFS(filepath.Dir(p)), filepath.Base(p))
		if errors.Is(err, os.ErrNotExist) && p != name {
			continue // told when the schema is compiled
		}
		if err != nil {
			return nil, nil, err
		}
		files[p] = data
		for _, loc := range locations(data) {
			if to, ok := catalog.catalog[loc]; ok {
				todo = append(todo, filepath.Join(filepath.Dir(name), filepath.FromSlash(to)))
			} else if !strings.Contains(loc, "://") && !filepath.IsAbs(loc) {
				todo = append(todo, filepath.Join(filepath.Dir(p), filepath.FromSlash(loc)))
			}
		}
	}
	return relative(files)
}

// relative puts the files below their common folder.
func relative(files map[string][]byte) (*collection, map[string][]byte, error) {
	common := ""
	for p := range files {
		dir := filepath.Dir(p)
		if common == "" {
			common = dir
		}
		for !within(common, dir) {
			common = filepath.Dir(common)
		}
	}
	c, raw := newCollection(), map[string][]byte{}
	for p, data := range files {
		rel, err := filepath.Rel(common, p)
		if err != nil {
			return nil, nil, err
		}
		rel = filepath.ToSlash(rel)
		raw[rel] = data
		if err := c.add(rel, data); err != nil {
			return nil, nil, err
		}
	}
	return c, raw, nil
}

func within(parent, dir string) bool {
	rel, err := filepath.Rel(parent, dir)
	return err == nil && (rel == "." || filepath.IsLocal(rel)) || filepath.Dir(parent) == parent
}

// locations lists the schemaLocation of includes, imports and redefines.
func locations(data []byte) []string {
	var out []string
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		tok, err := dec.Token()
		if err != nil {
			return out // a broken file is told by collection.add
		}
		t, ok := tok.(xml.StartElement)
		if !ok || t.Name.Space != schemaNamespace {
			continue
		}
		if loc := attr(t, "schemaLocation"); loc != "" {
			out = append(out, loc)
		}
	}
}
