package office

import (
	"context"
	"encoding/json"
	"fmt"

	"laufzettel/transfer/events"
	"laufzettel/transfer/record"
)

// TogetherDestroyed gives, by number of the entry, the objects of a portion that an act on many
// objects decided V: such an entry names none of them, its statement names all. What is not the
// statement its entry names counts for nothing.
func (of *Office) TogetherDestroyed(ctx context.Context, portion string) (map[int64][]string, error) {
	rows, err := of.Store.Reader().QueryContext(ctx,
		"SELECT e.body, s.body FROM event e JOIN statement s ON s.seq = e.seq WHERE e.subject = ? AND e.object = '' AND e.type IN (?, ?)",
		portion, string(events.Appraised), string(events.Undone))
	if err != nil {
		return nil, fmt.Errorf("read decisions made together: %w", err)
	}
	defer rows.Close()
	out := map[int64][]string{}
	for rows.Next() {
		var body, stated []byte
		if err := rows.Scan(&body, &stated); err != nil {
			return nil, fmt.Errorf("read decisions made together: %w", err)
		}
		var e events.Event
		var st statement
		if json.Unmarshal(body, &e) != nil || e.Statement != events.StatementDigest(stated) || json.Unmarshal(stated, &st) != nil {
			continue // the walk over the log names it
		}
		for _, r := range st.Rows {
			if r.Table == tableDecision && len(r.Key) == 2 && r.Key[0] == portion && !r.Gone &&
				r.Set["rating"] == encodeCell(string(record.RatingDestroy)) {
				out[e.Seq] = append(out[e.Seq], r.Key[1])
			}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read decisions made together: %w", err)
	}
	return out, nil
}
