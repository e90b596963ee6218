package appraisal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepared"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// reversal is one way through the undo stack.
type reversal struct {
	act, from, to, pick string
	empty               wording.Text
}

var (
	undo = reversal{"undo", "done", "undone", "max", wording.Say("hint.appraisal.nothing-to-undo")}
	redo = reversal{"redo", "undone", "done", "min", wording.Say("hint.appraisal.nothing-to-redo")}
)

// Undo takes back the last action of a portion that is in force and gives the
// objects it concerned. Error: Refused when there is none.
func (b *Book) Undo(ctx context.Context, portion, actor string, also Also) ([]string, error) {
	return b.reverse(ctx, portion, actor, undo, also)
}

// Redo puts the action taken back last in force again, unless another decision
// was made since. Error: Refused when there is none.
func (b *Book) Redo(ctx context.Context, portion, actor string, also Also) ([]string, error) {
	return b.reverse(ctx, portion, actor, redo, also)
}

func (b *Book) reverse(ctx context.Context, portion, actor string, r reversal, also Also) (objects []string, err error) {
	err = b.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		var action sql.NullInt64
		var made int64
		var maker string
		err = tx.QueryRowContext(ctx, "SELECT id, at, actor FROM appraisal_action WHERE id = (SELECT "+r.pick+
			"(id) FROM appraisal_action WHERE portion_id = ? AND state = ?)", portion, r.from).Scan(&action, &made, &maker)
		if errors.Is(err, sql.ErrNoRows) {
			return failure.New(failure.Refused, r.act+" appraisal", r.empty)
		}
		if err != nil {
			return fmt.Errorf("find action: %w", err)
		}
		if _, err := tx.ExecContext(ctx, "UPDATE appraisal_action SET state = ? WHERE id = ?", r.to, action.Int64); err != nil {
			return fmt.Errorf("%s action: %w", r.act, err)
		}
		changes, err := changesOf(ctx, tx, action.Int64)
		if err != nil {
			return err
		}
		for part := range slices.Chunk(changes, Part) {
			done, err := b.reversePart(ctx, tx, portion, action.Int64, actor, r, part, maker, made)
			if err != nil {
				return err
			}
			if err := run(also, tx, done); err != nil {
				return err
			}
			objects = append(objects, done...)
		}
		return nil
	})
	return objects, err
}

// reversePart puts what was before, or was taken back, in force again for some changes of an
// action.
func (b *Book) reversePart(ctx context.Context, tx *sql.Tx, portion string, action int64, actor string, r reversal, part []change,
	maker string, made int64) (objects []string, err error) {
	rows := prepared.Of(tx)
	defer func() { err = errors.Join(err, rows.Close()) }()
	for _, c := range part {
		rating, reason, by, at := c.rating, c.reason, maker, made
		if r.act == undo.act {
			rating, reason, by, at = c.beforeRating, c.beforeReason, c.beforeActor, c.beforeAt
		}
		if err := b.holdPermanent(ctx, portion, rating, c.object); err != nil {
			return nil, err
		}
		if err := put(ctx, rows, portion, c.object, rating, reason, by, time.UnixMilli(at), action); err != nil {
			return nil, err
		}
		if err := b.remember(ctx, rows, portion, c.object, actor, r.act, rating, reason); err != nil {
			return nil, err
		}
		objects = append(objects, c.object)
	}
	return objects, nil
}

type change struct {
	object, beforeReason, beforeActor, reason string
	beforeRating, rating                      record.Rating
	beforeAt                                  int64
}

func changesOf(ctx context.Context, tx *sql.Tx, action int64) ([]change, error) {
	rows, err := tx.QueryContext(ctx,
		"SELECT object_id, before_rating, before_reason, before_actor, before_at, rating, reason FROM appraisal_change WHERE action_id = ? ORDER BY object_id", action)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	defer rows.Close()
	var out []change
	for rows.Next() {
		var c change
		if err := rows.Scan(&c.object, &c.beforeRating, &c.beforeReason, &c.beforeActor, &c.beforeAt, &c.rating, &c.reason); err != nil {
			return nil, fmt.Errorf("read changes: %w", err)
		}
		if n := len(out); n > 0 { // those made together have one reason: it is held once
			last := out[n-1]
			c.reason, c.beforeReason = same(last.reason, c.reason), same(last.beforeReason, c.beforeReason)
			c.beforeActor, c.rating = same(last.beforeActor, c.beforeActor), same(last.rating, c.rating)
			c.beforeRating = same(last.beforeRating, c.beforeRating)
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// Release lets the destruction of objects be carried out later. It must come
// from another person than the decider unless alone is set by administrator
// policy (G18). Only decisions V are released; the decider's own are refused as a
// whole, so that nobody releases half a list by mistake.
func (b *Book) Release(ctx context.Context, portion string, objects []string, actor string, alone bool, also Also) error {
	if err := b.holdPermanent(ctx, portion, record.RatingDestroy, objects...); err != nil {
		return err
	}
	return b.db.WithTx(ctx, func(tx *sql.Tx) error {
		for part := range slices.Chunk(objects, Part) {
			if err := b.releasePart(ctx, tx, portion, part, actor, alone); err != nil {
				return err
			}
			if err := run(also, tx, part); err != nil {
				return err
			}
		}
		return nil
	})
}

func (b *Book) releasePart(ctx context.Context, tx *sql.Tx, portion string, part []string, actor string, alone bool) (err error) {
	rows := prepared.Of(tx)
	defer func() { err = errors.Join(err, rows.Close()) }()
	for _, id := range part {
		var rating record.Rating
		var decider, reason string
		err := rows.QueryRow(ctx, "SELECT rating, actor, reason FROM appraisal_decision WHERE portion_id = ? AND object_id = ?",
			portion, id).Scan(&rating, &decider, &reason)
		if errors.Is(err, sql.ErrNoRows) || (err == nil && rating != record.RatingDestroy) {
			return failure.New(failure.Refused, "release "+id, wording.Say("hint.appraisal.release-needs-v"))
		}
		if err != nil {
			return fmt.Errorf("find decision on %s: %w", id, err)
		}
		if decider == actor && !alone {
			return failure.New(failure.Refused, "release own decision", wording.Say("hint.appraisal.release-own-decision"))
		}
		if _, err := rows.ExecContext(ctx,
			"UPDATE appraisal_decision SET released_by = ?, released_at = ? WHERE portion_id = ? AND object_id = ?", actor,
			b.now().UnixMilli(), portion, id); err != nil {
			return fmt.Errorf("release %s: %w", id, err)
		}
		if err := b.remember(ctx, rows, portion, id, actor, "release", rating, reason); err != nil {
			return err
		}
	}
	return nil
}
