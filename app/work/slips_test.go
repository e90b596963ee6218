package work_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
)

var slipPlan = generate.Plan{Seed: 21, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"A"}, Slip: true, Profile: "bau"}

func saveProfile(t *testing.T, w *work.House, change func(*profile.Profile)) {
	t.Helper()
	p := profile.Profile{ID: "bau", AgencyID: generate.DefaultAgency.ID, Agency: generate.DefaultAgency.Name}
	if change != nil {
		change(&p)
	}
	if _, err := w.Intake.Profiles.Save(t.Context(), p, "M. Ahrens"); err != nil {
		t.Fatal(err)
	}
}

// paper reads a letter of a portion by its base name.
func paper(t *testing.T, w *work.House, portion, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(w.Office.Dir, "letters", portion, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The slip goes back with the Ü-ID (A5), the control list carries one reference
// code per case (A4), and MAPPING-1 of the profile decides its fields (A32).
func TestSlip_GoesBackWithListAndCodes(t *testing.T) {
	for name, tc := range map[string]struct {
		mapping map[string]string
		want    string
	}{
		"built-in mapping":       {nil, `archivsignatur="LZ/1"`},
		"mapping of the profile": {map[string]string{"fundstelle": "=Regal 7"}, "Regal 7"},
		"what it does not name":  {map[string]string{"fundstelle": "const:Regal 7"}, `<Feld name="Provenienz">Landratsamt`},
		"words of packages":      {map[string]string{"akte": "dossier.reference", "code": "package.referenceCode"}, `<Feld name="code">LZ/1</Feld>`},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			saveProfile(t, w, func(p *profile.Profile) { p.Mapping.ControlList = tc.mapping })
			p, rep := received(t, w, slipPlan)
			if rep.Verdict != check.Accepted || p.ProfileID != "bau" || p.TransferID == "" {
				t.Fatalf("verdict %s, profile %q, Ü-ID %q; %+v", rep.Verdict, p.ProfileID, p.TransferID, rep.Findings)
			}
			_, err := w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
			must(t, err)
			if s := paper(t, w, p.ID, "el_Lauf.xml"); !strings.Contains(s, p.TransferID) || !strings.Contains(s, "Bestaetigung") {
				t.Errorf("the slip does not go back confirmed with the Ü-ID: %s", s)
			}
			must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
			_, err = w.Packer.Package(t.Context(), p.ID, "", nil)
			must(t, err)
			if s := paper(t, w, p.ID, "Kon_Lis.xml"); !strings.Contains(s, tc.want) {
				t.Errorf("control list without %q: %s", tc.want, s)
			}
		})
	}
}

// A container changed on the way is told by the digest in its slip (A6), a second
// offer of the same list by the Ü-ID while the first is in progress (A2).
func TestSlip_ChangedContainerAndSecondOffer(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	saveProfile(t, w, nil)
	first := delivery(t, slipPlan)
	codes := func(path string) map[string]bool {
		p, err := w.Intake.Receive(t.Context(), path, nil)
		must(t, err)
		rep, err := w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
		must(t, err)
		return codesOf(rep)
	}
	if found := codes(first); found["SLP-009"] {
		t.Errorf("the first offer counts as a second one: %v", found)
	}
	if found := codes(first); !found["SLP-009"] {
		t.Errorf("a second offer of the list in progress is not stopped: %v", found)
	}
	changed := delivery(t, slipPlan)
	raw, err := os.ReadFile(changed)
	must(t, err)
	raw = append(raw[:len(raw):len(raw)], 0) // a ZIP may be followed by a byte; its digest may not
	must(t, os.WriteFile(changed, raw, 0o600))
	if found := codes(changed); !found["SLP-005"] {
		t.Errorf("a container that differs from its slip is not told: %v", found)
	}
}
