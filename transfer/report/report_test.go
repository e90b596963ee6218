package report

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/assets"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/record"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var clock = time.Date(2026, 11, 17, 9, 12, 4, 0, time.FixedZone("", 3600))

func meta() Meta {
	return Meta{
		Archive: Party{Name: "Staatsarchiv Musterland", Unit: "Referat 32 Digitales Archiv", Person: "Dr. Łucja Dvořáková",
			Address: []string{"Archivweg 1", "01099 Musterstadt"}, Mail: "archiv@musterland.example", Phone: "0351 000-0"},
		Agency: Party{Name: "Landratsamt Musterkreis", Unit: "Hauptamt, Registratur", Person: "Jürgen Großmann",
			Address: []string{"Marktplatz 4", "01234 Musterkreis"}, Mail: "registratur@musterkreis.example"},
		Place: "Musterstadt", Reference: "32-7511/12/4", Created: clock, Person: "Łucja Dvořáková",
		AccessionID: "9c41f0d27be07be09c41f0d27be07be09c41f0d27be07be09c41f0d27be07be0", Accession: "2026/0017",
		Portion:   "9fde4e7a-4c3a-4d7e-8a1e-0123456789ab_Aussonderung.Aussonderung.0503.zip",
		ProcessID: "9fde4e7a-4c3a-4d7e-8a1e-0123456789ab",
		Program:   "Laufzettel 0.1.0", Tools: []Tool{{"siegfried", "1.11.6", "Formaterkennung"},
			{"PRONOM-Signaturen", "V118, Container 20240501", "Formaterkennung"}},
		ChainHead: "4f1c0a77d6f5a1c1de02cf5f5f0f4f1c0a77d6f5a1c1de02cf5f5f0f4f1c0a77", ChainCount: 1204, Device: "ARCHIV-PC-07",
	}
}

func sampleReport() *check.Report {
	r := &check.Report{
		Portion: meta().Portion, Kind: "xdomea-0503", Standard: "3.0.0",
		Agency: check.Agency{Name: "Landratsamt Musterkreis", ID: "de.sn.lra-muster"},
		Files:  check.FileCount{Listed: 20119, Delivered: 20117, Bytes: 5_123_456_789},
		Checks: []check.Done{
			{Name: "container", State: check.Full, Tool: "Laufzettel 0.1.0"},
			{Name: "fixity", State: check.Full, Tool: "SHA-512 und SHA-256 in einem Lauf"},
			{Name: "format", State: check.Full, Tool: "siegfried 1.11.6, PRONOM V118"},
			{Name: "pdfa", State: check.Partial, Tool: "eigene Vorprüfung",
				Reason: "Kein PDF/A-Prüfprogramm eingerichtet; gemacht ist nur die Vorprüfung."},
			{Name: "virus", State: check.NotDone, Reason: "Auf diesem Rechner ist kein Virenprüfer eingerichtet."},
		},
		Formats: []check.FormatCount{{PUID: "fmt/477", Name: "Acrobat PDF/A - Portable Document Format 2b", Count: 20001},
			{PUID: "fmt/40", Name: "Microsoft Word Document 97-2003", Count: 1}},
		Objects: record.Counts{Dossiers: 2, Cases: 120, Documents: 4711, Attachments: 312, Appraise: 83},
	}
	for i := range 60 {
		name := string(rune('a'+i%26)) + strings.Repeat("0", i%3)
		r.Findings = append(r.Findings, check.Finding{Code: "VOL-001", Severity: check.Error,
			Path: "6c9d1f30-1111-4222-8333-" + name + ".pdf", Line: 1000 + i,
			Message: "In der Lieferung genannt, aber nicht geliefert.",
			Remedy:  "Bitte nachliefern oder den Wegfall schriftlich begründen."})
	}
	r.Findings = append(r.Findings,
		check.Finding{Code: "FIX-002", Severity: check.Error,
			Path:     "lange/Pfade/die/umgebrochen/werden/müssen/Vermerk_zur_Tiefgarage_Nachtrag_2011-02-12_final_final.pdf",
			Expected: strings.Repeat("9c41f0d2", 8), Found: strings.Repeat("7be09c41", 8),
			Message: "Prüfsumme weicht ab.",
			Remedy: "Die Datei wurde nach dem Erstellen der Liste verändert oder beschädigt. Bitte neu ausgeben und die Portion neu " +
				"liefern."},
		check.Finding{Code: "FMT-003", Severity: check.Warning, Path: "Schreiben.doc", Object: "o-17", Expected: "PDF/A-2b",
			Found: "fmt/40", Rule: "3.3",
			Message: "Format nicht vereinbart: Microsoft Word 97–2003.",
			Remedy:  "Bitte als PDF/A-2b liefern oder das Format mit dem Archiv vereinbaren."},
		check.Finding{Code: "XDO-044", Severity: check.Note, Line: 17, Message: "Unbekanntes Element.", Remedy: "Keine Handlung nötig."})
	r.Settle()
	return r
}

func sampleIngest() Ingest {
	in := Ingest{Meta: meta(), Checks: sampleReport().Checks}
	in.Meta.Agency.Person = "Jürgen Großmann"
	for i := range 45 {
		in.Archived = append(in.Archived, Archived{ReferenceCode: "11842/" + grouped(int64(100+i)),
			PID: "urn:uuid:0d6f5a1c-1de0-42cf-85f5-0f4f1c0a77d" + string(rune('0'+i%10)),
			ID:  "id-vorgang-" + grouped(int64(i)), Reference: "63.2-0147/0" + string(rune('0'+i%10)),
			Subject: "Nachtrag Tiefgarage J̌anšová, Ǧürsel ē̍ und Přemysl", Span: "12.02.2011 – 30.04.2014", Documents: 12, Files: 14,
			Bytes: 14_512_000})
	}
	in.Steps = []Step{{Time: clock.Add(-48 * time.Hour), Title: "Lieferung eingegangen", Outcome: "20.117 Dateien",
		Agent: "Laufzettel 0.1.0"},
		{Time: clock.Add(-24 * time.Hour), Title: "Bewertung abgeschlossen", Outcome: "118 A, 2 V", Agent: "Łucja Dvořáková",
			Detail: "im Benehmen mit der abgebenden Stelle"}}
	in.Destroyed = []Destroyed{{ID: "id-vorgang-900", Reference: "63.2-0999/01", Reason: "kein bleibender Wert",
		Basis: "§ 5 Musterarchivgesetz", Decided: clock, DecidedBy: "Łucja Dvořáková"}}
	in.Exceptions = []Exception{{Code: "FMT-003", Title: "Format nicht vereinbart.", Path: "Schreiben.doc", Reason: "Original mit Signatur",
		Person: "Łucja Dvořáková", Time: clock}}
	return in
}

// papers builds one of every kind; names are those of the golden files.
func papers() map[string]Document {
	claim := NewClaim(sampleReport(), meta(), check.ReturnAll, clock.AddDate(0, 0, 28))
	in := sampleIngest()
	destroyed := in.Destroyed
	destroyed[0].Released, destroyed[0].ReleasedBy, destroyed[0].Files, destroyed[0].Bytes = clock, "Jens Ångström", 3, 1234567
	return map[string]Document{
		"check":  CheckReport(sampleReport(), meta()),
		"claim":  claim.Document(),
		"ingest": IngestReport(in),
		"receipt": ReceiptLetter(Receipt{Meta: meta(), Received: clock, Files: 20117, Bytes: 5_123_456_789,
			Digests: []Pair{{Label: "SHA-512", Value: strings.Repeat("9c41f0d2", 16)}}}),
		"clearance": ClearanceLetter(Clearance{Meta: meta(), Archived: in.Archived[:2], Destroyed: destroyed, Confirmations: in.Steps,
			ClearedBy: "Łucja Dvořáková", Cleared: clock}),
		"destruction": DestructionList(Destruction{Meta: meta(), Objects: destroyed}),
		"appraisal": AppraisalList(Appraisal{Meta: meta(), Objects: []Appraised{
			{ID: "id-1", Reference: "63.2-0147/03", Subject: "Nachtrag Tiefgarage", Span: "2011 – 2014", Rating: "A",
				Origin: "Entscheidung des Archivs", Reason: "Präzedenzfall", By: "Łucja Dvořáková", At: clock},
			{ID: "id-2", Reference: "63.2-0147/04", Subject: "Ersatzbeschaffung", Rating: "B"}}}),
	}
}

func pdfOf(t *testing.T, d Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Every paper is compared with its golden bytes; LAUFZETTEL_REPORT_DIR keeps the
// PDFs for looking at them and for the PDF/A judge.
func TestPapers_Golden(t *testing.T) {
	dir := os.Getenv("LAUFZETTEL_REPORT_DIR")
	for name, d := range papers() {
		t.Run(name, func(t *testing.T) {
			pdf := pdfOf(t, d)
			var js bytes.Buffer
			if err := WriteJSON(&js, d); err != nil {
				t.Fatal(err)
			}
			if dir != "" {
				if err := os.WriteFile(filepath.Join(dir, name+".pdf"), pdf, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			golden(t, filepath.Join("testdata", name+".json"), js.Bytes())
			golden(t, filepath.Join("testdata", name+".txt"), []byte(contentStreams(t, pdf)))
		})
	}
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s differs (-want +got), renew with -update after looking:\n%.3000s", path, diff)
	}
}

func TestWrite_SameInputSameBytes(t *testing.T) {
	for name, d := range papers() {
		if a, b := pdfOf(t, d), pdfOf(t, papers()[name]); !bytes.Equal(a, b) {
			t.Errorf("%s: two renderings of the same document differ", name)
		}
	}
	later := papers()["check"]
	later.Created = later.Created.Add(time.Second)
	if bytes.Equal(pdfOf(t, papers()["check"]), pdfOf(t, later)) {
		t.Error("another clock gave the same bytes")
	}
}

// Our own checker finds no obstacle in any paper; the veraPDF core judges the
// same papers in make test-verapdf.
func TestWrite_OwnCheckerFindsNoObstacle(t *testing.T) {
	for name, d := range papers() {
		raw := pdfOf(t, d)
		r := pdfa.Check(t.Context(), bytes.NewReader(raw), int64(len(raw)), pdfa.Options{Flavour: "2a"})
		if r.Verdict != pdfa.NoObstacle || r.Claim != "2a" {
			t.Errorf("%s: verdict %s, claim %q, clauses %+v", name, r.Verdict, r.Claim, r.Clauses)
		}
	}
}

// The invariants of PDF/A-2a and PDF/UA-1 that our writer is responsible for,
// without Java.
func TestWrite_PDFAInvariants(t *testing.T) {
	for name, d := range papers() {
		pdf := pdfOf(t, d)
		for what, want := range map[string]string{
			"header":           `^%PDF-1\.7\n%[\x80-\xff]{4}\n`,
			"trailer id":       `/ID \[<[0-9A-F]{32}> <[0-9A-F]{32}>\]`,
			"claim of PDF/A":   `<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>`,
			"claim of PDF/UA":  `<pdfuaid:part>1</pdfuaid:part>`,
			"cross-references": `/Type /XRef`,
			"end":              `%%EOF\n$`,
		} {
			if !regexp.MustCompile(want).Match(latin(pdf)) {
				t.Errorf("%s: %s is missing (%s)", name, what, want)
			}
		}
		if !bytes.Contains(pdf, []byte(escape(d.Title))) {
			t.Errorf("%s: the title is not in the XMP packet", name)
		}
	}
}

// A plain paper stands for what other programs make: PDF/A-2b, no structure.
func TestWrite_Plain(t *testing.T) {
	d := papers()["check"]
	d.Plain = true
	raw := pdfOf(t, d)
	r := pdfa.Check(t.Context(), bytes.NewReader(raw), int64(len(raw)), pdfa.Options{Flavour: "2b"})
	if r.Verdict != pdfa.NoObstacle || r.Claim != "2b" || bytes.Contains(raw, []byte("BDC")) ||
		bytes.Contains(raw, []byte("/StructTreeRoot")) {
		t.Errorf("verdict %s, claim %q, clauses %+v", r.Verdict, r.Claim, r.Clauses)
	}
	if text := contentStreams(t, raw); !strings.Contains(text, "Fehler") {
		t.Errorf("the text is missing:\n%.300s", text)
	}
}

// latin makes bytes above 0x7f single runes for the regular expressions.
func latin(b []byte) []byte {
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = rune(c)
	}
	return []byte(string(r))
}

var streamRE = regexp.MustCompile(`(?s)<</Filter /FlateDecode /Length \d+>>\nstream\n(.*?)\nendstream`)

// contentStreams gives the drawing operators of all pages: a golden form that
// people can compare.
func contentStreams(t *testing.T, pdf []byte) string {
	t.Helper()
	var out strings.Builder
	for _, m := range streamRE.FindAllSubmatch(pdf, -1) {
		z, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		b, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte(" Tf ET")) {
			out.WriteString(readable(b))
			out.WriteString("\n%%page\n")
		}
	}
	if out.Len() == 0 {
		t.Fatal("no page content found")
	}
	return out.String()
}

// readable turns the UTF-16 strings of text operators into UTF-8 and leaves out
// the colours, so that the golden form survives small changes of the writer.
func readable(b []byte) string {
	var out strings.Builder
	re := regexp.MustCompile(`(?s)BT ([\d.-]+) ([\d.-]+) Td \((.*?)\) Tj ET`)
	for _, m := range re.FindAllSubmatch(b, -1) {
		raw := unescapePDF(m[3])
		var runes []rune
		for i := 0; i+1 < len(raw); i += 2 {
			runes = append(runes, rune(raw[i])<<8|rune(raw[i+1]))
		}
		out.WriteString(string(m[1]) + " " + string(m[2]) + " " + strings.TrimRight(string(runes), " ") + "\n")
	}
	return out.String()
}

func unescapePDF(b []byte) []byte {
	var out []byte
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) {
			i++
			if b[i] == 'r' {
				out = append(out, '\r')
				continue
			}
		}
		out = append(out, b[i])
	}
	return out
}

func TestClean_ShowsWhatTheFontLacks(t *testing.T) {
	f, err := newFace("sans", "", assets.FontRegular)
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"Łódź ß ẞ Ǧ":          "Łódź ß ẞ Ǧ",
		"a\u0308":             "ä",
		"J\u030c":             "J̌",
		"Akte \U0001F600":     "Akte [U+1F600]",
		"x\x00y":              "x[U+0000]y",
		"a\tb\u00a0c\u00add":  "a b cd",
		"\ue000\uf8ff":        "[U+E000][U+F8FF]",
		"kaputt \xff":         "kaputt [U+FFFD]",
		"1\u201131 \u2192 32": "1-31 [U+2192] 32",
	} {
		if got := f.clean(in); got != want && got != strings.ReplaceAll(want, "[U+FFFD]", "\uFFFD") {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWrap_KeepsEveryCharacter(t *testing.T) {
	f, err := newFace("mono", "", assets.FontMono)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{strings.Repeat("9c41f0d2", 16), "lange/Pfade/" + strings.Repeat("x", 200) + ".pdf", "ein kurzer Satz", "",
		"ä̌" + strings.Repeat("J̌", 80)} {
		for _, width := range []float64{3, 20, 85} {
			lines := f.wrap(in, 8, width)
			if got := strings.Join(lines, ""); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(in, " ", "") {
				t.Errorf("wrap(%q, %v) lost text: %q", in, width, got)
			}
			for _, l := range lines {
				if f.width(strings.TrimRight(l, " "), 8) > width && len([]rune(l)) > 2 {
					t.Errorf("line %q is wider than %v mm", l, width)
				}
			}
		}
	}
}

func TestPlace_MarksStandAboveTheirLetter(t *testing.T) {
	f, err := newFace("sans", "", assets.FontRegular)
	if err != nil {
		t.Fatal(err)
	}
	got := f.place("aJ\u030cb", 10)
	if len(got) != 3 || got[0].text != "aJ" || got[1].text != "\u030c" || got[2].text != "b" {
		t.Fatalf("place gave %+v", got)
	}
	if got[1].y <= 0 {
		t.Errorf("the mark over a capital was not raised: %+v", got[1])
	}
	if want := f.width("aJ", 10); got[2].x < want-0.001 || got[2].x > want+0.001 {
		t.Errorf("the next letter stands at %v, want %v", got[2].x, want)
	}
}

// DIN 91379, datatypes A to C: spot characters of every block must be drawn as
// themselves, in both faces that carry names and paths.
func TestClean_DIN91379(t *testing.T) {
	const sample = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĸĺļľŀłńņňŉŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžƏƠƯǍǏǑǓǕǗǙǛǞǢǤǦǨǪǬǮǰǴǸǺǼǾȀȒȘȚȞȨȪȬȮȰȲəʒḂḆḊḌḎḐḜḞḠḢḤḦḨḪḰḲḴḶḺṀṂṄṆṈṔṖṘṚṞṠṢṪṬṮẀẂẄẆẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸʹʺʾʿˈˌ‘’‚“”„†‡…‰′″‹›⁰⁴₀₂€™"
	for _, file := range []string{assets.FontRegular, assets.FontSemiBold, assets.FontMono} {
		f, err := newFace("x", "", file)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.clean(sample); got != sample {
			t.Errorf("%s lacks characters: %s", file, got)
		}
	}
}

func TestCheckReport_CapsPlacesButNamesTheTotal(t *testing.T) {
	var js bytes.Buffer
	d := CheckReport(sampleReport(), meta())
	if err := WriteJSON(&js, d); err != nil {
		t.Fatal(err)
	}
	var in struct {
		Content struct{ Report check.Report }
	}
	if err := json.Unmarshal(js.Bytes(), &in); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*sampleReport(), in.Content.Report); diff != "" {
		t.Errorf("the JSON form does not hold the whole report:\n%s", diff)
	}
	for _, b := range d.Blocks {
		if c, ok := b.(Card); ok && strings.HasPrefix(c.Label, "VOL-001") {
			if len(c.Places) != MaxPlaces || !strings.Contains(c.More, "60") {
				t.Errorf("%d places, more = %q; want %d and the total 60", len(c.Places), c.More, MaxPlaces)
			}
			return
		}
	}
	t.Error("no card for VOL-001")
}

func TestClaim_LeavesOutNotesAndIsDraftUntilFinal(t *testing.T) {
	c := NewClaim(sampleReport(), meta(), check.AskForFiles, time.Time{})
	var codes []string
	for _, x := range c.Causes {
		codes = append(codes, x.Code)
	}
	if diff := cmp.Diff([]string{"FIX-002", "VOL-001", "FMT-003"}, codes); diff != "" {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
	if len(c.Aside) == 0 || c.Aside[0].Code != "XDO-044" {
		t.Fatalf("aside %+v, want the note", c.Aside)
	}
	for _, ticked := range []bool{false, true} {
		if ticked {
			if err := c.Tick([]string{"XDO-044"}); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Contains(drawn(c.Document()), "XDO-044"); got != ticked {
			t.Errorf("note in the letter: %v, ticked %v", got, ticked)
		}
	}
	if err := c.Tick([]string{"VOL-001"}); failure.KindOf(err) != failure.Refused {
		t.Errorf("ticking a cause as a note: %v", err)
	}
	if !c.Document().Letter.Draft {
		t.Error("a new claim is not marked as a draft")
	}
	c.Final = true
	if c.Document().Letter.Draft {
		t.Error("a final claim is still marked as a draft")
	}
}

// drawn gives what a paper says, as it is handed to the layout.
func drawn(d Document) string { return fmt.Sprintf("%s\n%s\n%+v", d.Title, d.Subject, d.Blocks) }

// Who edits the paper's JSON form instead of the claim loses nothing.
func TestReadClaim(t *testing.T) {
	c := NewClaim(sampleReport(), meta(), check.AskForFiles, time.Time{})
	var paper bytes.Buffer
	if err := WriteJSON(&paper, c.Document()); err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{"claim": plain, "paper": paper.Bytes()} {
		got, err := ReadClaim(raw)
		if err != nil || got.Subject != c.Subject || len(got.Causes) != len(c.Causes) || got.Empty() {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, raw := range []string{"kein JSON", `{"format":"laufzettel-report","content":7}`, `{"subject":7}`} {
		if _, err := ReadClaim([]byte(raw)); err == nil {
			t.Errorf("%s: no error", raw)
		}
	}
	if got, err := ReadClaim([]byte(`{"format":"laufzettel-report","content":{"opening":null}}`)); err != nil || !got.Empty() {
		t.Errorf("a claim without anything: %+v, %v", got, err)
	}
}

// A delivery without a finding can be returned too: the letter says so and asks for nothing.
func TestClaim_WithoutFinding(t *testing.T) {
	c := NewClaim(&check.Report{Portion: "gut.zip", Verdict: check.Accepted}, meta(), check.ReturnAll, clock)
	text := drawn(c.Document())
	if !strings.Contains(text, "hat keinen Fehler gefunden") || strings.Contains(text, "Ursachen") ||
		strings.Contains(text, "neue Lieferung bis") {
		t.Errorf("letter:\n%s", text)
	}
}

// Warnings alone prevent no take-over: the letter says what was noticed, claims no cause
// and does not say that the delivery cannot be taken.
func TestClaim_WarningsOnly(t *testing.T) {
	rep := &check.Report{Portion: "gut.zip", Verdict: check.Accepted, Findings: []check.Finding{
		{Code: "VOL-004", Severity: check.Warning, Path: "a.pdf", Message: "Anders geschrieben.", Remedy: "Bitte gleich schreiben."}}}
	text := drawn(NewClaim(rep, meta(), check.ReturnAll, clock).Document())
	if !strings.Contains(text, "Was auffiel (1)") || strings.Contains(text, "Ursachen") || strings.Contains(text, "so nicht übernehmen") {
		t.Errorf("letter of a warning:\n%s", text)
	}
	rep.Findings = append(rep.Findings, check.Finding{Code: "VOL-001", Severity: check.Error, Path: "b.pdf", Message: "Fehlt."})
	text = drawn(NewClaim(rep, meta(), check.ReturnAll, clock).Document())
	if !strings.Contains(text, "Ursachen (2)") || !strings.Contains(text, "so nicht übernehmen") {
		t.Errorf("letter of an error:\n%s", text)
	}
}

func TestDestructionList_HidesSubjectsUnlessAsked(t *testing.T) {
	l := Destruction{Meta: meta(), Objects: []Destroyed{{ID: "id-1", Subject: "Vertraulicher Betreff"}}}
	for _, with := range []bool{false, true} {
		l.WithNames = with
		var js bytes.Buffer
		if err := WriteJSON(&js, DestructionList(l)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(js.String(), "Vertraulicher"); got != with {
			t.Errorf("WithNames %v: subject shown = %v", with, got)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{number(0), "keine"}, {number(20117), "20.117"}, {size(5_123_456_789), "5,1 GB"}, {size(999), "999 Byte"},
		{size(999_960), "1,0 MB"},
		{SpanText(record.DateSpan{From: "2011-02-12", To: "2014", Derived: true}), "12.02.2011 – 2014 (abgeleitet)"},
		{SpanText(record.DateSpan{}), ""}, {date("2011-02-12"), "12.02.2011"}, {date("2011"), "2011"},
		{moment(clock), "17.11.2026, 09:12:04 (UTC+01:00)"}, {counted(1, "file"), "1 Datei"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
