package outbox

import (
	"context"
	"fmt"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// ordered holds a job against the log before this machine works on it: whoever puts a row into
// the queue, or sends it elsewhere, takes the signature of a person off it or names another
// file, would have it signed for them (S2). Errors: Damaged. Decisions bear a signature each.
func (ob *Outbox) ordered(ctx context.Context, j queue.Job, o channel.Order) error {
	if j.Kind == queue.Message && o.Kind == channel.KindDecisions {
		return nil
	}
	said, found, err := ob.queuedAs(ctx, j, o, "order")
	if err != nil {
		return err
	}
	if found && (said == "" || said == j.Digest()) { // the log of before names no order
		return nil
	}
	return failure.New(failure.Damaged, "send "+o.Name, wording.Say("hint.outbox.job-not-queued"))
}

// stated holds what a message says against the log before this machine signs it. Errors: Damaged.
func (ob *Outbox) stated(ctx context.Context, j queue.Job, o channel.Order, m receipt.Message) error {
	if m.Kind == channel.KindDecisions {
		return nil
	}
	said, found, err := ob.queuedAs(ctx, j, o, "message")
	if err != nil {
		return err
	}
	if found && (said == "" || said == m.Statement()) { // the log of before names no content
		return nil
	}
	return failure.New(failure.Damaged, "send "+m.Name, wording.Say("hint.outbox.message-not-queued"))
}

// queuedAs gives what the log says under a name of the entry by which a job was put into
// the queue, and whether there is such an entry.
func (ob *Outbox) queuedAs(ctx context.Context, j queue.Job, o channel.Order, detail string) (said string, found bool, err error) {
	about := topic{name: j.Subject}
	switch portion, lent := strings.CutPrefix(j.Subject, workPackage); {
	case j.Kind == queue.Message:
		about = topic{message: true, name: o.Kind}
	case lent:
		about.name = portion
	default: // a package is told under its portion, a delivery of a registry under itself
		if pkg, err := ob.Portions.PackageByID(ctx, j.Subject); err == nil {
			about.name = pkg.Portion
		}
	}
	said, found, err = ob.queued.of(ctx, ob.Office.Store, j.ID, about, detail)
	if err != nil {
		err = fmt.Errorf("find entry of job: %w", err)
	}
	return said, found, err
}
