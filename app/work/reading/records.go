package reading

import (
	"context"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// Records gives what a delivery holds down to its units, with what is decided about
// them: titles and dates, which are the description of what is packaged of them. For
// whoever shows it; rooms that decide by the records ask the Desk. Errors: Refused where
// the delivery is classified, in ingest and nothing for who works here, or where one of
// its packages may not be named.
func (rm *Room) Records(ctx context.Context, portion string, a Asker) (*appraise.Appraisal, error) {
	if err := rm.Gate.portionGate(portion, a, verdict.mayName)(ctx); err != nil {
		return nil, err
	}
	return rm.desk.Glance(ctx, portion)
}

// Unit gives a unit of a delivery with its documents.
func (o *Opened) Unit(ctx context.Context, u *record.Object) (*record.Object, error) {
	if err := o.Shown(ctx); err != nil || o.delivery == nil {
		return u, err
	}
	return o.room.Intake.Contents.WholeUnit(ctx, o.delivery.ID, u)
}

// Delivered gives the files of a delivery from offset on, at most limit, with what the
// check learned of them.
func (o *Opened) Delivered(ctx context.Context, offset, limit int) ([]check.FileFact, error) {
	if err := o.Shown(ctx); err != nil || o.delivery == nil {
		return nil, err
	}
	return o.room.Intake.Delivered(ctx, o.delivery.ID, offset, limit)
}

// Difference compares two versions of a delivery, as far as both may be shown; older ""
// is the version newer replaces.
func (rm *Room) Difference(ctx context.Context, older, newer string, a Asker) (*intake.Difference, error) {
	d, err := rm.Intake.Contents.Difference(ctx, older, newer)
	if err != nil {
		return nil, err
	}
	for _, id := range []string{d.Older, d.Newer} {
		if err := rm.Gate.portionGate(id, a, verdict.mayShow)(ctx); err != nil {
			return nil, err
		}
	}
	return d, nil
}
