package queue

import (
	"errors"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// ErrRunnerBusy says that another window or program sends already.
var ErrRunnerBusy = failure.New(failure.Refused, "start sending", wording.Say("hint.queue.sending-elsewhere"))

// acquire takes the lock that lets one runner send at a time.
func acquire(path string) (*durable.Lock, error) {
	l, err := durable.TryLock(path)
	if errors.Is(err, durable.ErrHeld) {
		return nil, ErrRunnerBusy
	}
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "lock queue", wording.Say("hint.queue.lock-not-made"), err)
	}
	return l, nil
}
