// Package events is the append-only log of what was done: who or what program,
// when, what, outcome (design 3). Each event carries the hash of the one before,
// one chain per device; its head is written into every receipt and report, so
// that a changed line and a cut tail both show. Reports and PREMIS are written
// from it. The log never holds titles or names from records, only ids.
package events

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"laufzettel/transfer/wording"
	"time"
)

// Type is what happened.
type Type string

// The types of events.
const (
	Received   Type = "received"
	Recognised Type = "recognised"
	Checked    Type = "checked"
	Decided    Type = "decided"   // accepted, accepted with exception, returned
	Appraised  Type = "appraised" // a decision on an object, or the end of an appraisal
	Undone     Type = "undone"
	Released   Type = "released" // destruction released by a second person (G18)
	Wrote      Type = "wrote"    // a report, letter or message
	Packaged   Type = "packaged"
	Queued     Type = "queued"
	Sent       Type = "sent"
	Confirmed  Type = "confirmed" // receipt verified and stored
	Destroyed  Type = "destroyed"
	Scrubbed   Type = "scrubbed" // traces of what was destroyed are being overwritten (G13)
	Cleared    Type = "cleared"  // clearance for deletion at the source (A19)
	Closed     Type = "closed"
	Configured Type = "configured" // profile, schema, key
	Booked     Type = "booked"     // an entry of the accession book: offer, remark, deadline (A31)
	Noted      Type = "noted"      // a confirmation or a deletion told by others (A19, C8)
	Enrolled   Type = "enrolled"   // a person, key or role of the register of people (G14)
	Founded    Type = "founded"    // the act every key that counts goes back to
	Marked     Type = "marked"     // places of personal data confirmed or dismissed
	Cofounded  Type = "cofounded"  // a second person stands for the founding act
	Refounded  Type = "refounded"  // a second founding act, signed on paper by the head of the body
	Restated   Type = "restated"   // columns a later version has added, stated as they are
	Stated     Type = "stated"     // rows an act changed beside its own event
)

// Event is one line of the log.
type Event struct {
	Seq     int64             `json:"seq"`
	At      time.Time         `json:"at"` // UTC, millisecond
	Actor   string            `json:"actor"`
	Key     string            `json:"key,omitempty"` // key id of the actor where enrolled (G14)
	Program string            `json:"program"`
	Type    Type              `json:"type"`
	Subject string            `json:"subject"`          // portion or accession id
	Object  string            `json:"object,omitempty"` // record object, package or file id
	Outcome string            `json:"outcome"`          // ok, or a word of the state machine
	Detail  map[string]string `json:"detail,omitempty"`
	// Statement is the digest of what the event states about the tables, hex SHA-256 of
	// the stored statement; "" where it states nothing.
	Statement string `json:"statement,omitempty"`
	// Prev is the hash of the event before, in signed events: a signature then holds the
	// whole log up to it. "" in events of before and in unsigned ones.
	Prev string `json:"prev,omitempty"`
	// Signature is the Ed25519 signature by Key over the DSSE encoding of the event
	// without it and without Hash, base64 (G14); "" where no person's key was at hand.
	Signature string `json:"signature,omitempty"`
	Hash      string `json:"hash"` // hex SHA-256 over the hash before and this event
}

// PayloadType is the DSSE payload type of a signed event.
const PayloadType = "application/vnd.laufzettel.event+json"

// Signer signs the payload of an event with the key of a person.
type Signer func(payload []byte) (signature string, err error)

// Payload gives what is signed: the event as stored, without signature and hash.
func (e Event) Payload() ([]byte, error) {
	e.Signature, e.Hash = "", ""
	e.At = e.At.UTC().Truncate(time.Millisecond)
	body, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encode event: %w", err)
	}
	return body, nil
}

// DB is what the log needs of the workspace database.
type DB interface {
	Reader() *sql.DB
	WithTx(ctx context.Context, fn func(*sql.Tx) error) error
}

// Room is the name of this room's tables.
const Room = "events"

// Migrations are the room's scripts, append only. The triggers keep our own code
// from changing the past; a foreign hand is shown by Verify.
var Migrations = []string{`
CREATE TABLE event (seq INTEGER PRIMARY KEY, subject TEXT NOT NULL, object TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL, hash TEXT NOT NULL);
CREATE INDEX event_subject ON event (subject, seq);
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
`, `
-- What an event states about the tables; event.statement is the SHA-256 of body.
-- about names the tables for who reads by hand; nobody signs it, and nothing is found by it.
CREATE TABLE statement (seq INTEGER PRIMARY KEY REFERENCES event (seq), about TEXT NOT NULL, body BLOB NOT NULL);
CREATE INDEX statement_people ON statement (seq) WHERE about LIKE '%person%';
`}

// AppendSigned is Append for an event that a person signs; e.Key must be the id of
// the signer's key. A nil signer signs nothing.
func AppendSigned(ctx context.Context, tx *sql.Tx, e Event, sign Signer) (Event, error) {
	end, err := End(ctx, tx)
	if err != nil {
		return e, err
	}
	e.Seq = end.Seq + 1
	e.At = e.At.UTC().Truncate(time.Millisecond)
	e.Hash, e.Signature, e.Prev = "", "", ""
	if sign != nil {
		e.Prev = end.Hash
		payload, err := e.Payload()
		if err != nil {
			return e, err
		}
		if e.Signature, err = sign(payload); err != nil {
			return e, fmt.Errorf("sign event: %w", err)
		}
	}
	body, err := json.Marshal(e)
	if err != nil {
		return e, fmt.Errorf("encode event: %w", err)
	}
	e.Hash = link(end.Hash, body)
	_, err = tx.ExecContext(ctx, "INSERT INTO event (seq, subject, object, type, at, body, hash) VALUES (?,?,?,?,?,?,?)",
		e.Seq, e.Subject, e.Object, e.Type, e.At.UnixMilli(), body, e.Hash)
	if err != nil {
		return e, fmt.Errorf("append event: %w", err)
	}
	return e, nil
}

func link(prev string, body []byte) string {
	h := sha256.New()
	h.Write([]byte(prev))
	h.Write([]byte{'\n'})
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}

// Head gives number and hash of the last event; zero and "" for an empty log.
func Head(ctx context.Context, db DB) (seq int64, hash string, err error) {
	end, err := End(ctx, db.Reader())
	return end.Seq, end.Hash, err
}

// List gives the events of a subject ("" = all) after a number, oldest first, at
// most limit (0 = all).
func List(ctx context.Context, db DB, subject string, after int64, limit int) (out []Event, err error) {
	err = each(ctx, db, subject, after, limit, func(e Event) bool {
		out = append(out, e)
		return true
	})
	return out, err
}

// Each gives the events of a subject ("" = all), oldest first, one at a time, until take
// wants no more.
func Each(ctx context.Context, db DB, subject string, take func(Event) bool) error {
	return each(ctx, db, subject, 0, 0, take)
}

func each(ctx context.Context, db DB, subject string, after int64, limit int, take func(Event) bool) error {
	if limit <= 0 {
		limit = -1
	}
	rows, err := db.Reader().QueryContext(ctx,
		"SELECT body, hash FROM event WHERE (subject = ? OR ? = '') AND seq > ? ORDER BY seq LIMIT ?", subject, subject, after, limit)
	if err != nil {
		return fmt.Errorf("list events: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var body []byte
		var hash string
		if err := rows.Scan(&body, &hash); err != nil {
			return fmt.Errorf("list events: %w", err)
		}
		var e Event
		if err := json.Unmarshal(body, &e); err != nil {
			return fmt.Errorf("decode event: %w", err)
		}
		e.Hash = hash
		if !take(e) {
			return nil
		}
	}
	return rows.Err()
}

// Break tells where the chain does not hold.
type Break struct {
	Seq    int64  `json:"seq"`
	Reason string `json:"reason"` // German
}

// VerifyWith is Verify that also asks judge about every event, for signatures; its
// German reason is a break.
func VerifyWith(ctx context.Context, db DB, head string, judge func(Event) string) (n int64, broken *Break, err error) {
	rows, err := db.Reader().QueryContext(ctx, "SELECT seq, subject, object, type, at, body, hash FROM event ORDER BY seq")
	if err != nil {
		return 0, nil, fmt.Errorf("read event log: %w", err)
	}
	defer rows.Close()
	prev, seen := "", head == ""
	for rows.Next() {
		var row Event
		var at int64
		var body []byte
		if err := rows.Scan(&row.Seq, &row.Subject, &row.Object, &row.Type, &at, &body, &row.Hash); err != nil {
			return n, nil, fmt.Errorf("read event log: %w", err)
		}
		row.At = time.UnixMilli(at).UTC()
		if reason := holds(row, n+1, prev, body); reason != "" {
			return n, &Break{Seq: row.Seq, Reason: reason}, nil
		}
		if judge != nil {
			var e Event
			if err := json.Unmarshal(body, &e); err != nil {
				return n, nil, fmt.Errorf("decode event: %w", err)
			}
			if reason := judge(e); reason != "" {
				return n, &Break{Seq: row.Seq, Reason: reason}, nil
			}
		}
		prev, n = row.Hash, n+1
		seen = seen || row.Hash == head
	}
	if err := rows.Err(); err != nil {
		return n, nil, err
	}
	if !seen {
		return n, &Break{Seq: n, Reason: wording.Kept("log.ends-early")}, nil
	}
	return n, nil, nil
}

// holds gives the reason why a row breaks the chain, or "".
func holds(row Event, want int64, prev string, body []byte) string {
	if row.Seq != want {
		return wording.Kept("log.gap", want-1, row.Seq)
	}
	if link(prev, body) != row.Hash {
		return wording.Kept("log.changed", row.Seq)
	}
	var e Event
	if json.Unmarshal(body, &e) != nil || e.Seq != row.Seq || e.Subject != row.Subject || e.Object != row.Object || e.Type != row.Type ||
		!e.At.Equal(row.At) {
		return wording.Kept("log.search-key", row.Seq)
	}
	return ""
}
