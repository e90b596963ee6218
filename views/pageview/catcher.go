package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"laufzettel/viewer"
	"laufzettel/views/kit"
)

// catcher lies over the page and turns a drag of the mouse into a selection; a
// click takes it away. Strg+C copies what is selected, else the whole page, so
// nothing here needs the mouse.
type catcher struct {
	widget.BaseWidget
	v    *Pane
	from *viewer.Point // where the drag began
	to   viewer.Point
}

func newCatcher(v *Pane) *catcher {
	c := &catcher{v: v}
	c.ExtendBaseWidget(c)
	return c
}

// at turns a position into a place on the page as shown.
func (c *catcher) at(p fyne.Position) viewer.Point {
	s := c.Size()
	if s.Width <= 0 || s.Height <= 0 {
		return viewer.Point{}
	}
	return viewer.Point{X: float64(p.X / s.Width), Y: float64(p.Y / s.Height)}
}

// Dragged implements fyne.Draggable.
func (c *catcher) Dragged(e *fyne.DragEvent) {
	if c.from == nil {
		from := c.at(e.Position.Subtract(e.Dragged))
		c.from = &from
	}
	c.to = c.at(e.Position)
	if c.v.Mark == nil {
		c.v.p.SelectText(*c.from, c.to)
		return
	}
	c.v.p.Drawing = viewer.Rect{X: min(c.from.X, c.to.X), Y: min(c.from.Y, c.to.Y), W: max(c.from.X, c.to.X) - min(c.from.X, c.to.X),
		H: max(c.from.Y, c.to.Y) - min(c.from.Y, c.to.Y)}
	c.v.desk.refresh()
}

// DragEnd implements fyne.Draggable.
func (c *catcher) DragEnd() {
	from := c.from
	c.from = nil
	if c.v.Mark == nil || from == nil {
		return
	}
	c.v.p.Drawing = viewer.Rect{}
	if r, ok := c.v.p.Between(*from, c.to); ok {
		c.v.Mark(c.v.p.Page, r)
	}
	c.v.desk.refresh()
}

// Tapped implements fyne.Tappable.
func (c *catcher) Tapped(*fyne.PointEvent) { c.v.p.Unselect() }

// Cursor implements desktop.Cursorable: text where text can be selected.
func (c *catcher) Cursor() desktop.Cursor {
	if _, ok := c.v.p.Doc.(viewer.Selector); ok {
		return desktop.TextCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (c *catcher) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(kit.NewRect(kit.ColorNone))
}

// Catcher is what takes drags over the page, for tests and scripts.
func (v *Pane) Catcher() interface {
	fyne.Draggable
	fyne.Tappable
	fyne.CanvasObject
} {
	return v.desk.catch
}
