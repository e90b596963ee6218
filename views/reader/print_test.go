package reader

import (
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/route"
)

// A23: the staff prints from a copy opened outside; a reader prints on the printer of
// the place, where an application grants it, and is told plainly where none does.
func TestPrint(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, nil)
	p.press("Strg+P")
	p.Shoot(t, "06-lesesaal-drucken-hell")
	if p.Env.Find("reader.print.number") != nil && p.Env.Open() == nil {
		t.Error("no sheet")
	}
	p.tap(t, "reader.print.do")
	p.did(t, "print p0 "+p.v.p.Current+" false")
	p.toldLast(t, "Druckkopie ist geöffnet")

	kiosk := kittest.Variant{Name: "hell", Lang: "de", Mode: kit.ModeLight, Scale: 1, W: 1440, H: 872}
	k := open(t, kiosk, route.Route{ID: "p0"}, func(f *fake) { f.title = KioskTitle })
	k.tap(t, "reader.print")
	k.Shoot(t, "06-leseplatz-drucken-hell")
	k.typed(t, "reader.print.number", "2026-320")
	k.tap(t, "reader.print.do")
	if got := strings.Join(k.fake.log, "\n"); !strings.Contains(got, "grant p0 2026-320") ||
		strings.Index(got, "grant p0") > strings.Index(got, "print p0") {
		t.Errorf("not asked with the number first:\n%s", got)
	}
	k.toldLast(t, "an den Drucker gegeben")

	k.fake.fail = failure.New(failure.Refused, "print", wording.Plain("Gedruckt wird nur mit Antrag."))
	k.press("Strg+P")
	k.tap(t, "reader.print.do")
	k.toldLast(t, "nur mit Antrag")

	c := open(t, kiosk, route.Route{ID: "p3"}, func(f *fake) { f.title = KioskTitle })
	c.press("Strg+P")
	if c.Env.Open() != nil {
		t.Error("a closed object is printed")
	}
}
