package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Decision is what a decision mark shows.
type Decision struct {
	Letter    string // "A", "V", "" (offen) or "!" (conflict)
	Inherited bool   // same letter without edge
	Unsent    bool   // dot at the right edge
	None      bool   // draws nothing: the row is no object to be decided
}

// Word gives the decision in words, by the texts kit.decision.*.
func (d Decision) Word(env *Env) string {
	switch d.Letter {
	case "A":
		return env.T("kit.decision.archive")
	case "V":
		return env.T("kit.decision.destroy")
	case "!":
		return env.T("kit.decision.conflict")
	}
	return env.T("kit.decision.open")
}

// DecisionMark is the box of 20 × 18 with the letter.
type DecisionMark struct {
	widget.BaseWidget
	d    Decision
	w, h float32
	role Role
}

// NewDecisionMark makes a mark.
func NewDecisionMark(d Decision) *DecisionMark {
	m := &DecisionMark{d: d, w: 20, h: 18, role: RoleCaptionBold}
	m.ExtendBaseWidget(m)
	return m
}

// NewLetterBox is the large mark of the decision bar and of a conflict: side × side.
func NewLetterBox(letter string, side float32) *DecisionMark {
	m := NewDecisionMark(Decision{Letter: letter})
	m.w, m.h, m.role = side, side, RoleSection
	return m
}

// Set changes the mark.
func (m *DecisionMark) Set(d Decision) {
	if m.d != d {
		m.d = d
		m.Refresh()
	}
}

func (m *DecisionMark) colors() (fill, edge, fg fyne.ThemeColorName, width float32) {
	switch m.d.Letter {
	case "A":
		fill, edge, fg, width = ColorTintA, ColorA, ColorMarkA, 1
	case "V":
		fill, edge, fg, width = ColorTintV, ColorV, ColorV, thick()
	case "!":
		fill, edge, fg, width = ColorTintWarn, ColorWarn, ColorWarn, 1
	case "B":
		fill, edge, fg, width = ColorSurface, ColorBorder, ColorText2, 1
	default:
		fill, edge, fg, width = ColorSurface, ColorBorder, ColorText, 1
	}
	if m.d.Inherited && m.d.Letter != "" {
		fill, edge = ColorNone, ColorNone
		if m.d.Letter == "A" {
			fg = ColorA
		}
	}
	return fill, edge, fg, width
}

// CreateRenderer implements fyne.Widget.
func (m *DecisionMark) CreateRenderer() fyne.WidgetRenderer {
	box, letter, dot := Edged(ColorNone, ColorBorder, 2), NewText("", m.role, ColorText).Centered(), NewRect(ColorPrimary)
	d := &drawing{objs: []fyne.CanvasObject{box, letter, dot}}
	d.lay = func(s fyne.Size) {
		x, y := float32(0), (s.Height-S(m.h))/2
		box.Resize(fyne.NewSize(S(m.w), S(m.h)))
		box.Move(fyne.NewPos(x, y))
		lh := LineHeight(m.role)
		letter.Resize(fyne.NewSize(S(m.w), lh))
		letter.Move(fyne.NewPos(x, (s.Height-lh)/2))
		dot.Resize(fyne.NewSquareSize(S(4)))
		dot.Move(fyne.NewPos(S(m.w)-S(2), y+S(m.h)/2-S(2)))
	}
	d.min = func() fyne.Size { return fyne.NewSize(S(m.w), S(m.h)) }
	d.ref = func() {
		fill, edge, fg, width := m.colors()
		box.Set(fill, edge, width)
		letter.Set(m.d.Letter)
		letter.Style(m.role, fg)
		box.Hidden, letter.Hidden = m.d.None, m.d.None
		dot.Hidden = !m.d.Unsent || m.d.None
		dot.Refresh()
	}
	d.ref()
	return d
}

// Record is one visible row of a record list.
type Record struct {
	ID         string
	Level      int
	Leaf       bool
	Open       bool
	Group      bool // set bold, with Right as done / total
	Mark       Decision
	Number     string // /03, 63.2-0147
	Title      string
	Span       string // Laufzeit
	Suggestion string // Vorschlag
	Right      string // number of documents, or done / total of a group
}

// RecordList shows Aktenplan, Akte, Vorgang as an indented flat list.
type RecordList struct {
	*List
	rows      []Record
	narrow    bool
	marks     bool
	OnToggle  func(i int)
	OnChoose  func(i int)
	OnEntered func(i int)
}

// NewRecordList makes the list; marks shows decision marks.
func NewRecordList(env *Env, name string, marks bool) *RecordList {
	r := &RecordList{marks: marks}
	r.List = NewList(env, name, func() int { return len(r.rows) }, r.make, r.fill)
	r.NoLines = true
	r.OnSelect = func(i int) {
		if r.OnChoose != nil {
			r.OnChoose(i)
		}
	}
	r.OnOpen = func(i int) {
		switch {
		case !r.rows[i].Leaf && r.OnToggle != nil:
			r.OnToggle(i)
		case r.OnEntered != nil:
			r.OnEntered(i)
		}
	}
	r.OnKey = r.key
	return r
}

// SetRows takes a new snapshot of the visible rows.
func (r *RecordList) SetRows(rows []Record) {
	r.rows = rows
	r.Reload()
}

// Rows gives the visible rows.
func (r *RecordList) Rows() []Record { return r.rows }

// Narrow leaves the Vorschlag column away (windows under 800 high).
func (r *RecordList) Narrow(on bool) { r.narrow = on; r.Reload() }

func (r *RecordList) key(name fyne.KeyName) bool {
	i := r.Selected()
	if i < 0 || i >= len(r.rows) || r.rows[i].Leaf || r.OnToggle == nil {
		return false
	}
	if (name == fyne.KeyRight && !r.rows[i].Open) || (name == fyne.KeyLeft && r.rows[i].Open) {
		r.OnToggle(i)
		return true
	}
	return false
}

// Head is the line of captions above the list.
func (r *RecordList) Head() *fyne.Container {
	env := r.env
	right := func(key string, w float32) fyne.CanvasObject { return Wide(w, Caption(env.T(key)).Right()) }
	items := []fyne.CanvasObject{Grow(Caption(env.T("kit.records.object")).End()), right("kit.records.span", 78)}
	if !r.narrow {
		items = append(items, right("kit.records.suggestion", 46))
	}
	items = append(items, right("kit.records.documents", 44))
	return container.NewStack(NewRect(ColorRaised), Col(0, Grow(Sized(0, 27, Pad(Row(6, items...), 0, 12, 0, 14))), HLine(ColorLine)))
}

type recordRow struct {
	arrow               *Icon
	mark                *DecisionMark
	number, title       *Text
	span, hint, right   *Text
	box                 *fyne.Container
	level               int
	marks, narrow, leaf bool
}

func (r *RecordList) make() fyne.CanvasObject {
	row := &recordRow{arrow: NewIcon("", ColorText2, 12), mark: NewDecisionMark(Decision{}), number: NewText("", RoleText, ColorText2),
		title: Body("").End(), span: NewText("", RoleCaption, ColorText2).Right(), hint: NewText("", RoleCaption, ColorText2).Centered(),
		right: NewText("", RoleCaption, ColorText2).Right(), marks: r.marks}
	row.box = container.New(row, row.arrow, row.mark, row.number, row.title, row.span, row.hint, row.right)
	return row.box
}

func (r *RecordList) fill(i int, o fyne.CanvasObject) {
	row, rec := o.(*fyne.Container).Layout.(*recordRow), r.rows[i]
	row.level, row.narrow, row.leaf = rec.Level, r.narrow, rec.Leaf
	icon := ""
	if !rec.Leaf {
		icon = "chevron-right"
		if rec.Open {
			icon = "chevron-down"
		}
	}
	row.arrow.Set(icon, ColorText2)
	mark := rec.Mark
	mark.None = mark.None || rec.Group || !r.marks
	row.mark.Set(mark)
	role := RoleText
	if rec.Group {
		role = RoleBold
	}
	row.title.Style(role, ColorText)
	row.title.Set(rec.Title)
	row.number.Set(rec.Number)
	row.span.Set(rec.Span)
	row.hint.Set(rec.Suggestion)
	row.right.Set(rec.Right)
	row.box.Refresh()
}

// Layout implements fyne.Layout.
func (r *recordRow) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	mid := func(o fyne.CanvasObject, x, w float32) {
		h := o.MinSize().Height
		o.Resize(fyne.NewSize(w, h))
		o.Move(fyne.NewPos(x, (s.Height-h)/2))
	}
	right := s.Width - S(12)
	mid(r.right, right-S(60), S(60))
	right -= S(44) + S(6)
	r.hint.Hidden = r.narrow
	if !r.narrow {
		mid(r.hint, right-S(36), S(36))
		right -= S(46) + S(6)
	}
	mid(r.span, right-S(84), S(84))
	right -= S(78) + S(8)
	x := S(12) + S(14)*float32(r.level)
	if !r.leaf {
		mid(r.arrow, x, S(12))
		x += S(18)
	} else if r.marks {
		mid(r.mark, x+S(4), S(20))
		x += S(30)
	} else {
		x += S(18)
	}
	if n := r.number.MinSize().Width; n > 0 {
		mid(r.number, x, n)
		x += n + S(7)
	}
	mid(r.title, x, max(0, right-x))
}

// MinSize implements fyne.Layout.
func (r *recordRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(S(200), S(28)) }
