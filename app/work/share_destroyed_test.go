package work_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/record"
)

// Of what is destroyed of a share no name is left: neither in the workspace nor at the archive,
// whose accession package holds the papers. What stays is named as before, empty folders at the
// top among it, which are packages of their own here.
func TestShare_DestroyedLeavesNoName(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	root := filepath.Join(t.TempDir(), "Ablage")
	for name, text := range map[string]string{"Personal/Abmahnungssache Zwerg.txt": "eins", "Personal/Stellenplan 1998.txt": "zwei",
		"Personal/Sonderordner Nebel/Brief.txt": "drei", "Bauamt/Plan.txt": "vier"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	must(t, os.MkdirAll(filepath.Join(root, "Leerstand"), 0o755))
	p, whole := h.acceptedShare(t, root)
	ids := map[string]string{}
	for o := range record.All(whole.Roots) {
		ids[o.Subject] = o.ID
	}
	must(t, h.Desk.Set(ctx, p.ID, []string{p.ID}, record.RatingArchive, "Ablage des Amts"))
	for _, name := range []string{"Abmahnungssache Zwerg.txt", "Sonderordner Nebel"} {
		must(t, h.Desk.Set(ctx, p.ID, []string{ids[name]}, record.RatingDestroy, "Frist um"))
	}
	_, err := h.Shares.ReportShare(ctx, p.ID, "") // a draft
	must(t, err)
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	_, err = h.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))
	_, err = h.Shares.ReportShare(ctx, p.ID, "")
	must(t, err)
	packages, err := h.Packer.PackageWith(ctx, p.ID, intake.PackageOptions{Level: "1"}, nil)
	must(t, err)
	if len(packages) != 3 {
		t.Fatalf("%d packages, want Bauamt, Leerstand, Personal", len(packages))
	}
	h.sent(t, p.ID)
	gone := []string{"Abmahnungssache", "Sonderordner"}
	for _, name := range gone {
		if len(marked(t, h.Office.Dir, []byte(name))) == 0 {
			t.Fatalf("%s is nowhere: the search proves nothing", name)
		}
	}
	ordered(t, h.House, p.ID, "Archivgesetz § 5", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	_, err = h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	must(t, err)
	for _, name := range gone {
		if left := marked(t, filepath.Dir(h.Office.Dir), []byte(name)); len(left) > 0 {
			t.Errorf("%s still stands in %v", name, left)
		}
	}
	for _, name := range []string{"Stellenplan 1998", "Leerstand"} {
		if len(marked(t, filepath.Join(h.Office.Dir, "packages"), []byte(name))) == 0 {
			t.Errorf("%s is in no package", name)
		}
	}
	letters, err := h.Intake.Portions.Letters(ctx, p.ID)
	must(t, err)
	for _, l := range letters {
		raw, err := os.ReadFile(h.Office.Path(l.Path))
		must(t, err)
		if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != l.SHA256 {
			t.Errorf("%s is registered with another digest", l.Path)
		}
	}
}
