package kit

import "fyne.io/fyne/v2"

// Pair is a line of a metadata table. Missing shows "fehlt" in warn instead of an
// empty cell; Mono sets the value in mono.
type Pair struct {
	Label, Value string
	Missing      bool
	Mono         bool
	Tone         fyne.ThemeColorName // colour of the value, "" = text
}

// Group is a group of pairs under a heading (Akte, Vorgang, Dokument).
type Group struct {
	Title string
	Pairs []Pair
}

// NewMetaTable draws groups of pairs: label column (104, wide: 132), wrapping
// value, one line below each. Enter or a tap on a value copies it.
func NewMetaTable(env *Env, name string, labels float32, groups ...Group) *fyne.Container {
	var parts []fyne.CanvasObject
	for _, g := range groups {
		var rows []fyne.CanvasObject
		if g.Title != "" {
			rows = append(rows, Titled(g.Title))
		}
		for _, p := range g.Pairs {
			value, c, role := p.Value, ColorText, RoleText
			if p.Tone != "" {
				c = p.Tone
			}
			if p.Mono {
				role = RoleMono
			}
			if p.Missing {
				value, c = env.T("kit.meta.missing"), ColorWarn
			}
			rows = append(rows, Pad(Cols(8, Wide(labels, NewText(p.Label, RoleText, ColorText2).Wrap()),
				Grow(NewText(value, role, c).Wrap())), 4, 0, 4, 0), HLine(ColorLine))
		}
		parts = append(parts, Col(0, rows...))
	}
	box := Col(16, parts...)
	env.Name(name, box)
	return box
}
