package work_test

import (
	"encoding/json"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

func decisionsOf(t *testing.T, statements ...merge.Statement) []byte {
	t.Helper()
	type item struct {
		ID   string `json:"id"`
		Body []byte `json:"body"`
		Hand []byte `json:"hand,omitempty"`
	}
	var all []item
	for _, s := range statements {
		all = append(all, item{ID: s.ID, Body: s.Body()})
	}
	data, err := json.Marshal(map[string]any{"format": channel.FormatDecisions, "statements": all})
	must(t, err)
	return data
}

// A release that comes over the channel holds only with the signature of the
// person: a machine that writes a name under it makes no second person (G18).
func TestExchange_AReleaseNeedsThePerson(t *testing.T) {
	h := newCentre(t)
	w := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	second := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	l := published(t, w, open3)
	objects, err := w.Intake.Portions.Objects(t.Context(), l.Portion)
	must(t, err)
	var unit string
	for o := range record.All(objects) {
		if o.Kind == record.Case {
			unit = o.ID
			break
		}
	}
	must(t, w.Desk.Set(t.Context(), l.Portion, []string{unit}, record.RatingDestroy, "Doppel"))
	_, err = w.Lending.Exchange(t.Context(), l.Portion)
	must(t, err)
	history, err := w.Lending.Shared(t.Context(), l.Portion, unit)
	must(t, err)
	if len(history) != 1 || history[0].Signed == "" || history[0].Sequence == 0 {
		t.Fatalf("the decision went without the person: %+v", history)
	}
	forged := merge.Statement{Object: unit, Act: merge.Release, Rating: record.RatingDestroy, Actor: "D. Cordes", At: time.Now(),
		Rests: []string{history[0].ID}}.Seal()
	must(t, sendLetter(t, second, receipt.Message{Kind: channel.KindDecisions, Reference: l.Work, Content: decisionsOf(t, forged)}))
	_, err = w.Lending.Exchange(t.Context(), l.Portion)
	must(t, err)
	released := func() string {
		t.Helper()
		all, err := w.Desk.Book.Decisions(t.Context(), l.Portion)
		must(t, err)
		return all[unit].ReleasedBy
	}
	if by := released(); by != "" {
		t.Fatalf("released by %s, whom nobody knows", by)
	}
	// The person themselves, with a key of their own.
	taken, err := second.Lending.TakeOut(t.Context(), l.Work, outbox.TakeOptions{Release: true})
	must(t, err)
	_, err = second.Desk.Release(t.Context(), taken.Loan.Portion, nil)
	must(t, err)
	_, err = second.Lending.Exchange(t.Context(), taken.Loan.Portion)
	must(t, err)
	_, err = w.Lending.Exchange(t.Context(), l.Portion)
	must(t, err)
	if by := released(); by != "Beyer" {
		t.Errorf("released by %q, want Beyer", by)
	}
	// A revoked key releases nothing more.
	history, err = w.Lending.Shared(t.Context(), l.Portion, unit)
	must(t, err)
	must(t, h.r.Archive.RevokePerson(t.Context(), history[len(history)-1].Signed))
	must(t, second.Desk.Set(t.Context(), taken.Loan.Portion, []string{unit}, record.RatingArchive, "doch nicht"))
	if _, err := second.Lending.Exchange(t.Context(), taken.Loan.Portion); err != nil && failure.KindOf(err) == failure.Bug {
		t.Errorf("after the end of the key: %v", err)
	}
	jobs, err := second.Outbox.Queue.List(t.Context())
	must(t, err)
	if last := jobs[len(jobs)-1]; last.State != "needs_admin" {
		t.Errorf("the decision of a revoked person is %s", last.State)
	}
}
