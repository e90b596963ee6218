// Package people is the register of the persons of a workspace: who they are,
// which roles they have, with which keys they sign and for which agencies they
// are in charge, and the one table of rights (requirements F10, G14, G18, A3).
//
// It knows public keys only; making, keeping and using private keys is the
// business of app/work with sync/sign. Persons are never deleted: the log
// names them for ever. A register is open until an administrator enters somebody:
// in an open one, whoever acts first under a name is entered with it, so that a
// fresh workspace works at once; in a closed one unknown names are refused.
package people

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// Person is one person of the register.
type Person struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Unit     string    `json:"unit,omitempty"`
	Roles    []Role    `json:"roles"`
	Agencies []string  `json:"agencies,omitempty"` // ids of agencies or profiles in whose charge the person is; empty = all (A3)
	Active   bool      `json:"active"`
	Self     bool      `json:"self,omitempty"` // entered by acting, not by an administrator
	Entered  time.Time `json:"entered"`
	By       string    `json:"by,omitempty"`
	Keys     []Key     `json:"keys,omitempty"`
	// Request is a new key somebody else has made for this person, and that waits until
	// the old key or a third person confirms it; nil for none.
	Request *Request `json:"request,omitempty"`
	// Spares are the keys that lie sealed with the head of the body.
	Spares []Key `json:"spares,omitempty"`
}

// Key is the public half of a key a person signs with.
type Key struct {
	ID     string    `json:"id"`
	Public string    `json:"public"` // base64 of 32 bytes, Ed25519
	Place  string    `json:"place"`  // keyring or file
	Made   time.Time `json:"made"`
	Ended  time.Time `json:"ended,omitzero"`
}

// Current gives the key in use; false where the person has none.
func (p Person) Current() (Key, bool) {
	for _, k := range slices.Backward(p.Keys) {
		if k.Ended.IsZero() {
			return k, true
		}
	}
	return Key{}, false
}

// Room is the name of this room's tables.
const Room = "people"

// Migrations are the room's scripts, append only.
var Migrations = []string{`
CREATE TABLE person (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, unit TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('active','left')), self INTEGER NOT NULL, entered INTEGER NOT NULL, entered_by TEXT NOT NULL);
CREATE TABLE person_role (
  person_id TEXT NOT NULL REFERENCES person (id),
  role TEXT NOT NULL CHECK (role IN ('clerk','archivist','second','reading-room','administrator')), PRIMARY KEY (person_id, role)) WITHOUT ROWID;
CREATE TABLE person_agency (
  person_id TEXT NOT NULL REFERENCES person (id), agency TEXT NOT NULL CHECK (agency <> ''), PRIMARY KEY (person_id, agency)) WITHOUT ROWID;
CREATE TABLE person_key (
  id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES person (id), public TEXT NOT NULL,
  place TEXT NOT NULL CHECK (place IN ('keyring','file')), made INTEGER NOT NULL, ended INTEGER);
CREATE UNIQUE INDEX person_key_current ON person_key (person_id) WHERE ended IS NULL;
CREATE TABLE person_register (closed INTEGER NOT NULL CHECK (closed IN (0, 1)));
INSERT INTO person_register VALUES (0);
`, renewalMigration}

// DB is what the room needs of the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// ErrUnknown says that nobody of that name is in the register.
var ErrUnknown = errors.New("no such person")

// Register reads and writes the register. Safe for concurrent use.
type Register struct {
	db  DB
	now func() time.Time
}

// NewRegister works on db; now is the clock.
func NewRegister(db DB, now func() time.Time) *Register { return &Register{db: db, now: now} }

// maxName bounds a name.
const maxName = 200

// fold makes names comparable: "M. Ahrens" and "m.  ahrens" are one person.
func fold(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// Find gives a person by name or id, also by a name that is written a little otherwise as
// long as it is that of one person. Error: ErrUnknown.
func (r *Register) Find(ctx context.Context, name string) (Person, error) {
	name = norm.NFC.String(name)
	list, err := r.query(ctx, "WHERE p.folded = ? OR p.id = ?", fold(name), name)
	if err == nil && len(list) == 0 && naming.Folded(name) != "" {
		if list, err = r.query(ctx, ""); err == nil {
			list = slices.DeleteFunc(list, func(p Person) bool { return !naming.Same(p.Name, name) })
		}
	}
	if err != nil {
		return Person{}, err
	}
	if len(list) != 1 {
		return Person{}, ErrUnknown
	}
	return list[0], nil
}

// List gives all persons, by name.
func (r *Register) List(ctx context.Context) ([]Person, error) {
	return r.query(ctx, "ORDER BY p.folded")
}

func (r *Register) query(ctx context.Context, where string, args ...any) ([]Person, error) {
	rows, err := r.db.Reader().QueryContext(ctx, "SELECT p.id, p.name, p.unit, p.state, p.self, p.entered, p.entered_by FROM person p "+
		where, args...)
	if err != nil {
		return nil, fmt.Errorf("read people: %w", err)
	}
	defer rows.Close()
	var out []Person
	for rows.Next() {
		var p Person
		var state string
		var entered int64
		if err := rows.Scan(&p.ID, &p.Name, &p.Unit, &state, &p.Self, &entered, &p.By); err != nil {
			return nil, fmt.Errorf("read people: %w", err)
		}
		p.Active, p.Entered = state == "active", time.UnixMilli(entered).UTC()
		out = append(out, p)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read people: %w", err)
	}
	for i := range out {
		if err := r.fill(ctx, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fill reads roles, agencies and keys of a person.
func (r *Register) fill(ctx context.Context, p *Person) error {
	p.Roles = []Role{}
	if err := each(ctx, r.db.Reader(), "SELECT role FROM person_role WHERE person_id = ? ORDER BY role", p.ID, func(row *sql.Rows) error {
		var role Role
		err := row.Scan(&role)
		p.Roles = append(p.Roles, role)
		return err
	}); err != nil {
		return err
	}
	if err := each(ctx, r.db.Reader(), "SELECT agency FROM person_agency WHERE person_id = ? ORDER BY agency", p.ID,
		func(row *sql.Rows) error {
			var a string
			err := row.Scan(&a)
			p.Agencies = append(p.Agencies, a)
			return err
		}); err != nil {
		return err
	}
	if err := r.fillRenewal(ctx, p); err != nil {
		return err
	}
	return each(ctx, r.db.Reader(), "SELECT id, public, place, made, ended FROM person_key WHERE person_id = ? ORDER BY made, id", p.ID,
		func(row *sql.Rows) error {
			var k Key
			var made int64
			var ended sql.NullInt64
			err := row.Scan(&k.ID, &k.Public, &k.Place, &made, &ended)
			k.Made = time.UnixMilli(made).UTC()
			if ended.Valid {
				k.Ended = time.UnixMilli(ended.Int64).UTC()
			}
			p.Keys = append(p.Keys, k)
			return err
		})
}

func each(ctx context.Context, db *sql.DB, query, id string, take func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query, id)
	if err != nil {
		return fmt.Errorf("read people: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows); err != nil {
			return fmt.Errorf("read people: %w", err)
		}
	}
	return rows.Err()
}

// Closed reports whether unknown names are refused.
func (r *Register) Closed(ctx context.Context) (closed bool, err error) {
	if err := r.db.Reader().QueryRowContext(ctx, "SELECT closed FROM person_register").Scan(&closed); err != nil {
		return false, fmt.Errorf("read people: %w", err)
	}
	return closed, nil
}

// SetClosedTx closes or opens the register.
func SetClosedTx(ctx context.Context, tx *sql.Tx, closed bool) error {
	if _, err := tx.ExecContext(ctx, "UPDATE person_register SET closed = ?", closed); err != nil {
		return fmt.Errorf("close register of people: %w", err)
	}
	return nil
}

// EnterTx enters a person and gives the id. Errors: Refused for a name that is
// empty, too long or taken, and for a person without a role.
func (r *Register) EnterTx(ctx context.Context, tx *sql.Tx, p Person) (Person, error) {
	p.Name = norm.NFC.String(strings.Join(strings.Fields(p.Name), " "))
	switch {
	case p.Name == "" || len(p.Name) > maxName:
		return p, failure.New(failure.Refused, "enter person", wording.Say("hint.people.name-length", maxName))
	case len(p.Roles) == 0:
		return p, failure.New(failure.Refused, "enter person", wording.Say("hint.people.role-needed", roleNames()))
	}
	n, err := another(ctx, tx, p.Name)
	if err != nil {
		return p, err
	}
	p.ID, p.Active, p.Entered = fmt.Sprintf("U%03d", n+1), true, r.now()
	_, err = tx.ExecContext(ctx,
		"INSERT INTO person (id, name, folded, unit, state, self, entered, entered_by) VALUES (?,?,?,?,'active',?,?,?)",
		p.ID, p.Name, fold(p.Name), p.Unit, p.Self, p.Entered.UnixMilli(), p.By)
	if err != nil {
		return p, fmt.Errorf("enter person: %w", err)
	}
	return p, SetTx(ctx, tx, p)
}

// another refuses a name that an eye takes for that of somebody entered, and gives how many
// are.
func another(ctx context.Context, tx *sql.Tx, name string) (n int, err error) {
	if f, ok := errors.AsType[*naming.Fault](naming.Check(name)); ok && f.Scripts[0] != "" {
		return 0, failure.New(failure.Refused, "enter person", wording.Say("hint.people.name-scripts", name, f.Scripts[0], f.Scripts[1]))
	} else if ok && f.Sign != 0 {
		return 0, failure.New(failure.Refused, "enter person", wording.Say("hint.people.name-sign", fmt.Sprintf("U+%04X", f.Sign)))
	}
	if sign, ok := naming.Drawn(name); ok {
		return 0, failure.New(failure.Refused, "enter person", wording.Say("hint.people.name-sign", fmt.Sprintf("U+%04X", sign)))
	}
	rows, err := tx.QueryContext(ctx, "SELECT name FROM person")
	if err != nil {
		return 0, fmt.Errorf("enter person: %w", err)
	}
	defer rows.Close()
	for ; rows.Next(); n++ {
		var entered string
		if err := rows.Scan(&entered); err != nil {
			return 0, fmt.Errorf("enter person: %w", err)
		}
		if naming.Same(entered, name) {
			return 0, failure.New(failure.Refused, "enter person", wording.Say("hint.people.already-entered", name))
		}
		if naming.Twins(entered, name) {
			return 0, failure.New(failure.Refused, "enter person", wording.Say("hint.people.name-twin", name, entered))
		}
	}
	if err := rows.Err(); err != nil {
		return 0, fmt.Errorf("enter person: %w", err)
	}
	return n, nil
}

func roleNames() string {
	var out []string
	for _, r := range Roles {
		out = append(out, string(r)+" ("+r.German()+")")
	}
	return strings.Join(out, ", ")
}

// SetTx puts roles, agencies, unit and whether the person is active in force.
// Error: Refused when nobody would be administrator any more.
func SetTx(ctx context.Context, tx *sql.Tx, p Person) error {
	for _, role := range p.Roles {
		if !slices.Contains(Roles, role) {
			return failure.New(failure.Refused, "set roles", wording.Say("hint.people.unknown-role", role, roleNames()))
		}
	}
	state := "active"
	if !p.Active {
		state = "left"
	}
	for _, q := range []string{"DELETE FROM person_role WHERE person_id = ?", "DELETE FROM person_agency WHERE person_id = ?"} {
		if _, err := tx.ExecContext(ctx, q, p.ID); err != nil {
			return fmt.Errorf("set person: %w", err)
		}
	}
	if _, err := tx.ExecContext(ctx, "UPDATE person SET unit = ?, state = ? WHERE id = ?", p.Unit, state, p.ID); err != nil {
		return fmt.Errorf("set person: %w", err)
	}
	for _, role := range p.Roles {
		if _, err := tx.ExecContext(ctx, "INSERT INTO person_role VALUES (?,?) ON CONFLICT DO NOTHING", p.ID, role); err != nil {
			return fmt.Errorf("set person: %w", err)
		}
	}
	for _, a := range p.Agencies {
		if _, err := tx.ExecContext(ctx, "INSERT INTO person_agency VALUES (?,?) ON CONFLICT DO NOTHING", p.ID, a); err != nil {
			return fmt.Errorf("set person: %w", err)
		}
	}
	var admins int
	if err := tx.QueryRowContext(ctx,
		"SELECT count(*) FROM person p JOIN person_role r ON r.person_id = p.id WHERE p.state = 'active' AND r.role = 'administrator'").
		Scan(&admins); err != nil {
		return fmt.Errorf("set person: %w", err)
	}
	if admins == 0 {
		return failure.New(failure.Refused, "set person", wording.Say("hint.people.last-administrator"))
	}
	return nil
}

// AddKeyTx makes k the key of a person; the one before ends now and stays for the
// events it signed. Error: Refused for a key that somebody has or had already: one
// key under two names would let one hand decide and release (G18).
func (r *Register) AddKeyTx(ctx context.Context, tx *sql.Tx, person string, k Key) error {
	var owner string
	err := tx.QueryRowContext(ctx, "SELECT p.name FROM person_key k JOIN person p ON p.id = k.person_id WHERE k.id = ? OR k.public = ?",
		k.ID, k.Public).Scan(&owner)
	if err == nil {
		return failure.New(failure.Refused, "add key "+k.ID, wording.Say("hint.people.key-of-other", owner))
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("look for key: %w", err)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE person_key SET ended = ? WHERE person_id = ? AND ended IS NULL", r.now().UnixMilli(),
		person); err != nil {
		return fmt.Errorf("end key: %w", err)
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO person_key (id, person_id, public, place, made) VALUES (?,?,?,?,?)", k.ID, person,
		k.Public, k.Place, r.now().UnixMilli()); err != nil {
		return fmt.Errorf("add key: %w", err)
	}
	return nil
}
