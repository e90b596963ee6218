package eark

import (
	"fmt"
	"slices"
	"strings"
)

// Rules gives every rule of CSIP (structure and METS), SIP and AIP in the order of
// the specifications.
func Rules() []Rule { return slices.Concat(structureRules, csipRules, sipRules, aipRules) }

// RuleTable is docs/eark-rules.md: every rule, checked or not.
func RuleTable() string {
	var b strings.Builder
	b.WriteString("# Regeln der E-ARK-Spezifikation\n\nErzeugt aus `transfer/kinds/eark` (`go test ./transfer/kinds/eark -run RuleTable -update`). MUST gibt einen Fehler (EAR-003), SHOULD eine Warnung (EAR-004), MAY einen Hinweis (EAR-005).\n\n| Regel | Stufe | Gegenstand | Anzahl | Geprüft |\n|---|---|---|---|---|\n")
	for _, r := range Rules() {
		checked := "ja"
		switch {
		case r.NotChecked != "":
			checked = "nein: " + r.NotChecked
		case r.With != "":
			checked = "ja, mit " + r.With
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s |\n", r.ID, r.Level, strings.ReplaceAll(r.Path, "|", "\\|"), r.Cardinality, checked)
	}
	return b.String()
}
