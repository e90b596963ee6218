package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// rebuildBatch is how many items one transaction of Rebuild writes.
const rebuildBatch = 100

// ErrPartial ends a walk that could not show everything: what it showed is taken, what
// it did not stays as it was.
var ErrPartial = errors.New("not everything could be read")

// Rebuild makes the index anew from what each yields, best straight from the
// packages. Every item replaces its earlier self; at the end, items that were
// not seen are removed. Killed in between it leaves a usable index, and the
// next Rebuild completes it.
func (c *Catalog) Rebuild(ctx context.Context, each func(ctx context.Context, yield func(Item) error) error) (int, error) {
	var build int64
	if err := c.db.Reader().QueryRowContext(ctx, `SELECT coalesce(max(build), 0) + 1 FROM catalog_item`).Scan(&build); err != nil {
		return 0, fmt.Errorf("rebuild index: %w", err)
	}
	count := 0
	batch := make([]Item, 0, rebuildBatch)
	flush := func() error {
		err := c.db.WithTx(ctx, func(tx *sql.Tx) error {
			for _, it := range batch {
				if err := put(ctx, tx, it, build); err != nil {
					return err
				}
			}
			return nil
		})
		count += len(batch)
		batch = batch[:0]
		return err
	}
	err := each(ctx, func(it Item) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if batch = append(batch, it); len(batch) == rebuildBatch {
			return flush()
		}
		return nil
	})
	if partial := errors.Is(err, ErrPartial); err == nil || partial {
		if ferr := flush(); ferr != nil || partial {
			return count, errors.Join(ferr, err)
		}
	}
	if err != nil {
		return count, fmt.Errorf("rebuild index: %w", err)
	}
	return count, c.db.WithTx(ctx, func(tx *sql.Tx) error { return removeOlder(ctx, tx, build) })
}

func removeOlder(ctx context.Context, tx *sql.Tx, build int64) error {
	rows, err := tx.QueryContext(ctx, `SELECT pid FROM catalog_item WHERE build <> ?`, build)
	if err != nil {
		return fmt.Errorf("rebuild index: %w", err)
	}
	defer rows.Close()
	var gone []string
	for rows.Next() {
		var pid string
		if err := rows.Scan(&pid); err != nil {
			return fmt.Errorf("rebuild index: %w", err)
		}
		gone = append(gone, pid)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("rebuild index: %w", err)
	}
	for _, pid := range gone {
		if err := remove(ctx, tx, pid); err != nil {
			return err
		}
	}
	return nil
}
