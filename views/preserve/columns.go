package preserve

import (
	"cmp"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/preserve/model"
)

// formatColumns are those of the inventory: name, extent with its share, the way it is
// shown.
func (v *view) formatColumns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Format { return v.p.Inv.Formats[i] }
	return []kit.TableColumn{
		{ID: "format", Title: env.T("preserve.col.format"), Grow: 1, Width: 130, Fixed: true, Bold: true,
			Text: func(i int) string { return at(i).Name }, Under: func(i int) string { return at(i).PUID }},
		{ID: "files", Title: env.T("preserve.col.extent"), Width: 96, Right: true,
			Text:    func(i int) string { return env.N("preserve.files", at(i).Files) },
			Under:   func(i int) string { return env.Bytes(at(i).Bytes) },
			Compare: func(a, b int) int { return cmp.Compare(at(a).Files, at(b).Files) }},
		{ID: "share", Title: env.T("preserve.col.share"), Width: 90, Wide: true,
			Make:    func() fyne.CanvasObject { return kit.Sized(0, 8, kit.NewBar(0)) },
			Fill:    func(i int, o fyne.CanvasObject) { o.(*fyne.Container).Objects[0].(*kit.Bar).Set(v.p.Share(i)) },
			Compare: func(a, b int) int { return cmp.Compare(at(a).Bytes, at(b).Bytes) }},
		{ID: "path", Title: env.T("preserve.col.path"), Grow: 1, Width: 130, Text: func(i int) string { return v.path(at(i)) },
			Sign: func(i int) (string, fyne.ThemeColorName) {
				switch {
				case at(i).ViewPath == "":
					return "warning", kit.ColorWarn
				case at(i).Outside:
					return "external", kit.ColorText2
				}
				return "ok", kit.ColorOK
			}},
	}
}

// packageColumns are those of the packages a plan concerns.
func (v *view) packageColumns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Package { return v.p.Plan[i] }
	return []kit.TableColumn{
		{ID: "code", Title: env.T("preserve.col.code"), Grow: 1, Width: 120, Fixed: true,
			Text: func(i int) string { return at(i).ReferenceCode }},
		{ID: "files", Title: env.T("preserve.col.extent"), Width: 84, Right: true,
			Text:    func(i int) string { return env.N("preserve.files", at(i).Files) },
			Compare: func(a, b int) int { return cmp.Compare(at(a).Files, at(b).Files) }},
		{ID: "state", Title: env.T("preserve.col.state"), Grow: 1, Width: 110, Text: func(i int) string { return v.state(at(i)) }},
	}
}

// measureColumns are those of the log.
func (v *view) measureColumns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Measure { return v.p.Measures[i] }
	return []kit.TableColumn{
		{ID: "at", Title: env.T("preserve.col.at"), Width: 92, Text: func(i int) string { return env.Short(at(i).At) },
			Compare: func(a, b int) int { return at(a).At.Compare(at(b).At) }},
		{ID: "what", Title: env.T("preserve.col.what"), Grow: 1, Width: 140, Fixed: true, Text: func(i int) string { return at(i).Text },
			Under: func(i int) string { return env.Word("preserve.outcome.", at(i).Outcome) }},
		{ID: "who", Title: env.T("preserve.col.who"), Width: 100, Wide: true, Text: func(i int) string { return at(i).Person }},
	}
}
