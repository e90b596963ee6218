package work_test

import (
	"context"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/archive"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
)

// cancelled cancels every job of the outbox that is not at its end and tells how many those were.
func cancelled(t *testing.T, w *work.House) (n int) {
	t.Helper()
	jobs, err := w.Outbox.Queue.List(t.Context())
	must(t, err)
	for _, j := range jobs {
		if !j.State.Final() {
			must(t, w.Outbox.CancelJob(t.Context(), j.ID))
			n++
		}
	}
	return n
}

// What a person has given up ends nowhere: sending again puts the packages in anew, under a job
// of their own each, and a second time nothing more.
func TestSend_WhatWasGivenUpGoesAnew(t *testing.T) {
	ctx := t.Context()
	h, p := appraisedThree(t)
	_, err := h.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	must(t, h.Outbox.Send(ctx, p.ID))
	must(t, h.Outbox.Send(ctx, p.ID))
	first := cancelled(t, h.House)
	if _, err = h.Outbox.SendOnce(ctx, nil); err != nil || first == 0 {
		t.Fatalf("%d jobs given up, %v", first, err)
	}
	if now, err := h.Intake.Portions.Get(ctx, p.ID); err != nil || now.State != transfer.Packaged {
		t.Fatalf("after giving up the portion is %s, %v", now.State, err)
	}
	n, err := h.Books.Next(ctx, p.ID)
	if err != nil || n.Step != accession.NextSend || n.Held != "" {
		t.Errorf("after giving up the next step is %+v, %v; want sending", n, err)
	}
	must(t, h.Outbox.Send(ctx, p.ID))
	must(t, h.Outbox.Send(ctx, p.ID))
	h.sent(t, p.ID)
	jobs, err := h.Outbox.Queue.List(ctx)
	must(t, err)
	done := map[queue.State]int{}
	for _, j := range jobs {
		done[j.State]++
	}
	// the accession package follows the archival ones
	if want := map[queue.State]int{queue.Cancelled: first, queue.Done: first + 1}; done[queue.Cancelled] != want[queue.Cancelled] ||
		done[queue.Done] != want[queue.Done] || len(jobs) != 2*first+1 {
		t.Errorf("jobs by state %v, want %v", done, want)
	}
}

// The package of an accession that was given up goes anew with its portion, though that is
// confirmed long since.
func TestSend_AnAccessionPackageGivenUpGoesAnew(t *testing.T) {
	ctx := t.Context()
	h, p := appraisedThree(t)
	_, err := h.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	must(t, h.Outbox.Send(ctx, p.ID))
	conclude := h.Outbox.Concludes
	h.Outbox.Concludes = func(context.Context) (bool, error) { return false, nil }
	_, err = h.Outbox.SendOnce(ctx, nil)
	must(t, err)
	more, err := conclude(ctx)
	if n := cancelled(t, h.House); err != nil || !more || n != 1 {
		t.Fatalf("%d accession packages given up, more %t, %v", n, more, err)
	}
	h.Outbox.Concludes = conclude
	h.sent(t, p.ID)
}

// So it is with what is given out for appraisal.
func TestPublish_WhatWasGivenUpGoesAnew(t *testing.T) {
	ctx := t.Context()
	w := newCentre(t).desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	portion, _ := received(t, w, open3)
	_, err := w.Intake.Decide(ctx, portion.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Outbox.HoldSending(ctx, true))
	l, err := w.Lending.Publish(ctx, portion.ID)
	if n := cancelled(t, w); err != nil || l.State != loan.Sending || n != 1 {
		t.Fatalf("the loan is %s, %d jobs, %v", l.State, n, err)
	}
	must(t, w.Outbox.HoldSending(ctx, false))
	if l, err = w.Lending.Publish(ctx, portion.ID); err != nil || l.State != loan.Open {
		t.Errorf("given out anew the loan is %s, %v; want open", l.State, err)
	}
}
