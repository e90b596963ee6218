package ci

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"laufzettel/transfer/check"
)

//go:embed page.html
var pageText string

// shown are the words of one finding on the page.
type shown struct {
	Message, Remedy string
	Facts           []string
}

// shownGroup is one code on the page.
type shownGroup struct {
	Code, Severity, Word, Title string
	Count                       int
	Findings                    []shown
}

// shownCheck is one row of the table of checks.
type shownCheck struct{ Name, State, Tool, Reason string }

// shownDelivery is one delivery on the page.
type shownDelivery struct {
	ID, Path, Verdict, Word, Kind, Agency, Reason string
	Errors, Warnings, Notes                       int
	Delivered, Listed                             int
	Groups                                        []shownGroup
	Checks                                        []shownCheck
}

// HTML writes the step as one page: an overview, then each delivery with what was found
// and what was checked. The page loads nothing and runs no script.
func HTML(w io.Writer, r Run) error {
	page, err := template.New("page").Funcs(template.FuncMap{"say": r.say}).Parse(pageText)
	if err != nil {
		return fmt.Errorf("read the page of the report: %w", err)
	}
	data := struct {
		Lang, Program string
		Deliveries    []shownDelivery
	}{Lang: r.Language, Program: r.Program}
	for i, d := range r.Deliveries {
		data.Deliveries = append(data.Deliveries, r.shownOf(i+1, d))
	}
	if err := page.Execute(w, data); err != nil {
		return fmt.Errorf("write HTML report: %w", err)
	}
	return nil
}

func (r Run) shownOf(n int, d Delivery) shownDelivery {
	out := shownDelivery{ID: fmt.Sprintf("d%d", n), Path: d.Path}
	rep := d.Report
	if rep == nil {
		out.Verdict, out.Word, out.Reason = "not-checked", r.say("step.not-checked"), d.Reason.In(r.Language)
		return out
	}
	out.Verdict, out.Word = string(rep.Verdict), r.say("step.verdict."+string(rep.Verdict))
	out.Kind, out.Agency = rep.Kind, rep.Agency.Name
	if rep.Standard != "" {
		out.Kind += " " + rep.Standard
	}
	out.Errors, out.Warnings, out.Notes = rep.Count(check.Error), rep.Count(check.Warning), rep.Count(check.Note)
	out.Delivered, out.Listed = rep.Files.Delivered, rep.Files.Listed
	for _, g := range groupsOf(rep) {
		out.Groups = append(out.Groups, r.shownGroup(g))
	}
	for _, o := range rep.Results() {
		out.Checks = append(out.Checks, shownCheck{r.checkName(o.Name), r.stateOf(o), o.Tool, o.Reason})
	}
	return out
}

// stateOf says of a check how far it went and what it found.
func (r Run) stateOf(o check.Result) string {
	switch {
	case o.Failed > 0 && !o.Shared:
		return r.say("step.state.failed", o.Failed)
	case o.Warned > 0 && !o.Shared:
		return r.say("step.state.warned", o.Warned)
	case o.Failed+o.Warned > 0 && o.State == check.Full:
		return r.say("step.state.see")
	}
	return r.say("step.state." + string(o.State))
}

func (r Run) shownGroup(g group) shownGroup {
	title := g.Findings[0].In(r.Language).Message
	out := shownGroup{Code: g.Code, Severity: string(g.Severity), Word: g.Severity.In(r.Language), Title: title,
		Count: check.Weigh(g.Findings)}
	for _, f := range g.Findings {
		in := f.In(r.Language)
		said, remedy := in.Message, in.Remedy
		if g.Severity == check.Note {
			remedy = ""
		}
		out.Findings = append(out.Findings, shown{said, remedy, r.facts(f)})
	}
	return out
}
