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
	number := kit.NewEntry(env, "conflicts.application", "", nil)
	read := act(func(p model.Parcel) {
		v.p.Read(p.ID, strings.TrimSpace(number.Text), func() { v.host.Toast(env.T("conflicts.fetched"), nil) })
	})
	list.OnOpen = func(int) { read() }
	text := env.T("conflicts.packages.text")
	yes := kit.NewPrimary(env, "conflicts.packages.yes", "down", env.T("conflicts.packages.yes"), read).Key("Enter")
	back := kit.NewButton(env, "conflicts.packages.back", "", env.T("conflicts.packages.back"),
		act(func(p model.Parcel) { v.p.Leave(p.ID) }))
	if len(all) == 0 {
		text = env.T("conflicts.packages.none")
		yes.Disable()
		back.Disable()
	} else {
		list.Mark(0)
	}
	content := kit.Pad(kit.Col(12, kit.Body(text).Wrap(), kit.Grow(list),
		kit.NewField(env, env.T("conflicts.application"), number).Help(env.T("conflicts.application.text"))), 16, 20, 20, 20)
	sheet = kit.NewSheet(env, env.T("conflicts.packages.title"), 720, 520, content,
		kit.Row(8, kit.Grow(kit.Space(1, 1)), back, yes)).First(list)
	sheet.Show()
}
