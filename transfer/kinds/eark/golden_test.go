package eark

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
)

// goldenPlan builds the package whose documents lie in testdata, with and without a
// provenance.
func goldenPlan(p *Provenance) BuildPlan {
	return BuildPlan{Name: "sip-1", Title: "Titel & <x> 'y'", Agency: "Amt", AgencyID: "de.x", Contact: "Ł. D", Created: time.Unix(1e9, 0),
		Provenance:    p,
		Documentation: []Member{{Name: "d.txt", Data: []byte("d")}}, Schemas: []Member{{Name: "s.xsd", Data: []byte("s")}},
		Descriptive: []Member{{Name: "ead.xml", Data: []byte("<e/>")}},
		Representations: []Representation{{Name: "rep1", Data: []Member{{Name: "ä <1>.pdf", Data: []byte("x")},
			{Name: "b.txt", Data: []byte("y")}}}, {Name: "rep2", Data: []Member{{Name: "c.bin", Data: []byte("z")}}}}}
}

// METS, PREMIS and Dublin Core are, byte for byte, those of the writer before
// transfer/mets: an agency that builds a package again gets the same one.
func TestBuild_Golden(t *testing.T) {
	for kind, p := range map[string]*Provenance{"plain": nil,
		"full": {Agreement: `A & "B"`, Reference: "R'1", Creator: "C", CreatorID: "c", Archive: "Arch", ArchiveID: "x", ContactAt: "a@b",
			Rights: "§ 5",
			Formats: map[string]check.Format{"representations/rep1/data/ä <1>.pdf": {PUID: "fmt/354", Name: "PDF/A", Version: "1b",
				MIME: "application/pdf"}}}} {
		members, err := Build(goldenPlan(p))
		if err != nil {
			t.Fatal(err)
		}
		compared := 0
		for _, m := range members {
			base := path.Base(m.Name)
			if strings.Contains(m.Name, "rep2") || base != "METS.xml" && base != premisName && base != dublinCoreName {
				continue
			}
			if strings.Contains(m.Name, "rep1") {
				base = "rep-" + base
			}
			file := filepath.Join("testdata", kind+"-"+base)
			if *update {
				if err := os.WriteFile(file, m.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(m.Data)); diff != "" {
				t.Errorf("%s: %s", file, diff)
			}
			compared++
		}
		if want := map[string]int{"plain": 2, "full": 5}[kind]; compared != want {
			t.Errorf("%s: %d documents compared, want %d", kind, compared, want)
		}
	}
}
