package prepare

import (
	"strings"

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
	env := v.env
	name := kit.NewEntry(env, "prepare.set.name", "", nil)
	name.Put(s.Name)
	text := kit.NewTextArea(env, "prepare.set.text", "", 9, nil)
	text.Put(s.Text)
	named, said := kit.NewField(env, env.T("prepare.set.name"), name).Mandatory(),
		kit.NewField(env, env.T("prepare.set.text"), text).Mandatory()
	var sheet *kit.Sheet
	save := func() {
		ok := true
		for _, x := range []struct {
			e *kit.Entry
			f *kit.Field
		}{{name, named}, {text, said}} {
			if strings.TrimSpace(x.e.Text) == "" {
				x.f.SetError(env.T("prepare.ask.missing"))
				ok = false
			}
		}
		if ok {
			sheet.Close()
			v.p.SaveSet(model.Set{Name: strings.TrimSpace(name.Text), Text: text.Text})
		}
	}
	foot := []fyne.CanvasObject{kit.Grow(kit.Space(1, 1))}
	if kept {
		name.Disable()
		foot = append(foot, kit.NewButton(env, "prepare.set.remove", "cross", env.T("prepare.set.remove"), func() {
			sheet.Close()
			v.p.RemoveSet(s.Name)
		}))
	}
	foot = append(foot, kit.NewPrimary(env, "prepare.set.save", "check", env.T("prepare.set.save"), save).Key("Strg+Enter"))
	sheet = kit.NewSheet(env, env.T("prepare.set"), 640, 500,
		kit.NewScroll(kit.Pad(kit.Col(12, kit.Body(env.T("prepare.set.text.help")).Wrap(), named, said), 16, 20, 20, 20)),
		kit.Row(8, foot...))
	sheet.Actions = []kit.Action{{ID: "prepare.set.save", Title: env.T("prepare.set.save"), Keys: []string{"Strg+Enter"}, Do: save}}
	if kept {
		sheet.First(text)
	} else {
		sheet.First(name)
	}
	sheet.Show()
}
