package handbook

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"laufzettel/docs"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func screens() []nav.Screen {
	return []nav.Screen{{Key: route.Book, Title: "nav.book", Build: empty}, Screen(docs.Pages)}
}

func empty(nav.Host) *nav.View { return &nav.View{Object: kit.NewRect(kit.ColorSurface)} }

func open(t *testing.T, about string) *shelltest.Frame {
	t.Helper()
	f := shelltest.Open(t, screens()...)
	f.Go(route.Route{Screen: route.Inbox})
	if about != "" {
		f.Go(route.Route{Screen: route.Handbook, ID: about})
	}
	return f
}

// heard is what the page shows in sight.
func heard(f *shelltest.Frame) string {
	return f.Env.Find("handbook.page").(*kit.List).AccessibilityLabel()
}

// F1 leads to the key help, from there to the chapter about the screen below it; Esc back
// to that screen.
func TestHelp_LeadsToTheChapter(t *testing.T) {
	f := open(t, "")
	f.Env.TypeKey(fyne.KeyF1)
	f.Tap(t, "help.handbook")
	if now := f.Shell.Now(); now.Screen != route.Handbook || heard(f) != "2. Eine Lieferung prüfen" {
		t.Fatalf("F1, Handbuch leads to %v, %q", now, heard(f))
	}
	if f.Env.Focused() != f.Env.Find("handbook.page").(fyne.Focusable) {
		t.Errorf("the text has not the focus: %T", f.Env.Focused())
	}
	f.Env.TypeKey(fyne.KeyDown)
	if got := heard(f); got != "Eingang" {
		t.Errorf("the row after the title is %q, want the picture", got)
	}
	f.Env.TypeKey(fyne.KeyEscape)
	if now := f.Shell.Now().Screen; now != route.Inbox {
		t.Errorf("Esc leads to %s", now)
	}
}

// The chapter that is read stands in sight in the list of chapters, and no more is scrolled
// away than need be, also when the handbook is just opened.
func TestChapters_ShowTheOneThatIsRead(t *testing.T) {
	list := open(t, string(route.Book)).Env.Find("handbook.chapters").(*kit.List)
	bottom := float32(list.Selected()+1) * kit.S(list.RowHeight)
	if list.Selected() < 8 || bottom > list.Size().Height || list.Offset() != 0 {
		t.Errorf("chapter %d ends at %v of %v, and %v are scrolled away", list.Selected(), bottom, list.Size().Height, list.Offset())
	}
}

// A search by keys alone: the hits of all chapters, the next one, words marked, none.
func TestSearch_ByKeys(t *testing.T) {
	f := open(t, string(route.Inbox))
	f.Type(t, "handbook.search", "Löschfreigabe")
	v := f.Env.Find("handbook.hits").(*kit.List)
	if v.Len() < 3 {
		t.Fatalf("%d hits", v.Len())
	}
	seen := map[string]bool{}
	for range v.Len() {
		if !f.Env.Press("F3") {
			t.Fatal("F3 does nothing")
		}
		if !strings.Contains(strings.ToLower(heard(f)), "löschfreigabe") {
			t.Errorf("the hit shown is %q", heard(f))
		}
		seen[v.AccessibilityLabel()] = true
	}
	if len(seen) != v.Len() {
		t.Errorf("%d of %d hits were shown", len(seen), v.Len())
	}
	f.Type(t, "handbook.search", "gibtesnicht")
	if v.Len() != 0 {
		t.Error("hits for a word that stands nowhere")
	}
}

// A link is followed by Enter on its row; a picture opens large.
func TestLinks_AreFollowed(t *testing.T) {
	f := open(t, string(route.Overview))
	f.Env.Press("Strg+L")
	list := f.Env.Find("handbook.page").(*kit.List)
	for i := range list.Len() {
		if list.Select(i); strings.HasPrefix(heard(f), "Lesesaal") {
			break
		}
	}
	f.Env.Focus(list)
	f.Env.TypeKey(fyne.KeyReturn)
	if got := heard(f); got != "5. Lesesaal" {
		t.Fatalf("the link leads to %q", got)
	}
	for i := range list.Len() {
		if list.Select(i); heard(f) == "Lesesaal" {
			break
		}
	}
	f.Env.TypeKey(fyne.KeyReturn)
	if f.Env.Open() == nil {
		t.Error("the picture does not open")
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "handbuch", screens, route.Route{Screen: route.Handbook, ID: string(route.Overview)}, nil, "handbook.search",
		"handbook.chapters", "handbook.page")
	shelltest.Shots(t, "handbuch-suche", screens, route.Route{Screen: route.Handbook, ID: string(route.Overview)},
		func(f *shelltest.Frame) {
			f.Type(t, "handbook.search", "Löschfreigabe")
			f.Env.Press("F3")
		}, "handbook.hits")
}

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, screens, route.Route{Screen: route.Handbook, ID: string(route.Preserve)}, nil, "handbook.page")
}
