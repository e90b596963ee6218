package kit_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/google/go-cmp/cmp"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

var update = flag.Bool("update", false, "write testdata anew")

// golden compares lines with a file of testdata.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("looks otherwise than before. Look at it (make shots); where it is meant: go test ./views/kit -update (-want "+
			"+got)\n%s", diff)
	}
}

// specimen is a widget in a state, in a window of a size.
type specimen struct {
	name string
	w, h float32
	make func(s *kittest.Stage) fyne.CanvasObject
	act  func(s *kittest.Stage, o fyne.CanvasObject) // once it is shown
}

func hover(o fyne.CanvasObject) { o.(desktop.Hoverable).MouseIn(&desktop.MouseEvent{}) }

func focus(s *kittest.Stage, _ fyne.CanvasObject) { s.Window.Canvas().FocusNext() }

func typed(keys ...fyne.KeyName) func(*kittest.Stage, fyne.CanvasObject) {
	return func(s *kittest.Stage, o fyne.CanvasObject) {
		s.Window.Canvas().FocusNext()
		for _, k := range keys {
			s.Window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
			s.Run.Drain()
		}
	}
}

const prose = "Die Datei wurde nach dem Erstellen der Liste verändert oder beschädigt. Bitte aus der Registratur neu ausgeben."

func nothing() {}

// of makes a specimen of what needs the environment only.
func of(name string, w, h float32, mk func(env *kit.Env) fyne.CanvasObject, acts ...func(*kittest.Stage, fyne.CanvasObject)) specimen {
	x := specimen{name: name, w: w, h: h, make: func(s *kittest.Stage) fyne.CanvasObject { return mk(s.Env) }}
	if len(acts) > 0 {
		x.act = acts[0]
	}
	return x
}

func buttons(env *kit.Env) fyne.CanvasObject {
	off := kit.NewButton(env, "off", "send", "Senden", nothing)
	off.Disable()
	poff := kit.NewPrimary(env, "poff", "send", "Senden", nothing)
	poff.Disable()
	lit := kit.NewButton(env, "lit", "check", "Übernehmen", nothing)
	hover(lit)
	return kit.Col(6, kit.Loose(kit.NewButton(env, "plain", "", "Nur Text", nothing)), kit.Loose(kit.NewButton(env, "icon", "refresh",
		"Mit Zeichen", nothing).Key("Strg+R")),
		kit.Row(4, kit.NewPrimary(env, "primary", "right", "Weiter", nothing).Key("Strg+Enter"), poff, off, lit), kit.NewLink(env,
			"link", "Ein Verweis", nothing),
		kit.Row(2, kit.NewIconButton(env, "ib", "rotate", "Drehen", nothing), kit.NewButton(env, "small", "left", "Zurück",
			nothing).Small(),
			kit.NewButton(env, "edge", "", "Kante", nothing).Edge()),
		kit.Sized(90, 0, kit.NewButton(env, "narrow", "print", "Ein Text, der in diesen Knopf nicht passt", nothing)),
		kit.Row(4, kit.NewKeyCap("F3"), kit.KeyCaps(env, "Strg+Umschalt+Enter")),
		kit.Row(4, kit.NewChip(env, "c1", "Alle", "14", nothing), kit.NewChip(env, "c2", "Fehler", "", nothing).Icon("error",
			kit.ColorError), active(env)))
}

func active(env *kit.Env) *kit.Chip {
	c := kit.NewChip(env, "c3", "An", "2", nothing)
	c.Set("3", true)
	return c
}

func texts(*kit.Env) fyne.CanvasObject {
	return kit.Col(3, kit.Section("Überschrift"), kit.Bold("fett"), kit.Caption("klein"), kit.Body(prose).Wrap(), kit.Body(prose).End(),
		kit.Body("/daten/lieferung/2026/portion-4711/content/63.2-0147/03/bescheid-mit-nebenbestimmungen.pdf").Middle(),
		kit.NewText("monospaced", kit.RoleMono, kit.ColorNote), kit.Row(0, kit.Grow(kit.Body("Mitte").Centered()),
			kit.Body("12").Right().AtLeast(60)),
		kit.Sized(40, 60, kit.Body("eins zwei drei vier fünf").Wrap().Top()), kit.Sized(70, 0,
			kit.Body("Donaudampfschifffahrtsgesellschaft").Wrap()))
}

func layouts(env *kit.Env) fyne.CanvasObject {
	r := func() fyne.CanvasObject { return kit.NewRect(kit.ColorLine) }
	return kit.Col(5, kit.Wide(30, kit.Row(7, kit.Grow(r()), kit.Grow(r(), 3), kit.Sized(50, 0, r()))), kit.Wide(30, kit.Cols(7, r(),
		kit.Loose(kit.Sized(20, 10, r())), r())),
		kit.HLine(kit.ColorBorder), kit.Flow(6, kit.Sized(100, 20, r()), kit.Sized(150, 24, r()), kit.Sized(200, 20, r()),
			kit.Sized(90, 20, r())),
		kit.Framed(kit.ColorSurface, kit.ColorBorder, 3, kit.Pad(kit.Sized(40, 14, r()), 1, 2, 3, 4)), kit.Titled("Titel",
			kit.Caption("rechts")),
		kit.Row(0, kit.Middle(kit.Sized(30, 8, r())), kit.VLine(kit.ColorLine), kit.Space(12, 20), kit.NewIcon("warning",
			kit.ColorWarn, 16)),
		kit.Grow(kit.Panel(kit.ColorRaised, kit.Sized(10, 10, r()))))
}

func fields(env *kit.Env) fyne.CanvasObject {
	wrong := kit.NewField(env, "Zahl", kit.NewEntry(env, "wrong", "411", nil)).Mandatory().Help("wie im Vermerk")
	wrong.SetError("Der Vermerk nennt 412.")
	secret := kit.NewEntry(env, "secret", "", nil)
	secret.Password = true
	secret.Put("geheim")
	off := kit.NewEntry(env, "off", "", nil)
	off.Put("fest")
	off.Disable()
	return kit.Col(8, wrong, kit.NewField(env, "Kennwort", secret), kit.NewField(env, "Fest", off).Help("nicht änderbar"),
		kit.NewField(env, "Grund", kit.NewTextArea(env, "area", "mehrere Zeilen", 3, nil)).Mandatory(), kit.NewSearch(env, "search",
			"Titel, Stelle", nil))
}

func progress(env *kit.Env) fyne.CanvasObject {
	rows := []fyne.CanvasObject{}
	for i, share := range []float32{0, .33, 1, 2} {
		rows = append(rows, kit.Wide(8, kit.NewBar(share)), kit.NewProgressRow(env, fmt.Sprint("p", i), kit.Progress{Phase: "Prüfen",
			Right: "2 von 4", Done: "68 von 120",
			Left: "noch 1 min", Share: share, Known: i%2 == 0}, map[bool]func(){true: nothing}[i < 2]))
	}
	return kit.Col(6, rows...)
}

func marks(env *kit.Env) fyne.CanvasObject {
	rows := []fyne.CanvasObject{}
	for _, tone := range []kit.Tone{kit.ToneNote, kit.ToneOK, kit.ToneWarn, kit.ToneError} {
		rows = append(rows, kit.Row(4, kit.NewStamp("Zustand", tone, ""), kit.NewStamp("", tone, ""), kit.NewStamp("anders", tone, "lock")))
	}
	for i := range kit.SlipSteps + 1 {
		rows = append(rows, kit.Row(4, kit.NewSlip(kit.SlipBoxes{Done: i}), kit.NewSlip(kit.SlipBoxes{Done: i, Stopped: true})))
	}
	letters := []fyne.CanvasObject{kit.NewLetterBox("A", 22), kit.NewLetterBox("V", 14)}
	for _, d := range []kit.Decision{{}, {Letter: "A"}, {Letter: "V"}, {Letter: "B"}, {Letter: "!"}, {Letter: "A", Inherited: true},
		{Letter: "V", Unsent: true}} {
		letters = append(letters, kit.NewDecisionMark(d))
	}
	return kit.Col(3, append(rows, kit.Row(3, letters...))...)
}

func boxes(env *kit.Env) fyne.CanvasObject {
	rows := []fyne.CanvasObject{}
	for i, tone := range []kit.Tone{kit.ToneNote, kit.ToneOK, kit.ToneWarn, kit.ToneError} {
		rows = append(rows, kit.NewBox(env, fmt.Sprint("b", i), kit.Box{Tone: tone,
			Title: map[bool]string{true: "Was geschah."}[i > 0], Text: prose,
			Details: map[bool]string{true: "dial tcp 10.0.0.1"}[i == 3],
			Buttons: map[bool][]fyne.CanvasObject{true: {kit.NewButton(env, "again", "", "Jetzt versuchen",
				nothing).Small()}}[i > 1]}, nothing))
	}
	return kit.Col(6, append(rows, kit.NewEmpty("Noch keine Lieferung.", "Ziehen Sie einen Ordner hierher.", kit.NewButton(env, "e",
		"plus", "Hinzufügen …", nothing)))...)
}

func steps(*kit.Env) fyne.CanvasObject {
	var list []kit.Step
	for i, state := range []kit.StepState{kit.StepDone, kit.StepStopped, kit.StepNext, kit.StepDone} {
		list = append(list, kit.Step{State: state, Name: fmt.Sprint("Schritt ", i), Lines: make([]string, i)})
	}
	return kit.NewSteps(list)
}

func pane(class kit.Class) func(*kit.Env) fyne.CanvasObject {
	return func(env *kit.Env) fyne.CanvasObject {
		return kit.NewPanes(env, "demo", func() kit.Class { return class },
			kit.Pane{Object: kit.NewRect(kit.ColorRaised), Width: kit.Sizes{L: 200, M: 150}, Min: 90},
			kit.Pane{Object: kit.NewRect(kit.ColorSurface), Grow: true, Min: 120},
			kit.Pane{Object: kit.NewRect(kit.ColorRaised), Width: kit.Sizes{L: 180, M: 140, S: 100}})
	}
}

func tiles(env *kit.Env) fyne.CanvasObject {
	m := kit.NewTreemap(env, "map", "Ordner")
	t := kit.NewTile(env, "tile", "Eine Kachel", kit.Pad(kit.Body("12 offen"), 6, 8, 6, 8), nothing)
	hover(t)
	m.Fill([]kit.Piece{{Label: "Bauakten", Weight: 60}, {Label: "Personal", Weight: 30}, {Label: "x", Weight: 9}, {Label: "leer"}})
	m.Select(1)
	return kit.Col(8, t, kit.Grow(m))
}

func finding(open bool) func(*kit.Env) fyne.CanvasObject {
	return func(env *kit.Env) fyne.CanvasObject {
		f := kit.Finding{Code: "FIX-002", Tone: kit.ToneError, Severity: "Fehler",
			Title: "Prüfsumme weicht ab, und der Titel ist so lang, dass er in keine Zeile passt",
			Count: "12 Dateien", Expected: "9f2c", Found: "1b70", Remedy: prose}
		for i := range 12 {
			f.Places = append(f.Places, fmt.Sprintf("content/63.2-0147/%02d.pdf", i))
		}
		return kit.NewFindingCard(env, "card", f, open, func(string) {}, nothing)
	}
}

func rich(env *kit.Env) fyne.CanvasObject {
	return kit.NewRich(env, kit.Run{Text: "Ein Satz mit ", Role: kit.RoleText}, kit.Run{Text: "fetten Worten", Role: kit.RoleBold},
		kit.Run{Text: ", einem ", Role: kit.RoleText},
		kit.Run{Text: "Verweis", Role: kit.RoleText, Name: "go", Go: nothing}, kit.Run{Text: " und " + prose,
			Role: kit.RoleText}).Marking("datei Liste")
}

// sheet opens a sheet above an empty screen.
func sheet(w, h float32, foot bool) func(*kittest.Stage, fyne.CanvasObject) {
	return func(s *kittest.Stage, _ fyne.CanvasObject) {
		var below fyne.CanvasObject
		if foot {
			below = kit.Row(8, kit.Grow(kit.Caption("Hinweis").End()), kit.NewPrimary(s.Env, "take", "check", "Übernehmen", nothing))
		}
		kit.NewSheet(s.Env, "Ein Blatt", w, h, kit.Pad(kit.Body(prose).Wrap(), 16, 20, 16, 20), below).Show()
	}
}

func form(s *kittest.Stage, _ fyne.CanvasObject) {
	kit.Form{Name: "form", Title: "Fragen", Text: prose, Note: "Wird protokolliert.", Do: "Übernehmen", Icon: "check",
		Fields: []kit.FormField{{ID: "name", Label: "Name", Must: true}, {ID: "why", Label: "Grund", Area: true, Help: "kurz"},
			{ID: "dir", Label: "Ordner", Pick: func(func(string)) {}}},
		Buttons: []kit.FormButton{{Name: "other", Text: "Anders", Bare: true}, {Name: "take", Icon: "check", Text: "Übernehmen",
			Primary: true}}}.Show(s.Env)
	s.Env.Press("Strg+Enter")
}

func specimens() []specimen {
	list := []specimen{
		{name: "gallery", w: 1200, h: 700, make: func(s *kittest.Stage) fyne.CanvasObject { return gallery(s.Env) }},
		of("buttons", 500, 330, buttons), of("buttons with focus", 500, 330, buttons, focus), of("texts", 300, 420, texts),
		of("layouts", 400, 330, layouts),
		of("fields", 360, 420, fields), of("field with focus", 360, 420, fields, focus),
		of("field left again", 360, 420, fields, func(s *kittest.Stage, o fyne.CanvasObject) {
			s.Window.Canvas().FocusNext()
			s.Window.Canvas().FocusNext()
			o.(*fyne.Container).Objects[0].Refresh() // as one that is told a fault
		}),
		of("buttons left again", 500, 330, buttons, func(s *kittest.Stage, o fyne.CanvasObject) {
			s.Window.Canvas().FocusNext()
			s.Window.Canvas().FocusNext()
			s.Env.Find("lit").(desktop.Hoverable).MouseOut()
		}), of("progress", 420, 330, progress),
		of("marks", 420, 420, marks),
		of("boxes", 460, 520, boxes), of("box opened", 460, 560, boxes, func(s *kittest.Stage,
			_ fyne.CanvasObject) {
			_ = s.Env.Tap("b3.details")
		}),
		of("steps", 240, 300, steps), of("panes L", 900, 120, pane(kit.ClassL)), of("panes M", 700, 120, pane(kit.ClassM)),
		of("panes S", 420, 120, pane(kit.ClassS)),
		of("panes too narrow", 300, 120, pane(kit.ClassL)), of("tiles", 420, 300, tiles), of("tiles with focus", 420, 300, tiles,
			typed(fyne.KeyTab)),
		of("card closed", 520, 60, finding(false)), of("card open", 520, 420, finding(true)), of("card with focus", 520, 60,
			finding(false), focus), of("rich", 260, 200, rich),
		of("rich with focus", 260, 200, rich, focus), of("skeleton", 400, 320,
			func(env *kit.Env) fyne.CanvasObject { return kit.NewSkeleton(env, 48) }),
		of("skeleton low", 200, 200, func(env *kit.Env) fyne.CanvasObject { return kit.NewSkeleton(env, 30) }),
		of("sheet", 700, 420, layouts, sheet(420, 260, true)), of("sheet as high as it must", 700, 420, layouts, sheet(420, 0, false)),
		of("sheet too large", 300, 200, layouts, sheet(900, 900, true)), of("form", 700, 520, layouts, form),
		of("menu", 500, 400, layouts, func(s *kittest.Stage, _ fyne.CanvasObject) {
			kit.ShowMenu(s.Env, "Auswahl", fyne.NewPos(450, 380), kit.Action{ID: "a", Title: "Öffnen", Keys: []string{"Enter"},
				Do: nothing},
				kit.Action{ID: "b", Title: "Entfernen", Do: nothing, When: func() bool { return false }})
		}),
		{name: "toast", w: 500, h: 120, make: func(s *kittest.Stage) fyne.CanvasObject {
			t := kit.NewToast(s.Env, func(time.Duration, func()) func() { return nothing })
			t.Say("12 Vorgänge auf V gesetzt.", nothing)
			return t
		}},
		of("meta", 300, 240, func(env *kit.Env) fyne.CanvasObject {
			return kit.NewMetaTable(env, "meta", 104, kit.Group{Title: "Dokument", Pairs: []kit.Pair{{Label: "Betreff", Value: prose},
				{Label: "Datum", Missing: true},
				{Label: "SHA-256", Value: "9c41 f0d2", Mono: true}}}, kit.Group{Pairs: []kit.Pair{{Label: "ohne Titel", Value: "x"}}})
		}),
	}
	for _, c := range []kit.Class{kit.ClassS, kit.ClassM, kit.ClassL} {
		list = append(list, of("head "+c.String(), 640, 90, func(env *kit.Env) fyne.CanvasObject {
			h := kit.NewPageHead(env, "Bauaufsicht 2026/11")
			h.SetCrumbs(kit.Crumb{Text: "Eingang", Go: nothing}, kit.Crumb{Text: "Kreis"})
			h.SetStamp("Geprüft", kit.ToneOK, "")
			h.SetNote("seit heute")
			h.SetButtons(kit.NewButton(env, "x", "print", "Bericht", nothing), kit.NewPrimary(env, "y", "right", "Weiter", nothing))
			h.Fit(c)
			return h.Object()
		}))
	}
	return append(list, tables()...)
}

// tables are specimens of the table in its states.
func tables() []specimen {
	show := func(s *kittest.Stage) fyne.CanvasObject {
		x := &stall{Stage: s, rows: fruits()}
		x.build(500, 240)
		return x.table.Object()
	}
	key := func(keys ...string) func(*kittest.Stage, fyne.CanvasObject) {
		return func(s *kittest.Stage, _ fyne.CanvasObject) {
			s.Env.Focus(s.Env.Find("fruit").(fyne.Focusable))
			for _, k := range keys {
				s.Env.Press(k)
				s.Run.Drain()
			}
		}
	}
	down := func(s *kittest.Stage, o fyne.CanvasObject) {
		s.Env.Focus(s.Env.Find("fruit").(fyne.Focusable))
		s.Env.TypeKey(fyne.KeyDown)
		s.Env.TypeKey(fyne.KeyDown)
	}
	return []specimen{
		{name: "table", w: 500, h: 240, make: show}, {name: "table chosen", w: 500, h: 240, make: show, act: down},
		{name: "table narrow", w: 260, h: 150, make: show, act: down}, {name: "table marked", w: 500, h: 240, make: show,
			act: key("Leertaste", "Strg+A")},
		{name: "table menu", w: 500, h: 240, make: show, act: key("Umschalt+F10")}, {name: "table cut cell", w: 300, h: 240,
			make: show, act: key("F2")},
		{name: "table columns", w: 500, h: 400, make: show, act: key("Strg+Umschalt+T")},
		{name: "table of one column", w: 200, h: 200, make: func(s *kittest.Stage) fyne.CanvasObject {
			rows := fruits()
			one := kit.NewTable(s.Env, "fruit", func() int { return len(rows) }, func(i int) string { return rows[i].id },
				kit.TableColumn{ID: "name", Title: "Name", Grow: 1, Width: 100, Text: func(i int) string { return rows[i].name }})
			one.Reload()
			return one.Object()
		}, act: func(s *kittest.Stage, _ fyne.CanvasObject) {
			s.Env.Focus(s.Env.Find("fruit.head").(fyne.Focusable))
			s.Env.TypeKey(fyne.KeyReturn)
		}},
		{name: "table head", w: 500, h: 240, make: show, act: func(s *kittest.Stage, _ fyne.CanvasObject) {
			s.Env.Focus(s.Env.Find("fruit.head").(fyne.Focusable))
			s.Env.TypeKey(fyne.KeyRight)
			s.Env.TypeKey(fyne.KeyReturn)
		}},
	}
}

// Every widget looks as it did, in every state: light, in high contrast with large text,
// dark. What changes is looked at, and then kept.
func TestLooks(t *testing.T) {
	var lines []string
	for _, look := range []struct {
		name  string
		mode  kit.Mode
		scale float32
	}{{"light", kit.ModeLight, 1}, {"contrast 150", kit.ModeContrast, 1.5}, {"dark", kit.ModeDark, 1}} {
		for _, x := range specimens() {
			s := kittest.With(t, "de", look.mode, look.scale)
			o := x.make(s)
			s.Show(o, x.w*look.scale, x.h*look.scale)
			if x.act != nil {
				x.act(s, o)
				s.Run.Drain()
			}
			said := test.RenderToMarkup(s.Window.Canvas())
			least := o.MinSize()
			sum := sha256.Sum256([]byte(said))
			lines = append(lines, fmt.Sprintf("%-13s %-26s %6.1f × %6.1f  %5d  %x", look.name, x.name, least.Width, least.Height,
				strings.Count(said, "\n"), sum[:8]))
			s.Shoot(t, "look-"+look.name+"-"+strings.ReplaceAll(x.name, " ", "-"))
		}
	}
	golden(t, "looks.txt", lines)
}

// The colours and sizes of the themes are those of the table of look.md.
func TestThemes(t *testing.T) {
	sizes := []fyne.ThemeSizeName{theme.SizeNameText, theme.SizeNameCaptionText, theme.SizeNameSubHeadingText,
		theme.SizeNameHeadingText, theme.SizeNamePadding,
		theme.SizeNameInnerPadding, theme.SizeNameInlineIcon, theme.SizeNameLineSpacing, theme.SizeNameInputBorder,
		theme.SizeNameInputRadius,
		theme.SizeNameSelectionRadius, theme.SizeNameScrollBar, theme.SizeNameScrollBarSmall, theme.SizeNameSeparatorThickness}
	colours := []fyne.ThemeColorName{theme.ColorNameBackground, theme.ColorNameButton, theme.ColorNameDisabled,
		theme.ColorNameDisabledButton, theme.ColorNameError,
		theme.ColorNameFocus, theme.ColorNameForeground, theme.ColorNameForegroundOnPrimary, theme.ColorNameHeaderBackground,
		theme.ColorNameHover,
		theme.ColorNameHyperlink, theme.ColorNameInputBackground, theme.ColorNameInputBorder, theme.ColorNameMenuBackground,
		theme.ColorNameOverlayBackground,
		theme.ColorNamePlaceHolder, theme.ColorNamePressed, theme.ColorNamePrimary, theme.ColorNameScrollBar,
		theme.ColorNameScrollBarBackground,
		theme.ColorNameSelection, theme.ColorNameSeparator, theme.ColorNameShadow, theme.ColorNameSuccess, theme.ColorNameWarning,
		kit.ColorText2, kit.ColorLine, kit.ColorBorder, kit.ColorDesk, kit.ColorGround, kit.ColorRaised, kit.ColorSurface,
		kit.ColorHit, kit.ColorHitNow,
		kit.ColorHitText, kit.ColorNote, kit.ColorOK, kit.ColorWarn, kit.ColorError, kit.ColorTintNote, kit.ColorTintOK,
		kit.ColorTintWarn, kit.ColorTintError, kit.ColorTintA, kit.ColorTintV, kit.ColorMarkA, kit.ColorA, kit.ColorV, kit.ColorScrim}
	var lines []string
	for name, mode := range map[string]kit.Mode{"light": kit.ModeLight, "dark": kit.ModeDark, "contrast": kit.ModeContrast} {
		for _, variant := range []fyne.ThemeVariant{theme.VariantLight, theme.VariantDark} {
			th := kit.NewTheme(mode, 1.25)
			for _, c := range colours {
				r, g, b, a := th.Color(c, variant).RGBA()
				lines = append(lines, fmt.Sprintf("%s %d %s %02x%02x%02x%02x", name, variant, c, r>>8, g>>8, b>>8, a>>8))
			}
			for _, z := range sizes {
				lines = append(lines, fmt.Sprintf("%s %s %g", name, z, th.Size(z)))
			}
		}
		th := kit.NewTheme(mode, 1)
		for _, st := range []fyne.TextStyle{{}, {Bold: true}, {Monospace: true}} {
			lines = append(lines, fmt.Sprintf("%s font %+v %s", name, st, th.Font(st).Name()))
		}
	}
	slices.Sort(lines)
	golden(t, "themes.txt", slices.Compact(lines))
}

// Names of keys: what the window gets and what people read.
func TestChords(t *testing.T) {
	got := map[string]string{}
	for _, mod := range []fyne.KeyModifier{0, fyne.KeyModifierControl, fyne.KeyModifierShift, fyne.KeyModifierAlt,
		fyne.KeyModifierControl | fyne.KeyModifierShift} {
		for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDelete, fyne.KeyInsert, fyne.KeyPageUp,
			fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyUp, fyne.KeyDown,
			fyne.KeyLeft, fyne.KeyRight, fyne.KeyTab, fyne.KeySpace, fyne.KeyEscape, fyne.KeyBackspace, fyne.KeyF1, fyne.KeyF10,
			fyne.KeyA, fyne.KeyZ, fyne.Key1, fyne.KeyPlus,
			fyne.KeyMinus, fyne.KeySlash, fyne.KeyPeriod, fyne.KeyComma} {
			got[fmt.Sprint(mod, " ", k)] = kit.Chord(&desktop.CustomShortcut{KeyName: k, Modifier: mod})
		}
	}
	for name, s := range map[string]fyne.Shortcut{"undo": &fyne.ShortcutUndo{}, "redo": &fyne.ShortcutRedo{},
		"copy": &fyne.ShortcutCopy{}, "paste": &fyne.ShortcutPaste{},
		"cut": &fyne.ShortcutCut{}, "all": &fyne.ShortcutSelectAll{}} {
		got[name] = kit.Chord(s)
	}
	s := kittest.New(t)
	var lines []string
	for _, k := range slices.Sorted(maps.Keys(got)) {
		lines = append(lines, k+" = "+got[k])
	}
	for _, chord := range []string{"Strg+Enter", "Umschalt+F3", "Bild Ab", "Entf", "A"} {
		lines = append(lines, chord+" reads "+strings.Join(s.Env.KeyCaps(chord), "|"))
	}
	golden(t, "chords.txt", lines)
}

// Texts are cut where they have no room, in the middle or at the end, and never longer
// than the room.
func TestShorten(t *testing.T) {
	kittest.New(t)
	var lines []string
	for _, text := range []string{"", "kurz", "/daten/lieferung/2026/portion-4711/bescheid.pdf", strings.Repeat("Wort ", 30)} {
		for _, w := range []float32{0, 5, 30, 80, 200, 5000} {
			for _, middle := range []bool{false, true} {
				got := kit.Shorten(text, w, kit.RoleText, middle)
				if got != text && kit.Measure(got, kit.RoleText) > w && len([]rune(got)) > 1 {
					t.Errorf("%q in %v: %q is wider", text, w, got)
				}
				lines = append(lines, fmt.Sprintf("%.12q %v %v %q", text, w, middle, got))
			}
		}
	}
	golden(t, "shorten.txt", lines)
}

func TestClassOf(t *testing.T) {
	kittest.New(t)
	for size, want := range map[fyne.Size]kit.Class{{Width: 999, Height: 900}: kit.ClassS, {Width: 1000, Height: 560}: kit.ClassM,
		{Width: 1000, Height: 559}: kit.ClassS,
		{Width: 1499, Height: 900}: kit.ClassM, {Width: 1500, Height: 900}: kit.ClassL} {
		if got := kit.ClassOf(size); got != want {
			t.Errorf("%v: %v, want %v", size, got, want)
		}
	}
}
