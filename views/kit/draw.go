package kit

import (
	"fmt"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"laufzettel/assets"
)

// drawing is the renderer of all our widgets: fixed objects, three functions.
type drawing struct {
	objs []fyne.CanvasObject
	lay  func(fyne.Size)
	min  func() fyne.Size
	ref  func()
}

func (d *drawing) Layout(s fyne.Size) {
	if d.lay != nil {
		d.lay(s)
	}
}

func (d *drawing) MinSize() fyne.Size {
	if d.min == nil {
		return fyne.Size{}
	}
	return d.min()
}

func (d *drawing) Refresh() {
	if d.ref != nil {
		d.ref()
	}
}

func (d *drawing) Objects() []fyne.CanvasObject { return d.objs }
func (d *drawing) Destroy()                     {}

// Rect is a rectangle whose colours follow the theme.
type Rect struct {
	widget.BaseWidget
	Fill, Stroke        fyne.ThemeColorName
	StrokeWidth, Radius float32
	min                 fyne.Size
}

// NewRect makes a filled rectangle without an edge.
func NewRect(fill fyne.ThemeColorName) *Rect {
	r := &Rect{Fill: fill}
	r.ExtendBaseWidget(r)
	return r
}

// Edged makes a rectangle with an edge of one unit.
func Edged(fill, stroke fyne.ThemeColorName, radius float32) *Rect {
	r := &Rect{Fill: fill, Stroke: stroke, StrokeWidth: 1, Radius: radius}
	r.ExtendBaseWidget(r)
	return r
}

// HLine is a horizontal line one unit high.
func HLine(c fyne.ThemeColorName) *Rect {
	r := NewRect(c)
	r.min = fyne.NewSize(1, 1)
	return r
}

// VLine is a vertical line one unit wide.
func VLine(c fyne.ThemeColorName) *Rect { return HLine(c) }

// Space is an invisible area of the given size, in units before text scaling.
func Space(w, h float32) fyne.CanvasObject {
	r := NewRect(ColorNone)
	r.min = fyne.NewSize(S(w), S(h))
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *Rect) CreateRenderer() fyne.WidgetRenderer {
	c := canvas.NewRectangle(color.Transparent)
	paint := func() {
		c.FillColor, c.StrokeColor = col(r.Fill), col(r.Stroke)
		c.StrokeWidth, c.CornerRadius = r.StrokeWidth, r.Radius
		c.Refresh()
	}
	paint()
	return &drawing{objs: []fyne.CanvasObject{c}, lay: func(s fyne.Size) { c.Resize(s) },
		min: func() fyne.Size { return r.min }, ref: paint}
}

// Set changes fill and edge at once.
func (r *Rect) Set(fill, stroke fyne.ThemeColorName, width float32) {
	if r.Fill == fill && r.Stroke == stroke && r.StrokeWidth == width {
		return
	}
	r.Fill, r.Stroke, r.StrokeWidth = fill, stroke, width
	r.Refresh()
}

// Icon is one of our icons in a colour of the theme.
type Icon struct {
	widget.BaseWidget
	name  string
	color fyne.ThemeColorName
	size  float32
}

// NewIcon makes an icon; size in units before text scaling (14 in text, 16 in
// rows, 18 in bars, 20 for the kind of a delivery). An empty name draws nothing
// but keeps the room.
func NewIcon(name string, c fyne.ThemeColorName, size float32) *Icon {
	i := &Icon{name: name, color: c, size: size}
	i.ExtendBaseWidget(i)
	return i
}

// Set changes the picture and its colour.
func (i *Icon) Set(name string, c fyne.ThemeColorName) {
	if i.name == name && i.color == c {
		return
	}
	i.name, i.color = name, c
	i.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	img := &canvas.Image{FillMode: canvas.ImageFillContain}
	paint := func() {
		img.Resource = tinted(i.name, i.color)
		img.Hidden = img.Resource == nil
		img.Refresh()
	}
	paint()
	return &drawing{objs: []fyne.CanvasObject{img},
		lay: func(s fyne.Size) {
			e := S(i.size)
			img.Resize(fyne.NewSize(e, e))
			img.Move(fyne.NewPos((s.Width-e)/2, (s.Height-e)/2))
		},
		min: func() fyne.Size { return fyne.NewSquareSize(S(i.size)) }, ref: paint}
}

func tinted(name string, c fyne.ThemeColorName) fyne.Resource {
	if name == "" {
		return nil
	}
	raw, err := assets.Icon(name)
	if err != nil {
		fyne.LogError("icon", err)
		return nil
	}
	r, g, b, _ := col(c).RGBA()
	hex := fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	return fyne.NewStaticResource(name+hex+".svg", []byte(strings.ReplaceAll(string(raw), "currentColor", hex)))
}

// ring draws the focus ring of a widget. Inside rows it is made of four bars: a
// stroked rectangle at the edge of a scroller is clipped unevenly.
type ring struct {
	*fyne.Container
	inside bool
	color  fyne.ThemeColorName
}

func newRing(inside bool) *ring {
	r := &ring{Container: container.NewWithoutLayout(), inside: inside, color: ColorRing}
	n := 1
	if inside {
		n = 4
	}
	for range n {
		r.Objects = append(r.Objects, canvas.NewRectangle(color.Transparent))
	}
	if !inside {
		c := r.Objects[0].(*canvas.Rectangle)
		c.StrokeWidth, c.CornerRadius = 2, 5
	}
	r.Hidden = true
	return r
}

func (r *ring) lay(s fyne.Size) {
	if r.inside {
		r.Resize(s)
		for i, p := range []struct{ x, y, w, h float32 }{{0, 0, s.Width, 2}, {0, s.Height - 2, s.Width, 2}, {0, 0, 2, s.Height},
			{s.Width - 2, 0, 2, s.Height}} {
			r.Objects[i].Move(fyne.NewPos(p.x, p.y))
			r.Objects[i].Resize(fyne.NewSize(p.w, p.h))
		}
		return
	}
	r.around(fyne.NewPos(0, 0), s, 2)
}

// around puts an outside ring gap units from an area.
func (r *ring) around(at fyne.Position, s fyne.Size, gap float32) {
	r.Move(at.SubtractXY(gap, gap))
	r.Resize(s.AddWidthHeight(2*gap, 2*gap))
	r.Objects[0].Resize(r.Size())
}

func (r *ring) show(on bool) {
	for _, o := range r.Objects {
		c := o.(*canvas.Rectangle)
		if r.inside {
			c.FillColor = col(r.color)
		} else {
			c.StrokeColor = col(r.color)
		}
	}
	r.Hidden = !on
	r.Refresh()
}
