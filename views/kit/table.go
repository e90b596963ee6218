package kit

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/present"
)

// TableColumn is one column of a Table. Text is what it says of row i, whole: it is
// sorted, copied and read out; a cell of texts is drawn from it and from Under.
type TableColumn struct {
	ID, Title string
	Width     float32 // in units; with Grow the least width
	Grow      float32 // share of what is left
	Min       float32 // narrowest by dragging, 0: 40
	Right     bool
	Bold      bool
	Mono      bool // in mono, cut in the middle
	Fixed     bool // is never hidden
	Wide      bool // hidden in the smallest class
	Text      func(i int) string
	Under     func(i int) string                        // second line, small
	Tone      func(i int) fyne.ThemeColorName           // colour of the first line, nil: text
	Sign      func(i int) (string, fyne.ThemeColorName) // icon before the words, nil: none
	Compare   func(a, b int) int                        // nil: by Text
	Unsorted  bool                                      // has no order
	Make      func() fyne.CanvasObject                  // nil: texts
	Fill      func(i int, o fyne.CanvasObject)          // for Make
}

// Cover is drawn over a row from a column to the right edge where Fill says so:
// progress stands in place of what is not known yet.
type Cover struct {
	From string
	Make func() fyne.CanvasObject
	Fill func(i int, o fyne.CanvasObject) bool
}

// Table is the one list of the program: a head to sort by, columns whose width, order
// and choice each person keeps, marking of many, a menu, cut cells that can be read.
// Rows are named by the caller's index; where they stand is the table's business.
type Table struct {
	env  *Env
	name string
	cols []TableColumn
	list *List
	head *tableHead
	over *fyne.Container
	tip  *tip
	root *fyne.Container

	// OnSelect, OnOpen and Describe are those of a List, by the caller's index. Icon
	// and colour of a row are the columns' business.
	OnSelect func(i int)
	OnOpen   func(i int)
	Describe func(i int) string
	// Cover may lie over some rows.
	Cover *Cover

	count  func() int
	id     func(i int) string
	kept   present.Arrangement
	order  []int // place → row
	marked map[string]bool
	anchor int // place where marking with Umschalt begins
	small  bool
	told   int // row of the tip, -1: none
}

// Gap and edge of tables, in units.
const (
	tableGap  = 14
	tableEdge = 20
	leastCol  = 40
)

// NewTable makes a table; name registers its list and is what its arrangement is kept
// under, id names row i for good. Set the functions, then Reload.
func NewTable(env *Env, name string, count func() int, id func(i int) string, cols ...TableColumn) *Table {
	t := &Table{env: env, name: name, cols: cols, count: count, id: id, marked: map[string]bool{}, anchor: -1, told: -1}
	t.kept = present.ReadArrangement(env.Kept("table." + name))
	t.list = NewList(env, name, count, t.makeRow, func(p int,
		o fyne.CanvasObject) {
		o.(*fyne.Container).Layout.(*tableRow).fill(t.row(p))
	})
	t.list.OnSelect = func(p int) {
		t.quiet()
		if t.OnSelect != nil {
			t.OnSelect(t.row(p))
		}
	}
	t.list.OnOpen = func(p int) {
		if t.OnOpen != nil {
			t.OnOpen(t.row(p))
		}
	}
	t.list.Marked = func(p int) bool { return t.marked[t.id(t.row(p))] }
	t.list.Describe = func(p int) string { return t.describe(t.row(p)) }
	t.list.OnKey, t.list.OnTap, t.list.OnMenu, t.list.OnHover = t.key, t.tap, t.menu, t.hover
	t.head = newTableHead(t)
	t.tip = newTip()
	t.over = container.NewStack()
	t.root = container.New(tableLayout{}, t.head, container.NewStack(t.list, t.over), t.tip.Container)
	return t
}

// Object gives head and rows for the screen's layout.
func (t *Table) Object() *fyne.Container { return t.root }

// List gives what has the focus and the keys.
func (t *Table) List() *List { return t.list }

// RowHeight sets the height of the rows, in units.
func (t *Table) RowHeight(units float32) { t.list.RowHeight = units }

// Over shows an object in place of the rows, for empty and loading lists; nil: none.
func (t *Table) Over(o fyne.CanvasObject) {
	t.over.Objects = nil
	if o != nil {
		t.over.Objects = []fyne.CanvasObject{o}
	}
	t.over.Refresh()
}

// Fit lets the columns go that the smallest class has no room for.
func (t *Table) Fit(c Class) {
	t.small = c == ClassS
	t.arrange()
}

// Len gives the number of rows.
func (t *Table) Len() int { return t.count() }

// Selected gives the selected row, -1 for none.
func (t *Table) Selected() int { return t.row(t.list.Selected()) }

// Select selects row i, Mark does so without telling OnSelect; -1: none.
func (t *Table) Select(i int) { t.list.Select(t.place(i)) }

// Mark selects row i without telling OnSelect.
func (t *Table) Mark(i int) { t.list.Mark(t.place(i)) }

// Chosen are the rows an action is for: those marked in the order shown, else the
// selected one.
func (t *Table) Chosen() []int {
	var out []int
	for p := range t.count() {
		if i := t.row(p); t.marked[t.id(i)] {
			out = append(out, i)
		}
	}
	if i := t.Selected(); len(out) == 0 && i >= 0 {
		out = []int{i}
	}
	return out
}

// Marks gives the number of rows marked.
func (t *Table) Marks() int { return len(t.marked) }

// Unmark takes all marks away.
func (t *Table) Unmark() {
	clear(t.marked)
	t.anchor = -1
	t.list.show()
}

// Reload takes the rows anew; selection and marks stay with what they were on.
func (t *Table) Reload() {
	was, had := "", t.list.Selected()
	if t.order != nil && had >= 0 && had < len(t.order) && t.order[had] < t.count() {
		was = t.id(t.order[had])
	}
	t.sort()
	gone := map[string]bool{}
	for id := range t.marked {
		gone[id] = true
	}
	for i := range t.count() {
		id := t.id(i)
		delete(gone, id)
		if was != "" && id == was && had >= 0 {
			t.list.Mark(t.place(i))
		}
	}
	for id := range gone {
		delete(t.marked, id)
	}
	t.quiet()
	t.list.Reload()
}

func (t *Table) sort() {
	var compare func(a, b int) int
	if c, ok := t.column(t.kept.Sort); ok && !c.Unsorted {
		compare = c.Compare
		if compare == nil && c.Text != nil {
			compare = func(a, b int) int { return cmp.Compare(strings.ToLower(c.Text(a)), strings.ToLower(c.Text(b))) }
		}
	}
	t.order = present.Sorted(t.count(), compare, t.kept.Desc)
}

func (t *Table) column(id string) (TableColumn, bool) {
	i := slices.IndexFunc(t.cols, func(c TableColumn) bool { return c.ID == id })
	if i < 0 {
		return TableColumn{}, false
	}
	return t.cols[i], true
}

// row gives what stands at a place, place where a row stands; -1: nowhere.
func (t *Table) row(p int) int {
	if len(t.order) != t.count() {
		t.sort()
	}
	if p < 0 || p >= len(t.order) {
		return -1
	}
	return t.order[p]
}

func (t *Table) place(i int) int {
	if len(t.order) != t.count() {
		t.sort()
	}
	return slices.Index(t.order, i)
}

func (t *Table) ids() []string {
	out := make([]string, len(t.cols))
	for i, c := range t.cols {
		out[i] = c.ID
	}
	return out
}

// shown are the columns as they stand, left to right, as places in cols.
func (t *Table) shown() []int {
	var out []int
	for _, id := range t.kept.Columns(t.ids()) {
		i := slices.IndexFunc(t.cols, func(c TableColumn) bool { return c.ID == id })
		if c := t.cols[i]; c.Fixed || t.kept.Shows(id) && !(t.small && c.Wide) {
			out = append(out, i)
		}
	}
	return out
}

func (c TableColumn) least() float32 {
	if c.Min > 0 {
		return c.Min
	}
	return min(leastCol, max(c.Width, narrowCol))
}

// narrowCol is the least of a column that says nothing about itself.
const narrowCol = 16

// span is where a column lies.
type span struct {
	col  int
	x, w float32
}

// spans lay the columns out in a width: fixed ones as they are kept, the others share
// the rest. Where that is too little all give way down to their least; what then still
// finds no room, from the right, is left out, so nothing ever lies over another.
func (t *Table) spans(width float32) []span {
	cols := t.shown()
	room := width - 2*S(tableEdge)
	for {
		out, fits := t.spread(cols, room)
		if fits || len(cols) < 2 {
			return out
		}
		drop := len(cols) - 1
		for drop > 0 && t.cols[cols[drop]].Fixed {
			drop--
		}
		if drop == 0 && t.cols[cols[0]].Fixed {
			drop = len(cols) - 1
		}
		cols = slices.Delete(slices.Clone(cols), drop, drop+1)
	}
}

func (t *Table) spread(cols []int, room float32) ([]span, bool) {
	out := make([]span, len(cols))
	rest := room - S(tableGap)*float32(max(0, len(cols)-1))
	weights, slack, least := float32(0), float32(0), float32(0)
	for n, i := range cols {
		c := t.cols[i]
		out[n].col, out[n].w = i, S(t.kept.Width(c.ID, max(c.Width, c.least()), c.least()))
		if _, set := t.kept.Widths[c.ID]; c.Grow > 0 && !set {
			weights += c.Grow
		}
		rest -= out[n].w
		slack += out[n].w - S(c.least())
		least += S(c.least())
	}
	for n, i := range cols {
		c := t.cols[i]
		if _, set := t.kept.Widths[c.ID]; rest > 0 && c.Grow > 0 && !set {
			out[n].w += rest * c.Grow / weights
		}
		if rest < 0 && slack > 0 {
			out[n].w -= min(1, -rest/slack) * (out[n].w - S(c.least()))
		}
	}
	x := S(tableEdge)
	for n := range out {
		out[n].x = x
		x += out[n].w + S(tableGap)
	}
	return out, rest >= 0 || -rest <= slack+0.5
}

// arrange draws head and rows anew, after columns changed.
func (t *Table) arrange() {
	t.quiet()
	t.head.Refresh()
	for _, r := range t.list.pool {
		r.content.Refresh()
	}
	t.list.show()
}

func (t *Table) keep() {
	t.env.Keep("table."+t.name, t.kept.Write())
	t.arrange()
}

// SortBy sorts by a column: upwards, downwards, as the list comes.
func (t *Table) SortBy(id string) {
	if c, ok := t.column(id); !ok || c.Unsorted {
		return
	}
	t.kept.SortBy(id)
	t.Reload()
	t.list.Reveal(t.list.Selected())
	t.keep()
}

// Arrangement gives how the table stands.
func (t *Table) Arrangement() present.Arrangement { return t.kept }

func (t *Table) describe(i int) string {
	if i < 0 || i >= t.count() {
		return ""
	}
	text := ""
	if t.Describe != nil {
		text = t.Describe(i)
	} else if all := t.whole(i, " · "); all != "" {
		text = all
	}
	if n := len(t.marked); n > 0 {
		text = t.env.N("table.marked", n) + " · " + text
	}
	return text
}

// whole writes all cells of a row, cut nowhere.
func (t *Table) whole(i int, sep string) string {
	var out []string
	for _, k := range t.shown() {
		if text := t.cols[k].says(i); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, sep)
}

func (c TableColumn) says(i int) string {
	var out []string
	for _, f := range []func(int) string{c.Text, c.Under} {
		if f != nil && f(i) != "" {
			out = append(out, f(i))
		}
	}
	return strings.Join(out, ", ")
}

// tableLayout puts the head over the rows; the tip lies where it was put.
type tableLayout struct{}

// Layout implements fyne.Layout.
func (tableLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h := o[0].MinSize().Height
	o[0].Resize(fyne.NewSize(s.Width, h))
	o[1].Move(fyne.NewPos(0, h))
	o[1].Resize(fyne.NewSize(s.Width, max(0, s.Height-h)))
}

// MinSize implements fyne.Layout.
func (tableLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(max(S(160), m.Width), o[0].MinSize().Height+m.Height)
}
