package appraise

import (
	"strings"
	"testing"

	"laufzettel/appraisal/sift"
	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

func unitsShown(p *model.Presenter) string {
	var ids []string
	for _, i := range p.Tree.Visible {
		if p.Tree.Objects[i].Kind == model.Unit {
			ids = append(ids, p.Tree.Objects[i].ID)
		}
	}
	return strings.Join(ids, " ")
}

func TestFacetsOfFiles(t *testing.T) {
	p, f, run, _ := start(t, sampleObjects())
	for name, tt := range map[string]struct {
		f    sift.Filter
		want string
	}{
		"format":     {sift.Filter{Format: "CSV"}, "139/1 147/3 147/6 147/9 152/2 152/5"},
		"duplicates": {sift.Filter{Twin: true}, "147/5 152/5"},
		"gaps":       {sift.Filter{Gap: true}, "147/2 147/9 152/6"},
		"model":      {sift.Filter{Model: "V", Twin: true}, "152/5"},
		"size":       {sift.Filter{MinBytes: 40_000_000}, "147/2 147/7 147/8 152/6"},
		"number":     {sift.Filter{Plan: "63.2-0139"}, "139/1 139/2 139/3"},
	} {
		p.Narrow(tt.f)
		if got := unitsShown(p); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	f.words = map[string]bool{"147/3": true, "152/2": true}
	p.Narrow(sift.Filter{Word: " Klärwerk "})
	run.Drain()
	if unitsShown(p) != "147/3 152/2" || f.log[len(f.log)-1] == "" {
		t.Errorf("word: %s", unitsShown(p))
	}
	p.Narrow(sift.Filter{})
	if len(strings.Fields(unitsShown(p))) != 18 {
		t.Errorf("after clearing: %s", unitsShown(p))
	}
}

// A sorted list is flat, keys walk along it, and the next open one is found in its
// order.
func TestSort_WalksInItsOrder(t *testing.T) {
	p, _, run, _ := start(t, sampleObjects())
	p.SortBy("documents")
	p.SortBy("documents")
	if got := strings.Fields(unitsShown(p)); got[0] != "147/8" || got[1] != "147/2" || len(got) != 18 {
		t.Fatalf("%v", got)
	}
	for _, i := range p.Tree.Visible {
		if p.Tree.Objects[i].Kind != model.Unit {
			t.Fatal("a sorted list holds an Akte")
		}
	}
	p.Ends(1)
	if p.Current != "147/8" {
		t.Errorf("first is %s", p.Current)
	}
	p.Step(1)
	if p.Current != "147/2" {
		t.Errorf("after it comes %s", p.Current)
	}
	p.Decide("A")
	run.Drain()
	if p.Tree.Letter(p.Tree.Index["147/2"]) != "A" {
		t.Error("not decided")
	}
	p.SortBy("")
	if p.Tree.Objects[p.Tree.Visible[0]].Kind != model.PlanUnit {
		t.Error("the order of the delivery is not back")
	}
}

func TestKept_CountsWhatIsDecided(t *testing.T) {
	p, _, run, _ := start(t, sampleObjects())
	p.Decide("A")
	p.Decide("V")
	run.Drain()
	k := p.Tree.Kept
	if k.Archive.Units != 1 || k.Archive.Documents != 22 || k.Archive.Bytes != 22*1_300_000 || k.Destroy.Units != 1 || k.Open.Units != 16 {
		t.Errorf("%+v", k)
	}
}

func TestLastReason_RoundAndRound(t *testing.T) {
	p, _, run, _ := start(t, sampleObjects())
	if _, ok := p.LastReason(); ok {
		t.Error("a reason before any was given")
	}
	for _, r := range []string{"Erster.", "Zweiter."} {
		p.Write(r)
		p.Decide("A")
		run.Drain()
	}
	for _, want := range []string{"Zweiter.", "Erster.", "Zweiter."} {
		if got, ok := p.LastReason(); !ok || got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

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
	if log := strings.Join(p.fake.log, "\n"); !strings.Contains(log, "write draft\nshow /tmp/draft.pdf\nwrite letter\nremarks antwort.csv") {
		t.Error(log)
	}
	p.Shoot(t, "04-bewertung-schreiben-hell")
	p.Env.Open().Close()
	p.press("Strg+Umschalt+M")
	p.Type(t, "appraise.model.plan", "63.2")
	p.Type(t, "appraise.model.letter", "a")
	p.Type(t, "appraise.model.name", "Großvorhaben")
	p.Tap(t, "appraise.model.add")
	if len(p.fake.rules) != 1 || p.fake.rules[0] != (model.Rule{Plan: "63.2", Letter: "A", Title: "Großvorhaben"}) {
		t.Errorf("%+v", p.fake.rules)
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

// The details are read anew once the facts of the files are there; the document in
// view stays.
func TestDetailsAreReadAnewAfterTheSurvey(t *testing.T) {
	p, f, run, s := start(t, sampleObjects())
	count := func() (n int) {
		for _, l := range f.log {
			if l == "details "+p.Current {
				n++
			}
		}
		return n
	}
	before := count()
	if len(p.Details[p.Current].Documents) == 0 {
		t.Fatalf("details of %s read %d times", p.Current, before)
	}
	shown := s.shown
	p.Survey()
	run.Drain()
	if count() != before+1 || len(p.Details) != 1 {
		t.Errorf("read %d times, want %d; %d kept", count(), before+1, len(p.Details))
	}
	if s.shown != shown {
		t.Error("the document was taken away and shown again")
	}
}
