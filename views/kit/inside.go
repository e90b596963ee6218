package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// insider is what our widgets say about the objects they hold; Fyne tells nobody.
type insider interface{ inside() []fyne.CanvasObject }

// Inside gives the objects directly inside one: of a container, a scroller or a widget
// of ours that can hold what takes the focus.
func Inside(o fyne.CanvasObject) []fyne.CanvasObject {
	switch x := o.(type) {
	case *fyne.Container:
		return x.Objects
	case *container.Scroll:
		return []fyne.CanvasObject{x.Content}
	case *part:
		return []fyne.CanvasObject{x.CanvasObject}
	case insider:
		return x.inside()
	}
	return nil
}

func (s *Scroll) inside() []fyne.CanvasObject      { return []fyne.CanvasObject{s.inner} }
func (l *List) inside() []fyne.CanvasObject        { return []fyne.CanvasObject{l.scroll} }
func (r *listRow) inside() []fyne.CanvasObject     { return []fyne.CanvasObject{r.content} }
func (f *Field) inside() []fyne.CanvasObject       { return []fyne.CanvasObject{f.Entry} }
func (t *Toast) inside() []fyne.CanvasObject       { return []fyne.CanvasObject{t.box} }
func (t *Tile) inside() []fyne.CanvasObject        { return []fyne.CanvasObject{t.content} }
func (c *FindingCard) inside() []fyne.CanvasObject { return []fyne.CanvasObject{c.drawn} }

func (r *ProgressRow) inside() []fyne.CanvasObject {
	if r.cancel == nil {
		return nil
	}
	return []fyne.CanvasObject{r.cancel}
}
