package work_test

import (
	"database/sql"
	"errors"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/appraisal"
	"laufzettel/sync/archive"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// stillOpen holds the number that is shown against the records, and whether it was kept.
func stillOpen(t *testing.T, w *work.House, id string, want int, kept bool) {
	t.Helper()
	a, err := w.Desk.Outlined(t.Context(), id)
	must(t, err)
	var row int
	err = w.Office.Store.Reader().QueryRowContext(t.Context(), "SELECT open FROM appraisal_open WHERE portion_id = ?", id).Scan(&row)
	if has := err == nil; has != kept || err != nil && !errors.Is(err, sql.ErrNoRows) || kept && row != want {
		t.Errorf("kept %v: %d (%v), want %v: %d", has, row, err, kept, want)
	}
	got, err := w.Desk.OpenUnits(t.Context(), a.Portion)
	if err != nil || got != (appraisal.Open{Total: a.Progress.Total, Open: a.Progress.Open}) || got.Open != want {
		t.Errorf("%+v are shown as open, the records say %+v, want %d (%v)", got, a.Progress, want, err)
	}
}

// The number of open units follows every act in its own transaction, at home and on the
// laptop, and is counted once where none is kept.
func TestOpenUnits_FollowEveryAct(t *testing.T) {
	h := newCentre(t)
	a := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	ctx := t.Context()
	l := published(t, a, open3)
	stillOpen(t, a, l.Portion, 3, false) // a workspace of before
	b := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	taken, err := b.Lending.TakeOut(ctx, l.Work, outbox.TakeOptions{})
	must(t, err)
	id := taken.Loan.Portion
	tree, err := b.Desk.Appraisal(ctx, id)
	must(t, err)
	units := appraisal.Units(tree.Roots)
	stillOpen(t, b, id, 3, false)
	must(t, b.Desk.Set(ctx, id, []string{units[0].ID, units[1].ID}, record.RatingArchive, "Leitakte"))
	stillOpen(t, b, id, 1, true)
	_, err = b.Desk.Undo(ctx, id)
	must(t, err)
	stillOpen(t, b, id, 3, true)
	_, err = b.Desk.Redo(ctx, id)
	must(t, err)
	stillOpen(t, b, id, 1, true)
	_, err = b.Lending.Exchange(ctx, id)
	must(t, err)
	stillOpen(t, a, l.Portion, 3, true)
	_, err = a.Lending.Exchange(ctx, l.Portion) // takes the decisions of the other in
	must(t, err)
	stillOpen(t, a, l.Portion, 1, true)
}

// An appraisal that is finished keeps no number, and a delivery that follows another is
// counted: what is decided there holds here too.
func TestOpenUnits_EndAndEarlierDelivery(t *testing.T) {
	dir := t.TempDir()
	w, ctx := open(t, dir, "M. Ahrens"), t.Context()
	plan := generate.Plan{Seed: 5, Process: "0a4f0aa1-831a-40a0-b49d-ef1d381b740f", Dossiers: 1, Cases: 3, Documents: 2,
		Mix: []string{"txt"}, Ratings: []string{"B"}}
	p, a := accepted(t, w, plan)
	stillOpen(t, w, p.ID, 3, false)
	must(t, w.Desk.Set(ctx, p.ID, []string{a.Roots[0].ID}, record.RatingArchive, "Leitakte"))
	stillOpen(t, w, p.ID, 0, true)
	later := again(t, w, plan, a.Roots[0].Children[2].Children[0])
	stillOpen(t, w, later.ID, 1, false)
	must(t, w.Desk.Set(ctx, p.ID, []string{a.Roots[0].ID}, record.RatingAppraise, ""))
	stillOpen(t, w, later.ID, 3, false)
	must(t, w.Desk.Set(ctx, p.ID, []string{a.Roots[0].ID}, record.RatingArchive, "Leitakte"))
	must(t, w.Close())
	w = open(t, dir, "M. Ahrens")
	stillOpen(t, w, p.ID, 0, true)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	stillOpen(t, w, p.ID, 0, false)
}
