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
	"path"
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
	defer func() { err = CloseWith(tree, err) }()
	var entries []container.Entry
	var total int64
	if err := tree.Files(ctx, func(e container.Entry) error { entries = append(entries, e); total += e.Size; return nil }); err != nil {
		return "", err
	}
	if err := os.MkdirAll(target, 0o700); err != nil {
		return "", office.Disk("make portion folder", err)
	}
	c := &folderCopy{room: room, source: source, share: share, left: toNote(tree), all: sha256.New(), p: p,
		progress: func(n int64) { progress(n, total) }}
	if c.from, err = os.OpenRoot(source); err != nil {
		return "", unopened(source, err)
	}
	defer c.from.Close()
	if c.to, err = os.OpenRoot(target); err != nil {
		return "", office.Disk("make portion folder", err)
	}
	defer c.to.Close()
	if err := c.whole(ctx, container.Directories(tree), entries); err != nil {
		return "", err
	}
	if share {
		if err := c.compare(ctx, entries); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(c.all.Sum(nil)), noteLeft(filepath.Dir(target), c.left)
}

func (c *folderCopy) whole(ctx context.Context, folders []container.Directory, entries []container.Entry) error {
	for _, d := range folders {
		if err := c.to.MkdirAll(filepath.FromSlash(d.Path), 0o700); err != nil {
			return office.Disk("make portion folder", err)
		}
	}
	for _, e := range entries {
		if err := c.file(ctx, e); err != nil {
			return err
		}
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
	to := filepath.FromSlash(e.Path)
	if err := c.to.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return office.Disk("make portion folder", err)
	}
	base := c.p.Bytes
	c.room.Office.Point("receive.file.before")
	var digest string
	var err error
	for range copyTries {
		digest, err = c.once(ctx, filepath.FromSlash(nameOnDisk(e)), to, func(n int64) { c.p.Bytes = base + n; c.progress(c.p.Bytes) })
		if err == nil {
			c.p.Files++
			fmt.Fprintf(c.all, "%s *%s\n", digest, e.Path)
			return nil
		}
		c.p.Bytes = base
		if gone := c.to.Remove(to); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			return errors.Join(err, office.Disk("remove partial copy", gone))
		}
		if !c.share || !errors.Is(err, errMoving) {
			break
		}
	}
	return c.leave(e.Path, err)
}

func (c *folderCopy) once(ctx context.Context, from, to string, progress func(int64)) (string, error) {
	in, err := openWithin(c.from, from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	return copyOpen(ctx, in, place{c.to, to}, progress)
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

// compare looks at the share once more: what came, went or was written while it was
// copied is told, so that nobody takes the copy for what lies there now.
func (c *folderCopy) compare(ctx context.Context, before []container.Entry) error {
	o := container.Options{SpoolDir: c.room.Office.Path(office.DirSpool), Tolerate: OddNames, LeaveOut: true}
	tree, err := container.Open(ctx, c.source, o)
	if refused, ok := errors.AsType[*container.Refused](err); ok {
		c.note(container.Changed, path.Base(filepath.ToSlash(c.source)), wording.Say("found.container.unlike", refused.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	told := map[string]bool{}
	for _, f := range c.left {
		told[f.Path] = f.Code == container.NotRead || told[f.Path]
	}
	say := func(code, name, key string) {
		if !told[name] {
			c.note(code, name, wording.Say(key))
		}
	}
	i := 0
	err = tree.Files(ctx, func(e container.Entry) error {
		for ; i < len(before) && before[i].Path < e.Path; i++ {
			say(container.Changed, before[i].Path, "found.container.gone-since")
		}
		switch {
		case i == len(before) || before[i].Path != e.Path:
			say(container.NotRead, e.Path, "found.container.new")
		default:
			if was := before[i]; was.Size != e.Size || !was.Modified.Equal(e.Modified) {
				say(container.Changed, e.Path, "found.container.written-since")
			}
			i++
		}
		return nil
	})
	for ; err == nil && i < len(before); i++ {
		say(container.Changed, before[i].Path, "found.container.gone-since")
	}
	return CloseWith(tree, err)
}
