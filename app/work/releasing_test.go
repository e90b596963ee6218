package work_test

import (
	"testing"

	"laufzettel/app/work/intake"
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
	refused(t, "release by a name without a key", "people key", err)
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
	n, err := keyed.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	after, err := keyed.Log.VerifyLogSigned(ctx, "")
	must(t, err)
	if n != 1 || !after.Sound || after.Signed == 0 {
		t.Errorf("released %d, log %+v", n, after)
	}
}
