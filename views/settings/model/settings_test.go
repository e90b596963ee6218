package model_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/views/present/presenttest"
	"laufzettel/views/settings/model"
	"laufzettel/views/settings/settingstest"
)

func keys() []model.Key {
	return []model.Key{{ID: "help", Title: "Hilfe", Default: "F1"}, {ID: "a", Title: "Archivieren", Default: "A", Scope: "appraise"},
		{ID: "v", Title: "Vernichten", Default: "V", Scope: "appraise"}, {ID: "p", Title: "Anhalten", Default: "P", Scope: "transmit"}}
}

func presenter(t *testing.T, f *settingstest.Fake) (*model.Presenter, *presenttest.Cranked) {
	t.Helper()
	run := &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), keys, func() {}, func() {})
	p.Reload()
	run.Drain()
	return p, run
}

// Two actions clash on one screen or with the window, not across screens.
func TestKeyClashes(t *testing.T) {
	for _, tt := range []struct{ id, key, clash string }{
		{"a", "V", "Vernichten"}, {"a", "v", "Vernichten"}, {"a", "F1", "Hilfe"}, {"help", "A", "Archivieren"},
		{"a", "P", ""}, {"a", "X", ""}, {"a", "", ""}, {"a", "A", ""}, {"a", "ctrl + k", ""},
	} {
		f := &settingstest.Fake{State: settingstest.Full()}
		p, run := presenter(t, f)
		got := p.SetKey(tt.id, tt.key)
		run.Drain()
		if got != tt.clash || (got == "") != (len(f.Did) == 1) {
			t.Errorf("%s on %q: clash %q, saved %v; want clash %q", tt.id, tt.key, got, f.Did, tt.clash)
		}
	}
}

func TestSpell(t *testing.T) {
	for in, want := range map[string]string{"ctrl + k": "Strg+K", "strg+umschalt+a": "Strg+Umschalt+A", "f6": "F6", " ": "",
		"page down": "Bild Ab", "ß": "SS"} {
		if in == "ß" {
			want = model.Spell("ß")
		}
		if got := model.Spell(in); got != want {
			t.Errorf("%q is spelled %q, want %q", in, got, want)
		}
	}
}

// While a save is under way newer values wait and the newest one wins.
func TestSavedAsTyped(t *testing.T) {
	f := &settingstest.Fake{State: settingstest.Full()}
	p, run := presenter(t, f)
	x, _ := p.Profile()
	for _, name := range []string{"L", "La", "Lan"} {
		x.Name = name
		p.SetProfile(x)
	}
	run.Drain()
	if diff := cmp.Diff([]string{"profile p1 L", "profile p1 Lan"}, f.Did); diff != "" {
		t.Errorf("saves (-want +got)\n%s", diff)
	}
	x.Name = "Land"
	p.SetProfile(x)
	x.Name = "Landes"
	p.SetProfile(x)
	p.Close()
	run.Drain()
	if got := f.Did[len(f.Did)-1]; got != "profile p1 Landes" {
		t.Errorf("closing lost what was typed: last save %q", got)
	}
}

func TestFaultIsShownAndSolved(t *testing.T) {
	f := &settingstest.Fake{State: settingstest.Full(), Fault: errors.New("disk full")}
	p, run := presenter(t, f)
	p.SetDisplay(model.Display{Mode: "dark"})
	run.Drain()
	if p.Fault == nil {
		t.Fatal("a failed save is not shown")
	}
	f.Fault = nil
	p.SetDisplay(model.Display{Mode: "light"})
	run.Drain()
	if p.Fault != nil {
		t.Error("the fault stays after a good save")
	}
}
