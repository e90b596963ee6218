package reader

import (
	"slices"
	"strings"
	"testing"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/route"
)

// A reader's place is left by the administration alone, from the first page; what
// was typed stays nowhere, and the staff's own magazine has no such thing.
func TestLeavePlace(t *testing.T) {
	k := open(t, kittest.Variant{Name: "hell", Lang: "de", Mode: kit.ModeLight, Scale: 1, W: 1440, H: 872}, route.Route{},
		func(f *fake) { f.title = KioskTitle })
	k.tap(t, "reader.place")
	k.Shoot(t, "06-leseplatz-verlassen-hell")
	k.typed(t, "reader.place.name", "M. Ahrens")
	k.tap(t, "reader.place.do")
	if k.Env.Open() == nil || slices.Contains(k.fake.log, "leaveplace M. Ahrens") {
		t.Error("tried without a passphrase")
	}
	k.typed(t, "reader.place.pass", "geraten")
	k.tap(t, "reader.place.do")
	k.did(t, "leaveplace M. Ahrens")
	k.toldLast(t, "Nur die Administration")
	k.press("Strg+Umschalt+V")
	if e := k.Env.Find("reader.place.pass").(*kit.Entry); e.Text != "" || !e.Password {
		t.Error("the passphrase stays, or is shown")
	}
	k.typed(t, "reader.place.name", "M. Ahrens")
	k.typed(t, "reader.place.pass", "richtig")
	k.tap(t, "reader.place.do")
	k.toldLast(t, "kein Leseplatz mehr")

	p := open(t, light, route.Route{}, nil)
	p.press("Strg+Umschalt+V")
	if p.Env.Open() != nil || strings.Contains(strings.Join(p.fake.log, " "), "leaveplace") {
		t.Error("the magazine of the staff can be left")
	}
}
