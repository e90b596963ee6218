package generate_test

import (
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/kinds/dms"
	"laufzettel/transfer/kinds/eark"
	"laufzettel/transfer/kinds/ech0160"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/kinds/siard"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/pdfa"
)

// kindsWithMaker are the kinds beyond xdomea with the code list of their room.
var kindsWithMaker = map[string]struct {
	kind  check.Kind
	codes []check.Code
	warns []string // warnings a sound delivery causes, because no schema is built in
}{
	"export":          {kind: export.Kind{}, codes: export.Codes},
	"handelsregister": {kind: handelsregister.Kind{}, codes: handelsregister.Codes},
	"norm":            {kind: norm.Kind{Messages: xdomea.Messages{}}, codes: norm.Codes, warns: []string{"SIG-003"}},
	"register":        {kind: register.Kind{}, codes: register.Codes},
	"bagit":           {kind: bagit.Kind{}, codes: bagit.Codes},
	"dms":             {kind: dms.Kind{}, codes: dms.Codes},
	"ech0160":         {kind: ech0160.Kind{}, codes: ech0160.Codes, warns: []string{"ECH-004"}},
	"eark":            {kind: eark.Kind{}, codes: eark.Codes, warns: []string{"EAR-004"}},
	"siard":           {kind: siard.Kind{}, codes: siard.Codes, warns: []string{"SRD-011", "SRD-014"}},
	"website":         {kind: website.Kind{}, codes: codesFrom(website.Codes, "WEB")},
	"warc":            {kind: website.Kind{}, codes: codesFrom(website.Codes, "WRC")},
	"wacz":            {kind: website.Kind{}, codes: codesFrom(website.Codes, "WCZ")},
}

// codesFrom picks the codes of one of several kinds of a room.
func codesFrom(codes []check.Code, prefix string) (out []check.Code) {
	for _, c := range codes {
		if strings.HasPrefix(c.ID, prefix) {
			out = append(out, c)
		}
	}
	return out
}

func checkedAs(t *testing.T, k check.Kind, p generate.Plan) *check.Report {
	t.Helper()
	out, err := (&check.Engine{Kinds: []check.Kind{k}, PDFA: &pdfa.EngineChecker{}}).CheckPath(t.Context(), write(t, p), check.Input{},
		container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = out.Close() })
	return out.Report
}

// Every kind gives a delivery without error or warning, and for every code of
// its room one with exactly that defect named.
func TestKinds_SoundAndDefective(t *testing.T) {
	for name, k := range kindsWithMaker {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sound := generate.Plan{Kind: name, Seed: 4, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"txt", "csv"}}
			for _, folder := range []bool{false, true} {
				sound.Folder = folder
				rep := checkedAs(t, k.kind, sound)
				if rep.Kind != name || rep.Verdict != check.Accepted || slices.ContainsFunc(rep.Findings, func(f check.Finding) bool {
					return f.Severity == check.Warning && !slices.Contains(k.warns, f.Code)
				}) {
					t.Fatalf("%s %s %+v", rep.Kind, rep.Verdict, rep.Findings)
				}
			}
			sound.Folder = false
			codes := generate.DefectsOf(shelf, name)
			for _, c := range k.codes {
				codes = append(codes, c.ID)
			}
			for _, code := range codes {
				p := sound
				p.Defects = []string{code}
				rep := checkedAs(t, k.kind, p)
				plainWords(t, name+" "+code, rep)
				if !uttered(rep, code) {
					t.Errorf("%s: not uttered: %+v", code, rep.Findings)
				}
			}
		})
	}
}

func uttered(r *check.Report, code string) bool {
	for _, f := range r.Findings {
		if f.Code == code {
			return true
		}
	}
	return false
}
