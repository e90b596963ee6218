package access

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Room names the tables of this package.
const Room = "access"

// Migrations are the scripts of this room.
var Migrations = []string{`
CREATE TABLE access_law (
  id   TEXT PRIMARY KEY,
  body TEXT NOT NULL);
CREATE TABLE access_decision (
  pid    TEXT PRIMARY KEY,
  law    TEXT NOT NULL,
  facts  TEXT NOT NULL,
  open   INTEGER NOT NULL CHECK (open IN (0, 1)),
  until  INTEGER,
  basis  TEXT NOT NULL,
  person TEXT NOT NULL,
  at     INTEGER NOT NULL);
CREATE TABLE access_grant (
  id          INTEGER PRIMARY KEY,
  pid         TEXT NOT NULL,
  application TEXT NOT NULL,
  reader      TEXT NOT NULL,
  rights      TEXT NOT NULL,
  person      TEXT NOT NULL,
  at          INTEGER NOT NULL,
  until       INTEGER,
  revoked     INTEGER);
CREATE INDEX access_grant_pid ON access_grant (pid);
`, `
ALTER TABLE access_decision ADD COLUMN reason TEXT NOT NULL DEFAULT '';
`}

// DB is the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Decision is the closure of one object as a person decided it.
type Decision struct {
	PID    string    `json:"pid"`
	Law    string    `json:"law"`
	Facts  Facts     `json:"facts"`
	Period Period    `json:"period"`
	Person string    `json:"person"`
	At     time.Time `json:"at"`
	// Reason says why a closure was made shorter; "" = it was not.
	Reason string `json:"reason,omitempty"`
}

// Right is what a granted application allows (A23).
type Right string

// The rights; Read comes with every grant.
const (
	Read  Right = "read"
	Print Right = "print"
	Copy  Right = "copy"
)

// Grant is a granted application to see one closed object.
type Grant struct {
	PID         string    `json:"pid"`
	Application string    `json:"application"` // its number
	Reader      string    `json:"reader,omitempty"`
	Rights      []Right   `json:"rights"`
	Person      string    `json:"person"` // who noted it
	At          time.Time `json:"at"`
	Until       time.Time `json:"until,omitzero"` // last day, zero: without end
}

// Allows tells whether the grant includes a right.
func (g Grant) Allows(r Right) bool { return r == Read || slices.Contains(g.Rights, r) }

// ParseRights reads "read,print,copy". Error: Refused.
func ParseRights(s string) ([]Right, error) {
	out := []Right{Read}
	for part := range strings.SplitSeq(s, ",") {
		switch r := Right(strings.TrimSpace(part)); r {
		case "", Read:
		case Print, Copy:
			out = append(out, r)
		default:
			return nil, failure.New(failure.Refused, "read rights", wording.Say("hint.access.unknown-right", string(r)))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Store keeps laws, decisions and grants. Safe for concurrent use.
type Store struct{ db DB }

// NewStore makes the store over the workspace database.
func NewStore(db DB) *Store { return &Store{db} }

// PutLaw keeps the table of a law, in place of an earlier one of the same id.
func (s *Store) PutLaw(tx *sql.Tx, l Law) error {
	body, err := json.Marshal(l)
	if err == nil {
		_, err = tx.Exec(`INSERT INTO access_law (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`, l.ID,
			string(body))
	}
	if err != nil {
		return fmt.Errorf("keep law %s: %w", l.ID, err)
	}
	return nil
}

// Laws gives the tables in force: those of the archive before ours.
func (s *Store) Laws(ctx context.Context) ([]Law, error) {
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT body FROM access_law ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read laws: %w", err)
	}
	defer rows.Close()
	var out []Law
	for rows.Next() {
		var body string
		var l Law
		if err := rows.Scan(&body); err != nil {
			return nil, fmt.Errorf("read laws: %w", err)
		}
		if err := json.Unmarshal([]byte(body), &l); err != nil {
			return nil, failure.Wrap(failure.Damaged, "read laws", wording.Say("hint.access.table-damaged"), err)
		}
		out = append(out, l)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read laws: %w", err)
	}
	for _, l := range Laws() {
		if !slices.ContainsFunc(out, func(o Law) bool { return o.ID == l.ID }) {
			out = append(out, l)
		}
	}
	return out, nil
}

// Law gives the table of that id. Error: Refused.
func (s *Store) Law(ctx context.Context, id string) (Law, error) {
	all, err := s.Laws(ctx)
	if err != nil {
		return Law{}, err
	}
	var ids []string
	for _, l := range all {
		if l.ID == id {
			return l, nil
		}
		ids = append(ids, l.ID)
	}
	return Law{}, failure.New(failure.Refused, "find law "+id, wording.Say("hint.access.unknown-table", id, strings.Join(ids, ", ")))
}

// Decide keeps the closure of an object, in place of an earlier decision.
func (s *Store) Decide(tx *sql.Tx, d Decision) error {
	facts, err := json.Marshal(d.Facts)
	if err == nil {
		_, err = tx.Exec(`INSERT INTO access_decision (pid, law, facts, open, until, basis, person, at, reason) VALUES (?,?,?,?,?,?,?,?,?)
			ON CONFLICT (pid) DO UPDATE SET law = excluded.law, facts = excluded.facts, open = excluded.open, until = excluded.until, basis = excluded.basis, person = excluded.person, at = excluded.at,
				reason = excluded.reason`,
			d.PID, d.Law, string(facts), d.Period.Open, millis(d.Period.Until), d.Period.Basis, d.Person, d.At.UnixMilli(), d.Reason)
	}
	if err != nil {
		return fmt.Errorf("keep closure of %s: %w", d.PID, err)
	}
	return nil
}

// Undecide takes a decided closure away: the rule of the profile holds again.
func (s *Store) Undecide(tx *sql.Tx, pid string) error {
	if _, err := tx.Exec(`DELETE FROM access_decision WHERE pid = ?`, pid); err != nil {
		return fmt.Errorf("take back closure of %s: %w", pid, err)
	}
	return nil
}

// Decision gives the closure a person decided; nil: nobody did.
func (s *Store) Decision(ctx context.Context, pid string) (*Decision, error) {
	d := Decision{PID: pid}
	var facts string
	var until sql.NullInt64
	var at int64
	err := s.db.Reader().QueryRowContext(ctx,
		`SELECT law, facts, open, until, basis, person, at, reason FROM access_decision WHERE pid = ?`, pid).
		Scan(&d.Law, &facts, &d.Period.Open, &until, &d.Period.Basis, &d.Person, &at, &d.Reason)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(facts), &d.Facts)
	}
	if err != nil {
		return nil, fmt.Errorf("read closure of %s: %w", pid, err)
	}
	d.Period.Until, d.At = moment(until), time.UnixMilli(at).UTC()
	return &d, nil
}

// Decided gives, by package, a word that changes with every closure decided on it.
func (s *Store) Decided(ctx context.Context) (map[string]string, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		`SELECT pid, law || ' ' || at || ' ' || open || ' ' || coalesce(until, '') || ' ' || facts FROM access_decision`)
	if err != nil {
		return nil, fmt.Errorf("read closures: %w", err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var pid, word string
		if err := rows.Scan(&pid, &word); err != nil {
			return nil, fmt.Errorf("read closures: %w", err)
		}
		out[pid] = word
	}
	return out, rows.Err()
}

// Note keeps a granted application. Error: Refused without a number.
func (s *Store) Note(tx *sql.Tx, g Grant) error {
	if g.Application = strings.TrimSpace(g.Application); g.Application == "" {
		return failure.New(failure.Refused, "note application for "+g.PID, wording.Say("hint.access.application-needed"))
	}
	rights := []string{}
	for _, r := range g.Rights {
		rights = append(rights, string(r))
	}
	_, err := tx.Exec(`INSERT INTO access_grant (pid, application, reader, rights, person, at, until) VALUES (?,?,?,?,?,?,?)`,
		g.PID, g.Application, g.Reader, strings.Join(rights, ","), g.Person, g.At.UnixMilli(), millis(g.Until))
	if err != nil {
		return fmt.Errorf("note application for %s: %w", g.PID, err)
	}
	return nil
}

// Revoke ends what an application granted on an object ("" = all its objects) and
// gives the number of grants ended.
func (s *Store) Revoke(tx *sql.Tx, application, pid string, at time.Time) (int64, error) {
	res, err := tx.Exec(`UPDATE access_grant SET revoked = ? WHERE application = ? AND (pid = ? OR ? = '') AND revoked IS NULL`,
		at.UnixMilli(), application, pid, pid)
	if err != nil {
		return 0, fmt.Errorf("revoke %s: %w", application, err)
	}
	return res.RowsAffected()
}

// InForce lists the grants that hold on a day, of one application or of all ("").
func (s *Store) InForce(ctx context.Context, day time.Time, application string) ([]Grant, error) {
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT pid, application, reader, rights, person, at, until FROM access_grant
		WHERE revoked IS NULL AND (until IS NULL OR until >= ?) AND (application = ? OR ? = '') ORDER BY application, pid, id`,
		day.AddDate(0, 0, -1).UnixMilli()+1, application, application)
	if err != nil {
		return nil, fmt.Errorf("read grants: %w", err)
	}
	defer rows.Close()
	out := []Grant{}
	for rows.Next() {
		var g Grant
		var rights string
		var at int64
		var until sql.NullInt64
		if err := rows.Scan(&g.PID, &g.Application, &g.Reader, &rights, &g.Person, &at, &until); err != nil {
			return nil, fmt.Errorf("read grants: %w", err)
		}
		for r := range strings.SplitSeq(rights, ",") {
			g.Rights = append(g.Rights, Right(r))
		}
		g.At, g.Until = time.UnixMilli(at).UTC(), moment(until)
		out = append(out, g)
	}
	return out, rows.Err()
}

func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func moment(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}
