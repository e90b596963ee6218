package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// tableRow is one row: a cell for each column, laid out as the columns stand now.
type tableRow struct {
	t     *Table
	box   *fyne.Container
	cover fyne.CanvasObject
	over  bool
}

// textCell is a cell of one or two lines of text, with a sign before them where the
// column has signs.
type textCell struct {
	sign          *Icon // nil: none
	first, second *Text
	box           *fyne.Container
}

// signRoom is the room of a sign with what keeps it from the words, in units.
const signRoom = 22

func newTextCell(c TableColumn) *fyne.Container {
	x := &textCell{first: Body("").End(), second: Caption("").End()}
	if c.Bold {
		x.first = Bold("").End()
	}
	if c.Mono {
		x.first = NewText("", RoleMono, ColorText).Middle()
	}
	if c.Right {
		x.first, x.second = x.first.Right(), x.second.Right()
	}
	x.box = container.New(x, x.first, x.second)
	if c.Sign != nil {
		x.sign = NewIcon("", ColorText2, 16)
		x.box.Add(x.sign)
	}
	return x.box
}

// Layout implements fyne.Layout: one line in the middle, two as a pair.
func (x *textCell) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	h, h2 := x.first.MinSize().Height, x.second.MinSize().Height
	if x.second.Hidden {
		h2 = 0
	}
	y, left := (s.Height-h-h2)/2, float32(0)
	if x.sign != nil {
		left = S(signRoom)
		x.sign.Resize(fyne.NewSquareSize(S(16)))
		x.sign.Move(fyne.NewPos(0, (s.Height-S(16))/2))
	}
	w := max(0, s.Width-left)
	x.first.Resize(fyne.NewSize(w, h))
	x.first.Move(fyne.NewPos(left, y))
	x.second.Resize(fyne.NewSize(w, h2))
	x.second.Move(fyne.NewPos(left, y+h))
}

// MinSize implements fyne.Layout.
func (x *textCell) MinSize([]fyne.CanvasObject) fyne.Size {
	m := x.first.MinSize()
	if !x.second.Hidden {
		m.Height += x.second.MinSize().Height
	}
	return m
}

func (x *textCell) fill(c TableColumn, i int) {
	tone := ColorText
	if c.Tone != nil {
		tone = c.Tone(i)
	}
	text, under := "", ""
	if c.Text != nil {
		text = c.Text(i)
	}
	if c.Under != nil {
		under = c.Under(i)
	}
	if x.sign != nil {
		x.sign.Set(c.Sign(i))
	}
	x.first.Say(text, tone)
	x.second.Set(under)
	if hidden := under == ""; hidden != x.second.Hidden {
		x.second.Hidden = hidden
		x.Layout(nil, x.box.Size())
	}
}

func (t *Table) makeRow() fyne.CanvasObject {
	r := &tableRow{t: t}
	r.box = container.New(r)
	for _, c := range t.cols {
		if c.Make != nil {
			r.box.Add(c.Make())
			continue
		}
		r.box.Add(newTextCell(c))
	}
	if t.Cover != nil {
		r.cover = t.Cover.Make()
		r.box.Add(r.cover)
	}
	return r.box
}

func (r *tableRow) fill(i int) {
	if i < 0 {
		return
	}
	for n, c := range r.t.cols {
		o := r.box.Objects[n]
		if c.Make != nil {
			c.Fill(i, o)
			continue
		}
		o.(*fyne.Container).Layout.(*textCell).fill(c, i)
	}
	if r.cover != nil {
		r.over = r.t.Cover.Fill(i, r.cover)
	}
	r.Layout(nil, r.box.Size())
}

// Layout implements fyne.Layout.
func (r *tableRow) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	if s.Width <= 0 {
		return
	}
	seen := make([]bool, len(r.t.cols))
	from := float32(-1)
	for _, p := range r.t.spans(s.Width) {
		o := r.box.Objects[p.col]
		if r.over && r.t.cols[p.col].ID == r.t.Cover.From {
			from = p.x
		}
		if from >= 0 {
			continue
		}
		seen[p.col] = true
		o.Resize(fyne.NewSize(p.w, o.MinSize().Height)) // broken text needs its width first
		h := min(o.MinSize().Height, s.Height)
		o.Resize(fyne.NewSize(p.w, h))
		o.Move(fyne.NewPos(p.x, (s.Height-h)/2))
	}
	for n, on := range seen {
		if o := r.box.Objects[n]; on != o.Visible() {
			if on {
				o.Show()
			} else {
				o.Hide()
			}
		}
	}
	r.layCover(from, s)
}

func (r *tableRow) layCover(from float32, s fyne.Size) {
	if r.cover == nil {
		return
	}
	if from < 0 {
		r.cover.Hide()
		return
	}
	r.cover.Show()
	w := s.Width - from - S(tableEdge)
	h := min(r.cover.MinSize().Height, s.Height)
	r.cover.Resize(fyne.NewSize(w, h))
	r.cover.Move(fyne.NewPos(from, (s.Height-h)/2))
}

// MinSize implements fyne.Layout.
func (r *tableRow) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(S(160), S(r.t.list.RowHeight))
}
