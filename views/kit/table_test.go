package kit_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
)

// fruit are the rows of the table under test: number, name, weight.
type fruit struct {
	id, name, note string
	weight         int
}

func fruits() []fruit {
	return []fruit{{"f1", "Quitte", "", 210}, {"f2", "Apfel", "mit einem sehr langen Hinweis, der in keine Spalte dieser Breite passt",
		120}, {"f3", "Birne", "", 180}, {"f4", "Mispel", "", 30}}
}

type stall struct {
	*kittest.Stage
	rows     []fruit
	table    *kit.Table
	held     fyne.KeyModifier
	selected []int
	opened   []int
	did      []string
}

func newStall(t testing.TB, rows []fruit, w, h float32) *stall {
	s := &stall{Stage: kittest.New(t), rows: rows}
	s.Env.Hold(func() fyne.KeyModifier { return s.held })
	s.build(w, h)
	return s
}

func (s *stall) build(w, h float32) {
	s.table = kit.NewTable(s.Env, "fruit", func() int { return len(s.rows) }, func(i int) string { return s.rows[i].id },
		kit.TableColumn{ID: "id", Title: "Nummer", Width: 60, Fixed: true, Text: func(i int) string { return s.rows[i].id }},
		kit.TableColumn{ID: "name", Title: "Name", Grow: 1, Width: 100, Bold: true, Text: func(i int) string { return s.rows[i].name },
			Under: func(i int) string { return s.rows[i].note }},
		kit.TableColumn{ID: "weight", Title: "Gewicht", Width: 80, Right: true, Wide: true,
			Text:    func(i int) string { return fmt.Sprint(s.rows[i].weight) },
			Compare: func(a, b int) int { return cmp.Compare(s.rows[a].weight, s.rows[b].weight) }})
	s.table.RowHeight(40)
	s.table.OnSelect = func(i int) { s.selected = append(s.selected, i) }
	s.table.OnOpen = func(i int) { s.opened = append(s.opened, i) }
	act := func(id, key string, many bool) kit.Action {
		return kit.Action{ID: "fruit." + id, Title: id, Keys: []string{key}, On: "fruit", Many: many,
			Do: func() { s.did = append(s.did, id+fmt.Sprint(s.table.Chosen())) }}
	}
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: append([]kit.Action{act("peel", "P", false), act("eat", "E", true)},
		kit.TableActions(s.Env, s.table)...)})
	s.table.Reload()
	s.Show(s.table.Object(), w, h)
}

// names gives the rows as they stand, by walking them.
func (s *stall) names() string {
	var out []string
	for p := range s.rows {
		s.table.List().Select(p)
		out = append(out, s.rows[s.table.Selected()].name)
	}
	return strings.Join(out, " ")
}

func (s *stall) key(name fyne.KeyName) {
	f := s.Env.Focused()
	f.TypedKey(&fyne.KeyEvent{Name: name})
}

func (s *stall) head() fyne.Focusable { return s.Env.Find("fruit.head").(fyne.Focusable) }

// rowAt finds what lies under a point of the rows, as the driver would.
func rowsOf(o fyne.CanvasObject) (out []fyne.CanvasObject) {
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if _, ok := o.(fyne.SecondaryTappable); ok {
			if _, scrolls := o.(fyne.Scrollable); scrolls && o.Visible() {
				out = append(out, o)
			}
		}
		for _, x := range kit.Inside(o) {
			walk(x)
		}
	}
	walk(o)
	slices.SortFunc(out, func(a, b fyne.CanvasObject) int { return cmp.Compare(a.Position().Y, b.Position().Y) })
	return out
}

func TestTable_SortsByHead(t *testing.T) {
	s := newStall(t, fruits(), 600, 300)
	head := s.head()
	s.table.Select(2) // Birne
	tap := func(x float32) { head.(fyne.Tappable).Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, 10)}) }
	for _, c := range []struct {
		name string
		x    float32
		want string
	}{
		{"as it comes", -1, "Quitte Apfel Birne Mispel"},
		{"by name", 150, "Apfel Birne Mispel Quitte"},
		{"by name downwards", 150, "Quitte Mispel Birne Apfel"},
		{"as it comes again", 150, "Quitte Apfel Birne Mispel"},
		{"by weight, as a number", 560, "Mispel Apfel Birne Quitte"},
	} {
		if c.x >= 0 {
			tap(c.x)
		}
		if got := s.rows[s.table.Selected()].name; got != "Birne" {
			t.Errorf("%s: %s is selected, want the same row as before: Birne", c.name, got)
		}
		if got := s.names(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		s.table.Select(2)
	}
}

func TestTable_HeadByKeys(t *testing.T) {
	s := newStall(t, fruits(), 600, 300)
	s.Env.Focus(s.head())
	s.key(fyne.KeyRight)
	s.key(fyne.KeyRight)
	s.key(fyne.KeyReturn)
	if got := s.names(); got != "Mispel Apfel Birne Quitte" {
		t.Errorf("Enter on the third column sorts %s, want by weight", got)
	}
	s.held = fyne.KeyModifierShift
	s.key(fyne.KeyLeft)
	s.held = 0
	if got := s.table.Arrangement().Order; !slices.Equal(got, []string{"id", "weight", "name"}) {
		t.Errorf("Umschalt+Links puts the columns %v, want weight before name", got)
	}
	s.head().TypedRune('+')
	if got := s.table.Arrangement().Widths["weight"]; got != 96 {
		t.Errorf("Plus makes the column %v wide, want 96", got)
	}
	s.head().TypedRune('-')
	s.head().TypedRune('-')
	if got := s.table.Arrangement().Widths["weight"]; got != 64 {
		t.Errorf("Minus makes the column %v wide, want 64", got)
	}
	s.key(fyne.KeyDelete)
	if s.table.Arrangement().Shows("weight") {
		t.Error("Entf leaves the column")
	}
	s.key(fyne.KeyLeft)
	s.key(fyne.KeyLeft)
	s.key(fyne.KeyDelete)
	if !s.table.Arrangement().Shows("id") {
		t.Error("Entf hides a column that is always there")
	}
	s.key(fyne.KeyDown)
	if s.Env.Focused() != fyne.Focusable(s.table.List()) {
		t.Error("Ab does not lead to the rows")
	}
}

// The head ends at its ends, tells what it does, and is used by mouse too.
func TestTable_HeadEdges(t *testing.T) {
	s := newStall(t, fruits(), 600, 300)
	hint := ""
	s.Env.OnHint(func(h string) { hint = h })
	s.Env.Focus(s.head())
	s.key(fyne.KeyLeft)
	if s.key(fyne.KeyReturn); s.table.Arrangement().Sort != "id" || hint == "" {
		t.Errorf("Links from the first column and Enter sort by %q, told %q", s.table.Arrangement().Sort, hint)
	}
	up := hint
	if s.key(fyne.KeySpace); !s.table.Arrangement().Desc || hint == up {
		t.Errorf("Leertaste sorts downwards: %v, told %q", s.table.Arrangement().Desc, hint)
	}
	for range 9 {
		s.key(fyne.KeyRight)
	}
	if s.key(fyne.KeyEnter); s.table.Arrangement().Sort != "weight" {
		t.Errorf("Rechts to the end and Enter sort by %q", s.table.Arrangement().Sort)
	}
	if label := s.head().(interface{ AccessibilityLabel() string }).AccessibilityLabel(); !strings.Contains(label, "Gewicht") {
		t.Errorf("says %q", label)
	}
	s.held = fyne.KeyModifierShift
	s.key(fyne.KeyRight) // there is no place to its right
	s.held = 0
	if got := s.table.Arrangement().Order; len(got) != 0 && !slices.Equal(got, []string{"id", "name", "weight"}) {
		t.Errorf("moved beyond the end: %v", got)
	}
	head := s.head().(interface {
		desktop.Cursorable
		desktop.Hoverable
		fyne.Draggable
		fyne.SecondaryTappable
	})
	for x, want := range map[float32]desktop.StandardCursor{30: desktop.DefaultCursor, 87: desktop.HResizeCursor, 82: desktop.HResizeCursor,
		92: desktop.HResizeCursor, 80: desktop.DefaultCursor, 94: desktop.DefaultCursor} {
		if head.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}}); head.Cursor() != want {
			t.Errorf("at %v the cursor is %v, want %v", x, head.Cursor(), want)
		}
	}
	before := s.table.Arrangement()
	drag := func(from, by float32) {
		head.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(from+by, 10)}, Dragged: fyne.NewDelta(by, 0)})
		head.DragEnd()
	}
	head.DragEnd()  // nothing was dragged
	drag(-50, 5)    // beside all columns
	drag(30, 10)    // put down where it was
	drag(150, 3000) // put down beside all columns
	if got := s.table.Arrangement(); !slices.Equal(got.Order, before.Order) || len(got.Widths) != len(before.Widths) {
		t.Errorf("dragged nowhere it stands as %+v, before %+v", got, before)
	}
	// the column it stood on goes: it stands on the last one that is left
	s.key(fyne.KeyDelete)
	if s.key(fyne.KeyEnter); s.table.Arrangement().Sort != "name" || s.table.Arrangement().Shows("weight") {
		t.Errorf("after Entf it sorts by %q", s.table.Arrangement().Sort)
	}
	if head.TappedSecondary(&fyne.PointEvent{}); s.Env.Open() == nil {
		t.Error("a right click does not ask for the columns")
	}
}

// What a cell had to cut for its sign is told under the mouse as well; what is seen whole is not.
func TestTable_SignTakesRoom(t *testing.T) {
	for _, c := range []struct {
		sign bool
		more float32 // room beyond the words, in units
		want bool
	}{{true, 4, true}, {false, 4, false}, {true, 40, false}, {false, -2, true}} {
		s := kittest.New(t)
		hint := ""
		s.Env.OnHint(func(h string) { hint = h })
		const words = "Wohnpark Am Mühlgraben"
		col := kit.TableColumn{ID: "a", Title: "Name", Width: kit.Measure(words, kit.RoleText) + c.more, Min: 40,
			Text: func(int) string { return words }}
		if c.sign {
			col.Sign = func(int) (string, fyne.ThemeColorName) { return "key", kit.ColorText }
		}
		table := kit.NewTable(s.Env, "t", func() int { return 1 }, func(int) string { return "a" }, col,
			kit.TableColumn{ID: "b", Title: "Rest", Grow: 1, Width: 60, Text: func(int) string { return "" }})
		s.Show(table.Object(), 600, 200)
		table.Reload()
		if table.List().OnHover(0, fyne.NewPos(30, 10)); (hint != "") != c.want {
			t.Errorf("sign %v, %v more: told %q, want something told: %v", c.sign, c.more, hint, c.want)
		}
		if table.List().OnHover(-1, fyne.Position{}); c.want && hint == "" {
			t.Errorf("sign %v, %v more: what was told is gone before the mouse leaves", c.sign, c.more)
		}
	}
}

// The arrangement is kept and stands again in a new window of the same person.
func TestTable_KeepsArrangement(t *testing.T) {
	s := newStall(t, fruits(), 600, 300)
	s.table.SortBy("name")
	drag := s.head().(fyne.Draggable)
	// the edge of the first column lies at 20 + 60 + 7
	drag.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(127, 10)}, Dragged: fyne.NewDelta(40, 0)})
	drag.DragEnd()
	if got := s.table.Arrangement().Widths["id"]; got != 100 {
		t.Fatalf("dragged by 40 the column is %v wide, want 100", got)
	}
	// the name is dragged over the weight
	drag.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(560, 10)}, Dragged: fyne.NewDelta(300, 0)})
	drag.DragEnd()
	s.build(600, 300)
	a := s.table.Arrangement()
	if a.Sort != "name" || a.Widths["id"] != 100 || !slices.Equal(a.Order, []string{"id", "weight", "name"}) {
		t.Errorf("a new table stands as %+v", a)
	}
	if got := s.names(); got != "Apfel Birne Mispel Quitte" {
		t.Errorf("a new table shows %s, want it sorted", got)
	}
}

func TestTable_Marks(t *testing.T) {
	s := newStall(t, fruits(), 600, 300)
	s.Env.Focus(s.table.List())
	rows := rowsOf(s.table.Object())
	if len(rows) != 4 {
		t.Fatalf("%d rows drawn, want 4", len(rows))
	}
	tap := func(p int, held fyne.KeyModifier) {
		s.held = held
		rows[p].(fyne.Tappable).Tapped(&fyne.PointEvent{})
		s.held = 0
	}
	const ctrl, shift = fyne.KeyModifierControl, fyne.KeyModifierShift
	for _, c := range []struct {
		name string
		do   func()
		want []int
	}{
		{"a tap selects", func() { tap(1, 0) }, []int{1}},
		{"Strg adds", func() { tap(3, ctrl) }, []int{1, 3}},
		{"Strg takes away", func() { tap(1, ctrl) }, []int{3}},
		{"Umschalt marks from there", func() { tap(3, shift) }, []int{1, 2, 3}},
		{"a tap takes the marks away", func() { tap(0, 0) }, []int{0}},
		{"Umschalt+Ab marks down", func() { s.held = shift; s.key(fyne.KeyDown); s.key(fyne.KeyDown); s.held = 0 }, []int{0, 1, 2}},
		{"Umschalt+Auf takes back", func() { s.held = shift; s.key(fyne.KeyUp); s.held = 0 }, []int{0, 1}},
		{"Esc takes the marks away", func() { s.key(fyne.KeyEscape) }, []int{1}},
		{"Leertaste marks", func() { s.key(fyne.KeySpace); s.key(fyne.KeyDown); s.key(fyne.KeySpace) }, []int{1, 2}},
		{"Strg+A marks all", func() { s.Env.Press("Strg+A") }, []int{0, 1, 2, 3}},
		{"and none", func() { s.Env.Press("Strg+A") }, []int{2}},
	} {
		c.do()
		if got := s.table.Chosen(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	// marks stay with their rows, and go with them
	s.table.Select(1)
	s.key(fyne.KeySpace)
	s.table.SortBy("name")
	if got := s.table.Chosen(); !slices.Equal(got, []int{1}) {
		t.Errorf("sorted, %v is marked, want row 1", got)
	}
	s.rows = append(s.rows[:1], s.rows[2:]...)
	s.table.Reload()
	if n := s.table.Marks(); n != 0 {
		t.Errorf("%d marks are left on rows that are gone", n)
	}
}

// The menu of the right button and of the menu key has the screen's actions on rows,
// with the keys F1 shows, and acts on all that are marked.
func TestTable_Menu(t *testing.T) {
	s := newStall(t, fruits(), 600, 400)
	s.Env.Focus(s.table.List())
	s.table.Select(2)
	rows := rowsOf(s.table.Object())
	menu := func() string {
		if s.Env.Open() == nil {
			return ""
		}
		var out []string
		for _, n := range s.Env.Names() {
			if strings.HasPrefix(n, "menu.") {
				out = append(out, s.Env.Find(n).(fyne.Accessible).AccessibilityLabel())
			}
		}
		return strings.Join(out[:2], " ")
	}
	s.key(desktop.KeyMenu)
	if got := menu(); got != "peel eat" {
		t.Fatalf("the menu key shows %q, want the actions of the screen", got)
	}
	s.key(fyne.KeyDown)
	s.key(fyne.KeyReturn)
	if s.Env.Open() != nil || !slices.Equal(s.did, []string{"eat[2]"}) {
		t.Errorf("the menu did %v, want eat on row 2", s.did)
	}
	if s.Env.Focused() != fyne.Focusable(s.table.List()) {
		t.Error("the focus does not return to the list")
	}
	rows[1].(fyne.SecondaryTappable).TappedSecondary(&fyne.PointEvent{AbsolutePosition: fyne.NewPos(590, 390)})
	if s.table.Selected() != 1 || s.Env.Open() == nil {
		t.Fatal("the right button opens no menu of its row")
	}
	s.Env.Press("P") // the key of an action acts in the menu as outside
	if !slices.Equal(s.did, []string{"eat[2]", "peel[1]"}) {
		t.Errorf("did %v, want peel on row 1", s.did)
	}
	s.table.All()
	s.held = fyne.KeyModifierShift
	s.key(fyne.KeyF10)
	s.held = 0
	if s.Env.Open() == nil {
		t.Fatal("Umschalt+F10 opens no menu")
	}
	s.Env.Press("P")
	if len(s.did) != 2 {
		t.Errorf("with many marked an action for one did %v", s.did)
	}
	s.Env.Press("E")
	if got := s.did[len(s.did)-1]; got != "eat[0 1 2 3]" {
		t.Errorf("with many marked %s was done, want eat on all", got)
	}
	s.key(desktop.KeyMenu)
	s.Env.Press("Esc")
	if s.Env.Open() != nil {
		t.Error("Esc leaves the menu open")
	}
}

// A notch of the wheel moves three rows, and two rows beyond the selected one stay in sight.
func TestTable_WheelAndAhead(t *testing.T) {
	var many []fruit
	for i := range 200 {
		many = append(many, fruit{id: fmt.Sprint(i), name: fmt.Sprint("Frucht ", i)})
	}
	s := newStall(t, many, 600, 428) // head 28, ten rows of 40
	l := s.table.List()
	wheel := rowsOf(s.table.Object())[0].(fyne.Scrollable)
	notch := func(dy float32) float32 {
		wheel.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, dy)})
		return l.Offset()
	}
	for i, c := range []struct{ dy, want float32 }{{-25, 120}, {-25, 240}, {25, 120}, {1000, 0}, {-100_000, 200*40 - 400}} {
		if got := notch(c.dy); got != c.want {
			t.Errorf("notch %d leads to %v, want %v", i, got, c.want)
		}
	}
	notch(100_000)
	for _, c := range []struct {
		row  int
		want float32
	}{{5, 0}, {7, 0}, {8, 40}, {20, 520}, {13, 440}, {199, 200*40 - 400}, {0, 0}} {
		if l.Select(c.row); l.Offset() != c.want {
			t.Errorf("row %d selected stands at offset %v, want %v", c.row, l.Offset(), c.want)
		}
	}
}

// What a cell cuts is read below it: under the mouse, and by F2 the whole row.
func TestTable_ReadsCutCells(t *testing.T) {
	s := newStall(t, fruits(), 400, 300)
	hint := ""
	s.Env.OnHint(func(h string) { hint = h })
	rows := rowsOf(s.table.Object())
	hover := func(p int, x float32) string {
		hint = ""
		rows[p].(desktop.Hoverable).MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}})
		return hint
	}
	if got := hover(0, 150); got != "" {
		t.Errorf("a cell that is seen whole tells %q", got)
	}
	if got := hover(1, 150); !strings.Contains(got, "in keine Spalte dieser Breite passt") {
		t.Errorf("the cut cell tells %q, want all of it", got)
	}
	if got := hover(1, 30); got != "" {
		t.Errorf("the whole cell beside the cut one tells %q", got)
	}
	s.Env.Focus(s.table.List())
	s.table.Select(1)
	s.Env.Press("F2")
	for _, want := range []string{"Nummer: f2", "Name: Apfel", "Gewicht: 120"} {
		if !strings.Contains(hint, want) {
			t.Errorf("F2 tells %q, want %q in it", hint, want)
		}
	}
	s.Env.Press("Strg+C")
	if got := fyne.CurrentApp().Clipboard().Content(); !strings.HasPrefix(got, "f2\tApfel") {
		t.Errorf("copied %q, want the cells of the row", got)
	}
}

// What a cut cell says stands below its row where there is room and above it where not, also
// after the rows have moved.
func TestTable_TipFollowsItsRow(t *testing.T) {
	rows := make([]fruit, 60)
	for i := range rows {
		rows[i] = fruit{fmt.Sprintf("f%d", i), "Apfel", fmt.Sprintf("mit einem sehr langen Hinweis, der in keine Spalte passt: %d", i), i}
	}
	s := newStall(t, rows, 400, 300)
	head := s.head().(fyne.CanvasObject).Size().Height
	for _, c := range []struct {
		row    int     // of those in sight
		offset float32 // of the rows
		top    float32 // of the tip
	}{{0, 0, head + 40}, {2, 0, head + 120}, {2, 400, head + 120}, {0, 400, head + 40}} {
		s.table.List().Reveal(0)
		for s.table.List().Offset() < c.offset {
			rowsOf(s.table.Object())[0].(fyne.Scrollable).Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -25)})
		}
		if got := s.table.List().Offset(); got != 0 && int(got)%40 != 0 {
			t.Fatalf("offset %v", got)
		}
		at := fyne.PointEvent{Position: fyne.NewPos(150, 10)}
		rowsOf(s.table.Object())[c.row].(desktop.Hoverable).MouseMoved(&desktop.MouseEvent{PointEvent: at})
		tips := framed(s.table.Object(), "in keine Spalte passt")
		if len(tips) != 1 || tips[0].Position().Y != c.top {
			t.Errorf("row %d at offset %v: %d tips, at %v, want %v", c.row, s.table.List().Offset(), len(tips), tips, c.top)
		}
	}
}

// framed gives what is shown beside the rows and says some words.
func framed(o fyne.CanvasObject, words string) (out []fyne.CanvasObject) {
	box, ok := o.(*fyne.Container)
	if !ok {
		return nil
	}
	for _, x := range box.Objects {
		if inner, ok := x.(*fyne.Container); ok && x.Visible() && len(rowsOf(x)) == 0 &&
			strings.Contains(strings.Join(kittest.Heard(x), " "), words) {
			out = append(out, inner)
		}
	}
	return out
}

// Columns never lie over each other and none leaves the table, at any width and text size.
func TestTable_ColumnsNeverOverlap(t *testing.T) {
	for _, scale := range []float32{1, 1.5, 2} {
		for width := float32(160); width < 1400; width += 83 {
			s := &stall{Stage: kittest.With(t, "de", kit.ModeLight, scale), rows: fruits()}
			s.build(width, 300)
			s.table.Select(0)
			var at float32
			for _, cell := range cellsOf(rowsOf(s.table.Object())[0]) {
				if cell.Position().X+0.5 < at || cell.Position().X+cell.Size().Width > width+0.5 {
					t.Fatalf("scale %v, %v wide: a cell lies from %v to %v, the one before ends at %v", scale, width, cell.Position().X,
						cell.Position().X+cell.Size().Width, at)
				}
				at = cell.Position().X + cell.Size().Width
			}
			if at == 0 {
				t.Fatalf("scale %v, %v wide: no cell is shown", scale, width)
			}
		}
	}
}

// cellsOf are the visible cells of a row, left to right.
func cellsOf(row fyne.CanvasObject) (out []fyne.CanvasObject) {
	for _, x := range kit.Inside(row) {
		if c, ok := x.(*fyne.Container); ok && len(c.Objects) == 3 {
			for _, cell := range c.Objects {
				if cell.Visible() {
					out = append(out, cell)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b fyne.CanvasObject) int { return cmp.Compare(a.Position().X, b.Position().X) })
	return out
}

// Columns are chosen and ordered in a sheet, by keys too; as delivered brings all back.
func TestTable_ChoosesColumns(t *testing.T) {
	s := newStall(t, fruits(), 600, 600)
	s.Env.Focus(s.table.List())
	s.Env.Press("Strg+Umschalt+T")
	list := s.Env.Find("fruit.columns").(*kit.List)
	list.Select(2)
	s.key(fyne.KeySpace)
	s.Tap(t, "table.columns.up")
	a := s.table.Arrangement()
	if a.Shows("weight") || !slices.Equal(a.Order, []string{"id", "weight", "name"}) {
		t.Errorf("chosen %+v, want weight hidden and second", a)
	}
	list.Select(0)
	s.key(fyne.KeyReturn)
	if !s.table.Arrangement().Shows("id") {
		t.Error("a column that is always there was hidden")
	}
	s.Tap(t, "table.columns.reset")
	if a := s.table.Arrangement(); a.Write() != "" {
		t.Errorf("as delivered leaves %s", a.Write())
	}
	s.Env.Press("Esc")
	s.table.Fit(kit.ClassS)
	for _, cell := range cellsOf(rowsOf(s.table.Object())[0]) {
		if cell.Position().X > 500 {
			t.Error("the smallest class shows a column for wide windows")
		}
	}
}
