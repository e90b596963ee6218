package kit

import (
	"sort"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// List is the list of all work: only the rows in sight are built, arrows and J/K
// select, Enter opens, letters go to the screen. A selected row has fill and a
// left bar of 3; with the focus it has the ring, drawn inside.
//
// It is a list of our own and not Fyne's: that one keeps a gap between rows and
// swallows letters, and its rows are highlighted before they are selected.
type List struct {
	control
	// Len gives the number of rows.
	Len func() int
	// Make builds an empty row; Fill puts row i into one. Fill must be quick: no I/O.
	Make func() fyne.CanvasObject
	Fill func(i int, row fyne.CanvasObject)
	// Height gives the height of row i in units; nil: RowHeight for all.
	Height func(i int) float32
	// RowHeight in units, 28 unless set.
	RowHeight float32
	// OnSelect is called when another row is selected, OnOpen by Enter or a second
	// click, OnKey first with every key (true = used). Describe gives the sentence
	// of a row for the status bar and screen readers.
	OnSelect func(i int)
	// OnFocus is called when the list gets the focus.
	OnFocus  func()
	OnOpen   func(i int)
	OnKey    func(name fyne.KeyName) bool
	Describe func(i int) string
	// Selectable tells whether row i can be selected; nil: all.
	Selectable func(i int) bool
	// Marked tells whether row i is marked; nil: none.
	Marked func(i int) bool
	// OnTap is asked first when row i is tapped with keys held (true = used). OnMenu
	// opens the menu of row i, by a right click or the menu key; at is a place on the
	// canvas. OnHover tells the row and the place in it under the mouse, -1 for none.
	OnTap   func(i int, held fyne.KeyModifier) bool
	OnMenu  func(i int, at fyne.Position)
	OnHover func(i int, at fyne.Position)
	// Chosen is the fill of the selected row, ColorSel unless set.
	Chosen fyne.ThemeColorName
	// NoLines leaves the lines between rows away.
	NoLines bool

	selected int
	tops     []float32 // top of each row, last = total height
	pool     []*listRow
	scroll   *container.Scroll
	body     *fyne.Container
	said     string // the sentence told last
	pointed  bool   // a click gives it the focus: its row is selected, not the first
}

// NewList makes a list; set the functions, then Reload.
func NewList(env *Env, name string, count func() int, mk func() fyne.CanvasObject, fill func(int, fyne.CanvasObject)) *List {
	l := &List{Len: count, Make: mk, Fill: fill, RowHeight: 28, selected: -1}
	l.body = container.New(&listBody{l})
	l.scroll = container.NewVScroll(l.body)
	l.scroll.OnScrolled = func(fyne.Position) { l.show() }
	l.init(l, env, name, "", nil)
	l.role = fyne.AccessibleRoleText // Fyne knows no list; what is a container it passes by
	return l
}

// Selected gives the selected row, -1 for none.
func (l *List) Selected() int { return l.selected }

// Select selects a row and brings it into sight; -1 selects none. OnSelect is
// called if it changed.
func (l *List) Select(i int) {
	if i >= l.Len() {
		i = l.Len() - 1
	}
	if i < 0 {
		i = -1
	}
	changed := i != l.selected
	l.selected = i
	l.Reveal(i)
	l.show()
	if changed && i >= 0 {
		l.say()
		if l.OnSelect != nil {
			l.OnSelect(i)
		}
	}
}

// Mark moves the selection without telling OnSelect, after a reload.
func (l *List) Mark(i int) {
	l.selected = i
	l.show()
}

// Reload takes the rows anew, keeps selection and scroll position; a selection
// that fell away goes to the neighbour.
func (l *List) Reload() {
	if n := l.Len(); l.selected >= n {
		l.selected = n - 1
	}
	l.measure()
	l.body.Refresh()
	l.scroll.Refresh()
	l.show()
	if l.focused && l.AccessibilityLabel() != l.said {
		l.say() // what was told of the row no longer holds
	}
}

// RefreshRow fills row i anew if it is in sight.
func (l *List) RefreshRow(i int) {
	for _, r := range l.pool {
		if r.Visible() && r.index == i {
			r.fill(i)
		}
	}
}

// ahead is how many rows beyond the selected one stay in sight.
const ahead = 2

// Reveal scrolls as little as needed to show row i and two rows beyond it, where there
// is room for them.
func (l *List) Reveal(i int) {
	if i < 0 || i+1 >= len(l.tops) {
		return
	}
	top, bottom := l.tops[max(0, i-ahead)], l.tops[min(len(l.tops)-1, i+1+ahead)]
	if bottom-top > l.scroll.Size().Height {
		top, bottom = l.tops[i], l.tops[i+1]
	}
	off := l.scroll.Offset.Y
	view := l.scroll.Size().Height
	switch {
	case top < off:
		l.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > off+view:
		l.scroll.ScrollToOffset(fyne.NewPos(0, bottom-view))
	}
}

func (l *List) measure() {
	n := l.Len()
	l.tops = make([]float32, n+1)
	for i := range n {
		h := l.RowHeight
		if l.Height != nil {
			h = l.Height(i)
		}
		l.tops[i+1] = l.tops[i] + S(h)
	}
}

func (l *List) show() {
	if len(l.tops) != l.Len()+1 {
		l.measure()
	}
	off, view := l.scroll.Offset.Y, l.scroll.Size().Height
	first := sort.Search(len(l.tops)-1, func(i int) bool { return l.tops[i+1] > off })
	used := 0
	for i := first; i < len(l.tops)-1 && l.tops[i] < off+view; i++ {
		if used == len(l.pool) {
			r := newListRow(l)
			l.pool = append(l.pool, r)
			l.body.Objects = append(l.body.Objects, r)
		}
		r := l.pool[used]
		used++
		r.Move(fyne.NewPos(0, l.tops[i]))
		r.Resize(fyne.NewSize(l.scroll.Size().Width, l.tops[i+1]-l.tops[i]))
		r.Show()
		r.fill(i)
	}
	for _, r := range l.pool[used:] {
		r.Hide()
	}
}

func (l *List) say() {
	if l.Describe != nil && l.selected >= 0 && l.selected < l.Len() {
		l.said = l.Describe(l.selected)
		l.env.Hint(l.said)
	}
}

// AccessibilityLabel implements fyne.Accessible: the sentence of the selected row.
func (l *List) AccessibilityLabel() string {
	if l.Describe != nil && l.selected >= 0 && l.selected < l.Len() {
		return l.Describe(l.selected)
	}
	return l.label
}

// Tapped implements fyne.Tappable: the free room below the rows takes the focus.
func (l *List) Tapped(*fyne.PointEvent) { l.env.Focus(l) }

// FocusGained implements fyne.Focusable; the first row is selected if none was.
func (l *List) FocusGained() {
	l.focused = true
	if l.selected < 0 && l.Len() > 0 && !l.pointed {
		l.step(1)
	}
	l.say()
	l.Refresh()
	if l.OnFocus != nil {
		l.OnFocus()
	}
}

// point gives the list the focus by a click on a row.
func (l *List) point() {
	l.pointed = true
	l.env.Focus(l)
	l.pointed = false
}

// TypedKey implements fyne.Focusable.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	if l.OnKey != nil && l.OnKey(ev.Name) {
		return
	}
	page := max(1, int(l.scroll.Size().Height/max(1, S(l.RowHeight)))-1)
	switch ev.Name {
	case desktop.KeyMenu:
		l.menu()
	case fyne.KeyF10:
		if l.OnMenu == nil || !l.env.shift() {
			l.env.Key(ev)
			return
		}
		l.menu()
	case fyne.KeyDown:
		if !l.env.shift() || !l.env.Press("Umschalt+Ab") {
			l.step(1)
		}
	case fyne.KeyUp:
		l.step(-1)
	case fyne.KeyHome:
		l.to(0, 1)
	case fyne.KeyEnd:
		l.to(l.Len()-1, -1)
	case fyne.KeyPageDown:
		if !l.env.Key(ev) {
			l.to(min(l.selected+page, l.Len()-1), -1)
		}
	case fyne.KeyPageUp:
		if !l.env.Key(ev) {
			l.to(max(l.selected-page, 0), 1)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		l.open()
	default:
		l.env.Key(ev)
	}
}

// TypedRune implements fyne.Focusable: J and K move, other letters are the screen's.
func (l *List) TypedRune(r rune) {
	if l.env.Rune(r) {
		return
	}
	switch r {
	case 'j', 'J':
		l.step(1)
	case 'k', 'K':
		l.step(-1)
	}
}

// Step selects the next (1) or previous (-1) row that can be selected.
func (l *List) Step(by int) { l.step(by) }

func (l *List) step(by int) { l.to(l.selected+by, by) }

func (l *List) to(i, by int) {
	for ; i >= 0 && i < l.Len(); i += by {
		if l.Selectable == nil || l.Selectable(i) {
			l.Select(i)
			return
		}
	}
}

// menu opens the menu of the selected row, below its beginning.
func (l *List) menu() {
	if l.OnMenu == nil || l.selected < 0 {
		return
	}
	l.Reveal(l.selected)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
	l.OnMenu(l.selected, at.AddXY(S(24), l.tops[l.selected+1]-l.scroll.Offset.Y))
}

// A notch of the mouse wheel moves three rows. Fyne gives notchDelta for a notch (1 ×
// scroll_speed); what a touch pad gives is a part of it.
const (
	notchRows  = 3
	notchDelta = 25
)

// wheel scrolls by what the mouse wheel gave.
func (l *List) wheel(dy float32) {
	most := max(0, l.tops[len(l.tops)-1]-l.scroll.Size().Height)
	to := l.scroll.Offset.Y - dy/notchDelta*notchRows*S(l.RowHeight)
	l.scroll.ScrollToOffset(fyne.NewPos(0, min(max(0, to), most)))
	l.show()
}

// Offset gives how far the list is scrolled.
func (l *List) Offset() float32 { return l.scroll.Offset.Y }

func (l *List) open() {
	if l.OnOpen != nil && l.selected >= 0 {
		l.OnOpen(l.selected)
	}
}

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	rg := newRing(true)
	return &drawing{objs: []fyne.CanvasObject{l.scroll, rg.Container},
		lay: func(s fyne.Size) {
			l.scroll.Resize(s)
			l.measure()
			l.body.Refresh()
			rg.lay(s)
			l.show()
		},
		min: func() fyne.Size { return fyne.NewSize(S(80), S(56)) },
		ref: func() {
			rg.show(l.focused && (l.selected < 0 || l.Len() == 0))
			l.show()
		}}
}

// listBody gives the scroller the height of all rows.
type listBody struct{ l *List }

func (b *listBody) Layout([]fyne.CanvasObject, fyne.Size) {}

func (b *listBody) MinSize([]fyne.CanvasObject) fyne.Size {
	if len(b.l.tops) != b.l.Len()+1 {
		b.l.measure()
	}
	return fyne.NewSize(1, b.l.tops[len(b.l.tops)-1])
}

// listRow is one pooled row.
type listRow struct {
	widget.BaseWidget
	list    *List
	index   int
	content fyne.CanvasObject
	hovered bool
	last    time.Time
	lastFor int
}

func newListRow(l *List) *listRow {
	r := &listRow{list: l, content: l.Make(), index: -1, lastFor: -1}
	r.ExtendBaseWidget(r)
	return r
}

func (r *listRow) fill(i int) {
	r.index = i
	r.list.Fill(i, r.content)
	r.Refresh()
}

// Tapped selects; a second tap within 400 ms opens. A DoubleTapped method would
// make Fyne hold back every single tap.
func (r *listRow) Tapped(*fyne.PointEvent) {
	l, i := r.list, r.index
	if l.Selectable != nil && !l.Selectable(i) {
		return
	}
	if held := l.env.Held(); held != 0 && l.OnTap != nil && l.OnTap(i, held) {
		l.point()
		return
	}
	now := time.Now()
	double := r.lastFor == i && now.Sub(r.last) < 400*time.Millisecond
	r.last, r.lastFor = now, i
	l.point()
	if l.OnTap != nil {
		l.OnTap(i, 0)
	}
	l.Select(i)
	if double {
		l.open()
	}
}

// TappedSecondary implements fyne.SecondaryTappable: the menu of the row.
func (r *listRow) TappedSecondary(ev *fyne.PointEvent) {
	l, i := r.list, r.index
	if l.OnMenu == nil || l.Selectable != nil && !l.Selectable(i) {
		return
	}
	l.point()
	l.OnMenu(i, ev.AbsolutePosition)
}

// Scrolled implements fyne.Scrollable: the row under the mouse gets the wheel before
// the scroller does.
func (r *listRow) Scrolled(ev *fyne.ScrollEvent) { r.list.wheel(ev.Scrolled.DY) }

// MouseIn implements desktop.Hoverable.
func (r *listRow) MouseIn(ev *desktop.MouseEvent) {
	r.hovered = true
	r.Refresh()
	r.MouseMoved(ev)
}

// MouseMoved implements desktop.Hoverable.
func (r *listRow) MouseMoved(ev *desktop.MouseEvent) {
	if r.list.OnHover != nil {
		r.list.OnHover(r.index, ev.Position)
	}
}

// MouseOut implements desktop.Hoverable.
func (r *listRow) MouseOut() {
	r.hovered = false
	r.Refresh()
	if r.list.OnHover != nil {
		r.list.OnHover(-1, fyne.Position{})
	}
}

// CreateRenderer implements fyne.Widget.
func (r *listRow) CreateRenderer() fyne.WidgetRenderer {
	bg, bar, line := NewRect(ColorNone), NewRect(ColorPrimary), HLine(ColorLine)
	rg, frame := newRing(true), newRing(true)
	frame.color = ColorBorder
	d := &drawing{objs: []fyne.CanvasObject{bg, r.content, line, frame.Container, bar, rg.Container}}
	d.lay = func(s fyne.Size) {
		bg.Resize(s)
		bar.Resize(fyne.NewSize(3, s.Height))
		line.Resize(fyne.NewSize(s.Width, 1))
		line.Move(fyne.NewPos(0, s.Height-1))
		r.content.Resize(s)
		frame.lay(s)
		rg.lay(s)
	}
	d.min = func() fyne.Size { return r.content.MinSize() }
	d.ref = func() {
		l := r.list
		sel := r.index == l.selected
		marked := l.Marked != nil && r.index >= 0 && r.index < l.Len() && l.Marked(r.index)
		fill := ColorNone
		switch {
		case sel && l.Chosen != "":
			fill = l.Chosen
		case sel || marked:
			fill = ColorSel
		case r.hovered:
			fill = ColorHover
		}
		bg.Set(fill, ColorNone, 0)
		frame.show(sel && thick() > 1)
		bar.Hidden = !sel && !marked
		bar.Refresh()
		line.Hidden = l.NoLines
		rg.show(sel && l.focused)
	}
	d.ref()
	return d
}

// tall is what Snug asks how high all its rows are.
type tall interface{ tallness() float32 }

func (l *List) tallness() float32 {
	l.measure()
	return l.tops[len(l.tops)-1]
}

func (t *Table) tallness() float32 { return t.head.MinSize().Height + t.list.tallness() }

// Snug puts something right below the rows of a list or a table; a long one takes the
// room there is and scrolls. area holds it (and what stands in for it when empty).
func Snug(l tall, area, below fyne.CanvasObject) *fyne.Container {
	return container.New(&snug{l}, area, below)
}

type snug struct{ l tall }

// Layout implements fyne.Layout.
func (s *snug) Layout(o []fyne.CanvasObject, size fyne.Size) {
	under := float32(0)
	if o[1].Visible() {
		for range 2 {
			o[1].Resize(fyne.NewSize(size.Width, o[1].MinSize().Height))
		}
		under = o[1].MinSize().Height
	}
	h := max(s.l.tallness(), o[0].MinSize().Height)
	h = max(0, min(h, size.Height-under))
	o[0].Resize(fyne.NewSize(size.Width, h))
	o[0].Move(fyne.NewPos(0, 0))
	o[1].Move(fyne.NewPos(0, h))
}

// MinSize implements fyne.Layout.
func (s *snug) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }
