package kit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// Buttons keep their least height and width, and what they are told.
func TestButton(t *testing.T) {
	s := kittest.New(t)
	for _, c := range []struct {
		name  string
		b     *kit.Button
		wide  float32 // least width, 0: by its words
		high  float32
		label string
	}{
		{"quiet", kit.NewButton(s.Env, "a", "", "i", nothing), 32, 32, "i"},
		{"small", kit.NewButton(s.Env, "b", "", "i", nothing).Small(), 26, 26, "i"},
		{"icon", kit.NewIconButton(s.Env, "c", "rotate", "Drehen", nothing), 26, 26, "Drehen"},
		{"link", kit.NewLink(s.Env, "d", "i", nothing), 0, 26, "i"}, {"primary", kit.NewPrimary(s.Env, "e", "", "i", nothing), 32, 32, "i"},
	} {
		want := c.wide
		if want == 0 {
			want = kit.Measure("i", kit.RoleText)
		}
		if got := c.b.MinSize(); got.Height != c.high || got.Width < want-1 || got.Width > want+3 || c.b.AccessibilityLabel() != c.label {
			t.Errorf("%s: %v, says %q; want %v × %v, %q", c.name, got, c.b.AccessibilityLabel(), want, c.high, c.label)
		}
	}
	did := ""
	b := kit.NewButton(s.Env, "x", "send", "Senden", func() { did += "a" })
	s.Show(kit.Col(0, kit.Loose(b)), 300, 100)
	b.Set("send", "Senden")
	b.Set("check", "Gesendet")
	if b.Text() != "Gesendet" || b.AccessibilityLabel() != "Gesendet" {
		t.Errorf("%q says %q", b.Text(), b.AccessibilityLabel())
	}
	if b.Set("check", ""); b.AccessibilityLabel() != "Gesendet" {
		t.Errorf("without words it says %q", b.AccessibilityLabel())
	}
	b.SetAct(func() { did += "b" })
	s.Tap(t, "x")
	s.Env.OnHint(func(h string) { did += "[" + h + "]" })
	b.SetHint("Was er tut")
	s.Env.Focus(b)
	if did != "b[Was er tut]" || b.AccessibilityRole() != fyne.AccessibleRoleButton ||
		kit.NewLink(s.Env, "y", "i", nil).AccessibilityRole() != fyne.AccessibleRoleLink {
		t.Errorf("did %q, role %v", did, b.AccessibilityRole())
	}
}

// A chip says its count, and shows that it is on.
func TestChip(t *testing.T) {
	s := kittest.New(t)
	c := kit.NewChip(s.Env, "c", "Fehler", "", nothing)
	s.Show(kit.Col(0, kit.Loose(c)), 300, 60)
	rest, wide := test.RenderToMarkup(s.Window.Canvas()), c.MinSize().Width
	if c.AccessibilityLabel() != "Fehler" || c.Active() {
		t.Errorf("says %q, active %v", c.AccessibilityLabel(), c.Active())
	}
	c.Set("12", false)
	if c.AccessibilityLabel() != "Fehler 12" || c.MinSize().Width <= wide {
		t.Errorf("with a count it says %q, %v wide", c.AccessibilityLabel(), c.MinSize().Width)
	}
	c.Set("", true)
	if !c.Active() || c.MinSize().Width != wide || test.RenderToMarkup(s.Window.Canvas()) == rest {
		t.Errorf("on: %v, %v wide and seen as before: %v", c.Active(), c.MinSize().Width, test.RenderToMarkup(s.Window.Canvas()) == rest)
	}
}

// A card opens and closes; open it is no thing to be chosen under the mouse, tells its places,
// and what is copied of it holds what it shows.
func TestFindingCard(t *testing.T) {
	s := kittest.New(t)
	opened, grown := []string{}, 0
	f := kit.Finding{Code: "FIX-002", Tone: kit.ToneError, Severity: "Fehler", Title: "Weicht ab", Count: "2 Dateien",
		Places: []string{"a.pdf", "b.pdf", "c.pdf"}, Spots: map[string]string{"b.pdf": "", "c.pdf": "c.pdf#7"},
		Expected: "sha-256 9f", Remedy: "Neu."}
	c := kit.NewFindingCard(s.Env, "card", f, false, func(p string) { opened = append(opened, p) }, func() { grown++ })
	s.Show(kit.Col(0, c), 600, 400)
	seen := func() string { return test.RenderToMarkup(s.Window.Canvas()) }
	rest, low := seen(), c.MinSize().Height
	c.MouseIn(&desktop.MouseEvent{})
	if seen() == rest {
		t.Error("closed it looks under the mouse as before")
	}
	c.MouseOut()
	s.Tap(t, "card")
	if rest = seen(); !c.Open() || grown != 1 || c.MinSize().Height <= low+50 {
		t.Errorf("open %v, told %d times, %v high after %v", c.Open(), grown, c.MinSize().Height, low)
	}
	if c.MouseIn(&desktop.MouseEvent{}); seen() != rest {
		t.Error("open it looks otherwise under the mouse")
	}
	var links []*kit.Button
	for _, o := range kit.Inside(c) {
		var walk func(o fyne.CanvasObject)
		walk = func(o fyne.CanvasObject) {
			if b, ok := o.(*kit.Button); ok {
				links = append(links, b)
				return
			}
			for _, x := range kit.Inside(o) {
				walk(x)
			}
		}
		walk(o)
	}
	for _, b := range links {
		b.Tapped(&fyne.PointEvent{})
	}
	if want := []string{"a.pdf", "c.pdf#7"}; !slices.Equal(opened, want) {
		t.Errorf("opened %v, want %v", opened, want)
	}
	if want := "Fehler FIX-002 Weicht ab\na.pdf\nb.pdf\nc.pdf\nErwartet: sha-256 9f\nGefunden: \n"; !strings.HasPrefix(c.Plain(), want) {
		t.Errorf("copied %q, want %q", c.Plain(), want)
	}
	bare := kit.NewFindingCard(s.Env, "bare", kit.Finding{Severity: "Hinweis", Code: "X", Title: "T", Remedy: "R"}, true, nil, nil)
	bare.Toggle() // nobody is told
	if lines := strings.Count(bare.Plain(), "\n"); bare.Open() || lines != 2 {
		t.Errorf("open %v, copied in %d lines", bare.Open(), lines)
	}
}

// Tabs show what is chosen, by mouse and keys, and tell a change once.
func TestTabs(t *testing.T) {
	s := kittest.New(t)
	built, changed := []int{}, []int{}
	body := func(i int) func() fyne.CanvasObject {
		return func() fyne.CanvasObject { built = append(built, i); return kit.Body(fmt.Sprint("Inhalt ", i)) }
	}
	tabs := kit.NewTabs(s.Env, "t", kit.Tab{Title: "Eins", Body: body(0)}, kit.Tab{Title: "Zwei", Count: "7", Body: body(1)},
		kit.Tab{Title: "Drei", Body: body(2)})
	tabs.Changed = func(i int) { changed = append(changed, i) }
	s.Show(tabs.Object(), 400, 200)
	tabs.Show(0)
	for _, i := range []int{-1, 3, 2} {
		tabs.Show(i)
	}
	s.Tap(t, "t.1")
	s.Tap(t, "t.1")
	if tabs.Now() != 1 || !slices.Equal(changed[len(changed)-2:], []int{2, 1}) || built[len(built)-1] != 1 {
		t.Errorf("tab %d, told %v, built %v", tabs.Now(), changed, built)
	}
	wide := s.Env.Find("t.2").MinSize().Width
	tabs.Count(2, "12")
	if got := s.Env.Find("t.2").MinSize().Width; got <= wide {
		t.Errorf("with a count it is %v wide, without %v", got, wide)
	}
	if !strings.Contains(test.RenderToMarkup(s.Window.Canvas()), "Inhalt 1") {
		t.Error("the body of the tab is not shown")
	}
}

// The lines between panes are dragged by the mouse; what is kept is never less than a pane
// needs, nor more than the others leave.
func TestPanes_Drag(t *testing.T) {
	for _, c := range []struct {
		name  string
		grip  int
		dx    float32
		left  float32
		right float32
	}{
		{"wider", 0, 60, 260, 180}, {"narrower than it may", 0, -500, 150, 180}, {"wider than there is room", 0, 2000, 480, 180},
		{"the right one by its left edge", 1, -40, 200, 220}, {"and narrower", 1, 70, 200, 110}, {"and never below 80", 1, 900, 200, 80},
	} {
		s := kittest.New(t)
		left, mid, right := kit.Body("links"), kit.Body("Mitte"), kit.Body("rechts")
		p := kit.NewPanes(s.Env, "drag", func() kit.Class { return kit.ClassM }, kit.Pane{Object: left, Width: kit.Sizes{M: 200}, Min: 150},
			kit.Pane{Object: mid, Grow: true}, kit.Pane{Object: right, Width: kit.Sizes{M: 180}})
		s.Show(p, 900, 300)
		g := p.Objects[3+c.grip].(fyne.Draggable)
		g.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(c.dx, 0)})
		g.DragEnd()
		if left.Size().Width != c.left || right.Size().Width != c.right || mid.Size().Width != 900-c.left-c.right {
			t.Errorf("%s: %v, %v, %v; want %v and %v", c.name, left.Size().Width, mid.Size().Width, right.Size().Width, c.left, c.right)
		}
		if p.Objects[3].(desktop.Cursorable).Cursor() != desktop.HResizeCursor {
			t.Errorf("%s: the line has no cursor of its own", c.name)
		}
	}
}

// A toast stays for eight seconds, longer while its link has the focus; what it undoes is
// undone once.
func TestToast(t *testing.T) {
	s := kittest.New(t)
	var due func()
	stopped, undone := 0, 0
	toast := kit.NewToast(s.Env, func(d time.Duration, f func()) func() {
		if d != 8*time.Second {
			t.Errorf("it waits %v", d)
		}
		due = f
		return func() { stopped++ }
	})
	s.Show(kit.Pad(toast, 4, 4, 4, 4), 500, 80)
	if toast.Visible() || toast.Undo() {
		t.Error("it is there before something is said")
	}
	toast.Say("Gesetzt.", func() { undone++ })
	s.Env.Focus(s.Env.Find("toast.undo").(fyne.Focusable))
	if due(); !toast.Visible() {
		t.Error("it goes while its link has the focus")
	}
	s.Window.Canvas().Unfocus()
	if due(); toast.Visible() {
		t.Error("it stays")
	}
	toast.Say("Gesetzt.", func() { undone++ })
	if !toast.Undo() || undone != 1 || toast.Visible() || toast.Undo() {
		t.Errorf("undone %d times, there: %v", undone, toast.Visible())
	}
	before := stopped
	toast.Tell("Nichts zu tun.")
	if s.Env.Find("toast.undo").Visible() || toast.Undo() {
		t.Error("what was told can be undone")
	}
	if toast.Say("Noch etwas.", nil); stopped != before+1 {
		t.Errorf("the clock of the one before is stopped %d times", stopped-before)
	}
	s.Tap(t, "toast.close")
	if toast.Visible() {
		t.Error("its cross leaves it")
	}
	due = nil
	toast.Forever = true
	if toast.Say("Bleibt.", nil); due != nil || !toast.Visible() {
		t.Error("one that stays has a clock")
	}
}

// A page of a sheet keeps the focus inside, gives it back, and takes no clicks of the screen.
func TestSheet_Mouse(t *testing.T) {
	s := kittest.New(t)
	below := 0
	under := kit.NewButton(s.Env, "under", "", "Darunter", func() { below++ })
	s.Show(kit.Pad(kit.Col(0, kit.Loose(under)), 10, 10, 10, 10), 600, 400)
	s.Env.Focus(under)
	closed := 0
	entry := kit.NewEntry(s.Env, "inside", "", nil)
	sheet := kit.NewSheet(s.Env, "Blatt", 300, 200, kit.NewField(s.Env, "Feld", entry), nil).First(entry)
	sheet.OnClose = func() { closed++ }
	sheet.Show()
	test.TapCanvas(s.Window.Canvas(), fyne.NewPos(20, 20))
	if below != 0 || s.Env.Open() != sheet || sheet.Title() != "Blatt" {
		t.Errorf("a click beside it does %d times what lies below", below)
	}
	if got := s.Env.FocusOrder(9); !slices.Equal(got, []string{"sheet.close", "inside"}) {
		t.Errorf("Tab goes through %v", got)
	}
	second := kit.NewSheet(s.Env, "Zweites", 300, 200, kit.Body(""), nil)
	if second.Show(); closed != 1 || s.Env.Open() != second {
		t.Errorf("a second one leaves the first: closed %d times", closed)
	}
	sheet.Close()
	if s.Env.Open() != second || closed != 1 {
		t.Error("closing what is closed closes another")
	}
	s.Tap(t, "sheet.close")
	if s.Env.Open() != nil || s.Env.Focused() != fyne.Focusable(under) {
		t.Errorf("closed by its button the focus is on %v", s.Env.Focused())
	}
}

// Keys in a field: Ab leaves it where there is something below, Esc empties it once and is then
// the screen's, combinations are offered to the screen.
func TestEntry_Keys(t *testing.T) {
	s := kittest.New(t)
	var got []string
	key := func(k string) kit.Action {
		return kit.Action{ID: k, Keys: []string{k}, Do: func() { got = append(got, k) }}
	}
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{key("Esc"), key("F3"), key("Alt+1")}})
	e := kit.NewEntry(s.Env, "e", "", nil)
	area := kit.NewTextArea(s.Env, "a", "", 3, nil)
	s.Show(kit.Col(4, kit.NewField(s.Env, "Suche", e), kit.NewField(s.Env, "Grund", area)), 300, 300)
	e.EscapeClears()
	down := 0
	e.OnDown, area.OnDown = func() { down++ }, func() { down += 100 }
	changed := 0
	e.OnChanged = func(string) { changed++ }
	s.Type(t, "e", "ab")
	e.Put("ab")
	for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyF3, fyne.KeyEscape} {
		e.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if e.Text != "" || down != 1 || !slices.Equal(got, []string{"F3"}) || changed != 3 {
		t.Errorf("text %q, %d times down, %v, %d changes", e.Text, down, got, changed)
	}
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.Key1, Modifier: fyne.KeyModifierAlt})
	area.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if !slices.Equal(got, []string{"F3", "Esc", "Alt+1"}) || down != 1 {
		t.Errorf("%v, %d times down", got, down)
	}
	hints := []string{}
	s.Env.OnHint(func(h string) { hints = append(hints, h) })
	area.SetHint("Warum")
	s.Env.Focus(area)
	s.Env.Focus(e)
	if !slices.Equal(hints, []string{"", "Warum", "", ""}) {
		t.Errorf("told %q", hints)
	}
}

// A word longer than its line is cut where the line ends: no line is wider than the room, and
// none could have held a letter more.
func TestText_LongWord(t *testing.T) {
	const word = "Donaudampfschifffahrtsgesellschaftskapitänspatent"
	for _, width := range []float32{40, 70, 120, 200} {
		s := kittest.New(t)
		s.Show(kit.Body(word).Wrap(), width, 600)
		var lines []string
		for _, part := range strings.Split(test.RenderToMarkup(s.Window.Canvas()), "<text")[1:] {
			_, rest, _ := strings.Cut(part, ">")
			line, _, _ := strings.Cut(rest, "</text>")
			lines = append(lines, line)
		}
		if got := strings.Join(lines, ""); got != word || len(lines) < 2 {
			t.Errorf("%v wide: %q", width, lines)
		}
		for i, line := range lines[:max(0, len(lines)-1)] {
			next := []rune(lines[i+1])
			if kit.Measure(line, kit.RoleText) > width || kit.Measure(line+string(next[:1]), kit.RoleText) <= width {
				t.Errorf("%v wide: line %d is %q, %v wide, then %q", width, i, line, kit.Measure(line, kit.RoleText), lines[i+1])
			}
		}
	}
}

// A mark stands in the middle of a higher line, at its left.
func TestDecisionMark_StandsInTheMiddle(t *testing.T) {
	for _, look := range probedLooks {
		s := kittest.With(t, "de", look.mode, look.scale)
		m := kit.NewDecisionMark(kit.Decision{Letter: "A", Unsent: true})
		s.Show(m, 100*look.scale, 60*look.scale)
		box := test.WidgetRenderer(m).Objects()[0]
		if got, want := box.Position(), fyne.NewPos(0, (60*look.scale-kit.S(18))/2); got != want ||
			box.Size() != fyne.NewSize(kit.S(20), kit.S(18)) {
			t.Errorf("× %v: the box lies at %v, %v large, want at %v", look.scale, got, box.Size(), want)
		}
	}
}
