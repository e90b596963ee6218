// Package store opens the workspace database: one SQLite file in WAL mode with
// full synchronisation, one writing connection and a pool of readers. It runs
// the migrations that the rooms hand up and gives transactions. It is the only
// importer of the SQL driver and holds no SQL of any room.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// busyTimeout is how long a writer waits for another process before it gives up.
const busyTimeout = 10 * time.Second

// scrubTimeout is how long the emptying of the log waits for readers: it is done
// again later anyway.
const scrubTimeout = time.Second

// Room is one owner of tables with its migrations; the index of a script is its
// number. Scripts are only ever appended.
type Room struct {
	Name       string
	Migrations []string
}

// Store is the open database. It is safe for concurrent use.
type Store struct {
	path   string
	writer *sql.DB
	reader *sql.DB
	guard  Guard
	freed  []func() // lets its files be read by others again

	schema schema // what the rooms have made, see Foreign
	cookie int64  // the state of the schema that was looked at last; of the one writer
	looked bool
}

// Guard stands at both ends of every writing transaction: before its work, and
// after it, before the commit. Its error rolls the transaction back.
type Guard interface {
	Begin(ctx context.Context, tx *sql.Tx) error
	End(ctx context.Context, tx *sql.Tx) error
}

// Guarded lets g stand at both ends of every transaction from now on; called before
// the store is shared.
func (s *Store) Guarded(g Guard) { s.guard = g }

// Open opens or makes the database at path and brings every room's tables up to
// date. Before an older file is changed a copy is written beside it
// (path.before-N). Errors: Damaged when the file is no sound database or newer
// than this program; Setup when it cannot be opened.
func Open(ctx context.Context, path string, rooms ...Room) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, failure.Wrap(failure.Setup, "make workspace folder", wording.Say("hint.store.folder-not-made"), err)
	}
	writer, err := sql.Open("sqlite", dsn(path, false))
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	writer.SetMaxOpenConns(1)
	if err := migrate(ctx, writer, path, rooms); err != nil {
		return nil, Kept(path, errors.Join(err, writer.Close()))
	}
	own(path)
	source, err := watch(path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open database for reading: %w", err), writer.Close())
	}
	reader := sql.OpenDB(source)
	reader.SetMaxOpenConns(max(4, runtime.NumCPU()))
	s := &Store{path: path, writer: writer, reader: reader}
	if len(rooms) > 0 {
		if s.schema, err = expected(ctx, rooms); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		s.freed = append(s.freed, container.Reserve(file))
	}
	return s, nil
}

// own takes from others the right to read a database that an older version left open to
// them; what SQLite makes beside it has the rights of the database. Where the file is
// another person's it stays as it is: that person decides.
func own(path string) {
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = os.Chmod(path, info.Mode().Perm()&0o700)
	}
}

func dsn(path string, readOnly bool) string {
	q := url.Values{}
	q.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()))
	q.Add("_pragma", "foreign_keys(1)")
	if readOnly {
		q.Add("_pragma", "query_only(1)")
	} else {
		q.Add("_pragma", "journal_mode(WAL)")
		q.Add("_pragma", "synchronous(FULL)")
		q.Add("_pragma", "secure_delete(1)") // what is destroyed leaves no words in free pages (G13)
		q.Set("_txlock", "immediate")
	}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: q.Encode()}
	return u.String()
}

// Path is the database file.
func (s *Store) Path() string { return s.path }

// Reader gives the pool for reading; writing through it fails. A read that comes
// upon a damaged page puts a copy of the database aside and names it, as Kept says.
func (s *Store) Reader() *sql.DB { return s.reader }

// WithTx runs fn in one writing transaction: committed when fn returns nil,
// rolled back otherwise. A cancelled context writes nothing.
func (s *Store) WithTx(ctx context.Context, fn func(*sql.Tx) error) (err error) {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return sorted("begin transaction", err)
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.Rollback()
			panic(p)
		}
	}()
	if err := s.guarded(ctx, tx, fn); err != nil {
		return Kept(s.path, errors.Join(err, ignoreDone(tx.Rollback())))
	}
	return Kept(s.path, sorted("commit", tx.Commit()))
}

func (s *Store) guarded(ctx context.Context, tx *sql.Tx, fn func(*sql.Tx) error) error {
	if err := s.mustBeOurs(ctx, tx); err != nil {
		return err
	}
	if s.guard == nil {
		return fn(tx)
	}
	if err := s.guard.Begin(ctx, tx); err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return err
	}
	return s.guard.End(ctx, tx)
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// Backup writes a sound copy of the database to path, which must not exist.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := s.writer.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return sorted("back up database", err)
	}
	return nil
}

// Scrub takes the last traces of deleted rows out of the file: search indexes are
// merged, free pages are given up, the write-ahead log is emptied and copies of
// before an update are removed (G13). It rewrites the whole file and is called after a destruction only. A reader that
// is at work elsewhere may keep old pages of the log in use; then it is Transient.
func (s *Store) Scrub(ctx context.Context) error {
	indexes, err := s.searchIndexes(ctx)
	if err != nil {
		return sorted("scrub database", err)
	}
	for _, name := range indexes {
		if _, err := s.writer.ExecContext(ctx, fmt.Sprintf("INSERT INTO %[1]q (%[1]q) VALUES ('optimize')", name)); err != nil {
			return sorted("merge search index", err)
		}
	}
	if _, err := s.writer.ExecContext(ctx, "VACUUM"); err != nil {
		return sorted("scrub database", err)
	}
	if err := s.dropCopies(); err != nil {
		return err
	}
	busy, err := s.emptyLog(ctx)
	if err != nil {
		return sorted("empty database log", err)
	}
	if busy {
		return failure.New(failure.Transient, "empty database log", wording.Say("hint.store.old-pages-held"))
	}
	return nil
}

// emptyLog moves the write-ahead log into the file and cuts it to nothing; it tells
// whether a reader was in the way.
func (s *Store) emptyLog(ctx context.Context) (busy bool, err error) {
	c, err := s.writer.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() {
		_, rerr := c.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA busy_timeout(%d)", busyTimeout.Milliseconds()))
		err = errors.Join(err, rerr, c.Close())
	}()
	if _, err := c.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout(%d)", scrubTimeout.Milliseconds())); err != nil {
		return false, err
	}
	var inLog, moved int
	err = c.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &inLog, &moved)
	return busy, err
}

// dropCopies removes the copies of the database from before an update: they hold
// what was destroyed since.
func (s *Store) dropCopies() error {
	entries, err := os.ReadDir(filepath.Dir(s.path))
	if err != nil {
		return failure.Wrap(failure.Setup, "look for copies of the database", wording.Say("hint.store.folder-unreadable"), err)
	}
	for _, e := range entries {
		if base := filepath.Base(s.path); !strings.HasPrefix(e.Name(), base+".before-") &&
			!strings.HasPrefix(e.Name(), base+DamagedSuffix) {
			continue
		}
		if err := os.Remove(filepath.Join(filepath.Dir(s.path), e.Name())); err != nil {
			return failure.Wrap(failure.Setup, "remove copy of database", wording.Say("hint.store.old-copy-stays"), err)
		}
	}
	return nil
}

// searchIndexes names the full-text tables of all rooms.
func (s *Store) searchIndexes(ctx context.Context) ([]string, error) {
	rows, err := s.writer.QueryContext(ctx,
		"SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts5%'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	return out, rows.Err()
}

// Close closes both pools.
func (s *Store) Close() error {
	err := errors.Join(s.reader.Close(), s.writer.Close())
	for _, free := range s.freed {
		free()
	}
	return err
}
