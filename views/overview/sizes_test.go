package overview_test

import (
	"testing"

	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{screen(&fake{state: full()})} }, route.Route{Screen: route.Overview}, nil,
		"")
}
