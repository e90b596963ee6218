package outbox

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// batch is how many statements go into one message.
const batch = 2500

// decisionsSubject is the subject of the jobs that send decisions of a portion.
func decisionsSubject(portion string) string { return "decisions:" + portion }

// Exchange sends what was decided here on a shared portion through the outbox and
// takes in what others have decided. Equal decisions fold; conflicts are open and
// wait under Conflicts. Interrupted at any moment it may be repeated.
func (ln *Lending) Exchange(ctx context.Context, portionOrWork string) (merge.Change, error) {
	var total merge.Change
	l, err := ln.loanOf(ctx, portionOrWork)
	if err != nil {
		return total, err
	}
	if l, err = ln.opened(ctx, l); err != nil {
		return total, err
	}
	if l.State == loan.Sending {
		return total, failure.New(failure.Transient, "exchange "+l.Portion, wording.Say("hint.outbox.work-not-arrived"))
	}
	if err := ln.collect(ctx, l); err != nil {
		return total, err
	}
	ln.Office.Point("exchange.queued")
	if err := ln.sendNow(ctx, decisionsSubject(l.Portion)); err != nil {
		return total, err
	}
	ln.Office.Point("exchange.sent")
	return ln.takeDecisions(ctx, l)
}

// collect puts what was decided here and not yet sent into the outbox. Statements
// of a job under way are not sent twice.
func (ln *Lending) collect(ctx context.Context, l loan.Loan) error {
	busy, err := ln.sending(ctx, l.Portion)
	if err != nil || busy {
		return err
	}
	var all []merge.Known
	err = ln.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := ln.Log.HandsTx(ctx, tx, l.Portion); err != nil {
			return err
		}
		all, err = ln.Ledger.CollectTx(ctx, tx, l.Portion)
		return err
	})
	if err != nil || len(all) == 0 {
		return err
	}
	var jobs []queue.Job
	for begin := 0; begin < len(all); begin += batch {
		job, err := ln.decisionJob(l, all[begin:min(begin+batch, len(all))])
		if err != nil {
			return err
		}
		jobs = append(jobs, job)
	}
	return ln.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		for _, j := range jobs {
			if err := ln.Queue.EnqueueTx(ctx, tx, j); err != nil {
				return err
			}
		}
		return nil
	})
}

// busyPause is how long is waited for another program that sends from the same
// workspace before it is looked again.
const busyPause = 200 * time.Millisecond

// sendNow sends what is due. Where another runner has the outbox, as the one of an
// open window, it is waited until that one has ended the jobs of the subject.
func (ln *Lending) sendNow(ctx context.Context, subject string) error {
	for {
		_, err := ln.Outbox.SendOnce(ctx, nil)
		if !errors.Is(err, queue.ErrRunnerBusy) {
			return err
		}
		jobs, err := ln.Queue.List(ctx)
		if err != nil {
			return err
		}
		waiting := false
		for _, j := range jobs {
			waiting = waiting || j.Subject == subject && (j.State == queue.Waiting || j.State == queue.Running)
		}
		if !waiting {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(busyPause):
		}
	}
}

// sending reports whether decisions of a portion wait in the outbox.
func (ln *Lending) sending(ctx context.Context, portion string) (bool, error) {
	jobs, err := ln.Queue.List(ctx)
	for _, j := range jobs {
		if j.Subject == decisionsSubject(portion) && !j.State.Final() {
			return true, err
		}
	}
	return false, err
}

// decisionJob writes one message and gives its job; the file is named by what it
// holds, so that a repetition writes the same.
func (ln *Lending) decisionJob(l loan.Loan, all []merge.Known) (queue.Job, error) {
	type item struct {
		ID   string `json:"id"`
		Body []byte `json:"body"`
		Hand []byte `json:"hand,omitempty"`
	}
	content := struct {
		Format     string `json:"format"`
		Statements []item `json:"statements"`
	}{Format: channel.FormatDecisions}
	for _, s := range all {
		content.Statements = append(content.Statements, item{s.ID, s.Body(), s.Hand})
	}
	data, err := json.Marshal(content)
	if err != nil {
		return queue.Job{}, fmt.Errorf("encode decisions: %w", err)
	}
	rel := path.Join(office.DirExchange, l.Portion, all[0].ID[:16]+".json")
	if err := os.MkdirAll(filepath.Dir(ln.Office.Path(rel)), 0o700); err != nil {
		return queue.Job{}, office.Disk("make exchange folder", err)
	}
	if err := office.WriteFile(ln.Office.Path(rel), func(f io.Writer) error {
		_, err := io.Copy(f, bytes.NewReader(data))
		return err
	}); err != nil {
		return queue.Job{}, office.Disk("write decisions", err)
	}
	return channel.MessageJob(decisionsSubject(l.Portion), channel.Order{Peer: l.Peer, Path: rel, Kind: channel.KindDecisions,
		Reference: l.Work, MediaType: "application/json"}, ln.Office.Now())
}

// takeDecisions fetches the statements of others and brings the decisions here in line.
func (ln *Lending) takeDecisions(ctx context.Context, l loan.Loan) (merge.Change, error) {
	var total merge.Change
	client, _, err := ln.Channel.Client(ctx, l.Peer)
	if err != nil {
		return total, err
	}
	p, err := ln.Portions.Get(ctx, l.Portion)
	if err != nil {
		return total, err
	}
	owners, err := ln.Log.KeyOwners(ctx)
	if err != nil {
		return total, err
	}
	apply := p.State.Appraisable()
	for more := true; more; {
		seen, _, err := ln.Ledger.Seen(ctx, l.Portion)
		if err != nil {
			return total, err
		}
		var page []channel.Decision
		if page, more, err = client.Decisions(ctx, l.Work, seen); err != nil {
			return total, err
		}
		own, err := ln.ownStatements(ctx, l.Portion)
		if err != nil {
			return total, err
		}
		known := make([]merge.Known, 0, len(page))
		for _, d := range page {
			s, err := merge.Open(d.ID, d.Body)
			if err != nil {
				return total, failure.Wrap(failure.Damaged, "take in decision", wording.Say("hint.outbox.decision-changed"), err)
			}
			k := merge.Known{Statement: s, Client: d.Client, Office: d.Office, Proposal: d.Proposal, Sequence: d.Sequence, Hand: d.Hand}
			h, err := office.JudgeHand(ctx, owners, d.Hand, d.ID, s.Actor)
			if err != nil {
				return total, failure.Wrap(failure.Damaged, "take in decision",
					wording.Say("hint.outbox.decision-signature-broken", s.Actor), err)
			}
			if h != nil {
				k.Signed = h.KeyID()
			}
			if h != nil && len(owners) > 0 && ln.Log.SignerID() == "" && !own[d.ID] {
				met, err := ln.Ledger.Met(ctx, h.KeyID())
				if err != nil {
					return total, err
				}
				if !met && owners[h.KeyID()] == "" { // a new key is taken in by a person only
					total.Waiting, more = total.Waiting+1, false
					break
				}
			}
			// A name alone makes no second person (G18), nor a decision where people sign.
			k.Proposal = k.Proposal || h == nil && (s.Act == merge.Release || len(owners) > 0 && !own[d.ID]) || s.Seal().ID != d.ID
			if d.Sequence <= seen {
				return total, failure.New(failure.Damaged, "take in decisions", wording.Say("hint.outbox.decisions-out-of-order"))
			}
			seen = d.Sequence
			spared, err := ln.refusedHere(ctx, l.Portion, s)
			switch {
			case err != nil:
				return total, err
			case spared && !own[d.ID]:
				total.Spared++
			default:
				known = append(known, k)
			}
		}
		c, err := ln.Ledger.Take(ctx, l.Portion, known, seen, apply)
		if err != nil {
			return total, err
		}
		ln.Office.Point("exchange.taken")
		total.New, total.Adopted, total.Conflicts, total.Proposals = total.New+c.New, total.Adopted+c.Adopted, c.Conflicts, c.Proposals
	}
	if total.Adopted == 0 {
		return total, nil
	}
	detail := map[string]string{"new": fmt.Sprint(total.New), "adopted": fmt.Sprint(total.Adopted),
		"conflicts": fmt.Sprint(total.Conflicts), "proposals": fmt.Sprint(total.Proposals)}
	return total, ln.Office.Store.WithTx(ctx, ln.Log.Entry(ctx, ln.Office.Event(mergedType, l.Portion, "", "ok", detail)))
}

// refusedHere says that a V made elsewhere concerns what is never destroyed: it is told and not
// taken in, whoever decided it.
func (ln *Lending) refusedHere(ctx context.Context, portion string, s merge.Statement) (bool, error) {
	if s.Rating != record.RatingDestroy {
		return false, nil
	}
	err := ln.Desk.HoldPermanent(ctx, portion, []string{s.Object})
	if failure.KindOf(err) == failure.Refused {
		return true, nil
	}
	return false, err
}

// ownStatements gives the ids of the decisions on a portion that were made here.
func (ln *Lending) ownStatements(ctx context.Context, portion string) (map[string]bool, error) {
	all, err := ln.Ledger.History(ctx, portion, "")
	own := map[string]bool{}
	for _, k := range all {
		own[k.ID] = k.Own
	}
	return own, err
}

// LoanState is a loan with what is open about it.
type LoanState struct {
	loan.Loan
	Expired   bool `json:"expired,omitempty"`
	Unsent    int  `json:"unsent"` // own decisions the archive has not confirmed
	Conflicts int  `json:"conflicts"`
	Proposals int  `json:"proposals"`
}

// LoanStates lists what is given out and taken out; it needs no connection.
func (ln *Lending) LoanStates(ctx context.Context) ([]LoanState, error) {
	all, err := ln.Loans.List(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]LoanState, 0, len(all))
	for _, l := range all {
		s := LoanState{Loan: l, Expired: l.Expired(ln.Office.Now())}
		if s.Unsent, err = ln.Ledger.Unsent(ctx, l.Portion); err != nil {
			return nil, err
		}
		outcomes, err := ln.Ledger.Outcomes(ctx, l.Portion)
		if err != nil {
			return nil, err
		}
		for _, o := range outcomes {
			if o.Conflict {
				s.Conflicts++
			}
			if len(o.Proposals) > 0 {
				s.Proposals++
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// Dispute is an object a person has to look at: a conflict, or proposals that came
// after their lease had run out.
type Dispute struct {
	Portion   string        `json:"portion"`
	Object    string        `json:"object"`
	Kind      record.Kind   `json:"kind,omitempty"`
	Reference string        `json:"reference,omitempty"`
	Subject   string        `json:"subject,omitempty"`
	Conflict  bool          `json:"conflict"`
	InForce   record.Rating `json:"inForce,omitempty"`
	Sides     []merge.Known `json:"sides"`               // decisions made in time
	Proposals []merge.Known `json:"proposals,omitempty"` // came too late
}

// Disputes lists what waits for a person, of one portion or ("") of all.
func (ln *Lending) Disputes(ctx context.Context, portion string) ([]Dispute, error) {
	all, err := ln.Loans.List(ctx)
	if err != nil {
		return nil, err
	}
	out := []Dispute{}
	for _, l := range all {
		if portion != "" && portion != l.Portion && portion != l.Work {
			continue
		}
		outcomes, err := ln.Ledger.Outcomes(ctx, l.Portion)
		if err != nil {
			return nil, err
		}
		var objects map[string]*record.Object
		for _, o := range outcomes {
			if !o.Waiting() {
				continue
			}
			if objects == nil {
				if objects, err = ln.Office.ObjectsByID(ctx, l.Portion); err != nil {
					return nil, err
				}
			}
			d := Dispute{Portion: l.Portion, Object: o.Object, Conflict: o.Conflict, InForce: o.Rating, Sides: o.Heads,
				Proposals: o.Proposals}
			if x := objects[o.Object]; x != nil {
				d.Kind, d.Reference, d.Subject = x.Kind, x.Reference, x.Subject
			}
			out = append(out, d)
		}
	}
	return out, nil
}

// NothingWaits refuses to close an appraisal while decisions of others wait for a
// person.
func (ln *Lending) NothingWaits(ctx context.Context, portion string) error {
	waiting, err := ln.Disputes(ctx, portion)
	if err != nil || len(waiting) == 0 {
		return err
	}
	return failure.New(failure.Refused, "finish appraisal", wording.Say("hint.outbox.conflicts-waiting", len(waiting)))
}

// Settle ends a conflict or answers proposals by a decision of the person now
// acting, which rests on everything that was shown; all sides stay in the history.
func (ln *Lending) Settle(ctx context.Context, portion, object string, rating record.Rating, reason string) error {
	person, err := ln.Office.MustPerson(people.Appraise, "settle conflict")
	if err != nil {
		return err
	}
	l, err := ln.loanOf(ctx, portion)
	if err != nil {
		return err
	}
	if _, err := ln.Desk.MayAppraise(ctx, l.Portion); err != nil {
		return err
	}
	if object, err = ln.Desk.Portions.ObjectNamed(ctx, l.Portion, object); err != nil {
		return err
	}
	if reason = strings.TrimSpace(reason); reason == "" {
		return failure.New(failure.Refused, "settle conflict", wording.Say("hint.outbox.conflict-needs-reason"))
	}
	return ln.Ledger.Settle(ctx, l.Portion, object, rating, reason, person,
		ln.Log.SignedAct(ctx, l.Portion, ln.Log.Entry(ctx, ln.Office.Event(mergedType, l.Portion, object, "settled",
			map[string]string{"rating": string(rating)}))))
}

// Shared gives every decision ever made on an object of a shared portion ("" =
// all), here and elsewhere, the oldest first.
func (ln *Lending) Shared(ctx context.Context, portion, object string) ([]merge.Known, error) {
	l, err := ln.loanOf(ctx, portion)
	if err != nil {
		return nil, err
	}
	return ln.Ledger.History(ctx, l.Portion, object)
}

// ExchangeAll exchanges every open loan; what one cannot does not stop the others.
func (ln *Lending) ExchangeAll(ctx context.Context) (total merge.Change, err error) {
	all, err := ln.Loans.List(ctx)
	if err != nil {
		return total, err
	}
	var faults []error
	for _, l := range all {
		if l.State != loan.Open && l.State != loan.Sending {
			continue
		}
		c, err := ln.Exchange(ctx, l.Portion)
		total.New, total.Adopted = total.New+c.New, total.Adopted+c.Adopted
		total.Conflicts, total.Proposals, total.Waiting = total.Conflicts+c.Conflicts, total.Proposals+c.Proposals, total.Waiting+c.Waiting
		total.Spared += c.Spared
		faults = append(faults, err)
		if failure.Canceled(err) {
			break
		}
	}
	return total, errors.Join(faults...)
}
