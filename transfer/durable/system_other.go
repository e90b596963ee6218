//go:build !windows

package durable

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func rename(from, to string) error { return os.Rename(from, to) }

// busy: only "text file busy" and busy mounts; open files can be renamed here.
func busy(err error) bool { return errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.ETXTBSY) }

// locked: waiting for a busy mount is pointless.
func locked(error) bool { return false }

// SyncDir makes the names in a folder durable. File systems that cannot sync
// folders (some network shares) are left alone: the files themselves are synced.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
