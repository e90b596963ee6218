// Package transfer holds what arrives: the Portion (Aussonderungsportion), one
// delivered container or folder, and above it the Accession (Akzession), the
// business of taking over. It owns their states, the stored record tree, the
// register of packages and the reference codes.
//
// The verdict is what the program found; the state is what a person decided.
// Transitions stand in one table (state.go) that is drawn in docs/states.md and
// model-tested; the database refuses states the table does not know. What the
// kinds of deliveries mean lives in the rooms below this folder.
package transfer

import (
	"context"
	"database/sql"
	"time"

	"laufzettel/transfer/procedure"
	"laufzettel/transfer/wording"
)

// DB is what the room needs of the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Portion is one delivered container or folder.
type Portion struct {
	ID          string    `json:"id"` // P2026-0001, unique in this workspace
	AccessionID string    `json:"accession"`
	Name        string    `json:"name"`   // base name as delivered
	Source      string    `json:"source"` // where it came from, for the protocol
	Path        string    `json:"path"`   // slash path inside the workspace folder
	Form        string    `json:"form"`   // folder, zip, tar, tar.gz
	Kind        string    `json:"kind,omitempty"`
	Standard    string    `json:"standard,omitempty"`
	Title       string    `json:"title,omitempty"`
	Agency      string    `json:"agency,omitempty"`
	AgencyID    string    `json:"agencyId,omitempty"`
	ProfileID   string    `json:"profile,omitempty"`
	Process     string    `json:"process,omitempty"`    // ProzessID
	TransferID  string    `json:"transferId,omitempty"` // Ü-ID: digest of the transfer list
	State       State     `json:"state"`
	Verdict     string    `json:"verdict,omitempty"`
	Fault       string    `json:"fault,omitempty"` // German: why the last step stopped
	Files       int       `json:"files"`
	Bytes       int64     `json:"bytes"`
	Errors      int       `json:"errors"`
	Warnings    int       `json:"warnings"`
	Notes       int       `json:"notes"`
	Arrived     time.Time `json:"arrived"`
	Changed     time.Time `json:"changed"`
	Due         time.Time `json:"due,omitzero"`         // next deadline
	Redelivery  string    `json:"redelivery,omitempty"` // id of the portion this one replaces
	Run         string    `json:"-"`                    // key of its check in the journal
	Digest      string    `json:"-"`                    // SHA-256 of what arrived, of a folder over its sorted list
	Taken       int64     `json:"-"`                    // bytes as they arrived
	// Known says when and as what the same bytes arrived before; told at the intake
	// only, not kept.
	Known wording.Spoken `json:"known,omitzero"`
}

// Message is the message of the procedure that was delivered, "" for other kinds.
func (p Portion) Message() procedure.Message { return procedure.Of(p.Kind) }

// Accession is the business of taking over: offer, portions, letters, end.
type Accession struct {
	ID       string `json:"id"`     // Ü-ID where a transfer list exists, else a number of ours
	Number   string `json:"number"` // Zugangsnummer, 2026/0001
	Title    string `json:"title"`
	Agency   string `json:"agency"`
	AgencyID string `json:"agencyId,omitempty"`
	Profile  string `json:"profile,omitempty"`
	Process  string `json:"process,omitempty"`
	// Kind is the delivery kind, as announced or as first delivered.
	Kind string `json:"kind,omitempty"`
	// Origin says how the accession came about.
	Origin AccessionOrigin `json:"origin"`
	// TransferID is the Ü-ID, the digest of the offered transfer list (A2).
	TransferID string         `json:"transferId,omitempty"`
	Extent     string         `json:"extent,omitempty"` // as announced, in words
	State      AccessionState `json:"state"`
	Opened     time.Time      `json:"opened"`
	Offered    time.Time      `json:"offered,omitzero"`
	Cleared    time.Time      `json:"cleared,omitzero"`
	ClearedBy  string         `json:"clearedBy,omitempty"`
	Note       string         `json:"note,omitempty"`
	Closed     time.Time      `json:"closed,omitzero"`
}

// AccessionOrigin says how an accession came about (A31).
type AccessionOrigin string

// The origins.
const (
	ByDelivery AccessionOrigin = "delivery" // opened by the first delivery
	ByOffer    AccessionOrigin = "offer"    // slip and transfer list without files, or a 0501
	ByHand     AccessionOrigin = "hand"
)

// Room is the name of this room's tables.
const Room = "transfer"

// Migrations are the room's scripts, append only.
var Migrations = []string{`
CREATE TABLE accession (
  id TEXT PRIMARY KEY, number TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  agency TEXT NOT NULL, agency_id TEXT NOT NULL, profile TEXT NOT NULL, process TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('offered','awaited','in-work','archived','cleared','closed')),
  opened INTEGER NOT NULL, cleared INTEGER, cleared_by TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',
  CHECK ((state IN ('cleared','closed')) <= (cleared IS NOT NULL)));
CREATE INDEX accession_process ON accession (process) WHERE process <> '';
CREATE TABLE portion (
  id TEXT PRIMARY KEY, accession_id TEXT NOT NULL REFERENCES accession (id),
  name TEXT NOT NULL, source TEXT NOT NULL, path TEXT NOT NULL UNIQUE, form TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT '', standard TEXT NOT NULL DEFAULT '', title TEXT NOT NULL DEFAULT '',
  agency TEXT NOT NULL DEFAULT '', agency_id TEXT NOT NULL DEFAULT '', profile TEXT NOT NULL DEFAULT '',
  process TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('arrived','recognised','checked','accepted','accepted-with-exception','returned','appraised','packaged','sent','confirmed','closed')),
  verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('','accepted','rejected','unreadable')),
  fault TEXT NOT NULL DEFAULT '', files INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0, warnings INTEGER NOT NULL DEFAULT 0, notes INTEGER NOT NULL DEFAULT 0,
  arrived INTEGER NOT NULL, changed INTEGER NOT NULL, due INTEGER, redelivery TEXT NOT NULL DEFAULT '',
  run TEXT NOT NULL DEFAULT '', transfer_id TEXT NOT NULL DEFAULT '', report BLOB);
CREATE INDEX portion_process ON portion (process) WHERE process <> '';
CREATE TABLE object (
  portion_id TEXT NOT NULL REFERENCES portion (id), seq INTEGER NOT NULL, parent INTEGER NOT NULL,
  id TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('dossier','case','document')), data BLOB NOT NULL,
  PRIMARY KEY (portion_id, seq)) WITHOUT ROWID;
CREATE INDEX object_id ON object (portion_id, id);
CREATE TABLE package (
  pid TEXT PRIMARY KEY, portion_id TEXT NOT NULL REFERENCES portion (id), object_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('aip','accession')),
  reference_code TEXT NOT NULL, path TEXT NOT NULL UNIQUE, ordered INTEGER NOT NULL,
  size INTEGER NOT NULL DEFAULT 0, sha512 TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('ordered','built','sent','confirmed')), receipt TEXT NOT NULL DEFAULT '',
  CHECK ((state = 'ordered') = (sha512 = '')), CHECK ((state = 'confirmed') <= (receipt <> '')),
  UNIQUE (portion_id, object_id, kind));
CREATE TABLE reference_code (
  profile TEXT NOT NULL, number INTEGER NOT NULL, code TEXT NOT NULL, portion_id TEXT NOT NULL, object_id TEXT NOT NULL,
  gap TEXT NOT NULL DEFAULT '', PRIMARY KEY (profile, number), UNIQUE (portion_id, object_id));
CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE letter (
  id INTEGER PRIMARY KEY, portion_id TEXT NOT NULL REFERENCES portion (id), kind TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, made INTEGER NOT NULL, final INTEGER NOT NULL DEFAULT 0);
`, `
ALTER TABLE package ADD COLUMN unit_id TEXT NOT NULL DEFAULT '';
ALTER TABLE package ADD COLUMN max_files INTEGER NOT NULL DEFAULT 0 CHECK (max_files >= 0);
UPDATE package SET unit_id = object_id;
`, `
ALTER TABLE accession ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE accession ADD COLUMN origin TEXT NOT NULL DEFAULT 'delivery' CHECK (origin IN ('delivery','offer','hand'));
ALTER TABLE accession ADD COLUMN transfer_id TEXT NOT NULL DEFAULT '';
ALTER TABLE accession ADD COLUMN extent TEXT NOT NULL DEFAULT '';
ALTER TABLE accession ADD COLUMN offered INTEGER;
ALTER TABLE accession ADD COLUMN closed INTEGER;
UPDATE accession SET kind = coalesce((SELECT kind FROM portion WHERE accession_id = accession.id ORDER BY arrived, id LIMIT 1), '');
CREATE INDEX accession_transfer ON accession (transfer_id) WHERE transfer_id <> '';
CREATE INDEX portion_accession ON portion (accession_id);
CREATE TABLE accession_remark (
  id INTEGER PRIMARY KEY, accession_id TEXT NOT NULL REFERENCES accession (id),
  at INTEGER NOT NULL, person TEXT NOT NULL, text TEXT NOT NULL CHECK (text <> ''));
CREATE INDEX accession_remark_of ON accession_remark (accession_id);
CREATE TABLE accession_deadline (
  accession_id TEXT NOT NULL REFERENCES accession (id), what TEXT NOT NULL CHECK (what <> ''),
  due INTEGER NOT NULL, person TEXT NOT NULL DEFAULT '', met INTEGER, PRIMARY KEY (accession_id, what)) WITHOUT ROWID;
CREATE TABLE accession_letter (
  id INTEGER PRIMARY KEY, accession_id TEXT NOT NULL REFERENCES accession (id), kind TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, made INTEGER NOT NULL);
CREATE INDEX accession_letter_of ON accession_letter (accession_id);
CREATE TABLE accession_act (
  id INTEGER PRIMARY KEY, accession_id TEXT NOT NULL REFERENCES accession (id), portion_id TEXT NOT NULL DEFAULT '',
  act TEXT NOT NULL CHECK (act IN ('receipt','archiving','clearance','deletion')),
  at INTEGER NOT NULL, person TEXT NOT NULL, key TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '', letter TEXT NOT NULL DEFAULT '');
CREATE INDEX accession_act_of ON accession_act (accession_id);
CREATE TABLE accession_confirmation (
  accession_id TEXT NOT NULL REFERENCES accession (id), name TEXT NOT NULL CHECK (name <> ''),
  at INTEGER NOT NULL, person TEXT NOT NULL, paper INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (accession_id, name)) WITHOUT ROWID;
`, `
ALTER TABLE accession_deadline ADD COLUMN every INTEGER NOT NULL DEFAULT 0 CHECK (every >= 0); -- days of a cycle (F13), 0 = once
`, `
-- Counts of what lies below an object of the outline and is no part of it; NULL for
-- objects outside the outline, and for all stored before.
ALTER TABLE object ADD COLUMN below TEXT;
CREATE INDEX object_outline ON object (portion_id, seq) WHERE below IS NOT NULL;
`, `
CREATE INDEX package_code ON package (kind, reference_code); -- found by its code, walked in its order
CREATE INDEX package_state ON package (kind, state);         -- counted
`, `
-- A portion or an accession that was discarded (verworfen) keeps its number; the day
-- says so beside the state. digest and taken tell the bytes as they arrived.
ALTER TABLE portion ADD COLUMN discarded INTEGER;
ALTER TABLE accession ADD COLUMN discarded INTEGER;
ALTER TABLE portion ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE portion ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
CREATE INDEX portion_taken ON portion (taken) WHERE digest <> '';
`}
