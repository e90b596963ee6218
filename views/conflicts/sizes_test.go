package conflicts_test

import (
	"testing"

	"laufzettel/views/conflicts/conflictstest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{screen(&conflictstest.Fake{State: conflictstest.Full()})} },
		route.Route{Screen: route.Loans}, nil, "")
}
