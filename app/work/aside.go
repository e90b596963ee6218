package work

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Writable reports whether the workspace at dir can be opened for writing: not on a
// medium that is write-protected, or where this person may only read.
func Writable(dir string) bool {
	f, err := os.OpenFile(filepath.Join(dir, office.DbName), os.O_RDWR, 0)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	if f.Close() != nil {
		return false
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return false
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name())) == nil
}

// OpenAside opens a copy of the database of a workspace that cannot be written, in a
// folder of its own that done removes: what is asked is answered from the copy and from
// the papers beside the original, and the original is not touched (defect S12).
func OpenAside(ctx context.Context, dir string, o office.Options) (h *House, done func() error, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	aside, err := os.MkdirTemp("", "laufzettel-aside-*")
	if err != nil {
		return nil, nil, office.Disk("copy database", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(aside))
		}
	}()
	for _, name := range []string{office.DbName, office.DbName + "-wal", "settings.json"} {
		err := copyFile(filepath.Join(dir, name), filepath.Join(aside, name))
		if err != nil && (name == office.DbName || !errors.Is(err, fs.ErrNotExist)) {
			return nil, nil, failure.Wrap(failure.Setup, "copy database", wording.Say("hint.work.database-unreadable"), err)
		}
	}
	if h, err = openAt(ctx, aside, o, dir); err != nil {
		return nil, nil, err
	}
	return h, func() error { return errors.Join(h.Close(), os.RemoveAll(aside)) }, nil
}

func copyFile(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close() // read only
	w, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Close())
}
