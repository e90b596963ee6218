package settings

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/settings/model"
)

func (v *view) askIssuers() {
	v.ask("settings.issuer.path", "settings.issuer.text", "settings.issuer.path", "settings.issuer.take",
		func(path string) { v.p.AddIssuers([]string{path}) })
}

func (v *view) issuersPage() fyne.CanvasObject {
	env := v.env
	all := v.p.State.Issuers
	if len(all) == 0 {
		return kit.NewEmpty(env.T("settings.issuers.none"), env.T("settings.issuers.none.text"),
			kit.NewButton(env, "settings.issuers.add", "plus", env.T("settings.add.issuers"), v.askIssuers))
	}
	cols := kit.Columns{Gap: 12, Left: 20, Cols: []kit.Column{{Width: 18}, {Title: env.T("settings.issuer.name"), Grow: 1.4},
		{Title: env.T("settings.issuer.until"), Width: 110}, {Title: env.T("settings.issuer.fingerprint"), Grow: 1}}}
	l := kit.NewList(env, "settings.issuers", func() int { return len(all) }, func() fyne.CanvasObject {
		return cols.Row(kit.NewIcon("", kit.ColorOK, 16), kit.Body("").End(), kit.Body(""),
			kit.NewText("", kit.RoleText, kit.ColorText2).Middle())
	}, func(i int, o fyne.CanvasObject) {
		s, c := all[i], o.(*fyne.Container).Objects
		icon, tint := "shield", kit.ColorOK
		if s.Expired {
			icon, tint = "clock", kit.ColorWarn
		}
		c[0].(*kit.Icon).Set(icon, tint)
		c[1].(*kit.Text).Set(s.Name)
		c[2].(*kit.Text).Set(s.Until)
		c[3].(*kit.Text).Set(s.Fingerprint)
	})
	l.OnSelect = func(i int) { v.askWithdraw(all[i]) }
	return kit.Col(0, kit.Space(0, 12), cols.Head(), kit.Grow(l))
}

// askWithdraw asks before trust is withdrawn.
func (v *view) askWithdraw(i model.Issuer) {
	env := v.env
	kit.Form{Name: "settings.issuer", Title: env.T("settings.issuer.withdraw"), Text: env.T("settings.issuer.withdraw.text", i.Name),
		Buttons: []kit.FormButton{
			{Name: "settings.issuer.withdraw", Icon: "undo", Text: env.T("settings.issuer.withdraw"), Primary: true,
				Do: func(map[string]string) { v.p.RemoveIssuer(i.Fingerprint) }}}}.Show(env)
}
