package kit_test

import (
	"bytes"
	"log"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// The focus never goes to what is not on the canvas, is hidden or was replaced, and never
// ends on nothing: it goes to what bears the name now, else home. Fyne, which logs every
// other try, has nothing to log.
func TestFocus_NeverOnNothing(t *testing.T) {
	var logged bytes.Buffer
	before := log.Writer()
	log.SetOutput(&logged)
	t.Cleanup(func() { log.SetOutput(before) })
	s := kittest.New(t)
	home := kit.NewButton(s.Env, "home", "", "Anfang", nil)
	list := kit.NewList(s.Env, "list", func() int { return 1 }, func() fyne.CanvasObject { return kit.Body("") },
		func(int, fyne.CanvasObject) {})
	inScroll := kit.NewButton(s.Env, "scrolled", "", "Im Rollbereich", nil)
	field := kit.NewField(s.Env, "Feld", kit.NewEntry(s.Env, "entry", "", nil))
	gone := kit.NewButton(s.Env, "gone", "", "Weg", nil)
	place := container.NewStack(gone)
	s.Show(kit.Col(4, home, kit.Sized(0, 60, list), kit.NewScroll(kit.Pad(inScroll, 1, 1, 1, 1)), field, place), 600, 400)
	s.Env.OnLost(func() fyne.Focusable { return home })
	at := func(what string, want fyne.Focusable) {
		t.Helper()
		if got := s.Env.Focused(); got != want {
			t.Errorf("%s: the focus is on %v, want %v", what, got, want)
		}
	}
	for _, f := range []fyne.Focusable{list, inScroll, field.Entry, gone} {
		s.Env.Focus(f)
		at("what stands there", f)
	}
	// replaced by another of its name
	later := kit.NewButton(s.Env, "gone", "", "Neu", nil)
	s.Env.Rebuild(func() { place.Objects = []fyne.CanvasObject{later} })
	at("replaced in a redraw", later)
	s.Env.Focus(home)
	s.Env.Focus(gone)
	at("the old one asked for", later)
	// gone without a follower
	s.Env.Rebuild(func() { place.Objects = nil })
	at("gone in a redraw", home)
	s.Env.Focus(list)
	s.Env.Focus(later)
	at("one that is gone asked for", list)
	// hidden
	list.Hide()
	s.Env.Focus(inScroll)
	s.Env.Focus(list)
	at("a hidden one asked for", inScroll)
	s.Env.Rebuild(func() { inScroll.Hide() })
	at("hidden in a redraw", home)
	// behind a sheet that closes
	s.Env.Focus(field.Entry)
	sheet := kit.NewSheet(s.Env, "Blatt", 300, 200, kit.Body(""), nil)
	sheet.Show()
	field.Hide()
	sheet.Close()
	at("hidden behind a sheet", home)
	if text := logged.String(); strings.Contains(text, "Failed to focus") {
		t.Errorf("Fyne logged: %s", text)
	}
}
