package reader

import (
	"testing"
	"time"

	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func TestSizes(t *testing.T) {
	for _, r := range []route.Route{{Screen: route.Reader}, {Screen: route.Reader, ID: "p1"}} {
		t.Run("at-"+r.ID, func(t *testing.T) {
			shelltest.Sizes(t, func() []nav.Screen {
				return []nav.Screen{Screen(newFake(), "nav.reader", func() time.Time { return now })}
			}, r, nil, "")
		})
	}
}
