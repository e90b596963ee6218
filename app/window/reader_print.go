package window

import (
	"context"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
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
	pkg, path, err := s.file(ctx, pid, document, original)
	if err != nil {
		return reader.UseCopy{}, err
	}
	defer pkg.Close()
	s.mu.Lock()
	application := s.application
	s.mu.Unlock()
	if !s.w.Office.Kiosk() {
		if err := s.may(ctx, pkg.Metadata(), access.Print); err != nil {
			return reader.UseCopy{}, err
		}
		if s.outside == nil {
			return reader.UseCopy{}, failure.New(failure.Setup, "print", "Auf diesem Gerät lässt sich kein Programm von außen starten.")
		}
		c, err := s.w.Uses.Print(ctx, pkg, path, application, func(_ context.Context, file, _ string) error { return s.outside(file) })
		return reader.UseCopy{Path: c.Path, Until: c.Until}, err
	}
	c, err := s.w.Uses.Print(ctx, pkg, path, application, nil)
	return reader.UseCopy{Until: c.Until}, err
}
