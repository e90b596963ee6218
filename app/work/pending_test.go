package work_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// idle says that nothing is being worked on.
func idle(string) bool { return false }

// stepsOf writes the tasks of a house as "step severity", in the order of the portions.
func stepsOf(t *testing.T, w *work.House, busy func(string) bool) string {
	t.Helper()
	all, _, err := w.Books.Tasks(t.Context(), nil, busy)
	must(t, err)
	var out []string
	for _, x := range all {
		out = append(out, strings.TrimSpace(string(x.Next.Step)+" "+string(x.Severity)))
	}
	return strings.Join(out, ", ")
}

// What waits is counted and listed by the same states: nothing in an empty house, what
// has arrived, what is to be appraised unit by unit, and no more once it is decided.
func TestPending(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	wants := func(when string, want accession.Pending, tasks string) {
		t.Helper()
		got, err := w.Books.Pending(ctx)
		must(t, err)
		if got != want {
			t.Errorf("%s: pending %+v, want %+v", when, got, want)
		}
		if s := stepsOf(t, w, idle); s != tasks {
			t.Errorf("%s: tasks %q, want %q", when, s, tasks)
		}
	}
	wants("empty", accession.Pending{}, "")
	p, err := w.Intake.Receive(ctx, delivery(t, generate.Plan{Kind: "xdomea-0503", Seed: 3, Dossiers: 1, Cases: 2, Documents: 1,
		Ratings: []string{"B"}}), nil)
	must(t, err)
	wants("arrived", accession.Pending{Arrived: 1}, "check")
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	broken, _ := received(t, w, generate.Plan{Kind: "xdomea-0503", Seed: 4, Dossiers: 1, Cases: 1, Documents: 1,
		Defects: []string{"VOL-001"}})
	if broken.Errors == 0 {
		t.Fatalf("the broken delivery has no errors: %+v", broken)
	}
	first := "decide"
	if now, err := w.Intake.Portions.Get(ctx, p.ID); err == nil && now.Warnings > 0 {
		first = "decide warning"
	}
	wants("checked", accession.Pending{Arrived: 2, Faulty: true}, "decide error, "+first)
	_, err = w.Intake.Decide(ctx, broken.ID, intake.Return, "")
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	p, err = w.Intake.Portions.Get(ctx, p.ID)
	must(t, err)
	wants("accepted", accession.Pending{Units: 2}, "appraise")
	if got := stepsOf(t, w, func(id string) bool { return id == p.ID }); got != "" {
		t.Errorf("what is being worked on asks for %q", got)
	}
	for charge, want := range map[string]int{p.AgencyID: 0, "ein anderes Amt": 1} {
		mine, others, err := w.Books.Tasks(ctx, []string{charge}, idle)
		must(t, err)
		if others != want || len(mine) != 1-want {
			t.Errorf("in charge of %q: %d tasks, %d of others", charge, len(mine), others)
		}
	}
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	cases := a.Roots[0].Children
	must(t, w.Desk.Set(ctx, p.ID, []string{cases[0].ID}, record.RatingArchive, "bleibt"))
	wants("one decided", accession.Pending{Units: 1}, "appraise")
	must(t, w.Desk.Set(ctx, p.ID, []string{cases[1].ID}, record.RatingDestroy, "Doppel"))
	wants("one to release", accession.Pending{}, "release warning")
}

// A deadline counts until the appraisal is finished, in the list of tasks and in that of
// deadlines alike.
func TestTasks_DeadlineEndsWithTheAppraisal(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	p, _ := accepted(t, w, generate.Plan{Kind: "xdomea-0503", Seed: 3, Dossiers: 1, Cases: 1, Documents: 1, Ratings: []string{"A"}})
	due := w.Office.Now().AddDate(0, 0, -1)
	_, err := w.Intake.Portions.Amend(ctx, p.ID, func(p *transfer.Portion) { p.Due = due }, nil)
	must(t, err)
	for _, tt := range []struct {
		when    string
		do      func() error
		overdue bool
	}{
		{"before", func() error { return nil }, true},
		{"after the finish", func() error { return w.Desk.FinishAppraisal(ctx, p.ID) }, false},
	} {
		must(t, tt.do())
		tasks, _, err := w.Books.Tasks(ctx, nil, idle)
		must(t, err)
		notices, err := w.Intake.Notices(ctx)
		must(t, err)
		if len(tasks) != 1 || tasks[0].Deadline.IsZero() == tt.overdue || (tasks[0].Notice != "") != tt.overdue ||
			(len(notices) == 1) != tt.overdue {
			t.Errorf("%s: tasks %+v, notices %+v", tt.when, tasks, notices)
		}
	}
}

// Receipted and Retainable follow the packages from their building to their receipts.
func TestReceipted_Retainable(t *testing.T) {
	h, ctx := enrolled(t), t.Context()
	numbers := func(when string) (confirmed, open int, told []receipt.Entry) {
		t.Helper()
		confirmed, open, err := h.Books.Receipted(ctx)
		must(t, err)
		told, err = h.Books.Retainable(ctx)
		must(t, err)
		return confirmed, open, told
	}
	if c, o, told := numbers("empty"); c+o+len(told) != 0 {
		t.Errorf("empty: %d confirmed, %d open, %d retainable", c, o, len(told))
	}
	p, _ := received(t, h.House, generate.Plan{Kind: "xdomea-0503", Seed: 5, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"A"}})
	packaged(t, h.House, p.ID, intake.PackageOptions{})
	if c, o, told := numbers("packaged"); c != 0 || o == 0 || len(told) != 0 {
		t.Errorf("packaged: %d confirmed, %d open, %d retainable", c, o, len(told))
	}
	h.sent(t, p.ID)
	all, err := h.Outbox.Receipts.List(ctx, receipt.Filter{})
	must(t, err)
	c, o, told := numbers("sent")
	if c != len(all) || o != 0 || len(told) != len(all) || len(all) < 3 {
		t.Errorf("sent: %d confirmed, %d open, %d retainable of %d receipts", c, o, len(told), len(all))
	}
	if n, err := h.Outbox.Receipts.Count(ctx); err != nil || n != len(all) {
		t.Errorf("counted %d of %d receipts, %v", n, len(all), err)
	}
	slices.Reverse(told)
	for i, e := range told {
		if e.Receipt.ReceiptID != all[i].Receipt.ReceiptID || e.PackageID == "" || e.Manifest != nil {
			t.Errorf("retainable %d is %s, want %s without its manifest", i, e.Receipt.ReceiptID, all[i].Receipt.ReceiptID)
		}
	}
	if _, err := h.Books.SetRetention(ctx, told[0].Receipt.Uploads[0].UploadID, "2056-12-31", ""); err != nil {
		t.Errorf("what is offered cannot be told: %v", err)
	}
}

// A profile is begun under the first free id, by one who may, and its making is noted.
func TestBeginProfile(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	name := func(n int) string { return fmt.Sprintf("Stelle %d", n) }
	for n, want := range []string{"stelle-1", "stelle-2"} {
		id, err := w.Clerk.BeginProfile(ctx, name)
		must(t, err)
		p, err := w.Intake.Profiles.Get(ctx, id)
		must(t, err)
		if id != want || p.Agency != name(n+1) {
			t.Errorf("profile %s is %q, want %s", id, p.Agency, want)
		}
	}
	log, err := w.Office.Events(ctx, "profile")
	must(t, err)
	if n := len(log); n != 2 || log[0].Type != events.Configured {
		t.Errorf("%d events of two profiles: %+v", n, log)
	}
	_, err = w.Clerk.SetProfileFields(ctx, "gibt-es-nicht", map[string]string{"agency": "x"}, false)
	if failure.KindOf(err) != failure.Refused || !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("an unknown profile: %v", err)
	}
}

// Latest and Replaced answer out of the database what lists were gone through for.
func TestPortions_LatestAndReplaced(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	plan := generate.Plan{Kind: "xdomea-0503", Seed: 8, Dossiers: 1, Cases: 1, Documents: 1}
	var ids []string
	for range 3 {
		plan.Seed++
		p, _ := received(t, w, plan)
		ids = append(ids, p.ID)
	}
	_, err := w.Intake.Decide(ctx, ids[0], intake.Return, "")
	if err != nil { // nothing is wrong with it: given back with a letter that says why
		must(t, w.Intake.Halt(ctx, ids[0], "Rückfrage"))
	}
	got, err := w.Intake.Portions.Latest(ctx, 2)
	must(t, err)
	if len(got) != 2 || got[0].ID != ids[0] || got[1].ID != ids[2] {
		t.Errorf("latest: %+v, want %s, %s", got, ids[0], ids[2])
	}
	_, err = w.Intake.Portions.Amend(ctx, ids[2], func(p *transfer.Portion) { p.Redelivery = ids[1] }, nil)
	must(t, err)
	for i, want := range []bool{false, true, false} {
		if got, err := w.Intake.Portions.Replaced(ctx, ids[i]); err != nil || got != want {
			t.Errorf("%s is replaced: %v, %v", ids[i], got, err)
		}
	}
}

// Weight tells the jobs a person has to look at from all others.
func TestWeight(t *testing.T) {
	for state, want := range map[queue.State]check.Severity{queue.Damaged: check.Error, queue.NeedsUser: check.Warning,
		queue.NeedsAdmin: check.Warning,
		queue.Waiting:    "", queue.Running: "", queue.Retry: "", queue.Done: "", queue.Cancelled: ""} {
		if got := accession.Weight(queue.Job{State: state}); got != want {
			t.Errorf("a job %s weighs %q, want %q", state, got, want)
		}
	}
}
