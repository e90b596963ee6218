package kit_test

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"
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

// A form with a list asks by it: the list has the room and the focus, an object stands among the
// fields and gives no answer, a button that is off does nothing by no way, and one that stays
// leaves the form to who acts. What is secret is gone with the form, what is exact is given so.
func TestForm_Body(t *testing.T) {
	for _, look := range probedLooks {
		s := kittest.With(t, "de", look.mode, look.scale)
		s.Show(kit.Body("darunter"), 900*look.scale, 700*look.scale)
		var got []map[string]string
		closed := 0
		list := kit.NewList(s.Env, "f.list", func() int { return 3 }, func() fyne.CanvasObject { return kit.Body("") },
			func(i int, o fyne.CanvasObject) { o.(*kit.Text).Set(fmt.Sprint("Zeile ", i)) })
		chip := kit.NewChip(s.Env, "f.chip", "Nur lesen", "", nothing)
		take := func(a map[string]string) { got = append(got, a) }
		open := func(off bool) {
			kit.Form{Name: "f", Title: "Wählen", Text: "Eine Zeile.", Width: 500, Height: 560, Body: list, First: list,
				Fields: []kit.FormField{{Object: kit.Row(4, chip)},
					{ID: "text", Label: "Text", Area: true, Lines: 2, Exact: true, Must: true},
					{ID: "fixed", Label: "Fest", Text: "bleibt", Off: true}, {ID: "pass", Label: "Kennwort", Secret: true}},
				Buttons: []kit.FormButton{{Name: "f.go", Text: "Anders", Bare: true},
					{Name: "f.yes", Text: "Ja", Primary: true, Stays: true, Off: off, Do: take}}, OnClose: func() { closed++ }}.Show(s.Env)
		}
		open(true)
		if s.Env.Focused() != fyne.Focusable(list) {
			t.Errorf("the focus is on %v, want the list", s.Env.Focused())
		}
		if want := kit.S(120); list.Size().Height < want || s.Env.Find("f.fixed").(*kit.Entry).Disabled() != true {
			t.Errorf("the list is %v high, want the room that is left, at least %v", list.Size().Height, want)
		}
		order := s.Env.FocusOrder(12)
		if want := []string{"sheet.close", "f.list", "f.chip", "f.text"}; len(order) < 4 || !slices.Equal(order[:4], want) {
			t.Errorf("Tab goes through %v, want %v first", order, want)
		}
		s.Type(t, "f.text", "x")
		s.Env.Press("Strg+Enter")
		if err := s.Env.Tap("f.yes"); err == nil || len(got) != 0 {
			t.Errorf("what is off was done: %v, %v", got, err)
		}
		s.Env.Find("f.yes").(*kit.Button).Enable()
		s.Env.Find("f.text").(*kit.Entry).SetText("  ")
		if s.Env.Press("Strg+Enter"); len(got) != 0 {
			t.Errorf("nothing but blanks was taken: %v", got)
		}
		s.Env.Find("f.text").(*kit.Entry).SetText("eins\n")
		pass := s.Env.Find("f.pass").(*kit.Entry)
		pass.SetText(" geheim ")
		s.Env.Press("Strg+Enter")
		want := map[string]string{"text": "eins\n", "fixed": "bleibt", "pass": " geheim "}
		if len(got) != 1 || !maps.Equal(got[0], want) || s.Env.Open() == nil || closed != 0 {
			t.Errorf("taken %v, open: %v, closed %d times; want %v and the form open", got, s.Env.Open() != nil, closed, want)
		}
		s.Tap(t, "f.go")
		if s.Env.Open() != nil || closed != 1 || pass.Text != "" || len(got) != 1 {
			t.Errorf("open: %v, closed %d times, the passphrase is %q", s.Env.Open() != nil, closed, pass.Text)
		}
	}
	s := kittest.New(t)
	s.Show(kit.Body("darunter"), 900, 700)
	kit.Form{Name: "g", Title: "Lesen", Body: kit.Body("Inhalt"), Height: 200, Buttons: []kit.FormButton{}}.Show(s.Env)
	if order := s.Env.FocusOrder(5); !slices.Equal(order, []string{"sheet.close"}) || s.Env.Press("Strg+Enter") {
		t.Errorf("a form without buttons has %v", order)
	}
}

// A double click that is told while somebody types selects nothing: the word typed so far would
// go with the next letter. One into a field nobody types in selects the word, as everywhere.
func TestEntry_LateDoubleClick(t *testing.T) {
	s := kittest.New(t)
	e := kit.NewEntry(s.Env, "reason", "", nil)
	s.Show(e, 400, 60)
	press := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	write := func(text string) {
		for _, r := range text {
			e.TypedRune(r)
		}
	}
	e.MouseDown(press)
	s.Env.Focus(e)
	write("Leitakte der Ort")
	e.DoubleTapped(&fyne.PointEvent{})
	write("sgeschichte")
	if e.Text != "Leitakte der Ortsgeschichte" {
		t.Errorf("typed around a late double click: %q", e.Text)
	}
	e.MouseDown(press)
	e.CursorColumn = 3
	e.DoubleTapped(&fyne.PointEvent{})
	if e.SelectedText() != "Leitakte" {
		t.Errorf("selected %q", e.SelectedText())
	}
}

// Who types sees where: within the edge the field looks otherwise once it has the focus, in
// every mode and size, and a long line shows no bar of the toolkit.
func TestEntry_Caret(t *testing.T) {
	for _, mode := range []kit.Mode{kit.ModeLight, kit.ModeDark, kit.ModeContrast} {
		for _, scale := range []float32{1, 2} {
			s := kittest.With(t, "de", mode, scale)
			e := kit.NewEntry(s.Env, "reason", "", nil)
			e.Put("gjpq " + strings.Repeat("Leitakte ", 60))
			s.Show(kit.NewField(s.Env, "", e), 400, 64)
			bottom := int(32 * scale)
			letters := image.Rect(8, 7, 384, bottom-7)
			before := within(s, letters)
			s.Env.Focus(e)
			if within(s, letters) == before {
				t.Errorf("%s × %v: no caret", mode, scale)
			}
			s.Window.Canvas().Unfocus()
			if below := within(s, image.Rect(8, bottom-6, 384, bottom-3)); below != within(s, image.Rect(8, 4, 384, 7)) {
				t.Errorf("%s × %v: below the letters stands something, above them nothing", mode, scale)
			}
		}
	}
}

// within gives the points of a part of the stage, row by row.
func within(s *kittest.Stage, part image.Rectangle) string {
	all := s.Window.Canvas().Capture()
	var points strings.Builder
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			fmt.Fprint(&points, all.At(x, y))
		}
	}
	return points.String()
}
