package eark

import (
	"flag"
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
	"laufzettel/transfer/container"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/schema"
)

var update = flag.Bool("update", false, "write docs/eark-rules.md")

func checkPath(t testing.TB, name string) *check.Outcome {
	t.Helper()
	return checktest.Path(t, &check.Engine{Kinds: []check.Kind{Kind{}, check.PlainFiles{}}, Workers: 2}, name, check.Input{})
}

func checked(t testing.TB, files map[string]string) *check.Report {
	t.Helper()
	return checkPath(t, samples.Lay(t, "lieferung", files)).Report
}

func sip(t testing.TB) map[string]string {
	t.Helper()
	members, err := Build(BuildPlan{Name: "paket-1", Title: "Bauakten & Pläne", Agency: "Landratsamt Musterkreis", AgencyID: "09999",
		Contact:       "M. Ahrens",
		Created:       time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC),
		Descriptive:   []Member{{Name: "beschreibung.xml", Data: []byte("<a/>\n")}},
		Documentation: []Member{{Name: "handbuch.txt", Data: []byte("Handbuch\n")}},
		Representations: []Representation{{Name: "rep 1", Data: []Member{{Name: "grün.txt", Data: []byte("eins\n")}}},
			{Name: "rep2", Data: []Member{{Name: "b.txt", Data: []byte("zwei\n")}}}}})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, m := range members {
		files[m.Name] = string(m.Data)
	}
	return files
}

const rootDoc = "paket-1/METS.xml"

func TestBuild_SoundPackage(t *testing.T) {
	rep := checked(t, sip(t))
	if rep.Kind != "eark" || rep.Standard != "E-ARK SIP" || rep.Verdict != check.Accepted ||
		rep.Agency != (check.Agency{Name: "Landratsamt Musterkreis", ID: "09999"}) {
		t.Errorf("%s %s %s %+v", rep.Kind, rep.Standard, rep.Verdict, rep.Agency)
	}
	for _, f := range rep.Findings {
		if f.Severity == check.Error {
			t.Errorf("%+v", f)
		}
	}
	if diff := cmp.Diff(record.Counts{Dossiers: 1, Cases: 1, Documents: 5, Attachments: 4, Appraise: 1, Files: 7},
		rep.Objects); diff != "" {
		t.Error(diff)
	}
}

// TestBuild_FitsMETS: what Build writes fits the published schema, and so do the
// packages of the corpus that are said to be sound.
func TestBuild_FitsMETS(t *testing.T) {
	store := schema.NewStore(t.TempDir())
	if _, err := store.Add(t.Context(), samples.Path(t, "schemata", "eark-mets")); err != nil {
		t.Fatal(err)
	}
	dir := samples.Lay(t, "lieferung", sip(t))
	for _, p := range []string{dir, samples.Path(t, "eark", "korpus", "SIP", "valid",
		"SIP1__minimal_SIP_plus_mets_SHOULD_MAY_items.tar.gz"), samples.Path(t, "eark", "beispiele", "commons-ip_Simple-EARK-SIP.zip")} {
		out, err := (&check.Engine{Kinds: []check.Kind{Kind{}}, Schemas: store}).CheckPath(t.Context(), p, check.Input{},
			container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = out.Close() })
		for _, f := range out.Report.Findings {
			if strings.HasPrefix(f.Code, "SCH") {
				t.Errorf("%s: %+v", filepath.Base(p), f)
			}
		}
		if !slices.ContainsFunc(out.Report.Checks, func(d check.Done) bool { return d.Name == "schema" && d.State == check.Full }) {
			t.Errorf("%s: %+v", filepath.Base(p), out.Report.Checks)
		}
	}
}

func edit(t testing.TB, name string, pairs ...string) func(map[string]string) {
	return func(f map[string]string) {
		for i := 0; i+1 < len(pairs); i += 2 {
			if !strings.Contains(f[name], pairs[i]) {
				t.Fatalf("no %q in %s", pairs[i], name)
			}
			f[name] = strings.Replace(f[name], pairs[i], pairs[i+1], 1)
		}
	}
}

// TestCodes has for every code the package with the one defect that causes it.
func TestCodes(t *testing.T) {
	tests := map[string]func(map[string]string){
		"EAR-001": func(f map[string]string) { delete(f, rootDoc) },
		"EAR-002": func(f map[string]string) { f[rootDoc] = f[rootDoc][:len(f[rootDoc])/2] },
		"EAR-003": edit(t, rootDoc, ` OBJID="paket-1"`, ""),
		"EAR-004": edit(t, rootDoc, ` LASTMODDATE="2026-11-02T08:00:00Z"`, ""),
		"EAR-005": edit(t, rootDoc, ` RECORDSTATUS="NEW"`, ""),
		"EAR-006": edit(t, rootDoc, `xlink:href="documentation/handbuch.txt"`, `xlink:href="../../handbuch.txt"`),
		"EAR-007": func(f map[string]string) { delete(f, "paket-1/representations/rep2/METS.xml") },
		"EAR-008": edit(t, rootDoc, `ID="div-metadata"`, `ID="div-main"`),
		"EAR-009": nil,
	}
	for _, c := range Codes {
		t.Run(c.ID, func(t *testing.T) {
			change, ok := tests[c.ID]
			if !ok {
				t.Fatal("no package with this defect")
			}
			var findings []check.Finding
			if change != nil {
				f := sip(t)
				change(f)
				findings = checked(t, f).Findings
			} else {
				p := &pack{docs: make([]*document, maxDocs)}
				for i := range p.docs {
					p.docs[i] = &document{}
				}
				if err := p.read(t.Context(), "zu/viel/METS.xml", "viel"); err != nil {
					t.Fatal(err)
				}
				findings = p.findings
			}
			i := slices.IndexFunc(findings, func(f check.Finding) bool { return f.Code == c.ID })
			if i < 0 {
				t.Fatalf("not uttered: %+v", findings)
			}
			if got := findings[i]; got.Severity != c.Severity || got.Message == "" {
				t.Errorf("%+v", got)
			}
		})
	}
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Error(err)
	}
}

// TestRules_Special covers the rules that need more than one place; the generic
// ones are covered by the corpus and TestRules_Generic.
func TestRules_Special(t *testing.T) {
	tests := map[string]func(map[string]string){
		"CSIP4":   edit(t, rootDoc, `csip:CONTENTINFORMATIONTYPE="MIXED" PROFILE`, `csip:CONTENTINFORMATIONTYPE="zufall" PROFILE`),
		"CSIP60":  edit(t, rootDoc, `USE="Documentation"`, `USE="Handbücher"`),
		"CSIP93":  edit(t, rootDoc, `LABEL="Documentation"`, `LABEL="Handbücher"`),
		"CSIP96":  edit(t, rootDoc, `<fptr FILEID="group-1"/>`, ``),
		"CSIP116": edit(t, rootDoc, `<fptr FILEID="group-1"/>`, `<fptr FILEID="group-9"/>`),
		"CSIP114": edit(t, rootDoc, `USE="Representations/rep 1"`, `USE="rep 1"`, `USE="Representations/rep2"`, `USE="rep2"`),
		"CSIP105": edit(t, rootDoc, `LABEL="Representations/rep2"`, `LABEL="rep2"`),
		"CSIP109": edit(t, rootDoc, `<mptr `, `<mptr xlink:href="METS.xml"/><mptr `),
		"SIP15":   edit(t, rootDoc, `TYPE="ORGANIZATION"`, `TYPE="OTHER"`, `TYPE="INDIVIDUAL"`, `TYPE="OTHER"`),
		"CSIP100": edit(t, rootDoc, `USE="Documentation"`, `USE="Schemas"`, `LABEL="Documentation"`, `LABEL="Schemas"`,
			`<fptr FILEID="group-1"/>`, ``),
		"CSIP118": edit(t, rootDoc, `LABEL="Documentation"`, `LABEL="Schemas"`),
		"CSIP104": edit(t, rootDoc, `LABEL="Documentation"`, `LABEL="Representations"`, `<fptr FILEID="group-1"/>`, ``),
		"CSIP119": edit(t, rootDoc, `LABEL="Documentation"`, `LABEL="Representations"`),
		"CSIP101": edit(t, rootDoc, `LABEL="Representations/rep 1"`, `LABEL="a"`, `LABEL="Representations/rep2"`, `LABEL="b"`),
		"CSIP113": func(f map[string]string) { f["paket-1/schemas/a.xsd"] = "<a/>" },
		"CSIP97":  func(f map[string]string) { f["paket-1/schemas/a.xsd"] = "<a/>" },
		"CSIP66":  edit(t, rootDoc, `<fileSec ID="fileSec">`, `<fileSec ID="fileSec"><fileGrp ID="leer" USE="Documentation"/>`),
		"CSIP79":  func(f map[string]string) { delete(f, "paket-1/documentation/handbuch.txt") },
		"CSIP71":  edit(t, rootDoc, `CHECKSUMTYPE="SHA-256">`, `CHECKSUMTYPE="SHA-512">`),
	}
	for id := range specials {
		if tests[id] == nil {
			t.Errorf("%s has no test", id)
		}
	}
	for id, change := range tests {
		f := sip(t)
		change(f)
		rep := checked(t, f)
		if !slices.ContainsFunc(rep.Findings, func(f check.Finding) bool { return f.Rule == id }) {
			t.Errorf("%s not uttered: %+v", id, rep.Findings)
		}
	}
}

// TestRules_Generic removes what each checked rule wants and sees that it is told.
func TestRules_Generic(t *testing.T) {
	full := `<mets xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" PROFILE="E-ARK-SIP"><metsHdr><agent ROLE="CREATOR" TYPE="OTHER" OTHERTYPE="SOFTWARE"/><agent ROLE="CREATOR" TYPE="ORGANIZATION"><note/></agent><agent ROLE="CREATOR" TYPE="INDIVIDUAL"/><agent ROLE="ARCHIVIST"><note/></agent><agent ROLE="PRESERVATION"><note/></agent><agent ROLE="PRESERVATION"/><agent ROLE="ARCHIVIST"/><agent ROLE="CREATOR" TYPE="ORGANIZATION"/></metsHdr>
<dmdSec><mdRef/></dmdSec><dmdSec/><amdSec><digiprovMD><mdRef/></digiprovMD><digiprovMD/><rightsMD><mdRef/></rightsMD><rightsMD/></amdSec><amdSec/>
<fileSec><fileGrp USE="Representations" CONTENTINFORMATIONTYPE="OTHER"><file/><file><FLocat/></file></fileGrp><fileGrp/><fileGrp USE="Representations/x"/></fileSec>
<structMap LABEL="CSIP"><div><div LABEL="Documentation"/><div LABEL="Schemas"/><div LABEL="Representations"/><div><mptr/></div></div><div/></structMap><structMap LABEL="CSIP"/></mets>`
	bare := `<mets xmlns="http://www.loc.gov/METS/" PROFILE="E-ARK-SIP" TYPE="OTHER" CONTENTINFORMATIONTYPE="OTHER"/>`
	noHdr := `<mets xmlns="http://www.loc.gov/METS/"><metsHdr/><structMap LABEL="CSIP"/><structMap LABEL="CSIP"><div><div LABEL="Metadata"/></div></structMap></mets>`
	told := map[string]bool{}
	for _, text := range []string{full, bare, noHdr, strings.Replace(full, `PROFILE="E-ARK-SIP"`, "", 1),
		strings.Replace(noHdr, "<metsHdr/>", "<metsHdr><agent/></metsHdr>", 1)} {
		root, err := mets.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		tree := emptyTree(t)
		p := &pack{t: tree, listed: map[string]int{}, folders: map[string]bool{}, full: map[string]bool{}}
		table := slices.Concat(csipRules, sipRules, aipRules)
		for i := range table {
			if r := &table[i]; r.want != "" && len(p.generic(&document{root: root}, r)) > 0 {
				told[r.ID] = true
			}
		}
	}
	for _, r := range Rules() {
		if r.want != "" && !told[r.ID] {
			t.Errorf("%s is never told", r.ID)
		}
	}
}

func emptyTree(t testing.TB) container.Tree {
	t.Helper()
	tree, err := container.Open(t.Context(), t.TempDir(), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	return tree
}

// TestStructure has a package for every rule on folders.
func TestStructure(t *testing.T) {
	for id, change := range map[string]func(map[string]string){
		"CSIPSTR2": edit(t, rootDoc, ` OBJID="paket-1"`, ` OBJID="paket-2"`),
		"CSIPSTR5": func(f map[string]string) { delete(f, "paket-1/metadata/descriptive/beschreibung.xml") },
		"CSIPSTR6": edit(t, rootDoc, "<fileSec ",
			`<amdSec><digiprovMD ID="x"><mdRef xlink:href="documentation/handbuch.txt"/></digiprovMD></amdSec><fileSec `),
		"CSIPSTR7": edit(t, rootDoc, `MDTYPE="OTHER"`, `MDTYPE="EAD"`, `xlink:href="metadata/descriptive/beschreibung.xml"`,
			`xlink:href="documentation/handbuch.txt"`),
		"CSIPSTR10": func(f map[string]string) { f["paket-1/representations/lose.txt"] = "x" },
		"CSIPSTR11": func(f map[string]string) {
			f["paket-1/representations/rep3/x.txt"] = "x"
		},
		"CSIPSTR12": func(f map[string]string) { f["paket-1/representations/rep3/data/x.txt"] = "x" },
		"CSIPSTR13": func(map[string]string) {},
		"CSIPSTR15": edit(t, rootDoc, `USE="Documentation"`, `USE="Schemas"`),
		"CSIPSTR16": edit(t, rootDoc, `xlink:href="documentation/handbuch.txt"`, `xlink:href="metadata/descriptive/beschreibung.xml"`),
		"CSIPSTR9": func(f map[string]string) {
			for name, data := range f {
				if rest, ok := strings.CutPrefix(name, "paket-1/representations/"); ok {
					f["paket-1/daten/"+rest] = data
					delete(f, name)
				}
			}
		},
	} {
		f := sip(t)
		change(f)
		rep := checked(t, f)
		if !slices.ContainsFunc(rep.Findings, func(f check.Finding) bool { return f.Rule == id }) {
			t.Errorf("%s not uttered: %+v", id, rep.Findings)
		}
	}
}

// TestCorpus: for the one rule each package of the corpus is about, the verdict of
// its testCase.xml.
func TestCorpus(t *testing.T) {
	root := samples.Path(t, "eark", "korpus")
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".tar.gz") {
			return err
		}
		n++
		rule, _, _ := strings.Cut(d.Name(), "__")
		want := filepath.Base(filepath.Dir(p))
		t.Run(want+"/"+d.Name(), func(t *testing.T) {
			rep := checkPath(t, p).Report
			i := slices.IndexFunc(rep.Findings, func(f check.Finding) bool { return f.Rule == rule })
			if rep.Kind != "eark" || (i >= 0) != (want == "invalid") {
				t.Errorf("%s, rule told: %v, %+v", rep.Kind, i >= 0, rep.Findings)
			}
		})
		return nil
	})
	if err != nil || n != 34 {
		t.Errorf("%d packages, %v", n, err)
	}
}

// TestSamples: the sound package of another program is accepted.
func TestSamples(t *testing.T) {
	rep := checkPath(t, samples.Path(t, "eark", "beispiele", "commons-ip_Simple-EARK-SIP.zip")).Report
	if rep.Kind != "eark" || rep.Verdict != check.Accepted {
		t.Errorf("%s: %+v", rep.Kind, rep.Findings)
	}
	// A shallow SIP refers to files on the disk of its maker: they are not there.
	rep = checkPath(t, samples.Path(t, "eark", "beispiele", "commons-ip_shallowFileAndFolder.zip")).Report
	outside := 0
	for _, f := range rep.Findings {
		if f.Code == codePath.ID {
			outside++
		}
	}
	if rep.Kind != "eark" || outside != 2 {
		t.Errorf("%s: %+v", rep.Kind, rep.Findings)
	}
}

func TestRuleTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.ID] {
			t.Errorf("%s twice", r.ID)
		}
		seen[r.ID] = true
		checks := r.want != "" || r.With != "" || r.special && specials[r.ID] != nil || strings.HasPrefix(r.ID, "CSIPSTR")
		if !checks && r.NotChecked == "" || r.With != "" && !slices.ContainsFunc(Rules(), func(x Rule) bool { return x.ID == r.With }) {
			t.Errorf("%s is neither checked nor explained", r.ID)
		}
	}
	if len(seen) != 16+116+35+6 {
		t.Errorf("%d rules", len(seen))
	}
	p := filepath.Join(samples.Root(t), "docs", "eark-rules.md")
	if *update {
		if err := os.WriteFile(p, []byte(RuleTable()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(p)
	if err != nil || string(data) != RuleTable() {
		t.Errorf("docs/eark-rules.md is stale: run with -update (%v)", err)
	}
}

// FuzzMETS: no document stops the reader or makes it leave the package.
func FuzzMETS(f *testing.F) {
	f.Add(sip(f)[rootDoc])
	for _, data := range samples.Seeds(f, 20, func(p string) bool { return path.Base(p) == "METS.xml" }, "eark", "korpus") {
		f.Add(string(data))
	}
	f.Add(`<mets xmlns="http://www.loc.gov/METS/"><fileSec><fileGrp><file CHECKSUM="00" CHECKSUMTYPE="MD5"><FLocat xmlns:l="http://www.w3.org/1999/xlink" l:href="..%2F..%2Fx"/></file></fileGrp></fileSec></mets>`)
	tree := emptyTree(f)
	f.Fuzz(func(t *testing.T, text string) {
		root, err := mets.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		p := &pack{t: tree, root: "p", listed: map[string]int{}, folders: map[string]bool{}, full: map[string]bool{}}
		d := &document{path: "p/METS.xml", dir: "p", root: root}
		p.docs = []*document{d}
		p.ids(d)
		p.references(d)
		p.structure()
		p.rules(d)
		for _, l := range p.manifest().Listed {
			if !strings.HasPrefix(l.Path, "p/") || strings.Contains("/"+l.Path+"/", "/../") {
				t.Errorf("listed %q", l.Path)
			}
		}
	})
}
