// Package preserve is the screen Bestandserhaltung: which formats the stock
// holds, how they can be shown, which packages a planned transformation concerns,
// the conversion itself and the log of measures (requirements A26, F11, F12).
package preserve

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/preserve/model"
)

// Screen registers the screen.
func Screen(src model.Source, roles ...nav.Role) nav.Screen {
	return nav.Screen{Key: nav.Preserve, Title: "nav.preserve", Icon: "shield", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, h).nav() }}
}

// view draws what the presenter holds.
type view struct {
	host nav.Host
	env  *kit.Env
	p    *model.Presenter

	head     *kit.PageHead
	again    *kit.Button
	act      *kit.Button
	alarm    *fyne.Container
	formats  *kit.List
	packages *kit.List
	measures *kit.List
	side     *fyne.Container
	none     *fyne.Container
	body     *fyne.Container
	root     *fyne.Container
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env()}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, func() { v.env.Rebuild(v.build) }, func(s string) { h.Toast(s, nil) })
	v.head = kit.NewPageHead(env, env.T("nav.preserve"))
	v.again = kit.NewButton(env, "preserve.reload", "refresh", env.T("preserve.reload"), v.p.Reload)
	v.act = kit.NewPrimary(env, "preserve.primary", "fork", env.T("preserve.convert"), v.primary).Key("Strg+Enter")
	v.alarm, v.side, v.none, v.body = container.NewStack(), container.NewStack(), container.NewStack(), container.NewStack()
	v.formats = kit.NewList(env, "preserve.formats", func() int { return len(v.p.Inv.Formats) }, v.makeFormat, v.fillFormat)
	v.formats.RowHeight = 60
	v.formats.OnSelect = v.p.Choose
	v.formats.Describe = func(i int) string {
		f := v.p.Inv.Formats[i]
		return f.Name + ", " + env.N("preserve.files", f.Files) + ", " + v.path(f)
	}
	v.packages = kit.NewList(env, "preserve.packages", func() int { return len(v.p.Plan) }, makePair, func(i int, o fyne.CanvasObject) {
		x := v.p.Plan[i]
		fillPair(o, x.ReferenceCode, env.N("preserve.files", x.Files)+" · "+v.state(x))
	})
	v.packages.RowHeight = 48
	v.packages.OnOpen = func(i int) { h.Go(nav.Route{Screen: nav.Reader, ID: v.p.Plan[i].PID}) }
	v.packages.Describe = func(i int) string { return v.p.Plan[i].ReferenceCode + ", " + v.state(v.p.Plan[i]) }
	v.measures = kit.NewList(env, "preserve.measures", func() int { return len(v.p.Measures) }, makePair, func(i int, o fyne.CanvasObject) {
		m := v.p.Measures[i]
		fillPair(o, env.Short(m.At)+"  "+m.Text, m.Outcome+" · "+m.Person)
	})
	v.measures.RowHeight = 48
	v.measures.Describe = func(i int) string { return v.p.Measures[i].Text }
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(v.body)))
	return v
}

// makePair is a row of two lines.
func makePair() fyne.CanvasObject {
	return kit.Pad(kit.Col(0, kit.Body("").End(), kit.Caption("").End()), 4, 16, 4, 16)
}

func fillPair(o fyne.CanvasObject, first, second string) {
	c := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
	c[0].(*kit.Text).Set(first)
	c[1].(*kit.Text).Set(second)
	o.Refresh()
}

// path says in words how a format is shown (A22).
func (v *view) path(f model.Format) string {
	if f.ViewPath == "" {
		return v.env.T("preserve.nopath")
	}
	if f.Outside {
		return v.env.T("preserve.outside", f.ViewPath)
	}
	return v.env.T("preserve.shown", f.ViewPath)
}

func (v *view) state(x model.Package) string {
	switch {
	case x.Converted:
		return v.env.T("preserve.converted")
	case x.Converter == "":
		return v.env.T("preserve.notool")
	}
	return v.env.T("preserve.tool", x.Converter)
}

// formatRow is one format: name and number, a bar of its share, how it is shown.
func (v *view) makeFormat() fyne.CanvasObject {
	return kit.Pad(kit.Col(2,
		kit.Row(8, kit.Grow(kit.Bold("").End()), kit.Caption("").Right()),
		kit.Sized(0, 8, kit.NewBar(0)),
		kit.Row(6, kit.NewIcon("ok", kit.ColorOK, 14), kit.Grow(kit.Caption("").End()))), 6, 16, 6, 16)
}

func (v *view) fillFormat(i int, o fyne.CanvasObject) {
	f := v.p.Inv.Formats[i]
	rows := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
	top, last := inner(rows[0]), inner(rows[2])
	texts(top)[0].Set(f.Name + "  " + f.PUID)
	texts(top)[1].Set(v.env.N("preserve.files", f.Files) + " · " + v.env.Bytes(f.Bytes))
	inner(rows[1])[0].(*kit.Bar).Set(v.p.Share(i))
	icon, tint := "ok", kit.ColorOK
	if f.ViewPath == "" {
		icon, tint = "warning", kit.ColorWarn
	} else if f.Outside {
		icon, tint = "external", kit.ColorText2
	}
	last[0].(*kit.Icon).Set(icon, tint)
	texts(last)[0].Set(v.path(f))
	o.Refresh()
}

func inner(o fyne.CanvasObject) []fyne.CanvasObject { return o.(*fyne.Container).Objects }

// texts finds the texts of a row, also inside growing parts.
func texts(list []fyne.CanvasObject) []*kit.Text {
	var out []*kit.Text
	for _, o := range list {
		if t, ok := o.(*kit.Text); ok {
			out = append(out, t)
		}
	}
	return out
}

func (v *view) nav() *nav.View {
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "preserve." + id, Title: env.T("preserve.key." + id), Group: env.T("nav.preserve"), Keys: []string{key}, Do: do}
	}
	return &nav.View{Object: v.root, Close: v.p.Stop, Resized: v.resized,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.formats, v.packages, v.measures} },
		Show:    func(nav.Route) { v.p.Reload() },
		Actions: []kit.Action{act("primary", "Strg+Enter", v.primary), act("viewer", "V", v.askViewer), act("reload", "F5", v.p.Reload)}}
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	env := v.env
	titled := func(key string) fyne.CanvasObject {
		return kit.Col(0, kit.Sized(0, 32, kit.Pad(kit.Section(env.T(key)).End(), 0, 16, 0, 16)), kit.HLine(kit.ColorBorder))
	}
	left := kit.Col(0, titled("preserve.formats"), kit.Grow(container.NewStack(v.formats, v.none)))
	right := kit.Col(0, titled("preserve.packages"), kit.Grow(v.packages), titled("preserve.measures"), kit.Grow(v.measures))
	if c == kit.ClassS {
		tabs := kit.NewTabs(env, "preserve.tabs", kit.Tab{Title: env.T("preserve.formats"), Body: func() fyne.CanvasObject { return left }},
			kit.Tab{Title: env.T("preserve.packages"), Body: func() fyne.CanvasObject { return right }})
		tabs.Show(0)
		v.body.Objects = []fyne.CanvasObject{tabs.Object()}
	} else {
		v.body.Objects = []fyne.CanvasObject{kit.NewPanes(env, "preserve", v.host.Class, kit.Pane{Object: left, Grow: true, Min: 320}, kit.Pane{Object: right, Width: kit.Sizes{L: 600, M: 460}, Min: 320})}
	}
	v.body.Refresh()
	v.build()
}

func (v *view) build() {
	env, p := v.env, v.p
	note := env.T("loading")
	if p.Loaded {
		note = env.T("preserve.note", env.Date(p.Inv.At), p.Inv.Packages)
	}
	if p.Working {
		note = p.Step
	}
	v.head.SetNote(note)
	n := len(p.Open())
	switch {
	case p.Working:
		v.act.Set("pause", env.T("preserve.stop"))
		v.act.Enable()
	case n == 0:
		v.act.Set("fork", env.T("preserve.convert"))
		v.act.Disable()
	default:
		v.act.Set("fork", env.N("preserve.convert", n))
		v.act.Enable()
	}
	v.head.SetButtons(v.again, v.act)
	v.alarms()
	v.none.Objects = nil
	if p.Loaded && len(p.Inv.Formats) == 0 {
		v.none.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("preserve.empty.title"), env.T("preserve.empty.text"), nil)}
	}
	v.formats.Mark(p.Index())
	v.formats.Reload()
	v.packages.Reload()
	v.measures.Reload()
	v.root.Refresh()
}

func (v *view) alarms() {
	env := v.env
	v.alarm.Objects = nil
	for _, err := range []error{v.p.Err, v.p.Fault} {
		if err == nil {
			continue
		}
		text, details := kit.Explain(err, env.T("preserve.error.text"))
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.NewBox(env, "preserve.error", kit.Box{Tone: kit.ToneOf(err), Title: env.T("preserve.error.title"), Text: text, Details: details}, v.root.Refresh), 6, 16, 8, 16)}
	}
	v.alarm.Hidden = len(v.alarm.Objects) == 0
}

// primary asks before packages are made, or stops what is under way.
func (v *view) primary() {
	if v.p.Working {
		v.p.Stop()
		return
	}
	n := len(v.p.Open())
	if n == 0 {
		return
	}
	do := kit.NewPrimary(v.env, "preserve.do", "fork", v.env.T("preserve.do"), func() {
		v.env.Open().Close()
		v.p.Convert()
	})
	text := kit.Pad(kit.Col(8, kit.Bold(v.env.N("preserve.ask", n)), kit.Body(v.env.T("preserve.ask.text")).Wrap()), 16, 20, 16, 20)
	kit.NewSheet(v.env, v.env.T("preserve.convert"), 560, 300, text, kit.Row(8, kit.Grow(kit.Space(0, 0)), do)).First(do).Show()
}

// askViewer names the outside program for the format chosen.
func (v *view) askViewer() {
	i := v.p.Index()
	if i < 0 {
		return
	}
	entry := kit.NewEntry(v.env, "preserve.viewer", "", nil)
	take := func() {
		v.env.Open().Close()
		v.p.SetViewer(entry.Text)
	}
	entry.OnSubmitted = func(string) { take() }
	do := kit.NewPrimary(v.env, "preserve.viewer.do", "check", v.env.T("preserve.viewer.do"), take)
	content := kit.Pad(kit.NewField(v.env, v.env.T("preserve.viewer.field", v.p.Inv.Formats[i].Name), entry).Help(v.env.T("preserve.viewer.help")), 16, 20, 16, 20)
	kit.NewSheet(v.env, v.env.T("preserve.key.viewer"), 520, 260, content, kit.Row(8, kit.Grow(kit.Space(0, 0)), do)).First(entry).Show()
}
