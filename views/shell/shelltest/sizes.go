package shelltest

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// sizes are the windows every screen must stand in: the first one the program opens, the
// usual screens, 150 and 200 % by the system (fewer units) and by larger text, both
// languages, all three themes.
func sizes() []kittest.Variant {
	return []kittest.Variant{
		{Name: "1200x700", Lang: "de", Mode: kit.ModeLight, Scale: 1, W: 1200, H: 700},
		{Name: "1200x700-en", Lang: "en", Mode: kit.ModeDark, Scale: 1, W: 1200, H: 700},
		{Name: "1280x720", Lang: "de", Mode: kit.ModeContrast, Scale: 1, W: 1280, H: 720},
		{Name: "1366x768-en", Lang: "en", Mode: kit.ModeContrast, Scale: 1, W: 1366, H: 768},
		{Name: "1366x768-at-150", Lang: "de", Mode: kit.ModeDark, Scale: 1, W: 911, H: 512},
		{Name: "text-150-en", Lang: "en", Mode: kit.ModeLight, Scale: 1.5, W: 1366, H: 768},
		{Name: "text-200", Lang: "de", Mode: kit.ModeLight, Scale: 2, W: 1920, H: 1080},
	}
}

// The least window a screen has to stand in at 100 %, frame included.
const leastWidth, leastHeight = 1180, 640

// Sizes shows a screen in every size, language and theme: it asks for no more than the
// least window, and nothing that takes the focus lies over another or outside the window.
// page names a pane that keeps 480 units where the window has room for it, "" none.
func Sizes(t *testing.T, screens func() []nav.Screen, r route.Route, play func(*Frame), page string) {
	t.Helper()
	for _, v := range sizes() {
		t.Run("size-"+v.Name, func(t *testing.T) {
			f := In(t, v, screens()...)
			f.Go(r)
			if play != nil {
				play(f)
				f.Run.Drain()
			}
			f.Shoot(t, "groesse-"+string(r.Screen)+"-"+v.Name)
			Fits(t, f, v)
			if o := f.Env.Find(page); page != "" && v.Scale == 1 && v.W >= 1200 {
				if o == nil {
					t.Fatalf("there is no %q", page)
				}
				if w := o.Size().Width; w < 480 {
					t.Errorf("the page is %v units wide, want 480", w)
				}
			}
		})
	}
}

// Fits checks one frame as it stands.
func Fits(t *testing.T, f *Frame, v kittest.Variant) {
	t.Helper()
	content := f.Window.Canvas().Content()
	if m := content.MinSize(); v.Scale == 1 && (m.Width > leastWidth || m.Height > leastHeight) {
		t.Errorf("the window asks for %v, want at most %d × %d", m, leastWidth, leastHeight)
	}
	keysOnce(t, f)
	names := map[fyne.CanvasObject]string{}
	for _, n := range f.Env.Names() {
		names[f.Env.Find(n)] = n
	}
	var seen []area
	collect(content, fyne.NewPos(0, 0), area{at: fyne.NewPos(-1e6, -1e6), size: fyne.NewSize(2e6, 2e6)}, names, &seen)
	for i, a := range seen {
		if a.at.X < -1 || a.at.Y < -1 || a.at.X+a.size.Width > v.W+1 || a.at.Y+a.size.Height > v.H+1 {
			t.Errorf("%s lies outside the window: %v %v", a.name, a.at, a.size)
		}
		for _, b := range seen[:i] {
			if over(a, b) {
				t.Errorf("%s (%v %v) lies over %s (%v %v)", a.name, a.at, a.size, b.name, b.at, b.size)
			}
		}
	}
	if len(seen) < 2 { // its list, or a button, and a way out
		t.Errorf("only %d things that take the focus are seen", len(seen))
	}
}

// area is where something lies on the window.
type area struct {
	name string
	at   fyne.Position
	size fyne.Size
}

// over tells whether two areas share more than an edge; rounding is forgiven.
func over(a, b area) bool {
	const eps = 1.5
	return a.at.X+eps < b.at.X+b.size.Width && b.at.X+eps < a.at.X+a.size.Width &&
		a.at.Y+eps < b.at.Y+b.size.Height && b.at.Y+eps < a.at.Y+a.size.Height
}

// collect gathers what takes the focus and is seen, cut to the scrollers above it.
func collect(o fyne.CanvasObject, at fyne.Position, clip area, names map[fyne.CanvasObject]string, out *[]area) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	here, any := cut(area{at: at, size: o.Size()}, clip)
	if s, ok := o.(*container.Scroll); ok {
		if any {
			collect(s.Content, at.Subtract(s.Offset), here, names, out)
		}
		return
	}
	if _, ok := o.(fyne.Focusable); ok {
		if any {
			if here.name = names[o]; here.name == "" {
				here.name = fmt.Sprintf("%T", o)
			}
			*out = append(*out, here)
		}
		return // what stands in it is its own business
	}
	for _, x := range kit.Inside(o) {
		collect(x, at, clip, names, out)
	}
}

// cut gives the part of an area inside another; false: none.
func cut(a, b area) (area, bool) {
	right, bottom := min(a.at.X+a.size.Width, b.at.X+b.size.Width), min(a.at.Y+a.size.Height, b.at.Y+b.size.Height)
	a.at = fyne.NewPos(max(a.at.X, b.at.X), max(a.at.Y, b.at.Y))
	a.size = fyne.NewSize(right-a.at.X, bottom-a.at.Y)
	return a, a.size.Width > 0 && a.size.Height > 0
}

// keysOnce tells of keys the window does not listen to, and of keys that the screen gives to two actions of which the first always takes
// them: the second is never reached, whatever its button or the key help says.
func keysOnce(t *testing.T, f *Frame) {
	t.Helper()
	s := f.Env.Scope(kit.LevelScreen)
	if s == nil {
		return
	}
	heard := map[string]bool{}
	for _, c := range kit.Combinations() {
		heard[kit.Chord(c)] = true
	}
	taken := map[string]string{}
	for _, a := range s.Actions {
		for _, k := range f.Env.KeysOf(a) {
			if (strings.Contains(k, "Strg+") || strings.Contains(k, "Alt+")) && !heard[k] {
				t.Errorf("the window does not listen to %s, the key of %s", k, a.ID)
			}
			if first, ok := taken[k]; ok && first != a.ID {
				t.Errorf("%s never reaches %s: %s always takes it", k, a.ID, first)
			}
			if a.When == nil {
				taken[k] = a.ID
			}
		}
	}
}
