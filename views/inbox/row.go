package inbox

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/inbox/model"
	"laufzettel/views/kit"
)

// row is one line of the table.
type row struct {
	cols                 kit.Columns
	small                bool
	day, clock           *kit.Text
	icon                 *kit.Icon
	name, kind           *kit.Text
	agency, extent, size *kit.Text
	slip                 *kit.Slip
	mark                 *kit.Icon
	word                 *kit.Text
	counts               [3]*kit.Text
	shapes               [3]*kit.Icon
	findings, none       fyne.CanvasObject
	state                fyne.CanvasObject
	progress             *kit.ProgressRow
	cells                *fyne.Container
	all                  *fyne.Container
	id                   string
}

func (v *view) makeRow() fyne.CanvasObject {
	r := &row{cols: v.cols, small: v.class == kit.ClassS, day: kit.NewText("", kit.RoleText, kit.ColorText2), clock: kit.Caption(""), icon: kit.NewIcon("", kit.ColorText2, 20),
		name: kit.Bold("").End(), kind: kit.Caption("").End(), agency: kit.Body("").End(), extent: kit.Body("").Right(), size: kit.Caption("").Right(),
		slip: kit.NewSlip(kit.SlipBoxes{}), mark: kit.NewIcon("", kit.ColorText2, 14), word: kit.NewText("", kit.RoleCaption, kit.ColorText2).End()}
	var shapes []fyne.CanvasObject
	for i, t := range []kit.Tone{kit.ToneError, kit.ToneWarn, kit.ToneNote} {
		r.shapes[i], r.counts[i] = kit.NewIcon(t.Icon(), t.Color(), 14), kit.Body("")
		shapes = append(shapes, kit.Wide(40, kit.Row(5, r.shapes[i], r.counts[i])))
	}
	r.findings, r.none = kit.Row(2, shapes...), kit.Body("–")
	r.state = kit.Col(2, kit.Loose(r.slip), kit.Row(6, r.mark, kit.Grow(r.word)))
	r.progress = kit.NewProgressRow(v.env, "", kit.Progress{}, func() { v.p.Cancel(r.id) })
	if r.small {
		r.cells = v.cols.Row(r.icon, kit.Col(0, r.name, r.kind), r.state, container.NewStack(r.findings, r.none))
	} else {
		r.cells = v.cols.Row(kit.Col(0, r.day, r.clock), r.icon, kit.Col(0, r.name, r.kind), r.agency, kit.Col(0, r.extent, r.size), r.state, container.NewStack(r.findings, r.none))
	}
	r.all = container.New(r, r.cells, r.progress)
	return r.all
}

func (v *view) fillRow(i int, o fyne.CanvasObject) {
	r, x := o.(*fyne.Container).Layout.(*row), v.p.Rows[i]
	r.id = x.ID
	r.day.Set(x.Day)
	r.clock.Set(x.Clock)
	r.icon.Set(kindIcon(x.Kind), kit.ColorText2)
	r.name.Set(x.Name)
	r.kind.Set(x.KindLabel)
	if x.Err != "" {
		r.kind.Say(x.Err, kit.ColorError)
	} else {
		r.kind.Say(x.KindLabel, kit.ColorText2)
	}
	r.agency.Set(x.Agency)
	r.extent.Set(x.Extent)
	r.size.Set(x.Size)
	running := x.Running != nil
	r.state.(*fyne.Container).Hidden = running
	r.progress.Hidden = !running
	r.findings.(*fyne.Container).Hidden = running || !x.Checked
	if running || x.Checked {
		r.none.Hide()
	} else {
		r.none.Show()
	}
	if running {
		g := x.Running
		p := kit.Progress{Phase: g.Phase, Right: x.ProgressOf, Done: x.ProgressNow, Left: x.ProgressEnd, Known: g.Total > 0}
		if p.Known {
			p.Share = float32(g.Done) / float32(g.Total)
		}
		r.progress.Set(p)
	}
	t := kit.Shade(x.Mark.Tone)
	r.slip.Set(kit.SlipBoxes{Done: x.Mark.Done, Stopped: x.Mark.Stopped})
	r.mark.Set(t.Icon(), t.Color())
	r.word.Say(x.Word, t.Color())
	for k, n := range []int{x.Errors, x.Warnings, x.Notes} {
		kt := []kit.Tone{kit.ToneError, kit.ToneWarn, kit.ToneNote}[k]
		c := kt.Color()
		if n == 0 {
			c = kit.ColorText2
		}
		r.shapes[k].Set(kt.Icon(), c)
		r.counts[k].Say(v.env.Int(int64(n)), c)
	}
	r.all.Refresh()
}

// Layout implements fyne.Layout: progress stands in place of Stand and Befunde.
func (r *row) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	r.cells.Resize(s)
	w := kit.S(210 + 16 + 130)
	h := r.progress.MinSize().Height
	r.progress.Resize(fyne.NewSize(w, h))
	r.progress.Move(fyne.NewPos(s.Width-w-kit.S(20), (s.Height-h)/2))
}

// MinSize implements fyne.Layout.
func (r *row) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(400), kit.S(44)) }

func kindIcon(kind string) string {
	for _, k := range []struct{ start, icon string }{{"xdomea", "case"}, {"siard", "database"}, {"register", "register"}, {"personenstand", "register"},
		{"handelsregister", "building"}, {"web", "globe"}, {"norm", "file"}, {"ech", "case"}} {
		if len(kind) >= len(k.start) && kind[:len(k.start)] == k.start {
			return k.icon
		}
	}
	return "folder"
}

func (v *view) describe(i int) string {
	r := v.p.Rows[i]
	return v.env.T("inbox.describe", r.Name, r.Agency, r.Word, r.Errors, r.Warnings, i+1, len(v.p.Rows))
}

// preview is the right column of wide windows: the selected portion at a glance.
func (v *view) preview(r model.Row) fyne.CanvasObject {
	env := v.env
	t := kit.Shade(r.Mark.Tone)
	pairs := []kit.Pair{{Label: env.T("inbox.col.agency"), Value: r.Agency}, {Label: env.T("inbox.preview.kind"), Value: r.KindLabel},
		{Label: env.T("inbox.col.arrived"), Value: env.Moment(r.Arrived)}, {Label: env.T("inbox.preview.extent"), Value: env.T("inbox.preview.files", r.Files, r.Size)},
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
