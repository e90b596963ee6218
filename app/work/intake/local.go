package intake

import (
	"io"
	"os"

	"laufzettel/app/work/office"
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
