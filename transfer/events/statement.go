package events

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"laufzettel/transfer/wording"
)

// StatementDigest is what an event carries of its statement.
func StatementDigest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// AppendStatement is AppendSigned for an event that states something about the
// tables: body is stored beside the event, about names the tables in it.
func AppendStatement(ctx context.Context, tx *sql.Tx, e Event, about string, body []byte, sign Signer) (Event, error) {
	e.Statement = StatementDigest(body)
	e, err := AppendSigned(ctx, tx, e, sign)
	if err != nil {
		return e, err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO statement (seq, about, body) VALUES (?,?,?)", e.Seq, about, body); err != nil {
		return e, fmt.Errorf("store statement: %w", err)
	}
	return e, nil
}

// Querier reads, in a transaction or without.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Place is how far a walk over the log has come.
type Place struct {
	Seq  int64
	Hash string
}

// Walk goes on through the log from a place, holds the chain and gives take every
// event that states something, with its statement; last is the last signed event
// met that binds the log before it. Error: nil with a Break where the log does not
// hold: then nothing after it was given.
func Walk(ctx context.Context, db Querier, from Place, take func(e Event, statement []byte) error) (to Place, last *Event, broken *Break,
	err error) {
	to = from
	if from.Seq > 0 {
		var hash string
		if err := db.QueryRowContext(ctx, "SELECT coalesce((SELECT hash FROM event WHERE seq = ?), '')", from.Seq).Scan(&hash); err != nil {
			return to, nil, nil, fmt.Errorf("read event log: %w", err)
		}
		if hash != from.Hash {
			return to, nil, &Break{Seq: from.Seq, Reason: wording.Kept("log.changed", from.Seq)}, nil
		}
	}
	rows, err := db.QueryContext(ctx,
		`SELECT e.seq, e.body, e.hash, s.body FROM event e LEFT JOIN statement s ON s.seq = e.seq WHERE e.seq > ? ORDER BY e.seq`, from.Seq)
	if err != nil {
		return to, nil, nil, fmt.Errorf("read event log: %w", err)
	}
	defer rows.Close()
	var signed []byte
	for rows.Next() {
		var at Place
		var body, statement sql.RawBytes
		var hash sql.RawBytes
		if err := rows.Scan(&at.Seq, &body, &hash, &statement); err != nil {
			return to, nil, nil, fmt.Errorf("read event log: %w", err)
		}
		at.Hash = string(hash)
		if reason := follows(to, at, body, statement); reason != "" {
			return to, nil, &Break{Seq: at.Seq, Reason: reason}, nil
		}
		if bytes.Contains(body, []byte(`"prev":"`)) {
			signed = append(signed[:0], body...)
			var e Event
			if err := json.Unmarshal(body, &e); err == nil && e.Prev != "" && e.Prev != to.Hash {
				return to, nil, &Break{Seq: at.Seq, Reason: wording.Kept("log.rewritten", at.Seq)}, nil
			}
		}
		if len(statement) > 0 {
			var e Event
			if err := json.Unmarshal(body, &e); err != nil {
				return to, nil, nil, fmt.Errorf("decode event: %w", err)
			}
			if e.Seq != at.Seq || e.Statement != StatementDigest(statement) {
				return to, nil, &Break{Seq: at.Seq, Reason: wording.Kept("log.other-statement", at.Seq)}, nil
			}
			if err := take(e, statement); err != nil {
				return to, nil, nil, err
			}
		}
		to = at
	}
	if err := rows.Err(); err != nil {
		return to, nil, nil, fmt.Errorf("read event log: %w", err)
	}
	if len(signed) > 0 {
		last = &Event{}
		if err := json.Unmarshal(signed, last); err != nil {
			return to, nil, nil, fmt.Errorf("decode event: %w", err)
		}
	}
	return to, last, nil, nil
}

// follows gives the reason why an event does not follow the one before, or "".
func follows(before, at Place, body, statement []byte) string {
	switch {
	case at.Seq != before.Seq+1:
		return wording.Kept("log.gap", before.Seq, at.Seq)
	case link(before.Hash, body) != at.Hash:
		return wording.Kept("log.changed", at.Seq)
	case len(statement) == 0 && bytes.Contains(body, []byte(`"statement":"`)):
		return wording.Kept("log.no-statement", at.Seq)
	}
	return ""
}

// onPeople finds the statements on the register of people by what they hold, never by the
// column that names their tables, which nobody signs.
const onPeople = `(instr(CAST(s.body AS TEXT), '"t":"person') > 0 OR instr(CAST(e.body AS TEXT), '"type":"cofounded"') > 0)`

// StatementsOnPeople gives the statements on the register of people, oldest first,
// without holding the chain: for the question asked at every act. It passes over those
// that are not what their event names, and counts them.
func StatementsOnPeople(ctx context.Context, db Querier, take func(e Event, statement []byte) error) (passed int, err error) {
	rows, err := db.QueryContext(ctx,
		"SELECT e.body, s.body FROM statement s JOIN event e ON e.seq = s.seq WHERE "+onPeople+" ORDER BY s.seq")
	if err != nil {
		return 0, fmt.Errorf("read statements: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var body, statement sql.RawBytes
		if err := rows.Scan(&body, &statement); err != nil {
			return passed, fmt.Errorf("read statements: %w", err)
		}
		var e Event
		if err := json.Unmarshal(body, &e); err != nil {
			return passed, fmt.Errorf("decode event: %w", err)
		}
		if e.Statement != StatementDigest(statement) {
			passed++ // counts for nothing; the walk over the log names it
			continue
		}
		if err := take(e, statement); err != nil {
			return passed, err
		}
	}
	return passed, rows.Err()
}

// End is the place of the last event, the zero place in an empty log.
func End(ctx context.Context, db Querier) (Place, error) {
	var to Place
	err := db.QueryRowContext(ctx, "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").Scan(&to.Seq, &to.Hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return to, fmt.Errorf("read head of the event log: %w", err)
	}
	return to, nil
}

// PeopleSince reports whether what is known of people up to a place may be otherwise now:
// the log has another past there, or states something on people after it.
func PeopleSince(ctx context.Context, db Querier, from Place) (bool, error) {
	var changed bool
	err := db.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM event WHERE seq = ?1 AND hash = ?2)
 OR EXISTS (SELECT 1 FROM statement s JOIN event e ON e.seq = s.seq WHERE s.seq > ?1 AND `+onPeople+")", from.Seq, from.Hash).Scan(&changed)
	if err != nil {
		return true, fmt.Errorf("read statements: %w", err)
	}
	return changed, nil
}

// Said gives the first event of a type, by what it holds; 0 where there is none.
func Said(ctx context.Context, db Querier, kind Type) (seq int64, err error) {
	err = db.QueryRowContext(ctx, `SELECT coalesce(min(seq), 0) FROM event WHERE instr(CAST(body AS TEXT), '"type":"' || ? || '"') > 0`, kind).
		Scan(&seq)
	if err != nil {
		return 0, fmt.Errorf("read event log: %w", err)
	}
	return seq, nil
}
