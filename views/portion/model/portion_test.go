package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/views/portion/model"
	"laufzettel/views/portion/portiontest"
	"laufzettel/views/present/presenttest"
)

func load(t *testing.T, f *portiontest.Fake, id string) (*model.Presenter, *presenttest.Cranked) {
	t.Helper()
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Load(id)
	run.Drain()
	return p, run
}

// One card per code and cause, by severity, then count.
func TestGroups(t *testing.T) {
	p, _ := load(t, &portiontest.Fake{ByID: map[string]model.Detail{"p1": portiontest.Full()}}, "p1")
	var got []string
	for _, g := range p.Groups {
		got = append(got, fmt.Sprintf("%s %d", g.Code, g.Count))
	}
	if diff := cmp.Diff([]string{"VOL-001 2", "FIX-002 1", "FMT-003 1", "PDF-014 6", "NAM-002 1"}, got); diff != "" {
		t.Errorf("groups (-want +got)\n%s", diff)
	}
	p.Toggle("warning")
	if s := p.Shown(); len(s) != 1 || s[0].Code != "PDF-014" {
		t.Errorf("filter shows %v", s)
	}
	p.Toggle("")
	p.SetSearch("bescheid")
	if s := p.Shown(); len(s) != 1 || s[0].Code != "FIX-002" {
		t.Errorf("search shows %v", s)
	}
}

// What changes while another screen is shown is read once it is shown again, not before.
func TestHidden_ReadsNothing(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": portiontest.Full()}}
	p, run := load(t, f, "p1")
	change := func() bool {
		d := f.ByID["p1"]
		d.State += "x"
		f.ByID["p1"] = d
		f.Changed()
		run.Drain()
		return p.Detail.State == d.State
	}
	if !change() {
		t.Error("a change on screen is not shown")
	}
	if p.Hide(); change() {
		t.Error("read while hidden")
	}
	p.Reload()
	run.Drain()
	if p.Detail.State != f.ByID["p1"].State || !change() {
		t.Errorf("shown again: %s, want %s", p.Detail.State, f.ByID["p1"].State)
	}
}

// The workspace says the next step; the ways out common to all findings decide what is
// offered beside it.
func TestPrimaryAndOffers(t *testing.T) {
	e := func(w ...string) model.Finding { return portiontest.Find("FIX-002", "error", "x", "a", w...) }
	wn := func(w ...string) model.Finding { return portiontest.Find("PDF-014", "warning", "y", "b", w...) }
	tests := []struct {
		name    string
		d       model.Detail
		primary model.Verb
		offers  []model.Verb
	}{
		{"arrived", model.Detail{Next: model.DoCheck, State: "arrived"}, model.DoCheck, nil},
		{"running", model.Detail{Next: model.DoCheck, State: "recognised", Running: &model.Running{}}, model.DoNothing, nil},
		{"checked, nothing found", model.Detail{Next: model.DoAccept, State: "checked"}, model.DoAccept, nil},
		{"notes alone", model.Detail{Next: model.DoAccept, State: "checked",
			Findings: []model.Finding{portiontest.Find("NAM-002", "note", "z", "")}}, model.DoAccept, nil},
		{"error, all ways", model.Detail{Next: model.DoReturn, State: "checked", Findings: []model.Finding{e(portiontest.Ways...)}},
			model.DoReturn, []model.Verb{model.DoException, model.DoStop}},
		{"error without exception", model.Detail{Next: model.DoReturn, State: "checked",
			Findings: []model.Finding{e("return", "stop"), wn(portiontest.Ways...)}}, model.DoReturn, []model.Verb{model.DoStop}},
		{"error that only stops", model.Detail{Next: model.DoStop, State: "checked", Findings: []model.Finding{e("stop")}}, model.DoStop,
			nil},
		{"warnings alone", model.Detail{Next: model.DoException, State: "checked", Findings: []model.Finding{wn("return", "exception")}},
			model.DoException, []model.Verb{model.DoReturn}},
		{"no common way", model.Detail{State: "checked", Findings: []model.Finding{e("stop"), wn("exception")}}, model.DoNothing, nil},
		{"sent", model.Detail{State: "sent"}, model.DoNothing, nil},
		{"packaged", model.Detail{Next: model.DoSend, State: "packaged"}, model.DoSend, nil},
		{"its jobs stand still", model.Detail{Next: model.DoSend, State: "packaged", Held: model.Held{Jobs: 2, Why: "kein Schlüssel"}},
			model.DoJobs, nil},
		{"workspace allows", model.Detail{Next: model.DoAccept, State: "checked", Findings: []model.Finding{wn("return", "exception")},
			Allowed: []model.Verb{model.DoAccept, model.DoReturn}}, model.DoAccept, []model.Verb{model.DoReturn}},
		{"workspace allows nothing", model.Detail{State: "checked", Findings: []model.Finding{e(portiontest.Ways...)},
			Allowed: []model.Verb{}}, model.DoNothing, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := load(t, &portiontest.Fake{Said: true, ByID: map[string]model.Detail{"x": tt.d}}, "x")
			if got := p.Primary(); got != tt.primary {
				t.Errorf("primary %q, want %q", got, tt.primary)
			}
			if got := p.Offered(); !slices.Equal(got, tt.offers) {
				t.Errorf("offers %v, want %v", got, tt.offers)
			}
		})
	}
}

// The answer for a portion left meanwhile is never shown on the next one.
func TestLateAnswerOfAnotherPortion(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"a": {ID: "a", Name: "A", State: "checked"},
		"b": {ID: "b", Name: "B", State: "checked"}}}
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Load("a")
	run.Work()
	late := run.Updates
	run.Updates = nil
	p.Load("b")
	run.Drain()
	for _, u := range late {
		u()
	}
	if p.Detail.Name != "B" {
		t.Errorf("shows %q, want B", p.Detail.Name)
	}
	told := false
	p.Do(model.Action{Verb: model.DoAccept}, func() { told = true })
	run.Work()
	p.Load("a")
	run.Drain()
	if told {
		t.Error("the outcome of an act at b was told at a")
	}
}

// Files come in pages, each asked once; a fault is shown and nothing is lost.
func TestFilePages(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"p1": portiontest.Full()}}
	p, run := load(t, f, "p1")
	for _, i := range []int{0, 1, 199, 200, 20_000} {
		p.File(i)
	}
	run.Drain()
	if want := []int{0, 200, 20_000}; !slices.Equal(f.Asked, want) {
		t.Errorf("asked for pages at %v, want %v", f.Asked, want)
	}
	if got, ok := p.File(201); !ok || !strings.Contains(got.Path, "000201") {
		t.Errorf("file 201 is %q", got.Path)
	}
}

func TestFold(t *testing.T) {
	p, _ := load(t, &portiontest.Fake{ByID: map[string]model.Detail{"p1": portiontest.Full()}}, "p1")
	if n := len(p.Visible()); n != 4 {
		t.Fatalf("%d rows, want 4", n)
	}
	p.Fold("a1")
	if n := len(p.Visible()); n != 2 {
		t.Errorf("%d rows with the dossier closed, want 2", n)
	}
}

func TestNothingFoundSaysWhatWasNotChecked(t *testing.T) {
	for _, tt := range []struct {
		checks []model.Check
		want   string
	}{
		{[]model.Check{{State: check.Full}, {State: check.Full}}, "Keine Befunde. 2 von 2 Prüfungen gemacht."},
		{[]model.Check{{State: check.Full}, {State: check.NotDone}}, "Keine Befunde. 1 von 2 Prüfungen gemacht, 1 nicht geprüft."},
	} {
		p, _ := load(t, &portiontest.Fake{ByID: map[string]model.Detail{"x": {State: "checked", Checked: true, Checks: tt.checks}}}, "x")
		if got := p.NoFindings(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
