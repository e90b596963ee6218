package appraise

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
)

// askDossier asks with the number of cases before a whole Akte is decided: it is
// one key with a wide effect. Undo takes it back all the same.
func (v *view) askDossier(letter string) {
	id, open := v.p.Dossier()
	if id == "" {
		v.host.Tell(v.env.T("appraise.dossier.none"))
		return
	}
	name := v.p.Tree.Label(v.p.Tree.Index[id])
	kit.Form{Name: "appraise.dossier", Title: v.env.T("appraise.dossier.title", letter),
		Text: v.env.N("appraise.dossier.text", open, name, letter), Width: 520,
		Buttons: []kit.FormButton{{Name: "appraise.dossier.do", Icon: "check", Text: v.env.T("appraise.dossier.do", letter), Primary: true,
			Do: func(map[string]string) {
				v.p.Marked = map[string]bool{}
				v.p.DecideOn([]string{id}, letter)
				v.env.Focus(v.records.List)
			}}}}.Show(v.env)
}

func (v *view) unreasoned() int {
	n := 0
	for i, o := range v.p.Tree.Objects {
		if o.Kind == model.Unit && v.p.Tree.Verdict(i).Reason == "" {
			n++
		}
	}
	return n
}

// showChoices lists the portions that can be appraised.
func (v *view) showChoices() {
	list := v.p.Choices
	l := kit.NewList(v.env, "appraise.choices", func() int { return len(list) },
		func() fyne.CanvasObject {
			return kit.Pad(kit.Row(12, kit.Grow(kit.Body("").End()), kit.NewText("", kit.RoleText, kit.ColorText2).Right()), 0, 20, 0, 20)
		},
		func(i int, o fyne.CanvasObject) {
			row := o.(*fyne.Container).Objects[0].(*fyne.Container)
			name := list[i].Title
			if list[i].Agency != "" {
				name += " · " + list[i].Agency
			}
			row.Objects[0].(*kit.Text).Set(name)
			row.Objects[1].(*kit.Text).Set(v.env.T("appraise.open", list[i].Open))
			row.Refresh()
		})
	l.RowHeight = 32
	l.OnOpen = func(i int) {
		v.env.Open().Close()
		v.p.Load(list[i].ID)
	}
	kit.Form{Name: "appraise.choose", Title: v.env.T("appraise.choose.title"), Width: 560, Height: 360, Body: l, First: l,
		Buttons: []kit.FormButton{}}.Show(v.env)
}
