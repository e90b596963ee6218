package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

func sendCommands() []command {
	return []command{
		{"send", "[--once] [ID...]", "cli.help.send", runSend, people.Send},
		{"queue list", "[--json]", "cli.help.queue-list", runQueueList, free},
		{"queue show", "[--json] JOB", "cli.help.queue-show", runQueueShow, free},
		{"queue retry", "JOB...", "cli.help.queue-retry", runQueueRetry, people.Send},
		{"queue cancel", "JOB... [--confirm]", "cli.help.queue-cancel", runQueueCancel, people.Send},
		{"queue pause", "", "cli.help.queue-pause", runQueuePause, people.Send},
		{"queue resume", "", "cli.help.queue-resume", runQueueResume, people.Send},
		{"receipts list", "[--json]", "cli.help.receipts-list", runReceiptsList, free},
		{"receipts alarms", "[--json]", "cli.help.receipts-alarms", runReceiptsAlarms, free},
		{"receipts verify", "[--json] [--key FILE] FILE...", "cli.help.receipts-verify", runReceiptsVerify, free},
		{"keys new", "[--store keyring|file]", "cli.help.keys-new", runKeysNew, people.Keys},
		{"keys show", "[--json]", "cli.help.keys-show", runKeysShow, free},
		{"keys rotate", "[--confirm]", "cli.help.keys-rotate", runKeysRotate, people.Keys},
		{"keys revoke", "[--confirm]", "cli.help.keys-revoke", runKeysRevoke, people.Keys},
		{"enrol", "[--json] [--invitation CODE] URL", "cli.help.enrol", runEnrol, people.Keys},
	}
}

// runSend queues the named portions, then sends what is due in one round.
func runSend(ctx context.Context, e *env, args []string) error {
	fs := e.flags("send")
	fs.Bool("once", true, "") // one round is what a script wants: waiting jobs stay queued
	ids, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		for _, id := range ids {
			if err := w.Outbox.Send(ctx, id); err != nil {
				return err
			}
		}
		sum, err := sendOnce(e, ctx, w)
		if err != nil {
			return err
		}
		if err := sayUnsigned(e, ctx, w); err != nil {
			return err
		}
		return printSent(e, ctx, w, sum)
	})
}

// sayUnsigned sends what the archive has yet to hear and a person must sign, where that
// person is named and has the key; else it says that it waits. What was sent stays sent.
func sayUnsigned(e *env, ctx context.Context, w *work.House) error {
	n, err := w.Telling.Unsigned(ctx)
	if err != nil || n == 0 {
		return err
	}
	if w.Office.Person() != "" {
		if _, err := w.Office.MustPerson(people.Use, "tell closure"); err == nil {
			if _, err := sendOnce(e, ctx, w); err != nil {
				return err
			}
			if n, err = w.Telling.Unsigned(ctx); err != nil || n == 0 {
				return err
			}
		}
	}
	e.say("cli.closure.waiting", n)
	return nil
}

// sendOnce sends what is due and tells how many of it are through.
func sendOnce(e *env, ctx context.Context, w *work.House) (queue.Summary, error) {
	m := meterOf(e, filepath.Base(w.Office.Dir))
	if m == nil {
		return w.Outbox.SendOnce(ctx, nil)
	}
	jobs, err := w.Outbox.Queue.List(ctx)
	if err != nil {
		return queue.Summary{}, err
	}
	defer e.endProgress()
	through := newTally(jobs)
	return w.Outbox.SendOnce(ctx, func(j queue.Job) {
		done, total := through.add(j)
		m.tell(stage{phase: e.text("cli.phase.send"), done: done, total: total})
	})
}

// tally counts the jobs of a round of sending. Safe for concurrent use.
type tally struct {
	mu    sync.Mutex
	known map[string]bool // job → whether it is through
	done  int64
}

// newTally begins with what waits.
func newTally(jobs []queue.Job) *tally {
	t := &tally{known: map[string]bool{}}
	for _, j := range jobs {
		if !j.State.Final() && !j.State.Stuck() {
			t.known[j.ID] = false
		}
	}
	return t
}

// add notes a job as it now stands, one that joined later too.
func (t *tally) add(j queue.Job) (done, total int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if j.State.Final() && !t.known[j.ID] {
		t.known[j.ID] = true
		t.done++
	} else if _, known := t.known[j.ID]; !known {
		t.known[j.ID] = false
	}
	return t.done, int64(len(t.known))
}

// printSent tells how a round of sending ended.
func printSent(e *env, ctx context.Context, w *work.House, sum queue.Summary) error {
	end := endOfSending(e, ctx, w, &sum)
	human := func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.send.summary", sum.Done, sum.Retry+sum.Stopped, sum.NeedsUser+sum.NeedsAdmin+sum.Damaged))
	}
	if err := e.result(sum, human); err != nil {
		return err
	}
	return end
}

// endOfSending counts what earlier rounds have left into sum, and gives the error a
// round ends with where something was not sent.
func endOfSending(e *env, ctx context.Context, w *work.House, sum *queue.Summary) error {
	if err := left(ctx, w, sum); err != nil {
		return err
	}
	switch {
	case sum.Damaged > 0:
		return failure.New(failure.Damaged, "send", lastReason(e, ctx, w, queue.Damaged))
	case sum.NeedsAdmin > 0:
		return failure.New(failure.Setup, "send", lastReason(e, ctx, w, queue.NeedsAdmin))
	case sum.NeedsUser > 0:
		return failure.New(failure.Refused, "send", lastReason(e, ctx, w, queue.NeedsUser))
	case sum.Retry+sum.Stopped > 0:
		return failure.New(failure.Transient, "send", lastReason(e, ctx, w, queue.Retry))
	}
	return ctx.Err()
}

// left counts what earlier rounds have left: a job that waits for a person or its
// time is not sent, whatever this round did.
func left(ctx context.Context, w *work.House, sum *queue.Summary) error {
	jobs, err := w.Outbox.Queue.List(ctx)
	if err != nil {
		return err
	}
	now := map[queue.State]int{}
	for _, j := range jobs {
		now[j.State]++
	}
	sum.Retry = max(sum.Retry, now[queue.Retry])
	sum.NeedsUser, sum.NeedsAdmin, sum.Damaged = max(sum.NeedsUser, now[queue.NeedsUser]), max(sum.NeedsAdmin, now[queue.NeedsAdmin]),
		max(sum.Damaged, now[queue.Damaged])
	return nil
}

// lastReason gives the German answer of a job in that state.
func lastReason(e *env, ctx context.Context, w *work.House, state queue.State) wording.Text {
	jobs, err := w.Outbox.Queue.List(ctx)
	if err != nil {
		return wording.Text{}
	}
	for _, j := range jobs {
		if j.State == state && j.Reason != "" {
			return wording.Plain(j.Reason)
		}
	}
	return wording.Text{}
}

// jobView is one line of queue list.
type jobView struct {
	ID      string      `json:"id"`
	Subject string      `json:"subject"`
	State   queue.State `json:"state"`
	Attempt int         `json:"attempt"`
	Done    int64       `json:"done"`
	Total   int64       `json:"total"`
	Reason  string      `json:"reason,omitempty"`
}

func runQueueList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		jobs, err := w.Outbox.Queue.List(ctx)
		if err != nil {
			return err
		}
		rows := []jobView{}
		for _, j := range jobs {
			rows = append(rows, jobView{j.ID, j.Subject, j.State, j.Attempt, j.Done, j.Total, j.Reason})
		}
		return e.result(rows, func(out io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(out, "%s  %-22s %s  %s\n", r.ID, e.text("cli.queue.state."+string(r.State)), r.Subject, r.Reason)
			}
			if len(rows) == 0 {
				e.say("cli.queue.empty")
			}
		})
	})
}

// step is one line in the history of a job.
type step struct {
	At     time.Time   `json:"at"`
	State  queue.State `json:"state"`
	Reason string      `json:"reason,omitempty"`
}

// runQueueShow tells the history of a job, the oldest first.
func runQueueShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("queue show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		log, err := w.Outbox.Queue.Log(ctx, ids[0])
		if err != nil {
			return err
		}
		if len(log) == 0 {
			return failure.Wrap(failure.Refused, "show job "+ids[0], wording.Say("hint.cli.no-such-job", ids[0]), queue.ErrNoJob)
		}
		rows := []step{}
		for _, t := range log {
			rows = append(rows, step{t.At, t.To, t.Reason})
		}
		return e.result(rows, func(out io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(out, "%s  %-22s %s\n", e.words.moment(r.At), e.text("cli.queue.state."+string(r.State)), r.Reason)
			}
		})
	})
}

func runQueueRetry(ctx context.Context, e *env, args []string) error {
	return eachJob(e, ctx, "queue retry", args, func(w *work.House, id string) error { return w.Outbox.RetryJob(ctx, id) })
}

func runQueueCancel(ctx context.Context, e *env, args []string) error {
	return eachJob(e, ctx, "queue cancel", args, func(w *work.House, id string) error { return w.Outbox.CancelJob(ctx, id) })
}

func eachJob(e *env, ctx context.Context, name string, args []string, fn func(*work.House, string) error) error {
	ids, err := e.parse(e.flags(name), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		var ends []error
		for _, id := range ids {
			err := fn(w, id)
			if errors.Is(err, queue.ErrNoJob) {
				err = failure.Wrap(failure.Refused, name+" "+id, wording.Say("hint.cli.no-such-job", id), err)
			}
			ends = append(ends, err)
		}
		return worstOf(e, ends)
	})
}

func runQueuePause(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error { return w.Outbox.HoldSending(ctx, true) })
}

func runQueueResume(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error { return w.Outbox.HoldSending(ctx, false) })
}

func runReceiptsList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Outbox.Receipts.List(ctx, receipt.Filter{})
		if err != nil {
			return err
		}
		rows := []receipt.Receipt{}
		for _, r := range all {
			rows = append(rows, r.Receipt)
		}
		return e.result(rows, func(out io.Writer) {
			for _, r := range all {
				fmt.Fprintf(out, "%s  %s  %s  %s\n", e.words.moment(r.Receipt.Time), r.Receipt.State, r.PackageID,
					r.Path)
			}
		})
	})
}

// alarm is a receipt that did not fit what was sent.
type alarm struct {
	At     time.Time `json:"at"`
	Job    string    `json:"job"`
	Upload string    `json:"upload"`
	Reason string    `json:"reason"`
}

// runReceiptsAlarms lists the receipts that did not fit what was sent.
func runReceiptsAlarms(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Outbox.Receipts.Alarms(ctx)
		if err != nil {
			return err
		}
		rows := []alarm{}
		for _, a := range all {
			rows = append(rows, alarm{a.RaisedAt, a.JobID, a.UploadID, a.Reason})
		}
		return e.result(rows, func(out io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(out, "%s  %s  %s  %s\n", e.words.moment(r.At), r.Job, r.Upload, r.Reason)
			}
			if len(rows) == 0 {
				e.say("cli.receipts.no-alarms")
			}
		})
	})
}

// verified is one line of receipts verify.
type verified struct {
	Path        string          `json:"path"`
	OK          bool            `json:"ok"`
	Receipt     receipt.Receipt `json:"receipt"`
	Fingerprint string          `json:"fingerprint"`
	Checks      []receipt.Check `json:"checks"`
	Missing     []receipt.Kind  `json:"missing,omitempty"` // was not there to be compared
}

// runReceiptsVerify needs no workspace when --key names the archive's keys.
func runReceiptsVerify(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receipts verify")
	key := fs.String("key", "", "")
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	verify := func(path string) (receipt.Verification, error) {
		trust, err := receipt.LoadTrust(ctx, *key)
		if err != nil {
			return receipt.Verification{}, err
		}
		return receipt.VerifyFile(ctx, path, trust)
	}
	if *key == "" {
		w, err := e.open(ctx)
		if err != nil {
			return err
		}
		defer w.Close()
		verify = func(path string) (receipt.Verification, error) { return w.Outbox.VerifyReceipt(ctx, path) }
	}
	var ends []error
	for _, path := range paths {
		ends = append(ends, verifyOne(e, path, verify))
	}
	return worstOf(e, ends)
}

func verifyOne(e *env, path string, verify func(string) (receipt.Verification, error)) error {
	v, err := verify(path)
	if err != nil {
		return err
	}
	missing := v.Missing()
	err = e.result(verified{path, v.OK() && len(missing) == 0, v.Receipt, v.Fingerprint, v.Checks, missing}, func(out io.Writer) {
		switch at := e.words.instant(v.Receipt.Time); {
		case v.OK() && len(missing) > 0:
			fmt.Fprintln(out, e.text("cli.receipt.part", v.Receipt.State, at, v.Fingerprint,
				wording.Enumerate(missing).In(e.words.language)))
		case v.OK():
			fmt.Fprintln(out, e.text("cli.receipt.ok", v.Receipt.State, at, v.Fingerprint))
		default:
			fmt.Fprintln(out, e.text("cli.receipt.bad"))
		}
		for _, c := range v.Checks {
			state := "cli.check.not-done"
			if c.Done && c.OK {
				state = "cli.check.done"
			} else if c.Done {
				state = "cli.severity.error"
			}
			name, detail := c.In(e.words.language)
			fmt.Fprintf(out, "  %s: %s. %s\n", name, e.text(state), detail)
		}
	})
	if err == nil && (!v.OK() || len(missing) > 0) { // what nobody compared is not verified
		return errMaterial
	}
	return err
}

// keyView is one key as keys new, show and rotate print it.
type keyView struct {
	ID          string    `json:"id"`
	Fingerprint string    `json:"fingerprint"`
	State       string    `json:"state"`
	Created     time.Time `json:"created"`
}

func keyViewOf(k channel.KeyInfo) keyView {
	return keyView{k.ID, k.Fingerprint, string(k.State), k.Created}
}

func runKeysNew(ctx context.Context, e *env, args []string) error {
	fs := e.flags("keys new")
	place := fs.String("store", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *place != "" && *place != office.KeyringStore && *place != office.FileStore {
		return errUsage{e.text("cli.bad-option", "keys new", *place)}
	}
	if *place != "" {
		if err := e.with(ctx, func(w *work.House) error { return changeSetting(ctx, w, "key-store", *place) }); err != nil {
			return err
		}
	}
	return e.with(ctx, func(w *work.House) error {
		k, err := w.Keys.NewKey(ctx)
		if err != nil {
			return err
		}
		return e.result(keyViewOf(k), func(out io.Writer) { fmt.Fprintln(out, e.text("cli.keys.shown", k.ID, k.Fingerprint)) })
	})
}

func runKeysShow(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		keys, err := w.Outbox.Channel.ListKeys(ctx)
		if err != nil {
			return err
		}
		rows := []keyView{}
		for _, k := range keys {
			rows = append(rows, keyViewOf(k))
		}
		return e.result(rows, func(out io.Writer) {
			for _, k := range rows {
				fmt.Fprintf(out, "%s  %s  %s\n", k.ID, k.State, k.Fingerprint)
			}
			if len(keys) == 0 {
				e.say("cli.keys.none")
			}
		})
	})
}

func runKeysRotate(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		k, err := w.Keys.RotateKey(ctx)
		if err != nil {
			return err
		}
		return e.result(keyViewOf(k), func(out io.Writer) { fmt.Fprintln(out, e.text("cli.keys.shown", k.ID, k.Fingerprint)) })
	})
}

func runKeysRevoke(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error { return w.Keys.RevokeKey(ctx) })
}

func runEnrol(ctx context.Context, e *env, args []string) error {
	fs := e.flags("enrol")
	invitation := fs.String("invitation", "", "")
	urls, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Keys.EnrolInvited(ctx, urls[0], *invitation)
		if err != nil {
			return err
		}
		keys, err := w.Outbox.Channel.ListKeys(ctx)
		if err != nil {
			return err
		}
		own := ""
		for _, k := range keys {
			if k.ID == p.KeyID {
				own = k.Fingerprint
			}
		}
		told := map[string]string{"url": p.URL, "archive": p.Archive, "state": string(p.State), "code": p.Code, "fingerprint": own,
			"archiveFingerprint": p.Fingerprint()}
		if root := p.RootFingerprint(); root != "" {
			told["rootFingerprint"] = root
		}
		return e.result(told,
			func(out io.Writer) { fmt.Fprintln(out, e.text("cli.enrol.code", p.Code, own, p.Fingerprint())) })
	})
}

// passphrase takes the passphrase of key files from the environment, or asks at
// a terminal.
func (e *env) passphrase() (string, error) {
	if p := os.Getenv("LAUFZETTEL_PASSPHRASE"); p != "" {
		return p, nil
	}
	return "", failure.Wrap(failure.Refused, "ask passphrase", wording.Say("hint.cli.key-needs-passphrase"), errors.New("no passphrase"))
}
