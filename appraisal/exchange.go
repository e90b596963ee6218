package appraisal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/record"
)

// Numbered is an entry of the history with its place in it.
type Numbered struct {
	N int64
	Entry
}

// HistoryAfter gives, inside tx, what happened in a portion after entry number
// after, oldest first: what an exchange with other workspaces has not told yet.
func (b *Book) HistoryAfter(ctx context.Context, tx *sql.Tx, portion string, after int64) ([]Numbered, error) {
	rows, err := tx.QueryContext(ctx,
		"SELECT id, object_id, at, actor, act, rating, reason FROM appraisal_history WHERE portion_id = ? AND id > ? ORDER BY id", portion,
		after)
	if err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	defer rows.Close()
	var out []Numbered
	for rows.Next() {
		var e Numbered
		var at int64
		if err := rows.Scan(&e.N, &e.Object, &at, &e.Actor, &e.Act, &e.Rating, &e.Reason); err != nil {
			return nil, fmt.Errorf("read history: %w", err)
		}
		e.At = time.UnixMilli(at).UTC()
		out = append(out, e)
	}
	return out, rows.Err()
}

// DecisionTx gives the decision in force on an object inside tx; ok is false
// while it is open.
func (b *Book) DecisionTx(ctx context.Context, tx *sql.Tx, portion, object string) (d Decision, ok bool, err error) {
	d = Decision{Portion: portion, Object: object}
	var at int64
	var released sql.NullInt64
	err = tx.QueryRowContext(ctx,
		"SELECT rating, reason, actor, at, version, released_by, released_at FROM appraisal_decision WHERE portion_id = ? AND object_id = ?", portion, object).
		Scan(&d.Rating, &d.Reason, &d.Actor, &at, &d.Version, &d.ReleasedBy, &released)
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("read decision on %s: %w", object, err)
	}
	d.At = time.UnixMilli(at).UTC()
	if released.Valid {
		d.ReleasedAt = time.UnixMilli(released.Int64).UTC()
	}
	return d, true, nil
}

// AdoptTx puts a decision in force that was made elsewhere (G7); an open rating
// opens the object. Reason, person and time stay those of the decision. Actions
// of this workspace that touched the object leave the undo stack: taking them
// back would silently overrule what somebody else has decided since.
func (b *Book) AdoptTx(ctx context.Context, tx *sql.Tx, d Decision) error {
	if err := b.holdPermanent(ctx, d.Portion, d.Rating, d.Object); err != nil {
		return err
	}
	if err := put(ctx, tx, d.Portion, d.Object, d.Rating, d.Reason, d.Actor, d.At, 0); err != nil {
		return err
	}
	if d.Rating == record.RatingDestroy && d.ReleasedBy != "" {
		_, err := tx.ExecContext(ctx,
			"UPDATE appraisal_decision SET released_by = ?, released_at = ? WHERE portion_id = ? AND object_id = ?", d.ReleasedBy,
			d.ReleasedAt.UnixMilli(), d.Portion, d.Object)
		if err != nil {
			return fmt.Errorf("adopt release of %s: %w", d.Object, err)
		}
	}
	_, err := tx.ExecContext(ctx, `UPDATE appraisal_action SET state = 'dropped' WHERE portion_id = ? AND state <> 'dropped'
 AND id IN (SELECT action_id FROM appraisal_change WHERE object_id = ?)`, d.Portion, d.Object)
	if err != nil {
		return fmt.Errorf("drop actions on %s: %w", d.Object, err)
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO appraisal_history (portion_id, object_id, at, actor, act, rating, reason) VALUES (?,?,?,?,'set',?,?)",
		d.Portion, d.Object, d.At.UnixMilli(), d.Actor, d.Rating, d.Reason)
	if err != nil {
		return fmt.Errorf("store history of %s: %w", d.Object, err)
	}
	if d.ReleasedBy == "" {
		return nil
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO appraisal_history (portion_id, object_id, at, actor, act, rating, reason) VALUES (?,?,?,?,'release',?,?)",
		d.Portion, d.Object, d.ReleasedAt.UnixMilli(), d.ReleasedBy, d.Rating, d.Reason)
	if err != nil {
		return fmt.Errorf("store history of %s: %w", d.Object, err)
	}
	return nil
}
