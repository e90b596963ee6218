package window

import (
	"context"
	"io"

	reader "laufzettel/views/reader/model"
)

var _ reader.SaveSource = (*Reader)(nil)

// SavePart implements reader.SaveSource. Of an object that an application opened
// parts are saved only where it grants copies; a package of others has no use copy.
func (s *Reader) SavePart(ctx context.Context, pid, name string, use bool, write func(ctx context.Context, out io.Writer) error) (reader.SavedPart, error) {
	if err := s.w.Office.Staff("save part"); err != nil {
		return reader.SavedPart{}, err
	}
	name = fileName(name)
	o := s.other(pid).from
	if o == nil {
		var err error
		if o, err = s.open(ctx, pid); err != nil {
			return reader.SavedPart{}, err
		}
		defer o.Close()
	}
	if err := o.MayExtract(ctx); err != nil {
		return reader.SavedPart{}, err
	}
	if use {
		c, err := o.ExtractCopy(ctx, name, write)
		return reader.SavedPart{Path: c.Path, Until: c.Until}, err
	}
	return s.saveAs(ctx, name, func(path string) (int64, error) { return o.Extract(ctx, path, write) })
}

func (s *Reader) saveAs(ctx context.Context, name string, write func(path string) (int64, error)) (reader.SavedPart, error) {
	path, err := s.save(ctx, "Als Datei speichern", name)
	if err != nil {
		return reader.SavedPart{}, err
	}
	n, err := write(path)
	return reader.SavedPart{Path: path, Bytes: n}, err
}
