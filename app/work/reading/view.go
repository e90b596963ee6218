package reading

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// Source names a file of a delivery or package to the viewers.
func Source(name string, f check.Format) viewer.Source {
	return viewer.Source{Name: name, PUID: f.PUID, MIME: f.MIME}
}

// Index puts a package into the catalog, read from the package alone.
func (rm *Room) Index(ctx context.Context, name string) error {
	pkg, err := aip.Open(ctx, name)
	if err != nil {
		return err
	}
	defer pkg.Close() // opened for reading
	if err := rm.IndexOpened(ctx, pkg, name); err != nil {
		return err
	}
	return rm.addWords(ctx, pkg, func(int) {})
}

// IndexOpened puts an open package into the catalog by its description and its list of
// files. It is found and shown at once; the words of its documents follow with
// CompleteIndex.
func (rm *Room) IndexOpened(ctx context.Context, pkg *aip.Package, name string) error {
	item, err := rm.itemOf(ctx, pkg, name)
	if err != nil {
		return err
	}
	return rm.catalog.Put(ctx, item)
}

// RebuildCatalog makes the index anew from all packages of the workspace and
// gives their number. Confirmed by what stands in the packages, nothing else.
func (rm *Room) RebuildCatalog(ctx context.Context) (int, error) {
	n, told := rm.catalog.Rebuild(ctx, func(ctx context.Context, yield func(catalog.Item) error) error {
		told := rm.eachHeld(ctx, func(p transfer.Package, pkg *aip.Package) error {
			item, err := rm.itemOf(ctx, pkg, rm.Office.Path(p.Path))
			if err != nil {
				return err
			}
			return yield(item)
		})
		if _, lost := AsLost(told); told != nil && !lost {
			return told
		}
		if told != nil {
			told = fmt.Errorf("%w: %w", catalog.ErrPartial, told) // what is known of the lost ones stays
		}
		return errors.Join(rm.eachFetched(ctx, yield), told)
	})
	if _, lost := AsLost(told); told != nil && !lost {
		return n, told
	}
	return n, cmp.Or(told, rm.CompleteIndex(ctx, nil))
}

// item reads the index fields (MAPPING-3) out of a package.
func (rm *Room) item(ctx context.Context, name string) (catalog.Item, error) {
	pkg, err := aip.Open(ctx, name)
	if err != nil {
		return catalog.Item{}, err
	}
	defer pkg.Close()
	return rm.itemOf(ctx, pkg, name)
}

// itemOf is item for a package that is open already; the words of its documents follow.
func (rm *Room) itemOf(ctx context.Context, pkg *aip.Package, name string) (it catalog.Item, err error) {
	d := pkg.Metadata()
	it = catalog.Item{PID: d.PID, ReferenceCode: d.ReferenceCode, Accession: d.AccessionID, Package: rm.relative(name),
		Checked: rm.Office.Now(), Later: true}
	for _, v := range d.Administrative {
		switch v.Name {
		case "agency":
			it.Agency = v.Value
		case "accessionNumber":
			it.Number = v.Value
		}
	}
	place(&it, pkg)
	if it.Closure, err = rm.Gate.closure(ctx, d.PID, sealed(d)); err != nil {
		return it, err
	}
	fill(&it, d.Objects)
	if err := rm.headed(ctx, &it); err != nil {
		return it, err
	}
	for _, doc := range documents(pkg) {
		it.Documents = append(it.Documents, documentItem(pkg, doc)...)
	}
	return it, ctx.Err()
}

// headed puts the title and period a person corrected in place of the delivered ones,
// whose title is still found.
func (rm *Room) headed(ctx context.Context, it *catalog.Item) error {
	h, err := rm.contained.Heading(ctx, it.PID)
	if err != nil || h == nil {
		return err
	}
	if it.Subject != h.Title {
		it.Keywords = strings.TrimSpace(it.Keywords + " " + it.Subject)
	}
	it.Subject, it.From, it.To = h.Title, h.From, h.To
	return nil
}

// relative gives the slash path inside the workspace, or the name itself.
func (rm *Room) relative(name string) string {
	if rel, err := filepath.Rel(rm.Office.Dir, name); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return name
}

// documentItem gives one index row per file of a document, without its text.
func documentItem(pkg *aip.Package, doc aip.Document) []catalog.Document {
	title, words := doc.Entry.Field("subject").Value, strings.TrimSpace(doc.Entry.Field("reference").Value+" "+keywords(doc.Entry))
	if len(doc.Entry.Files) == 0 {
		return []catalog.Document{{ID: doc.Entry.ID, Title: title, Date: doc.Date, Keywords: words}}
	}
	var out []catalog.Document
	for _, f := range doc.Entry.Files {
		l, _ := pkg.File(f.Path)
		row := catalog.Document{ID: doc.Entry.ID, Title: title, Keywords: words, Date: doc.Date, Path: f.Path, Bytes: l.Size,
			Format: FileField(f, "formatName")}
		if l.SHA512 != "" { // one inside a container has none of its own
			row.Digest = digestMark + l.SHA512
		}
		out = append(out, row)
	}
	return out
}

// digestMark stands before a digest of the catalog.
const digestMark = "sha512:"

func FileField(f aip.FileEntry, name string) string {
	for _, v := range f.Fields {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

// maxInMemory bounds a file that the viewers get without a temporary file.
const maxInMemory = 256 << 10

// packageSource reads a file of a package for the viewers, a small one into memory.
func (rm *Room) packageSource(ctx context.Context, pkg *aip.Package, name, mime string) (viewer.Source, func(), error) {
	r, err := rm.openFile(ctx, pkg, name)
	if err != nil {
		return viewer.Source{}, nil, err
	}
	defer func(r io.Closer) { _ = r.Close() }(r) // opened for reading
	l, _ := pkg.File(name)
	if l.Size <= maxInMemory {
		held := bytes.NewBuffer(make([]byte, 0, max(l.Size, 0)+bytes.MinRead))
		if _, err := held.ReadFrom(io.LimitReader(viewer.Advancing(ctx, r, l.Size), maxInMemory+1)); err != nil {
			return viewer.Source{}, nil, office.Disk("read "+name, err)
		}
		if held.Len() <= maxInMemory {
			return viewer.Source{Name: name, MIME: mime, Content: bytes.NewReader(held.Bytes()), Size: int64(held.Len())}, func() {}, nil
		}
		r = io.NopCloser(io.MultiReader(held, r)) // larger than METS says
	}
	return rm.Intake.Spooled(name, mime, viewer.Advancing(ctx, r, l.Size))
}

// Document opens a file for looking at; done releases it. name is a path inside the
// package or delivery, or the delivered container itself.
func (o *Opened) Document(ctx context.Context, name string) (doc viewer.Document, done func(), err error) {
	src, done, err := o.source(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if doc, done, err = o.room.openSource(ctx, src, done); err != nil || o.delivery == nil {
		return doc, done, err
	}
	fact, _, err := o.room.Journal.File(ctx, o.delivery.Run, name)
	if err == nil {
		doc, err = o.room.desk.Recognised.Over(ctx, doc, o.delivery.ID, fact.Digests[string(fixity.SHA512)])
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return doc, done, nil
}

// Draw draws a page (from 1) of a file as PNG. Error: Refused where there is no such
// page.
func (o *Opened) Draw(ctx context.Context, name string, page, width int, out io.Writer) error {
	src, done, err := o.source(ctx, name)
	if err != nil {
		return err
	}
	defer done()
	return o.room.draw(ctx, src, page, width, out)
}

// File opens the bytes of a file, for a copy outside of this program. Of a package
// that takes the right to copy (A23). Closing it releases the delivery.
func (o *Opened) File(ctx context.Context, name string) (io.ReadCloser, error) {
	if err := o.room.Office.Staff("open outside"); err != nil {
		return nil, err
	}
	if o.ours == nil {
		tree, err := o.tree(ctx)
		if err != nil {
			return nil, err
		}
		r, err := tree.Open(ctx, name)
		if err != nil {
			return nil, errors.Join(failure.Wrap(failure.Refused, "open "+name, wording.Say("hint.reading.file-not-in-delivery"), err),
				tree.Close())
		}
		return treeFile{r, tree}, nil
	}
	pkg, err := o.mayUse(ctx, access.Copy)
	if err != nil {
		return nil, err
	}
	r, err := o.room.openFile(ctx, pkg, name)
	if err != nil {
		return nil, notInPackage(name, err)
	}
	return r, nil
}

// treeFile is a file together with the container it is read from.
type treeFile struct {
	io.ReadCloser
	tree container.Tree
}

// Close implements io.Closer.
func (f treeFile) Close() error { return errors.Join(f.ReadCloser.Close(), f.tree.Close()) }

func notInPackage(name string, err error) error {
	return failure.Wrap(failure.Refused, "open "+name, wording.Say("hint.reading.file-not-in-package"), err)
}

// tree opens the files of a delivery or of what is no package of ours.
func (o *Opened) tree(ctx context.Context) (container.Tree, error) {
	switch {
	case o.admitted == nil:
		return nil, o.noPackage()
	case o.delivery == nil:
		if err := o.Shown(ctx); err != nil {
			return nil, err
		}
		return container.Open(ctx, o.key, o.room.Intake.ContainerOptions())
	}
	if err := o.Shown(ctx); err != nil {
		return nil, err
	}
	return o.room.Intake.Tree(ctx, *o.delivery)
}

// source reads a file for the viewers; everything that is drawn, set as text or
// listed comes from here.
func (o *Opened) source(ctx context.Context, name string) (viewer.Source, func(), error) {
	switch {
	case o.delivery != nil:
		return o.deliveredSource(ctx, name)
	case o.outside != nil:
		f, err := o.Look(ctx)
		if err != nil {
			return viewer.Source{}, nil, err
		}
		src, done, err := f.source(ctx, name)
		return src, done, errors.Join(err, f.Close())
	}
	pkg, err := o.content(ctx)
	if err != nil {
		return viewer.Source{}, nil, err
	}
	l, _ := pkg.File(name)
	src, done, err := o.room.packageSource(ctx, pkg, name, l.MIME)
	if err != nil {
		return viewer.Source{}, nil, notInPackage(name, err)
	}
	return src, done, nil
}

// deliveredSource reads a file of a delivery, or the delivered container itself.
func (o *Opened) deliveredSource(ctx context.Context, name string) (viewer.Source, func(), error) {
	none := viewer.Source{}
	tree, err := o.tree(ctx)
	if err != nil {
		return none, nil, err
	}
	if IsContainer(tree, name) {
		return o.room.containerSource(*o.delivery, tree)
	}
	fact, _, err := o.room.Journal.File(ctx, o.delivery.Run, name)
	if err != nil {
		return none, nil, errors.Join(err, tree.Close())
	}
	r, err := tree.Open(ctx, name)
	if err != nil {
		return none, nil, errors.Join(failure.Wrap(failure.Refused, "open "+name, wording.Say("hint.reading.file-not-in-delivery"), err),
			tree.Close())
	}
	src, done, err := o.room.Intake.Spooled(name, fact.Format.MIME, r)
	if err := errors.Join(err, r.Close(), tree.Close()); err != nil {
		return none, nil, err
	}
	src.PUID = fact.Format.PUID
	return src, done, nil
}

// OpenPart shows what a document that is shown already holds: an attachment, a cell, a
// page of an archive. Who asks has its bytes.
func (rm *Room) OpenPart(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return rm.opener.Open(ctx, src)
}

func (rm *Room) openSource(ctx context.Context, src viewer.Source, done func()) (viewer.Document, func(), error) {
	doc, err := rm.opener.Open(ctx, src)
	if err != nil {
		done()
		return nil, nil, err
	}
	return doc, func() { _ = doc.Close(); done() }, nil
}
