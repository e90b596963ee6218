// Package catalog is the index of everything that was kept: descriptions of
// objects and the full text of their documents, searched with SQLite FTS5. It
// is a cache: it can be rebuilt from the packages alone (Rebuild) and holds
// nothing that is not in them. Requirements A21, A25, C11, F8, G13.
//
// What is closed stays closed here (A25): of an object whose description is
// closed nothing is found, counted or listed; of a closed object only its
// description is. The filter is part of every query of this package, on the day
// the caller names; there is no call that leaves it out.
//
// The package takes plain values (Item), not packages: who reads packages is
// app/work.
package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Room names the tables of this package.
const Room = "catalog"

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Migrations are the scripts of this room.
var Migrations = []string{`
CREATE TABLE catalog_item (
  id           INTEGER PRIMARY KEY,
  pid          TEXT NOT NULL UNIQUE,
  reference    TEXT NOT NULL,
  kind         TEXT NOT NULL,
  filing       TEXT NOT NULL,
  subject      TEXT NOT NULL,
  first_day    TEXT NOT NULL,
  last_day     TEXT NOT NULL,
  first_year   INTEGER,
  last_year    INTEGER,
  agency       TEXT NOT NULL,
  accession    TEXT NOT NULL,
  package      TEXT NOT NULL,
  closed       TEXT NOT NULL CHECK (closed IN ('', 'object', 'description')),
  closed_until INTEGER,
  closed_basis TEXT NOT NULL,
  checked      INTEGER,
  build        INTEGER NOT NULL DEFAULT 0);
CREATE INDEX catalog_item_reference ON catalog_item (reference);
CREATE INDEX catalog_item_accession ON catalog_item (accession);
CREATE TABLE catalog_entry (
  id     INTEGER PRIMARY KEY,
  item   INTEGER NOT NULL REFERENCES catalog_item (id) ON DELETE CASCADE,
  part   TEXT NOT NULL,
  title  TEXT NOT NULL,
  day    TEXT NOT NULL,
  format TEXT NOT NULL,
  path   TEXT NOT NULL,
  digest TEXT NOT NULL,
  bytes  INTEGER NOT NULL);
CREATE INDEX catalog_entry_item ON catalog_entry (item);
CREATE INDEX catalog_entry_digest ON catalog_entry (digest) WHERE digest <> '';
CREATE VIRTUAL TABLE catalog_words USING fts5 (head, body, folded, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO catalog_words (catalog_words, rank) VALUES ('secure-delete', 1);
`, `
ALTER TABLE catalog_item ADD COLUMN number TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog_item ADD COLUMN plan TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog_item ADD COLUMN tree TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog_item ADD COLUMN documents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE catalog_item ADD COLUMN files INTEGER NOT NULL DEFAULT 0;
ALTER TABLE catalog_item ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
`, migrateDue}

// Grade says what of an object is closed.
type Grade string

// The grades of closure (A25).
const (
	Open        Grade = ""            // free for use
	Object      Grade = "object"      // the object is closed, its description is not
	Description Grade = "description" // nothing of it may be known
)

// Closure is the closure of one object.
type Closure struct {
	Grade Grade
	Until time.Time // last closed day; zero: without end
	Basis string    // legal basis in words
}

// On gives the grade that holds on a day.
func (c Closure) On(day time.Time) Grade {
	if c.Grade != Open && !c.Until.IsZero() && day.After(c.Until) {
		return Open
	}
	return c.Grade
}

// Item is one described object, as a rule one archival package.
type Item struct {
	PID           string // persistent identifier; the key
	ReferenceCode string // Archivsignatur
	Kind          string // delivery or object kind, for filters
	Filing        string // Aktenzeichen
	Subject       string // Betreff
	From, To      string // Laufzeit: "2009-11-02", "2009-11", "2009" or ""
	Agency        string
	Accession     string // Ü-ID or accession number
	Package       string // where the package lies
	Keywords      string // further words of the description that shall be found
	Closure       Closure
	Checked       time.Time // last integrity check; zero: never
	Documents     []Document
	Number        string // Zugangsnummer
	Plan          string // position of the Aktenplan, outermost known
	Tree          Tree   // where the object stands, and what it holds
	Contains      string // note on what it holds, as a person confirmed it; not kept here
	Extent        Extent
	// Later leaves the words of the documents out: they are listed at once, and found by
	// their titles and texts once Fill has brought them.
	Later bool
}

// Tree is the place of an object among those that are described.
type Tree struct {
	Above []Node `json:"above,omitempty"` // its parents, outermost first
	Below []Node `json:"below,omitempty"` // Akten and Vorgänge inside it
	Known bool   `json:"known,omitempty"` // false: indexed before trees were
}

// Node is one described object without documents.
type Node struct {
	Kind    string `json:"kind"` // dossier or case
	Filing  string `json:"filing,omitempty"`
	Subject string `json:"subject,omitempty"`
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Below   []Node `json:"below,omitempty"`
}

// Extent is how much an object holds.
type Extent struct {
	Documents int
	Files     int
	Bytes     int64
}

// Document is one document of an Item.
type Document struct {
	ID     string // identifier inside the package
	Title  string
	Date   string // "2009-11-02", "2009-11", "2009" or ""
	Format string // short name for people
	Path   string // path inside the package
	Digest string // lower-case hexadecimal, with algorithm: "sha512:…"
	Bytes  int64
	Text   string // full text; not given back
	// Keywords are further words of its description that shall be found, such as
	// the search terms of a register entry (C11); not given back.
	Keywords string
}

// maxText is how much of one document's text is indexed, in bytes.
const maxText = 4 << 20

// Catalog is the index. It is safe for concurrent use.
type Catalog struct {
	db   DB
	most int // places that a search ranks
}

// New makes the catalog over the workspace database.
func New(db DB) *Catalog { return &Catalog{db: db, most: maxPlaces} }

// Put writes an item, in place of an earlier one with the same PID.
func (c *Catalog) Put(ctx context.Context, it Item) error {
	return c.db.WithTx(ctx, func(tx *sql.Tx) error { return put(ctx, tx, it, 0) })
}

func put(ctx context.Context, tx *sql.Tx, it Item, build int64) error {
	if it.PID == "" {
		return errors.New("index item: no persistent identifier")
	}
	if err := remove(ctx, tx, it.PID); err != nil {
		return err
	}
	tree, err := json.Marshal(it.Tree)
	if err != nil {
		return fmt.Errorf("index item %s: %w", it.PID, err)
	}
	res, err := tx.ExecContext(ctx,
		`INSERT INTO catalog_item (pid, reference, kind, filing, subject, first_day, last_day, first_year, last_year,
		agency, accession, package, closed, closed_until, closed_basis, checked, build, number, plan, tree, documents, files, bytes)
		VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		it.PID, it.ReferenceCode, it.Kind, it.Filing, it.Subject, it.From, it.To, year(it.From, it.To), year(it.To, it.From),
		it.Agency, it.Accession, it.Package, string(it.Closure.Grade), millis(it.Closure.Until), it.Closure.Basis, millis(it.Checked),
		build,
		it.Number, it.Plan, string(tree), it.Extent.Documents, it.Extent.Files, it.Extent.Bytes)
	if err != nil {
		return fmt.Errorf("index item %s: %w", it.PID, err)
	}
	item, err := res.LastInsertId()
	if err != nil {
		return fmt.Errorf("index item %s: %w", it.PID, err)
	}
	e, err := newEntries(ctx, tx, item)
	if err != nil {
		return err
	}
	defer e.close()
	head := strings.Join([]string{it.Subject, it.ReferenceCode, it.Filing, it.PID, it.Agency, it.Keywords}, "\n")
	if err := e.add(ctx, Document{Title: it.Subject}, head, false); err != nil {
		return err
	}
	if err := gather(ctx, tx, it); err != nil {
		return err
	}
	for _, d := range it.Documents {
		if d.ID == "" {
			return fmt.Errorf("index item %s: document without identifier", it.PID)
		}
		if err := e.add(ctx, d, heading(d), it.Later); err != nil {
			return err
		}
	}
	return nil
}

// gathered is how many bytes of places of words SQLite gathers before it writes them, for
// an item with more text than that.
const gathered = 16 << 20

// gather lets SQLite hold more words of a large item before it writes them: of the usual
// one megabyte they are written in many pieces, which are merged again and again, a
// quarter of the time such an item takes. SQLite keeps the number with the table.
func gather(ctx context.Context, tx *sql.Tx, it Item) error {
	size := 0
	for _, d := range it.Documents {
		size += min(len(d.Text), maxText)
	}
	if size < gathered {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO catalog_words (catalog_words, rank) VALUES ('hashsize', ?)`, gathered); err != nil {
		return fmt.Errorf("index item %s: %w", it.PID, err)
	}
	return nil
}

// entries writes the documents of one object, each with one statement for all.
type entries struct {
	item   int64
	insert *sql.Stmt
	words  *wordRows
}

func newEntries(ctx context.Context, tx *sql.Tx, item int64) (*entries, error) {
	s, err := tx.PrepareContext(ctx,
		`INSERT INTO catalog_entry (item, part, title, day, format, path, digest, bytes, due) VALUES (?,?,?,?,?,?,?,?,?)`)
	if err != nil {
		return nil, fmt.Errorf("index document: %w", err)
	}
	w, err := newWordRows(ctx, tx)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &entries{item, s, w}, nil
}

// add lists a document, and writes its words unless they follow later.
func (e *entries) add(ctx context.Context, d Document, head string, later bool) error {
	res, err := e.insert.ExecContext(ctx, e.item, d.ID, d.Title, d.Date, d.Format, d.Path, d.Digest, d.Bytes, later)
	if err != nil {
		return fmt.Errorf("index document: %w", err)
	}
	if later {
		return nil
	}
	id, err := res.LastInsertId()
	if err != nil {
		return fmt.Errorf("index document: %w", err)
	}
	return e.words.add(ctx, id, head, d.Text)
}

func (e *entries) close() { _ = errors.Join(e.insert.Close(), e.words.insert.Close()) }

// Remove takes every row of an object out of the index, its words included
// (G13). An unknown PID is no error.
func (c *Catalog) Remove(ctx context.Context, pids ...string) error {
	return c.db.WithTx(ctx, func(tx *sql.Tx) error {
		rows := 0
		for _, pid := range pids {
			var n int
			err := tx.QueryRowContext(ctx, "SELECT count(*) FROM catalog_entry e JOIN catalog_item i ON i.id = e.item WHERE i.pid = ?", pid).Scan(&n)
			if err != nil {
				return fmt.Errorf("remove %s from index: %w", pid, err)
			}
			rows += n
		}
		return Dropping(ctx, tx, "catalog_words", rows, func() error {
			for _, pid := range pids {
				if err := remove(ctx, tx, pid); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func remove(ctx context.Context, tx *sql.Tx, pid string) error {
	for _, q := range []string{
		`DELETE FROM catalog_words WHERE rowid IN (SELECT e.id FROM catalog_entry e JOIN catalog_item i ON i.id = e.item WHERE i.pid = ?)`,
		`DELETE FROM catalog_entry WHERE item IN (SELECT id FROM catalog_item WHERE pid = ?)`,
		`DELETE FROM catalog_item WHERE pid = ?`,
	} {
		if _, err := tx.ExecContext(ctx, q, pid); err != nil {
			return fmt.Errorf("remove %s from index: %w", pid, err)
		}
	}
	return nil
}

const setClosure = `UPDATE catalog_item SET closed = ?, closed_until = ?, closed_basis = ? WHERE pid = ?`

// SetClosure changes the closure of an object. An unknown PID is an error.
func (c *Catalog) SetClosure(ctx context.Context, pid string, cl Closure) error {
	return c.update(ctx, pid, setClosure, string(cl.Grade), millis(cl.Until), cl.Basis, pid)
}

// SetClosureTx is SetClosure in a transaction of the caller; one that is not indexed is
// left alone.
func (c *Catalog) SetClosureTx(ctx context.Context, tx *sql.Tx, pid string, cl Closure) error {
	if _, err := tx.ExecContext(ctx, setClosure, string(cl.Grade), millis(cl.Until), cl.Basis, pid); err != nil {
		return fmt.Errorf("change %s in index: %w", pid, err)
	}
	return nil
}

// SetChecked notes when the integrity of an object's package was last computed.
func (c *Catalog) SetChecked(ctx context.Context, pid string, at time.Time) error {
	return c.update(ctx, pid, `UPDATE catalog_item SET checked = ? WHERE pid = ?`, millis(at), pid)
}

func (c *Catalog) update(ctx context.Context, pid, query string, args ...any) error {
	return c.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, query, args...)
		if err != nil {
			return fmt.Errorf("change %s in index: %w", pid, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(fmt.Errorf("change %s in index: %w", pid, ErrUnknown), err)
		}
		return nil
	})
}

// millis stores a time as Unix milliseconds, the zero time as NULL.
func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func fromMillis(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}

// year gives the year of the first date that has one, or NULL.
func year(dates ...string) any {
	for _, d := range dates {
		var y int
		if len(d) >= 4 {
			if _, err := fmt.Sscanf(d[:4], "%4d", &y); err == nil && y > 0 {
				return y
			}
		}
	}
	return nil
}
