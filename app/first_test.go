package app

import (
	"context"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"laufzettel/app/example"
	"laufzettel/app/settings"
	"laufzettel/app/start"
	"laufzettel/views/route"
)

// The first start asks on one sheet who works here; the answers are in force at once.
func TestFirstStart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "workspace")
	t.Setenv(start.EnvPass, "ein Kennwort für die Prüfung")
	a := test.NewTempApp(t)
	w := a.NewWindow("")
	w.Resize(fyne.NewSize(width, height))
	s := &stage{make(chan func(), 10_000)}
	p, err := open(context.Background(), a, w, s, dir, Options{})
	worked(t, err)
	w.Show()
	t.Cleanup(p.close)
	if !p.first() {
		t.Fatal("a new workspace is not one nobody works in")
	}
	p.welcome()
	worked(t, p.env.Tap("welcome.take"))
	if p.env.Open() == nil || p.w.Office.Settings.Get().Person.Name != "" {
		t.Fatal("the sheet was taken without a name")
	}
	worked(t, p.env.Type("welcome.name", "M. Ahrens"))
	worked(t, p.env.Type("welcome.archive", "Stadtarchiv Musterstadt"))
	worked(t, p.env.Tap("welcome.role.clerk"))
	worked(t, p.env.Tap("welcome.take"))
	s.until(t, "the window of a clerk", func() bool { return p.shell.Now().Screen == route.Prepare })
	set := p.w.Office.Settings.Get()
	if set.Person.Name != "M. Ahrens" || set.Archive != "Stadtarchiv Musterstadt" || set.Person.Role != settings.Clerk || p.first() {
		t.Errorf("kept %+v, %q", set.Person, set.Archive)
	}

	launched := make(chan string, 1)
	p.launch = func(space string) error { launched <- space; return nil }
	p.welcome()
	worked(t, p.env.Tap("welcome.example"))
	space := ""
	s.until(t, "the example", func() bool {
		select {
		case space = <-launched:
		default:
		}
		return space != ""
	})
	if at, ok := example.Is(space); !ok || at != example.Folder(dir) {
		t.Errorf("%s is no example beside the workspace", space)
	}
	if _, mine := demoPassphrase(dir); mine {
		t.Error("the passphrase of the example opens the keys of this workspace")
	}
	if _, ok := demoPassphrase(space); !ok {
		t.Error("the example asks for a passphrase nobody knows")
	}
}

func worked(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
