package work_test

import (
	"database/sql"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/transfer/events"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// A second person releases with a key of their own or not at all, also while the
// register of people is open (G18); the log counts the signatures it verified.
func TestRelease_NeedsOwnKey(t *testing.T) {
	dir := t.TempDir()
	w := openWith(t, dir, "M. Ahrens", nil)
	ctx := t.Context()
	p, _ := received(t, w, generate.Plan{Seed: 3, Cases: 2, Documents: 1, Mix: []string{"txt"}})
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	must(t, w.Desk.Set(ctx, p.ID, []string{a.Roots[0].Children[0].ID}, record.RatingDestroy, "Doppel"))

	bare := openWith(t, dir, "J. Beyer", nil)
	_, err = bare.Desk.Release(ctx, p.ID, nil)
	refused(t, "release by a name without a key", "Neuer Schlüssel", err)
	log, err := w.Office.Events(ctx, p.ID)
	must(t, err)
	for _, e := range log {
		if e.Type == events.Released {
			t.Errorf("released without a key: %+v", e)
		}
	}

	keyed := open(t, dir, "J. Beyer")
	before, err := keyed.Log.VerifyLogSigned(ctx, "")
	must(t, err)
	if !before.Sound || before.Signed != 0 {
		t.Errorf("before: %+v, want a sound log without signatures", before)
	}
	_, err = keyed.Office.PersonKey(ctx, "J. Beyer", "zweite")
	must(t, err)
	_, err = keyed.Desk.Release(ctx, p.ID, nil)
	refused(t, "release by a name typed into an open register", "das Register schließen", err)
	_, err = w.Office.PersonKey(ctx, "M. Ahrens", "nur für die Prüfung")
	must(t, err)
	must(t, w.Office.CloseRegister(ctx, true))
	n, err := keyed.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	after, err := keyed.Log.VerifyLogSigned(ctx, "")
	must(t, err)
	if n != 1 || !after.Sound || after.Signed == 0 {
		t.Errorf("released %d, log %+v", n, after)
	}
}

// E17: a release by somebody who typed their own name into an open register carries
// nothing, whatever the program allowed when it was made: the fold over the log does
// not count it, every act that cannot be taken back is refused, and closing the
// register afterwards does not mend it; a release made anew does.
func TestE17_ATypedNameIsNoSecondPerson(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	w := open(t, dir, "M. Ahrens")
	p, _ := received(t, w, generate.Plan{Seed: 3, Cases: 2, Documents: 1, Mix: []string{"txt"}})
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	gone := a.Roots[0].Children[0].ID
	for _, u := range appraisal.Units(a.Roots) {
		must(t, w.Desk.Set(ctx, p.ID, []string{u.ID}, record.RatingArchive, ""))
	}
	must(t, w.Desk.Set(ctx, p.ID, []string{gone}, record.RatingDestroy, "Doppel"))
	typed := open(t, dir, "J. Beyer")
	_, err = typed.Desk.Release(ctx, p.ID, nil)
	refused(t, "release by a typed name", "Ein getippter Name ist keine zweite Person", err)

	// The program of before: it wrote the release and its signed statement.
	must(t, typed.Desk.Book.Release(ctx, p.ID, []string{gone}, "J. Beyer", false, func(tx *sql.Tx, _ []string) error {
		return typed.Log.Entry(ctx, typed.Office.Event(events.Released, p.ID, gone, "ok", nil))(tx)
	}))
	stopped(t, w.Desk.FinishAppraisal(ctx, p.ID), "released", "getippter Name")
	v, err := w.Log.VerifyLogSigned(ctx, "")
	must(t, err)
	if v.Sound || v.Difference == nil || !strings.Contains(v.Difference.Why, "J. Beyer") {
		t.Errorf("log verify says %+v", v)
	}
	must(t, w.Office.CloseRegister(ctx, true))
	stopped(t, w.Desk.FinishAppraisal(ctx, p.ID), "released", "getippter Name")
	_, err = w.Office.Witness.RebuildTables(ctx, false)
	must(t, err)
	if n, err := typed.Desk.Release(ctx, p.ID, nil); err != nil || n != 1 {
		t.Fatalf("released anew: %d, %v", n, err)
	}
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	origins, err := w.Office.KeyOrigins(ctx)
	must(t, err)
	if len(origins) != 2 || !origins[0].Fresh || !strings.Contains(origins[0].German(), "J. Beyer am 21.11.2026 selbst angelegt") {
		t.Errorf("origins of keys %+v", origins)
	}
}

// A decision by a typed name is not released either, nor may one person alone, by
// policy, act under a second name.
func TestE17_TheDeciderIsAnsweredForToo(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	w := open(t, dir, "M. Ahrens")
	p, _ := received(t, w, generate.Plan{Seed: 3, Cases: 2, Documents: 1, Mix: []string{"txt"}})
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	typed := open(t, dir, "K. Caro")
	must(t, typed.Desk.Set(ctx, p.ID, []string{a.Roots[0].Children[0].ID}, record.RatingDestroy, "Doppel"))
	_, err = w.Desk.Release(ctx, p.ID, nil)
	refused(t, "release of what a typed name decided", "K. Caro hat sich", err)
	refused(t, "one person under two names", "K. Caro hat sich", w.Office.MayDestroyAlone(ctx, "destroy", []string{"M. Ahrens", "K. Caro"}))
	must(t, w.Office.MayDestroyAlone(ctx, "destroy", []string{"M. Ahrens"}))
	must(t, w.Office.CloseRegister(ctx, true))
	_, err = w.Desk.Release(ctx, p.ID, nil)
	must(t, err)
}
