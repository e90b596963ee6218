package kit

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Class is the size class of a window (look.md 4).
type Class int

// The classes.
const (
	ClassS Class = iota
	ClassM
	ClassL
)

// String is the letter of the class.
func (c Class) String() string { return [...]string{"S", "M", "L"}[c] }

// ClassOf tells the class of a window by its logical size; text scaling counts
// like a smaller window.
func ClassOf(s fyne.Size) Class {
	w, h := s.Width*13/S(13), s.Height*13/S(13)
	switch {
	case w < 1000 || h < 560:
		return ClassS
	case w < 1500:
		return ClassM
	}
	return ClassL
}

// Sizes is a width per class, in units; 0 hides the pane in that class.
type Sizes struct{ L, M, S float32 }

func (z Sizes) of(c Class) float32 { return [...]float32{z.S, z.M, z.L}[c] }

// Pane is one pane of Panes. The one with Grow takes the rest.
type Pane struct {
	Object fyne.CanvasObject
	Width  Sizes
	Min    float32 // narrowest, by dragging or by a narrow window
	Grow   bool
}

// Panes stand side by side with lines between them that can be dragged. The
// widths are kept per screen and size class. They are a layout, since what reads to
// people who do not see looks into containers only (voice.go).
type Panes struct {
	root  *fyne.Container
	env   *Env
	key   string
	panes []Pane
	grips []*grip
	class func() Class
}

// NewPanes makes panes. key names the screen for keeping; class tells the class
// of the window (nil: by the size of the panes themselves).
func NewPanes(env *Env, key string, class func() Class, panes ...Pane) *fyne.Container {
	p := &Panes{env: env, key: key, panes: panes, class: class}
	p.root = container.New(p)
	for _, pane := range panes {
		p.root.Add(pane.Object)
	}
	for i := range len(panes) - 1 {
		g := &grip{panes: p, at: i}
		g.ExtendBaseWidget(g)
		p.grips = append(p.grips, g)
		p.root.Add(g)
	}
	return p.root
}

func (p *Panes) now() Class {
	if p.class != nil {
		return p.class()
	}
	return ClassOf(p.root.Size())
}

func (p *Panes) id(i int) string {
	return "split." + p.key + "." + p.now().String() + "." + strconv.Itoa(i)
}

func (p *Panes) width(i int) float32 {
	w := p.panes[i].Width.of(p.now())
	if w == 0 {
		return 0
	}
	if kept, err := strconv.ParseFloat(p.env.Kept(p.id(i)), 32); err == nil {
		w = max(p.panes[i].Min, float32(kept))
	}
	return S(w)
}

func (p *Panes) drag(at int, dx float32) {
	i := at
	if p.panes[i].Grow {
		i, dx = at+1, -dx
	}
	least := max(p.panes[i].Min, 80)
	w := max(least, (p.width(i)+dx)/S(1))
	limit := p.root.Size().Width / S(1)
	for j, pane := range p.panes {
		switch {
		case pane.Grow:
			limit -= max(pane.Min, 240)
		case j != i:
			limit -= p.width(j) / S(1)
		}
	}
	if w > limit {
		w = max(least, limit)
	}
	p.env.Keep(p.id(i), strconv.FormatFloat(float64(w), 'f', 1, 32))
	p.root.Refresh()
}

// widths are those of all panes in a room. The one that grows keeps its least width, the
// others give way down to theirs, the rightmost first; where even that is too little, all
// keep their least in proportion, so that nothing lies over another.
func (p *Panes) widths(room float32) []float32 {
	out := make([]float32, len(p.panes))
	grow, rest := -1, room
	for i, pane := range p.panes {
		if pane.Grow {
			grow = i
			continue
		}
		out[i] = p.width(i)
		rest -= out[i]
	}
	if grow < 0 {
		return out
	}
	lack := S(p.panes[grow].Min) - rest
	for i := len(p.panes) - 1; i >= 0 && lack > 0; i-- {
		if i == grow || out[i] == 0 {
			continue
		}
		give := min(lack, max(0, out[i]-S(p.panes[i].Min)))
		out[i], rest, lack = out[i]-give, rest+give, lack-give
	}
	if out[grow] = max(0, rest); lack > 0 && rest < S(p.panes[grow].Min) {
		whole := S(p.panes[grow].Min)
		for i := range out {
			if i != grow {
				whole += out[i]
			}
		}
		out[grow] = S(p.panes[grow].Min)
		for i := range out {
			out[i] *= room / whole
		}
	}
	return out
}

// Layout implements fyne.Layout.
func (p *Panes) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	x := float32(0)
	for i, w := range p.widths(s.Width) {
		pane := p.panes[i]
		if w == 0 {
			pane.Object.Hide()
		} else {
			pane.Object.Show()
		}
		pane.Object.Move(fyne.NewPos(x, 0))
		pane.Object.Resize(fyne.NewSize(w, s.Height))
		x += w
		if i < len(p.grips) {
			g := p.grips[i]
			g.Move(fyne.NewPos(x-4, 0))
			g.Resize(fyne.NewSize(8, s.Height))
			g.Hidden = w == 0 || x >= s.Width-1
		}
	}
}

// MinSize implements fyne.Layout.
func (p *Panes) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(S(320), S(160)) }

// grip is the line between two panes; its area is 8 wide.
type grip struct {
	widget.BaseWidget
	panes *Panes
	at    int
}

// Dragged implements fyne.Draggable.
func (g *grip) Dragged(e *fyne.DragEvent) { g.panes.drag(g.at, e.Dragged.DX) }

// DragEnd implements fyne.Draggable.
func (g *grip) DragEnd() {}

// Cursor implements desktop.Cursorable.
func (g *grip) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// CreateRenderer implements fyne.Widget.
func (g *grip) CreateRenderer() fyne.WidgetRenderer {
	line := VLine(ColorLine)
	return &drawing{objs: []fyne.CanvasObject{line}, lay: func(s fyne.Size) {
		line.Resize(fyne.NewSize(1, s.Height))
		line.Move(fyne.NewPos(3, 0))
	}, min: func() fyne.Size { return fyne.NewSize(8, 8) }}
}

// Half is one of two panes: Width 0 grows. Title names it where both are tabs.
type Half struct {
	Title  string
	Object fyne.CanvasObject
	Width  Sizes
}

// Halves shows two things side by side, in the smallest class as two tabs: c is the
// class now, class tells it to the panes later. They keep their widths under key.
func Halves(env *Env, key string, c Class, class func() Class, left, right Half) fyne.CanvasObject {
	if c != ClassS {
		return NewPanes(env, key, class, left.pane(), right.pane())
	}
	tabs := NewTabs(env, key+".tabs", left.tab(), right.tab())
	tabs.Show(0)
	return tabs.Object()
}

func (h Half) pane() Pane {
	if h.Width == (Sizes{}) {
		return Pane{Object: h.Object, Grow: true}
	}
	return Pane{Object: h.Object, Width: h.Width, Min: 320}
}

func (h Half) tab() Tab {
	return Tab{Title: h.Title, Body: func() fyne.CanvasObject { return h.Object }}
}
