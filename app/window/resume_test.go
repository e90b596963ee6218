package window_test

import (
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
)

// What the program ended under goes on by itself and says so; what is no longer there, or
// was ended by a person, does not.
func TestResume(t *testing.T) {
	w := steady(t, filepath.Join(t.TempDir(), "w"), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, made(t, generate.Plan{Seed: 1, Documents: 2}), nil)
	must(t, err)
	other, err := w.Intake.Receive(ctx, made(t, generate.Plan{Seed: 2, Documents: 2}), nil)
	must(t, err)
	must(t, w.Office.Settings.Change(func(s *settings.Settings) {
		s.Kept = map[string]string{"check.under-way." + p.ID: "-", "check.under-way.P0": "-", "rail.narrow": "yes"}
	}))
	row := func() string {
		list, err := (window.Inbox{Desk: d}).Portions(ctx)
		must(t, err)
		for _, x := range list {
			if x.ID == p.ID && x.Running != nil {
				return x.Running.Phase
			} else if x.ID == p.ID {
				return x.Err
			}
		}
		return ""
	}
	if !strings.Contains(row(), "unterbrochen") {
		t.Errorf("the row says %q before the check goes on", row())
	}
	must(t, d.Resume(ctx))
	if said := row(); said != "" && !strings.Contains(said, "Geht nach Unterbrechung weiter") {
		t.Errorf("the row says %q while the check goes on", said)
	}
	settle(t, d)
	for id, want := range map[string]transfer.State{p.ID: transfer.Checked, other.ID: transfer.Arrived} {
		got, err := w.Intake.Portions.Get(ctx, id)
		must(t, err)
		if got.State != want {
			t.Errorf("%s is %s, want %s", id, got.State, want)
		}
	}
	if kept := w.Office.Settings.Get().Kept; len(kept) != 1 || kept["rail.narrow"] != "yes" {
		t.Errorf("kept %v", kept)
	}
}
