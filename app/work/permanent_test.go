package work_test

import (
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/archive"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// A decision V that an older program let through elsewhere is told and not taken in, and
// nothing that cannot be taken back happens on one that stands here (what-stays).
func TestPermanent_DecisionsFromElsewhere(t *testing.T) {
	h, ctx := newCentre(t), t.Context()
	w := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	other := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	other.Desk.Book.Permanent = nil // as an older program
	l := published(t, w, generate.Plan{Kind: "norm", Seed: 3})
	taken, err := other.Lending.TakeOut(ctx, l.Work, outbox.TakeOptions{})
	must(t, err)
	a, err := other.Desk.Appraisal(ctx, taken.Loan.Portion)
	must(t, err)
	var law string
	for o := range record.All(a.Roots) {
		if o.Kind == record.Case {
			law = o.ID
		}
	}
	decide(t, other, taken.Loan.Portion, record.RatingDestroy, law)
	c, err := w.Lending.Exchange(ctx, l.Portion)
	must(t, err)
	if c.Spared != 1 || c.Adopted != 0 {
		t.Errorf("%+v, want one decision spared", c)
	}
	here, err := w.Desk.Appraisal(ctx, l.Portion)
	must(t, err)
	if v := here.Verdicts[law]; v.Rating != record.RatingArchive {
		t.Errorf("verdict here %+v", v)
	}
	if c, err = w.Lending.Exchange(ctx, l.Portion); err != nil || c.Spared != 0 {
		t.Errorf("told twice: %+v, %v", c, err)
	}
	sound(t, w)

	spare := w.Desk.Book.Permanent
	w.Desk.Book.Permanent = nil
	must(t, w.Desk.Set(ctx, l.Portion, []string{law}, record.RatingDestroy, "wie früher möglich"))
	w.Desk.Book.Permanent = spare
	if _, err := w.Desk.Release(ctx, l.Portion, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("released: %v", err)
	}
	p, err := w.Desk.Portions.Get(ctx, l.Portion)
	must(t, err)
	if err := w.Desk.Uphold(ctx, "destroy", p); failure.KindOf(err) != failure.Refused {
		t.Errorf("upheld: %v", err)
	}
}
