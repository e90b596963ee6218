// Package shelltest puts screens into the frame of the window for tests and
// pictures. Only tests import it.
package shelltest

import (
	"os"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell"
)

// Now is the time of all tests: 17.11.2026 10:42:07 UTC.
func Now() time.Time { return time.Date(2026, 11, 17, 10, 42, 7, 0, time.UTC) }

// Frame is a stage with the shell on it.
type Frame struct {
	*kittest.Stage
	Shell *shell.Shell
}

// Open opens a window with the given screens, others of the archivist's rail as
// empty rooms, at the first variant (light, 1440 × 872).
func Open(t testing.TB, screens ...nav.Screen) *Frame {
	return In(t, kittest.Variants()[0], screens...)
}

// In opens it in a variant.
func In(t testing.TB, v kittest.Variant, screens ...nav.Screen) *Frame {
	t.Helper()
	st := kittest.With(t, v.Lang, v.Mode, v.Scale)
	sh := shell.New(shell.Deps{Env: st.Env, Screens: Fill(screens), Role: route.Archivist, Archive: "Landesarchiv Musterland",
		User: "M. Ahrens", Now: Now, Home: route.Route{Screen: screens[0].Key}})
	st.Show(sh.Object(), v.W, v.H)
	sh.Channel(st.Env.T("shell.channel.connected", "archiv.musterland.example"))
	sh.Start()
	st.Run.Drain()
	t.Cleanup(sh.Close)
	return &Frame{st, sh}
}

// Go goes to a route and lets all work finish.
func (f *Frame) Go(r route.Route) {
	f.Shell.Go(r)
	f.Run.Drain()
}

// Fill puts empty rooms where a screen of the rail is not under test.
func Fill(screens []nav.Screen) []nav.Screen {
	rail := []nav.Screen{
		{Key: route.Overview, Title: "nav.overview", Icon: "home"},
		{Key: route.Inbox, Title: "nav.inbox", Icon: "inbox", Badge: func() route.Badge { return route.Badge{Count: 7} }},
		{Key: route.Portion, Title: "nav.portion", Parent: route.Inbox},
		{Key: route.Appraise, Title: "nav.appraise", Icon: "appraise", Badge: func() route.Badge { return route.Badge{Count: 83} }},
		{Key: route.Reader, Title: "nav.reader", Icon: "book"},
		{Key: route.Transmit, Title: "nav.transmit", Icon: "transmit",
			Badge: func() route.Badge { return route.Badge{Count: 1, Warn: true} }},
		{Key: route.Settings, Title: "nav.settings", Icon: "sliders"},
	}
	if j := slices.IndexFunc(screens, func(s nav.Screen) bool { return s.Key == route.Book }); j >= 0 {
		rail = append([]nav.Screen{{Key: route.Book}}, rail...)
	}
	for _, k := range []route.Key{route.Loans, route.People, route.Layout, route.Prepare, route.Preserve, route.Share, route.Source,
		route.Sensitive, route.Sample, route.Blacken, route.Handbook} {
		if slices.ContainsFunc(screens, func(s nav.Screen) bool { return s.Key == k }) {
			rail = append(rail, nav.Screen{Key: k})
		}
	}
	for i, r := range rail {
		if j := slices.IndexFunc(screens, func(s nav.Screen) bool { return s.Key == r.Key }); j >= 0 {
			if screens[j].Badge == nil {
				screens[j].Badge = r.Badge
			}
			rail[i] = screens[j]
			continue
		}
		rail[i].Build = func(nav.Host) *nav.View { return &nav.View{Object: kit.NewRect(kit.ColorSurface)} }
	}
	return rail
}

// Shots writes a picture of the screens at a route in every variant, if
// SHOTS_DIR is set; play may bring the screen into the state to be shown. It
// also walks the focus order in each variant: every variant must reach want.
func Shots(t *testing.T, name string, screens func() []nav.Screen, r route.Route, play func(*Frame), want ...string) {
	t.Helper()
	variants := kittest.Variants()
	if os.Getenv("SHOTS_DIR") == "" { // without pictures the two hardest are enough
		variants = slices.DeleteFunc(variants, func(v kittest.Variant) bool { return v.Name != "150" && v.Name != "klein" })
	}
	for _, v := range variants {
		t.Run(v.Name, func(t *testing.T) {
			f := In(t, v, screens()...)
			f.Go(r)
			if play != nil {
				play(f)
				f.Run.Drain()
			}
			f.Shoot(t, name+"-"+v.Name)
			if f.Env.Open() != nil {
				return
			}
			order := f.Env.FocusOrder(200)
			for _, n := range want {
				if !slices.Contains(order, n) && !inMenu(f, order, n) {
					t.Errorf("Tab never reaches %q: %v", n, order)
				}
			}
		})
	}
}

// inMenu tells whether a button stepped back into the menu of the head, which Tab reaches.
func inMenu(f *Frame, order []string, name string) bool {
	b, ok := f.Env.Find(name).(*kit.Button)
	return ok && !b.Visible() && slices.Contains(order, "head.more")
}

// Walk checks that the tab order of the screen at a route contains the given
// names in the given order, and that F6 comes back to where it began.
func Walk(t *testing.T, f *Frame, want ...string) {
	t.Helper()
	order := f.Env.FocusOrder(200)
	at := -1
	for _, n := range want {
		i := slices.Index(order, n)
		if i < 0 {
			t.Fatalf("Tab never reaches %q: %v", n, order)
		}
		if i < at {
			t.Errorf("Tab reaches %q too early: %v", n, order)
		}
		at = i
	}
	f.Env.Canvas().Unfocus()
	seen := map[fyne.Focusable]bool{}
	for range 12 {
		f.Env.TypeKey(fyne.KeyF6)
		seen[f.Env.Focused()] = true
	}
	if len(seen) < 2 {
		t.Errorf("F6 reaches %d regions, want at least 2", len(seen))
	}
}
