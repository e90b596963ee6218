package overview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/views/kit"
	"laufzettel/views/overview/model"
	"laufzettel/views/route"
)

// counters is the slip over the full width, in class S as 3 × 3.
func (v *view) counters() fyne.CanvasObject {
	per := len(model.Steps)
	if v.host.Class() == kit.ClassS {
		per = 3
	}
	var rows []fyne.CanvasObject
	for start := 0; start < len(model.Steps); start += per {
		var cells []fyne.CanvasObject
		for i := start; i < start+per; i++ {
			if i > start {
				cells = append(cells, kit.VLine(kit.ColorLine))
			}
			weight := float32(1)
			if i == 2 && v.p.State.Returned > 0 && per > 3 {
				weight = 1.6
			}
			cells = append(cells, kit.Grow(v.counter(i), weight))
		}
		if start > 0 {
			rows = append(rows, kit.HLine(kit.ColorLine))
		}
		rows = append(rows, kit.Cols(0, cells...))
	}
	return kit.Framed(kit.ColorSurface, kit.ColorBorder, 2, kit.Pad(kit.Col(0, rows...), 1, 1, 1, 1))
}

func (v *view) counter(i int) fyne.CanvasObject {
	env, s := v.env, v.p.State
	name, number := env.T("slip."+model.Steps[i]), env.Int(int64(s.Counters[i]))
	line := []fyne.CanvasObject{kit.NewText(number, kit.RoleTitle, kit.ColorText)}
	label := name + ": " + number
	if i == 2 && s.Returned > 0 {
		back := env.T("overview.counter.returned", s.Returned)
		label += ", " + back
		line = append(line, kit.Grow(kit.Space(1, 1)), kit.NewIcon("error", kit.ColorError, 14),
			kit.NewText(back, kit.RoleCaption, kit.ColorError))
	}
	h := float32(60)
	top := float32(8)
	if v.host.Class() == kit.ClassS {
		h, top = 44, 2
	}
	content := kit.Sized(0, h, kit.Pad(kit.Col(0, kit.Caption(name).End(), kit.Row(5, line...)), top, 8, 2, 12))
	return kit.NewTile(env, "overview.counter."+model.Steps[i], label, content, func() {
		v.host.Go(route.Route{Screen: route.Inbox, Filter: model.Steps[i]})
	})
}

func (v *view) makeTask() fyne.CanvasObject {
	return container.New(taskLayout{}, kit.NewText("", kit.RoleBold, kit.ColorText), kit.Caption(""), kit.NewIcon("", kit.ColorError, 16),
		kit.Bold("").End(), kit.Caption("").End(), kit.NewText("", kit.RoleText, kit.ColorPrimary).Right(), kit.NewKeyCap("Enter"))
}

func (v *view) fillTask(i int, o fyne.CanvasObject) {
	c, r := o.(*fyne.Container), v.p.Rows[i]
	tone := map[check.Severity]fyne.ThemeColorName{check.Error: kit.ColorError, check.Warning: kit.ColorWarn, "": kit.ColorText}[r.Urgent]
	c.Objects[0].(*kit.Text).Say(r.Day, tone)
	c.Objects[1].(*kit.Text).Set(r.Under)
	icon := map[check.Severity]string{check.Error: "error", check.Warning: "warning"}[r.Severity]
	tint := kit.ColorWarn
	if r.Severity == check.Error {
		tint = kit.ColorError
	}
	c.Objects[2].(*kit.Icon).Set(icon, tint)
	c.Objects[3].(*kit.Text).Set(r.Title)
	c.Objects[4].(*kit.Text).Set(r.Detail)
	c.Objects[5].(*kit.Text).Set(r.Action)
	c.Objects[6].(*kit.KeyCap).Hidden = i != v.tasks.Selected()
	c.Refresh()
}

// taskLayout: gutter 58, shape, two lines, action at the right.
type taskLayout struct{}

// Layout implements fyne.Layout.
func (taskLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	put := func(i int, x, y, w float32) {
		o[i].Move(fyne.NewPos(x, y))
		o[i].Resize(fyne.NewSize(w, o[i].MinSize().Height))
	}
	two := func(a, b int, x, w float32) {
		ha, hb := o[a].MinSize().Height, o[b].MinSize().Height
		if t, ok := o[b].(*kit.Text); ok && t.Text() == "" {
			put(a, x, (s.Height-ha)/2, w)
			o[b].Hide()
			return
		}
		o[b].Show()
		y := (s.Height - ha - hb) / 2
		put(a, x, y, w)
		put(b, x, y+ha, w)
	}
	two(0, 1, kit.S(8), kit.S(60))
	put(2, kit.S(76), (s.Height-kit.S(16))/2, kit.S(16))
	right := s.Width - kit.S(16)
	if o[6].Visible() {
		m := o[6].MinSize()
		o[6].Resize(m)
		o[6].Move(fyne.NewPos(right-m.Width, (s.Height-m.Height)/2))
		right -= m.Width + kit.S(8)
	}
	w := min(o[5].MinSize().Width, s.Width/3)
	put(5, right-w, (s.Height-o[5].MinSize().Height)/2, w)
	two(3, 4, kit.S(104), max(0, right-w-kit.S(120)))
}

// MinSize implements fyne.Layout.
func (taskLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(300), kit.S(52)) }

// column is the right side: running jobs, safety of the holdings, storage.
func (v *view) column() fyne.CanvasObject {
	env := v.env
	jobs := []fyne.CanvasObject{kit.Titled(env.T("overview.jobs.title"))}
	for _, j := range v.p.State.Jobs {
		p := kit.Progress{Phase: j.Title, Done: v.p.Amount(j), Left: env.Left(j.Left), Known: j.Total > 0}
		if p.Known {
			p.Share = float32(j.Done) / float32(j.Total)
			p.Right = env.Int(int64(p.Share*100)) + " %"
		}
		jobs = append(jobs, kit.Pad(kit.NewProgressRow(env, "", p, nil), 8, 0, 8, 0), kit.HLine(kit.ColorLine))
	}
	if len(v.p.State.Jobs) == 0 {
		jobs = append(jobs, kit.Pad(kit.NewText(env.T("overview.jobs.none"), kit.RoleText, kit.ColorText2), 6, 0, 6, 0))
	}
	facts := []fyne.CanvasObject{kit.Titled(env.T("overview.facts.title"))}
	for i, f := range v.p.State.Facts {
		icon, tint := "ok", kit.ColorOK
		switch f.Tone {
		case transfer.ToneNote:
			icon, tint = "clock", kit.ColorText2
		case transfer.ToneWarn:
			icon, tint = "warning", kit.ColorWarn
		case transfer.ToneError:
			icon, tint = "error", kit.ColorError
		}
		items := []fyne.CanvasObject{kit.NewIcon(icon, tint, 16), kit.Grow(kit.Body(f.Text).Wrap())}
		if f.Action != "" {
			items = append(items, kit.NewLink(env, "overview.fact."+env.Int(int64(i)), f.Action, func() { v.follow(f.Target) }))
		}
		facts = append(facts, kit.Pad(kit.Row(8, items...), 5, 0, 6, 0), kit.HLine(kit.ColorLine))
	}
	stores := []fyne.CanvasObject{kit.Titled(env.T("overview.storage.title"))}
	for _, s := range v.p.State.Volumes {
		used := float32(0)
		if s.Total > 0 {
			used = float32(s.Total-s.Free) / float32(s.Total)
		}
		stores = append(stores, kit.Pad(kit.Col(4, kit.Row(8, kit.Grow(kit.Body(s.Path).Middle()),
			kit.Caption(env.T("overview.storage.free", env.Bytes(s.Free)))), kit.NewBar(used)), 8, 0, 8, 0))
	}
	return kit.Col(22, kit.Col(0, jobs...), kit.Col(0, facts...), kit.Col(0, stores...))
}

// lately is the list of the last five portions.
func (v *view) lately() fyne.CanvasObject {
	env := v.env
	rows := v.p.State.Recent
	if len(rows) > 5 {
		rows = rows[:5]
	}
	cols := kit.Columns{Gap: 12, Left: 8, Cols: []kit.Column{{Grow: 1.3}, {Grow: 1.3}, {Width: 110}, {Width: 120, Right: true}}}
	items := []fyne.CanvasObject{kit.Titled(env.T("overview.recent.title"))}
	for i, r := range rows {
		line := kit.Sized(0, 27, cols.Row(kit.Bold(r.Name).End(), kit.NewText(r.Agency, kit.RoleText, kit.ColorText2).End(),
			kit.NewSlip(kit.SlipBoxes{Done: r.Done, Stopped: r.Stopped}),
			kit.NewText(v.p.When(r.At), kit.RoleText, kit.ColorText2).Right()))
		items = append(items, kit.NewTile(env, "overview.recent."+env.Int(int64(i)), r.Name, line, func() {
			v.host.Go(route.Route{Screen: route.Portion, ID: r.ID})
		}), kit.HLine(kit.ColorLine))
	}
	return kit.Pad(kit.Col(0, items...), 16, 0, 16, 0)
}
