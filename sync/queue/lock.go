package queue

import (
	"errors"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// ErrRunnerBusy says that another window or program sends already.
var ErrRunnerBusy = failure.New(failure.Refused, "start sending", "Ein anderes Fenster oder Programm überträgt bereits aus diesem Arbeitsbereich. Es ist nichts zu tun.")

// acquire takes the lock that lets one runner send at a time.
func acquire(path string) (*durable.Lock, error) {
	l, err := durable.TryLock(path)
	if errors.Is(err, durable.ErrHeld) {
		return nil, ErrRunnerBusy
	}
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "lock queue", "Die Sperrdatei der Übertragung lässt sich nicht anlegen. Bitte Rechte und Pfad des Arbeitsbereichs prüfen.", err)
	}
	return l, nil
}
