package appraise

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
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

func (s *stub) refresh()                  {}
func (s *stub) selected()                 {}
func (s *stub) saved()                    {}
func (s *stub) say(text string, _ func()) { s.said = append(s.said, text) }
func (s *stub) document(d *Document) {
	s.doc = ""
	s.shown++
	if d != nil {
		s.doc = d.ID
	}
}
func (s *stub) expect(list []Document) {
	s.next = nil
	for _, d := range list {
		s.next = append(s.next, d.ID)
	}
}

func start(t testing.TB, objects []Object) (*presenter, *fake, *presenttest.Cranked, *stub) {
	t.Helper()
	w, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	f, run, s := newFake(objects), &presenttest.Cranked{}, &stub{}
	p := newPresenter(f, run, w, s)
	p.load("")
	run.Drain()
	f.log = nil
	return p, f, run, s
}

func letters(p *presenter) string {
	var b strings.Builder
	for i, o := range p.tree.objects {
		if v := p.tree.verdict(i); v.Letter != "" {
			mark := v.Letter
			if v.Inherited {
				mark = strings.ToLower(mark)
			}
			fmt.Fprintf(&b, "%s=%s ", o.ID, mark)
		}
	}
	return strings.TrimSpace(b.String())
}

func TestLoadSelectsFirstOpen(t *testing.T) {
	p, _, _, s := start(t, sampleObjects())
	if p.current != "139/1" || s.doc != "139/1#1" {
		t.Errorf("selected %s, document %s; want the first open one with its first dated document", p.current, s.doc)
	}
	if p.tree.counts != (counts{total: 18, open: 18}) || len(p.tree.visible) != len(p.tree.objects) {
		t.Errorf("%+v, %d rows", p.tree.counts, len(p.tree.visible))
	}
}

func TestDecideGoesOn(t *testing.T) {
	p, f, run, _ := start(t, sampleObjects())
	p.decide("A")
	p.decide("V")
	if p.current != "139/3" || letters(p) != "139/1=A 139/2=V" {
		t.Errorf("before storing: at %s, %s", p.current, letters(p))
	}
	run.Drain()
	p.advance = false
	p.decide("A")
	run.Drain()
	if p.current != "139/3" || letters(p) != "139/1=A 139/2=V 139/3=A" || p.tree.counts != (counts{total: 18, open: 15, a: 2, v: 1, unreleased: 1}) {
		t.Errorf("at %s, %s, %+v", p.current, letters(p), p.tree.counts)
	}
	var decided []string
	for _, l := range f.log {
		if !strings.HasPrefix(l, "details") {
			decided = append(decided, l)
		}
	}
	if diff := cmp.Diff([]string{`139/1 A ""`, `139/2 V ""`, `139/3 A ""`}, decided); diff != "" {
		t.Errorf("stored in another order:\n%s", diff)
	}
}

func TestDossierInherits(t *testing.T) {
	p, _, run, _ := start(t, sampleObjects())
	p.choose(p.tree.index["147/8"])
	p.decide("A")
	run.Drain()
	p.choose(p.tree.index["147/1"])
	id, open := p.dossier()
	if id != "147" || open != 8 {
		t.Fatalf("dossier %s with %d open", id, open)
	}
	p.decideOn([]string{id}, "V")
	if p.current != "152/1" {
		t.Errorf("goes to %s, want the first open behind the Akte", p.current)
	}
	run.Drain()
	want := "147=V 147/1=v 147/2=v 147/3=v 147/4=v 147/5=v 147/6=v 147/7=v 147/8=A 147/9=v"
	if letters(p) != want {
		t.Errorf("got  %s\nwant %s", letters(p), want)
	}
	if v := p.tree.verdict(p.tree.index["147/3"]); v.From != "63.2-0147" {
		t.Errorf("origin of the inherited verdict %q", v.From)
	}
	p.undo()
	run.Drain()
	if letters(p) != "147/8=A" || p.current != "147" {
		t.Errorf("after undo %s at %s", letters(p), p.current)
	}
	p.redo()
	run.Drain()
	if letters(p) != want {
		t.Errorf("after redo %s", letters(p))
	}
}

func TestFailedDecisionIsTakenBack(t *testing.T) {
	p, f, run, _ := start(t, sampleObjects())
	f.fail = failure.New(failure.Setup, "decide", "Kein Platz.")
	p.decide("A")
	run.Drain()
	if letters(p) != "" || failure.HintOf(p.failed) != "Kein Platz." || p.tree.counts.open != 18 {
		t.Errorf("%q, %v", letters(p), p.failed)
	}
	f.fail = nil
	p.decide("A")
	run.Drain()
	if p.failed != nil {
		t.Error("the fault stays after the next decision")
	}
}

func TestMarked(t *testing.T) {
	p, f, run, s := start(t, sampleObjects())
	p.markOn()
	p.markOn()
	if len(p.marked) != 3 || p.current != "139/3" {
		t.Fatalf("%v at %s", p.marked, p.current)
	}
	p.write("Doppelt.")
	p.decide("V")
	run.Drain()
	if letters(p) != "139/1=V 139/2=V 139/3=V" || len(p.marked) != 0 || len(s.said) != 1 || !strings.Contains(s.said[0], "3 Vorgänge") {
		t.Errorf("%s, said %v", letters(p), s.said)
	}
	if !strings.Contains(strings.Join(f.log, "\n"), `139/1 139/2 139/3 V "Doppelt."`) {
		t.Errorf("%v", f.log)
	}
	p.undo()
	run.Drain()
	if letters(p) != "" {
		t.Errorf("one undo leaves %s", letters(p))
	}
	p.narrow(sift.Filter{Text: "tiefgarage"})
	p.markAll()
	if len(p.marked) != 1 || !p.marked["147/3"] {
		t.Errorf("marked under a filter: %v", p.marked)
	}
}

func TestReason(t *testing.T) {
	p, f, run, _ := start(t, sampleObjects())
	p.write("Gr")
	p.write("Grund")
	if text, ok := p.block(1); !ok || text != "Grund Massenakte ohne bleibenden Wert." {
		t.Errorf("%q", text)
	}
	p.step(1)
	if p.reason() != "" {
		t.Errorf("the next object shows %q", p.reason())
	}
	p.step(-1)
	if p.reason() != "Grund Massenakte ohne bleibenden Wert." {
		t.Errorf("the draft is lost: %q", p.reason())
	}
	p.advance = false
	p.decide("A")
	run.Drain()
	if v := p.tree.verdict(p.tree.index[p.current]); v.Reason != "Grund Massenakte ohne bleibenden Wert." || len(p.drafts) != 0 {
		t.Errorf("%+v, drafts %v", v, p.drafts)
	}
	p.write("Anders")
	p.settle()
	run.Drain()
	if v := p.tree.verdict(p.tree.index[p.current]); v.Reason != "Anders" || v.Letter != "A" {
		t.Errorf("%+v", v)
	}
	if _, ok := p.block(7); ok {
		t.Error("a block that is not there was taken")
	}
	drafts := 0
	for _, l := range f.log {
		if strings.HasPrefix(l, "draft") {
			drafts++
		}
	}
	if drafts != 4 {
		t.Errorf("%d drafts saved, want one per change (4)", drafts)
	}
}

func TestFilters(t *testing.T) {
	p, _, run, _ := start(t, sampleObjects())
	p.decide("A")
	p.decide("V")
	run.Drain()
	units := func() string {
		var ids []string
		for _, i := range p.tree.visible {
			if p.tree.objects[i].Kind == Unit {
				ids = append(ids, p.tree.objects[i].ID)
			}
		}
		return strings.Join(ids, " ")
	}
	tests := []struct {
		name string
		f    sift.Filter
		want string
	}{
		{"A", sift.Filter{Show: showA}, "139/1"},
		{"V", sift.Filter{Show: showV}, "139/2"},
		{"word", sift.Filter{Text: "GEBUEHREN"}, "147/5"},
		{"umlaut", sift.Filter{Text: "lärm"}, "139/3"},
		{"full number", sift.Filter{Text: "63.2-0152/03"}, "152/3"},
		{"suggestion", sift.Filter{Suggestion: "V"}, "147/5"},
		{"years", sift.Filter{From: 2014, Show: showOpen}, "147/5 147/9"},
		{"years up to", sift.Filter{To: 2004}, "139/1"},
		{"without reason", sift.Filter{Unreasoned: true}, "139/1 139/2"},
		{"nothing", sift.Filter{Text: "zzz"}, ""},
	}
	for _, tt := range tests {
		p.narrow(tt.f)
		if got := units(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	p.narrow(sift.Filter{Text: "bauaufsicht"})
	if len(p.tree.visible) != 1 {
		t.Errorf("%d rows for a word of a heading", len(p.tree.visible))
	}
	p.narrow(sift.Filter{Show: showA})
	p.stepOpen(1)
	run.Drain()
	if p.filter.Any() || p.current != "139/3" {
		t.Errorf("the next open one is invisible: filter %+v at %s", p.filter, p.current)
	}
}

func TestToggleAndSteps(t *testing.T) {
	p, _, run, _ := start(t, sampleObjects())
	p.toggle(p.tree.row("147"))
	if p.tree.row("147/1") >= 0 || p.tree.row("152") < 0 {
		t.Error("closing an Akte hides the wrong rows")
	}
	p.choose(p.tree.index["139/3"])
	p.step(1)
	if p.current != "152/1" {
		t.Errorf("J goes to %s, want over the closed Akte", p.current)
	}
	p.choose(p.tree.index["147/4"])
	if p.tree.row("147/4") < 0 {
		t.Error("the chosen object stays hidden")
	}
	p.ends(-1)
	if p.current != "152/6" {
		t.Errorf("Ende at %s", p.current)
	}
	p.step(1)
	if p.current != "152/6" {
		t.Error("J goes round at the end")
	}
	p.ends(1)
	p.stepOpen(-1)
	if p.current != "152/6" {
		t.Errorf("I goes to %s, want round to the last open", p.current)
	}
	run.Drain()
	p.toggle(p.tree.row("152"))
	if p.current != "152" {
		t.Errorf("selection %s after closing its Akte", p.current)
	}
}

func TestDocumentsAndPrefetch(t *testing.T) {
	p, f, run, s := start(t, sampleObjects())
	if strings.Join(s.next, " ") != "139/1#2 139/2#1" {
		t.Errorf("expected next %v", s.next)
	}
	s.next = nil
	p.turn(1)
	p.turn(1)
	p.turn(1)
	p.turn(1)
	p.turn(1)
	p.turn(1)
	run.Drain()
	if s.doc != "139/1#6" || strings.Join(s.next, " ") != "139/2#1" {
		t.Errorf("document %s, expected %v; want the first of the next open Vorgang at the end", s.doc, s.next)
	}
	f.log = nil
	p.step(1)
	run.Drain()
	if s.doc != "139/2#1" || strings.Contains(strings.Join(f.log, " "), "details 139/2") {
		t.Errorf("document %s; details fetched again: %v", s.doc, f.log)
	}
	p.step(-1)
	if s.doc != "139/1#6" {
		t.Errorf("the chosen document of an object is forgotten: %s", s.doc)
	}
	// Only the last of a run of keys is fetched.
	f.log = nil
	for range 5 {
		p.step(1)
	}
	run.Drain()
	n := 0
	for _, l := range f.log {
		if strings.HasPrefix(l, "details 147/1") || strings.HasPrefix(l, "details 139/3") {
			n++
		}
	}
	if n != 0 {
		t.Errorf("details of passed objects fetched: %v", f.log)
	}
}

func TestLateDetailsDoNotShow(t *testing.T) {
	p, _, run, s := start(t, sampleObjects())
	p.choose(p.tree.index["147/1"])
	run.Work()
	p.choose(p.tree.index["152/2"])
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
	f, run := newFake(nil), &presenttest.Cranked{}
	f.fail = errors.New("disk")
	p := newPresenter(f, run, w, &stub{})
	p.load("")
	run.Drain()
	if p.err == nil || p.loading {
		t.Error("a failed load is not shown")
	}
	f.fail = nil
	p.load("p1")
	run.Drain()
	if p.err != nil || p.portion.ID != "p1" {
		t.Errorf("second try: %v", p.err)
	}
}

func TestFinishOnlyWhenNothingIsOpen(t *testing.T) {
	p, f, run, _ := start(t, sampleObjects())
	p.finish(func(error) { t.Error("finished with open ones") })
	p.markAll()
	p.decide("A")
	run.Drain()
	told := false
	p.finish(func(err error) { told = err == nil })
	run.Drain()
	if !told || !p.portion.Finished || f.log[len(f.log)-1] != "finish" {
		t.Errorf("%v %v", told, f.log)
	}
}

// Any run of keys followed by as many undos ends where it began, and what is
// shown is what is stored.
func TestUndoIsExactInverse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, f, run, _ := start(t, sampleObjects())
		n := 0
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			i := rapid.IntRange(1, len(p.tree.objects)-1).Draw(rt, "object")
			p.choose(i)
			if len(p.targets()) == 0 {
				continue
			}
			p.decide(rapid.SampledFrom([]string{"A", "V", ""}).Draw(rt, "letter"))
			n++
			if rapid.Bool().Draw(rt, "wait") {
				run.Drain()
			}
		}
		run.Drain()
		if diff := cmp.Diff(f.effective(), shown(p), cmpopts.EquateEmpty()); diff != "" {
			rt.Fatalf("shown differs from stored:\n%s", diff)
		}
		for range n {
			p.undo()
			run.Drain()
		}
		if got := letters(p); got != "" {
			rt.Fatalf("after %d undos: %s", n, got)
		}
	})
}

func shown(p *presenter) map[string]Verdict {
	out := map[string]Verdict{}
	for id, v := range p.tree.verdicts {
		if v != (Verdict{}) {
			out[id] = v
		}
	}
	return out
}

func manyObjects(n int) []Object {
	list := []Object{{ID: "plan", Number: "63", Title: "Bauaufsicht"}}
	for i := 0; len(list) < n; i++ {
		if i%20 == 0 {
			list = append(list, Object{ID: fmt.Sprint("d", i), Kind: Dossier, Level: 1, Number: fmt.Sprintf("63.2-%05d", i/20), Title: "Akte Übungsplatz"})
			continue
		}
		list = append(list, Object{ID: fmt.Sprint("u", i), Kind: Unit, Level: 2, Number: fmt.Sprintf("/%02d", i%20), Title: "Vorgang mit einem Betreff", Documents: 10})
	}
	return list
}

// 100,000 objects load, filter and count fast enough (design.md 8: ≤ 1 s).
func BenchmarkLoad100000(b *testing.B) {
	p := Portion{Objects: manyObjects(100_000)}
	for b.Loop() {
		t := newTree(p)
		t.narrow(sift.Filter{Text: "übungs"})
		t.narrow(sift.Filter{Show: showOpen})
		t.count()
	}
}

// From the key to the next object shown in the list, at 100,000 objects.
func BenchmarkKeyToNextOpen(b *testing.B) {
	p, _, run, _ := start(b, manyObjects(100_000))
	p.advance = true
	for b.Loop() {
		p.decide("A")
		run.Drain()
		if p.tree.counts.open == 0 {
			b.StopTimer()
			p, _, run, _ = start(b, manyObjects(100_000))
			b.StartTimer()
		}
	}
}
