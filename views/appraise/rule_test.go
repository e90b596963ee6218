package appraise

import (
	"strings"
	"testing"

	"laufzettel/appraisal/sift"
	"laufzettel/views/appraise/model"
)

// The rule sees the units of the list as it is: full numbers, open ones only.
func TestRulesOnTheList(t *testing.T) {
	tr := model.NewTree(model.Portion{Objects: sampleObjects(), Verdicts: map[string]model.Verdict{"139/2": {Letter: "A"}}})
	for want, r := range map[string]sift.Rule{
		"139/1 147/2 147/5 147/8 152/2 152/5": {Kind: sift.EveryNth, A: "3", B: "1"},
		"139/1 147/1 147/6 152/1 152/6":       {Kind: sift.ByDigit, A: "1; 6"},
		"147/3 152/1":                         {Kind: sift.ByLetter, A: "D", Exceptions: "63.2-0147/03, 63.2-0139/02"},
	} {
		var got []string
		for _, i := range tr.Pick(r, tr.Candidates()) {
			got = append(got, tr.Objects[i].ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%+v: %v, want %s", r, got, want)
		}
	}
}

// By keyboard: every fifth is marked, archived with the rule as its reason, the
// rest is destroyed.
func TestRuleSheet(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("Strg+Umschalt+R")
	p.Type(t, "appraise.rule.a", "5")
	p.Type(t, "appraise.rule.b", "2")
	p.Shoot(t, "04-bewertung-regel-hell")
	p.Tap(t, "appraise.rule.do")
	if len(p.v.p.Marked) != 4 {
		t.Fatalf("marked %v", p.v.p.Marked)
	}
	p.press("A")
	v := p.v.p.Tree.Verdict(p.v.p.Tree.Index["139/2"])
	if v.Letter != "A" || !strings.Contains(v.Reason, "jeder 5. Vorgang, beginnend beim 2") || !strings.Contains(v.Reason, "4 von 18") {
		t.Errorf("%+v", v)
	}
	if p.v.p.Reason() != "" {
		t.Errorf("the rule's reason stays: %q", p.v.p.Reason())
	}
	p.Tap(t, "appraise.chip.open")
	p.press("Strg+A", "V")
	if c := p.v.p.Tree.Counts; c.A != 4 || c.V != 14 {
		t.Errorf("%+v", c)
	}
}
