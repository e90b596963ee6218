package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Entry is a text field that hands on what is not typing: F-keys, Esc and the
// combinations with Strg and Alt that the screen has bound (look.md 9).
type Entry struct {
	widget.Entry
	env     *Env
	hint    string
	focused bool
	typed   bool // since the mouse was pressed last
	ring    func(bool)
	// OnEscape is called by Esc before the screen is asked; true = used.
	OnEscape func() bool
	// OnDown is called by Ab in a field of one line (into the list below).
	OnDown func()
}

// NewEntry makes a field of one line.
func NewEntry(env *Env, name, placeholder string, changed func(string)) *Entry {
	e := &Entry{env: env}
	e.ExtendBaseWidget(e)
	e.PlaceHolder = placeholder
	e.OnChanged = changed
	e.Wrapping, e.Scroll = fyne.TextWrapOff, fyne.ScrollHorizontalOnly // a long line scrolls inside the box
	env.Name(name, e)
	return e
}

// EscapeClears makes Esc empty the field; an empty one leaves Esc to others.
func (e *Entry) EscapeClears() {
	e.OnEscape = func() bool {
		if e.Text == "" {
			return false
		}
		e.SetText("")
		return true
	}
}

// NewTextArea makes a field of several lines that wraps.
func NewTextArea(env *Env, name, placeholder string, lines int, changed func(string)) *Entry {
	e := NewEntry(env, name, placeholder, changed)
	e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
	e.Scroll = fyne.ScrollVerticalOnly
	e.SetMinRowsVisible(lines)
	return e
}

// SetHint sets what the status bar says on focus.
func (e *Entry) SetHint(text string) { e.hint = text }

// Put sets the text; OnChanged is not called when it is the same.
func (e *Entry) Put(text string) {
	if e.Text != text {
		e.SetText(text)
	}
}

// CreateRenderer implements fyne.Widget. What the toolkit draws around an entry is left out:
// edge and ring are the field's. A theme of its own for each field would do that too, but the
// toolkit reads all fonts anew for every such theme and never gives them back.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer { return edgeless{e.Entry.CreateRenderer()} }

// edgeless draws an entry without its box and edge, the rectangles.
type edgeless struct{ fyne.WidgetRenderer }

// Objects implements fyne.WidgetRenderer.
func (r edgeless) Objects() (list []fyne.CanvasObject) {
	for _, o := range r.WidgetRenderer.Objects() {
		if _, edge := o.(*canvas.Rectangle); !edge {
			list = append(list, o)
		}
	}
	return list
}

// FocusGained implements fyne.Focusable.
func (e *Entry) FocusGained() {
	e.focused = true
	e.env.Hint(e.hint)
	e.Entry.FocusGained()
	if e.ring != nil {
		e.ring(true)
	}
}

// FocusLost implements fyne.Focusable.
func (e *Entry) FocusLost() {
	e.focused = false
	e.env.Hint("")
	e.Entry.FocusLost()
	if e.ring != nil {
		e.ring(false)
	}
}

// MouseDown implements desktop.Mouseable.
func (e *Entry) MouseDown(ev *desktop.MouseEvent) {
	e.typed = false
	e.Entry.MouseDown(ev)
}

// TypedRune implements fyne.Focusable.
func (e *Entry) TypedRune(r rune) {
	e.typed = true
	e.Entry.TypedRune(r)
}

// DoubleTapped implements fyne.DoubleTappable. A double click is told some time after it, on a
// busy machine long after; the word typed meanwhile would be selected, and the next letter
// would take its place.
func (e *Entry) DoubleTapped(ev *fyne.PointEvent) {
	if !e.typed {
		e.Entry.DoubleTapped(ev)
	}
}

// TypedKey implements fyne.Focusable.
func (e *Entry) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyEscape:
		if (e.OnEscape == nil || !e.OnEscape()) && !e.env.Key(ev) {
			e.Entry.TypedKey(ev)
		}
		return
	case fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8,
		fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12:
		e.env.Key(ev)
		return
	case fyne.KeyDown:
		if !e.MultiLine && e.OnDown != nil {
			e.OnDown()
			return
		}
	}
	e.Entry.TypedKey(ev)
}

// TypedShortcut implements fyne.Shortcutable: copying, undo and the like are the
// field's own, everything else is first offered to the screen.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo, *fyne.ShortcutCopy, *fyne.ShortcutCut, *fyne.ShortcutPaste, *fyne.ShortcutSelectAll:
		e.Entry.TypedShortcut(s)
		return
	}
	if !e.env.Shortcut(s) {
		e.Entry.TypedShortcut(s)
	}
}

// Field is an entry with label, help or error, 32 high, ring outside.
type Field struct {
	widget.BaseWidget
	Entry     *Entry
	label     string
	mandatory bool
	help, bad string
	icon      string
	chord     string
	env       *Env
}

// NewField puts a label over an entry; an empty label leaves that line away.
func NewField(env *Env, label string, e *Entry) *Field {
	f := &Field{Entry: e, label: label, env: env}
	f.ExtendBaseWidget(f)
	return f
}

// NewSearch makes a search field with the glass and the key that leads into it.
func NewSearch(env *Env, name, placeholder string, changed func(string)) *Field {
	f := NewField(env, "", NewEntry(env, name, placeholder, changed))
	f.icon, f.chord = "search", "/"
	return f
}

// Mandatory marks the field with "*".
func (f *Field) Mandatory() *Field { f.mandatory = true; return f }

// Help sets the line below.
func (f *Field) Help(text string) *Field { f.help = text; return f }

// SetError shows what is wrong; "" takes it away.
func (f *Field) SetError(text string) {
	if f.bad != text {
		f.bad = text
		f.Refresh()
	}
}

// fieldParts are what a field is drawn of.
type fieldParts struct {
	f            *Field
	label, below *Text
	bg           *Rect
	icon, bad    *Icon
	lid          *Rect // over the scroll bar that the toolkit draws in a field of one line
	key          fyne.CanvasObject
	ring         *ring
}

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	p := &fieldParts{f: f, label: Caption(f.label), below: NewText("", RoleCaption, ColorText2).End(),
		bg:   Edged(ColorSurface, ColorBorder, 3),
		icon: NewIcon(f.icon, ColorText2, 16), bad: NewIcon("", ColorError, 14), key: Space(0, 0), ring: newRing(false),
		lid: NewRect(ColorSurface)}
	if f.Entry.MultiLine {
		p.lid.Hide()
	}
	if f.chord != "" {
		p.key = KeyCaps(f.env, f.chord)
	}
	f.Entry.ring = p.ring.show
	p.refresh()
	return &drawing{objs: []fyne.CanvasObject{p.label, p.bg, p.icon, f.Entry, p.lid, p.key, p.bad, p.below, p.ring.Container},
		lay: p.layout, min: p.min, ref: p.refresh}
}

func (p *fieldParts) box() float32 {
	if p.f.Entry.MultiLine {
		return p.f.Entry.MinSize().Height
	}
	return S(32)
}

// top is the height of the label line.
func (p *fieldParts) top() float32 {
	if p.f.label == "" {
		return 0
	}
	return LineHeight(RoleCaption) + S(4)
}

func (p *fieldParts) min() fyne.Size { return fyne.NewSize(S(80), p.top()+p.box()+p.f.below()) }

func (p *fieldParts) layout(s fyne.Size) {
	y, h := p.top(), p.box()
	p.label.Resize(fyne.NewSize(s.Width, LineHeight(RoleCaption)))
	if p.f.Entry.MultiLine {
		h = max(h, s.Height-y-p.f.below())
	}
	p.bg.Move(fyne.NewPos(0, y))
	p.bg.Resize(fyne.NewSize(s.Width, h))
	p.ring.around(fyne.NewPos(0, y), fyne.NewSize(s.Width, h), 1)
	p.fill(s.Width, y, h)
	by, bx := y+h+S(3), float32(0)
	if p.f.bad != "" {
		p.bad.Move(fyne.NewPos(0, by+S(1)))
		p.bad.Resize(fyne.NewSquareSize(S(14)))
		bx = S(19)
	}
	p.below.Move(fyne.NewPos(bx, by))
	p.below.Resize(fyne.NewSize(s.Width-bx, LineHeight(RoleCaption)))
}

// fill puts icon, entry and key cap into the box.
func (p *fieldParts) fill(width, y, h float32) {
	x, right := float32(1), float32(1)
	if p.f.icon != "" {
		p.icon.Move(fyne.NewPos(S(9), y+(h-S(16))/2))
		p.icon.Resize(fyne.NewSquareSize(S(16)))
		x = S(28)
	}
	if p.f.chord != "" && width > S(180) {
		m := p.key.MinSize()
		p.key.Resize(m)
		p.key.Move(fyne.NewPos(width-m.Width-S(8), y+(h-m.Height)/2))
		p.key.Show()
		right = m.Width + S(10)
	} else {
		p.key.Hide()
	}
	em := h - 2
	if !p.f.Entry.MultiLine {
		em = min(p.f.Entry.MinSize().Height, h-2)
	}
	within, tall := max(0, width-x-right), em
	if p.lid.Visible() { // one point lower, the bar lies below the letters
		tall++
		bar := fyne.CurrentApp().Settings().Theme().Size(theme.SizeNameScrollBarSmall) + caretWidth
		p.lid.Resize(fyne.NewSize(within, bar))
		p.lid.Move(fyne.NewPos(x, y+(h+em)/2-bar))
	}
	p.f.Entry.Resize(fyne.NewSize(within, tall))
	p.f.Entry.Move(fyne.NewPos(x, y+(h-em)/2))
}

func (p *fieldParts) refresh() {
	f := p.f
	text := f.label
	if f.mandatory {
		text += " *"
	}
	p.label.Set(text)
	edge, width := ColorBorder, float32(1)
	if f.bad != "" {
		edge, width = ColorError, 2
		p.bad.Set("error", ColorError)
		p.below.Say(f.bad, ColorError)
	} else {
		p.bad.Set("", ColorError)
		p.below.Say(f.help, ColorText2)
	}
	p.bg.Set(ColorSurface, edge, width)
	p.ring.show(f.Entry.focused)
	p.layout(f.Size())
}

func (f *Field) below() float32 {
	if f.bad == "" && f.help == "" {
		return 0
	}
	return S(3) + LineHeight(RoleCaption)
}
