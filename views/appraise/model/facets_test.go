package model_test

import (
	"strings"
	"testing"

	"laufzettel/appraisal/sift"
	"laufzettel/views/appraise/appraisetest"
	"laufzettel/views/appraise/model"
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
	p, f, run, _ := start(t, appraisetest.SampleObjects())
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
	f.ItsWords = map[string]bool{"147/3": true, "152/2": true}
	p.Narrow(sift.Filter{Word: " Klärwerk "})
	run.Drain()
	if unitsShown(p) != "147/3 152/2" || f.Log[len(f.Log)-1] == "" {
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
	p, _, run, _ := start(t, appraisetest.SampleObjects())
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
	p, _, run, _ := start(t, appraisetest.SampleObjects())
	p.Decide("A")
	p.Decide("V")
	run.Drain()
	k := p.Tree.Kept
	if k.Archive.Units != 1 || k.Archive.Documents != 22 || k.Archive.Bytes != 22*1_300_000 || k.Destroy.Units != 1 || k.Open.Units != 16 {
		t.Errorf("%+v", k)
	}
	var all []string
	for _, o := range p.Tree.Objects {
		all = append(all, o.ID)
	}
	if _, docs, bytes := p.Sum(all); bytes != k.Archive.Bytes+k.Destroy.Bytes+k.Open.Bytes || docs == 0 || bytes == 0 {
		t.Errorf("together %d documents, %d bytes; one by one %+v", docs, bytes, k)
	}
}

func TestLastReason_RoundAndRound(t *testing.T) {
	p, _, run, _ := start(t, appraisetest.SampleObjects())
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

// The details are read anew once the facts of the files are there; the document in
// view stays.
func TestDetailsAreReadAnewAfterTheSurvey(t *testing.T) {
	p, f, run, s := start(t, appraisetest.SampleObjects())
	count := func() (n int) {
		for _, l := range f.Log {
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

// The number at a facet is what is left when it is chosen, with all else in force.
func TestFacets_CountWhatIsLeft(t *testing.T) {
	p, _, _, _ := start(t, appraisetest.SampleObjects())
	for _, f := range []sift.Filter{{}, {Twin: true}, {Format: "CSV"}, {MinBytes: 40_000_000, Show: model.ShowOpen},
		{Plan: "63.2-0139", Text: "63"}} {
		p.Narrow(f)
		for _, show := range model.Shows {
			want := p.Tree.Showing(p.Filter, show)
			now := p.Filter
			now.Show = show
			p.Narrow(now)
			if got := len(strings.Fields(unitsShown(p))); got != want {
				t.Errorf("%+v: the chip %q says %d, %d are left", f, show, want, got)
			}
			p.Narrow(f)
		}
		gaps := func(f *sift.Filter) { f.Gap = true }
		want := p.Tree.Leaving(p.Filter, gaps)
		now := p.Filter
		gaps(&now)
		p.Narrow(now)
		if got := len(strings.Fields(unitsShown(p))); got != want {
			t.Errorf("%+v: the facet of gaps says %d, %d are left", f, want, got)
		}
	}
}
