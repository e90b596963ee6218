package cluster

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Connections of one process. A receiver needs few: a chunk spends its time on
// the way to S3.
const (
	readers = 8
	writers = 4
	holders = 16 // locks of uploads, one connection each
)

// writing is the advisory lock of writing transactions ("lauf" in ASCII).
const writing = 0x6c617566

// DB is PostgreSQL as the rooms need it. It is safe for concurrent use.
type DB struct {
	reader, writer, holder *sql.DB
}

// Room is one owner of tables, as in app/store.
type Room struct {
	Name       string
	Migrations []string
}

// Open connects to the database at url (postgres://…) and brings the tables of
// the rooms up to date; several processes may do so at once. Errors are Setup
// where it cannot be reached, Damaged where it is newer than this program.
func Open(ctx context.Context, url string, rooms ...Room) (*DB, error) {
	conf, err := pgx.ParseConfig(url)
	if err != nil {
		// err may hold the password
		return nil, failure.Wrap(failure.Refused, "read database address", wording.Say("hint.cluster.database-address-bad"),
			errors.New("the address cannot be read"))
	}
	db := &DB{}
	for _, pool := range []struct {
		db   **sql.DB
		most int
	}{{&db.reader, readers}, {&db.writer, writers}, {&db.holder, holders}} {
		p := sql.OpenDB(connector{stdlib.GetConnector(*conf)})
		p.SetMaxOpenConns(pool.most)
		p.SetMaxIdleConns(pool.most)
		p.SetConnMaxIdleTime(5 * time.Minute)
		*pool.db = p
	}
	if err := db.writer.PingContext(ctx); err != nil {
		return nil, errors.Join(failure.Wrap(failure.Setup, "reach database", wording.Say("hint.cluster.database-unreachable"), err),
			db.Close())
	}
	if err := db.migrate(ctx, rooms); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Reader gives the pool for reading.
func (db *DB) Reader() *sql.DB { return db.reader }

// WithTx runs fn in one writing transaction: committed when fn returns nil,
// rolled back otherwise. Over all processes one runs at a time.
func (db *DB) WithTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return reached("begin transaction", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing is left of it after a commit
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?)", int64(writing)); err != nil {
		return reached("wait for other transactions", err)
	}
	if err := fn(tx); err != nil {
		return err
	}
	return reached("commit", tx.Commit())
}

func reached(op string, err error) error {
	if err == nil || failure.Canceled(err) {
		return err
	}
	return failure.Wrap(failure.Transient, op, wording.Say("hint.cluster.database-silent"), err)
}

// Close closes the connections; locks that are held go with them.
func (db *DB) Close() error {
	var errs []error
	for _, p := range []*sql.DB{db.reader, db.writer, db.holder} {
		if p != nil {
			errs = append(errs, p.Close())
		}
	}
	return errors.Join(errs...)
}

const schemaTable = `CREATE TABLE IF NOT EXISTS laufzettel_schema (
  room TEXT NOT NULL, number BIGINT NOT NULL, applied_at BIGINT NOT NULL, PRIMARY KEY (room, number))`

func (db *DB) migrate(ctx context.Context, rooms []Room) error {
	return db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, schemaTable); err != nil {
			return fmt.Errorf("make schema table: %w", err)
		}
		for _, room := range rooms {
			if err := bringUp(ctx, tx, room); err != nil {
				return err
			}
		}
		return nil
	})
}

func bringUp(ctx context.Context, tx *sql.Tx, room Room) error {
	var have int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM laufzettel_schema WHERE room = ?", room.Name).Scan(&have); err != nil {
		return fmt.Errorf("read schema of %s: %w", room.Name, err)
	}
	if have > len(room.Migrations) {
		return failure.Wrap(failure.Damaged, "open database", wording.Say("hint.cluster.database-newer"),
			fmt.Errorf("room %s has schema %d, we know %d", room.Name, have, len(room.Migrations)))
	}
	for number := have; number < len(room.Migrations); number++ {
		// Several statements in one text need the simple protocol.
		if _, err := tx.ExecContext(ctx, definitions(room.Migrations[number]), pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("migrate %s to %d: %w", room.Name, number+1, err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO laufzettel_schema (room, number, applied_at) VALUES (?,?,?)", room.Name, number,
			time.Now().UnixMilli()); err != nil {
			return fmt.Errorf("note schema of %s: %w", room.Name, err)
		}
	}
	return nil
}
