package layout_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"laufzettel/views/kit"
	"laufzettel/views/layout"
	"laufzettel/views/layout/layouttest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

// picker chooses what a test says.
type picker struct{ path string }

func (p picker) Folder(context.Context, string) ([]string, error) {
	if p.path == "" {
		return nil, context.Canceled
	}
	return []string{p.path}, nil
}

func screen(f *layouttest.Fake) nav.Screen {
	return layout.Screen(f, picker{"zweites"}, route.Archivist)
}

// connected are the lines of the sample by the statements they belong to.
var connected = [][2]string{{"delivery.agency", "/l/@amt"}, {"dossier.reference", "/l/z/az"}, {"document.dossier", "/l/z/az"},
	{"document.case", "/l/z/v/@nr"}, {"document.date", "/l/z/vom"}, {"document.file", "/l/z/f"}}

// mark goes with the keys to a line of a table.
func mark(t *testing.T, fr *shelltest.Frame, table, id string) {
	t.Helper()
	l := fr.Env.Find(table).(*kit.List)
	for i := range 400 {
		l.Select(i)
		if strings.Contains(l.Describe(i), id) {
			return
		}
	}
	t.Fatalf("%s has no line %s", table, id)
}

// A scripted session: sample, connections, a form by hand, second sample, stored.
func TestSession(t *testing.T) {
	f := layouttest.New()
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Layout, ID: "tba"})
	fr.Env.Press("M")
	fr.Run.Drain()
	fr.Type(t, "layout.sample.path", "muster")
	fr.Tap(t, "layout.sample.take")
	fr.Run.Drain()
	labels := map[string]string{"delivery.agency": "Name der abgebenden Stelle", "dossier.reference": "Aktenzeichen, Akte",
		"document.dossier": "Aktenzeichen seiner Akte, Dokument", "document.case": "Vorgangskennzeichen seines Vorgangs",
		"document.date": "Dokumentdatum", "document.file": "Dateiname"}
	for _, c := range connected {
		mark(t, fr, "layout.parts", c[1])
		mark(t, fr, "layout.wants", labels[c[0]])
		fr.Env.Press("Strg+Enter")
		fr.Run.Drain()
	}
	mark(t, fr, "layout.wants", "Dokumentdatum")
	wants := fr.Env.Find("layout.wants").(*kit.List)
	wants.OnOpen(wants.Selected())
	fr.Type(t, "layout.want.date", "T.M.JJJJ")
	fr.Tap(t, "layout.want.take")
	fr.Run.Drain()
	fr.Env.Press("L")
	fr.Run.Drain()
	fr.Tap(t, "layout.rename")
	fr.Env.Find("layout.name.name").(*kit.Entry).Put("")
	fr.Type(t, "layout.name.name", "Ablage 1")
	fr.Tap(t, "layout.name.take")
	fr.Run.Drain()
	fr.Tap(t, "layout.prove")
	fr.Tap(t, "layout.prove.folder")
	fr.Run.Drain()
	fr.Tap(t, "layout.store")
	fr.Run.Drain()
	if want := []string{"store tba Ablage 1 muster"}; !slices.Equal(f.Did, want) {
		t.Fatalf("did %v, want %v", f.Did, want)
	}
	if err := f.Stored[0].Validate(); err != nil || f.Stored[0].Groups["document"].Statements["date"].Date != "T.M.JJJJ" ||
		f.Stored[0].Groups["document"].Each != "/l/z" {
		t.Errorf("%v %+v", err, f.Stored[0])
	}
}

// A statement of a second file asks for its key before it is connected.
func TestJoin(t *testing.T) {
	f := layouttest.New()
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Layout, ID: "tba", Filter: "muster"})
	mark(t, fr, "layout.parts", "/l/z/az")
	mark(t, fr, "layout.wants", "Aktenzeichen, Akte")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	mark(t, fr, "layout.parts", "sachbearbeitung")
	mark(t, fr, "layout.wants", "Federführung, Akte")
	fr.Tap(t, "layout.connect")
	fr.Run.Drain()
	fr.Type(t, "layout.join.key", "az")
	fr.Type(t, "layout.join.by", "az")
	fr.Tap(t, "layout.join.take")
	fr.Run.Drain()
	wants := fr.Env.Find("layout.wants").(*kit.List)
	mark(t, fr, "layout.wants", "Federführung, Akte")
	if said := wants.Describe(wants.Selected()); !strings.Contains(said, "M. Ahrens") {
		t.Errorf("the line says %q", said)
	}
}

func TestShots(t *testing.T) {
	r := route.Route{Screen: route.Layout, ID: "tba", Filter: "muster"}
	shelltest.Shots(t, "21-aufbau", func() []nav.Screen { return []nav.Screen{screen(layouttest.New())} }, r, func(fr *shelltest.Frame) {
		mark(t, fr, "layout.parts", "/l/z/az")
		mark(t, fr, "layout.wants", "Aktenzeichen, Akte")
		if fr.Env.Tap("layout.connect") != nil { // it stepped back into the menu of the head, behind the sample
			fr.Tap(t, "head.more")
			fr.Tap(t, "menu.1")
		}
		fr.Run.Drain()
	}, "layout.parts", "layout.store")
}
