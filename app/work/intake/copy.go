package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

const copyBuffer = 1 << 20

// buffers are used again: a share has a million files, and most are smaller than one.
var buffers = sync.Pool{New: func() any { return new([copyBuffer]byte) }}

// place is where a copy is written: a name below a folder, reached step by step, so that
// no length of a whole path stands in the way.
type place struct {
	root *os.Root
	name string
}

// copyFile copies the file that a person named, be it by a link, syncs it, reads it
// back, compares, keeps its modification time and gives its SHA-256. A pipe in its
// place is not waited for.
func copyFile(ctx context.Context, source, target string, progress func(int64)) (digest string, err error) {
	in, err := os.OpenFile(source, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", unopened(source, err)
	}
	defer in.Close()
	return copyTo(ctx, in, target, progress)
}

// CopyWithin is copyFile for a file that nobody named but the delivery: nothing
// outside dir is reached, and a link is not followed, even one put there a moment ago.
func CopyWithin(ctx context.Context, dir, name, target string, progress func(int64)) (digest string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", unopened(name, err)
	}
	defer root.Close()
	in, err := openWithin(root, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	return copyTo(ctx, in, target, progress)
}

// openWithin opens a regular file below a folder.
func openWithin(root *os.Root, name string) (*os.File, error) {
	in, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, unopened(name, err)
	}
	open, err := in.Stat()
	if err != nil {
		return nil, unopened(name, errors.Join(err, in.Close()))
	}
	if there, err := root.Lstat(name); err != nil || !os.SameFile(open, there) {
		return nil, unopened(name, errors.Join(errLink, err, in.Close()))
	}
	return in, nil
}

// errLink is a link, pipe or device where a file of a delivery should be.
var errLink = errors.New("not a regular file")

func unopened(source string, err error) error {
	return failure.Wrap(failure.Refused, "read delivery", wording.Say("hint.intake.source-unreadable", filepath.Base(source)), err)
}

func copyTo(ctx context.Context, in *os.File, target string, progress func(int64)) (digest string, err error) {
	root, err := os.OpenRoot(filepath.Dir(target))
	if err != nil {
		return "", office.Disk("write copy", err)
	}
	defer root.Close()
	return copyOpen(ctx, in, place{root, filepath.Base(target)}, progress)
}

// copyOpen copies an open file to its end: on the disk, read back, with its time.
func copyOpen(ctx context.Context, in *os.File, to place, progress func(int64)) (digest string, err error) {
	w, err := write(ctx, in, to, progress)
	if err != nil {
		return "", err
	}
	return w.digest, w.settle(ctx)
}

// written is a copy whose bytes were handed to the system and may not be on the disk yet.
type written struct {
	out      *os.File
	at       place
	digest   string
	bytes    int64
	modified time.Time
}

// write copies an open file; what it gives has to be settled. Error: one of the source where
// it is no file, cannot be read or is written meanwhile.
func write(ctx context.Context, in *os.File, to place, progress func(int64)) (*written, error) {
	source := in.Name()
	before, err := in.Stat()
	if err != nil {
		return nil, unread(source, err)
	}
	if !before.Mode().IsRegular() {
		return nil, unopened(source, errLink)
	}
	out, err := to.root.OpenFile(to.name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, office.Disk("write copy", err)
	}
	h := sha256.New()
	n, err := copyHashed(ctx, io.MultiWriter(out, h), in, progress)
	if err != nil {
		return nil, office.Disk("write copy", errors.Join(err, out.Close()))
	}
	if after, err := in.Stat(); err != nil || after.Size() != n || !after.ModTime().Equal(before.ModTime()) {
		hint := wording.Say("hint.intake.source-changed", filepath.Base(source))
		return nil, failure.Wrap(failure.Refused, "copy "+filepath.Base(source), hint, errors.Join(errMoving, err, out.Close()))
	}
	return &written{out, to, hex.EncodeToString(h.Sum(nil)), n, before.ModTime()}, nil
}

// settle brings a copy onto the disk, reads it back, compares and gives it its time.
func (w *written) settle(ctx context.Context) error {
	if err := errors.Join(w.out.Sync(), w.out.Close()); err != nil {
		return office.Disk("write copy", err)
	}
	if err := readBack(ctx, w.at, w.digest); err != nil {
		return err
	}
	return office.Disk("keep time of copy", w.at.root.Chtimes(w.at.name, w.modified, w.modified))
}

// errMoving is a file that somebody writes while it is read.
var errMoving = errors.New("size or time of the file changed while it was copied")

// unread says that a file of the delivery could not be read to its end.
func unread(source string, err error) error {
	return failure.Wrap(failure.Refused, "read delivery", wording.Say("hint.intake.source-cut-short", filepath.Base(source)), err)
}

// readBack compares what lies on the disk with what was meant to.
func readBack(ctx context.Context, at place, want string) error {
	f, err := at.root.Open(at.name)
	if err != nil {
		return office.Disk("read back copy", err)
	}
	h := sha256.New()
	_, err = copyHashed(ctx, h, f, func(int64) {})
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != want {
		return failure.New(failure.Setup, "read back "+filepath.Base(at.name), wording.Say("hint.intake.copy-reads-differently"))
	}
	return nil
}

// copyHashed gives how many bytes it copied; a failed read is told as one of the
// source.
func copyHashed(ctx context.Context, to io.Writer, from *os.File, progress func(int64)) (done int64, err error) {
	lent := buffers.Get().(*[copyBuffer]byte)
	defer buffers.Put(lent)
	buf := lent[:]
	for {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return done, err
			}
			done += int64(n)
			progress(done)
		}
		if errors.Is(err, io.EOF) {
			return done, nil
		}
		if err != nil {
			return done, unread(from.Name(), err)
		}
	}
}
