// Package durable puts files and names onto the disk so that they survive a
// power failure: temporary file, sync, rename, sync of the folder. It is the one
// place that knows how Windows differs: there a file that a virus scanner, a
// backup or a viewer holds open cannot be renamed over, mostly for moments only,
// so renaming is tried again for a bounded time.
//
// It is a leaf: it names no domain term, sorts no error for people and never
// deletes what was there. Callers turn its errors into failure.Error; Busy tells
// them which ones another program causes.
package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Suffix ends the names of files that are not complete. A file with it was left
// by a killed program and means nothing.
const Suffix = ".partial"

// unfinished begins the name of what Write has not finished.
const unfinished = ".write-"

// Unfinished reports whether a file of this name (without folder) is what Write had
// not finished when the program was killed; nobody reads it.
func Unfinished(name string) bool {
	return strings.HasPrefix(name, unfinished) && strings.HasSuffix(name, Suffix)
}

// WriteFile puts data at path with the given rights. After it returns nil the
// file is there complete, even when the power fails; a reader sees the old file
// or the whole new one. The folder must exist.
func WriteFile(path string, data []byte, perm fs.FileMode) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write is WriteFile for content that fill writes. An error of fill leaves the
// old file as it was. On Windows perm decides only whether the file is read-only. What is
// there and is no file, such as /dev/stdout or a pipe, is written to and never replaced.
func Write(path string, perm fs.FileMode, fill func(io.Writer) error) (err error) {
	if stream(path) {
		return into(path, fill)
	}
	dir := filepath.Dir(path)
	// Not named after path: a name of 255 bytes must have room for a temporary one.
	f, err := os.CreateTemp(dir, unfinished+"*"+Suffix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if err := errors.Join(fill(f), f.Chmod(perm), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := Rename(f.Name(), path); err != nil {
		return err
	}
	return SyncDir(dir)
}

// stream reports whether what lies under path takes bytes and is no file: a device, a pipe,
// or a name of the system for an open file (/dev/stdout, /proc/self/fd/1).
func stream(path string) bool {
	const odd = fs.ModeDevice | fs.ModeCharDevice | fs.ModeNamedPipe | fs.ModeSocket | fs.ModeIrregular
	if info, err := os.Stat(path); err != nil || info.Mode()&odd != 0 {
		return err == nil
	}
	for range maxLinks {
		if dir := filepath.Dir(filepath.Clean(path)); dir == "/dev" || dir == "/dev/fd" || strings.HasPrefix(dir, "/proc/") {
			return true
		}
		next, err := os.Readlink(path)
		if err != nil {
			return false
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return false
}

// maxLinks bounds how many links are followed, as the system does.
const maxLinks = 40

// into writes to what is no file; there is nothing to sync and nothing to keep. A pipe that
// nobody reads is an error and not waited for.
func into(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	return errors.Join(fill(f), f.Close())
}

// Rename moves from to to in one step, over a file that is there. Where another
// program holds one of them open, it tries again for up to two seconds; then
// Busy(err) holds. The content of from must be synced before; SyncDir makes the
// new name durable (Windows does it in the same step).
func Rename(from, to string) error {
	return retry(func() error { return rename(from, to) }, time.Sleep)
}

// Busy reports whether err says that another program holds a file open; the
// person can end it, an administrator need not look at rights or space.
func Busy(err error) bool { return err != nil && busy(err) }

// Told sorts an error of a local disk for the person. What is cancelled or told
// already stays; a file that another program holds open is Refused with the hint
// busy, since the person can end it; all else is Setup with the hint setup.
func Told(op string, busy, setup wording.Text, err error) error {
	if err == nil || failure.Canceled(err) {
		return err
	}
	if _, told := errors.AsType[*failure.Error](err); told {
		return err
	}
	if Busy(err) {
		return failure.Wrap(failure.Refused, op, busy, err)
	}
	return failure.Wrap(failure.Setup, op, setup, err)
}

// Waits of retry: 5, 10, 20 … 250 ms, two seconds in all.
const (
	firstWait = 5 * time.Millisecond
	mostWait  = 250 * time.Millisecond
	patience  = 2 * time.Second
)

// retry runs op until it succeeds, fails for another reason than a lock, or
// patience is at its end.
func retry(op func() error, sleep func(time.Duration)) error {
	wait, waited := firstWait, time.Duration(0)
	for {
		err := op()
		if err == nil || !locked(err) || waited >= patience {
			return err
		}
		sleep(wait)
		waited += wait
		wait = min(2*wait, mostWait)
	}
}

// ErrNoFile says that what lies under a name is no file: a pipe would be waited for, a
// device would never end.
var ErrNoFile = errors.New("not a regular file")

// OpenFile opens a file for reading, and nothing but a file.
func OpenFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrNoFile}
	}
	return os.Open(name)
}
