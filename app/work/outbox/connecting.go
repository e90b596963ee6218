package outbox

import (
	"laufzettel/sync/queue"
)

// reported tells every step of a job under way like a change of it, so that rate
// and time left can be shown.
func reported(tell SendProgress) func(id string, done, total int64) {
	if tell == nil {
		return nil
	}
	return func(id string, done, total int64) {
		tell(queue.Job{ID: id, State: queue.Running, Done: done, Total: total})
	}
}
