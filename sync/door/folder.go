package door

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// receiptPause is how long is waited before a receipt is looked for again.
const receiptPause = 2 * time.Minute

// Folder delivers into a folder that the archive watches: on this machine, a
// mounted share, or a UNC path. limit may be nil.
func Folder(dir string, limit *channel.Limit) *Carrier {
	return &Carrier{limit: limit, enter: func(context.Context) (place, error) {
		st, err := os.Stat(dir)
		if err == nil && !st.IsDir() {
			err = failure.New(failure.Setup, "open folder", wording.Say("hint.door.place-not-folder"))
		}
		return folder{dir}, err
	}}
}

type folder struct{ dir string }

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

func (f folder) size(name string) (int64, error) {
	st, err := os.Stat(f.path(name))
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

func (f folder) add(name string, offset, _ int64) (io.WriteCloser, error) {
	file, err := os.OpenFile(f.path(name), os.O_CREATE|os.O_WRONLY, 0o640)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return synced{file}, nil
}

// synced is a file that is on the disk once it is closed.
type synced struct{ *os.File }

// Close implements io.Closer.
func (s synced) Close() error { return errors.Join(s.File.Sync(), s.File.Close()) }

func (f folder) open(name string) (io.ReadCloser, error) { return os.Open(f.path(name)) }

func (f folder) rename(from, to string) error {
	if err := durable.Rename(f.path(from), f.path(to)); err != nil {
		return err
	}
	return durable.SyncDir(f.dir)
}

func (f folder) remove(name string) error { return os.Remove(f.path(name)) }

func (f folder) close() error { return nil }
