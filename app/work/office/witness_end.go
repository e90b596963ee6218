package office

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"

	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
)

// holds reports whether an event bears the signature of its key: the last signed one binds
// the log below it. Of a key whose row was taken over unread nothing can be said.
func (f *fold) holds(e events.Event) bool {
	k := f.keys[e.Key]
	if k == nil {
		h := cmp.Or(f.row(tableKey, e.Key), f.row(tableSpare, e.Key))
		public, err := sign.ParsePublicKey(plainCell(h.set["public"].value))
		if err != nil {
			return true
		}
		k = &keyHeld{public: public}
	}
	return signedBy(e, k.public)
}

// signedBy reports whether an event bears the signature of a key.
func signedBy(e events.Event, key sign.PublicKey) bool {
	payload, err := e.Payload()
	sig, serr := base64.StdEncoding.DecodeString(e.Signature)
	return err == nil && serr == nil && key.Verify(sign.PreAuth(events.PayloadType, payload), sig)
}

// stray gives the first statement that stands beside no event, 0 where there is none:
// nobody signed it, and it would stand in the way of an event to come.
func stray(ctx context.Context, db rowReader) (seq int64, err error) {
	rows, err := db.QueryContext(ctx, "SELECT seq FROM statement s WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.seq = s.seq) LIMIT 1")
	if err != nil {
		return 0, fmt.Errorf("read statements: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&seq); err != nil {
			return 0, fmt.Errorf("read statements: %w", err)
		}
	}
	return seq, rows.Err()
}
