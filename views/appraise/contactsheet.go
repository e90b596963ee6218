package appraise

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
)

// showContacts opens the contact sheet: first pages side by side for a glance at
// many Vorgänge. Arrows move, A, V and B decide, Enter goes there.
func (v *view) showContacts() {
	g := newContactGrid(v)
	if len(g.sheet.Tiles) == 0 {
		g.sheet.Cancel()
		return
	}
	s := kit.NewSheet(v.env, v.env.T("appraise.contact.title"), 1240, 700, kit.Pad(g, 12, 20, 12, 20),
		kit.Row(12, kit.Grow(kit.Caption(v.env.T("appraise.contact.help")).End())))
	decide := func(id, key, letter string) kit.Action {
		return kit.Action{ID: "contact." + id, Title: v.env.T("appraise.action." + id), Keys: []string{key},
			Do: func() { g.decide(letter) }}
	}
	s.Actions = []kit.Action{decide("archive", "A", "A"), decide("destroy", "V", "V"), decide("open", "B", "")}
	s.OnClose = g.sheet.Cancel
	s.First(g).Show()
}

// contactGrid shows the tiles and moves among them.
type contactGrid struct {
	widget.BaseWidget
	v      *view
	sheet  *model.ContactSheet
	at     int
	cols   int
	focus  bool
	tiles  []*contactTile
	body   *fyne.Container
	scroll *container.Scroll
}

const (
	tileWidth, tileHeight = 176, 292
	pictureHeight         = 236
)

func newContactGrid(v *view) *contactGrid {
	g := &contactGrid{v: v, cols: 6}
	g.body = container.New(gridLayout{g})
	g.scroll = container.NewVScroll(g.body)
	g.ExtendBaseWidget(g)
	g.sheet = v.p.Contacts(g.fill)
	for i := range g.sheet.Tiles {
		t := newContactTile(func() { g.move(i) })
		g.tiles = append(g.tiles, t)
		g.body.Add(t)
	}
	v.env.Name("appraise.contacts", g)
	g.fill()
	return g
}

// fill draws every tile anew from sheet and tree.
func (g *contactGrid) fill() {
	p := g.v.p
	for n, t := range g.tiles {
		c := g.sheet.Tiles[n]
		i := p.Tree.Index[c.ID]
		text := ""
		if c.Img == nil {
			text = g.v.env.T("page.drawing")
			if c.Done {
				text = g.v.env.T("appraise.contact.none")
			}
		}
		t.set(c, p.Tree.Number(i), p.Tree.Objects[i].Title, text,
			kit.Decision{Letter: p.Tree.Letter(i), Inherited: p.Tree.Verdict(i).Inherited}, n == g.at)
	}
}

func (g *contactGrid) move(to int) {
	if to < 0 || to >= len(g.tiles) {
		return
	}
	g.at = to
	g.fill()
	top := kit.S(tileHeight) * float32(to/max(1, g.cols))
	if off := g.scroll.Offset.Y; top < off || top+kit.S(tileHeight) > off+g.scroll.Size().Height {
		g.scroll.ScrollToOffset(fyne.NewPos(0, top))
	}
	g.v.env.Hint(g.AccessibilityLabel())
}

// decide decides on the tile and goes on to the next.
func (g *contactGrid) decide(letter string) {
	p := g.v.p
	on := p.Advance
	p.Advance = false // the sheet goes on by itself
	p.Choose(p.Tree.Index[g.sheet.Tiles[g.at].ID])
	p.Marked, p.MarkedReason = map[string]bool{}, ""
	p.Decide(letter)
	p.Advance = on
	g.fill()
	g.move(g.at + 1)
}

// TypedKey implements fyne.Focusable.
func (g *contactGrid) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyRight:
		g.move(g.at + 1)
	case fyne.KeyLeft:
		g.move(g.at - 1)
	case fyne.KeyDown:
		g.move(min(g.at+g.cols, len(g.tiles)-1))
	case fyne.KeyUp:
		g.move(g.at - g.cols)
	case fyne.KeyHome:
		g.move(0)
	case fyne.KeyEnd:
		g.move(len(g.tiles) - 1)
	case fyne.KeyReturn, fyne.KeyEnter:
		id := g.sheet.Tiles[g.at].ID
		g.v.env.Open().Close()
		g.v.p.Choose(g.v.p.Tree.Index[id])
		g.v.env.Focus(g.v.records.List)
	default:
		g.v.env.Key(e)
	}
}

// TypedRune implements fyne.Focusable.
func (g *contactGrid) TypedRune(r rune) { g.v.env.Rune(r) }

// FocusGained implements fyne.Focusable.
func (g *contactGrid) FocusGained() { g.focus = true; g.v.env.Hint(g.AccessibilityLabel()) }

// FocusLost implements fyne.Focusable.
func (g *contactGrid) FocusLost() { g.focus = false; g.v.env.Hint("") }

// AccessibilityLabel implements fyne.Accessible.
func (g *contactGrid) AccessibilityLabel() string {
	i := g.v.p.Tree.Index[g.sheet.Tiles[g.at].ID]
	return g.v.kindName(i) + ", " + g.v.p.Tree.Objects[i].Title + ", " + g.v.env.T("appraise.letter."+g.v.p.Tree.Letter(i))
}

// AccessibilityRole implements fyne.Accessible.
func (g *contactGrid) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// gridLayout lays the tiles out: as many columns as there is room.
type gridLayout struct{ g *contactGrid }

// Layout implements fyne.Layout.
func (l gridLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	g := l.g
	g.cols = max(1, int(s.Width/kit.S(tileWidth+12)))
	for i, x := range o {
		x.Move(fyne.NewPos(float32(i%g.cols)*kit.S(tileWidth+12), float32(i/g.cols)*kit.S(tileHeight)))
		x.Resize(fyne.NewSize(kit.S(tileWidth), kit.S(tileHeight-10)))
	}
}

// MinSize implements fyne.Layout.
func (l gridLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	g := l.g
	rows := (len(g.tiles) + g.cols - 1) / max(1, g.cols)
	return fyne.NewSize(kit.S(tileWidth), kit.S(tileHeight)*float32(rows))
}

// CreateRenderer implements fyne.Widget.
func (g *contactGrid) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(g.scroll) }

// contactTile is one first page with number, title and decision.
type contactTile struct {
	widget.BaseWidget
	tap           func()
	edge, ground  *kit.Rect
	picture       *canvas.Image
	none          *kit.Text
	number, title *kit.Text
	mark          *kit.DecisionMark
	box           *fyne.Container
}

func newContactTile(tap func()) *contactTile {
	t := &contactTile{tap: tap, edge: kit.Edged(kit.ColorNone, kit.ColorNone, 2), ground: kit.Edged(kit.ColorGround, kit.ColorLine, 0),
		picture: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth},
		none:    kit.Caption("").Centered(), number: kit.NewText("", kit.RoleCaption, kit.ColorText2).End(), title: kit.Body("").End(),
		mark: kit.NewDecisionMark(kit.Decision{})}
	t.box = container.New(tileLayout{t}, t.edge, t.ground, t.none, t.picture, t.mark, t.number, t.title)
	t.ExtendBaseWidget(t)
	return t
}

func (t *contactTile) set(c model.Contact, number, title, none string, d kit.Decision, now bool) {
	if c.Img != nil && t.picture.Image != c.Img {
		t.picture.Image = c.Img
		t.picture.Refresh()
	}
	t.none.Set(none)
	t.number.Set(number)
	t.title.Set(title)
	t.mark.Set(d)
	edge, fill, width := kit.ColorNone, kit.ColorNone, float32(0)
	if now {
		edge, fill, width = kit.ColorRing, kit.ColorSel, 2
	}
	t.edge.Set(fill, edge, width)
	t.box.Refresh()
}

// Tapped implements fyne.Tappable.
func (t *contactTile) Tapped(*fyne.PointEvent) { t.tap() }

type tileLayout struct{ t *contactTile }

// Layout implements fyne.Layout.
func (l tileLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	t := l.t
	t.edge.Resize(s)
	pad := kit.S(6)
	h := kit.S(pictureHeight)
	t.ground.Move(fyne.NewPos(pad, pad))
	t.ground.Resize(fyne.NewSize(s.Width-2*pad, h-pad))
	t.picture.Move(fyne.NewPos(pad, pad))
	t.picture.Resize(fyne.NewSize(s.Width-2*pad, h-pad))
	line := t.none.MinSize().Height
	t.none.Move(fyne.NewPos(pad, h/2))
	t.none.Resize(fyne.NewSize(s.Width-2*pad, line))
	y := h + kit.S(4)
	t.mark.Move(fyne.NewPos(pad, y))
	t.mark.Resize(fyne.NewSize(kit.S(20), kit.S(18)))
	t.number.Move(fyne.NewPos(pad+kit.S(26), y))
	t.number.Resize(fyne.NewSize(max(0, s.Width-2*pad-kit.S(26)), kit.S(18)))
	t.title.Move(fyne.NewPos(pad, y+kit.S(19)))
	t.title.Resize(fyne.NewSize(s.Width-2*pad, t.title.MinSize().Height))
}

// MinSize implements fyne.Layout.
func (tileLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(kit.S(tileWidth), kit.S(tileHeight))
}

// CreateRenderer implements fyne.Widget.
func (t *contactTile) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.box) }
