package check

import (
	"testing"

	"laufzettel/transfer/record"
)

// The place of a finding is what an office calls it by: Aktenzeichen and file, for a file of
// no record its name alone, and never the id of an object.
func TestRun_PlacesFindings(t *testing.T) {
	vorgang := &record.Object{ID: "v", Kind: record.Case, Reference: "12-3/4"}
	m := &Manifest{Roots: []*record.Object{vorgang}, Listed: []Listed{{Path: "a/Antrag.pdf", Object: "v"},
		{Path: "Anschreiben.pdf", Object: "x"}, {Path: "frei.pdf"}}}
	for _, tt := range []struct {
		name string
		f    Finding
		want string
	}{
		{"file of a Vorgang", Finding{Path: "a/Antrag.pdf", Object: "v"}, "12-3/4, Antrag.pdf"},
		{"the Vorgang itself", Finding{Object: "v"}, "12-3/4"},
		{"covering letter", Finding{Path: "Anschreiben.pdf", Object: "x", Line: 2}, "Anschreiben.pdf"},
		{"file of nothing", Finding{Path: "frei.pdf"}, ""},
		{"placed before", Finding{Path: "Anschreiben.pdf", Place: "Anschreiben"}, "Anschreiben"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &run{m: m, report: &Report{Findings: []Finding{tt.f}}}
			r.placeFindings()
			if got := r.report.Findings[0].Place; got != tt.want {
				t.Errorf("place %q, want %q", got, tt.want)
			}
		})
	}
}
