package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func sha(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// TestCodes walks every code of the engine: a delivery that causes exactly it,
// and one look at severity and ways out.
func TestCodes(t *testing.T) {
	declare := func(path string, d ...Declared) *Manifest {
		m := listAll(path)
		m.Listed[0].Digests = d
		return m
	}
	documents := func(path string) *Manifest {
		m := listAll(path)
		m.Documents = true
		return m
	}
	long := strings.Repeat("n", 201) + ".txt"
	deep := strings.Repeat("ordner/", 40) + "a.txt"
	agreed := &profile.Profile{Formats: []string{"fmt/354"}}
	tests := []struct {
		name     string
		files    map[string]string
		manifest *Manifest
		findings []Finding
		rules    []Rule
		in       Input
		want     []string
	}{
		{"missing", map[string]string{"a.txt": "a"}, listAll("a.txt", "b.txt"), nil, nil, Input{}, []string{"VOL-001 b.txt", "FIX-001"}},
		{"unlisted", map[string]string{"a.txt": "a", "b.txt": "b"}, listAll("a.txt"), nil, nil, Input{},
			[]string{"VOL-002 b.txt", "FIX-001"}},
		{"only case differs", map[string]string{"A.txt": "a"}, listAll("a.txt"), nil, nil, Input{}, []string{"VOL-004 A.txt", "FIX-001"}},
		{"other extension", map[string]string{"a.md": "a"}, listAll("a.txt"), nil, nil, Input{},
			[]string{"VOL-006 a.md", "FMT-001 a.md", "FIX-001"}},
		{"litter", map[string]string{"a.txt": "a", "Thumbs.db": "x", "__MACOSX/._a.txt": "\xff"}, listAll("a.txt"), nil, nil, Input{},
			[]string{"FIX-001", "VOL-005 Thumbs.db"}},
		{"litter that is named", map[string]string{"Thumbs.db": "x"}, listAll("Thumbs.db"), nil, nil, Input{},
			[]string{"FMT-001 Thumbs.db", "FIX-001"}},
		{"document nobody can open", map[string]string{"a.pdf": "%PDF-1.4"}, documents("a.pdf"), nil, nil, Input{NoPDFA: true},
			[]string{"CNT-012 a.pdf", "FIX-001"}},
		{"empty document", map[string]string{"a.txt": ""}, documents("a.txt"), nil, nil, Input{}, []string{"CNT-012 a.txt", "FIX-001"}},
		{"file nobody can open", map[string]string{"a.pdf": "%PDF-1.4"}, listAll("a.pdf"), nil, nil, Input{NoPDFA: true},
			[]string{"CNT-013 a.pdf", "FIX-001"}},
		{"size", map[string]string{"a.txt": "a"}, &Manifest{ListsAll: true, Listed: []Listed{{Path: "a.txt", Size: 9}}}, nil, nil, Input{},
			[]string{"VOL-003 a.txt", "FIX-001"}},
		{"optional may miss", map[string]string{"a.txt": "a"},
			&Manifest{ListsAll: true, Listed: []Listed{{Path: "a.txt", Size: 1}, {Path: "b", Optional: true}}}, nil, nil, Input{},
			[]string{"FIX-001"}},
		{"digest right", map[string]string{"a.txt": "a"}, declare("a.txt", Declared{Algorithm: "sha-256", Value: sha("a")}), nil, nil,
			Input{}, []string{}},
		{"digest differs", map[string]string{"a.txt": "a"}, declare("a.txt", Declared{Algorithm: "sha-256", Value: sha("b")}), nil, nil,
			Input{}, []string{"FIX-002 a.txt"}},
		{"sources contradict", map[string]string{"a.txt": "a"},
			declare("a.txt", Declared{Algorithm: "sha-256", Value: sha("a"), By: "x"},
				Declared{Algorithm: "sha-256", Value: sha("b"), By: "y"}), nil, nil, Input{}, []string{"FIX-002 a.txt", "FIX-003 a.txt"}},
		{"algorithm unknown", map[string]string{"a.txt": "a"}, declare("a.txt", Declared{Algorithm: "rot13", Value: "61"}), nil, nil,
			Input{}, []string{"FIX-004"}},
		{"digest malformed", map[string]string{"a.txt": "a"}, declare("a.txt", Declared{Algorithm: "sha-256", Value: "61"}), nil, nil,
			Input{}, []string{"FIX-006 a.txt"}},
		{"format unknown", map[string]string{"a.xyz": "a"}, listAll("a.xyz"), nil, nil, Input{}, []string{"FMT-001 a.xyz", "FIX-001"}},
		{"extension", map[string]string{"a.jpg": "a"}, listAll("a.jpg"), nil, nil, Input{}, []string{"FMT-002 a.jpg", "FIX-001"}},
		{"format not agreed", map[string]string{"a.txt": "a"}, listAll("a.txt"), nil, nil, Input{Profile: agreed},
			[]string{"FMT-003 a.txt", "FIX-001"}},
		{"long name", map[string]string{long: "a"}, listAll(long), nil, nil, Input{}, []string{"NAM-007 " + long, "FIX-001"}},
		{"long path", map[string]string{deep: "a"}, listAll(deep), nil, nil, Input{}, []string{"NAM-007 " + deep, "FIX-001"}},
		{"reader panics", map[string]string{"a.txt": "reader panics"}, listAll("a.txt"), nil, nil, Input{},
			[]string{"CNT-005 a.txt", "FIX-001"}},
		{"only a message", map[string]string{"m.xml": "<a/>"},
			&Manifest{ListsAll: true, Listed: []Listed{{Path: "m.xml", Role: RoleMessage, Size: -1}}}, nil, nil, Input{}, []string{}},
		{"empty", map[string]string{"a.txt": ""}, listAll("a.txt"), nil, nil, Input{}, []string{"CNT-006 a.txt", "FIX-001"}},
		{"not UTF-8", map[string]string{"a.txt": "gr\xfc\xdfe"}, listAll("a.txt"), nil, nil, Input{}, []string{"TXT-001 a.txt", "FIX-001"}},
		{"XML broken", map[string]string{"a.xml": "<a><b></a>"}, listAll("a.xml"), nil, nil, Input{}, []string{"XML-001 a.xml", "FIX-001"}},
		{"XML entities", map[string]string{"a.xml": `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`}, listAll("a.xml"),
			nil, nil, Input{}, []string{"XML-002 a.xml", "FIX-001"}},
		{"XML doctype", map[string]string{"a.xml": `<!DOCTYPE a SYSTEM "a.dtd"><a/>`}, listAll("a.xml"), nil, nil, Input{},
			[]string{"FIX-001", "XML-003 a.xml"}},
		{"XML partly", map[string]string{"a.xml": `<?xml version="1.0" encoding="x-own"?><a/>`}, listAll("a.xml"), nil, nil, Input{},
			[]string{"FIX-001", "XML-004 a.xml"}},
		{"identifier panics", map[string]string{"panic.txt": "a"}, listAll("panic.txt"), nil, nil, Input{},
			[]string{"CHK-001 panic.txt", "FMT-001 panic.txt", "FIX-001"}},
		{"rule panics", map[string]string{"a.txt": "a"}, listAll("a.txt"), nil,
			[]Rule{{Name: "own", Run: func(context.Context, Facts) ([]Finding, error) { panic("x") }}}, Input{},
			[]string{"CHK-002", "FIX-001"}},
		{"rule fails", map[string]string{"a.txt": "a"}, listAll("a.txt"), nil,
			[]Rule{{Name: "own", Run: func(context.Context, Facts) ([]Finding, error) { return nil, errors.New("x") }}}, Input{},
			[]string{"CHK-002", "FIX-001"}},
		{"nothing", nil, &Manifest{}, nil, nil, Input{}, []string{"KND-006"}},
		{"litter only", map[string]string{"Thumbs.db": "x", "a/.DS_Store": "y"}, &Manifest{}, nil, nil, Input{},
			[]string{"KND-006", "VOL-005 Thumbs.db"}},
		{"not this kind", map[string]string{"a.txt": "a"}, listAll("a.txt"), nil, nil, Input{Kind: "other"},
			[]string{"KND-001", "FIX-001"}},
		{"kind cannot read", map[string]string{"a.txt": "a"}, nil, nil, nil, Input{}, []string{"KND-002"}},
		{"kind not agreed", map[string]string{"a.txt": "a"}, listAll("a.txt"), nil, nil,
			Input{Profile: &profile.Profile{Kinds: []string{"norm"}}}, []string{"AGR-001", "FIX-001"}},
		{"field never written", map[string]string{"a.txt": "a"}, listAll("a.txt"), nil, nil, Input{Profile: &profile.Profile{
			Mapping: mapping.Tables{Descriptive: map[string]string{"case.subject": "object.betref"}}}}, []string{"AGR-003", "FIX-001"}},
		{"agency differs", map[string]string{"a.txt": "a"}, &Manifest{Agency: Agency{ID: "1"}}, nil, nil,
			Input{Profile: &profile.Profile{AgencyID: "2"}}, []string{"AGR-002", "FIX-001"}},
		{"classified", map[string]string{"a.txt": "a"}, listAll("a.txt"), []Finding{CodeClassified.At("")}, nil, Input{},
			[]string{"VSA-001"}},
	}
	old := &record.Object{ID: "v", Kind: record.Case, Subject: "Neu", Span: record.DateSpan{From: "2010-01-01", To: "2012-12-31"}}
	for _, d := range []*record.Object{
		{Subject: "GrÃ¶ÃŸe", Date: "2011-05-05"}, {Subject: "Brief", Date: "0001-01-01"}, {Subject: "Brief", Date: "2999-01-01"},
		{Subject: "Brief", Date: "2013-01-20"}, {Subject: "Gr\ufffd\ufffde", Date: "2011-05-06"},
	} {
		d.Kind = record.Document
		old.Add(d)
	}
	implausible := &Manifest{ListsAll: true, Dated: true, Roots: []*record.Object{old}, Listed: []Listed{{Path: "a.txt", Size: 1}}}
	tests = append(tests, []struct {
		name     string
		files    map[string]string
		manifest *Manifest
		findings []Finding
		rules    []Rule
		in       Input
		want     []string
	}{
		{"implausible", map[string]string{"a.txt": "a"}, implausible, nil, nil, Input{},
			[]string{"FIX-001", "PLA-001", "PLA-002", "PLA-003", "PLA-004", "PLA-005", "PLA-006"}},
		{"sealed archive", map[string]string{"a.7z": "7z\xbc\xaf\x27\x1c"}, documents("a.7z"), nil, nil, Input{},
			[]string{"CNT-010 a.7z", "FMT-001 a.7z", "FIX-001"}},
	}...)
	// in moved_test.go, lists_test.go, nested_test.go, folders_test.go, layout_test.go
	uttered := map[string]bool{"FIX-005": true, "CNT-010": true, "CNT-011": true, "CNT-014": true, "CNT-015": true, "CNT-020": true,
		"KND-003": true, "KND-004": true, "KND-005": true, "KND-007": true, "VOL-007": true, "LAY-001": true, "LAY-002": true,
		"LAY-003": true}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kinds := []Kind{&fakeKind{name: "fake", conf: 100, manifest: tt.manifest, findings: tt.findings, rules: tt.rules},
				&fakeKind{name: "other"}}
			e := &Engine{Kinds: kinds, Identify: byExtension{}, Workers: 2}
			out := checkTree(t, e, newTree(tt.files), tt.in)
			if diff := cmp.Diff(tt.want, codesOf(out.Report)); diff != "" {
				t.Error(diff)
			}
			for _, f := range out.Report.Findings {
				uttered[f.Code] = true
				if f.Message == "" || f.Remedy == "" {
					t.Errorf("%s has no text", f.Code)
				}
			}
		})
	}
	for _, c := range Codes {
		if !uttered[c.ID] {
			t.Errorf("no test utters %s", c.ID)
		}
	}
}

// BenchmarkCheck measures what the engine adds to reading: 2,000 small files
// without identification, journal in memory.
func BenchmarkCheck(b *testing.B) {
	tree := newTree(manyFiles(2000))
	for b.Loop() {
		if _, err := (&Engine{Workers: 2}).Check(b.Context(), tree, Input{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestUnreadableFile shows that one bad file is one finding and the rest is
// checked (G1).
func TestUnreadableFile(t *testing.T) {
	tree := newTree(map[string]string{"a.txt": "a", "b.txt": "b"})
	tree.broken["a.txt"] = errors.New("checksum error in archive")
	out := checkTree(t, &Engine{Kinds: []Kind{&fakeKind{name: "fake", conf: 100, manifest: listAll("a.txt", "b.txt")}}}, tree, Input{})
	if diff := cmp.Diff([]string{"CNT-005 a.txt", "FIX-001"}, codesOf(out.Report)); diff != "" {
		t.Error(diff)
	}
	b, ok := out.Facts.File("b.txt")
	if !ok || len(b.Digests["sha-512"]) != 128 {
		t.Errorf("b.txt was not read: %+v", b)
	}
}

// TestVerdictAndFallback: a delivery nobody recognises is plain files; a kind
// that panics while reading makes the portion unreadable, not the program.
func TestVerdictAndFallback(t *testing.T) {
	e := &Engine{Identify: byExtension{}}
	out := checkTree(t, e, newTree(map[string]string{"a.txt": "a"}), Input{Kind: "files"})
	if out.Report.Kind != "files" || out.Report.Verdict != Accepted || out.Report.Files.Delivered != 1 || out.Report.Files.Bytes != 1 {
		t.Errorf("plain files: %+v", out.Report)
	}
	sealed := map[string]string{"a.txt": "a", "b.7z": "7z\xbc\xaf\x27\x1c"}
	for _, tt := range []struct {
		files map[string]string
		in    Input
		want  Verdict
	}{
		{map[string]string{"a.txt": "a"}, Input{}, Unreadable}, {map[string]string{"Thumbs.db": "x"}, Input{}, Unreadable},
		{sealed, Input{}, Unreadable}, {nil, Input{}, Unreadable},
		{sealed, Input{Kind: "files"}, Accepted}, {sealed, Input{Profile: &profile.Profile{Kinds: []string{"files"}}}, Accepted},
	} {
		if out = checkTree(t, e, newTree(tt.files), tt.in); out.Report.Verdict != tt.want {
			t.Errorf("%v: %s, want %s", tt.files, out.Report.Verdict, tt.want)
		}
	}
	e.Kinds = []Kind{&fakeKind{name: "fake", conf: 100, panics: true}}
	out = checkTree(t, e, newTree(map[string]string{"a.txt": "a"}), Input{})
	if out.Report.Verdict != Unreadable {
		t.Errorf("verdict = %s, want unreadable", out.Report.Verdict)
	}
}

func TestForcedUnknownKindIsRefused(t *testing.T) {
	_, err := (&Engine{}).Check(t.Context(), newTree(nil), Input{Kind: "nichts"})
	if failure.KindOf(err) != failure.Refused {
		t.Errorf("err = %v", err)
	}
}

// TestClassifiedReadsNothing: no file is opened after a VS finding (G15).
func TestClassifiedReadsNothing(t *testing.T) {
	tree := newTree(map[string]string{"a.txt": "a"})
	e := &Engine{Kinds: []Kind{&fakeKind{name: "fake", conf: 100, manifest: listAll("a.txt"), findings: []Finding{CodeClassified.At("")}}}}
	out := checkTree(t, e, tree, Input{Profile: &profile.Profile{AgencyID: "1", Formats: []string{"fmt/1"}}})
	if len(tree.reads) != 0 || out.Report.Verdict != Rejected {
		t.Errorf("reads %v, verdict %s", tree.reads, out.Report.Verdict)
	}
	rule := Rule{Name: StopRule, Run: func(_ context.Context, f Facts) ([]Finding, error) {
		return []Finding{CodeClassified.At(f.Manifest().Title)}, nil
	}}
	e.Kinds = []Kind{&fakeKind{name: "fake", conf: 100, manifest: listAll("a.txt"), rules: []Rule{rule}}}
	if out := checkTree(t, e, tree, Input{}); len(tree.reads) != 0 || out.Report.Verdict != Rejected {
		t.Errorf("by rule: reads %v, verdict %s", tree.reads, out.Report.Verdict)
	}
	for _, d := range out.Report.Checks {
		if d.State != NotDone || d.Reason == "" {
			t.Errorf("check %+v claims work", d)
		}
	}
}

// TestEveryCheckIsTold: each check of cli.md is in the report, with a reason
// unless it is done (G2).
func TestEveryCheckIsTold(t *testing.T) {
	out := checkTree(t, &Engine{Identify: byExtension{}, PDFA: fakePDFA{PDFANoObstacle}}, newTree(map[string]string{"a.pdf": "%PDF-1.4"}),
		Input{})
	got := map[string]DoneState{}
	for _, d := range out.Report.Checks {
		got[d.Name] = d.State
		if d.State != Full && d.Reason == "" {
			t.Errorf("%s: no reason", d.Name)
		}
	}
	want := map[string]DoneState{"fixity": NotDone, "completeness": NotDone, "names": Full, "counts": NotDone, "schema": NotDone,
		"xml":   NotDone,
		"utf-8": NotDone, "format": Full, "format-list": NotDone, "pdfa": Partial, "agency": NotDone, "deadlines": NotDone,
		"virus": NotDone}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPDFACheckerPanicIsAFinding(t *testing.T) {
	out := checkTree(t, &Engine{PDFA: fakePDFA{PDFAValid}}, newTree(map[string]string{"explode.pdf": "x", "ok.pdf": "%PDF"}),
		Input{Kind: "files"})
	if diff := cmp.Diff([]string{"CHK-001 explode.pdf", "FIX-001"}, codesOf(out.Report)); diff != "" {
		t.Error(diff)
	}
	f, _ := out.Facts.File("ok.pdf")
	if f.PDFA != PDFAValid {
		t.Errorf("ok.pdf: %q", f.PDFA)
	}
}

// TestSchemaDigestIsToldApart: the difference is an error all the same, but says
// that no content is concerned (cli.md).
func TestSchemaDigestIsToldApart(t *testing.T) {
	m := listAll("a.xsd")
	m.Listed[0].Role = RoleSchema
	m.Listed[0].Digests = []Declared{{Algorithm: "sha-256", Value: sha("b")}}
	out := checkTree(t, &Engine{Kinds: []Kind{&fakeKind{name: "fake", conf: 100, manifest: m}}},
		newTree(map[string]string{"a.xsd": "<a/>"}), Input{})
	f := out.Report.Findings
	if len(f) != 1 || f[0].Code != "FIX-002" || f[0].Severity != Error || !strings.Contains(f[0].Message, "mitgeliefertes Schema") {
		t.Errorf("findings %+v", f)
	}
}

// TestDeclaredAlgorithmsAreComputed in the same read as our own (G4).
func TestDeclaredAlgorithmsAreComputed(t *testing.T) {
	m := listAll("a.txt", "b.txt")
	m.Listed[0].Digests = []Declared{{Algorithm: "md5", Value: "0cc175b9c0f1b6a831c399e269772661"}}
	tree := newTree(map[string]string{"a.txt": "a", "b.txt": "b"})
	out := checkTree(t, &Engine{Kinds: []Kind{&fakeKind{name: "fake", conf: 100, manifest: m}}}, tree,
		Input{Algorithms: []string{"sha-256"}})
	a, _ := out.Facts.File("a.txt")
	if diff := cmp.Diff(map[string]string{"md5": "0cc175b9c0f1b6a831c399e269772661", "sha-256": sha("a")}, a.Digests); diff != "" {
		t.Error(diff)
	}
	b, _ := out.Facts.File("b.txt")
	if len(b.Digests) != 1 || tree.reads["a.txt"] != 1 {
		t.Errorf("b %v, reads %v", b.Digests, tree.reads)
	}
}

func TestProgressPhases(t *testing.T) {
	var got []string
	in := Input{Progress: func(p Progress) {
		if len(got) == 0 || got[len(got)-1] != p.Phase {
			got = append(got, p.Phase)
		}
		if p.Done > p.Total {
			t.Errorf("done %d of %d", p.Done, p.Total)
		}
	}}
	checkTree(t, &Engine{}, newTree(map[string]string{"a": "a"}), in)
	if diff := cmp.Diff(phases, got); diff != "" {
		t.Error(diff)
	}
}

func TestCodesAreSound(t *testing.T) {
	r, err := NewRegistry(Codes)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.All() {
		if title, remedy := c.Title().In("de"), c.Remedy().In("de"); !strings.HasSuffix(title, ".") || !strings.HasSuffix(remedy, ".") {
			t.Errorf("%s: texts end with a full stop", c.ID)
		}
		if strings.ContainsAny(c.Title().In("de")+c.Remedy().In("de"), "!") {
			t.Errorf("%s: exclamation mark", c.ID)
		}
	}
}
