package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrHeld says that another program holds the lock.
var ErrHeld = errors.New("lock is held")

// Lock is a lock of the operating system on a file: it goes with its process,
// even when that is killed.
type Lock struct{ f *os.File }

// TryLock takes the lock at path without waiting; the file and its folder are
// made where missing. Error: ErrHeld when another program has it.
func TryLock(path string) (*Lock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make folder of lock: %w", err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	if err := tryLock(f); err != nil {
		_ = f.Close() // the lock error is the one that counts
		return nil, fmt.Errorf("lock %s: %w", filepath.Base(path), err)
	}
	return &Lock{f}, nil
}

// Release gives the lock back; the file stays.
func (l *Lock) Release() error { return l.f.Close() }
