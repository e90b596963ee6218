package receiver

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// lockFile is held by the one process that works on a receiver's folder.
const lockFile = "receiver.lock"

func holdFolder(dir string) (*durable.Lock, error) {
	lock, err := durable.TryLock(filepath.Join(dir, lockFile))
	switch {
	case errors.Is(err, durable.ErrHeld):
		return nil, failure.Wrap(failure.Refused, "hold archive folder", "In diesem Ordner arbeitet schon ein Empfänger. Bitte den anderen zuerst beenden; mehrere nebeneinander gibt es mit laufzettel-archive.", err)
	case err != nil:
		return nil, failure.Wrap(failure.Setup, "hold archive folder", "Im Ordner des Archivs lässt sich nicht schreiben. Bitte Rechte und Platz prüfen.", err)
	}
	return lock, nil
}

// collectEvery is how often a watched folder is looked into.
const collectEvery = 30 * time.Second

// collect takes what is put into the watched folder until ctx ends.
func (r *Receiver) collect(ctx context.Context) {
	if r.options.Inbox == "" {
		return
	}
	every := r.options.InboxEvery
	if every <= 0 {
		every = collectEvery
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		sum, err := r.Collect(ctx, r.options.Inbox)
		if r.log != nil && ctx.Err() == nil {
			if err != nil {
				r.log.Error("collect packages", "error", err)
			} else if sum.Taken > 0 {
				r.log.Info("collect packages", "taken", sum.Taken, "waiting", sum.Waiting, "refused", sum.Refused)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
