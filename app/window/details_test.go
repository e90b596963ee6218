package window

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/appraisal"
	"laufzettel/transfer/record"
	appraise "laufzettel/views/appraise/model"
)

func TestSpanned(t *testing.T) {
	s := Sample{Desk: &Desk{Words: german()}}
	for in, want := range map[string]string{"2004-06-30 – 2004-10-16": "30.06.2004 – 16.10.2004", "1999-2003": "1999-2003", "2001": "2001",
		"2004-06 – 2005": "06.2004 – 2005", "": ""} {
		if got := s.spanned(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for in, want := range map[string]string{"content/a b.pdf": "a b.pdf", `..\..\start.bat`: "start.bat", "x/..": "Datei",
		"a:b?.txt": "a_b_.txt", "": "Datei", "..hidden": "hidden"} {
		if got := fileName(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func document(number, date, subject, file string) *record.Object {
	o := &record.Object{ID: subject, Kind: record.Document, Number: number, Date: record.Date(date), Subject: subject}
	if file != "" {
		o.Versions = []record.Version{{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: file}}}}}
	}
	return o
}

func TestDocumentsByDateAndGaps(t *testing.T) {
	o := &record.Object{ID: "v", Kind: record.Case}
	o.Add(document("1", "2010-05-14", "Bescheid", "b.pdf"))
	o.Add(document("4", "2009-11-02", "Antrag", "a.PDF"))
	o.Add(document("2", "", "Plan", ""))
	want := []appraise.Document{{ID: "none:Plan", Title: "Plan", Length: "–"},
		{ID: "a.PDF", Date: "02.11.2009", Title: "Antrag", Format: "PDF"},
		{ID: "b.pdf", Date: "14.05.2010", Title: "Bescheid", Format: "PDF"}}
	if diff := cmp.Diff(want, documents(german(), o)); diff != "" {
		t.Error(diff)
	}
	if got := gapText(german(), appraisal.Gaps(o, record.Document), record.Document); got != "Lücke in der Zählung: Dokument 3 fehlt" {
		t.Errorf("%q", got)
	}
}

// The list: plan, dossier, case; the number of a case is the rest of its reference.
func TestRows(t *testing.T) {
	d := &record.Object{ID: "d", Kind: record.Dossier, Reference: "63.2-0147", Subject: "Wohnpark",
		Plan: record.PlanUnit{Reference: "63.2", Title: "Bauaufsicht"}}
	v := &record.Object{ID: "v", Kind: record.Case, Reference: "63.2-0147/03", Subject: "Nachtrag",
		Span: record.DateSpan{From: "2009-11-02", To: "2011"}, Rating: record.RatingAppraise, Medium: "003 Papier"}
	v.Add(document("1", "", "Plan", ""))
	d.Add(v)
	want := []appraise.Object{{ID: "plan:63.2", Number: "63.2", Title: "Bauaufsicht"},
		{ID: "d", Kind: appraise.Dossier, Level: 1, Number: "63.2-0147", Title: "Wohnpark", Words: "  ", Plan: "63.2"},
		{ID: "v", Kind: appraise.Unit, Level: 2, Number: "/03", Title: "Nachtrag", Span: "2009–2011", From: 2009, To: 2011, Suggestion: "B",
			Documents: 1, Words: "  ", Paper: true, Plan: "63.2"}}
	if diff := cmp.Diff(want, rows([]*record.Object{d})); diff != "" {
		t.Error(diff)
	}
}
