package pdf_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/report"
	"laufzettel/viewer"
	"laufzettel/viewer/pdf"
)

// The papers we write, read by PDFium, which knows nothing of our writer: its
// view of the structure, page by page, its text and its bookmarks.
func TestStructure_OfOurPapers(t *testing.T) {
	rows := make([][]string, 0, 60)
	for i := range 60 {
		rows = append(rows, []string{fmt.Sprintf("Zeile %d", i), "Wert"})
	}
	var out bytes.Buffer
	err := report.Write(&out, report.Document{Kind: "x", Title: "Übernahme", Author: "Archiv", Created: time.Unix(0, 0),
		Blocks: []report.Block{
			report.KeyValues{{Label: "Zugang", Value: "2026/0017"}},
			report.Heading{Level: 1, Text: "Befunde"},
			report.Card{Label: "VOL-001", Title: "Datei fehlt.", Text: []string{"Bitte nachliefern."}, Places: []string{"a.pdf", "b.pdf"}},
			report.Heading{Level: 1, Text: "Vorgänge"},
			report.Table{Columns: []report.Column{{Title: "Name", Weight: 2}, {Title: "Wert", Weight: 1}}, Rows: rows},
			report.Signature{Name: "Łucja Dvořáková"},
		}})
	if err != nil {
		t.Fatal(err)
	}
	doc := open(t, out.Bytes())
	pages := doc.Pages()
	if pages != 2 {
		t.Fatalf("%d pages", pages)
	}
	var trees []string
	for i := range pages {
		s, err := pdf.Structure(t.Context(), doc, i)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, s)
	}
	head := "Document\n P\n H1\n L\n  LI\n   Lbl\n   LBody\n H2\n Div\n  H3\n  P\n  L\n   LI\n    LBody\n   LI\n    LBody\n H2\n" +
		" Table\n  THead\n   TR\n    TH\n    TH\n  TBody\n"
	if d := cmp.Diff(head, strings.Split(trees[0], "   TR\n    TD\n")[0]); d != "" {
		t.Errorf("page 1: %s", d)
	}
	if d := cmp.Diff(" Figure [Linie für Ort und Datum]\n P\n Figure [Linie für die Unterschrift]\n P\n",
		trees[1][strings.Index(trees[1], " Figure"):]); d != "" {
		t.Errorf("page 2: %s", d)
	}
	first, second := strings.Count(trees[0], "TR\n    TD\n    TD\n"), strings.Count(trees[1], "TR\n    TD\n    TD\n")
	if first < 10 || second < 10 || first+second != len(rows) || strings.Contains(trees[1], "TH\n") {
		t.Errorf("%d and %d of %d rows; a head that comes again is no element:\n%s", first, second, len(rows), trees[1])
	}
	text, err := doc.(viewer.Texter).Text(t.Context(), 0)
	if err != nil || !strings.Contains(text, "Übernahme") || strings.Index(text, "VOL-001") > strings.Index(text, "Datei fehlt.") {
		t.Errorf("text %q, %v", text, err)
	}
}
