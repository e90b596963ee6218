package outbox

import (
	"context"

	"laufzettel/transfer/people"
	"laufzettel/transfer/schema"
)

// HoldSending stops the outbox or lets it go on.
func (ob *Outbox) HoldSending(ctx context.Context, hold bool) error {
	if _, err := ob.Office.Allow(ctx, people.Send, "steer sending"); err != nil {
		return err
	}
	return ob.Queue.Pause(ctx, hold)
}

// RetryJob lets a job of the outbox be tried at once.
func (ob *Outbox) RetryJob(ctx context.Context, id string) error {
	if _, err := ob.Office.Allow(ctx, people.Send, "steer sending"); err != nil {
		return err
	}
	return ob.Queue.TryNow(ctx, id, ob.Office.Now())
}

// CancelJob takes a job out of the outbox.
func (ob *Outbox) CancelJob(ctx context.Context, id string) error {
	if _, err := ob.Office.Allow(ctx, people.Send, "steer sending"); err != nil {
		return err
	}
	return ob.Queue.Cancel(ctx, id, ob.Office.Now())
}

// TakeSchemas takes a schema, a folder or a ZIP of schemas into the workspace: a
// tool, which the administrator sets (F10).
func (ob *Outbox) TakeSchemas(ctx context.Context, path string) (schema.Package, error) {
	if _, err := ob.Office.Allow(ctx, people.Tools, "take schemas"); err != nil {
		return schema.Package{}, err
	}
	return ob.Schemas.Add(ctx, path)
}
