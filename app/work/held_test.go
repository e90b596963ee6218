package work_test

import (
	"os"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
)

// One lost package is told by its code, the formats of the others are counted, and the
// catalogue keeps what it knows of all (E5).
func TestEachHeld_OneLost(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	p, _ := received(t, w, generate.Plan{Seed: 21, Cases: 3, Documents: 1})
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	for _, d := range a.Roots {
		for _, c := range d.Children {
			must(t, w.Desk.Set(ctx, p.ID, []string{c.ID}, record.RatingArchive, "Stichprobe"))
		}
	}
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	before, err := w.Packer.TakeInventory(ctx)
	must(t, err)
	n, err := w.Room.RebuildCatalog(ctx)
	must(t, err)
	gone := packages[0]
	must(t, os.Remove(w.Office.Path(gone.Path)))

	after, err := w.Packer.TakeInventory(ctx)
	lost, told := reading.AsLost(err)
	if !told || failure.KindOf(err) != failure.Damaged || len(lost.Packages) != 1 || lost.Packages[0].PID != gone.PID ||
		!failure.Explained(err) {
		t.Fatalf("told %v", err)
	}
	if len(after.Formats) == 0 || after.Formats[0].Files >= before.Formats[0].Files {
		t.Errorf("counted %+v, before %+v", after.Formats, before.Formats)
	}
	if _, err := w.Packer.PlanTransformation(ctx, []string{before.Formats[0].PUID}); err == nil {
		t.Error("the plan does not tell of the lost package")
	}
	left, err := w.Room.RebuildCatalog(ctx)
	if _, told := reading.AsLost(err); !told || left != n-1 {
		t.Errorf("rebuilt %d of %d: %v", left, n, err)
	}
	if found, err := w.Room.OpenHoldings(reading.Asker{}).Search(ctx, catalog.Query{}); err != nil || found.Total != n {
		t.Errorf("the catalogue knows %d of %d: %v", found.Total, n, err)
	}
}
