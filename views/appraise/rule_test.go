package appraise

import (
	"strings"
	"testing"

	"laufzettel/views/words"
)

func TestRules(t *testing.T) {
	tr := newTree(Portion{Objects: sampleObjects(), Verdicts: map[string]Verdict{"139/2": {Letter: "A"}}})
	tests := []struct {
		name string
		r    rule
		want string
	}{
		{"every third", rule{kind: everyNth, a: "3", b: "1"}, "139/1 147/2 147/5 147/8 152/2 152/5"},
		{"every third from the second", rule{kind: everyNth, a: "3", b: "2"}, "139/3 147/3 147/6 147/9 152/3 152/6"},
		{"letters", rule{kind: byLetter, a: "d, g"}, "147/5 147/8 152/1"},
		{"final digit", rule{kind: byDigit, a: "1; 6"}, "139/1 147/1 147/6 152/1 152/6"},
		{"two final digits", rule{kind: byDigit, a: "09"}, "147/9"},
		{"time slice", rule{kind: timeSlice, a: "2013", b: "2014"}, "147/5 147/8 147/9 152/1 152/2 152/3 152/4 152/5 152/6"},
		{"exceptions", rule{kind: byLetter, a: "D", exceptions: "63.2-0147/03, 63.2-0139/02"}, "147/3 152/1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if p := tt.r.problem(); p != "" {
				t.Fatalf("problem in field %s", p)
			}
			var got []string
			for _, i := range tr.pick(tt.r, tr.candidates()) {
				got = append(got, tr.objects[i].ID)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%v, want %s", got, tt.want)
			}
		})
	}
	chance := rule{kind: byChance, a: "5", b: "42"}
	first, second := tr.pick(chance, tr.candidates()), tr.pick(chance, tr.candidates())
	if len(first) != 5 || len(second) != 5 || first[0] != second[0] || first[4] != second[4] {
		t.Errorf("chance is not repeatable: %v %v", first, second)
	}
	if n := len(tr.pick(rule{kind: byChance, a: "500", b: "1"}, tr.candidates())); n != 17 {
		t.Errorf("500 by chance of 17: %d", n)
	}
}

func TestRuleProblems(t *testing.T) {
	for r, want := range map[rule]string{
		{kind: everyNth}: "a", {kind: everyNth, a: "3"}: "b", {kind: everyNth, a: "3", b: "4"}: "b", {kind: everyNth, a: "0", b: "1"}: "a",
		{kind: byLetter, a: "12"}: "a", {kind: byDigit, a: "x"}: "a", {kind: timeSlice, a: "2001"}: "b", {kind: byChance, a: "5", b: "-1"}: "b", {kind: byChance, a: "5", b: "0"}: "",
	} {
		if got := r.problem(); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
}

func TestRuleSentence(t *testing.T) {
	w, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	got := rule{kind: byChance, a: "12", b: "42", exceptions: "63.2-0147/03"}.sentence(w, 13, 120)
	want := "Auswahl nach Regel: 12 durch Zufall, Startwert 42. Außerdem: 63.2-0147/03. 13 von 120 offenen."
	if got != want {
		t.Errorf("%q", got)
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
	if len(p.v.p.marked) != 4 {
		t.Fatalf("marked %v", p.v.p.marked)
	}
	p.press("A")
	v := p.v.p.tree.verdict(p.v.p.tree.index["139/2"])
	if v.Letter != "A" || !strings.Contains(v.Reason, "jeder 5. Vorgang, beginnend beim 2") || !strings.Contains(v.Reason, "4 von 18") {
		t.Errorf("%+v", v)
	}
	if p.v.p.reason() != "" {
		t.Errorf("the rule's reason stays: %q", p.v.p.reason())
	}
	p.Tap(t, "appraise.chip.open")
	p.press("Strg+A", "V")
	if c := p.v.p.tree.counts; c.a != 4 || c.v != 14 {
		t.Errorf("%+v", c)
	}
}
