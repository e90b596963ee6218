package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa"
)

func sampleCover() Cover {
	c := Cover{Archive: "Staatsarchiv Musterland", Program: "Laufzettel 0.1.0", Ordered: clock,
		PID: "urn:uuid:0d6f5a1c-1de0-82cf-85f5-0f4f1c0a77d6", ReferenceCode: "11842/107",
		Title: "63.2-0147/03 „Nachtrag Tiefgarage, J̌anšová“", Context: []string{"63.2-0147 „Wohnpark Am Mühlgraben“"},
		Agency: "Landratsamt Musterkreis", Span: "12.02.2011 – 30.04.2014",
		Accession: "2026/0017", AccessionID: meta().AccessionID, Closure: "bis 31.12.2044", Documents: 12, Files: 14, Bytes: 14_512_000,
		Findings: "Prüfung der Lieferung: 1 Fehler, keine Warnungen, 2 Hinweise. Ergebnis: Fehler gefunden.", Checks: sampleReport().Checks,
		Exceptions: []Exception{{Title: "Befunde: VOL-001 (1)", Reason: "Datei ist bei der Stelle verloren", Person: "Łucja Dvořáková",
			Time: clock}}}
	for i := range CoverDocuments + 2 {
		c.First = append(c.First, CoverDocument{Date: fmt.Sprintf("%02d.03.2012", i+1),
			Title: fmt.Sprintf("Stellungnahme %d zum Nachtrag", i+1), Format: "PDF/A 2b"})
	}
	return c
}

// pages counts the pages of a paper.
func pages(t *testing.T, paper []byte) int {
	t.Helper()
	f, err := pdf.Open(t.Context(), bytes.NewReader(paper), int64(len(paper)), pdf.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	root := f.Dict(f.Trailer("Root"))
	return len(f.Array(f.Dict(root["Pages"])["Kids"]))
}

func coverPDF(t *testing.T, c Cover) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCover(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The sheet has one page whatever it is given, is PDF/A, and is the same for the same
// content.
func TestCover_OnePage(t *testing.T) {
	long := strings.Repeat("Stellungnahme der Unteren Wasserbehörde zum Wehr am Mühlgraben ", 80)
	full := sampleCover()
	full.Mark, full.Title, full.Agency, full.Context = "VS – Nur für den Dienstgebrauch", long, long, []string{long, long, long}
	full.Earlier = "urn:uuid:" + long
	for i := range full.First {
		full.First[i] = CoverDocument{Date: "12.02.2011", Title: long, Format: long}
	}
	for i := range 60 {
		full.Checks = append(full.Checks, check.Done{Name: fmt.Sprintf("prüfung-%d", i), State: check.Full,
			Tool: fmt.Sprintf("Werkzeug %d %s", i%9, long)})
		full.Exceptions = append(full.Exceptions, Exception{Title: long, Reason: long, Person: long, Time: clock})
	}
	for name, c := range map[string]Cover{"usual": sampleCover(), "full": full,
		"bare": {Archive: "A", Program: "Laufzettel 0.1.0", Ordered: clock, PID: "urn:uuid:1"}} {
		t.Run(name, func(t *testing.T) {
			paper := coverPDF(t, c)
			if dir := os.Getenv("LAUFZETTEL_REPORT_DIR"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, "cover-"+name+".pdf"), paper, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if n := pages(t, paper); n != 1 {
				t.Errorf("%d pages, want 1", n)
			}
			r := pdfa.Check(t.Context(), bytes.NewReader(paper), int64(len(paper)), pdfa.Options{})
			if r.Claim != "2a" || r.Verdict != pdfa.NoObstacle {
				t.Errorf("claim %q, verdict %s, %+v", r.Claim, r.Verdict, r)
			}
			if again := coverPDF(t, c); !bytes.Equal(again, paper) {
				t.Error("a second sheet of the same content has other bytes")
			}
		})
	}
}

// What a sheet must say, and that it says what it left out.
func TestCover_Says(t *testing.T) {
	c := sampleCover()
	d := c.document(coverShares[0])
	text := drawn(d)
	for _, want := range []string{"11842/107", "Nachtrag Tiefgarage", "Landratsamt Musterkreis", "12.02.2011 – 30.04.2014", "12 Dokumente",
		"Stellungnahme 10", "2 weitere", "siegfried 1.11.6, PRONOM V118", "PDF/A (zum Teil)",
		"Datei ist bei der Stelle verloren", "Łucja Dvořáková", "Nicht oder nur zum Teil geprüft: PDF/A, Virenprüfung", "bis 31.12.2044"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the sheet:\n%s", want, text)
		}
	}
	if strings.Contains(text, "Stellungnahme 11") {
		t.Error("more than ten documents are named")
	}
}
