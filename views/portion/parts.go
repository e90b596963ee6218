package portion

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/check"
	"laufzettel/views/kit"
	"laufzettel/views/portion/model"
	"laufzettel/views/present"
)

// findings is the first tab: ways out, filters, cards.
func (v *view) findings() fyne.CanvasObject {
	row := []fyne.CanvasObject{v.chips[""]}
	for _, s := range severities {
		row = append(row, v.chips[s])
	}
	return kit.Col(0, kit.Pad(kit.Row(6, kit.Grow(kit.Flow(6, row...)), kit.Wide(170, v.search)), 12, 20, 0, 20), kit.Grow(v.cards))
}

func (v *view) fillFindings() {
	env := v.env
	for s, c := range v.chips {
		c.Set(env.Int(int64(v.p.Hits(s))), v.p.Filtered(s))
	}
	groups := v.p.Shown()
	v.shown = v.shown[:0:0]
	var items []fyne.CanvasObject
	if offered := v.p.Offered(); len(offered) > 0 {
		row := []fyne.CanvasObject{kit.Caption(env.T("portion.ways"))}
		for _, verb := range offered {
			row = append(row, kit.NewButton(env, "portion.way."+string(verb), primaryIcons[verb], env.T("portion.do."+string(verb)),
				func() { v.do(verb) }).Small())
		}
		items = append(items, kit.Row(8, row...))
	}
	for i, g := range groups {
		key := g.Code + g.Title
		open, chosen := v.wanted[key]
		if !chosen {
			open = i < 2 && v.p.Detail.Running == nil
		}
		f := kit.Finding{Code: g.Code, Tone: kit.Weigh(g.Severity), Severity: env.T("severity." + string(g.Severity)), Title: g.Title,
			Count: env.N("portion.places", g.Count), Places: g.Places, Spots: g.Spots, Expected: g.Expected, Found: g.Found,
			Remedy: g.Remedy}
		var card *kit.FindingCard
		card = kit.NewFindingCard(env, "portion.finding."+env.Int(int64(i)), f, open, v.place, func() {
			v.wanted[key] = card.Open()
			v.cardBox.Refresh()
			v.cards.Relayout()
		})
		v.shown = append(v.shown, card)
		items = append(items, card)
	}
	if len(groups) == 0 {
		items = append(items, v.noFindings())
	}
	v.cardBox.Objects = []fyne.CanvasObject{kit.Col(8, items...)}
	v.cardBox.Refresh()
	v.cards.Relayout()
}

func (v *view) noFindings() fyne.CanvasObject {
	env, d := v.env, v.p.Detail
	switch {
	case !v.p.Loaded:
		return kit.NewSkeleton(env, 56)
	case d.Running != nil:
		return kit.Caption(env.T("portion.findings.live"))
	case len(v.p.Groups) > 0:
		return kit.NewEmpty(env.T("portion.findings.nohit"), env.T("portion.findings.nohit.text"), nil)
	case !d.Checked:
		return kit.NewEmpty(env.T("portion.findings.unchecked"), env.T("portion.findings.unchecked.text"), nil)
	}
	return kit.NewEmpty(v.p.NoFindings(), env.T("portion.findings.none.text"), nil)
}

func (v *view) place(path string) {
	v.p.LookAt(path)
}

// ---- files

func (v *view) fileColumns() kit.Columns {
	env := v.env
	return kit.Columns{Gap: 12, Left: 20, Cols: []kit.Column{{Title: env.T("portion.files.path"), Grow: 1},
		{Title: env.T("portion.files.format"), Width: 130},
		{Title: env.T("portion.files.size"), Width: 70, Right: true}, {Title: env.T("portion.files.digest"), Width: 120}, {Width: 18}}}
}

func (v *view) newFiles() *kit.List {
	cols := v.fileColumns()
	l := kit.NewList(v.env, "portion.files", func() int { return v.p.Detail.FileCount }, func() fyne.CanvasObject {
		return cols.Row(kit.NewText("", kit.RoleMono, kit.ColorText).Middle(), kit.Caption("").End(), kit.Caption("").Right(),
			kit.NewText("", kit.RoleMono, kit.ColorText2).Middle(), kit.NewIcon("", kit.ColorOK, 14))
	}, func(i int, o fyne.CanvasObject) {
		cells := o.(*fyne.Container).Objects
		f, ok := v.p.File(i)
		text := func(k int, s string) { cells[k].(*kit.Text).Set(s) }
		icon, tint := fileIcon(f)
		if !ok {
			f, icon = model.File{Path: v.env.T("loading")}, ""
		}
		text(0, f.Path)
		text(1, f.Format)
		text(2, "")
		if ok {
			text(2, v.env.Bytes(f.Bytes))
		}
		text(3, f.Digest)
		cells[4].(*kit.Icon).Set(icon, tint)
	})
	l.OnOpen = func(i int) {
		if f, ok := v.p.File(i); ok {
			v.place(f.Path)
		}
	}
	l.OnSelect = func(i int) {
		if f, ok := v.p.File(i); ok && v.looking { // what is selected is what is seen
			v.p.LookAt(f.Path)
		}
	}
	l.Describe = func(i int) string {
		f, _ := v.p.File(i)
		return v.env.T("portion.files.describe", f.Path, f.Format, i+1, v.p.Detail.FileCount)
	}
	return l
}

func (v *view) filesTab() fyne.CanvasObject {
	return kit.Col(0, v.fileColumns().Head(), kit.Grow(v.files))
}

// fileIcon is the mark of a file by what was found about it.
func fileIcon(f model.File) (string, fyne.ThemeColorName) {
	switch {
	case !f.Checked:
		return "", kit.ColorText2
	case f.Worst == check.Error:
		return "cross", kit.ColorError
	case f.Worst == check.Warning:
		return "warning", kit.ColorWarn
	}
	return "check", kit.ColorOK
}

// checkSigns are the signs of checks.
var checkSigns = map[present.CheckMark]struct {
	icon string
	tint fyne.ThemeColorName
}{present.CheckFailed: {"cross", kit.ColorError}, present.CheckWarned: {"warning", kit.ColorWarn},
	present.CheckNot:    {"dash", kit.ColorWarn},
	present.CheckPartly: {"dash", kit.ColorWarn}, present.CheckPassed: {"check", kit.ColorOK}}

// ---- content

func (v *view) contentTab() fyne.CanvasObject {
	if !v.p.Loaded {
		return kit.NewSkeleton(v.env, 30)
	}
	if v.p.Detail.Sealed != "" {
		return kit.NewEmpty(v.env.T("portion.content.sealed"), v.p.Detail.Sealed, nil)
	}
	if len(v.p.Detail.Records) == 0 {
		return kit.NewEmpty(v.env.T("portion.content.none"), v.env.T("portion.content.none.text"), nil)
	}
	return kit.Col(0, v.tree.Head(), kit.Grow(v.tree.List))
}

func (v *view) fillTree() {
	var rows []kit.Record
	for _, n := range v.p.Visible() {
		r := kit.Record{ID: n.ID, Level: n.Level, Leaf: n.Leaf, Open: !v.p.Closed(n.ID), Group: !n.Leaf, Number: n.Number, Title: n.Title,
			Span: n.Span, Suggestion: n.Suggestion}
		if n.Count > 0 {
			r.Right = v.env.Int(int64(n.Count))
		}
		rows = append(rows, r)
	}
	was := len(v.tree.Rows())
	v.tree.SetRows(rows)
	if fresh := v.p.Loaded && !v.filled; v.tabs.Now() == 2 && (was == 0 && len(rows) > 0 || fresh) {
		v.tabs.Show(2)
	}
	v.filled = v.p.Loaded
}

// ---- messages, protocol

func (v *view) messagesTab() fyne.CanvasObject {
	env := v.env
	if !v.p.Loaded {
		return kit.NewSkeleton(env, 30)
	}
	if len(v.p.Detail.Messages) == 0 {
		return kit.NewEmpty(env.T("portion.messages.none"), env.T("portion.messages.none.text"), nil)
	}
	row := rowOf(env, "portion.messages")
	if i := v.p.LookedMessage(); i >= 0 {
		row = i
	}
	cols := kit.Columns{Gap: 12, Left: 20, Cols: []kit.Column{{Title: env.T("portion.events.at"), Width: 120},
		{Title: env.T("portion.messages.kind"), Grow: 1}, {Title: env.T("portion.messages.file"), Grow: 1}}}
	l := kit.NewList(env, "portion.messages", func() int { return len(v.p.Detail.Messages) }, func() fyne.CanvasObject {
		return cols.Row(kit.NewText("", kit.RoleText, kit.ColorText2), kit.Body("").End(),
			kit.NewText("", kit.RoleMono, kit.ColorText).Middle())
	}, func(i int, o fyne.CanvasObject) {
		m, cells := v.p.Detail.Messages[i], o.(*fyne.Container).Objects
		cells[0].(*kit.Text).Set(env.Moment(m.At))
		cells[1].(*kit.Text).Set(m.Kind)
		cells[2].(*kit.Text).Set(m.File)
	})
	l.OnOpen = func(i int) { v.lookAtMessage(i) }
	l.OnSelect = func(i int) {
		if v.looking {
			v.lookAtMessage(i)
		}
	}
	l.Mark(min(row, len(v.p.Detail.Messages)-1))
	return kit.Col(0, cols.Head(), kit.Grow(l))
}

// rowOf gives the row that is selected in a list that is about to be built anew, -1 none.
func rowOf(env *kit.Env, list string) int {
	if l, ok := env.Find(list).(*kit.List); ok {
		return l.Selected()
	}
	return -1
}

func (v *view) eventsTab() fyne.CanvasObject {
	env, row := v.env, rowOf(v.env, "portion.events")
	cols := kit.Columns{Gap: 12, Left: 20, Cols: []kit.Column{{Title: env.T("portion.events.at"), Width: 120},
		{Title: env.T("portion.events.what"), Grow: 1.4}, {Title: env.T("portion.events.who"), Width: 130},
		{Title: env.T("portion.events.outcome"), Grow: 1}}}
	l := kit.NewList(env, "portion.events", func() int { return len(v.p.Detail.Events) }, func() fyne.CanvasObject {
		return cols.Row(kit.NewText("", kit.RoleText, kit.ColorText2), kit.Body("").End(),
			kit.NewText("", kit.RoleText, kit.ColorText2).End(), kit.Body("").End())
	}, func(i int, o fyne.CanvasObject) {
		e, cells := v.p.Detail.Events[i], o.(*fyne.Container).Objects
		for k, s := range []string{env.Moment(e.At), e.What, e.Who, e.Outcome} {
			cells[k].(*kit.Text).Set(s)
		}
	})
	l.Mark(min(row, len(v.p.Detail.Events)-1))
	return kit.Col(0, cols.Head(), kit.Grow(l))
}

// factsColumn is what was checked, what was not, and the delivery.
func (v *view) factsColumn() fyne.CanvasObject {
	env, d := v.env, v.p.Detail
	rows := []fyne.CanvasObject{kit.Titled(env.T("portion.checks.title"))}
	for _, c := range d.Checks {
		sign, tone := checkSigns[c.Mark()], kit.ColorText2
		if c.Mark() != present.CheckPassed {
			tone = sign.tint
		}
		rows = append(rows, kit.Pad(kit.Cols(8, kit.Pad(container.NewVBox(kit.NewIcon(sign.icon, sign.tint, 16)), 2, 0, 0, 0),
			kit.Grow(kit.Col(0, kit.Body(c.Name).Wrap(), kit.NewText(c.Said(env.Words), kit.RoleCaption, tone).Wrap()))), 5, 0, 5, 0),
			kit.HLine(kit.ColorLine))
	}
	if len(d.Checks) == 0 {
		rows = append(rows, kit.Pad(kit.NewText(env.T("portion.checks.none"), kit.RoleText, kit.ColorText2).Wrap(), 6, 0, 6, 0))
	}
	var pairs []kit.Pair
	for _, f := range d.Facts {
		pairs = append(pairs, kit.Pair{Label: f.Label, Value: f.Value, Mono: f.Mono, Missing: f.Value == ""})
	}
	return kit.Col(18, kit.Col(0, rows...), kit.NewMetaTable(env, "portion.facts", 84,
		kit.Group{Title: env.T("portion.facts.title"), Pairs: pairs}))
}
