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
	if len(all) == 0 {
		text = env.T("transmit.reply.none")
	} else {
		list.Mark(0)
		choose(0)
	}
	sheet = kit.Form{Name: "transmit.reply", Title: env.T("transmit.reply.title"), Text: text, Width: 680, Height: 460, Body: list,
		First: list, Fields: []kit.FormField{{Object: field}}, Buttons: []kit.FormButton{{Name: "transmit.reply.yes", Icon: "send",
			Text: env.T("transmit.reply.yes"), Primary: true, Key: "Enter", Stays: true, Off: len(all) == 0,
			Do: func(map[string]string) { send() }}}}.Show(env)
}
