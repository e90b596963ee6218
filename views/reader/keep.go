package reader

import (
	"context"
	"io"
	"time"

	"laufzettel/views/pageview"
)

// SaveSource is what a Source can do beside for the archive's staff: parts of a
// document become files of their own, as rights allow (A23, A25).
type SaveSource interface {
	// SavePart writes a part of a document into a new file the person chooses, or
	// with use into a use copy that ends by itself. context.Canceled: no place was
	// chosen.
	SavePart(ctx context.Context, pid, name string, use bool, write func(ctx context.Context, out io.Writer) error) (SavedPart, error)
}

// SavedPart is a part of a document saved as a file.
type SavedPart struct {
	Path  string
	Bytes int64
	Until time.Time // last day of a use copy, zero for other files
}

// saves gives what can be done, nil at a reader's place.
func (v *view) saves() SaveSource {
	src, ok := v.src.(SaveSource)
	if !ok || v.kiosk() {
		return nil
	}
	return src
}

// savePart keeps a part of the document shown.
func (v *view) savePart(part pageview.Part) {
	src := v.saves()
	if src == nil || v.p.open == nil {
		return
	}
	pid := v.p.open.PID
	v.work(func(ctx context.Context) (string, error) {
		s, err := src.SavePart(ctx, pid, part.Name, part.Copy, part.Write)
		if err != nil {
			return "", err
		}
		if !s.Until.IsZero() {
			return v.env.T("reader.copied", s.Path, v.env.Date(s.Until)), nil
		}
		return v.env.T("reader.saved", v.env.Bytes(s.Bytes), s.Path), nil
	}, nil)
}
