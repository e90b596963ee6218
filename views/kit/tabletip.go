package kit

import (
	"strings"

	"fyne.io/fyne/v2"
)

// tip shows in full what a cell had to cut, below its row. It takes no events.
type tip struct {
	*fyne.Container
	text *Text
}

// widestTip bounds a tip, in units.
const widestTip = 520

func newTip() *tip {
	x := &tip{text: Body("").Wrap()}
	x.Container = Framed(ColorSurface, ColorBorder, 3, Pad(x.text, 6, 10, 6, 10))
	x.Container.Hide()
	return x
}

// say shows a text at a place inside room.
func (x *tip) say(text string, at fyne.Position, below, room fyne.Size) {
	x.text.Set(text)
	wide := float32(0)
	for line := range strings.SplitSeq(text, "\n") {
		wide = max(wide, Measure(line, RoleText))
	}
	w := min(wide+S(22)+1, S(widestTip), room.Width)
	for range 2 { // broken text needs its width before it knows its height
		x.Resize(fyne.NewSize(w, x.MinSize().Height))
	}
	y := at.Y + below.Height
	if y+x.Size().Height > room.Height {
		y = max(0, at.Y-x.Size().Height)
	}
	x.Move(fyne.NewPos(max(0, min(at.X, room.Width-w)), y))
	x.Show()
	x.Refresh()
}

// hover shows what the cell under the mouse had to cut.
func (t *Table) hover(p int, at fyne.Position) {
	i := t.row(p)
	if i < 0 {
		t.quiet()
		return
	}
	for _, s := range t.spans(t.list.Size().Width) {
		if at.X < s.x || at.X >= s.x+s.w {
			continue
		}
		if text := t.cut(i, s); text != "" {
			t.show(p, text, s.x)
			return
		}
	}
	t.quiet()
}

// cut gives what a cell says where it is wider than its column, "" where all is seen.
func (t *Table) cut(i int, s span) string {
	c := t.cols[s.col]
	role := RoleText
	if c.Bold {
		role = RoleBold
	}
	if c.Mono {
		role = RoleMono
	}
	if c.Sign != nil {
		s.w -= S(signRoom)
	}
	if c.Text != nil && Measure(c.Text(i), role) > s.w || c.Under != nil && Measure(c.Under(i), RoleCaption) > s.w {
		return strings.ReplaceAll(c.says(i), ", ", ",\u00a0")
	}
	return ""
}

// tell shows all of a row in full below it, by a key; once more closes it.
func (t *Table) tell(p int) {
	i := t.row(p)
	if i < 0 || t.told == p {
		t.quiet()
		return
	}
	t.list.Reveal(p)
	var lines []string
	for _, k := range t.shown() {
		if text := t.cols[k].says(i); text != "" {
			if t.cols[k].Title != "" {
				text = t.cols[k].Title + ": " + text
			}
			lines = append(lines, text)
		}
	}
	t.show(p, strings.Join(lines, "\n"), S(tableEdge))
	t.told = p
}

func (t *Table) show(p int, text string, x float32) {
	if p+1 >= len(t.list.tops) {
		return
	}
	top := t.head.Size().Height + t.list.tops[p] - t.list.scroll.Offset.Y
	t.tip.say(text, fyne.NewPos(x, top), fyne.NewSize(0, t.list.tops[p+1]-t.list.tops[p]), t.root.Size())
	t.env.Hint(strings.ReplaceAll(text, "\n", " · "))
}

// quiet takes the tip away.
func (t *Table) quiet() {
	t.told = -1
	if t.tip != nil && t.tip.Visible() {
		t.tip.Hide()
	}
}

// askColumns opens the sheet in which columns are chosen and put in order.
func (t *Table) askColumns() {
	env := t.env
	ids := func() []string { return t.kept.Columns(t.ids()) }
	list := NewList(env, t.name+".columns", func() int { return len(t.cols) }, func() fyne.CanvasObject {
		return Pad(Row(10, NewIcon("", ColorOK, 16), Grow(Body("").End()), Caption("")), 0, 16, 0, 16)
	}, func(i int, o fyne.CanvasObject) {
		c, _ := t.column(ids()[i])
		row := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		icon, word := "", ""
		if c.Fixed || t.kept.Shows(c.ID) {
			icon = "check"
		}
		if c.Fixed {
			word = env.T("table.columns.fixed")
		}
		row[0].(*Icon).Set(icon, ColorOK)
		row[1].(*Text).Set(c.name(env))
		row[2].(*Text).Set(word)
		o.(*fyne.Container).Objects[0].Refresh() // the word takes another width
	})
	list.Describe = func(i int) string { c, _ := t.column(ids()[i]); return c.name(env) }
	toggle := func() {
		if c, ok := t.column(ids()[max(0, list.Selected())]); ok && !c.Fixed {
			t.kept.Toggle(c.ID)
			t.keep()
			list.Reload()
		}
	}
	move := func(by int) func() {
		return func() {
			id := ids()[max(0, list.Selected())]
			t.kept.Move(t.ids(), id, by)
			t.keep()
			list.Reload()
			list.Select(placeOf(ids(), id))
		}
	}
	list.OnOpen = func(int) { toggle() }
	list.OnKey = func(name fyne.KeyName) bool {
		if name == fyne.KeySpace {
			toggle()
		}
		return name == fyne.KeySpace
	}
	foot := Row(8, NewButton(env, "table.columns.up", "up", env.T("table.columns.up"), move(-1)).Small(),
		NewButton(env, "table.columns.down", "down", env.T("table.columns.down"), move(1)).Small(), Grow(Space(0, 0)),
		NewButton(env, "table.columns.reset", "undo", env.T("table.columns.reset"), func() {
			t.kept.Order, t.kept.Widths, t.kept.Hidden, t.kept.Sort, t.kept.Desc = nil, nil, nil, "", false
			t.Reload()
			t.keep()
			list.Reload()
		}).Small())
	content := Col(0, Pad(NewText(env.T("table.columns.text"), RoleText, ColorText2).Wrap(), 12, 20, 8, 20), Grow(list))
	NewSheet(env, env.T("table.key.columns"), 460, 460, content, foot).First(list).Show()
}

// name is what a column is called where its head has no words.
func (c TableColumn) name(env *Env) string {
	if c.Title != "" {
		return c.Title
	}
	return env.T("table.columns.sign")
}
