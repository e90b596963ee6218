package reader

import (
	"strconv"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
)

// step is a package from which a relation led on, with the document shown there.
type step struct{ pid, reference, document string }

// follow opens a package that belongs to the one shown; the way back leads here.
func (p *presenter) follow(i int) {
	if p.open == nil || i < 0 || i >= len(p.open.Related) || !p.open.Related[i].Here {
		return
	}
	p.trail = append(p.trail, step{p.open.PID, p.open.ReferenceCode, p.current})
	p.openPackage(p.open.Related[i].PID, "")
}

// stepBack leads back along the relations followed; false where none was.
func (p *presenter) stepBack() bool {
	if len(p.trail) == 0 {
		return false
	}
	last := p.trail[len(p.trail)-1]
	p.trail = p.trail[:len(p.trail)-1]
	p.openPackage(last.pid, last.document)
	return true
}

// related lists what belongs to the package shown, nil: nothing.
func (k *packView) related() fyne.CanvasObject {
	p, env := k.v.p, k.v.env
	if len(p.open.Related) == 0 {
		return nil
	}
	rows := []fyne.CanvasObject{kit.Titled(env.T("reader.related"))}
	for i, r := range p.open.Related {
		if r.Here {
			rows = append(rows, kit.Caption(r.Kind), kit.Row(8, kit.NewIcon("link", kit.ColorPrimary, 16), kit.Grow(kit.NewLink(env, "reader.related."+strconv.Itoa(i), kit.Shorten(r.Title, kit.S(230), kit.RoleText, false), func() { p.follow(i) }))))
		} else {
			rows = append(rows, kit.Caption(r.Kind), kit.Row(8, kit.NewIcon("package", kit.ColorText2, 16), kit.Grow(kit.Body(r.Title).End())), kit.Caption(env.T("reader.related.elsewhere")).Wrap())
		}
		rows = append(rows, kit.HLine(kit.ColorLine))
	}
	return kit.Col(3, rows...)
}
