package model_test

import (
	"errors"
	"slices"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/conflicts/conflictstest"
	"laufzettel/views/conflicts/model"
	"laufzettel/views/present/presenttest"
)

func TestNext(t *testing.T) {
	p := model.NewPresenter(&conflictstest.Fake{}, &presenttest.Cranked{}, presenttest.Words(t, "de"), func() {}, error.Error)
	for stand, want := range map[model.Stand]string{model.Free: "Mitnehmen", model.Out: "Mitnehmen", model.Mine: "Zurückgeben",
		model.Expired: "Frist verlängern",
		model.Given:   "Ausgabe beenden", model.Sending: "", model.Returned: "", model.Ended: ""} {
		it := model.Item{Stand: stand}
		if got := p.Label(it); got != want {
			t.Errorf("%s offers %q, want %q", stand, got, want)
		}
		if p.Stand(it) == "" || p.Stand(it) == "conflicts.stand."+string(stand) {
			t.Errorf("%s has no words", stand)
		}
	}
}

// Without a connection what is here stays on show, with the reason above it; an
// act under way is not begun twice.
func TestPresenter_OfflineAndBusy(t *testing.T) {
	f, run := &conflictstest.Fake{State: conflictstest.Full(),
		ItsAsk: failure.New(failure.Transient, "ask", wording.Plain("Das Archiv ist gerade nicht erreichbar."))}, &presenttest.Cranked{}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {}, func(err error) string { return failure.HintOf(err).In("de") })
	p.Reload()
	run.Drain()
	if p.Offline != "Das Archiv ist gerade nicht erreichbar." || len(p.State.Items) != 6 {
		t.Errorf("offline %q, %d items", p.Offline, len(p.State.Items))
	}
	p.Sync()
	p.Sync()
	if !p.Busy {
		t.Error("not busy")
	}
	run.Drain()
	if want := []string{"sync"}; !slices.Equal(f.Did, want) || p.Busy {
		t.Errorf("did %v, want %v", f.Did, want)
	}
	f.Fault = errors.New("x")
	p.End("P4")
	run.Drain()
	if p.Fault == nil {
		t.Error("a fault was not told")
	}
	p.Close()
}
