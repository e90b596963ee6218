package portion_test

import (
	"testing"

	"laufzettel/views/nav"
	"laufzettel/views/portion/model"
	"laufzettel/views/portion/portiontest"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen {
		return []nav.Screen{screen(&portiontest.Fake{ByID: map[string]model.Detail{"p1": portiontest.Full()}})}
	}, route.Route{Screen: route.Portion, ID: "p1"}, nil, "")
}
