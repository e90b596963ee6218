package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// DefaultNumber is the pattern of accession numbers where nothing else is set.
const DefaultNumber = "{year}/{n4}"

// maxEntry bounds texts a person enters into the book.
const maxEntry = 4000

// ValidNumber checks a pattern of accession numbers: exactly one running number
// ({n}, {n3} … {n6}, filled with zeros) and, since the numbers of a year begin
// anew, {year}. Error: Refused with the sentence for the person.
func ValidNumber(pattern string) error {
	n := 0
	for _, p := range []string{"{n}", "{n3}", "{n4}", "{n5}", "{n6}"} {
		n += strings.Count(pattern, p)
	}
	if n != 1 || strings.Count(pattern, "{year}") != 1 || len(pattern) > 100 {
		return failure.New(failure.Refused, "pattern of accession numbers",
			wording.Say("hint.transfer.number-pattern-bad", pattern, DefaultNumber))
	}
	return nil
}

// number fills a pattern.
func number(pattern string, year, n int) string {
	out := strings.ReplaceAll(pattern, "{year}", fmt.Sprint(year))
	out = strings.ReplaceAll(out, "{n}", fmt.Sprint(n))
	for _, width := range []int{3, 4, 5, 6} {
		out = strings.ReplaceAll(out, fmt.Sprintf("{n%d}", width), fmt.Sprintf("%0*d", width, n))
	}
	return out
}

// Numbering sets the pattern of accession numbers of this archive; "" is the
// default. Call it before the portions are used.
func (s *Portions) Numbering(pattern func() string) { s.pattern = pattern }

// insertAccession gives a an id and the next number of the year and stores it.
func (s *Portions) insertAccession(ctx context.Context, tx *sql.Tx, a Accession, pattern string) (Accession, error) {
	if pattern == "" && s.pattern != nil {
		pattern = s.pattern()
	}
	if pattern == "" || ValidNumber(pattern) != nil {
		pattern = DefaultNumber
	}
	a.Opened = s.now()
	year := a.Opened.Year()
	n, err := count(ctx, tx, fmt.Sprintf("accession-%d", year))
	if err != nil {
		return a, fmt.Errorf("number accession: %w", err)
	}
	a.ID, a.Number = fmt.Sprintf("Z%d-%04d", year, n), number(pattern, year, n)
	_, err = tx.ExecContext(ctx,
		`INSERT INTO accession (id, number, title, agency, agency_id, profile, process, kind, origin, transfer_id, extent, state, opened, offered)
 VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)`, a.ID, a.Number, a.Title, a.Agency, a.AgencyID, a.Profile, a.Process, a.Kind, a.Origin, a.TransferID, a.Extent,
		a.State, a.Opened.UnixMilli(), millis(a.Offered))
	if err != nil {
		return a, fmt.Errorf("open accession: %w", err)
	}
	return a, nil
}

// OpenAccession enters an accession before anything of it has arrived: by an
// offer or by hand (A31). pattern "" is the archive's. Errors: Refused without a
// title or agency, and when an offer with the same Ü-ID is in progress (A2).
func (s *Portions) OpenAccession(ctx context.Context, a Accession, pattern string, also func(*sql.Tx, Accession) error) (Accession, error) {
	a.Title, a.Agency = strings.TrimSpace(a.Title), strings.TrimSpace(a.Agency)
	if a.Title == "" || a.Agency == "" {
		return a, failure.New(failure.Refused, "open accession", wording.Say("hint.transfer.accession-needs-title"))
	}
	for _, text := range []string{a.Title, a.Agency, a.Extent, a.AgencyID} {
		if len(text) > maxEntry {
			return a, failure.New(failure.Refused, "open accession", wording.Say("hint.transfer.text-too-long", maxEntry))
		}
	}
	if a.State == "" {
		a.State = Awaited
	}
	if pattern != "" {
		if err := ValidNumber(pattern); err != nil {
			return a, err
		}
	}
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if a.TransferID != "" {
			other, err := scanAccession(tx.QueryRowContext(ctx, "SELECT "+accessionColumns+
				" FROM accession WHERE transfer_id = ? AND state <> 'closed' AND discarded IS NULL LIMIT 1", a.TransferID))
			if err == nil {
				return failure.New(failure.Refused, "offer "+a.TransferID, wording.Say("hint.transfer.offer-in-work", other.Number))
			}
			if !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		var err error
		if a, err = s.insertAccession(ctx, tx, a, pattern); err != nil || also == nil {
			return err
		}
		return also(tx, a)
	})
	return a, err
}

// Remark is a dated note of a person on an accession; remarks are only added.
type Remark struct {
	At     time.Time `json:"at"`
	Person string    `json:"person"`
	Text   string    `json:"text"`
}

// AddRemark notes text on an accession. Error: Refused for an empty or very long one.
func (s *Portions) AddRemark(ctx context.Context, accession, person, text string, also func(*sql.Tx) error) error {
	if text = strings.TrimSpace(text); text == "" || len(text) > maxEntry {
		return failure.New(failure.Refused, "remark on "+accession, wording.Say("hint.transfer.remark-length", maxEntry))
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.RemarkTx(ctx, tx, accession, person, text); err != nil || also == nil {
			return err
		}
		return also(tx)
	})
}

// RemarkTx is AddRemark inside an act that says itself what is remarked.
func (s *Portions) RemarkTx(ctx context.Context, tx *sql.Tx, accession, person, text string) error {
	if _, err := tx.ExecContext(ctx, "INSERT INTO accession_remark (accession_id, at, person, text) VALUES (?,?,?,?)", accession,
		s.now().UnixMilli(), person, text); err != nil {
		return fmt.Errorf("store remark: %w", err)
	}
	return nil
}

// Remarks lists the remarks on an accession, oldest first.
func (s *Portions) Remarks(ctx context.Context, accession string) ([]Remark, error) {
	return rowsOf(ctx, s, "SELECT at, person, text FROM accession_remark WHERE accession_id = ? ORDER BY id",
		func(row scanner) (Remark, error) {
			var r Remark
			var at int64
			err := row.Scan(&at, &r.Person, &r.Text)
			r.At = time.UnixMilli(at).UTC()
			return r, err
		}, accession)
}

// Deadline is an own deadline of an accession (A3); Met is zero while it runs.
type Deadline struct {
	Accession string    `json:"accession"`
	What      string    `json:"what"`
	Due       time.Time `json:"due"`
	Person    string    `json:"person,omitempty"`
	Met       time.Time `json:"met,omitzero"`
	Every     int       `json:"every,omitempty"` // days of a cycle: met, it comes again (F13)
}

// SetDeadlineTx sets or moves a deadline; met ones run again.
func SetDeadlineTx(ctx context.Context, tx *sql.Tx, d Deadline) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO accession_deadline (accession_id, what, due, person, met, every) VALUES (?,?,?,?,?,?)
 ON CONFLICT (accession_id, what) DO UPDATE SET due = excluded.due, person = excluded.person, met = excluded.met, every = excluded.every`,
		d.Accession, d.What, d.Due.UnixMilli(), d.Person, millis(d.Met), d.Every)
	if err != nil {
		return fmt.Errorf("store deadline: %w", err)
	}
	return nil
}

// Deadlines lists the deadlines of an accession ("" = all that run), next first.
func (s *Portions) Deadlines(ctx context.Context, accession string) ([]Deadline, error) {
	return rowsOf(ctx, s,
		`SELECT accession_id, what, due, person, met, every FROM accession_deadline WHERE accession_id = ? OR (? = '' AND met IS NULL) ORDER BY due, accession_id`, func(row scanner) (Deadline, error) {
			var d Deadline
			var due int64
			var met sql.NullInt64
			err := row.Scan(&d.Accession, &d.What, &due, &d.Person, &met, &d.Every)
			d.Due, d.Met = time.UnixMilli(due).UTC(), moment(met)
			return d, err
		}, accession, accession)
}

// rowsOf runs a question and reads every row.
func rowsOf[T any](ctx context.Context, s *Portions, query string, scan func(scanner) (T, error), args ...any) ([]T, error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read accession book: %w", err)
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		x, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("read accession book: %w", err)
		}
		out = append(out, x)
	}
	return out, rows.Err()
}
