package accession

import (
	"context"
	"fmt"
	"time"

	"laufzettel/transfer/failure"
)

// Watch calls changed after every change of the workspace's database, by this
// program or by another one (the CLI), until ctx ends. It asks SQLite's data
// version every so often on a connection of its own: no query, no lock. changed
// is called from Watch's goroutine.
func (bk *Books) Watch(ctx context.Context, every time.Duration, changed func()) error {
	conn, err := bk.Office.Store.Reader().Conn(ctx)
	if err != nil {
		return watchFault(err)
	}
	defer conn.Close()
	tick := time.NewTicker(every)
	defer tick.Stop()
	var last int64
	for first := true; ; first = false {
		var now int64
		if err := conn.QueryRowContext(ctx, "PRAGMA data_version").Scan(&now); err != nil {
			return watchFault(err)
		}
		if !first && now != last {
			changed()
		}
		last = now
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// watchFault keeps a cancelled watch from looking like a fault.
func watchFault(err error) error {
	if failure.Canceled(err) {
		return nil
	}
	return fmt.Errorf("watch workspace: %w", err)
}
