package work_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/assets"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
)

var update = flag.Bool("update", false, "write the generated pages of docs/ anew")

// generated compares a page of docs/ with what the code says.
func generated(t *testing.T, name string, want []byte) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", name)
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/%s is not what the code says (%v); run: go test ./app/work -update", name, err)
	}
}

func TestDocs_Findings(t *testing.T) {
	reg, err := work.Codes()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := check.WriteFindingsDoc(&b, reg, "de"); err != nil {
		t.Fatal(err)
	}
	generated(t, "findings.md", b.Bytes())
}

func TestDocs_States(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("# Zustände einer Portion\n\nErzeugt aus der Tabelle in `transfer/state.go`. Ein Übergang, der hier nicht steht, wird abgelehnt.\n\n```mermaid\nstateDiagram-v2\n")
	for _, s := range transfer.States {
		fmt.Fprintf(&b, "  %s : %s\n", id(s), s.German())
	}
	fmt.Fprintf(&b, "  [*] --> %s\n", id(transfer.Arrived))
	for _, s := range transfer.States {
		for _, n := range s.Next() {
			fmt.Fprintf(&b, "  %s --> %s\n", id(s), id(n))
		}
		if len(s.Next()) == 0 {
			fmt.Fprintf(&b, "  %s --> [*]\n", id(s))
		}
	}
	b.WriteString("```\n")
	generated(t, "states.md", b.Bytes())
}

func id(s transfer.State) string {
	return string(bytes.ReplaceAll([]byte(s), []byte("-"), []byte("_")))
}

// Every code leads somewhere: each way out it names is one a person is offered
// when it is the only finding (A11).
func TestCodes_EveryWayOutIsOffered(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	for _, c := range w.Intake.Registry.All() {
		if c.Severity != check.Error {
			continue
		}
		rep := &check.Report{Findings: []check.Finding{c.At("a")}}
		rep.Settle()
		offered := map[intake.Outcome]bool{}
		for _, o := range w.Intake.Ways(rep) {
			offered[o] = true
		}
		for _, way := range c.Ways {
			switch way {
			case check.ReturnAll, check.AskForFiles:
				if !offered[intake.Return] {
					t.Errorf("%s: %s is not offered", c.ID, way)
				}
			case check.AcceptException:
				if !offered[intake.Exception] {
					t.Errorf("%s: %s is not offered", c.ID, way)
				}
			case check.Stop: // stopping is leaving the portion as it is; it needs no act
			default:
				t.Errorf("%s: unknown way out %q", c.ID, way)
			}
		}
		if offered[intake.Accept] {
			t.Errorf("%s is an error and plain acceptance is offered", c.ID)
		}
	}
}

// Every title and remedy of the catalogues is that of a code the program can utter; that
// every code has both in both languages, NewRegistry says.
func TestCodes_NoTextWithoutACode(t *testing.T) {
	reg, err := work.Codes()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"de", "en"} {
		all, err := assets.Texts(language)
		if err != nil {
			t.Fatal(err)
		}
		for k := range all {
			rest, ours := strings.CutPrefix(k, "code.")
			id, _, _ := strings.Cut(rest, ".")
			if _, known := reg.Code(id); ours && !known {
				t.Errorf("%s: %s belongs to no code", language, k)
			}
		}
	}
}
