package export_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
)

func checked(t testing.TB, files map[string][]byte) *check.Outcome {
	t.Helper()
	return checktest.Path(t, &check.Engine{Kinds: []check.Kind{export.Kind{}}}, samples.Lay(t, "lieferung", files), check.Input{})
}

func TestSound(t *testing.T) {
	out := checked(t, checktest.All(t, export.Sample{}.Build()))
	r := out.Report
	if got := checktest.Codes(r); r.Kind != "export" || !slices.Equal(got, []string{"EXP-017"}) {
		t.Errorf("%s %v: %+v", r.Kind, got, r.Findings)
	}
	root := out.Manifest.Roots[0]
	// Index fields (B5) and rating (B4).
	if root.Subject != "Baugenehmigungsverfahren" || root.Reference != "BAUGEN" || root.Span.From != "1998-01-01" ||
		root.Span.To != "2017-12-31" || root.Rating != record.RatingArchive || root.Origin != record.OriginKind {
		t.Errorf("%+v", root)
	}
	if r.Agency != (check.Agency{Name: "Landratsamt Musterkreis", ID: "09999"}) {
		t.Errorf("agency %+v", r.Agency)
	}
}

var follows = map[string][]string{
	"EXP-003": {"SCH-001"}, "EXP-005": {"SCH-001", "FIX-001"}, "EXP-007": {"FIX-002", "VOL-003", "CNT-004"}, "EXP-010": {"TXT-001"},
	"EXP-015": {"EXP-014"}, "EXP-002": {"VOL-002", "EXP-016"},
}

func TestDefects(t *testing.T) {
	defects := export.Defects()
	for _, c := range export.Codes {
		t.Run(c.ID, func(t *testing.T) {
			x, ok := defects[c.ID]
			if !ok {
				t.Fatalf("no defect for %s", c.ID)
			}
			files, err := x.Apply(export.Sample{}.Build())
			if err != nil {
				t.Fatal(err)
			}
			r := checked(t, files).Report
			got := checktest.Codes(r)
			if !slices.Contains(got, c.ID) {
				t.Fatalf("got %v, want %s: %+v", got, c.ID, r.Findings)
			}
			for _, other := range got {
				if other != c.ID && other != "EXP-017" && !slices.Contains(follows[c.ID], other) {
					t.Errorf("%s also causes %s: %+v", c.ID, other, r.Findings)
				}
			}
		})
	}
	if len(defects) != len(export.Codes) {
		t.Errorf("%d defects for %d codes", len(defects), len(export.Codes))
	}
}

// Every mandatory statement is told by name.
func TestStatements(t *testing.T) {
	for name, clear := range map[string]func(*export.Description){
		"Name des Verfahrens":     func(d *export.Description) { d.System = "" },
		"Kurzname des Verfahrens": func(d *export.Description) { d.ShortName = "" },
		"Name der Behörde":        func(d *export.Description) { d.Agency = "" },
		"Laufzeit von":            func(d *export.Description) { d.From = "" },
		"Laufzeit bis":            func(d *export.Description) { d.To = "" }, "Erstellt": func(d *export.Description) { d.Created = "" },
	} {
		t.Run(name, func(t *testing.T) {
			d := export.Sample{}.Build()
			clear(&d.Description)
			r := checked(t, checktest.All(t, d)).Report
			if !slices.ContainsFunc(r.Findings, func(f check.Finding) bool { return f.Code == "EXP-003" && f.Expected == name }) {
				t.Errorf("missing %q is not told: %+v", name, r.Findings)
			}
		})
	}
}

// The digest of the container may stand in a sidecar; a wrong one is told.
func TestContainerHash_Sidecar(t *testing.T) {
	d := export.Sample{}.Build()
	d.NoDigest = true
	files := checktest.All(t, d)
	files["daten.tar.sha256"] = []byte(strings.Repeat("0", 64) + "  daten.tar\n")
	if got := checktest.Codes(checked(t, files).Report); slices.Contains(got, "EXP-006") || !slices.Contains(got, "FIX-002") {
		t.Errorf("got %v, want FIX-002 and not EXP-006", got)
	}
}

// Faults inside the container are told with its name.
func TestInside_Path(t *testing.T) {
	d := export.Sample{}.Build()
	d.Packed["genehmigungen.csv"] = []byte("a;b\n1;2;3\n")
	r := checked(t, checktest.All(t, d)).Report
	i := slices.IndexFunc(r.Findings, func(f check.Finding) bool { return f.Code == "EXP-011" })
	if i < 0 || r.Findings[i].Path != "daten.tar!genehmigungen.csv" || r.Findings[i].Line != 2 {
		t.Errorf("%+v", r.Findings)
	}
}

// An XML that does not fit its schema is told.
func TestXML_AgainstDeliveredSchema(t *testing.T) {
	d := export.Sample{}.Build()
	d.Loose["bezirke.xml"] = []byte(`<Bezirke xmlns="urn:muster:bezirke"><Kreis/></Bezirke>`)
	if got := checktest.Codes(checked(t, checktest.All(t, d)).Report); !slices.Contains(got, "SCH-001") {
		t.Errorf("got %v, want SCH-001", got)
	}
}

func TestCheckCSV(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		delimiter  byte
		rows       int64
		columns    []string
		want       []string
	}{
		{"semicolon", "a;b\n1;2\n", 0, 1, []string{"a", "b"}, nil},
		{"comma", "a,b;x\n1,2\n", ',', 1, []string{"a", "b;x"}, nil},
		{"tab CRLF BOM", "\ufeffa\tb\r\n1\t2\r\n", 0, 1, []string{"a", "b"}, nil},
		{"CR", "a;b\r1;2\r3;4", 0, 2, []string{"a", "b"}, nil},
		{"quotes", "a;b\n\"1;\"\"x\"\"\n\";\"2\"\n", 0, 1, []string{"a", "b"}, nil},
		{"empty lines", "a;b\n\n1;2\n\n", 0, 1, []string{"a", "b"}, nil},
		{"empty", "", 0, 0, nil, nil},
		{"bare quote", "a;b\n1;x\"y\n", 0, 1, []string{"a", "b"}, []string{"EXP-012:2"}},
		{"text after quote", "a;b\n\"1\"x;2\n3;4\n", 0, 2, []string{"a", "b"}, []string{"EXP-012:2"}},
		{"unclosed", "a;b\n1;\"2\n3;4\n", 0, 1, []string{"a", "b"}, []string{"EXP-012:2"}},
		{"columns", "a;b\n1;2\n1\n1;2;3\n", 0, 3, []string{"a", "b"}, []string{"EXP-011:3", "EXP-011:4"}},
		{"latin-1", "a;b\nK\xf6ln;2\n", 0, 1, []string{"a", "b"}, []string{"EXP-010:2"}},
		{"heading", "a;;a\n1;2;3\n", 0, 1, []string{"a", "", "a"}, []string{"EXP-013:1", "EXP-013:1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, findings, err := export.CheckCSV(strings.NewReader(tt.text), "x.csv", tt.delimiter)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range findings {
				got = append(got, f.Code+":"+string(rune('0'+f.Line)))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if table.Rows != tt.rows || !slices.Equal(table.Columns, tt.columns) {
				t.Errorf("%d rows, %q; want %d, %q", table.Rows, table.Columns, tt.rows, tt.columns)
			}
		})
	}
}

func TestDescription_ReadBack(t *testing.T) {
	want := export.Sample{}.Build().Description
	var b bytes.Buffer
	if err := export.WriteDescription(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := export.ReadDescription(&b)
	if err != nil {
		t.Fatal(err)
	}
	got.XMLName, got.Version = want.XMLName, ""
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Error(diff)
	}
	if _, err := export.ReadDescription(strings.NewReader(`<!DOCTYPE a><Export xmlns="urn:laufzettel:schema:export:1.0"/>`)); err == nil {
		t.Error("a DOCTYPE was read")
	}
}

func TestDescribe(t *testing.T) {
	tree, err := container.Open(t.Context(), samples.Lay(t, "lieferung", checktest.All(t, export.Sample{}.Build())), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	d, err := export.Kind{}.Describe(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if name, _, data, err := d.Description("x"); err != nil || name != "export.xml" || !bytes.Contains(data, []byte("BAUGEN")) {
		t.Errorf("%s %v", name, err)
	}
}

func FuzzCheckCSV(f *testing.F) {
	f.Add([]byte("a;b\r\n\"1\";2\r\n"), byte(0))
	f.Add([]byte("\ufeff\"a\"\"\",b\n"), byte(','))
	for _, data := range samples.Seeds(f, 4, samples.Named(".csv"), "manifeste") {
		f.Add(data, byte(','))
	}
	f.Fuzz(func(t *testing.T, data []byte, delimiter byte) {
		table, findings, err := export.CheckCSV(bytes.NewReader(data), "x", delimiter)
		if err != nil || table.Rows > int64(len(data)) || len(findings) > 60 {
			t.Fatalf("%d rows, %d findings, %v", table.Rows, len(findings), err)
		}
	})
}

func FuzzReadDescription(f *testing.F) {
	var b bytes.Buffer
	if err := export.WriteDescription(&b, export.Sample{}.Build().Description); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := export.ReadDescription(bytes.NewReader(data))
		if (d == nil) == (err == nil) {
			t.Fatal(d, err)
		}
	})
}

// A description gathered from a folder gives an accepted export.
func TestGather(t *testing.T) {
	d := export.Sample{}.Build()
	files := checktest.All(t, d)
	delete(files, export.DocumentName)
	tree, err := container.Open(t.Context(), samples.Lay(t, "lieferung", files), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	got, err := export.Gather(t.Context(), tree, d.Description)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(got.Files, func(f export.File) bool { return f.Name == "gebuehren.csv" })
	if i < 0 || got.Files[i].Rows != "20" || got.Files[i].Delimiter != "," || len(got.Files[i].Digest) != 64 {
		t.Errorf("%+v", got.Files)
	}
	var b bytes.Buffer
	if err := export.WriteDescription(&b, got); err != nil {
		t.Fatal(err)
	}
	files[export.DocumentName] = b.Bytes()
	if got := checktest.Codes(checked(t, files).Report); !slices.Equal(got, []string{"EXP-017"}) {
		t.Errorf("got %v, want only EXP-017", got)
	}
}
