package share_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/share"
	"laufzettel/views/share/sharetest"
	"laufzettel/views/shell/shelltest"
)

func screen(f *sharetest.Fake) nav.Screen { return share.Screen(f, route.Archivist) }

func open(t *testing.T, f *sharetest.Fake) *shelltest.Frame {
	t.Helper()
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Share, ID: "P1"})
	fr.Run.Drain()
	return fr
}

// By keys alone: into a folder, a decision with its reason, undo, every tab.
func TestKeys(t *testing.T) {
	f := sharetest.Full()
	fr := open(t, f)
	shelltest.Walk(t, fr, "rail", "share.list", "share.report", "share.primary", "share.tree", "share.tiles", "share.do.A", "share.do.V",
		"share.do.B", "share.name", "status.help")
	tree := fr.Env.Find("share.tree").(*kit.List)
	fr.Env.Focus(tree)
	tree.Select(3)
	fr.Run.Drain()
	tree.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	tree.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	fr.Run.Drain()
	fr.Env.Press("V")
	fr.Run.Drain()
	fr.Type(t, "share.reason", "ohne Belang")
	fr.Tap(t, "share.decide.take")
	fr.Run.Drain()
	fr.Env.Press("Strg+Z")
	fr.Run.Drain()
	fr.Env.Press("Strg+Y")
	fr.Run.Drain()
	for _, key := range []string{"Strg+2", "Strg+3", "Strg+4", "Strg+5", "Strg+6", "Strg+7", "Strg+8", "Strg+9", "Strg+1", "W", "W", "S",
		"F"} {
		if !fr.Env.Press(key) {
			t.Errorf("%s does nothing", key)
		}
		fr.Run.Drain()
	}
	want := []string{"decide V 1 ohne Belang", "undo", "redo", "look Kasse/Belege 2003", "doubles", "drafts", "rules"}
	if !slices.Equal(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
	if d := f.Decisions[0]["Kasse/Belege 2003"]; d.Reason != "ohne Belang" {
		t.Errorf("decided %v", f.Decisions)
	}
}

// A rule and a group are decided by their line; a draft is compared with the one to keep.
func TestLines(t *testing.T) {
	f := sharetest.Full()
	fr := open(t, f)
	fr.Tap(t, "share.mode.litter")
	fr.Run.Drain()
	lines := fr.Env.Find("share.lines").(*kit.List)
	fr.Env.Focus(lines)
	lines.Select(0)
	lines.Select(1)
	lines.Select(0)
	fr.Env.Press("V")
	fr.Run.Drain()
	fr.Type(t, "share.reason", "Beiwerk")
	fr.Tap(t, "share.decide.take")
	fr.Run.Drain()
	fr.Tap(t, "share.mode.drafts")
	fr.Run.Drain()
	lines.Select(1)
	fr.Env.Press("U")
	fr.Run.Drain()
	fr.Env.Press("Esc")
	fr.Env.Press("N")
	fr.Type(t, "share.describe.title", "Laufwerk G")
	fr.Tap(t, "share.describe.take")
	fr.Run.Drain()
	fr.Tap(t, "share.list")
	fr.Run.Drain()
	fr.Tap(t, "share.report")
	fr.Run.Drain()
	want := []string{"rules", "decide V 2 Beiwerk", "drafts", "between Hauptamt/Satzung_Entwurf.docx Hauptamt/Satzung_final.docx",
		"describe  Laufwerk G", "list", "report"}
	if !slices.Equal(f.Did, want) {
		t.Errorf("did %s, want %s", strings.Join(f.Did, "; "), strings.Join(want, "; "))
	}
}

// A key draws what it changed: rows of the tree that are in sight, and what stands beside the
// tree only where it is about another folder. However large the share is.
func TestKeys_DrawWhatChanged(t *testing.T) {
	var drawn [2][2]int
	for n, files := range []int{10_000, 20_000} {
		fr := open(t, sharetest.Large(files))
		tree := fr.Env.Find("share.tree").(*kit.List)
		fr.Env.Focus(tree)
		rows, lines := 0, 0
		count := func(l *kit.List, into *int) {
			fill := l.Fill
			l.Fill = func(i int, o fyne.CanvasObject) { *into++; fill(i, o) }
		}
		count(tree, &rows)
		key := func(name fyne.KeyName) {
			tree.TypedKey(&fyne.KeyEvent{Name: name})
			fr.Run.Drain()
		}
		key(fyne.KeyDown)
		fr.Env.Press("Strg+3")
		fr.Run.Drain()
		count(fr.Env.Find("share.lines").(*kit.List), &lines)
		rows = 0
		key(fyne.KeyRight) // opens a folder
		key(fyne.KeyLeft)  // closes it
		if lines > 0 {
			t.Errorf("%d files: opening a folder drew %d lines beside the tree", files, lines)
		}
		drawn[n][0] = rows
		rows = 0
		key(fyne.KeyDown)
		drawn[n][1] = rows
		if lines == 0 {
			t.Errorf("%d files: another folder drew no line", files)
		}
		fr.Env.Press("Strg+1")
		fr.Run.Drain()
		tiles := fr.Env.Find("share.tiles").(*kit.Treemap)
		was := tiles.Tiles()
		key(fyne.KeyRight)
		if now := tiles.Tiles(); len(was) == 0 || &now[0] != &was[0] {
			t.Errorf("%d files: opening a folder laid %d tiles anew", files, len(now))
		}
	}
	if drawn[0] != drawn[1] || drawn[0][0] == 0 {
		t.Errorf("rows drawn %v at 10,000 files, %v at 20,000", drawn[0], drawn[1])
	}
}

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{screen(sharetest.Full())} }, route.Route{Screen: route.Share, ID: "P1"},
		nil, "")
}

func TestShots(t *testing.T) {
	r := route.Route{Screen: route.Share, ID: "P1"}
	shots := func(name string, play func(*shelltest.Frame), want ...string) {
		shelltest.Shots(t, name, func() []nav.Screen { return []nav.Screen{screen(sharetest.Full())} }, r, play, want...)
	}
	shots("17-fileablage", nil, "share.tree")
	shots("17-fileablage-doppelt", func(f *shelltest.Frame) { f.Env.Press("Strg+5") }, "share.tree")
	shots("17-fileablage-beiwerk", func(f *shelltest.Frame) { f.Env.Press("Strg+7") }, "share.tree")
}
