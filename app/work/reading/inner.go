package reading

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/container"
	"laufzettel/transfer/mapping"
	"laufzettel/viewer"
)

// innerMark parts the path of a container in a package from that of a file inside it: norms
// are kept in the signed containers they came in.
const innerMark = "!"

// documents lists the documents of a package in the order of their dates. One whose file
// lies inside a packaged container gets that file by both paths.
func documents(pkg *aip.Package) []aip.Document {
	all := pkg.Documents()
	outer := map[string]string{}
	for _, l := range pkg.Files() {
		if strings.EqualFold(path.Ext(l.Path), ".zip") {
			outer[path.Base(l.Path)] = l.Path
		}
	}
	if len(outer) == 0 {
		return all
	}
	for i, d := range all {
		box, name, ok := strings.Cut(d.Entry.Field("Datei").Value, innerMark)
		if at := outer[path.Base(box)]; ok && at != "" && len(d.Entry.Files) == 0 {
			e := *d.Entry // what the package says stays as it is
			e.Files = []aip.FileEntry{{Path: at + innerMark + name,
				Fields: []mapping.Value{{Name: "formatName", Value: strings.ToUpper(strings.TrimPrefix(path.Ext(name), "."))}}}}
			all[i].Entry = &e
		}
	}
	return all
}

// inner parts the path of a file inside a packaged container; false for any other.
func inner(pkg *aip.Package, name string) (box, file string, ok bool) {
	if _, plain := pkg.File(name); plain {
		return "", "", false
	}
	box, file, ok = strings.Cut(name, innerMark)
	if _, there := pkg.File(box); !there {
		return "", "", false
	}
	return box, file, ok
}

// openInner reads a file of a packaged container through the gate every delivery passes.
func (rm *Room) openInner(ctx context.Context, pkg *aip.Package, box, name string) (io.ReadCloser, error) {
	r, err := pkg.OpenFile(ctx, box)
	if err != nil {
		return nil, err
	}
	l, _ := pkg.File(box)
	src, done, err := rm.Intake.Spooled(box, l.MIME, viewer.Advancing(ctx, r, l.Size))
	if err := errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	tree, err := container.OpenAt(ctx, path.Base(box), src.Content, src.Size, rm.Intake.ContainerOptions())
	if err != nil {
		done()
		return nil, err
	}
	file, err := tree.Open(ctx, name)
	if err != nil {
		err = errors.Join(err, tree.Close())
		done()
		return nil, err
	}
	return innerFile{file, tree, done}, nil
}

// innerFile is an open file of a container, which is released with it.
type innerFile struct {
	io.ReadCloser
	tree container.Tree
	done func()
}

// Close implements io.Closer.
func (f innerFile) Close() error {
	err := errors.Join(f.ReadCloser.Close(), f.tree.Close())
	f.done()
	return err
}

// openFile opens a file of a package, or one inside a container of it.
func (rm *Room) openFile(ctx context.Context, pkg *aip.Package, name string) (io.ReadCloser, error) {
	if box, file, ok := inner(pkg, name); ok {
		return rm.openInner(ctx, pkg, box, file)
	}
	return pkg.OpenFile(ctx, name)
}
