package window_test

import (
	"path/filepath"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	portion "laufzettel/views/portion/model"
)

// Asking for veraPDF from the window where none is installed tells the set-up.
func TestPortion_VeraPDFMissing(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	src := window.Portion{Desk: d}
	_, err := window.Inbox{Desk: d}.Add(t.Context(), []string{made(t, generate.Plan{Seed: 5, Documents: 1, Mix: []string{"pdf"}})})
	must(t, err)
	settle(t, d)
	list, err := w.Intake.Portions.List(t.Context())
	must(t, err)
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Tools.VeraPDF = filepath.Join(t.TempDir(), "nirgends") }))
	err = src.Act(t.Context(), list[0].ID, portion.Action{Verb: portion.DoVeraPDF})
	if failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
		t.Errorf("error %v, want a matter of set-up with a sentence", err)
	}
}
