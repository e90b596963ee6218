package check

import (
	"cmp"
	"testing"

	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// The place of a finding is what an office calls it by: Aktenzeichen and file, for a file of
// no record its name alone, and never the id of an object.
func TestRun_PlacesFindings(t *testing.T) {
	vorgang := &record.Object{ID: "v", Kind: record.Case, Reference: "12-3/4"}
	letter := &record.Object{ID: "d", Kind: record.Document, Number: "3", Date: "2026-02-03", Line: 20}
	vorgang.Add(letter)
	letter.Add(&record.Object{ID: "a", Kind: record.Document, Line: 30})
	m := &Manifest{Roots: []*record.Object{vorgang}, Listed: []Listed{{Path: "a/Antrag.pdf", Object: "v"},
		{Path: "Anschreiben.pdf", Object: "x"}, {Path: "frei.pdf"}, {Path: "nachricht.xml", Role: RoleMessage}}}
	for _, tt := range []struct {
		name    string
		f       Finding
		want    string
		english string // "" = the same
	}{
		{"file of a Vorgang", Finding{Path: "a/Antrag.pdf", Object: "v"}, "12-3/4, Antrag.pdf", ""},
		{"the Vorgang itself", Finding{Object: "v"}, "12-3/4", ""},
		{"covering letter", Finding{Path: "Anschreiben.pdf", Object: "x", Line: 2}, "Anschreiben.pdf", ""},
		{"file of nothing", Finding{Path: "frei.pdf"}, "", ""},
		{"placed before", Finding{Path: "Anschreiben.pdf", Place: "Anschreiben"}, "Anschreiben", ""},
		{"document without a file", Finding{Object: "d"}, "12-3/4, Dokument Nr. 3 vom 03.02.2026",
			"12-3/4, document no. 3 of 2026-02-03"},
		{"line of the message", Finding{Path: "nachricht.xml", Line: 31},
			"12-3/4, Anlage zu Dokument Nr. 3 vom 03.02.2026, Zeile 31 der Nachricht",
			"12-3/4, attachment to document no. 3 of 2026-02-03, line 31 of the message"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &run{m: m, report: &Report{Findings: []Finding{tt.f}}}
			r.placeFindings()
			f := r.report.Findings[0]
			if got := f.In(wording.German).Place; got != tt.want {
				t.Errorf("place %q, want %q", got, tt.want)
			}
			if got := f.In(wording.English).Place; got != cmp.Or(tt.english, tt.want) {
				t.Errorf("in English %q, want %q", got, cmp.Or(tt.english, tt.want))
			}
			if f.Words != nil && tt.english == "" {
				t.Errorf("words are kept of a place that has none: %+v", f.Words)
			}
		})
	}
}
