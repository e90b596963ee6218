package kit_test

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// A form tells what is missing or wrong at its field, keeps what was typed, and gives the
// answers only when all are right.
func TestForm(t *testing.T) {
	s := kittest.New(t)
	s.Show(kit.Body("darunter"), 900, 700)
	var got []string
	form := func() {
		kit.Form{Name: "f", Title: "Anmelden", Text: "Bitte ausfüllen.", Do: "Weiter", Fields: []kit.FormField{
			{ID: "name", Label: "Name", Must: true}, {ID: "known", Label: "Bekannt", Text: "steht schon da"},
			{ID: "days", Label: "Tage", Check: func(x string) string {
				if x != "14" {
					return "Bitte 14."
				}
				return ""
			}},
			{ID: "pass", Label: "Kennwort", Secret: true}},
			Take: func(a map[string]string) { got = append(got, a["name"]+"|"+a["known"]+"|"+a["days"]+"|"+a["pass"]) }}.Show(s.Env)
	}
	form()
	entry := func(id string) *kit.Entry { return s.Env.Find("f." + id).(*kit.Entry) }
	if s.Env.Focused() != fyne.Focusable(entry("name")) {
		t.Errorf("focus on %v, want the first empty field", s.Env.Focused())
	}
	s.Env.TypeKey(fyne.KeyReturn)
	if s.Env.Focused() != fyne.Focusable(entry("days")) {
		t.Error("Enter does not go to the next empty field")
	}
	s.Type(t, "f.days", "15")
	s.Type(t, "f.pass", " mit Rand ")
	s.Env.Press("Strg+Enter")
	if len(got) != 0 || s.Env.Open() == nil {
		t.Fatalf("taken %q with a field missing", got)
	}
	if s.Env.Focused() != fyne.Focusable(entry("name")) {
		t.Error("the focus does not go to the field that is missing")
	}
	if entry("days").Text != "15" || !entry("pass").Password {
		t.Errorf("typed days %q are lost, or the passphrase is shown", entry("days").Text)
	}
	s.Type(t, "f.name", " Ahrens ")
	s.Tap(t, "f.take")
	if len(got) != 0 {
		t.Fatalf("taken %q with a field wrong", got)
	}
	if s.Env.Focused() != fyne.Focusable(entry("days")) {
		t.Error("the focus does not go to the field that is wrong")
	}
	entry("days").SetText("14")
	s.Env.TypeKey(fyne.KeyReturn)
	if want := []string{"Ahrens|steht schon da|14| mit Rand "}; !slices.Equal(got, want) || s.Env.Open() != nil {
		t.Errorf("taken %q, want %q and the form closed", got, want)
	}
	form()
	s.Env.Press("Esc")
	if len(got) != 1 || s.Env.Open() != nil {
		t.Error("Esc does more than close")
	}
}

// What cannot be undone is done by going to its button alone, never by the key that
// opened the form or by Enter.
func TestForm_Lasting(t *testing.T) {
	s := kittest.New(t)
	s.Show(kit.Body("darunter"), 900, 700)
	did := 0
	form := func() {
		kit.Form{Name: "f", Title: "Vernichten", Text: "Das lässt sich nicht rückgängig machen.", Lasting: true, Buttons: []kit.FormButton{
			{Name: "f.no", Text: "Nein", Bare: true}, {Name: "f.yes", Text: "Ja", Primary: true,
				Do: func(map[string]string) { did++ }}}}.Show(s.Env)
	}
	form()
	s.Env.Press("Strg+Enter")
	s.Env.Shortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl})
	if did != 0 || s.Env.Open() == nil {
		t.Fatalf("Strg+Enter did it %d times", did)
	}
	s.Env.TypeKey(fyne.KeyReturn)
	if did != 0 || s.Env.Open() != nil {
		t.Errorf("Enter on opening did it %d times, want the way back", did)
	}
	form()
	s.Tap(t, "f.yes")
	if did != 1 {
		t.Errorf("its button did it %d times", did)
	}
}

// A form is as high as it needs and never higher than the window; then it scrolls.
func TestForm_Height(t *testing.T) {
	for _, c := range []struct {
		fields int
		scale  float32
		window float32
	}{{1, 1, 480}, {3, 1, 480}, {12, 1, 480}, {12, 2, 640}, {2, 1.5, 900}} {
		s := kittest.With(t, "de", kit.ModeLight, c.scale)
		s.Show(kit.Body("darunter"), 880, c.window)
		f := kit.Form{Name: "f", Title: "Viele Felder", Text: "Ein Text.", Do: "Weiter"}
		for i := range c.fields {
			f.Fields = append(f.Fields, kit.FormField{ID: fmt.Sprint(i), Label: fmt.Sprint("Feld ", i)})
		}
		f.Show(s.Env)
		button := s.Env.Find("f.take")
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(button)
		if bottom := at.Y + button.Size().Height; bottom > c.window || at.Y < 40 {
			t.Errorf("%d fields at %v: the button lies at %v to %v of %v", c.fields, c.scale, at.Y, bottom, c.window)
		}
	}
}

// A lasting act may have a key of its own, and a field a button that asks otherwise.
func TestForm_LastingKeyAndPick(t *testing.T) {
	s := kittest.New(t)
	s.Show(kit.Body("darunter"), 900, 700)
	got := ""
	kit.Form{Name: "f", Title: "Gründen", Lasting: true, LastingKey: "Strg+Umschalt+Enter", Do: "Gründen",
		Take:   func(a map[string]string) { got = a["scan"] },
		Fields: []kit.FormField{{ID: "scan", Label: "Scan", Must: true, Pick: func(put func(string)) { put("akt.pdf") }}}}.Show(s.Env)
	s.Env.Press("Strg+Umschalt+Enter")
	if got != "" || s.Env.Open() == nil {
		t.Fatalf("done without what must be there: %q", got)
	}
	s.Tap(t, "f.scan.pick")
	s.Env.Press("Strg+Enter")
	if got != "" {
		t.Fatalf("Strg+Enter did it: %q", got)
	}
	s.Env.Press("Strg+Umschalt+Enter")
	if got != "akt.pdf" || s.Env.Open() != nil {
		t.Errorf("got %q, want what was chosen", got)
	}
}
