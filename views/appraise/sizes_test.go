package appraise

import (
	"testing"

	"laufzettel/views/appraise/appraisetest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

// The page keeps 480 units beside list and description (1280 × 720).
func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen {
		f := appraisetest.NewFake(appraisetest.SampleObjects())
		mockup(f)
		s := Screen(f)
		s.Narrow, s.Foot = true, 78
		return []nav.Screen{s}
	}, route.Route{Screen: route.Appraise}, nil, "appraise.page.pane")
}
