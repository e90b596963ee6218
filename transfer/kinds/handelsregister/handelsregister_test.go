package handelsregister_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/vocab"
)

func sample(t testing.TB, s handelsregister.Sample) *handelsregister.Delivery {
	t.Helper()
	d, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func checked(t testing.TB, files map[string][]byte, in check.Input) *check.Outcome {
	t.Helper()
	return checktest.Files(t, &check.Engine{Kinds: []check.Kind{handelsregister.Kind{}}}, "lieferung", files, in)
}

// A sound delivery is accepted with every line end of 3.1.2.
func TestSound(t *testing.T) {
	for name, end := range map[string]string{"CRLF": "\r\n", "CR": "\r", "LF": "\n"} {
		t.Run(name, func(t *testing.T) {
			out := checked(t, checktest.All(t, sample(t, handelsregister.Sample{LineEnd: end})), check.Input{})
			r := out.Report
			if r.Kind != "handelsregister" || len(r.Findings) > 0 || r.Agency.Name != "Handelsregisteramt Musterkanton" {
				t.Errorf("%s %+v %+v", r.Kind, r.Agency, r.Findings)
			}
			if want := (record.Counts{Dossiers: 1, Cases: 1, Documents: 9, Attachments: 6, Files: 11}); r.Objects != want {
				t.Errorf("objects %+v, want %+v", r.Objects, want)
			}
			for _, name := range []string{"fixity", "completeness", "readability", "schema", "counts"} {
				i := slices.IndexFunc(r.Checks, func(d check.Done) bool { return d.Name == name })
				if i < 0 || r.Checks[i].State != check.Full {
					t.Errorf("%s not done: %+v", name, r.Checks)
				}
			}
		})
	}
}

// follows are the codes a defect causes beside its own.
var follows = map[string][]string{
	"HRG-001": {}, "HRG-007": {"HRG-036"}, "HRG-011": {"FIX-002"}, "HRG-012": {"FIX-002", "HRG-024"}, "HRG-013": {"FIX-002", "HRG-024"},
	"HRG-002": {"FIX-002", "TXT-001"}, "HRG-003": {}, "HRG-004": {"HRG-006", "HRG-005"},
	"HRG-010": {"FIX-002", "HRG-004", "HRG-005", "HRG-024"},
	"HRG-022": {"SCH-001"}, "HRG-021": {"SCH-001"}, "HRG-028": {"SCH-001"}, "HRG-020": {}, "HRG-023": {}, "HRG-030": {"FIX-001", "HRG-023"},
	"HRG-031": {}, "HRG-037": {"HRG-023", "HRG-024"},
}

func TestDefects(t *testing.T) {
	defects := handelsregister.Defects()
	for _, c := range handelsregister.Codes {
		t.Run(c.ID, func(t *testing.T) {
			d, ok := defects[c.ID]
			if !ok {
				t.Fatalf("no defect for %s", c.ID)
			}
			files, err := d.Apply(sample(t, handelsregister.Sample{}))
			if err != nil {
				t.Fatal(err)
			}
			r := checked(t, files, check.Input{}).Report
			got := checktest.Codes(r)
			if !slices.Contains(got, c.ID) {
				t.Fatalf("got %v, want %s: %+v", got, c.ID, r.Findings)
			}
			for _, other := range got {
				if other != c.ID && !slices.Contains(follows[c.ID], other) && !(c.ID == "HRG-001" && other == "VOL-001") {
					t.Errorf("%s also causes %s: %+v", c.ID, other, r.Findings)
				}
			}
		})
	}
	if len(defects) != len(handelsregister.Codes) {
		t.Errorf("%d defects for %d codes", len(defects), len(handelsregister.Codes))
	}
}

// One test per field of source 002, 1.1.2: missing it is told by name; wrong it
// is told where it can be recomputed.
func TestMetadata_1_1_2(t *testing.T) {
	for name, f := range map[string]struct {
		clear func(*handelsregister.Statements)
		wrong func(*handelsregister.Statements)
		code  string
	}{
		"Provenienzstelle": {clear: func(s *handelsregister.Statements) { s.Provenance = "" }},
		"Zeitraum (ältestes Gründungsdatum)": {func(s *handelsregister.Statements) { s.From = "" },
			func(s *handelsregister.Statements) { s.From = "1949-03-01" }, "HRG-025"},
		"Zeitraum (jüngstes Löschdatum)": {func(s *handelsregister.Statements) { s.To = "" },
			func(s *handelsregister.Statements) { s.To = "2025-01-01" }, "HRG-025"},
		"Umfang in MB": {func(s *handelsregister.Statements) { s.Megabytes = "" },
			func(s *handelsregister.Statements) { s.Megabytes = "1.5" }, "HRG-024"},
		"Datum und Zeitpunkt der Extraktion": {func(s *handelsregister.Statements) { s.Extracted = "" },
			func(s *handelsregister.Statements) { s.Extracted = "gestern" }, "HRG-022"},
		"Benutzte Abfragen": {clear: func(s *handelsregister.Statements) { s.Queries = nil }},
		"Anzahl der abgelieferten Dateien": {func(s *handelsregister.Statements) { s.Files = "" },
			func(s *handelsregister.Statements) { s.Files = "12" }, "HRG-023"},
		"Bezeichnung der Quellapplikation": {clear: func(s *handelsregister.Statements) { s.Source = "" }},
		"Version der Quellapplikation":     {clear: func(s *handelsregister.Statements) { s.Version = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			d := sample(t, handelsregister.Sample{})
			f.clear(&d.Statements)
			r := checked(t, checktest.All(t, d), check.Input{}).Report
			if !slices.ContainsFunc(r.Findings, func(f check.Finding) bool { return f.Code == "HRG-021" && f.Expected == name }) {
				t.Errorf("missing %q is not told: %+v", name, r.Findings)
			}
			if f.wrong == nil {
				return
			}
			d = sample(t, handelsregister.Sample{})
			f.wrong(&d.Statements)
			if r := checked(t, checktest.All(t, d), check.Input{}).Report; !slices.Contains(checktest.Codes(r), f.code) {
				t.Errorf("wrong %q: got %v, want %s", name, checktest.Codes(r), f.code)
			}
		})
	}
}

// Checksums: a changed byte, a missing and an unlisted file (D5).
func TestChecksums(t *testing.T) {
	const beleg = "belege/CH-100.3.000.001-1_Statuten.pdf"
	for want, change := range map[string]func(map[string][]byte){
		"FIX-002": func(f map[string][]byte) { f[beleg] = append(slices.Clone(f[beleg]), '\n') },
		"VOL-001": func(f map[string][]byte) { delete(f, beleg) },
		"VOL-002": func(f map[string][]byte) { f["belege/weitere.pdf"] = f[beleg] },
	} {
		t.Run(want, func(t *testing.T) {
			files := checktest.All(t, sample(t, handelsregister.Sample{}))
			change(files)
			if r := checked(t, files, check.Input{}).Report; !slices.Contains(checktest.Codes(r), want) {
				t.Errorf("got %v, want %s", checktest.Codes(r), want)
			}
		})
	}
}

// Metadata may come as plain text.
func TestStatements_Text(t *testing.T) {
	text := "\ufeffProvenienzstelle: Handelsregisteramt Musterkanton\r\nZeitraum: 01.03.1950 – 04.10.1998\r\nUmfang (in MB)\t0,01\r\nExtraktion: 02.11.2026 08:30\r\n" +
		"Abfrage: SELECT 1\r\nAnzahl Dateien: 10\r\nQuellapplikation: Muster-HR\r\nVersion: 3.1\r\nBelegakten: Auswahl\r\nDatensätze firmen.txt: 4\r\n"
	got, err := handelsregister.ReadStatements(strings.NewReader(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := handelsregister.Statements{Provenance: "Handelsregisteramt Musterkanton", From: "01.03.1950", To: "04.10.1998",
		Megabytes: "0,01", Extracted: "02.11.2026 08:30",
		Queries: []string{"SELECT 1"}, Files: "10", Source: "Muster-HR", Version: "3.1", Selection: "Auswahl",
		Records: []handelsregister.FileRecords{{Name: "firmen.txt", Count: "4"}}}
	exported := cmp.FilterPath(func(p cmp.Path) bool { return strings.Contains(p.Last().String(), ".from") }, cmp.Ignore())
	if diff := cmp.Diff(want, *got, exported); diff != "" {
		t.Error(diff)
	}
	d := sample(t, handelsregister.Sample{})
	d.NoMetadata = true
	d.NoList = true
	files := checktest.All(t, d)
	files["metadaten.txt"] = []byte(text)
	r := checked(t, files, check.Input{}).Report
	if got := checktest.Codes(r); !slices.Equal(got, []string{"FIX-001", "HRG-030"}) {
		t.Errorf("got %v: %+v", got, r.Findings)
	}
}

// A sample states its size, its seed and its names, and the same seed draws the
// same files.
func TestReadability_Sample(t *testing.T) {
	files := checktest.All(t, sample(t, handelsregister.Sample{Companies: 30}))
	p := &profile.Profile{ID: "x", Layout: map[string]string{"readability.sample": "5", "readability.seed": "42"}}
	reason := func() string {
		r := checked(t, files, check.Input{Profile: p}).Report
		i := slices.IndexFunc(r.Checks, func(d check.Done) bool { return d.Name == "readability" })
		if r.Checks[i].State != check.Partial {
			t.Errorf("%+v", r.Checks[i])
		}
		return r.Checks[i].Reason
	}
	a := reason()
	if !strings.HasPrefix(a, "Stichprobe: 5 von 40 Belegakten, Startwert 42: belege/CH-") || strings.Count(a, "belege/") != 5 {
		t.Errorf("reason %q", a)
	}
	if b := reason(); a != b {
		t.Errorf("two draws differ:\n%s\n%s", a, b)
	}
}

// The Belegakten hang below their companies.
func TestTree_BelegaktenBelowCompanies(t *testing.T) {
	out := checked(t, checktest.All(t, sample(t, handelsregister.Sample{})), check.Input{})
	for o := range record.All(out.Manifest.Roots) {
		if o.Type == "Firma" && len(o.Children) == 0 {
			t.Errorf("%s has no Belegakte", o.Reference)
		}
	}
	got := handelsregister.ReceiptOf(out.Manifest.Fields, out.Report.Files)
	want := handelsregister.Receipt{Provenance: "Handelsregisteramt Musterkanton", Period: "1950-03-01 – 1998-10-04",
		Extracted: "2026-11-02T08:30:00", Source: "Muster-HR 3.1",
		Companies: "4", Documents: "6", Files: 11, Bytes: out.Report.Files.Bytes}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The archive package has one metadata.xml that fits its schema (D6).
func TestDescribe(t *testing.T) {
	tree := vocab.NewTree("x", checktest.All(t, sample(t, handelsregister.Sample{})))
	d, err := handelsregister.Kind{}.Describe(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	name, _, data, err := d.Description("")
	if err != nil || name != "metadata.xml" {
		t.Fatal(name, err)
	}
	findings, _, err := vocab.Validate(t.Context(), handelsregister.Schema, name, vocab.NewTree("m", map[string][]byte{name: data}))
	if err != nil || len(findings) > 0 || !bytes.Contains(data, []byte(`name="belege/CH-100.3.000.000-0_Auszug.tif" groesse=`)) {
		t.Errorf("%v %+v\n%s", err, findings, data)
	}
}

func FuzzReadList(f *testing.F) {
	d, err := handelsregister.Sample{}.Build()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.List())
	f.Add([]byte("Firmennummer\tFirmenname\r\r\n1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, findings, err := handelsregister.ReadList(bytes.NewReader(data))
		if err != nil || l == nil && len(findings) == 0 {
			t.Fatal(err)
		}
	})
}

func FuzzReadStatements(f *testing.F) {
	var b bytes.Buffer
	if err := handelsregister.WriteStatements(&b, handelsregister.Statements{Provenance: "A", Queries: []string{"q"}},
		map[string]int64{"a": 1}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("Zeitraum: 1900 bis 1990\nVersion\t3"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := handelsregister.ReadStatements(bytes.NewReader(data), nil)
		if (s == nil) == (err == nil) {
			t.Fatal(s, err)
		}
	})
}

// What Gather computes is what the check accepts.
func TestGather(t *testing.T) {
	d := sample(t, handelsregister.Sample{})
	want := d.Statements
	bare := want
	bare.From, bare.To, bare.Megabytes, bare.Files, bare.Records = "", "", "", "", nil
	got, err := handelsregister.Gather(t.Context(), vocab.NewTree("ordner", checktest.All(t, d)), bare)
	if err != nil {
		t.Fatal(err)
	}
	exported := cmp.FilterPath(func(p cmp.Path) bool { return strings.Contains(p.Last().String(), ".from") }, cmp.Ignore())
	if diff := cmp.Diff(want, got, exported); diff != "" {
		t.Error(diff)
	}
	if _, err := handelsregister.Gather(t.Context(), vocab.NewTree("leer", nil), bare); failure.KindOf(err) != failure.Refused {
		t.Errorf("empty folder: %v, want refused", err)
	}
}
