package conflicts

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/conflicts/model"
	"laufzettel/views/kit"
)

// itemColumns are those of what is shared through the archive.
func (v *view) itemColumns() []kit.TableColumn {
	at := func(i int) model.Item { return v.p.State.Items[i] }
	return []kit.TableColumn{
		{ID: "title", Title: v.env.T("conflicts.col.item"), Grow: 1, Width: 180, Fixed: true, Bold: true,
			Text: func(i int) string { return at(i).Title }, Under: func(i int) string { return at(i).Detail },
			Sign: func(i int) (string, fyne.ThemeColorName) { return standing(at(i).Stand) }},
		{ID: "stand", Title: v.env.T("conflicts.col.stand"), Width: 150, Text: func(i int) string { return v.p.Stand(at(i)) },
			Tone: func(int) fyne.ThemeColorName { return kit.ColorText2 }},
	}
}

// standing is the sign of where a portion stands.
func standing(s model.Stand) (string, fyne.ThemeColorName) {
	switch s {
	case model.Mine:
		return "laptop", kit.ColorPrimary
	case model.Expired:
		return "warning", kit.ColorWarn
	case model.Given, model.Sending:
		return "up", kit.ColorText
	case model.Out:
		return "user", kit.ColorText2
	case model.Returned, model.Ended:
		return "ok", kit.ColorOK
	}
	return "down", kit.ColorText
}

// disputeColumns are those of what stands against each other: the object and its sides.
func (v *view) disputeColumns() []kit.TableColumn {
	at := func(i int) model.Dispute { return v.p.State.Disputes[i] }
	side := func(n int) func(i int) string {
		return func(i int) string {
			if n < len(at(i).Sides) {
				return v.side(at(i).Sides[n])
			}
			return ""
		}
	}
	return []kit.TableColumn{
		{ID: "object", Title: v.env.T("conflicts.col.object"), Grow: 1, Width: 120, Fixed: true, Bold: true,
			Text: func(i int) string { return at(i).Title },
			Sign: func(i int) (string, fyne.ThemeColorName) {
				if at(i).Conflict {
					return "fork", kit.ColorWarn
				}
				return "note", kit.ColorNote
			}},
		{ID: "sides", Title: v.env.T("conflicts.col.sides"), Grow: 1.4, Width: 160, Text: side(0), Under: side(1)},
	}
}
