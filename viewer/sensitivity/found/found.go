// Package found keeps where personal data were found in a portion: file, page, offset,
// length, kind and rule, never the value (what-stays.md). The table is protected like the
// delivery it comes from, can be built anew at any time but for what a person confirmed or
// dismissed, and goes with the delivered copy (G13).
package found

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"laufzettel/viewer/sensitivity"
)

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room names the tables of this package.
const Room = "sensitivity"

// Migrations are the scripts of this room, append only.
var Migrations = []string{`
CREATE TABLE sensitivity_file (
  id INTEGER PRIMARY KEY, portion_id TEXT NOT NULL, path TEXT NOT NULL, run TEXT NOT NULL, rules TEXT NOT NULL,
  pages INTEGER NOT NULL, blank INTEGER NOT NULL, whole INTEGER NOT NULL, UNIQUE (portion_id, path));
CREATE TABLE sensitivity_hit (
  id INTEGER PRIMARY KEY AUTOINCREMENT, file_id INTEGER NOT NULL, page INTEGER NOT NULL, at INTEGER NOT NULL, length INTEGER NOT NULL,
  kind TEXT NOT NULL, rule TEXT NOT NULL, verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'confirmed', 'dismissed')));
CREATE INDEX sensitivity_hit_file ON sensitivity_hit (file_id, page, at);
`}

// Verdict is what a person said of a hit.
type Verdict string

// The verdicts.
const (
	Unjudged  Verdict = ""
	Confirmed Verdict = "confirmed"
	Dismissed Verdict = "dismissed"
)

// Hit is one place in a file.
type Hit struct {
	ID      int64 // 0 before it is stored
	Path    string
	Page    int // from 0
	Offset  int // byte of the page's text
	Length  int
	Kind    sensitivity.Kind
	Rule    string
	Verdict Verdict
}

// File is a file that was searched.
type File struct {
	Path  string
	Pages int  // 0: no reader gives text of it
	Blank int  // pages without text
	Whole bool // all of its text was searched
	Hits  []Hit
}

// Unread tells whether nothing of a file could be read.
func (f File) Unread() bool { return f.Blank >= f.Pages }

// Places keeps the places. Safe for concurrent use.
type Places struct{ db DB }

// New works on db.
func New(db DB) *Places { return &Places{db: db} }

// Put stores what was found in files of a portion, as its check run delivered them and
// by the rules named, in one transaction. What was found in a file before is replaced;
// a verdict on a hit at the same place and of the same kind stays.
func (x *Places) Put(ctx context.Context, portion, run, rules string, files []File) error {
	return x.db.WithTx(ctx, func(tx *sql.Tx) error {
		for _, f := range files {
			if err := put(ctx, tx, portion, run, rules, f); err != nil {
				return fmt.Errorf("keep places of %s: %w", f.Path, err)
			}
		}
		return nil
	})
}

// place is where a hit is, for the verdict that stays.
type place struct {
	page, at, length int
	kind             sensitivity.Kind
}

func put(ctx context.Context, tx *sql.Tx, portion, run, rules string, f File) error {
	judged, err := forget(ctx, tx, portion, run, f.Path)
	if err != nil {
		return err
	}
	res, err := tx.ExecContext(ctx,
		"INSERT INTO sensitivity_file (portion_id, path, run, rules, pages, blank, whole) VALUES (?,?,?,?,?,?,?)",
		portion, f.Path, run, rules, f.Pages, f.Blank, f.Whole)
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	for _, h := range f.Hits {
		v := judged[place{h.Page, h.Offset, h.Length, h.Kind}]
		if _, err := tx.ExecContext(ctx,
			"INSERT INTO sensitivity_hit (file_id, page, at, length, kind, rule, verdict) VALUES (?,?,?,?,?,?,?)",
			id, h.Page, h.Offset, h.Length, h.Kind, h.Rule, v); err != nil {
			return err
		}
	}
	return nil
}

// forget removes what was found in a file and gives what was said of it, where it is
// still the same file: of the same check run.
func forget(ctx context.Context, tx *sql.Tx, portion, run, path string) (map[place]Verdict, error) {
	var id int64
	var oldRun string
	err := tx.QueryRowContext(ctx, "SELECT id, run FROM sensitivity_file WHERE portion_id = ? AND path = ?", portion, path).Scan(&id,
		&oldRun)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	judged := map[place]Verdict{}
	if oldRun == run {
		rows, err := tx.QueryContext(ctx, "SELECT page, at, length, kind, verdict FROM sensitivity_hit WHERE file_id = ? AND verdict <> ''",
			id)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var p place
			var v Verdict
			if err := rows.Scan(&p.page, &p.at, &p.length, &p.kind, &v); err != nil {
				return nil, err
			}
			judged[p] = v
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
	}
	return judged, remove(ctx, tx, "id = ?", id)
}

// StaleTx has a file of a portion searched anew in tx: its text is another one now. What a
// person said of its hits stays where they are found again.
func StaleTx(ctx context.Context, tx *sql.Tx, portion, path string) error {
	if _, err := tx.ExecContext(ctx, "UPDATE sensitivity_file SET rules = '' WHERE portion_id = ? AND path = ?", portion, path); err != nil {
		return fmt.Errorf("have %s searched anew: %w", path, err)
	}
	return nil
}

func remove(ctx context.Context, tx *sql.Tx, where string, arg any) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM sensitivity_hit WHERE file_id IN (SELECT id FROM sensitivity_file WHERE "+where+")",
		arg); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM sensitivity_file WHERE "+where, arg)
	return err
}

// Done gives the files of a portion that were searched for this run of its check by
// these rules.
func (x *Places) Done(ctx context.Context, portion, run, rules string) (map[string]bool, error) {
	files, err := x.files(ctx, "portion_id = ? AND run = ? AND rules = ?", portion, run, rules)
	out := map[string]bool{}
	for path := range files {
		out[path] = true
	}
	return out, err
}

// Files gives the files of a portion that were searched, with their hits.
func (x *Places) Files(ctx context.Context, portion string) (map[string]*File, error) {
	files, err := x.files(ctx, "portion_id = ?", portion)
	if err != nil {
		return nil, err
	}
	rows, err := x.db.Reader().QueryContext(ctx, `SELECT h.id, f.path, h.page, h.at, h.length, h.kind, h.rule, h.verdict
 FROM sensitivity_hit h JOIN sensitivity_file f ON f.id = h.file_id WHERE f.portion_id = ? ORDER BY f.path, h.page, h.at, h.id`, portion)
	if err != nil {
		return nil, fmt.Errorf("read places: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var h Hit
		if err := rows.Scan(&h.ID, &h.Path, &h.Page, &h.Offset, &h.Length, &h.Kind, &h.Rule, &h.Verdict); err != nil {
			return nil, fmt.Errorf("read places: %w", err)
		}
		if f := files[h.Path]; f != nil {
			f.Hits = append(f.Hits, h)
		}
	}
	return files, rows.Err()
}

func (x *Places) files(ctx context.Context, where string, args ...any) (map[string]*File, error) {
	rows, err := x.db.Reader().QueryContext(ctx, "SELECT path, pages, blank, whole FROM sensitivity_file WHERE "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read places: %w", err)
	}
	defer rows.Close()
	out := map[string]*File{}
	for rows.Next() {
		var f File
		if err := rows.Scan(&f.Path, &f.Pages, &f.Blank, &f.Whole); err != nil {
			return nil, fmt.Errorf("read places: %w", err)
		}
		out[f.Path] = &f
	}
	return out, rows.Err()
}

// Judge keeps what a person said of hits of a portion, with what shall become true with
// it. It gives how many there are of those ids; the others are not touched.
func (x *Places) Judge(ctx context.Context, portion string, ids []int64, v Verdict, also func(tx *sql.Tx, n int) error) (n int, err error) {
	err = x.db.WithTx(ctx, func(tx *sql.Tx) error {
		n = 0
		args := []any{v, portion}
		for _, id := range ids {
			args = append(args, id)
		}
		res, err := tx.ExecContext(ctx,
			"UPDATE sensitivity_hit SET verdict = ? WHERE file_id IN (SELECT id FROM sensitivity_file WHERE portion_id = ?) AND id IN ("+
				strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")+")", args...)
		if err != nil {
			return fmt.Errorf("judge places: %w", err)
		}
		changed, err := res.RowsAffected()
		if err != nil {
			return err
		}
		n = int(changed)
		return also(tx, n)
	})
	return n, err
}

// DropTx removes everything of a portion in tx: with the delivered copy goes what was
// found in it.
func DropTx(ctx context.Context, tx *sql.Tx, portion string) error {
	if err := remove(ctx, tx, "portion_id = ?", portion); err != nil {
		return fmt.Errorf("drop places: %w", err)
	}
	return nil
}

// Holds reports whether anything found in a portion is kept; it serves the proof that
// no copy is left (G13).
func Holds(ctx context.Context, db DB, portion string) (bool, error) {
	var n int
	if err := db.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sensitivity_file WHERE portion_id = ?)",
		portion).Scan(&n); err != nil {
		return false, fmt.Errorf("look into places: %w", err)
	}
	return n > 0, nil
}
