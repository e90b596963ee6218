package pdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/report"
	"laufzettel/viewer"
	"laufzettel/viewer/pdf"
)

// outlined writes elements one below the other: roles, and text in quotes.
func outlined(list []viewer.Element, depth int) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(strings.Repeat(" ", depth))
		if e.Role == "" {
			fmt.Fprintf(&b, "%q\n", e.Text)
			continue
		}
		b.WriteString(e.Role)
		for _, s := range []string{e.Lang, e.Scope, e.Alt} {
			if s != "" {
				b.WriteString(" [" + s + "]")
			}
		}
		if e.ColSpan > 1 || e.RowSpan > 1 {
			fmt.Fprintf(&b, " %dx%d", e.ColSpan, e.RowSpan)
		}
		b.WriteString("\n" + outlined(e.Kids, depth+1))
	}
	return b.String()
}

func structureOf(t *testing.T, doc viewer.Document, page int) viewer.Structure {
	t.Helper()
	s, err := doc.(viewer.Structurer).Structure(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A paper of ours comes back as it was written: headings, list, table with heads, in
// this order; what is page furniture is apart.
func TestTags_OfOurPapers(t *testing.T) {
	var rows [][]string
	for i := range 60 {
		rows = append(rows, []string{fmt.Sprintf("Zeile %d", i), "Wert"})
	}
	var out bytes.Buffer
	err := report.Write(
		&out,
		report.Document{Kind: "x", Title: "Übernahme", Author: "Archiv", Created: time.Unix(0, 0), Blocks: []report.Block{
			report.Card{Label: "VOL-001", Title: "Datei fehlt.", Text: []string{"Bitte nachliefern."}, Places: []string{"a.pdf", "b.pdf"}},
			report.Heading{Level: 1, Text: "Vorgänge"},
			report.Table{Columns: []report.Column{{Title: "Name", Weight: 2}, {Title: "Wert", Weight: 1}}, Rows: rows},
			report.Signature{Name: "M. Ahrens"},
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	doc := open(t, out.Bytes())
	s := structureOf(t, doc, 0)
	got := outlined(s.Elements, 0)
	for _, want := range []string{
		" H1\n  \"Übernahme\"\n", "  H2\n   \"VOL-001 Datei fehlt.\"\n", "  P\n   \"Bitte nachliefern.\"\n",
		"  L\n   LI\n    LBody\n     \"a.pdf\"\n   LI\n    LBody\n     \"b.pdf\"\n", " H2\n  \"Vorgänge\"\n",
		" Table\n  THead\n   TR\n    TH [Column]\n     \"Name\"\n    TH [Column]\n     \"Wert\"\n  TBody\n   TR\n    TD\n     \"Zeile 0\"\n    TD\n     \"Wert\"\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if !s.Tagged || s.Lang != "de-DE" || s.Rest != "" || !strings.Contains(s.Furniture, "1") {
		t.Errorf("tagged %v, language %q, rest %q, furniture %q", s.Tagged, s.Lang, s.Rest, s.Furniture)
	}
	// PDFium, which reads the tree by other means, sees the same roles.
	for page := range doc.Pages() {
		foreign, err := pdf.Structure(t.Context(), doc, page)
		if err != nil {
			t.Fatal(err)
		}
		var roles []string
		for line := range strings.Lines(outlined(structureOf(t, doc, page).Elements, 0)) {
			if !strings.HasPrefix(strings.TrimSpace(line), `"`) {
				roles = append(roles, strings.Split(strings.TrimRight(line, "\n"), " [Column]")[0])
			}
		}
		if d := cmp.Diff(strings.Split(strings.TrimRight(foreign, "\n"), "\n"), roles); d != "" {
			t.Errorf("page %d: %s", page+1, d)
		}
	}
}

// made is a PDF of two pages from the objects of a structure; number 10 is its root.
func made(structure string, contents ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	objects := map[int]string{
		1: "<</Type/Catalog/Pages 2 0 R/Lang(de-DE)/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R>>",
		2: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
		3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/StructParents 0/Resources<</Font<</F 7 0 R>>>>>>",
		4: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 6 0 R/StructParents 1/Resources<</Font<</F 7 0 R>>>>>>",
		5: fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(contents[0]), contents[0]),
		6: fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(contents[1]), contents[1]),
		7: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
	}
	for i, o := range strings.Split(structure, "\n") {
		objects[10+i] = o
	}
	var at []int
	for n := 1; n <= 9+len(strings.Split(structure, "\n")); n++ {
		at = append(at, b.Len())
		if objects[n] == "" {
			objects[n] = "null"
		}
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, objects[n])
	}
	from := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, from)
	return b.Bytes()
}

func said(id, y int, text string) string {
	return fmt.Sprintf("/P<</MCID %d>>BDC BT /F 12 Tf 50 %d Td (%s) Tj ET EMC\n", id, y, text)
}

func TestTags_OfOthers(t *testing.T) {
	for _, tt := range []struct {
		name, structure string
		first, second   string // contents
		page            int
		want            string
		rest, furniture string
		lang            string
	}{
		{"a paragraph goes on on the next page; what it is there stays there",
			"<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[12 0 R]1[12 0 R]]>>>>\n<</S/Document/P 10 0 R/K[12 0 R]>>\n" +
				"<</S/P/P 11 0 R/Pg 3 0 R/K[0<</Type/MCR/Pg 4 0 R/MCID 0>>]>>",
			said(0, 700, "Anfang"), said(0, 700, "Ende"), 1, "Document\n P\n  \"Ende\"\n", "", "", "de-DE"},
		{"the tree orders, not the page; roles are mapped; a language of its own",
			"<</Type/StructTreeRoot/K[12 0 R 11 0 R]/RoleMap<</Kopf/Titel/Titel/H1>>/ParentTree<</Nums[0[11 0 R 12 0 R]]>>>>\n" +
				"<</S/P/P 10 0 R/Pg 3 0 R/K 0/Lang(en-GB)>>\n<</S/Kopf/P 10 0 R/Pg 3 0 R/K 1>>",
			said(0, 600, "Text") + said(1, 700, "Titel"), "", 0, "H1\n \"Titel\"\nP [en-GB]\n \"Text\"\n", "", "", "de-DE"},
		{"cells span; alternative and actual text; an artefact and what nobody tagged",
			"<</Type/StructTreeRoot/K[11 0 R 14 0 R 15 0 R]/ParentTree<</Nums[0[13 0 R 14 0 R 15 0 R]]>>>>\n<</S/Table/P 10 0 R/K 12 0 R>>\n" +
				"<</S/TR/P 11 0 R/K 13 0 R>>\n<</S/TH/P 12 0 R/Pg 3 0 R/K 0/A[<</O/Table/Scope/Row/ColSpan 2/RowSpan 3>>]>>\n" +
				"<</S/Figure/P 10 0 R/Pg 3 0 R/K 1/Alt(Ein Plan)>>\n<</S/Span/P 10 0 R/Pg 3 0 R/K 2/ActualText(fi)>>",
			said(0, 700, "Zelle") + said(2, 600, "?") +
				"BT /F 12 Tf 50 500 Td (lose) Tj ET\n/Artifact BMC BT /F 12 Tf 50 50 Td (Seite 1) Tj ET EMC", "", 0,
			"Table\n TR\n  TH [Row] 2x3\n   \"Zelle\"\nFigure [Ein Plan]\nSpan\n \"fi\"\n", "lose", "Seite 1", "de-DE"},
		{"a tree that bites its tail, and a number taken twice",
			"<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[12 0 R]]>>>>\n<</S/Sect/P 12 0 R/K[12 0 R]>>\n<</S/P/P 11 0 R/Pg 3 0 R/K[0 11 0 R 0]>>",
			said(0, 700, "Einmal") + said(5, 600, "Niemands"), "", 0, "Sect\n P\n  \"Einmal\"\n", "Niemands", "", "de-DE"},
		{"a page of which the tree says nothing",
			"<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R]]>>>>\n<</S/P/P 10 0 R/Pg 3 0 R/K 0>>", said(0, 700, "A"),
			said(0, 700, "B"), 1, "", "", "", ""},
		{"two pieces of a word, and two words",
			"<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R 12 0 R 11 0 R]]>>>>\n<</S/P/P 10 0 R/Pg 3 0 R/K[0 12 0 R 2]>>\n<</S/Span/P 11 0 R/Pg 3 0 R/K 1>>",
			"BT /F 12 Tf 50 700 Td /P<</MCID 0>>BDC (Bau) Tj EMC /Span<</MCID 1>>BDC (akte) Tj EMC /P<</MCID 2>>BDC ( neu) Tj EMC ET", "",
			0,
			"P\n \"Bau\"\n Span\n  \"akte\"\n \"neu\"\n", "", "", "de-DE"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := structureOf(t, open(t, made(tt.structure, tt.first, tt.second)), tt.page)
			if d := cmp.Diff(tt.want, outlined(s.Elements, 0)); d != "" {
				t.Error(d)
			}
			if s.Rest != tt.rest || s.Furniture != tt.furniture || s.Lang != tt.lang || s.Tagged != (tt.want != "") {
				t.Errorf("tagged %v, rest %q, furniture %q, language %q", s.Tagged, s.Rest, s.Furniture, s.Lang)
			}
			if strings.HasPrefix(tt.name, "two pieces") && (s.Elements[0].Kids[1].Kids[0].Apart || !s.Elements[0].Kids[2].Apart) {
				t.Errorf("%+v", s.Elements[0].Kids)
			}
		})
	}
}

// Nothing of a page is lost: every letter PDFium reads stands in the structure, in what
// is left of it or in the furniture, in all tagged files of the corpora.
func TestTags_NothingIsLost(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "testdata", "pdfa")
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no foreign samples beside the repository")
	}
	tagged := 0
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".pdf") {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(content, []byte("/StructParents")) || bytes.Contains(content, []byte("/ActualText")) {
			return err
		}
		doc, err := engine.Open(t.Context(), source("a.pdf", content))
		if err != nil {
			return nil // damaged on purpose
		}
		defer func() { _ = doc.Close() }()
		s, err := doc.(viewer.Structurer).Structure(t.Context(), 0)
		if err != nil || !s.Tagged {
			return err
		}
		text, err := doc.(viewer.Texter).Text(t.Context(), 0)
		if err != nil {
			return err
		}
		tagged++
		if d := cmp.Diff(letters(text), letters(s.Rest+s.Furniture+spoken(s.Elements))); d != "" {
			t.Errorf("%s: %s", filepath.Base(name), d)
		}
		return nil
	})
	if err != nil || tagged == 0 {
		t.Errorf("%d tagged files, %v", tagged, err)
	}
}

func spoken(list []viewer.Element) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(e.Text + spoken(e.Kids))
	}
	return b.String()
}

// letters are the signs of a text in an order of their own.
func letters(s string) string {
	r := []rune(strings.Join(strings.Fields(s), ""))
	slices.Sort(r)
	return string(r)
}
