package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

const versionTable = `CREATE TABLE IF NOT EXISTS schema_version (
  room   TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 0),
  PRIMARY KEY (room, number)) WITHOUT ROWID`

// migrate runs the scripts that are missing, all in one transaction, so that a
// kill leaves either the old or the new database.
func migrate(ctx context.Context, db *sql.DB, path string, rooms []Room) error {
	done, err := versions(ctx, db)
	if err != nil {
		return err
	}
	missing, total := 0, 0
	for _, r := range rooms {
		if done[r.Name] > len(r.Migrations) {
			return failure.New(failure.Damaged, fmt.Sprintf("database room %s is at version %d, this program knows %d", r.Name,
				done[r.Name], len(r.Migrations)),
				wording.Say("hint.store.newer-version"))
		}
		missing += len(r.Migrations) - done[r.Name]
		total += done[r.Name]
	}
	if missing == 0 {
		return nil
	}
	if total > 0 {
		if err := keepCopy(ctx, db, path, total); err != nil {
			return err
		}
	}
	return runMissing(ctx, db, rooms, done)
}

func versions(ctx context.Context, db *sql.DB) (map[string]int, error) {
	if _, err := db.ExecContext(ctx, versionTable); err != nil {
		return nil, sorted("open database", err)
	}
	rows, err := db.QueryContext(ctx, "SELECT room, count(*) FROM schema_version GROUP BY room")
	if err != nil {
		return nil, sorted("read schema version", err)
	}
	defer rows.Close()
	done := map[string]int{}
	for rows.Next() {
		var room string
		var n int
		if err := rows.Scan(&room, &n); err != nil {
			return nil, sorted("read schema version", err)
		}
		done[room] = n
	}
	return done, sorted("read schema version", rows.Err())
}

// keepCopy writes the database as it was before the change beside it, once per
// version; an existing copy is the older, better one and stays.
func keepCopy(ctx context.Context, db *sql.DB, path string, total int) error {
	to := fmt.Sprintf("%s.before-%d", path, total)
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return sorted("copy database before migration", err)
	}
	return nil
}

func runMissing(ctx context.Context, db *sql.DB, rooms []Room, done map[string]int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return sorted("begin migration", err)
	}
	for _, r := range rooms {
		for n := done[r.Name]; n < len(r.Migrations); n++ {
			if _, err := tx.ExecContext(ctx, r.Migrations[n]); err != nil {
				return errors.Join(fmt.Errorf("migration %s/%d: %w", r.Name, n, err), tx.Rollback())
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO schema_version (room, number) VALUES (?, ?)", r.Name, n); err != nil {
				return errors.Join(fmt.Errorf("migration %s/%d: %w", r.Name, n, err), tx.Rollback())
			}
		}
	}
	return sorted("commit migration", tx.Commit())
}

// Sorted gives an error of the database that a reader got its kind and sentence;
// other errors stay as they are.
func Sorted(err error) error {
	if _, ours := errors.AsType[*sqlite.Error](err); ours && failure.KindOf(err) == failure.Bug && !failure.Explained(err) {
		return sorted("database", err)
	}
	return err
}

// sorted gives a driver error its kind: full disk and rights are for the
// administrator, a busy file is a matter of time, a broken one is damage.
func sorted(op string, err error) error {
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return fmt.Errorf("%s: %w", op, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return failure.Wrap(failure.Transient, op, wording.Say("hint.store.workspace-busy"), err)
	case sqlite3.SQLITE_FULL:
		return failure.Wrap(failure.Setup, op, wording.Say("hint.store.disk-full"), err)
	case sqlite3.SQLITE_IOERR: // also when shared memory or journal find no room
		return failure.Wrap(failure.Setup, op, wording.Say("hint.store.disk-refuses"), err)
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY:
		return failure.Wrap(failure.Setup, op, wording.Say("hint.store.not-opened"), err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return failure.Wrap(failure.Damaged, op, wording.Say("hint.store.database-damaged"), err)
	default:
		return fmt.Errorf("%s: %w", op, err)
	}
}
