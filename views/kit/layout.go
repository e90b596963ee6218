package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// part carries the wish of a child of Row, Cols or Col; the container unwraps it.
type part struct {
	fyne.CanvasObject
	grow  float32
	fixed float32
	loose bool
}

// Grow lets a child take the room that is left, shared by weight.
func Grow(o fyne.CanvasObject, weight ...float32) fyne.CanvasObject {
	w := float32(1)
	if len(weight) > 0 {
		w = weight[0]
	}
	return &part{CanvasObject: o, grow: w}
}

// Wide gives a child of a row a fixed width (of a column: height), in units.
func Wide(units float32, o fyne.CanvasObject) fyne.CanvasObject {
	return &part{CanvasObject: o, fixed: units}
}

// Loose keeps a child of a column at its own width, at the left.
func Loose(o fyne.CanvasObject) fyne.CanvasObject { return &part{CanvasObject: o, loose: true} }

type flex struct {
	gap      float32
	vertical bool
	stretch  bool
	parts    []part
}

func build(f *flex, items []fyne.CanvasObject) *fyne.Container {
	objs := make([]fyne.CanvasObject, 0, len(items))
	for _, it := range items {
		if p, ok := it.(*part); ok {
			f.parts = append(f.parts, *p)
			objs = append(objs, p.CanvasObject)
			continue
		}
		f.parts = append(f.parts, part{CanvasObject: it})
		objs = append(objs, it)
	}
	return container.New(f, objs...)
}

// Row lays children side by side, each in the middle of the height.
func Row(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return build(&flex{gap: gap}, items)
}

// Cols lays children side by side over the full height.
func Cols(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return build(&flex{gap: gap, stretch: true}, items)
}

// Col lays children one below the other over the full width.
func Col(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return build(&flex{gap: gap, vertical: true, stretch: true}, items)
}

func (f *flex) spec(objs []fyne.CanvasObject, i int) part {
	if i < len(f.parts) && f.parts[i].CanvasObject == objs[i] {
		return f.parts[i]
	}
	return part{CanvasObject: objs[i]}
}

func (f *flex) axis(s fyne.Size) (along, across float32) {
	if f.vertical {
		return s.Height, s.Width
	}
	return s.Width, s.Height
}

func (f *flex) size(along, across float32) fyne.Size {
	if f.vertical {
		return fyne.NewSize(across, along)
	}
	return fyne.NewSize(along, across)
}

// Layout implements fyne.Layout. In a column every child first gets its width,
// then says its height: broken text needs that order.
func (f *flex) Layout(objs []fyne.CanvasObject, s fyne.Size) {
	along, across := f.axis(s)
	want := make([]float32, len(objs))
	used, weights, shown := float32(0), float32(0), 0
	for i, o := range objs {
		if !o.Visible() {
			continue
		}
		shown++
		p := f.spec(objs, i)
		if p.grow > 0 {
			weights += p.grow
			if f.vertical {
				continue
			}
			continue
		}
		want[i] = f.natural(o, p, across)
		used += want[i]
	}
	left := along - used - S(f.gap)*float32(max(0, shown-1))
	at := float32(0)
	for i, o := range objs {
		if !o.Visible() {
			continue
		}
		p := f.spec(objs, i)
		if p.grow > 0 {
			want[i] = max(0, left*p.grow/weights)
		}
		f.place(o, p, at, want[i], across)
		at += want[i] + S(f.gap)
	}
}

func (f *flex) natural(o fyne.CanvasObject, p part, across float32) float32 {
	if p.fixed > 0 {
		return S(p.fixed)
	}
	if f.vertical {
		w := across
		if p.loose {
			w = min(w, o.MinSize().Width)
		}
		o.Resize(fyne.NewSize(w, o.MinSize().Height))
	}
	n, _ := f.axis(o.MinSize())
	return n
}

func (f *flex) place(o fyne.CanvasObject, p part, at, length, across float32) {
	wide := across
	offset := float32(0)
	if p.loose {
		_, wide = f.axis(o.MinSize())
		wide = min(wide, across)
	}
	if !f.stretch {
		o.Resize(f.size(length, o.MinSize().Height))
		_, wide = f.axis(o.MinSize())
		wide = min(wide, across)
		offset = (across - wide) / 2
	}
	o.Resize(f.size(length, wide))
	if f.vertical {
		o.Move(fyne.NewPos(offset, at))
		return
	}
	o.Move(fyne.NewPos(at, offset))
}

// MinSize implements fyne.Layout.
func (f *flex) MinSize(objs []fyne.CanvasObject) fyne.Size {
	along, across := float32(0), float32(0)
	shown := 0
	for i, o := range objs {
		if !o.Visible() {
			continue
		}
		shown++
		a, c := f.axis(o.MinSize())
		if p := f.spec(objs, i); p.fixed > 0 {
			a = S(p.fixed)
		}
		along += a
		across = max(across, c)
	}
	return f.size(along+S(f.gap)*float32(max(0, shown-1)), across)
}

type padding struct{ top, right, bottom, left float32 }

// Pad keeps room around one object, in units.
func Pad(o fyne.CanvasObject, top, right, bottom, left float32) *fyne.Container {
	return container.New(padding{top, right, bottom, left}, o)
}

// Layout implements fyne.Layout.
func (p padding) Layout(objs []fyne.CanvasObject, s fyne.Size) {
	for _, o := range objs {
		o.Move(fyne.NewPos(S(p.left), S(p.top)))
		o.Resize(fyne.NewSize(max(0, s.Width-S(p.left+p.right)), max(0, s.Height-S(p.top+p.bottom))))
	}
}

// MinSize implements fyne.Layout.
func (p padding) MinSize(objs []fyne.CanvasObject) fyne.Size {
	m := fyne.Size{}
	for _, o := range objs {
		m = m.Max(o.MinSize())
	}
	return m.AddWidthHeight(S(p.left+p.right), S(p.top+p.bottom))
}

type sized struct{ w, h float32 }

// Sized gives an object a smallest size, in units; 0 leaves that side as it is.
func Sized(w, h float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(sized{w, h}, o)
}

// Layout implements fyne.Layout.
func (z sized) Layout(objs []fyne.CanvasObject, s fyne.Size) {
	for _, o := range objs {
		o.Resize(s)
	}
}

// MinSize implements fyne.Layout.
func (z sized) MinSize(objs []fyne.CanvasObject) fyne.Size {
	m := fyne.Size{}
	for _, o := range objs {
		m = m.Max(o.MinSize())
	}
	if z.w > 0 {
		m.Width = S(z.w)
	}
	if z.h > 0 {
		m.Height = S(z.h)
	}
	return m
}

// Middle puts an object into the middle of its height at the left.
func Middle(o fyne.CanvasObject) *fyne.Container { return Row(0, Grow(o)) }

// Panel puts content on a ground.
func Panel(fill fyne.ThemeColorName, content fyne.CanvasObject) *fyne.Container {
	return container.NewStack(NewRect(fill), content)
}

// Framed puts content on a ground with an edge of one unit.
func Framed(fill, stroke fyne.ThemeColorName, radius float32, content fyne.CanvasObject) *fyne.Container {
	return container.NewStack(Edged(fill, stroke, radius), content)
}

// Titled is a panel head: title, what stands right of it, and the line below.
func Titled(title string, right ...fyne.CanvasObject) *fyne.Container {
	items := append([]fyne.CanvasObject{Grow(Section(title).End())}, right...)
	return Col(0, Sized(0, 26, Row(8, items...)), HLine(ColorBorder))
}

// Scroll shows content of any height; the content always has the full width.
type Scroll struct {
	widget.BaseWidget
	content fyne.CanvasObject
	inner   *container.Scroll
	tall    bool
}

// NewScroll makes a vertical scroller.
func NewScroll(content fyne.CanvasObject) *Scroll {
	s := &Scroll{content: content, inner: container.NewVScroll(content)}
	s.ExtendBaseWidget(s)
	return s
}

// Tall asks for the height of the whole content: it scrolls only where it gets less.
func (s *Scroll) Tall() *Scroll { s.tall = true; return s }

// Relayout measures the content anew, after something in it grew or shrank.
func (s *Scroll) Relayout() { s.fit(s.Size()) }

// Top scrolls to the beginning.
func (s *Scroll) Top() { s.inner.ScrollToTop() }

func (s *Scroll) fit(size fyne.Size) {
	if size.Width <= 0 {
		return
	}
	for range 2 {
		h := max(size.Height, s.content.MinSize().Height)
		s.content.Resize(fyne.NewSize(size.Width, h))
	}
	if c, ok := s.content.(*fyne.Container); ok && c.Layout != nil {
		c.Layout.Layout(c.Objects, c.Size())
	}
	s.inner.Resize(size)
	s.inner.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (s *Scroll) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{objs: []fyne.CanvasObject{s.inner}, lay: s.fit,
		min: func() fyne.Size {
			if s.tall {
				return fyne.NewSize(40, max(40, s.content.MinSize().Height))
			}
			return fyne.NewSize(40, 40)
		},
		ref: func() { s.fit(s.Size()) }}
}

// Flow lays children side by side and goes on in a new line when one is full.
func Flow(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flow{gap: gap}, items...)
}

type flow struct{ gap, width float32 }

// Layout implements fyne.Layout.
func (f *flow) Layout(objs []fyne.CanvasObject, s fyne.Size) {
	f.width = s.Width
	f.walk(objs, func(o fyne.CanvasObject, x, y, w, h, line float32) {
		o.Resize(fyne.NewSize(w, h))
		o.Move(fyne.NewPos(x, y+(line-h)/2))
	})
}

// MinSize implements fyne.Layout: the height follows the width last given.
func (f *flow) MinSize(objs []fyne.CanvasObject) fyne.Size {
	h := f.walk(objs, func(fyne.CanvasObject, float32, float32, float32, float32, float32) {})
	return fyne.NewSize(S(120), h)
}

func (f *flow) walk(objs []fyne.CanvasObject, put func(o fyne.CanvasObject, x, y, w, h, line float32)) float32 {
	line := float32(0)
	for _, o := range objs {
		if o.Visible() {
			line = max(line, o.MinSize().Height)
		}
	}
	x, y, gap := float32(0), float32(0), S(f.gap)
	for _, o := range objs {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		w := m.Width
		if f.width > 0 {
			w = min(w, f.width)
		}
		if x > 0 && f.width > 0 && x+w > f.width {
			x, y = 0, y+line+gap
		}
		put(o, x, y, w, m.Height, line)
		x += w + gap
	}
	return y + line
}
