package pack

import (
	"context"
	"database/sql"

	"laufzettel/transfer"
	"laufzettel/transfer/record"
)

// code gives the reference code of an object: what is unchanged since an earlier
// delivery keeps the one it got there, everything else takes the next (A34, A36).
func (b *builder) code(ctx context.Context, tx *sql.Tx, o *record.Object, gap string) (string, error) {
	if e := b.appraisal.Earlier; e != nil && gap == "" && e.Changed[o.ID] == "" {
		if code, err := transfer.KeptCode(ctx, tx, e.Portion, o.ID); err != nil || code != "" {
			return code, err
		}
	}
	return transfer.ReferenceCode(ctx, tx, b.profile, b.portion.ID, o.ID, gap)
}
