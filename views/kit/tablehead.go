package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// tableHead is the line of captions: a click sorts, the right edge of a column is
// dragged to widen it, the column itself to move it. By keys it is one stop of Tab:
// Links and Rechts choose a column, Enter sorts, with Umschalt they move it, Plus and
// Minus change its width, Entf hides it.
type tableHead struct {
	control
	t      *Table
	at     int // chosen column, as a place among those shown
	mouse  float32
	drag   *span // column being dragged
	edge   bool  // its edge is
	moved  float32
	pieces []*headCell
	line   *fyne.Container
}

const (
	headHeight = 28
	edgeReach  = 6 // units left and right of an edge that take hold of it
	widthStep  = 16
)

// headCell is one caption with the arrow of its order.
type headCell struct {
	text  *Text
	arrow *Icon
	ring  *ring
	sep   *Rect
}

func newTableHead(t *Table) *tableHead {
	h := &tableHead{t: t, line: container.NewWithoutLayout()}
	h.init(h, t.env, t.name+".head", "", nil)
	h.hint = t.env.T("table.head.hint")
	for _, c := range t.cols {
		p := &headCell{text: Caption(c.Title).End(), arrow: NewIcon("", ColorText2, 12), ring: newRing(true), sep: NewRect(ColorLine)}
		if c.Right {
			p.text = p.text.Right()
		}
		h.pieces = append(h.pieces, p)
		h.line.Objects = append(h.line.Objects, p.text, p.arrow, p.sep, p.ring.Container)
	}
	return h
}

// AccessibilityLabel implements fyne.Accessible: the captions and the order.
func (h *tableHead) AccessibilityLabel() string {
	text := ""
	for _, i := range h.t.shown() {
		if title := h.t.cols[i].Title; title != "" {
			text += title + ". "
		}
	}
	if c, ok := h.t.column(h.t.kept.Sort); ok {
		text += h.t.env.T("table.sorted", c.Title)
	}
	return text
}

// TypedKey implements fyne.Focusable.
func (h *tableHead) TypedKey(ev *fyne.KeyEvent) {
	shown := h.t.shown()
	if len(shown) == 0 {
		h.env.Key(ev)
		return
	}
	h.at = min(h.at, len(shown)-1)
	c := h.t.cols[shown[h.at]]
	by := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1}[ev.Name]
	switch {
	case by != 0 && h.env.shift():
		h.move(c.ID, by)
	case by != 0:
		h.at = min(max(0, h.at+by), len(shown)-1)
		h.say(h.t.cols[shown[h.at]])
		h.Refresh()
	case ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter || ev.Name == fyne.KeySpace:
		h.t.SortBy(c.ID)
		h.say(c)
	case ev.Name == fyne.KeyDelete && !c.Fixed:
		h.t.kept.Toggle(c.ID)
		h.t.keep()
	case ev.Name == fyne.KeyDown:
		h.env.Focus(h.t.list)
	default:
		h.env.Key(ev)
	}
}

// TypedRune implements fyne.Focusable.
func (h *tableHead) TypedRune(r rune) {
	shown := h.t.shown()
	if by := map[rune]float32{'+': widthStep, '-': -widthStep}[r]; by != 0 && len(shown) > 0 {
		h.widen(shown[min(h.at, len(shown)-1)], by)
		return
	}
	h.env.Rune(r)
}

func (h *tableHead) say(c TableColumn) {
	text := c.Title
	if h.t.kept.Sort == c.ID {
		text = h.t.env.T("table.sorted", c.Title)
		if h.t.kept.Desc {
			text = h.t.env.T("table.sorted.down", c.Title)
		}
	}
	h.env.Hint(text)
}

// move shifts a column among those shown.
func (h *tableHead) move(id string, by int) {
	shown := h.t.shown()
	for n, i := range shown {
		if h.t.cols[i].ID != id || n+by < 0 || n+by >= len(shown) {
			continue
		}
		all := h.t.kept.Columns(h.t.ids())
		from, to := placeOf(all, id), placeOf(all, h.t.cols[shown[n+by]].ID)
		h.t.kept.Move(h.t.ids(), id, to-from)
		h.at = n + by
		h.t.keep()
		return
	}
}

func placeOf(all []string, id string) int {
	for i, x := range all {
		if x == id {
			return i
		}
	}
	return -1
}

func (h *tableHead) widen(col int, by float32) {
	for _, p := range h.t.spans(h.Size().Width) {
		if p.col == col {
			h.setWidth(col, p.w+S(by))
			return
		}
	}
}

func (h *tableHead) setWidth(col int, pixels float32) {
	c := h.t.cols[col]
	h.t.kept.SetWidth(c.ID, max(c.least(), pixels/S(1)))
	h.t.keep()
}

// grip gives the column under x and whether its right edge is.
func (h *tableHead) grip(x float32) (at *span, edge bool) {
	for _, p := range h.t.spans(h.Size().Width) {
		if right := p.x + p.w + S(tableGap)/2; x > right-S(edgeReach) && x < right+S(edgeReach) {
			return &p, true
		}
		if x >= p.x-S(tableGap)/2 && x < p.x+p.w+S(tableGap)/2 {
			at = &p
		}
	}
	return at, false
}

// Tapped implements fyne.Tappable: sorts.
func (h *tableHead) Tapped(ev *fyne.PointEvent) {
	h.env.Focus(h)
	p, edge := h.grip(ev.Position.X)
	if p == nil || edge {
		return
	}
	h.choose(p.col)
	h.t.SortBy(h.t.cols[p.col].ID)
	h.say(h.t.cols[p.col])
}

// TappedSecondary implements fyne.SecondaryTappable: the columns.
func (h *tableHead) TappedSecondary(*fyne.PointEvent) { h.t.askColumns() }

func (h *tableHead) choose(col int) {
	for n, i := range h.t.shown() {
		if i == col {
			h.at = n
		}
	}
}

// Dragged implements fyne.Draggable.
func (h *tableHead) Dragged(ev *fyne.DragEvent) {
	if h.drag == nil {
		h.drag, h.edge = h.grip(ev.Position.X - ev.Dragged.DX)
		h.moved = 0
		if h.drag == nil {
			return
		}
	}
	h.moved += ev.Dragged.DX
	if h.edge {
		h.setWidth(h.drag.col, h.drag.w+h.moved)
	}
	h.mouse = ev.Position.X
}

// DragEnd implements fyne.Draggable: a column is put down where it was dragged to.
func (h *tableHead) DragEnd() {
	d, edge := h.drag, h.edge
	h.drag = nil
	if d == nil || edge {
		return
	}
	to, _ := h.grip(h.mouse)
	if to == nil || to.col == d.col {
		return
	}
	all := h.t.kept.Columns(h.t.ids())
	id := h.t.cols[d.col].ID
	h.t.kept.Move(h.t.ids(), id, placeOf(all, h.t.cols[to.col].ID)-placeOf(all, id))
	h.choose(d.col)
	h.t.keep()
}

// MouseMoved implements desktop.Hoverable; the cursor follows it.
func (h *tableHead) MouseMoved(ev *desktop.MouseEvent) { h.mouse = ev.Position.X }

// Cursor implements desktop.Cursorable.
func (h *tableHead) Cursor() desktop.Cursor {
	if _, edge := h.grip(h.mouse); edge {
		return desktop.HResizeCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (h *tableHead) CreateRenderer() fyne.WidgetRenderer {
	bg, under := NewRect(ColorRaised), HLine(ColorLine)
	d := &drawing{objs: []fyne.CanvasObject{bg, under, h.line}}
	d.lay = func(s fyne.Size) {
		bg.Resize(s)
		under.Resize(fyne.NewSize(s.Width, 1))
		under.Move(fyne.NewPos(0, s.Height-1))
		h.line.Resize(s)
		h.lay(s)
	}
	d.min = func() fyne.Size { return fyne.NewSize(S(80), S(headHeight)) }
	d.ref = func() { h.lay(h.Size()) }
	return d
}

func (h *tableHead) lay(s fyne.Size) {
	for _, p := range h.pieces {
		p.text.Hide()
		p.arrow.Hide()
		p.sep.Hide()
		p.ring.show(false)
	}
	if s.Width <= 0 {
		return
	}
	shown := h.t.shown()
	for _, p := range h.t.spans(s.Width) {
		x, c := h.pieces[p.col], h.t.cols[p.col]
		sorted := h.t.kept.Sort == c.ID
		w := p.w
		if sorted {
			w -= S(16)
			icon := "chevron-up"
			if h.t.kept.Desc {
				icon = "chevron-down"
			}
			x.arrow.Set(icon, ColorText)
			x.arrow.Resize(fyne.NewSquareSize(S(12)))
			x.arrow.Move(fyne.NewPos(p.x+p.w-S(12), (s.Height-S(12))/2))
			x.arrow.Show()
		}
		th := x.text.MinSize().Height
		x.text.Resize(fyne.NewSize(max(0, w), th))
		x.text.Move(fyne.NewPos(p.x, (s.Height-th)/2))
		x.text.Show()
		x.sep.Resize(fyne.NewSize(1, s.Height-S(12)))
		x.sep.Move(fyne.NewPos(p.x+p.w+S(tableGap)/2, S(6)))
		x.sep.Show()
		x.ring.lay(fyne.NewSize(p.w+S(tableGap), s.Height))
		x.ring.Move(fyne.NewPos(p.x-S(tableGap)/2, 0))
		x.ring.show(h.focused && len(shown) > 0 && shown[min(h.at, len(shown)-1)] == p.col)
	}
}
