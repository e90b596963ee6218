package reader

import (
	"context"

	pageview "laufzettel/views/pageview/model"
	"laufzettel/views/reader/model"
)

// saves gives what can be done, nil at a reader's place.
func (v *view) saves() model.SaveSource {
	src, ok := v.src.(model.SaveSource)
	if !ok || v.kiosk() {
		return nil
	}
	return src
}

// savePart keeps a part of the document shown.
func (v *view) savePart(part pageview.Part) {
	src := v.saves()
	if src == nil || v.p.Open == nil {
		return
	}
	pid := v.p.Open.PID
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
