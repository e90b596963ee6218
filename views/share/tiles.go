package share

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/share/model"
)

// newTiles makes the tiles of the chosen folder.
func (v *view) newTiles() {
	v.tiles = kit.NewTreemap(v.env, "share.tiles", v.env.T("share.mode.tiles"))
	v.tiles.Describe = func(i int) string {
		x := v.sheet[i]
		text := x.Name + ", " + v.env.N("share.files", x.Files) + ", " + v.env.Bytes(x.Bytes)
		if x.Tint != "" && x.Tint != "old" {
			text += ", " + v.tint(x.Tint)
		}
		return text
	}
	v.tiles.OnOpen = func(i int) {
		switch x := v.sheet[i]; {
		case x.Folder >= 0:
			v.p.Choose(x.Folder)
		case x.File >= 0 && v.source():
			v.host.Tell(v.env.T("share.source.lies", v.p.Share.Tree.Path(x.File)))
		case x.File >= 0:
			v.look(x.File)
		}
	}
	v.tiles.OnUp = v.up
}

// tints are the colours of letters and types.
var tints = map[string]fyne.ThemeColorName{"A": kit.ColorA, "V": kit.ColorV, "old": kit.ColorPrimary, "text": kit.ColorPrimary,
	"table": kit.ColorOK, "picture": kit.ColorWarn, "sound": kit.ColorError,
	"mail": kit.ColorNote, "archive": kit.ColorV, "other": kit.ColorText2}

// tint says what a colour stands for.
func (v *view) tint(name string) string {
	if name == "A" || name == "V" {
		return kit.Decision{Letter: name}.Word(v.env)
	}
	return v.env.T("share.tint." + name)
}

func (v *view) fillTiles() {
	v.sheet = v.p.Sheet()
	tiles := make([]kit.Piece, len(v.sheet))
	for i, x := range v.sheet {
		tiles[i] = kit.Piece{ID: x.Name, Label: x.Name, Under: v.env.Bytes(x.Bytes), Weight: float64(x.Bytes), Fill: tints[x.Tint],
			Shade: x.Shade}
		if x.Tint == "" {
			tiles[i].Fill, tiles[i].Shade = kit.ColorBorder, 0.1
		}
	}
	v.tiles.Fill(tiles)
	v.legend.Objects = []fyne.CanvasObject{v.explain()}
	v.legend.Refresh()
}

// explain is the legend of the colours, with the button that changes them.
func (v *view) explain() fyne.CanvasObject {
	env := v.env
	swatch := func(text string, c fyne.ThemeColorName) fyne.CanvasObject {
		return kit.Row(5, kit.Sized(12, 12, kit.Edged(c, kit.ColorBorder, 2)), kit.Caption(text))
	}
	var items []fyne.CanvasObject
	switch v.p.Colour {
	case model.ByYears:
		items = append(items, swatch(env.T("share.tint.old"), kit.ColorPrimary), swatch(env.T("share.tint.young"), kit.ColorSurface))
	case model.ByType:
		for _, kind := range model.Types {
			items = append(items, swatch(v.tint(kind), tints[kind]))
		}
	default:
		items = append(items, swatch(v.tint("A"), kit.ColorA), swatch(v.tint("V"), kit.ColorV),
			swatch(kit.Decision{}.Word(env), kit.ColorGround))
	}
	colour := kit.NewButton(env, "share.colour", "", env.T("share.colour."+string(v.p.Colour)), v.p.Paint).Key("F").Small()
	return kit.Pad(kit.Flow(12, append([]fyne.CanvasObject{colour}, items...)...), 6, 12, 2, 12)
}
