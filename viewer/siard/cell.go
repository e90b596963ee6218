package siard

import (
	"bytes"
	"encoding/xml"
	"path"
	"strconv"
	"strings"

	"laufzettel/transfer/xmlwalk"
)

// Cell is one value of a row.
type Cell struct {
	Text string // decoded; structured values are written out as {field: value; …} or [a; b]
	Null bool
	LOB  *LOB // the value lies in a file of its own
}

// LOB is a large object of a cell.
type LOB struct {
	File   string
	Length int64    // as declared, -1 = none
	folder []string // of the column and its fields
}

// null is how the database's NULL is shown.
const null = "NULL"

// shown writes a cell for people.
func (c Cell) shown() string {
	switch {
	case c.Null:
		return null
	case c.LOB != nil:
		s := "▸ " + path.Base(c.LOB.File)
		if c.LOB.Length >= 0 {
			s += " (" + strconv.FormatInt(c.LOB.Length, 10) + ")"
		}
		return s
	}
	return c.Text
}

// maxCell bounds the text of a cell that is shown, in bytes.
const maxCell = 20_000

// parseRow decodes the XML of a row into one cell per column. Text is given as
// it stands, spaces at its ends too.
func parseRow(raw []byte, columns []*Column) ([]Cell, error) {
	out := make([]Cell, len(columns))
	for i := range out {
		out[i].Null = true
	}
	d := &cellReader{dec: xml.NewDecoder(bytes.NewReader(raw))}
	if _, err := d.dec.Token(); err != nil { // the row itself
		return out, err
	}
	_, err := d.children(func(el xml.StartElement) error {
		n := number(el.Name.Local)
		if n < 1 || n > len(columns) {
			return d.dec.Skip()
		}
		c, err := d.cell(el, columns[n-1], nil, 0)
		out[n-1] = c
		return err
	})
	return out, err
}

// cellReader reads the cells of a row.
type cellReader struct{ dec *xml.Decoder }

// children calls fn for every child of the element just entered, which must read
// it to its end, and gives the text between them.
func (d *cellReader) children(fn func(xml.StartElement) error) (string, error) {
	var b strings.Builder
	for {
		tok, err := d.dec.Token()
		if err != nil {
			return "", err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			if err := fn(t.Copy()); err != nil {
				return "", err
			}
		case xml.EndElement:
			return b.String(), nil
		case xml.CharData:
			b.Write(t)
		case xml.Directive:
			return "", xmlwalk.ErrDoctype
		}
	}
}

// number is the number in the name of a cell (c3, u1, a2); 0 where there is none.
func number(name string) int {
	n, err := strconv.Atoi(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"))
	if err != nil {
		return 0
	}
	return n
}

func (d *cellReader) cell(el xml.StartElement, col *Column, folder []string, depth int) (Cell, error) {
	if depth > maxDepth {
		return Cell{}, xmlwalk.ErrLimit
	}
	if col != nil && col.Folder != "" {
		folder = append(append([]string(nil), folder...), col.Folder)
	}
	if file := xmlwalk.Attr(el, "file"); file != "" {
		l := &LOB{File: file, Length: -1, folder: folder}
		if n, err := strconv.ParseInt(xmlwalk.Attr(el, "length"), 10, 64); err == nil && n >= 0 {
			l.Length = n
		}
		return Cell{LOB: l}, d.dec.Skip()
	}
	var parts []string
	list := false
	text, err := d.children(func(child xml.StartElement) error {
		n := number(child.Name.Local)
		var field *Column
		if col != nil && n >= 1 && n <= len(col.Fields) {
			field = col.Fields[n-1]
		}
		c, err := d.cell(child, field, folder, depth+1)
		if err != nil {
			return err
		}
		list = list || strings.HasPrefix(child.Name.Local, "a")
		s := c.shown()
		if field != nil && field.Name != "" {
			s = field.Name + ": " + s
		}
		parts = append(parts, s)
		return nil
	})
	if err != nil {
		return Cell{}, err
	}
	switch {
	case list:
		text = "[" + strings.Join(parts, "; ") + "]"
	case len(parts) > 0:
		text = "{" + strings.Join(parts, "; ") + "}"
	default:
		text = unescape(text)
	}
	return Cell{Text: text}, nil
}

// unescape decodes the \u00XX that SIARD writes for control characters, leading
// and repeated spaces and the backslash.
func unescape(s string) string {
	if !strings.Contains(s, `\u`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+6 <= len(s) && s[i+1] == 'u' {
			if n, err := strconv.ParseUint(s[i+2:i+6], 16, 32); err == nil {
				b.WriteRune(rune(n))
				i += 5
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// places are where a large object may lie in the tree, the likeliest first.
func (l LOB) places(root, lobFolder, tableDir string) []string {
	folder := path.Join(l.folder...)
	var out []string
	for _, p := range []string{l.File, path.Join(lobFolder, folder, l.File), path.Join(folder, l.File),
		path.Join("content", tableDir, folder, l.File), path.Join("content", tableDir, l.File), path.Join(lobFolder, l.File)} {
		p = strings.TrimPrefix(path.Clean(strings.ReplaceAll(p, `\`, "/")), "/")
		if p != ".." && !strings.HasPrefix(p, "../") {
			out = append(out, path.Join(root, p))
		}
	}
	return out
}
