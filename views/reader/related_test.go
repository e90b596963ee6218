package reader

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"laufzettel/views/nav"
)

// B3, E5: from one representation or edition a link leads to the other, and the way
// back leads step by step to where one came from, then to the hits.
func TestRelated(t *testing.T) {
	p := open(t, light, nav.Route{}, nil)
	p.search(t, "Mühlwehr")
	p.press("Enter", "D")
	doc := p.v.p.current
	p.Shoot(t, "06-lesesaal-zusammengehoerig-hell")
	if p.Env.Find("reader.related.1") != nil {
		t.Error("a package that is not here has a link")
	}
	p.tap(t, "reader.related.0")
	if p.v.p.open.PID != "p1" || !p.v.p.verified {
		t.Fatalf("open %s, verified %v", p.v.p.open.PID, p.v.p.verified)
	}
	p.tap(t, "reader.related.0")
	if p.v.p.open.PID != "p0" || len(p.v.p.trail) != 2 {
		t.Fatalf("open %s after %v", p.v.p.open.PID, p.v.p.trail)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.open.PID != "p1" {
		t.Errorf("first step back: %s", p.v.p.open.PID)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.open.PID != "p0" || p.v.p.current != doc {
		t.Errorf("second step back: %s, %s, want the document left, %s", p.v.p.open.PID, p.v.p.current, doc)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.open != nil || p.Env.Focused() != fyne.Focusable(p.v.hits.list) {
		t.Error("not back at the hits")
	}
	p.v.p.follow(0) // nothing is open
	p.press("Enter")
	p.tap(t, "reader.related.0")
	p.press("O") // the next hit ends the trail
	if len(p.v.p.trail) != 0 {
		t.Errorf("trail %v", p.v.p.trail)
	}
	p.v.p.follow(7)
	if slices.Contains(p.fake.log, "package fern") {
		t.Error("what is not here was opened")
	}
}
