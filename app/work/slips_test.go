package work_test

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/slip"
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
		"words of packages": {map[string]string{"akte": "dossier.reference", "code": "package.referenceCode"},
			`<Feld name="code">LZ/1</Feld>`},
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

// The standard's way: the list is offered (P1), the container comes with the slip alone,
// which bears the Ü-ID (P2). It goes to the accession of the offer and is measured against
// its list (P3.1); a plain check does so too where the Ü-ID is kept.
func TestSlip_DeliveryAfterOffer(t *testing.T) {
	tests := []struct {
		name        string
		offered     func(list string) string // the list as it is offered
		id          string                   // the Ü-ID the slip states, "" = that of the offer
		want, plain []string                 // codes of list and Ü-ID
		joins       bool
		office      string // id of the office that offered, "" = the one that delivers
	}{
		{name: "right", joins: true},
		{name: "one file fewer than offered", offered: func(list string) string {
			return strings.Replace(list, "</Vorgang>", `<Datei name="fehlt.pdf"></Datei></Vorgang>`, 1)
		}, want: []string{"SLP-021"}, plain: []string{"SLP-021"}, joins: true},
		{name: "an Ü-ID nobody gave", id: strings.Repeat("ab", 32), want: []string{"SLP-007"}, plain: []string{"SLP-030"}},
		{name: "the Ü-ID of another office", office: "99001", want: []string{"SLP-031"}, plain: []string{"SLP-031"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			ctx := t.Context()
			saveProfile(t, w, nil)
			source := delivery(t, slipPlan)
			dir, offer := filepath.Dir(source), t.TempDir()
			for _, name := range []string{"el_Lauf.xml", "Ab_Lis.xml"} {
				raw, err := os.ReadFile(filepath.Join(dir, name))
				must(t, err)
				if tt.office != "" {
					raw = bytes.ReplaceAll(raw, []byte("<Kennung>"+generate.DefaultAgency.ID), []byte("<Kennung>"+tt.office))
				}
				if name == "Ab_Lis.xml" && tt.offered != nil {
					raw = []byte(tt.offered(string(raw)))
				}
				must(t, os.WriteFile(filepath.Join(offer, name), raw, 0o600))
			}
			a, _, err := w.Books.Offer(ctx, offer)
			must(t, err)
			bringSlip(t, dir, cmp.Or(tt.id, a.TransferID))
			_, pieces, err := intake.Drops{Intake: w.Intake}.CheckDrop(ctx, source, intake.CheckOptions{NoPDFA: true})
			must(t, err)
			if got := slipCodes(pieces[0]); !slices.Equal(got, tt.plain) {
				t.Errorf("the plain check says %v, want %v", got, tt.plain)
			}
			taken, err := w.Books.ReceiveInto(ctx, source, "", "", nil)
			must(t, err)
			rep, err := w.Intake.Check(ctx, taken.ID, intake.CheckOptions{NoPDFA: true})
			must(t, err)
			p, err := w.Intake.Portions.Get(ctx, taken.ID)
			must(t, err)
			if got := slipCodes(rep); !slices.Equal(got, tt.want) || (p.AccessionID == a.ID) != tt.joins {
				t.Errorf("found %v in accession %s of %s, want %v, joined %v", got, p.AccessionID, a.ID, tt.want, tt.joins)
			}
		})
	}
}

// bringSlip makes the papers of an offer those of its delivery: the slip with the Ü-ID alone.
func bringSlip(t *testing.T, dir, id string) {
	t.Helper()
	name := filepath.Join(dir, "el_Lauf.xml")
	raw, err := os.ReadFile(name)
	must(t, err)
	s, _, err := slip.ReadSlip(bytes.NewReader(raw))
	must(t, err)
	s.Status, s.AccessionID = slip.Delivered, id
	var out bytes.Buffer
	must(t, slip.WriteSlip(&out, *s))
	must(t, os.WriteFile(name, out.Bytes(), 0o600))
	must(t, os.Remove(filepath.Join(dir, "Ab_Lis.xml")))
}

// slipCodes gives the findings on list and Ü-ID, each code once.
func slipCodes(rep *check.Report) (out []string) {
	for _, f := range rep.Findings {
		if slices.Contains([]string{"SLP-004", "SLP-007", "SLP-008", "SLP-009", "SLP-016", "SLP-017", "SLP-021", "SLP-022", "SLP-030",
			"SLP-031"}, f.Code) && !slices.Contains(out, f.Code) {
			out = append(out, f.Code)
		}
	}
	slices.Sort(out)
	return out
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

// Control list and reference codes come with the offer (A4, P1.8); the delivery gets the
// codes promised, and one that brings no list is measured against the control list (P3.1).
func TestOffer_ControlListAndCodes(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	saveProfile(t, w, func(p *profile.Profile) { p.ReferenceCode = profile.ReferenceCode{Pattern: "BAU/{n}", From: 5, To: 99} })
	source := delivery(t, slipPlan)
	offer := t.TempDir()
	for _, name := range []string{"el_Lauf.xml", "Ab_Lis.xml"} {
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(source), name))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(offer, name), raw, 0o600))
	}
	a, _, err := w.Books.Offer(ctx, offer)
	must(t, err)
	promised := paper(t, w, a.ID, "Kon_Lis.xml")
	if !strings.Contains(promised, `archivsignatur="BAU/5"`) || !strings.Contains(promised, "<Datei") {
		t.Fatalf("the control list of the offer promises no codes: %s", promised)
	}
	p, err := w.Intake.Receive(ctx, source, nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	for _, pkg := range packages {
		if !strings.Contains(promised, `id="`+pkg.Unit+`" archivsignatur="`+pkg.ReferenceCode+`"`) {
			t.Errorf("%s got %s, which was not promised to it: %s", pkg.Unit, pkg.ReferenceCode, promised)
		}
	}

	// Another delivery into the accession, without slip and list.
	bare := filepath.Join(t.TempDir(), "fremd.zip")
	raw, err := os.ReadFile(delivery(t, generate.Plan{Seed: 77, Cases: 1, Documents: 1}))
	must(t, err)
	must(t, os.WriteFile(bare, raw, 0o600))
	other, err := w.Books.ReceiveInto(ctx, bare, a.ID, "", nil)
	must(t, err)
	rep, err := w.Intake.Check(ctx, other.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	if codes := codesOf(rep); !codes["SLP-016"] || !codes["SLP-017"] {
		t.Errorf("not measured against the control list: %v", codes)
	}
}
