package settings_test

import (
	"testing"

	"laufzettel/views/settings/settingstest"

	"github.com/google/go-cmp/cmp"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/settings/model"
	"laufzettel/views/shell/shelltest"
)

// Issuers are added by file and lose trust only after a question (E6).
func TestScreen_Issuers(t *testing.T) {
	f := &settingstest.Fake{State: settingstest.Full()}
	f.State.Issuers = []model.Issuer{{Name: "CN=Muster-Wurzel", Fingerprint: "5f1956bc", Until: "31.12.2040"},
		{Name: "CN=Alte Wurzel", Fingerprint: "77aa", Until: "31.12.2019", Expired: true}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "issuers"})
	fr.Env.Press("Strg+N")
	fr.Type(t, "settings.issuer.path", "/zertifikate/wurzel.pem")
	fr.Tap(t, "settings.issuer.path.take")
	fr.Env.Find("settings.issuers").(*kit.List).Select(1)
	fr.Run.Drain()
	fr.Tap(t, "settings.issuer.withdraw")
	if diff := cmp.Diff([]string{"issuers [/zertifikate/wurzel.pem]", "withdrawn 77aa"}, f.Did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
}

func TestShots_Issuers(t *testing.T) {
	f := settingstest.Full()
	f.Issuers = []model.Issuer{{Name: "CN=Muster-Wurzel,O=Ministerium der Justiz Musterland",
		Fingerprint: "5f1956bcc6e2438586821f04ad95f160", Until: "31.12.2040"}}
	shelltest.Shots(t, "10-einstellungen-aussteller", func() []nav.Screen { return []nav.Screen{screen(&settingstest.Fake{State: f})} },
		route.Route{Screen: route.Settings, Filter: "issuers"}, nil, "settings.pages")
}
