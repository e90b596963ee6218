package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Room names the tables of this package.
const Room = "queue"

// Migrations are the scripts of the room; append only. The CHECKs make the
// illegal pairs of docs/queue.md impossible in the file itself.
var Migrations = []string{`
CREATE TABLE queue_job (
  position    INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  kind        TEXT NOT NULL CHECK (kind IN ('upload','message')),
  subject     TEXT NOT NULL,
  payload     BLOB NOT NULL CHECK (length(payload) <= 65536),
  state       TEXT NOT NULL CHECK (state IN ('waiting','running','retry','needs_user','needs_admin','damaged','done','cancelled')),
  attempt     INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  not_before  INTEGER NOT NULL,
  lease_until INTEGER,
  owner       TEXT,
  cancel      INTEGER NOT NULL DEFAULT 0 CHECK (cancel IN (0,1)),
  reason      TEXT NOT NULL DEFAULT '',
  detail      TEXT NOT NULL DEFAULT '',
  done_bytes  INTEGER NOT NULL DEFAULT 0,
  total_bytes INTEGER NOT NULL DEFAULT 0,
  created_at  INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((state IN ('done','cancelled')) = (finished_at IS NOT NULL)),
  CHECK ((state = 'running') = (lease_until IS NOT NULL)),
  CHECK ((state = 'running') = (owner IS NOT NULL)),
  CHECK (cancel = 0 OR state IN ('running','cancelled')));
CREATE INDEX queue_job_due ON queue_job (state, not_before);
CREATE TABLE queue_log (
  id         INTEGER PRIMARY KEY,
  job_id     TEXT NOT NULL,
  at         INTEGER NOT NULL,
  from_state TEXT NOT NULL,
  to_state   TEXT NOT NULL,
  event      TEXT NOT NULL,
  attempt    INTEGER NOT NULL,
  reason     TEXT NOT NULL);
CREATE INDEX queue_log_job ON queue_log (job_id);
CREATE TABLE queue_setting (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  paused INTEGER NOT NULL CHECK (paused IN (0,1)));
INSERT INTO queue_setting (id, paused) VALUES (1, 0);
`}

// DB is the database as this room needs it; app/store gives it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// SQL is the durable Store.
type SQL struct{ db DB }

// NewSQL gives the queue over a database with this room's tables.
func NewSQL(db DB) *SQL { return &SQL{db: db} }

// EnqueueTx adds a waiting job within the caller's transaction, so that a state
// and the job it causes become true together. The same id again changes nothing.
func (s *SQL) EnqueueTx(ctx context.Context, tx *sql.Tx, j Job) error {
	if err := j.check(); err != nil {
		return err
	}
	if j.Payload == nil {
		j.Payload = []byte{}
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO queue_job (id, kind, subject, payload, state, not_before, total_bytes, created_at)
		VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (id) DO NOTHING`,
		j.ID, string(j.Kind), j.Subject, j.Payload, string(j.State), j.NotBefore.UnixMilli(), j.Total, j.Created.UnixMilli())
	if err != nil {
		return fmt.Errorf("enqueue job: %w", err)
	}
	return nil
}

// Enqueue implements Store.
func (s *SQL) Enqueue(ctx context.Context, j Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return s.EnqueueTx(ctx, tx, j) })
}

// GivenUpTx gives the subjects whose every job was cancelled: nothing of them is on its way.
func (s *SQL) GivenUpTx(ctx context.Context, tx *sql.Tx) (map[string]bool, error) {
	rows, err := tx.QueryContext(ctx, "SELECT subject FROM queue_job GROUP BY subject HAVING min(state = 'cancelled')")
	if err != nil {
		return nil, fmt.Errorf("list cancelled jobs: %w", err)
	}
	defer rows.Close()
	given := map[string]bool{}
	for rows.Next() {
		var subject string
		if err := rows.Scan(&subject); err != nil {
			return nil, fmt.Errorf("read cancelled job: %w", err)
		}
		given[subject] = true
	}
	return given, rows.Err()
}

const jobColumns = `id, kind, subject, payload, state, attempt, not_before, coalesce(lease_until, 0), coalesce(owner, ''), cancel, reason, detail,
	done_bytes, total_bytes, created_at, coalesce(finished_at, 0) FROM queue_job`

func scanJob(row interface{ Scan(...any) error }) (Job, error) {
	var j Job
	var notBefore, lease, created, finished int64
	err := row.Scan(&j.ID, &j.Kind, &j.Subject, &j.Payload, &j.State, &j.Attempt, &notBefore, &lease, &j.Owner, &j.Cancel, &j.Reason,
		&j.Detail,
		&j.Done, &j.Total, &created, &finished)
	if errors.Is(err, sql.ErrNoRows) {
		return Job{}, ErrNoJob
	}
	if err != nil {
		return Job{}, fmt.Errorf("read job: %w", err)
	}
	j.NotBefore, j.Created = time.UnixMilli(notBefore).UTC(), time.UnixMilli(created).UTC()
	if lease != 0 {
		j.LeaseUntil = time.UnixMilli(lease).UTC()
	}
	if finished != 0 {
		j.Finished = time.UnixMilli(finished).UTC()
	}
	return j, nil
}

func nullTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func nullText(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// applyTx loads a job by a condition, makes the transition and writes both job
// and log line.
func applyTx(ctx context.Context, tx *sql.Tx, where string, arg []any, guard func(Job) error, event Event, c change) (Job, error) {
	j, err := scanJob(tx.QueryRowContext(ctx, "SELECT "+jobColumns+" "+where, arg...))
	if err != nil {
		return Job{}, err
	}
	if err := guard(j); err != nil {
		return Job{}, err
	}
	j, t, err := apply(j, event, c)
	if err != nil {
		return Job{}, err
	}
	_, err = tx.ExecContext(ctx,
		`UPDATE queue_job SET state=?, attempt=?, not_before=?, lease_until=?, owner=?, cancel=?, reason=?, detail=?, finished_at=? WHERE id=?`,
		string(j.State), j.Attempt, j.NotBefore.UnixMilli(), nullTime(j.LeaseUntil), nullText(j.Owner), j.Cancel, j.Reason, j.Detail,
		nullTime(j.Finished), j.ID)
	if err != nil {
		return Job{}, fmt.Errorf("write job: %w", err)
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO queue_log (job_id, at, from_state, to_state, event, attempt, reason) VALUES (?,?,?,?,?,?,?)",
		t.JobID, t.At.UnixMilli(), string(t.From), string(t.To), string(t.Event), t.Attempt, t.Reason)
	if err != nil {
		return Job{}, fmt.Errorf("log transition: %w", err)
	}
	return j, nil
}

func (s *SQL) apply(ctx context.Context, where string, arg []any, guard func(Job) error, event Event, c change) (j Job, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		j, err = applyTx(ctx, tx, where, arg, guard, event, c)
		return err
	})
	return j, err
}

// Lease implements Store.
func (s *SQL) Lease(ctx context.Context, owner string, now time.Time, lease time.Duration) (Job, error) {
	return s.apply(ctx,
		`WHERE state IN ('waiting','retry') AND (not_before <= ? OR not_before > CASE state WHEN 'waiting' THEN ? ELSE ? END) AND (SELECT paused FROM queue_setting) = 0
		ORDER BY not_before, created_at, id LIMIT 1`, []any{now.UnixMilli(), now.Add(shortestWait).UnixMilli(), now.Add(longestWait).UnixMilli()}, anyone, Leased, change{now: now, owner: owner, lease: lease})
}

// Heartbeat implements Store.
func (s *SQL) Heartbeat(ctx context.Context, id, owner string, until time.Time, done, total int64) (cancel bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		j, err := scanJob(tx.QueryRowContext(ctx, "SELECT "+jobColumns+" WHERE id = ?", id))
		if err != nil {
			return err
		}
		if err := heldBy(owner)(j); err != nil {
			return err
		}
		cancel = j.Cancel
		_, err = tx.ExecContext(ctx, "UPDATE queue_job SET lease_until=?, done_bytes=?, total_bytes=? WHERE id=?", until.UnixMilli(), done,
			total, id)
		return err
	})
	return cancel, err
}

// Finish implements Store.
func (s *SQL) Finish(ctx context.Context, id, owner string, now time.Time, r Result) (Job, error) {
	return s.apply(ctx, "WHERE id = ?", []any{id}, heldBy(owner), r.Event, r.change(now))
}

// FinishTx is Finish within the caller's transaction.
func (s *SQL) FinishTx(ctx context.Context, tx *sql.Tx, id, owner string, now time.Time, r Result) (Job, error) {
	return applyTx(ctx, tx, "WHERE id = ?", []any{id}, heldBy(owner), r.Event, r.change(now))
}

// Rescue implements Store.
func (s *SQL) Rescue(ctx context.Context, now time.Time, all bool) (n int, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for n = 0; ; n++ {
			_, err := applyTx(ctx, tx, "WHERE state = 'running' AND (? OR lease_until < ? OR lease_until > ?) ORDER BY position LIMIT 1",
				[]any{all, now.UnixMilli(), now.Add(longestWait).UnixMilli()}, anyone, Rescued, change{now: now})
			if errors.Is(err, ErrNoJob) {
				return nil
			}
			if err != nil {
				return err
			}
		}
	})
	return n, err
}

// TryNow implements Store.
func (s *SQL) TryNow(ctx context.Context, id string, now time.Time) error {
	_, err := s.apply(ctx, "WHERE id = ?", []any{id}, anyone, TriedNow, change{now: now})
	return err
}

// Cancel implements Store.
func (s *SQL) Cancel(ctx context.Context, id string, now time.Time) error {
	_, err := s.apply(ctx, "WHERE id = ?", []any{id}, anyone, CancelAsked, change{now: now})
	return err
}

// CancelTx is Cancel inside tx, for a job that is replaced by another one with it.
func (s *SQL) CancelTx(ctx context.Context, tx *sql.Tx, id string, now time.Time) (Job, error) {
	return applyTx(ctx, tx, "WHERE id = ?", []any{id}, anyone, CancelAsked, change{now: now})
}

// Pause implements Store.
func (s *SQL) Pause(ctx context.Context, paused bool) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE queue_setting SET paused = ?", paused)
		return err
	})
}

// Paused implements Store.
func (s *SQL) Paused(ctx context.Context) (paused bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, "SELECT paused FROM queue_setting").Scan(&paused)
	return paused, err
}

// Get implements Store.
func (s *SQL) Get(ctx context.Context, id string) (Job, error) {
	return scanJob(s.db.Reader().QueryRowContext(ctx, "SELECT "+jobColumns+" WHERE id = ?", id))
}

// List implements Store.
func (s *SQL) List(ctx context.Context) ([]Job, error) { return s.list(ctx, "") }

// Open implements Store.
func (s *SQL) Open(ctx context.Context) ([]Job, error) {
	return s.list(ctx, "WHERE state IN ('waiting','running','retry','needs_user','needs_admin','damaged')")
}

func (s *SQL) list(ctx context.Context, where string) ([]Job, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT "+jobColumns+" "+where+" ORDER BY position")
	if err != nil {
		return nil, fmt.Errorf("list jobs: %w", err)
	}
	defer rows.Close()
	var all []Job
	for rows.Next() {
		j, err := scanJob(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, j)
	}
	return all, rows.Err()
}

// NextDue implements Store.
func (s *SQL) NextDue(ctx context.Context) (time.Time, bool, error) {
	var at sql.NullInt64
	err := s.db.Reader().QueryRowContext(ctx,
		"SELECT min(not_before) FROM queue_job WHERE state IN ('waiting','retry') AND (SELECT paused FROM queue_setting) = 0").Scan(&at)
	if err != nil || !at.Valid {
		return time.Time{}, false, err
	}
	return time.UnixMilli(at.Int64).UTC(), true, nil
}

// Log implements Store.
func (s *SQL) Log(ctx context.Context, id string) ([]Transition, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		"SELECT job_id, at, from_state, to_state, event, attempt, reason FROM queue_log WHERE ? = '' OR job_id = ? ORDER BY id", id, id)
	if err != nil {
		return nil, fmt.Errorf("read queue log: %w", err)
	}
	defer rows.Close()
	var all []Transition
	for rows.Next() {
		var t Transition
		var at int64
		if err := rows.Scan(&t.JobID, &at, &t.From, &t.To, &t.Event, &t.Attempt, &t.Reason); err != nil {
			return nil, fmt.Errorf("read queue log: %w", err)
		}
		t.At = time.UnixMilli(at).UTC()
		all = append(all, t)
	}
	return all, rows.Err()
}
