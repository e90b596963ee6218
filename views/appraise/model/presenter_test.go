package model_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/appraise/appraisetest"
	"laufzettel/views/appraise/model"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/words"
)

// stub is a screen that remembers what it was told.
type stub struct {
	doc   string
	shown int
	next  []string
	said  []string
}

func (s *stub) Refresh() {}

func (s *stub) Selected() {}

func (s *stub) Saved() {}

func (s *stub) Say(text string, _ func()) { s.said = append(s.said, text) }

func (s *stub) Tell(text string) { s.said = append(s.said, text) }

func (s *stub) Refuse(err error) { s.said = append(s.said, failure.HintOf(err).String()) }

func (s *stub) Document(d *model.Document) {
	s.doc = ""
	s.shown++
	if d != nil {
		s.doc = d.ID
	}
}

func (s *stub) Expect(list []model.Document) {
	s.next = nil
	for _, d := range list {
		s.next = append(s.next, d.ID)
	}
}

func start(t testing.TB, objects []model.Object) (*model.Presenter, *appraisetest.Fake, *presenttest.Cranked, *stub) {
	t.Helper()
	w, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	f, run, s := appraisetest.NewFake(objects), &presenttest.Cranked{}, &stub{}
	p := model.NewPresenter(f, run, w, s)
	p.Load("")
	run.Drain()
	f.Log = nil
	return p, f, run, s
}

func TestLoadSelectsFirstOpen(t *testing.T) {
	p, _, _, s := start(t, appraisetest.SampleObjects())
	if p.Current != "139/1" || s.doc != "139/1#1" {
		t.Errorf("selected %s, document %s; want the first open one with its first dated document", p.Current, s.doc)
	}
	if p.Tree.Counts != (model.Counts{Total: 18, Open: 18}) || len(p.Tree.Visible) != len(p.Tree.Objects) {
		t.Errorf("%+v, %d rows", p.Tree.Counts, len(p.Tree.Visible))
	}
}

func TestDecideGoesOn(t *testing.T) {
	p, f, run, _ := start(t, appraisetest.SampleObjects())
	p.Decide("A")
	p.Decide("V")
	if p.Current != "139/3" || appraisetest.Letters(p) != "139/1=A 139/2=V" {
		t.Errorf("before storing: at %s, %s", p.Current, appraisetest.Letters(p))
	}
	run.Drain()
	p.Advance = false
	p.Decide("A")
	run.Drain()
	if p.Current != "139/3" || appraisetest.Letters(p) != "139/1=A 139/2=V 139/3=A" ||
		p.Tree.Counts != (model.Counts{Total: 18, Open: 15, A: 2, V: 1, Unreleased: 1}) {
		t.Errorf("at %s, %s, %+v", p.Current, appraisetest.Letters(p), p.Tree.Counts)
	}
	var decided []string
	for _, l := range f.Log {
		if !strings.HasPrefix(l, "details") {
			decided = append(decided, l)
		}
	}
	if diff := cmp.Diff([]string{`139/1 A ""`, `139/2 V ""`, `139/3 A ""`}, decided); diff != "" {
		t.Errorf("stored in another order:\n%s", diff)
	}
}

func TestDossierInherits(t *testing.T) {
	p, _, run, _ := start(t, appraisetest.SampleObjects())
	p.Choose(p.Tree.Index["147/8"])
	p.Decide("A")
	run.Drain()
	p.Choose(p.Tree.Index["147/1"])
	id, open := p.Dossier()
	if id != "147" || open != 8 {
		t.Fatalf("dossier %s with %d open", id, open)
	}
	p.DecideOn([]string{id}, "V")
	if p.Current != "152/1" {
		t.Errorf("goes to %s, want the first open behind the Akte", p.Current)
	}
	run.Drain()
	want := "147=V 147/1=v 147/2=v 147/3=v 147/4=v 147/5=v 147/6=v 147/7=v 147/8=A 147/9=v"
	if appraisetest.Letters(p) != want {
		t.Errorf("got  %s\nwant %s", appraisetest.Letters(p), want)
	}
	if v := p.Tree.Verdict(p.Tree.Index["147/3"]); v.From != "63.2-0147" {
		t.Errorf("origin of the inherited verdict %q", v.From)
	}
	p.Undo()
	run.Drain()
	if appraisetest.Letters(p) != "147/8=A" || p.Current != "147" {
		t.Errorf("after undo %s at %s", appraisetest.Letters(p), p.Current)
	}
	p.Redo()
	run.Drain()
	if appraisetest.Letters(p) != want {
		t.Errorf("after redo %s", appraisetest.Letters(p))
	}
}

func TestFailedDecisionIsTakenBack(t *testing.T) {
	p, f, run, _ := start(t, appraisetest.SampleObjects())
	f.Fail = failure.New(failure.Setup, "decide", wording.Plain("Kein Platz."))
	p.Decide("A")
	run.Drain()
	if appraisetest.Letters(p) != "" || failure.HintOf(p.Failed).In("de") != "Kein Platz." || p.Tree.Counts.Open != 18 {
		t.Errorf("%q, %v", appraisetest.Letters(p), p.Failed)
	}
	f.Fail = nil
	p.Decide("A")
	run.Drain()
	if p.Failed != nil {
		t.Error("the fault stays after the next decision")
	}
}

func TestMarked(t *testing.T) {
	p, f, run, s := start(t, appraisetest.SampleObjects())
	p.MarkOn()
	p.MarkOn()
	if len(p.Marked) != 3 || p.Current != "139/3" {
		t.Fatalf("%v at %s", p.Marked, p.Current)
	}
	p.Write("Doppelt.")
	p.Decide("V")
	run.Drain()
	if appraisetest.Letters(p) != "139/1=V 139/2=V 139/3=V" || len(p.Marked) != 0 || len(s.said) != 1 ||
		!strings.Contains(s.said[0], "3 Vorgänge") {
		t.Errorf("%s, said %v", appraisetest.Letters(p), s.said)
	}
	if !strings.Contains(strings.Join(f.Log, "\n"), `139/1 139/2 139/3 V "Doppelt."`) {
		t.Errorf("%v", f.Log)
	}
	p.Undo()
	run.Drain()
	if appraisetest.Letters(p) != "" {
		t.Errorf("one undo leaves %s", appraisetest.Letters(p))
	}
	p.Narrow(sift.Filter{Text: "tiefgarage"})
	p.MarkAll()
	if len(p.Marked) != 1 || !p.Marked["147/3"] {
		t.Errorf("marked under a filter: %v", p.Marked)
	}
}

func TestReason(t *testing.T) {
	p, f, run, _ := start(t, appraisetest.SampleObjects())
	p.Write("Gr")
	p.Write("Grund")
	if text, ok := p.Block(1); !ok || text != "Grund Massenakte ohne bleibenden Wert." {
		t.Errorf("%q", text)
	}
	p.Step(1)
	if p.Reason() != "" {
		t.Errorf("the next object shows %q", p.Reason())
	}
	p.Step(-1)
	if p.Reason() != "Grund Massenakte ohne bleibenden Wert." {
		t.Errorf("the draft is lost: %q", p.Reason())
	}
	p.Advance = false
	p.Decide("A")
	run.Drain()
	if v := p.Tree.Verdict(p.Tree.Index[p.Current]); v.Reason != "Grund Massenakte ohne bleibenden Wert." || len(p.Drafts) != 0 {
		t.Errorf("%+v, drafts %v", v, p.Drafts)
	}
	p.Write("Anders")
	p.Settle()
	run.Drain()
	if v := p.Tree.Verdict(p.Tree.Index[p.Current]); v.Reason != "Anders" || v.Letter != "A" {
		t.Errorf("%+v", v)
	}
	if _, ok := p.Block(7); ok {
		t.Error("a block that is not there was taken")
	}
	drafts := 0
	for _, l := range f.Log {
		if strings.HasPrefix(l, "draft") {
			drafts++
		}
	}
	if drafts != 4 {
		t.Errorf("%d drafts saved, want one per change (4)", drafts)
	}
}

func TestFilters(t *testing.T) {
	p, _, run, _ := start(t, appraisetest.SampleObjects())
	p.Decide("A")
	p.Decide("V")
	run.Drain()
	units := func() string {
		var ids []string
		for _, i := range p.Tree.Visible {
			if p.Tree.Objects[i].Kind == model.Unit {
				ids = append(ids, p.Tree.Objects[i].ID)
			}
		}
		return strings.Join(ids, " ")
	}
	tests := []struct {
		name string
		f    sift.Filter
		want string
	}{
		{"A", sift.Filter{Show: model.ShowA}, "139/1"},
		{"V", sift.Filter{Show: model.ShowV}, "139/2"},
		{"word", sift.Filter{Text: "GEBUEHREN"}, "147/5"},
		{"umlaut", sift.Filter{Text: "lärm"}, "139/3"},
		{"full number", sift.Filter{Text: "63.2-0152/03"}, "152/3"},
		{"suggestion", sift.Filter{Suggestion: "V"}, "147/5"},
		{"years", sift.Filter{From: 2014, Show: model.ShowOpen}, "147/5 147/9"},
		{"years up to", sift.Filter{To: 2004}, "139/1"},
		{"without reason", sift.Filter{Unreasoned: true}, "139/1 139/2"},
		{"nothing", sift.Filter{Text: "zzz"}, ""},
	}
	for _, tt := range tests {
		p.Narrow(tt.f)
		if got := units(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	p.Narrow(sift.Filter{Text: "bauaufsicht"})
	if len(p.Tree.Visible) != 1 {
		t.Errorf("%d rows for a word of a heading", len(p.Tree.Visible))
	}
	p.Narrow(sift.Filter{Show: model.ShowA})
	p.StepOpen(1)
	run.Drain()
	if p.Filter.Any() || p.Current != "139/3" {
		t.Errorf("the next open one is invisible: filter %+v at %s", p.Filter, p.Current)
	}
}

func TestToggleAndSteps(t *testing.T) {
	p, _, run, _ := start(t, appraisetest.SampleObjects())
	p.Toggle(p.Tree.Row("147"))
	if p.Tree.Row("147/1") >= 0 || p.Tree.Row("152") < 0 {
		t.Error("closing an Akte hides the wrong rows")
	}
	p.Choose(p.Tree.Index["139/3"])
	p.Step(1)
	if p.Current != "152/1" {
		t.Errorf("J goes to %s, want over the closed Akte", p.Current)
	}
	p.Choose(p.Tree.Index["147/4"])
	if p.Tree.Row("147/4") < 0 {
		t.Error("the chosen object stays hidden")
	}
	p.Ends(-1)
	if p.Current != "152/6" {
		t.Errorf("Ende at %s", p.Current)
	}
	p.Step(1)
	if p.Current != "152/6" {
		t.Error("J goes round at the end")
	}
	p.Ends(1)
	p.StepOpen(-1)
	if p.Current != "152/6" {
		t.Errorf("I goes to %s, want round to the last open", p.Current)
	}
	run.Drain()
	p.Toggle(p.Tree.Row("152"))
	if p.Current != "152" {
		t.Errorf("selection %s after closing its Akte", p.Current)
	}
}

func TestDocumentsAndPrefetch(t *testing.T) {
	p, f, run, s := start(t, appraisetest.SampleObjects())
	if strings.Join(s.next, " ") != "139/1#2 139/2#1" {
		t.Errorf("expected next %v", s.next)
	}
	s.next = nil
	p.Turn(1)
	p.Turn(1)
	p.Turn(1)
	p.Turn(1)
	p.Turn(1)
	p.Turn(1)
	run.Drain()
	if s.doc != "139/1#6" || strings.Join(s.next, " ") != "139/2#1" {
		t.Errorf("document %s, expected %v; want the first of the next open Vorgang at the end", s.doc, s.next)
	}
	f.Log = nil
	p.Step(1)
	run.Drain()
	if s.doc != "139/2#1" || strings.Contains(strings.Join(f.Log, " "), "details 139/2") {
		t.Errorf("document %s; details fetched again: %v", s.doc, f.Log)
	}
	p.Step(-1)
	if s.doc != "139/1#6" {
		t.Errorf("the chosen document of an object is forgotten: %s", s.doc)
	}
	// Only the last of a run of keys is fetched.
	f.Log = nil
	for range 5 {
		p.Step(1)
	}
	run.Drain()
	n := 0
	for _, l := range f.Log {
		if strings.HasPrefix(l, "details 147/1") || strings.HasPrefix(l, "details 139/3") {
			n++
		}
	}
	if n != 0 {
		t.Errorf("details of passed objects fetched: %v", f.Log)
	}
}

func TestLateDetailsDoNotShow(t *testing.T) {
	p, _, run, s := start(t, appraisetest.SampleObjects())
	p.Choose(p.Tree.Index["147/1"])
	run.Work()
	p.Choose(p.Tree.Index["152/2"])
	run.Drain()
	if s.doc != "152/2#1" {
		t.Errorf("document %s of another object", s.doc)
	}
}

func TestLoadFails(t *testing.T) {
	w, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	f, run := appraisetest.NewFake(nil), &presenttest.Cranked{}
	f.Fail = errors.New("disk")
	p := model.NewPresenter(f, run, w, &stub{})
	p.Load("")
	run.Drain()
	if p.Err == nil || p.Loading {
		t.Error("a failed load is not shown")
	}
	f.Fail = nil
	p.Load("p1")
	run.Drain()
	if p.Err != nil || p.Portion.ID != "p1" {
		t.Errorf("second try: %v", p.Err)
	}
}

func TestFinishOnlyWhenNothingIsOpen(t *testing.T) {
	p, f, run, _ := start(t, appraisetest.SampleObjects())
	p.Finish(func(error) { t.Error("finished with open ones") })
	p.MarkAll()
	p.Decide("A")
	run.Drain()
	told := false
	p.Finish(func(err error) { told = err == nil })
	run.Drain()
	run.Drain()
	if p.Next() != model.StepOn {
		t.Errorf("after the end comes %q", p.Next())
	}
	if !told || !p.Portion.Finished || !slices.Contains(f.Log, "finish") {
		t.Errorf("%v %v", told, f.Log)
	}
	done := len(f.Log)
	for name, act := range map[string]func(){"decide": func() { p.Decide("V") }, "undo": p.Undo, "redo": p.Redo,
		"reason": func() { p.Write("zu spät") }, "settle": p.Settle} {
		act()
		run.Drain()
		late := slices.DeleteFunc(slices.Clone(f.Log[done:]), func(s string) bool {
			return strings.HasPrefix(s, "detail") || strings.HasPrefix(s, "open")
		})
		if len(late) > 0 {
			t.Errorf("%s after the end did %v", name, late)
		}
	}
	if p.Reason() == "zu spät" || p.Tree.Counts.V > 0 {
		t.Errorf("after the end: reason %q, %d destroyed", p.Reason(), p.Tree.Counts.V)
	}
}

// Any run of keys followed by as many undos ends where it began, and what is
// shown is what is stored.
func TestUndoIsExactInverse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, f, run, _ := start(t, appraisetest.SampleObjects())
		n := 0
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			i := rapid.IntRange(1, len(p.Tree.Objects)-1).Draw(rt, "object")
			p.Choose(i)
			if len(p.Targets()) == 0 {
				continue
			}
			p.Decide(rapid.SampledFrom([]string{"A", "V", ""}).Draw(rt, "letter"))
			n++
			if rapid.Bool().Draw(rt, "wait") {
				run.Drain()
			}
		}
		run.Drain()
		if diff := cmp.Diff(f.Effective(), shown(p), cmpopts.EquateEmpty()); diff != "" {
			rt.Fatalf("shown differs from stored:\n%s", diff)
		}
		for range n {
			p.Undo()
			run.Drain()
		}
		if got := appraisetest.Letters(p); got != "" {
			rt.Fatalf("after %d undos: %s", n, got)
		}
	})
}

func shown(p *model.Presenter) map[string]model.Verdict {
	out := map[string]model.Verdict{}
	for id, v := range p.Tree.Verdicts {
		if v != (model.Verdict{}) {
			out[id] = v
		}
	}
	return out
}

// 100,000 objects load, filter and count fast enough (design.md 8: ≤ 1 s).
func BenchmarkLoad100000(b *testing.B) {
	p := model.Portion{Objects: appraisetest.ManyObjects(100_000)}
	for b.Loop() {
		t := model.NewTree(p)
		t.Narrow(sift.Filter{Text: "übungs"})
		t.Narrow(sift.Filter{Show: model.ShowOpen})
		t.Count()
	}
}

// From the key to the next object shown in the list, at 100,000 objects.
func BenchmarkKeyToNextOpen(b *testing.B) {
	p, _, run, _ := start(b, appraisetest.ManyObjects(100_000))
	p.Advance = true
	for b.Loop() {
		p.Decide("A")
		run.Drain()
		if p.Tree.Counts.Open == 0 {
			b.StopTimer()
			p, _, run, _ = start(b, appraisetest.ManyObjects(100_000))
			b.StartTimer()
		}
	}
}
