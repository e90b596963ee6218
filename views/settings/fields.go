package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/settings/model"
)

// fields are all statements of a profile in their groups; pressing one opens its
// sheet with the explanation.
func (v *view) fields(x model.Profile) fyne.CanvasObject {
	env := v.env
	var parts, rows []fyne.CanvasObject
	group := ""
	flush := func() {
		if len(rows) > 0 {
			parts = append(parts, kit.Col(0, rows...))
		}
		rows = nil
	}
	for _, f := range x.Fields {
		if f.Group != group {
			flush()
			group = f.Group
			rows = append(rows, kit.Titled(group))
		}
		value, tone := strings.ReplaceAll(f.Value, "\n", " · "), kit.ColorText
		if value == "" {
			value, tone = "–", kit.ColorText2
		}
		line := kit.Pad(kit.Col(0, kit.Cols(12, kit.Wide(230, kit.Body(f.Label).End()), kit.Grow(kit.NewText(value, kit.RoleText, tone).End())), kit.Caption(f.Help).End()), 5, 0, 5, 0)
		rows = append(rows, kit.NewTile(env, "settings.field."+f.ID, f.Label+": "+value, line, func() { v.askField(f) }), kit.HLine(kit.ColorLine))
	}
	flush()
	return kit.Col(16, parts...)
}

// askField changes one statement.
func (v *view) askField(f model.Field) {
	env := v.env
	e, height := kit.NewEntry(env, "settings.field.value", "", nil), float32(250)
	if f.Many {
		e, height = kit.NewTextArea(env, "settings.field.value", "", 10, nil), 430
	}
	e.Put(f.Value)
	var sheet *kit.Sheet
	take := func() {
		sheet.Close()
		if text := strings.TrimSpace(e.Text); text != f.Value {
			v.form = ""
			v.p.SetField(f.ID, text)
		}
	}
	if !f.Many {
		e.OnSubmitted = func(string) { take() }
	}
	foot := kit.Row(8, kit.Grow(kit.Space(1, 1)), kit.NewPrimary(env, "settings.field.take", "check", env.T("settings.field.take"), take).Key("Strg+Enter"))
	sheet = kit.NewSheet(env, f.Label, 620, height, kit.Pad(kit.Col(12, kit.Body(f.Help).Wrap(), kit.NewField(env, f.Group, e)), 16, 20, 16, 20), foot).First(e)
	sheet.Actions = []kit.Action{{ID: "settings.field.take", Title: env.T("settings.field.take"), Keys: []string{"Strg+Enter"}, Do: take}}
	sheet.Show()
}
