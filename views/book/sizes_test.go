package book_test

import (
	"testing"

	"laufzettel/views/book/booktest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{screen(&booktest.Fake{ItsRows: booktest.Full()})} },
		route.Route{Screen: route.Book, ID: "Z2026-0004"}, nil, "")
}
