package conflicts_test

import (
	"errors"
	"slices"
	"testing"

	"laufzettel/views/conflicts/conflictstest"

	"fyne.io/fyne/v2"

	"laufzettel/views/conflicts"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func screen(f *conflictstest.Fake) nav.Screen { return conflicts.Screen(f, route.Archivist) }

// Whoever presses the rail with the mouse leaves the focus there; what waits is the next step
// all the same.
func TestScreen_NextStepAfterTheRail(t *testing.T) {
	f := &conflictstest.Fake{State: conflictstest.Full()}
	fr := shelltest.Open(t, screen(f))
	fr.Env.Focus(fr.Env.Find("rail").(fyne.Focusable))
	fr.Go(route.Route{Screen: route.Loans})
	fr.Env.Focus(fr.Env.Find("rail").(fyne.Focusable))
	fr.Run.Drain()
	fr.Tap(t, "conflicts.primary")
	if open := fr.Env.Open(); open == nil || open.Title() != f.State.Disputes[0].Title {
		t.Errorf("the primary button leads to %v, want %q", open, f.State.Disputes[0].Title)
	}
}

func TestScreen(t *testing.T) {
	f := &conflictstest.Fake{State: conflictstest.Full(), Warning: "Der Datenträger dieses Arbeitsbereichs ist nicht verschlüsselt."}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Loans})
	shelltest.Walk(t, fr, "rail", "conflicts.packages", "conflicts.give", "conflicts.sync", "conflicts.primary", "conflicts.items",
		"conflicts.disputes", "status.help")
	items := fr.Env.Find("conflicts.items").(*kit.List)
	fr.Env.Focus(items)
	fr.Go(route.Route{Screen: route.Loans})
	fr.Run.Drain()
	if at := fr.Env.Focused(); at != fyne.Focusable(fr.Env.Find("conflicts.disputes").(*kit.List)) {
		t.Errorf("whoever comes in is at %T, not at what waits for a person", at)
	}
	fr.Env.Press("Strg+Enter") // the next step is to settle it
	if fr.Env.Open() == nil {
		t.Fatal("the primary button does not settle what waits")
	}
	fr.Env.Press("Esc")
	fr.Env.Focus(items)
	items.Select(0)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.return.remove")
	items.Select(1)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.take.yes")
	fr.Tap(t, "conflicts.warning.close")
	items.Select(2)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.take.release")
	fr.Tap(t, "conflicts.warning.close")
	items.Select(3)
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "conflicts.end.yes")
	items.Select(4)
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Tap(t, "conflicts.give")
	fr.Tap(t, "conflicts.give.yes")
	fr.Tap(t, "conflicts.sync")
	fr.Tap(t, "conflicts.packages")
	fr.Tap(t, "conflicts.packages.yes")
	fr.Tap(t, "conflicts.packages")
	fr.Type(t, "conflicts.application", " Az. 4711 ")
	fr.Tap(t, "conflicts.packages.yes")
	fr.Tap(t, "conflicts.packages")
	fr.Tap(t, "conflicts.packages.back")
	want := []string{"return P1 remove", "take W2", "take W3 release", "end P4", "take W5", "publish P7", "sync", "read U1",
		"read U1 Az. 4711", "leave U1"}
	if !slices.Equal(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
	// a conflict is settled with a reason only
	f.Did = nil
	disputes := fr.Env.Find("conflicts.disputes").(*kit.List)
	fr.Env.Focus(disputes)
	disputes.Select(0)
	fr.Env.TypeKey(fyne.KeyReturn)
	fr.Run.Drain()
	if want := []string{"P1 antrag.pdf"}; !slices.Equal(f.Opened, want) {
		t.Errorf("opened %v, want the first document of the object", f.Opened)
	}
	fr.Env.Press("Strg+Enter")
	if len(f.Did) != 0 {
		t.Errorf("settled though nothing was chosen: %v", f.Did)
	}
	fr.Env.Press("2")
	fr.Env.Press("Strg+Enter")
	if len(f.Did) != 0 || fr.Env.Open() == nil {
		t.Errorf("settled without a reason: %v", f.Did)
	}
	fr.Type(t, "conflicts.reason", "nach Rücksprache")
	fr.Tap(t, "conflicts.settle.do")
	if want := []string{"settle P1 o1 V nach Rücksprache"}; !slices.Equal(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
}

func TestShots(t *testing.T) {
	r := route.Route{Screen: route.Loans}
	shelltest.Shots(t, "16-ausleihe", func() []nav.Screen { return []nav.Screen{screen(&conflictstest.Fake{State: conflictstest.Full()})} },
		r, nil, "conflicts.items", "conflicts.primary")
	shelltest.Shots(t, "16-ausleihe-konflikt",
		func() []nav.Screen { return []nav.Screen{screen(&conflictstest.Fake{State: conflictstest.Full()})} }, r, func(f *shelltest.Frame) {
			l := f.Env.Find("conflicts.disputes").(*kit.List)
			l.Select(0)
			l.OnOpen(0)
		}, "conflicts.reason")
	shelltest.Shots(t, "16-ausleihe-leer",
		func() []nav.Screen { return []nav.Screen{screen(&conflictstest.Fake{ItsAsk: errors.New("offline")})} }, r, nil, "conflicts.give")
}
