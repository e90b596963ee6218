package share

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room is the name of this room's tables.
const Room = "share"

// Migrations are the room's scripts, append only. What stands in them decides nothing:
// names given to folders, what of a share persons have looked at, and whose its files are.
var Migrations = []string{`
CREATE TABLE share_name (
  portion_id TEXT NOT NULL, object_id TEXT NOT NULL, title TEXT NOT NULL, detail TEXT NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (portion_id, object_id)) WITHOUT ROWID;
CREATE TABLE share_look (
  portion_id TEXT NOT NULL, object_id TEXT NOT NULL, opened INTEGER NOT NULL CHECK (opened IN (0, 1)), actor TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (portion_id, object_id, opened)) WITHOUT ROWID;
`, `
CREATE TABLE share_person (
  portion_id TEXT NOT NULL, object_id TEXT NOT NULL, owner TEXT NOT NULL, author TEXT NOT NULL,
  PRIMARY KEY (portion_id, object_id)) WITHOUT ROWID;
`}

// Name is what a person calls a folder, and what they say of it.
type Name struct {
	Title, Detail string
}

// Notes keeps what persons noted of shares. Safe for concurrent use.
type Notes struct {
	db  DB
	now func() time.Time
}

// NewNotes works on db; now is the clock.
func NewNotes(db DB, now func() time.Time) *Notes { return &Notes{db, now} }

// SetTx puts names of folders, by their ids; an empty one is taken away.
func (n *Notes) SetTx(ctx context.Context, tx *sql.Tx, portion, actor string, names map[string]Name) error {
	for id, name := range names {
		var err error
		if name == (Name{}) {
			_, err = tx.ExecContext(ctx, "DELETE FROM share_name WHERE portion_id = ? AND object_id = ?", portion, id)
		} else {
			_, err = tx.ExecContext(ctx, `INSERT INTO share_name (portion_id, object_id, title, detail, actor, at) VALUES (?,?,?,?,?,?)
 ON CONFLICT (portion_id, object_id) DO UPDATE SET title = excluded.title, detail = excluded.detail, actor = excluded.actor, at = excluded.at`,
				portion, id, name.Title, name.Detail, actor, n.now().UnixMilli())
		}
		if err != nil {
			return fmt.Errorf("store name of %s: %w", id, err)
		}
	}
	return nil
}

// Names gives the names of a share by the ids of its folders.
func (n *Notes) Names(ctx context.Context, portion string) (map[string]Name, error) {
	rows, err := n.db.Reader().QueryContext(ctx, "SELECT object_id, title, detail FROM share_name WHERE portion_id = ?", portion)
	if err != nil {
		return nil, fmt.Errorf("read names: %w", err)
	}
	defer rows.Close()
	out := map[string]Name{}
	for rows.Next() {
		var id string
		var name Name
		if err := rows.Scan(&id, &name.Title, &name.Detail); err != nil {
			return nil, fmt.Errorf("read names: %w", err)
		}
		out[id] = name
	}
	return out, rows.Err()
}

// Look notes that a person looked at the list of a folder, or opened a file.
func (n *Notes) Look(ctx context.Context, portion, object, actor string, opened bool) error {
	return n.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO share_look (portion_id, object_id, opened, actor, at) VALUES (?,?,?,?,?)",
			portion, object, opened, actor, n.now().UnixMilli()); err != nil {
			return fmt.Errorf("note a look at %s: %w", object, err)
		}
		return nil
	})
}

// Looks gives the folders looked at and the files opened, by their ids.
func (n *Notes) Looks(ctx context.Context, portion string) (looked, opened map[string]bool, err error) {
	rows, err := n.db.Reader().QueryContext(ctx, "SELECT object_id, opened FROM share_look WHERE portion_id = ?", portion)
	if err != nil {
		return nil, nil, fmt.Errorf("read looks: %w", err)
	}
	defer rows.Close()
	looked, opened = map[string]bool{}, map[string]bool{}
	for rows.Next() {
		var id string
		var file bool
		if err := rows.Scan(&id, &file); err != nil {
			return nil, nil, fmt.Errorf("read looks: %w", err)
		}
		if file {
			opened[id] = true
		} else {
			looked[id] = true
		}
	}
	return looked, opened, rows.Err()
}

// ForgetTx removes in tx what was noted of objects that are destroyed: names tell of
// them (G13).
func (n *Notes) ForgetTx(ctx context.Context, tx *sql.Tx, portion string, ids map[string]bool) error {
	for id := range ids {
		for _, table := range []string{"share_name", "share_look"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE portion_id = ? AND object_id = ?", portion, id); err != nil {
				return fmt.Errorf("forget notes on %s: %w", id, err)
			}
		}
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM share_person WHERE portion_id = ?", portion)
	return err
}

// Persons are who owns a file and who wrote it, as its file system and its properties say.
type Persons struct{ Owner, Author string }

// SetPersons replaces what is known of the persons of a share by what run of the check
// read, by the ids of its files.
func (n *Notes) SetPersons(ctx context.Context, portion, run string, persons map[string]Persons) error {
	return n.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM share_person WHERE portion_id = ?", portion); err != nil {
			return fmt.Errorf("store persons of %s: %w", portion, err)
		}
		add, err := tx.PrepareContext(ctx, "INSERT INTO share_person (portion_id, object_id, owner, author) VALUES (?,?,?,?)")
		if err != nil {
			return fmt.Errorf("store persons of %s: %w", portion, err)
		}
		defer add.Close()
		if _, err := add.ExecContext(ctx, portion, "", "", run); err != nil { // the row of no file names the run
			return fmt.Errorf("store persons of %s: %w", portion, err)
		}
		for id, p := range persons {
			if _, err := add.ExecContext(ctx, portion, id, p.Owner, p.Author); err != nil {
				return fmt.Errorf("store persons of %s: %w", portion, err)
			}
		}
		return nil
	})
}

// PersonsOf gives the persons of a share by the ids of its files; false where this run of
// the check has not been read for them.
func (n *Notes) PersonsOf(ctx context.Context, portion, run string) (map[string]Persons, bool, error) {
	rows, err := n.db.Reader().QueryContext(ctx, "SELECT object_id, owner, author FROM share_person WHERE portion_id = ?", portion)
	if err != nil {
		return nil, false, fmt.Errorf("read persons: %w", err)
	}
	defer rows.Close()
	out, read := map[string]Persons{}, false
	for rows.Next() {
		var id string
		var p Persons
		if err := rows.Scan(&id, &p.Owner, &p.Author); err != nil {
			return nil, false, fmt.Errorf("read persons: %w", err)
		}
		if id == "" {
			read = p.Author == run
			continue
		}
		out[id] = p
	}
	return out, read, rows.Err()
}
