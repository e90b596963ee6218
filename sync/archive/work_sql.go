package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// All SQL of the way down stands in this file; it is the same for SQLite and
// PostgreSQL.

type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Lease says who has something and until when.
type Lease struct {
	ID      string    `json:"id"`
	Person  string    `json:"person"`
	Client  string    `json:"client"`
	Office  string    `json:"office"`
	Purpose string    `json:"purpose"`
	Since   time.Time `json:"since"`
	Until   time.Time `json:"until"`

	subject string
	grant   string // under which a closed package is read
}

// The purposes of a lease.
const (
	forAppraisal = "appraise" // one at a time
	forRelease   = "release"  // as many as like
	forReading   = "read"     // one at a time (E7)
)

// running gives the leases of a subject ("" = of all) that run now.
func running(ctx context.Context, q reader, subject string, now time.Time) ([]Lease, error) {
	rows, err := q.QueryContext(ctx, `SELECT l.id, l.subject, l.person, l.client_id, c.office, l.purpose, l.since, l.until_at, l.grant_id
		FROM archive_lease l JOIN archive_client c ON c.id = l.client_id
		WHERE (l.subject = ? OR ? = '') AND l.ended_at IS NULL AND l.until_at > ? ORDER BY l.since, l.id`, subject, subject, now.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("read leases: %w", err)
	}
	defer rows.Close()
	all := []Lease{}
	for rows.Next() {
		var l Lease
		var since, until int64
		if err := rows.Scan(&l.ID, &l.subject, &l.Person, &l.Client, &l.Office, &l.Purpose, &since, &until, &l.grant); err != nil {
			return nil, fmt.Errorf("read leases: %w", err)
		}
		l.Since, l.Until = time.UnixMilli(since).UTC(), time.UnixMilli(until).UTC()
		all = append(all, l)
	}
	return all, rows.Err()
}

func insertLease(ctx context.Context, tx *sql.Tx, l Lease) error {
	_, err := tx.ExecContext(ctx,
		`INSERT INTO archive_lease (id, subject, purpose, client_id, person, since, until_at, grant_id) VALUES (?,?,?,?,?,?,?,?)
		ON CONFLICT (id) DO UPDATE SET person = excluded.person, until_at = excluded.until_at, grant_id = excluded.grant_id`,
		l.ID, l.subject, l.Purpose, l.Client, l.Person, l.Since.UnixMilli(), l.Until.UnixMilli(), l.grant)
	return err
}

func endLeases(ctx context.Context, tx *sql.Tx, subject, clientID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, "UPDATE archive_lease SET ended_at = ? WHERE subject = ? AND client_id = ? AND ended_at IS NULL",
		now.UnixMilli(), subject, clientID)
	return err
}

// Work is a portion the archive gives out for appraisal. Lease, Work and decision
// are what docs/protocol.md 13 and 14 say the receiver writes; sync/channel has types
// of its own for reading them, on purpose: each side is tested against the page.
type Work struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	Agency    string    `json:"agency,omitempty"`
	Objects   int       `json:"objects"`
	Open      int       `json:"open"`
	Size      int64     `json:"size"`
	SHA512    string    `json:"sha512"`
	Client    string    `json:"client"`
	Office    string    `json:"office"`
	Created   time.Time `json:"created"`
	Closed    time.Time `json:"closed,omitzero"`
	Decisions int64     `json:"decisions"`
	Leases    []Lease   `json:"leases"`
}

const workColumns = `w.id, u.name, w.title, w.agency, w.objects, w.open_objects, u.size, u.sha512, w.client_id, c.office, w.created_at, coalesce(w.closed_at, 0),
	(SELECT coalesce(max(d.sequence), 0) FROM archive_decision d WHERE d.work_id = w.id)
	FROM archive_work w JOIN archive_upload u ON u.id = w.id JOIN archive_client c ON c.id = w.client_id`

func scanWork(row interface{ Scan(...any) error }) (Work, error) {
	var k Work
	var created, closed int64
	err := row.Scan(&k.ID, &k.Name, &k.Title, &k.Agency, &k.Objects, &k.Open, &k.Size, &k.SHA512, &k.Client, &k.Office, &created, &closed,
		&k.Decisions)
	k.Created = time.UnixMilli(created).UTC()
	if closed != 0 {
		k.Closed = time.UnixMilli(closed).UTC()
	}
	return k, err
}

// works gives a page of work lists with their leases.
func works(ctx context.Context, q reader, after string, now time.Time) ([]Work, error) {
	rows, err := q.QueryContext(ctx, "SELECT "+workColumns+" WHERE w.id > ? ORDER BY w.id LIMIT ?", after, pageSize)
	if err != nil {
		return nil, fmt.Errorf("list work lists: %w", err)
	}
	defer rows.Close()
	all := []Work{}
	for rows.Next() {
		k, err := scanWork(rows)
		if err != nil {
			return nil, fmt.Errorf("list work lists: %w", err)
		}
		all = append(all, k)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list work lists: %w", err)
	}
	leases, err := running(ctx, q, "", now)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Leases = of(leases, all[i].ID)
	}
	return all, nil
}

func of(leases []Lease, subject string) []Lease {
	out := []Lease{}
	for _, l := range leases {
		if l.subject == subject {
			out = append(out, l)
		}
	}
	return out
}

// workByID gives one work list, or the problem that there is none.
func workByID(ctx context.Context, q reader, id string, now time.Time) (Work, error) {
	k, err := scanWork(q.QueryRowContext(ctx, "SELECT "+workColumns+" WHERE w.id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return k, problemf(404, "worklist-unknown", "there is no such work list")
	}
	if err != nil {
		return k, fmt.Errorf("find work list: %w", err)
	}
	k.Leases, err = running(ctx, q, id, now)
	return k, err
}

func insertWork(ctx context.Context, tx *sql.Tx, k Work) (isNew bool, err error) {
	res, err := tx.ExecContext(ctx,
		`INSERT INTO archive_work (id, client_id, title, agency, objects, open_objects, created_at) VALUES (?,?,?,?,?,?,?)
		ON CONFLICT (id) DO NOTHING`, k.ID, k.Client, k.Title, k.Agency, k.Objects, k.Open, k.Created.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("open work list: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func closeWork(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	_, err := tx.ExecContext(ctx, "UPDATE archive_work SET closed_at = coalesce(closed_at, ?) WHERE id = ?", now.UnixMilli(), id)
	return err
}

// noteSort remembers what an upload is, as soon as its manifest is known.
func noteSort(ctx context.Context, tx *sql.Tx, uploadID, sort string) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO archive_sort (upload_id, sort) VALUES (?,?) ON CONFLICT (upload_id) DO NOTHING", uploadID,
		sort)
	return err
}

// sortOf gives what noteSort remembers, "" for an ordinary package.
func sortOf(ctx context.Context, q reader, uploadID string) (sort string, err error) {
	err = q.QueryRowContext(ctx, "SELECT sort FROM archive_sort WHERE upload_id = ?", uploadID).Scan(&sort)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return sort, err
}

// decision is one statement as it is stored.
type decision struct {
	Sequence int64     `json:"sequence"`
	ID       string    `json:"id"`
	Body     []byte    `json:"body"`
	Client   string    `json:"client"`
	Office   string    `json:"office"`
	Proposal bool      `json:"proposal"`
	Message  string    `json:"message"`
	Received time.Time `json:"received"`
	Hand     []byte    `json:"hand,omitempty"` // signature of the person

	act string
}

// insertDecisions numbers and stores what is new.
func insertDecisions(ctx context.Context, tx *sql.Tx, work string, all []decision) error {
	var last int64
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(sequence), 0) FROM archive_decision WHERE work_id = ?",
		work).Scan(&last); err != nil {
		return err
	}
	for _, d := range all {
		res, err := tx.ExecContext(ctx,
			`INSERT INTO archive_decision (work_id, sequence, id, act, body, client_id, message, proposal, received_at, hand) VALUES (?,?,?,?,?,?,?,?,?,?)
			ON CONFLICT (work_id, id) DO NOTHING`, work, last+1, d.ID, d.act, d.Body, d.Client, d.Message, bit(d.Proposal), d.Received.UnixMilli(), d.Hand)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		last += n
	}
	return nil
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pageBytes bounds a page of decisions, so that every client can read it.
const pageBytes = 4 << 20

// decisions gives a page; more says that there are further ones.
func decisions(ctx context.Context, q reader, work string, after int64) (all []decision, more bool, err error) {
	rows, err := q.QueryContext(ctx, `SELECT d.sequence, d.id, d.body, d.client_id, c.office, d.proposal, d.message, d.received_at, d.hand
		FROM archive_decision d JOIN archive_client c ON c.id = d.client_id WHERE d.work_id = ? AND d.sequence > ? ORDER BY d.sequence LIMIT ?`, work, after, pageSize)
	if err != nil {
		return nil, false, fmt.Errorf("list decisions: %w", err)
	}
	defer rows.Close()
	all = []decision{}
	size := 0
	for rows.Next() {
		var d decision
		var proposal, at int64
		if err := rows.Scan(&d.Sequence, &d.ID, &d.Body, &d.Client, &d.Office, &proposal, &d.Message, &at, &d.Hand); err != nil {
			return nil, false, fmt.Errorf("list decisions: %w", err)
		}
		d.Proposal, d.Received = proposal == 1, time.UnixMilli(at).UTC()
		all = append(all, d)
		if size += len(d.Body) + len(d.Hand); size > pageBytes {
			return all, true, nil
		}
	}
	return all, len(all) == pageSize, rows.Err()
}

// letter is a message kept for somebody.
type letter struct {
	Sequence  int64     `json:"sequence"`
	SHA512    string    `json:"sha512"`
	Kind      string    `json:"kind"`
	Reference string    `json:"reference"`
	Name      string    `json:"name"`
	Size      int64     `json:"size"`
	From      string    `json:"from"`
	To        string    `json:"to"`
	Received  time.Time `json:"received"`

	client string
}

func insertLetter(ctx context.Context, tx *sql.Tx, l letter) error {
	var known, last int64
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM archive_letter WHERE client_id = ? AND sha512 = ?", l.client,
		l.SHA512).Scan(&known); err != nil || known > 0 {
		return err
	}
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(sequence), 0) FROM archive_letter").Scan(&last); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx,
		`INSERT INTO archive_letter (sequence, client_id, sha512, addressee, addressed, kind, reference, name, size, received_at)
		VALUES (?,?,?,?,?,?,?,?,?,?)`, last+1, l.client, l.SHA512, addressee(l.To), l.To, l.Kind, l.Reference, l.Name, l.Size, l.Received.UnixMilli())
	return err
}

// letters gives a page of what is addressed to a client by its id or its office.
func letters(ctx context.Context, q reader, clientID string, after int64) ([]letter, error) {
	office, err := officeOf(ctx, q, clientID)
	if err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, `SELECT l.sequence, l.sha512, l.kind, l.reference, l.name, l.size, c.office, l.addressed, l.received_at
		FROM archive_letter l JOIN archive_client c ON c.id = l.client_id WHERE l.sequence > ? AND l.addressee IN (?, ?) ORDER BY l.sequence LIMIT ?`,
		after, addressee(clientID), addressee(office), pageSize)
	if err != nil {
		return nil, fmt.Errorf("list letters: %w", err)
	}
	defer rows.Close()
	all := []letter{}
	for rows.Next() {
		var l letter
		var at int64
		if err := rows.Scan(&l.Sequence, &l.SHA512, &l.Kind, &l.Reference, &l.Name, &l.Size, &l.From, &l.To, &at); err != nil {
			return nil, fmt.Errorf("list letters: %w", err)
		}
		l.Received = time.UnixMilli(at).UTC()
		all = append(all, l)
	}
	return all, rows.Err()
}

func officeOf(ctx context.Context, q reader, clientID string) (office string, err error) {
	if err = q.QueryRowContext(ctx, "SELECT office FROM archive_client WHERE id = ?", clientID).Scan(&office); err != nil {
		return "", fmt.Errorf("find office: %w", err)
	}
	return office, nil
}

// letterFor gives the envelope of a letter to a client, and who sent it.
func letterFor(ctx context.Context, q reader, clientID, hash string) (envelope []byte, sender string, err error) {
	office, err := officeOf(ctx, q, clientID)
	if err != nil {
		return nil, "", err
	}
	err = q.QueryRowContext(ctx,
		`SELECT m.envelope, l.client_id FROM archive_letter l JOIN archive_message m ON m.client_id = l.client_id AND m.sha512 = l.sha512
		WHERE l.sha512 = ? AND l.addressee IN (?, ?)`, hash, addressee(clientID), addressee(office)).Scan(&envelope, &sender)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, "", problemf(404, "not-found", "there is no such letter")
	}
	return envelope, sender, err
}

func insertRetention(ctx context.Context, tx *sql.Tx, uploadID, until, person, note, message string, now time.Time) error {
	var known, last int64
	err := tx.QueryRowContext(ctx,
		"SELECT coalesce(max(sequence), 0), coalesce(sum(CASE WHEN message = ? THEN 1 ELSE 0 END), 0) FROM archive_retention WHERE upload_id = ?", message, uploadID).Scan(&last, &known)
	if err != nil || known > 0 {
		return err
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO archive_retention (upload_id, sequence, until_day, person, note, message, received_at) VALUES (?,?,?,?,?,?,?)",
		uploadID, last+1, until, person, note, message, now.UnixMilli())
	return err
}
