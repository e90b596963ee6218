package workspace

import (
	"context"
	"database/sql"
	"fmt"

	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
)

// enqueueBuilt puts a built package into the outbox within tx.
func (w *Workspace) enqueueBuilt(ctx context.Context, tx *sql.Tx, portion, pid string) error {
	return w.log(ctx, w.event(events.Queued, portion, pid, "ok", nil))(tx)
}

// VerifyReceipt verifies a receipt from files alone against the pinned keys.
func (w *Workspace) VerifyReceipt(ctx context.Context, name string) (receipt.Verification, error) {
	return receipt.Verification{}, fmt.Errorf("x")
}

var _ transfer.Package
