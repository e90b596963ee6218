package eark

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/schema"
)

// stated is a package that states its provenance.
func stated(t testing.TB, change func(*BuildPlan)) map[string]string {
	t.Helper()
	plan := BuildPlan{Name: "paket-1", Title: "Bauakten & Pläne", Agency: "Landratsamt Musterkreis", AgencyID: "09999",
		Contact:       "M. Ahrens",
		Created:       time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC),
		Documentation: []Member{{Name: "handbuch.txt", Data: []byte("Handbuch\n")}},
		Representations: []Representation{{Name: "rep 1", Data: []Member{{Name: "pläne/grün & rot.pdf", Data: []byte("eins\n")}}},
			{Name: "rep2", Data: []Member{{Name: "b.xyz", Data: []byte("zwei\n")}}}},
		Provenance: &Provenance{Agreement: "V-12", PreviousAgreement: "keine", Reference: "63.2", PreviousReference: "keine",
			Creator: "Kreisbauamt", CreatorID: "09998",
			Archive: "Landesarchiv Musterland", ArchiveID: "09000", Rights: "Anbietungspflicht", Formats: map[string]check.Format{
				"documentation/handbuch.txt": {PUID: "x-fmt/111", Name: "Plain Text File", MIME: "text/plain"},
				"representations/rep 1/data/pläne/grün & rot.pdf": {PUID: "fmt/477", Name: "Acrobat PDF/A", Version: "2b",
					MIME: "application/pdf"}}}}
	if change != nil {
		change(&plan)
	}
	members, err := Build(plan)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, m := range members {
		files[m.Name] = string(m.Data)
	}
	return files
}

// A package that states its provenance leaves no rule of the specification unused,
// not even those that only may be used (issue 4).
func TestBuild_WithProvenanceNothingToFind(t *testing.T) {
	files := stated(t, nil)
	rep := checked(t, files)
	for _, f := range rep.Findings {
		if f.Code != "FIX-001" && f.Code != "FMT-001" {
			t.Errorf("%s %s: %s want %q found %q", f.Code, f.Path, f.Message, f.Expected, f.Found)
		}
	}
	if rep.Verdict != check.Accepted || rep.Agency != (check.Agency{Name: "Landratsamt Musterkreis", ID: "09999"}) {
		t.Errorf("%s %+v", rep.Verdict, rep.Agency)
	}
	for _, want := range []string{`<altRecordID TYPE="SUBMISSIONAGREEMENT">V-12</altRecordID>`,
		`<agent ROLE="ARCHIVIST" TYPE="ORGANIZATION">`, `<name>Landesarchiv Musterland</name>`, `MDTYPE="DC"`} {
		if !strings.Contains(files[rootDoc], want) {
			t.Errorf("METS without %s", want)
		}
	}
	for name, wants := range map[string][]string{
		"paket-1/representations/rep 1/METS.xml": {`OWNERID="pläne/grün &amp; rot.pdf"`,
			`sip:FILEFORMATNAME="Acrobat PDF/A" sip:FILEFORMATVERSION="2b" sip:FILEFORMATREGISTRY="PRONOM" sip:FILEFORMATKEY="fmt/477"`},
		"paket-1/representations/rep2/METS.xml": {`sip:FILEFORMATNAME="unbekannt"`},
		"paket-1/metadata/preservation/premis.xml": {"<formatVersion>ohne Version</formatVersion>",
			"<otherRightsBasis>Anbietungspflicht</otherRightsBasis>"},
	} {
		for _, want := range wants {
			if !strings.Contains(files[name], want) {
				t.Errorf("%s without %s", name, want)
			}
		}
	}
	// The contact is reached at the agency where nothing else is said.
	if !strings.Contains(files[rootDoc], "<note>Landratsamt Musterkreis</note>") {
		t.Error("no way to the contact")
	}
}

// A package delivered as the folder itself is judged as one in a folder or container.
func TestStructure_PackageIsTheFolder(t *testing.T) {
	files := stated(t, func(p *BuildPlan) { p.Schemas = []Member{{Name: "a.xsd", Data: []byte("<a/>")}} })
	rep := checkPath(t, filepath.Join(samples.Lay(t, "lieferung", files), "paket-1")).Report
	for _, f := range rep.Findings {
		if f.Code == codeShould.ID {
			t.Errorf("%s %s %s", f.Rule, f.Path, f.Found)
		}
	}
}

// An empty statement is left out, and what is left out is told.
func TestBuild_ProvenanceLeftOut(t *testing.T) {
	for id, change := range map[string]func(*Provenance){
		"SIP5":  func(p *Provenance) { p.Agreement = "" },
		"SIP6":  func(p *Provenance) { p.PreviousAgreement = "" },
		"SIP7":  func(p *Provenance) { p.Reference = "" },
		"SIP8":  func(p *Provenance) { p.PreviousReference = "" },
		"SIP9":  func(p *Provenance) { p.Creator = "" },
		"SIP13": func(p *Provenance) { p.CreatorID = "" },
		"SIP26": func(p *Provenance) { p.Archive = "" },
		"SIP30": func(p *Provenance) { p.ArchiveID = "" },
	} {
		rep := checked(t, stated(t, func(p *BuildPlan) { change(p.Provenance) }))
		var told []string
		for _, f := range rep.Findings {
			if f.Code == codeMay.ID {
				told = append(told, f.Rule)
			}
		}
		if !slices.Equal(told, []string{id}) {
			t.Errorf("%s: told %v", id, told)
		}
	}
}

// METS and PREMIS fit the published schemas.
func TestBuild_ProvenanceFitsSchemas(t *testing.T) {
	store := schema.NewStore(t.TempDir())
	for _, at := range []string{samples.Path(t, "schemata", "premis-v3-0.xsd"), samples.Path(t, "schemata", "eark-mets")} {
		if _, err := store.Add(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	files := stated(t, nil)
	tree, err := container.Open(t.Context(), samples.Lay(t, "lieferung", files), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	n := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		space, ok := map[string]string{premisName: "http://www.loc.gov/premis/v3", "METS.xml": mets.Namespace}[path.Base(name)]
		if !ok {
			continue
		}
		n++
		if found, done, _, err := store.Validate(t.Context(), space, name, tree); err != nil || !done || len(found) > 0 {
			t.Errorf("%s: %v %v %v", name, done, err, found)
		}
	}
	if n != 6 {
		t.Errorf("%d documents", n)
	}
	if !maps.Equal(files, stated(t, nil)) {
		t.Error("the same plan gives other bytes")
	}
}
