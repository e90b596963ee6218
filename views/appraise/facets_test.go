package appraise

import (
	"strings"
	"testing"

	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// Everything of the new sheets by keyboard.
func TestSheetsOfJudgement(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("Strg+G")
	p.Type(t, "appraise.filter.min", "40")
	p.Tap(t, "appraise.filter.twin")
	if f := p.v.p.Filter; f.MinBytes != 40_000_000 || !f.Twin {
		t.Errorf("%+v", f)
	}
	p.Shoot(t, "04-bewertung-facetten-hell")
	p.Tap(t, "appraise.filter.clear")
	if p.v.p.Filter.Any() {
		t.Error("the filter stays")
	}
	p.press("Strg+Umschalt+O", "Ab", "Enter", "Enter")
	if o := p.v.p.Tree.Order; o.By != "number" || !o.Down {
		t.Errorf("%+v", o)
	}
	p.Shoot(t, "04-bewertung-sortieren-hell")
	p.Env.Open().Close()
	p.press("Strg+Umschalt+L")
	p.Tap(t, "appraise.papers.draft")
	if p.Env.Find("appraise.papers.file.1") == nil {
		t.Error("the files written are not shown")
	}
	p.Tap(t, "appraise.papers.file.0")
	p.Tap(t, "appraise.papers.letter")
	if p.Env.Find("appraise.papers.failed") == nil {
		t.Error("the refusal is not shown")
	}
	p.Tap(t, "appraise.remarks.choose")
	if log := strings.Join(p.fake.Log, "\n"); !strings.Contains(log,
		"write draft\nshow /tmp/draft.pdf\nwrite letter\nremarks antwort.csv") {
		t.Error(log)
	}
	p.Shoot(t, "04-bewertung-schreiben-hell")
	p.Env.Open().Close()
	p.press("Strg+Umschalt+M")
	p.Type(t, "appraise.model.plan", "63.2")
	p.Type(t, "appraise.model.letter", "a")
	p.Type(t, "appraise.model.name", "Großvorhaben")
	p.Tap(t, "appraise.model.add")
	if len(p.fake.Rules) != 1 || p.fake.Rules[0] != (model.Rule{Plan: "63.2", Letter: "A", Title: "Großvorhaben"}) {
		t.Errorf("%+v", p.fake.Rules)
	}
	p.Shoot(t, "04-bewertung-modell-hell")
	p.Env.Open().Close()
	p.press("Strg+Umschalt+B")
	p.Shoot(t, "04-bewertung-neben-hell")
	p.Env.Open().Close()
	p.press("Strg+T")
	p.Type(t, "appraise.blocks.new", "Neuer Baustein.")
	p.Env.TypeKey("Return")
	p.Run.Drain()
	if b := p.v.p.Portion.Blocks.Own; len(b) != 3 || b[2] != "Neuer Baustein." {
		t.Errorf("%v", b)
	}
}

// The list says what the decisions would keep, in every window.
func TestKeptLine(t *testing.T) {
	for _, v := range []kittest.Variant{light, {Name: "klein", Lang: "en", Mode: kit.ModeDark, Scale: 1.5, W: 1366, H: 768}} {
		p := openScreen(t, v, mockup)
		if got := p.v.keptLine(); !strings.Contains(got, "5 ") || !strings.Contains(got, "B") {
			t.Errorf("%s: %q", v.Name, got)
		}
	}
}

// G shows the documents of the case as one scroll; D and S go along it, A goes on.
func TestRollByKeyboard(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("G")
	if at, ok := p.v.page.Rolling(); !ok || at != 1 {
		t.Fatalf("rolling %v at %d, want the first dated document", ok, at)
	}
	p.press("D", "D")
	if at, _ := p.v.page.Rolling(); at != 3 {
		t.Errorf("at %d after D D", at)
	}
	p.Shoot(t, "04-bewertung-rolle-hell")
	p.press("A")
	if at, ok := p.v.page.Rolling(); !ok || at != 1 || p.v.p.Current != "139/2" {
		t.Errorf("after A: rolling %v at %d of %s", ok, at, p.v.p.Current)
	}
	p.press("G")
	if _, ok := p.v.page.Rolling(); ok {
		t.Error("the roll stays")
	}
}
