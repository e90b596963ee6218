package transfer

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// ActKind is one of the acts that must never be taken for one another (A19).
type ActKind string

// The acts: the archive has the bytes; it has archived and takes responsibility;
// the agency may delete; the agency has deleted.
const (
	ActReceipt   ActKind = "receipt"
	ActArchiving ActKind = "archiving"
	ActClearance ActKind = "clearance"
	ActDeletion  ActKind = "deletion"
)

// Act is the record of one act, with the letter or message that told it.
type Act struct {
	Accession string    `json:"accession"`
	Portion   string    `json:"portion,omitempty"`
	Kind      ActKind   `json:"act"`
	At        time.Time `json:"at"`
	Person    string    `json:"person"`
	Key       string    `json:"key,omitempty"` // key that signed its event (G14)
	Note      string    `json:"note,omitempty"`
	Letter    string    `json:"letter,omitempty"` // slash path inside the workspace
}

// AddActTx records an act; the same act on the same portion is recorded once.
func AddActTx(ctx context.Context, tx *sql.Tx, a Act) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO accession_act (accession_id, portion_id, act, at, person, key, note, letter)
 SELECT ?,?,?,?,?,?,?,? WHERE NOT EXISTS (SELECT 1 FROM accession_act WHERE accession_id = ? AND portion_id = ? AND act = ?)`,
		a.Accession, a.Portion, a.Kind, a.At.UnixMilli(), a.Person, a.Key, a.Note, a.Letter, a.Accession, a.Portion, a.Kind)
	if err != nil {
		return fmt.Errorf("record act: %w", err)
	}
	return nil
}

// Acts lists the acts of an accession in the order they happened.
func (s *Portions) Acts(ctx context.Context, accession string) ([]Act, error) {
	return rowsOf(ctx, s,
		"SELECT accession_id, portion_id, act, at, person, key, note, letter FROM accession_act WHERE accession_id = ? ORDER BY at, id",
		func(row scanner) (Act, error) {
			var a Act
			var at int64
			err := row.Scan(&a.Accession, &a.Portion, &a.Kind, &at, &a.Person, &a.Key, &a.Note, &a.Letter)
			a.At = time.UnixMilli(at).UTC()
			return a, err
		}, accession)
}

// Confirmation is one of the confirmations a profile asks for before the
// clearance for deletion, normally of first and security register (C8).
type Confirmation struct {
	Accession string    `json:"accession"`
	Name      string    `json:"name"` // as the profile names it
	At        time.Time `json:"at"`
	Person    string    `json:"person"`
	Paper     bool      `json:"paper"` // entered by hand from a letter
	Note      string    `json:"note,omitempty"`
}

// AddConfirmationTx notes a confirmation; the first note of a name stands.
func AddConfirmationTx(ctx context.Context, tx *sql.Tx, c Confirmation) error {
	_, err := tx.ExecContext(ctx,
		"INSERT INTO accession_confirmation (accession_id, name, at, person, paper, note) VALUES (?,?,?,?,?,?) ON CONFLICT DO NOTHING",
		c.Accession, c.Name, c.At.UnixMilli(), c.Person, c.Paper, c.Note)
	if err != nil {
		return fmt.Errorf("note confirmation: %w", err)
	}
	return nil
}

// Confirmations lists the confirmations noted for an accession.
func (s *Portions) Confirmations(ctx context.Context, accession string) ([]Confirmation, error) {
	return rowsOf(ctx, s,
		"SELECT accession_id, name, at, person, paper, note FROM accession_confirmation WHERE accession_id = ? ORDER BY at, name",
		func(row scanner) (Confirmation, error) {
			var c Confirmation
			var at int64
			err := row.Scan(&c.Accession, &c.Name, &at, &c.Person, &c.Paper, &c.Note)
			c.At = time.UnixMilli(at).UTC()
			return c, err
		}, accession)
}

// AddAccessionLetter registers a paper that belongs to the accession as a whole.
func AddAccessionLetter(ctx context.Context, tx *sql.Tx, accession string, l Letter) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO accession_letter (accession_id, kind, path, sha256, made) VALUES (?,?,?,?,?)
 ON CONFLICT (path) DO UPDATE SET sha256 = excluded.sha256, made = excluded.made`, accession, l.Kind, l.Path, l.SHA256, l.Made.UnixMilli())
	if err != nil {
		return fmt.Errorf("store letter: %w", err)
	}
	return nil
}

// AccessionLetters lists the papers of the accession as a whole.
func (s *Portions) AccessionLetters(ctx context.Context, accession string) ([]Letter, error) {
	return rowsOf(ctx, s, "SELECT kind, path, sha256, made FROM accession_letter WHERE accession_id = ? ORDER BY id",
		func(row scanner) (Letter, error) {
			l := Letter{Final: true}
			var made int64
			err := row.Scan(&l.Kind, &l.Path, &l.SHA256, &made)
			l.Made = time.UnixMilli(made).UTC()
			return l, err
		}, accession)
}

// ActsDone tells for every accession which acts have happened.
func (s *Portions) ActsDone(ctx context.Context) (map[string]map[ActKind]bool, error) {
	type row struct {
		id   string
		kind ActKind
	}
	all, err := rowsOf(ctx, s, "SELECT DISTINCT accession_id, act FROM accession_act", func(r scanner) (x row, err error) {
		err = r.Scan(&x.id, &x.kind)
		return x, err
	})
	out := map[string]map[ActKind]bool{}
	for _, x := range all {
		if out[x.id] == nil {
			out[x.id] = map[ActKind]bool{}
		}
		out[x.id][x.kind] = true
	}
	return out, err
}
