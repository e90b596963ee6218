package workspace_test

import (
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/workspace"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// Every kind the generator makes can be taken in, accepted, packaged, indexed
// and looked at, not only checked.
func TestKinds_FromDeliveryToPackages(t *testing.T) {
	for _, kind := range generate.Kinds() {
		if strings.HasPrefix(kind, "xdomea-0501") {
			continue // an offer brings nothing to package
		}
		t.Run(kind, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			ctx := t.Context()
			p, rep := received(t, w, generate.Plan{Kind: kind, Seed: 3, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"A"}})
			if rep.Verdict != check.Accepted || rep.Kind != kind {
				t.Fatalf("%s is %s: %+v", rep.Kind, rep.Verdict, rep.Findings)
			}
			_, err := w.Decide(ctx, p.ID, workspace.Accept, "")
			must(t, err)
			a, err := w.Appraisal(ctx, p.ID)
			must(t, err)
			for _, o := range appraisal.Units(a.Roots) {
				if a.Verdicts[o.ID].Rating != record.RatingArchive {
					must(t, w.Set(ctx, p.ID, []string{o.ID}, record.RatingArchive, "wird ganz übernommen"))
				}
			}
			must(t, w.FinishAppraisal(ctx, p.ID))
			packages, err := w.Package(ctx, p.ID, "", nil)
			must(t, err)
			if len(packages) == 0 {
				t.Fatal("nothing was packaged")
			}
			looked(t, w, packages)
		})
	}
}

// looked proves packages from themselves, looks at their documents and asks the
// index for them.
func looked(t *testing.T, w *workspace.Workspace, packages []transfer.Package) {
	t.Helper()
	data := 0
	for _, pkg := range packages {
		name := filepath.Join(w.Dir, filepath.FromSlash(pkg.Path))
		findings, err := aip.VerifyFile(t.Context(), name)
		if err != nil || len(findings) > 0 {
			t.Errorf("package %s: %v %+v", pkg.ReferenceCode, err, findings)
		}
		opened, err := aip.Open(t.Context(), name)
		must(t, err)
		for _, l := range opened.Files() {
			if strings.HasPrefix(l.Path, "representations/rep1/data/") {
				data++
			}
		}
		must(t, opened.Close())
		if item, err := w.Catalog.Find(t.Context(), pkg.PID, w.Now()); err != nil || item.ReferenceCode != pkg.ReferenceCode {
			t.Errorf("index entry of %s: %+v, %v", pkg.ReferenceCode, item, err)
		}
	}
	if data == 0 {
		t.Error("the packages hold no file of the delivery")
	}
}
