package workspace

import (
	"context"
	"database/sql"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// lockFile is held by the only runner of the queue.
const lockFile = "runner.lock"

// Send puts the packages of a packaged portion into the outbox; the runner sends
// them. Doing so twice changes nothing. Errors: Refused before packaging, Setup
// without an archive to send to.
func (w *Workspace) Send(ctx context.Context, id string) error {
	if _, err := w.allow(ctx, "send"); err != nil {
		return err
	}
	p, err := w.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	if p.State == transfer.Sent || p.State == transfer.Confirmed {
		return nil
	}
	if p.State != transfer.Packaged {
		return failure.New(failure.Refused, "send "+id, fmt.Sprintf("Gesendet wird eine paketierte Portion; diese ist „%s“.", p.State.German()))
	}
	packages, err := w.Portions.Packages(ctx, id)
	if err != nil {
		return err
	}
	err = w.store.WithTx(ctx, func(tx *sql.Tx) error {
		for _, pkg := range packages {
			if err := w.enqueueBuilt(ctx, tx, id, pkg.PID); err != nil {
				return err
			}
		}
		return nil
	})
	w.point("send.queued")
	return err
}

// enqueueBuilt puts a built package into the outbox within tx; one that is there
// already stays.
func (w *Workspace) enqueueBuilt(ctx context.Context, tx *sql.Tx, portion, pid string) error {
	pkg, err := transfer.PackageTx(ctx, tx, pid)
	if err != nil || pkg.State != transfer.PackageBuilt {
		return err
	}
	url := w.Settings.Get().Channel.URL
	if url == "" {
		return failure.New(failure.Setup, "send package", "Es ist kein Archiv eingetragen, an das gesendet werden kann. Bitte diesen Rechner zuerst anmelden (enrol).")
	}
	p, err := w.Portions.Get(ctx, portion)
	if err != nil {
		return err
	}
	code, err := w.givenCode(ctx, p, pkg)
	if err != nil {
		return err
	}
	job, err := channel.UploadJob(pid, channel.Order{Peer: url, Path: pkg.Path, Kind: pkg.Kind, Name: path.Base(pkg.Path),
		PackageID: pid, AccessionID: p.AccessionID, ReferenceCode: code, Exclusive: w.exclusive(ctx, p, pkg), SHA512: pkg.SHA512, Size: pkg.Size}, w.Now())
	if err != nil {
		return err
	}
	if err := w.Queue.EnqueueTx(ctx, tx, job); err != nil {
		return err
	}
	if err := transfer.SetPackage(ctx, tx, pid, transfer.PackageSent, ""); err != nil {
		return err
	}
	return w.log(ctx, w.event(events.Queued, portion, pid, "ok", map[string]string{"job": job.ID}))(tx)
}

// givenCode is the reference code of an archival package where the pattern of a
// profile gave it, "" otherwise: the numbers a workspace counts by itself are no
// codes of the archive, and every workspace begins them with 1.
func (w *Workspace) givenCode(ctx context.Context, p transfer.Portion, pkg transfer.Package) (string, error) {
	if pkg.Kind != aip.KindAIP {
		return "", nil
	}
	prof, err := w.profileOf(ctx, p)
	if err != nil || prof == nil || prof.ReferenceCode.Pattern == "" {
		return "", err
	}
	return strings.TrimSpace(pkg.ReferenceCode), nil
}

// SendProgress tells what the runner does: the job as it now stands.
type SendProgress func(queue.Job)

// Runner gives the runner of the outbox; only one works on a workspace at a time.
func (w *Workspace) Runner(progress SendProgress) *queue.Runner {
	sender := &channel.Sender{Service: w.Channel, DB: w.store, Receipts: w.Receipts, Root: w.Dir, OnReceipt: w.confirmed, OnRefusal: w.turnedDown, Door: w.carrier}
	return &queue.Runner{Store: w.Queue, Workers: sender.Workers(), Lock: filepath.Join(w.Dir, lockFile), Parallel: w.Settings.Get().Channel.Parallel, Now: w.opts.Now, Changed: progress, Progress: reported(progress)}
}

// SendOnce sends everything that is due, and what follows from it: once all
// packages of a portion are confirmed, its accession package is made and sent.
func (w *Workspace) SendOnce(ctx context.Context, progress SendProgress) (queue.Summary, error) {
	w.Channel.Limit.Set(w.Settings.Get().Channel.RateLimit)
	if err := w.askPending(ctx); err != nil {
		return queue.Summary{}, err
	}
	if w.OfferDue(ctx) { // a reader's send leaves offers to those who take in
		if _, err := w.FetchDue(ctx, nil); err != nil {
			return queue.Summary{}, err
		}
	}
	var total queue.Summary
	defer w.stampLater(ctx)
	for {
		sum, err := w.Runner(progress).RunOnce(ctx)
		total = add(total, sum)
		if err != nil {
			return total, err
		}
		more, err := w.Concludes(ctx)
		if err != nil || !more {
			return total, err
		}
	}
}

// askPending asks an archive that has not yet confirmed this key whether it has
// by now. An archive that cannot be reached is told by the sending itself.
func (w *Workspace) askPending(ctx context.Context) error {
	peer, err := w.Channel.Peer(ctx, w.Settings.Get().Channel.URL)
	if err != nil || peer.State != "pending" {
		return nil // not enrolled, or settled long ago
	}
	if _, err := w.Channel.Refresh(ctx, peer.URL); failure.KindOf(err) == failure.Damaged {
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
func (w *Workspace) receiverOf(ctx context.Context, packageID string) *Receiver {
	for i := range w.Receivers {
		if w.Receivers[i].Mine(ctx, packageID) {
			return &w.Receivers[i]
		}
	}
	return nil
}

// turnedDown runs in the transaction that stores a refusal of the archive.
func (w *Workspace) turnedDown(ctx context.Context, tx *sql.Tx, e receipt.Entry) error {
	if mine := w.receiverOf(ctx, e.PackageID); mine != nil {
		return mine.Refused(ctx, tx, e)
	}
	return nil
}

// confirmed runs in the transaction that stores a verified receipt: the package
// is confirmed, and with the last one the portion (A19).
func (w *Workspace) confirmed(ctx context.Context, tx *sql.Tx, e receipt.Entry) error {
	if mine := w.receiverOf(ctx, e.PackageID); mine != nil {
		return mine.Confirmed(ctx, tx, e)
	}
	if portion, ok := strings.CutPrefix(e.PackageID, workPackage); ok {
		return w.workArrived(ctx, tx, portion, e)
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
	if err := w.log(ctx, w.event(events.Confirmed, pkg.Portion, pkg.PID, string(e.Receipt.State), detail))(tx); err != nil {
		return err
	}
	open, err := transfer.UnconfirmedTx(ctx, tx, pkg.Portion, aip.KindAIP)
	if err != nil || open > 0 || pkg.Kind != aip.KindAIP {
		return err
	}
	p, err := w.Portions.Get(ctx, pkg.Portion)
	if err != nil || p.State == transfer.Confirmed || p.State == transfer.Closed {
		return err // a representation made after the portion was confirmed (A10)
	}
	for _, to := range []transfer.State{transfer.Sent, transfer.Confirmed} {
		if _, err := w.Portions.MoveTx(ctx, tx, pkg.Portion, to, nil); err != nil {
			return err
		}
	}
	return nil
}

// VerifyReceipt verifies a receipt from files alone: against the keys pinned at
// the enrolment with its archive.
func (w *Workspace) VerifyReceipt(ctx context.Context, name string) (receipt.Verification, error) {
	peer, err := w.Channel.Peer(ctx, w.Settings.Get().Channel.URL)
	if err != nil {
		return receipt.Verification{}, err
	}
	return receipt.VerifyFile(ctx, name, peer.Trust)
}
