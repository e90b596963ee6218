package pageview

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"laufzettel/viewer"
	"laufzettel/views/kit"
	"laufzettel/views/pageview/model"
)

// windowRows is how many rows the grid holds at one time. Positions on screen are
// 32-bit floats: beyond some millions of pixels rows would no longer stand where
// they belong, so a longer table is shown part by part.
const windowRows = 200_000

// grid shows rows and columns.
type grid struct {
	table     *keyTable
	doc       viewer.Tabler
	first     int // of the window
	revealing bool
	open      func(row, col int) // what lies behind a cell; nil: nothing
}

func newGrid(env *kit.Env, open func(row, col int)) *grid {
	g := &grid{open: open}
	g.table = &keyTable{env: env}
	g.table.Length, g.table.UpdateCell, g.table.ShowHeaderRow = g.size, g.fill, true
	g.table.CreateCell = func() fyne.CanvasObject { return container.NewStack(kit.Pad(kit.Body("").End(), 5, 6, 5, 8)) }
	g.table.CreateHeader = func() fyne.CanvasObject {
		return container.NewStack(kit.Pad(kit.NewText("", kit.RoleCaptionBold, kit.ColorText).End(), 4, 6, 4, 8))
	}
	g.table.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		if g.doc != nil && id.Col >= 0 && id.Col < len(g.doc.Columns()) {
			cellText(o).Set(g.doc.Columns()[id.Col])
		}
	}
	g.table.OnSelected = func(id widget.TableCellID) {
		if !g.revealing && id.Row >= 0 && id.Col >= 0 {
			g.open(g.first+id.Row, id.Col)
		}
	}
	g.table.ExtendBaseWidget(g.table)
	return g
}

// keyTable is the table of the toolkit with the keys of the screen: what has the focus gets
// every key, and a person would not come out of it again.
type keyTable struct {
	widget.Table
	env *kit.Env
}

// TypedKey implements fyne.Focusable: arrows and the space bar are the table's, Enter opens
// as the space bar does, all others are the screen's.
func (t *keyTable) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeySpace:
		t.Table.TypedKey(ev)
	case fyne.KeyReturn, fyne.KeyEnter:
		t.Table.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		t.env.Key(ev)
	}
}

// TypedRune implements fyne.Focusable.
func (t *keyTable) TypedRune(r rune) { t.env.Rune(r) }

func cellText(o fyne.CanvasObject) *kit.Text {
	return o.(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*kit.Text)
}

func (g *grid) size() (int, int) {
	if g.doc == nil {
		return 0, 0
	}
	return min(g.doc.Rows()-g.first, windowRows), len(g.doc.Columns())
}

func (g *grid) fill(id widget.TableCellID, o fyne.CanvasObject) {
	s := ""
	if row := g.doc.Row(g.first + id.Row); id.Col < len(row) {
		s = row[id.Col]
	}
	cellText(o).Set(strings.ReplaceAll(s, "\n", " "))
}

// set shows another table; widths follow the first rows.
func (g *grid) set(doc viewer.Tabler) {
	g.doc, g.first = doc, 0
	g.table.UnselectAll()
	for c, title := range doc.Columns() {
		w := kit.Measure(title, kit.RoleCaptionBold)
		for r := range min(doc.Rows(), 40) {
			if row := doc.Row(r); c < len(row) && len(row[c]) < 400 {
				w = max(w, kit.Measure(row[c], kit.RoleText))
			}
		}
		g.table.SetColumnWidth(c, min(max(w+kit.S(24), kit.S(56)), kit.S(380)))
	}
	g.table.ScrollToTop()
	g.table.Refresh()
}

// window tells which rows are shown, from 1, and how many there are.
func (g *grid) window() (from, to, all int) {
	if g.doc == nil {
		return 0, 0, 0
	}
	all = g.doc.Rows()
	return g.first + 1, min(g.first+windowRows, all), all
}

// can tells whether there is another part of the table in that direction.
func (g *grid) can(by int) bool {
	return g.doc != nil && g.first+by*windowRows >= 0 && g.first+by*windowRows < g.doc.Rows()
}

// turn shows the next or previous part of a long table.
func (g *grid) turn(by int) {
	if g.can(by) {
		g.move(g.first + by*windowRows)
		g.table.ScrollToTop()
	}
}

func (g *grid) move(first int) {
	g.first = first
	g.table.UnselectAll()
	g.table.Refresh()
}

// reveal selects a row without opening it.
func (g *grid) reveal(row int) {
	if part := row / windowRows * windowRows; part != g.first {
		g.move(part)
	}
	g.revealing = true
	g.table.Select(widget.TableCellID{Row: row - g.first, Col: 0})
	g.revealing = false
}

// turn shows the next or previous page, or part of a long table.
func (v *Pane) turn(by int) {
	if v.roll != nil {
		v.roll.by(float32(by))
		return
	}
	if v.p.Mode() == model.ModeTable {
		v.grid.turn(by)
		v.bar.refresh(model.ModeTable)
		return
	}
	v.p.TurnPage(v.p.Page + by)
	v.scroll(false)
}

// openBelow opens what lies behind a cell: a table of a database, a large object.
// The way back leads to the table it was opened from.
func (v *Pane) openBelow(row, col int) {
	d, ok := v.p.Doc.(viewer.Deeper)
	if !ok || !d.Leads(row, col) {
		return
	}
	parent, chain := v.p.Ref, v.back
	title := ""
	if cells := v.grid.doc.Row(row); len(cells) > 1 {
		title = strings.Join(cells[:2], ".")
	}
	if parent.Parent == nil && chain.Key != "" {
		parent.Parent = &chain
	}
	below := model.Ref{Key: parent.Key + "/" + model.Itoa(row) + "/" + model.Itoa(col), Title: title,
		Open: func(ctx context.Context) (viewer.Document, error) {
			_, doc, err := d.Below(ctx, row, col)
			return doc, err
		}}
	if g, ok := d.(viewer.Giver); ok {
		below.File = model.ObjectName(v.p.Doc, row, col)
		below.Give = func(ctx context.Context) (viewer.Source, func(), error) { return g.LargeObject(ctx, int64(row), col) }
	}
	v.p.Show(below)
	v.back = parent
	v.refresh()
}
