// Package loan remembers, in a workspace, what of its portions is shared through
// the archive: portions given out for appraisal and portions taken out, with the
// lease others can see (requirements G7, G17), and the letters that came for it.
//
// It keeps the client's side only. The archive's word about a lease is the truth;
// what stands here is what it last said. It sends nothing: sync/channel does.
//
// Invariant: a portion is shared once, as given out or as taken out; a row never
// disappears, it ends.
package loan

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Room names the tables of this package.
const Room = "loan"

// Migrations are the room's scripts, append only.
var Migrations = []string{`
CREATE TABLE loan (
  portion_id TEXT PRIMARY KEY, side TEXT NOT NULL CHECK (side IN ('given','taken')),
  peer TEXT NOT NULL, work_id TEXT NOT NULL DEFAULT '', title TEXT NOT NULL, person TEXT NOT NULL, purpose TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('sending','open','returned','closed')),
  begun_at INTEGER NOT NULL, until_at INTEGER, ended_at INTEGER,
  CHECK ((state = 'sending') <= (side = 'given')), CHECK ((state <> 'sending') <= (work_id <> '')));
CREATE UNIQUE INDEX loan_work ON loan (peer, work_id) WHERE work_id <> '';
CREATE TABLE loan_letter (
  peer TEXT NOT NULL, sequence INTEGER NOT NULL, sha512 TEXT NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL,
  name TEXT NOT NULL, sender TEXT NOT NULL, received_at INTEGER NOT NULL, path TEXT NOT NULL,
  PRIMARY KEY (peer, sequence)) WITHOUT ROWID;
`, `
ALTER TABLE loan_letter ADD COLUMN person TEXT NOT NULL DEFAULT '';
ALTER TABLE loan_letter ADD COLUMN key TEXT NOT NULL DEFAULT '';
`}

// DB is the database as this room needs it; app/store gives it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Side says which way a portion went.
type Side string

// The sides.
const (
	Given Side = "given" // lies here, given out for appraisal
	Taken Side = "taken" // came from the archive
)

// State of a loan.
type State string

// The states.
const (
	Sending  State = "sending" // its bytes are on their way to the archive
	Open     State = "open"
	Returned State = "returned" // lease given back
	Closed   State = "closed"   // no longer given out
)

// Loan is one shared portion.
type Loan struct {
	Portion string    `json:"portion"`
	Side    Side      `json:"side"`
	Peer    string    `json:"archive"`
	Work    string    `json:"work,omitempty"` // id of the work list, "" while sending
	Title   string    `json:"title"`
	Person  string    `json:"person"`
	Purpose string    `json:"purpose,omitempty"` // of the lease: appraise or release
	State   State     `json:"state"`
	Begun   time.Time `json:"begun"`
	Until   time.Time `json:"until,omitzero"` // end of the lease
	Ended   time.Time `json:"ended,omitzero"`
}

// Expired reports whether the lease of a portion taken out has run out: what is
// decided now comes back as a proposal.
func (l Loan) Expired(now time.Time) bool {
	return l.Side == Taken && l.State == Open && !now.Before(l.Until)
}

// Store keeps loans. Safe for concurrent use.
type Store struct{ db DB }

// NewStore works on db.
func NewStore(db DB) *Store { return &Store{db: db} }

func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// PutTx stores a loan; an earlier one of the same portion is replaced.
func (s *Store) PutTx(ctx context.Context, tx *sql.Tx, l Loan) error {
	_, err := tx.ExecContext(ctx,
		`INSERT INTO loan (portion_id, side, peer, work_id, title, person, purpose, state, begun_at, until_at, ended_at) VALUES (?,?,?,?,?,?,?,?,?,?,?)
 ON CONFLICT (portion_id) DO UPDATE SET side = excluded.side, peer = excluded.peer, work_id = excluded.work_id, title = excluded.title, person = excluded.person,
 purpose = excluded.purpose, state = excluded.state, begun_at = excluded.begun_at, until_at = excluded.until_at, ended_at = excluded.ended_at`,
		l.Portion, string(l.Side), l.Peer, l.Work, l.Title, l.Person, l.Purpose, string(l.State), l.Begun.UnixMilli(), millis(l.Until),
		millis(l.Ended))
	if err != nil {
		return fmt.Errorf("store loan of %s: %w", l.Portion, err)
	}
	return nil
}

// Put is PutTx in a transaction of its own.
func (s *Store) Put(ctx context.Context, l Loan) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return s.PutTx(ctx, tx, l) })
}

// ForgetTitleTx puts the id of a portion in the place of its title, which tells of
// what was destroyed (G13).
func (s *Store) ForgetTitleTx(ctx context.Context, tx *sql.Tx, portion string) error {
	if _, err := tx.ExecContext(ctx, "UPDATE loan SET title = portion_id WHERE portion_id = ?", portion); err != nil {
		return fmt.Errorf("forget title of loan: %w", err)
	}
	return nil
}

// ArrivedTx notes, when its receipt is stored, under which id the archive has the
// bytes of a portion being given out.
func (s *Store) ArrivedTx(ctx context.Context, tx *sql.Tx, portion, work string) error {
	_, err := tx.ExecContext(ctx, "UPDATE loan SET work_id = ? WHERE portion_id = ? AND state = 'sending'", work, portion)
	if err != nil {
		return fmt.Errorf("note arrival of %s: %w", portion, err)
	}
	return nil
}

// ErrNone says that a portion is not shared.
var ErrNone = errors.New("no such loan")

const columns = `portion_id, side, peer, work_id, title, person, purpose, state, begun_at, coalesce(until_at, 0), coalesce(ended_at, 0) FROM loan`

func scan(row interface{ Scan(...any) error }) (Loan, error) {
	var l Loan
	var begun, until, ended int64
	err := row.Scan(&l.Portion, &l.Side, &l.Peer, &l.Work, &l.Title, &l.Person, &l.Purpose, &l.State, &begun, &until, &ended)
	if errors.Is(err, sql.ErrNoRows) {
		return l, ErrNone
	}
	if err != nil {
		return l, fmt.Errorf("read loan: %w", err)
	}
	l.Begun = time.UnixMilli(begun).UTC()
	if until != 0 {
		l.Until = time.UnixMilli(until).UTC()
	}
	if ended != 0 {
		l.Ended = time.UnixMilli(ended).UTC()
	}
	return l, nil
}

// Find gives a loan by portion or by work list, or ErrNone.
func (s *Store) Find(ctx context.Context, portionOrWork string) (Loan, error) {
	return scan(s.db.Reader().QueryRowContext(ctx, "SELECT "+columns+" WHERE portion_id = ? OR (work_id <> '' AND work_id = ?)",
		portionOrWork, portionOrWork))
}

// List gives all loans, the newest first.
func (s *Store) List(ctx context.Context) ([]Loan, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT "+columns+" ORDER BY begun_at DESC, portion_id")
	if err != nil {
		return nil, fmt.Errorf("list loans: %w", err)
	}
	defer rows.Close()
	var all []Loan
	for rows.Next() {
		l, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, rows.Err()
}

// Letter is a message that came for this workspace.
type Letter struct {
	Peer      string    `json:"archive"`
	Sequence  int64     `json:"sequence"`
	SHA512    string    `json:"sha512"`
	Kind      string    `json:"kind"`
	Reference string    `json:"reference"`
	Name      string    `json:"name"`
	Sender    string    `json:"from"`
	Received  time.Time `json:"received"`
	Path      string    `json:"path"` // slash path inside the workspace
	// Person and Key are who signed it with a key of their own, "" where only the
	// machine of the office did; the kept envelope proves it.
	Person string `json:"person,omitempty"`
	Key    string `json:"key,omitempty"`
	// Did says what a letter that has just come changed here; it is not stored.
	Did string `json:"did,omitempty"`
}

// AddLetterTx stores a letter; one that is known stays.
func (s *Store) AddLetterTx(ctx context.Context, tx *sql.Tx, l Letter) error {
	_, err := tx.ExecContext(ctx,
		`INSERT INTO loan_letter (peer, sequence, sha512, kind, reference, name, sender, received_at, path, person, key) VALUES (?,?,?,?,?,?,?,?,?,?,?)
 ON CONFLICT DO NOTHING`, l.Peer, l.Sequence, l.SHA512, l.Kind, l.Reference, l.Name, l.Sender, l.Received.UnixMilli(), l.Path, l.Person, l.Key)
	if err != nil {
		return fmt.Errorf("store letter: %w", err)
	}
	return nil
}

// LastLetter gives the number of the last letter of an archive, 0 for none.
func (s *Store) LastLetter(ctx context.Context, peer string) (n int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, "SELECT coalesce(max(sequence), 0) FROM loan_letter WHERE peer = ?", peer).Scan(&n)
	return n, err
}

// Letters gives all letters of a kind ("" = all), the oldest first.
func (s *Store) Letters(ctx context.Context, kind string) ([]Letter, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT peer, sequence, sha512, kind, reference, name, sender, received_at, path, person, key FROM loan_letter WHERE kind = ? OR ? = '' ORDER BY received_at, sequence", kind, kind)
	if err != nil {
		return nil, fmt.Errorf("list letters: %w", err)
	}
	defer rows.Close()
	var all []Letter
	for rows.Next() {
		var l Letter
		var at int64
		if err := rows.Scan(&l.Peer, &l.Sequence, &l.SHA512, &l.Kind, &l.Reference, &l.Name, &l.Sender, &at, &l.Path, &l.Person,
			&l.Key); err != nil {
			return nil, fmt.Errorf("list letters: %w", err)
		}
		l.Received = time.UnixMilli(at).UTC()
		all = append(all, l)
	}
	return all, rows.Err()
}
