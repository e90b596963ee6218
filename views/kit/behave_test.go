package kit_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// What is read out is what is seen, in its order, and not more than a person listens to.
func TestSpoken(t *testing.T) {
	hidden := kit.Body("verborgen")
	hidden.Hide()
	long := strings.Repeat("x", 3000)
	for name, c := range map[string]struct {
		of   fyne.CanvasObject
		want string
	}{
		"in its order": {kit.Col(4, kit.Body("eins"),
			kit.Row(4, kit.Body("zwei"), kit.Space(3, 3), kit.Body(" drei "))), "eins. zwei. drei"},
		"nothing":  {nil, ""},
		"one":      {kit.Body("eins"), "eins"},
		"hidden":   {kit.Col(0, hidden, kit.Body("zwei")), "zwei"},
		"empty":    {kit.Col(0, kit.Body(""), kit.Body("zwei")), "zwei"},
		"too much": {kit.Col(0, kit.Body(long), kit.Body(long), kit.Body("drei")), long + ". " + long},
	} {
		if got := kit.Spoken(c.of); got != c.want {
			t.Errorf("%s: %q is read out, want %q", name, got, c.want)
		}
	}
}

// Cells lie under their columns: fixed widths, the rest in shares, each in the middle of the
// row; a cell that is missing leaves its place.
func TestColumns_Row(t *testing.T) {
	s := kittest.New(t)
	columns := kit.Columns{Left: 10, Gap: 5, Cols: []kit.Column{{Width: 40}, {Width: 20, Grow: 1}, {Width: 60}, {Grow: 3}}}
	high := kit.Sized(0, 20, kit.Body(""))
	row := columns.Row(high, nil, kit.Sized(0, 90, kit.Body("")), kit.Body("vier"))
	s.Show(row, 400, 60)
	// 400 less the edges, three gaps and the fixed widths leaves 245, a quarter of it for the second.
	for i, want := range []struct{ x, w, y, h float32 }{{10, 40, 20, 20}, {55, 81.25, 30, 0},
		{141.25, 60, 0, 60}, {206.25, 183.75, -1, -1}} {
		o := row.Objects[i]
		if o.Position().X != want.x || o.Size().Width != want.w {
			t.Errorf("cell %d lies at %v, %v wide; want at %v, %v", i, o.Position().X, o.Size().Width, want.x, want.w)
		}
		if want.h >= 0 && (o.Position().Y != want.y || o.Size().Height != want.h) {
			t.Errorf("cell %d: %v from above, %v high; want %v, %v", i, o.Position().Y, o.Size().Height, want.y, want.h)
		}
	}
	s.Show(columns.Row(kit.Body("nur eine")), 100, 30) // less room than the columns want, fewer cells
}

// What flows goes on in the next line, at its beginning, below the highest; what is wider than
// the line is as wide as the line.
func TestFlow(t *testing.T) {
	s := kittest.New(t)
	piece := func(w, h float32) fyne.CanvasObject { return kit.Sized(w, h, kit.NewRect(kit.ColorLine)) }
	off := piece(50, 10)
	off.Hide()
	flow := kit.Flow(10, piece(100, 20), off, piece(80, 30), piece(60, 20), piece(400, 20), piece(30, 20))
	s.Show(flow, 200, 200)
	for i, want := range []struct{ x, y, w float32 }{{0, 5, 100}, {}, {110, 0, 80}, {0, 45, 60}, {0, 85, 200}, {0, 125, 30}} {
		o := flow.Objects[i]
		if i == 1 {
			continue
		}
		if o.Position() != fyne.NewPos(want.x, want.y) || o.Size().Width != want.w {
			t.Errorf("piece %d lies at %v, %v wide; want at %v, %v, %v wide", i, o.Position(), o.Size().Width, want.x, want.y, want.w)
		}
	}
	// Whoever asks a flow how much it needs is told by the width it has had.
	if got := flow.MinSize().Height; got != 150 {
		t.Errorf("%v high, want 150", got)
	}
}

// A single widget scrolls as well as a container of them.
func TestScroll_OfOneWidget(t *testing.T) {
	s := kittest.New(t)
	text := kit.Body(strings.Repeat("ein Satz, der umbricht. ", 40)).Wrap()
	scroll := kit.NewScroll(text)
	s.Show(scroll, 200, 80)
	if text.Size().Width != 200 || text.Size().Height <= 80 {
		t.Errorf("the text is %v, want 200 wide and higher than the room", text.Size())
	}
	s.Show(kit.NewScroll(container.NewWithoutLayout(kit.Body("ohne Ordnung"))), 200, 80)
}

// A text of several lines asks for the room of all.
func TestText_Lines(t *testing.T) {
	kittest.New(t)
	one := kit.LineHeight(kit.RoleText)
	for text, want := range map[string]float32{"eins": one, "eins\nzwei": 2 * one, "eins\nzwei\ndrei": 3 * one, "": one} {
		if got := kit.Body(text).MinSize().Height; got != want {
			t.Errorf("%q: %v high, want %v", text, got, want)
		}
	}
	if wide, narrow := kit.Body("kurz\nviel länger").MinSize().Width, kit.Body("kurz").MinSize().Width; wide <= narrow {
		t.Errorf("as wide as its first line: %v", wide)
	}
}

// A list scrolls only where it has to: what is seen whole with two rows around it stays where it
// is. In a room for one row it goes row by row.
func TestList_ScrollsOnlyWhereItHasTo(t *testing.T) {
	s, l, _ := listStage(t, nil)
	s.Env.Focus(l)
	l.Select(20)
	l.Reveal(20)
	at := l.Offset()
	for range 4 {
		s.Env.TypeKey(fyne.KeyUp)
	}
	if l.Selected() != 16 || l.Offset() != at {
		t.Errorf("row %d at %v, want 16 at %v", l.Selected(), l.Offset(), at)
	}
	for i := range 39 {
		l.Select(i)
		l.Reveal(i)
		if top, low := float32(i)*28, float32(min(40, i+3))*28; l.Offset() > top || l.Offset()+280 < low {
			t.Errorf("row %d and two beyond end at %v, seen are %v to %v", i, low, l.Offset(), l.Offset()+280)
		}
	}
	s.Show(l, 300, 28)
	s.Env.Focus(l)
	l.Select(3)
	for _, c := range []struct {
		key  fyne.KeyName
		want int
	}{{fyne.KeyPageDown, 4}, {fyne.KeyPageDown, 5}, {fyne.KeyPageUp, 4}} {
		if s.Env.TypeKey(c.key); l.Selected() != c.want || l.Offset() != float32(c.want)*28 {
			t.Errorf("%s in a room for one row: row %d at %v, want %d", c.key, l.Selected(), l.Offset(), c.want)
		}
	}
}

// A key with Umschalt is another one; without an action of its own it is the plain one.
func TestEnv_ShiftedKeys(t *testing.T) {
	s := kittest.New(t)
	var did []string
	act := func(id, key string) kit.Action {
		return kit.Action{ID: id, Keys: []string{key}, Do: func() { did = append(did, id) }}
	}
	s.Env.SetScope(kit.LevelWindow, &kit.Scope{Actions: []kit.Action{act("plain", "F5"), act("shifted", "Umschalt+F5"),
		act("other", "F6")}})
	held := fyne.KeyModifier(0)
	s.Env.Hold(func() fyne.KeyModifier { return held })
	for _, c := range []struct {
		held fyne.KeyModifier
		key  fyne.KeyName
		want string
	}{{0, fyne.KeyF5, "plain"}, {fyne.KeyModifierShift, fyne.KeyF5, "shifted"}, {fyne.KeyModifierShift, fyne.KeyF6, "other"},
		{0, fyne.KeyF6, "other"}, {0, fyne.KeyF7, ""}, {0, fyne.KeyName("Hyper"), ""}} {
		held, did = c.held, nil
		if acted := s.Env.Key(&fyne.KeyEvent{Name: c.key}); join(did) != c.want || acted != (c.want != "") {
			t.Errorf("%s with %d held: did %q, want %q", c.key, c.held, join(did), c.want)
		}
	}
}

// Plus and minus change the column that is chosen in the head, also the last one.
func TestTable_WidensTheChosenColumn(t *testing.T) {
	s := newStall(t, fruits(), 600, 300)
	s.Env.Focus(s.head())
	was := s.table.Arrangement().Widths["weight"]
	for range 5 { // further than there are columns
		s.key(fyne.KeyRight)
	}
	s.head().TypedRune('+')
	if now := s.table.Arrangement().Widths; now["weight"] <= was || now["id"] != 0 || now["name"] != 0 {
		t.Errorf("widths %v, want the last column wider and no other", now)
	}
}

// Where there is no room for all columns those from the right go, and the fixed ones last.
func TestTable_FixedColumnsStay(t *testing.T) {
	s := kittest.New(t)
	rows := fruits()
	cell := func(id string, width float32, fixed bool) kit.TableColumn {
		return kit.TableColumn{ID: id, Title: id, Width: width, Min: width, Fixed: fixed,
			Text: func(i int) string { return id + rows[i].id }}
	}
	table := kit.NewTable(s.Env, "fruit", func() int { return 1 }, func(i int) string { return rows[i].id }, cell("a", 80, true),
		cell("b", 80, false), cell("c", 80, false), cell("d", 80, true))
	table.Reload()
	for _, c := range []struct {
		width float32
		want  string
	}{{420, "a b c d"}, {320, "a b d"}, {230, "a d"}} {
		s.Show(table.Object(), c.width, 100)
		if got := strings.Join(shownCells(rowsOf(table.Object())[0]), " "); got != c.want {
			t.Errorf("%v wide: columns %s, want %s", c.width, got, c.want)
		}
	}
}

// shownCells are the texts that are seen in a row, each without the number of its row.
func shownCells(row fyne.CanvasObject) (out []string) {
	for _, x := range kit.Inside(row) {
		c, ok := x.(*fyne.Container)
		if !ok || len(c.Objects) < 4 {
			continue
		}
		for _, cell := range c.Objects {
			if cell.Visible() {
				out = append(out, strings.TrimSuffix(kit.Spoken(cell), "f1"))
			}
		}
	}
	return out
}

// What covers a row from a column on stands in place of the cells there and of no other; a row
// it says nothing of is whole.
func TestTable_Cover(t *testing.T) {
	s := kittest.New(t)
	rows := fruits()
	cell := func(id string) kit.TableColumn {
		return kit.TableColumn{ID: id, Title: id, Width: 80, Text: func(i int) string { return id + rows[i].id }}
	}
	table := kit.NewTable(s.Env, "fruit", func() int { return 2 }, func(i int) string { return rows[i].id },
		cell("a"), cell("b"), cell("c"), cell("d"))
	table.Cover = &kit.Cover{From: "b", Make: func() fyne.CanvasObject { return kit.Body("läuft") },
		Fill: func(i int, _ fyne.CanvasObject) bool { return i == 0 }}
	table.Reload()
	s.Show(table.Object(), 500, 200)
	var got []string
	for _, row := range rowsOf(table.Object())[:2] {
		got = append(got, strings.Join(shownCells(row), " "))
	}
	if want := "a läuft,af2 bf2 cf2 df2"; join(got) != want {
		t.Errorf("cells %q, want %q", join(got), want)
	}
}

// F2 shows what stands in a row, and once more closes it.
func TestTable_F2Closes(t *testing.T) {
	s := newStall(t, fruits(), 400, 300)
	tip := s.table.Object().Objects[2]
	s.Env.Focus(s.table.List())
	s.table.Select(1)
	for n, want := range []bool{true, false, true} {
		if s.Env.Press("F2"); tip.Visible() != want {
			t.Errorf("F2 for the %d. time: shown %v, want %v", n+1, tip.Visible(), want)
		}
	}
}

// A tile too narrow for its name shows the beginning of it.
func TestTreemap_LongNames(t *testing.T) {
	s := kittest.New(t)
	m := kit.NewTreemap(s.Env, "map", "Ordner")
	name := "Bauordnungsamt mit Außenstelle und Altregistratur"
	m.Fill([]kit.Piece{{ID: "a", Label: name, Weight: 1}, {ID: "b", Label: "B", Weight: 3}})
	s.Show(m, 400, 200)
	shown := ""
	for _, o := range test.WidgetRenderer(m).Objects() {
		if text, ok := o.(*canvas.Text); ok && strings.HasPrefix(text.Text, "Bau") {
			shown = text.Text
		}
	}
	if !strings.HasSuffix(shown, "…") || !strings.HasPrefix(name, strings.TrimSuffix(shown, "…")) {
		t.Errorf("the tile shows %q of %q", shown, name)
	}
}

// A capital letter acts as the small one, signs by their names; a space comes as the key too and
// must not act twice.
func TestEnv_Rune(t *testing.T) {
	s := kittest.New(t)
	var did []string
	var acts []kit.Action
	for _, key := range []string{"A", "Plus", "Minus", "Ä", "/"} {
		acts = append(acts, kit.Action{ID: key, Keys: []string{key}, Do: func() { did = append(did, key) }})
	}
	s.Env.SetScope(kit.LevelWindow, &kit.Scope{Actions: append(acts, kit.Action{ID: "space", Keys: []string{"Leertaste"}, Do: func() {
		did = append(did, "space")
	}})})
	for r, want := range map[rune]string{'a': "A", 'A': "A", '+': "Plus", '-': "Minus", 'ä': "Ä", '/': "/", ' ': "", 'x': ""} {
		did = nil
		if acted := s.Env.Rune(r); join(did) != want || acted != (want != "") {
			t.Errorf("%q: did %q, want %q", r, join(did), want)
		}
	}
}

// The head of columns names them, each over its cells.
func TestColumns_Head(t *testing.T) {
	s := kittest.New(t)
	columns := kit.Columns{Left: 8, Gap: 4, Cols: []kit.Column{{Title: "Nummer", Width: 60}, {Title: "Name", Grow: 1},
		{Title: "Größe", Width: 70, Right: true}}}
	head := columns.Head()
	s.Show(head, 300, 28)
	if got := kit.Spoken(head); got != "Nummer. Name. Größe" {
		t.Errorf("the head says %q", got)
	}
	if got := head.MinSize().Height; got != 28 {
		t.Errorf("the head is %v high, want 28", got)
	}
}

// Two halves stand side by side; in the smallest class they are two tabs, the left one first.
func TestHalves(t *testing.T) {
	for class, want := range map[kit.Class][2]bool{kit.ClassL: {true, true}, kit.ClassM: {true, true}, kit.ClassS: {true, false}} {
		s := kittest.New(t)
		left, right := kit.Body("links"), kit.Body("rechts")
		s.Show(kit.Halves(s.Env, "halves", class, func() kit.Class { return class }, kit.Half{Title: "Links", Object: left,
			Width: kit.Sizes{S: 300, M: 300, L: 400}}, kit.Half{Title: "Rechts", Object: right}), 1000, 300)
		shown := func(o fyne.CanvasObject) bool { return visibleIn(s.Window.Canvas().Content(), o) }
		if got := [2]bool{shown(left), shown(right)}; got != want {
			t.Errorf("class %s: shown %v, want %v", class, got, want)
		}
		if width := left.Size().Width; class == kit.ClassL && width != 400 || class == kit.ClassM && width != 300 {
			t.Errorf("class %s: the left one is %v wide", class, width)
		}
	}
}

// visibleIn tells whether an object stands below another, all of it visible.
func visibleIn(in, wanted fyne.CanvasObject) bool {
	if !in.Visible() || in == wanted {
		return in.Visible()
	}
	for _, x := range kit.Inside(in) {
		if visibleIn(x, wanted) {
			return true
		}
	}
	return false
}

// States, severities and letters have one look and one word each.
func TestTonesAndWords(t *testing.T) {
	s := kittest.New(t)
	for tone, want := range map[transfer.Tone]kit.Tone{transfer.ToneOK: kit.ToneOK, transfer.ToneWarn: kit.ToneWarn,
		transfer.ToneError: kit.ToneError, transfer.ToneNote: kit.ToneNote} {
		if got := kit.Shade(tone); got != want {
			t.Errorf("%s looks as %d, want %d", tone, got, want)
		}
	}
	for severity, want := range map[check.Severity]kit.Tone{check.Error: kit.ToneError, check.Warning: kit.ToneWarn,
		check.Note: kit.ToneNote} {
		if got := kit.Weigh(severity); got != want {
			t.Errorf("%s looks as %d, want %d", severity, got, want)
		}
	}
	for letter, want := range map[string]string{"A": "kit.decision.archive", "V": "kit.decision.destroy", "!": "kit.decision.conflict",
		"": "kit.decision.open"} {
		if got := (kit.Decision{Letter: letter}).Word(s.Env); got != s.Env.T(want) {
			t.Errorf("the letter %q is %q, want %q", letter, got, s.Env.T(want))
		}
	}
}

// A field is read out with its label, what stands in it and what is wrong or helps; a passphrase
// is never read out.
func TestField_Spoken(t *testing.T) {
	s := kittest.New(t)
	entry := func(hint, text string) *kit.Entry {
		e := kit.NewEntry(s.Env, "x"+hint+text, hint, nil)
		e.Put(text)
		return e
	}
	wrong := kit.NewField(s.Env, "Zahl", entry("", "411")).Mandatory().Help("wie im Vermerk")
	wrong.SetError("Der Vermerk nennt 412.")
	secret := kit.NewField(s.Env, "Kennwort", entry("", "geheim"))
	secret.Entry.Password = true
	for want, f := range map[string]*kit.Field{"Zahl *: 411. Der Vermerk nennt 412.": wrong, "Kennwort: ": secret,
		"Suchen: ": kit.NewField(s.Env, "", entry("Suchen", "")), "Jahr: 1994. vierstellig": kit.NewField(s.Env, "Jahr",
			entry("", "1994")).Help("vierstellig")} {
		if got := f.AccessibilityLabel(); got != want {
			t.Errorf("read out %q, want %q", got, want)
		}
	}
	rich := kit.NewRich(s.Env, kit.Run{Text: "eins "}, kit.Run{Text: "zwei", Role: kit.RoleBold})
	if got := rich.AccessibilityLabel(); got != "eins zwei" {
		t.Errorf("read out %q", got)
	}
}
