package kit_test

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// probe is a widget that takes part in one test by mouse, keys, focus, sizes and themes.
type probe struct {
	name string
	// make gives what stands on the stage; do is called by each act of the widget.
	make func(env *kit.Env, do func()) fyne.CanvasObject
	// of finds the widget in it; nil: it is the whole.
	of func(env *kit.Env) fyne.CanvasObject
	w  float32 // width it is given in units, 0: what it needs
	// still is for one that looks the same under the mouse; typing for one that keeps letters,
	// Leertaste and Enter; places for one in which what is done depends on the place in it.
	still, typing, places bool
}

// moving is what a widget under the mouse and the focus has.
type moving interface {
	fyne.Widget
	fyne.Focusable
	fyne.Tappable
}

func probes() []probe {
	card := kit.Finding{Code: "FIX-002", Tone: kit.ToneError, Severity: "Fehler", Title: "Prüfsumme weicht ab",
		Count: "1 Datei", Remedy: prose}
	find := func(name string) func(*kit.Env) fyne.CanvasObject {
		return func(env *kit.Env) fyne.CanvasObject { return env.Find(name) }
	}
	list := func(env *kit.Env, do func()) fyne.CanvasObject {
		l := kit.NewList(env, "x", func() int { return 3 }, func() fyne.CanvasObject { return kit.Body("") },
			func(i int, o fyne.CanvasObject) { o.(*kit.Text).Set(fmt.Sprint("Zeile ", i)) })
		l.OnOpen = func(int) { do() }
		return kit.Sized(200, 120, l)
	}
	return []probe{
		{name: "quiet", make: func(env *kit.Env, do func()) fyne.CanvasObject {
			return kit.NewButton(env, "x", "print", "Bericht", do)
		}},
		{name: "primary", still: true, make: func(env *kit.Env, do func()) fyne.CanvasObject {
			return kit.NewPrimary(env, "x", "right", "Weiter", do).Key("Strg+Enter")
		}},
		{name: "link", make: func(env *kit.Env, do func()) fyne.CanvasObject { return kit.NewLink(env, "x", "Verweis", do) }},
		{name: "icon", make: func(env *kit.Env, do func()) fyne.CanvasObject {
			return kit.NewIconButton(env, "x", "rotate", "Drehen", do)
		}},
		{name: "small", make: func(env *kit.Env, do func()) fyne.CanvasObject {
			return kit.NewButton(env, "x", "left", "Zurück", do).Small()
		}},
		{name: "edge", make: func(env *kit.Env, do func()) fyne.CanvasObject {
			return kit.NewIconButton(env, "x", "cross", "Abbrechen", do).Edge()
		}},
		{name: "chip", make: func(env *kit.Env, do func()) fyne.CanvasObject { return kit.NewChip(env, "x", "Alle", "14", do) }},
		{name: "tile", w: 160, make: func(env *kit.Env, do func()) fyne.CanvasObject {
			return kit.NewTile(env, "x", "12 offen", kit.Pad(kit.Body("12"), 6, 8, 6, 8), do)
		}},
		{name: "card", w: 480, make: func(env *kit.Env, do func()) fyne.CanvasObject {
			return kit.NewFindingCard(env, "x", card, false, nil, do)
		}},
		{name: "tab", w: 300, of: find("x.1"), make: func(env *kit.Env, do func()) fyne.CanvasObject {
			body := func() fyne.CanvasObject { do(); return kit.Body("Inhalt") }
			return kit.Sized(300, 90, kit.NewTabs(env, "x", kit.Tab{Title: "Eins", Body: body}, kit.Tab{Title: "Zwei", Count: "7",
				Body: body}).Object())
		}},
		{name: "entry", w: 200, typing: true, still: true, of: find("x"), make: func(env *kit.Env, _ func()) fyne.CanvasObject {
			return kit.NewField(env, "Grund", kit.NewEntry(env, "x", "", nil))
		}},
		{name: "list", still: true, places: true, of: find("x"), make: list},
		{name: "tiles", still: true, places: true, of: find("x"), make: func(env *kit.Env, do func()) fyne.CanvasObject {
			m := kit.NewTreemap(env, "x", "Ordner")
			m.Fill([]kit.Piece{{Label: "Bauamt", Weight: 60}, {Label: "Hauptamt", Weight: 20}})
			m.OnOpen = func(int) { do() }
			m.Select(0)
			return kit.Sized(300, 200, m)
		}},
		{name: "head", still: true, places: true, of: find("x.head"), make: func(env *kit.Env, do func()) fyne.CanvasObject {
			table := kit.NewTable(env, "x", func() int { return 2 }, func(i int) string { return fmt.Sprint(i) },
				kit.TableColumn{ID: "name", Title: "Name", Grow: 1, Width: 100, Text: func(i int) string { return fmt.Sprint(i) },
					Compare: func(a, b int) int { do(); return a - b }})
			table.Reload()
			return kit.Sized(300, 120, table.Object())
		}},
	}
}

// looks are the themes and sizes of text each widget is tested in.
var probedLooks = []struct {
	mode  kit.Mode
	scale float32
}{{kit.ModeLight, 1}, {kit.ModeDark, 1.5}, {kit.ModeContrast, 2}}

// trial is one widget on the stage.
type trial struct {
	*kittest.Stage
	t    *testing.T
	what string
	x    probe
	o    moving
	acts int
	keys []string // that reached the screen
	hint string
}

func try(t *testing.T, x probe, mode kit.Mode, scale float32) *trial {
	s := &trial{Stage: kittest.With(t, "de", mode, scale), t: t, x: x, what: fmt.Sprintf("%s in %s × %v", x.name, mode, scale)}
	var acts []kit.Action
	for _, k := range []string{"F5", "Q"} {
		acts = append(acts, kit.Action{ID: k, Keys: []string{k}, Do: func() { s.keys = append(s.keys, k) }})
	}
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: acts})
	s.Env.OnHint(func(h string) { s.hint = h })
	whole := x.make(s.Env, func() { s.acts++ })
	var o fyne.CanvasObject = whole
	if x.of != nil {
		o = x.of(s.Env)
	}
	s.o = o.(moving)
	if x.w > 0 {
		whole = kit.Sized(x.w, 0, whole)
	}
	s.Show(kit.Pad(kit.Col(0, kit.Loose(whole)), 30, 30, 30, 30), 700*scale, 400*scale)
	s.acts = 0
	return s
}

func (s *trial) picture() string { return test.RenderToMarkup(s.Window.Canvas()) }

// pixels are what a person sees, in the colours of the theme.
func (s *trial) pixels() string {
	shot := s.Window.Canvas().Capture()
	out := sha256.New()
	for y := range shot.Bounds().Dy() {
		for x := range shot.Bounds().Dx() {
			r, g, b, _ := shot.At(x, y).RGBA()
			out.Write([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)})
		}
	}
	return string(out.Sum(nil))
}

func (s *trial) say(format string, args ...any) {
	s.t.Helper()
	s.t.Errorf("%s: %s", s.what, fmt.Sprintf(format, args...))
}

// inside is a place a little inside the widget.
func (s *trial) inside() fyne.Position {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.o)
	return at.AddXY(min(kit.S(20), s.o.Size().Width/2), min(kit.S(10), s.o.Size().Height/2))
}

// byFocus tries Tab and what is seen and told of the focus.
func (s *trial) byFocus() {
	rest := s.picture()
	for range 4 {
		if s.Window.Canvas().FocusNext(); s.Env.Focused() == fyne.Focusable(s.o) {
			break
		}
	}
	if s.Env.Focused() != fyne.Focusable(s.o) {
		s.say("Tab does not reach it")
		s.Env.Focus(s.o)
	}
	if s.picture() == rest {
		s.say("the focus is not seen")
	}
	s.Window.Canvas().Unfocus()
	if s.picture() != rest && !s.x.places && !s.x.typing { // a list keeps the row it has chosen
		s.say("the focus is still seen when it has gone")
	}
	if s.hint != "" {
		s.say("the hint %q stays behind", s.hint)
	}
}

// byKeys tries the keys that act and those that belong to the screen.
func (s *trial) byKeys() {
	s.Env.Focus(s.o)
	for _, key := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace} {
		if s.x.typing || s.x.places && key == fyne.KeySpace {
			continue
		}
		acts, before := s.acts, s.picture()
		if s.Env.TypeKey(key); s.acts == acts && s.picture() == before {
			s.say("%s does nothing", key)
		}
	}
	s.Env.TypeKey(fyne.KeyF5)
	s.o.TypedRune('q')
	if want := map[bool][]string{false: {"F5", "Q"}, true: {"F5"}}[s.x.typing]; !slices.Equal(s.keys, want) {
		s.say("%v reach the screen, want %v", s.keys, want)
	}
}

// byMouse tries click, hover and a click beside it.
func (s *trial) byMouse() {
	c := s.Window.Canvas()
	c.Unfocus()
	rest := s.picture()
	test.MoveMouse(c, s.inside())
	if seen := s.picture() != rest; seen == s.x.still {
		s.say("under the mouse it looks otherwise: %v", seen)
	}
	test.MoveMouse(c, fyne.NewPos(1, 1))
	if s.picture() != rest {
		s.say("it looks as if the mouse were still there")
	}
	s.acts = 0
	test.TapCanvas(c, s.inside())
	test.TapCanvas(c, s.inside())
	if s.acts == 0 && !s.x.typing {
		s.say("two clicks do nothing")
	}
	if !s.x.typing && !s.x.places && s.acts != 2 {
		s.say("two clicks act %d times", s.acts)
	}
	if m, ok := s.o.(desktop.Mouseable); ok && s.x.typing {
		m.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	}
	if s.x.typing && s.Env.Focused() != fyne.Focusable(s.o) {
		s.say("a click does not lead into it")
	}
	s.acts = 0
	if test.TapCanvas(c, fyne.NewPos(2, 2)); s.acts != 0 {
		s.say("a click beside it acts")
	}
}

// disabled tries that one which is off does nothing.
func (s *trial) disabled() {
	d, ok := s.o.(fyne.Disableable)
	if !ok || s.x.places || s.x.typing {
		return
	}
	d.Disable()
	s.acts = 0
	test.TapCanvas(s.Window.Canvas(), s.inside())
	s.o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s.acts != 0 || !d.Disabled() || s.Env.Tap(s.x.tapName()) == nil {
		s.say("disabled it acts %d times, disabled: %v", s.acts, d.Disabled())
	}
	d.Enable()
	if test.TapCanvas(s.Window.Canvas(), s.inside()); s.acts != 1 || d.Disabled() {
		s.say("enabled again it acts %d times", s.acts)
	}
}

func (x probe) tapName() string {
	if x.name == "tab" {
		return "x.1"
	}
	return "x"
}

// Every widget that takes the focus is reached, seen and used by mouse and keys, in every
// theme and size of text; it grows with the text and looks otherwise in each theme.
func TestWidgets(t *testing.T) {
	for _, x := range probes() {
		pictures, base := map[string]string{}, fyne.Size{}
		for _, look := range probedLooks {
			s := try(t, x, look.mode, look.scale)
			least := s.o.MinSize()
			if look.scale == 1 {
				base = least
			}
			if w := least.Width / base.Width; w < look.scale*.9 || w > look.scale*1.1 {
				s.say("%v wide, at 1 it is %v", least.Width, base.Width)
			}
			if h := least.Height / base.Height; h < look.scale*.9 || h > look.scale*1.1 {
				s.say("%v high, at 1 it is %v", least.Height, base.Height)
			}
			if got := s.o.Size(); got.Width < least.Width || got.Height < least.Height-kit.S(2) {
				s.say("drawn at %v, needs %v", got, least)
			}
			s.byFocus()
			s.byMouse()
			s.byKeys()
			s.disabled()
			other := try(t, x, look.mode, 1)
			seen := other.pixels()
			for name, before := range pictures {
				if before == seen {
					s.say("it looks as in %s", name)
				}
			}
			pictures[string(look.mode)] = seen
		}
	}
}

// No widget of the kit that takes the focus is left out of the test above.
func TestWidgets_NoneIsLeftOut(t *testing.T) {
	probed := map[string]bool{"menuItem": true, "Toast": true} // those of their own tests: TestMenu, TestToast
	for _, x := range probes() {
		probed[reflect.TypeOf(try(t, x, kit.ModeLight, 1).o).Elem().Name()] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			st, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range st.Fields.List {
				if id, ok := field.Type.(*ast.Ident); ok && len(field.Names) == 0 && id.Name == "control" && !probed[spec.Name.Name] {
					t.Errorf("%s: %s takes the focus and is in no test of widgets", name, spec.Name.Name)
				}
			}
			return true
		})
	}
}

// A menu is used by keys and by mouse: Auf and Ab go round, Enter and a click do it once and
// close it, a click beside it and Esc only close it.
func TestMenu(t *testing.T) {
	for _, look := range probedLooks {
		s := kittest.With(t, "de", look.mode, look.scale)
		s.Show(kit.Body("darunter"), 900*look.scale, 500*look.scale)
		did := ""
		act := func(name string) kit.Action {
			return kit.Action{ID: name, Title: "Tue " + name, Keys: []string{"F7"}[:len(name)-1], Do: func() { did += name }}
		}
		open := func() {
			did = ""
			kit.ShowMenu(s.Env, "Auswahl", fyne.NewPos(860*look.scale, 480*look.scale), act("a"), act("b"), act("c"))
		}
		at := func(want string) {
			t.Helper()
			if got := s.Env.Focused(); got != s.Env.Find(want).(fyne.Focusable) {
				t.Errorf("the focus is on %v, want %s", got, want)
			}
		}
		open()
		at("menu.0")
		rest := test.RenderToMarkup(s.Window.Canvas())
		for _, step := range []struct {
			key  fyne.KeyName
			want string
		}{{fyne.KeyDown, "menu.1"}, {fyne.KeyDown, "menu.2"}, {fyne.KeyDown, "menu.0"}, {fyne.KeyUp, "menu.2"}, {fyne.KeyUp, "menu.1"}} {
			s.Env.TypeKey(step.key)
			at(step.want)
		}
		if test.RenderToMarkup(s.Window.Canvas()) == rest {
			t.Error("the row chosen is not seen")
		}
		s.Env.TypeKey(fyne.KeyReturn)
		if did != "b" || s.Env.Open() != nil {
			t.Errorf("Enter did %q, open: %v", did, s.Env.Open() != nil)
		}
		open()
		item := s.Env.Find("menu.2")
		place := fyne.CurrentApp().Driver().AbsolutePositionForObject(item)
		if size := s.Window.Canvas().Size(); place.X+item.Size().Width > size.Width || place.Y+item.Size().Height > size.Height {
			t.Errorf("the last row ends at %v of %v", place.AddXY(item.Size().Width, item.Size().Height), size)
		}
		if got, want := item.Size().Height, kit.S(28); got != want {
			t.Errorf("a row is %v high, want %v", got, want)
		}
		test.TapCanvas(s.Window.Canvas(), place.AddXY(10, 10))
		if did != "c" || s.Env.Open() != nil {
			t.Errorf("a click did %q, open: %v", did, s.Env.Open() != nil)
		}
		open()
		test.TapCanvas(s.Window.Canvas(), fyne.NewPos(20, 20))
		if did != "" || s.Env.Open() != nil {
			t.Errorf("a click beside it did %q, open: %v", did, s.Env.Open() != nil)
		}
		open()
		s.Env.Press("Esc")
		if did != "" || s.Env.Open() != nil {
			t.Errorf("Esc did %q, open: %v", did, s.Env.Open() != nil)
		}
	}
	s := kittest.New(t)
	s.Show(kit.Body("darunter"), 400, 300)
	if kit.ShowMenu(s.Env, "leer", fyne.NewPos(10, 10)); s.Env.Open() != nil {
		t.Error("a menu of nothing opens")
	}
	never := kit.Action{ID: "n", Title: "Nie", Do: func() { t.Error("done against its When") }, When: func() bool { return false }}
	kit.ShowMenu(s.Env, "nie", fyne.NewPos(10, 10), never)
	s.Env.TypeKey(fyne.KeyReturn)
	if s.Env.Open() != nil {
		t.Error("what cannot be done keeps the menu open")
	}
}
