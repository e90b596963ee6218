package appraise

import (
	"strings"
	"testing"
)

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
