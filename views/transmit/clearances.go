package transmit

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/transmit/model"
)

// marks are the signs before a line.
var marks = map[model.Standing]struct {
	icon string
	tint fyne.ThemeColorName
}{model.Awaited: {"clock", kit.ColorWarn}, model.Reportable: {"right", kit.ColorText2}, model.Given: {"ok", kit.ColorOK}}

// clearances shows the standing list: what is given, what is still due.
func (v *view) clearances() {
	env := v.env
	all := v.p.State.Clearances
	var sheet *kit.Sheet
	list := kit.NewList(env, "transmit.clearance.list", func() int { return len(all) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Row(12, kit.NewIcon("ok", kit.ColorOK, 18), kit.Wide(64, kit.Bold("")),
			kit.Grow(kit.Col(0, kit.Bold("").End(), kit.Caption("").End()))), 6, 8, 6, 8)
	}, func(i int, o fyne.CanvasObject) {
		c, row := all[i], o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		row[0].(*kit.Icon).Set(marks[c.Standing()].icon, marks[c.Standing()].tint)
		row[1].(*kit.Text).Set(v.p.Count(c))
		texts := row[2].(*fyne.Container).Objects
		texts[0].(*kit.Text).Set(c.Title)
		texts[1].(*kit.Text).Set(c.Text)
	})
	list.RowHeight = 52
	list.Describe = func(i int) string { return v.p.Count(all[i]) + ", " + all[i].Title + ", " + all[i].Text }
	lines := kit.NewText("", kit.RoleText, kit.ColorText2).Wrap()
	note := kit.NewEntry(env, "transmit.clearance.note", env.T("transmit.clearance.note.hint"), nil)
	yes := kit.NewPrimary(env, "transmit.clearance.report", "send", env.T("transmit.clearance.report"), nil).Key("Enter")
	field := kit.NewField(env, env.T("transmit.clearance.note"), note)
	choose := func(i int) {
		lines.Set(strings.Join(all[i].Lines, "\n"))
		if all[i].Report {
			yes.Enable()
		} else {
			yes.Disable()
		}
	}
	list.OnSelect = choose
	report := func() {
		if i := list.Selected(); i >= 0 && i < len(all) && all[i].Report {
			sheet.Close()
			v.p.ReportDeletion(all[i], strings.TrimSpace(note.Text))
		}
	}
	yes.SetAct(report)
	note.OnSubmitted = func(string) { report() }
	text := env.T("transmit.clearance.text")
	yes.Disable()
	if len(all) == 0 {
		text = env.T("transmit.clearance.none")
	} else {
		list.Mark(0)
		choose(0)
	}
	content := kit.Pad(kit.Col(12, kit.Body(text).Wrap(), kit.Grow(list), kit.Sized(0, 72, lines), field), 16, 20, 20, 20)
	sheet = kit.NewSheet(env, env.T("transmit.clearance.title"), 760, 540, content, kit.Row(8, kit.Grow(kit.Space(1, 1)), yes)).First(list)
	sheet.Show()
}

// dressClearances writes on its button how many clearances are due.
func (v *view) dressClearances() {
	text := v.env.T("transmit.clearance.button")
	if n := v.p.Due(); n > 0 {
		text = v.env.N("transmit.clearance.button", n)
	}
	v.cleared.Set("", text)
}
