package prepare

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/prepare/model"
)

// sets is the field of the set of defaults: chips for those that are kept, and
// what makes or changes one (F1).
func (v *view) sets(d *model.Draft, f model.Field) fyne.CanvasObject {
	env := v.env
	buttons := []fyne.CanvasObject{kit.NewButton(env, "prepare.sets.new", "plus", env.T("prepare.sets.new"),
		func() { v.askSet(model.Set{Text: d.SetText}, false) }).Small()}
	for _, s := range d.Sets {
		if s.Name == f.Value {
			buttons = append(buttons, kit.NewButton(env, "prepare.sets.edit", "file", env.T("prepare.sets.edit", s.Name),
				func() { v.askSet(s, true) }).Small())
		}
	}
	if d.Locked() {
		return v.choice(d, f)
	}
	return kit.Col(8, v.choice(d, f), kit.Caption(f.Help).Wrap(), kit.Flow(8, buttons...))
}

// askSet lets one write a set down; one that is kept can be taken away too.
func (v *view) askSet(s model.Set, kept bool) {
	env, missing := v.env, v.env.T("prepare.ask.missing")
	buttons := []kit.FormButton{{Name: "prepare.set.save", Icon: "check", Text: env.T("prepare.set.save"), Primary: true,
		Do: func(a map[string]string) { v.p.SaveSet(model.Set{Name: a["name"], Text: a["text"]}) }}}
	if kept {
		buttons = append([]kit.FormButton{{Name: "prepare.set.remove", Icon: "cross", Text: env.T("prepare.set.remove"), Bare: true,
			Do: func(map[string]string) { v.p.RemoveSet(s.Name) }}}, buttons...)
	}
	kit.Form{Name: "prepare.set", Title: env.T("prepare.set"), Text: env.T("prepare.set.text.help"), Width: 640, Fields: []kit.FormField{
		{ID: "name", Label: env.T("prepare.set.name"), Text: s.Name, Off: kept, Must: true, Missing: missing},
		{ID: "text", Label: env.T("prepare.set.text"), Text: s.Text, Area: true, Lines: 9, Exact: true, Must: true, Missing: missing}},
		Buttons: buttons}.Show(env)
}
