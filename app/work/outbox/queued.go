package outbox

import (
	"context"
	"database/sql"
	"slices"
	"sync"

	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/prepare"
)

// topic is what an entry of the log is about: the subject of a job, or the kind of a message.
type topic struct {
	message bool
	name    string
}

// queuedLog is what the log says of the jobs that were put into the queue. The log only grows:
// what was read is kept, and read on from there. Asked anew for each of three thousand packages
// it would be gone through three thousand times.
type queuedLog struct {
	mu   sync.Mutex
	seen int64                 // the entry read last
	jobs map[string][]queuedAs // by job, oldest first
	// ways are topics of which the log of before tells a sending, but no job.
	ways map[topic]bool
}

// queuedAs is one entry by which a job was put into the queue.
type queuedAs struct {
	about [2]topic
	said  map[string]string // order and content, by the names they have in the log
}

// of gives what the log says under a name of a job about something, and whether it knows one.
func (q *queuedLog) of(ctx context.Context, db transfer.DB, job string, about topic, name string) (said string, found bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.read(ctx, db); err != nil {
		return "", false, err
	}
	for _, e := range q.jobs[job] {
		if slices.Contains(e.about[:], about) {
			return e.said[name], true, nil
		}
	}
	return "", q.ways[about], nil
}

// read takes in what was written since.
func (q *queuedLog) read(ctx context.Context, db transfer.DB) error {
	var last int64
	if err := db.Reader().QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM event").Scan(&last); err != nil || last == q.seen {
		return err
	}
	if q.jobs == nil || last < q.seen { // a log put back to an earlier state vouches for nothing later
		q.jobs, q.ways, q.seen = map[string][]queuedAs{}, map[topic]bool{}, 0
	}
	rows, err := db.Reader().QueryContext(ctx, `SELECT seq, subject, object, body ->> '$.detail.job', body ->> '$.detail.way',
		coalesce(body ->> '$.detail.order', ''), coalesce(body ->> '$.detail.message', '')
		FROM (SELECT seq, subject, object, CAST(body AS TEXT) AS body FROM event WHERE seq > ? AND seq <= ? AND type IN (?, ?, ?))
		ORDER BY seq`, q.seen, last, events.Queued, published, events.Sent)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var subject, object, order, message string
		var job, way sql.NullString
		if err := rows.Scan(&seq, &subject, &object, &job, &way, &order, &message); err != nil {
			return err
		}
		about := [2]topic{{name: subject}, {message: true, name: object}}
		if job.Valid {
			e := queuedAs{about: about, said: map[string]string{"order": order, "message": message}}
			q.jobs[job.String] = append(q.jobs[job.String], e)
		} else if way.String == prepare.WayChannel {
			q.ways[about[0]], q.ways[about[1]] = true, true
		}
		q.seen = seq
	}
	if err := rows.Err(); err != nil {
		return err
	}
	q.seen = last
	return nil
}
