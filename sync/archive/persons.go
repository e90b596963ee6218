package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// personMigration is the script of the persons that sign beside the machines of
// their office, and of their signatures under decisions (protocol.md 19).
const personMigration = `
CREATE TABLE archive_person (
  client_id TEXT NOT NULL REFERENCES archive_client, key_id TEXT NOT NULL, public_key TEXT NOT NULL, name TEXT NOT NULL,
  roles TEXT NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, revoked_at INTEGER,
  PRIMARY KEY (client_id, key_id));
CREATE INDEX archive_person_key ON archive_person (key_id);
ALTER TABLE archive_decision ADD COLUMN hand BLOB;
`

// newKeyMigration keeps when the archive confirmed a key, which only a second key of
// a name waits for.
const newKeyMigration = "ALTER TABLE archive_person ADD COLUMN confirmed_at INTEGER;"

// Person is a person of an office whose own key has signed here. The office's
// enrolled machine vouches for name and roles; the archive can revoke the key.
type Person struct {
	KeyID   string    `json:"key_id"`
	Name    string    `json:"name"`
	Office  string    `json:"office"`
	Client  string    `json:"client"`
	Roles   []string  `json:"roles"`
	First   time.Time `json:"first"`
	Last    time.Time `json:"last"`
	Revoked time.Time `json:"revoked,omitzero"`
	// Second says that the office had named another key for this name before;
	// Confirmed is when the archive accepted it, zero: not yet.
	Second    bool      `json:"second,omitempty"`
	Confirmed time.Time `json:"confirmed,omitzero"`
}

// actionOf says for which act of the one table of rights a message of a kind
// stands; "" for kinds that mean nothing to the receiver.
func actionOf(kind string) people.Action {
	switch kind {
	case kindRetention, kindArchived:
		return people.Write
	case kindClearance:
		return people.Clear
	case kindDeletion:
		return people.Prepare
	case kindClosure:
		return people.Use
	}
	return ""
}

// personal are the kinds of messages that state the act of a person.
func personal(kind string) bool { return kind == kindDecisions || actionOf(kind) != "" }

// handOf verifies the signature of a person under a statement, and that the one
// who signed is the one it names and may do it. nil where only the machine signs
// and the archive does not ask for more.
func (ps *post) handOf(ctx context.Context, q reader, envelope []byte, statement, named string, action people.Action,
	c caller) (*receipt.Hand, error) {
	if len(envelope) == 0 {
		if ps.a.cfg.RequirePersons {
			return nil, problemf(http.StatusForbidden, "person", "this archive asks for the signature of the person, and there is none")
		}
		return nil, nil
	}
	h, err := receipt.OpenHand(ctx, envelope, statement)
	if err != nil {
		return nil, problemf(http.StatusUnprocessableEntity, "hand", "the signature of the person does not hold: %v", err)
	}
	if h.Old { // what is made now keeps the rules, whatever day it claims
		return nil, problemf(http.StatusUnprocessableEntity, "hand",
			"the signature of the person is not written by the rules of signed papers")
	}
	if named != "" && !naming.Same(named, h.Person) {
		return nil, problemf(http.StatusUnprocessableEntity, "hand", "the statement names another person than the one who signed")
	}
	if action != "" && !people.May(rolesOf(h.Roles), action) {
		return nil, problemf(http.StatusForbidden, "person", "the roles of the person do not allow %s", action)
	}
	if err := knownPerson(ctx, q, h, c.clientID); err != nil {
		return nil, err
	}
	return &h, ps.awaited(ctx, q, &h, c.clientID)
}

// awaited refuses, where the archive asks for persons, a second key for a name of
// the office until the archive has confirmed it, and remembers it for that.
func (ps *post) awaited(ctx context.Context, q reader, h *receipt.Hand, clientID string) error {
	if !ps.a.cfg.RequirePersons {
		return nil
	}
	all, err := listPersons(ctx, q)
	if err != nil {
		return err
	}
	var office string
	err = q.QueryRowContext(ctx, "SELECT office FROM archive_client WHERE id = ?", clientID).Scan(&office)
	if err != nil {
		return fmt.Errorf("find office: %w", err)
	}
	others := false
	for _, p := range all {
		switch {
		case p.Office != office || !naming.Same(p.Name, h.Person):
		case p.KeyID != h.KeyID():
			others = true
		case !p.Second || !p.Confirmed.IsZero():
			return nil
		}
	}
	if !others {
		return nil
	}
	now := ps.a.clock() // after all others, also when the clock was put back
	if last := all[len(all)-1].First; !now.After(last) {
		now = last.Add(time.Millisecond)
	}
	err = ps.a.db.WithTx(ctx, func(tx *sql.Tx) error { return rememberPerson(ctx, tx, h, clientID, now) })
	return errors.Join(problemf(http.StatusForbidden, "person-new-key",
		"this is a second key for the name; the archive has not confirmed it yet"), err)
}

func rolesOf(names []string) []people.Role {
	out := make([]people.Role, len(names))
	for i, n := range names {
		out[i] = people.Role(n)
	}
	return out
}

// knownPerson refuses a key that was revoked at any office, and one that this
// office uses under two names.
func knownPerson(ctx context.Context, q reader, h receipt.Hand, clientID string) error {
	rows, err := q.QueryContext(ctx, "SELECT client_id, name, coalesce(revoked_at, 0) FROM archive_person WHERE key_id = ?", h.KeyID())
	if err != nil {
		return fmt.Errorf("find person: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var client, name string
		var revoked int64
		if err := rows.Scan(&client, &name, &revoked); err != nil {
			return fmt.Errorf("find person: %w", err)
		}
		if revoked != 0 {
			return problemf(http.StatusForbidden, "person", "the key of the person was revoked here")
		}
		if client == clientID && !naming.Same(name, h.Person) {
			return problemf(http.StatusForbidden, "person", "the key is known as that of another person")
		}
	}
	return rows.Err()
}

// rememberPerson notes within tx that a person has signed.
func rememberPerson(ctx context.Context, tx *sql.Tx, h *receipt.Hand, clientID string, now time.Time) error {
	if h == nil {
		return nil
	}
	_, err := tx.ExecContext(ctx,
		`INSERT INTO archive_person (client_id, key_id, public_key, name, roles, first_at, last_at) VALUES (?,?,?,?,?,?,?)
		ON CONFLICT (client_id, key_id) DO UPDATE SET roles = excluded.roles, last_at = excluded.last_at`,
		clientID, h.KeyID(), h.PublicKey, h.Person, strings.Join(h.Roles, " "), now.UnixMilli(), now.UnixMilli())
	if err != nil {
		return fmt.Errorf("remember person: %w", err)
	}
	return nil
}

// signedBy puts the noting of the person before what a message does.
func signedBy(h *receipt.Hand, c caller, does effect) effect {
	if h == nil {
		return does
	}
	return func(ctx context.Context, tx *sql.Tx, about string, now time.Time) error {
		if err := rememberPerson(ctx, tx, h, c.clientID, now); err != nil || does == nil {
			return err
		}
		return does(ctx, tx, about, now)
	}
}

// Persons lists everybody whose own key has signed here, the oldest first.
func (a *Admin) Persons(ctx context.Context) ([]Person, error) {
	return listPersons(ctx, a.db.Reader())
}

func listPersons(ctx context.Context, q reader) ([]Person, error) {
	rows, err := q.QueryContext(ctx,
		`SELECT p.key_id, p.name, c.office, p.client_id, p.roles, p.first_at, p.last_at, coalesce(p.revoked_at, 0), coalesce(p.confirmed_at, 0)
		FROM archive_person p JOIN archive_client c ON c.id = p.client_id ORDER BY p.first_at, p.client_id, p.key_id`)
	if err != nil {
		return nil, fmt.Errorf("list persons: %w", err)
	}
	defer rows.Close()
	all := []Person{}
	firsts := map[string][]Person{} // of an office, each with the first key of a name
	for rows.Next() {
		var p Person
		var roles string
		var first, last, revoked, confirmed int64
		if err := rows.Scan(&p.KeyID, &p.Name, &p.Office, &p.Client, &roles, &first, &last, &revoked, &confirmed); err != nil {
			return nil, fmt.Errorf("list persons: %w", err)
		}
		p.Roles, p.First, p.Last = strings.Fields(roles), time.UnixMilli(first).UTC(), time.UnixMilli(last).UTC()
		if revoked != 0 {
			p.Revoked = time.UnixMilli(revoked).UTC()
		}
		if confirmed != 0 {
			p.Confirmed = time.UnixMilli(confirmed).UTC()
		}
		if i := slices.IndexFunc(firsts[p.Office], func(x Person) bool { return naming.Same(x.Name, p.Name) }); i >= 0 {
			p.Second = firsts[p.Office][i].KeyID != p.KeyID
		} else {
			firsts[p.Office] = append(firsts[p.Office], p)
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// ConfirmPerson accepts the second key of a person, at every machine of the office
// it came with. An unknown or revoked key is Refused.
func (a *Admin) ConfirmPerson(ctx context.Context, keyID string) error {
	return a.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx,
			"UPDATE archive_person SET confirmed_at = coalesce(confirmed_at, ?) WHERE key_id = ? AND revoked_at IS NULL",
			a.clock().UnixMilli(), keyID)
		if err != nil {
			return fmt.Errorf("confirm person: %w", err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, failure.New(failure.Refused, "confirm person", wording.Say("hint.archive.person-key-not-active")))
		}
		return nil
	})
}

// RevokePerson ends the key of a person at every office, at once and for good;
// what it signed before stays. An unknown key is Refused.
func (a *Admin) RevokePerson(ctx context.Context, keyID string) error {
	return a.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "UPDATE archive_person SET revoked_at = coalesce(revoked_at, ?) WHERE key_id = ?",
			a.clock().UnixMilli(), keyID)
		if err != nil {
			return fmt.Errorf("revoke person: %w", err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, failure.New(failure.Refused, "revoke person", wording.Say("hint.archive.person-key-unknown")))
		}
		return nil
	})
}
