package workspace

import (
	"context"

	"laufzettel/transfer/schema"
)

// HoldSending stops the outbox or lets it go on.
func (w *Workspace) HoldSending(ctx context.Context, hold bool) error {
	if _, err := w.allow(ctx, "steer sending"); err != nil {
		return err
	}
	return w.Queue.Pause(ctx, hold)
}

// RetryJob lets a job of the outbox be tried at once.
func (w *Workspace) RetryJob(ctx context.Context, id string) error {
	if _, err := w.allow(ctx, "steer sending"); err != nil {
		return err
	}
	return w.Queue.TryNow(ctx, id, w.Now())
}

// CancelJob takes a job out of the outbox.
func (w *Workspace) CancelJob(ctx context.Context, id string) error {
	if _, err := w.allow(ctx, "steer sending"); err != nil {
		return err
	}
	return w.Queue.Cancel(ctx, id, w.Now())
}

// TakeSchemas takes a schema, a folder or a ZIP of schemas into the workspace: a
// tool, which the administrator sets (F10).
func (w *Workspace) TakeSchemas(ctx context.Context, path string) (schema.Package, error) {
	if _, err := w.allow(ctx, "take schemas"); err != nil {
		return schema.Package{}, err
	}
	return w.Schemas.Add(ctx, path)
}
