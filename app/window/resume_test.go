package window_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	inbox "laufzettel/views/inbox/model"
)

// What the program ended under goes on by itself and says so; what is no longer there, or
// was ended by a person, does not.
func TestResume(t *testing.T) {
	w := steady(t, filepath.Join(t.TempDir(), "w"), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, made(t, generate.Plan{Seed: 1, Documents: 2}), nil)
	must(t, err)
	other, err := w.Intake.Receive(ctx, made(t, generate.Plan{Seed: 2, Documents: 2}), nil)
	must(t, err)
	must(t, w.Office.Settings.Change(func(s *settings.Settings) {
		s.Kept = map[string]string{"check.under-way." + p.ID: "-", "check.under-way.P0": "-", "rail.narrow": "yes"}
	}))
	row := func() string {
		list, err := (window.Inbox{Desk: d}).Portions(ctx)
		must(t, err)
		for _, x := range list {
			if x.ID == p.ID && x.Running != nil {
				return x.Running.Phase
			} else if x.ID == p.ID {
				return x.Err
			}
		}
		return ""
	}
	if !strings.Contains(row(), "unterbrochen") {
		t.Errorf("the row says %q before the check goes on", row())
	}
	must(t, d.Resume(ctx))
	if said := row(); said != "" && !strings.Contains(said, "Geht nach Unterbrechung weiter") {
		t.Errorf("the row says %q while the check goes on", said)
	}
	settle(t, d)
	for id, want := range map[string]transfer.State{p.ID: transfer.Checked, other.ID: transfer.Arrived} {
		got, err := w.Intake.Portions.Get(ctx, id)
		must(t, err)
		if got.State != want {
			t.Errorf("%s is %s, want %s", id, got.State, want)
		}
	}
	if kept := w.Office.Settings.Get().Kept; len(kept) != 1 || kept["rail.narrow"] != "yes" {
		t.Errorf("kept %v", kept)
	}
}

// appraised takes in a database and finishes its appraisal.
func appraised(t *testing.T, w *work.House) transfer.Portion {
	t.Helper()
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, made(t, generate.Plan{Kind: "siard", Seed: 1}), nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	return p
}

// A packaging the program ended under goes on as well; of a portion that is packaged by now
// nothing is begun.
func TestResume_Packaging(t *testing.T) {
	w := steady(t, filepath.Join(t.TempDir(), "w"), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	p := appraised(t, w)
	for range 2 {
		must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Kept = map[string]string{"package.under-way." + p.ID: "-"} }))
		list, err := (window.Inbox{Desk: d}).Portions(ctx)
		must(t, err)
		if !strings.Contains(list[0].Err, "Paketieren unterbrochen") {
			t.Errorf("the row says %q before the packaging goes on", list[0].Err)
		}
		must(t, d.Resume(ctx))
		settle(t, d)
		got, err := w.Intake.Portions.Get(ctx, p.ID)
		must(t, err)
		packages, err := w.Intake.Portions.Packages(ctx, p.ID)
		must(t, err)
		if kept := w.Office.Settings.Get().Kept; got.State != transfer.Packaged || len(packages) != 1 || len(kept) != 0 {
			t.Fatalf("%s with %d packages, kept %v", got.State, len(packages), kept)
		}
	}
}

// What was being sent when the program ended goes on by itself at the next start, and the row
// says so, also while it waits for the passphrase of the key or for somebody to look.
func TestResume_Sending(t *testing.T) {
	w := steady(t, filepath.Join(t.TempDir(), "w"), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	p := appraised(t, w)
	_, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	row := func() *inbox.Sending {
		t.Helper()
		list, err := (window.Inbox{Desk: d}).Portions(ctx)
		must(t, err)
		return list[0].Sending
	}
	if got := row(); got != nil {
		t.Errorf("packaged, not sent: %+v", got)
	}
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Channel.URL = "https://archiv.example" }))
	must(t, w.Outbox.Send(ctx, p.ID))
	say := func(what string, want inbox.Sending) {
		t.Helper()
		got := row()
		if got == nil {
			t.Fatalf("%s: nothing is said", what)
		}
		if want.Reason != "" && got.Reason != "" {
			want.Reason = got.Reason
		}
		if *got != want {
			t.Errorf("%s: %+v, want %+v", what, *got, want)
		}
	}
	say("sent", inbox.Sending{Of: 1, Stand: inbox.Waits})
	must(t, w.Outbox.HoldSending(ctx, true))
	say("held", inbox.Sending{Of: 1, Stand: inbox.Held})
	must(t, w.Outbox.HoldSending(ctx, false))
	_, err = w.Outbox.Queue.Lease(ctx, "one who was killed", w.Office.Now(), time.Minute)
	must(t, err)
	say("under way", inbox.Sending{Of: 1, Stand: inbox.Sends})
	d.Sender.Asking = func() bool { return true }
	say("asked for the passphrase", inbox.Sending{Of: 1, Stand: inbox.Passphrase})
	d.Sender.Asking = func() bool { return false }
	stuck := make(chan queue.Job, 1)
	d.Sender.Stuck = func(j queue.Job) { stuck <- j }
	running, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); d.Sender.Run(running) }()
	<-stuck // this workspace is enrolled with no archive
	stop()
	<-ended
	say("at the next start", inbox.Sending{Of: 1, Stand: inbox.Stuck, Again: true, Reason: "said"})
}
