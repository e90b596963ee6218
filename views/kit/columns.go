package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Column is a column of a table: a fixed width in units or a share of the rest.
type Column struct {
	Title string
	Width float32
	Grow  float32
	Right bool
}

// Columns are the columns of a table of rows; they lay out head and rows alike.
type Columns struct {
	Cols []Column
	Gap  float32
	Left float32 // page edge
}

// Row lays the cells of a row under the columns; a nil cell stays empty.
func (c Columns) Row(cells ...fyne.CanvasObject) *fyne.Container {
	for i := range cells {
		if cells[i] == nil {
			cells[i] = Space(0, 0)
		}
	}
	return container.New(columnLayout{c}, cells...)
}

// Head is the table head: 28 high, raised ground, captions.
func (c Columns) Head() *fyne.Container {
	cells := make([]fyne.CanvasObject, len(c.Cols))
	for i, col := range c.Cols {
		t := Caption(col.Title).End()
		if col.Right {
			t = t.Right()
		}
		cells[i] = t
	}
	return container.NewStack(NewRect(ColorRaised), Col(0, Grow(Sized(0, 27, c.Row(cells...))), HLine(ColorLine)))
}

type columnLayout struct{ c Columns }

// Layout implements fyne.Layout.
func (l columnLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	left, gap := S(l.c.Left), S(l.c.Gap)
	rest, weights := s.Width-2*left-gap*float32(max(0, len(l.c.Cols)-1)), float32(0)
	for _, c := range l.c.Cols {
		rest -= S(c.Width)
		weights += c.Grow
	}
	x := left
	for i, c := range l.c.Cols {
		w := S(c.Width)
		if c.Grow > 0 {
			w += max(0, rest*c.Grow/weights)
		}
		if i < len(o) {
			o[i].Resize(fyne.NewSize(w, o[i].MinSize().Height))
			h := min(o[i].MinSize().Height, s.Height)
			o[i].Resize(fyne.NewSize(w, h))
			o[i].Move(fyne.NewPos(x, (s.Height-h)/2))
		}
		x += w + gap
	}
}

// MinSize implements fyne.Layout.
func (l columnLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, c := range o {
		h = max(h, c.MinSize().Height)
	}
	return fyne.NewSize(S(120), h)
}
