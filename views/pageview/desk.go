package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/pageview/model"
)

// desk is the grey ground with the page on it.
type desk struct {
	v      *Pane
	root   *container.Scroll
	body   *fyne.Container
	page   *canvas.Image
	edge   *kit.Rect
	marks  []fyne.CanvasObject
	catch  *catcher
	busy   *kit.Text
	lastID string
}

func newDesk(v *Pane) *desk {
	d := &desk{v: v, page: &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleSmooth},
		edge: kit.Edged(kit.ColorSurface, kit.ColorBorder, 0), busy: kit.Caption(v.env.T("page.drawing"))}
	d.catch = newCatcher(v)
	d.body = container.New(d, d.edge, d.page, d.catch)
	d.root = container.NewScroll(d.body)
	return d
}

// Layout implements fyne.Layout: 14 above the page, in the middle where there is room.
func (d *desk) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	w, h := d.size()
	x := max(kit.S(18), (s.Width-w)/2)
	d.page.Move(fyne.NewPos(x, kit.S(14)))
	d.page.Resize(fyne.NewSize(w, h))
	d.edge.Move(fyne.NewPos(x-1, kit.S(14)-1))
	d.edge.Resize(fyne.NewSize(w+2, h+2))
	d.catch.Move(d.page.Position())
	d.catch.Resize(d.page.Size())
	for i, m := range d.v.p.Marks() {
		if i >= len(d.marks) {
			break
		}
		d.marks[i].Move(fyne.NewPos(x+float32(m.X)*w-1, kit.S(14)+float32(m.Y)*h-1))
		d.marks[i].Resize(fyne.NewSize(float32(m.W)*w+2, float32(m.H)*h+2))
	}
}

// MinSize implements fyne.Layout.
func (d *desk) MinSize([]fyne.CanvasObject) fyne.Size {
	w, h := d.size()
	return fyne.NewSize(w+2*kit.S(18), h+2*kit.S(14))
}

func (d *desk) size() (float32, float32) {
	w, h := d.v.p.Shown()
	return float32(w), float32(h)
}

func (d *desk) refresh() {
	p := d.v.p
	if d.page.Image != p.Pic.Img && p.Pic.Img != nil {
		d.page.Image = p.Pic.Img
		d.page.Refresh()
	}
	marks := p.Marks()
	d.marks = d.marks[:0]
	for _, m := range marks {
		d.marks = append(d.marks, newMark(m.Now))
	}
	d.body.Objects = append(append([]fyne.CanvasObject{d.edge, d.page}, d.marks...), d.catch)
	d.body.Refresh()
	d.root.Refresh()
	d.Layout(nil, d.body.Size())
	id := p.Ref.Key + "#" + model.Itoa(p.Page)
	if id != d.lastID {
		d.lastID = id
		d.reveal(len(marks) > 0)
	}
}

// reveal scrolls to the hit, or to the top.
func (d *desk) reveal(toHit bool) {
	_, h := d.size()
	y := float32(0)
	if toHit {
		for _, m := range d.v.p.Marks() {
			if m.Now {
				y = max(0, float32(m.Y)*h-d.root.Size().Height/3)
				if at := float32(m.Y)*h - d.root.Offset.Y; at > 0 && at < d.root.Size().Height-kit.S(60) {
					return // in sight already
				}
			}
		}
	}
	d.root.ScrollToOffset(fyne.NewPos(d.root.Offset.X, y))
}

// by scrolls most of a screenful.
func (d *desk) by(n float32) {
	y := d.root.Offset.Y + n*d.root.Size().Height*0.85
	d.root.ScrollToOffset(fyne.NewPos(d.root.Offset.X, max(0, min(y, d.body.MinSize().Height-d.root.Size().Height))))
}
