package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// folderCopy copies a folder into the workspace, file by file through the container gate,
// so that no link and no hostile name enters it.
type folderCopy struct {
	room     *Intake
	source   string
	from, to *os.Root
	share    bool // of a share what cannot be had is left out and told
	left     []container.Fault
	all      hash.Hash // over the sorted list of digests and names
	p        *transfer.Portion
	progress func(done int64)
	last     inFolder // the folder of the file copied last
	batch    batch    // what was copied and is not on the disk yet
}

// inFolder is a folder kept open on both sides while files of it are copied: each would
// ask for every folder above it anew.
type inFolder struct {
	source, target string
	from, to       *os.Root
}

// leave lets a folder go; copies in it may still have to be settled.
func (f *inFolder) leave(b *batch) {
	if f.from != nil {
		_ = f.from.Close()
		b.folders = append(b.folders, f.to)
	}
	*f = inFolder{}
}

// enter opens the folder a file is copied from and the one it is copied to.
func (c *folderCopy) enter(ctx context.Context, source, target string) error {
	if c.last.from != nil && c.last.source == source && c.last.target == target {
		return nil
	}
	c.last.leave(&c.batch)
	if err := c.batch.full(ctx); err != nil {
		return err
	}
	if err := c.to.MkdirAll(target, 0o700); err != nil {
		return office.Disk("make portion folder", err)
	}
	to, err := c.to.OpenRoot(target)
	if err != nil {
		return office.Disk("make portion folder", err)
	}
	from, err := c.from.OpenRoot(source)
	if err != nil {
		return errors.Join(unopened(source, err), to.Close())
	}
	c.last = inFolder{source, target, from, to}
	return nil
}

// copyFolder copies a folder; the digest is over the sorted list of file digests.
func (room *Intake) copyFolder(ctx context.Context, source, target string, p *transfer.Portion, progress CopyProgress) (digest string,
	err error) {
	tree, share, err := openFolder(ctx, room, source, p.Kind)
	if err != nil {
		if refused, ok := errors.AsType[*container.Refused](err); ok {
			return "", failure.Wrap(failure.Refused, "receive folder", wording.Say("hint.intake.folder-refused", refused.Error()), err)
		}
		return "", err
	}
	before, err := newListed(room.Office.Path(office.DirSpool))
	if err != nil {
		return "", CloseWith(tree, err)
	}
	defer before.close()
	c := &folderCopy{room: room, source: source, share: share, left: toNote(tree), all: sha256.New(), p: p}
	if err := CloseWith(tree, c.copy(ctx, tree, target, before, progress)); err != nil { // let go: a second list needs its room
		return "", err
	}
	if share {
		if err := c.since(ctx, before); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(c.all.Sum(nil)), noteLeft(filepath.Dir(target), c.left)
}

// copy copies all files and folders and notes in before what there was.
func (c *folderCopy) copy(ctx context.Context, tree container.Tree, target string, before *listed, progress CopyProgress) error {
	var total int64
	if err := tree.Files(ctx, func(e container.Entry) error { total += e.Size; return before.put(e) }); err != nil {
		return err
	}
	c.progress = func(n int64) { progress(n, total) }
	if err := os.MkdirAll(target, 0o700); err != nil {
		return office.Disk("make portion folder", err)
	}
	var err error
	if c.from, err = os.OpenRoot(c.source); err != nil {
		return unopened(c.source, err)
	}
	defer c.from.Close()
	if c.to, err = os.OpenRoot(target); err != nil {
		return office.Disk("make portion folder", err)
	}
	defer c.to.Close()
	defer func() { c.last.leave(&c.batch); c.batch.close() }()
	return c.whole(ctx, container.Directories(tree), tree)
}

func (c *folderCopy) whole(ctx context.Context, folders []container.Directory, tree container.Tree) error {
	for _, d := range folders {
		if err := c.to.MkdirAll(filepath.FromSlash(d.Path), 0o700); err != nil {
			return office.Disk("make portion folder", err)
		}
	}
	if err := tree.Files(ctx, func(e container.Entry) error { return c.file(ctx, e) }); err != nil {
		return err
	}
	if err := c.batch.settle(ctx); err != nil {
		return err
	}
	for _, d := range slices.Backward(folders) { // what was copied into a folder changed its date
		if at := d.Modified(); !at.IsZero() {
			if err := c.to.Chtimes(filepath.FromSlash(d.Path), at, at); err != nil {
				return office.Disk("keep time of copy", err)
			}
		}
	}
	return nil
}

// copyTries is how often a file that somebody writes is copied anew before it is left out.
const copyTries = 3

func (c *folderCopy) file(ctx context.Context, e container.Entry) error {
	base := c.p.Bytes
	c.room.Office.Point("receive.file.before")
	var err error
	for range copyTries {
		var w *written
		w, err = c.once(ctx, filepath.FromSlash(nameOnDisk(e)), filepath.FromSlash(e.Path),
			func(n int64) { c.p.Bytes = base + n; c.progress(c.p.Bytes) })
		if err == nil {
			c.p.Files++
			fmt.Fprintf(c.all, "%s *%s\n", w.digest, e.Path)
			return c.batch.add(ctx, w)
		}
		c.p.Bytes = base
		if gone := c.to.Remove(filepath.FromSlash(e.Path)); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			return errors.Join(err, office.Disk("remove partial copy", gone))
		}
		if !c.share || !errors.Is(err, errMoving) {
			break
		}
	}
	return c.leave(e.Path, err)
}

func (c *folderCopy) once(ctx context.Context, from, to string, progress func(int64)) (*written, error) {
	if err := c.enter(ctx, filepath.Dir(from), filepath.Dir(to)); err != nil {
		return nil, err
	}
	in, err := openWithin(c.last.from, filepath.Base(from))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return write(ctx, in, place{c.last.to, filepath.Base(to)}, progress)
}

// leave notes a file of a share that cannot be had; any other folder ends with it, and so
// does a share whose medium is away.
func (c *folderCopy) leave(name string, err error) error {
	_, away := os.Stat(c.source)
	switch {
	case !c.share || away != nil:
	case container.Withheld(err):
		c.note(container.NotRead, name, container.ReadWords(err))
		return nil
	case errors.Is(err, errMoving):
		c.note(container.NotRead, name, wording.Say("found.container.writing"))
		return nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errLink):
		c.note(container.NotRead, name, wording.Say("found.container.gone"))
		return nil
	}
	return err
}

func (c *folderCopy) note(code, name string, found wording.Text) {
	c.left = append(c.left, container.NewFault(code, name, wording.Say("want.container.unchanged"), found))
}
