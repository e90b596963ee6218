package kit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
)

// tap marks with Strg and Umschalt as everywhere on the desktop; a plain tap takes the
// marks away and selects.
func (t *Table) tap(p int, held fyne.KeyModifier) bool {
	switch {
	case held&fyne.KeyModifierShift != 0:
		t.markTo(p)
	case held&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		if len(t.marked) == 0 && t.list.Selected() >= 0 && t.list.Selected() != p {
			t.marked[t.id(t.row(t.list.Selected()))] = true
		}
		t.toggle(p)
	default:
		clear(t.marked)
		t.anchor = p
		return false
	}
	return true
}

func (t *Table) toggle(p int) {
	id := t.id(t.row(p))
	if t.marked[id] {
		delete(t.marked, id)
	} else {
		t.marked[id] = true
	}
	t.anchor = p
	t.moveTo(p)
}

// markTo marks all from where marking began to p, and nothing else.
func (t *Table) markTo(p int) {
	if t.anchor < 0 {
		t.anchor = max(0, t.list.Selected())
	}
	clear(t.marked)
	for at := min(t.anchor, p); at <= max(t.anchor, p); at++ {
		if i := t.row(at); i >= 0 {
			t.marked[t.id(i)] = true
		}
	}
	t.moveTo(p)
}

// moveTo selects without changing the marks.
func (t *Table) moveTo(p int) {
	t.list.Select(p)
	t.list.say()
	t.list.show()
}

// All marks every row, or none if all were.
func (t *Table) All() {
	if len(t.marked) == t.count() {
		t.Unmark()
		return
	}
	for i := range t.count() {
		t.marked[t.id(i)] = true
	}
	t.list.say()
	t.list.show()
}

func (t *Table) key(name fyne.KeyName) bool {
	p := t.list.Selected()
	if t.env.shift() && (name == fyne.KeyDown || name == fyne.KeyUp) {
		to := p + 1
		if name == fyne.KeyUp {
			to = p - 1
		}
		if p < 0 || to < 0 || to >= t.count() {
			return true
		}
		t.markTo(to)
		return true
	}
	switch name {
	case fyne.KeySpace:
		if p >= 0 {
			t.toggle(p)
		}
		return true
	case fyne.KeyEscape:
		if t.told >= 0 {
			t.quiet()
			return true
		}
		if len(t.marked) > 0 {
			t.Unmark()
			return true
		}
	case fyne.KeyF2:
		t.tell(p)
		return true
	}
	return false
}

// actions are what every table offers, beside what the screen does with its rows.
func (t *Table) actions() []Action {
	env := t.env
	act := func(id, key string, do func()) Action {
		return Action{ID: "table." + id, Title: env.T("table.key." + id), Group: env.T("table.keys"), Keys: []string{key}, Do: do}
	}
	return []Action{act("all", "Strg+A", t.All), act("copy", "Strg+C", t.copy), act("read", "F2", func() { t.tell(t.list.Selected()) }),
		act("columns", "Strg+Umschalt+T", t.askColumns)}
}

// Focused tells whether its rows or its head have the focus.
func (t *Table) Focused() bool {
	f := t.env.Focused()
	return f == fyne.Focusable(t.list) || f == fyne.Focusable(t.head)
}

// TableActions are the actions of the tables of a screen, for its list of keys: they
// act on the table that has the focus, else on the first.
func TableActions(env *Env, tables ...*Table) []Action {
	now := func() *Table {
		for _, t := range tables {
			if t.Focused() {
				return t
			}
		}
		return tables[0]
	}
	out := tables[0].actions()
	for n := range out {
		out[n].Do = func() { now().actions()[n].Do() }
	}
	group := out[0].Group
	menu := Action{ID: "table.menu", Title: env.T("table.key.menu"), Group: group, Keys: []string{"Umschalt+F10"},
		Do: func() { now().list.menu() }}
	mark := Action{ID: "table.mark", Title: env.T("table.key.mark"), Group: group, Keys: []string{"Leertaste"}, Do: func() {
		if t := now(); t.list.Selected() >= 0 {
			t.toggle(t.list.Selected())
		}
	}}
	return append(out, mark, menu)
}

// copy puts the rows chosen into the clipboard, a line each, cells behind tabs.
func (t *Table) copy() {
	var lines []string
	for _, i := range t.Chosen() {
		lines = append(lines, strings.ReplaceAll(t.whole(i, "\t"), "\n", " "))
	}
	if len(lines) > 0 {
		fyne.CurrentApp().Clipboard().SetContent(strings.Join(lines, "\n"))
		t.env.Hint(t.env.N("table.copied", len(lines)))
	}
}

// menu opens the menu of the rows chosen: the screen's actions on this table and what
// every table offers, with their keys.
func (t *Table) menu(p int, at fyne.Position) {
	i := t.row(p)
	if i < 0 {
		return
	}
	t.quiet()
	if !t.marked[t.id(i)] && len(t.marked) > 0 {
		clear(t.marked)
	}
	t.list.Select(p)
	t.list.show()
	ShowMenu(t.env, t.describe(i), at, append(t.rowActions(), t.actions()...)...)
}

// rowActions are the actions of the screen on rows of this table; where several are
// marked only those that act on many.
func (t *Table) rowActions() []Action {
	s := t.env.Scope(LevelScreen)
	if s == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Actions), func(a Action) bool {
		return a.On != t.name || len(t.marked) > 1 && !a.Many || a.When != nil && !a.When()
	})
}
