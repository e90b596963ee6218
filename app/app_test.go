package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"laufzettel/app/settings"
	"laufzettel/app/start"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/samples"
	"laufzettel/views/kit"
	"laufzettel/views/route"
)

// stage is the UI thread of a test: what background work wants shown waits until
// the test turns to it.
type stage struct{ updates chan func() }

func (s *stage) Background(work func()) { go work() }
func (s *stage) UI(update func())       { s.updates <- update }

// until runs updates until cond holds.
func (s *stage) until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for !cond() {
		select {
		case u := <-s.updates:
			u()
		case <-t.Context().Done():
			t.Fatalf("never: %s", what)
		}
	}
}

// said collects every text under an object that is to be seen.
func said(o fyne.CanvasObject) string {
	var b strings.Builder
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if o == nil || !o.Visible() {
			return
		}
		switch x := o.(type) {
		case *canvas.Text:
			b.WriteString(x.Text + "\n")
		case *fyne.Container:
			for _, c := range x.Objects {
				walk(c)
			}
		case fyne.Widget:
			for _, c := range test.WidgetRenderer(x).Objects() {
				walk(c)
			}
		}
	}
	walk(o)
	return b.String()
}

func opened(t *testing.T, dir string) (*program, *stage, fyne.Window) {
	t.Helper()
	t.Setenv(start.EnvPass, "ein Kennwort für die Prüfung") // the first person's key is made without asking
	a := test.NewTempApp(t)
	w := a.NewWindow("")
	w.Resize(fyne.NewSize(width, height))
	s := &stage{make(chan func(), 10_000)}
	p, err := open(context.Background(), a, w, s, dir, Options{Person: "M. Ahrens"})
	if err != nil {
		t.Fatal(err)
	}
	w.Show()
	t.Cleanup(p.close)
	return p, s, w
}

// The window opens on an empty workspace, takes a delivery, shows what the check
// found, and is built anew in another language.
func TestWindow(t *testing.T) {
	p, s, w := opened(t, filepath.Join(t.TempDir(), "workspace"))
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Seed: 2, Documents: 1, Defects: []string{"VOL-001"}})
	if err != nil {
		t.Fatal(err)
	}
	path, err := parcel.Write(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if now := p.shell.Now().Screen; now != route.Book {
		t.Errorf("the day begins with %s, want the Zugangsbuch", now)
	}
	p.shell.Go(route.Route{Screen: route.Overview})
	s.until(t, "the empty overview", func() bool { return strings.Contains(said(w.Content()), "Nichts offen.") })
	p.begin([]string{path})
	s.until(t, "the delivery in the inbox", func() bool { return p.shell.Now().Screen == route.Inbox })
	var id string
	s.until(t, "the check", func() bool {
		list, err := p.w.Intake.Portions.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 1 && list[0].Verdict != "" {
			id = list[0].ID
		}
		return id != ""
	})
	p.shell.Go(route.Route{Screen: route.Portion, ID: id})
	s.until(t, "the finding on the screen", func() bool { return strings.Contains(said(w.Content()), "VOL-001") })
	if text := said(w.Content()); !strings.Contains(text, "Landratsamt Musterkreis") ||
		!strings.Contains(text, "Nachforderung erstellen …") {
		t.Errorf("the portion says\n%s", text)
	}
	if !strings.HasSuffix(w.Title(), " – Laufzettel") {
		t.Errorf("title %q", w.Title())
	}
	d := p.shown
	d.Language = "en"
	if err := p.w.Office.Settings.Change(func(x *settings.Settings) { x.Look.Language = "en" }); err != nil {
		t.Fatal(err)
	}
	p.apply(d, nil)
	s.until(t, "the portion in English", func() bool {
		return strings.Contains(said(w.Content()), "Create claim") || strings.Contains(said(w.Content()), "Inbox")
	})
	if p.shell.Now() != (route.Route{Screen: route.Portion, ID: id}) {
		t.Errorf("the new frame shows %+v", p.shell.Now())
	}
	for screen := range p.shell.Actions() {
		if screen != "" {
			p.shell.Go(route.Route{Screen: route.Key(screen)})
		}
	}
}

// Every role has a first screen of its own.
func TestRoles(t *testing.T) {
	for r, want := range map[settings.Role]route.Role{"": route.Archivist, settings.Archivist: route.Archivist, settings.Clerk: route.Clerk,
		settings.ReadingRoom: route.ReadingRoom, settings.Administrator: route.Admin} {
		if got := role(r); got != want {
			t.Errorf("role %q is %q, want %q", r, got, want)
		}
	}
	dir := filepath.Join(t.TempDir(), "workspace")
	ws, err := work.Open(t.Context(), dir, office.Options{PDFium: samples.PDFium()})
	if err != nil {
		t.Fatal(err)
	}
	if err := ws.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }); err != nil {
		t.Fatal(err)
	}
	if err := ws.Close(); err != nil {
		t.Fatal(err)
	}
	p, _, _ := opened(t, dir)
	if now := p.shell.Now().Screen; now != route.Reader {
		t.Errorf("the reading room begins with %q", now)
	}
}

// The passphrase comes from a demo's folder only where a demo has made it.
func TestPassphrase(t *testing.T) {
	t.Setenv(start.EnvPass, "")
	base := t.TempDir()
	dir := filepath.Join(base, "workspace")
	a := newAsker(dir)
	if _, err := a.passphrase(); failure.KindOf(err) != failure.Refused {
		t.Errorf("without a window to ask in: %v", err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(demoPass, "geheim\n")
	if _, ok := demoPassphrase(dir); ok {
		t.Error("a file without the demo's mark was taken")
	}
	write(demoMark, "")
	if got, err := a.passphrase(); got != "geheim" || err != nil {
		t.Errorf("demo gives %q, %v", got, err)
	}
	t.Setenv(start.EnvPass, "vorrang")
	if got, _ := a.passphrase(); got != "vorrang" {
		t.Errorf("environment gives %q", got)
	}
}

// Asked in a sheet, the answer is kept until it is forgotten; a closed sheet and
// a closed window are answers too.
func TestPassphrase_Asked(t *testing.T) {
	t.Setenv(start.EnvPass, "")
	p, s, _ := opened(t, filepath.Join(t.TempDir(), "workspace"))
	t.Setenv(start.EnvPass, "") // nobody has said it beforehand
	type answer struct {
		text string
		err  error
	}
	ask := func(act func()) answer {
		got := make(chan answer, 1)
		go func() {
			text, err := p.asker.passphrase()
			got <- answer{text, err}
		}()
		s.until(t, "the sheet", func() bool { return p.env.Open() != nil })
		if !p.sender.Asking() {
			t.Error("nobody is told that the passphrase is asked for")
		}
		act()
		a := <-got
		if p.sender.Asking() {
			t.Error("the passphrase is still said to be asked for")
		}
		return a
	}
	typed := func() {
		if err := p.env.Type("passphrase", "geheim"); err != nil {
			t.Error(err)
		}
		if err := p.env.Tap("passphrase.take"); err != nil {
			t.Error(err)
		}
	}
	if got := ask(typed); got.text != "geheim" || got.err != nil || p.env.Open() != nil {
		t.Errorf("typed: %+v", got)
	}
	if got, err := p.asker.passphrase(); got != "geheim" || err != nil {
		t.Errorf("kept: %q, %v", got, err)
	}
	// The answer of a person is a question of its own: it does not take the device's away.
	named := make(chan string, 1)
	go func() {
		text, _ := p.asker.person("J. Beyer", false)
		named <- text
	}()
	s.until(t, "the sheet of the person", func() bool { return p.env.Open() != nil })
	if title := p.env.Open().Title(); title != "Kennwort von J. Beyer" {
		t.Errorf("the sheet of a person is called %q", title)
	}
	if err := errors.Join(p.env.Type("passphrase", "anderes"), p.env.Tap("passphrase.take")); err != nil {
		t.Error(err)
	}
	if got := <-named; got != "anderes" {
		t.Errorf("the person's passphrase is %q", got)
	}
	if got, err := p.asker.passphrase(); got != "geheim" || err != nil {
		t.Errorf("after the person's: %q, %v", got, err)
	}
	p.asker.forget()
	if got := ask(func() { p.env.Open().Close() }); failure.KindOf(got.err) != failure.Refused {
		t.Errorf("closed sheet: %+v", got)
	}
	if got := ask(p.asker.close); failure.KindOf(got.err) != failure.Refused {
		t.Errorf("closed window: %+v", got)
	}
}

func TestDataDir(t *testing.T) {
	t.Setenv("LAUFZETTEL_DATA", filepath.Join(t.TempDir(), "umgebung"))
	chosen := t.TempDir()
	if got, err := dataDir(chosen); got != chosen || err != nil {
		t.Errorf("chosen: %q, %v", got, err)
	}
	if got, err := dataDir(""); filepath.Base(got) != "umgebung" || err != nil {
		t.Errorf("environment: %q, %v", got, err)
	}
}

// A crash leaves its report and an exit code of its own.
func TestCrash(t *testing.T) {
	dir, code := t.TempDir(), 0
	func() {
		defer crash(dir, &code)
		panic("broken")
	}()
	found, err := filepath.Glob(filepath.Join(dir, "protokoll/absturz-*.txt"))
	if err != nil || len(found) != 1 || code != 3 {
		t.Fatalf("code %d, files %v, %v", code, found, err)
	}
	raw, err := os.ReadFile(found[0])
	if err != nil || !strings.Contains(string(raw), "broken") || !strings.Contains(string(raw), "app_test.go") {
		t.Errorf("report %s, %v", raw, err)
	}
}

func TestFileURL(t *testing.T) {
	for _, tt := range []struct {
		local  string
		volume bool
		want   string
	}{
		{"/tmp/Prüf bericht.pdf", false, "file:///tmp/Pr%C3%BCf%20bericht.pdf"},
		{"C:/Akten/a.pdf", true, "file:///C:/Akten/a.pdf"},
		{"//server/Akten/a.pdf", true, "file://server/Akten/a.pdf"},
	} {
		if got := fileURL(tt.local, tt.volume).String(); got != tt.want {
			t.Errorf("fileURL(%q) = %s, want %s", tt.local, got, tt.want)
		}
	}
}

// What a second start was asked for is opened in the window that is there.
func TestFurther(t *testing.T) {
	p, s, w := opened(t, filepath.Join(t.TempDir(), "workspace"))
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Seed: 3, Documents: 1})
	if err != nil {
		t.Fatal(err)
	}
	path, err := parcel.Write(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	go p.further([]string{path}) // comes back when the window was shown
	s.until(t, "the sentence", func() bool { return strings.Contains(said(w.Content()), "war schon offen") })
	s.until(t, "the delivery", func() bool {
		list, err := p.w.Intake.Portions.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(list) == 1 && list[0].Verdict != ""
	})
	p.supportPack()
	s.until(t, "the package for support", func() bool { return strings.Contains(said(w.Content()), "keine Unterlagen") })
	if found, err := filepath.Glob(filepath.Join(p.w.Office.Dir, "hilfe-*.zip")); err != nil || len(found) != 1 {
		t.Errorf("packages %v, %v", found, err)
	}
}

// A reader's place opens no file of a reader's own, whatever way it is handed over,
// and a name given at the start makes nobody of its staff.
func TestKiosk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "workspace")
	ws, err := work.Open(t.Context(), dir, office.Options{Person: "M. Ahrens", PDFium: samples.PDFium()})
	if err != nil {
		t.Fatal(err)
	}
	if err := ws.Office.May(t.Context(), people.Tools); err != nil { // enters M. Ahrens, first person and administrator
		t.Fatal(err)
	}
	if err := ws.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }); err != nil {
		t.Fatal(err)
	}
	if err := ws.Close(); err != nil {
		t.Fatal(err)
	}
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Seed: 3, Documents: 1})
	if err != nil {
		t.Fatal(err)
	}
	path, err := parcel.Write(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, s, w := opened(t, dir)
	if r := role(window.RoleOf(t.Context(), p.w)); r != route.ReadingRoom {
		t.Errorf("a name given at the start makes the reader %q", r)
	}
	for what, hand := range map[string]func(){
		"dropped":     func() { p.drop([]fyne.URI{storage.NewFileURI(path)}) },
		"handed over": func() { go p.further([]string{path}) },
		"two files":   func() { p.take([]string{path, path}) },
	} {
		p.shell.Toast("–", nil)
		hand()
		s.until(t, what+" refused", func() bool { return strings.Contains(said(w.Content()), "lassen sich keine Dateien öffnen") })
		if now := p.shell.Now(); now.Screen != route.Reader || now.ID != "" {
			t.Errorf("%s: the window shows %+v", what, now)
		}
	}
	p.shell.Go(route.Route{Screen: route.People})
	if now := p.shell.Now(); now.Screen != route.Reader {
		t.Errorf("a reader sees who works here: %+v", now)
	}
	p.take([]string{office.Scheme + ":nirgends"})
	s.until(t, "an object that is not there", func() bool { return strings.Contains(said(w.Content()), "nicht verzeichnet") })
	if list, err := p.w.Intake.Portions.List(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("a reader delivered: %v, %v", list, err)
	}
}

var _ kit.Dispatcher = (*stage)(nil)

// Closing ends the process although a work does not obey: it is journaled and goes on
// at the next start. The window is gone at once, and no further start is taken.
func TestEnding_WorkThatDoesNotObey(t *testing.T) {
	p, _, w := opened(t, filepath.Join(t.TempDir(), "workspace"))
	stuck, begun, exited := make(chan struct{}), make(chan struct{}), make(chan int, 2)
	_, err := p.works.Start("P1", window.Checking, "groß", func(context.Context, func(window.Step)) error {
		close(begun)
		<-stuck
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	end := &ending{window: w, close: p.close, exit: func(code int) { exited <- code }}
	done := make(chan struct{})
	go func() { end.run(); close(done) }()
	if code := <-exited; code != 0 {
		t.Errorf("exit code %d", code)
	}
	if p.further(nil) {
		t.Error("an ending window took a further start")
	}
	close(stuck)
	<-done
}
