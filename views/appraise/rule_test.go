package appraise

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
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

// A kind that is chosen leads into its fields, Enter through them and Strg+Enter through the
// sheet; what cannot be read or marks nothing cannot be taken. What the agency asks for is put
// in, with the list narrowed to what bears it.
func TestRuleSheet_Keys(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("Strg+Umschalt+R")
	p.Tap(t, "appraise.rule.chance")
	if p.Env.Focused() != p.Env.Find("appraise.rule.a").(fyne.Focusable) {
		t.Error("the kind does not lead to its first field")
	}
	if p.Env.Press("Strg+Enter"); len(p.v.p.Marked) != 0 || p.Env.Open() == nil {
		t.Error("a rule without values is taken")
	}
	p.Type(t, "appraise.rule.a", "3")
	p.Env.TypeKey(fyne.KeyReturn)
	if p.Env.Focused() != p.Env.Find("appraise.rule.b").(fyne.Focusable) {
		t.Error("Enter does not lead to the next field")
	}
	p.Type(t, "appraise.rule.b", "42")
	p.Type(t, "appraise.rule.exceptions", "63.2-0147/01")
	p.press("Strg+Enter")
	if n := len(p.v.p.Marked); p.Env.Open() != nil || n < 3 || n > 4 {
		t.Errorf("%d are marked", n)
	}
	if got := p.v.p.MarkedReason; !strings.Contains(got, "3 durch Zufall, Startwert 42. Außerdem: 63.2-0147/01.") {
		t.Errorf("the reason is %q", got)
	}
}

// The right button and the menu key open the menu of a row, with the keys of F1; who marked
// others before has only this row.
func TestMenuOfARow(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("Strg+A")
	p.v.p.Marked = map[string]bool{"139/1": true}
	row := p.v.p.Tree.Row("139/3")
	p.v.records.OnMenu(row, fyne.NewPos(100, 200))
	sheet := p.Env.Open()
	if sheet == nil || len(p.v.p.Marked) != 0 || p.v.p.Current != "139/3" {
		t.Fatalf("menu %v, marked %v, at %s", sheet, p.v.p.Marked, p.v.p.Current)
	}
	var got []string
	for _, a := range sheet.Actions {
		got = append(got, strings.TrimPrefix(a.ID, "appraise."))
	}
	for _, want := range []string{"archive", "destroy", "open", "reason", "rule", "mark"} {
		if !slices.Contains(got, want) {
			t.Errorf("the menu has %v, not %s", got, want)
		}
	}
	p.press("V")
	if v := p.v.p.Tree.Verdict(p.v.p.Tree.Index["139/3"]); v.Letter != "V" || p.Env.Open() != nil {
		t.Errorf("V in the menu: %+v", v)
	}
}
