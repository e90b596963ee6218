package intake

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// listed is the list of a folder as it was when its copying began, in path order. It lies
// on the disk: the look at the folder afterwards needs the memory of a second one.
type listed struct {
	file *os.File
	w    *bufio.Writer
	r    *bufio.Reader
	line []byte
}

func newListed(dir string) (*listed, error) {
	f, err := os.CreateTemp(dir, "ablage-*")
	if err != nil {
		return nil, office.Disk("note list of share", err)
	}
	return &listed{file: f, w: bufio.NewWriter(f)}, nil
}

func (l *listed) put(e container.Entry) error {
	l.line = binary.AppendUvarint(l.line[:0], uint64(len(e.Path)))
	l.line = append(l.line, e.Path...)
	l.line = binary.AppendVarint(l.line, e.Size)
	l.line = binary.AppendVarint(l.line, unixOf(e.Modified))
	_, err := l.w.Write(l.line)
	return office.Disk("note list of share", err)
}

// unixOf gives the second of a date; -1 where there is none.
func unixOf(at time.Time) int64 {
	if at.IsZero() {
		return -1
	}
	return at.Unix()
}

// rewind ends the writing and goes to the first file.
func (l *listed) rewind() error {
	err := l.w.Flush()
	if err == nil {
		_, err = l.file.Seek(0, io.SeekStart)
	}
	l.r = bufio.NewReader(l.file)
	return office.Disk("note list of share", err)
}

// was is a file of the list.
type was struct {
	path           string
	size, modified int64
}

// next gives the next file; false at the end.
func (l *listed) next() (x was, ok bool, err error) {
	n, err := binary.ReadUvarint(l.r)
	if errors.Is(err, io.EOF) {
		return x, false, nil
	}
	name := make([]byte, n)
	if err == nil {
		_, err = io.ReadFull(l.r, name)
	}
	if err == nil {
		x.size, err = binary.ReadVarint(l.r)
	}
	if err == nil {
		x.modified, err = binary.ReadVarint(l.r)
	}
	x.path = string(name)
	return x, err == nil, office.Disk("read list of share", err)
}

func (l *listed) close() {
	_ = l.file.Close()
	_ = os.Remove(l.file.Name()) // what is left lies in the spool and means nothing
}

// since looks at the share once more: what came, went or was written while it was copied
// is told, so that nobody takes the copy for what lies there now.
func (c *folderCopy) since(ctx context.Context, before *listed) error {
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
	if err := before.rewind(); err != nil {
		return CloseWith(tree, err)
	}
	x, more, err := before.next()
	if err != nil {
		return CloseWith(tree, err)
	}
	err = tree.Files(ctx, func(e container.Entry) (err error) {
		for more && x.path < e.Path && err == nil {
			say(container.Changed, x.path, "found.container.gone-since")
			x, more, err = before.next()
		}
		switch {
		case err != nil:
		case !more || x.path != e.Path:
			say(container.NotRead, e.Path, "found.container.new")
		default:
			if x.size != e.Size || x.modified != unixOf(e.Modified) {
				say(container.Changed, e.Path, "found.container.written-since")
			}
			x, more, err = before.next()
		}
		return err
	})
	for more && err == nil {
		say(container.Changed, x.path, "found.container.gone-since")
		x, more, err = before.next()
	}
	return CloseWith(tree, err)
}
