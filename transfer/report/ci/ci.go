// Package ci writes what checks found in the two forms that a step of a continuous
// integration system hands on: JUnit XML, which such systems read, and one page of HTML,
// which people read. Both stand alone, need no network and hold what was found in full;
// names of files come from outside and are escaped.
package ci

import (
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// Delivery is one input of the step: what was found, or why nothing was.
type Delivery struct {
	Path   string        // as it was named
	Report *check.Report // nil: not checked
	Reason wording.Text  // why not
}

// Run is one step: its deliveries in the order they were named.
type Run struct {
	Program    string // name and version of the program
	Language   string // of the sentences, "de" or "en"
	Deliveries []Delivery
}

// say puts a sentence into the language of the step.
func (r Run) say(key string, values ...any) string { return wording.Say(key, values...).In(r.Language) }

// group is every finding of one code and severity in one delivery.
type group struct {
	Code     string
	Severity check.Severity
	Findings []check.Finding
}

// groupsOf joins the findings of a report by code and severity, hardest first.
func groupsOf(rep *check.Report) (out []group) {
	for _, f := range rep.Findings {
		i := slices.IndexFunc(out, func(g group) bool { return g.Code == f.Code && g.Severity == f.Severity })
		if i < 0 {
			out = append(out, group{Code: f.Code, Severity: f.Severity})
			i = len(out) - 1
		}
		out[i].Findings = append(out[i].Findings, f)
	}
	return out
}

// place says where a finding is.
func (r Run) place(f check.Finding) string {
	switch {
	case f.Place != "":
		return f.Place
	case f.Line > 0:
		return r.say("step.line", f.Path, f.Line)
	}
	return f.Path
}

// facts are the lines that say of a finding where it is, what was expected and found.
func (r Run) facts(f check.Finding) (out []string) {
	f = f.In(r.Language)
	add := func(key, value string) {
		if value != "" {
			out = append(out, r.say(key, value))
		}
	}
	add("step.place", r.place(f))
	if len(f.Paths) > 1 {
		add("step.files", strings.Join(f.Paths, ", "))
	}
	if f.Further > 0 {
		out = append(out, r.say("step.further", f.Further))
	}
	expected := f.Expected
	if expected == "" {
		expected = f.Rule
	}
	add("step.expected", expected)
	add("step.found", f.Found)
	return out
}

// checkName is a check in words.
func (r Run) checkName(name string) string { return wording.Word("name.check.", name).In(r.Language) }
