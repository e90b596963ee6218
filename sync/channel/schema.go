package channel

import (
	"context"
	"database/sql"
)

// Room names the tables of this package.
const Room = "channel"

// Migrations are the scripts of the room; append only. Private keys are not
// here: they lie in a sign.KeyStore under their key id.
var Migrations = []string{`
CREATE TABLE channel_key (
  key_id     TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('active','next','retired','revoked')),
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  CHECK ((state IN ('retired','revoked')) = (ended_at IS NOT NULL)));
CREATE UNIQUE INDEX channel_key_active ON channel_key (state) WHERE state IN ('active','next');
CREATE TABLE channel_peer (
  url         TEXT PRIMARY KEY,
  archive     TEXT NOT NULL,
  trust       BLOB NOT NULL,
  key_id      TEXT NOT NULL REFERENCES channel_key,
  state       TEXT NOT NULL CHECK (state IN ('pending','active','retired','revoked')),
  client      TEXT NOT NULL DEFAULT '',
  roles       TEXT NOT NULL DEFAULT '',
  code        TEXT NOT NULL,
  enrolled_at INTEGER NOT NULL,
  checked_at  INTEGER);
`, `
CREATE TABLE channel_note (
  sha512   TEXT PRIMARY KEY,
  size     INTEGER NOT NULL,
  digests  BLOB NOT NULL,
  noted_at INTEGER NOT NULL);
CREATE INDEX channel_note_noted ON channel_note (noted_at);
`, memoryMigration, toldMigration,
	// the word of the root of an archive, NULL where it has none
	"ALTER TABLE channel_peer ADD COLUMN root BLOB"}

// DB is the database as this room needs it; app/store gives it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}
