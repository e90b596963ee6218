package browser_test

import (
	"strings"
	"testing"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/generate"
)

// What is never destroyed is refused on the page, too: one by one and for what is marked,
// with the rule and its source, and nothing is decided (K2).
func TestAppraise_WhatIsNeverDestroyed(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Kind: "norm", Seed: 3})
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	p := visit(t, browser.Options{House: h})
	list := p.get("appraise?id=" + x.ID)
	units := all(byID(list.doc, "marks"), "input")
	if len(units) != 2 {
		t.Fatalf("%d units: %s", len(units), text(all(list.doc, "main")[0]))
	}
	object := p.get("appraise?id=" + x.ID + "&object=" + attr(units[0], "value"))
	for what, answer := range map[string]answer{
		"one": p.send(object, "appraise/decide", map[string]string{"letter": "V", "reason": "Platz.", "block": "0"}),
		"marked": p.post(attr(form(list, "appraise/many"), "action"),
			map[string][]string{"token": {fields(form(list, "appraise/many")).Get("token")}, "id": {x.ID}, "letter": {"V"},
				"reason": {"Platz."}, "mark": {attr(units[0], "value"), attr(units[1], "value")}}),
	} {
		if !strings.Contains(answer.said(), "V ist hier nicht möglich") || !strings.Contains(answer.said(), "verkündete Normen") {
			t.Errorf("%s: %d %q", what, answer.status, answer.said())
		}
	}
	if found := p.get("appraise?id=" + x.ID + "&show=V"); len(all(byID(found.doc, "marks"), "input")) != 0 {
		t.Errorf("a V was kept: %s", text(byID(found.doc, "marks")))
	}
}
