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
	command := func(name string, value int) error {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %[1]q (%[1]q, rank) VALUES (?, ?)", index), name, value); err != nil {
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
	if err := merged(ctx, tx, command); err != nil {
		return err
	}
	return command("secure-delete", 1)
}

// mergePages is how much of an index one statement merges: what it changes is held until it ends.
const mergePages = 2000

// merged merges a word index to one piece, a part at a time, as SQLite describes it: begun with
// a negative number of pages, done when a part changes nothing.
func merged(ctx context.Context, tx *sql.Tx, command func(name string, pages int) error) error {
	changes := func() (n int, err error) {
		err = tx.QueryRowContext(ctx, "SELECT total_changes()").Scan(&n)
		return n, err
	}
	before, err := changes()
	for pages := -mergePages; err == nil; pages = mergePages {
		if err := command("merge", pages); err != nil {
			return err
		}
		now, err := changes()
		if err != nil || now-before < 2 && pages > 0 {
			return err
		}
		before = now
	}
	return err
}

// InParts runs a deletion for a thousand ids after another, so that none holds what all change:
// query gives the highest id of the next thousand above one, drop deletes up to it.
func InParts(ctx context.Context, tx *sql.Tx, query string, args []any, drop func(from, to int64) error) error {
	for from := int64(-1); ; {
		var to sql.NullInt64
		if err := tx.QueryRowContext(ctx, query, append([]any{from}, args...)...).Scan(&to); err != nil || !to.Valid {
			return err
		}
		if err := drop(from, to.Int64); err != nil {
			return err
		}
		from = to.Int64
	}
}
