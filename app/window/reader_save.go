package window

import (
	"context"
	"io"

	"laufzettel/transfer/failure"
	reader "laufzettel/views/reader/model"
)

var _ reader.SaveSource = (*Reader)(nil)

// SavePart implements reader.SaveSource. Of an object that an application opened
// parts are saved only where it grants copies; a package of others has no use copy.
func (s *Reader) SavePart(ctx context.Context, pid, name string, use bool, write func(ctx context.Context, out io.Writer) error) (reader.SavedPart, error) {
	if err := s.w.Office.Staff("save part"); err != nil {
		return reader.SavedPart{}, err
	}
	if err := s.mayShow(ctx, pid); err != nil {
		return reader.SavedPart{}, err
	}
	name = fileName(name)
	if f := s.foreign(pid); f != nil {
		if use {
			return reader.SavedPart{}, failure.New(failure.Refused, "make use copy", "Von fremden Paketen gibt es keine einzelnen Nutzungskopien. Bitte „Speichern unter“ wählen.")
		}
		return s.saveAs(ctx, name, func(path string) (int64, error) { return s.w.Uses.Extract(ctx, nil, f.Name, path, write) })
	}
	pkg, err := s.own(ctx, pid)
	if err != nil {
		return reader.SavedPart{}, err
	}
	defer pkg.Close()
	if err := s.mayCopy(ctx, pkg.Metadata()); err != nil {
		return reader.SavedPart{}, err
	}
	if use {
		c, err := s.w.Uses.ExtractCopy(ctx, pkg, name, write)
		return reader.SavedPart{Path: c.Path, Until: c.Until}, err
	}
	return s.saveAs(ctx, name, func(path string) (int64, error) { return s.w.Uses.Extract(ctx, pkg, "", path, write) })
}

func (s *Reader) saveAs(ctx context.Context, name string, write func(path string) (int64, error)) (reader.SavedPart, error) {
	path, err := s.save(ctx, "Als Datei speichern", name)
	if err != nil {
		return reader.SavedPart{}, err
	}
	n, err := write(path)
	return reader.SavedPart{Path: path, Bytes: n}, err
}
