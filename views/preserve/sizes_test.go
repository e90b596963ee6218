package preserve

import (
	"testing"

	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{Screen(full())} }, route.Route{Screen: route.Preserve}, nil, "")
}
