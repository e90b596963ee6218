package ci

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// The elements of JUnit XML as continuous integration systems read it: a suite for each
// delivery, a case for each code that was found and each check that found nothing. The
// strictest reader we know (the xUnit plugin of Jenkins) takes no "skipped" of all suites.
type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Time     string   `xml:"time,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Time       string     `xml:"time,attr"`
	Properties []property `xml:"properties>property,omitempty"`
	Cases      []testcase `xml:"testcase"`
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type testcase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	Time    string   `xml:"time,attr"`
	Skipped *message `xml:"skipped"`
	Error   *message `xml:"error"`
	Failure *message `xml:"failure"`
	Out     string   `xml:"system-out,omitempty"`
}

type message struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// noName is the suite of a path that is empty: readers want a name.
const noName = "–"

// noTime is the time of a case: a check reads every byte once, for all codes together.
const noTime = "0"

// JUnit writes the step as JUnit XML: an error of the material is a failure, a delivery
// that could not be checked an error, a check that was not wholly made skipped with its
// reason. Warnings and notes pass and stand in the output of their case.
func JUnit(w io.Writer, r Run) error {
	all := suites{Name: r.Program}
	seconds := 0.0
	for _, d := range r.Deliveries {
		s := r.suiteOf(d)
		all.Suites = append(all.Suites, s)
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		if d.Report != nil {
			seconds += d.Report.Seconds
		}
	}
	all.Time = inSeconds(seconds)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	return nil
}

func inSeconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }

func (r Run) suiteOf(d Delivery) suite {
	s := suite{Name: cmp.Or(d.Path, noName), Time: noTime}
	if d.Report == nil {
		s.add(testcase{Name: r.say("step.not-checked"), Class: "laufzettel",
			Error: &message{Message: d.Reason.In(r.Language), Type: "not-checked"}})
		return s
	}
	rep := d.Report
	s.Time = inSeconds(rep.Seconds)
	s.Properties = []property{{"verdict", string(rep.Verdict)}, {"kind", rep.Kind}, {"standard", rep.Standard},
		{"files.delivered", strconv.Itoa(rep.Files.Delivered)}, {"files.listed", strconv.Itoa(rep.Files.Listed)}}
	for _, g := range groupsOf(rep) {
		s.add(r.caseOf(rep, g))
	}
	for _, o := range rep.Results() {
		if c, ok := r.caseOfCheck(rep, o); ok {
			s.add(c)
		}
	}
	if s.Failures == 0 && rep.Verdict != check.Accepted {
		s.add(testcase{Name: r.say("step.unread"), Class: classOf(rep),
			Failure: &message{Message: r.say("step.verdict." + string(rep.Verdict)), Type: string(rep.Verdict)}})
	}
	return s
}

// add counts a case into the suite.
func (s *suite) add(c testcase) {
	c.Time = noTime
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func classOf(rep *check.Report) string {
	if rep.Kind == "" {
		return "laufzettel"
	}
	return "laufzettel." + rep.Kind
}

// caseOf is the case of one code: a failure where its severity is error.
func (r Run) caseOf(rep *check.Report, g group) testcase {
	title := g.Findings[0].In(r.Language).Message
	c := testcase{Name: g.Code + " " + title, Class: classOf(rep)}
	text := r.textOf(g)
	if g.Severity != check.Error {
		c.Out = g.Severity.In(r.Language) + "\n" + text
		return c
	}
	c.Failure = &message{Message: title, Type: g.Code, Text: text}
	return c
}

// textOf says every finding of a group, one below the other.
func (r Run) textOf(g group) string {
	var b strings.Builder
	for _, f := range g.Findings {
		in := f.In(r.Language)
		said, remedy := in.Message, in.Remedy
		fmt.Fprintf(&b, "%s\n", said)
		for _, line := range r.facts(f) {
			fmt.Fprintf(&b, "  %s\n", line)
		}
		if remedy != "" && g.Severity != check.Note {
			fmt.Fprintf(&b, "  %s\n", r.say("step.remedy", remedy))
		}
	}
	return b.String()
}

// caseOfCheck is the case of a check that no finding speaks for: passed, or skipped where
// it was not wholly made. What failed is told by its codes and never passes here.
func (r Run) caseOfCheck(rep *check.Report, o check.Result) (testcase, bool) {
	c := testcase{Name: r.checkName(o.Name), Class: classOf(rep) + ".checks"}
	switch {
	case o.State != check.Full:
		c.Skipped = &message{Message: wording.Plain(o.Reason).In(r.Language)}
		if o.Reason == "" {
			c.Skipped.Message = r.say("step.state." + string(o.State))
		}
	case o.Failed > 0 || o.Warned > 0:
		return testcase{}, false
	case o.Tool != "":
		c.Out = o.Tool
	}
	return c, true
}
