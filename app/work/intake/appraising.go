package intake

import (
	"context"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/record"
)

// ratings gives the decided ratings of a portion as another message of the
// procedure sees them; nil where nothing was appraised.
func (room *Intake) ratings(ctx context.Context, p transfer.Portion, roots []*record.Object) (map[string]record.Rating, error) {
	decisions, err := room.Book.Decisions(ctx, p.ID)
	if err != nil || len(decisions) == 0 {
		return nil, err
	}
	return appraisal.Spread(roots, appraisal.Effective(roots, decisions)), nil
}
