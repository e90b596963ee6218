package inbox

import (
	"cmp"
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/inbox/model"
	"laufzettel/views/kit"
)

// columns are those of the list; numbers and days are sorted as such.
func (v *view) columns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Row { return v.p.Rows[i] }
	title := func(id string) string { return env.T("inbox.col." + id) }
	return []kit.TableColumn{
		{ID: "arrived", Title: title("arrived"), Width: 62, Wide: true, Text: func(i int) string { return at(i).Day },
			Under:   func(i int) string { return at(i).Clock },
			Tone:    func(int) fyne.ThemeColorName { return kit.ColorText2 },
			Compare: func(a, b int) int { return at(a).Arrived.Compare(at(b).Arrived) }},
		{ID: "kind", Width: 20, Make: func() fyne.CanvasObject { return kit.NewIcon("", kit.ColorText2, 20) },
			Fill:    func(i int, o fyne.CanvasObject) { o.(*kit.Icon).Set(kindIcon(at(i).Kind), kit.ColorText2) },
			Compare: func(a, b int) int { return cmp.Compare(at(a).KindLabel, at(b).KindLabel) }},
		{ID: "portion", Title: title("portion"), Grow: 1.4, Width: 140, Bold: true, Fixed: true,
			Text: func(i int) string { return at(i).Name }, Under: func(i int) string { return at(i).Second }},
		{ID: "agency", Title: title("agency"), Grow: 1, Width: 110, Wide: true, Text: func(i int) string { return at(i).Agency }},
		{ID: "files", Title: title("files"), Width: 76, Right: true, Wide: true, Text: func(i int) string { return at(i).Extent },
			Under:   func(i int) string { return at(i).Size },
			Compare: func(a, b int) int { return cmp.Compare(at(a).Files, at(b).Files) }},
		{ID: "state", Title: title("state"), Width: 210, Min: 120, Make: newState,
			Fill: func(i int, o fyne.CanvasObject) { v.fillState(at(i), o) }, Text: func(i int) string { return at(i).Word },
			Compare: func(a, b int) int { return cmp.Compare(at(a).Mark.Done, at(b).Mark.Done) }},
		{ID: "findings", Title: title("findings"), Width: 130, Min: 120, Make: newCounts,
			Fill: func(i int, o fyne.CanvasObject) { v.fillCounts(at(i), o) },
			Text: func(i int) string { return at(i).Found },
			Compare: func(a, b int) int {
				return cmp.Or(cmp.Compare(at(a).Errors, at(b).Errors), cmp.Compare(at(a).Warnings, at(b).Warnings),
					cmp.Compare(at(a).Notes, at(b).Notes))
			}},
	}
}

// progressCell stands in place of Stand and Befunde while a check runs.
type progressCell struct {
	*kit.ProgressRow
	id string
}

func (v *view) cover() *kit.Cover {
	cells := map[fyne.CanvasObject]*progressCell{}
	return &kit.Cover{From: "state", Make: func() fyne.CanvasObject {
		c := &progressCell{}
		c.ProgressRow = kit.NewProgressRow(v.env, "", kit.Progress{}, func() { v.p.Cancel(c.id) })
		cells[c.ProgressRow] = c
		return c.ProgressRow
	}, Fill: func(i int, o fyne.CanvasObject) bool {
		x := v.p.Rows[i]
		if x.Running == nil {
			return false
		}
		c := cells[o]
		c.id = x.ID
		p := kit.Progress{Phase: x.Running.Phase, Right: x.ProgressOf, Done: x.ProgressNow, Left: x.ProgressEnd, Known: x.Running.Total > 0}
		if p.Known {
			p.Share = float32(x.Running.Done) / float32(x.Running.Total)
		}
		c.Set(p)
		return true
	}}
}

// newState makes the slip with the word below it.
func newState() fyne.CanvasObject {
	return kit.Col(2, kit.Loose(kit.NewSlip(kit.SlipBoxes{})),
		kit.Row(6, kit.NewIcon("", kit.ColorText2, 14), kit.Grow(kit.NewText("", kit.RoleCaption, kit.ColorText2).End())))
}

func (v *view) fillState(x model.Row, o fyne.CanvasObject) {
	t := kit.Shade(x.Mark.Tone)
	lines := o.(*fyne.Container).Objects
	lines[0].(*kit.Slip).Set(kit.SlipBoxes{Done: x.Mark.Done, Stopped: x.Mark.Stopped})
	words := lines[1].(*fyne.Container).Objects
	words[0].(*kit.Icon).Set(t.Icon(), t.Color())
	words[1].(*kit.Text).Say(x.Word, t.Color())
}

// severities are the tones of findings in the order they are counted.
var severities = []kit.Tone{kit.ToneError, kit.ToneWarn, kit.ToneNote}

// newCounts makes the three counts; where nothing was checked one word says so.
func newCounts() fyne.CanvasObject {
	var shapes []fyne.CanvasObject
	for _, t := range severities {
		shapes = append(shapes, kit.Wide(40, kit.Row(5, kit.NewIcon(t.Icon(), t.Color(), 14), kit.Body(""))))
	}
	return container.NewStack(kit.Row(2, shapes...), kit.NewText("", kit.RoleText, kit.ColorText2).End())
}

func (v *view) fillCounts(x model.Row, o fyne.CanvasObject) {
	both := o.(*fyne.Container).Objects
	counts, word := both[0].(*fyne.Container), both[1].(*kit.Text)
	some := x.Errors+x.Warnings+x.Notes > 0
	counts.Hidden, word.Hidden = !some, some
	word.Set(x.Found)
	for k, n := range []int{x.Errors, x.Warnings, x.Notes} {
		c := severities[k].Color()
		if n == 0 {
			c = kit.ColorText2
		}
		cell := counts.Objects[k].(*fyne.Container).Objects
		cell[0].(*kit.Icon).Set(severities[k].Icon(), c)
		cell[1].(*kit.Text).Say(v.env.Int(int64(n)), c)
	}
	o.Refresh()
}

func kindIcon(kind string) string {
	for _, k := range []struct{ start, icon string }{{"xdomea", "case"}, {"siard", "database"}, {"register", "register"},
		{"personenstand", "register"},
		{"handelsregister", "building"}, {"web", "globe"}, {"norm", "file"}, {"ech", "case"}} {
		if len(kind) >= len(k.start) && kind[:len(k.start)] == k.start {
			return k.icon
		}
	}
	return "folder"
}

func (v *view) describe(i int) string {
	r := v.p.Rows[i]
	return v.env.T("inbox.describe", r.Name, r.Agency, r.Word, r.Found, i+1, len(v.p.Rows))
}

// preview is the right column of wide windows: the selected portion at a glance.
func (v *view) preview(r model.Row) fyne.CanvasObject {
	env := v.env
	t := kit.Shade(r.Mark.Tone)
	pairs := []kit.Pair{{Label: env.T("inbox.col.agency"), Value: r.Agency}, {Label: env.T("inbox.preview.kind"), Value: r.KindLabel},
		{Label: env.T("inbox.col.arrived"), Value: env.Moment(r.Arrived)},
		{Label: env.T("inbox.preview.extent"), Value: env.T("inbox.preview.files", r.Files, r.Size)},
		{Label: env.T("inbox.preview.id"), Value: r.ID, Mono: true}}
	items := []fyne.CanvasObject{kit.Section(r.Name).Wrap(), kit.Loose(kit.NewStamp(r.Word, t, ""))}
	if r.Err != "" {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneError, Title: r.Err}, nil))
	}
	items = append(items, kit.NewMetaTable(env, "", 104, kit.Group{Title: env.T("inbox.preview.title"), Pairs: pairs}))
	return kit.Pad(kit.Col(12, items...), 16, 16, 16, 16)
}

func (v *view) picker(folder bool) func(context.Context) ([]string, error) {
	title := v.env.T("inbox.ask.title")
	if folder {
		return func(ctx context.Context) ([]string, error) { return v.pick.Folder(ctx, title) }
	}
	return func(ctx context.Context) ([]string, error) { return v.pick.Files(ctx, title) }
}
