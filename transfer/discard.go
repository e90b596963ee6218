package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// discardEmpty keeps the number of an accession nothing is left in as discarded, with
// the reason: no number of the book vanishes without a line (E8). One that holds
// something, or was opened by a person or by the papers of an offer, stays as it is; an
// offer that was nothing but its message (0501) goes with it.
func (s *Portions) discardEmpty(ctx context.Context, tx *sql.Tx, id, reason string) error {
	_, err := tx.ExecContext(ctx,
		`UPDATE accession SET discarded = ?, note = ?, process = '', transfer_id = '' WHERE id = ? AND discarded IS NULL
 AND (origin = 'delivery' OR origin = 'offer' AND NOT EXISTS (SELECT 1 FROM accession_letter WHERE accession_id = accession.id))
 AND NOT EXISTS (SELECT 1 FROM portion WHERE accession_id = accession.id AND discarded IS NULL)
 AND NOT EXISTS (SELECT 1 FROM accession_act WHERE accession_id = accession.id)`, s.now().UnixMilli(), reason, id)
	if err != nil {
		return fmt.Errorf("keep number of accession %s: %w", id, err)
	}
	return nil
}

// Discard takes a portion that nobody has accepted out of the business: its record tree
// goes, its number stays, and that of its accession where nothing else is in it. also
// runs in the same transaction. Error: Refused once it is accepted or returned.
func (s *Portions) Discard(ctx context.Context, id, reason string, also func(*sql.Tx, Portion) error) (Portion, error) {
	return s.Move(ctx, id, Discarded, func(p *Portion) { p.Due = time.Time{} }, func(tx *sql.Tx, p Portion) error {
		if err := SaveObjects(ctx, tx, p.ID, nil); err != nil {
			return err
		}
		if err := s.discardEmpty(ctx, tx, p.AccessionID, reason); err != nil {
			return err
		}
		return run(also, tx, p)
	})
}

// DiscardAccession keeps the number of an accession nothing has come of as discarded, with
// the reason: an offer taken in by mistake, a delivery awaited in vain. Its list may be
// offered anew then; reference codes promised to it stay as gaps. One that was discarded
// before is given as it is. Error: Refused where anything lies in it, or was confirmed.
func (s *Portions) DiscardAccession(ctx context.Context, id, reason string, also func(*sql.Tx, Accession) error) (a Accession, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		a, err = scanAccession(tx.QueryRowContext(ctx, "SELECT "+accessionColumns+" FROM accession WHERE id = ?1 OR number = ?1", id))
		if errors.Is(err, sql.ErrNoRows) {
			return noAccession(id)
		}
		if err != nil || a.State == AccessionDiscarded {
			return err
		}
		var held int
		if err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM portion WHERE accession_id = ?1 AND discarded IS NULL)
 + (SELECT count(*) FROM accession_act WHERE accession_id = ?1)`, a.ID).Scan(&held); err != nil {
			return fmt.Errorf("look into accession: %w", err)
		}
		if held > 0 || a.State.Ended() {
			return failure.New(failure.Refused, "discard "+a.ID, wording.Say("hint.transfer.accession-not-empty", a.Number))
		}
		a.State, a.Closed, a.Note, a.Process, a.TransferID = AccessionDiscarded, s.now(), reason, "", ""
		if _, err := tx.ExecContext(ctx, "UPDATE accession SET discarded = ?, note = ?, process = '', transfer_id = '' WHERE id = ?",
			a.Closed.UnixMilli(), reason, a.ID); err != nil {
			return fmt.Errorf("discard accession: %w", err)
		}
		if _, err := tx.ExecContext(ctx, "UPDATE reference_code SET gap = ? WHERE portion_id = ? AND gap = ''", reason, a.ID); err != nil {
			return fmt.Errorf("keep promised codes as gaps: %w", err)
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM accession_letter WHERE accession_id = ?", a.ID); err != nil {
			return fmt.Errorf("let go of letters: %w", err)
		}
		if also == nil {
			return nil
		}
		return also(tx, a)
	})
	return a, err
}

// OpenFor finds the oldest open accession of a procedure or of a transfer list (Ü-ID).
func (s *Portions) OpenFor(ctx context.Context, process, list string) (a Accession, found bool, err error) {
	a, err = scanAccession(s.db.Reader().QueryRowContext(ctx, "SELECT "+accessionColumns+
		` FROM accession WHERE state NOT IN ('cleared','closed') AND discarded IS NULL
 AND ((process = ?1 AND ?1 <> '') OR (transfer_id = ?2 AND ?2 <> '')) ORDER BY opened, id LIMIT 1`, process, list))
	if errors.Is(err, sql.ErrNoRows) {
		return a, false, nil
	}
	return a, err == nil, err
}

// OfTransfer finds the oldest accession of a transfer list (Ü-ID), ended ones too; one
// that was discarded holds none.
func OfTransfer(ctx context.Context, s *Portions, list string) (a Accession, found bool, err error) {
	if list == "" {
		return a, false, nil
	}
	a, err = scanAccession(s.db.Reader().QueryRowContext(ctx, "SELECT "+accessionColumns+
		" FROM accession WHERE transfer_id = ? AND discarded IS NULL ORDER BY opened, id LIMIT 1", list))
	if errors.Is(err, sql.ErrNoRows) {
		return a, false, nil
	}
	return a, err == nil, err
}

// Arrival is a delivery that arrived before, told by its bytes.
type Arrival struct {
	Portion   string
	Accession string // number of the book
	State     State
	At        time.Time
	Digest    string
	Run       string // of its last check, "" before
	Path      string // of its copy in the workspace
}

// Words say when it arrived and where it stands.
func (a Arrival) Words() wording.Spoken {
	return wording.Speak("said.drop.arrived", wording.Moment(a.At.Local()), a.Portion, a.Accession, a.State)
}

// OfSize gives the deliveries of exactly so many bytes as they arrived, oldest first;
// discarded ones are not among them.
func (s *Portions) OfSize(ctx context.Context, bytes int64) ([]Arrival, error) {
	return arrivals(ctx, s, "p.taken = ? AND p.digest <> ''", bytes)
}

// OfExtent gives the deliveries of exactly so many files and bytes, of containers as their
// check counted them, oldest first; discarded ones are not among them.
func OfExtent(ctx context.Context, s *Portions, files int, bytes int64) ([]Arrival, error) {
	return arrivals(ctx, s, "p.files = ? AND p.bytes = ?", files, bytes)
}

// OfCore gives the deliveries of at most so many files that are larger than one of them by no
// more than beside: those that may hold it, alone or among papers, oldest first; discarded ones are not
// among them.
func OfCore(ctx context.Context, s *Portions, core, beside int64, files int) ([]Arrival, error) {
	return arrivals(ctx, s, "p.files BETWEEN 1 AND ? AND p.bytes BETWEEN ? AND ?", files, core, core+beside)
}

func arrivals(ctx context.Context, s *Portions, where string, args ...any) ([]Arrival, error) {
	return rowsOf(ctx, s, `SELECT p.id, a.number, p.state, p.arrived, p.digest, p.run, p.path FROM portion p JOIN accession a ON a.id = p.accession_id
 WHERE `+where+` AND p.discarded IS NULL ORDER BY p.arrived, p.id`, func(row scanner) (Arrival, error) {
		var x Arrival
		var at int64
		err := row.Scan(&x.Portion, &x.Accession, &x.State, &at, &x.Digest, &x.Run, &x.Path)
		x.At = time.UnixMilli(at).UTC()
		return x, err
	}, args...)
}
