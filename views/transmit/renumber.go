package transmit

import (
	"laufzettel/views/kit"
	"laufzettel/views/transmit/model"
)

// renumber asks what becomes of a package whose reference code another one has at the
// archive: another code for it, or for all that were refused with it, or the same once
// more after the archive has cleared it.
func (v *view) renumber(j model.Job) {
	env := v.env
	var sheet *kit.Sheet
	after := func(do func()) func() {
		return func() {
			sheet.Close()
			do()
		}
	}
	content := kit.Pad(kit.Col(12, kit.Body(j.Answer).Wrap(), kit.Body(env.T("transmit.renumber.text", j.Name)).Wrap()), 16, 20, 20, 20)
	foot := kit.Row(8, kit.NewButton(env, "transmit.renumber.again", "", env.T("transmit.renumber.again"), after(func() { v.p.Again(j.ID) })), kit.Grow(kit.Space(1, 1)),
		kit.NewButton(env, "transmit.renumber.all", "", env.T("transmit.renumber.all"), after(func() { v.p.Renumber(j.ID, true) })),
		kit.NewPrimary(env, "transmit.renumber.one", "check", env.T("transmit.renumber.one"), after(func() { v.p.Renumber(j.ID, false) })))
	sheet = kit.NewSheet(env, env.T("transmit.renumber.title"), 720, 360, content, foot)
	sheet.Show()
}
