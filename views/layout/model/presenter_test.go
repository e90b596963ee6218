package model_test

import (
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/layout"
	"laufzettel/views/layout/layouttest"
	"laufzettel/views/layout/model"
	"laufzettel/views/present/presenttest"
)

// desk is a presenter with the sample of an export chosen.
func desk(t *testing.T) (*layouttest.Fake, *model.Presenter, *presenttest.Cranked) {
	t.Helper()
	f, run := layouttest.New(), &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	t.Cleanup(p.Close)
	p.Open("tba", "muster")
	run.Drain()
	return f, p, run
}

func want(t *testing.T, p *model.Presenter, name string) model.Want {
	t.Helper()
	i := slices.IndexFunc(p.Wants, func(w model.Want) bool { return w.Name() == name })
	if i < 0 {
		t.Fatalf("nothing asks for %s", name)
	}
	return p.Wants[i]
}

func part(t *testing.T, p *model.Presenter, path string) model.Part {
	t.Helper()
	i := slices.IndexFunc(p.Parts, func(x model.Part) bool { return x.Path == path })
	if i < 0 {
		t.Fatalf("the sample has no %s: %v", path, p.Parts)
	}
	return p.Parts[i]
}

// A whole session: connected by hand, told what is missing, stored, proved on a second
// sample, removed.
func TestSession(t *testing.T) {
	f, p, run := desk(t)
	if p.Draft.Kind != "dms" || len(p.Parts) == 0 {
		t.Fatalf("%+v", p.Draft)
	}
	for _, c := range [][2]string{{"delivery.agency", "/l/@amt"}, {"dossier.reference", "/l/z/az"}, {"case.reference", "/l/z/v/@nr"},
		{"case.dossier", "/l/z/az"}, {"case.title", "/l/z/v"},
		{"document.dossier", "/l/z/az"}, {"document.case", "/l/z/v/@nr"}, {"document.title", "/l/z/b"}, {"document.date", "/l/z/vom"}} {
		p.Connect(want(t, p, c[0]), part(t, p, c[1]))
		run.Drain()
	}
	if w := want(t, p, "document.file"); !p.Lacks(w) || p.Trial.Fits() || p.Trial.Missing != 1 {
		t.Errorf("one statement is missing: %+v", p.Trial)
	}
	p.Connect(want(t, p, "document.file"), part(t, p, "/l/z/f"))
	date := want(t, p, "document.date")
	p.Say(date, layout.Statement{Path: "vom", Date: "TT.MM.JJ"}, nil)
	run.Drain()
	if !strings.Contains(p.FaultOf(date), "Form eines Datums") || p.Trial.Fits() {
		t.Errorf("a form that is none: %q", p.FaultOf(date))
	}
	p.Say(date, layout.Statement{Path: "vom", Date: "T.M.JJJJ"}, nil)
	p.Rename("Ablage 1")
	run.Drain()
	if !p.Trial.Fits() || p.Trial.Example["document.date"] != "2001-02-03" || p.Said(want(t, p, "document")) != "/l/z" ||
		p.Said(date) != "vom" {
		t.Errorf("%+v, %q, %q", p.Trial, p.Said(want(t, p, "document")), p.Said(date))
	}
	p.Prove("zweites")
	run.Drain()
	if p.Second == nil || !p.Second.Fits() || p.Second.Records["document"] != 2 {
		t.Errorf("second sample: %+v", p.Second)
	}
	p.Prove("leer")
	run.Drain()
	if p.Second == nil || p.Second.Fits() {
		t.Errorf("a sample without records fits: %+v", p.Second)
	}
	told := 0
	p.Store(func() { told++ })
	run.Drain()
	if told != 1 || p.Dirty || len(p.State.Layouts) != 1 || !slices.Equal(f.Did, []string{"store tba Ablage 1 muster"}) {
		t.Errorf("stored %d times, %v, %+v", told, f.Did, p.State.Layouts)
	}
	if err := f.Stored[0].Validate(); err != nil {
		t.Errorf("what was stored is no layout: %v", err)
	}
	p.Begin("register")
	p.Edit("Ablage 1")
	run.Drain()
	if p.Draft.Kind != "dms" || p.Said(date) != "vom" {
		t.Errorf("%+v", p.Draft)
	}
	p.Remove("Ablage 1")
	run.Drain()
	if len(p.State.Layouts) != 0 {
		t.Errorf("%+v", p.State.Layouts)
	}
}

// A statement of a second file asks for the key of both.
func TestJoin(t *testing.T) {
	_, p, run := desk(t)
	p.Connect(want(t, p, "dossier.reference"), part(t, p, "/l/z/az"))
	run.Drain()
	p.Connect(want(t, p, "dossier.leadUnit"), part(t, p, "sachbearbeitung"))
	run.Drain()
	if p.Join == nil {
		t.Fatal("no key was asked for")
	}
	p.NoJoin()
	if p.Join != nil || p.Said(want(t, p, "dossier.leadUnit")) != "" {
		t.Error("given up and connected all the same")
	}
	p.Connect(want(t, p, "dossier.leadUnit"), part(t, p, "sachbearbeitung"))
	p.JoinBy(*p.Join, "az", "az")
	run.Drain()
	if p.Trial.Example["dossier.leadUnit"] != "M. Ahrens" || p.Trial.Read["dossier.leadUnit"] != 2 {
		t.Errorf("%+v", p.Trial)
	}
	p.Clear(want(t, p, "dossier.leadUnit"))
	run.Drain()
	if p.Trial.Read["dossier.leadUnit"] != 0 {
		t.Error("taken away and read all the same")
	}
}

// What is wrong is told, and what was made stays.
func TestStore_Fault(t *testing.T) {
	f, p, run := desk(t)
	p.Connect(want(t, p, "dossier.reference"), part(t, p, "/l/z/az"))
	f.Fault = full{}
	p.Store(func() { t.Error("told as stored") })
	run.Drain()
	if p.Fault == nil || !p.Dirty || p.Said(want(t, p, "dossier.reference")) != "az" {
		t.Errorf("fault %v, dirty %v", p.Fault, p.Dirty)
	}
}

type full struct{}

func (full) Error() string { return "die Platte ist voll" }
