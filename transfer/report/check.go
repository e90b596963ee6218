package report

import (
	"fmt"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
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
	d := meta.document("check-report", "Prüfbericht", rep.Portion, struct {
		Meta   Meta          `json:"meta"`
		Report *check.Report `json:"report"`
	}{meta, rep})
	d.Blocks = append(d.Blocks, verdict(rep), append(meta.identity(), KeyValues{
		{Label: "Behördenkennung", Value: rep.Agency.ID},
		{Label: "Art der Lieferung", Value: joined(", Version ", rep.Kind, rep.Standard)},
		{Label: "Dateien", Value: fmt.Sprintf("%s geliefert, %s genannt, %s", number(rep.Files.Delivered), number(rep.Files.Listed), size(rep.Files.Bytes))},
		{Label: "Inhalt", Value: contents(rep.Objects)},
	}...))
	d.Blocks = append(d.Blocks, Heading{1, "Was geprüft wurde"}, notChecked(rep.Checks), checksTable(rep.Checks))
	d.Blocks = append(d.Blocks, Heading{1, fmt.Sprintf("Befunde (%s)", number(check.Weigh(rep.Findings)))})
	d.Blocks = append(d.Blocks, findings(rep.Findings)...)
	d.Blocks = append(d.Blocks, Heading{1, "Formate"}, formatsTable(rep.Formats))
	d.Blocks = append(d.Blocks, meta.provenance()...)
	return d
}

func verdict(rep *check.Report) Block {
	e, w, n := rep.Count(check.Error), rep.Count(check.Warning), rep.Count(check.Note)
	sum := fmt.Sprintf("%s, %s, %s.", begun(count(e, "Fehler", "Fehler")), count(w, "Warnung", "Warnungen"), count(n, "Hinweis", "Hinweise"))
	switch rep.Verdict {
	case check.Accepted:
		return Notice{Good, "Ergebnis: Kein Befund steht der Annahme entgegen. " + sum}
	case check.Rejected:
		return Notice{Fault, "Ergebnis: So kann die Portion nicht angenommen werden. " + sum}
	default:
		return Notice{Fault, "Ergebnis: Die Lieferung ließ sich nicht lesen oder nicht erkennen. " + sum}
	}
}

func contents(c record.Counts) string {
	var parts []string
	for _, x := range []struct {
		n         int
		one, many string
	}{
		{c.Dossiers, "Akte", "Akten"}, {c.Subdossiers, "Teilakte", "Teilakten"}, {c.Cases, "Vorgang", "Vorgänge"},
		{c.Subcases, "Teilvorgang", "Teilvorgänge"}, {c.Documents, "Dokument", "Dokumente"}, {c.Attachments, "Anlage", "Anlagen"},
		{c.Appraise, "noch zu bewerten", "noch zu bewerten"},
	} {
		if x.n > 0 {
			parts = append(parts, count(x.n, x.one, x.many))
		}
	}
	return joined(", ", parts...)
}

func checksTable(checks []check.Done) Block {
	rows := make([][]string, 0, len(checks))
	for _, c := range checks {
		state := map[check.DoneState]string{check.Full: "gemacht", check.Partial: "zum Teil", check.NotDone: "nicht geprüft"}[c.State]
		rows = append(rows, []string{check.Title(c.Name), state, c.Tool, c.Reason})
	}
	return Table{
		Columns: []Column{{Title: "Prüfung", Weight: 4}, {Title: "Stand", Weight: 2.2}, {Title: "Werkzeug", Weight: 5}, {Title: "Grund, wenn nicht", Weight: 5}},
		Rows:    rows, Empty: "Es wurde keine Prüfung gemacht.",
	}
}

func formatsTable(formats []check.FormatCount) Block {
	rows := make([][]string, 0, len(formats))
	for _, f := range formats {
		rows = append(rows, []string{f.PUID, f.Name, number(f.Count)})
	}
	return Table{
		Columns: []Column{{Title: "PRONOM-Kennung", Weight: 2, Mono: true}, {Title: "Format", Weight: 7}, {Title: "Dateien", Weight: 1.5, Right: true}},
		Rows:    rows, Empty: "Keine Datei wurde auf ihr Format untersucht.",
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
		return []Block{Paragraph{Text: "Keine Befunde."}}
	}
	var out []Block
	for _, g := range groupFindings(fs) {
		out = append(out, g.card())
	}
	return out
}

func (g group) card() Card {
	words := map[check.Severity]string{check.Error: "Fehler", check.Warning: "Warnung", check.Note: "Hinweis"}
	tones := map[check.Severity]Tone{check.Error: Fault, check.Warning: Caution, check.Note: Hint}
	c := Card{
		Tone:  tones[g.first.Severity],
		Label: joined(" · ", g.first.Code, words[g.first.Severity], count(check.Weigh(g.all), "Stelle", "Stellen"), g.rules()),
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
	return "Regel " + joined(", ", rules...)
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
	all, where := check.Weigh(g.all), "alle stehen"
	if last := g.all[len(g.all)-1]; last.Further > 0 {
		where = number(all-last.Further) + " stehen"
	}
	return fmt.Sprintf("Gezeigt sind %s von %s Stellen; %s in der JSON-Fassung dieses Dokuments.", number(shown), number(all), where)
}

// placeOf says where a finding is: by Aktenzeichen, title and file where they are
// known, else by path, line and object.
func placeOf(f check.Finding, message bool) string {
	where := f.Path
	switch {
	case f.Place != "":
		where = f.Place
	case f.Line > 0:
		where = joined(", ", where, fmt.Sprintf("Zeile %d", f.Line))
	}
	if f.Object != "" && f.Place == "" {
		where = joined(", ", where, "Objekt "+f.Object)
	}
	switch {
	case f.Expected != "" && f.Found != "":
		where = joined(": ", where, "erwartet "+f.Expected+", gefunden "+f.Found)
	case f.Expected != "":
		where = joined(": ", where, "erwartet "+f.Expected)
	case f.Found != "":
		where = joined(": ", where, "gefunden "+f.Found)
	}
	if message {
		where = joined(": ", where, f.Message)
	}
	return where
}
