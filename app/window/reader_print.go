package window

import (
	"context"

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
