package cluster

// Name names the tables of this package.
const Name = "cluster"

// Migrations are the scripts of the room; append only.
var Migrations = []string{`
CREATE TABLE cluster_upload (
  id TEXT PRIMARY KEY, size INTEGER NOT NULL CHECK (size > 0), part_size INTEGER NOT NULL CHECK (part_size > 0),
  multipart TEXT NOT NULL, stored INTEGER NOT NULL CHECK (stored BETWEEN 0 AND size), hash BLOB NOT NULL,
  kept INTEGER NOT NULL CHECK (kept IN (0,1)), changed_at INTEGER NOT NULL);
CREATE TABLE cluster_part (
  id TEXT NOT NULL REFERENCES cluster_upload ON DELETE CASCADE, number INTEGER NOT NULL CHECK (number > 0),
  etag TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (id, number));
CREATE TABLE cluster_tail (
  id TEXT NOT NULL REFERENCES cluster_upload ON DELETE CASCADE, begins INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (id, begins));
`, `ALTER TABLE cluster_upload ADD COLUMN pieced INTEGER NOT NULL DEFAULT 0`}
