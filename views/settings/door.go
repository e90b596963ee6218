package settings

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
)

// doorBox is the part of *Archiv und Kanal* about the way of packages: another
// door than the channel, and how fast they may go.
func (v *view) doorBox(field func(name string, must bool, get func(*Channel) *string) fyne.CanvasObject) fyne.CanvasObject {
	env, c := v.env, v.p.State.Channel
	told := env.T("settings.door.text")
	if c.DoorState != "" {
		told = c.DoorState
	}
	try := kit.NewButton(env, "settings.door.try", "", env.T("settings.door.try"), v.p.TryDoor).Small()
	return kit.Col(12,
		kit.Cols(16, field("door", false, func(c *Channel) *string { return &c.Door }), field("rate", false, func(c *Channel) *string { return &c.Rate })),
		kit.Cols(16, field("hostkey", false, func(c *Channel) *string { return &c.HostKey }), field("identity", false, func(c *Channel) *string { return &c.Identity })),
		kit.Cols(16, field("stamps", false, func(c *Channel) *string { return &c.Stamps }), field("parallel", false, func(c *Channel) *string { return &c.Parallel })),
		kit.Cols(16, field("cafile", false, func(c *Channel) *string { return &c.CAFile }), field("certfile", false, func(c *Channel) *string { return &c.CertFile }), field("certkey", false, func(c *Channel) *string { return &c.CertKey })),
		kit.Row(12, kit.Grow(kit.NewText(told, kit.RoleText, kit.ColorText2).Wrap()), try))
}
