package reading

import (
	"context"
	"errors"
	"os"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/container"
	"laufzettel/viewer"
)

// IsContainer reports whether a primary file means the delivered container itself:
// it bears its name and lies not in it. A SIARD archive is kept and looked at as
// the one file it is (B1, B6).
func IsContainer(t container.Tree, name string) bool {
	if t.Form() == container.Folder || name != t.Name() {
		return false
	}
	_, inside := t.Stat(name)
	return !inside
}

// containerDocument opens the delivered container itself for looking at.
func (rm *Room) containerDocument(ctx context.Context, p transfer.Portion, tree container.Tree) (viewer.Document, func(), error) {
	name := tree.Name()
	if err := tree.Close(); err != nil {
		return nil, nil, err
	}
	f, err := os.Open(rm.Office.Path(p.Path))
	if err != nil {
		return nil, nil, office.Disk("open "+name, err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, errors.Join(office.Disk("open "+name, err), f.Close())
	}
	format, err := rm.Engine.Identify.Identify(name, intake.LocalFile(f, info.Size()))
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	src := Source(name, format)
	src.Content, src.Size = f, info.Size()
	return rm.openSource(ctx, src, func() { _ = f.Close() }) // read only
}
