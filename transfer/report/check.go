package report

import (
	"fmt"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// MaxPlaces is how many places of one finding code a paper prints; the total is
// always named, and the JSON form holds all of them.
const MaxPlaces = 50

// CheckReport tells what was checked with which tool, what was not, and every
// finding grouped by code (A11, G2, G3).
func CheckReport(rep *check.Report, meta Meta) Document {
	if meta.Portion == "" {
		meta.Portion = rep.Portion
	}
	if meta.Agency.Name == "" {
		meta.Agency.Name = rep.Agency.Name
	}
	d := meta.document("check-report", say("paper.check.title"), rep.Portion, struct {
		Meta   Meta          `json:"meta"`
		Report *check.Report `json:"report"`
	}{meta, rep})
	d.Blocks = append(d.Blocks, verdict(rep), append(meta.identity(), KeyValues{
		{Label: say("paper.check.agency-id"), Value: rep.Agency.ID},
		{Label: say("paper.check.kind"), Value: joined(say("paper.check.version"),
			check.KindWords(rep.Kind).In(wording.German), rep.Standard)},
		{Label: say("paper.column.files"), Value: say("paper.check.extent", number(rep.Files.Delivered), number(rep.Files.Listed),
			size(rep.Files.Bytes))},
		{Label: say("paper.check.content"), Value: contents(rep.Objects)},
	}...))
	d.Blocks = append(d.Blocks, Heading{1, say("paper.check.done")}, notChecked(rep.Checks), checksTable(rep.Checks))
	d.Blocks = append(d.Blocks, Heading{1, say("paper.check.findings", number(check.Weigh(rep.Findings)))})
	d.Blocks = append(d.Blocks, findings(rep.Findings)...)
	d.Blocks = append(d.Blocks, Heading{1, say("paper.check.formats")}, formatsTable(rep.Formats))
	d.Blocks = append(d.Blocks, meta.provenance()...)
	return d
}

func verdict(rep *check.Report) Block {
	e, w, n := rep.Count(check.Error), rep.Count(check.Warning), rep.Count(check.Note)
	sum := fmt.Sprintf("%s, %s, %s.", begun(counted(e, "error")), counted(w, "warning"), counted(n, "note"))
	switch rep.Verdict {
	case check.Accepted:
		return Notice{Good, say("paper.check.accepted", sum)}
	case check.Rejected:
		return Notice{Fault, say("paper.check.rejected", sum)}
	default:
		return Notice{Fault, say("paper.check.unreadable", sum)}
	}
}

func contents(c record.Counts) string {
	var parts []string
	for _, x := range []struct {
		n    int
		unit string
	}{
		{c.Dossiers, "dossier"}, {c.Subdossiers, "subdossier"}, {c.Cases, "case"},
		{c.Subcases, "subcase"}, {c.Documents, "document"}, {c.Attachments, "attachment"},
		{c.Appraise, "to-appraise"},
	} {
		if x.n > 0 {
			parts = append(parts, counted(x.n, x.unit))
		}
	}
	return joined(", ", parts...)
}

func checksTable(checks []check.Done) Block {
	rows := make([][]string, 0, len(checks))
	for _, c := range checks {
		state := say("paper.state." + string(c.State))
		rows = append(rows, []string{check.Title(c.Name), state, c.Tool, c.Reason})
	}
	return Table{
		Columns: []Column{{Title: say("paper.column.check"), Weight: 4}, {Title: say("paper.column.state"), Weight: 2.2},
			{Title: say("paper.column.tool"), Weight: 5}, {Title: say("paper.column.why-not"), Weight: 5}},
		Rows: rows, Empty: say("paper.check.no-check"),
	}
}

func formatsTable(formats []check.FormatCount) Block {
	rows := make([][]string, 0, len(formats))
	for _, f := range formats {
		rows = append(rows, []string{f.PUID, f.Name, number(f.Count)})
	}
	return Table{
		Columns: []Column{{Title: say("paper.column.puid"), Weight: 2, Mono: true}, {Title: say("paper.column.format"), Weight: 7},
			{Title: say("paper.column.files"), Weight: 1.5, Right: true}},
		Rows: rows, Empty: say("paper.check.no-formats"),
	}
}

// group is all findings of one code and severity.
type group struct {
	first check.Finding
	all   []check.Finding
	same  bool // all findings say the same sentence
}

// grouped findings keep the order of the report, which is by severity and code.
func groupFindings(fs []check.Finding) []group {
	var out []group
	at := map[string]int{}
	for _, f := range fs {
		key := string(f.Severity) + f.Code
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, group{first: f, same: true})
		}
		out[i].all = append(out[i].all, f.Each()...)
		out[i].same = out[i].same && (f.Message == out[i].first.Message || f.Further > 0)
	}
	return out
}

func findings(fs []check.Finding) []Block {
	if len(fs) == 0 {
		return []Block{Paragraph{Text: say("paper.check.no-findings")}}
	}
	var out []Block
	for _, g := range groupFindings(fs) {
		out = append(out, g.card())
	}
	return out
}

func (g group) card() Card {
	tones := map[check.Severity]Tone{check.Error: Fault, check.Warning: Caution, check.Note: Hint}
	c := Card{
		Tone:  tones[g.first.Severity],
		Label: joined(" · ", g.first.Code, g.first.Severity.In(wording.German), counted(check.Weigh(g.all), "place"), g.rules()),
		Title: g.first.Message,
	}
	if g.first.Remedy != "" {
		c.Text = []string{g.first.Remedy}
	}
	c.Places, c.More = g.places(MaxPlaces)
	return c
}

func (g group) rules() string {
	var rules []string
	for _, f := range g.all {
		if f.Rule != "" && !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	if len(rules) == 0 || len(rules) > 3 {
		return ""
	}
	return say("paper.check.rule", joined(", ", rules...))
}

// places gives up to limit places and a sentence on the rest.
func (g group) places(limit int) (lines []string, more string) {
	for i, f := range g.all {
		if i == limit {
			return lines, g.rest(limit)
		}
		if p := placeOf(f, !g.same); p != "" && f.Further == 0 {
			lines = append(lines, p)
		}
	}
	return lines, ""
}

// rest says how many places there are and where they stand.
func (g group) rest(shown int) string {
	all, where := check.Weigh(g.all), say("paper.check.all-stand")
	if last := g.all[len(g.all)-1]; last.Further > 0 {
		where = say("paper.check.stand", number(all-last.Further))
	}
	return say("paper.check.shown", number(shown), number(all), where)
}

// placeOf says where a finding is: by Aktenzeichen, title and file where they are
// known, else by path, line and object.
func placeOf(f check.Finding, message bool) string {
	where := f.Path
	switch {
	case f.Place != "":
		where = f.Place
	case f.Line > 0:
		where = joined(", ", where, say("paper.check.line", f.Line))
	}
	if f.Object != "" && f.Place == "" {
		where = joined(", ", where, say("paper.check.object", f.Object))
	}
	switch {
	case f.Found == "" && f.Expected == where, f.Expected == "" && f.Found == where:
		// the place is the thing: it is not said twice
	case f.Expected != "" && f.Found != "":
		where = joined(": ", where, say("paper.check.expected-found", f.Expected, f.Found))
	case f.Expected != "":
		where = joined(": ", where, say("paper.check.expected", f.Expected))
	case f.Found != "":
		where = joined(": ", where, say("paper.check.found", f.Found))
	}
	if message {
		where = joined(": ", where, f.Message)
	}
	return where
}
