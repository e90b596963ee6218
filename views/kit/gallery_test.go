package kit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// gallery shows every component once, to be looked at.
func gallery(env *kit.Env) fyne.CanvasObject {
	head := kit.NewPageHead(env, "Bauaufsicht 2026/11")
	head.SetCrumbs(kit.Crumb{Text: "Eingang", Go: func() {}}, kit.Crumb{Text: "Landratsamt Musterkreis"})
	head.SetStamp("Zurückgewiesen", kit.ToneError, "")
	head.SetButtons(kit.NewButton(env, "recheck", "refresh", "Erneut prüfen", func() {}),
		kit.NewPrimary(env, "primary", "mail", "Nachforderung erstellen …", func() {}).Key("Strg+Enter"))
	records := kit.NewRecordList(env, "records", true)
	records.SetRows([]kit.Record{
		{ID: "63", Group: true, Open: true, Number: "63", Title: "Bauaufsicht", Right: "37 / 120"},
		{ID: "a", Level: 1, Group: true, Open: true, Number: "63.2-0147", Title: "Wohnpark Am Mühlgraben", Span: "2008–2014",
			Right: "4 / 9"},
		{ID: "b", Level: 2, Leaf: true, Number: "/01", Title: "Bauvoranfrage", Span: "2008", Suggestion: "B", Right: "9",
			Mark: kit.Decision{Letter: "A"}},
		{ID: "c", Level: 2, Leaf: true, Number: "/02", Title: "Stellplatznachweis mit einem langen Titel", Span: "2008–2009",
			Suggestion: "V", Right: "41", Mark: kit.Decision{Letter: "V", Unsent: true}},
		{ID: "d", Level: 2, Leaf: true, Number: "/03", Title: "Nachtrag Tiefgarage", Span: "2009–2011", Suggestion: "B", Right: "14"},
		{ID: "e", Level: 2, Leaf: true, Number: "/04", Title: "Einwendungen", Span: "2009–2010", Right: "26",
			Mark: kit.Decision{Letter: "A", Inherited: true}},
		{ID: "f", Level: 2, Leaf: true, Number: "/05", Title: "Gebühren", Span: "2009–2014", Right: "12", Mark: kit.Decision{Letter: "!"}},
	})
	card := kit.NewFindingCard(env, "card", kit.Finding{Code: "FIX-002", Tone: kit.ToneError, Severity: "Fehler",
		Title: "Prüfsumme weicht ab", Count: "1 Datei",
		Places: []string{"content/63.2-0147/03/0005_Bescheid.pdf"}, Expected: "sha-256 9f2c41d7 e08b … 77a1",
		Found:  "sha-256 1b70c4e9 52fd … 0c3e",
		Remedy: "Die Datei wurde nach dem Erstellen der Liste verändert oder beschädigt. Bitte aus der Registratur neu ausgeben und die Portion neu liefern."}, true, func(string) {}, func() {})
	field := kit.NewField(env, "Zahl der Einträge", kit.NewEntry(env, "count", "zum Beispiel 411", nil)).Mandatory()
	field.SetError("Vermerk nennt 412")
	tabs := kit.NewTabs(env, "tabs", kit.Tab{Title: "Befunde", Count: "14", Body: func() fyne.CanvasObject {
		return kit.NewScroll(kit.Pad(kit.Col(8,
			kit.Row(6, kit.NewChip(env, "chip", "Alle", "14", func() {}),
				kit.NewChip(env, "chip2", "Fehler", "4", func() {}).Icon("error", kit.ColorError)),
			card, kit.NewFindingCard(env, "card2", kit.Finding{Code: "PDF-014", Tone: kit.ToneWarn, Severity: "Warnung",
				Title: "Schrift nicht eingebettet", Count: "6 Dateien"}, false, nil, func() {}),
			kit.NewBox(env, "box", kit.Box{Tone: kit.ToneWarn, Title: "Keine Verbindung seit 08:15.",
				Text: "Aufträge warten, Sie können weiterarbeiten.", Details: "dial tcp",
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "retry", "", "Jetzt versuchen", func() {}).Small()}}, func() {}),
			kit.NewProgressRow(env, "progress", kit.Progress{Phase: "Prüfsummen und Formate", Right: "Phase 2 von 4",
				Done: "68.412 von 120.336 · 512 Dateien/s", Left: "noch 1 min 40 s", Share: .57, Known: true}, func() {}),
			field, kit.NewSearch(env, "search", "Titel, Stelle, Ü-ID", nil),
			kit.NewSlip(kit.SlipBoxes{Done: 4}), kit.NewSlip(kit.SlipBoxes{Done: 2, Stopped: true}),
			kit.NewMetaTable(env, "meta", 104, kit.Group{Title: "Dokument",
				Pairs: []kit.Pair{{Label: "Betreff", Value: "Bescheid mit Nebenbestimmungen"}, {Label: "Datum", Missing: true},
					{Label: "SHA-256", Value: "9c41 f0d2 … 7be0", Mono: true}}}),
		), 12, 20, 12, 20))
	}}, kit.Tab{Title: "Dateien", Count: "20.117", Body: func() fyne.CanvasObject {
		return kit.NewEmpty("Noch keine Lieferung.", "Ziehen Sie einen Ordner hierher.", nil)
	}})
	tabs.Show(0)
	steps := kit.NewSteps([]kit.Step{{State: kit.StepDone, Name: "Eingegangen",
		Lines: []string{"17.11.2026 09:12", "M. Ahrens, Ordner auf USB"}},
		{State: kit.StepStopped, Name: "Zurückgewiesen", Lines: []string{"17.11.2026 09:31"}}, {State: kit.StepNext, Name: "Nachforderung"},
		{Name: "Angenommen"}})
	panes := kit.NewPanes(env, "gallery", func() kit.Class { return kit.ClassM },
		kit.Pane{Object: kit.NewScroll(kit.Pad(steps, 16, 16, 16, 20)), Width: kit.Sizes{L: 240, M: 216}},
		kit.Pane{Object: tabs.Object(), Grow: true},
		kit.Pane{Object: kit.Col(0, records.Head(), kit.Grow(records.List)), Width: kit.Sizes{L: 460, M: 460}})
	return kit.Panel(kit.ColorSurface, kit.Col(0, head.Object(), kit.Grow(panes)))
}

func TestGallery(t *testing.T) {
	for _, v := range kittest.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			s := kittest.With(t, v.Lang, v.Mode, v.Scale)
			s.Show(gallery(s.Env), v.W, v.H)
			s.Env.Focus(s.Env.Find("records").(fyne.Focusable))
			s.Shoot(t, "kit-"+v.Name)
			order := s.Env.FocusOrder(50)
			for _, want := range []string{"recheck", "primary", "tabs.0", "chip", "card", "search", "records"} {
				if !slices.Contains(order, want) {
					t.Errorf("focus never reaches %q: %v", want, order)
				}
			}
		})
	}
}

// A list of 100,000 rows builds only those in sight, moves by J, K, Pos1 and
// Ende, opens by Enter and hands letters on.
func TestListAtManyRows(t *testing.T) {
	s := kittest.New(t)
	made, opened, letters := 0, -1, ""
	l := kit.NewList(s.Env, "list", func() int { return 100_000 },
		func() fyne.CanvasObject { made++; return kit.Body("") },
		func(i int, o fyne.CanvasObject) { o.(*kit.Text).Set(fmt.Sprint("row ", i)) })
	l.OnOpen = func(i int) { opened = i }
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{{ID: "a", Keys: []string{"A"}, Do: func() { letters += "A" }}}})
	s.Show(l, 400, 600)
	s.Env.Focus(l)
	if made > 40 {
		t.Errorf("%d rows built for 600 units, want only those in sight", made)
	}
	steps := []struct {
		do   func()
		want int
	}{
		{func() {}, 0},
		{func() { l.TypedRune('j') }, 1},
		{func() { l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}) }, 2},
		{func() { l.TypedRune('K') }, 1},
		{func() { l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd}) }, 99_999},
		{func() { l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome}) }, 0},
		{func() { l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp}) }, 0},
	}
	for i, st := range steps {
		if st.do(); l.Selected() != st.want {
			t.Errorf("step %d: row %d selected, want %d", i, l.Selected(), st.want)
		}
	}
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if opened != 0 {
		t.Errorf("Enter opened %d, want 0", opened)
	}
	l.TypedRune('a')
	l.TypedRune('A')
	if letters != "AA" {
		t.Errorf("letters %q reached the screen, want AA (capital and small alike)", letters)
	}
}

// The entry keeps what is typing and hands on the rest.
func TestEntryHandsKeysOn(t *testing.T) {
	s := kittest.New(t)
	var got []string
	press := func(k string) kit.Action {
		return kit.Action{ID: k, Keys: []string{k}, Do: func() { got = append(got, k) }}
	}
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{press("F1"), press("Esc"), press("A"), press("Strg+Enter"),
		press("Strg+Z")}})
	e := kit.NewEntry(s.Env, "entry", "", nil)
	s.Show(kit.NewField(s.Env, "Grund", e), 300, 100)
	s.Type(t, "entry", "aA")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl})
	e.TypedShortcut(&fyne.ShortcutUndo{})
	if want := "F1 Esc Strg+Enter"; strings.Join(got, " ") != want {
		t.Errorf("screen got %v, want %s", got, want)
	}
	if e.Text == "aA" {
		t.Error("Strg+Z in a field did not undo the typing")
	}
}

// While a sheet is open only its keys act; Esc closes it and the focus returns.
func TestSheet(t *testing.T) {
	s := kittest.New(t)
	n := 0
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: []kit.Action{{ID: "x", Keys: []string{"F5"}, Do: func() { n++ }}}})
	b := kit.NewButton(s.Env, "button", "", "Öffnen", nil)
	s.Show(b, 600, 400)
	s.Env.Focus(b)
	closed := false
	sheet := kit.NewSheet(s.Env, "Tasten", 400, 0, kit.Body("Inhalt"), nil)
	sheet.OnClose = func() { closed = true }
	sheet.Show()
	s.Env.Press("F5")
	s.Env.Press("Esc")
	if n != 0 || !closed || s.Env.Open() != nil {
		t.Errorf("F5 reached the screen %d times, closed %v", n, closed)
	}
	if s.Env.Focused() != fyne.Focusable(b) {
		t.Error("the focus did not return to the button")
	}
	s.Env.Press("F5")
	if n != 1 {
		t.Error("the screen's keys are dead after the sheet closed")
	}
}

// Widths of panes are kept per screen and class, with a least width.
func TestPanesKeepWidths(t *testing.T) {
	s := kittest.New(t)
	s.Env.Keep("split.demo.M.0", "300")
	left := kit.Body("links")
	p := kit.NewPanes(s.Env, "demo", func() kit.Class { return kit.ClassM }, kit.Pane{Object: left, Width: kit.Sizes{M: 200}, Min: 150},
		kit.Pane{Object: kit.Body("rechts"), Grow: true})
	s.Show(p, 900, 300)
	if w := left.Size().Width; w != 300 {
		t.Errorf("left pane %v wide, want the kept 300", w)
	}
	s.Env.Keep("split.demo.M.0", "20")
	p.Refresh()
	if w := left.Size().Width; w != 150 {
		t.Errorf("left pane %v wide, want the least 150", w)
	}
}

// A key the user changed acts in place of the old one.
func TestChangedKeys(t *testing.T) {
	s := kittest.New(t)
	n := 0
	s.Env.SetScope(kit.LevelWindow, &kit.Scope{Actions: []kit.Action{{ID: "help", Keys: []string{"F1"}, Do: func() { n++ }}}})
	s.Env.ChangeKeys(map[string]string{"help": "F2"})
	s.Env.TypeKey(fyne.KeyF1)
	s.Env.TypeKey(fyne.KeyF2)
	if n != 1 || s.Env.KeyOf("help") != "F2" {
		t.Errorf("acted %d times, shown %q; want once by F2", n, s.Env.KeyOf("help"))
	}
}
