package reader

import (
	"strconv"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
)

// related lists what belongs to the package shown, nil: nothing.
func (k *packView) related() fyne.CanvasObject {
	p, env := k.v.p, k.v.env
	if len(p.Open.Related) == 0 {
		return nil
	}
	rows := []fyne.CanvasObject{kit.Titled(env.T("reader.related"))}
	for i, r := range p.Open.Related {
		if r.Here {
			rows = append(rows, kit.Caption(r.Kind), kit.Row(8, kit.NewIcon("link", kit.ColorPrimary, 16),
				kit.Grow(kit.NewLink(env, "reader.related."+strconv.Itoa(i), kit.Shorten(r.Title, kit.S(230), kit.RoleText, false),
					func() { p.Follow(i) }))))
		} else {
			rows = append(rows, kit.Caption(r.Kind), kit.Row(8, kit.NewIcon("package", kit.ColorText2, 16),
				kit.Grow(kit.Body(r.Title).End())), kit.Caption(env.T("reader.related.elsewhere")).Wrap())
		}
		rows = append(rows, kit.HLine(kit.ColorLine))
	}
	return kit.Col(3, rows...)
}
