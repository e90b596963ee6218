package kit_test

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// Areas are in proportion, nothing overlaps, nothing lies outside, and the tiles are as
// square as their weights let them be.
func TestSquarify(t *testing.T) {
	many := make([]float64, 300)
	for i := range many {
		many[i] = 1e9 / float64((i+1)*(i+1))
	}
	for name, c := range map[string]struct {
		weights []float64
		w, h    float32
		aspect  float64 // of the worst tile
	}{"of the paper": {[]float64{6, 6, 4, 3, 2, 2, 1}, 600, 400, 3}, "one": {[]float64{7}, 300, 200, 1.5},
		"equal": {[]float64{1, 1, 1, 1}, 200, 200, 1}, "tall": {[]float64{3, 2, 1}, 100, 900, 6},
		"nothing at the end": {[]float64{5, 1, 0, 0}, 300, 200, 6}, "nothing": {[]float64{0, 0}, 300, 200, 0}, "none": {nil, 300, 200, 0},
		"no room": {[]float64{1}, 0, 200, 0}, "many": {many, 900, 600, 4}} {
		spots := kit.Squarify(c.weights, c.w, c.h)
		total, worst := 0.0, 0.0
		for _, x := range c.weights {
			total += x
		}
		for i, s := range spots {
			want := 0.0
			if total > 0 && c.w > 0 {
				want = c.weights[i] / total * float64(c.w) * float64(c.h)
			}
			if got := float64(s.W) * float64(s.H); math.Abs(got-want) > want*1e-3+0.05 {
				t.Errorf("%s: tile %d has %v, want %v", name, i, got, want)
			}
			if s.X < -0.01 || s.Y < -0.01 || s.X+s.W > c.w+0.01 || s.Y+s.H > c.h+0.01 {
				t.Errorf("%s: tile %d lies outside: %v", name, i, s)
			}
			if s.W > 1 && s.H > 1 {
				worst = max(worst, float64(max(s.W, s.H)/min(s.W, s.H)))
			}
			for j, o := range spots[:i] {
				if s.W*s.H > 0 && o.W*o.H > 0 && s.X+0.01 < o.X+o.W && o.X+0.01 < s.X+s.W && s.Y+0.01 < o.Y+o.H && o.Y+0.01 < s.Y+s.H {
					t.Errorf("%s: tile %d lies over %d: %v %v", name, i, j, s, o)
				}
			}
		}
		if len(spots) != len(c.weights) || worst > c.aspect+0.01 {
			t.Errorf("%s: %d tiles, the worst is %v : 1, want at most %v", name, len(spots), worst, c.aspect)
		}
	}
}

func TestTreemap(t *testing.T) {
	s := kittest.New(t)
	m := kit.NewTreemap(s.Env, "map", "Ordner")
	m.Describe = func(i int) string { return m.Tiles()[i].Label }
	var did []string
	m.OnOpen = func(i int) { did = append(did, "open "+m.Tiles()[i].Label) }
	m.OnUp = func() { did = append(did, "up") }
	m.Fill([]kit.Piece{{ID: "a", Label: "Bauamt", Under: "3 GB", Weight: 60, Fill: kit.ColorV, Shade: .3},
		{ID: "b", Label: "Hauptamt", Weight: 20, Fill: kit.ColorA, Shade: .9},
		{ID: "c", Label: "Kämmerei", Weight: 20}, {ID: "d", Label: "leer"}})
	s.Show(m, 600, 400)
	s.Env.Focus(m)
	for _, step := range []struct {
		key  fyne.KeyName
		want string
	}{{fyne.KeyRight, "Bauamt"}, {fyne.KeyRight, "Hauptamt"}, {fyne.KeyDown, "Kämmerei"}, {fyne.KeyDown, "Kämmerei"},
		{fyne.KeyLeft, "Bauamt"}} {
		m.TypedKey(&fyne.KeyEvent{Name: step.key})
		if got := m.Tiles()[m.Selected()].Label; got != step.want {
			t.Errorf("%s leads to %q, want %q", step.key, got, step.want)
		}
	}
	m.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	m.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(590, 390)})
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(590, 390)})
	if want := "open Bauamt,up,open Kämmerei"; want != join(did) {
		t.Errorf("did %q, want %q", join(did), want)
	}
	if got := m.AccessibilityLabel(); got != "Ordner, Kämmerei" {
		t.Errorf("says %q", got)
	}
	hint := ""
	s.Env.OnHint(func(h string) { hint = h })
	for _, c := range []struct {
		at   fyne.Position
		want string
	}{{fyne.NewPos(2, 2), "Bauamt"}, {fyne.NewPos(590, 390), "Kämmerei"}, {fyne.NewPos(700, 500), ""}} {
		hint = ""
		if m.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: c.at}}); hint != c.want {
			t.Errorf("the mouse at %v tells %q, want %q", c.at, hint, c.want)
		}
	}
	s.Shoot(t, "treemap")
}

func join(all []string) string {
	out := ""
	for i, s := range all {
		if i > 0 {
			out += ","
		}
		out += s
	}
	return out
}
