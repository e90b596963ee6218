package receipt

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Room names the tables of this package.
const Room = "receipt"

// Migrations are the scripts of the room; append only.
var Migrations = []string{`
CREATE TABLE receipt (
  receipt_id      TEXT PRIMARY KEY,
  peer            TEXT NOT NULL,
  job_id          TEXT NOT NULL UNIQUE,
  kind            TEXT NOT NULL CHECK (kind IN ('upload','message')),
  upload_id       TEXT NOT NULL,
  package_id      TEXT NOT NULL,
  accession_id    TEXT NOT NULL,
  name            TEXT NOT NULL,
  size            INTEGER NOT NULL CHECK (size >= 0),
  sha512          TEXT NOT NULL,
  client          TEXT NOT NULL,
  sequence        INTEGER NOT NULL CHECK (sequence > 0),
  previous        TEXT NOT NULL,
  receipt_sha512  TEXT NOT NULL UNIQUE,
  manifest_sha512 TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('accepted','refused')),
  time            INTEGER NOT NULL,
  key_id          TEXT NOT NULL,
  envelope        BLOB NOT NULL,
  manifest        BLOB NOT NULL,
  path            TEXT NOT NULL,
  stored_at       INTEGER NOT NULL,
  UNIQUE (peer, client, sequence),
  CHECK ((sequence = 1) = (previous = '')));
CREATE INDEX receipt_package ON receipt (package_id);
CREATE INDEX receipt_accession ON receipt (accession_id);
CREATE TABLE receipt_archived (
  receipt_id TEXT PRIMARY KEY REFERENCES receipt,
  archive_id TEXT NOT NULL,
  note       TEXT NOT NULL,
  envelope   BLOB NOT NULL,
  stored_at  INTEGER NOT NULL);
CREATE TABLE receipt_alarm (
  id        INTEGER PRIMARY KEY,
  job_id    TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  reason    TEXT NOT NULL,
  envelope  BLOB,
  raised_at INTEGER NOT NULL);
`, `
CREATE INDEX receipt_upload ON receipt (upload_id);
CREATE INDEX receipt_archived_id ON receipt_archived (archive_id);
`}

// DB is the database as this room needs it; app/store gives it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Entry is one stored receipt with what it was given for.
type Entry struct {
	Receipt       Receipt
	Peer          string // address of the archive
	JobID         string
	PackageID     string
	AccessionID   string
	Path          string // the package, relative to the workspace where possible
	Envelope      []byte // the receipt as received
	Manifest      []byte // the envelope it is about
	ReceiptSHA512 string // filled when read
	ArchiveID     string // filled when read; "" until the archive has told it
	StoredAt      time.Time
}

// Alarm is a receipt that did not fit, kept for a person to look at.
type Alarm struct {
	JobID, UploadID, Reason string
	Envelope                []byte
	RaisedAt                time.Time
}

// Store keeps verified receipts. It is safe for concurrent use.
type Store struct{ db DB }

// NewStore gives the store over a database with this room's tables.
func NewStore(db DB) *Store { return &Store{db: db} }

// AddTx stores a verified receipt within the caller's transaction. The same
// receipt again changes nothing. A receipt that does not chain with its stored
// neighbours, or another one for the same job, gives a *MismatchError.
func (s *Store) AddTx(ctx context.Context, tx *sql.Tx, e Entry) error {
	hash := sign.HashEnvelope(e.Envelope)
	var known string
	err := tx.QueryRowContext(ctx, "SELECT receipt_sha512 FROM receipt WHERE job_id = ? OR receipt_id = ?", e.JobID,
		e.Receipt.ReceiptID).Scan(&known)
	switch {
	case err == nil && known == hash:
		return nil
	case err == nil:
		return &MismatchError{"receipt of this job", known, hash}
	case !errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("look for receipt: %w", err)
	}
	if err := checkChain(ctx, tx, e, hash); err != nil {
		return err
	}
	var up Upload
	if len(e.Receipt.Uploads) == 1 {
		up = e.Receipt.Uploads[0]
	}
	r := e.Receipt
	_, err = tx.ExecContext(ctx,
		`INSERT INTO receipt (receipt_id, peer, job_id, kind, upload_id, package_id, accession_id, name, size, sha512,
		client, sequence, previous, receipt_sha512, manifest_sha512, state, time, key_id, envelope, manifest, path, stored_at)
		VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		r.ReceiptID, e.Peer, e.JobID, r.Kind, up.UploadID, e.PackageID, e.AccessionID, up.Name, r.Size, up.SHA512,
		r.Client, r.Sequence, r.Previous, hash, r.ManifestSHA512, string(r.State), r.Time.UnixMilli(), r.KeyID, e.Envelope, e.Manifest,
		e.Path, e.StoredAt.UnixMilli())
	if err != nil {
		return fmt.Errorf("store receipt: %w", err)
	}
	return nil
}

// checkChain compares with the neighbours that are here; a gap is no fault,
// another machine of the office may hold what is missing.
func checkChain(ctx context.Context, tx *sql.Tx, e Entry, hash string) error {
	rows, err := tx.QueryContext(ctx,
		`SELECT sequence, receipt_sha512, previous FROM receipt WHERE peer = ? AND client = ? AND sequence BETWEEN ? AND ?`,
		e.Peer, e.Receipt.Client, e.Receipt.Sequence-1, e.Receipt.Sequence+1)
	if err != nil {
		return fmt.Errorf("look for neighbours of receipt: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var itsHash, itsPrevious string
		if err := rows.Scan(&seq, &itsHash, &itsPrevious); err != nil {
			return fmt.Errorf("look for neighbours of receipt: %w", err)
		}
		switch {
		case seq == e.Receipt.Sequence-1 && e.Receipt.Previous != itsHash:
			return &MismatchError{"previous receipt", itsHash, e.Receipt.Previous}
		case seq == e.Receipt.Sequence:
			return &MismatchError{fmt.Sprintf("receipt %d", seq), itsHash, hash}
		case seq == e.Receipt.Sequence+1 && itsPrevious != hash:
			return &MismatchError{"predecessor of the next receipt", itsPrevious, hash}
		}
	}
	return rows.Err()
}

// RaiseAlarm keeps a receipt that did not fit.
func (s *Store) RaiseAlarm(ctx context.Context, a Alarm) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO receipt_alarm (job_id, upload_id, reason, envelope, raised_at) VALUES (?,?,?,?,?)",
			a.JobID, a.UploadID, a.Reason, a.Envelope, a.RaisedAt.UnixMilli())
		return err
	})
}

// Alarms lists all alarms, the newest first.
func (s *Store) Alarms(ctx context.Context) ([]Alarm, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT job_id, upload_id, reason, envelope, raised_at FROM receipt_alarm ORDER BY id DESC")
	if err != nil {
		return nil, fmt.Errorf("list alarms: %w", err)
	}
	defer rows.Close()
	var all []Alarm
	for rows.Next() {
		var a Alarm
		var at int64
		if err := rows.Scan(&a.JobID, &a.UploadID, &a.Reason, &a.Envelope, &at); err != nil {
			return nil, fmt.Errorf("list alarms: %w", err)
		}
		a.RaisedAt = time.UnixMilli(at).UTC()
		all = append(all, a)
	}
	return all, rows.Err()
}

// Filter chooses receipts; empty members choose all.
type Filter struct {
	JobID, PackageID, AccessionID, ReceiptID, UploadID, ArchiveID string

	Taken bool // only those that say the archive has taken one upload of a package over
}

// where names the members that choose and no others, so that an index finds them.
func (f Filter) where() (clause string, args []any) {
	for _, c := range []struct{ column, want string }{{"r.job_id", f.JobID}, {"r.package_id", f.PackageID},
		{"r.accession_id", f.AccessionID},
		{"r.receipt_id", f.ReceiptID}, {"r.upload_id", f.UploadID}, {"a.archive_id", f.ArchiveID}} {
		if c.want != "" {
			clause, args = clause+" AND "+c.column+" = ?", append(args, c.want)
		}
	}
	if f.Taken {
		clause += " AND r.state = 'accepted' AND r.upload_id <> '' AND r.package_id <> ''"
	}
	return strings.Replace(clause, " AND ", "WHERE ", 1), args
}

// columns are those of an Entry but its manifest, from joined.
const (
	columns = `r.peer, r.job_id, r.package_id, r.accession_id, r.path, r.envelope, r.receipt_sha512, coalesce(a.archive_id, ''), r.stored_at`
	joined  = ` FROM receipt r LEFT JOIN receipt_archived a USING (receipt_id) `
)

// List gives the stored receipts in the order of their chains, read again out of
// their envelopes so that a row that was tampered with cannot speak for them.
func (s *Store) List(ctx context.Context, f Filter) ([]Entry, error) {
	where, args := f.where()
	return s.read(ctx, "SELECT "+columns+", r.manifest"+joined+where+" ORDER BY r.peer, r.client, r.sequence", args)
}

// Newest gives what was stored last, the last first, at most so many; they are read as
// List reads them, but without their manifests.
func (s *Store) Newest(ctx context.Context, f Filter, most int) ([]Entry, error) {
	where, args := f.where()
	return s.read(ctx, "SELECT "+columns+", NULL"+joined+where+" ORDER BY r.rowid DESC LIMIT ?", append(args, most))
}

func (s *Store) read(ctx context.Context, query string, args []any) ([]Entry, error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list receipts: %w", err)
	}
	defer rows.Close()
	var all []Entry
	for rows.Next() {
		var e Entry
		var at int64
		if err := rows.Scan(&e.Peer, &e.JobID, &e.PackageID, &e.AccessionID, &e.Path, &e.Envelope, &e.ReceiptSHA512, &e.ArchiveID, &at,
			&e.Manifest); err != nil {
			return nil, fmt.Errorf("list receipts: %w", err)
		}
		e.StoredAt = time.UnixMilli(at).UTC()
		if e.Receipt, err = readStored(e.Envelope, e.ReceiptSHA512); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, rows.Err()
}

// Count counts the stored receipts.
func (s *Store) Count(ctx context.Context) (n int, err error) {
	if err = s.db.Reader().QueryRowContext(ctx, "SELECT count(*) FROM receipt").Scan(&n); err != nil {
		return 0, fmt.Errorf("count receipts: %w", err)
	}
	return n, nil
}

// Paths gives the packages that have a receipt, in the order of the chains: their names
// in the workspace, nothing that would have to be believed.
func (s *Store) Paths(ctx context.Context) ([]string, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT path FROM receipt ORDER BY peer, client, sequence")
	if err != nil {
		return nil, fmt.Errorf("list packages with receipts: %w", err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var path string
		if err := rows.Scan(&path); err != nil {
			return nil, fmt.Errorf("list packages with receipts: %w", err)
		}
		out = append(out, path)
	}
	return out, rows.Err()
}

func readStored(envelope []byte, hash string) (Receipt, error) {
	payload, err := sign.OpenHashed(envelope, TypeReceipt, hash)
	if err != nil {
		return Receipt{}, failure.Wrap(failure.Damaged, "read stored receipt", wording.Say("hint.receipt.stored-changed"), err)
	}
	return readPayload(payload)
}

// AddArchived stores the archive's second word about a receipt; the same again
// changes nothing.
func (s *Store) AddArchived(ctx context.Context, receiptID string, a Archived, envelope []byte, now time.Time) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO receipt_archived (receipt_id, archive_id, note, envelope, stored_at) VALUES (?,?,?,?,?)
			ON CONFLICT (receipt_id) DO NOTHING`, receiptID, a.ArchiveID, a.Note, envelope, now.UnixMilli())
		return err
	})
}
