package settings_test

import (
	"testing"

	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/settings/settingstest"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	for _, page := range []string{"display", "channel", "profiles", "schemas", "keys"} {
		t.Run(page, func(t *testing.T) {
			shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{screen(&settingstest.Fake{State: settingstest.Full()})} },
				route.Route{Screen: route.Settings, Filter: page}, nil, "")
		})
	}
}
