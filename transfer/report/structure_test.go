package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/pdfa"
)

// The tree of every paper is compared with its golden form and is a right one;
// what is page furniture is said in the structure where it matters.
func TestStructure_Papers(t *testing.T) {
	for name, d := range papers() {
		t.Run(name, func(t *testing.T) {
			raw := pdfOf(t, d)
			r, top := readBack(t, raw)
			checkTree(t, r, top)
			var b strings.Builder
			top.outline(&b, 0)
			golden(t, filepath.Join("testdata", name+".tree"), []byte(b.String()))
			root := r.f.Root()
			if lang, _ := r.f.Text(root["Lang"]); string(lang) != "de-DE" || r.f.Dict(root["MarkInfo"])["Marked"] != true ||
				r.f.Dict(root["ViewerPreferences"])["DisplayDocTitle"] != true {
				t.Errorf("catalogue: %v", root)
			}
			info := r.f.Dict(r.f.Trailer("Info"))
			if at, _ := r.f.Text(info["CreationDate"]); string(at) != "D:20261117081204Z" || info["Title"] == nil {
				t.Errorf("Info: made %q, %v", at, info)
			}
			r.fonts()
			for i, aside := range r.aside {
				if want := fmt.Sprintf("Seite %d von %d\n", i+1, len(r.pages)); !strings.Contains(aside, want) ||
					strings.Contains(b.String(), want) {
					t.Errorf("page %d: %q belongs to the artefacts, which are %q", i+1, want, aside)
				}
			}
		})
	}
}

// The other papers of this package have right trees too.
func TestStructure_MorePapers(t *testing.T) {
	for name, d := range map[string]Document{
		"draft": DraftLetter(judged(), clock.AddDate(0, 0, 30)),
		"verdict": VerdictLetter(Verdict{Meta: judged().Meta, Archive: 1, Destroy: 1, Documents: 4, Files: 6, Bytes: 1 << 20,
			Objects: judged().Objects, Message: "x_0502.xml"}),
		"paper": PaperLetter(Papers{Meta: judged().Meta,
			Parts: []PaperPart{{ID: "d1", Kind: "Dokument", Subject: "Lageplan", Medium: "003 Papier", Rating: "A"}}}),
		"files":      askedFor().Document(),
		"none":       DraftLetter(Appraisal{Meta: meta()}, time.Time{}),
		"handover":   HandoverProtocol(Handover{Omitted: []Pair{{Label: "Eintrag 207", Value: "Nummer nicht vergeben"}}}),
		"share":      ShareReport(sampleShare()),
		"emptyshare": ShareReport(Share{Meta: meta(), Draft: true}),
		"transition": TransitionNote(Transition{Meta: meta(), Title: "Mustergesetz", ReferenceCode: "LZ/1", Earlier: "urn:uuid:1",
			PID: "urn:uuid:2", Promulgated: "2012-07-11", Repealed: "2026-10-31", HandedOver: clock, Reason: "GVBl. I Nr. 9",
			Person: "M. Ahrens", Files: 1, Signatures: []Pair{{Label: "gesetz.pdf", Value: "PAdES; Testministerium"}}}),
		"transition-bare": TransitionNote(Transition{Meta: meta(), Repealed: "2012"}),
	} {
		t.Run(name, func(t *testing.T) {
			raw := pdfOf(t, d)
			r, top := readBack(t, raw)
			checkTree(t, r, top)
			if dir := os.Getenv("LAUFZETTEL_REPORT_DIR"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, "more-"+name+".pdf"), raw, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := pdfa.Check(t.Context(), bytes.NewReader(raw), int64(len(raw)), pdfa.Options{}); got.Claim != "2a" ||
				got.Verdict != pdfa.NoObstacle {
				t.Errorf("claim %q, verdict %s", got.Claim, got.Verdict)
			}
		})
	}
}

// askedFor is a claim that asks for files, beside the one of papers that gives all back.
func askedFor() Claim {
	return Claim{Meta: meta(), Subject: say("paper.claim.subject-files", "plaene.zip"), Opening: []string{say("paper.letter.salutation")},
		Causes: []Cause{{Code: "VOL-001", Title: "Datei fehlt", Remedy: "Bitte nachliefern.", Places: []string{"Plan.pdf"}, Total: 1}},
		Way:    check.AskForFiles}
}

// sampleShare is a share with a line in every table.
func sampleShare() Share {
	sum := ShareSum{Files: 12, Bytes: 1 << 20}
	return Share{Meta: meta(), Folders: 3, EmptyFolders: 1, Before: sum, Stay: sum, Go: sum, Open: sum, Single: sum, Opened: sum,
		Looked: sum, ByRule: sum, Unseen: sum,
		Pictures: []ShareLine{{"year", "2011", sum}, {"extension", "docx", sum}, {"size", "bis 1 MB", sum}, {"special", "protected", sum}},
		Rules:    []ShareLine{{"", "thumbs.db", sum}},
		Decisions: []ShareDecision{{ID: "1", Path: "Ablage/Bau", Rating: "A", Reason: "Von Dauer", ShareSum: sum},
			{ID: "2", Path: "Ablage/Kopien", Rating: "V", ShareSum: sum}}, MoreDecisions: 4,
		Looks:     []ShareLook{{ID: "2", Path: "Ablage/Kopien", ShareSum: sum, Opened: sum, Looked: sum, ByRule: sum, Unseen: sum}},
		MoreLooks: 2, Sampled: "Von 40 wurden 12 angesehen.",
		Tops: []ShareTop{{"Bau", sum, sum, ShareSum{}}, {strings.Repeat("Ein langer Name eines Ordners ", 4), ShareSum{}, ShareSum{}, sum},
			{"", ShareSum{}, sum, ShareSum{}}}}
}

// Every paper of this package is judged by the tests above: one that is laid out by a
// function nobody of them calls is missing there.
func TestStructure_EveryPaperIsJudged(t *testing.T) {
	made := regexp.MustCompile(`(?m)^func (?:\(\w+ \w+\) )?(\w+)\([^\n]*\) Document \{`)
	inner := map[string]bool{"document": true} // what the others are made with
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var papers []string
	calls := ""
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			calls += string(raw)
			continue
		}
		for _, m := range made.FindAllStringSubmatch(string(raw), -1) {
			if !inner[m[1]] {
				papers = append(papers, m[1])
			}
		}
	}
	if len(papers) < 11 {
		t.Fatalf("%d papers: the test looks past them", len(papers))
	}
	for _, p := range papers {
		if !strings.Contains(calls, p+"(") {
			t.Errorf("no test judges the structure of %s", p)
		}
	}
}

// LAUFZETTEL_PAPERS names a folder of papers that other tests wrote: whatever
// room wrote them, their trees are right (make test-verapdf).
func TestStructure_KeptPapers(t *testing.T) {
	dir := os.Getenv("LAUFZETTEL_PAPERS")
	if dir == "" {
		t.Skip("LAUFZETTEL_PAPERS not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no papers in %s: %v", dir, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(raw, []byte("pdfuaid:part")) {
				t.Skip("a blackened copy: pictures with words behind them")
			}
			r, top := readBack(t, raw)
			checkTree(t, r, top)
		})
	}
	t.Logf("%d papers read", len(files))
}

// A draft says that it is one before all else, once for the ear and on every page
// for the eye.
func TestStructure_DraftIsReadFirst(t *testing.T) {
	r, top := readBack(t, pdfOf(t, papers()["claim"]))
	const draft = "Entwurf, noch nicht endgültig"
	if first := top.kids[0]; first.role != "P" || first.text != draft {
		t.Errorf("first is %s %q", first.role, first.text)
	}
	for i, aside := range r.aside {
		if got := strings.Contains(aside, draft); got != (i > 0) {
			t.Errorf("page %d: draft among the artefacts = %v", i+1, got)
		}
	}
}

// Hard documents: what must hold for any content, not only for the papers above.
func hardDocuments() map[string]Document {
	var lines []string
	var findings []check.Finding
	for i := range 10_000 {
		findings = append(findings, check.Finding{Code: fmt.Sprintf("XDO-%03d", i%500), Severity: check.Error,
			Path: fmt.Sprintf("%05d.pdf", i), Message: "Eine Datei fehlt."})
	}
	for i := range 1_000 {
		lines = append(lines, fmt.Sprintf("Zeile-%d", i))
	}
	long, word := strings.Join(lines, "\n"), strings.Repeat("Donaudampfschifffahrt", 400)
	rows := make([][]string, 0, 2_000)
	for i := range 2_000 {
		rows = append(rows, []string{fmt.Sprint(i), "", "kurz"})
	}
	rep := &check.Report{Portion: "viele.zip", Verdict: check.Rejected, Findings: findings}
	blocks := func(b ...Block) Document {
		return Document{Kind: "hard", Title: "Prüfling", Created: clock, Tool: "Laufzettel", Blocks: b}
	}
	columns := []Column{{Title: "Nr.", Weight: 1, Right: true}, {Title: "", Weight: 2}, {Title: "Inhalt", Weight: 5}}
	return map[string]Document{
		"findings":   CheckReport(rep, meta()),
		"long table": blocks(Table{Columns: columns, Rows: rows}),
		"long row": blocks(Heading{1, "Tabelle"}, Table{Columns: columns,
			Rows: [][]string{{"1", long, "x"}, {"2"}, {}, {"3", "a", "b", "zu viel"}}}),
		"long word": blocks(Paragraph{Text: word}, Table{Columns: columns, Rows: [][]string{{word, word, word}}},
			KeyValues{{Label: word, Value: word, Mono: true}}, Notice{Hint, word}),
		"no blocks": blocks(),
		"empty parts": blocks(Heading{1, ""}, Heading{2, " "}, Paragraph{}, KeyValues{}, KeyValues{{Label: "ohne"}}, Card{}, Notice{},
			Table{}, Table{Empty: "Nichts."}, Table{Columns: columns, Rows: [][]string{{}}}, Signature{}, nil),
		"jumps": blocks(Heading{2, "zuerst"}, Card{Label: "X", Title: "Y"}, Heading{2, "dann"}, Heading{1, "eins"},
			Heading{2, "zwei"}, Heading{5, "fünf"}, Card{Title: "nur Titel"}, Card{Label: "nur Marke", Places: []string{"a", "b"}}),
		"no title":  {Created: clock, Blocks: []Block{Paragraph{Text: "x"}}},
		"odd title": {Title: "\U0001F600", Subject: "\U0010FFFF", Created: clock, Letter: &Letter{Draft: true}},
		"paragraphs": blocks(Paragraph{Text: "\n\neins\nnoch eins\n\n\nzwei\n"}, Notice{Caution, "oben\n\nunten"},
			Card{Tone: Fault, Title: "Titel", Text: []string{long}, Places: lines, More: "mehr"}),
		"odd text": blocks(Paragraph{Text: "\x00 \u202e abc \u0627\u0644 \ue000 J\u030cx \ufeff\xff ]]> <&"}, Heading{1, "\u030c"}),
	}
}

func TestStructure_HardDocuments(t *testing.T) {
	dir := os.Getenv("LAUFZETTEL_REPORT_DIR")
	for name, d := range hardDocuments() {
		t.Run(name, func(t *testing.T) {
			raw := pdfOf(t, d)
			r, top := readBack(t, raw)
			checkTree(t, r, top)
			if own := pdfa.Check(t.Context(), bytes.NewReader(raw), int64(len(raw)),
				pdfa.Options{Flavour: "2a"}); own.Verdict != pdfa.NoObstacle {
				t.Errorf("own checker: %s %+v", own.Verdict, own.Clauses)
			}
			if dir != "" {
				if err := os.WriteFile(filepath.Join(dir, "hard-"+strings.ReplaceAll(name, " ", "-")+".pdf"), raw, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			checkHard(t, name, top)
		})
	}
}

func checkHard(t *testing.T, name string, top *node) {
	texts := func(role string) (out []string) {
		for _, n := range top.all(role) {
			out = append(out, n.text)
		}
		return out
	}
	var want, got any
	switch name {
	case "findings":
		want, got = []int{500, 10_000}, []int{len(top.all("H3")), len(top.all("LBody")) - terms(top)}
	case "long table":
		want, got = []int{2_001, 6_000, 3}, []int{len(top.all("TR")), len(top.all("TD")), len(top.all("TH"))}
	case "long row": // one cell over many pages stays one cell with all its words apart
		cells := texts("TD")
		want, got = []any{12, 1_000}, []any{len(cells), len(strings.Fields(cells[1]))}
	case "long word": // broken anywhere, read in one piece
		word := strings.Repeat("Donaudampfschifffahrt", 400)
		cells := texts("TD")
		want, got = []string{word, word, word, word}, []string{texts("P")[0], cells[0], cells[2], texts("Lbl")[0]}
	case "empty parts":
		want, got = []string{"Prüfling", "Nichts.", "Ort, Datum"}, append(texts("H1"), texts("P")...)
	case "jumps":
		want, got = []string{"zuerst", "dann", "eins"}, texts("H2")
	case "no title", "odd title":
		want, got = []string{"Ohne Titel"}, texts("H1")
	case "paragraphs":
		want, got = []string{"eins noch eins ", "zwei ", "oben ", "unten"}, texts("P")[:4]
	default:
		return
	}
	if fmt.Sprint(want) != fmt.Sprint(got) {
		t.Errorf("got %.200v, want %.200v", got, want)
	}
}

// terms counts the definitions among the list bodies.
func terms(top *node) int { return len(top.all("Lbl")) }
