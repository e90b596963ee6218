package kit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// listStage shows a list of 40 rows of 28 in a room of 280.
func listStage(t *testing.T, change func(*kit.List)) (*kittest.Stage, *kit.List, *[]string) {
	s, did := kittest.New(t), new([]string)
	l := kit.NewList(s.Env, "list", func() int { return 40 }, func() fyne.CanvasObject { return kit.Body("") },
		func(i int, o fyne.CanvasObject) { o.(*kit.Text).Set(fmt.Sprint("Zeile ", i)) })
	note := func(what string) func(int) { return func(i int) { *did = append(*did, fmt.Sprint(what, " ", i)) } }
	l.OnSelect, l.OnOpen = note("select"), note("open")
	if change != nil {
		change(l)
	}
	s.Show(l, 300, 280)
	return s, l, did
}

// Every key of a list leads to its row, in a room for ten of them.
func TestList_Keys(t *testing.T) {
	s, l, _ := listStage(t, nil)
	s.Env.Focus(l)
	for i, c := range []struct {
		key    fyne.KeyName
		want   int
		offset float32 // how far it is scrolled then
	}{
		{fyne.KeyPageDown, 9, 56}, {fyne.KeyPageDown, 18, 308}, {fyne.KeyPageUp, 9, 196}, {fyne.KeyUp, 8, 168},
		{fyne.KeyEnd, 39, 840}, {fyne.KeyDown, 39, 840}, {fyne.KeyPageDown, 39, 840}, {fyne.KeyHome, 0, 0},
		{fyne.KeyUp, 0, 0}, {fyne.KeyPageUp, 0, 0}, {fyne.KeyDown, 1, 0},
	} {
		if s.Env.TypeKey(c.key); l.Selected() != c.want || l.Offset() != c.offset {
			t.Errorf("step %d, %s: row %d at %v, want %d at %v", i, c.key, l.Selected(), l.Offset(), c.want, c.offset)
		}
	}
	for _, c := range []struct{ ask, want int }{{99, 39}, {-7, -1}, {3, 3}} {
		if l.Select(c.ask); l.Selected() != c.want {
			t.Errorf("row %d asked for: %d is selected, want %d", c.ask, l.Selected(), c.want)
		}
	}
	s.Env.TypeKey(fyne.KeyEnter)
	if l.Mark(5); l.Selected() != 5 {
		t.Errorf("marked: row %d", l.Selected())
	}
}

// Umschalt+Ab is the screen's where it has an action for it, and moves on where it has none.
func TestList_ShiftDown(t *testing.T) {
	s, l, _ := listStage(t, nil)
	s.Env.Hold(func() fyne.KeyModifier { return fyne.KeyModifierShift })
	s.Env.Focus(l)
	s.Env.TypeKey(fyne.KeyDown)
	if l.Selected() != 1 {
		t.Errorf("without an action: row %d, want 1", l.Selected())
	}
	did := 0
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{{ID: "x", Keys: []string{"Umschalt+Ab"}, Do: func() { did++ }}}})
	s.Env.TypeKey(fyne.KeyDown)
	if did != 1 || l.Selected() != 1 {
		t.Errorf("with one: done %d times, row %d", did, l.Selected())
	}
	s.Env.Hold(nil)
	s.Env.TypeKey(fyne.KeyDown)
	if did != 1 || l.Selected() != 2 {
		t.Errorf("without Umschalt: done %d times, row %d", did, l.Selected())
	}
}

// A selection is told once and not again, a row that cannot be selected is passed over by keys
// and left alone by the mouse.
func TestList_Selectable(t *testing.T) {
	s, l, did := listStage(t, func(l *kit.List) { l.Selectable = func(i int) bool { return i%3 != 0 } })
	s.Env.Focus(l)
	rows := rowsOf(l)
	for _, step := range []struct {
		do   func()
		want int
	}{
		{func() {}, 1}, {func() { l.TypedRune('j') }, 2}, {func() { l.TypedRune('J') }, 4}, {func() { l.TypedRune('k') }, 2},
		{func() { s.Env.TypeKey(fyne.KeyHome) }, 1}, {func() { s.Env.TypeKey(fyne.KeyUp) }, 1},
		{func() { s.Env.TypeKey(fyne.KeyEnd) }, 38}, {func() { s.Env.TypeKey(fyne.KeyHome) }, 1},
		{func() { rows[3].(fyne.Tappable).Tapped(&fyne.PointEvent{}) }, 1},
		{func() { rows[5].(fyne.Tappable).Tapped(&fyne.PointEvent{}) }, 5},
		{func() { l.Select(5) }, 5},
	} {
		if step.do(); l.Selected() != step.want {
			t.Errorf("row %d, want %d", l.Selected(), step.want)
		}
	}
	want := "select 1,select 2,select 4,select 2,select 1,select 38,select 1,select 5"
	if got := strings.Join(*did, ","); got != want {
		t.Errorf("told %s\nwant %s", got, want)
	}
}

// By mouse: one click selects, a second one on the same row opens, one on another does not; the
// right button asks for the menu of its row, and the place under the mouse is told.
func TestList_Mouse(t *testing.T) {
	menus, hovers := []string{}, []string{}
	s, l, did := listStage(t, func(l *kit.List) {
		l.OnMenu = func(i int, at fyne.Position) { menus = append(menus, fmt.Sprint(i, " ", at)) }
		l.OnHover = func(i int, at fyne.Position) { hovers = append(hovers, fmt.Sprint(i, " ", at.X)) }
		l.Selectable = func(i int) bool { return i != 4 }
	})
	c := s.Window.Canvas()
	at := func(row float32) fyne.Position { return fyne.NewPos(50, row*28+14) }
	for _, row := range []float32{1, 2, 2, 3} {
		test.TapCanvas(c, at(row))
	}
	if got, want := strings.Join(*did, ","), "select 1,select 2,open 2,select 3"; got != want {
		t.Errorf("clicks: %s, want %s", got, want)
	}
	if s.Env.Focused() != fyne.Focusable(l) {
		t.Error("a click does not take the focus to the list")
	}
	test.MoveMouse(c, at(6))
	test.MoveMouse(c, fyne.NewPos(60, 6*28+20))
	test.MoveMouse(c, at(7))
	if want := []string{"6 50", "6 60", "-1 0", "7 50"}; !slices.Equal(hovers, want) {
		t.Errorf("under the mouse: %v, want %v", hovers, want)
	}
	for _, row := range []int{4, 6} {
		rowsOf(l)[row].(fyne.SecondaryTappable).TappedSecondary(&fyne.PointEvent{AbsolutePosition: at(float32(row))})
	}
	l.Select(1)
	s.Env.TypeKey(desktop.KeyMenu)
	s.Env.Hold(func() fyne.KeyModifier { return fyne.KeyModifierShift })
	s.Env.TypeKey(fyne.KeyF10)
	s.Env.Hold(nil)
	s.Env.TypeKey(fyne.KeyF10) // alone it is the screen's
	if want := []string{"6 {50 182}", "1 {24 56}", "1 {24 56}"}; !slices.Equal(menus, want) {
		t.Errorf("menus %v, want %v", menus, want)
	}
	_, bare, _ := listStage(t, nil)
	rowsOf(bare)[1].(fyne.SecondaryTappable).TappedSecondary(&fyne.PointEvent{}) // no menu: nothing happens
	bare.TypedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
}

// The wheel moves three rows a notch and ends at the ends; a redraw fills the row in sight anew.
func TestList_WheelAndRefresh(t *testing.T) {
	fills := map[int]int{}
	s, l, _ := listStage(t, func(l *kit.List) {
		fill := l.Fill
		l.Fill = func(i int, o fyne.CanvasObject) { fills[i]++; fill(i, o) }
	})
	row := rowsOf(l)[0].(fyne.Scrollable)
	for _, c := range []struct{ notch, want float32 }{{-1, 84}, {-1, 168}, {1, 84}, {5, 0}, {-99, 840}, {1, 756}} {
		row.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, c.notch*25)})
		if l.Offset() != c.want {
			t.Errorf("%v notches: at %v, want %v", c.notch, l.Offset(), c.want)
		}
	}
	clear(fills)
	l.RefreshRow(30)
	l.RefreshRow(2)
	if fills[30] != 1 || fills[2] != 0 || len(fills) != 1 {
		t.Errorf("filled %v, want row 30 once", fills)
	}
	n := 40
	l.Len = func() int { return n }
	l.Select(39)
	n = 5
	if l.Reload(); l.Selected() != 4 || l.Offset() != 0 {
		t.Errorf("five rows left: %d is selected at %v", l.Selected(), l.Offset())
	}
	s.Env.Focus(l)
	if n = 0; true {
		l.Reload()
	}
	if l.Selected() != -1 {
		t.Errorf("no row left: %d is selected", l.Selected())
	}
}

// What a row says is told when it is reached and when it says something else, and not where
// the focus is elsewhere.
func TestList_Describe(t *testing.T) {
	word, hints := "eins", []string{}
	s, l, _ := listStage(t, func(l *kit.List) { l.Describe = func(i int) string { return fmt.Sprint(word, " ", i) } })
	s.Env.OnHint(func(h string) { hints = append(hints, h) })
	l.Reload()
	if len(hints) != 0 || l.AccessibilityLabel() != "" {
		t.Errorf("nothing chosen: %v, %q", hints, l.AccessibilityLabel())
	}
	focused := 0
	l.OnFocus = func() { focused++ }
	s.Env.Focus(l)
	l.Reload()
	word = "zwei"
	l.Reload()
	l.Step(1)
	if want := []string{"eins 0", "eins 0", "zwei 0", "zwei 1"}; !slices.Equal(hints, want) || focused != 1 {
		t.Errorf("told %v, want %v; %d times focused", hints, want, focused)
	}
	if got := l.AccessibilityLabel(); got != "zwei 1" {
		t.Errorf("says %q", got)
	}
}

// Rows of their own height lie below each other; what stands below a list lies right below a
// short one and at the bottom below a long one.
func TestSnug(t *testing.T) {
	for _, c := range []struct {
		rows int
		want float32 // top of what stands below
	}{{2, 60}, {9, 270}, {30, 400 - 26}} {
		s := kittest.New(t)
		l := kit.NewList(s.Env, "list", func() int { return c.rows }, func() fyne.CanvasObject { return kit.Body("") },
			func(int, fyne.CanvasObject) {})
		l.Height = func(i int) float32 { return 20 + 20*float32(i%2) }
		below := kit.NewButton(s.Env, "below", "plus", "Mehr", nil).Small()
		area := kit.Sized(0, 0, l)
		s.Show(kit.Snug(l, area, below), 300, 400)
		want := c.want
		if c.rows == 9 {
			want = 260 // five low and four high rows
		}
		if got := below.Position().Y; got != want || area.Size().Height != want || below.Size().Width != 300 {
			t.Errorf("%d rows: below at %v, %v wide, the list is %v high; want %v", c.rows, got, below.Size().Width, area.Size().Height,
				want)
		}
		below.Hide()
		s.Window.Content().Refresh()
		if c.rows == 30 && area.Size().Height != 400 {
			t.Errorf("with nothing below the list is %v high, want all", area.Size().Height)
		}
	}
}

// Rows of records open and close by the arrows and by Enter, and only where there is something
// to open; a leaf is entered.
func TestRecordList_Keys(t *testing.T) {
	s := kittest.New(t)
	r := kit.NewRecordList(s.Env, "records", true)
	var did []string
	s.Show(r.List, 500, 200)
	r.SetRows([]kit.Record{{ID: "a", Group: true, Title: "zu"}, {ID: "b", Group: true, Open: true, Title: "offen"},
		{ID: "c", Leaf: true, Title: "Blatt"}})
	s.Env.Focus(r.List)
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyRight, fyne.KeyDown, fyne.KeyReturn} {
		s.Env.TypeKey(k) // nobody listens: nothing happens
	}
	note := func(what string) func(int) { return func(i int) { did = append(did, fmt.Sprint(what, " ", i)) } }
	r.OnToggle, r.OnChoose, r.OnEntered = note("toggle"), note("choose"), note("enter")
	keys := []string{}
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{{ID: "l", Keys: []string{"Links"},
		Do: func() { keys = append(keys, "Links") }}, {ID: "r", Keys: []string{"Rechts"}, Do: func() { keys = append(keys, "Rechts") }}}})
	for _, c := range []struct {
		row  int
		key  fyne.KeyName
		want string
		on   string // what reaches the screen
	}{
		{0, fyne.KeyRight, "toggle 0", ""}, {0, fyne.KeyLeft, "", "Links"}, {0, fyne.KeyReturn, "toggle 0", ""},
		{1, fyne.KeyLeft, "toggle 1", ""}, {1, fyne.KeyRight, "", "Rechts"}, {1, fyne.KeyReturn, "toggle 1", ""},
		{2, fyne.KeyLeft, "", "Links"}, {2, fyne.KeyRight, "", "Rechts"}, {2, fyne.KeyReturn, "enter 2", ""},
	} {
		r.Mark(c.row)
		did, keys = nil, nil
		s.Env.TypeKey(c.key)
		if got := strings.Join(did, ","); got != c.want || strings.Join(keys, ",") != c.on {
			t.Errorf("row %d, %s: %q and %v, want %q and %q", c.row, c.key, got, keys, c.want, c.on)
		}
	}
	did = nil
	if r.Select(0); strings.Join(did, ",") != "choose 0" {
		t.Errorf("chosen: %v", did)
	}
	wide := r.Head().MinSize().Width
	if r.Narrow(true); r.Head().MinSize().Width >= wide || len(r.Rows()) != 3 {
		t.Errorf("narrow: %v, wide: %v, %d rows", r.Head().MinSize().Width, wide, len(r.Rows()))
	}
}
