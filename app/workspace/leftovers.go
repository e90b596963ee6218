package workspace

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"laufzettel/transfer/failure"
)

// forgotten is how long a copy that became no portion must have lain untouched
// before it is taken for the rest of a killed receive: another window may be
// copying at this moment.
const forgotten = 24 * time.Hour

// sweepInbox removes copies that a killed receive left behind: nobody was told
// that they arrived, their source is whole, and material that belongs to no
// portion may not lie about. What cannot be removed now is tried again next time.
func (w *Workspace) sweepInbox(ctx context.Context) {
	entries, err := os.ReadDir(w.path(dirInbox))
	if err != nil {
		return
	}
	for _, e := range entries {
		dir := filepath.Join(w.path(dirInbox), e.Name())
		_, err := w.Portions.Get(ctx, e.Name())
		if !e.IsDir() || failure.KindOf(err) != failure.Refused { // Refused: there is no such portion
			continue
		}
		if touched, err := lastTouched(dir); err == nil && time.Since(touched) > forgotten {
			_ = os.RemoveAll(dir)
		}
	}
}

// sweepPackages removes what a killed building of packages left under hidden names:
// the package was built anew beside it, and half a copy of records may not lie about.
func (w *Workspace) sweepPackages() {
	names, err := fs.Glob(os.DirFS(w.path(dirPackages)), "*/.*.part")
	if err != nil {
		return
	}
	for _, name := range names {
		name = filepath.Join(w.path(dirPackages), filepath.FromSlash(name))
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > forgotten {
			_ = os.Remove(name) // the next start tries again
		}
	}
}

// lastTouched is the latest modification below and at dir; the folders count too,
// since a finished copy carries the time of its source.
func lastTouched(dir string) (last time.Time, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return err
	})
	return last, err
}
