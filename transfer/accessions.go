package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
)

const accessionColumns = "id, number, title, agency, agency_id, profile, process, state, opened, cleared, cleared_by, note"

func scanAccession(row scanner) (Accession, error) {
	var a Accession
	var opened int64
	var cleared sql.NullInt64
	err := row.Scan(&a.ID, &a.Number, &a.Title, &a.Agency, &a.AgencyID, &a.Profile, &a.Process, &a.State, &opened, &cleared, &a.ClearedBy, &a.Note)
	a.Opened = time.UnixMilli(opened).UTC()
	if cleared.Valid {
		a.Cleared = time.UnixMilli(cleared.Int64).UTC()
	}
	return a, err
}

// openAccession gives the accession p belongs to: the one it names, or a new one.
func (s *Portions) openAccession(ctx context.Context, tx *sql.Tx, p Portion) (string, error) {
	if p.AccessionID != "" {
		return p.AccessionID, nil
	}
	year := s.now().Year()
	n, err := count(ctx, tx, fmt.Sprintf("accession-%d", year))
	if err != nil {
		return "", fmt.Errorf("number accession: %w", err)
	}
	id := fmt.Sprintf("Z%d-%04d", year, n)
	_, err = tx.ExecContext(ctx, `INSERT INTO accession (id, number, title, agency, agency_id, profile, process, state, opened)
 VALUES (?,?,?,?,?,?,?,?,?)`, id, fmt.Sprintf("%d/%04d", year, n), p.Name, p.Agency, p.AgencyID, p.ProfileID, p.Process, InWork, s.now().UnixMilli())
	if err != nil {
		return "", fmt.Errorf("open accession: %w", err)
	}
	return id, nil
}

// Accession finds an accession by id or number.
func (s *Portions) Accession(ctx context.Context, id string) (Accession, error) {
	a, err := scanAccession(s.db.Reader().QueryRowContext(ctx, "SELECT "+accessionColumns+" FROM accession WHERE id = ? OR number = ?", id, id))
	if errors.Is(err, sql.ErrNoRows) {
		return a, failure.New(failure.Refused, "find accession "+id, fmt.Sprintf("Eine Akzession „%s“ gibt es in diesem Arbeitsbereich nicht.", id))
	}
	return a, err
}

// Accessions lists all accessions, newest first.
func (s *Portions) Accessions(ctx context.Context) ([]Accession, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT "+accessionColumns+" FROM accession ORDER BY opened DESC, id DESC")
	if err != nil {
		return nil, fmt.Errorf("list accessions: %w", err)
	}
	defer rows.Close()
	var out []Accession
	for rows.Next() {
		a, err := scanAccession(rows)
		if err != nil {
			return nil, fmt.Errorf("list accessions: %w", err)
		}
		out = append(out, a)
	}
	return out, rows.Err()
}

// join puts a portion, once its process is known, into the accession of that
// process and removes the empty one it was opened with.
func (s *Portions) join(ctx context.Context, tx *sql.Tx, p *Portion) error {
	if _, err := tx.ExecContext(ctx, `UPDATE accession SET agency = ?, agency_id = ?, profile = ?, process = ? WHERE id = ? AND process = ''`,
		p.Agency, p.AgencyID, p.ProfileID, p.Process, p.AccessionID); err != nil {
		return fmt.Errorf("describe accession: %w", err)
	}
	if p.Process == "" {
		return nil
	}
	var first string
	err := tx.QueryRowContext(ctx, `SELECT id FROM accession WHERE process = ? AND state <> 'closed' ORDER BY opened, id LIMIT 1`, p.Process).Scan(&first)
	if err != nil || first == p.AccessionID {
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return err
	}
	own := p.AccessionID
	p.AccessionID = first
	if _, err := tx.ExecContext(ctx, "UPDATE portion SET accession_id = ? WHERE id = ?", first, p.ID); err != nil {
		return fmt.Errorf("join accession: %w", err)
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM accession WHERE id = ? AND NOT EXISTS (SELECT 1 FROM portion WHERE accession_id = accession.id)", own)
	return err
}

// MoveAccession puts an accession into a state; by names the person who clears
// it for deletion and is only used for Cleared.
func (s *Portions) MoveAccession(ctx context.Context, id string, to AccessionState, by string, also func(*sql.Tx) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		a, err := scanAccession(tx.QueryRowContext(ctx, "SELECT "+accessionColumns+" FROM accession WHERE id = ?", id))
		if err != nil {
			return fmt.Errorf("find accession %s: %w", id, err)
		}
		if a.State == to {
			return nil
		}
		if !a.State.May(to) {
			return failure.New(failure.Refused, fmt.Sprintf("accession state %s → %s", a.State, to),
				"Dieser Schritt ist für die Akzession jetzt nicht möglich. Bitte zuerst die offenen Schritte ihrer Portionen erledigen.")
		}
		cleared := sql.NullInt64{Int64: a.Cleared.UnixMilli(), Valid: !a.Cleared.IsZero()}
		if to == Cleared {
			cleared, a.ClearedBy = sql.NullInt64{Int64: s.now().UnixMilli(), Valid: true}, by
		}
		if _, err := tx.ExecContext(ctx, "UPDATE accession SET state = ?, cleared = ?, cleared_by = ? WHERE id = ?", to, cleared, a.ClearedBy, id); err != nil {
			return fmt.Errorf("store accession: %w", err)
		}
		if also == nil {
			return nil
		}
		return also(tx)
	})
}
