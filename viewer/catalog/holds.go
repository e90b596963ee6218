package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Holds reports whether the index has rows of a package, closed or not. It tells
// nothing about it and serves the proof that no copy is left (G13).
func (c *Catalog) Holds(ctx context.Context, pid string) (bool, error) {
	var id int64
	err := c.db.Reader().QueryRowContext(ctx, "SELECT id FROM catalog_item WHERE pid = ?", pid).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look into index: %w", err)
	}
	return true, nil
}
