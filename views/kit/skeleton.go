package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// skeletonRows is how many rows of bars stand for a list that is being read.
const skeletonRows = 5

// NewSkeleton stands in for rows that are being read: bars where words will be, and the
// word that says so. It never says that there is nothing. height of a row in units.
func NewSkeleton(env *Env, height float32) *fyne.Container {
	rows := []fyne.CanvasObject{Sized(0, 24, Pad(Caption(env.T("loading")), 0, 20, 0, 20))}
	for i := range skeletonRows {
		rows = append(rows, Wide(height, container.New(skeletonBars{long: [...]float32{.62, .48, .55, .4, .58}[i]},
			NewRect(ColorLine), NewRect(ColorLine))), HLine(ColorLine))
	}
	return Col(0, rows...)
}

// skeletonBars lays out one row: a long bar and a short one below it.
type skeletonBars struct{ long float32 }

// Layout implements fyne.Layout.
func (b skeletonBars) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h := min(S(10), s.Height/4)
	for i, share := range []float32{b.long, b.long / 2} {
		o[i].Resize(fyne.NewSize(max(0, s.Width-S(40))*share, h))
		o[i].Move(fyne.NewPos(S(20), s.Height/2-h-S(3)+float32(i)*(h+S(6))))
	}
}

// MinSize implements fyne.Layout.
func (b skeletonBars) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(S(80), S(28)) }
