package workspace

import (
	"context"
	"errors"
	"os"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/record"
	"laufzettel/viewer"
)

// isContainer reports whether a primary file means the delivered container itself:
// it bears its name and lies not in it. A SIARD archive is kept and looked at as
// the one file it is (B1, B6).
func isContainer(t container.Tree, name string) bool {
	if t.Form() == container.Folder || name != t.Name() {
		return false
	}
	_, inside := t.Stat(name)
	return !inside
}

// whole gives the delivered container as the only file of a package whose object
// is that container: what lies inside goes with it, byte for byte. nil for others.
func (b *builder) whole(ctx context.Context, o *record.Object) ([]aip.File, error) {
	for d := range record.All([]*record.Object{o}) {
		for f := range d.Files() {
			if !isContainer(b.tree, f.Name) {
				continue
			}
			file, err := b.accessionFile(f.Name, b.path(b.portion.Path))
			if err != nil {
				return nil, err
			}
			for _, e := range b.history.of("") {
				if sum := e.Detail["sha-256"]; e.Type == events.Received && sum != "" {
					file.Digests["sha-256"] = sum // verified while it is copied
				}
			}
			file.Object, file.ViewPath = d.ID, b.viewPath(f.Name, file.Format)
			return []aip.File{file}, ctx.Err()
		}
	}
	return nil, ctx.Err()
}

// containerDocument opens the delivered container itself for looking at.
func (w *Workspace) containerDocument(ctx context.Context, p transfer.Portion, tree container.Tree) (viewer.Document, func(), error) {
	name := tree.Name()
	if err := tree.Close(); err != nil {
		return nil, nil, err
	}
	f, err := os.Open(w.path(p.Path))
	if err != nil {
		return nil, nil, disk("open "+name, err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, errors.Join(disk("open "+name, err), f.Close())
	}
	format, err := w.engine.Identify.Identify(name, localFile(f, info.Size()))
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	src := source(name, format)
	src.Content, src.Size = f, info.Size()
	return w.openSource(ctx, src, func() { _ = f.Close() }) // read only
}
