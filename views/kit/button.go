package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Look is the weight of a button.
type Look int

// The looks of buttons. There is no red button.
const (
	Quiet   Look = iota // edge, surface
	Primary             // filled: the one next step of a screen
	Link                // words in primary, no edge
	Bare                // icon alone, in tool bars and rows
)

// Button is a rectangle with icon, words and the key that does the same.
type Button struct {
	control
	look  Look
	icon  string
	text  string
	chord string
	small bool
}

// NewButton makes a quiet button.
func NewButton(env *Env, name, icon, text string, do func()) *Button {
	b := &Button{icon: icon, text: text}
	b.init(b, env, name, text, do)
	return b
}

// NewPrimary makes the primary button.
func NewPrimary(env *Env, name, icon, text string, do func()) *Button {
	b := NewButton(env, name, icon, text, do)
	b.look = Primary
	return b
}

// NewLink makes a link.
func NewLink(env *Env, name, text string, do func()) *Button {
	b := NewButton(env, name, "", text, do)
	b.look, b.role = Link, fyne.AccessibleRoleLink
	return b
}

// NewIconButton makes a button of an icon alone; hint says in words what it does
// and stands in the status bar on focus and hover.
func NewIconButton(env *Env, name, icon, hint string, do func()) *Button {
	b := NewButton(env, name, icon, "", do)
	b.look, b.label, b.hint = Bare, hint, hint
	return b
}

// Small makes the button 26 high instead of 32.
func (b *Button) Small() *Button { b.small = true; return b }

// Edge gives an icon button an edge (pause or cancel of a row).
func (b *Button) Edge() *Button { b.look = Quiet; b.small = true; return b }

// Key shows the cap of a key on the button ("Strg+Enter").
func (b *Button) Key(chord string) *Button { b.chord = chord; return b }

// Set changes icon and words.
func (b *Button) Set(icon, text string) {
	if b.icon == icon && b.text == text {
		return
	}
	b.icon, b.text = icon, text
	if text != "" {
		b.label = text
	}
	b.Refresh()
}

// SetLook changes the weight: a primary button stays quiet until it may act.
func (b *Button) SetLook(l Look) {
	if b.look != l {
		b.look = l
		b.Refresh()
	}
}

// SetAct changes what the button does.
func (b *Button) SetAct(do func()) { b.act = do }

// Text gives the words on the button.
func (b *Button) Text() string { return b.text }

func (b *Button) colors() (fill, edge, fg fyne.ThemeColorName) {
	switch {
	case b.look == Primary && !b.disabled:
		return ColorPrimary, ColorPrimary, ColorOnPrimary
	case b.look == Link:
		return ColorNone, ColorNone, ColorPrimary
	case b.look == Bare:
		fill, edge, fg = ColorNone, ColorNone, ColorText
	default:
		fill, edge, fg = ColorSurface, ColorBorder, ColorText
	}
	if b.disabled { // without its edge: in high contrast there is no paler text
		return fill, ColorNone, ColorText2
	}
	if b.hovered {
		fill = ColorHover
	}
	return fill, edge, fg
}

// buttonParts are what a button is drawn of.
type buttonParts struct {
	b     *Button
	bg    *Rect
	icon  *Icon
	words *Text
	caps  *fyne.Container
	under *Rect
	ring  *ring
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	p := &buttonParts{b: b, bg: Edged(ColorSurface, ColorBorder, 3), icon: NewIcon(b.icon, ColorText, 16),
		words: NewText(b.text, RoleText, ColorText),
		caps:  container.NewWithoutLayout(), under: HLine(ColorPrimary), ring: newRing(false)}
	p.refresh()
	return &drawing{objs: []fyne.CanvasObject{p.bg, p.icon, p.words, p.caps, p.under, p.ring.Container}, lay: p.layout, min: p.min,
		ref: p.refresh}
}

func (p *buttonParts) pad() float32 {
	switch {
	case p.b.look == Link:
		return 0
	case p.b.text == "":
		return S(5)
	case p.b.small:
		return S(9)
	}
	return S(13)
}

func (p *buttonParts) width() float32 {
	w := 2 * p.pad()
	if p.b.icon != "" {
		w += p.icon.MinSize().Width
	}
	if p.b.text != "" {
		w += p.words.MinSize().Width
		if p.b.icon != "" {
			w += S(8)
		}
	}
	for _, o := range p.caps.Objects {
		w += o.MinSize().Width
	}
	if n := len(p.caps.Objects); n > 0 {
		w += S(8) + S(4)*float32(n-1)
	}
	return w
}

func (p *buttonParts) min() fyne.Size {
	h := S(32)
	if p.b.look == Link || p.b.small || p.b.text == "" {
		h = S(26)
	}
	w := p.width()
	if p.b.look != Link {
		w = max(w, h)
	}
	return fyne.NewSize(w, h)
}

func (p *buttonParts) layout(s fyne.Size) {
	p.bg.Resize(s)
	p.ring.lay(s)
	x := max(p.pad(), (s.Width-p.width())/2+p.pad())
	if p.b.look == Link {
		x = 0
	}
	put := func(o fyne.CanvasObject) {
		m := o.MinSize()
		o.Resize(m)
		o.Move(fyne.NewPos(x, (s.Height-m.Height)/2))
		x += m.Width
	}
	if p.b.icon != "" {
		put(p.icon)
		x += S(8)
	}
	m := p.words.MinSize()
	p.under.Resize(fyne.NewSize(m.Width, 1))
	p.under.Move(fyne.NewPos(x, (s.Height+m.Height)/2-S(2)))
	put(p.words)
	x += S(8)
	p.caps.Resize(s)
	for _, o := range p.caps.Objects {
		put(o)
		x += S(4)
	}
}

func (p *buttonParts) refresh() {
	b := p.b
	fill, edge, fg := b.colors()
	p.bg.Set(fill, edge, 1)
	p.icon.Set(b.icon, fg)
	role := RoleText
	if b.look == Primary {
		role = RoleBold
	}
	p.words.Style(role, fg)
	p.words.Set(b.text)
	p.under.Hidden = b.look != Link || !b.hovered
	capsFor(b.env, p.caps, b.chord, fg)
	p.ring.show(b.focused)
	p.layout(b.Size())
}

func capsFor(env *Env, box *fyne.Container, chord string, fg fyne.ThemeColorName) {
	parts := env.KeyCaps(chord)
	if len(parts) != len(box.Objects) {
		box.Objects = nil
		for _, p := range parts {
			box.Objects = append(box.Objects, NewKeyCap(p))
		}
	}
	for i, p := range parts {
		box.Objects[i].(*KeyCap).Set(p, fg)
	}
	box.Refresh()
}

// KeyCap is one key in words: Strg, Umschalt, Enter.
type KeyCap struct {
	widget.BaseWidget
	text  string
	color fyne.ThemeColorName
}

// NewKeyCap makes a cap.
func NewKeyCap(text string) *KeyCap {
	k := &KeyCap{text: text, color: ColorText2}
	k.ExtendBaseWidget(k)
	return k
}

// KeyCaps shows a whole key ("Strg+Enter") as caps side by side.
func KeyCaps(env *Env, chord string) *fyne.Container {
	var caps []fyne.CanvasObject
	for _, p := range env.KeyCaps(chord) {
		caps = append(caps, NewKeyCap(p))
	}
	return Row(4, caps...)
}

// Set changes word and colour.
func (k *KeyCap) Set(text string, c fyne.ThemeColorName) {
	if k.text != text || k.color != c {
		k.text, k.color = text, c
		k.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (k *KeyCap) CreateRenderer() fyne.WidgetRenderer {
	edge := Edged(ColorNone, ColorBorder, 2)
	word := NewText(k.text, RoleCaption, k.color)
	return &drawing{objs: []fyne.CanvasObject{edge, word},
		lay: func(s fyne.Size) {
			edge.Resize(s)
			m := word.MinSize()
			word.Resize(m)
			word.Move(fyne.NewPos((s.Width-m.Width)/2, (s.Height-m.Height)/2))
		},
		min: func() fyne.Size { return fyne.NewSize(max(S(18), word.MinSize().Width+S(8)), S(18)) },
		ref: func() {
			stroke := ColorBorder
			if k.color == ColorOnPrimary {
				stroke = ColorOnPrimary
			}
			edge.Set(ColorNone, stroke, 1)
			word.Say(k.text, k.color)
		}}
}

// Chip is a filter with a count; Leertaste toggles it.
type Chip struct {
	control
	icon   string
	tint   fyne.ThemeColorName
	text   string
	count  string
	active bool
}

// NewChip makes a chip. count may be empty.
func NewChip(env *Env, name, text, count string, toggled func()) *Chip {
	c := &Chip{text: text, count: count}
	c.init(c, env, name, strings.TrimSpace(text+" "+count), toggled)
	return c
}

// Icon puts a severity shape before the words.
func (c *Chip) Icon(name string, tint fyne.ThemeColorName) *Chip {
	c.icon, c.tint = name, tint
	return c
}

// Set changes count and state.
func (c *Chip) Set(count string, active bool) {
	if c.count != count || c.active != active {
		c.count, c.active = count, active
		c.label = strings.TrimSpace(c.text + " " + count)
		c.Refresh()
	}
}

// Active tells whether the filter is in force.
func (c *Chip) Active() bool { return c.active }

// CreateRenderer implements fyne.Widget.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	bg := Edged(ColorSurface, ColorBorder, 3)
	ic := NewIcon(c.icon, c.tint, 14)
	word := Body(c.text)
	count := Bold(c.count)
	rg := newRing(false)
	d := &drawing{objs: []fyne.CanvasObject{bg, ic, word, count, rg.Container}}
	parts := func() []fyne.CanvasObject {
		var out []fyne.CanvasObject
		if c.icon != "" {
			out = append(out, ic)
		}
		if c.text != "" {
			out = append(out, word)
		}
		if c.count != "" {
			out = append(out, count)
		}
		return out
	}
	d.lay = func(s fyne.Size) {
		bg.Resize(s)
		rg.lay(s)
		x := S(9)
		for _, o := range parts() {
			m := o.MinSize()
			o.Resize(m)
			o.Move(fyne.NewPos(x, (s.Height-m.Height)/2))
			x += m.Width + S(6)
		}
	}
	d.min = func() fyne.Size {
		w := S(18) - S(6)
		for _, o := range parts() {
			w += o.MinSize().Width + S(6)
		}
		return fyne.NewSize(w, S(26))
	}
	d.ref = func() {
		fill, edge := ColorSurface, ColorBorder
		if c.hovered {
			fill = ColorHover
		}
		if c.active {
			fill, edge = ColorSel, ColorPrimary
		}
		bg.Set(fill, edge, 1)
		ic.Set(c.icon, c.tint)
		word.Set(c.text)
		count.Set(c.count)
		rg.show(c.focused)
		d.lay(c.Size())
	}
	d.ref()
	return d
}
