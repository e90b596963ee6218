package receiver

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// lockFile is held by the one process that works on a receiver's folder.
const lockFile = "receiver.lock"

func holdFolder(dir string) (*durable.Lock, error) {
	lock, err := durable.TryLock(filepath.Join(dir, lockFile))
	switch {
	case errors.Is(err, durable.ErrHeld):
		return nil, failure.Wrap(failure.Refused, "hold archive folder", wording.Say("hint.receiver.already-running"), err)
	case err != nil:
		return nil, failure.Wrap(failure.Setup, "hold archive folder", wording.Say("hint.receiver.folder-not-writable"), err)
	}
	return lock, nil
}

// collectEvery is how often an inbox is looked into.
const collectEvery = 30 * time.Second

// watch takes what is put into the inbox until ctx ends; log may be nil. every 0
// looks twice a minute. Several processes may watch the same inbox, the locks of
// uploads keep them apart.
func (i Inbox) watch(ctx context.Context, a *archive.Archive, every time.Duration, log *slog.Logger) {
	if every <= 0 {
		every = collectEvery
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		sum, err := i.Collect(ctx, a)
		if log != nil && ctx.Err() == nil {
			if sum.Taken > 0 {
				log.Info("collect packages", "taken", sum.Taken, "waiting", sum.Waiting, "refused", sum.Refused)
			}
			if err != nil {
				log.Error("collect packages", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
