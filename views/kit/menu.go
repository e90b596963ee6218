package kit

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// menuRow is one line of a menu: words at the left, the key at the right.
const menuRow = 28

// ShowMenu opens a menu of actions at a place on the canvas. Auf and Ab move, Enter does,
// Esc or a click beside it closes; the key of an action does it too.
func ShowMenu(env *Env, title string, at fyne.Position, actions ...Action) {
	if len(actions) == 0 || env.Canvas() == nil {
		return
	}
	s := &Sheet{env: env, title: title}
	m := &menu{sheet: s, at: at}
	var rows []fyne.CanvasObject
	for i, a := range actions {
		do := func() {
			s.Close()
			if a.Do != nil && (a.When == nil || a.When()) {
				a.Do()
			}
		}
		keys := env.KeysOf(a)
		chord := ""
		if len(keys) > 0 {
			chord = keys[0]
			s.Actions = append(s.Actions, Action{ID: a.ID, Title: a.Title, Keys: keys, Do: do})
		}
		item := newMenuItem(m, "menu."+strconv.Itoa(i), a.Title, chord, do)
		m.items = append(m.items, item)
		rows = append(rows, item)
	}
	box := Framed(ColorSurface, ColorBorder, 4, Pad(Col(0, rows...), 4, 1, 4, 1))
	s.root = container.New(m, newCatcher(s.Close), box)
	s.First(m.items[0]).Show()
}

// menu lays the box out at its place, wholly on the canvas.
type menu struct {
	sheet *Sheet
	at    fyne.Position
	items []*menuItem
}

// Layout implements fyne.Layout.
func (m *menu) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s)
	want := o[1].MinSize()
	w, h := min(want.Width, s.Width), min(want.Height, s.Height)
	o[1].Resize(fyne.NewSize(w, h))
	o[1].Move(fyne.NewPos(max(0, min(m.at.X, s.Width-w)), max(0, min(m.at.Y, s.Height-h))))
}

// MinSize implements fyne.Layout.
func (m *menu) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(S(80), S(menuRow)) }

func (m *menu) step(from *menuItem, by int) {
	for i, x := range m.items {
		if x == from {
			m.sheet.env.Focus(m.items[(i+by+len(m.items))%len(m.items)])
			return
		}
	}
}

type menuItem struct {
	control
	menu  *menu
	chord string
}

func newMenuItem(m *menu, name, text, chord string, do func()) *menuItem {
	x := &menuItem{menu: m, chord: chord}
	x.init(x, m.sheet.env, name, text, do)
	return x
}

// TypedKey implements fyne.Focusable.
func (x *menuItem) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyDown:
		x.menu.step(x, 1)
	case fyne.KeyUp:
		x.menu.step(x, -1)
	default:
		x.control.TypedKey(ev)
	}
}

// CreateRenderer implements fyne.Widget.
func (x *menuItem) CreateRenderer() fyne.WidgetRenderer {
	bg, words, rg := NewRect(ColorNone), Body(x.label), newRing(true)
	var caps []fyne.CanvasObject
	for _, c := range x.env.KeyCaps(x.chord) {
		caps = append(caps, NewKeyCap(c))
	}
	keys := Row(3, caps...)
	d := &drawing{objs: []fyne.CanvasObject{bg, words, keys, rg.Container}}
	d.lay = func(s fyne.Size) {
		bg.Resize(s)
		rg.lay(s)
		k, h := keys.MinSize(), words.MinSize().Height
		words.Resize(fyne.NewSize(max(0, s.Width-k.Width-S(32)), h))
		words.Move(fyne.NewPos(S(12), (s.Height-h)/2))
		keys.Resize(k)
		keys.Move(fyne.NewPos(s.Width-k.Width-S(12), (s.Height-k.Height)/2))
	}
	d.min = func() fyne.Size {
		return fyne.NewSize(words.MinSize().Width+keys.MinSize().Width+S(56), S(menuRow))
	}
	d.ref = func() {
		fill := ColorNone
		if x.hovered || x.focused {
			fill = ColorSel
		}
		bg.Set(fill, ColorNone, 0)
		rg.show(x.focused)
	}
	d.ref()
	return d
}

// catcher takes the clicks beside a menu.
type catcher struct {
	widget.BaseWidget
	do func()
}

func newCatcher(do func()) *catcher {
	c := &catcher{do: do}
	c.ExtendBaseWidget(c)
	return c
}

// Tapped implements fyne.Tappable.
func (c *catcher) Tapped(*fyne.PointEvent) { c.do() }

// TappedSecondary implements fyne.SecondaryTappable.
func (c *catcher) TappedSecondary(*fyne.PointEvent) { c.do() }

// CreateRenderer implements fyne.Widget.
func (c *catcher) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{objs: []fyne.CanvasObject{NewRect(ColorNone)}}
}
