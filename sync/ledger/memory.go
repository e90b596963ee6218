package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// Memory keeps, for each log watched, the last checkpoint seen: what a later one has
// to extend. It lies in tables of the caller's database.
type Memory struct{ prefix string }

// MemoryIn gives the memory whose table MemoryTables made under the same prefix.
func MemoryIn(prefix string) Memory { return Memory{prefix: prefix} }

// MemoryTables is the script of the table of one memory, for SQLite and PostgreSQL.
func MemoryTables(prefix string) string {
	return strings.ReplaceAll(`
CREATE TABLE PREFIX_seen (
  whose TEXT PRIMARY KEY, public_key TEXT NOT NULL, size INTEGER NOT NULL CHECK (size >= 0),
  root TEXT NOT NULL, checkpoint BLOB NOT NULL, seen_at INTEGER NOT NULL);
`, "PREFIX", prefix)
}

// Seen is what is known of a log.
type Seen struct {
	Checkpoint
	PublicKey string // that signed it, base64
	At        time.Time
}

// Last gives what was seen last of a log; false where nothing was. Error: ErrDamaged
// where the row says something else than the checkpoint in it.
func (m Memory) Last(ctx context.Context, q Querier, whose string) (Seen, bool, error) {
	var s Seen
	var size, at int64
	var root string
	err := q.QueryRowContext(ctx, strings.ReplaceAll("SELECT public_key, size, root, checkpoint, seen_at FROM PREFIX_seen WHERE whose = ?",
		"PREFIX", m.prefix), whose).
		Scan(&s.PublicKey, &size, &root, &s.Raw, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	if err != nil {
		return s, false, fmt.Errorf("look for last checkpoint: %w", err)
	}
	s.At = time.UnixMilli(at).UTC()
	if s.Head, err = Read(s.Raw); err != nil || s.Size != size || s.Root.String() != root {
		return s, true, fmt.Errorf("%w: kept checkpoint of %s", ErrDamaged, whose)
	}
	return s, true, nil
}

// Keep notes a checkpoint that was verified and extends the one before, which had
// size leaves, -1 where there was none. It gives false where another was kept since.
func (m Memory) Keep(ctx context.Context, tx *sql.Tx, whose string, size int64, c Seen) (bool, error) {
	last, known, err := m.Last(ctx, tx, whose)
	if err != nil || known != (size >= 0) || known && last.Size != size {
		return false, err
	}
	_, err = tx.ExecContext(ctx,
		strings.ReplaceAll(`INSERT INTO PREFIX_seen (whose, public_key, size, root, checkpoint, seen_at) VALUES (?,?,?,?,?,?)
		ON CONFLICT (whose) DO UPDATE SET public_key = excluded.public_key, size = excluded.size, root = excluded.root, checkpoint = excluded.checkpoint, seen_at = excluded.seen_at`,
			"PREFIX", m.prefix), whose, c.PublicKey, c.Size, c.Root.String(), c.Raw, c.At.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("keep checkpoint: %w", err)
	}
	return true, nil
}

// Forget drops what is known of a log: the next checkpoint is taken as the first.
func (m Memory) Forget(ctx context.Context, tx *sql.Tx, whose string) error {
	if _, err := tx.ExecContext(ctx, strings.ReplaceAll("DELETE FROM PREFIX_seen WHERE whose = ?", "PREFIX", m.prefix), whose); err != nil {
		return fmt.Errorf("forget checkpoint: %w", err)
	}
	return nil
}

// Request asks another to co-sign a checkpoint: with the key of the log, and the proof
// that it begins with the tree of Old leaves the other has seen. It holds no leaf.
type Request struct {
	PublicKey  string
	Old        int64
	Proof      []Hash
	Checkpoint []byte
}

const requestHead = "laufzettel-witness/1"

// Marshal gives the request as a file.
func (r Request) Marshal() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nkey %s\nold %d\n", requestHead, r.PublicKey, r.Old)
	for _, h := range r.Proof {
		b.WriteString(h.String() + "\n")
	}
	return []byte(b.String() + "\n" + string(r.Checkpoint))
}

// ReadRequest reads a request; nothing in it is verified.
func ReadRequest(raw []byte) (Request, error) {
	var r Request
	head, checkpoint, found := strings.Cut(string(raw), "\n\n")
	lines := strings.Split(head, "\n")
	if len(raw) > MaxProof || !found || len(lines) < 3 || len(lines) > 3+maxPath || lines[0] != requestHead {
		return r, fmt.Errorf("%w: no request to co-sign", ErrProof)
	}
	var isKey, isOld bool
	var old string
	r.PublicKey, isKey = strings.CutPrefix(lines[1], "key ")
	old, isOld = strings.CutPrefix(lines[2], "old ")
	_, err := fmt.Sscanf(old, "%d", &r.Old)
	if !isKey || !isOld || err != nil || r.Old < 0 || fmt.Sprint(r.Old) != old {
		return r, fmt.Errorf("%w: no key, or no size before", ErrProof)
	}
	if key, err := exact(r.PublicKey); err != nil || len(key) != tlog.HashSize {
		return r, fmt.Errorf("%w: no key", ErrProof)
	}
	r.Checkpoint = []byte(checkpoint)
	r.Proof, err = readHashes(lines[3:])
	return r, err
}
