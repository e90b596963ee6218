package kit_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// shelf is a list screen on the stage, with the texts of the book.
type shelf struct {
	*kittest.Stage
	*kit.ListScreen
	table *kit.Table
	rows  int
	did   []string
}

func newShelf(t *testing.T, mode kit.Mode, scale float32) *shelf {
	s := &shelf{Stage: kittest.With(t, "de", mode, scale)}
	s.ListScreen = kit.NewListScreen(s.Env, "book", "nav.book")
	s.table = kit.NewTable(s.Env, "book.list", func() int { return s.rows }, func(i int) string { return fmt.Sprint(i) },
		kit.TableColumn{ID: "n", Title: "Nummer", Grow: 1, Width: 80, Text: func(i int) string { return fmt.Sprint("Zeile ", i) }})
	note := func(what string) func() { return func() { s.did = append(s.did, what) } }
	top := s.Sift(func(text string) { s.did = append(s.did, "search "+text) }, func() fyne.Focusable { return s.table.List() },
		[]string{"open", "all"}, func(id string) { s.did = append(s.did, "filter "+id) })
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{s.On("book.list", true, "remark", "Strg+M", note("remark")),
		s.Act("reload", "F5", note("reload")), s.Searching()}})
	s.Show(kit.Col(0, s.Head.Object(), s.Told(), top, kit.Grow(s.Part("nav.book", s.table.Object(), kit.Caption("12 gesamt")))),
		900*scale, 600*scale)
	return s
}

// seen tells whether words stand on the stage.
func (s *shelf) seen(words string) bool {
	return strings.Contains(test.RenderToMarkup(s.Window.Canvas()), words)
}

// What stands in for rows: a skeleton while they are read, what is said where there are none or
// none is hit, each with its way, and nothing where reading failed.
func TestListScreen_Fill(t *testing.T) {
	way := func(s *shelf, name string) func() *kit.Button {
		return func() *kit.Button {
			return kit.NewButton(s.Env, name, "", "Weg", func() { s.did = append(s.did, name) })
		}
	}
	for _, look := range probedLooks {
		for name, c := range map[string]struct {
			rows         int
			x            kit.Rows
			empty, nohit bool
			skeleton     bool
			selected     int
			start, whole bool
		}{
			"being read":       {0, kit.Rows{Height: 40}, false, false, true, -1, false, false},
			"read, none":       {0, kit.Rows{Loaded: true, Height: 40}, true, false, false, -1, true, false},
			"none hit":         {0, kit.Rows{Loaded: true, All: 3, Height: 40}, false, true, false, -1, false, true},
			"some":             {2, kit.Rows{Loaded: true, All: 3, Height: 40}, false, false, false, 0, false, false},
			"failed":           {0, kit.Rows{Failed: true, Height: 40}, false, false, false, -1, false, false},
			"failed later":     {0, kit.Rows{Loaded: true, Failed: true, All: 3, Height: 40}, false, false, false, -1, false, false},
			"some, read again": {2, kit.Rows{Height: 40}, false, false, false, 0, false, false},
			"without words":    {0, kit.Rows{Loaded: true, Height: 40, Empty: "book.ohne"}, false, false, false, -1, false, false},
		} {
			s := newShelf(t, look.mode, look.scale)
			s.rows = c.rows
			c.x.Start, c.x.Whole = way(s, "start"), way(s, "whole")
			bare := test.RenderToMarkup(s.Window.Canvas())
			s.Fill(s.table, c.x)
			if got := s.seen(s.Env.T("book.empty.title")); got != c.empty {
				t.Errorf("%s in %s: said that there is none: %v", name, look.mode, got)
			}
			if got := s.seen(s.Env.T("book.nohit.title")); got != c.nohit {
				t.Errorf("%s in %s: said that none is hit: %v", name, look.mode, got)
			}
			if changed := test.RenderToMarkup(s.Window.Canvas()) != bare; c.skeleton && !changed {
				t.Errorf("%s in %s: nothing is drawn while it is read", name, look.mode)
			}
			if got := s.table.Selected(); got != c.selected {
				t.Errorf("%s: row %d is selected, want %d", name, got, c.selected)
			}
			if (s.Env.Tap("start") == nil) != c.start || (s.Env.Tap("whole") == nil) != c.whole {
				t.Errorf("%s: the ways offered are not start %v, whole %v", name, c.start, c.whole)
			}
		}
	}
	s := newShelf(t, kit.ModeLight, 1)
	s.rows = 3
	s.Fill(s.table, kit.Rows{Loaded: true, Height: 40})
	s.table.Select(2)
	if s.Fill(s.table, kit.Rows{Loaded: true, Height: 40}); s.table.Selected() != 2 {
		t.Errorf("drawn anew row %d is selected, want the same as before", s.table.Selected())
	}
}

// By keys and mouse: the search is led into, leads down and is emptied, a filter is pressed, and
// an action bears the texts and the place of the screen.
func TestListScreen_Use(t *testing.T) {
	for _, look := range probedLooks {
		s := newShelf(t, look.mode, look.scale)
		s.rows = 2
		s.Fill(s.table, kit.Rows{Loaded: true, Height: 40})
		s.Env.Press("/")
		if s.Env.Focused() != fyne.Focusable(s.Search()) {
			t.Errorf("/ leads to %v", s.Env.Focused())
		}
		s.Search().TypedRune('x')
		s.Env.TypeKey(fyne.KeyEscape)
		s.Env.TypeKey(fyne.KeyDown)
		if s.Env.Focused() != fyne.Focusable(s.table.List()) {
			t.Errorf("Ab leads to %v", s.Env.Focused())
		}
		chip := s.Env.Find("book.filter.all")
		test.TapCanvas(s.Window.Canvas(), fyne.CurrentApp().Driver().AbsolutePositionForObject(chip).AddXY(5, 5))
		s.Env.Press("F5")
		s.Env.Press("Strg+M")
		if got, want := strings.Join(s.did, ","), "search x,search ,filter all,reload,remark"; got != want {
			t.Errorf("did %s, want %s", got, want)
		}
		s.Count(func(id string) int { return len(id) }, "all")
		all, open := chip.(*kit.Chip), s.Env.Find("book.filter.open").(*kit.Chip)
		if !all.Active() || open.Active() || !strings.HasSuffix(all.AccessibilityLabel(), " 3") {
			t.Errorf("all says %q, active %v and %v", all.AccessibilityLabel(), all.Active(), open.Active())
		}
		a := s.On("book.list", true, "remark", "Strg+M", nil)
		if a.ID != "book.remark" || a.Title != s.Env.T("book.key.remark") || a.Group != s.Env.T("nav.book") || a.On != "book.list" ||
			!a.Many {
			t.Errorf("action %+v", a)
		}
		if b := s.Act("reload", "F5", nil); b.On != "" || b.Many {
			t.Errorf("action %+v", b)
		}
	}
}

// What is told stands above the lists and is gone with its cause; what could not be read offers
// to be read again.
func TestListScreen_Tell(t *testing.T) {
	s := newShelf(t, kit.ModeContrast, 1.5)
	if s.Told().Visible() {
		t.Error("something is told from the beginning")
	}
	again := 0
	s.Tell([4]float32{6, 16, 8, 16}, s.Unread(errors.New("kaputt"), func() { again++ }, nil))
	if !s.Told().Visible() || !s.seen(s.Env.T("book.error.title")) {
		t.Error("what could not be read is not told")
	}
	s.Tap(t, "book.retry")
	box := s.Told().Objects[0].(*fyne.Container)
	if at := box.Objects[0].Position(); again != 1 || at != fyne.NewPos(kit.S(16), kit.S(6)) {
		t.Errorf("read again %d times; the box stands at %v", again, at)
	}
	if s.Tell([4]float32{}); s.Told().Visible() || s.seen(s.Env.T("book.error.title")) {
		t.Error("what was told stays")
	}
	if got := kit.IDs([]kit.Mode{kit.ModeLight, kit.ModeDark}); len(got) != 2 || got[0] != string(kit.ModeLight) {
		t.Errorf("ids %v", got)
	}
}
