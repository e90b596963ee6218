// Package contained keeps what people say of objects beside their packages: titles and
// periods they corrected, and the notes on what an object holds ("Enthält", a note of an
// archival description that names what a title does not say). A note is drafted from the
// titles of documents and means nothing until a person confirmed it; whether it may be
// shown is decided by who reads, on the day. No widgets.
package contained

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room names the tables of this package.
const Room = "contained"

// Migrations are the scripts of this room, append only.
var Migrations = []string{`
CREATE TABLE contained_note (pid TEXT PRIMARY KEY, text TEXT NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
`, `
CREATE TABLE contained_heading (pid TEXT PRIMARY KEY, title TEXT NOT NULL, first_day TEXT NOT NULL, last_day TEXT NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE contained_take (
  id        INTEGER PRIMARY KEY,
  accession TEXT NOT NULL,
  digest    TEXT NOT NULL,
  person    TEXT NOT NULL,
  at        INTEGER NOT NULL,
  undone    INTEGER,
  reason    TEXT NOT NULL DEFAULT '');
CREATE INDEX contained_take_accession ON contained_take (accession);
CREATE TABLE contained_taken (
  take   INTEGER NOT NULL REFERENCES contained_take (id) ON DELETE CASCADE,
  pid    TEXT NOT NULL,
  before TEXT NOT NULL,
  after  TEXT NOT NULL,
  PRIMARY KEY (take, pid)) WITHOUT ROWID;
CREATE INDEX contained_taken_pid ON contained_taken (pid);
`}

// Note is what a person confirmed about one object.
type Note struct {
	PID    string    `json:"pid"`
	Text   string    `json:"text"`
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

// MaxText is how long a note may be, in characters.
const MaxText = 1000

// Store keeps notes.
type Store struct{ db DB }

// NewStore makes the store over the workspace database.
func NewStore(db DB) *Store { return &Store{db} }

// Get gives the note on an object, nil where there is none.
func (s *Store) Get(ctx context.Context, pid string) (*Note, error) {
	n := Note{PID: pid}
	var at int64
	err := s.db.Reader().QueryRowContext(ctx, `SELECT text, person, at FROM contained_note WHERE pid = ?`, pid).Scan(&n.Text, &n.Person,
		&at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read note on %s: %w", pid, err)
	}
	n.At = time.UnixMilli(at).UTC()
	return &n, nil
}

// PutTx keeps a note in place of an earlier one. Error: Refused for one that says nothing
// or is too long.
func (s *Store) PutTx(ctx context.Context, tx *sql.Tx, n Note) error {
	switch length := len([]rune(n.Text)); {
	case strings.TrimSpace(n.Text) == "":
		return failure.New(failure.Refused, "keep note on "+n.PID, wording.Say("hint.viewer.note-empty"))
	case length > MaxText:
		return failure.New(failure.Refused, "keep note on "+n.PID, wording.Say("hint.viewer.note-long", length, MaxText))
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO contained_note (pid, text, person, at) VALUES (?,?,?,?)
 ON CONFLICT (pid) DO UPDATE SET text = excluded.text, person = excluded.person, at = excluded.at`, n.PID, n.Text, n.Person, n.At.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep note on %s: %w", n.PID, err)
	}
	return nil
}

// RemoveTx takes the note on an object away; gone says whether there was one.
func (s *Store) RemoveTx(ctx context.Context, tx *sql.Tx, pid string) (gone bool, err error) {
	res, err := tx.ExecContext(ctx, `DELETE FROM contained_note WHERE pid = ?`, pid)
	if err != nil {
		return false, fmt.Errorf("remove note on %s: %w", pid, err)
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// mostDrafted bounds a draft: a note is read, not searched.
const mostDrafted = 600

// Draft drafts a note from the titles of documents, in the order given: each once, without
// the words of the object's own title; "" where they say nothing more.
func Draft(title string, documents []string) string {
	seen := map[string]bool{fold(title): true}
	var parts []string
	length, more := 0, false
	for _, d := range documents {
		d = strings.Join(strings.Fields(d), " ")
		key := fold(d)
		if d == "" || seen[key] {
			continue
		}
		seen[key] = true
		if length += len([]rune(d)) + 2; length > mostDrafted {
			more = true
			break
		}
		parts = append(parts, d)
	}
	if len(parts) == 0 {
		return ""
	}
	word := "Enthält: "
	if more {
		word = "Enthält u. a.: "
	}
	return word + strings.Join(parts, "; ")
}

func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
