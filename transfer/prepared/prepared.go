// Package prepared keeps the statements of one transaction prepared. SQLite reads a statement
// anew each time it is given, with every trigger on its tables: an act on thousands of rows,
// each written by the same few statements, would spend most of its time there.
package prepared

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Tx is a transaction whose statements are prepared when they are first given. It is used by
// one goroutine and closed by who made it.
type Tx struct {
	tx    *sql.Tx
	ready map[string]*sql.Stmt
}

// Of prepares the statements of a transaction.
func Of(tx *sql.Tx) *Tx { return &Tx{tx: tx, ready: map[string]*sql.Stmt{}} }

// Close lets the statements go, not the transaction.
func (t *Tx) Close() error {
	var errs []error
	for _, s := range t.ready {
		errs = append(errs, s.Close())
	}
	t.ready = nil
	return errors.Join(errs...)
}

// Prepared counts the statements that were read.
func (t *Tx) Prepared() int { return len(t.ready) }

func (t *Tx) of(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := t.ready[query]; ok {
		return s, nil
	}
	s, err := t.tx.PrepareContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("prepare statement: %w", err)
	}
	t.ready[query] = s
	return s, nil
}

// ExecContext is that of the transaction.
func (t *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := t.of(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext is that of the transaction. The rows have to be closed before the same
// statement is given again.
func (t *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := t.of(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// scanner is a row that is read once.
type scanner interface{ Scan(into ...any) error }

// QueryRow is QueryRowContext of the transaction: what is read of one row, or its error.
func (t *Tx) QueryRow(ctx context.Context, query string, args ...any) scanner {
	s, err := t.of(ctx, query)
	if err != nil {
		return failed{err}
	}
	return s.QueryRowContext(ctx, args...)
}

// failed is a row that could not be asked for.
type failed struct{ err error }

// Scan gives why.
func (f failed) Scan(...any) error { return f.err }
