package share

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/record"
	"laufzettel/views/kit"
	"laufzettel/views/share/model"
)

// nameCell is a name in a tree: indented, with an arrow, the mark of its decision and a
// second line where there is one.
type nameCell struct {
	arrow         *kit.Icon
	mark          *kit.DecisionMark
	first, second *kit.Text
	level         int
	bare          bool // has no mark
}

func newNameCell() fyne.CanvasObject {
	c := &nameCell{arrow: kit.NewIcon("", kit.ColorText2, 12), mark: kit.NewDecisionMark(kit.Decision{}), first: kit.Body("").End(),
		second: kit.Caption("").End()}
	return container.New(c, c.arrow, c.mark, c.first, c.second)
}

// Room of the parts of a name, in units.
const (
	stepRoom  = 12
	deepest   = 7 // folders deeper down are not moved any further: the name has the room
	arrowRoom = 16
	markRoom  = 26
)

func (c *nameCell) set(o fyne.CanvasObject, level int, arrow string, mark kit.Decision, text, under string, bold bool) {
	c.level = min(level, deepest)
	c.arrow.Set(arrow, kit.ColorText2)
	c.mark.Set(mark)
	c.bare = mark.None
	role := kit.RoleText
	if bold {
		role = kit.RoleBold
	}
	c.first.Style(role, kit.ColorText)
	c.first.Set(text)
	c.second.Set(under)
	c.second.Hidden = under == ""
	c.Layout(nil, o.Size())
}

// Layout implements fyne.Layout.
func (c *nameCell) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	x := kit.S(stepRoom) * float32(c.level)
	c.arrow.Resize(fyne.NewSquareSize(kit.S(12)))
	c.arrow.Move(fyne.NewPos(x, (s.Height-kit.S(12))/2))
	x += kit.S(arrowRoom)
	c.mark.Resize(fyne.NewSize(kit.S(20), kit.S(18)))
	c.mark.Move(fyne.NewPos(x, (s.Height-kit.S(18))/2))
	if !c.bare {
		x += kit.S(markRoom)
	}
	h, h2 := c.first.MinSize().Height, c.second.MinSize().Height
	if c.second.Hidden {
		h2 = 0
	}
	y, w := (s.Height-h-h2)/2, max(0, s.Width-x)
	c.first.Resize(fyne.NewSize(w, h))
	c.first.Move(fyne.NewPos(x, y))
	c.second.Resize(fyne.NewSize(w, h2))
	c.second.Move(fyne.NewPos(x, y+h))
}

// MinSize implements fyne.Layout.
func (c *nameCell) MinSize([]fyne.CanvasObject) fyne.Size {
	m := c.first.MinSize()
	if !c.second.Hidden {
		m.Height += c.second.MinSize().Height
	}
	return fyne.NewSize(kit.S(120), max(m.Height, kit.S(20)))
}

func cellOf(o fyne.CanvasObject) *nameCell { return o.(*fyne.Container).Layout.(*nameCell) }

// decided is the mark of what holds: with an edge where it was decided, without where it
// is inherited.
func decided(letter record.Rating, own bool) kit.Decision {
	if letter == record.RatingAppraise || letter == "" {
		return kit.Decision{}
	}
	return kit.Decision{Letter: string(letter), Inherited: !own}
}

func (v *view) treeColumns() []kit.TableColumn {
	env, p := v.env, v.p
	at := func(i int) model.Row { return p.Rows[i] }
	name := func(i int) string { return p.Name(at(i).Folder) }
	return []kit.TableColumn{
		{ID: "folder", Title: env.T("share.col.folder"), Grow: 1, Width: 200, Min: 170, Fixed: true, Unsorted: true, Text: name,
			Make: newNameCell, Fill: func(i int, o fyne.CanvasObject) {
				r, f := at(i), p.Folder(at(i).Folder)
				arrow := ""
				if !r.Leaf {
					arrow = "chevron-right"
					if r.Open {
						arrow = "chevron-down"
					}
				}
				under := ""
				if f.Title != "" && r.Folder != 0 {
					under = f.Name()
				}
				mark := decided(f.Letter, f.Decided)
				mark.None = v.source()
				cellOf(o).set(o, r.Level, arrow, mark, name(i), under, r.Folder == 0)
			}},
		{ID: "size", Title: env.T("share.col.size"), Width: 72, Min: 60, Right: true, Unsorted: true,
			Text: func(i int) string { return env.Bytes(p.Size(at(i).Folder).Bytes) }},
		{ID: "part", Title: env.T("share.col.part"), Width: 44, Min: 30, Wide: true, Unsorted: true,
			Make: func() fyne.CanvasObject { return kit.Sized(0, 8, kit.NewBar(0)) },
			Fill: func(i int, o fyne.CanvasObject) {
				whole := max(1, p.Size(0).Bytes)
				o.(*fyne.Container).Objects[0].(*kit.Bar).Set(float32(p.Size(at(i).Folder).Bytes) / float32(whole))
			}},
		{ID: "files", Title: env.T("share.col.files"), Width: 56, Min: 46, Right: true, Unsorted: true,
			Text: func(i int) string { return env.Int(int64(p.Size(at(i).Folder).Files)) }},
		{ID: "years", Title: env.T("share.col.years"), Width: 74, Min: 64, Right: true, Unsorted: true, Text: func(i int) string {
			f := p.Folder(at(i).Folder)
			return p.Years(f.First, f.Last)
		}},
	}
}

func (v *view) lineColumns() []kit.TableColumn {
	env, p := v.env, v.p
	at := func(i int) model.Line { return p.Lines[i] }
	return []kit.TableColumn{
		{ID: "name", Title: env.T("share.col.name"), Grow: 1, Width: 220, Min: 180, Fixed: true, Unsorted: true,
			Text: func(i int) string { return at(i).Text }, Make: newNameCell,
			Fill: func(i int, o fyne.CanvasObject) {
				l := at(i)
				icon := ""
				switch {
				case l.Folder >= 0:
					icon = "folder"
				case l.File >= 0:
					icon = "file"
				}
				mark := decided(l.Letter, l.Own)
				mark.None = v.source() || l.Folder < 0 && l.File < 0
				cellOf(o).set(o, l.Level, icon, mark, l.Text, l.Under, l.Head)
			}},
		{ID: "size", Title: env.T("share.col.size"), Width: 72, Min: 60, Right: true, Unsorted: true, Text: func(i int) string {
			if l := at(i); l.Files > 0 {
				return env.Bytes(l.Bytes)
			}
			return ""
		}},
		{ID: "files", Title: env.T("share.col.files"), Width: 62, Min: 46, Right: true, Wide: true, Unsorted: true,
			Text: func(i int) string {
				if l := at(i); l.File < 0 && l.Files > 0 {
					return env.Int(int64(l.Files))
				}
				return ""
			}},
		{ID: "at", Title: env.T("share.col.at"), Width: 128, Min: 76, Right: true, Wide: true, Unsorted: true,
			Text: func(i int) string { return v.moment(at(i).At) }},
	}
}

// describe says a line in one sentence.
func (v *view) describe(l model.Line) string {
	parts := []string{l.Text, l.Under}
	if l.Files > 0 {
		parts = append(parts, v.env.N("share.files", l.Files), v.env.Bytes(l.Bytes))
	}
	if !v.source() && (l.Folder >= 0 || l.File >= 0) {
		parts = append(parts, decided(l.Letter, l.Own).Word(v.env))
	}
	out := parts[:0]
	for _, s := range parts {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, ", ")
}
