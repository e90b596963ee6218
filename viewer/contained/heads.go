package contained

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Heading is the title and the period of an object as a person corrected them; what was
// delivered stays in its package.
type Heading struct {
	PID    string    `json:"pid"`
	Title  string    `json:"title"`
	From   string    `json:"from,omitempty"` // "2009-11-02", "2009-11" or "2009"
	To     string    `json:"to,omitempty"`
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

// Heading gives the corrected heading of an object; nil: as delivered.
func (s *Store) Heading(ctx context.Context, pid string) (*Heading, error) {
	h := Heading{PID: pid}
	var at int64
	err := s.db.Reader().QueryRowContext(ctx, `SELECT title, first_day, last_day, person, at FROM contained_heading WHERE pid = ?`, pid).
		Scan(&h.Title, &h.From, &h.To, &h.Person, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read heading of %s: %w", pid, err)
	}
	h.At = time.UnixMilli(at).UTC()
	return &h, nil
}

// PutHeadingTx keeps a heading in place of an earlier one.
func (s *Store) PutHeadingTx(ctx context.Context, tx *sql.Tx, h Heading) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO contained_heading (pid, title, first_day, last_day, person, at) VALUES (?,?,?,?,?,?)
 ON CONFLICT (pid) DO UPDATE SET title = excluded.title, first_day = excluded.first_day, last_day = excluded.last_day, person = excluded.person, at = excluded.at`,
		h.PID, h.Title, h.From, h.To, h.Person, h.At.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep heading of %s: %w", h.PID, err)
	}
	return nil
}

// RemoveHeadingTx takes the heading of an object away: it stands again as delivered.
func (s *Store) RemoveHeadingTx(ctx context.Context, tx *sql.Tx, pid string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM contained_heading WHERE pid = ?`, pid); err != nil {
		return fmt.Errorf("remove heading of %s: %w", pid, err)
	}
	return nil
}

// ForgetTx takes away all that is kept of an object.
func ForgetTx(ctx context.Context, tx *sql.Tx, pid string) error {
	for _, table := range []string{"contained_note", "contained_heading", "contained_taken"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE pid = ?`, pid); err != nil {
			return fmt.Errorf("forget what was said of %s: %w", pid, err)
		}
	}
	return nil
}

// Take is one table of descriptions that was taken in.
type Take struct {
	ID        int64
	Accession string
	Digest    string // of the file, lower-case hexadecimal; as it was looked at
	Person    string
	At        time.Time
}

// Taken is one object of a Take: what stood before and what after, as the caller writes it.
type Taken struct{ PID, Before, After string }

// KeepTakeTx keeps a taking with its objects, so that it can be undone.
func (s *Store) KeepTakeTx(ctx context.Context, tx *sql.Tx, t Take, all []Taken) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO contained_take (accession, digest, person, at) VALUES (?,?,?,?)`, t.Accession, t.Digest,
		t.Person, t.At.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep taking: %w", err)
	}
	id, err := res.LastInsertId()
	if err != nil {
		return fmt.Errorf("keep taking: %w", err)
	}
	for _, x := range all {
		if _, err := tx.ExecContext(ctx, `INSERT INTO contained_taken (take, pid, before, after) VALUES (?,?,?,?)`, id, x.PID, x.Before,
			x.After); err != nil {
			return fmt.Errorf("keep taking of %s: %w", x.PID, err)
		}
	}
	return nil
}

// HasTake tells whether there is a taking into an accession that stands.
func (s *Store) HasTake(ctx context.Context, accession string) (there bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM contained_take WHERE accession = ? AND undone IS NULL)`,
		accession).Scan(&there)
	if err != nil {
		return false, fmt.Errorf("read taking: %w", err)
	}
	return there, nil
}

// LastTake gives the newest taking into an accession that stands, with its objects; nil:
// none.
func (s *Store) LastTake(ctx context.Context, accession string) (*Take, []Taken, error) {
	t := Take{Accession: accession}
	var at int64
	err := s.db.Reader().QueryRowContext(ctx,
		`SELECT id, digest, person, at FROM contained_take WHERE accession = ? AND undone IS NULL ORDER BY id DESC LIMIT 1`, accession).
		Scan(&t.ID, &t.Digest, &t.Person, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read taking: %w", err)
	}
	t.At = time.UnixMilli(at).UTC()
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT pid, before, after FROM contained_taken WHERE take = ? ORDER BY pid`, t.ID)
	if err != nil {
		return nil, nil, fmt.Errorf("read taking: %w", err)
	}
	defer rows.Close()
	var all []Taken
	for rows.Next() {
		var x Taken
		if err := rows.Scan(&x.PID, &x.Before, &x.After); err != nil {
			return nil, nil, fmt.Errorf("read taking: %w", err)
		}
		all = append(all, x)
	}
	return &t, all, rows.Err()
}

// UndoneTx notes that a taking was undone, and why where that made closures shorter.
func (s *Store) UndoneTx(ctx context.Context, tx *sql.Tx, id int64, reason string, at time.Time) error {
	if _, err := tx.ExecContext(ctx, `UPDATE contained_take SET undone = ?, reason = ? WHERE id = ?`, at.UnixMilli(), reason,
		id); err != nil {
		return fmt.Errorf("note taking as undone: %w", err)
	}
	return nil
}
