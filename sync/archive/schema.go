package archive

import (
	"context"
	"database/sql"
)

// Room names the tables of this package.
const Room = "archive"

// Migrations are the scripts of the room; append only.
var Migrations = []string{`
CREATE TABLE archive_client (
  id TEXT PRIMARY KEY, office TEXT NOT NULL, host TEXT NOT NULL,
  roles TEXT NOT NULL DEFAULT '', created_at INTEGER NOT NULL);
CREATE TABLE archive_key (
  key_id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES archive_client, public_key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending','active','revoked')),
  created_at INTEGER NOT NULL, confirmed_at INTEGER, retire_at INTEGER, revoked_at INTEGER,
  CHECK ((state = 'revoked') = (revoked_at IS NOT NULL)),
  CHECK (state <> 'active' OR confirmed_at IS NOT NULL));
CREATE INDEX archive_key_client ON archive_key (client_id);
CREATE TABLE archive_code (
  code_hash TEXT PRIMARY KEY, key_id TEXT NOT NULL REFERENCES archive_key,
  expires_at INTEGER NOT NULL, used_at INTEGER);
CREATE TABLE archive_nonce (
  key_id TEXT NOT NULL, nonce TEXT NOT NULL, until INTEGER NOT NULL,
  PRIMARY KEY (key_id, nonce)) WITHOUT ROWID;
CREATE INDEX archive_nonce_until ON archive_nonce (until);
CREATE TABLE archive_own_key (
  key_id TEXT PRIMARY KEY, public_key TEXT NOT NULL,
  used_from INTEGER NOT NULL, used_until INTEGER);
CREATE TABLE archive_trust (id INTEGER PRIMARY KEY, url TEXT NOT NULL, envelope BLOB NOT NULL);
CREATE TABLE archive_manifest (
  client_id TEXT NOT NULL REFERENCES archive_client, sha512 TEXT NOT NULL,
  envelope BLOB NOT NULL, size INTEGER NOT NULL, received_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, sha512));
CREATE TABLE archive_upload (
  id TEXT PRIMARY KEY, client_id TEXT NOT NULL, manifest_sha512 TEXT NOT NULL,
  name TEXT NOT NULL, size INTEGER NOT NULL CHECK (size > 0), sha512 TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open','cancelled','accepted','refused')),
  created_at INTEGER NOT NULL, finished_at INTEGER,
  UNIQUE (client_id, manifest_sha512),
  FOREIGN KEY (client_id, manifest_sha512) REFERENCES archive_manifest (client_id, sha512),
  CHECK ((state IN ('accepted','refused')) = (finished_at IS NOT NULL)));
CREATE TABLE archive_receipt (
  client_id TEXT NOT NULL REFERENCES archive_client, sequence INTEGER NOT NULL CHECK (sequence > 0),
  receipt_id TEXT NOT NULL UNIQUE, about TEXT NOT NULL, sha512 TEXT NOT NULL, envelope BLOB NOT NULL,
  PRIMARY KEY (client_id, sequence), UNIQUE (client_id, about));
CREATE TABLE archive_archived (
  upload_id TEXT PRIMARY KEY REFERENCES archive_upload, archive_id TEXT NOT NULL,
  envelope BLOB NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE archive_message (
  client_id TEXT NOT NULL REFERENCES archive_client, sha512 TEXT NOT NULL, kind TEXT NOT NULL,
  reference TEXT NOT NULL, envelope BLOB NOT NULL, received_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, sha512));
CREATE TABLE archive_worklist (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL, created_at INTEGER NOT NULL);
`, downMigration, personMigration, codeMigration, newKeyMigration, enrolMigration, proofMigration, closureMigration + orderMigration, rootMigration}

// DB is the database as this room needs it; app/store gives it.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}
