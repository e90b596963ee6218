package settings

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/settings/model"
)

// askClerk asks for the file, then has the fingerprint compared.
func (v *view) askClerk() {
	v.ask("settings.clerk.path", "settings.clerk.text", "settings.clerk.path", "settings.clerk.take", func(path string) {
		v.p.ReadClerk(path, func(c model.Clerk) {
			v.sure("settings.clerk.same", "settings.clerk.compare", v.env.T("settings.clerk.compare.text", c.Office, c.Fingerprint),
				func() { v.p.AddClerk(path, c.Fingerprint) })
		})
	})
}

// sure asks before something is done; name is the button too.
func (v *view) sure(name, title, text string, do func()) {
	env := v.env
	kit.Form{Name: name, Title: env.T(title), Text: text, Buttons: []kit.FormButton{{Name: name, Icon: "check", Text: env.T(name),
		Primary: true, Do: func(map[string]string) { do() }}}}.Show(env)
}

func (v *view) clerksPage() fyne.CanvasObject {
	env := v.env
	all := v.p.State.Clerks
	if len(all) == 0 {
		return kit.NewEmpty(env.T("settings.clerks.none"), env.T("settings.clerks.none.text"),
			kit.NewButton(env, "settings.clerks.add", "plus", env.T("settings.add.clerks"), v.askClerk))
	}
	cols := kit.Columns{Gap: 12, Left: 20, Cols: []kit.Column{{Width: 18}, {Title: env.T("settings.clerk.office"), Grow: 1.2},
		{Title: env.T("settings.clerk.agency"), Width: 90}, {Title: env.T("settings.clerk.way"), Width: 170},
		{Title: env.T("settings.clerk.fingerprint"), Grow: 1.2}}}
	l := kit.NewList(env, "settings.clerks", func() int { return len(all) }, func() fyne.CanvasObject {
		return cols.Row(kit.NewIcon("receipt", kit.ColorOK, 16), kit.Body("").End(), kit.Body("").End(), kit.Body("").End(),
			kit.NewText("", kit.RoleText, kit.ColorText2).Middle())
	}, func(i int, o fyne.CanvasObject) {
		c := o.(*fyne.Container).Objects
		for k, text := range []string{all[i].Office, all[i].AgencyID, all[i].Way, all[i].Fingerprint} {
			c[k+1].(*kit.Text).Set(text)
		}
	})
	l.OnOpen = func(i int) {
		v.sure("settings.clerk.withdraw", "settings.clerk.withdraw", env.T("settings.clerk.withdraw.text", all[i].Office),
			func() { v.p.RemoveClerk(all[i].Fingerprint) })
	}
	l.Describe = func(i int) string { return all[i].Office + ", " + all[i].Way + ", " + all[i].Fingerprint }
	return kit.Col(0, kit.Space(0, 12), cols.Head(), kit.Grow(l))
}
