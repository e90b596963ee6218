package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/pdfa"
)

func judged() Appraisal {
	m := meta()
	m.Delivery = "P2026-0003, 2. Fassung, eingegangen 17.11.2026, 09:12"
	return Appraisal{Meta: m, Objects: []Appraised{
		{ID: "c1", Reference: "63.2-0147/01", Subject: "=HYPERLINK(\"x\")", Span: "2009–2011", Suggestion: "B", Rating: "A",
			Origin: "Entscheidung des Archivs", Reason: "Großvorhaben;\nRegel 63.2", By: "M. Ahrens", At: clock},
		{ID: "c2", Reference: "63.2-0147/02", Subject: "Gebühren", Rating: "V", Reason: "Massenakte", By: "M. Ahrens", At: clock,
			ReleasedBy: "J. Beyer", ReleasedAt: clock},
		{ID: "c3", Rating: "B"},
	}}
}

// rows reads back what a spreadsheet would see.
func rows(t *testing.T, write func(io.Writer) error) [][]string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	text, bom := strings.CutPrefix(out.String(), "\ufeff")
	if !bom {
		t.Error("no BOM: spreadsheets would take the file for another coding")
	}
	c := csv.NewReader(strings.NewReader(text))
	c.Comma = ';'
	list, err := c.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestWriteAppraisalCSV(t *testing.T) {
	list := rows(t, func(w io.Writer) error { return WriteAppraisalCSV(w, judged()) })
	want := []string{"c1", "63.2-0147/01", "'=HYPERLINK(\"x\")", "2009–2011", "B", "A", "Entscheidung des Archivs",
		"Großvorhaben;\nRegel 63.2", "M. Ahrens", "2026-11-17T09:12:04+01:00",
		"", "", meta().Portion, "P2026-0003, 2. Fassung, eingegangen 17.11.2026, 09:12", meta().AccessionID, "Laufzettel 0.1.0"}
	if d := cmp.Diff(want, list[1]); d != "" {
		t.Error(d)
	}
	if len(list) != 4 || list[3][5] != "offen" || list[2][10] != "J. Beyer" {
		t.Errorf("%q", list)
	}
}

func TestWriteDraftCSV_LeavesRoomForTheAgency(t *testing.T) {
	columns := []string{"ID", "Kennzeichen", "Betreff", "Laufzeit", "Vorschlag", "Bewertung", "Begründung", "Wunsch",
		"Stellungnahme", "Name"}
	list := rows(t, func(w io.Writer) error { return WriteDraftCSV(w, judged(), columns) })
	if d := cmp.Diff(columns, list[0]); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"c2", "63.2-0147/02", "Gebühren", "", "", "V", "Massenakte", "", "", ""}, list[2]); d != "" {
		t.Error(d)
	}
}

func TestWriteDestructionCSV(t *testing.T) {
	l := Destruction{Meta: judged().Meta, Done: clock, DoneBy: "M. Ahrens",
		Objects: []Destroyed{{ID: "c2", Subject: "Gebühren", Plan: "20.1 Steuern", Span: "2001 – 2003", Reason: "Massenakte",
			Basis: "§ 5 ArchG", Decided: clock, DecidedBy: "M. Ahrens",
			Released: clock, ReleasedBy: "J. Beyer", Files: 3, Bytes: 4096}}}
	list := rows(t, func(w io.Writer) error { return WriteDestructionCSV(w, l) })
	if got := list[1]; got[2] != "" || got[3] != "20.1 Steuern" || got[4] != "2001 – 2003" || got[7] != "§ 5 ArchG" ||
		got[10] != "J. Beyer" || got[12] != "3" || got[13] != "4096" || got[19] != "Laufzettel 0.1.0" {
		t.Errorf("%q", got)
	}
	l.WithNames = true
	if got := rows(t, func(w io.Writer) error { return WriteDestructionCSV(w, l) }); got[1][2] != "Gebühren" {
		t.Errorf("%q", got[1])
	}
}

// The new papers are PDF/A-2a like all others.
func TestAppraisalPapers_ArePDFA(t *testing.T) {
	p := Papers{Meta: judged().Meta,
		Parts: []PaperPart{{ID: "d1", Kind: "Dokument", Subject: "Lageplan", Medium: "003 Papier", Rating: "A"}}}
	if list := rows(t, func(w io.Writer) error { return WritePaperCSV(w, p) }); list[1][5] != "003 Papier" {
		t.Errorf("%q", list)
	}
	for name, d := range map[string]Document{
		"draft": DraftLetter(judged(), clock.AddDate(0, 0, 30)),
		"verdict": VerdictLetter(Verdict{Meta: judged().Meta, Archive: 1, Destroy: 1, Documents: 4, Files: 6, Bytes: 1 << 20,
			Objects: judged().Objects, Message: "x_0502.xml"}),
		"paper": PaperLetter(p),
		"none":  DraftLetter(Appraisal{Meta: meta()}, time.Time{}),
	} {
		var out bytes.Buffer
		if err := Write(&out, d); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := pdfa.Check(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), pdfa.Options{Flavour: "2a"})
		if r.Verdict != pdfa.NoObstacle || r.Claim != "2a" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
