package door

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Room names the tables of this package.
const Room = "door"

// Migrations are the scripts of the room; append only.
var Migrations = []string{`
CREATE TABLE door_offer (
  id INTEGER PRIMARY KEY, link TEXT NOT NULL, digest TEXT NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting','fetched','stopped')), due_at INTEGER NOT NULL, attempt INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '', portion TEXT NOT NULL DEFAULT '', created_at INTEGER NOT NULL, ended_at INTEGER,
  UNIQUE (link, digest));
CREATE INDEX door_offer_due ON door_offer (state, due_at);
`, `
CREATE TABLE door_plan (
  id INTEGER PRIMARY KEY, link TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, digest_link TEXT NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active','paused')), every_s INTEGER NOT NULL CHECK (every_s > 0),
  regular_at INTEGER NOT NULL, next_at INTEGER NOT NULL, attempt INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL DEFAULT '' CHECK (outcome IN ('','offered','unchanged','waiting','failed')), reason TEXT NOT NULL DEFAULT '',
  looked_at INTEGER, offer INTEGER REFERENCES door_offer, tag TEXT NOT NULL DEFAULT '', seen TEXT NOT NULL DEFAULT '', created_at INTEGER NOT NULL,
  CHECK ((digest = '') <> (digest_link = '')));
CREATE INDEX door_plan_due ON door_plan (state, next_at);
`}

// DB is the database as this room needs it; app/store gives it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// OfferState says where an offer stands.
type OfferState string

// The states of an offer.
const (
	OfferWaiting OfferState = "waiting" // is fetched when its time has come
	OfferFetched OfferState = "fetched" // is a portion now
	OfferStopped OfferState = "stopped" // a person has to act, or has given it up
)

// Offer is a file that an agency offers behind a link, with its digest (E10).
type Offer struct {
	ID      int64      `json:"id"`
	Link    string     `json:"link"`
	Digest  string     `json:"digest"` // hex, SHA-256 or SHA-512
	Name    string     `json:"name"`   // of the file here
	Person  string     `json:"person"` // who entered it
	State   OfferState `json:"state"`
	Due     time.Time  `json:"due"`
	Attempt int        `json:"attempt"`
	Reason  string     `json:"reason,omitempty"` // German: the last answer
	Portion string     `json:"portion,omitempty"`
}

// Offers keeps offers.
type Offers struct{ DB DB }

// Add notes an offer; the same link with the same digest is one. Refused for
// links and digests that cannot be used.
func (o Offers) Add(ctx context.Context, x Offer, now time.Time) (Offer, error) {
	var err error
	if x.Link, err = CheckLink(x.Link); err != nil {
		return x, err
	}
	if err := CheckDigest(x.Digest); err != nil {
		return x, err
	}
	err = o.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO door_offer (link, digest, name, person, state, due_at, created_at) VALUES (?,?,?,?,'waiting',?,?)
			ON CONFLICT (link, digest) DO NOTHING`, x.Link, x.Digest, x.Name, x.Person, x.Due.UnixMilli(), now.UnixMilli())
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT id FROM door_offer WHERE link = ? AND digest = ?", x.Link, x.Digest).Scan(&x.ID)
	})
	if err != nil {
		return x, fmt.Errorf("note offer: %w", err)
	}
	return o.Get(ctx, x.ID)
}

const offerColumns = "SELECT id, link, digest, name, person, state, due_at, attempt, reason, portion FROM door_offer "

// List gives all offers, or those that are due at a time other than zero.
func (o Offers) List(ctx context.Context, due time.Time) ([]Offer, error) {
	where, args := "ORDER BY id", []any(nil)
	if !due.IsZero() {
		where, args = "WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, id", []any{due.UnixMilli()}
	}
	rows, err := o.DB.Reader().QueryContext(ctx, offerColumns+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list offers: %w", err)
	}
	defer rows.Close()
	all := []Offer{}
	for rows.Next() {
		x, err := scanOffer(rows)
		if err != nil {
			return nil, fmt.Errorf("list offers: %w", err)
		}
		all = append(all, x)
	}
	return all, rows.Err()
}

func scanOffer(row interface{ Scan(...any) error }) (Offer, error) {
	var x Offer
	var due int64
	err := row.Scan(&x.ID, &x.Link, &x.Digest, &x.Name, &x.Person, &x.State, &due, &x.Attempt, &x.Reason, &x.Portion)
	x.Due = time.UnixMilli(due).UTC()
	return x, err
}

// Get gives one offer; Refused when there is none.
func (o Offers) Get(ctx context.Context, id int64) (Offer, error) {
	x, err := scanOffer(o.DB.Reader().QueryRowContext(ctx, offerColumns+"WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return x, failure.New(failure.Refused, "find offer", wording.Say("hint.door.unknown-offer"))
	}
	return x, err
}

// Fetched ends an offer that has become a portion.
func (o Offers) Fetched(ctx context.Context, id int64, portion string, now time.Time) error {
	return o.change(ctx, "UPDATE door_offer SET state = 'fetched', portion = ?, reason = '', ended_at = ? WHERE id = ?", portion,
		now.UnixMilli(), id)
}

// Waits notes a try that failed for a reason time can heal.
func (o Offers) Waits(ctx context.Context, id int64, reason string, until time.Time) error {
	return o.change(ctx, "UPDATE door_offer SET attempt = attempt + 1, reason = ?, due_at = ? WHERE id = ? AND state = 'waiting'", reason,
		until.UnixMilli(), id)
}

// Stop ends the tries until somebody begins them anew.
func (o Offers) Stop(ctx context.Context, id int64, reason string, now time.Time) error {
	return o.change(ctx, "UPDATE door_offer SET state = 'stopped', reason = ?, ended_at = ? WHERE id = ? AND state = 'waiting'", reason,
		now.UnixMilli(), id)
}

// Again lets a stopped offer be tried from a time on.
func (o Offers) Again(ctx context.Context, id int64, due time.Time) error {
	return o.change(ctx, "UPDATE door_offer SET state = 'waiting', due_at = ?, ended_at = NULL WHERE id = ? AND state <> 'fetched'",
		due.UnixMilli(), id)
}

func (o Offers) change(ctx context.Context, query string, args ...any) error {
	err := o.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("change offer: %w", err)
	}
	return nil
}
