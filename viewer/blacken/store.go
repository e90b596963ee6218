package blacken

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room names the tables of this package.
const Room = "blacken"

// Migrations are the scripts of this room, append only. Places are millionths of the
// page; no table holds a word.
var Migrations = []string{`
CREATE TABLE blackening (
  id INTEGER PRIMARY KEY AUTOINCREMENT, pid TEXT NOT NULL, path TEXT NOT NULL, pages INTEGER NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL,
  sha512 TEXT NOT NULL DEFAULT '', closed_by TEXT NOT NULL DEFAULT '', closed INTEGER, told TEXT NOT NULL DEFAULT '', given INTEGER);
CREATE TABLE blackening_mark (
  id INTEGER PRIMARY KEY AUTOINCREMENT, blackening INTEGER NOT NULL, pid TEXT NOT NULL, page INTEGER NOT NULL,
  x INTEGER NOT NULL, y INTEGER NOT NULL, w INTEGER NOT NULL, h INTEGER NOT NULL,
  reason TEXT NOT NULL, law TEXT NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX blackening_mark_of ON blackening_mark (blackening, page);
CREATE TABLE blackening_look (
  blackening INTEGER NOT NULL, page INTEGER NOT NULL, pid TEXT NOT NULL, sha512 TEXT NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (blackening, page)) WITHOUT ROWID;
CREATE TABLE blackening_shown (
  blackening INTEGER NOT NULL, page INTEGER NOT NULL, person TEXT NOT NULL, sha512 TEXT NOT NULL,
  PRIMARY KEY (blackening, page, person)) WITHOUT ROWID;
`}

// Job is one file of a package that gets a blackened copy.
type Job struct {
	ID       int64     `json:"id"`
	PID      string    `json:"pid"`
	Path     string    `json:"path"` // of the file in its package
	Pages    int       `json:"pages"`
	Person   string    `json:"person"`
	At       time.Time `json:"at"`
	SHA512   string    `json:"sha512,omitempty"` // of the copy, "" while places are being marked
	ClosedBy string    `json:"closedBy,omitempty"`
	Closed   time.Time `json:"closed,omitzero"`
	Told     []Page    `json:"told,omitempty"` // what became of the pages
	Given    time.Time `json:"given,omitzero"`
}

// Ready tells whether there is a copy to be looked at.
func (j Job) Ready() bool { return j.SHA512 != "" }

// Mark is one marked place.
type Mark struct {
	ID     int64       `json:"id"`
	Page   int         `json:"page"` // from 0
	Rect   viewer.Rect `json:"rect"`
	Why    Why         `json:"why"`
	Person string      `json:"person"`
	At     time.Time   `json:"at"`
}

// Look is that a second person has looked at a page of the copy with that digest.
type Look struct {
	Page   int       `json:"page"` // from 0
	SHA512 string    `json:"sha512"`
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

// Why is reason and law of a place. Reasons are a list: nobody types the word that is
// to be hidden into one.
type Why struct {
	Reason string `json:"reason"`
	Law    string `json:"law"`
}

// Reason is why a place is made unreadable.
type Reason struct{ ID, German string }

// Reasons are the reasons there are.
var Reasons = []Reason{
	{"person", "Schutz personenbezogener Angaben"},
	{"third", "Rechte Dritter"},
	{"secrecy", "Geheimhaltung nach Rechtsvorschrift"},
	{"business", "Betriebs- oder Geschäftsgeheimnis"},
	{"state", "Wohl des Bundes oder eines Landes"},
}

// German is the reason in words.
func (w Why) German() string {
	for _, r := range Reasons {
		if r.ID == w.Reason {
			return r.German
		}
	}
	return w.Reason
}

// mostLaw is the longest name of a law.
const mostLaw = 200

// Valid refuses a reason that is none and a law that is not named.
func (w Why) Valid() (Why, error) {
	var ids []string
	known := false
	for _, r := range Reasons {
		ids = append(ids, r.ID)
		known = known || r.ID == w.Reason
	}
	w.Law = strings.Join(strings.Fields(strings.ToValidUTF8(w.Law, "")), " ")
	if !known {
		return w, failure.New(failure.Refused, "mark place", wording.Say("hint.blacken.reason", w.Reason, strings.Join(ids, ", ")))
	}
	if w.Law == "" || len(w.Law) > mostLaw {
		return w, failure.New(failure.Refused, "mark place", wording.Say("hint.blacken.law", mostLaw))
	}
	return w, nil
}

// Store keeps jobs, marks and looks. Safe for concurrent use.
type Store struct{ db DB }

// NewStore works on db.
func NewStore(db DB) *Store { return &Store{db} }

const jobColumns = "id, pid, path, pages, person, at, sha512, closed_by, closed, told, given"

// Jobs lists what was begun, of one package or of all (""), the latest first.
func (s *Store) Jobs(ctx context.Context, pid string) ([]Job, error) {
	return s.jobs(ctx, "pid = ? OR ? = ''", pid, pid)
}

// Job gives one of them. Error: Refused where there is none of that number.
func (s *Store) Job(ctx context.Context, id int64) (Job, error) {
	list, err := s.jobs(ctx, "id = ?", id)
	if err == nil && len(list) == 0 {
		err = failure.New(failure.Refused, "find blackening", wording.Say("hint.blacken.unknown", id))
	}
	if err != nil {
		return Job{}, err
	}
	return list[0], nil
}

func (s *Store) jobs(ctx context.Context, where string, args ...any) ([]Job, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT "+jobColumns+" FROM blackening WHERE "+where+" ORDER BY id DESC", args...)
	if err != nil {
		return nil, fmt.Errorf("read blackenings: %w", err)
	}
	defer rows.Close()
	out := []Job{}
	for rows.Next() {
		var j Job
		var at int64
		var closed, given sql.NullInt64
		var told string
		if err := rows.Scan(&j.ID, &j.PID, &j.Path, &j.Pages, &j.Person, &at, &j.SHA512, &j.ClosedBy, &closed, &told, &given); err != nil {
			return nil, fmt.Errorf("read blackenings: %w", err)
		}
		j.At, j.Closed, j.Given = time.UnixMilli(at).UTC(), moment(closed), moment(given)
		if told != "" {
			if err := json.Unmarshal([]byte(told), &j.Told); err != nil {
				return nil, fmt.Errorf("read blackening %d: %w", j.ID, err)
			}
		}
		out = append(out, j)
	}
	return out, rows.Err()
}

func moment(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}

// Begin keeps a new job in tx and gives its number.
func Begin(ctx context.Context, tx *sql.Tx, j Job) (int64, error) {
	res, err := tx.ExecContext(ctx, "INSERT INTO blackening (pid, path, pages, person, at) VALUES (?,?,?,?,?)", j.PID, j.Path, j.Pages,
		j.Person, j.At.UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("begin blackening: %w", err)
	}
	return res.LastInsertId()
}

// Marks gives the marked places of a job in the order of its pages.
func (s *Store) Marks(ctx context.Context, id int64) ([]Mark, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT id, page, x, y, w, h, reason, law, person, at FROM blackening_mark WHERE blackening = ? ORDER BY page, y, x, id", id)
	if err != nil {
		return nil, fmt.Errorf("read marks: %w", err)
	}
	defer rows.Close()
	out := []Mark{}
	for rows.Next() {
		var m Mark
		var x, y, w, h, at int64
		if err := rows.Scan(&m.ID, &m.Page, &x, &y, &w, &h, &m.Why.Reason, &m.Why.Law, &m.Person, &at); err != nil {
			return nil, fmt.Errorf("read marks: %w", err)
		}
		m.Rect, m.At = viewer.Rect{X: part(x), Y: part(y), W: part(w), H: part(h)}, time.UnixMilli(at).UTC()
		out = append(out, m)
	}
	return out, rows.Err()
}

const million = 1_000_000

func part(n int64) float64 { return float64(n) / million }

// Outer gives a place in whole millionths that covers it: what is stored is never
// smaller than what was marked.
func Outer(r viewer.Rect) viewer.Rect {
	x, y := math.Floor(r.X*million), math.Floor(r.Y*million)
	return viewer.Rect{X: x / million, Y: y / million, W: (math.Ceil((r.X+r.W)*million) - x) / million,
		H: (math.Ceil((r.Y+r.H)*million) - y) / million}
}

// Add keeps marked places in tx.
func Add(ctx context.Context, tx *sql.Tx, j Job, marks []Mark) error {
	for _, m := range marks {
		r := Outer(m.Rect)
		_, err := tx.ExecContext(ctx,
			"INSERT INTO blackening_mark (blackening, pid, page, x, y, w, h, reason, law, person, at) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
			j.ID, j.PID, m.Page, math.Round(r.X*million), math.Round(r.Y*million), math.Round(r.W*million), math.Round(r.H*million),
			m.Why.Reason, m.Why.Law, m.Person, m.At.UnixMilli())
		if err != nil {
			return fmt.Errorf("mark places: %w", err)
		}
	}
	return nil
}

// Remove takes marks of a job away in tx. Error: Refused where one is not of this job.
func Remove(ctx context.Context, tx *sql.Tx, job int64, ids []int64) error {
	for _, id := range ids {
		res, err := tx.ExecContext(ctx, "DELETE FROM blackening_mark WHERE blackening = ? AND id = ?", job, id)
		if err != nil {
			return fmt.Errorf("remove marks: %w", err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, failure.New(failure.Refused, "remove marks", wording.Say("hint.blacken.no-mark", id)))
		}
	}
	return nil
}

// Close keeps in tx that a copy was made. What was looked at in another copy is no look
// at this one.
func Close(ctx context.Context, tx *sql.Tx, j Job) error {
	told, err := json.Marshal(j.Told)
	if err == nil {
		_, err = tx.ExecContext(ctx, "UPDATE blackening SET sha512 = ?, closed_by = ?, closed = ?, told = ? WHERE id = ?", j.SHA512,
			j.ClosedBy, j.Closed.UnixMilli(), string(told), j.ID)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, "DELETE FROM blackening_look WHERE blackening = ? AND sha512 <> ?", j.ID, j.SHA512)
	}
	if err != nil {
		return fmt.Errorf("keep copy: %w", err)
	}
	return nil
}

// Reopen lets places be marked again; the looks are gone.
func Reopen(ctx context.Context, tx *sql.Tx, job int64) error {
	_, err := tx.ExecContext(ctx, "UPDATE blackening SET sha512 = '', closed_by = '', closed = NULL, told = '' WHERE id = ?", job)
	for _, table := range []string{"blackening_look", "blackening_shown"} {
		if err == nil {
			_, err = tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE blackening = ?", job)
		}
	}
	if err != nil {
		return fmt.Errorf("reopen blackening: %w", err)
	}
	return nil
}

// Show keeps in tx that a page of the copy was shown to a person.
func Show(ctx context.Context, tx *sql.Tx, j Job, page int, person string) error {
	if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO blackening_shown (blackening, page, person, sha512) VALUES (?,?,?,?)", j.ID,
		page, person, j.SHA512); err != nil {
		return fmt.Errorf("keep what was shown: %w", err)
	}
	return nil
}

// Shown tells which pages of the copy were shown to a person.
func (s *Store) Shown(ctx context.Context, j Job, person string) (map[int]bool, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT page FROM blackening_shown WHERE blackening = ? AND person = ? AND sha512 = ?",
		j.ID, person, j.SHA512)
	if err != nil {
		return nil, fmt.Errorf("read what was shown: %w", err)
	}
	defer rows.Close()
	out := map[int]bool{}
	for rows.Next() {
		var page int
		if err := rows.Scan(&page); err != nil {
			return nil, fmt.Errorf("read what was shown: %w", err)
		}
		out[page] = true
	}
	return out, rows.Err()
}

// Keep keeps in tx that a person has looked at pages of the copy.
func Keep(ctx context.Context, tx *sql.Tx, j Job, looks []Look) error {
	for _, l := range looks {
		_, err := tx.ExecContext(ctx,
			"INSERT OR REPLACE INTO blackening_look (blackening, page, pid, sha512, person, at) VALUES (?,?,?,?,?,?)",
			j.ID, l.Page, j.PID, l.SHA512, l.Person, l.At.UnixMilli())
		if err != nil {
			return fmt.Errorf("keep looks: %w", err)
		}
	}
	return nil
}

// Looks gives which pages of the copy were looked at.
func (s *Store) Looks(ctx context.Context, j Job) ([]Look, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT page, sha512, person, at FROM blackening_look WHERE blackening = ? AND sha512 = ? ORDER BY page", j.ID, j.SHA512)
	if err != nil {
		return nil, fmt.Errorf("read looks: %w", err)
	}
	defer rows.Close()
	out := []Look{}
	for rows.Next() {
		var l Look
		var at int64
		if err := rows.Scan(&l.Page, &l.SHA512, &l.Person, &at); err != nil {
			return nil, fmt.Errorf("read looks: %w", err)
		}
		l.At = time.UnixMilli(at).UTC()
		out = append(out, l)
	}
	return out, rows.Err()
}

// Give keeps in tx that the copy was given out.
func Give(ctx context.Context, tx *sql.Tx, job int64, at time.Time) error {
	if _, err := tx.ExecContext(ctx, "UPDATE blackening SET given = ? WHERE id = ?", at.UnixMilli(), job); err != nil {
		return fmt.Errorf("keep that a copy was given out: %w", err)
	}
	return nil
}
