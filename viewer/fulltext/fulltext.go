// Package fulltext is the word index of portions that are being appraised: the
// text of every delivered document, so that a list can be narrowed to the units
// in which a word stands (issue 6.4). It is a cache beside the delivered copy: it
// can be built anew at any time, it never leaves the workspace, and it goes with
// the copy when records are destroyed (G13; pages are overwritten by SQLite's
// secure-delete).
package fulltext

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"laufzettel/viewer/catalog"
)

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room names the tables of this package.
const Room = "fulltext"

// Migrations are the scripts of this room, append only.
var Migrations = []string{`
CREATE TABLE fulltext_file (
  id INTEGER PRIMARY KEY, portion_id TEXT NOT NULL, path TEXT NOT NULL, run TEXT NOT NULL,
  letters INTEGER NOT NULL CHECK (letters >= 0), UNIQUE (portion_id, path));
CREATE VIRTUAL TABLE fulltext_words USING fts5 (body, folded, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO fulltext_words (fulltext_words, rank) VALUES ('secure-delete', 1);
`}

// Text is the text of one file; empty where no reader finds words in it.
type Text struct {
	Path string
	Body string
}

// Index is the word index of a workspace. Safe for concurrent use.
type Index struct{ db DB }

// New works on db.
func New(db DB) *Index { return &Index{db: db} }

// Put stores the texts of files of a portion as its check run found them, in one
// transaction; what was stored of a file before is replaced.
func (x *Index) Put(ctx context.Context, portion, run string, texts []Text) error {
	return x.db.WithTx(ctx, func(tx *sql.Tx) error {
		for _, t := range texts {
			if err := put(ctx, tx, portion, run, t); err != nil {
				return fmt.Errorf("index text of %s: %w", t.Path, err)
			}
		}
		return nil
	})
}

func put(ctx context.Context, tx *sql.Tx, portion, run string, t Text) error {
	var old int64
	err := tx.QueryRowContext(ctx, "SELECT id FROM fulltext_file WHERE portion_id = ? AND path = ?", portion, t.Path).Scan(&old)
	switch {
	case err == nil:
		if err := remove(ctx, tx, "id = ?", old); err != nil {
			return err
		}
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	res, err := tx.ExecContext(ctx, "INSERT INTO fulltext_file (portion_id, path, run, letters) VALUES (?,?,?,?)", portion, t.Path, run,
		len(t.Body))
	if err != nil || t.Body == "" {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO fulltext_words (rowid, body, folded) VALUES (?,?,?)", id, t.Body, catalog.Folded(t.Body))
	return err
}

func remove(ctx context.Context, tx *sql.Tx, where string, args ...any) error {
	var rows int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM fulltext_file WHERE "+where, args...).Scan(&rows); err != nil {
		return err
	}
	err := catalog.Dropping(ctx, tx, "fulltext_words", rows, func() error {
		next := "SELECT max(id) FROM (SELECT id FROM fulltext_file WHERE id > ? AND " + where + " ORDER BY id LIMIT 1000)"
		return catalog.InParts(ctx, tx, next, args, func(from, to int64) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM fulltext_words WHERE rowid IN (SELECT id FROM fulltext_file WHERE id > ? AND id <= ? AND "+
				where+")", append([]any{from, to}, args...)...)
			return err
		})
	})
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM fulltext_file WHERE "+where, args...)
	return err
}

// Done gives the files of a portion that are indexed for this run of its check.
func (x *Index) Done(ctx context.Context, portion, run string) (map[string]bool, error) {
	return x.paths(ctx, "SELECT path FROM fulltext_file WHERE portion_id = ? AND run = ?", portion, run)
}

// Search gives the files of a portion in which the words stand: words, "a
// phrase", begin*, -without. Nothing asked for finds nothing.
func (x *Index) Search(ctx context.Context, portion, words string) (map[string]bool, error) {
	q := catalog.Match(words)
	if q == "" {
		return map[string]bool{}, nil
	}
	return x.paths(ctx, `SELECT f.path FROM fulltext_words w JOIN fulltext_file f ON f.id = w.rowid
 WHERE fulltext_words MATCH ? AND f.portion_id = ?`, q, portion)
}

func (x *Index) paths(ctx context.Context, query string, args ...any) (map[string]bool, error) {
	rows, err := x.db.Reader().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read word index: %w", err)
	}
	defer rows.Close()
	out := map[string]bool{}
	for rows.Next() {
		var p string
		if err := rows.Scan(&p); err != nil {
			return nil, fmt.Errorf("read word index: %w", err)
		}
		out[p] = true
	}
	return out, rows.Err()
}

// Body gives the text of a file, "" where none is indexed.
func (x *Index) Body(ctx context.Context, portion, path string) (body string, err error) {
	err = x.db.Reader().QueryRowContext(ctx,
		`SELECT w.body FROM fulltext_file f JOIN fulltext_words w ON w.rowid = f.id WHERE f.portion_id = ? AND f.path = ?`, portion,
		path).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read word index: %w", err)
	}
	return body, nil
}

// DropTx removes everything of a portion in tx: with the delivered copy goes its
// text.
func DropTx(ctx context.Context, tx *sql.Tx, portion string) error {
	if err := remove(ctx, tx, "portion_id = ?", portion); err != nil {
		return fmt.Errorf("drop word index: %w", err)
	}
	return nil
}
