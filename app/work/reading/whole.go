package reading

import (
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

// containerSource reads the delivered container itself; it closes the tree.
func (rm *Room) containerSource(p transfer.Portion, tree container.Tree) (viewer.Source, func(), error) {
	none, name := viewer.Source{}, tree.Name()
	if err := tree.Close(); err != nil {
		return none, nil, err
	}
	f, err := os.Open(rm.Office.Path(p.Path))
	if err != nil {
		return none, nil, office.Disk("open "+name, err)
	}
	info, err := f.Stat()
	if err != nil {
		return none, nil, errors.Join(office.Disk("open "+name, err), f.Close())
	}
	format, err := rm.Engine.Identify.Identify(name, intake.LocalFile(f, info.Size()))
	if err != nil {
		return none, nil, errors.Join(err, f.Close())
	}
	src := Source(name, format)
	src.Content, src.Size = f, info.Size()
	return src, func() { _ = f.Close() }, nil // read only
}
