package accession

import (
	"context"
	"database/sql"

	"laufzettel/transfer/events"
	"laufzettel/transfer/prepare"
)

// Noted gives work that logs a step of a preparation with its change.
func (bk *Books) Noted(ctx context.Context, t events.Type, outcome string, detail map[string]string) prepare.Also {
	return func(tx *sql.Tx, p prepare.Preparation) error {
		return bk.Log.Entry(ctx, bk.Office.Event(t, p.ID, "", outcome, detail))(tx)
	}
}
