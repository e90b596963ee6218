package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/settings/model"
)

// doorBox is the part of *Archiv und Kanal* about the way of packages: another
// door than the channel, and how fast they may go.
func (v *view) doorBox(field func(name string, must bool, get func(*model.Channel) *string) fyne.CanvasObject) fyne.CanvasObject {
	env, c := v.env, v.p.State.Channel
	told := env.T("settings.door.text")
	if c.DoorTest != "" {
		told = c.DoorTest
	}
	try := kit.NewButton(env, "settings.door.try", "", env.T("settings.door.try"), v.p.TryDoor).Small()
	buttons := []fyne.CanvasObject{kit.Grow(kit.NewText(told, kit.RoleText, kit.ColorText2).Wrap())}
	if strings.HasPrefix(strings.TrimSpace(c.Door), "sftp://") {
		if c.PasswordKept {
			buttons = append(buttons, kit.Caption(env.T("settings.password.kept")))
		}
		buttons = append(buttons, kit.NewButton(env, "settings.password.ask", "key", env.T("settings.password.ask"), v.askPassword).Small())
	}
	buttons = append(buttons, try)
	return kit.Col(12,
		kit.Cols(16, field("door", false, func(c *model.Channel) *string { return &c.Door }),
			field("rate", false, func(c *model.Channel) *string { return &c.Rate })),
		kit.Cols(16, field("hostkey", false, func(c *model.Channel) *string { return &c.HostKey }),
			field("identity", false, func(c *model.Channel) *string { return &c.Identity })),
		kit.Cols(16, field("stamps", false, func(c *model.Channel) *string { return &c.Stamps }),
			field("parallel", false, func(c *model.Channel) *string { return &c.Parallel })),
		kit.Cols(16, field("cafile", false, func(c *model.Channel) *string { return &c.CAFile }),
			field("certfile", false, func(c *model.Channel) *string { return &c.CertFile }),
			field("certkey", false, func(c *model.Channel) *string { return &c.CertKey })),
		kit.Row(12, buttons...))
}

// askPassword takes the password of the SFTP account; it is shown nowhere.
func (v *view) askPassword() {
	env := v.env
	form := kit.Form{Name: "settings.password", Title: env.T("settings.password"), Text: env.T("settings.password.text"), Width: 560,
		Fields: []kit.FormField{{ID: "it", Name: "settings.password", Label: env.T("settings.password"), Secret: true, Must: true}}}
	if v.p.State.Channel.PasswordKept {
		form.Buttons = append(form.Buttons, kit.FormButton{Name: "settings.password.remove", Icon: "trash",
			Text: env.T("settings.password.remove"), Bare: true, Do: func(map[string]string) { v.p.KeepPassword("") }})
	}
	form.Buttons = append(form.Buttons, kit.FormButton{Name: "settings.password.keep", Icon: "key", Text: env.T("settings.password.keep"),
		Primary: true, Do: func(a map[string]string) { v.p.KeepPassword(a["it"]) }})
	form.Show(env)
}
