package recognised

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"fmt"
	"io"
	"time"

	"laufzettel/viewer"
)

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room names the tables of this package.
const Room = "recognised"

// Migrations are the scripts of this room, append only.
var Migrations = []string{`
CREATE TABLE recognised_page (
  portion_id TEXT NOT NULL, digest TEXT NOT NULL, page INTEGER NOT NULL CHECK (page >= 0), path TEXT NOT NULL,
  alto BLOB NOT NULL, words INTEGER NOT NULL CHECK (words >= 0), software TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (portion_id, digest, page));
`}

// Made is a page that was read.
type Made struct {
	Page     int // from 0
	ALTO     []byte
	Words    int
	Software string // program, version and languages
	At       time.Time
}

// File is a delivered content of which pages were read.
type File struct {
	Path     string // where it lay when it was read
	Tried    []int  // pages, from 0
	Read     []int  // of them those that hold words
	Words    int
	Software string
	At       time.Time // of the page read last
}

// Pages keeps what was read. Safe for concurrent use.
type Pages struct{ db DB }

// New works on db.
func New(db DB) *Pages { return &Pages{db: db} }

// Put keeps pages of a delivered file of a portion; digest is the SHA-512 of the content
// they were read from, by which they are found again wherever it lies. also is what shall become
// true with it.
func (x *Pages) Put(ctx context.Context, portion, path, digest string, made []Made, also func(*sql.Tx) error) error {
	return x.db.WithTx(ctx, func(tx *sql.Tx) error {
		for _, m := range made {
			packed, err := pack(m.ALTO)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO recognised_page (portion_id, digest, page, path, alto, words, software, at)
 VALUES (?,?,?,?,?,?,?,?)`, portion, digest, m.Page, path, packed, m.Words, m.Software, m.At.UnixMilli()); err != nil {
				return fmt.Errorf("keep recognised text of %s: %w", path, err)
			}
		}
		return also(tx)
	})
}

// Files gives the contents of a portion of which pages were read, by digest.
func (x *Pages) Files(ctx context.Context, portion string) (map[string]*File, error) {
	rows, err := x.db.Reader().QueryContext(ctx,
		"SELECT digest, path, page, words, software, at FROM recognised_page WHERE portion_id = ? ORDER BY digest, page", portion)
	if err != nil {
		return nil, fmt.Errorf("read recognised text: %w", err)
	}
	defer rows.Close()
	out := map[string]*File{}
	for rows.Next() {
		var digest, path, software string
		var page, words int
		var at int64
		if err := rows.Scan(&digest, &path, &page, &words, &software, &at); err != nil {
			return nil, fmt.Errorf("read recognised text: %w", err)
		}
		f := out[digest]
		if f == nil {
			f = &File{Path: path}
			out[digest] = f
		}
		f.Tried = append(f.Tried, page)
		if words > 0 {
			f.Read = append(f.Read, page)
		}
		f.Words, f.Software = f.Words+words, software
		if t := time.UnixMilli(at).UTC(); t.After(f.At) {
			f.At = t
		}
	}
	return out, rows.Err()
}

// Of gives what was read of one content; no pages where nothing was.
func (x *Pages) Of(ctx context.Context, portion, digest string) (read []int, err error) {
	rows, err := x.db.Reader().QueryContext(ctx,
		"SELECT page FROM recognised_page WHERE portion_id = ? AND digest = ? AND words > 0 ORDER BY page", portion, digest)
	if err != nil {
		return nil, fmt.Errorf("read recognised text: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			return nil, fmt.Errorf("read recognised text: %w", err)
		}
		read = append(read, n)
	}
	return read, rows.Err()
}

// Over sets what was read of a content over the document that shows it.
func (x *Pages) Over(ctx context.Context, doc viewer.Document, portion, digest string) (viewer.Document, error) {
	if digest == "" {
		return doc, nil
	}
	pages, err := x.Of(ctx, portion, digest)
	if err != nil {
		return nil, err
	}
	return Over(doc, pages, func(ctx context.Context, page int) (*Text, error) { return x.Text(ctx, portion, digest, page) }), nil
}

// ALTO gives a page as the program wrote it.
func (x *Pages) ALTO(ctx context.Context, portion, digest string, page int) ([]byte, error) {
	var packed []byte
	err := x.db.Reader().QueryRowContext(ctx, "SELECT alto FROM recognised_page WHERE portion_id = ? AND digest = ? AND page = ?",
		portion, digest, page).Scan(&packed)
	if err != nil {
		return nil, fmt.Errorf("read recognised text: %w", err)
	}
	return unpack(packed)
}

// Text gives a page laid out.
func (x *Pages) Text(ctx context.Context, portion, digest string, page int) (*Text, error) {
	alto, err := x.ALTO(ctx, portion, digest, page)
	if err != nil {
		return nil, err
	}
	p, err := Parse(alto)
	if err != nil {
		return nil, err
	}
	return p.Text(), nil
}

func pack(alto []byte) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(alto); err != nil {
		return nil, fmt.Errorf("pack recognised text: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("pack recognised text: %w", err)
	}
	return b.Bytes(), nil
}

func unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack recognised text: %w", err)
	}
	b, err := io.ReadAll(io.LimitReader(z, maxALTO+1))
	if err != nil {
		return nil, fmt.Errorf("unpack recognised text: %w", err)
	}
	return b, nil
}

// DropTx removes everything of a portion in tx: with the delivered copy goes what was read
// from it.
func DropTx(ctx context.Context, tx *sql.Tx, portion string) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM recognised_page WHERE portion_id = ?", portion); err != nil {
		return fmt.Errorf("drop recognised text: %w", err)
	}
	return nil
}

// Holds reports whether anything read in a portion is kept; it serves the proof that no copy
// is left (G13).
func Holds(ctx context.Context, db DB, portion string) (bool, error) {
	var n int
	if err := db.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM recognised_page WHERE portion_id = ?)",
		portion).Scan(&n); err != nil {
		return false, fmt.Errorf("look into recognised text: %w", err)
	}
	return n > 0, nil
}
