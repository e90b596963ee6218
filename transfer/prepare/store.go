package prepare

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// Room is the name of this room's tables in the workspace database.
const Room = "prepare"

// Migrations are the scripts of the room, append only.
var Migrations = []string{`
CREATE TABLE prepare (
  id      TEXT NOT NULL PRIMARY KEY,
  kind    TEXT NOT NULL,
  state   TEXT NOT NULL CHECK (state IN ('draft', 'built', 'self-checked', 'handed-over', 'confirmed', 'deletable')),
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  sha512  TEXT NOT NULL,
  landed  TEXT NOT NULL,
  body    TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX prepare_sha512 ON prepare (sha512);
CREATE TABLE prepare_counter (year INTEGER NOT NULL PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE prepare_file (
  preparation TEXT NOT NULL REFERENCES prepare (id),
  path        TEXT NOT NULL,
  source      TEXT NOT NULL,
  size        INTEGER NOT NULL CHECK (size >= 0),
  modified    INTEGER NOT NULL,
  written     INTEGER NOT NULL CHECK (written >= -1),
  digests     TEXT NOT NULL,
  note        TEXT NOT NULL,
  PRIMARY KEY (preparation, path)) WITHOUT ROWID;
CREATE TABLE prepare_confirmation (
  preparation TEXT NOT NULL REFERENCES prepare (id),
  name        TEXT NOT NULL,
  form        TEXT NOT NULL CHECK (form IN ('receipt', 'paper')),
  by_whom     TEXT NOT NULL,
  day         TEXT NOT NULL,
  note        TEXT NOT NULL,
  file        TEXT NOT NULL,
  sha512      TEXT NOT NULL,
  noted       INTEGER NOT NULL,
  person      TEXT NOT NULL,
  PRIMARY KEY (preparation, name)) WITHOUT ROWID;
CREATE TABLE prepare_archive (
  key_id     TEXT NOT NULL PRIMARY KEY,
  public_key TEXT NOT NULL,
  archive    TEXT NOT NULL,
  pinned     INTEGER NOT NULL,
  pinned_by  TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE prepare_profile (
  profile TEXT NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL CHECK (version > 0),
  digest  TEXT NOT NULL,
  key_id  TEXT NOT NULL REFERENCES prepare_archive (key_id),
  taken   INTEGER NOT NULL) WITHOUT ROWID;
`, `
CREATE TABLE prepare_defaults (
  name    TEXT NOT NULL PRIMARY KEY,
  body    TEXT NOT NULL,
  changed INTEGER NOT NULL,
  person  TEXT NOT NULL) WITHOUT ROWID;
`, `
CREATE TABLE prepare_clerk (
  key_id      TEXT NOT NULL PRIMARY KEY,
  public_key  TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  office      TEXT NOT NULL,
  agency_id   TEXT NOT NULL,
  way         TEXT NOT NULL CHECK (way IN ('file', 'channel')),
  added       INTEGER NOT NULL,
  added_by    TEXT NOT NULL) WITHOUT ROWID;
`, `
CREATE TABLE prepare_seal (
  preparation TEXT NOT NULL PRIMARY KEY REFERENCES prepare (id),
  path        TEXT NOT NULL,
  basis       TEXT NOT NULL,
  clock       INTEGER NOT NULL,
  next        INTEGER NOT NULL CHECK (next >= 0),
  bytes       INTEGER NOT NULL CHECK (bytes >= 0),
  state       BLOB NOT NULL,
  sha512      TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE prepare_seal_head (
  preparation TEXT NOT NULL REFERENCES prepare (id),
  n           INTEGER NOT NULL,
  head        TEXT NOT NULL,
  PRIMARY KEY (preparation, n)) WITHOUT ROWID;
`}

// DB is the database as this room needs it; app/store implements it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Store keeps the preparations of a workspace. Safe for concurrent use.
type Store struct {
	Kinds kind.Shelf // what can be prepared

	db  DB
	now func() time.Time
}

// NewStore works on db; now is the clock, kinds what can be prepared.
func NewStore(db DB, now func() time.Time, kinds kind.Shelf) *Store {
	return &Store{Kinds: kinds, db: db, now: now}
}

// Also is further work in the transaction of a change: the event of it.
type Also func(*sql.Tx, Preparation) error

// New begins a preparation as a draft. Error: Refused for a kind nobody builds.
func (s *Store) New(ctx context.Context, p Preparation, also Also) (Preparation, error) {
	if _, ok := s.Kinds.Builder(p.Kind); !ok {
		return p, failure.New(failure.Refused, "prepare "+p.Kind, wording.Say("hint.prepare.kind-not-preparable", p.Kind))
	}
	p.State, p.Created = Draft, s.now()
	p.Changed = p.Created
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		var n int
		year := p.Created.Year()
		err := tx.QueryRowContext(ctx, `INSERT INTO prepare_counter (year, value) VALUES (?, 1)
 ON CONFLICT (year) DO UPDATE SET value = value + 1 RETURNING value`, year).Scan(&n)
		if err != nil {
			return err
		}
		p.ID = fmt.Sprintf("V%d-%04d", year, n)
		if err := put(ctx, tx, p); err != nil {
			return err
		}
		return run(also, tx, p)
	})
	if err != nil {
		return p, fmt.Errorf("begin preparation: %w", err)
	}
	return p, nil
}

func run(also Also, tx *sql.Tx, p Preparation) error {
	if also == nil {
		return nil
	}
	return also(tx, p)
}

// keptPreparation is a preparation with the texts of its findings.
type keptPreparation struct {
	Preparation
	Words map[int]*check.Words `json:"words,omitempty"`
}

// put writes the row; confirmations have a table of their own.
func put(ctx context.Context, tx *sql.Tx, p Preparation) error {
	p.Confirmations = nil
	body, err := json.Marshal(keptPreparation{p, check.WordsOf(p.Findings)})
	if err != nil {
		return fmt.Errorf("store preparation: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO prepare (id, kind, state, created, changed, sha512, landed, body) VALUES (?,?,?,?,?,?,?,?)
 ON CONFLICT (id) DO UPDATE SET state = excluded.state, changed = excluded.changed, sha512 = excluded.sha512, landed = excluded.landed, body = excluded.body`,
		p.ID, p.Kind, p.State, p.Created.UnixMilli(), p.Changed.UnixMilli(), p.SHA512, p.landed, string(body))
	if err != nil {
		return fmt.Errorf("store preparation %s: %w", p.ID, err)
	}
	return nil
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Get finds a preparation. Error: Refused when there is none of this id.
func (s *Store) Get(ctx context.Context, id string) (Preparation, error) {
	return get(ctx, s.db.Reader(), id)
}

// GetTx is Get inside a transaction of the caller.
func (s *Store) GetTx(ctx context.Context, tx *sql.Tx, id string) (Preparation, error) {
	return get(ctx, tx, id)
}

func get(ctx context.Context, q querier, id string) (Preparation, error) {
	all, err := query(ctx, q, "WHERE id = ?", id)
	if err != nil {
		return Preparation{}, err
	}
	if len(all) == 0 {
		return Preparation{}, failure.New(failure.Refused, "find preparation "+id, wording.Say("hint.prepare.unknown-delivery", id))
	}
	return all[0], nil
}

// List gives all preparations, the last changed first.
func (s *Store) List(ctx context.Context) ([]Preparation, error) {
	return query(ctx, s.db.Reader(), "ORDER BY changed DESC, id DESC")
}

// BySHA512 finds the preparation whose container has this digest.
func (s *Store) BySHA512(ctx context.Context, sha512 string) (Preparation, bool, error) {
	all, err := query(ctx, s.db.Reader(), "WHERE sha512 = ? AND sha512 <> '' ORDER BY changed DESC", sha512)
	if err != nil || len(all) == 0 {
		return Preparation{}, false, err
	}
	return all[0], true, nil
}

func query(ctx context.Context, q querier, where string, args ...any) ([]Preparation, error) {
	rows, err := q.QueryContext(ctx, "SELECT state, landed, body FROM prepare "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read preparations: %w", err)
	}
	var out []Preparation
	for rows.Next() {
		var kept keptPreparation
		var state State
		var landed string
		var body []byte
		err := rows.Scan(&state, &landed, &body)
		if err == nil {
			err = json.Unmarshal(body, &kept)
		}
		if err != nil {
			return nil, errors.Join(failure.Wrap(failure.Damaged, "read preparation",
				wording.Say("hint.prepare.stored-delivery-unreadable"), err), rows.Close())
		}
		p := kept.Preparation
		check.PutWords(p.Findings, kept.Words)
		p.State, p.landed = state, landed
		out = append(out, p)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read preparations: %w", err)
	}
	for i := range out {
		if out[i].Confirmations, err = confirmations(ctx, q, out[i].ID); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func confirmations(ctx context.Context, q querier, id string) (out []Confirmation, err error) {
	rows, err := q.QueryContext(ctx,
		"SELECT name, form, by_whom, day, note, file, sha512, noted, person FROM prepare_confirmation WHERE preparation = ? ORDER BY noted, name", id)
	if err != nil {
		return nil, fmt.Errorf("read confirmations: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var c Confirmation
		var noted int64
		if err := rows.Scan(&c.Name, &c.Form, &c.By, &c.Day, &c.Note, &c.File, &c.SHA512, &noted, &c.Person); err != nil {
			return nil, fmt.Errorf("read confirmations: %w", err)
		}
		c.Noted = time.UnixMilli(noted).UTC()
		out = append(out, c)
	}
	return out, rows.Err()
}

// Move changes a preparation and its state in one transaction; change may be nil.
// Error: Refused where the table of states forbids it.
func (s *Store) Move(ctx context.Context, id string, to State, change func(*Preparation), also Also) (p Preparation, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err = s.MoveTx(ctx, tx, id, to, change, also)
		return err
	})
	return p, err
}

// MoveTx is Move inside a transaction of the caller.
func (s *Store) MoveTx(ctx context.Context, tx *sql.Tx, id string, to State, change func(*Preparation), also Also) (Preparation, error) {
	p, err := get(ctx, tx, id)
	if err != nil {
		return p, err
	}
	if err := step(p.State, to); err != nil {
		return p, err
	}
	p.State, p.Changed = to, s.now()
	if change != nil {
		change(&p)
	}
	if err := put(ctx, tx, p); err != nil {
		return p, err
	}
	return p, run(also, tx, p)
}

// Statements is what a person typed.
type Statements struct {
	Source, Target string
	Fields, Reason kind.Values
}

// Type stores statements as they are typed, right or wrong; a draft survives a
// crash with them. A portion that is built becomes a draft again when anything
// really changes. Error: Refused once it is handed over.
func (s *Store) Type(ctx context.Context, id string, st Statements) (Preparation, error) {
	p, err := s.Get(ctx, id)
	if err != nil {
		return p, err
	}
	if p.Source == st.Source && p.Target == st.Target && maps.Equal(p.Fields, st.Fields) && maps.Equal(p.Reason, st.Reason) {
		return p, nil
	}
	if p.State == HandedOver {
		return p, step(Confirmed, Draft)
	}
	return s.Move(ctx, id, Draft, func(p *Preparation) {
		p.Source, p.Target, p.Fields, p.Reason = st.Source, st.Target, maps.Clone(st.Fields), maps.Clone(st.Reason)
		p.unsettle()
	}, nil)
}

// unsettle forgets what held for an earlier build only.
func (p *Preparation) unsettle() {
	p.Verdict, p.Errors, p.Warnings, p.Notes, p.Checked = "", 0, 0, 0, time.Time{}
	p.Way, p.Place, p.Container, p.SHA512, p.Size, p.AccessionID, p.HandedOver = "", "", "", "", 0, "", time.Time{}
	p.Bundle = ""
}

// Reopen makes a portion the archive returned a draft again, with the reason in
// the log (C7). Error: Refused in any other state.
func (s *Store) Reopen(ctx context.Context, id string, also Also) (Preparation, error) {
	return s.reopen(ctx, id, nil, also)
}

// ReopenReturned is Reopen by the archive's own receipt, which the draft names
// until it is built again.
func (s *Store) ReopenReturned(ctx context.Context, id string, by Returned, also Also) (Preparation, error) {
	return s.reopen(ctx, id, &by, also)
}

// ReopenReturnedTx is ReopenReturned inside a transaction of the caller.
func (s *Store) ReopenReturnedTx(ctx context.Context, tx *sql.Tx, id string, by Returned, also Also) (Preparation, error) {
	return s.reopenTx(ctx, tx, id, &by, also)
}

func (s *Store) reopen(ctx context.Context, id string, by *Returned, also Also) (p Preparation, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err = s.reopenTx(ctx, tx, id, by, also)
		return err
	})
	return p, err
}

func (s *Store) reopenTx(ctx context.Context, tx *sql.Tx, id string, by *Returned, also Also) (Preparation, error) {
	p, err := get(ctx, tx, id)
	if err != nil {
		return p, err
	}
	if p.State != HandedOver {
		return p, failure.New(failure.Refused, "reopen "+id, wording.Say("hint.prepare.reopen-needs-handover", p.State))
	}
	return s.MoveTx(ctx, tx, id, Draft, func(p *Preparation) { p.unsettle(); p.Returned = by }, func(tx *sql.Tx, p Preparation) error {
		// They spoke of a container that is no more; the log keeps them.
		if _, err := tx.ExecContext(ctx, "DELETE FROM prepare_confirmation WHERE preparation = ?", id); err != nil {
			return fmt.Errorf("reopen preparation: %w", err)
		}
		return run(also, tx, p)
	})
}

// Confirm adds a confirmation; the last one that was needed makes the portion
// deletable. A second of the same name is refused: what was confirmed stays.
func (s *Store) Confirm(ctx context.Context, id string, c Confirmation, also Also) (p Preparation, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err = s.ConfirmTx(ctx, tx, id, c, also)
		return err
	})
	return p, err
}

// ConfirmTx is Confirm inside a transaction of the caller.
func (s *Store) ConfirmTx(ctx context.Context, tx *sql.Tx, id string, c Confirmation, also Also) (Preparation, error) {
	p, err := get(ctx, tx, id)
	if err != nil {
		return p, err
	}
	if p.State != HandedOver && p.State != Confirmed {
		return p, failure.New(failure.Refused, "confirm "+id, wording.Say("hint.clerk.confirmation-before-handing", p.State))
	}
	c.Noted = s.now()
	result, err := tx.ExecContext(ctx,
		`INSERT INTO prepare_confirmation (preparation, name, form, by_whom, day, note, file, sha512, noted, person)
 VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING`, id, c.Name, c.Form, c.By, c.Day, c.Note, c.File, c.SHA512, c.Noted.UnixMilli(), c.Person)
	if err != nil {
		return p, fmt.Errorf("store confirmation: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return p, errors.Join(err, failure.New(failure.Refused, "confirm "+id, wording.Say("hint.prepare.confirmation-there", c.Name)))
	}
	p.Confirmations = append(p.Confirmations, c)
	to := p.State
	if c.Form == FormReceipt && to == HandedOver {
		to = Confirmed
	}
	p, err = s.MoveTx(ctx, tx, id, to, nil, also)
	if err != nil || p.State != Confirmed || len(p.Missing()) > 0 {
		return p, err
	}
	return s.MoveTx(ctx, tx, id, Deletable, nil, nil)
}

// Deleted records that the agency has deleted at the source; nothing is deleted
// by us. Error: Refused before every confirmation is there.
func (s *Store) Deleted(ctx context.Context, id, by, note string, also Also) (Preparation, error) {
	p, err := s.Get(ctx, id)
	if err != nil {
		return p, err
	}
	if p.State != Deletable {
		return p, failure.New(failure.Refused, "record deletion "+id,
			wording.Say("hint.prepare.deletion-too-early", p.State, p.missingText()))
	}
	if !p.Deleted.IsZero() {
		return p, failure.New(failure.Refused, "record deletion "+id, wording.Say("hint.prepare.deletion-recorded"))
	}
	return s.Move(ctx, id, Deletable, func(p *Preparation) { p.Deleted, p.DeletedBy, p.DeletedNote = s.now(), by, note }, also)
}

func (p *Preparation) missingText() string {
	text := ""
	for _, n := range p.Missing() {
		text += "Es fehlt die Bestätigung „" + n + "“. "
	}
	return text
}
