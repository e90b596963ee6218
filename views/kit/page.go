package kit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Crumb is one step of the breadcrumb; Go nil = not a link.
type Crumb struct {
	Text string
	Go   func()
}

// PageHead is the head of a page: breadcrumb, title with stamp, at most two quiet
// buttons and the primary one, always at the top right.
type PageHead struct {
	env    *Env
	crumbs *fyne.Container
	title  *Text
	stamp  *Stamp
	beside *fyne.Container
	right  *fyne.Container
	more   *Button // what has stepped back
	body   *fyne.Container
	root   *fyne.Container
}

// NewPageHead makes a head.
func NewPageHead(env *Env, title string) *PageHead {
	h := &PageHead{env: env, crumbs: Row(6), title: NewText(title, RoleTitle, ColorText).End(), stamp: NewStamp("", ToneNote, ""),
		beside: container.NewStack(), right: Row(8)}
	h.stamp.Hide()
	h.crumbs.Hide()
	h.right.Hide()
	h.more = NewButton(env, "head.more", "chevron-down", env.T("kit.head.more"), h.openMore)
	line := container.New(titleLine{}, h.title, h.stamp, h.beside)
	h.body = Sized(0, 67, Pad(container.New(headLayout{h}, Col(0, h.crumbs, line), h.right), 0, 20, 0, 20))
	h.root = container.NewStack(NewRect(ColorSurface), Col(0, Grow(h.body), HLine(ColorLine)))
	return h
}

// Object gives the head for the screen's layout.
func (h *PageHead) Object() fyne.CanvasObject { return h.root }

// Fit gives the head its height for a size class: 68, in class S 52.
func (h *PageHead) Fit(c Class) {
	height := float32(67)
	if c == ClassS {
		height = 51
	}
	h.body.Layout = sized{0, height}
	h.root.Refresh()
}

// SetTitle changes the title; it is shortened at the end.
func (h *PageHead) SetTitle(s string) { h.title.Set(s); h.root.Refresh() }

// SetStamp changes the stamp; an empty word takes it away.
func (h *PageHead) SetStamp(word string, tone Tone, icon string) {
	h.stamp.Set(word, tone, icon)
	h.root.Refresh()
}

// SetNote puts a caption beside the title ("20 Portionen, 7 warten auf Sie").
func (h *PageHead) SetNote(s string) {
	h.beside.Objects = nil
	if s != "" {
		h.beside.Objects = []fyne.CanvasObject{Middle(NewText(s, RoleText, ColorText2))}
	}
	h.beside.Refresh()
	h.root.Refresh()
}

// SetBeside puts any object beside the title (the small slip in narrow windows).
func (h *PageHead) SetBeside(o fyne.CanvasObject) {
	h.beside.Objects = []fyne.CanvasObject{o}
	h.beside.Refresh()
	h.root.Refresh()
}

// SetCrumbs changes the breadcrumb.
func (h *PageHead) SetCrumbs(crumbs ...Crumb) {
	var items []fyne.CanvasObject
	for i, c := range crumbs {
		if i > 0 {
			items = append(items, NewIcon("chevron-right", ColorText2, 12))
		}
		text := Shorten(c.Text, S(260), RoleCaption, true)
		if c.Go != nil {
			b := NewLink(h.env, "", text, c.Go)
			items = append(items, crumb(b))
		} else {
			items = append(items, Grow(Caption(text).End()))
		}
	}
	row := Row(6, items...) // unwraps Grow
	h.crumbs.Layout, h.crumbs.Objects = row.Layout, row.Objects
	h.crumbs.Hidden = len(items) == 0
	h.root.Refresh()
}

// crumb makes a link as low as a caption line.
func crumb(b *Button) fyne.CanvasObject { return Sized(0, 18, b) }

// SetButtons changes the buttons, the primary one last.
func (h *PageHead) SetButtons(buttons ...fyne.CanvasObject) {
	if len(buttons) > 1 {
		buttons = append([]fyne.CanvasObject{h.more}, buttons...)
	}
	row := Row(8, buttons...)
	h.right.Layout, h.right.Objects = row.Layout, row.Objects
	h.right.Hidden = len(buttons) == 0
	h.root.Refresh()
}

// steppedBack gives the buttons there is no room for.
func (h *PageHead) steppedBack() []*Button {
	var out []*Button
	for _, o := range h.right.Objects {
		if b, ok := o.(*Button); ok && b != h.more && !b.Visible() {
			out = append(out, b)
		}
	}
	return out
}

// openMore opens them as a menu below their place.
func (h *PageHead) openMore() {
	var acts []Action
	for _, b := range h.steppedBack() {
		if !b.disabled {
			acts = append(acts, Action{ID: b.name, Title: b.text, Keys: h.env.keysNamed(b.name), Do: b.press})
		}
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.more)
	ShowMenu(h.env, h.env.T("kit.head.more"), at.AddXY(0, h.more.Size().Height), acts...)
}

// headLayout gives the title at least 240, and up to 420 where it is longer; quiet buttons that
// do not fit beside it step back into a menu, the primary one never does. All but two step back
// before a title is cut at all.
type headLayout struct{ h *PageHead }

// quiet is how many buttons may stand beside the primary one at the cost of the title, the menu
// counted.
const quiet = 2

// least is the room that the title keeps beside buttons, of which so many are shown.
func (l headLayout) least(shown int) float32 {
	want := Measure(l.h.title.content, RoleTitle)
	if l.h.stamp.Visible() {
		want += l.h.stamp.MinSize().Width + S(12)
	}
	if shown > quiet+1 {
		return max(S(240), want)
	}
	return max(S(240), min(want, S(420)))
}

func (l headLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	left, right := o[0], o[1].(*fyne.Container)
	for _, b := range right.Objects {
		b.Show()
	}
	l.h.more.Hide()
	for i := 0; i < len(right.Objects)-1 && right.MinSize().Width+l.least(visible(right.Objects))+S(16) > s.Width; i++ {
		if right.Objects[i] == fyne.CanvasObject(l.h.more) {
			continue
		}
		right.Objects[i].Hide()
		if len(l.h.steppedBack()) > 0 {
			l.h.more.Show()
		}
	}
	w := float32(0)
	if right.Visible() {
		w = min(right.MinSize().Width, s.Width)
		h := right.MinSize().Height
		right.Resize(fyne.NewSize(w, h))
		right.Move(fyne.NewPos(s.Width-w, (s.Height-h)/2))
		right.Layout.Layout(right.Objects, right.Size())
		w += S(16)
	}
	h := left.MinSize().Height
	left.Resize(fyne.NewSize(max(0, s.Width-w), h))
	left.Move(fyne.NewPos(0, (s.Height-h)/2))
}

// visible counts the objects that are shown.
func visible(o []fyne.CanvasObject) (n int) {
	for _, x := range o {
		if x.Visible() {
			n++
		}
	}
	return n
}

func (headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(S(240), max(o[0].MinSize().Height, o[1].MinSize().Height))
}

type titleLine struct{}

func (titleLine) Layout(o []fyne.CanvasObject, s fyne.Size) {
	t := o[0].(*Text)
	full := Measure(t.content, RoleTitle) + 1
	rest := s.Width
	for i, c := range o[1:] {
		need := c.MinSize().Width + S(12)
		switch {
		case i == 0 && !c.Visible() || c.MinSize().Width == 0:
		case i > 0 && rest-need < min(full, s.Width/2): // what stands beside gives way to the title, the stamp does not
			c.Hide()
		default:
			c.Show()
			rest -= need
		}
	}
	w := min(max(0, rest), full)
	t.Resize(fyne.NewSize(w, s.Height))
	x := w + S(12)
	for _, c := range o[1:] {
		if !c.Visible() {
			continue
		}
		m := c.MinSize()
		c.Resize(m)
		c.Move(fyne.NewPos(x, (s.Height-m.Height)/2+S(1)))
		x += m.Width + S(12)
	}
}

func (titleLine) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(S(80), o[0].MinSize().Height)
}

// Box is an error box, warning or note on the page: what happened, what it means,
// ways out. It stays until solved and is never a modal window.
type Box struct {
	Tone    Tone
	Title   string
	Text    string
	Details string // technical text behind "Einzelheiten"
	Buttons []fyne.CanvasObject
}

// NewBox draws a box. name registers it; grown is called when details open.
func NewBox(env *Env, name string, b Box, grown func()) *fyne.Container {
	words := []fyne.CanvasObject{}
	if b.Title != "" {
		words = append(words, Bold(b.Title).Wrap())
	}
	if b.Text != "" {
		words = append(words, Body(b.Text).Wrap())
	}
	details := NewText(b.Details, RoleMono, ColorText2).Wrap()
	details.Hide()
	words = append(words, details)
	column := Col(2, words...)
	ways := slices.Clone(b.Buttons)
	var box *fyne.Container
	if b.Details != "" {
		ways = append(ways, NewLink(env, name+".details", env.T("kit.box.details"), func() {
			details.Hidden = !details.Hidden
			fyne.CurrentApp().Clipboard().SetContent(b.Details)
			box.Refresh()
			if grown != nil {
				grown()
			}
		}))
	}
	bar := NewRect(b.Tone.Color())
	box = container.NewStack(Edged(b.Tone.Tint(), b.Tone.Color(), 2),
		Cols(0, Wide(4, bar), Grow(Pad(container.New(&boxLayout{}, NewIcon(b.Tone.Icon(), b.Tone.Color(), 16), column, Flow(12, ways...)),
			10, 14, 10, 12))))
	env.Name(name, box)
	return box
}

// boxLayout puts the ways out right of the words where these keep a readable width, else
// below them: words are never broken one to a line.
type boxLayout struct{ width float32 }

// readable is the least width of words beside buttons, in units.
const readable = 280

func (l *boxLayout) parts(o []fyne.CanvasObject, width float32) (words, ways float32, beside bool) {
	ways = float32(0)
	for _, b := range o[2].(*fyne.Container).Objects {
		ways += b.MinSize().Width + S(12)
	}
	words = max(0, width-S(28))
	if beside = width <= 0 || words-ways >= S(readable); beside {
		words = max(0, words-ways)
	}
	return words, ways, beside
}

// Layout implements fyne.Layout.
func (l *boxLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	words, ways, beside := l.parts(o, s.Width)
	icon := o[0].MinSize()
	o[0].Resize(icon)
	for range 2 { // broken text needs its width before it knows its height
		o[1].Resize(fyne.NewSize(words, o[1].MinSize().Height))
	}
	h := o[1].Size().Height
	if beside {
		o[0].Move(fyne.NewPos(0, (s.Height-icon.Height)/2))
		o[1].Move(fyne.NewPos(S(28), (s.Height-h)/2))
		o[2].Resize(fyne.NewSize(ways, o[2].MinSize().Height))
		o[2].Move(fyne.NewPos(s.Width-ways+S(12), (s.Height-o[2].MinSize().Height)/2))
		return
	}
	o[0].Move(fyne.NewPos(0, S(1)))
	o[1].Move(fyne.NewPos(S(28), 0))
	o[2].Resize(fyne.NewSize(words, o[2].MinSize().Height))
	o[2].Resize(fyne.NewSize(words, o[2].MinSize().Height))
	o[2].Move(fyne.NewPos(S(28), h+S(8)))
}

// MinSize implements fyne.Layout: the height follows the width last given.
func (l *boxLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	words, ways, beside := l.parts(o, l.width)
	if l.width > 0 {
		o[1].Resize(fyne.NewSize(words, o[1].MinSize().Height))
	}
	h := max(o[0].MinSize().Height, o[1].MinSize().Height)
	if under := o[2].MinSize().Height; ways > 0 && !beside {
		h += S(8) + under
	} else {
		h = max(h, under)
	}
	return fyne.NewSize(S(80), h)
}

// NewEmpty is the empty state: one bold line what belongs here, one line how it
// gets here, one button (may be nil).
func NewEmpty(title, text string, button fyne.CanvasObject) *fyne.Container {
	items := []fyne.CanvasObject{Bold(title).Wrap(), NewText(text, RoleText, ColorText2).Wrap()}
	if button != nil {
		items = append(items, Space(0, 4), Loose(button))
	}
	return Pad(Col(4, items...), 24, 20, 20, 20)
}

// Tabs is a row of tabs of our own: in the tab order, Strg+1 … Strg+n, a line of
// 2 units under the chosen one.
type Tabs struct {
	env     *Env
	heads   []*tab
	bodies  []func() fyne.CanvasObject
	holder  *fyne.Container
	row     *fyne.Container
	root    *fyne.Container
	now     int
	Changed func(i int)
}

// Tab is one tab; Body is built when first shown and whenever Show is called.
type Tab struct {
	Title, Count string
	Body         func() fyne.CanvasObject
}

// NewTabs makes tabs; name registers the heads as name.0, name.1 ….
func NewTabs(env *Env, name string, tabs ...Tab) *Tabs {
	t := &Tabs{env: env, holder: container.NewStack(), now: -1}
	var heads []fyne.CanvasObject
	for i, tb := range tabs {
		h := newTab(env, name+"."+string(rune('0'+i)), tb.Title, func() { t.Show(i) })
		h.count = tb.Count
		t.heads = append(t.heads, h)
		t.bodies = append(t.bodies, tb.Body)
		heads = append(heads, h)
	}
	t.row = Row(0, heads...)
	t.root = Col(0, Sized(0, 36, Pad(t.row, 0, 16, 0, 16)), HLine(ColorLine), Grow(t.holder))
	return t
}

// Object gives the tabs for the screen's layout.
func (t *Tabs) Object() *fyne.Container { return t.root }

// Now gives the chosen tab.
func (t *Tabs) Now() int { return t.now }

// Show chooses a tab and builds its body anew.
func (t *Tabs) Show(i int) {
	if i < 0 || i >= len(t.heads) {
		return
	}
	changed := i != t.now
	t.now = i
	for j, h := range t.heads {
		h.chosen = j == i
		h.Refresh()
	}
	t.holder.Objects = []fyne.CanvasObject{t.bodies[i]()}
	t.holder.Refresh()
	if changed && t.Changed != nil {
		t.Changed(i)
	}
}

// Count changes the number beside a tab.
func (t *Tabs) Count(i int, count string) {
	if t.heads[i].count != count {
		t.heads[i].count = count
		t.heads[i].Refresh()
		t.row.Refresh()
	}
}

type tab struct {
	control
	text, count string
	chosen      bool
}

func newTab(env *Env, name, text string, do func()) *tab {
	t := &tab{text: text}
	t.init(t, env, name, text, do)
	return t
}

// CreateRenderer implements fyne.Widget.
func (t *tab) CreateRenderer() fyne.WidgetRenderer {
	word, count, under, rg := Body(t.text), NewText(t.count, RoleText, ColorText2), NewRect(ColorPrimary), newRing(true)
	bg := NewRect(ColorNone)
	d := &drawing{objs: []fyne.CanvasObject{bg, word, count, under, rg.Container}}
	d.lay = func(s fyne.Size) {
		bg.Resize(s)
		m := word.MinSize()
		word.Resize(m)
		word.Move(fyne.NewPos(S(12), (s.Height-m.Height)/2))
		n := count.MinSize()
		count.Resize(n)
		count.Move(fyne.NewPos(S(12)+m.Width+S(6), (s.Height-n.Height)/2))
		under.Resize(fyne.NewSize(s.Width, 2))
		under.Move(fyne.NewPos(0, s.Height-2))
		rg.lay(s)
	}
	d.min = func() fyne.Size {
		w := S(24) + word.MinSize().Width
		if t.count != "" {
			w += S(6) + count.MinSize().Width
		}
		return fyne.NewSize(w, S(36))
	}
	d.ref = func() {
		role, c := RoleText, ColorText2
		if t.chosen {
			role, c = RoleBold, ColorText
		}
		word.Style(role, c)
		count.Set(t.count)
		under.Hidden = !t.chosen
		under.Refresh()
		fill := ColorNone
		if t.hovered {
			fill = ColorHover
		}
		bg.Set(fill, ColorNone, 0)
		rg.show(t.focused)
		d.lay(t.Size())
	}
	d.ref()
	return d
}
