package reading

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/people"
	"laufzettel/transfer/stop"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
)

// HeldFormat is one line of the format inventory (A26).
type HeldFormat struct {
	PUID     string `json:"puid"`
	Name     string `json:"name"`
	Files    int    `json:"files"`
	Bytes    int64  `json:"bytes"`
	ViewPath string `json:"viewPath"`          // program that shows it, "" = none
	Outside  bool   `json:"outside,omitempty"` // that program is not ours
}

// FormatInventory counts the formats of all packages, read from the packages. A *Lost
// comes with the counts of the others.
func (rm *Room) FormatInventory(ctx context.Context) ([]HeldFormat, error) {
	rows := map[string]*HeldFormat{}
	told := rm.eachHeld(ctx, func(_ transfer.Package, pkg *aip.Package) error {
		rm.countFormats(pkg, rows)
		return nil
	})
	if _, lost := AsLost(told); told != nil && !lost {
		return nil, told
	}
	out := make([]HeldFormat, 0, len(rows))
	for _, r := range rows {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b HeldFormat) int { return cmp.Or(b.Files-a.Files, cmp.Compare(a.Name, b.Name)) })
	return out, told
}

func (rm *Room) countFormats(pkg *aip.Package, rows map[string]*HeldFormat) {
	sizes := map[string]aip.Listed{}
	for _, l := range pkg.Files() {
		sizes[l.Path] = l
	}
	for f := range pkg.Metadata().AllFiles() {
		l := sizes[f.Path]
		key := strings.TrimPrefix(FileField(f, "registry"), "PRONOM ")
		r := rows[key]
		if r == nil {
			r = &HeldFormat{PUID: key, Name: FileField(f, "formatName")}
			if rm.opener.Shows(viewer.Source{Name: f.Path, PUID: key, MIME: l.MIME}, nil) {
				r.ViewPath = office.Program
			}
			rows[key] = r
		}
		r.Files++
		r.Bytes += l.Size
	}
}

// Export copies the files of a package into a new folder for use and gives their
// number. Error: Refused when the folder is not empty.
func (o *Opened) Export(ctx context.Context, dir string) (int, error) {
	pkg, err := o.mayGiveOut(ctx, "export package")
	if err != nil {
		return 0, err
	}
	root, err := newFolder(dir)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	n, bytes := 0, int64(0)
	for _, l := range pkg.Files() {
		if err := exportEntry(ctx, root, l.Path, func() (io.ReadCloser, error) { return pkg.OpenFile(ctx, l.Path) }); err != nil {
			return n, err
		}
		n++
		bytes += l.Size
	}
	if err := treeOf(pkg).restore(root, dataBelow); err != nil {
		return n, err
	}
	return n, o.room.Copies.NoteExport(ctx, pkg, dir, bytes)
}

// mayGiveOut asks for both: the right of who works here to give out, and that of the
// object to be copied.
func (o *Opened) mayGiveOut(ctx context.Context, op string) (*aip.Package, error) {
	pkg, err := o.mayUse(ctx, access.Copy)
	if err != nil {
		return nil, err
	}
	_, err = o.room.Office.Allow(ctx, people.Use, op)
	return pkg, err
}

func exportEntry(ctx context.Context, root *os.Root, name string, open func() (io.ReadCloser, error)) error {
	r, err := open()
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer r.Close()
	local := filepath.FromSlash(name)
	if err := root.MkdirAll(filepath.Dir(local), 0o700); err != nil {
		return office.Disk("make export folder", err)
	}
	f, err := root.Create(local)
	if err != nil {
		return office.Disk("write export", err)
	}
	_, err = io.Copy(f, stop.Reader(ctx, r))
	return office.Disk("write export", errors.Join(err, f.Close()))
}
