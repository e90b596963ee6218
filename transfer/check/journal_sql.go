package check

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Room is the name of this room's tables in the workspace database.
const Room = "check"

// Migrations are the scripts of the room, append only.
var Migrations = []string{`
CREATE TABLE check_run (
  id          INTEGER PRIMARY KEY,
  key         TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('open', 'finished')),
  begun       INTEGER NOT NULL);
CREATE TABLE check_fact (
  run      INTEGER NOT NULL REFERENCES check_run (id) ON DELETE CASCADE,
  path     TEXT NOT NULL,
  modified INTEGER NOT NULL,
  fact     TEXT NOT NULL,
  PRIMARY KEY (run, path)) WITHOUT ROWID;
`}

// DB is the database as this room needs it; app/store implements it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// loadPage is how many facts one question fetches; no read stays open while the
// rules think.
const loadPage = 1000

// SQLJournal is the Journal in the workspace database.
type SQLJournal struct {
	db  DB
	now func() time.Time
}

// NewSQLJournal gives the journal of a workspace; its tables come from
// Migrations.
func NewSQLJournal(db DB) *SQLJournal { return &SQLJournal{db: db, now: time.Now} }

// Begin implements Journal.
func (j *SQLJournal) Begin(ctx context.Context, key, fingerprint string) (n int, err error) {
	err = j.db.WithTx(ctx, func(tx *sql.Tx) error {
		var id int64
		var print, state string
		err := tx.QueryRowContext(ctx, "SELECT id, fingerprint, state FROM check_run WHERE key = ?", key).Scan(&id, &print, &state)
		switch {
		case err == nil && print == fingerprint && state == "open":
			return tx.QueryRowContext(ctx, "SELECT count(*) FROM check_fact WHERE run = ?", id).Scan(&n)
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM check_run WHERE key = ?", key); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO check_run (key, fingerprint, state, begun) VALUES (?, ?, 'open', ?)", key, fingerprint,
			j.now().UnixMilli())
		return err
	})
	return n, wrapJournal("begin run", err)
}

// Prune implements Journal.
func (j *SQLJournal) Prune(ctx context.Context, key string, keep func(Journaled) bool) error {
	var gone []string
	drop := func() error {
		if len(gone) == 0 {
			return nil
		}
		err := j.db.WithTx(ctx, func(tx *sql.Tx) error {
			for _, p := range gone {
				if _, err := tx.ExecContext(ctx, "DELETE FROM check_fact WHERE path = ? AND run = (SELECT id FROM check_run WHERE key = ?)",
					p, key); err != nil {
					return err
				}
			}
			return nil
		})
		gone = gone[:0]
		return err
	}
	err := j.pages(ctx, key, func(e Journaled) error {
		if !keep(e) {
			gone = append(gone, e.Path)
		}
		if len(gone) >= loadPage {
			return drop()
		}
		return nil
	})
	if err == nil {
		err = drop()
	}
	return wrapJournal("prune", err)
}

// Has implements Journal.
func (j *SQLJournal) Has(ctx context.Context, key, path string) (bool, error) {
	var n int
	err := j.db.Reader().QueryRowContext(ctx,
		"SELECT count(*) FROM check_fact f JOIN check_run r ON r.id = f.run WHERE r.key = ? AND f.path = ?", key, path).Scan(&n)
	return n > 0, wrapJournal("look up", err)
}

// Put implements Journal: one transaction, durable at its end.
func (j *SQLJournal) Put(ctx context.Context, key string, batch []Journaled) error {
	return wrapJournal("put batch", j.db.WithTx(ctx, func(tx *sql.Tx) error { return putBatch(ctx, tx, key, batch) }))
}

func putBatch(ctx context.Context, tx *sql.Tx, key string, batch []Journaled) error {
	var id int64
	if err := tx.QueryRowContext(ctx, "SELECT id FROM check_run WHERE key = ?", key).Scan(&id); err != nil {
		return fmt.Errorf("run %q was not begun: %w", key, err)
	}
	stmt, err := tx.PrepareContext(ctx, "INSERT OR REPLACE INTO check_fact (run, path, modified, fact) VALUES (?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, e := range batch {
		fact, err := json.Marshal(keptFact{e.FileFact, WordsOf(e.Findings)})
		if err != nil {
			return err
		}
		if _, err := stmt.ExecContext(ctx, id, e.Path, e.Modified.UnixMilli(), string(fact)); err != nil {
			return err
		}
	}
	return nil
}

// File implements Journal.
func (j *SQLJournal) File(ctx context.Context, key, path string) (FileFact, bool, error) {
	var text string
	err := j.db.Reader().QueryRowContext(ctx,
		"SELECT f.fact FROM check_fact f JOIN check_run r ON r.id = f.run WHERE r.key = ? AND f.path = ?", key, path).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return FileFact{}, false, nil
	}
	if err != nil {
		return FileFact{}, false, wrapJournal("look up", err)
	}
	f, err := unmarshalFact(text)
	return f, err == nil, wrapJournal("look up", err)
}

// Load implements Journal.
func (j *SQLJournal) Load(ctx context.Context, key string, fn func(FileFact) error) error {
	return wrapJournal("walk", j.pages(ctx, key, func(e Journaled) error { return fn(e.FileFact) }))
}

// pages walks the run by path, a page at a time.
func (j *SQLJournal) pages(ctx context.Context, key string, fn func(Journaled) error) error {
	after, first := "", true
	var page []Journaled
	for {
		var err error
		if page, err = j.page(ctx, key, after, first, page[:0]); err != nil {
			return err
		}
		for _, e := range page {
			if err := fn(e); err != nil {
				return err
			}
		}
		if len(page) < loadPage {
			return nil
		}
		after, first = page[len(page)-1].Path, false
	}
}

// page gives the next facts in the room of the page before.
func (j *SQLJournal) page(ctx context.Context, key, after string, first bool, page []Journaled) ([]Journaled, error) {
	from := ">" // one comparison, so that the index finds the page
	if first {
		from = ">="
	}
	rows, err := j.db.Reader().QueryContext(ctx, `SELECT modified, fact FROM check_fact
		WHERE run = (SELECT id FROM check_run WHERE key = ?) AND path `+from+` ? ORDER BY path LIMIT ?`, key, after, loadPage)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var ms int64
		var text string
		if err := rows.Scan(&ms, &text); err != nil {
			return nil, err
		}
		f, err := unmarshalFact(text)
		if err != nil {
			return nil, err
		}
		page = append(page, Journaled{FileFact: f, Modified: time.UnixMilli(ms).UTC()})
	}
	return page, rows.Err()
}

// Finish implements Journal.
func (j *SQLJournal) Finish(ctx context.Context, key string) error {
	return j.db.WithTx(ctx, func(tx *sql.Tx) error { return j.FinishTx(ctx, tx, key) })
}

// FinishTx finishes a run in the caller's transaction, together with the report
// it stores.
func (j *SQLJournal) FinishTx(ctx context.Context, tx *sql.Tx, key string) error {
	_, err := tx.ExecContext(ctx, "UPDATE check_run SET state = 'finished' WHERE key = ?", key)
	return wrapJournal("finish run", err)
}

// Drop implements Journal.
func (j *SQLJournal) Drop(ctx context.Context, key string) error {
	return j.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM check_run WHERE key = ?", key)
		return wrapJournal("drop run", err)
	})
}

func unmarshalFact(text string) (f FileFact, err error) {
	var kept keptFact
	err = json.Unmarshal([]byte(text), &kept)
	PutWords(kept.Findings, kept.Words)
	return kept.FileFact, err
}

// keptFact is a fact with the texts of its findings.
type keptFact struct {
	FileFact
	Words map[int]*Words `json:"words,omitempty"`
}

func wrapJournal(op string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("journal: %s: %w", op, err)
}
