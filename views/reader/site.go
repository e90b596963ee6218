package reader

import (
	"context"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
)

// site is the button that opens the archived web area; nil where the package
// holds none or may not be shown.
func (k *packView) site() fyne.CanvasObject {
	p, env := k.v.p, k.v.env
	src, ok := k.v.src.(model.SiteSource)
	if !ok || p.Open == nil || !p.Open.Site || p.Open.Closed {
		return nil
	}
	pid := p.Open.PID
	button := kit.NewPrimary(env, "reader.site", "globe", env.T("reader.site"), func() {
		env.Run.Background(func() {
			err := src.OpenSite(context.Background(), pid)
			env.Run.UI(func() {
				if err != nil {
					k.v.Refuse(err)
					return
				}
				k.v.Say(env.T("reader.site.opened"))
			})
		})
	})
	return kit.Col(6, kit.Loose(button), kit.Caption(env.T("reader.site.text")).Wrap())
}
