// Package app is the composition root of the window: it opens the workspace,
// gives every screen its source (app/window), builds theme, shell and screens,
// and owns what runs while the window is open: watching the workspace, sending,
// checking. It is the only importer of fyne.io/fyne/v2/app and holds no rule of
// the trade; whatever decides lies in the rooms below.
//
// Invariants: nothing blocks the UI thread; a workspace that cannot be opened is
// shown with its sentence, never a silent exit; a panic leaves a crash file.
package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"laufzettel/app/opengl"
	"laufzettel/app/settings"
	"laufzettel/app/workspace"
	"laufzettel/assets"
	"laufzettel/transfer/failure"
	"laufzettel/views/kit"
)

// id names the program to the desktop (FyneApp.toml).
const id = "example.laufzettel.desktop"

// Size of the window at first; the smallest is kept by the shell (look.md 4).
const width, height = 1440, 900

// Options say what the window opens on.
type Options struct {
	Data   string   // workspace folder, "" = the user's
	Person string   // who acts, "" = as in the settings
	Files  []string // deliveries and packages to open at once
}

// Run shows the window and comes back when it is closed. It gives the exit code:
// 0 after closing, 2 when the workspace could not be opened, 3 after a crash.
func Run(o Options) (code int) {
	dir, err := dataDir(o.Data)
	if err == nil {
		defer crash(dir, &code)
		if code, done := opengl.Instead(dir, dir, os.Args[1:]); done {
			return code
		}
	}
	a := fyneapp.NewWithID(id)
	a.SetIcon(icon())
	w := a.NewWindow(workspace.Program)
	w.Resize(fyne.NewSize(width, height))
	w.CenterOnScreen()
	if err != nil {
		return refuse(a, w, err)
	}
	p, err := open(context.Background(), a, w, kit.Live{}, dir, o)
	if err != nil {
		return refuse(a, w, err)
	}
	w.SetOnClosed(p.close)
	w.SetOnDropped(func(_ fyne.Position, at []fyne.URI) { p.drop(at) })
	w.Show()
	p.begin(o.Files)
	a.Run()
	return 0
}

// dataDir gives the workspace folder: the chosen one, else LAUFZETTEL_DATA, else
// the user's.
func dataDir(chosen string) (string, error) {
	if chosen == "" {
		chosen = os.Getenv("LAUFZETTEL_DATA")
	}
	if chosen != "" {
		return filepath.Abs(chosen)
	}
	return settings.DefaultDir()
}

// icon is the mark of the program in a colour that shows on light and dark.
func icon() fyne.Resource {
	raw, err := assets.Icon("logo")
	if err != nil {
		return nil
	}
	return fyne.NewStaticResource("laufzettel.svg", []byte(strings.ReplaceAll(string(raw), "currentColor", "#1B4965")))
}

// crash writes what is known of a panic beside the workspace and ends in order.
func crash(dir string, code *int) {
	r := recover()
	if r == nil {
		return
	}
	*code = 3
	name := filepath.Join(dir, "absturz-"+time.Now().UTC().Format("20060102-150405")+".txt")
	text := fmt.Sprintf("%s %s\n%v\n\n%s", workspace.Program, workspace.Version, r, debug.Stack())
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		fmt.Fprintln(os.Stderr, text)
		return
	}
	fmt.Fprintln(os.Stderr, "Das Programm wurde beendet. Ihre Entscheidungen sind gesichert. Bericht:", name)
}

// outside opens a file with the system's program.
func outside(a fyne.App) func(string) error {
	return func(path string) error {
		local := filepath.ToSlash(path)
		if filepath.VolumeName(path) != "" && !strings.HasPrefix(local, "/") {
			local = "/" + local // else the drive would read as a host
		}
		if err := a.OpenURL(&url.URL{Scheme: "file", Path: local}); err != nil {
			return failure.Wrap(failure.Setup, "open "+path, "Kein Programm dieses Rechners öffnet die Datei. Sie liegt unter "+path+".", err)
		}
		return nil
	}
}
