package window

import (
	"context"
	"errors"
	"slices"

	"laufzettel/transfer"
	inbox "laufzettel/views/inbox/model"
)

// Inbox is the source of the screen Eingang.
type Inbox struct{ *Desk }

// Portions implements inbox.Source: the newest first.
func (s Inbox) Portions(ctx context.Context) ([]inbox.Portion, error) {
	list, err := s.W.Intake.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b transfer.Portion) int { return b.Arrived.Compare(a.Arrived) })
	out := make([]inbox.Portion, 0, len(list))
	for _, p := range list {
		x := inbox.Portion{ID: p.ID, Arrived: p.Arrived, Kind: p.Kind, KindLabel: s.kind(p), Name: s.name(p), Agency: p.Agency, Files: p.Files, Bytes: p.Bytes,
			State: p.State, Checked: p.Verdict != "", Errors: p.Errors, Warnings: p.Warnings, Notes: p.Notes, Err: s.fault(p)}
		if w := s.Works.Of(p.ID); w != nil {
			x.Running = &inbox.Running{Phase: s.phase(w), At: w.At, Of: w.Of, Done: w.Done, Total: w.Total, Rate: w.Rate, Left: w.Left}
		}
		out = append(out, x)
	}
	return out, nil
}

// Add implements inbox.Source. Each delivery is taken in and checked; one that
// cannot be taken in does not keep the others out.
func (s Inbox) Add(ctx context.Context, paths []string) error {
	var ends []error
	for _, path := range paths {
		ends = append(ends, s.receive(ctx, path))
	}
	return errors.Join(ends...)
}

// Check implements inbox.Source.
func (s Inbox) Check(ctx context.Context, id string) error { return s.check(ctx, id) }

// Cancel implements inbox.Source.
func (s Inbox) Cancel(_ context.Context, id string) error {
	s.Works.Cancel(id)
	return nil
}

var _ inbox.Source = Inbox{}
