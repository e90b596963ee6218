package prepare_test

import (
	"testing"

	"laufzettel/views/nav"
	"laufzettel/views/prepare/preparetest"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	for _, r := range []route.Route{{Screen: route.Prepare}, {Screen: route.Prepare, ID: "V2026-0007"}} {
		t.Run("at-"+r.ID, func(t *testing.T) {
			shelltest.Sizes(t, func() []nav.Screen {
				return []nav.Screen{screen(&preparetest.Fake{State: preparetest.State(), Draft: preparetest.Draft()})}
			}, r, nil, "")
		})
	}
}
