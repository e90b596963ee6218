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
		line := kit.Pad(kit.Col(0, kit.Cols(12, kit.Wide(230, kit.Body(f.Label).End()),
			kit.Grow(kit.NewText(value, kit.RoleText, tone).End())), kit.Caption(f.Help).End()), 5, 0, 5, 0)
		rows = append(rows, kit.NewTile(env, "settings.field."+f.ID, f.Label+": "+value, line, func() { v.askField(f) }),
			kit.HLine(kit.ColorLine))
	}
	flush()
	return kit.Col(16, parts...)
}

// askField changes one statement.
func (v *view) askField(f model.Field) {
	env := v.env
	kit.Form{Name: "settings.field", Title: f.Label, Text: f.Help, Width: 620, Do: env.T("settings.field.take"), Icon: "check",
		Fields: []kit.FormField{{ID: "value", Label: f.Group, Text: f.Value, Area: f.Many}},
		Take: func(a map[string]string) {
			if a["value"] != f.Value {
				v.form = ""
				v.p.SetField(f.ID, a["value"])
			}
		}}.Show(env)
}
