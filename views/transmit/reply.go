package transmit

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
)

// askReply lets one choose a message and whom it is for.
func (v *view) askReply() {
	env := v.env
	all := v.p.State.Replies
	var sheet *kit.Sheet
	to := kit.NewEntry(env, "transmit.reply.to", "", nil)
	list := kit.NewList(env, "transmit.replies", func() int { return len(all) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Row(0, kit.Grow(kit.Body("").End())), 0, 8, 0, 8)
	}, func(i int, o fyne.CanvasObject) {
		o.(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*kit.Text).Set(all[i].Title)
	})
	list.Describe = func(i int) string { return all[i].Title }
	field := kit.NewField(env, env.T("transmit.reply.to"), to).Help(" ")
	choose := func(i int) {
		to.Put(all[i].To)
		help := all[i].Ask
		if help == "" {
			help = env.T("transmit.reply.to.hint")
		}
		field.Help(help).Refresh()
	}
	list.OnSelect = choose
	send := func() {
		if i := list.Selected(); i >= 0 && i < len(all) {
			sheet.Close()
			v.p.Reply(all[i], strings.TrimSpace(to.Text))
		}
	}
	list.OnOpen = func(int) { send() }
	text := env.T("transmit.reply.text")
	yes := kit.NewPrimary(env, "transmit.reply.yes", "send", env.T("transmit.reply.yes"), send).Key("Enter")
	if len(all) == 0 {
		text = env.T("transmit.reply.none")
		yes.Disable()
	} else {
		list.Mark(0)
		choose(0)
	}
	content := kit.Pad(kit.Col(12, kit.Body(text).Wrap(), kit.Grow(list), field), 16, 20, 20, 20)
	sheet = kit.NewSheet(env, env.T("transmit.reply.title"), 680, 460, content, kit.Row(8, kit.Grow(kit.Space(1, 1)), yes)).First(list)
	sheet.Show()
}
