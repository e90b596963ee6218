package fulltext

import (
	"context"
	"fmt"
)

// Holds reports whether words of a portion are indexed; it serves the proof that
// no copy is left (G13).
func Holds(ctx context.Context, db DB, portion string) (bool, error) {
	var n int
	if err := db.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM fulltext_file WHERE portion_id = ?)",
		portion).Scan(&n); err != nil {
		return false, fmt.Errorf("look into full text: %w", err)
	}
	return n > 0, nil
}
