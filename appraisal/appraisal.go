// Package appraisal holds the archive's decisions on records: archive (A) or
// destroy (V), with reason, person and time, their inheritance from dossier to
// case, unlimited undo and redo, the whole history, and the release of a
// destruction by a second person (requirements A13, A17, G18).
//
// It decides nothing itself and destroys nothing: what may be packaged and what
// may be deleted follows from Effective, and only a released V counts.
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

// DB is what the room needs of the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room is the name of this room's tables.
const Room = "appraisal"

// Migrations are the room's scripts, append only. appraisal_decision is the
// state, appraisal_action the undo stack, appraisal_history what happened.
var Migrations = []string{`
CREATE TABLE appraisal_action (
  id INTEGER PRIMARY KEY AUTOINCREMENT, portion_id TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('done','undone','dropped')));
CREATE INDEX appraisal_action_portion ON appraisal_action (portion_id, id);
CREATE TABLE appraisal_change (
  action_id INTEGER NOT NULL REFERENCES appraisal_action (id), object_id TEXT NOT NULL,
  before_rating TEXT NOT NULL, before_reason TEXT NOT NULL, before_actor TEXT NOT NULL, before_at INTEGER NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('','A','V')), reason TEXT NOT NULL,
  PRIMARY KEY (action_id, object_id)) WITHOUT ROWID;
CREATE TABLE appraisal_decision (
  portion_id TEXT NOT NULL, object_id TEXT NOT NULL, rating TEXT NOT NULL CHECK (rating IN ('A','V')),
  reason TEXT NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL, version INTEGER NOT NULL,
  released_by TEXT NOT NULL DEFAULT '', released_at INTEGER,
  CHECK ((released_by = '') = (released_at IS NULL)), CHECK (released_by = '' OR rating = 'V'),
  PRIMARY KEY (portion_id, object_id)) WITHOUT ROWID;
CREATE TABLE appraisal_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT, portion_id TEXT NOT NULL, object_id TEXT NOT NULL, at INTEGER NOT NULL,
  actor TEXT NOT NULL, act TEXT NOT NULL CHECK (act IN ('set','undo','redo','release','keep')), rating TEXT NOT NULL, reason TEXT NOT NULL);
CREATE INDEX appraisal_history_object ON appraisal_history (portion_id, object_id, id);
`, openTables}

// Decision is the decision in force on one object.
type Decision struct {
	Portion    string        `json:"portion"`
	Object     string        `json:"object"`
	Rating     record.Rating `json:"rating"` // A or V
	Reason     string        `json:"reason,omitempty"`
	Actor      string        `json:"actor"`
	At         time.Time     `json:"at"`
	Version    int64         `json:"version"` // number of the action that made it (merging, G7)
	ReleasedBy string        `json:"releasedBy,omitempty"`
	ReleasedAt time.Time     `json:"releasedAt,omitzero"`
}

// Entry is one line of the history of an object.
type Entry struct {
	Object string        `json:"object"`
	At     time.Time     `json:"at"`
	Actor  string        `json:"actor"`
	Act    string        `json:"act"` // set, undo, redo, release, keep (taken over from an earlier delivery)
	Rating record.Rating `json:"rating"`
	Reason string        `json:"reason,omitempty"`
}

// Book keeps the decisions of a workspace. Safe for concurrent use.
type Book struct {
	db  DB
	now func() time.Time
	// Permanent refuses a decision V on objects of a portion that are never destroyed; nil
	// refuses nothing. It is asked before anything is written, by every way to a V.
	Permanent func(ctx context.Context, portion string, objects []string) error
}

// NewBook works on db; now is the clock.
func NewBook(db DB, now func() time.Time) *Book { return &Book{db: db, now: now} }

// Also is work that becomes true in the same transaction, such as the event. An act on
// more than Part objects calls it for one part after another, so that nobody has to hold
// what all of them state.
type Also func(tx *sql.Tx, part []string) error

// Part is how many objects of an act are stated together.
const Part = 10_000

// Set decides on objects in one action that one Undo takes back. rating
// RatingAppraise or RatingOpen opens them again. A changed decision voids its
// release (G18). Error: Refused for an empty list or another rating.
func (b *Book) Set(ctx context.Context, portion string, objects []string, rating record.Rating, reason, actor string, also Also) error {
	if rating == record.RatingAppraise {
		rating = record.RatingOpen
	}
	if len(objects) == 0 || (rating != record.RatingOpen && rating != record.RatingArchive && rating != record.RatingDestroy) {
		return failure.New(failure.Refused, fmt.Sprintf("set rating %q on %d objects", rating, len(objects)),
			wording.Say("hint.appraisal.nothing-chosen"))
	}
	if err := b.holdPermanent(ctx, portion, rating, objects...); err != nil {
		return err
	}
	return b.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE appraisal_action SET state = 'dropped' WHERE portion_id = ? AND state = 'undone'",
			portion); err != nil {
			return fmt.Errorf("drop undone actions: %w", err)
		}
		action, err := b.newAction(ctx, tx, portion, actor)
		if err != nil {
			return err
		}
		for part := range slices.Chunk(objects, Part) {
			rows := prepared.Of(tx)
			for _, id := range part {
				if err := b.change(ctx, rows, portion, action, id, rating, reason, actor); err != nil {
					return errors.Join(err, rows.Close())
				}
			}
			if err := errors.Join(rows.Close(), run(also, tx, part)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (b *Book) holdPermanent(ctx context.Context, portion string, rating record.Rating, objects ...string) error {
	if rating != record.RatingDestroy || b.Permanent == nil {
		return nil
	}
	return b.Permanent(ctx, portion, objects)
}

func run(also Also, tx *sql.Tx, part []string) error {
	if also == nil {
		return nil
	}
	return also(tx, part)
}

func (b *Book) newAction(ctx context.Context, tx *sql.Tx, portion, actor string) (int64, error) {
	res, err := tx.ExecContext(ctx, "INSERT INTO appraisal_action (portion_id, at, actor, state) VALUES (?,?,?,'done')", portion,
		b.now().UnixMilli(), actor)
	if err != nil {
		return 0, fmt.Errorf("store action: %w", err)
	}
	return res.LastInsertId()
}

// writer is a transaction, or one that keeps its statements prepared.
type writer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// change records what was before and puts the new decision in force.
func (b *Book) change(ctx context.Context, tx writer, portion string, action int64, id string, rating record.Rating, reason,
	actor string) error {
	_, err := tx.ExecContext(ctx,
		`INSERT INTO appraisal_change (action_id, object_id, before_rating, before_reason, before_actor, before_at, rating, reason)
 SELECT ?1, ?2, coalesce(max(rating), ''), coalesce(max(reason), ''), coalesce(max(actor), ''), coalesce(max(at), 0), ?3, ?4
 FROM appraisal_decision WHERE portion_id = ?5 AND object_id = ?2`, action, id, rating, reason, portion)
	if err != nil {
		return fmt.Errorf("store change of %s: %w", id, err)
	}
	at := b.now()
	if err := put(ctx, tx, portion, id, rating, reason, actor, at, action); err != nil {
		return err
	}
	return b.remember(ctx, tx, portion, id, actor, "set", rating, reason)
}

// put writes the decision in force, or removes it for an open rating. Writing
// always clears a release.
func put(ctx context.Context, tx writer, portion, id string, rating record.Rating, reason, actor string, at time.Time,
	version int64) error {
	var err error
	if rating == record.RatingOpen {
		_, err = tx.ExecContext(ctx, "DELETE FROM appraisal_decision WHERE portion_id = ? AND object_id = ?", portion, id)
	} else {
		_, err = tx.ExecContext(ctx,
			`INSERT INTO appraisal_decision (portion_id, object_id, rating, reason, actor, at, version) VALUES (?,?,?,?,?,?,?)
 ON CONFLICT (portion_id, object_id) DO UPDATE SET rating = excluded.rating, reason = excluded.reason, actor = excluded.actor,
 at = excluded.at, version = excluded.version, released_by = '', released_at = NULL`, portion, id, rating, reason, actor, at.UnixMilli(), version)
	}
	if err != nil {
		return fmt.Errorf("store decision on %s: %w", id, err)
	}
	return nil
}

func (b *Book) remember(ctx context.Context, tx writer, portion, id, actor, act string, rating record.Rating, reason string) error {
	_, err := tx.ExecContext(ctx,
		"INSERT INTO appraisal_history (portion_id, object_id, at, actor, act, rating, reason) VALUES (?,?,?,?,?,?,?)",
		portion, id, b.now().UnixMilli(), actor, act, rating, reason)
	if err != nil {
		return fmt.Errorf("store history of %s: %w", id, err)
	}
	return nil
}

// Decisions gives the decisions in force of a portion by object id.
func (b *Book) Decisions(ctx context.Context, portion string) (map[string]Decision, error) {
	out := map[string]Decision{}
	err := b.Each(ctx, portion, func(d Decision) { out[d.Object] = d })
	return out, err
}

// Each tells the decisions in force of a portion one by one, by object id: a share of a million
// files has hundreds of thousands.
func (b *Book) Each(ctx context.Context, portion string, each func(Decision)) error {
	rows, err := b.db.Reader().QueryContext(ctx,
		"SELECT object_id, rating, reason, actor, at, version, released_by, released_at FROM appraisal_decision WHERE portion_id = ? ORDER BY object_id",
		portion)
	if err != nil {
		return fmt.Errorf("read decisions: %w", err)
	}
	defer rows.Close()
	var last Decision // those made together have one reason: it is held once
	for rows.Next() {
		d := Decision{Portion: portion}
		var at int64
		var released sql.NullInt64
		if err := rows.Scan(&d.Object, &d.Rating, &d.Reason, &d.Actor, &at, &d.Version, &d.ReleasedBy, &released); err != nil {
			return fmt.Errorf("read decisions: %w", err)
		}
		d.At = time.UnixMilli(at).UTC()
		if released.Valid {
			d.ReleasedAt = time.UnixMilli(released.Int64).UTC()
		}
		d.Rating, d.Reason = same(last.Rating, d.Rating), same(last.Reason, d.Reason)
		d.Actor, d.ReleasedBy = same(last.Actor, d.Actor), same(last.ReleasedBy, d.ReleasedBy)
		last = d
		each(d)
	}
	return rows.Err()
}

// Verdicts tells what is decided in a portion, an object at a time, without who and when: a
// share of a million files has hundreds of thousands.
func (b *Book) Verdicts(ctx context.Context, portion string, each func(object string, rating record.Rating, reason string)) error {
	rows, err := b.db.Reader().QueryContext(ctx, "SELECT object_id, rating, reason FROM appraisal_decision WHERE portion_id = ?", portion)
	if err != nil {
		return fmt.Errorf("read decisions: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var object, reason string
		var rating record.Rating
		if err := rows.Scan(&object, &rating, &reason); err != nil {
			return fmt.Errorf("read decisions: %w", err)
		}
		each(object, rating, reason)
	}
	return rows.Err()
}

// same gives the text that is held already where it is the same.
func same[T ~string](held, text T) T {
	if held == text {
		return held
	}
	return text
}

// Summed are decisions on documents of one case with one rating: Object names the case,
// and ReleasedBy is empty while one of them is not released.
type Summed struct {
	Decision
	Count int
}

// onDocuments begins with the decisions and names the index: left to itself SQLite walks all
// objects of the portion, also where nothing is decided.
const onDocuments = `SELECT u.id, d.rating, count(*), sum(d.released_by = ''), min(d.reason), min(d.actor), max(d.at),
 max(d.released_by), max(d.released_at)
 FROM appraisal_decision d
 CROSS JOIN object o INDEXED BY object_id ON o.portion_id = d.portion_id AND o.id = d.object_id AND o.kind = 'document'
 CROSS JOIN object u ON u.portion_id = o.portion_id AND u.seq = o.parent
 WHERE d.portion_id = ? GROUP BY u.id, d.rating ORDER BY u.id, d.rating`

// OnDocuments sums the decisions on single documents by the case they lie in (table
// object of the delivery) and their rating.
func (b *Book) OnDocuments(ctx context.Context, portion string) ([]Summed, error) {
	rows, err := b.db.Reader().QueryContext(ctx, onDocuments, portion)
	if err != nil {
		return nil, fmt.Errorf("read decisions on documents: %w", err)
	}
	defer rows.Close()
	var out []Summed
	for rows.Next() {
		s := Summed{Decision: Decision{Portion: portion}}
		var unreleased int
		var at int64
		var released sql.NullInt64
		if err := rows.Scan(&s.Object, &s.Rating, &s.Count, &unreleased, &s.Reason, &s.Actor, &at, &s.ReleasedBy, &released); err != nil {
			return nil, fmt.Errorf("read decisions on documents: %w", err)
		}
		if s.At = time.UnixMilli(at).UTC(); unreleased > 0 {
			s.ReleasedBy = ""
		} else if released.Valid {
			s.ReleasedAt = time.UnixMilli(released.Int64).UTC()
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// History gives what happened to an object ("" = all of the portion), oldest first.
func (b *Book) History(ctx context.Context, portion, object string) (out []Entry, err error) {
	err = b.EachEntry(ctx, portion, object, func(e Entry) { out = append(out, e) })
	return out, err
}

// EachEntry tells what happened to an object ("" = all of the portion), oldest first, one by
// one.
func (b *Book) EachEntry(ctx context.Context, portion, object string, each func(Entry)) error {
	rows, err := b.db.Reader().QueryContext(ctx,
		"SELECT object_id, at, actor, act, rating, reason FROM appraisal_history WHERE portion_id = ? AND (object_id = ? OR ? = '') ORDER BY id", portion, object, object)
	if err != nil {
		return fmt.Errorf("read history: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		var at int64
		if err := rows.Scan(&e.Object, &at, &e.Actor, &e.Act, &e.Rating, &e.Reason); err != nil {
			return fmt.Errorf("read history: %w", err)
		}
		e.At = time.UnixMilli(at).UTC()
		each(e)
	}
	return rows.Err()
}

// LastReasons gives the reasons given last in the whole workspace, each once,
// newest first, at most n.
func (b *Book) LastReasons(ctx context.Context, n int) ([]string, error) {
	rows, err := b.db.Reader().QueryContext(ctx,
		"SELECT reason FROM (SELECT reason, max(id) AS last FROM appraisal_history WHERE act = 'set' AND reason <> '' GROUP BY reason) ORDER BY last DESC LIMIT ?", n)
	if err != nil {
		return nil, fmt.Errorf("read reasons: %w", err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var r string
		if err := rows.Scan(&r); err != nil {
			return nil, fmt.Errorf("read reasons: %w", err)
		}
		out = append(out, r)
	}
	return out, rows.Err()
}
