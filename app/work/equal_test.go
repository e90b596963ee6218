package work_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
)

// packagedIn takes one delivery from arrival to packages in a workspace of its own, by a
// clock that stands still.
func packagedIn(t *testing.T, person, parcel string) (*work.House, []transfer.Package) {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	w, err := work.Open(context.Background(), t.TempDir(), office.Options{Now: func() time.Time { return at }, Person: person,
		KeyWork:    cheapKey,
		Passphrase: func() (string, error) { return "nur für die Prüfung", nil }, PDFium: samples.PDFium()})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, parcel, nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	for id := range a.Verdicts {
		must(t, w.Desk.Set(ctx, p.ID, []string{id}, "A", "Leitakte"))
	}
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	return w, packages
}

// Two workspaces give the same delivery, packaged under the same codes by the same person
// at the same time, the same identifiers and the same bytes (G9). Another person is told
// apart in history and sheet, and nowhere else: identifiers and content stay.
func TestPackage_EqualInTwoWorkspaces(t *testing.T) {
	parcel := delivery(t, generate.Plan{Seed: 2, Documents: 2, Mix: []string{"pdf", "eml"}, Ratings: []string{"A"}})
	one, first := packagedIn(t, "M. Ahrens", parcel)
	_, second := packagedIn(t, "M. Ahrens", parcel)
	other, third := packagedIn(t, "J. Beyer", parcel)
	if len(first) < 2 || len(first) != len(second) || len(first) != len(third) {
		t.Fatalf("%d, %d and %d packages", len(first), len(second), len(third))
	}
	seen := map[string]bool{}
	for i, p := range first {
		if seen[p.PID] {
			t.Errorf("identifier %s twice", p.PID)
		}
		seen[p.PID] = true
		if second[i].PID != p.PID || second[i].SHA512 != p.SHA512 {
			t.Errorf("%s: %s and %s, identifiers %s and %s", p.ReferenceCode, p.SHA512[:16], second[i].SHA512[:16], p.PID, second[i].PID)
		}
		if third[i].PID != p.PID || third[i].SHA512 == p.SHA512 {
			t.Errorf("%s by another person: identifier %s, want %s, and bytes that name them", p.ReferenceCode, third[i].PID, p.PID)
		}
		a, b := membersOf(t, one.Office.Path(p.Path)), membersOf(t, other.Office.Path(third[i].Path))
		for name, data := range a {
			told := strings.Contains(name, "METS.xml") || strings.HasSuffix(name, "premis.xml") ||
				strings.HasSuffix(name, "description.xml")
			if (b[name] != data) && !told {
				t.Errorf("%s differs though only the person does", name)
			}
		}
		if len(a) != len(b) {
			t.Errorf("%d and %d members", len(a), len(b))
		}
	}
}

// ofTheLog is what a paper says of the log it was written at: device and salted head are of
// the workspace and equal nowhere else.
var ofTheLog = regexp.MustCompile(`"(chainHead|device)": "[^"]*"`)

// A delivery that scripts without our code made gives two workspaces the same packages by
// the same clock, byte for byte, and papers that differ in the head of the log alone (G9).
func TestPackage_EqualOfAForeignDelivery(t *testing.T) {
	parcel := foreignDelivery(t)
	one, first := packagedIn(t, "M. Ahrens", parcel)
	two, second := packagedIn(t, "M. Ahrens", parcel)
	if len(first) < 3 || len(first) != len(second) {
		t.Fatalf("%d and %d packages", len(first), len(second))
	}
	for i, p := range first {
		if second[i].PID != p.PID || second[i].SHA512 != p.SHA512 {
			a, b := membersOf(t, one.Office.Path(p.Path)), membersOf(t, two.Office.Path(second[i].Path))
			for name := range a {
				if a[name] != b[name] {
					t.Errorf("%s: %s differs", p.ReferenceCode, name)
				}
			}
			t.Errorf("%s: %s and %s, identifiers %s and %s", p.ReferenceCode, p.SHA512[:16], second[i].SHA512[:16], p.PID, second[i].PID)
		}
	}
	papers, other := samples.Files(t, one.Office.Path(office.DirLetters)), samples.Files(t, two.Office.Path(office.DirLetters))
	if len(papers) == 0 || len(papers) != len(other) {
		t.Fatalf("papers %v and %v", papers, other)
	}
	for i, name := range papers {
		a, err := os.ReadFile(name)
		must(t, err)
		b, err := os.ReadFile(other[i])
		must(t, err)
		if filepath.Ext(name) == ".pdf" { // drawn from the JSON beside it, head and all
			continue
		}
		a, b = ofTheLog.ReplaceAll(a, nil), ofTheLog.ReplaceAll(b, nil)
		if filepath.Base(name) != filepath.Base(other[i]) || !bytes.Equal(a, b) {
			t.Errorf("paper %s differs:\n%s\n%s", name, a, b)
		}
	}
}

// foreignDelivery makes the 0503 of the foreign four-stage exchange; without Python or the
// scripts of others the test is left out.
func foreignDelivery(t *testing.T) string {
	t.Helper()
	script := filepath.Join(filepath.Dir(samples.Path(t)), "tools", "foreign", "eakten", "fourstage.py")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no Python")
	}
	dir := t.TempDir()
	run := exec.CommandContext(t.Context(), python, "-B", script)
	run.Dir, run.Env = filepath.Dir(script), append(os.Environ(), "FOREIGN_OUT="+dir)
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	found, err := filepath.Glob(filepath.Join(dir, "2", "*.zip"))
	must(t, err)
	if len(found) != 1 {
		t.Fatalf("made %v", found)
	}
	return found[0]
}

// The same delivery packaged once more in one workspace is another package.
func TestPackage_TwiceHasTwoIdentifiers(t *testing.T) {
	parcel := delivery(t, generate.Plan{Seed: 2, Documents: 1, Ratings: []string{"A"}})
	w, first := packagedIn(t, "M. Ahrens", parcel)
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, parcel, nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	second, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	for _, a := range first {
		for _, b := range second {
			if a.PID == b.PID {
				t.Errorf("%s and %s bear one identifier %s", a.ReferenceCode, b.ReferenceCode, a.PID)
			}
		}
	}
}

// membersOf gives the content of a TAR by name.
func membersOf(t *testing.T, name string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.FromSlash(name))
	must(t, err)
	defer f.Close()
	out := map[string]string{}
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		must(t, err)
		data, err := io.ReadAll(r)
		must(t, err)
		out[h.Name] = string(data)
	}
}
