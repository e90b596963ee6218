package model_test

import (
	"testing"

	stage "laufzettel/transfer/prepare"
	"laufzettel/views/prepare/model"
	"laufzettel/views/prepare/preparetest"
	"laufzettel/views/present/presenttest"
)

// What is typed is kept at once and in order; what is missing is told at the field
// and in the step, and Weiter works all the same.
func TestPresenter(t *testing.T) {
	f, run := &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Draft()}, &presenttest.Cranked{}
	saved := 0
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {}, func() { saved++ })
	p.Open("V2026-0007")
	run.Drain()
	if p.Step != model.StepOffice || p.Next() != model.DoNext {
		t.Fatalf("step %d, %s", p.Step, p.Next())
	}
	if got := p.Missing(model.StepOffice); got != 1 {
		t.Errorf("%d missing", got)
	}
	if got := p.FieldFault(p.State.Draft.Fields[0]); got != "" {
		t.Errorf("an empty field says %q before it is asked for", got)
	}
	p.Go(model.StepFolder)
	if got := p.FieldFault(p.State.Draft.Fields[0]); got == "" {
		t.Error("an empty field says nothing after Weiter")
	}
	p.Set("agency", "Stan")
	p.Set("agency", "Standesamt Beispielstadt") // while the first save waits
	if got := p.Set("closingDate", "gestern"); got == "" {
		t.Error("a wrong day says nothing")
	}
	run.Drain()
	if n := len(f.Typed); n < 2 || f.Typed[len(f.Typed)-1].Fields["agency"] != "Standesamt Beispielstadt" ||
		f.Typed[len(f.Typed)-1].Fields["closingDate"] != "gestern" || saved == 0 {
		t.Errorf("saved %d times, last %v", n, f.Typed)
	}
	p.Make() // leads to the first step that lacks something
	if p.Step != model.StepFolder || !p.Told[model.StepFolder] {
		t.Errorf("step %d", p.Step)
	}
	p.SetPlace("/a", "/b")
	p.Set("closingDate", "4.1.1996")
	p.Make() // waits for the save
	run.Drain()
	if got := f.Did[len(f.Did)-1]; got != "make V2026-0007" {
		t.Errorf("did %v", f.Did)
	}
	p.Set("agency", "zuletzt")
	p.Close()
	run.Drain()
	if f.Typed[len(f.Typed)-1].Fields["agency"] != "zuletzt" {
		t.Error("what was typed last is lost")
	}
}

func TestPresenter_Next(t *testing.T) {
	for _, tt := range []struct {
		state stage.State
		step  model.Step
		run   bool
		want  model.Verb
	}{
		{"draft", model.StepContent, false, model.DoNext}, {"draft", model.StepCheck, false, model.DoMake},
		{"draft", model.StepCheck, true, model.DoCancel},
		{"built", model.StepCheck, false, model.DoMake}, {"self-checked", model.StepCheck, false, model.DoNext},
		{"self-checked", model.StepHand, false, model.DoHand},
		{"handed-over", model.StepHand, false, model.DoNext}, {"handed-over", model.StepBack, false, model.DoReceipt},
		{"confirmed", model.StepBack, false, model.DoReceipt}, {"deletable", model.StepBack, false, model.DoDeleted},
	} {
		f, run := &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Built(tt.state)}, &presenttest.Cranked{}
		f.Draft.State = tt.state
		if tt.run {
			f.Draft.Running = &model.Running{}
		}
		p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {}, func() {})
		p.Open("V2026-0007")
		run.Drain()
		p.Go(tt.step)
		if got := p.Next(); got != tt.want {
			t.Errorf("%s at step %d: %s, want %s", tt.state, tt.step, got, tt.want)
		}
	}
}
