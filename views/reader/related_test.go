package reader

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"laufzettel/views/route"
)

// B3, E5: from one representation or edition a link leads to the other, and the way
// back leads step by step to where one came from, then to the hits.
func TestRelated(t *testing.T) {
	p := open(t, light, route.Route{}, nil)
	p.search(t, "Mühlwehr")
	p.press("Enter", "D")
	doc := p.v.p.Current
	p.Shoot(t, "06-lesesaal-zusammengehoerig-hell")
	if p.Env.Find("reader.related.1") != nil {
		t.Error("a package that is not here has a link")
	}
	p.tap(t, "reader.related.0")
	if p.v.p.Open.PID != "p1" || !p.v.p.Verified {
		t.Fatalf("open %s, verified %v", p.v.p.Open.PID, p.v.p.Verified)
	}
	p.tap(t, "reader.related.0")
	if p.v.p.Open.PID != "p0" || len(p.v.p.Trail) != 2 {
		t.Fatalf("open %s after %v", p.v.p.Open.PID, p.v.p.Trail)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.Open.PID != "p1" {
		t.Errorf("first step back: %s", p.v.p.Open.PID)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.Open.PID != "p0" || p.v.p.Current != doc {
		t.Errorf("second step back: %s, %s, want the document left, %s", p.v.p.Open.PID, p.v.p.Current, doc)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.Open != nil || p.Env.Focused() != fyne.Focusable(p.v.hits.list) {
		t.Error("not back at the hits")
	}
	p.v.p.Follow(0) // nothing is open
	p.press("Enter")
	p.tap(t, "reader.related.0")
	p.press("O") // the next hit ends the trail
	if len(p.v.p.Trail) != 0 {
		t.Errorf("trail %v", p.v.p.Trail)
	}
	p.v.p.Follow(7)
	if slices.Contains(p.fake.log, "package fern") {
		t.Error("what is not here was opened")
	}
}
