package pdfa

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/pdf"
	corpora "laufzettel/transfer/samples"

	"golang.org/x/image/font/gofont/goregular"
)

func TestTable(t *testing.T) {
	ids := map[string]bool{}
	for _, c := range Codes {
		ids[c.ID] = true
	}
	for part := range 4 {
		seen := map[string]bool{}
		for i, r := range rules {
			if !strings.HasSuffix(r.text(), ".") || !ids[r.code] {
				t.Errorf("rule %d: text %q, code %s", i, r.text(), r.code)
			}
			if c := r.clause[part]; c != "" && seen[c] {
				t.Errorf("part %d: clause %s twice", part+1, c)
			} else {
				seen[c] = true
			}
		}
	}
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Error(err)
	}
}

func judgeBytes(t testing.TB, b []byte, o Options) Result {
	return Check(t.Context(), bytes.NewReader(b), int64(len(b)), o)
}

func TestVerdicts(t *testing.T) {
	plain := doc{}.bytes()
	noClaim := doc{packet: strings.ReplaceAll(packet("1b", ""), "aiim.org/pdfa", "example.org/x")}.bytes()
	tests := []struct {
		name   string
		b      []byte
		o      Options
		want   Verdict
		claim  string
		broken []string
		code   string
	}{
		{"keeps all", plain, Options{}, NoObstacle, "1b", nil, ""},
		{"no claim", noClaim, Options{}, NotChecked, "", nil, ""},
		{"no claim, flavour demanded", noClaim, Options{Flavour: "1b"}, Invalid, "", []string{"6.7.9-2", "6.7.11-1"}, "PDF-001"},
		{"other part demanded", plain, Options{Flavour: "2b"}, Invalid, "1b", []string{"6.6.4-2"}, "PDF-002"},
		{"one of the agreed", plain, Options{Agreed: []string{"2b", "1b"}}, NoObstacle, "1b", nil, ""},
		{"none of the agreed", plain, Options{Agreed: []string{"2b"}}, Invalid, "1b", []string{"6.6.4-2"}, "PDF-002"},
		{"lower level demanded", doc{flavour: "2u"}.bytes(), Options{Flavour: "2b"}, NoObstacle, "2u", nil, ""},
		{"encrypted", doc{trailer: "/Encrypt << /Filter /Standard >>"}.bytes(), Options{Flavour: "1b"}, Invalid, "", []string{"6.1.3-2"},
			"PDF-004"},
		{"encrypted, nothing demanded", doc{trailer: "/Encrypt << /Filter /Standard >>"}.bytes(), Options{}, NotCheckable, "", nil, ""},
		{"unknown flavour claimed", doc{packet: strings.Replace(packet("1b", ""), `part="1"`, `part="7"`, 1)}.bytes(), Options{},
			NotCheckable, "7b", nil, ""},
		{"no PDF", []byte("text"), Options{}, NotCheckable, "", nil, ""},
		{"cut off", plain[:len(plain)/2], Options{}, NotCheckable, "", nil, ""},
		{"empty", nil, Options{}, NotCheckable, "", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := judgeBytes(t, tt.b, tt.o)
			if r.Verdict != tt.want || r.Claim != tt.claim || !slices.Equal(broken(r), tt.broken) {
				t.Fatalf("got %s, claim %q, %v (%s)", r.Verdict, r.Claim, broken(r), r.Reason)
			}
			if (r.Verdict == NotCheckable || r.Verdict == NotChecked) && r.Reason == "" {
				t.Error("no reason given")
			}
			if tt.code != "" && r.Clauses[len(r.Clauses)-1].Code != tt.code {
				t.Errorf("code %s, want %s", r.Clauses[len(r.Clauses)-1].Code, tt.code)
			}
		})
	}
}

// trueType is a page that shows codes with the embedded font Go Regular, the
// width of "A" stated as given.
func trueType(flavour, show, width, more string) doc {
	return doc{flavour: flavour, content: "BT /F 9 Tf " + show + " Tj ET", res: "/Font << /F 8 0 R >>",
		objects: map[int]string{
			8: "<< /Type /Font /Subtype /TrueType /BaseFont /GoRegular /FirstChar 65 /LastChar 65 /Widths [" + width +
				"] /FontDescriptor 9 0 R " + more + " >>",
			9: "<< /Type /FontDescriptor /FontName /GoRegular /Flags 32 /FontFile2 10 0 R >>",
		}, streams: map[int][2]string{10: {"", string(goregular.TTF)}}}
}

func TestFonts(t *testing.T) {
	const winAnsi = "/Encoding /WinAnsiEncoding"
	tests := []struct {
		name string
		d    doc
		want []string
		code string
	}{
		{"fits", trueType("1b", "(A)", "667", winAnsi), nil, ""},
		{"width differs", trueType("1b", "(A)", "500", winAnsi), []string{"6.3.6-1"}, "PDF-015"},
		{"width differs, invisible", trueType("1b", "(A) Tj 3 Tr ()", "667", winAnsi), nil, ""},
		{"glyph missing", trueType("2b", `(\215)`, "667", "/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [141 /afii10017x] >>"),
			[]string{"6.2.11.4.1-2", "6.2.11.6-2"}, "PDF-016"},
		{"notdef", trueType("2b", `(\001)`, "667", winAnsi), []string{"6.2.11.5-1", "6.2.11.8-1"}, "PDF-015"},
		{"no encoding", trueType("1b", "(A)", "667", ""), []string{"6.3.7-1"}, "PDF-016"},
		{"text in Unicode", trueType("2u", "(A)", "667", winAnsi), nil, ""},
		{"no way to text", trueType("2u", "(A)", "667", "/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /g34] >>"),
			[]string{"6.2.11.4.1-2", "6.2.11.6-2", "6.2.11.7.2-1"}, "PDF-017"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.d.check(t)
			if got := broken(r); !slices.Equal(got, tt.want) {
				t.Fatalf("%v, want %v", got, tt.want)
			}
			if tt.code != "" && r.Clauses[len(r.Clauses)-1].Code != tt.code {
				t.Errorf("code %s, want %s", r.Clauses[len(r.Clauses)-1].Code, tt.code)
			}
		})
	}
}

func TestFindings(t *testing.T) {
	r := doc{flavour: "2b", content: "BT /F 9 Tf (a) Tj ET", res: "/Font << /F 8 0 R >>", objects: map[int]string{8: helvetica}}.check(t)
	got := Findings("a/b.pdf", r)
	want := "PDF/A-2b: Schrift nicht eingebettet."
	if len(got) != 1 || got[0].Code != "PDF-014" || got[0].Message != want || got[0].Rule != "ISO 19005-2 6.2.11.4.1" ||
		got[0].Path != "a/b.pdf" || got[0].Severity != check.Error {
		t.Errorf("got %+v", got)
	}
	if got := Findings("x.pdf", judgeBytes(t, []byte("text"), Options{})); len(got) != 1 || got[0].Code != "PDF-025" ||
		got[0].Severity != check.Warning {
		t.Errorf("not checkable: %+v", got)
	}
	for _, v := range []Verdict{Valid, NoObstacle, NotChecked} {
		if got := Findings("x.pdf", Result{Verdict: v}); len(got) != 0 {
			t.Errorf("%s: %+v", v, got)
		}
	}
}

// held is a container.Content held in memory.
type held struct{ bytesReader }

type bytesReader = *bytes.Reader

func (h held) Bytes() []byte     { return nil }
func (h held) Reader() io.Reader { return h.bytesReader }

func contentOf(b []byte) held { return held{bytes.NewReader(b)} }

func TestLimits(t *testing.T) {
	b := doc{content: strings.Repeat("q Q ", 1000)}.bytes()
	lim := pdf.DefaultLimits()
	lim.Decoded, lim.Stream = 2000, 2000
	if r := judgeBytes(t, b, Options{Limits: &lim}); r.Verdict != NotCheckable || r.Reason == "" {
		t.Errorf("beyond the limit: %s %q %v", r.Verdict, r.Reason, broken(r))
	}
	lim = pdf.DefaultLimits()
	lim.InMemory = 0 // read in pieces, with the same outcome
	if r := judgeBytes(t, b, Options{Limits: &lim}); r.Verdict != NoObstacle {
		t.Errorf("in pieces: %s %q %v", r.Verdict, r.Reason, broken(r))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := Check(ctx, bytes.NewReader(b), int64(len(b)), Options{}); r.Verdict != NotCheckable {
		t.Errorf("cancelled: %s", r.Verdict)
	}
	var e EngineChecker
	if _, err := e.CheckPDF(ctx, "a.pdf", contentOf(b), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("engine, cancelled: %v", err)
	}
	res, err := e.CheckPDF(t.Context(), "a.pdf", contentOf(b), []string{"foo", "2b"})
	if err != nil || res.Verdict != check.PDFAInvalid || res.Claim != "1b" || len(res.Findings) != 1 || res.Tool == "" {
		t.Errorf("engine: %+v, %v", res, err)
	}
}

// TestNesting feeds structures that go in circles or very deep.
func TestNesting(t *testing.T) {
	for name, d := range map[string]doc{
		"pages": {objects: map[int]string{2: "<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1 >>"}},
		"form": {content: "/X Do", res: "/XObject << /X 8 0 R >>",
			streams: map[int][2]string{8: {"/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 8 0 R >> >>",
				"/X Do"}}},
		"pattern": {content: "/Pattern cs /P scn", res: "/Pattern << /P 8 0 R >>",
			streams: map[int][2]string{8: {"/PatternType 1 /Resources << /Pattern << /P 8 0 R >> >>", "/Pattern cs /P scn"}}},
		"space":     {content: "/C cs", res: "/ColorSpace << /C 8 0 R >>", objects: map[int]string{8: "[/Indexed 8 0 R 1 (a)]"}},
		"reference": {catalog: "/X 8 0 R", objects: map[int]string{8: "9 0 R", 9: "8 0 R"}},
		"length":    {objects: map[int]string{8: "<< /Length 8 0 R >>\nstream\n\nendstream"}},
		"outlines":  {catalog: "/Outlines 8 0 R", objects: map[int]string{8: "<< /First 8 0 R /Next 8 0 R >>"}},
		"actions":   {catalog: "/OpenAction 8 0 R", objects: map[int]string{8: "<< /S /GoTo /Next 8 0 R >>"}},
		"arrays":    {catalog: "/X " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000)},
	} {
		if r := d.check(t); r.Verdict == "" {
			t.Errorf("%s: no verdict", name)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(doc{}.bytes())
	f.Add(doc{flavour: "2b", content: "BI /W 1 /H 1 ID x EI /G gs BT /F 9 Tf (a) Tj ET", res: "/Font << /F 8 0 R >>",
		objects: map[int]string{8: helvetica}}.bytes())
	for _, data := range corpora.Seeds(f, 12, corpora.Named(".pdf"), "pdfa") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, fl := range []string{"1a", "2u", "4"} {
			lim := pdf.DefaultLimits()
			lim.Decoded, lim.Stream = 1<<20, 1<<20
			r, _ := judge(t.Context(), bytes.NewReader(b), int64(len(b)), Options{Flavour: fl, Limits: &lim}, 0)
			if r.Verdict == "" || r.Verdict == Valid {
				t.Errorf("verdict %q", r.Verdict)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	file := trueType("2b", "(A)", "667", "/Encoding /WinAnsiEncoding").bytes()
	b.ReportAllocs()
	for b.Loop() {
		if r := judgeBytes(b, file, Options{}); r.Verdict != NoObstacle {
			b.Fatal(r.Verdict, broken(r))
		}
	}
}
