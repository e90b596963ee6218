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
	"io"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"laufzettel/app/machinelog"
	"laufzettel/app/opengl"
	"laufzettel/app/settings"
	"laufzettel/app/single"
	"laufzettel/app/start"
	"laufzettel/app/support"
	"laufzettel/app/work/office"
	"laufzettel/assets"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/kit"
)

// id names the program to the desktop (FyneApp.toml).
const id = "example.laufzettel.desktop"

// Size of the window at first; the smallest is kept by the shell (look.md 4).
const width, height = 1200, 700

// softMemory is what the collector aims for while the window works: beside it stand
// the page renderer and, without a graphics card, the software drawing. Without it
// the window grows while hundreds of Vorgänge are appraised. It is no hard limit.
const softMemory = 448 << 20

// garbageShare lets the heap grow by half of what is alive before it is collected: the
// window is open all day, and what it draws becomes garbage quickly.
const garbageShare = 50

// Options say what the window opens on.
type Options struct {
	Data    string   // workspace folder, "" = the user's
	Person  string   // who acts, "" = as in the settings
	Files   []string // deliveries and packages to open at once
	keyring bool     // keys of persons may go into the keyring of the system
}

// Run shows the window and comes back when it is closed. It gives the exit code:
// 0 after closing, 2 when the workspace could not be opened, 3 after a crash.
func Run(o Options) (code int) {
	durable.Private()
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
	o.keyring = true
	dir, err := dataDir(o.Data)
	if err == nil {
		defer crash(dir, &code)
		if code, done := opengl.Instead(filepath.Join(dir, support.Folder), dir, os.Args[1:]); done {
			return code
		}
		defer logTo(dir)()
		defer told("window")()
	}
	var one *single.Window
	if err == nil {
		var taken bool
		if one, taken, err = claim(dir, o.Files); taken {
			return 0
		}
	}
	if cache, err := os.UserCacheDir(); err == nil {
		_ = os.MkdirAll(cache, 0o700) // the toolkit makes its own folder below, not this one; a new person has none
	}
	a := fyneapp.NewWithID(id)
	a.SetIcon(icon())
	w := a.NewWindow(office.Program)
	w.Resize(fyne.NewSize(width, height))
	w.CenterOnScreen()
	if err != nil {
		return refused(a, w, one, err)
	}
	p, err := open(context.Background(), a, w, kit.Live{}, dir, o)
	if err != nil {
		return refused(a, w, one, err)
	}
	end := &ending{window: w, one: one, close: p.close, exit: os.Exit}
	w.SetOnClosed(end.run)
	end.onSignal()
	w.SetOnDropped(func(_ fyne.Position, at []fyne.URI) { p.drop(at) })
	w.Show()
	p.begin(o.Files)
	if one != nil {
		one.Serve(p.further)
	}
	a.Run()
	end.left()
	return 0
}

// refused is refuse for a window that further starts bring to the front.
func refused(a fyne.App, w fyne.Window, one *single.Window, err error) int {
	_ = machine.Tell(machinelog.Refused, err.Error()) // the person is told anyway
	end := &ending{window: w, one: one, close: func() {}, exit: func(int) { os.Exit(codeRefused) }}
	w.SetOnClosed(end.run)
	if one != nil {
		one.Serve(func([]string) bool { return front(w, kit.Live{}, nil) })
	}
	return refuse(a, w, err)
}

// claim makes this process the window of the workspace; taken tells that another
// window has taken over what was to be opened. A folder that cannot be written is
// told by opening the workspace, in its words. Error: Setup where another process
// holds the workspace and does not answer.
func claim(dir string, files []string) (one *single.Window, taken bool, err error) {
	one, taken, err = single.Claim(context.Background(), dir, files)
	if errors.Is(err, single.ErrSilent) {
		return nil, false, failure.Wrap(failure.Setup, "open window", wording.Say("hint.app.window-silent"), err)
	}
	if err != nil {
		log.Println("one window per workspace:", err)
	}
	return one, taken, nil
}

func closeOne(one *single.Window) {
	if err := one.Close(); err != nil {
		log.Println("leave the workspace to the next window:", err)
	}
}

// dataDir gives the workspace folder: the chosen one, else LAUFZETTEL_DATA, else
// the user's.
func dataDir(chosen string) (string, error) {
	if chosen == "" {
		chosen = os.Getenv(start.EnvData)
	}
	if chosen != "" {
		return filepath.Abs(chosen)
	}
	place, err := settings.DefaultPlace()
	if place.Told != nil {
		log.Println(failure.HintOf(place.Told).In(wording.German))
	}
	return place.Dir, err
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
	name, err := support.Crash(dir, office.Program+" "+office.Version, time.Now(), r, debug.Stack())
	_ = machine.Tell(machinelog.Crashed, fmt.Sprintf("%s %s: %v", office.Program, office.Version, r)) // beside the file, which says more
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v\n\n%s\n", r, debug.Stack())
		return
	}
	fmt.Fprintln(os.Stderr, "Das Programm wurde beendet. Ihre Entscheidungen sind gesichert. Bericht:", name)
}

// logTo sends what the rooms and Fyne complain of to the log of the workspace; a
// windowed program has no other place. The window works without a log, too.
func logTo(dir string) (done func()) {
	l, err := support.OpenLog(dir, time.Now)
	if err != nil {
		return func() {}
	}
	log.SetFlags(0)
	log.SetOutput(io.MultiWriter(l, noError{os.Stderr}))
	return func() {
		log.SetOutput(os.Stderr)
		_ = l.Close() // nothing is left to tell it to
	}
}

// machine is the log of the machine as long as the program runs; nil where the policy names
// no source.
var machine *machinelog.Log

// told opens the log of the machine and tells it that the program begins; done tells its
// end. The program works without it, too, and says so in its own log.
func told(face string) (done func()) {
	p, err := settings.SystemPolicy()
	if err != nil {
		return func() {} // opening the workspace says it to the person
	}
	l, err := machinelog.Open(p.Source())
	if err == nil {
		err = l.Tell(machinelog.Begun, fmt.Sprintf("%s %s (%s), policy %.12s", office.Program, office.Version, face, p.Digest))
	}
	if err != nil {
		log.Println("log of the machine:", err)
	}
	if l == nil {
		return func() {}
	}
	machine = l
	log.SetOutput(io.MultiWriter(log.Writer(), l))
	return func() { _ = errors.Join(l.Tell(machinelog.Ended, office.Program+" "+office.Version), l.Close()) }
}

// noError is a writer that never fails: a windowed program on Windows has no
// standard error.
type noError struct{ to io.Writer }

func (w noError) Write(p []byte) (int, error) {
	_, _ = w.to.Write(p)
	return len(p), nil
}

// outside opens a file with the system's program.
func outside(a fyne.App) func(string) error {
	return func(path string) error {
		if u, err := url.Parse(path); err == nil && u.Scheme == "http" && strings.HasPrefix(u.Host, "127.0.0.1:") { // a web area we serve
			return failure.Wrap(failure.Setup, "open browser", wording.Say("hint.app.no-browser", path), a.OpenURL(u))
		}
		if err := a.OpenURL(fileURL(filepath.ToSlash(path), filepath.VolumeName(path) != "")); err != nil {
			return failure.Wrap(failure.Setup, "open "+path, wording.Say("hint.app.no-opener", path), err)
		}
		return nil
	}
}

// fileURL makes the address of a local path with forward slashes: a drive needs a
// slash before it, a UNC path has its server as host (RFC 8089).
func fileURL(local string, volume bool) *url.URL {
	if rest, unc := strings.CutPrefix(local, "//"); unc {
		host, path, _ := strings.Cut(rest, "/")
		return &url.URL{Scheme: "file", Host: host, Path: "/" + path}
	}
	if volume && !strings.HasPrefix(local, "/") {
		local = "/" + local // else the drive would read as a host
	}
	return &url.URL{Scheme: "file", Path: local}
}
