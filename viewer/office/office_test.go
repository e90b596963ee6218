package office_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/office"
)

// zipped is a ZIP of parts: name, content, name, content …
func zipped(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var errs []error
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err == nil {
			_, err = io.WriteString(w, parts[i+1])
		}
		errs = append(errs, err)
	}
	if err := errors.Join(append(errs, z.Close())...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	relType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	rootRel = `<Relationships><Relationship Id="r1" Type="` + relType + `/officeDocument" Target="/MAIN"/></Relationships>`
)

// ooxml is an OOXML file whose main part is at main.
func ooxml(t testing.TB, main string, parts ...string) []byte {
	return zipped(t, append([]string{"_rels/.rels", strings.ReplaceAll(rootRel, "MAIN", main)}, parts...)...)
}

func rel(id, kind, target string) string {
	return `<Relationship Id="` + id + `" Type="` + relType + "/" + kind + `" Target="` + target + `"/>`
}

func rels(list ...string) string {
	return "<Relationships>" + strings.Join(list, "") + "</Relationships>"
}

func read(t testing.TB, name string, data []byte) (viewer.Document, error) {
	src := viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))}
	head, err := viewer.Head(src)
	if err != nil || !(office.Reader{}).Reads(src, head) {
		t.Fatalf("%s is not read: %v", name, err)
	}
	return office.Reader{}.Open(t.Context(), src)
}

func document(t testing.TB, name string, data []byte) viewer.Document {
	t.Helper()
	doc, err := read(t, name, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = doc.Close() })
	return doc
}

func textOf(t testing.TB, doc viewer.Document) string {
	t.Helper()
	s, err := doc.(viewer.Texter).Text(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func noted(doc viewer.Document, words string) bool {
	return strings.Contains(strings.Join(doc.Info().Notes, "\n"), words)
}

const wordNS = `xmlns:w="w" xmlns:r="r" xmlns:a="a" xmlns:mc="mc" xmlns:wp="wp" xmlns:v="v"`

// A letter with heading, list, table with a table in it, picture, note, comment, tracked
// changes, a text box told twice and a foot.
func TestWords(t *testing.T) {
	run := func(s string) string { return "<w:r><w:t>" + s + "</w:t></w:r>" }
	p := func(s string) string { return "<w:p>" + s + "</w:p>" }
	cell := func(s string) string { return "<w:tc>" + s + "</w:tc>" }
	body := "<w:document " + wordNS + "><w:body>" +
		p(`<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>`+run("Satzung")) +
		p(run("Der ")+run("Rat<![CDATA[ & Bau]]>")+`<w:r><w:tab/><w:t>tagt</w:t><w:br/><w:t>bald</w:t><w:footnoteReference w:id="2"/>`+
			`</w:r>`) +
		p(`<w:pPr><w:numPr/></w:pPr>`+run("Punkt")) +
		"<w:tbl><w:tr>" + cell(p(run("Nr"))+"") + cell(p(run("Betreff"))) + "</w:tr><w:tr>" + cell(p(run("1"))) +
		cell(p(run("Bau"))+"<w:tbl><w:tr>"+cell(p(run("innen")))+cell(p(run("zwei")))+"</w:tr></w:tbl>"+p("")) + "</w:tr></w:tbl>" +
		p(`<w:r><w:drawing><wp:docPr descr="Lageplan"/><wp:posOffset>4711</wp:posOffset><a:blip r:embed="p1"/></w:drawing></w:r>`) +
		p(`<w:del><w:r><w:delText>weg</w:delText></w:r></w:del><w:moveFrom>`+run("verschoben")+`</w:moveFrom>`+
			`<w:ins>`+run("neu")+`</w:ins>`) +
		p(`<mc:AlternateContent><mc:Choice><w:txbxContent>`+p(run("Kasten"))+`</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>`+
			p(run("Kasten"))+`</w:txbxContent></mc:Fallback></mc:AlternateContent>`) +
		"</w:body></w:document>"
	data := ooxml(t, "word/haupt.xml", "word/haupt.xml", body,
		"word/_rels/haupt.xml.rels", rels(rel("p1", "image", "media/plan.png"), rel("p2", "image", "http://x\" TargetMode=\"External"),
			rel("f", "footnotes", "footnotes.xml"), rel("c", "comments", "comments.xml"), rel("h", "footer", "footer1.xml")),
		"word/styles.xml", `<w:styles `+wordNS+`><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
		"word/footnotes.xml", `<w:footnotes `+wordNS+`><w:footnote w:type="separator" w:id="0">`+p("")+`</w:footnote>`+
			`<w:footnote w:id="2">`+p(run("§ 3"))+`</w:footnote></w:footnotes>`,
		"word/comments.xml", `<w:comments `+wordNS+`><w:comment w:id="1" w:author="Muster">`+p(run("prüfen"))+`</w:comment></w:comments>`,
		"word/footer1.xml", `<w:ftr `+wordNS+`>`+p(run("Seite"))+`</w:ftr>`,
		"word/media/plan.png", "PNG", "word/media/rest.png", "mehr", "word/vbaProject.bin", "x",
		"docProps/core.xml", `<c xmlns:dc="dc"><dc:title>Satzung 2026</dc:title><dc:creator>Muster</dc:creator><k>x</k></c>`)
	doc := document(t, "a.docx", data)
	want := `Satzung
───────
Der Rat & Bau	tagt
bald[2]
– Punkt

Nr │ Betreff
1  │ Bau / innen · zwei

[Bild: plan.png – Lageplan]

neu
Kasten

Fußnoten
────────
[2] § 3

Anmerkungen
───────────
[Muster] prüfen

Kopf- und Fußzeilen
───────────────────
Seite`
	if diff := cmp.Diff(want, textOf(t, doc)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]viewer.Fact{{Label: "Titel", Value: "Satzung 2026"}, {Label: "Verfasser", Value: "Muster"}},
		doc.Info().Facts); diff != "" {
		t.Error(diff)
	}
	for _, n := range []string{"weicht vom Original ab", "Gelöschter Text", "enthält Makros", "nicht von außen geholt"} {
		if !noted(doc, n) {
			t.Errorf("not noted: %s in %q", n, doc.Info().Notes)
		}
	}
	list, err := doc.(viewer.Outliner).Outline(t.Context())
	if err != nil || len(list) != 4 || list[0].Title != "Satzung" || doc.(viewer.Liner).Line(list[1].Page) != "Fußnoten" {
		t.Errorf("outline %v, %v", list, err)
	}
	checkParts(t, doc, map[string]string{"Tabelle 1.csv": "A;B\nNr;Betreff\n1;Bau / innen · zwei\n", "plan.png": "PNG",
		"rest.png": "mehr"})
}

func checkParts(t *testing.T, doc viewer.Document, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	box := doc.(viewer.Container)
	for i, p := range box.Parts() {
		src, err := box.OpenPart(i)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(src.Reader())
		if err != nil || int64(len(b)) != p.Size {
			t.Errorf("%s: %d bytes of %d, %v", p.Name, len(b), p.Size, err)
		}
		got[p.Name] = string(b)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	if _, err := box.OpenPart(len(want)); err == nil {
		t.Error("a part that is not there was opened")
	}
}

// Sheets in their order, with texts, numbers, dates by both counts, gaps, a hidden one and
// a remark.
func TestWorkbook(t *testing.T) {
	book := func(attr string) []byte {
		return ooxml(t, "xl/workbook.xml",
			"xl/workbook.xml", `<workbook xmlns:r="r"><workbookPr `+attr+`/><sheets><sheet name="Haushalt" sheetId="1" r:id="s2"/>`+
				`<sheet name="alt" state="hidden" r:id="s1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", rels(rel("s1", "worksheet", "worksheets/sheet1.xml"), rel("s2", "worksheet",
				"worksheets/sheet2.xml")),
			"xl/sharedStrings.xml", `<sst><si><t>Titel</t></si><si><r><t>Grund</t></r><r><t>schule</t></r><rPh><t>lesung</t></rPh>`+
				`</si></sst>`,
			"xl/styles.xml", `<s><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/>`+
				`<numFmt numFmtId="171" formatCode="0.00 &quot;Stunden&quot;"/></numFmts>`+
				`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/>`+
				`<xf numFmtId="171"/><xf numFmtId="20"/></cellXfs></s>`,
			"xl/worksheets/sheet2.xml", `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>`+
				`<row r="5"><c r="A5" s="1"><v>45961</v></c><c r="B5" s="2"><v>1.5</v></c><c r="C5" s="3"><v>7.5</v></c>`+
				`<c r="D5" s="4"><v>0.75</v></c></row>`+
				`<row r="6"><c t="inlineStr"><is><t>selbst</t></is></c><c t="b"><v>1</v></c><c t="e"><v>#NV</v></c><c t="s"><v>99</v>`+
				`</c><c r="F6"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>`,
			"xl/worksheets/_rels/sheet2.xml.rels", rels(rel("c", "comments", "../comments1.xml")),
			"xl/comments1.xml", `<comments><commentList><comment ref="A1"><text><r><t>bitte </t></r><r><t>ändern</t></r></text>`+
				`</comment></commentList></comments>`,
			"xl/worksheets/sheet1.xml", `<worksheet><sheetData/></worksheet>`)
	}
	doc := document(t, "a.xlsx", book(""))
	want := `Blatt: Haushalt
───────────────

Titel      │  │ Grundschule

31.10.2025 │ 01.01.1900 12:00 │ 7.5 │ 18:00:00
selbst     │ WAHR             │ #NV         │          │  │ 2

Anmerkung zu A1: bitte ändern

Blatt: alt (ausgeblendet)
─────────────────────────`
	got := textOf(t, doc)
	got = strings.NewReplacer("Titel      │                  │ ", "Titel      │  │ ", "7.5         │", "7.5 │",
		"18:00:00 ", "18:00:00").Replace(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	checkParts(t, doc, map[string]string{"Blatt Haushalt.csv": "A;B;C;D;E;F\nTitel;;Grundschule;;;\n;;;;;\n31.10.2025;01.01.1900 " +
		"12:00;7.5;18:00:00;;\nselbst;WAHR;#NV;;;2\n"})
	if s := textOf(t, document(t, "b.xlsx", book(`date1904="1"`))); !strings.Contains(s, "01.11.2029") {
		t.Errorf("counted from 1904: %s", s)
	}
}

// Slides in the order of the presentation, their titles as headings, notes below; what the
// program fills by itself is left out.
func TestSlides(t *testing.T) {
	shape := func(kind, text string) string {
		return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="` + kind + `"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>` + text +
			`</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	slide := func(show, content string) string {
		return `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r" show="` + show + `">` + content + `</p:sld>`
	}
	data := ooxml(t, "ppt/presentation.xml",
		"ppt/presentation.xml", `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="b"/>`+
			`<p:sldId id="257" r:id="a"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", rels(rel("a", "slide", "slides/slide1.xml"), rel("b", "slide", "slides/slide2.xml")),
		"ppt/slides/slide2.xml", slide("1", shape("ctrTitle", "Neubau")+shape("body", "Erster Punkt")+shape("sldNum", "1")+
			`<p:graphicFrame><a:tbl><a:tr><a:tc><a:p><a:r><a:t>Jahr</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>2026</a:t></a:r>`+
			`</a:p></a:tc></a:tr></a:tbl></p:graphicFrame>`+
			`<p:pic><p:nvPicPr><p:cNvPr descr="Ansicht"/></p:nvPicPr><a:blip r:embed="i"/></p:pic>`),
		"ppt/slides/_rels/slide2.xml.rels", rels(rel("i", "image", "../media/bild.jpeg"), rel("n", "notesSlide", "../notesSlides/n1.xml")),
		"ppt/notesSlides/n1.xml", `<p:notes xmlns:p="p" xmlns:a="a">`+shape("body", "laut sprechen")+shape("sldNum", "1")+`</p:notes>`,
		"ppt/slides/slide1.xml", slide("0", shape("body", "geheim")), "ppt/media/bild.jpeg", "JPG")
	doc := document(t, "a.pptx", data)
	want := `Folie 1: Neubau
───────────────
Erster Punkt

Jahr │ 2026

[Bild: bild.jpeg – Ansicht]

Notizen
───────
laut sprechen

Folie 2
───────
(ausgeblendet)
geheim`
	if diff := cmp.Diff(want, textOf(t, doc)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	checkParts(t, doc, map[string]string{"Tabelle 1.csv": "A;B\nJahr;2026\n", "bild.jpeg": "JPG"})
}

const odfNS = `xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:presentation="p" xmlns:xlink="x" xmlns:dc="dc"`

func odf(t testing.TB, body string, more ...string) []byte {
	return zipped(t, append([]string{"content.xml", `<office:document-content ` + odfNS + `><office:body>` + body +
		`</office:body></office:document-content>`}, more...)...)
}

func TestODF(t *testing.T) {
	cell := func(s string) string { return `<table:table-cell><text:p>` + s + `</text:p></table:table-cell>` }
	rows := `<table:table table:name="Kosten"><table:table-row>` + cell("Nr") + cell("Summe") +
		`<table:table-cell table:number-columns-repeated="16000"/></table:table-row>` +
		`<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>1</text:p>` +
		`</table:table-cell></table:table-row>` +
		`<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/>` +
		`</table:table-row></table:table>`
	for _, tt := range []struct {
		name, want string
		data       []byte
		notes      []string
		parts      map[string]string
	}{
		{"a.odt", "Satzung\n───────\nDer  Rat\ttagt[1]\nbald\n– Punkt\n\nNr │ Summe\n1  │ 1\n1  │ 1\n\n[Bild: " +
			"1.png]\n\nFußnoten\n────────\n[1] § 3\n\nAnmerkungen\n───────────\n– prüfen\n\n" +
			"Kopf- und Fußzeilen\n───────────────────\nSeite",
			odf(t, `<office:text><text:tracked-changes><text:p>weg</text:p></text:tracked-changes>`+
				`<text:h text:outline-level="1">Satzung</text:h>`+
				`<text:p>Der<text:s text:c="2"/>Rat<text:tab/>tagt<text:note><text:note-citation>1</text:note-citation>`+
				`<text:note-body><text:p>§ 3</text:p></text:note-body></text:note>`+
				`<office:annotation><dc:creator>Muster</dc:creator><dc:date>2026</dc:date><text:p>prüfen</text:p></office:annotation>`+
				`<text:line-break/>bald</text:p>`+
				`<text:list><text:list-item><text:p>Punkt</text:p></text:list-item></text:list>`+rows+`<text:p><draw:frame>`+
				`<draw:image xlink:href="Pictures/1.png"/></draw:frame></text:p></office:text>`,
				"Pictures/1.png", "PNG", "styles.xml", `<s `+odfNS+`><text:p>nein</text:p><header><text:p>Seite</text:p></header>`+
					`</s>`, "Basic/script-lb.xml", "<a/>"),
			[]string{"Gelöschter Text", "Makros."}, map[string]string{"Tabelle 1.csv": "A;B\nNr;Summe\n1;1\n1;1\n", "1.png": "PNG"}},
		{"a.ods", "Blatt: Kosten\n─────────────\n\nNr │ Summe\n1  │ 1\n1  │ 1\n", odf(t,
			`<office:spreadsheet>`+rows+`</office:spreadsheet>`), nil,
			map[string]string{"Blatt Kosten.csv": "A;B\nNr;Summe\n1;1\n1;1\n"}},
		{"a.odp", "Folie 1: Titel\n──────────────\nNeubau\n\nNotizen\n───────\nlaut", odf(t,
			`<office:presentation><draw:page draw:name="Titel"><draw:frame><draw:text-box><text:p>Neubau</text:p>`+
				`</draw:text-box></draw:frame><presentation:notes><draw:frame><text:p>laut</text:p></draw:frame></presentation:notes>`+
				`</draw:page></office:presentation>`), nil, map[string]string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := document(t, tt.name, tt.data)
			if diff := cmp.Diff(strings.TrimRight(tt.want, "\n"), strings.TrimRight(textOf(t, doc), "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, n := range tt.notes {
				if !noted(doc, n) {
					t.Errorf("not noted: %s in %q", n, doc.Info().Notes)
				}
			}
			checkParts(t, doc, tt.parts)
		})
	}
}

// What is damaged is shown up to there; what is no office file, locked or hostile is told.
func TestLimits(t *testing.T) {
	var long strings.Builder // packs badly: what packs too well is refused before
	for i := range uint32(1 << 20) {
		fmt.Fprintf(&long, "%x ", i*2654435761)
	}
	word := func(s string) []byte { return zipped(t, "word/document.xml", s) }
	for _, tt := range []struct {
		name string
		data []byte
		want string // "!" = an error
		note string
	}{
		{"cut", word(`<p><t>Der Rat</t></p><p><t>ta`), "Der Rat", "Schadstelle"},
		{"entities of a DTD", word(`<!DOCTYPE p [<!ENTITY a "b">]><p>&a;</p>`), "", "Schadstelle"},
		{"too deep", word(strings.Repeat("<p>", 600) + "x"), "", "Schadstelle"},
		{"too long", word("<p><t>" + long.String() + "</t></p><p><t>x</t></p>"), "0", "ersten 8 MB"},
		{"too many columns", word("<tbl><tr>" + strings.Repeat("<tc><p><t>1</t></p></tc>", 600) + "</tr></tbl>"), "1 │", "500 Spalten"},
		{"no office file", zipped(t, "a.txt", "x"), "!", ""},
		{"locked", odf(t, "", "META-INF/manifest.xml", "<m><encryption-data/></m>"), "!", ""},
		{"no archive", []byte("PK kein Archiv"), "!", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := read(t, "a.docx", tt.data)
			if (err != nil) != (tt.want == "!") {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			if s := textOf(t, doc); !strings.HasPrefix(s, tt.want) || len(s) > 9<<20 || tt.want == "" && strings.TrimSpace(s) != "" {
				t.Errorf("%.60q, %d bytes", s, len(s))
			}
			if !noted(doc, tt.note) || !doc.Info().Partial {
				t.Errorf("not noted: %s in %q, partial %v", tt.note, doc.Info().Notes, doc.Info().Partial)
			}
			if _, whole, err := viewer.PageTexts(t.Context(), doc, 64<<20); whole || err != nil {
				t.Errorf("its text is called whole: %v", err)
			}
		})
	}
}

// What the file holds beside its text is said, a picture or a style is not.
func TestPartial(t *testing.T) {
	body := "<p><t>Der Rat</t></p>"
	for _, tt := range []struct {
		name  string
		parts []string
		want  bool
	}{
		{"text alone", []string{"word/document.xml", body}, false},
		{"a picture", []string{"word/document.xml", body, "word/media/image1.png", "x"}, false},
		{"hidden text, which is shown", []string{"word/document.xml", "<p><r><rPr><vanish/></rPr><t>Rat</t></r></p>"}, false},
		{"an embedded table", []string{"word/document.xml", body, "word/embeddings/Tabelle.xlsx", "x"}, true},
		{"a deleted sentence", []string{"word/document.xml", "<p><del><r><delText>Frau Q.</delText></r></del></p>"}, true},
		{"a chart", []string{"word/document.xml", "<p><r><drawing><chart/></drawing></r></p>"}, true},
		{"damage in the middle", []string{"word/document.xml", body + "<p><t>Frau\f Q.</t></p>"}, true},
	} {
		doc, err := read(t, "a.docx", zipped(t, tt.parts...))
		if err != nil {
			t.Fatal(tt.name, err)
		}
		if got := doc.Info().Partial; got != tt.want {
			t.Errorf("%s: partial %v, want %v (%q)", tt.name, got, tt.want, doc.Info().Notes)
		}
	}
}

func TestReads(t *testing.T) {
	for name, want := range map[string]bool{"a.docx": true, "A.ODS": true, "a.zip": false, "a.doc": false} {
		src := viewer.Source{Name: name, Size: 4, Content: strings.NewReader("PK\x03\x04")}
		if got := (office.Reader{}).Reads(src, []byte("PK\x03\x04")); got != want {
			t.Errorf("%s: %v", name, got)
		}
		if (office.Reader{}).Reads(src, []byte("%PDF")) {
			t.Errorf("%s by its name alone", name)
		}
	}
}

// Files other programs wrote are read without a complaint.
func TestForeign(t *testing.T) {
	found := 0
	for _, ext := range []string{".odt", ".docx", ".ods", ".xlsx", ".pptx", ".odp"} {
		for _, data := range samples.Seeds(t, 10, samples.Named(ext), "formate/echt") {
			doc := document(t, "a"+ext, data)
			found++
			if noted(doc, "beschädigt") {
				t.Errorf("%s: %q", ext, doc.Info().Notes)
			}
		}
	}
	t.Logf("%d files", found)
}

func FuzzOpen(f *testing.F) {
	f.Add("<w:p xmlns:w='w'><w:t>Der Rat</w:t></w:p>", false)
	f.Add("<tbl><tr><tc><p><t>1</t></p></tc></tr>", false)
	f.Add("<table><table-row number-rows-repeated='99999999'><table-cell "+
		"number-columns-repeated='99999'><p>1</p></table-cell></table-row></table>", true)
	f.Add("<workbook><sheet name='a' id='r'/></workbook>", false)
	f.Add("<presentation><sldId/></presentation>", false)
	f.Add("<!DOCTYPE p><p>&#0;</p>", true)
	f.Fuzz(func(t *testing.T, s string, open bool) {
		part := "word/document.xml"
		if open {
			part = "content.xml"
		}
		data := zipped(t, "_rels/.rels", strings.ReplaceAll(rootRel, "MAIN", part), part, s, "word/styles.xml", s,
			"xl/sharedStrings.xml", s)
		doc, err := read(t, "a.docx", data)
		if err != nil {
			return
		}
		defer doc.Close()
		l := doc.(viewer.Liner)
		for i := range l.Lines() {
			if strings.ContainsAny(l.Line(i), "\n\r") {
				t.Errorf("line %d: %q", i, l.Line(i))
			}
		}
		for i := range doc.(viewer.Container).Parts() {
			if _, err := doc.(viewer.Container).OpenPart(i); err != nil {
				t.Errorf("part %d: %v", i, err)
			}
		}
	})
}
