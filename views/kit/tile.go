package kit

import "fyne.io/fyne/v2"

// Tile makes any content a thing to be chosen: a counter, a line of a short list.
type Tile struct {
	control
	content fyne.CanvasObject
}

// NewTile makes a tile; label is its sentence for screen readers and the status bar.
func NewTile(env *Env, name, label string, content fyne.CanvasObject, do func()) *Tile {
	t := &Tile{content: content}
	t.init(t, env, name, label, do)
	t.hint = label
	return t
}

// CreateRenderer implements fyne.Widget.
func (t *Tile) CreateRenderer() fyne.WidgetRenderer {
	bg, rg := NewRect(ColorNone), newRing(true)
	d := &drawing{objs: []fyne.CanvasObject{bg, t.content, rg.Container}}
	d.lay = func(s fyne.Size) {
		bg.Resize(s)
		t.content.Resize(s)
		rg.lay(s)
	}
	d.min = func() fyne.Size { return t.content.MinSize() }
	d.ref = func() {
		fill := ColorNone
		if t.hovered {
			fill = ColorHover
		}
		bg.Set(fill, ColorNone, 0)
		rg.show(t.focused)
	}
	return d
}
