package siard

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/kinds/siard/siardtest"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/schema"
)

func checkPath(t testing.TB, name string, store check.Schemas) *check.Outcome {
	t.Helper()
	return checktest.Path(t, &check.Engine{Kinds: []check.Kind{Kind{}, check.PlainFiles{}}, Workers: 2, Schemas: store}, name,
		check.Input{})
}

const laxXSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="` + Namespace2 + `" targetNamespace="` + Namespace2 +
	`" elementFormDefault="qualified"><xs:element name="siardArchive" type="a"/>
<xs:complexType name="a"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:schema>`

func plan() BuildPlan {
	return BuildPlan{Database: "Kataster", Owner: "Landratsamt Musterkreis", Timespan: "1999–2011",
		Created: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC), XSD: []byte(laxXSD),
		Tables: []Table{
			{Name: "flurstück", Columns: []Column{{"nr", "INTEGER"}, {"lage", "VARCHAR(99)"}, {"karte", "BLOB"}, {"seit", "DATE"}},
				Rows: [][]string{{"1", "Am Mühlgraben & Ufer", "\x00\x01karte", "2001-02-03"}, {"2", "Aue", "zwei", "2002-01-01"}}},
			{Name: "leer", Columns: []Column{{"x", "DECIMAL(5, 2)"}}},
		}}
}

// pack writes members as a ZIP file and checks it.
func pack(t testing.TB, members []Member) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if err := siardtest.Add(z, members, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	p := filepath.Join(t.TempDir(), "archiv.siard")
	if err := os.WriteFile(p, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWrite_ReadsBack(t *testing.T) {
	var b bytes.Buffer
	if err := siardtest.Write(&b, Build(plan()), plan().Created); err != nil {
		t.Fatal(err)
	}
	p := filepath.Join(t.TempDir(), "kataster.siard")
	if err := os.WriteFile(p, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out := checkPath(t, p, nil)
	rep := out.Report
	if rep.Kind != "siard" || rep.Standard != "2.2" || rep.Verdict != check.Accepted || len(rep.Findings) > 0 ||
		rep.Agency.Name != "Landratsamt Musterkreis" {
		t.Errorf("%s %s %s %+v", rep.Kind, rep.Standard, rep.Verdict, rep.Findings)
	}
	if diff := cmp.Diff(record.Counts{Dossiers: 1, Cases: 1, Documents: 4, Files: 9}, rep.Objects); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"schema", "counts", "siard-version", "message-digest"} {
		if !slices.ContainsFunc(rep.Checks, func(d check.Done) bool { return d.Name == name && d.State == check.Full }) {
			t.Errorf("check %s is not done", name)
		}
	}
	changed := bytes.Clone(b.Bytes())
	changed[10] ^= 1 // the time of the first entry: the ZIP was touched, no file
	if err := os.WriteFile(p, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := checkPath(t, p, nil).Report.Findings; len(got) != 1 || got[0].Code != codeDigest.ID {
		t.Errorf("touched ZIP: %+v", got)
	}
}

func TestBuild_FitsPublishedSchema(t *testing.T) {
	for _, name := range []string{"siard2-2-metadata.xsd", "dilcis/SIARD_2.2/metadata.xsd"} {
		data, err := os.ReadFile(samples.Path(t, "siard", "xsd", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		p := plan()
		p.XSD = data
		if got := checkPath(t, pack(t, Build(p)), nil).Report.Findings; len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestCodes has for every code the archive with the one defect that causes it.
func TestCodes(t *testing.T) {
	const meta, t0 = "header/metadata.xml", "content/schema0/table0/table0.xml"
	edit := func(name, old, new string) func([]Member) []Member {
		return func(m []Member) []Member {
			i := slices.IndexFunc(m, func(x Member) bool { return x.Name == name })
			if i < 0 || !bytes.Contains(m[i].Data, []byte(old)) {
				t.Fatalf("no %q in %s", old, name)
			}
			m[i].Data = bytes.Replace(m[i].Data, []byte(old), []byte(new), 1)
			return m
		}
	}
	drop := func(name string) func([]Member) []Member {
		return func(m []Member) []Member {
			return slices.DeleteFunc(m, func(x Member) bool { return x.Name == name })
		}
	}
	digest := func(alg string) func([]Member) []Member {
		return edit(meta, "<schemas>", "<messageDigest><digestType>"+alg+"</digestType><digest>00ff</digest></messageDigest><schemas>")
	}
	tests := map[string]func([]Member) []Member{
		"SRD-001": drop(meta),
		"SRD-002": edit(meta, "</tables>", ""),
		"SRD-003": edit(meta, `version="2.2"`, `version="3.1"`),
		"SRD-004": drop("header/siardversion/2.2/"),
		"SRD-005": edit(meta, "<rows>2", "<rows>3"),
		"SRD-006": edit(t0, "</table>", ""),
		"SRD-007": digest("MD5"),
		"SRD-008": digest("ROT13"),
		"SRD-009": edit(t0, `file="content/schema0/table0/lob3/record0.bin"`, `file="../lobs/record0.bin"`),
		"SRD-010": edit(meta, "<folder>table1", "<folder>table0"),
		"SRD-011": nil,
		"SRD-012": func([]Member) []Member { p := plan(); p.Tables = nil; return Build(p) },
		"SRD-013": edit(meta, "<rows>",
			"<foreignKeys><foreignKey><name>f</name><referencedSchema>main</referencedSchema><referencedTable>weg</referencedTable></foreignKey></foreignKeys><rows>"),
		"SRD-014": drop("header/metadata.xsd"),
	}
	for _, c := range Codes {
		t.Run(c.ID, func(t *testing.T) {
			change, ok := tests[c.ID]
			if !ok {
				t.Fatal("no archive with this defect")
			}
			var p string
			if change != nil {
				p = pack(t, change(Build(plan())))
			} else {
				p = t.TempDir()
				for _, m := range Build(plan()) {
					if name := filepath.Join(p, filepath.FromSlash(m.Name)); !strings.HasSuffix(m.Name, "/") {
						if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
							t.Fatal(err)
						}
						if err := os.WriteFile(name, m.Data, 0o600); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			rep := checkPath(t, p, nil).Report
			i := slices.IndexFunc(rep.Findings, func(f check.Finding) bool { return f.Code == c.ID })
			if i < 0 {
				t.Fatalf("not uttered: %+v", rep.Findings)
			}
			if got := rep.Findings[i]; got.Severity != c.Severity || got.Message == "" {
				t.Errorf("%+v", got)
			}
		})
	}
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Error(err)
	}
}

// TestEngineCompares: tables listed and present, large objects and their digests.
func TestEngineCompares(t *testing.T) {
	change := func(name, data string) func([]Member) []Member {
		return func(m []Member) []Member {
			m = slices.DeleteFunc(m, func(x Member) bool { return x.Name == name && data == "" })
			for i := range m {
				if m[i].Name == name {
					m[i].Data = []byte(data)
					return m
				}
			}
			if data != "" {
				m = append(m, Member{Name: name, Data: []byte(data)})
			}
			return m
		}
	}
	for name, tt := range map[string]struct {
		change func([]Member) []Member
		want   string
	}{
		"table missing":  {change("content/schema0/table1/table1.xml", ""), "VOL-001"},
		"xsd missing":    {change("content/schema0/table1/table1.xsd", ""), "VOL-001"},
		"table unlisted": {change("content/schema0/table7/table7.xml", "<table/>"), "VOL-002"},
		"object missing": {change("content/schema0/table0/lob3/record0.bin", ""), "VOL-001"},
		"object changed": {change("content/schema0/table0/lob3/record0.bin", "anders"), "FIX-002"},
		"object length":  {change("content/schema0/table0/lob3/record0.bin", "länger als vorher"), "VOL-003"},
		"wrong type": {change("content/schema0/table1/table1.xml", `<table xmlns="`+tableNamespace+
			`" version="2.2"><row><c1>Text</c1></row></table>`), "SCH-001"},
	} {
		rep := checkPath(t, pack(t, tt.change(Build(plan()))), nil).Report
		if rep.Verdict != check.Rejected || !slices.ContainsFunc(rep.Findings, func(f check.Finding) bool { return f.Code == tt.want }) {
			t.Errorf("%s: %+v", name, rep.Findings)
		}
	}
}

// TestSamples gives the archives of every version the verdict of SOURCES.md.
func TestSamples(t *testing.T) {
	root := samples.Path(t, "siard", "beispiele")
	store := schema.NewStore(t.TempDir())
	for _, x := range []string{"siard1-metadata.xsd", "siard2-0-metadata.xsd", "siard2-1-metadata.xsd", "siard2-2-metadata.xsd"} {
		if _, err := store.Add(t.Context(), samples.Path(t, "siard", "xsd", x)); err != nil {
			t.Fatal(err)
		}
	}
	versions := map[string]string{"sample.siard": "2.2", "sql1999.siard": "1.0", "sql2008_2_1.siard": "2.1", "sfdboe.siard": "2.2",
		"commons-ip-test.siard": "2.1"}
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".siard" {
			return err
		}
		n++
		t.Run(d.Name(), func(t *testing.T) {
			for _, s := range []check.Schemas{nil, store} {
				rep := checkPath(t, p, s).Report
				if rep.Kind != "siard" || rep.Standard != versions[d.Name()] || rep.Verdict != check.Accepted {
					t.Errorf("%s %s %s %+v", rep.Kind, rep.Standard, rep.Verdict, rep.Findings)
				}
				if rep.Objects.Documents < 2 {
					t.Errorf("objects %+v", rep.Objects)
				}
				for _, f := range rep.Findings {
					t.Logf("%s %s %s %s %s", f.Code, f.Severity, f.Path, f.Expected, f.Found)
				}
			}
		})
		return nil
	})
	if err != nil || n != 5 {
		t.Errorf("%d archives, %v", n, err)
	}
}

// TestZIP64MarksInLocalHeaders: some writers leave the sizes of local headers to
// a ZIP64 field that is zero (sfdboe_2_1.siard); that is no damage.
func TestZIP64MarksInLocalHeaders(t *testing.T) {
	p := pack(t, Build(plan()))
	data, err := os.ReadFile(p)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("PK\x03\x04"))
	copy(data[at+18:at+26], "\xff\xff\xff\xff\xff\xff\xff\xff")
	if err := os.WriteFile(p, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if rep := checkPath(t, p, nil).Report; rep.Verdict != check.Accepted || rep.Kind != "siard" {
		t.Errorf("%s %+v", rep.Kind, rep.Findings)
	}
}

func FuzzMetadata(f *testing.F) {
	for _, m := range Build(plan()) {
		if strings.HasSuffix(m.Name, ".xml") {
			f.Add(m.Data)
		}
	}
	for _, data := range samples.Seeds(f, 10, func(p string) bool { return path.Base(p) == "metadata.xml" }, "siard", "beispiele") {
		f.Add(data)
	}
	f.Add([]byte(`<siardArchive><messageDigest>MD5AA</messageDigest><schemas><schema><tables><table><columns><column><fields><field/></fields></column></columns></table></tables></schema></schemas></siardArchive>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, _ := readMetadata(bytes.NewReader(data))
		tb := &table{columns: []*column{{folder: "../a", fields: []*column{{folder: "b"}}}}}
		for _, s := range a.schemas {
			for _, x := range s.tables {
				tb = x
			}
		}
		_, _ = readTable(bytes.NewReader(data), tb, func(l lob) error {
			list, _ := l.places("wurzel", a.lobFolder, "wurzel/content/s/t")
			for _, p := range list {
				if !strings.HasPrefix(p, "wurzel") || strings.Contains("/"+p+"/", "/../") {
					t.Errorf("object at %q", p)
				}
			}
			return nil
		})
	})
}
