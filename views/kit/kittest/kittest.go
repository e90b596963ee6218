// Package kittest sets the stage for tests of views: a headless window with our
// theme, the environment and a hand-cranked dispatcher, and pictures on demand.
// Only tests import it.
package kittest

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"laufzettel/views/kit"
	"laufzettel/views/present/presenttest"
)

// Stage is a headless window on which a test plays.
type Stage struct {
	App    fyne.App
	Window fyne.Window
	Env    *kit.Env
	Run    *presenttest.Cranked
}

// New sets a stage in German, light, 1440 × 900 logical pixels.
func New(t testing.TB) *Stage { return With(t, "de", kit.ModeLight, 1) }

// With sets a stage in a language, mode and text scaling.
func With(t testing.TB, lang string, mode kit.Mode, scale float32) *Stage {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(kit.NewTheme(mode, scale))
	s := &Stage{App: app, Run: &presenttest.Cranked{}}
	s.Env = kit.NewEnv(presenttest.Words(t, lang), s.Run, nil)
	s.Window = test.NewTempWindow(t, nil)
	s.Window.SetPadded(false)
	s.Env.Attach(s.Window.Canvas())
	return s
}

// Show puts content on the stage.
func (s *Stage) Show(content fyne.CanvasObject, w, h float32) {
	s.Window.SetContent(content)
	s.Window.Resize(fyne.NewSize(w, h))
}

// Tap, Type and TypeKey play by name; a failure ends the test.
func (s *Stage) Tap(t testing.TB, name string) {
	t.Helper()
	if err := s.Env.Tap(name); err != nil {
		t.Fatal(err)
	}
	s.Run.Drain()
}

// Type types into a named field.
func (s *Stage) Type(t testing.TB, name, text string) {
	t.Helper()
	if err := s.Env.Type(name, text); err != nil {
		t.Fatal(err)
	}
	s.Run.Drain()
}

// Shoot writes the stage as PNG into SHOTS_DIR, if that is set.
func (s *Stage) Shoot(t testing.TB, name string) {
	t.Helper()
	dir := os.Getenv("SHOTS_DIR")
	if dir == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, s.Window.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
}

// Variant is one look a screen is shot in.
type Variant struct {
	Name  string
	Lang  string
	Mode  kit.Mode
	Scale float32
	W, H  float32
}

// Variants are the looks every screen is shot in: light, dark, high contrast,
// 150 % text in a large window, English, and the smallest class.
func Variants() []Variant {
	return []Variant{
		{"hell", "de", kit.ModeLight, 1, 1440, 872},
		{"dunkel", "de", kit.ModeDark, 1, 1440, 872},
		{"kontrast", "de", kit.ModeContrast, 1, 1440, 872},
		{"150", "de", kit.ModeLight, 1.5, 1920, 1052},
		{"english", "en", kit.ModeLight, 1, 1440, 872},
		{"klein", "de", kit.ModeLight, 1, 911, 512},
	}
}
