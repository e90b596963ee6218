package people

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// renewalMigration holds keys that are not in use yet: those somebody made for a person
// who has one already, and spare keys that lie sealed with the head of the body.
const renewalMigration = `
CREATE TABLE person_request (
  id TEXT PRIMARY KEY, person_id TEXT NOT NULL UNIQUE REFERENCES person (id), public TEXT NOT NULL,
  place TEXT NOT NULL CHECK (place IN ('keyring','file')), made INTEGER NOT NULL, given_by TEXT NOT NULL REFERENCES person (id));
CREATE TABLE person_spare (
  id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES person (id), public TEXT NOT NULL, made INTEGER NOT NULL, ended INTEGER);
`

// Request is a key that waits to be confirmed.
type Request struct {
	Key
	GivenBy string `json:"givenBy"` // id of who made it
}

func (r *Register) fillRenewal(ctx context.Context, p *Person) error {
	err := each(ctx, r.db.Reader(), "SELECT id, public, place, made, given_by FROM person_request WHERE person_id = ?", p.ID,
		func(row *sql.Rows) error {
			var q Request
			var made int64
			err := row.Scan(&q.ID, &q.Public, &q.Place, &made, &q.GivenBy)
			q.Made = time.UnixMilli(made).UTC()
			p.Request = &q
			return err
		})
	if err != nil {
		return err
	}
	return each(ctx, r.db.Reader(), "SELECT id, public, made, ended FROM person_spare WHERE person_id = ? ORDER BY made, id", p.ID,
		func(row *sql.Rows) error {
			var k Key
			var made int64
			var ended sql.NullInt64
			err := row.Scan(&k.ID, &k.Public, &made, &ended)
			k.Made = time.UnixMilli(made).UTC()
			if ended.Valid {
				k.Ended = time.UnixMilli(ended.Int64).UTC()
			}
			p.Spares = append(p.Spares, k)
			return err
		})
}

// RequestKeyTx notes a key somebody has made for a person who has one; one that waited
// before goes.
func (r *Register) RequestKeyTx(ctx context.Context, tx *sql.Tx, person string, k Key, by string) error {
	if err := unknownKey(ctx, tx, k); err != nil {
		return err
	}
	if err := DropRequestTx(ctx, tx, person); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO person_request (id, person_id, public, place, made, given_by) VALUES (?,?,?,?,?,?)", k.ID,
		person, k.Public, k.Place, r.now().UnixMilli(), by)
	if err != nil {
		return fmt.Errorf("request key: %w", err)
	}
	return nil
}

// DropRequestTx takes back the key that waits for a person.
func DropRequestTx(ctx context.Context, tx *sql.Tx, person string) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM person_request WHERE person_id = ?", person); err != nil {
		return fmt.Errorf("drop request of key: %w", err)
	}
	return nil
}

// AddSpareTx notes the spare key of a person; the one before ends.
func (r *Register) AddSpareTx(ctx context.Context, tx *sql.Tx, person string, k Key) error {
	if err := unknownKey(ctx, tx, k); err != nil {
		return err
	}
	if err := r.EndSpareTx(ctx, tx, person); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO person_spare (id, person_id, public, made) VALUES (?,?,?,?)", k.ID, person, k.Public,
		r.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("add spare key: %w", err)
	}
	return nil
}

// EndSpareTx ends the spare key of a person.
func (r *Register) EndSpareTx(ctx context.Context, tx *sql.Tx, person string) error {
	if _, err := tx.ExecContext(ctx, "UPDATE person_spare SET ended = ? WHERE person_id = ? AND ended IS NULL", r.now().UnixMilli(),
		person); err != nil {
		return fmt.Errorf("end spare key: %w", err)
	}
	return nil
}

// unknownKey refuses a key that is somebody's in any way already.
func unknownKey(ctx context.Context, tx *sql.Tx, k Key) error {
	var n int
	err := tx.QueryRowContext(ctx,
		`SELECT (SELECT count(*) FROM person_key WHERE id = ?1 OR public = ?2) + (SELECT count(*) FROM person_spare WHERE id = ?1 OR public = ?2)
 + (SELECT count(*) FROM person_request WHERE id = ?1 OR public = ?2)`, k.ID, k.Public).Scan(&n)
	if err != nil {
		return fmt.Errorf("look for key: %w", err)
	}
	if n > 0 {
		return failure.New(failure.Refused, "add key "+k.ID, wording.Say("hint.people.key-known"))
	}
	return nil
}
