// Package office reads word processor files, spreadsheets and slides (OOXML: docx, xlsx,
// pptx; ODF: odt, ods, odp) as text: headings, paragraphs, tables row by row, notes and
// comments in their order. Tables and pictures open in turn as parts. Nothing is drawn,
// calculated or fetched, no macro runs: what is shown differs from the original, and the
// notes say so. It runs in a child process (viewer/child). Requirements A24, A26.
package office

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
)

// Limits of one file.
const (
	maxXML     = 128 << 20 // bytes of XML read of all its parts
	maxText    = 8 << 20   // bytes of text kept
	maxDepth   = 500       // elements within elements
	maxCells   = 500_000
	maxColumns = 500
	maxCell    = 20_000 // bytes
	maxParts   = 900    // tables and pictures
	maxMarks   = 5000   // headings
	maxStyles  = 50_000 // styles, formats, relationships
	maxRepeat  = 1000   // times a row is said to be repeated
)

// Reader opens office files.
type Reader struct{}

// formats are the extensions and what they are called.
var formats = map[string]string{".docx": "Word (DOCX)", ".docm": "Word (DOCM)", ".dotx": "Word (DOTX)", ".dotm": "Word (DOTM)",
	".xlsx": "Excel (XLSX)", ".xlsm": "Excel (XLSM)", ".xltx": "Excel (XLTX)", ".xltm": "Excel (XLTM)",
	".pptx": "PowerPoint (PPTX)", ".pptm": "PowerPoint (PPTM)", ".ppsx": "PowerPoint (PPSX)", ".potx": "PowerPoint (POTX)",
	".odt": "OpenDocument (ODT)", ".ott": "OpenDocument (OTT)", ".ods": "OpenDocument (ODS)", ".ots": "OpenDocument (OTS)",
	".odp": "OpenDocument (ODP)", ".otp": "OpenDocument (OTP)"}

// Reads implements viewer.Reader.
func (Reader) Reads(src viewer.Source, head []byte) bool {
	return formats[src.Ext()] != "" && bytes.HasPrefix(head, []byte("PK"))
}

// Open implements viewer.Reader. The document is a viewer.Liner whose parts are its tables
// (CSV), pictures and embedded files.
func (Reader) Open(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	op := "open " + path.Base(src.Name)
	tree, err := container.OpenAt(ctx, path.Base(src.Name), src.Content, src.Size, container.Options{})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, viewer.Damaged(op, err)
	}
	f := &file{ctx: ctx, tree: tree, left: maxXML}
	if err := f.read(); err != nil {
		_ = tree.Close() // its bytes are the caller's
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, viewer.Damaged(op, err)
	}
	return f.document(src), nil
}

// file is an office file while it is read.
type file struct {
	builder
	ctx  context.Context
	tree container.Tree
	left int64 // bytes of XML that may still be read
}

var errNoOffice = errors.New("no document of an office program in it")

// read finds the main part and reads it by its root.
func (f *file) read() error {
	f.notes = append(f.notes, "Gezeigt werden Text, Tabellen und Bilder ohne Gestaltung: Die Darstellung weicht vom Original ab. "+
		"Makros werden nicht ausgeführt.")
	var err error
	main := f.target("_rels/.rels", "", "/officeDocument")
	switch {
	case f.has(main) && f.rootOf(main) == "workbook":
		err = f.workbook(main)
	case f.has(main) && f.rootOf(main) == "presentation":
		err = f.slides(main)
	case f.has(main):
		err = f.words(main)
	case f.has("word/document.xml"): // a package without relationships
		err = f.words("word/document.xml")
	case f.has("content.xml"):
		err = f.open()
	default:
		return errNoOffice
	}
	if err != nil {
		return err
	}
	f.about()
	return f.rest()
}

func (f *file) has(name string) bool {
	if name == "" {
		return false
	}
	_, ok := f.tree.Stat(name)
	return ok
}

// about takes title, author and last change as facts.
func (f *file) about() {
	labels := map[string]string{"title": "Titel", "creator": "Verfasser", "initial-creator": "Verfasser", "modified": "Geändert",
		"date": "Geändert"}
	for _, name := range []string{"docProps/core.xml", "meta.xml"} {
		label, value := "", ""
		_ = f.scan(name, &handler{
			start: func(e element) { label, value = labels[e.name], "" },
			text:  func(b []byte) { value += string(b[:min(len(b), maxCell)]) },
			end: func(string) {
				if value = clean(value); label != "" && value != "" && len(value) < maxCell {
					f.facts = append(f.facts, viewer.Fact{Label: label, Value: value})
				}
				label = ""
			},
		})
	}
}

// rest adds pictures and embedded files that the text does not name, and says what else
// lies in the file.
func (f *file) rest() error {
	macros := false
	err := f.tree.Files(f.ctx, func(e container.Entry) error {
		low := strings.ToLower(e.Path)
		switch {
		case strings.Contains(low, "/embeddings/"):
			f.lack("Die Datei enthält weitere Dateien; sie lassen sich einzeln öffnen, ihr Text steht hier nicht.")
			f.part(e.Path)
		case strings.Contains(low, "/media/"), strings.HasPrefix(low, "pictures/"):
			f.part(e.Path)
		case strings.HasSuffix(low, "vbaproject.bin"), strings.HasPrefix(low, "basic/"), strings.HasPrefix(low, "scripts/"):
			macros = true
		}
		return nil
	})
	if macros {
		f.note("Die Datei enthält Makros.")
	}
	return err
}

// document is an open office file. Its tree stays open for its pictures.
type document struct {
	viewer.Liner
	info     viewer.Info
	headings []viewer.Heading
	parts    []part
	tree     container.Tree
}

func (f *file) document(src viewer.Source) *document {
	lines := text.NewLines(strings.Join(f.lines, "\n"), src, "", nil).(viewer.Liner)
	info := viewer.Info{Kind: viewer.Office, Format: formats[src.Ext()], Facts: f.facts, Notes: f.notes, Partial: f.partial}
	return &document{Liner: lines, info: info, headings: f.headings, parts: f.parts, tree: f.tree}
}

// Info implements viewer.Document.
func (d *document) Info() viewer.Info { return d.info }

// Close implements viewer.Document.
func (d *document) Close() error { return d.tree.Close() }

// Text implements viewer.Texter; the text is one page.
func (d *document) Text(ctx context.Context, page int) (string, error) {
	return d.Liner.(viewer.Texter).Text(ctx, page)
}

// Search implements viewer.Searcher.
func (d *document) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	return d.Liner.(viewer.Searcher).Search(ctx, words)
}

// Outline implements viewer.Outliner; Page is the line.
func (d *document) Outline(context.Context) ([]viewer.Heading, error) { return d.headings, nil }

// Parts implements viewer.Container.
func (d *document) Parts() []viewer.Part {
	list := make([]viewer.Part, len(d.parts))
	for i, p := range d.parts {
		list[i] = p.Part
	}
	return list
}

// OpenPart implements viewer.Container.
func (d *document) OpenPart(n int) (viewer.Source, error) {
	var held bytes.Buffer
	if err := d.WritePart(context.Background(), n, &held); err != nil {
		return viewer.Source{}, err
	}
	p := d.parts[n]
	return viewer.Source{Name: p.Name, MIME: p.MIME, Content: bytes.NewReader(held.Bytes()), Size: int64(held.Len())}, nil
}

// WritePart writes a table as CSV, a picture or an embedded file as it is, to w.
func (d *document) WritePart(ctx context.Context, n int, w io.Writer) error {
	if n < 0 || n >= len(d.parts) {
		return fmt.Errorf("open part: %d of %d", n, len(d.parts))
	}
	p := d.parts[n]
	if p.path == "" {
		_, err := w.Write(p.csv)
		return err
	}
	r, err := d.tree.Open(ctx, p.path)
	if err == nil {
		_, err = io.Copy(w, r)
		err = errors.Join(err, r.Close())
	}
	if err != nil && ctx.Err() == nil {
		return viewer.Damaged("open "+p.Name, err)
	}
	return ctx.Err()
}
