package ech0160

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
)

func checkPath(t testing.TB, name string) *check.Outcome {
	t.Helper()
	return checktest.Path(t, &check.Engine{Kinds: []check.Kind{Kind{}, check.PlainFiles{}}, Workers: 2}, name, check.Input{})
}

func checked(t testing.TB, files map[string]string) *check.Report {
	t.Helper()
	return checkPath(t, samples.Lay(t, "lieferung", files)).Report
}

// sample is a small tree with one file per document.
func records() []*record.Object {
	d := &record.Object{ID: "d1", Kind: record.Dossier, Reference: "12-47", Subject: "Bau einer Brücke & mehr",
		Plan: record.PlanUnit{Reference: "12", Title: "Bauten"},
		Span: record.DateSpan{From: "2001-02-03", To: "2004-05-06"}, LeadUnit: "Tiefbauamt"}
	c := &record.Object{ID: "c1", Kind: record.Case, Reference: "12-47/1", Subject: "Genehmigung",
		Span: record.DateSpan{From: "2001-02-03", To: "2002-01-01"}}
	d.Add(c)
	for i, name := range []string{"antrag.txt", "bescheid.txt"} {
		doc := &record.Object{ID: []string{"x1", "x2"}[i], Kind: record.Document, Subject: name, Date: "2001-03-04", Type: "Schreiben",
			Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: record.PrimaryFile{Name: name}}}}}}
		c.Add(doc)
	}
	return []*record.Object{d}
}

const schemaText = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://bar.admin.ch/arelda/v4" xmlns="http://bar.admin.ch/arelda/v4" elementFormDefault="qualified"><xs:element name="paket" type="paketSIP"/>` +
	`<xs:complexType name="paketSIP"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:attribute name="schemaVersion"/></xs:complexType></xs:schema>`

func sip(t testing.TB, files bool, schemas ...Member) map[string]string {
	t.Helper()
	if len(schemas) == 0 {
		schemas = []Member{{Name: "arelda.xsd", Data: []byte(schemaText)}}
	}
	members, err := Build(BuildPlan{Name: "SIP_20261102_Muster_1", Files: files, Agency: "Landratsamt Musterkreis", Number: "2026/7",
		Roots: records(), Schemas: schemas,
		Content: []Member{{Name: "antrag.txt", Data: []byte("Antrag\n")}, {Name: "bescheid.txt", Data: []byte("Bescheid\n")}}})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, m := range members {
		out[m.Name] = string(m.Data)
	}
	return out
}

const metadata = "SIP_20261102_Muster_1/header/metadata.xml"

func TestBuild_ReadsBack(t *testing.T) {
	for _, files := range []bool{false, true} {
		f := sip(t, files)
		p, findings, err := readMetadata(strings.NewReader(f[metadata]), "SIP_20261102_Muster_1", metadata)
		if err != nil || len(findings) > 0 {
			t.Fatal(err, findings)
		}
		d := p.roots[0]
		want := record.Object{ID: "_d1", Kind: record.Dossier, Reference: "12-47", Subject: "Bau einer Brücke & mehr",
			Plan: record.PlanUnit{Reference: "12", Title: "Bauten"},
			Span: record.DateSpan{From: "2001-02-03", To: "2004-05-06"}, LeadUnit: "Tiefbauamt", Medium: "digital",
			Retention: record.Retention{Years: -1}}
		got := *d
		got.Fields, got.Children, got.Line = nil, nil, 0
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		doc := d.Children[0].Children[0]
		file := doc.Versions[0].Renditions[0].File
		if doc.Date != "2001-03-04" || doc.Subject != "antrag.txt" || file.Name != "SIP_20261102_Muster_1/content/d000001/p000001.txt" ||
			len(file.Digests) != 1 {
			t.Errorf("document %+v, file %+v", doc, file)
		}
		if rep := checked(t, f); rep.Kind != "ech0160" || rep.Standard != "1.2" || rep.Verdict != check.Accepted || len(rep.Findings) > 0 ||
			rep.Agency.Name != "Landratsamt Musterkreis" {
			t.Errorf("%s %s %s %+v", rep.Kind, rep.Standard, rep.Verdict, rep.Findings)
		}
	}
}

// TestBuild_FitsPublishedSchemas: what Build writes fits the schemas of every
// version at hand.
func TestBuild_FitsPublishedSchemas(t *testing.T) {
	root := samples.Path(t, "ech0160", "xsd", "ohne-lizenzangabe")
	for _, v := range []struct{ dir, version string }{{"1.1", "4.1"}, {"1.2-entwurf", "4.2"}} {
		var schemas []Member
		entries, err := os.ReadDir(filepath.Join(root, v.dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(root, v.dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			schemas = append(schemas, Member{Name: e.Name(), Data: data})
		}
		for _, files := range []bool{false, true} {
			f := sip(t, files, schemas...)
			f[metadata] = strings.Replace(f[metadata], `schemaVersion="4.2"`, `schemaVersion="`+v.version+`"`, 1)
			if rep := checked(t, f); rep.Verdict != check.Accepted || len(rep.Findings) > 0 {
				t.Errorf("%s files %v: %+v", v.dir, files, rep.Findings)
			}
			f[metadata] = strings.Replace(f[metadata], "<titel>", "<raumklima>9</raumklima><titel>", 1)
			if rep := checked(t, f); rep.Verdict != check.Rejected || rep.Findings[0].Code != "SCH-001" {
				t.Errorf("unknown element accepted: %+v", rep.Findings)
			}
		}
	}
}

// TestCodes has for every code the package with the one defect that causes it.
func TestCodes(t *testing.T) {
	edit := func(pairs ...string) func(map[string]string) {
		return func(f map[string]string) {
			for i := 0; i+1 < len(pairs); i += 2 {
				if !strings.Contains(f[metadata], pairs[i]) {
					t.Fatalf("no %q in metadata.xml", pairs[i])
				}
				f[metadata] = strings.Replace(f[metadata], pairs[i], pairs[i+1], 1)
			}
		}
	}
	cut := func(from, to, text string) func(map[string]string) {
		return func(f map[string]string) {
			a, rest, ok := strings.Cut(f[metadata], from)
			_, b, ok2 := strings.Cut(rest, to)
			if !ok || !ok2 {
				t.Fatalf("no %q … %q", from, to)
			}
			f[metadata] = a + text + b
		}
	}
	tests := map[string]func(map[string]string){
		"ECH-001": func(f map[string]string) { delete(f, metadata) },
		"ECH-002": func(f map[string]string) { f[metadata] = f[metadata][:len(f[metadata])*4/5] },
		"ECH-003": edit(`schemaVersion="4.2"`, `schemaVersion="6.0"`),
		"ECH-004": func(f map[string]string) { delete(f, "SIP_20261102_Muster_1/header/xsd/arelda.xsd") },
		"ECH-005": edit("p000002.txt", "p000001.txt"),
		"ECH-006": edit(`dokument id="_x2"`, `dokument id="_x1"`),
		"ECH-007": edit("<dateiRef>_datei000001", "<dateiRef>_datei999999"),
		"ECH-008": edit("<dateiRef>_datei000001</dateiRef>", ""),
		"ECH-009": cut("<pruefsumme>", "</pruefsumme>", "<pruefsumme></pruefsumme>"),
		"ECH-010": edit("<name>p000001.txt", "<name>../p000001.txt"),
		"ECH-011": edit("<ablieferungstyp>GEVER", "<ablieferungstyp>FILES"),
		"ECH-012": edit("<paketTyp>SIP", "<paketTyp>DIP"),
		"ECH-013": edit("<dateiRef>_datei000001</dateiRef>", ""),
		"ECH-014": edit("<datum>2004-05-06", "<datum>1999"),
		"ECH-015": func(f map[string]string) {
			edit("</dossier>\n</ordnungssystemposition>",
				"</dossier><dossier id='leer'><titel>leer</titel></dossier></ordnungssystemposition>")(f)
		},
		"ECH-016": cut("<ordnungssystemposition", "</ordnungssystem>", "</ordnungssystem>"),
	}
	for _, c := range Codes {
		t.Run(c.ID, func(t *testing.T) {
			f := sip(t, false)
			change, ok := tests[c.ID]
			if !ok {
				t.Fatal("no package with this defect")
			}
			change(f)
			rep := checked(t, f)
			i := slices.IndexFunc(rep.Findings, func(f check.Finding) bool { return f.Code == c.ID })
			if i < 0 {
				t.Fatalf("not uttered: %+v", rep.Findings)
			}
			if got := rep.Findings[i]; got.Severity != c.Severity || got.Path == "" || got.Message == "" {
				t.Errorf("%+v", got)
			}
		})
	}
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Error(err)
	}
}

// TestVersions12: from 1.2 on a reference names version and representation;
// files of FILES may hang at the dossier itself.
func TestVersions12(t *testing.T) {
	text := `<paket xmlns="` + Namespace +
		`" schemaVersion="4.2"><inhaltsverzeichnis><ordner><name>content</name><datei id="a"><name>a</name></datei><datei id="b"><name>b</name></datei></ordner></inhaltsverzeichnis>
<ablieferung><ordnungssystem><dossier id="d"><titel>D</titel><mappe id="m"><titel>M</titel><dokument id="x"><titel>X</titel><dateiRef version="1">a</dateiRef><dateiRef version="2" repraesentation="Original">b</dateiRef></dokument></mappe><vorgang><titel>V</titel><aktivitaet><vorschreibung>z. K.</vorschreibung></aktivitaet></vorgang><dateiRef>a b</dateiRef></dossier></ordnungssystem></ablieferung></paket>`
	p, _, err := readMetadata(strings.NewReader(text), "", "header/metadata.xml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(record.Counts{Dossiers: 1, Subdossiers: 1, Cases: 1, Documents: 2, Appraise: 3, Files: 4},
		record.Count(p.roots)); diff != "" {
		t.Error(diff)
	}
	x := p.roots[0].Children[0].Children[0]
	if len(x.Versions) != 2 || x.Versions[1].Renditions[0].FormatName != "Original" {
		t.Errorf("%+v", x.Versions)
	}
	if f := p.roots[0].Children[1].Fields; len(f) != 1 || f[0].Name != "aktivitaet/vorschreibung" {
		t.Errorf("%+v", f)
	}
}

// TestSamples gives the real packages the verdict of SOURCES.md: metadata valid,
// 0, 1 and 14 wrong digests, all of them of schemas.
// A vorgang that is mere text, as the published schemas have it, stays with its
// dossier; it is no empty object that could not be packaged.
func TestVorgangAsText(t *testing.T) {
	const text = `<paket schemaVersion="4.1"><ablieferung><ordnungssystem><dossier id="d"><titel>D</titel><vorgang>
 Geschäft eröffnen </vorgang><vorgang id="v"><titel>V</titel></vorgang><vorgang>angemeldet</vorgang></dossier></ordnungssystem></ablieferung></paket>`
	p, _, err := readMetadata(strings.NewReader(text), "r", "r/header/metadata.xml")
	if err != nil {
		t.Fatal(err)
	}
	d := p.roots[0]
	want := []record.Field{{Name: "vorgang", Value: "Geschäft eröffnen"}, {Name: "vorgang", Value: "angemeldet"}}
	if diff := cmp.Diff(want, d.Fields); diff != "" || len(d.Children) != 1 || d.Children[0].ID != "v" {
		t.Errorf("%d children, fields %s", len(d.Children), diff)
	}
}

func TestSamples(t *testing.T) {
	root := samples.Path(t, "ech0160", "beispiele")
	wrong := map[string]int{"SIP_20070923_v1.0_Vorgang-als-Text.zip": 0, "SIP_20070923_v1.1_einfache-Vorgaenge.zip": 1,
		"SIP_20210413_Beispiel_ReihenfolgeAnalogesDossier_v1.1.zip": 14}
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".zip" {
			return err
		}
		n++
		t.Run(d.Name(), func(t *testing.T) {
			out := checkPath(t, p)
			got := 0
			for _, f := range out.Report.Findings {
				switch {
				case f.Code == "FIX-002" && strings.Contains(f.Message, "Schema") && strings.Contains(f.Path, "/header/xsd/"):
					got++
				case f.Severity == check.Error:
					t.Errorf("%+v", f)
				}
			}
			if want, ok := wrong[d.Name()]; !ok || got != want {
				t.Errorf("%d wrong digests, want %d", got, want)
			}
			schema := slices.IndexFunc(out.Report.Checks, func(c check.Done) bool { return c.Name == "schema" && c.State == check.Full })
			if schema < 0 || out.Report.Kind != "ech0160" || out.Report.Standard != "1.1" || out.Report.Objects.Dossiers == 0 ||
				out.Report.Objects.Files == 0 {
				t.Errorf("%s %s %+v %+v", out.Report.Kind, out.Report.Standard, out.Report.Objects, out.Report.Checks)
			}
		})
		return nil
	})
	if err != nil || n != 3 {
		t.Errorf("%d packages, %v", n, err)
	}
}

// FuzzMetadata: no document stops the reader, and no listed path leaves the
// package.
func FuzzMetadata(f *testing.F) {
	members := sip(f, false)
	f.Add(members[metadata])
	for _, data := range samples.Seeds(f, 10, func(p string) bool { return path.Base(p) == "metadata.xml" }, "ech0160", "beispiele") {
		f.Add(string(data))
	}
	f.Add(`<paket><inhaltsverzeichnis><ordner><name>..</name><datei><name>x/../../y</name></datei></ordner></inhaltsverzeichnis></paket>`)
	f.Fuzz(func(t *testing.T, text string) {
		p, _, _ := readMetadata(strings.NewReader(text), "r", "r/header/metadata.xml")
		for _, d := range p.files {
			if !strings.HasPrefix(d.path, "r/") || strings.Contains(d.path, "/../") {
				t.Errorf("path %q", d.path)
			}
		}
		_ = judge(p, "r/header/metadata.xml", "r")
	})
}
