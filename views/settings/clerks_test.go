package settings_test

import (
	"testing"

	"laufzettel/views/settings/settingstest"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/settings/model"
	"laufzettel/views/shell/shelltest"
)

// The key of an agency is taken only after its fingerprint was shown for
// comparison, and removed only after a question (G14).
func TestScreen_Clerks(t *testing.T) {
	f := &settingstest.Fake{State: settingstest.Full()}
	f.State.Clerks = []model.Clerk{{Office: "Stadt Beispielstadt", AgencyID: "14999", Way: "Fingerabdruck verglichen",
		Fingerprint: "77AA-0001"}, {Office: "Landratsamt Nachbarkreis", Way: "am Kanal angemeldet", Fingerprint: "88BB-0002"}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "clerks"})
	fr.Env.Press("Strg+N")
	fr.Type(t, "settings.clerk.path", "/usb/karte.json")
	fr.Tap(t, "settings.clerk.path.take")
	fr.Run.Drain()
	fr.Tap(t, "settings.clerk.same")
	fr.Run.Drain()
	list := fr.Env.Find("settings.clerks").(*kit.List)
	fr.Env.Focus(list)
	list.Select(1)
	fr.Env.TypeKey(fyne.KeyReturn)
	fr.Run.Drain()
	fr.Tap(t, "settings.clerk.withdraw")
	fr.Run.Drain()
	if diff := cmp.Diff([]string{"read /usb/karte.json", "clerk /usb/karte.json 3FA2-C81D", "clerk gone 88BB-0002"}, f.Did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
}

func TestShots_Clerks(t *testing.T) {
	f := settingstest.Full()
	f.Clerks = []model.Clerk{{Office: "Landratsamt Musterkreis", AgencyID: "09999", Way: "Fingerabdruck verglichen",
		Fingerprint: "GZTC-TPE7-OBYU-ZNY3-Z3DY-G3KC-VQH2-XI23"}}
	shelltest.Shots(t, "10-einstellungen-stellen", func() []nav.Screen { return []nav.Screen{screen(&settingstest.Fake{State: f})} },
		route.Route{Screen: route.Settings, Filter: "clerks"}, nil, "settings.clerks")
}
