package findingaid

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
	"laufzettel/viewer/catalog"
)

var update = flag.Bool("update", false, "rewrite golden files")

var day = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func items() []catalog.Item {
	return []catalog.Item{
		{PID: "urn:uuid:1-1", ReferenceCode: "LAM 12/1", Kind: "case", Filing: "66.1-0031/02",
			Subject: "Ausleitung am Mühlwehr <alt> & neu", From: "1998-03-12", To: "2004-01-19", Agency: "Landratsamt Musterkreis",
			Accession: "7392f538d6c04c1d", Number: "2026/0007",
			Plan: "66.1 Gewässer", Tree: catalog.Tree{Known: true,
				Above: []catalog.Node{{Kind: "dossier", Filing: "66.1-0031", Subject: "Mühlwehr"},
					{Kind: "dossier", Filing: "66.1-0031/T1", Subject: "Teilakte Ausleitung"}}},
			Extent: catalog.Extent{Documents: 12, Files: 14, Bytes: 14_512_000}, Contains: "Enthält: Antrag; Lageplan & Schnitt"},
		{PID: "urn:uuid:1-5", ReferenceCode: "LAM 12/3", Kind: "case", Filing: "66.1-0031/03", Subject: "Nachtrag",
			Agency: "Landratsamt Musterkreis", Number: "2026/0007", Plan: "66.1 Gewässer",
			Tree:   catalog.Tree{Known: true, Above: []catalog.Node{{Kind: "dossier", Filing: "66.1-0031", Subject: "Mühlwehr"}}},
			Extent: catalog.Extent{Documents: 1, Files: 1, Bytes: 900}},
		{PID: "urn:uuid:1-6", ReferenceCode: "LAM 12/4", Kind: "dossier", Filing: "66.1-0032", Subject: "Akte als ein Paket",
			Agency: "Landratsamt Musterkreis", Plan: "66.1 Gewässer",
			Tree: catalog.Tree{Known: true, Below: []catalog.Node{{Kind: "case", Filing: "66.1-0032/01", Subject: "Antrag", From: "2001",
				Below: []catalog.Node{{Kind: "case", Subject: "Teilvorgang"}}}, {Kind: "case", Filing: "66.1-0032/02"}}}},
		{PID: "urn:uuid:1-2", ReferenceCode: "LAM 12/2", Subject: "=1+1", From: "1999", To: "2000-02", Agency: "Landratsamt Musterkreis",
			Closure: catalog.Closure{Grade: catalog.Object, Until: time.Date(2041, 12, 31, 23, 0, 0, 0, time.UTC),
				Basis: "§ 11 Abs. 1 BArchG"}},
		{PID: "Kennung mit Leerzeichen/ä\x01", Subject: "", Agency: "", Closure: catalog.Closure{Grade: catalog.Object}},
		{PID: "urn:uuid:1-4", ReferenceCode: "LAM 13/1", Subject: "Spanne ohne Sinn", From: "1999-99-99", To: "x",
			Agency: "Landratsamt Musterkreis"},
	}
}

func write(t *testing.T, list []catalog.Item) []byte {
	t.Helper()
	var b bytes.Buffer
	e := NewEAD(&b, Head{Archive: "Landesarchiv Musterland", ISIL: "DE-Muster1", Kind: "Staatliche Archive",
		Fonds: "Landratsamt Musterkreis, e-Akten", Code: "LAM 12", Made: day, Day: day,
		Link: func(pid string) string { return "laufzettel:" + strings.ReplaceAll(pid, " ", "%20") }})
	for _, it := range list {
		if err := e.Add(it); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEAD_Golden(t *testing.T) {
	got := write(t, items())
	golden := filepath.Join("testdata", "findbuch.xml")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// The published schema of EAD(DDB) 1.2 judges; xlink is taken from beside it.
func TestEAD_ValidAgainstTheSchema(t *testing.T) {
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed (make setup)")
	}
	schema := samples.Path(t, "ead-ddb", "schema", "EAD_DDB_1.2_Findbuch_XSD1.0.xsd")
	link := samples.Path(t, "schemata", "eark-mets", "xlink.xsd")
	dir := t.TempDir()
	raw, err := os.ReadFile(schema)
	if err != nil {
		t.Fatal(err)
	}
	local := filepath.Join(dir, "ead.xsd")
	if err := os.WriteFile(local, bytes.ReplaceAll(raw, []byte("http://www.loc.gov/standards/xlink/xlink.xsd"), []byte("file://"+link)),
		0o600); err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]catalog.Item{"full": items(), "none": nil, "one": items()[:1]} {
		doc := filepath.Join(dir, name+".xml")
		if err := os.WriteFile(doc, write(t, list), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), lint, "--noout", "--nonet", "--schema", local, doc).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	c, err := NewCSV(&b, day)
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range items() {
		if err := c.Add(it); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(b.String(), "\ufeff")))
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil || len(rows) != 7 {
		t.Fatal(rows, err)
	}
	if rows[4][4] != "'=1+1" || rows[4][9] != "2041-12-31" || rows[1][9] != "" || rows[5][9] != "ohne Ende" {
		t.Errorf("rows %q", rows)
	}
	if diff := cmp.Diff([]string{"Vorgang", "2026/0007", "66.1 Gewässer", "66.1-0031 Mühlwehr", "66.1-0031/T1 Teilakte Ausleitung", "",
		"12", "14", "14512000", "Enthält: Antrag; Lageplan & Schnitt"},
		append([]string{rows[1][2], rows[1][8]}, rows[1][11:]...)); diff != "" {
		t.Errorf("words, tree and extent (-want +got):\n%s", diff)
	}
	if rows[3][2] != "Akte" || rows[3][14] != "3" {
		t.Errorf("an Akte with three Vorgänge: %q", rows[3])
	}
	if strings.Contains(b.String(), "7392f538d6c04c1d") {
		t.Error("a digest stands where the accession number belongs")
	}
}
