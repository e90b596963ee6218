package shell_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell"
	"laufzettel/views/shell/shelltest"
)

// room is a screen that notes what happens to it.
type room struct {
	log    []string
	hidden []string
}

func (r *room) screen(key route.Key) nav.Screen {
	return nav.Screen{Key: key, Title: "nav." + string(key), Icon: "home", Build: func(h nav.Host) *nav.View {
		env := h.Env()
		first := kit.NewButton(env, string(key)+".first", "", "Erster", func() { r.log = append(r.log, "first") })
		first.SetHint("tut etwas")
		second := kit.NewButton(env, string(key)+".second", "", "Zweiter", nil)
		return &nav.View{Object: kit.Col(8, first, second), Regions: func() []fyne.Focusable { return []fyne.Focusable{first, second} },
			Show:    func(x route.Route) { r.log = append(r.log, fmt.Sprint("show ", x.ID)) },
			Hide:    func() { r.hidden = append(r.hidden, string(key)) },
			Resized: func(c kit.Class) { r.log = append(r.log, "class "+c.String()) },
			Dropped: func(p []string) { r.log = append(r.log, fmt.Sprint("drop ", p)) },
			Close:   func() { r.log = append(r.log, "close") },
			Actions: []kit.Action{{ID: "room.act", Title: "Etwas tun", Group: "Raum", Keys: []string{"A"},
				Do: func() { r.log = append(r.log, "act") }}}}
	}}
}

func TestRolesSeeTheirScreens(t *testing.T) {
	r := &room{}
	all := []nav.Screen{r.screen(route.Overview), r.screen(route.Inbox), r.screen(route.Reader), r.screen(route.Settings)}
	all[0].Roles = []route.Role{route.Archivist, route.Clerk}
	all[1].Roles = []route.Role{route.Archivist}
	all[2].Roles = []route.Role{route.ReadingRoom, route.Archivist}
	for _, tt := range []struct {
		role route.Role
		want int
		deny route.Key
	}{{route.Archivist, 4, ""}, {route.Clerk, 2, route.Inbox}, {route.ReadingRoom, 2, route.Inbox}, {route.Admin, 4, ""}} {
		t.Run(string(tt.role), func(t *testing.T) {
			st := kittest.New(t)
			sh := shell.New(shell.Deps{Env: st.Env, Screens: all, Role: tt.role, Archive: "Archiv", User: "X", Now: shelltest.Now})
			st.Show(sh.Object(), 1440, 872)
			sh.Start()
			if n := st.Env.Find("rail").(*kit.List).Len(); n != tt.want {
				t.Errorf("%d screens in the rail, want %d", n, tt.want)
			}
			before := sh.Now()
			if sh.Go(route.Route{Screen: tt.deny}); tt.deny != "" && sh.Now() != before {
				t.Errorf("%s went to %v", tt.role, sh.Now())
			}
		})
	}
}

func TestMovesAndKeys(t *testing.T) {
	r := &room{}
	fr := shelltest.Open(t, r.screen(route.Overview), r.screen(route.Settings))
	fr.Env.Press("Alt+6")
	if fr.Shell.Now().Screen != route.Settings {
		t.Fatalf("Alt+6 leads to %v", fr.Shell.Now())
	}
	if fr.Env.Focused() != fr.Env.Find("settings.first").(fyne.Focusable) {
		t.Error("the first region of the screen has not got the focus")
	}
	var names []string
	for range 4 {
		fr.Env.TypeKey(fyne.KeyF6)
		for n, o := range map[string]fyne.CanvasObject{"rail": fr.Env.Find("rail"), "first": fr.Env.Find("settings.first"),
			"second": fr.Env.Find("settings.second"), "help": fr.Env.Find("status.help")} {
			if fr.Env.Focused() == o.(fyne.Focusable) {
				names = append(names, n)
			}
		}
	}
	if want := []string{"second", "help", "rail", "first"}; !slices.Equal(names, want) {
		t.Errorf("F6 goes %v, want %v", names, want)
	}
	fr.Env.Find("settings.first").(fyne.Focusable).TypedRune('a')
	fr.Env.Press("Esc")
	if fr.Shell.Now().Screen != route.Overview {
		t.Errorf("Esc leads to %v", fr.Shell.Now())
	}
	fr.Shell.Drop([]string{"x.zip"})
	fr.Shell.Close()
	for _, want := range []string{"show ", "act", "drop [x.zip]", "close", "class M"} {
		if !slices.Contains(r.log, want) {
			t.Errorf("%q never happened: %v", want, r.log)
		}
	}
}

// The item of the rail that is in hand leads back to its screen from what was opened out of it, by
// mouse and by Enter; on the screen itself it changes nothing.
func TestRail_BackToItsScreen(t *testing.T) {
	r := &room{}
	fr := shelltest.Open(t, r.screen(route.Overview))
	inbox := fyne.NewPos(60, 62+36+18)
	for name, act := range map[string]func(){
		"tap": func() { test.TapCanvas(fr.Window.Canvas(), inbox) },
		"enter": func() {
			fr.Env.Focus(fr.Env.Find("rail").(fyne.Focusable))
			fr.Env.TypeKey(fyne.KeyReturn)
		}} {
		fr.Go(route.Route{Screen: route.Inbox})
		fr.Go(route.Route{Screen: route.Portion, ID: "P1"})
		act()
		fr.Run.Drain()
		if got := fr.Shell.Now(); got != (route.Route{Screen: route.Inbox}) {
			t.Errorf("%s leads to %v", name, got)
		}
		act()
		fr.Run.Drain()
		if fr.Shell.Back(); fr.Shell.Now().Screen != route.Portion {
			t.Errorf("%s on the screen itself is a step of its own: back is %v", name, fr.Shell.Now())
		}
	}
}

func TestHelpListsWhatIsBound(t *testing.T) {
	r := &room{}
	fr := shelltest.Open(t, r.screen(route.Overview))
	fr.Env.TypeKey(fyne.KeyF1)
	if s := fr.Env.Open(); s == nil || s.Title() != "Tasten: Übersicht" {
		t.Fatal("F1 opens no help")
	}
	fr.Type(t, "help.search", "Etwas")
	fr.Env.TypeKey(fyne.KeyEscape)
	if fr.Env.Open() != nil {
		t.Error("Esc does not close the help")
	}
	fr.Env.Press("Strg+K")
	fr.Type(t, "commands.search", "etwas tun")
	fr.Env.Find("commands.search").(*kit.Entry).OnSubmitted("")
	if !slices.Contains(r.log, "act") || fr.Env.Open() != nil {
		t.Errorf("the command search did not act: %v", r.log)
	}
}

// The toast can be undone by Strg+Z and goes after its time, but not while focused.
func TestToast(t *testing.T) {
	st := kittest.New(t)
	var later func()
	r := &room{}
	sh := shell.New(shell.Deps{Env: st.Env, Screens: []nav.Screen{r.screen(route.Overview)}, Role: route.Archivist, Now: shelltest.Now,
		After: func(_ time.Duration, f func()) func() { later = f; return func() {} }})
	st.Show(sh.Object(), 1440, 872)
	sh.Start()
	undone := 0
	sh.Toast("12 Vorgänge auf V gesetzt.", func() { undone++ })
	st.Env.Focus(st.Env.Find("toast.undo").(fyne.Focusable))
	later()
	st.Env.Press("Strg+Z")
	st.Env.Press("Strg+Z")
	if undone != 1 {
		t.Errorf("undone %d times, want once", undone)
	}
	sh.Toast("Fertig.", nil)
	later()
	later = nil
	if st.Env.Press("Strg+Z"); undone != 1 {
		t.Error("a toast without a way back was undone")
	}
	if later == nil {
		t.Error("Strg+Z with nothing to undo says nothing")
	}
}

func TestHintsStandInTheStatusBar(t *testing.T) {
	r := &room{}
	fr := shelltest.Open(t, r.screen(route.Overview))
	said := ""
	fr.Env.OnHint(func(s string) { said = s })
	fr.Env.Focus(fr.Env.Find("status.help").(fyne.Focusable))
	fr.Env.Focus(fr.Env.Find("overview.first").(fyne.Focusable))
	if said != "tut etwas" {
		t.Errorf("the status bar says %q", said)
	}
}

// The rail is narrow in small windows and by Strg+B, and remembers it.
func TestRailWidth(t *testing.T) {
	r := &room{}
	fr := shelltest.Open(t, r.screen(route.Overview))
	wide := fr.Env.Find("rail").Size().Width
	fr.Env.Press("Strg+B")
	if w := fr.Env.Find("rail").Size().Width; w >= wide || fr.Env.Kept("rail.narrow") != "yes" {
		t.Errorf("rail %v wide after Strg+B, kept %q", w, fr.Env.Kept("rail.narrow"))
	}
	fr.Env.Press("Strg+B")
	fr.Window.Resize(fyne.NewSize(911, 512))
	if w := fr.Env.Find("rail").Size().Width; w != 52 {
		t.Errorf("rail %v wide in a small window, want 52", w)
	}
	if !slices.Contains(r.log, "class S") {
		t.Errorf("the screen was not told its class: %v", r.log)
	}
}

func TestShots(t *testing.T) {
	r := &room{}
	shelltest.Shots(t, "11-tastenhilfe", func() []nav.Screen { return []nav.Screen{r.screen(route.Overview)} },
		route.Route{Screen: route.Overview}, func(f *shelltest.Frame) { f.Env.TypeKey(fyne.KeyF1) })
	shelltest.Shots(t, "11-befehle", func() []nav.Screen { return []nav.Screen{r.screen(route.Overview)} },
		route.Route{Screen: route.Overview}, func(f *shelltest.Frame) { f.Env.Press("Strg+K") })
	shelltest.Shots(t, "11-meldung", func() []nav.Screen { return []nav.Screen{r.screen(route.Overview)} },
		route.Route{Screen: route.Overview}, func(f *shelltest.Frame) { f.Shell.Toast("12 Vorgänge auf V gesetzt.", func() {}) },
		"toast.undo")
}

// A screen is told when another takes its place, once, and not when it shows another thing.
func TestHide(t *testing.T) {
	r := &room{}
	fr := shelltest.Open(t, r.screen(route.Overview), r.screen(route.Settings))
	fr.Shell.Go(route.Route{Screen: route.Overview, ID: "x"})
	if len(r.hidden) > 0 {
		t.Errorf("hidden on its own screen: %v", r.hidden)
	}
	fr.Shell.Go(route.Route{Screen: route.Settings})
	fr.Shell.Back()
	if got := strings.Join(r.hidden, " "); got != string(route.Overview)+" "+string(route.Settings) {
		t.Errorf("hidden: %s", got)
	}
}
