package check

import (
	"fmt"
	"strings"
	"testing"
)

// A check that failed is never told as passed; failed ones stand first, with their number.
func TestResults(t *testing.T) {
	done := func(name string, s DoneState) Done { return Done{Name: name, State: s} }
	r := &Report{
		Checks: []Done{done("completeness", Full), done("fixity", Full), done("format", Full), done("schema", NotDone),
			done("objects", Full), done("dates", Full), done("pdfa", Partial)},
		Findings: []Finding{{Code: "VOL-001", Severity: Error, Paths: []string{"a", "b"}}, {Code: "VOL-002", Severity: Error},
			{Code: "FMT-001", Severity: Warning},
			{Code: "XDO-012", Severity: Error}, {Code: "NAM-001", Severity: Note}},
	}
	var got []string
	for _, o := range r.Results() {
		got = append(got, fmt.Sprint(o.Name, o.Failed, "/", o.Warned, map[bool]string{true: "~"}[o.Shared]))
	}
	want := "completeness3/0 objects1/0~ dates1/0~ format0/1 schema0/0 pdfa0/0 fixity0/0"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	if r.Whole() {
		t.Error("a report without its schema is whole")
	}
	r.Checks[3].State = Full
	if !r.Whole() {
		t.Error("with all mandatory checks made the report is not whole, though only PDF/A is partial")
	}
}

// Every name of a family is a check that has a German name, so that none is misspelt.
func TestResults_FamiliesAreChecks(t *testing.T) {
	for _, f := range families {
		if Title(f.check) == f.check {
			t.Errorf("%q is no check with a name", f.check)
		}
	}
	for _, m := range Mandatory {
		if Title(m) == m {
			t.Errorf("%q is no check with a name", m)
		}
	}
}
