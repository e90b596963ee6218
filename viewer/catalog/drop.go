package catalog

import (
	"context"
	"database/sql"
	"fmt"
)

// mostSecure is how many rows leave a word index one by one: with secure-delete each rewrites
// the places of all its words, which takes milliseconds in a large index.
const mostSecure = 1000

// Dropping lets drop remove rows from a word index that deletes securely (FTS5, secure-delete).
// Of many the traces are taken out by merging the index afterwards, once, in the same
// transaction: then none of their words is left in it either.
func Dropping(ctx context.Context, tx *sql.Tx, index string, rows int, drop func() error) error {
	if rows <= mostSecure {
		return drop()
	}
	command := func(name string, value any) error {
		q, args := fmt.Sprintf("INSERT INTO %[1]q (%[1]q, rank) VALUES (?, ?)", index), []any{name, value}
		if value == nil {
			q, args = fmt.Sprintf("INSERT INTO %[1]q (%[1]q) VALUES (?)", index), args[:1]
		}
		if _, err := tx.ExecContext(ctx, q, args...); err != nil {
			return fmt.Errorf("%s of word index: %w", name, err)
		}
		return nil
	}
	if err := command("secure-delete", 0); err != nil {
		return err
	}
	if err := drop(); err != nil {
		return err
	}
	if err := command("optimize", nil); err != nil {
		return err
	}
	return command("secure-delete", 1)
}
