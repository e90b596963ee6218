package archive

// downMigration is the script of the way down: work lists with their leases and
// decisions, exclusive reading, letters, and what comes after the fact
// (protocol.md 13 to 17). A work list has the id of the upload that brought it.
const downMigration = `
CREATE TABLE archive_sort (
  upload_id TEXT PRIMARY KEY, sort TEXT NOT NULL CHECK (sort IN ('work','exclusive')));
CREATE TABLE archive_work (
  id TEXT PRIMARY KEY REFERENCES archive_upload, client_id TEXT NOT NULL REFERENCES archive_client,
  title TEXT NOT NULL, agency TEXT NOT NULL, objects INTEGER NOT NULL, open_objects INTEGER NOT NULL,
  created_at INTEGER NOT NULL, closed_at INTEGER);
CREATE TABLE archive_lease (
  id TEXT PRIMARY KEY, subject TEXT NOT NULL REFERENCES archive_upload, purpose TEXT NOT NULL CHECK (purpose IN ('appraise','release','read')),
  client_id TEXT NOT NULL REFERENCES archive_client, person TEXT NOT NULL,
  since INTEGER NOT NULL, until_at INTEGER NOT NULL, ended_at INTEGER);
CREATE INDEX archive_lease_subject ON archive_lease (subject, until_at);
CREATE TABLE archive_decision (
  work_id TEXT NOT NULL REFERENCES archive_work, sequence INTEGER NOT NULL CHECK (sequence > 0),
  id TEXT NOT NULL, act TEXT NOT NULL CHECK (act IN ('decide','release')), body BLOB NOT NULL,
  client_id TEXT NOT NULL REFERENCES archive_client, message TEXT NOT NULL,
  proposal INTEGER NOT NULL CHECK (proposal IN (0,1)), received_at INTEGER NOT NULL,
  PRIMARY KEY (work_id, sequence), UNIQUE (work_id, id));
CREATE TABLE archive_letter (
  sequence INTEGER PRIMARY KEY, client_id TEXT NOT NULL, sha512 TEXT NOT NULL, addressee TEXT NOT NULL, addressed TEXT NOT NULL,
  kind TEXT NOT NULL, reference TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL, received_at INTEGER NOT NULL,
  UNIQUE (client_id, sha512), FOREIGN KEY (client_id, sha512) REFERENCES archive_message (client_id, sha512));
CREATE INDEX archive_letter_addressee ON archive_letter (addressee, sequence);
CREATE TABLE archive_retention (
  upload_id TEXT NOT NULL REFERENCES archive_upload, sequence INTEGER NOT NULL CHECK (sequence > 0),
  until_day TEXT NOT NULL, person TEXT NOT NULL, note TEXT NOT NULL, message TEXT NOT NULL, received_at INTEGER NOT NULL,
  PRIMARY KEY (upload_id, sequence), UNIQUE (upload_id, message));
`
