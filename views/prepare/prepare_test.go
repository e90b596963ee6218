package prepare_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"laufzettel/views/prepare/preparetest"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/prepare"
	"laufzettel/views/prepare/model"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

type picker struct{ path string }

func (p picker) Folder(context.Context, string) ([]string, error) {
	if p.path == "" {
		return nil, context.Canceled
	}
	return []string{p.path}, nil
}

func screen(f *preparetest.Fake) nav.Screen {
	return prepare.Screen(f, picker{"/gewählt"}, route.Archivist, route.Clerk)
}

// The whole way by keyboard alone.
func TestScreen_ByKeyboard(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare})
	fr.Env.Press("Strg+Enter") // a new one: the sheet with the kinds
	fr.Env.TypeKey(fyne.KeyDown)
	fr.Env.TypeKey(fyne.KeyReturn)
	fr.Run.Drain()
	if !slices.Contains(f.Did, "begin export") && !slices.Contains(f.Did, "begin register") {
		t.Fatalf("did %v", f.Did)
	}
	if at, ok := fr.Env.Focused().(fyne.CanvasObject); !ok || at != fr.Env.Find("prepare.field.agency") {
		t.Errorf("after the kind the focus is on %T, not in the first empty field", fr.Env.Focused())
	}
	fr.Type(t, "prepare.field.agency", "Standesamt Beispielstadt")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Type(t, "prepare.source", "/daten")
	fr.Type(t, "prepare.target", "/abgabe")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Type(t, "prepare.field.closingDate", "4.1.1996")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter") // builds and checks
	fr.Run.Drain()
	last := f.Typed[len(f.Typed)-1]
	if last.Fields["agency"] != "Standesamt Beispielstadt" || last.Source != "/daten" || last.Target != "/abgabe" ||
		last.Fields["closingDate"] != "4.1.1996" || f.Did[len(f.Did)-1] != "make V2026-0007" {
		t.Errorf("did %v, typed %+v", f.Did, last)
	}
	f.Draft = preparetest.Built("self-checked")
	fr.Env.Press("F5")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Type(t, "prepare.folder", "/usb")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	f.Draft = preparetest.Built("handed-over")
	fr.Env.Press("F5")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Type(t, "prepare.receipt.file", "/usb/quittung.json")
	fr.Tap(t, "prepare.receipt.take")
	fr.Run.Drain()
	fr.Tap(t, "prepare.paper.Erstregister")
	fr.Tap(t, "prepare.paper.take") // nothing typed: told at the fields, nothing done
	fr.Type(t, "prepare.paper.by", "Dr. K. Weiß")
	fr.Type(t, "prepare.paper.day", "18.11.2026")
	fr.Type(t, "prepare.paper.scan", "/scan.pdf")
	fr.Tap(t, "prepare.paper.take")
	fr.Run.Drain()
	fr.Tap(t, "prepare.reopen")
	fr.Type(t, "prepare.reopen.reason", "eine Datei fehlt")
	fr.Tap(t, "prepare.reopen.take")
	fr.Run.Drain()
	want := []string{"hand V2026-0007 /usb", "receipt V2026-0007 /usb/quittung.json", "paper Erstregister Dr. K. Weiß 18.11.2026 /scan.pdf",
		"reopen eine Datei fehlt"}
	got := slices.DeleteFunc(slices.Clone(f.Did), func(s string) bool { return !slices.Contains(want, s) })
	if !slices.Equal(got, want) {
		t.Errorf("did %v", f.Did)
	}
}

// A share is looked at by its path, or by the folder that was chosen; without one nothing opens.
func TestScreen_LooksAtShare(t *testing.T) {
	fr := shelltest.Open(t, screen(&preparetest.Fake{State: preparetest.State()}), nav.Screen{Key: route.Source,
		Build: func(nav.Host) *nav.View { return &nav.View{Object: kit.NewRect(kit.ColorSurface)} }})
	at := func() string {
		fr.Run.Drain()
		if now := fr.Shell.Now(); now.Screen == route.Source {
			return now.ID
		}
		return ""
	}
	fr.Go(route.Route{Screen: route.Prepare})
	fr.Env.Press("Strg+Umschalt+F")
	fr.Env.TypeKey(fyne.KeyReturn)
	if at() != "" || fr.Env.Open() == nil {
		t.Fatalf("without a folder the share %q is looked at, sheet %v", at(), fr.Env.Open())
	}
	fr.Type(t, "prepare.share.path", "/ablage")
	fr.Env.TypeKey(fyne.KeyReturn)
	if at() != "/ablage" || fr.Env.Open() != nil {
		t.Errorf("typed: %q, sheet %v", at(), fr.Env.Open())
	}
	fr.Go(route.Route{Screen: route.Prepare})
	fr.Env.Press("Strg+Umschalt+F")
	fr.Tap(t, "prepare.share.pick")
	if at() != "/gewählt" || fr.Env.Open() != nil {
		t.Errorf("chosen: %q, sheet %v", at(), fr.Env.Open())
	}
}

// Back and forth between the steps, the folder by dialog, a fault that is told.
func TestScreen_StepsAndFaults(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Draft()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare, ID: "V2026-0007"})
	shelltest.Walk(t, fr, "rail", "prepare.primary", "prepare.steps", "prepare.field.agency", "prepare.field.person", "status.help")
	steps := fr.Env.Find("prepare.steps").(*kit.List)
	steps.Select(1)
	fr.Run.Drain()
	fr.Tap(t, "prepare.source.pick")
	fr.Run.Drain()
	if got := f.Typed[len(f.Typed)-1].Source; got != "/gewählt" {
		t.Errorf("source %q", got)
	}
	fr.Env.Press("Alt+Rechts")
	fr.Tap(t, "prepare.field.source.Sicherungsregister")
	fr.Run.Drain()
	if got := f.Typed[len(f.Typed)-1].Fields["source"]; got != "Sicherungsregister" {
		t.Errorf("choice %q", got)
	}
	f.ItsFault = errors.New("der Datenträger ist voll")
	fr.Type(t, "prepare.field.software", "Neu")
	fr.Run.Drain()
	fr.Tap(t, "prepare.fault.close")
	f.ItsFault = nil
	fr.Env.Press("Alt+Links")
	fr.Env.Press("Alt+Links")
	if fr.Env.Find("prepare.field.agency") == nil {
		t.Error("no way back to the first step")
	}
}

func TestShots(t *testing.T) {
	list, one := route.Route{Screen: route.Prepare}, route.Route{Screen: route.Prepare, ID: "V2026-0007"}
	shot := func(name string, r route.Route, f *preparetest.Fake, play func(*shelltest.Frame), want ...string) {
		shelltest.Shots(t, name, func() []nav.Screen { return []nav.Screen{screen(f)} }, r, play, want...)
	}
	shot("07-abgabe-liste", list, &preparetest.Fake{State: preparetest.State()}, nil, "prepare.list", "prepare.primary")
	shot("07-abgabe-leer", list, &preparetest.Fake{State: model.State{Kinds: preparetest.State().Kinds}}, nil, "prepare.primary")
	shot("07-abgabe-personenstand", one, &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Draft()},
		func(fr *shelltest.Frame) {
			fr.Env.Find("prepare.steps").(*kit.List).Select(2)
			fr.Env.Find("prepare.steps").(*kit.List).Select(0)
			fr.Run.Drain()
		}, "prepare.field.agency", "prepare.primary")
	shot("07-abgabe-selbstpruefung", one, &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Built("built")}, nil,
		"prepare.again", "prepare.primary")
	shot("07-abgabe-uebergeben", one, &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Built("self-checked")}, nil,
		"prepare.folder", "prepare.primary")
	shot("07-abgabe-bestaetigungen", one, &preparetest.Fake{State: preparetest.State(), Draft: preparetest.Built("handed-over")}, nil,
		"prepare.paper.Erstregister", "prepare.primary")
	running := preparetest.Built("built")
	running.Running = &model.Running{Phase: "copy", At: 2, Of: 4, Done: 68412, Total: 120336, Rate: 512, Left: 100 * time.Second}
	shot("07-abgabe-bau", one, &preparetest.Fake{State: preparetest.State(), Draft: running}, nil, "prepare.primary")
	shot("07-abgabe-fehler", list, &preparetest.Fake{Err: errors.New("database is locked")}, nil, "prepare.retry")
}
