package pdfa

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/transfer/pattern"
	"laufzettel/transfer/wording"
)

// FileReport is what a report of veraPDF says of one file.
type FileReport struct {
	Path    string // as veraPDF names it
	Profile string // "PDF/A-2b validation profile"
	Result  Result
}

// maxReport bounds a report.
const maxReport = 1 << 30

// ParseReport reads a machine-readable report of veraPDF, XML or JSON, and calls
// fn for each file. From an XML report that breaks off, fn has got every file it
// tells of completely when the error is returned.
func ParseReport(r io.Reader, fn func(FileReport)) error {
	b := bufio.NewReader(io.LimitReader(r, maxReport))
	for {
		c, err := b.ReadByte()
		if err != nil {
			return fmt.Errorf("read veraPDF report: %w", err)
		}
		if strings.IndexByte(" \t\r\n\xEF\xBB\xBF", c) >= 0 {
			continue
		}
		if err := b.UnreadByte(); err != nil {
			return err
		}
		if c == '{' {
			return parseJSONReport(b, fn)
		}
		return parseXMLReport(b, fn)
	}
}

// veraJob is a job of a report in both formats.
type veraJob struct {
	Name  string          `xml:"item>name"`
	Items veraItem        `json:"itemDetails" xml:"-"`
	Valid *veraValidation `xml:"validationReport" json:"-"`
	// JSON gives a list; older versions a single object.
	Results  json.RawMessage `json:"validationResult" xml:"-"`
	Failure  *veraFailure    `xml:"taskException" json:"taskException"`
	Failure2 *veraFailure    `xml:"taskResult" json:"taskResult"`
}

type veraItem struct {
	Name string `json:"name"`
}

type veraValidation struct {
	Profile   string `xml:"profileName,attr" json:"profileName"`
	Compliant bool   `xml:"isCompliant,attr" json:"compliant"`
	End       string `xml:"jobEndStatus,attr" json:"jobEndStatus"`
	Details   struct {
		Rules   []veraRule `xml:"rule" json:"-"`
		Summary []veraRule `xml:"-" json:"ruleSummaries"`
	} `xml:"details" json:"details"`
}

type veraRule struct {
	Specification string `xml:"specification,attr" json:"specification"`
	Clause        string `xml:"clause,attr" json:"clause"`
	Test          int    `xml:"testNumber,attr" json:"testNumber"`
	Status        string `xml:"status,attr" json:"status"`
	Failed        int    `xml:"failedChecks,attr" json:"failedChecks"`
}

type veraFailure struct {
	Type    string `xml:"type,attr" json:"type"`
	Message string `xml:"exceptionMessage" json:"exceptionMessage"`
}

func parseXMLReport(r io.Reader, fn func(FileReport)) error {
	d := xml.NewDecoder(r)
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read veraPDF report: %w", err)
		}
		if s, ok := t.(xml.StartElement); ok && s.Name.Local == "job" {
			var j veraJob
			if err := d.DecodeElement(&j, &s); err != nil {
				return fmt.Errorf("read veraPDF report: %w", err)
			}
			fn(j.report(j.Name, j.Valid))
		}
	}
}

func parseJSONReport(r io.Reader, fn func(FileReport)) error {
	var doc struct {
		Report struct {
			Jobs []veraJob `json:"jobs"`
		} `json:"report"`
	}
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		return fmt.Errorf("read veraPDF report: %w", err)
	}
	for _, j := range doc.Report.Jobs {
		var list []veraValidation
		if len(j.Results) > 0 && j.Results[0] == '{' {
			j.Results = json.RawMessage("[" + string(j.Results) + "]")
		}
		if len(j.Results) > 0 {
			if err := json.Unmarshal(j.Results, &list); err != nil {
				return fmt.Errorf("read veraPDF report: %w", err)
			}
		}
		var v *veraValidation
		if len(list) > 0 {
			v = &list[0]
			v.Details.Rules = v.Details.Summary
		}
		fn(j.report(j.Items.Name, v))
	}
	return nil
}

var profileFlavour = pattern.Of(`(?i)PDF/A-([1-4][abefu]?)`)

func (j veraJob) report(name string, v *veraValidation) FileReport {
	r := FileReport{Path: name}
	if v == nil || v.End != "" && v.End != "normal" {
		r.Result = Result{Verdict: NotCheckable, Reason: j.failure()}
		return r
	}
	r.Profile = v.Profile
	if m := profileFlavour.FindStringSubmatch(v.Profile); m != nil {
		r.Result.Flavour = strings.ToLower(m[1])
	}
	r.Result.Verdict = Valid
	if !v.Compliant {
		r.Result.Verdict = Invalid
	}
	for _, rule := range v.Details.Rules {
		if strings.EqualFold(rule.Status, "failed") {
			r.Result.Clauses = append(r.Result.Clauses, rule.clause())
		}
	}
	slices.SortFunc(r.Result.Clauses, func(a, b Clause) int {
		if c := strings.Compare(a.Rule, b.Rule); c != 0 {
			return c
		}
		return a.Test - b.Test
	})
	return r
}

func (j veraJob) failure() string {
	for _, f := range []*veraFailure{j.Failure, j.Failure2} {
		switch {
		case f == nil:
		case strings.Contains(f.Message, "encrypted"):
			return "Die Datei ist verschlüsselt."
		case strings.Contains(f.Message, "OutOfMemory") || strings.Contains(f.Message, "heap space"):
			return ending{code: exitMemory}.reason()
		case strings.EqualFold(f.Type, "PARSE"):
			return wording.Say("said.pdfa.why-vera-unread").String()
		}
	}
	return wording.Say("said.pdfa.why-vera-nothing").String()
}

// clause gives a rule of veraPDF the code and the words of the own table, which
// counts tests as veraPDF does.
func (r veraRule) clause() Clause {
	spec, _, _ := strings.Cut(r.Specification, ":")
	c := Clause{Rule: spec + " " + r.Clause, Test: r.Test, Count: r.Failed, Code: "PDF-003",
		Text: wording.Say("said.pdfa.rule", r.Clause, r.Test).String()}
	var part int
	if _, err := fmt.Sscanf(spec, "ISO 19005-%d", &part); err != nil || part < 1 || part > 4 {
		return c
	}
	key := fmt.Sprintf("%s-%d", r.Clause, r.Test)
	for i := range rules {
		if rules[i].clause[part-1] == key {
			c.Code, c.Text = rules[i].code, rules[i].text()
			break
		}
	}
	return c
}
