package siard

import (
	"encoding/xml"
	"io"
	"math"
	"path"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/xmlwalk"
)

// lob is a reference to a large object in a cell.
type lob struct {
	file   string
	folder []string // lobFolder of the column and of its fields, outermost first
	size   int64    // declared, -1 = none
	digest *check.Declared
	line   int
}

// readTable walks table XML, counts its rows and gives every reference to a large
// object to fn.
func readTable(in io.Reader, t *table, fn func(lob) error) (rows int64, err error) {
	w := xmlwalk.New(in, xmlwalk.Limits{Elements: math.MaxInt64, Text: 64 << 20})
	if _, err := w.Root(); err != nil {
		return 0, err
	}
	err = w.Children(func(el xml.StartElement) error {
		if el.Name.Local != "row" {
			return nil
		}
		rows++
		return cells(w, t.columns, nil, fn)
	})
	if err != nil {
		return rows, err
	}
	return rows, w.End()
}

// cells reads the cells c1, c2 … of a row, or the parts u1 …, a1 … of a cell.
func cells(w *xmlwalk.Walker, columns []*column, folder []string, fn func(lob) error) error {
	return w.Children(func(el xml.StartElement) error {
		c := columnOf(columns, el.Name.Local)
		at := folder
		var fields []*column
		if c != nil {
			fields = c.fields
			if c.folder != "" {
				at = append(append([]string(nil), folder...), c.folder)
			}
		}
		if file := xmlwalk.Attr(el, "file"); file != "" {
			return fn(lobOf(el, file, at, w.Line()))
		}
		return cells(w, fields, at, fn)
	})
}

// columnOf finds the column by the number in the name of a cell.
func columnOf(columns []*column, name string) *column {
	n, err := strconv.Atoi(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"))
	if err != nil || n < 1 || n > len(columns) {
		return nil
	}
	return columns[n-1]
}

func lobOf(el xml.StartElement, file string, folder []string, line int) lob {
	l := lob{file: file, folder: folder, size: -1, line: line}
	// The length of character objects counts characters, not bytes.
	if n, err := strconv.ParseInt(xmlwalk.Attr(el, "length"), 10, 64); err == nil && n >= 0 && strings.EqualFold(path.Ext(file), ".bin") {
		l.size = n
	}
	value, algorithm := xmlwalk.Attr(el, "digest"), xmlwalk.Attr(el, "digestType")
	if old := xmlwalk.Attr(el, "messageDigest"); value == "" && len(old) > 3 { // 2.0: MD58AB6…
		for _, name := range []string{"MD5", "SHA1", "SHA-1", "SHA256", "SHA-256", "SHA512", "SHA-512"} {
			if rest, ok := strings.CutPrefix(strings.ToUpper(old), name); ok {
				value, algorithm = rest, name
			}
		}
	}
	if value == "" {
		return l
	}
	name := strings.ToLower(algorithm)
	if a, ok := fixity.ParseAlgorithm(algorithm); ok {
		name = string(a)
	}
	l.digest = &check.Declared{Algorithm: name, Value: strings.ToLower(value), Line: line}
	return l
}

// places are the paths at which a large object may lie inside the archive, the
// likeliest first. outside is true where its folder leads out of the archive.
func (l lob) places(root, rootFolder, tableDir string) (list []string, outside bool) {
	folder := path.Join(l.folder...)
	for _, p := range []string{
		l.file, path.Join(rootFolder, folder, l.file), path.Join(folder, l.file),
		path.Join(strings.TrimPrefix(tableDir, root), folder, l.file), path.Join(rootFolder, l.file),
	} {
		p = strings.TrimPrefix(path.Clean(strings.ReplaceAll(p, `\`, "/")), "/")
		if p == ".." || strings.HasPrefix(p, "../") {
			outside = true
			continue
		}
		list = append(list, path.Join(root, p))
	}
	whole := append([]string{l.file, rootFolder}, l.folder...)
	for _, f := range whole {
		outside = outside || strings.HasPrefix(f, "..") || strings.HasPrefix(f, "/") || strings.Contains(f, ":")
	}
	return list, outside
}
