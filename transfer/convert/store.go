package convert

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Room names the tables of this package.
const Room = "convert"

// Migrations are the scripts of this room.
var Migrations = []string{`
CREATE TABLE convert_config (
  name TEXT PRIMARY KEY CHECK (name IN ('tools', 'viewers')),
  body TEXT NOT NULL);
CREATE TABLE convert_measure (
  id       INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,
  person   TEXT NOT NULL,
  package  TEXT NOT NULL,
  made     TEXT NOT NULL,
  path     TEXT NOT NULL,
  from_puid TEXT NOT NULL,
  to_puid  TEXT NOT NULL,
  software TEXT NOT NULL,
  settings TEXT NOT NULL,
  size     INTEGER NOT NULL,
  outcome  TEXT NOT NULL,
  detail   TEXT NOT NULL);
CREATE INDEX convert_measure_package ON convert_measure (package);
`}

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Viewer is an outside program by which the archive shows formats this program
// does not (A22): its name and since or until when it is there.
type Viewer struct {
	PUID    string `json:"puid"`
	Program string `json:"program"`
	Note    string `json:"note,omitempty"` // "ab 2027", "Arbeitsplatz 3"
}

// Measure is one line of the log of preservation measures (F11).
type Measure struct {
	At       time.Time `json:"at"`
	Person   string    `json:"person"`
	Package  string    `json:"package"` // earlier package
	Made     string    `json:"made"`    // package that holds the result
	Path     string    `json:"path"`
	From     string    `json:"from"` // PUID
	To       string    `json:"to"`
	Software string    `json:"software"`
	Settings string    `json:"settings"`
	Size     int64     `json:"size"`
	Outcome  string    `json:"outcome"` // converted, kept, failed, not-conforming
	Detail   string    `json:"detail,omitempty"`
}

// Store keeps converters, outside viewers and the log of measures.
type Store struct{ db DB }

// NewStore makes the store over the workspace database.
func NewStore(db DB) *Store { return &Store{db} }

func (s *Store) config(ctx context.Context, name string, into any) (bool, error) {
	var body string
	err := s.db.Reader().QueryRowContext(ctx, `SELECT body FROM convert_config WHERE name = ?`, name).Scan(&body)
	if err == sql.ErrNoRows {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(body), into)
	}
	if err != nil {
		return false, failure.Wrap(failure.Damaged, "read "+name, wording.Say("hint.convert.settings-damaged"), err)
	}
	return true, nil
}

func put(tx *sql.Tx, name string, v any) error {
	body, err := json.Marshal(v)
	if err == nil {
		_, err = tx.Exec(`INSERT INTO convert_config (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body`,
			name, string(body))
	}
	if err != nil {
		return fmt.Errorf("keep %s: %w", name, err)
	}
	return nil
}

// Tools gives the converters in force: those the archive configured, else Defaults.
func (s *Store) Tools(ctx context.Context) ([]Tool, error) {
	var out []Tool
	if ok, err := s.config(ctx, "tools", &out); ok || err != nil {
		return out, err
	}
	return Defaults(), nil
}

// PutTools keeps the converters of the archive.
func (s *Store) PutTools(tx *sql.Tx, list []Tool) error { return put(tx, "tools", list) }

// Viewers gives the outside viewers.
func (s *Store) Viewers(ctx context.Context) ([]Viewer, error) {
	out := []Viewer{}
	_, err := s.config(ctx, "viewers", &out)
	return out, err
}

// SetViewer names the outside viewer of a format; an empty program removes it.
func (s *Store) SetViewer(ctx context.Context, tx *sql.Tx, v Viewer) error {
	if v.PUID = strings.TrimSpace(v.PUID); v.PUID == "" {
		return failure.New(failure.Refused, "set viewer", wording.Say("hint.convert.puid-needed"))
	}
	var list []Viewer
	var body string
	err := tx.QueryRowContext(ctx, `SELECT body FROM convert_config WHERE name = 'viewers'`).Scan(&body)
	if err == nil {
		err = json.Unmarshal([]byte(body), &list)
	}
	if err != nil && err != sql.ErrNoRows {
		return fmt.Errorf("read viewers: %w", err)
	}
	list = slices.DeleteFunc(list, func(o Viewer) bool { return o.PUID == v.PUID })
	if v.Program != "" {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b Viewer) int { return strings.Compare(a.PUID, b.PUID) })
	return put(tx, "viewers", list)
}

// Note writes a line into the log of measures. Lines are never changed.
func (s *Store) Note(tx *sql.Tx, m Measure) error {
	_, err := tx.Exec(
		`INSERT INTO convert_measure (at, person, package, made, path, from_puid, to_puid, software, settings, size, outcome, detail) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
		m.At.UnixMilli(), m.Person, m.Package, m.Made, m.Path, m.From, m.To, m.Software, m.Settings, m.Size, m.Outcome, m.Detail)
	if err != nil {
		return fmt.Errorf("note measure: %w", err)
	}
	return nil
}

// Measures lists the log, of one package or of all (""), newest last.
func (s *Store) Measures(ctx context.Context, pkg string) ([]Measure, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		`SELECT at, person, package, made, path, from_puid, to_puid, software, settings, size, outcome, detail
		FROM convert_measure WHERE package = ? OR made = ? OR ? = '' ORDER BY id`, pkg, pkg, pkg)
	if err != nil {
		return nil, fmt.Errorf("read measures: %w", err)
	}
	defer rows.Close()
	out := []Measure{}
	for rows.Next() {
		var m Measure
		var at int64
		if err := rows.Scan(&at, &m.Person, &m.Package, &m.Made, &m.Path, &m.From, &m.To, &m.Software, &m.Settings, &m.Size, &m.Outcome,
			&m.Detail); err != nil {
			return nil, fmt.Errorf("read measures: %w", err)
		}
		m.At = time.UnixMilli(at).UTC()
		out = append(out, m)
	}
	return out, rows.Err()
}
