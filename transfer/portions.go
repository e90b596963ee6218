package transfer

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Portions stores portions and accessions. Safe for concurrent use.
type Portions struct {
	db      DB
	now     func() time.Time
	pattern func() string // of accession numbers, may be nil
}

// NewPortions works on db; now is the clock.
func NewPortions(db DB, now func() time.Time) *Portions { return &Portions{db: db, now: now} }

const portionColumns = `id, accession_id, name, source, path, form, kind, standard, title, agency, agency_id, profile,
 process, state, verdict, fault, files, bytes, errors, warnings, notes, arrived, changed, due, redelivery, run, transfer_id, discarded, digest, taken`

type scanner interface{ Scan(...any) error }

func scanPortion(row scanner) (Portion, error) {
	var p Portion
	var arrived, changed int64
	var due, discarded sql.NullInt64
	err := row.Scan(&p.ID, &p.AccessionID, &p.Name, &p.Source, &p.Path, &p.Form, &p.Kind, &p.Standard, &p.Title, &p.Agency,
		&p.AgencyID, &p.ProfileID, &p.Process, &p.State, &p.Verdict, &p.Fault, &p.Files, &p.Bytes, &p.Errors, &p.Warnings,
		&p.Notes, &arrived, &changed, &due, &p.Redelivery, &p.Run, &p.TransferID, &discarded, &p.Digest, &p.Taken)
	p.Arrived, p.Changed = time.UnixMilli(arrived).UTC(), time.UnixMilli(changed).UTC()
	if discarded.Valid {
		p.State = Discarded
	}
	if due.Valid {
		p.Due = time.UnixMilli(due.Int64).UTC()
	}
	return p, err
}

// count raises a named counter inside tx and gives its new value.
func count(ctx context.Context, tx *sql.Tx, name string) (int, error) {
	var n int
	err := tx.QueryRowContext(ctx, `INSERT INTO counter (name, value) VALUES (?, 1)
 ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`, name).Scan(&n)
	return n, err
}

// Reserve gives the next portion id, so that its folder can be made before the
// portion is stored. A reserved id that is never used leaves a gap.
func (s *Portions) Reserve(ctx context.Context) (id string, err error) {
	year := s.now().Year()
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := count(ctx, tx, fmt.Sprintf("portion-%d", year))
		id = fmt.Sprintf("P%d-%04d", year, n)
		return err
	})
	return id, err
}

// Add stores a new portion in state arrived, in an accession of its own unless
// one of the same process is open. also runs in the same transaction.
func (s *Portions) Add(ctx context.Context, p Portion, also func(*sql.Tx, Portion) error) (Portion, error) {
	p.State, p.Arrived = Arrived, s.now()
	p.Changed = p.Arrived
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		acc, err := s.openAccession(ctx, tx, p)
		if err != nil {
			return err
		}
		p.AccessionID = acc
		_, err = tx.ExecContext(ctx,
			`INSERT INTO portion (id, accession_id, name, source, path, form, state, files, bytes, arrived, changed, redelivery, digest, taken)
 VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)`, p.ID, p.AccessionID, p.Name, p.Source, p.Path, p.Form, p.State, p.Files, p.Bytes,
			p.Arrived.UnixMilli(), p.Changed.UnixMilli(), p.Redelivery, p.Digest, p.Taken)
		if err != nil {
			return fmt.Errorf("store portion: %w", err)
		}
		// The procedure is known by a look at the message: the next one of it finds its
		// accession before either is checked, and no number is drawn for it (E8).
		if _, err := tx.ExecContext(ctx, "UPDATE accession SET process = ? WHERE id = ? AND process = '' AND ? <> ''", p.Process, acc,
			p.Process); err != nil {
			return fmt.Errorf("note procedure of accession: %w", err)
		}
		return run(also, tx, p)
	})
	return p, err
}

func run(also func(*sql.Tx, Portion) error, tx *sql.Tx, p Portion) error {
	if also == nil {
		return nil
	}
	return also(tx, p)
}

// Get finds a portion. Error: Refused when there is none of this id.
func (s *Portions) Get(ctx context.Context, id string) (Portion, error) {
	return getPortion(s.db.Reader().QueryRowContext(ctx, onePortion, id), id)
}

const onePortion = "SELECT " + portionColumns + " FROM portion WHERE id = ?"

func getPortion(row scanner, id string) (Portion, error) {
	p, err := scanPortion(row)
	if errors.Is(err, sql.ErrNoRows) {
		return p, failure.New(failure.Refused, "find portion "+id, wording.Say("hint.transfer.unknown-portion", id))
	}
	return p, err
}

// PortionTx finds a portion inside tx. Error: as Get.
func PortionTx(ctx context.Context, tx *sql.Tx, id string) (Portion, error) {
	return getPortion(tx.QueryRowContext(ctx, onePortion, id), id)
}

// List gives all portions, newest first.
func (s *Portions) List(ctx context.Context) ([]Portion, error) {
	return s.query(ctx, "SELECT "+portionColumns+" FROM portion ORDER BY arrived DESC, id DESC")
}

// Latest gives the portions something happened to last, the latest first.
func (s *Portions) Latest(ctx context.Context, most int) ([]Portion, error) {
	return s.query(ctx, "SELECT "+portionColumns+" FROM portion ORDER BY changed DESC, id DESC LIMIT ?", most)
}

// Replaced reports whether another version of a portion was delivered.
func (s *Portions) Replaced(ctx context.Context, id string) (replaced bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM portion WHERE redelivery = ?)", id).Scan(&replaced)
	if err != nil {
		return false, fmt.Errorf("look for the next version of %s: %w", id, err)
	}
	return replaced, nil
}

// OfProcess gives the portions of one procedure, oldest first.
func (s *Portions) OfProcess(ctx context.Context, process string) ([]Portion, error) {
	if process == "" {
		return nil, nil
	}
	return s.query(ctx, "SELECT "+portionColumns+" FROM portion WHERE process = ? ORDER BY arrived, id", process)
}

// OfAccession gives the portions of one accession, oldest first.
func (s *Portions) OfAccession(ctx context.Context, id string) ([]Portion, error) {
	return s.query(ctx, "SELECT "+portionColumns+" FROM portion WHERE accession_id = ? ORDER BY arrived, id", id)
}

func (s *Portions) query(ctx context.Context, q string, args ...any) ([]Portion, error) {
	rows, err := s.db.Reader().QueryContext(ctx, q, args...)
	if err != nil {
		return nil, fmt.Errorf("list portions: %w", err)
	}
	defer rows.Close()
	var out []Portion
	for rows.Next() {
		p, err := scanPortion(rows)
		if err != nil {
			return nil, fmt.Errorf("list portions: %w", err)
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

// Move puts the portion into state to and runs also in the same transaction, so
// that a state and what it causes become true together. change may alter other
// fields. Errors: Refused when the transition is not in the table.
func (s *Portions) Move(ctx context.Context, id string, to State, change func(*Portion), also func(*sql.Tx, Portion) error) (Portion,
	error) {
	var p Portion
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if p, err = s.MoveTx(ctx, tx, id, to, change); err != nil {
			return err
		}
		return run(also, tx, p)
	})
	return p, err
}

// MoveTx is Move inside the caller's transaction.
func (s *Portions) MoveTx(ctx context.Context, tx *sql.Tx, id string, to State, change func(*Portion)) (Portion, error) {
	p, err := scanPortion(tx.QueryRowContext(ctx, onePortion, id))
	if err != nil {
		return p, fmt.Errorf("find portion %s: %w", id, err)
	}
	if err := step(p.State, to); err != nil {
		return p, err
	}
	p.State, p.Fault = to, ""
	if change != nil {
		change(&p)
	}
	if err := s.save(ctx, tx, &p); err != nil {
		return p, err
	}
	if to == Recognised || to == Checked {
		err = s.join(ctx, tx, &p)
	} else {
		err = awaited(ctx, tx, &p)
	}
	return p, err
}

// Amend changes fields without a change of state.
func (s *Portions) Amend(ctx context.Context, id string, change func(*Portion), also func(*sql.Tx, Portion) error) (Portion, error) {
	var p Portion
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		p, err = scanPortion(tx.QueryRowContext(ctx, onePortion, id))
		if err != nil {
			return fmt.Errorf("find portion %s: %w", id, err)
		}
		state := p.State
		change(&p)
		p.State = state
		if err := s.save(ctx, tx, &p); err != nil {
			return err
		}
		return run(also, tx, p)
	})
	return p, err
}

func (s *Portions) save(ctx context.Context, tx *sql.Tx, p *Portion) error {
	p.Changed = s.now()
	var due sql.NullInt64
	if !p.Due.IsZero() {
		due = sql.NullInt64{Int64: p.Due.UnixMilli(), Valid: true}
	}
	state, discarded := p.State, sql.NullInt64{}
	if state == Discarded { // the table knows it as returned, with the day it was discarded
		state, discarded = Returned, millis(p.Changed)
	}
	_, err := tx.ExecContext(ctx,
		`UPDATE portion SET accession_id=?, kind=?, standard=?, title=?, agency=?, agency_id=?, profile=?, process=?, state=?,
 verdict=?, fault=?, files=?, bytes=?, errors=?, warnings=?, notes=?, changed=?, due=?, redelivery=?, run=?, transfer_id=?, discarded=coalesce(discarded, ?) WHERE id=?`,
		p.AccessionID, p.Kind, p.Standard, p.Title, p.Agency, p.AgencyID, p.ProfileID, p.Process, state, p.Verdict, p.Fault, p.Files,
		p.Bytes, p.Errors, p.Warnings, p.Notes, p.Changed.UnixMilli(), due, p.Redelivery, p.Run, p.TransferID, discarded, p.ID)
	if err != nil {
		return fmt.Errorf("store portion %s: %w", p.ID, err)
	}
	return nil
}

// SaveReport keeps the report of a check with its portion.
func SaveReport(ctx context.Context, tx *sql.Tx, portion string, report any) error {
	data, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE portion SET report = ? WHERE id = ?", data, portion); err != nil {
		return fmt.Errorf("store report: %w", err)
	}
	return nil
}

// LoadReport reads the kept report into report; false when none is kept.
func (s *Portions) LoadReport(ctx context.Context, portion string, report any) (bool, error) {
	var data []byte
	err := s.db.Reader().QueryRowContext(ctx, "SELECT report FROM portion WHERE id = ?", portion).Scan(&data)
	if err != nil || data == nil {
		return false, err
	}
	return true, json.Unmarshal(data, report)
}

// ReportNames reports whether one of some codes stands anywhere in the kept report, also as
// part of another word; a portion without a report names what nobody can rule out.
func ReportNames(ctx context.Context, s *Portions, portion string, codes ...string) (bool, error) {
	for _, code := range codes {
		var named bool
		err := s.db.Reader().QueryRowContext(ctx,
			"SELECT report IS NULL OR instr(CAST(report AS BLOB), CAST(? AS BLOB)) > 0 FROM portion WHERE id = ?", code, portion).Scan(&named)
		if err != nil || named {
			return named, err
		}
	}
	return false, nil
}

// ForgetTitleTx takes the title of a portion away, and from its accession where
// that bears the same one: it tells of what was destroyed (G13).
func ForgetTitleTx(ctx context.Context, tx *sql.Tx, id string) error {
	for _, q := range []string{
		"UPDATE accession SET title = ?1 WHERE (id, title) IN (SELECT accession_id, title FROM portion WHERE id = ?1)",
		"UPDATE portion SET title = '', changed = changed + 1 WHERE id = ?1",
	} {
		if _, err := tx.ExecContext(ctx, q, id); err != nil {
			return fmt.Errorf("forget title of %s: %w", id, err)
		}
	}
	return nil
}
