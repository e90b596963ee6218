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
	can := func(i int) bool { return i >= 0 && i < len(all) && all[i].Report }
	choose := func(i int) {
		lines.Set(strings.Join(all[i].Lines, "\n"))
		yes, ok := env.Find("transmit.clearance.report").(*kit.Button)
		switch {
		case !ok:
		case can(i):
			yes.Enable()
		default:
			yes.Disable()
		}
	}
	list.OnSelect = choose
	text := env.T("transmit.clearance.text")
	if len(all) == 0 {
		text = env.T("transmit.clearance.none")
	} else {
		list.Mark(0)
		choose(0)
	}
	report := func(a map[string]string) {
		if i := list.Selected(); can(i) {
			sheet.Close()
			v.p.ReportDeletion(all[i], a["note"])
		}
	}
	sheet = kit.Form{Name: "transmit.clearance", Title: env.T("transmit.clearance.title"), Text: text, Width: 760, Height: 540, Body: list,
		First: list, Fields: []kit.FormField{{Object: kit.Sized(0, 72, lines)}, {ID: "note", Label: env.T("transmit.clearance.note"),
			Placeholder: env.T("transmit.clearance.note.hint")}},
		Buttons: []kit.FormButton{{Name: "transmit.clearance.report", Icon: "send", Text: env.T("transmit.clearance.report"), Primary: true,
			Stays: true, Off: !can(list.Selected()), Do: report}}}.Show(env)
}

// dressClearances writes on its button how many clearances are due.
func (v *view) dressClearances() {
	text := v.env.T("transmit.clearance.button")
	if n := v.p.Due(); n > 0 {
		text = v.env.N("transmit.clearance.button", n)
	}
	v.cleared.Set("", text)
}
