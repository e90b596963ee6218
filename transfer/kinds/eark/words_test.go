package eark

import (
	"regexp"
	"slices"
	"testing"
)

func TestRule_Words(t *testing.T) {
	for _, c := range []struct {
		rule Rule
		want string
	}{
		{Rule{ID: "CSIP2", Path: "mets/@TYPE", Cardinality: "1..1"}, "Angabe TYPE am Element mets, genau einmal"},
		{Rule{ID: "CSIP10", Path: "mets/metsHdr/agent", Cardinality: "1..n"}, "Element mets › metsHdr › agent, mindestens einmal"},
		{Rule{ID: "CSIP22", Path: "mets/dmdSec/mdRef[@LOCTYPE='URL']", Cardinality: "1..1"},
			"Element mets › dmdSec › mdRef (LOCTYPE „URL“), genau einmal"},
		{Rule{ID: "CSIP88", Path: "mets/structMap[@LABEL='CSIP']/div/div[@LABEL='Metadata']/@ID"},
			"Angabe ID am Element mets › structMap (LABEL „CSIP“) › div › div (LABEL „Metadata“)"},
		{Rule{ID: "CSIP114", Path: "mets/fileSec/fileGrp[@USE=[starts-with('Representations')]]"},
			"Element mets › fileSec › fileGrp (USE „Representations…“)"},
		{Rule{ID: "CSIPSTR13", Path: "folder metadata in the representation"}, "Ordner „metadata“ in der Repräsentation"},
	} {
		if got := c.rule.words().String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.rule.ID, got, c.want)
		}
	}
}

// No rule speaks in a path language or in English.
func TestRule_WordsOfAll(t *testing.T) {
	machine := regexp.MustCompile(`[\[\]@]|\d\.\.|\bfolder\b|\broot\b|starts-with`)
	for _, r := range slices.Concat(structureRules, csipRules, sipRules, aipRules) {
		if got := r.words().String(); machine.MatchString(got) {
			t.Errorf("%s: %q", r.ID, got)
		}
	}
}
