package kit_test

import (
	"slices"
	"testing"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// headStage shows a page head with three quiet buttons and the primary one.
func headStage(t *testing.T, width float32) (st *kittest.Stage, did *[]string) {
	st, did = kittest.New(t), new([]string)
	act := func(s string) func() { return func() { *did = append(*did, s) } }
	h := kit.NewPageHead(st.Env, "Aussonderung 2004–2011: 63.2-0139 Wohnpark")
	off := kit.NewButton(st.Env, "h.off", "print", "Drucken und Ablegen", act("off"))
	off.Disable()
	h.SetButtons(kit.NewButton(st.Env, "h.report", "print", "Prüfbericht schreiben", act("report")), off,
		kit.NewButton(st.Env, "h.map", "search", "Personenbezogenes", act("map")),
		kit.NewPrimary(st.Env, "h.next", "check", "Annehmen", act("next")))
	st.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{{ID: "h.report", Keys: []string{"Strg+P"}, Do: act("key")}}})
	st.Show(h.Object(), width, 80)
	return st, did
}

func seen(st *kittest.Stage, name string) bool {
	o := st.Env.Find(name)
	return o != nil && o.Visible()
}

// What steps back for want of room is still reached by the mouse, in a menu with its key; the
// primary button never steps back, and nothing offers a menu where all have room.
func TestPageHead_MoreHoldsWhatStepsBack(t *testing.T) {
	st, _ := headStage(t, 1400)
	if seen(st, "head.more") || !seen(st, "h.report") {
		t.Error("with room for all: a menu is offered or a button is missing")
	}
	st, did := headStage(t, 700)
	if !seen(st, "head.more") || seen(st, "h.report") || !seen(st, "h.next") {
		t.Fatalf("more %v, report %v, next %v", seen(st, "head.more"), seen(st, "h.report"), seen(st, "h.next"))
	}
	st.Tap(t, "head.more")
	if st.Env.Open() == nil {
		t.Fatal("no menu")
	}
	st.Tap(t, "menu.0")
	if !slices.Equal(*did, []string{"report"}) || st.Env.Open() != nil {
		t.Errorf("did %v, menu open: %v", *did, st.Env.Open() != nil)
	}
	st.Tap(t, "head.more")
	st.Env.Press("Strg+P") // the key of the action does it in the menu as well
	if !slices.Equal(*did, []string{"report", "report"}) {
		t.Errorf("by key: %v", *did)
	}
	st.Tap(t, "head.more")
	if o := st.Env.Find("menu.1"); o == nil || o.(interface{ AccessibilityLabel() string }).AccessibilityLabel() != "Personenbezogenes" {
		t.Error("what cannot be done now stands in the menu")
	}
}
