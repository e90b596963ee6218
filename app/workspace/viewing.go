package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
)

// maxIndexed bounds a file whose full text goes into the index; larger ones are
// found by their description only.
const maxIndexed = 64 << 20

// source names a file of a delivery or package to the viewers.
func source(name string, f check.Format) viewer.Source {
	return viewer.Source{Name: name, PUID: f.PUID, MIME: f.MIME}
}

// index puts a package into the catalog, read from the package alone.
func (w *Workspace) index(ctx context.Context, name string) error {
	item, err := w.item(ctx, name)
	if err != nil {
		return err
	}
	return w.Catalog.Put(ctx, item)
}

// indexOpened is index for a package that is open already.
func (w *Workspace) indexOpened(ctx context.Context, pkg *aip.Package, name string) error {
	item, err := w.itemOf(ctx, pkg, name)
	if err != nil {
		return err
	}
	return w.Catalog.Put(ctx, item)
}

// RebuildCatalog makes the index anew from all packages of the workspace and
// gives their number. Confirmed by what stands in the packages, nothing else.
func (w *Workspace) RebuildCatalog(ctx context.Context) (int, error) {
	return w.Catalog.Rebuild(ctx, func(ctx context.Context, yield func(catalog.Item) error) error {
		packages, err := w.Portions.Packages(ctx, "")
		if err != nil {
			return err
		}
		for _, p := range packages {
			if p.State == transfer.PackageOrdered || p.Kind != aip.KindAIP {
				continue
			}
			item, err := w.item(ctx, w.path(p.Path))
			if err != nil {
				return err
			}
			if err := yield(item); err != nil {
				return err
			}
		}
		return w.eachFetched(ctx, yield)
	})
}

// item reads the index fields (MAPPING-3) and full texts out of a package.
func (w *Workspace) item(ctx context.Context, name string) (catalog.Item, error) {
	pkg, err := aip.Open(ctx, name)
	if err != nil {
		return catalog.Item{}, err
	}
	defer pkg.Close()
	return w.itemOf(ctx, pkg, name)
}

// itemOf is item for a package that is open already.
func (w *Workspace) itemOf(ctx context.Context, pkg *aip.Package, name string) (it catalog.Item, err error) {
	d := pkg.Metadata()
	it = catalog.Item{PID: d.PID, ReferenceCode: d.ReferenceCode, Accession: d.AccessionID, Package: w.relative(name), Checked: w.Now()}
	for _, v := range d.Administrative {
		if v.Name == "agency" {
			it.Agency = v.Value
		}
	}
	if it.Closure, err = w.ClosureOf(ctx, d); err != nil {
		return it, err
	}
	fill(&it, d.Objects)
	for _, doc := range pkg.Documents() {
		entry, err := w.documentItem(ctx, pkg, doc)
		if err != nil {
			return it, err
		}
		it.Documents = append(it.Documents, entry...)
	}
	return it, nil
}

// relative gives the slash path inside the workspace, or the name itself.
func (w *Workspace) relative(name string) string {
	if rel, err := filepath.Rel(w.Dir, name); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return name
}

// fill takes reference, subject and span from the packaged object; its parents
// are found by their words.
func fill(it *catalog.Item, entries []*aip.Entry) {
	for _, e := range entries {
		subject, reference := e.Field("subject").Value, e.Field("reference").Value
		if e.Context {
			it.Keywords = strings.TrimSpace(it.Keywords + " " + reference + " " + subject)
			fill(it, e.Children)
			continue
		}
		it.Kind, it.Filing, it.Subject = string(e.Kind), reference, subject
		it.Keywords = strings.TrimSpace(it.Keywords + " " + keywords(e))
		it.From, it.To = e.Field("from").Value, e.Field("to").Value
		return
	}
}

// titled are fields of a description that stand in columns of the index.
var titled = []string{"subject", "reference", "date", "from", "to"}

// keywords are the further statements about an object, which are found by their
// words: the index fields of every kind (B5, C11, D6, F1).
func keywords(e *aip.Entry) string {
	var words []string
	for _, f := range e.Fields {
		if !slices.Contains(titled, f.Name) {
			words = append(words, f.Value)
		}
	}
	return strings.Join(words, " ")
}

// documentItem gives one index row per file of a document.
func (w *Workspace) documentItem(ctx context.Context, pkg *aip.Package, doc aip.Document) ([]catalog.Document, error) {
	title, words := doc.Entry.Field("subject").Value, strings.TrimSpace(doc.Entry.Field("reference").Value+" "+keywords(doc.Entry))
	if len(doc.Entry.Files) == 0 {
		return []catalog.Document{{ID: doc.Entry.ID, Title: title, Date: doc.Date, Keywords: words}}, nil
	}
	var out []catalog.Document
	for _, f := range doc.Entry.Files {
		l, _ := pkg.File(f.Path)
		row := catalog.Document{ID: doc.Entry.ID, Title: title, Keywords: words, Date: doc.Date, Path: f.Path, Bytes: l.Size, Format: fileField(f, "formatName"), Digest: "sha512:" + l.SHA512}
		if l.Size <= maxIndexed {
			text, err := w.fullText(ctx, pkg, f, l)
			if err != nil {
				return nil, err
			}
			row.Text = text
		}
		out = append(out, row)
	}
	return out, nil
}

func fileField(f aip.FileEntry, name string) string {
	for _, v := range f.Fields {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

// maxFullText is how many bytes of text of one file are indexed.
const maxFullText = 4 << 20

// fullText gives the words of a file; a file no reader understands has none.
func (w *Workspace) fullText(ctx context.Context, pkg *aip.Package, f aip.FileEntry, l aip.Listed) (string, error) {
	src, done, err := w.packageSource(ctx, pkg, f.Path, l.MIME)
	if err != nil {
		return "", err
	}
	defer done()
	doc, err := w.Opener.Open(ctx, src)
	if err != nil {
		return "", ctx.Err() // unreadable content is found by its description
	}
	defer doc.Close()
	text, err := viewer.FullText(ctx, doc, maxFullText)
	if err != nil {
		return "", ctx.Err()
	}
	return text, nil
}

// maxInMemory bounds a file that the viewers get without a temporary file.
const maxInMemory = 256 << 10

// packageSource reads a file of a package for the viewers, a small one into memory.
func (w *Workspace) packageSource(ctx context.Context, pkg *aip.Package, name, mime string) (viewer.Source, func(), error) {
	r, err := pkg.OpenFile(ctx, name)
	if err != nil {
		return viewer.Source{}, nil, err
	}
	defer func(r io.Closer) { _ = r.Close() }(r) // opened for reading
	l, _ := pkg.File(name)
	if l.Size <= maxInMemory {
		held := bytes.NewBuffer(make([]byte, 0, max(l.Size, 0)+bytes.MinRead))
		if _, err := held.ReadFrom(io.LimitReader(viewer.Advancing(ctx, r, l.Size), maxInMemory+1)); err != nil {
			return viewer.Source{}, nil, disk("read "+name, err)
		}
		if held.Len() <= maxInMemory {
			return viewer.Source{Name: name, MIME: mime, Content: bytes.NewReader(held.Bytes()), Size: int64(held.Len())}, func() {}, nil
		}
		r = io.NopCloser(io.MultiReader(held, r)) // larger than METS says
	}
	return w.spooled(name, mime, viewer.Advancing(ctx, r, l.Size))
}

// spooled puts content into a deleted temporary file, for random access without
// memory.
func (w *Workspace) spooled(name, mime string, r io.Reader) (viewer.Source, func(), error) {
	f, err := os.CreateTemp(w.path(dirSpool), "view-*")
	if err != nil {
		return viewer.Source{}, nil, disk("make temporary file", err)
	}
	done := func() { _ = f.Close(); _ = os.Remove(f.Name()) }
	size, err := io.Copy(f, r)
	if err != nil {
		done()
		if failure.Canceled(err) {
			return viewer.Source{}, nil, err
		}
		return viewer.Source{}, nil, disk("write temporary file", err)
	}
	return viewer.Source{Name: name, MIME: mime, Content: f, Size: size}, done, nil
}

// Document opens a file of a portion for looking at; done releases it.
func (w *Workspace) Document(ctx context.Context, portion, name string) (viewer.Document, func(), error) {
	p, tree, err := w.shownTree(ctx, portion)
	if err != nil {
		return nil, nil, err
	}
	if isContainer(tree, name) {
		return w.containerDocument(ctx, p, tree)
	}
	fact, _, err := w.journal.File(ctx, p.Run, name)
	if err != nil {
		return nil, nil, errors.Join(err, tree.Close())
	}
	r, err := tree.Open(ctx, name)
	if err != nil {
		return nil, nil, errors.Join(failure.Wrap(failure.Refused, "open "+name, "Die Datei liegt nicht in der Lieferung.", err), tree.Close())
	}
	src, done, err := w.spooled(name, fact.Format.MIME, r)
	if err := errors.Join(err, r.Close(), tree.Close()); err != nil {
		return nil, nil, err
	}
	src.PUID = fact.Format.PUID
	return w.openSource(ctx, src, done)
}

// PackageDocument opens a file of a package for looking at; application is the number
// that opens a closed one at a reader's place.
func (w *Workspace) PackageDocument(ctx context.Context, pkg *aip.Package, name, application string) (viewer.Document, func(), error) {
	if err := w.Released(ctx, pkg.Metadata(), application); err != nil {
		return nil, nil, err
	}
	mime := ""
	for _, l := range pkg.Files() {
		if l.Path == name {
			mime = l.MIME
		}
	}
	src, done, err := w.packageSource(ctx, pkg, name, mime)
	if err != nil {
		return nil, nil, failure.Wrap(failure.Refused, "open "+name, "Die Datei liegt nicht in diesem Paket.", err)
	}
	return w.openSource(ctx, src, done)
}

func (w *Workspace) openSource(ctx context.Context, src viewer.Source, done func()) (viewer.Document, func(), error) {
	doc, err := w.Opener.Open(ctx, src)
	if err != nil {
		done()
		return nil, nil, err
	}
	return doc, func() { _ = doc.Close(); done() }, nil
}

// OpenPackage opens a package by file name, persistent identifier or reference
// code of the workspace.
func (w *Workspace) OpenPackage(ctx context.Context, key string) (*aip.Package, error) {
	if _, err := Reach(ctx, key); err == nil {
		return aip.Open(ctx, key)
	} else if errors.Is(err, errSilent) {
		return nil, err
	}
	packages, err := w.Portions.Packages(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		if p.PID == key || p.ReferenceCode == key && p.Kind == aip.KindAIP {
			return aip.Open(ctx, w.path(p.Path))
		}
	}
	if name, err := w.fetchedAs(ctx, key); err != nil || name != "" {
		return openFetched(ctx, name, err)
	}
	return nil, failure.Wrap(failure.Refused, "find package "+key, fmt.Sprintf("Ein Archivpaket „%s“ gibt es nicht, weder als Datei noch in diesem Arbeitsbereich.", key), errNoSuchPackage)
}

// errNoSuchPackage is why a key names nothing, told from a package that may not be shown.
var errNoSuchPackage = errors.New("no such package")

// RenderPage draws a page (from 1) of a document in a package as PNG.
func (w *Workspace) RenderPage(ctx context.Context, pkg *aip.Package, name string, page, width int, out io.Writer) error {
	if err := w.Released(ctx, pkg.Metadata(), ""); err != nil {
		return err
	}
	src, done, err := w.packageSource(ctx, pkg, name, "")
	if err != nil {
		return failure.Wrap(failure.Refused, "open "+name, "Die Datei liegt nicht in diesem Paket.", err)
	}
	defer done()
	return w.draw(ctx, src, page, width, out)
}
