package reading

import (
	"strings"
	"testing"
	"time"

	"laufzettel/viewer/access"
	"laufzettel/viewer/sensitivity"
)

func evidence(births []born, kinds ...sensitivity.Kind) Evidence {
	ev := Evidence{births: births}
	for i, k := range kinds {
		ev.Documents = append(ev.Documents, DocumentHits{Number: i + 1, Kinds: map[sensitivity.Kind]int{k: 1}})
	}
	return ev
}

// A proposal never ends before what the Laufzeit gives; of several persons the latest counts;
// secrecy comes first; what nobody marks as on persons has no proposal.
func TestWeigh(t *testing.T) {
	law := access.Laws()[0]
	for name, tt := range map[string]struct {
		ev     Evidence
		marked string
		end    string
		want   string // last closed day
		lines  string // rules, in order
		born   string
	}{
		"nothing found": {Evidence{}, MarkedByPerson, "1990", "2050-12-31", "", ""},
		"two persons, the later": {evidence([]born{{1931, 1}, {1958, 2}, {1958, 3}}), MarkedByPerson, "1990", "2058-12-31", "birth-date",
			"1958"},
		"a birth that would shorten":    {evidence([]born{{1901, 1}}), MarkedByPerson, "1990", "2050-12-31", "birth-date", ""},
		"born after the records end":    {evidence([]born{{2011, 1}}), MarkedByPerson, "1990", "2050-12-31", "", ""},
		"two digits":                    {evidence([]born{{58, 1}}), MarkedByPlan, "1990", "2058-12-31", "birth-date", "1958"},
		"two digits before the records": {evidence([]born{{95, 1}}), MarkedByPlan, "1990", "2050-12-31", "birth-date", ""},
		"secrecy first": {evidence([]born{{1958, 1}}, sensitivity.HealthID, sensitivity.TaxID), MarkedByPerson,
			"1990", "2058-12-31", "tax-id health-id birth-date", "1958"},
		"a mention is no personal record":  {evidence([]born{{1958, 1}}, sensitivity.TaxID), "", "1990", "2020-12-31", "", ""},
		"no end of the Laufzeit is closed": {evidence([]born{{1958, 1}}), MarkedByPerson, "", "", "birth-date", ""},
	} {
		p := Proposal{Marked: tt.marked, Evidence: tt.ev, Facts: access.Facts{End: tt.end, Personal: tt.marked != ""}}
		var err error
		if p.Without, err = law.Period(p.Facts); err != nil {
			t.Fatal(err)
		}
		p.Period = p.Without
		if err := p.weigh(law, 2026); err != nil {
			t.Fatal(err)
		}
		var rules []string
		for _, l := range p.Lines {
			rules = append(rules, l.Rule)
		}
		got := ""
		if !p.Period.Until.IsZero() {
			got = p.Period.Until.Format(time.DateOnly)
		}
		if got != tt.want || strings.Join(rules, " ") != tt.lines || p.Facts.Born != tt.born {
			t.Errorf("%s: until %q by %v, born %q; want %q by %q, born %q", name, got, rules, p.Facts.Born, tt.want, tt.lines, tt.born)
		}
		if later(p.Without, p.Period) {
			t.Errorf("%s: shorter than the Laufzeit alone", name)
		}
	}
}

// What the decision keeps names rule, ground and document, and no date that was found.
func TestRecorded(t *testing.T) {
	p := Proposal{Lines: []Ground{{Rule: "birth-date", Ground: "§ 11 Abs. 2 BArchG (nach der Geburt)", Documents: []int{3, 7}}}}
	if got, want := p.recorded(), "Geburtsdaten: § 11 Abs. 2 BArchG (nach der Geburt), Dokument 3, 7"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestYearOf(t *testing.T) {
	for text, want := range map[string]int{"12.03.1954": 1954, "1954-03-12": 1954, "12.3.54": 54, "12. März 1954": 1954, "3.II.07": 7,
		"x": -1} {
		if got := yearOf(text); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
