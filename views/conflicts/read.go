package conflicts

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/conflicts/model"
	"laufzettel/views/kit"
)

// askRead shows what the archive offers for reading and lets one fetch a package,
// or give an Originalnorm back (E7).
func (v *view) askRead() {
	env := v.env
	all := v.p.State.Parcels
	var sheet *kit.Sheet
	list := kit.NewList(env, "conflicts.parcels", func() int { return len(all) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Col(0, kit.Bold("").End(), kit.Caption("").End()), 4, 8, 4, 8)
	}, func(i int, o fyne.CanvasObject) {
		rows := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		rows[0].(*kit.Text).Set(all[i].Title)
		rows[1].(*kit.Text).Set(all[i].Detail)
	})
	list.RowHeight = 48
	list.Describe = func(i int) string { return all[i].Title + ", " + all[i].Detail }
	act := func(do func(model.Parcel)) func() {
		return func() {
			if i := list.Selected(); i >= 0 && i < len(all) {
				sheet.Close()
				do(all[i])
			}
		}
	}
	read := func(number string) {
		act(func(p model.Parcel) {
			v.p.Read(p.ID, number, func() { v.host.Toast(env.T("conflicts.fetched"), nil) })
		})()
	}
	list.OnOpen = func(int) {
		read(strings.TrimSpace(env.Find("conflicts.application").(*kit.Entry).Text))
	}
	text := env.T("conflicts.packages.text")
	if len(all) == 0 {
		text = env.T("conflicts.packages.none")
	} else {
		list.Mark(0)
	}
	sheet = kit.Form{Name: "conflicts.packages", Title: env.T("conflicts.packages.title"), Text: text, Width: 720, Height: 520, Body: list,
		First: list, Fields: []kit.FormField{{ID: "number", Name: "conflicts.application", Label: env.T("conflicts.application"),
			Help: env.T("conflicts.application.text")}},
		Buttons: []kit.FormButton{
			{Name: "conflicts.packages.back", Text: env.T("conflicts.packages.back"), Bare: true, Stays: true, Off: len(all) == 0,
				Do: func(map[string]string) { act(func(p model.Parcel) { v.p.Leave(p.ID) })() }},
			{Name: "conflicts.packages.yes", Icon: "down", Text: env.T("conflicts.packages.yes"), Primary: true, Key: "Enter", Stays: true,
				Off: len(all) == 0, Do: func(a map[string]string) { read(a["number"]) }}}}.Show(env)
}
