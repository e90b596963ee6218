package outbox

import (
	"database/sql"
	"path/filepath"
	"testing"

	"laufzettel/app/store"
	"laufzettel/transfer/events"
)

// What the log says of a job is found by the job and by what it is about, also when it was
// written after the log had been read, and never in an entry about something else.
func TestQueuedLog(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: events.Room, Migrations: events.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	write := func(subject, object string, kind events.Type, body string) {
		t.Helper()
		if err := db.WithTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), "INSERT INTO event (subject, object, type, at, body, hash) VALUES (?, ?, ?, 0, ?, '')",
				subject, object, kind, []byte(body))
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	portion := func(name string) topic { return topic{name: name} }
	var q queuedLog
	ask := func(job string, about topic, name, said string, found bool) {
		t.Helper()
		if got, ok, err := q.of(t.Context(), db, job, about, name); got != said || ok != found || err != nil {
			t.Errorf("job %s about %v: %s %q, %v, %v; want %q, %v", job, about, name, got, ok, err, said, found)
		}
	}
	ask("1", portion("P1"), "order", "", false)
	write("P1", "", events.Queued, `{"detail":{"job":"1","order":"abc"}}`)
	write("P1", "a", events.Released, `{"detail":{"job":"2","order":"of no queue"}}`)
	ask("1", portion("P1"), "order", "abc", true)
	ask("1", portion("P2"), "order", "", false)
	ask("1", topic{message: true, name: "P1"}, "order", "", false)
	ask("2", portion("P1"), "order", "", false)
	write("P1", "", events.Queued, `{"detail":{"job":"1","order":"a second time"}}`)
	write("Z1", "closure", events.Queued, `{"detail":{"job":"3","message":"m"}}`)
	write("P9", "", events.Sent, `{"detail":{"way":"channel"}}`)
	write("P8", "", events.Sent, `{"detail":{"way":"folder"}}`)
	ask("1", portion("P1"), "order", "abc", true)
	ask("3", topic{message: true, name: "closure"}, "message", "m", true)
	ask("3", portion("closure"), "message", "", false)
	ask("4", portion("P9"), "order", "", true)
	ask("4", portion("P8"), "order", "", false)
	q.seen = 1000 // as if the log had been longer: what it says no more is forgotten
	q.jobs["9"] = []queuedAs{{about: [2]topic{portion("P1")}}}
	ask("9", portion("P1"), "order", "", false)
	ask("1", portion("P1"), "order", "abc", true)
}
