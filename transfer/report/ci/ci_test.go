package ci_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jacoelho/xsd"
	"golang.org/x/net/html"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/report/ci"
	"laufzettel/transfer/wording"
)

var update = flag.Bool("update", false, "write the golden files anew")

// run holds each outcome: rejected with groups of findings, accepted with a note, one
// that could not be checked. Names come from outside and mean harm.
func run(t *testing.T, language string) ci.Run {
	t.Helper()
	reg, err := check.NewRegistry(check.Codes, bagit.Codes)
	if err != nil {
		t.Fatal(err)
	}
	code := func(id string) check.Code {
		c, ok := reg.Code(id)
		if !ok {
			t.Fatalf("no code %s", id)
		}
		return c
	}
	bad := &check.Report{Portion: "export.zip", Kind: "bagit", Standard: "1.0", Agency: check.Agency{Name: "Amt <b>Nord</b> & Süd"},
		Files: check.FileCount{Listed: 4, Delivered: 3}, Seconds: 1.25,
		Findings: []check.Finding{
			code("VOL-001").At("data/a.pdf").Want("eine Datei", "nichts"), code("VOL-001").At("data/<script>alert(1)</script>.pdf").On(7),
			code("BAG-020").At("bag-info.txt").On(3), code("BAG-023").At("bag-info.txt").Want("", "urn:x\x01\xff"),
			func() check.Finding { f := code("FIX-002").At("data/b.pdf"); f.Further = 12; return f }(),
		},
		Checks: []check.Done{{Name: "completeness", State: check.Full}, {Name: "fixity", State: check.Full, Tool: "sha-512"},
			{Name: "pdfa", State: check.NotDone, Reason: "mit --no-pdfa abgewählt"}, {Name: "names", State: check.Full}}}
	bad.Settle()
	good := &check.Report{Portion: "gut.zip", Kind: "bagit", Verdict: check.Accepted, Files: check.FileCount{Listed: 1, Delivered: 1},
		Checks: []check.Done{{Name: "completeness", State: check.Full}}}
	return ci.Run{Program: "Laufzettel 1.2.3", Language: language, Deliveries: []ci.Delivery{
		{Path: "aus/export.zip", Report: bad}, {Path: "gut.zip", Report: good},
		{Path: "weg.zip", Reason: wording.Say("hint.cli.no-folder", "weg.zip")},
		{Path: "leer", Report: &check.Report{Portion: "leer", Verdict: check.Unreadable}},
	}}
}

func written(t *testing.T, form func(io.Writer, ci.Run) error, r ci.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := form(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestForms_Golden(t *testing.T) {
	for _, c := range []struct {
		name, language string
		form           func(io.Writer, ci.Run) error
	}{{"de.xml", "de", ci.JUnit}, {"en.xml", "en", ci.JUnit}, {"de.html", "de", ci.HTML}, {"en.html", "en", ci.HTML}} {
		got, path := written(t, c.form, run(t, c.language)), filepath.Join("testdata", c.name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from what was written:\n%s", c.name, got)
		}
		if bytes.Contains(got, []byte("step.")) || bytes.Contains(got, []byte("{0}")) {
			t.Errorf("%s shows a key or an open place", c.name)
		}
	}
}

// Every report is valid by the form the systems agree on, an empty one too; its counts
// are those of its cases.
func TestJUnit_IsValid(t *testing.T) {
	engine, err := xsd.Compile(t.Context(), xsd.File("testdata/junit.xsd"))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]ci.Run{"full": run(t, "de"), "english": run(t, "en"),
		"empty": {Program: "Laufzettel", Language: "de"}} {
		raw := written(t, ci.JUnit, r)
		if err := engine.Validate(t.Context(), bytes.NewReader(raw)); err != nil {
			t.Errorf("%s: %v\n%s", name, err, raw)
		}
	}
	raw := string(written(t, ci.JUnit, run(t, "de")))
	for element, want := range map[string]int{"<testcase ": 9, "<failure ": 3, "<error ": 1, "<skipped ": 1} {
		if n := strings.Count(raw, element); n != want {
			t.Errorf("%d × %q, want %d", n, element, want)
		}
	}
	if !strings.Contains(raw, `<testsuites name="Laufzettel 1.2.3" tests="9" failures="3" errors="1" time="`) {
		t.Errorf("the counts are others:\n%s", raw)
	}
}

// Nothing that failed is told as passed: a check with errors of its own has no case.
func TestJUnit_NoCasePassesForWhatFailed(t *testing.T) {
	raw := string(written(t, ci.JUnit, run(t, "en")))
	for name, want := range map[string]bool{`name="Completeness" classname="laufzettel.bagit.checks"`: true, `name="Fixity"`: false} {
		if got := strings.Contains(raw, name); got != want {
			t.Errorf("%s there: %v, want %v", name, got, want)
		}
	}
	bad, _, _ := strings.Cut(raw, "</testsuite>")
	if strings.Contains(bad, `name="Completeness"`) {
		t.Errorf("completeness passes beside VOL-001:\n%s", bad)
	}
}

// The page is read with one language, one heading of the first level, headed tables and
// sections with a name; it holds no script and nothing from elsewhere.
func TestHTML_IsPlainAndNamed(t *testing.T) {
	doc, err := html.Parse(bytes.NewReader(written(t, ci.HTML, run(t, "de"))))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	ids, asked := map[string]bool{}, []string{}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		count[n.Data]++
		for _, a := range n.Attr {
			switch {
			case a.Key == "id" && ids[a.Val]:
				t.Errorf("id %s twice", a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			case a.Key == "aria-labelledby":
				asked = append(asked, a.Val)
			case a.Key == "href" && !strings.HasPrefix(a.Val, "#"), a.Key == "src", strings.HasPrefix(a.Key, "on"):
				t.Errorf("%s has %s=%q", n.Data, a.Key, a.Val)
			case n.Data == "html" && a.Key == "lang" && a.Val != "de":
				t.Errorf("language %q", a.Val)
			case n.Data == "th" && a.Key == "scope" && a.Val != "col" && a.Val != "row":
				t.Errorf("scope %q", a.Val)
			}
		}
	}
	for _, id := range asked {
		if !ids[id] {
			t.Errorf("nothing is named %s", id)
		}
	}
	for element, want := range map[string]int{"h1": 1, "h2": 4, "section": 4, "main": 1, "script": 0, "img": 0, "b": 0, "table": 3,
		"caption": 3} {
		if count[element] != want {
			t.Errorf("%d × %s, want %d", count[element], element, want)
		}
	}
}

// The steps of each system name only what the script reads, and all of them run it and
// keep the reports it writes.
func TestSteps_NameWhatTheScriptReads(t *testing.T) {
	const dir = "../../../packaging/ci/"
	read := func(name string) string {
		raw, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	script, names := read("check.sh"), regexp.MustCompile(`LAUFZETTEL_[A-Z0-9]+`)
	for _, name := range []string{"action.yml", "gitlab-ci.yml", "azure-pipelines.yml", "Jenkinsfile"} {
		text := read(name)
		used := names.FindAllString(text, -1)
		if !slices.Contains(used, "LAUFZETTEL_PATHS") || !strings.Contains(text, "check.sh") || !strings.Contains(text, "junit.xml") {
			t.Errorf("%s runs no check, or keeps no report: %v", name, used)
		}
		for _, n := range used {
			if !strings.Contains(script, "${"+n) {
				t.Errorf("%s sets %s, which check.sh does not read", name, n)
			}
		}
	}
}
