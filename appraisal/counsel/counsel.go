// Package counsel keeps what is weighed before a decision: what was decided
// earlier on the same position of the filing plan, what the appraisal model of
// an agency proposes, and what the agency remarked on a draft (A35). Nothing in
// here decides: it proposes and reminds, a person decides (appraisal).
//
// It keeps counts of earlier appraisals, never titles: they outlive the
// destruction of the records they speak of.
package counsel

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// DB is what the room needs of the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room is the name of this room's tables.
const Room = "counsel"

// Migrations are the room's scripts, append only.
var Migrations = []string{`
CREATE TABLE counsel_precedent (
  portion_id TEXT NOT NULL, plan TEXT NOT NULL, agency_id TEXT NOT NULL, at INTEGER NOT NULL,
  archived INTEGER NOT NULL CHECK (archived >= 0), destroyed INTEGER NOT NULL CHECK (destroyed >= 0),
  PRIMARY KEY (portion_id, plan)) WITHOUT ROWID;
CREATE INDEX counsel_precedent_plan ON counsel_precedent (plan, at);
CREATE TABLE counsel_draft (
  portion_id TEXT PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, due INTEGER, objects INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE counsel_remark (
  id INTEGER PRIMARY KEY AUTOINCREMENT, portion_id TEXT NOT NULL, object_id TEXT NOT NULL, at INTEGER NOT NULL,
  author TEXT NOT NULL, wish TEXT NOT NULL CHECK (wish IN ('','A','V')), text TEXT NOT NULL, source TEXT NOT NULL,
  UNIQUE (portion_id, object_id, author, wish, text));
CREATE INDEX counsel_remark_object ON counsel_remark (portion_id, object_id, id);
`}

// Office keeps counsel in a workspace. Safe for concurrent use.
type Office struct {
	db  DB
	now func() time.Time
}

// NewOffice works on db; now is the clock.
func NewOffice(db DB, now func() time.Time) *Office { return &Office{db: db, now: now} }

// Precedent is how a position of the filing plan was appraised in one portion.
type Precedent struct {
	Portion   string    `json:"portion"`
	Plan      string    `json:"plan"`
	AgencyID  string    `json:"agencyId,omitempty"`
	At        time.Time `json:"at"`
	Archived  int       `json:"archived"`
	Destroyed int       `json:"destroyed"`
}

// RecordTx keeps the outcome of a finished appraisal in its transaction; what was
// kept of the portion before is replaced.
func (o *Office) RecordTx(ctx context.Context, tx *sql.Tx, portion string, list []Precedent) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM counsel_precedent WHERE portion_id = ?", portion); err != nil {
		return fmt.Errorf("clear precedents: %w", err)
	}
	for _, p := range list {
		if _, err := tx.ExecContext(ctx,
			"INSERT INTO counsel_precedent (portion_id, plan, agency_id, at, archived, destroyed) VALUES (?,?,?,?,?,?)",
			portion, p.Plan, p.AgencyID, p.At.UnixMilli(), p.Archived, p.Destroyed); err != nil {
			return fmt.Errorf("store precedent: %w", err)
		}
	}
	return nil
}

// Precedents gives what other portions than this one were appraised on a plan
// position, newest first, at most 50.
func (o *Office) Precedents(ctx context.Context, plan, not string) ([]Precedent, error) {
	rows, err := o.db.Reader().QueryContext(ctx, `SELECT portion_id, plan, agency_id, at, archived, destroyed FROM counsel_precedent
 WHERE plan = ? AND plan <> '' AND portion_id <> ? ORDER BY at DESC, portion_id DESC LIMIT 50`, plan, not)
	if err != nil {
		return nil, fmt.Errorf("read precedents: %w", err)
	}
	defer rows.Close()
	var out []Precedent
	for rows.Next() {
		var p Precedent
		var at int64
		if err := rows.Scan(&p.Portion, &p.Plan, &p.AgencyID, &at, &p.Archived, &p.Destroyed); err != nil {
			return nil, fmt.Errorf("read precedents: %w", err)
		}
		p.At = time.UnixMilli(at).UTC()
		out = append(out, p)
	}
	return out, rows.Err()
}

// Draft says when the decisions so far went to the agency for remarks.
type Draft struct {
	At      time.Time `json:"at"`
	Actor   string    `json:"actor"`
	Due     time.Time `json:"due,omitzero"`
	Objects int       `json:"objects"`
}

// SentTx remembers in tx that a draft list was made for the agency.
func (o *Office) SentTx(ctx context.Context, tx *sql.Tx, portion string, d Draft) error {
	due := sql.NullInt64{Int64: d.Due.UnixMilli(), Valid: !d.Due.IsZero()}
	_, err := tx.ExecContext(ctx, `INSERT INTO counsel_draft (portion_id, at, actor, due, objects) VALUES (?,?,?,?,?)
 ON CONFLICT (portion_id) DO UPDATE SET at = excluded.at, actor = excluded.actor, due = excluded.due, objects = excluded.objects`,
		portion, d.At.UnixMilli(), d.Actor, due, d.Objects)
	if err != nil {
		return fmt.Errorf("store draft: %w", err)
	}
	return nil
}

// Sent gives the last draft of a portion; false: none went out.
func (o *Office) Sent(ctx context.Context, portion string) (Draft, bool, error) {
	var d Draft
	var at int64
	var due sql.NullInt64
	err := o.db.Reader().QueryRowContext(ctx, "SELECT at, actor, due, objects FROM counsel_draft WHERE portion_id = ?", portion).Scan(&at,
		&d.Actor, &due, &d.Objects)
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("read draft: %w", err)
	}
	d.At = time.UnixMilli(at).UTC()
	if due.Valid {
		d.Due = time.UnixMilli(due.Int64).UTC()
	}
	return d, true, nil
}

// Remark is what the agency said on the draft decision on one object (A35).
type Remark struct {
	Object string    `json:"object"`
	At     time.Time `json:"at"` // when it was taken in
	Author string    `json:"author"`
	Wish   string    `json:"wish,omitempty"` // A or V the agency would rather have, ""
	Text   string    `json:"text,omitempty"`
	Source string    `json:"source,omitempty"` // file it was read from
}

// AddTx keeps remarks in tx; the same remark twice is kept once. It gives how
// many were new.
func (o *Office) AddTx(ctx context.Context, tx *sql.Tx, portion string, list []Remark) (int, error) {
	added := 0
	for _, r := range list {
		res, err := tx.ExecContext(ctx,
			"INSERT OR IGNORE INTO counsel_remark (portion_id, object_id, at, author, wish, text, source) VALUES (?,?,?,?,?,?,?)",
			portion, r.Object, o.now().UnixMilli(), r.Author, r.Wish, r.Text, r.Source)
		if err != nil {
			return added, fmt.Errorf("store remark: %w", err)
		}
		n, err := res.RowsAffected()
		if err != nil {
			return added, fmt.Errorf("store remark: %w", err)
		}
		added += int(n)
	}
	return added, nil
}

// Remarks gives the remarks on a portion by object, oldest first.
func (o *Office) Remarks(ctx context.Context, portion string) (map[string][]Remark, error) {
	rows, err := o.db.Reader().QueryContext(ctx,
		"SELECT object_id, at, author, wish, text, source FROM counsel_remark WHERE portion_id = ? ORDER BY id", portion)
	if err != nil {
		return nil, fmt.Errorf("read remarks: %w", err)
	}
	defer rows.Close()
	out := map[string][]Remark{}
	for rows.Next() {
		var r Remark
		var at int64
		if err := rows.Scan(&r.Object, &at, &r.Author, &r.Wish, &r.Text, &r.Source); err != nil {
			return nil, fmt.Errorf("read remarks: %w", err)
		}
		r.At = time.UnixMilli(at).UTC()
		out[r.Object] = append(out[r.Object], r)
	}
	return out, rows.Err()
}

// ForgetTx removes in tx the remarks on objects that were destroyed (G13).
func (o *Office) ForgetTx(ctx context.Context, tx *sql.Tx, portion string, objects []string) error {
	for _, id := range objects {
		if _, err := tx.ExecContext(ctx, "DELETE FROM counsel_remark WHERE portion_id = ? AND object_id = ?", portion, id); err != nil {
			return fmt.Errorf("remove remarks: %w", err)
		}
	}
	return nil
}
