package intake

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"laufzettel/app/work/office"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/viewer"
)

// localContent is a local file as container.Content.
type localContent struct {
	*os.File
	size int64
}

// LocalFile is the content of an open file of this machine.
func LocalFile(f *os.File, size int64) localContent { return localContent{f, size} }

func (c localContent) Size() int64 { return c.size }

func (c localContent) Bytes() []byte { return nil }

func (c localContent) Reader() io.Reader { return io.NewSectionReader(c.File, 0, c.size) }

// CloseWith closes c and gives the first error.
func CloseWith(c io.Closer, err error) error {
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}

// Spooled puts content into a deleted temporary file, for random access without
// memory.
func (room *Intake) Spooled(name, mime string, r io.Reader) (viewer.Source, func(), error) {
	f, err := os.CreateTemp(room.Office.Path(office.DirSpool), "view-*")
	if err != nil {
		return viewer.Source{}, nil, office.Disk("make temporary file", err)
	}
	done := func() { _ = f.Close(); _ = os.Remove(f.Name()) }
	size, err := io.Copy(f, r)
	if err != nil {
		done()
		if failure.Canceled(err) {
			return viewer.Source{}, nil, err
		}
		return viewer.Source{}, nil, office.Disk("write temporary file", err)
	}
	return viewer.Source{Name: name, MIME: mime, Content: f, Size: size}, done, nil
}

// laidPapers are the papers of a drop, written once: beside each of its pieces they are
// linked. A hundred papers beside a hundred containers are not read ten thousand times.
type laidPapers struct {
	dir string
	at  map[string]string // name in the drop → path; "" = gone since
}

// keepPapers lets the pieces of a drop share its papers until done is called.
func (room Drops) keepPapers(p *Proposal) (done func(), err error) {
	dir, err := os.MkdirTemp(room.Intake.Office.Path(office.DirSpool), "papiere-*")
	if err != nil {
		return nil, office.Disk("lay out drop", err)
	}
	p.laid = &laidPapers{dir: dir, at: map[string]string{}}
	return func() {
		p.laid = nil
		_ = os.RemoveAll(dir) // what a kill leaves lies in the cache and means nothing
	}, nil
}

// layPapers puts slip, list, letters and checksum lists of a drop into a folder.
func (room Drops) layPapers(ctx context.Context, p *Proposal, piece Piece, dir string) error {
	laid := p.laid
	if laid == nil {
		done, err := room.keepPapers(p)
		if err != nil {
			return err
		}
		defer done()
		laid = p.laid
	}
	if err := room.writePapers(ctx, p, laid, piece.papers); err != nil {
		return err
	}
	for _, paper := range piece.papers {
		from, to := laid.at[paper], filepath.Join(dir, p.laidAs(piece, paper))
		if from == "" || os.Link(from, to) == nil {
			continue
		}
		if _, err := copyFile(ctx, from, to, func(int64) {}); err != nil {
			return err
		}
	}
	return nil
}

// writePapers writes those papers that are not written yet; the drop is opened once for
// all that lie in it and not in a container of it.
func (room Drops) writePapers(ctx context.Context, p *Proposal, laid *laidPapers, papers []string) (err error) {
	var missing []string
	for _, paper := range papers {
		if _, there := laid.at[paper]; !there {
			missing = append(missing, paper)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	tree, err := container.Open(ctx, p.Source, room.Intake.ContainerOptions())
	if err != nil {
		return unopened(p.Source, err)
	}
	defer func() { err = CloseWith(tree, err) }()
	for _, paper := range missing {
		err := room.within(ctx, tree, paper, func(t container.Tree, name string) error {
			if _, there := t.Stat(name); !there {
				laid.at[paper] = "" // gone since; the drop is looked at anew before it is taken
				return nil
			}
			to := filepath.Join(laid.dir, strconv.Itoa(len(laid.at)))
			if err := writeScratch(ctx, t, name, to); err != nil {
				return err
			}
			laid.at[paper] = to
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeScratch writes a file of a tree where nothing has to outlast a crash.
func writeScratch(ctx context.Context, t container.Tree, name, to string) error {
	rc, err := t.Open(ctx, name)
	if err != nil {
		return unopened(name, err)
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = io.Copy(out, rc)
		err = CloseWith(out, err)
	}
	return CloseWith(rc, office.Disk("lay out drop", err))
}
