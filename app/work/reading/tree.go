package reading

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
)

// tree is the tree of a share as it was delivered: a copy of its package has the empty folders
// and the dates again. Other packages know no folders, and their copies none.
type tree struct {
	folders []aip.Folder // in path order, parents first
	dates   map[string]time.Time
}

// treeOf reads the tree of a package; of a foreign one only what leads nowhere else.
func treeOf(pkg *aip.Package) tree {
	t := tree{folders: slices.DeleteFunc(pkg.Folders(), func(f aip.Folder) bool { return !fs.ValidPath(f.Path) || f.Path == "." })}
	if len(t.folders) == 0 {
		return t
	}
	t.dates = map[string]time.Time{}
	for _, l := range pkg.Files() {
		if name, data := strings.CutPrefix(l.Path, dataBelow); data && !l.Created.IsZero() {
			t.dates[name] = l.Created
		}
	}
	return t
}

// date gives when a file of a package was changed last, by its path in it; without a tree what
// is said for all.
func (t tree) date(name string, all time.Time) time.Time {
	if at, ok := t.dates[strings.TrimPrefix(name, dataBelow)]; ok {
		return at
	}
	return all
}

// restore makes the folders below a folder of a copy and gives files and folders their dates;
// it comes last, since what is written into a folder dates it anew.
func (t tree) restore(root *os.Root, below string) error {
	at := func(name string) string { return filepath.FromSlash(path.Join(below, name)) }
	for _, f := range t.folders {
		if err := root.MkdirAll(at(f.Path), 0o700); err != nil {
			return office.Disk("make folder of copy", err)
		}
	}
	for name, date := range t.dates {
		if err := root.Chtimes(at(name), date, date); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return office.Disk("date copy", err)
		}
	}
	for _, f := range slices.Backward(t.folders) {
		if !f.Modified.IsZero() {
			if err := root.Chtimes(at(f.Path), f.Modified, f.Modified); err != nil {
				return office.Disk("date copy", err)
			}
		}
	}
	return nil
}

// zip writes the folders into a ZIP.
func (t tree) zip(ctx context.Context, z *zip.Writer, below string, all time.Time) error {
	for _, f := range t.folders {
		h := &zip.FileHeader{Name: path.Join(below, f.Path) + "/", Modified: all}
		if !f.Modified.IsZero() {
			h.Modified = f.Modified.UTC()
		}
		if _, err := z.CreateHeader(h); err != nil {
			return fmt.Errorf("write %s: %w", h.Name, err)
		}
	}
	return ctx.Err()
}
