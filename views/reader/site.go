package reader

import (
	"context"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
)

// SiteSource is what a Source can do beside whose packages may hold an archived
// web area.
type SiteSource interface {
	// OpenSite shows the web area of a package in the system browser. Closed
	// objects are refused.
	OpenSite(ctx context.Context, pid string) error
}

// site is the button that opens the archived web area; nil where the package
// holds none or may not be shown.
func (k *packView) site() fyne.CanvasObject {
	p, env := k.v.p, k.v.env
	src, ok := k.v.src.(SiteSource)
	if !ok || p.open == nil || !p.open.Site || p.open.Closed {
		return nil
	}
	pid := p.open.PID
	button := kit.NewPrimary(env, "reader.site", "globe", env.T("reader.site"), func() {
		env.Run.Background(func() {
			err := src.OpenSite(context.Background(), pid)
			env.Run.UI(func() {
				if err != nil {
					k.v.say(p.hint(err))
					return
				}
				k.v.say(env.T("reader.site.opened"))
			})
		})
	})
	return kit.Col(6, kit.Loose(button), kit.Caption(env.T("reader.site.text")).Wrap())
}
