package model_test

import (
	"errors"
	"slices"
	"testing"

	"laufzettel/views/present/presenttest"
	"laufzettel/views/route"
	"laufzettel/views/transmit/model"
	"laufzettel/views/transmit/transmittest"
)

func TestNext(t *testing.T) {
	w := presenttest.Words(t, "de")
	p := model.NewPresenter(&transmittest.Fake{}, &presenttest.Cranked{}, w, func() {})
	for _, tt := range []struct {
		job  model.Job
		verb model.Verb
		text string
	}{
		{model.Job{State: model.Sending}, model.DoHold, "Anhalten"},
		{model.Job{State: model.Waiting}, model.DoRetry, "Jetzt senden"},
		{model.Job{State: model.Paused}, model.DoRetry, "Jetzt senden"},
		{model.Job{State: model.NeedsAdmin}, model.DoRetry, "Erneut versuchen"},
		{model.Job{State: model.NeedsYou}, model.DoRetry, "Erneut versuchen"},
		{model.Job{State: model.NeedsYou, Renumber: true}, model.DoRenumber, "Neue Signatur …"},
		{model.Job{State: model.Waiting, Renumber: true}, model.DoRetry, "Jetzt senden"},
		{model.Job{State: model.Damaged}, model.DoRetry, "Erneut prüfen"},
		{model.Job{State: model.Done}, model.DoNothing, ""},
		{model.Job{State: model.NeedsYou, Action: "Konflikt lösen", Target: route.Route{Screen: route.Appraise}}, model.DoFollow,
			"Konflikt lösen"},
	} {
		if v, text := model.Next(tt.job), p.Label(tt.job); v != tt.verb || text != tt.text {
			t.Errorf("%s: %q %q, want %q %q", tt.job.State, v, text, tt.verb, tt.text)
		}
	}
}

// The history of a job that was left meanwhile is not shown at another one.
func TestLateHistory(t *testing.T) {
	f, run := &transmittest.Fake{State: transmittest.Full()}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Choose("s3")
	run.Work()
	late := run.Updates
	run.Updates = nil
	p.Choose("w1")
	run.Drain()
	for _, u := range late {
		u()
	}
	if got := p.History[0].Text; got != "auf diesem Gerät abgeschlossen: w1" {
		t.Errorf("shows the history %q", got)
	}
	p.Close()
	p.Choose("s4")
	run.Drain()
	if p.History != nil {
		t.Error("a closed presenter took a history")
	}
}

// One of two confirmations is no clearance: it is due, counted, and nothing can be
// reported as deleted (C8).
func TestClearances(t *testing.T) {
	f, run := &transmittest.Fake{State: transmittest.Full()}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	if p.Due() != 1 {
		t.Errorf("%d clearances are due, want 1", p.Due())
	}
	for i, want := range []struct {
		count    string
		standing model.Standing
	}{{"1 von 2", model.Awaited}, {"2 von 2", model.Reportable}, {"1 von 1", model.Given}} {
		c := p.State.Clearances[i]
		if p.Count(c) != want.count || c.Standing() != want.standing {
			t.Errorf("%s: %s %s, want %v", c.ID, p.Count(c), c.Standing(), want)
		}
		p.ReportDeletion(c, "")
		run.Drain()
	}
	if !slices.Equal(f.Did, []string{"deleted Z2 "}) {
		t.Errorf("did %v", f.Did)
	}
	f.Fault = errors.New("offline")
	p.ReportDeletion(p.State.Clearances[1], "")
	run.Drain()
	if p.Fault == nil {
		t.Error("the fault is not shown")
	}
}
