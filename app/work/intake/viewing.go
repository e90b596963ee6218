package intake

import (
	"io"
	"os"

	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/viewer"
)

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
