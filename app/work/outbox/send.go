package outbox

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// lockFile is held by the only runner of the queue.
const lockFile = "runner.lock"

// Send puts the packages of a packaged portion into the outbox; the runner sends
// them. Doing so twice changes nothing, unless a person has given a job up in between: its
// package is put in anew. Errors: Refused before packaging, Setup
// without an archive to send to, Damaged where the tables say otherwise than the log:
// a package that nobody here has built would be receipted as one of ours.
func (ob *Outbox) Send(ctx context.Context, id string) error {
	if _, err := ob.Office.Allow(ctx, people.Send, "send"); err != nil {
		return err
	}
	if p, err := ob.Portions.Get(ctx, id); err == nil && (p.State == transfer.Packaged || wentOut(p)) {
		if err := ob.Packer.Desk.Uphold(ctx, "send "+id, p); err != nil {
			return err
		}
	}
	queued := false
	err := ob.Office.Store.WithTx(ctx, func(tx *sql.Tx) (err error) {
		queued, err = ob.queue(ctx, tx, id)
		return err
	})
	if queued {
		ob.Office.Point("send.queued")
	}
	return err
}

// wentOut tells that every archival package of a portion is receipted; others may still be under way.
func wentOut(p transfer.Portion) bool {
	return p.State == transfer.Sent || p.State == transfer.Confirmed
}

// queue puts what is packaged at this moment into the outbox, and anew what was on its way
// and given up; false where nothing is left to send. State and packages are read in the
// transaction that acts on them.
func (ob *Outbox) queue(ctx context.Context, tx *sql.Tx, id string) (queued bool, err error) {
	p, err := transfer.PortionTx(ctx, tx, id)
	if err != nil {
		return false, err
	}
	gone := wentOut(p)
	if !gone && p.State != transfer.Packaged {
		return false, failure.New(failure.Refused, "send "+id, wording.Say("hint.outbox.portion-not-packaged", p.State))
	}
	packages, err := transfer.PackagesTx(ctx, tx, id)
	if err != nil {
		return false, err
	}
	givenUp, err := ob.Queue.GivenUpTx(ctx, tx)
	if err != nil {
		return false, err
	}
	for _, pkg := range packages {
		again := pkg.State == transfer.PackageSent && givenUp[pkg.PID]
		if again {
			if err := transfer.SetPackage(ctx, tx, pkg.PID, transfer.PackageBuilt, ""); err != nil {
				return true, err
			}
		}
		if !again && (gone || pkg.State != transfer.PackageBuilt) {
			continue
		}
		if err := ob.Packer.EnqueueBuilt(ctx, tx, id, pkg.PID); err != nil {
			return true, err
		}
		queued = true
	}
	return queued, nil
}

// SendProgress tells what the runner does: the job as it now stands.
type SendProgress func(queue.Job)

// Runner gives the runner of the outbox; only one works on a workspace at a time.
func (ob *Outbox) Runner(progress SendProgress) *queue.Runner {
	sender := &channel.Sender{Service: ob.Channel, DB: ob.Office.Store, Receipts: ob.Receipts, Root: ob.Office.Dir, OnReceipt: ob.Confirmed,
		OnRefusal: ob.turnedDown, Door: ob.Doors.carrier, Ordered: ob.ordered, Stated: ob.stated}
	return &queue.Runner{Store: ob.Queue, Workers: sender.Workers(), Lock: filepath.Join(ob.Office.Dir, lockFile),
		Parallel: ob.Office.Settings.Get().Channel.Parallel, Now: ob.Office.Opts.Now, Changed: progress, Progress: reported(progress)}
}

// SendOnce sends everything that is due, and what follows from it: once all
// packages of a portion are confirmed, its accession package is made and sent.
func (ob *Outbox) SendOnce(ctx context.Context, progress SendProgress) (queue.Summary, error) {
	ob.Channel.Limit.Set(ob.Office.Settings.Get().Channel.RateLimit)
	if err := ob.askPending(ctx); err != nil {
		return queue.Summary{}, err
	}
	if ob.Doors.OfferDue(ctx) { // a reader's send leaves offers to those who take in
		if _, err := ob.Doors.FetchDue(ctx, nil); err != nil {
			return queue.Summary{}, err
		}
	}
	var total queue.Summary
	defer ob.stampLater(ctx)
	for {
		sum, err := ob.Runner(progress).RunOnce(ctx)
		total = add(total, sum)
		if err != nil {
			return total, err
		}
		more, err := ob.Concludes(ctx)
		if err != nil {
			return total, err
		}
		if !more {
			return ob.tellBeside(ctx, progress, total)
		}
	}
}

// tellBeside lets the archive know what it has to beside packages; what was delivered counts
// in a summary, what was told only where it did not arrive.
func (ob *Outbox) tellBeside(ctx context.Context, progress SendProgress, total queue.Summary) (queue.Summary, error) {
	told, err := ob.Telling.TellArchive(ctx)
	if failure.KindOf(err) == failure.Transient {
		return total, nil // the archive is not to be reached: with the next sending
	}
	if err != nil || told.Closures+told.Orders == 0 {
		return total, err
	}
	sum, err := ob.Runner(progress).RunOnce(ctx)
	sum.Done = 0
	return add(total, sum), err
}

// askPending asks an archive that has not yet confirmed this key whether it has
// by now. An archive that cannot be reached is told by the sending itself.
func (ob *Outbox) askPending(ctx context.Context) error {
	peer, err := ob.Channel.Peer(ctx, ob.Office.Settings.Get().Channel.URL)
	if err != nil || peer.State != channel.KeyPending {
		return nil // not enrolled, or settled long ago
	}
	if _, err := ob.Channel.Refresh(ctx, peer.URL); failure.KindOf(err) == failure.Damaged {
		return err
	}
	return ctx.Err()
}

func add(a, b queue.Summary) queue.Summary {
	b.Done, b.Retry, b.NeedsUser, b.NeedsAdmin = a.Done+b.Done, a.Retry+b.Retry, a.NeedsUser+b.NeedsUser, a.NeedsAdmin+b.NeedsAdmin
	b.Damaged, b.Cancelled, b.Stopped = a.Damaged+b.Damaged, a.Cancelled+b.Cancelled, a.Stopped+b.Stopped
	return b
}

// Receiver is who knows what an answer of the archive to an upload means: rooms
// above the outbox enter themselves for what they gave out (C8, F3).
type Receiver struct {
	Mine      func(ctx context.Context, packageID string) bool
	Confirmed func(ctx context.Context, tx *sql.Tx, e receipt.Entry) error
	Refused   func(ctx context.Context, tx *sql.Tx, e receipt.Entry) error
}

// receiverOf finds who gave out what a receipt is about, nil for packages and
// messages of the outbox itself.
func (ob *Outbox) receiverOf(ctx context.Context, packageID string) *Receiver {
	for i := range ob.Receivers {
		if ob.Receivers[i].Mine(ctx, packageID) {
			return &ob.Receivers[i]
		}
	}
	return nil
}

// turnedDown runs in the transaction that stores a refusal of the archive.
func (ob *Outbox) turnedDown(ctx context.Context, tx *sql.Tx, e receipt.Entry) error {
	if mine := ob.receiverOf(ctx, e.PackageID); mine != nil {
		return mine.Refused(ctx, tx, e)
	}
	return nil
}

// Confirmed runs in the transaction that stores a verified receipt: the package
// is confirmed, and with the last one the portion (A19).
func (ob *Outbox) Confirmed(ctx context.Context, tx *sql.Tx, e receipt.Entry) error {
	if mine := ob.receiverOf(ctx, e.PackageID); mine != nil {
		return mine.Confirmed(ctx, tx, e)
	}
	if portion, ok := strings.CutPrefix(e.PackageID, workPackage); ok {
		return ob.Lending.workArrived(ctx, tx, portion, e)
	}
	if e.PackageID == "" { // a message: its job knows what it was
		return nil
	}
	pkg, err := transfer.PackageTx(ctx, tx, e.PackageID)
	if err != nil {
		return err
	}
	if err := transfer.SetPackage(ctx, tx, pkg.PID, transfer.PackageConfirmed, pkg.Path+receipt.SuffixReceipt); err != nil {
		return err
	}
	detail := map[string]string{"receipt": e.Receipt.ReceiptID, "receipt-sha512": e.ReceiptSHA512}
	if err := ob.Log.Entry(ctx, ob.Office.Event(events.Confirmed, pkg.Portion, pkg.PID, string(e.Receipt.State), detail))(tx); err != nil {
		return err
	}
	open, err := transfer.UnconfirmedTx(ctx, tx, pkg.Portion, aip.KindAIP)
	if err != nil || open > 0 || pkg.Kind != aip.KindAIP {
		return err
	}
	p, err := transfer.PortionTx(ctx, tx, pkg.Portion)
	if err != nil || p.State == transfer.Confirmed || p.State == transfer.Closed {
		return err // a representation made after the portion was confirmed (A10)
	}
	for _, to := range []transfer.State{transfer.Sent, transfer.Confirmed} {
		if _, err := ob.Portions.MoveTx(ctx, tx, pkg.Portion, to, nil); err != nil {
			return err
		}
	}
	return nil
}

// VerifyReceipt verifies a receipt from files alone: against the keys pinned at
// the enrolment with its archive.
func (ob *Outbox) VerifyReceipt(ctx context.Context, name string) (receipt.Verification, error) {
	peer, err := ob.Channel.Peer(ctx, ob.Office.Settings.Get().Channel.URL)
	if err != nil {
		return receipt.Verification{}, err
	}
	return receipt.VerifyFile(ctx, name, peer.Trust)
}

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
