package transmit_test

import (
	"testing"

	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
	"laufzettel/views/transmit/transmittest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{screen(&transmittest.Fake{State: transmittest.Full()})} },
		route.Route{Screen: route.Transmit}, nil, "")
}
