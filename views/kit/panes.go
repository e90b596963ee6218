package kit

import (
	"strconv"

	"fyne.io/fyne/v2"
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
	Min    float32 // narrowest by dragging
	Grow   bool
}

// Panes stand side by side with lines between them that can be dragged. The
// widths are kept per screen and size class.
type Panes struct {
	widget.BaseWidget
	env   *Env
	key   string
	panes []Pane
	grips []*grip
	class func() Class
}

// NewPanes makes panes. key names the screen for keeping; class tells the class
// of the window (nil: by the size of the panes themselves).
func NewPanes(env *Env, key string, class func() Class, panes ...Pane) *Panes {
	p := &Panes{env: env, key: key, panes: panes, class: class}
	for i := range len(panes) - 1 {
		g := &grip{panes: p, at: i}
		g.ExtendBaseWidget(g)
		p.grips = append(p.grips, g)
	}
	p.ExtendBaseWidget(p)
	return p
}

func (p *Panes) now() Class {
	if p.class != nil {
		return p.class()
	}
	return ClassOf(p.Size())
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
	if limit := p.Size().Width/S(1) - 240; w > limit {
		w = max(least, limit)
	}
	p.env.Keep(p.id(i), strconv.FormatFloat(float64(w), 'f', 1, 32))
	p.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *Panes) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{}
	for _, pane := range p.panes {
		d.objs = append(d.objs, pane.Object)
	}
	for _, g := range p.grips {
		d.objs = append(d.objs, g)
	}
	d.lay = func(s fyne.Size) {
		rest := s.Width
		for i, pane := range p.panes {
			if !pane.Grow {
				rest -= p.width(i)
			}
		}
		x := float32(0)
		for i, pane := range p.panes {
			w := p.width(i)
			if pane.Grow {
				w = max(0, rest)
			}
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
	d.min = func() fyne.Size { return fyne.NewSize(S(320), S(160)) }
	d.ref = func() {
		d.lay(p.Size())
		for _, pane := range p.panes {
			pane.Object.Refresh() // a container lays its children out anew
		}
	}
	return d
}

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
