package cluster

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"
)

// lockWait is how long a request waits for another one on the same upload.
const lockWait = 10 * time.Second

// Locks are the locks of uploads over all processes: advisory locks of
// PostgreSQL. They implement handler.Locker.
type Locks struct{ db *DB }

// NewLocks gives the locks of a database.
func NewLocks(db *DB) *Locks { return &Locks{db} }

// NewLock implements handler.Locker.
func (l *Locks) NewLock(id string) (handler.Lock, error) {
	sum := sha256.Sum256([]byte("laufzettel-upload\x00" + id))
	return &lock{db: l.db.holder, key: int64(binary.BigEndian.Uint64(sum[:]))}, nil
}

type lock struct {
	db   *sql.DB
	key  int64
	conn *sql.Conn // holds the lock
}

// Lock implements handler.Lock; the holder is never asked to let go.
func (l *lock) Lock(ctx context.Context, _ func()) error {
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	conn, err := l.db.Conn(ctx)
	if err != nil {
		return locked(ctx, err)
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(?)", l.key); err != nil {
		return errors.Join(locked(ctx, err), conn.Close())
	}
	l.conn = conn
	return nil
}

func locked(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return handler.ErrFileLocked
	}
	return reached("lock upload", err)
}

// Unlock implements handler.Lock. A connection that cannot say that the lock is
// free is closed, which frees it.
func (l *lock) Unlock() error {
	if l.conn == nil {
		return nil
	}
	conn := l.conn
	l.conn = nil
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	var free bool
	err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock(?)", l.key).Scan(&free)
	if err != nil || !free {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // closes it
	}
	if cerr := conn.Close(); err == nil && !errors.Is(cerr, sql.ErrConnDone) {
		err = cerr
	}
	return err
}
