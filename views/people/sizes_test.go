package people_test

import (
	"testing"

	"laufzettel/views/nav"
	"laufzettel/views/people"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{people.Screen(source{full()}, func() {}, route.Archivist)} },
		route.Route{Screen: route.People}, nil, "")
}
