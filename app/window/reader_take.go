package window

import (
	"context"
	"io"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	reader "laufzettel/views/reader/model"
)

var _ reader.PrintSource = (*Reader)(nil)

// Print implements reader.PrintSource. For the staff a copy opens in the program of
// this machine, which has its own dialog; what a reader may print goes straight to
// the printer, for a program could save it (A23).
func (s *Reader) Print(ctx context.Context, pid, document string, original bool) (reader.UseCopy, error) {
	if s.foreign(pid) != nil {
		return reader.UseCopy{}, s.Outside(ctx, pid, document)
	}
	o, path, err := s.file(ctx, pid, document, original)
	if err != nil {
		return reader.UseCopy{}, err
	}
	defer o.Close()
	if s.w.Office.Kiosk() {
		c, err := o.Print(ctx, path, nil)
		return reader.UseCopy{Until: c.Until}, err
	}
	c, err := o.Print(ctx, path, func(_ context.Context, file, _ string) error {
		if s.outside == nil {
			return failure.New(failure.Setup, "print", wording.Say("hint.window.no-outside-program"))
		}
		return s.outside(file)
	})
	return reader.UseCopy{Path: c.Path, Until: c.Until}, err
}

var _ reader.SaveSource = (*Reader)(nil)

// SavePart implements reader.SaveSource. Of an object that an application opened
// parts are saved only where it grants copies; a package of others has no use copy.
func (s *Reader) SavePart(ctx context.Context, pid, name string, use bool,
	write func(ctx context.Context, out io.Writer) error) (reader.SavedPart, error) {
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
