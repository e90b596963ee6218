package pdfa

import (
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

var ways = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}

// Codes are the findings this package utters: one for each group of clauses.
var Codes = []check.Code{
	{ID: "PDF-001", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.7.11"},
	{ID: "PDF-002", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.7.11"},
	{ID: "PDF-003", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.1"},
	{ID: "PDF-004", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.1.3"},
	{ID: "PDF-005", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.6"},
	{ID: "PDF-006", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.7.2"},
	{ID: "PDF-007", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.7.8, 6.7.9"},
	{ID: "PDF-008", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.7.3"},
	{ID: "PDF-009", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.2.2"},
	{ID: "PDF-010", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.2.3"},
	{ID: "PDF-011", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.1.11"},
	{ID: "PDF-012", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.5"},
	{ID: "PDF-013", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.9"},
	{ID: "PDF-014", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.3.4"},
	{ID: "PDF-015", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.3.5, 6.3.6"},
	{ID: "PDF-016", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.3"},
	{ID: "PDF-017", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.3.8"},
	{ID: "PDF-018", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.4"},
	{ID: "PDF-019", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.2.4 to 6.2.7"},
	{ID: "PDF-020", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.2.8 to 6.2.10"},
	{ID: "PDF-021", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.1.12"},
	{ID: "PDF-022", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.1.13"},
	{ID: "PDF-023", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.8"},
	{ID: "PDF-024", Severity: check.Error, Ways: ways, Source: "ISO 19005-1 6.1.7, 6.1.10"},
	{ID: codeNotCheckable, Severity: check.Warning, Ways: ways, Source: "requirement A9"},
	{ID: codePartial, Severity: check.Warning, Ways: ways, Source: "requirement A9"},
}

const (
	codeNotCheckable = "PDF-025"
	codePartial      = "PDF-026"
)

func codeOf(id string) check.Code {
	for _, c := range Codes {
		if c.ID == id {
			return c
		}
	}
	return codeOf(codeNotCheckable)
}

// keySaid begins the keys of the sentences of this room.
const keySaid = "said.pdfa."

// Findings turns the result for the file at path into findings, one for each
// clause, and one more where not the whole file was looked at. A file that was not
// checked, or kept all rules, gives none.
func Findings(path string, r Result) []check.Finding {
	if r.Verdict == NotCheckable && !r.Partial {
		return []check.Finding{codeOf(codeNotCheckable).At(path).Saying(wording.Recognised(keySaid, r.Reason))}
	}
	var out []check.Finding
	if r.Partial {
		out = append(out, codeOf(codePartial).At(path).Saying(wording.Recognised(keySaid, r.Reason)))
	}
	if r.Verdict != Invalid {
		return out
	}
	for _, cl := range r.Clauses {
		f := codeOf(cl.Code).At(path).By(cl.Rule)
		title := f.Message
		f = f.Titled(wording.Say("said.pdfa.flavour", r.Flavour, codeOf(cl.Code).Title()))
		if !strings.Contains(title, cl.Text) {
			f = f.Saying(wording.Recognised(keySaid, cl.Text))
		}
		f = f.Want("", wording.Recognised("found.pdfa.", cl.Where))
		out = append(out, f)
	}
	return out
}
