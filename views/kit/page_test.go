package kit_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

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

// A long title is not cut while more than two buttons stand beside the primary one.
func TestPageHead_TitleBeforeManyButtons(t *testing.T) {
	for _, tt := range []struct {
		width  float32
		quiet  []string // of report, off, map and the menu, from left to right
		whole  bool
		reason string
	}{
		{1500, []string{"h.report", "h.off", "h.map"}, true, "room for all"},
		{1160, []string{"head.more", "h.off", "h.map"}, true, "one steps back and the title has its room"},
		{1040, []string{"head.more", "h.map"}, true, "two step back for the title"},
		{880, []string{"head.more", "h.map"}, false, "two stay where the title keeps its least"},
	} {
		st, _ := headStage(t, tt.width)
		var got []string
		for _, name := range []string{"head.more", "h.report", "h.off", "h.map"} {
			if seen(st, name) {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, tt.quiet) {
			t.Errorf("%v, %s: %v, want %v", tt.width, tt.reason, got, tt.quiet)
			continue
		}
		room := fyne.CurrentApp().Driver().AbsolutePositionForObject(st.Env.Find(got[0])).X - kit.S(20) - kit.S(16)
		if need := kit.Measure("Aussonderung 2004–2011: 63.2-0139 Wohnpark", kit.RoleTitle); (room >= need) != tt.whole {
			t.Errorf("%v, %s: room %v of %v", tt.width, tt.reason, room, need)
		}
	}
}

// The stamp beside a title counts: with it a button steps back where it would not without.
func TestPageHead_StampTakesRoom(t *testing.T) {
	least := func(stamp string) (width float32) {
		for width = 700; width < 1500; width += 4 {
			st := kittest.New(t)
			h := kit.NewPageHead(st.Env, "Aussonderung 2004–2011")
			h.SetStamp(stamp, kit.ToneOK, "")
			h.SetButtons(kit.NewButton(st.Env, "a", "", "Prüfbericht schreiben", nil), kit.NewButton(st.Env, "b", "", "Drucken", nil),
				kit.NewButton(st.Env, "c", "", "Ablegen", nil), kit.NewPrimary(st.Env, "d", "", "Weiter", nil))
			st.Show(h.Object(), width, 80)
			if seen(st, "a") {
				return width
			}
		}
		return width
	}
	bare, stamped := least(""), least("Zurückgewiesen")
	kittest.New(t)
	want := kit.NewStamp("Zurückgewiesen", kit.ToneOK, "").MinSize().Width + kit.S(12)
	if more := stamped - bare; more < want-5 || more > want+5 {
		t.Errorf("with a stamp of %v all stand from %v on, without from %v", want, stamped, bare)
	}
}

// In a box with room for it, sign, words and buttons stand in one line; else the buttons stand
// below the words.
func TestBox_Line(t *testing.T) {
	for _, look := range probedLooks {
		for _, c := range []struct {
			width float32
			text  string
			line  bool
		}{{900, "Aufträge warten.", true}, {900, "", true}, {300, "Aufträge warten.", false}} {
			s := kittest.With(t, "de", look.mode, look.scale)
			again := kit.NewButton(s.Env, "again", "", "Jetzt versuchen", nothing).Small()
			s.Show(kit.Col(0, kit.NewBox(s.Env, "box", kit.Box{Tone: kit.ToneWarn, Title: "Keine Verbindung.", Text: c.text,
				Buttons: []fyne.CanvasObject{again}}, nil)), c.width*look.scale, 300*look.scale)
			driver := fyne.CurrentApp().Driver()
			middle := func(o fyne.CanvasObject) float32 {
				return driver.AbsolutePositionForObject(o).Y + o.Size().Height/2
			}
			top, bottom := float32(1e9), float32(0)
			var walk func(o fyne.CanvasObject)
			walk = func(o fyne.CanvasObject) {
				switch x := o.(type) {
				case *kit.Button:
					return
				case *kit.Text:
					if at := driver.AbsolutePositionForObject(x).Y; x.Visible() && x.MinSize().Width > 0 {
						top, bottom = min(top, at), max(bottom, at+x.Size().Height)
					}
				}
				for _, y := range kit.Inside(o) {
					walk(y)
				}
			}
			walk(s.Window.Content())
			far := middle(again) - (top+bottom)/2
			if inLine := far < 3*look.scale && far > -3*look.scale; inLine != c.line || !c.line && middle(again) < bottom {
				t.Errorf("%v wide in %s: the words stand from %v to %v, the button at %v, want in one line: %v", c.width, look.mode, top,
					bottom, middle(again), c.line)
			}
		}
	}
}
