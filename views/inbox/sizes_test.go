package inbox_test

import (
	"testing"

	"laufzettel/views/inbox/inboxtest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{screen(&inboxtest.Fake{List: inboxtest.Full()})} },
		route.Route{Screen: route.Inbox}, nil, "")
}
