package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Events of lending (G17); what is lent is named by the portion.
const (
	published  events.Type = "published"  // given out for appraisal
	takenOut   events.Type = "taken-out"  // taken to this workspace with a lease
	givenBack  events.Type = "given-back" // lease returned
	mergedType events.Type = "merged"     // decisions of others taken in
)

// workPackage marks the receipts of work packages.
const workPackage = "work:"

// DefaultLeaseDays is how long a portion is taken out unless a person says otherwise.
const DefaultLeaseDays = 14

// ArchiveURL gives the archive this workspace is enrolled with.
func (ln *Lending) ArchiveURL(op string) (string, error) {
	url := ln.Office.Settings.Get().Channel.URL
	if url == "" {
		return "", failure.New(failure.Setup, op, wording.Say("hint.outbox.no-archive-entered"))
	}
	return url, nil
}

// Archive gives the client for it.
func (ln *Lending) Archive(ctx context.Context, op string) (*channel.Client, channel.Peer, error) {
	url, err := ln.ArchiveURL(op)
	if err != nil {
		return nil, channel.Peer{}, err
	}
	if err := ln.Outbox.askPending(ctx); err != nil {
		return nil, channel.Peer{}, err
	}
	return ln.Channel.Client(ctx, url)
}

// Publish gives an accepted portion out for appraisal: its bytes, record tree and
// check report go to the archive with the outbox; decisions made so far follow.
// Repeating goes on where it was. Errors: Refused for classified material (G15)
// and for portions that are not in appraisal.
func (ln *Lending) Publish(ctx context.Context, id string) (loan.Loan, error) {
	person, err := ln.Office.MustPerson(people.Lend, "publish portion")
	if err != nil {
		return loan.Loan{}, err
	}
	url, err := ln.ArchiveURL("publish portion")
	if err != nil {
		return loan.Loan{}, err
	}
	l, err := ln.Loans.Find(ctx, id)
	switch {
	case err == nil && l.Side == loan.Taken:
		return l, failure.New(failure.Refused, "publish "+id, wording.Say("hint.outbox.not-lent-on"))
	case err == nil && l.State != loan.Closed:
		if given, err := ln.givenUp(ctx, l); err != nil {
			return l, err
		} else if !given {
			return ln.opened(ctx, l)
		}
	case err != nil && !errors.Is(err, loan.ErrNone):
		return l, err
	}
	p, err := ln.Desk.MayAppraise(ctx, id)
	if err != nil {
		return l, err
	}
	order, err := ln.buildWork(ctx, p)
	if err != nil {
		return l, err
	}
	order.Peer = url
	ln.Office.Point("work.built")
	l = loan.Loan{Portion: id, Side: loan.Given, Peer: url, Title: titleOf(p), Person: person, State: loan.Sending, Begun: ln.Office.Now()}
	job, err := channel.UploadJob(workPackage+id, order, ln.Office.Now())
	if err != nil {
		return l, err
	}
	err = ln.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := ln.Loans.PutTx(ctx, tx, l); err != nil {
			return err
		}
		if err := ln.Ledger.ShareTx(ctx, tx, id); err != nil {
			return err
		}
		if err := ln.Queue.EnqueueTx(ctx, tx, job); err != nil {
			return err
		}
		out := copies.Copy{Accession: p.AccessionID, Portion: id, Kind: copies.Loan, Place: office.WorkPlace(id), Holder: person,
			Bytes: order.Size, Made: ln.Office.Now()}
		if err := copies.AddTx(ctx, tx, out); err != nil {
			return err
		}
		return ln.Log.Entry(ctx, ln.Office.Event(published, id, "", "ok", job.LogDetail()))(tx)
	})
	ln.Office.Point("work.queued")
	if err != nil {
		return l, err
	}
	return ln.opened(ctx, l)
}

// givenUp tells that a person has cancelled the job by which a portion was to be given out:
// it is made and queued anew.
func (ln *Lending) givenUp(ctx context.Context, l loan.Loan) (given bool, err error) {
	if l.State != loan.Sending {
		return false, nil
	}
	err = ln.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		all, err := ln.Queue.GivenUpTx(ctx, tx)
		given = all[workPackage+l.Portion]
		return err
	})
	return given, err
}

func titleOf(p transfer.Portion) string {
	title := cmp.Or(p.Title, p.Name)
	if r := []rune(title); len(r) > 120 {
		title = string(r[:120])
	}
	return strings.Join(strings.Fields(title), " ")
}

// buildWork writes the work package beside the packages; an earlier one of the
// same portion is replaced as a whole.
func (ln *Lending) buildWork(ctx context.Context, p transfer.Portion) (channel.Order, error) {
	rep, err := ln.Intake.Report(ctx, p.ID)
	if err != nil {
		return channel.Order{}, err
	}
	roots, err := ln.Portions.Objects(ctx, p.ID)
	if err != nil {
		return channel.Order{}, err
	}
	if err := ln.notClassified(rep); err != nil {
		return channel.Order{}, err
	}
	rel := path.Join(office.DirPackages, p.ID, "arbeit.tar")
	name := ln.Office.Path(rel)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return channel.Order{}, office.Disk("make packages folder", err)
	}
	if err := office.WriteFile(name, func(f io.Writer) error { return ln.writeWork(ctx, p, roots, rep, f) }); err != nil {
		return channel.Order{}, office.Disk("write work package", err)
	}
	sum, size, err := receipt.HashFile(ctx, name, nil)
	if err != nil {
		return channel.Order{}, office.Disk("read work package", err)
	}
	return channel.Order{Path: rel, Kind: receipt.KindWork, Name: p.ID + ".tar", PackageID: workPackage + p.ID, AccessionID: p.AccessionID,
		SHA512: sum, Size: size}, nil
}

// notClassified refuses material that must not leave the house this way (G15).
func (ln *Lending) notClassified(rep *check.Report) error {
	if !ln.Intake.Classified(rep) {
		return nil
	}
	return failure.New(failure.Refused, "take out classified material",
		wording.Say("hint.outbox.classified-not-lent"))
}

// workArrived runs in the transaction that stores the receipt of a work package.
func (ln *Lending) workArrived(ctx context.Context, tx *sql.Tx, portion string, e receipt.Entry) error {
	if len(e.Receipt.Uploads) != 1 {
		return fmt.Errorf("receipt of work package with %d uploads", len(e.Receipt.Uploads))
	}
	return ln.Loans.ArrivedTx(ctx, tx, portion, e.Receipt.Uploads[0].UploadID)
}

// opened sends what waits and opens the work list once its bytes are there.
func (ln *Lending) opened(ctx context.Context, l loan.Loan) (loan.Loan, error) {
	if l.State == loan.Sending {
		if err := ln.sendNow(ctx, workPackage+l.Portion); err != nil {
			return l, err
		}
	}
	l, err := ln.Loans.Find(ctx, l.Portion)
	if err != nil || l.State != loan.Sending || l.Work == "" {
		return l, err // not there yet: the queue says why
	}
	a, err := ln.Desk.Appraisal(ctx, l.Portion)
	if err != nil {
		return l, err
	}
	client, _, err := ln.Channel.Client(ctx, l.Peer)
	if err != nil {
		return l, err
	}
	if err := client.Needs(ctx, "worklists"); err != nil {
		return l, err
	}
	agency := strings.Join(strings.Fields(a.Portion.Agency), " ")
	if _, err := client.OpenWorklist(ctx, l.Work, l.Title, agency, a.Progress.Total, a.Progress.Open); err != nil {
		return l, err
	}
	ln.Office.Point("work.opened")
	l.State = loan.Open
	return l, ln.Loans.Put(ctx, l)
}

// WorkItem is one work list of the archive, with what is known of it here.
type WorkItem struct {
	channel.Work
	Here *loan.Loan `json:"here,omitempty"` // set when the portion is given or taken here
}

// WorkLists asks the archive for its work lists.
func (ln *Lending) WorkLists(ctx context.Context) ([]WorkItem, error) {
	client, _, err := ln.Archive(ctx, "list work")
	if err != nil {
		return nil, err
	}
	if err := client.Needs(ctx, "worklists"); err != nil {
		return nil, err
	}
	var out []WorkItem
	for after := ""; ; {
		page, next, err := client.Worklists(ctx, after)
		if err != nil {
			return nil, err
		}
		for _, k := range page {
			item := WorkItem{Work: k}
			if l, err := ln.Loans.Find(ctx, k.ID); err == nil {
				item.Here = &l
			}
			out = append(out, item)
		}
		if next == "" || next == after {
			return out, nil
		}
		after = next
	}
}

// TakeOptions steer TakeOut; the zero value takes for appraisal and two weeks.
type TakeOptions struct {
	Days     int
	Release  bool // only to release destructions of others (G18): excludes nobody
	Progress func(done, total int64)
}

// Taken is what TakeOut gives.
type Taken struct {
	Loan    loan.Loan `json:"loan"`
	Warning string    `json:"warning,omitempty"` // about an unprotected disk (G17)
}

// TakeOut takes a work list to this workspace with a lease others can see. Taking
// the same again extends the lease; an interrupted fetch goes on where it was.
// Errors: Refused when somebody else has it, for classified material, and on an
// unprotected disk where policy forbids it.
func (ln *Lending) TakeOut(ctx context.Context, work string, o TakeOptions) (Taken, error) {
	person, err := ln.Office.MustPerson(people.Lend, "take out")
	if err != nil {
		return Taken{}, err
	}
	t := Taken{}
	if t.Warning, err = ln.Office.MayTakeOut(ctx); err != nil {
		return t, err
	}
	client, peer, err := ln.Archive(ctx, "take out")
	if err != nil {
		return t, err
	}
	have, err := ln.Loans.Find(ctx, work)
	if err != nil && !errors.Is(err, loan.ErrNone) {
		return t, err
	}
	known := err == nil
	if known && have.Side == loan.Given {
		return t, failure.New(failure.Refused, "take out "+work, wording.Say("hint.outbox.given-out-here"))
	}
	if known {
		work = have.Work
	}
	purpose := channel.ForAppraisal
	if o.Release {
		purpose = channel.ForRelease
	}
	lease, err := client.Lease(ctx, work, person, cmp.Or(o.Days, DefaultLeaseDays), purpose)
	if err != nil {
		return t, err
	}
	ln.Office.Point("loan.leased")
	t.Loan = loan.Loan{Portion: have.Portion, Side: loan.Taken, Peer: peer.URL, Work: work, Title: have.Title, Person: person,
		Purpose: purpose, State: loan.Open, Begun: ln.Office.Now(), Until: lease.Until}
	if known && ln.has(ctx, have.Portion) {
		t.Loan.Begun = have.Begun
		err = ln.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
			if err := ln.Loans.PutTx(ctx, tx, t.Loan); err != nil {
				return err
			}
			return ln.Log.Entry(ctx, ln.Office.Event(takenOut, have.Portion, work, "extended",
				map[string]string{"until": lease.Until.Format(time.RFC3339)}))(tx)
		})
	} else {
		if t.Loan, err = ln.fetchWork(ctx, client, t.Loan, o.Progress); unusable(err) {
			err = errors.Join(err, client.ReturnLease(ctx, work)) // nobody shall wait for what cannot be taken
		}
	}
	if err != nil {
		return t, err
	}
	_, err = ln.Exchange(ctx, t.Loan.Portion)
	return t, err
}

// unusable tells what another try would not change.
func unusable(err error) bool {
	kind := failure.KindOf(err)
	return err != nil && (kind == failure.Damaged || kind == failure.Refused)
}

// has reports whether the delivered bytes of a portion are here.
func (ln *Lending) has(ctx context.Context, portion string) bool {
	p, err := ln.Portions.Get(ctx, portion)
	if err != nil {
		return false
	}
	_, err = os.Stat(ln.Office.Path(p.Path))
	return err == nil
}

// fetchWork brings a work package here and makes it a portion.
func (ln *Lending) fetchWork(ctx context.Context, client *channel.Client, l loan.Loan, progress func(done, total int64)) (loan.Loan,
	error) {
	name := ln.Office.Path(path.Join(office.DirSpool, "arbeit-"+l.Work+".tar"))
	if err := client.FetchWork(ctx, l.Work, name, progress); err != nil {
		return l, err
	}
	ln.Office.Point("loan.fetched")
	t, err := ln.openWork(ctx, name)
	if err != nil {
		return l, err
	}
	l, err = ln.storeWork(ctx, t, l)
	if err := errors.Join(err, t.tree.Close()); err != nil {
		return l, err
	}
	ln.Office.Point("loan.stored")
	return l, office.Disk("remove fetched package", os.Remove(name))
}

// storeWork makes a fetched work package a portion that is accepted already: its
// report came along and its bytes were verified against the archive's digest.
func (ln *Lending) storeWork(ctx context.Context, t *takenWork, l loan.Loan) (loan.Loan, error) {
	if err := ln.notClassified(t.rep); err != nil {
		return l, err
	}
	id, err := ln.Portions.Reserve(ctx)
	if err != nil {
		return l, err
	}
	h := t.head
	dir := ln.Office.Path(path.Join(office.DirInbox, id))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return l, office.Disk("make inbox folder", err)
	}
	if err := t.unpackDelivery(ctx, dir); err != nil {
		return l, errors.Join(err, os.RemoveAll(dir))
	}
	if err := durable.SyncDir(filepath.Dir(dir)); err != nil {
		return l, office.Disk("place portion", err)
	}
	run := "loan|" + id
	if err := t.storeFacts(ctx, ln.Journal, run); err != nil {
		return l, err
	}
	p := transfer.Portion{ID: id, Name: h.Name, Source: l.Peer + " " + l.Work, Path: path.Join(office.DirInbox, id, h.Path), Form: h.Form,
		Files: h.Files, Bytes: h.Bytes}
	l.Portion, l.Title = id, cmp.Or(h.Title, h.Name)
	change := func(p *transfer.Portion) {
		p.Kind, p.Standard, p.Title, p.Agency, p.AgencyID, p.Process = h.Kind, h.Standard, h.Title, h.Agency, h.AgencyID, h.Process
		p.TransferID, p.ProfileID, p.Verdict, p.Run = h.TransferID, h.Profile, h.Verdict, run
		p.Errors, p.Warnings, p.Notes = t.rep.Count(check.Error), t.rep.Count(check.Warning), t.rep.Count(check.Note)
	}
	_, err = ln.Portions.Add(ctx, p, func(tx *sql.Tx, added transfer.Portion) error {
		for _, to := range []transfer.State{transfer.Checked, h.State} {
			if _, err := ln.Portions.MoveTx(ctx, tx, id, to, change); err != nil {
				return err
			}
		}
		if err := transfer.SaveReport(ctx, tx, id, check.Kept{Report: t.rep}); err != nil {
			return err
		}
		if err := transfer.SaveObjects(ctx, tx, id, t.roots); err != nil {
			return err
		}
		if err := ln.Journal.FinishTx(ctx, tx, run); err != nil {
			return err
		}
		if err := ln.Ledger.ShareTx(ctx, tx, id); err != nil {
			return err
		}
		if err := ln.Loans.PutTx(ctx, tx, l); err != nil {
			return err
		}
		copied := copies.Copy{Accession: added.AccessionID, Portion: id, Kind: copies.Import, Place: path.Join(office.DirInbox, id),
			Bytes: h.Bytes}
		if err := ln.Outbox.borrowTx(ctx, tx, copied); err != nil {
			return err
		}
		return ln.Log.Entry(ctx, ln.Office.Event(takenOut, id, l.Work, "ok",
			map[string]string{"until": l.Until.Format(time.RFC3339), "purpose": l.Purpose, "objects": fmt.Sprint(count(t.roots))}))(tx)
	})
	return l, err
}

func count(roots []*record.Object) int {
	n := 0
	for range record.All(roots) {
		n++
	}
	return n
}

// GiveBack sends what was decided, returns the lease and, with remove, takes the
// delivered bytes off this disk (G13). Decisions and their history stay. Error:
// Transient while decisions are not yet confirmed by the archive: nothing is
// given back before.
func (ln *Lending) GiveBack(ctx context.Context, portionOrWork string, remove bool) (loan.Loan, error) {
	if _, err := ln.Office.MustPerson(people.Lend, "give back"); err != nil {
		return loan.Loan{}, err
	}
	l, err := ln.loanOf(ctx, portionOrWork)
	if err != nil {
		return l, err
	}
	if l.Side != loan.Taken {
		return l, failure.New(failure.Refused, "give back "+l.Portion, wording.Say("hint.outbox.return-not-taken"))
	}
	if _, err := ln.Exchange(ctx, l.Portion); err != nil {
		return l, err
	}
	n, err := ln.Ledger.Unsent(ctx, l.Portion)
	if err != nil {
		return l, err
	}
	if n > 0 {
		return l, failure.New(failure.Transient, "give back "+l.Portion, wording.Say("hint.outbox.decisions-not-arrived", n))
	}
	client, _, err := ln.Channel.Client(ctx, l.Peer)
	if err != nil {
		return l, err
	}
	if err := client.ReturnLease(ctx, l.Work); err != nil {
		return l, err
	}
	ln.Office.Point("loan.returned")
	l.State, l.Ended = loan.Returned, ln.Office.Now()
	outcome := "ok"
	if remove {
		outcome = "removed"
		places, err := ln.Outbox.loanPlaces(ctx, l)
		if err != nil {
			return l, err
		}
		if err := ln.Outbox.removeBorrowed(places...); err != nil {
			return l, err
		}
	}
	err = ln.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := ln.Loans.PutTx(ctx, tx, l); err != nil {
			return err
		}
		if remove {
			if err := ln.Outbox.returnedTx(ctx, tx, copies.Copy{Portion: l.Portion, Kind: copies.Import,
				Place: path.Join(office.DirInbox, l.Portion)}, loanCleared); err != nil {
				return err
			}
		}
		return ln.Log.Entry(ctx, ln.Office.Event(givenBack, l.Portion, l.Work, outcome, nil))(tx)
	})
	return l, err
}

// CloseWork ends the giving out of a portion; what others still decide comes back
// as proposals.
func (ln *Lending) CloseWork(ctx context.Context, portionOrWork string) (loan.Loan, error) {
	if _, err := ln.Office.MustPerson(people.Lend, "close work list"); err != nil {
		return loan.Loan{}, err
	}
	l, err := ln.loanOf(ctx, portionOrWork)
	if err != nil {
		return l, err
	}
	if l.Side != loan.Given || l.State == loan.Sending {
		return l, failure.New(failure.Refused, "close "+l.Portion, wording.Say("hint.outbox.loan-not-closable"))
	}
	client, _, err := ln.Channel.Client(ctx, l.Peer)
	if err != nil {
		return l, err
	}
	if _, err := ln.Exchange(ctx, l.Portion); err != nil {
		return l, err
	}
	if err := client.CloseWorklist(ctx, l.Work); err != nil {
		return l, err
	}
	l.State, l.Ended = loan.Closed, ln.Office.Now()
	return l, ln.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := ln.Loans.PutTx(ctx, tx, l); err != nil {
			return err
		}
		if err := ln.Copies.LoanGoneTx(ctx, tx, l.Portion, "Ausgabe beendet"); err != nil {
			return err
		}
		return ln.Log.Entry(ctx, ln.Office.Event(published, l.Portion, l.Work, "closed", nil))(tx)
	})
}

// loanOf finds a loan by portion or work list. Error: Refused when there is none.
func (ln *Lending) loanOf(ctx context.Context, portionOrWork string) (loan.Loan, error) {
	l, err := ln.Loans.Find(ctx, portionOrWork)
	if errors.Is(err, loan.ErrNone) {
		return l, failure.Wrap(failure.Refused, "find loan "+portionOrWork, wording.Say("hint.outbox.not-lent", portionOrWork), err)
	}
	return l, err
}
