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

// Tiles lie where the paper puts them: the heaviest first along the shorter side.
func TestSquarify_Places(t *testing.T) {
	for name, c := range map[string]struct {
		weights []float64
		w, h    float32
		want    []kit.Spot
	}{
		"wide": {[]float64{3, 1}, 400, 100, []kit.Spot{{X: 0, Y: 0, W: 300, H: 100}, {X: 300, Y: 0, W: 100, H: 100}}},
		"tall": {[]float64{3, 1}, 100, 400, []kit.Spot{{X: 0, Y: 0, W: 100, H: 300}, {X: 0, Y: 300, W: 100, H: 100}}},
		"four": {[]float64{1, 1, 1, 1}, 200, 200, []kit.Spot{{X: 0, Y: 0, W: 100, H: 100}, {X: 0, Y: 100, W: 100, H: 100},
			{X: 100, Y: 0, W: 100, H: 100}, {X: 100, Y: 100, W: 100, H: 100}}},
		"of the paper": {[]float64{6, 6, 4, 3, 2, 2, 1}, 600, 400, []kit.Spot{{X: 0, Y: 0, W: 300, H: 200}, {X: 0, Y: 200, W: 300, H: 200},
			{X: 300, Y: 0, W: 171.4, H: 233.3}, {X: 471.4, Y: 0, W: 128.6, H: 233.3}, {X: 300, Y: 233.3, W: 120, H: 166.7},
			{X: 420, Y: 233.3, W: 120, H: 166.7}, {X: 540, Y: 233.3, W: 60, H: 166.7}}},
	} {
		for i, got := range kit.Squarify(c.weights, c.w, c.h) {
			if want := c.want[i]; math.Abs(float64(got.X-want.X)) > .5 || math.Abs(float64(got.Y-want.Y)) > .5 ||
				math.Abs(float64(got.W-want.W)) > .5 || math.Abs(float64(got.H-want.H)) > .5 {
				t.Errorf("%s: tile %d lies at %v, want %v", name, i, got, want)
			}
		}
	}
}

// Without a tile chosen it says what it is; the first tile can be opened as any other, and who
// listens to nothing is told nothing. Other tiles take the choice away.
func TestTreemap_Edges(t *testing.T) {
	s := kittest.New(t)
	m := kit.NewTreemap(s.Env, "map", "Ordner")
	pieces := []kit.Piece{{Label: "Bauamt", Weight: 4}, {Label: "Hauptamt", Weight: 3}, {Label: "Kämmerei", Weight: 2},
		{Label: "Archiv", Weight: 1}}
	m.Fill(pieces)
	s.Show(m, 600, 400)
	key := func(k fyne.KeyName) { m.TypedKey(&fyne.KeyEvent{Name: k}) }
	key(fyne.KeyReturn)
	key(fyne.KeyBackspace)
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(10, 10)})
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(10, 10)})
	if m.Selected() != 0 || m.AccessibilityLabel() != "Ordner" {
		t.Errorf("tile %d, says %q", m.Selected(), m.AccessibilityLabel())
	}
	m.Fill(pieces)
	m.Describe = func(i int) string { return pieces[i].Label }
	var opened, chosen []int
	m.OnOpen, m.OnSelect = func(i int) { opened = append(opened, i) }, func(i int) { chosen = append(chosen, i) }
	key(fyne.KeyReturn) // none is chosen
	if m.Selected() != -1 || m.AccessibilityLabel() != "Ordner" || len(opened) != 0 {
		t.Errorf("filled anew: tile %d, says %q, opened %v", m.Selected(), m.AccessibilityLabel(), opened)
	}
	for _, i := range []int{-1, 4, 0, 3} {
		m.Select(i)
	}
	m.Select(0)
	key(fyne.KeyEnter)
	if m.AccessibilityLabel() != "Ordner, Bauamt" || len(opened) != 1 || opened[0] != 0 || len(chosen) != 3 {
		t.Errorf("says %q, opened %v, chosen %v", m.AccessibilityLabel(), opened, chosen)
	}
	keys := 0
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{{ID: "f", Keys: []string{"F5"}, Do: func() { keys++ }}}})
	if key(fyne.KeyF5); keys != 1 {
		t.Error("F5 does not reach the screen")
	}
	spots := m.Spots()
	for i, x := range spots { // every tile is met in its middle and not beyond its edge
		if m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(x.X+x.W/2, x.Y+x.H/2)}); m.Selected() != i {
			t.Errorf("a click into tile %d chooses %d", i, m.Selected())
		}
	}
	m.Select(1)
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(601, 10)})
	if m.Selected() != 1 {
		t.Errorf("a click beside it chooses %d", m.Selected())
	}
	// each arrow goes to the nearest tile that lies there, and back
	for _, c := range []struct {
		from int
		key  fyne.KeyName
		want int
	}{{0, fyne.KeyDown, 2}, {1, fyne.KeyUp, 1}, {1, fyne.KeyDown, 2}, {0, fyne.KeyRight, 2}, {2, fyne.KeyLeft, 0}, {0, fyne.KeyLeft, 0},
		{0, fyne.KeyUp, 1}, {2, fyne.KeyDown, 2}, {3, fyne.KeyUp, 1}, {3, fyne.KeyLeft, 2}, {3, fyne.KeyRight, 3}, {1, fyne.KeyRight, 3}} {
		m.Select(c.from)
		if key(c.key); m.Selected() != c.want {
			t.Errorf("%s from tile %d leads to %d, want %d; they lie at %v", c.key, c.from, m.Selected(), c.want, spots)
		}
	}
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
