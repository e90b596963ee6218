// Package copies is the register of every copy the program made outside the
// archive: imports, packages, media, loans, use copies, exports, caches and rows
// of the index (requirement G13). Closing an accession ends with the proof that
// none of them is left. It deletes nothing itself: who deletes tells it, and a
// row stays as evidence when its copy is gone.
//
// Places are paths or, for copies in the database, the name of the room that
// holds them. The register keeps no titles and no content.
package copies

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Kind is what sort of copy it is.
type Kind string

// The kinds of copies.
const (
	Import  Kind = "import"  // the delivery as taken in
	Package Kind = "package" // archival package built here
	Use     Kind = "use"     // use copy of a reader (A23)
	Loan    Kind = "loan"    // taken out on a laptop (G17)
	Medium  Kind = "medium"  // written to a data medium
	Export  Kind = "export"  // files given out into a folder
	Index   Kind = "index"   // rows of catalog and full text
	Records Kind = "records" // record tree in the database
	Journal Kind = "journal" // file facts of a check
	Cache   Kind = "cache"   // page caches, tables, spool files, drafts
)

// Kinds in the order they are listed.
var Kinds = []Kind{Import, Package, Use, Loan, Medium, Export, Index, Records, Journal, Cache}

// Outside tells whether such a copy is out of the program's reach: a person does away
// with it and says so (G13).
func (k Kind) Outside() bool { return k == Loan || k == Medium || k == Export }

// In is the name of the kind in a language.
func (k Kind) In(language string) string { return wording.Word("word.copy.", string(k)).In(language) }

// German is the name of the kind in the proof.
func (k Kind) German() string { return k.In(wording.German) }

// Copy is one registered copy.
type Copy struct {
	ID        int64     `json:"id"`
	Accession string    `json:"accession"`
	Portion   string    `json:"portion,omitempty"`
	Kind      Kind      `json:"kind"`
	Place     string    `json:"place"`
	Holder    string    `json:"holder,omitempty"` // who has it, where it left this device
	Bytes     int64     `json:"bytes"`
	Made      time.Time `json:"made"`
	Gone      time.Time `json:"gone,omitzero"`
	How       string    `json:"how,omitempty"` // "gelöscht und nachgeprüft", or what a person told
	Person    string    `json:"person,omitempty"`
}

// Room is the name of this room's tables.
const Room = "copies"

// Migrations are the room's scripts, append only.
var Migrations = []string{`
CREATE TABLE copy (
  id INTEGER PRIMARY KEY, accession_id TEXT NOT NULL, portion_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('import','package','use','loan','medium','export','index','records','journal','cache')),
  place TEXT NOT NULL CHECK (place <> ''), holder TEXT NOT NULL DEFAULT '', bytes INTEGER NOT NULL DEFAULT 0,
  made INTEGER NOT NULL, gone INTEGER, how TEXT NOT NULL DEFAULT '', person TEXT NOT NULL DEFAULT '',
  CHECK ((gone IS NULL) = (how = '')));
CREATE UNIQUE INDEX copy_place ON copy (kind, place, accession_id) WHERE gone IS NULL;
CREATE INDEX copy_accession ON copy (accession_id);
`}

// DB is what the room needs of the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// AddTx registers a copy; one that is registered and not gone stays, with the
// later size.
func AddTx(ctx context.Context, tx *sql.Tx, c Copy) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO copy (accession_id, portion_id, kind, place, holder, bytes, made) VALUES (?,?,?,?,?,?,?)
 ON CONFLICT (kind, place, accession_id) WHERE gone IS NULL DO UPDATE SET bytes = max(bytes, excluded.bytes)`,
		c.Accession, c.Portion, c.Kind, c.Place, c.Holder, c.Bytes, c.Made.UnixMilli())
	if err != nil {
		return fmt.Errorf("register copy: %w", err)
	}
	return nil
}

// GoneTx notes that a copy is gone, how and on whose word. Error: Refused for an
// id that is not registered or gone already.
func GoneTx(ctx context.Context, tx *sql.Tx, id int64, at time.Time, how, person string) error {
	res, err := tx.ExecContext(ctx, "UPDATE copy SET gone = ?, how = ?, person = ? WHERE id = ? AND gone IS NULL", at.UnixMilli(), how,
		person, id)
	if err != nil {
		return fmt.Errorf("note copy as gone: %w", err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return failure.New(failure.Refused, fmt.Sprintf("copy %d", id), wording.Say("hint.copies.unknown-copy", id))
	}
	return nil
}

// MoveTx follows a portion that joined another accession. A copy that is registered there
// already stays where it is and comes after that one is gone: no row is ever taken away.
func MoveTx(ctx context.Context, tx *sql.Tx, portion, accession string) error {
	const follow = "UPDATE OR IGNORE copy SET accession_id = ?1 WHERE portion_id = ?2 AND accession_id <> ?1"
	if _, err := tx.ExecContext(ctx, follow, accession, portion); err != nil {
		return fmt.Errorf("move copies: %w", err)
	}
	return nil
}

// Of lists the copies of an accession ("" = of all), oldest first.
func Of(ctx context.Context, db DB, accession string) ([]Copy, error) {
	rows, err := db.Reader().QueryContext(ctx, `SELECT id, accession_id, portion_id, kind, place, holder, bytes, made, gone, how, person
 FROM copy WHERE accession_id = ? OR ? = '' ORDER BY id`, accession, accession)
	if err != nil {
		return nil, fmt.Errorf("list copies: %w", err)
	}
	defer rows.Close()
	var out []Copy
	for rows.Next() {
		var c Copy
		var made int64
		var gone sql.NullInt64
		if err := rows.Scan(&c.ID, &c.Accession, &c.Portion, &c.Kind, &c.Place, &c.Holder, &c.Bytes, &made, &gone, &c.How,
			&c.Person); err != nil {
			return nil, fmt.Errorf("list copies: %w", err)
		}
		c.Made = time.UnixMilli(made).UTC()
		if gone.Valid {
			c.Gone = time.UnixMilli(gone.Int64).UTC()
		}
		out = append(out, c)
	}
	return out, rows.Err()
}
