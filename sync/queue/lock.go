package queue

import (
	"errors"
	"os"
	"path/filepath"

	"laufzettel/transfer/failure"
)

// ErrRunnerBusy says that another window or program sends already.
var ErrRunnerBusy = failure.New(failure.Refused, "start sending", "Ein anderes Fenster oder Programm überträgt bereits aus diesem Arbeitsbereich. Es ist nichts zu tun.")

// runnerLock is a lock of the operating system: it goes with its process, even
// when that is killed.
type runnerLock struct{ f *os.File }

// errHeld is what tryLock gives when somebody else holds the lock.
var errHeld = errors.New("lock is held")

func acquire(path string) (*runnerLock, error) {
	const hint = "Die Sperrdatei der Übertragung lässt sich nicht anlegen. Bitte Rechte und Pfad des Arbeitsbereichs prüfen."
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, failure.Wrap(failure.Setup, "lock queue", hint, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "lock queue", hint, err)
	}
	if err := tryLock(f); err != nil {
		_ = f.Close() // the lock error is the one that counts
		if errors.Is(err, errHeld) {
			return nil, ErrRunnerBusy
		}
		return nil, failure.Wrap(failure.Setup, "lock queue", hint, err)
	}
	return &runnerLock{f}, nil
}

// release gives the lock back; the file stays.
func (l *runnerLock) release() error { return l.f.Close() }
