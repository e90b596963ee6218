package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

const accessionColumns = `id, number, title, agency, agency_id, profile, process, kind, origin, transfer_id, extent, state, opened,
 offered, cleared, cleared_by, closed, note, discarded`

func scanAccession(row scanner) (Accession, error) {
	var a Accession
	var opened int64
	var offered, cleared, closed, discarded sql.NullInt64
	err := row.Scan(&a.ID, &a.Number, &a.Title, &a.Agency, &a.AgencyID, &a.Profile, &a.Process, &a.Kind, &a.Origin, &a.TransferID,
		&a.Extent,
		&a.State, &opened, &offered, &cleared, &a.ClearedBy, &closed, &a.Note, &discarded)
	a.Opened, a.Offered, a.Cleared, a.Closed = time.UnixMilli(opened).UTC(), moment(offered), moment(cleared), moment(closed)
	if discarded.Valid {
		a.State, a.Closed = AccessionDiscarded, moment(discarded)
	}
	return a, err
}

// moment is a nullable time of the database; zero for NULL.
func moment(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}

// millis is the other way of moment.
func millis(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// openAccession gives the accession p belongs to: the one it names, which is in
// work from now on, or a new one.
func (s *Portions) openAccession(ctx context.Context, tx *sql.Tx, p Portion) (string, error) {
	if p.AccessionID != "" && p.Message() == procedure.Offer {
		return p.AccessionID, nil // an offer is no delivery yet
	}
	if p.AccessionID != "" {
		return p.AccessionID, s.takeUp(ctx, tx, p.AccessionID)
	}
	a, err := s.insertAccession(ctx, tx, Accession{Title: p.Name, Agency: p.Agency, AgencyID: p.AgencyID, Profile: p.ProfileID,
		Process: p.Process, Kind: p.Kind,
		Origin: ByDelivery, State: InWork}, "")
	return a.ID, err
}

// Accession finds an accession by id or number.
func (s *Portions) Accession(ctx context.Context, id string) (Accession, error) {
	a, err := scanAccession(s.db.Reader().QueryRowContext(ctx, "SELECT "+accessionColumns+" FROM accession WHERE id = ? OR number = ?", id,
		id))
	if errors.Is(err, sql.ErrNoRows) {
		return a, noAccession(id)
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
				wording.Say("hint.transfer.accession-step-early"))
		}
		cleared, ended := millis(a.Cleared), millis(a.Closed)
		if to == Cleared {
			cleared, a.ClearedBy = sql.NullInt64{Int64: s.now().UnixMilli(), Valid: true}, by
		}
		if to == AccessionClosed {
			ended = millis(s.now())
		}
		if _, err := tx.ExecContext(ctx, "UPDATE accession SET state = ?, cleared = ?, cleared_by = ?, closed = ? WHERE id = ?", to,
			cleared, a.ClearedBy, ended, id); err != nil {
			return fmt.Errorf("store accession: %w", err)
		}
		if also == nil {
			return nil
		}
		return also(tx)
	})
}
