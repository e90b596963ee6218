package reading

import (
	"fmt"
	"slices"
	"testing"

	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
)

func edition(pid, dossier, title string) catalog.Item {
	return catalog.Item{PID: pid, ReferenceCode: "LAM " + pid, Kind: string(record.Case), Subject: title,
		Tree: catalog.Tree{Above: []catalog.Node{{Kind: string(record.Dossier), Subject: dossier}}}}
}

// Editions of one norm are found whatever delivery they came in: the other edition of the
// year, those of other years, in the order of the years; what is no norm is none (E5).
func TestEditions_OfOneNorm(t *testing.T) {
	all := map[string]catalog.Item{}
	for _, it := range []catalog.Item{
		edition("a", "I_Gesetze_Originalnorm_2012", "Gesetz über das Landesarchiv"),
		edition("b", "I_Gesetze_Ausgabenorm_2012", "gesetz  über das Landesarchiv"), // blanks and case as they were typed
		edition("c", "I_Gesetze_Ausgabenorm_2031", "Gesetz über das Landesarchiv"),
		edition("d", "I_Gesetze_Originalnorm_1994", "Gesetz über das Landesarchiv"),
		edition("e", "II_Verordnungen_Originalnorm_2012", "Gesetz über das Landesarchiv"), // another part
		edition("f", "Handakte", "Gesetz über das Landesarchiv"),
		{PID: "g", Kind: string(record.Case), Subject: "Gesetz über das Landesarchiv"},
	} {
		all[it.PID] = it
	}
	for pid, want := range map[string][]string{
		"a": {"earlier-edition d Originalnorm 1994", "edition b Ausgabenorm 2012", "later-edition c Ausgabenorm 2031"},
		"c": {"earlier-edition d Originalnorm 1994", "earlier-edition b Ausgabenorm 2012", "earlier-edition a Originalnorm 2012"},
		"e": nil,
	} {
		mine, ok := editionOf(norm.Kind{}, all[pid])
		if !ok {
			t.Fatalf("%s is no edition", pid)
		}
		var got []string
		for _, r := range others(norm.Kind{}, mine, all) {
			if r.ReferenceCode != "LAM "+r.PID {
				t.Errorf("%s bears the reference code %s", r.PID, r.ReferenceCode)
			}
			got = append(got, fmt.Sprintf("%s %s %s", r.Kind, r.PID, r.Title))
		}
		if !slices.Equal(got, want) {
			t.Errorf("beside %s: %q, want %q", pid, got, want)
		}
	}
	for _, pid := range []string{"f", "g"} {
		if e, ok := editionOf(norm.Kind{}, all[pid]); ok {
			t.Errorf("%s is taken for an edition: %+v", pid, e)
		}
	}
}
