// Package preserve is the screen Bestandserhaltung: which formats the stock
// holds, how they can be shown, which packages a planned transformation concerns,
// the conversion itself and the log of measures (requirements A26, F11, F12).
package preserve

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/preserve/model"
	"laufzettel/views/route"
)

// Screen registers the screen.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Preserve, Title: "nav.preserve", Icon: "shield", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, h).nav() }}
}

// view draws what the presenter holds.
type view struct {
	host nav.Host
	env  *kit.Env
	p    *model.Presenter

	*kit.ListScreen
	again    *kit.Button
	act      *kit.Button
	formats  *kit.Table
	packages *kit.Table
	measures *kit.Table
	body     *fyne.Container
	root     *fyne.Container
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env()}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, func() { v.env.Rebuild(v.build) }, func(s string) { h.Toast(s, nil) })
	v.ListScreen = kit.NewListScreen(env, "preserve", "nav.preserve")
	v.again = kit.NewButton(env, "preserve.reload", "refresh", env.T("preserve.reload"), v.p.Reload)
	v.act = kit.NewPrimary(env, "preserve.primary", "fork", env.T("preserve.convert"), v.primary).Key("Strg+Enter")
	v.body = container.NewStack()
	v.formats = kit.NewTable(env, "preserve.formats", func() int { return len(v.p.Inv.Formats) },
		func(i int) string { return v.p.Inv.Formats[i].PUID }, v.formatColumns()...)
	v.formats.RowHeight(52)
	v.formats.OnSelect = v.p.Choose
	v.formats.Describe = func(i int) string {
		f := v.p.Inv.Formats[i]
		return f.Name + ", " + env.N("preserve.files", f.Files) + ", " + v.path(f)
	}
	v.packages = kit.NewTable(env, "preserve.packages", func() int { return len(v.p.Plan) }, func(i int) string { return v.p.Plan[i].PID },
		v.packageColumns()...)
	v.packages.RowHeight(36)
	v.packages.OnOpen = v.read
	v.packages.Describe = func(i int) string { return v.p.Plan[i].ReferenceCode + ", " + v.state(v.p.Plan[i]) }
	v.measures = kit.NewTable(env, "preserve.measures", func() int { return len(v.p.Measures) },
		func(i int) string { return strconv.Itoa(len(v.p.Measures) - i) }, v.measureColumns()...)
	v.measures.RowHeight(48)
	v.measures.Describe = func(i int) string { return v.p.Measures[i].Text }
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.Head.Object(), v.Told(), kit.Grow(v.body)))
	return v
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

// read opens the package at i in the stacks.
func (v *view) read(i int) {
	if i >= 0 && i < len(v.p.Plan) {
		v.host.Go(route.Route{Screen: route.Reader, ID: v.p.Plan[i].PID})
	}
}

func (v *view) nav() *nav.View {
	const formats, packages = "preserve.formats", "preserve.packages"
	return &nav.View{Object: v.root, Close: v.p.Stop, Resized: v.resized,
		Regions: func() []fyne.Focusable {
			return []fyne.Focusable{v.formats.List(), v.packages.List(), v.measures.List()}
		},
		Show: func(route.Route) { v.p.Reload() },
		Actions: append([]kit.Action{v.On(formats, false, "primary", "Strg+Enter", v.primary),
			v.On(formats, false, "viewer", "V", v.askViewer),
			v.On(packages, false, "read", "Z", func() { v.read(v.packages.Selected()) }), v.Act("reload", "F5", v.p.Reload)},
			kit.TableActions(v.env, v.formats, v.packages, v.measures)...)}
}

func (v *view) resized(c kit.Class) {
	v.Head.Fit(c)
	for _, t := range []*kit.Table{v.formats, v.packages, v.measures} {
		t.Fit(c)
	}
	env := v.env
	left := v.Part("preserve.formats", v.formats.Object())
	right := kit.Col(0, kit.Grow(v.Part("preserve.packages", v.packages.Object())),
		kit.Grow(v.Part("preserve.measures", v.measures.Object())))
	if c == kit.ClassS {
		tabs := kit.NewTabs(env, "preserve.tabs", kit.Tab{Title: env.T("preserve.formats"), Body: func() fyne.CanvasObject { return left }},
			kit.Tab{Title: env.T("preserve.packages"), Body: func() fyne.CanvasObject { return right }})
		tabs.Show(0)
		v.body.Objects = []fyne.CanvasObject{tabs.Object()}
	} else {
		v.body.Objects = []fyne.CanvasObject{kit.NewPanes(env, "preserve", v.host.Class, kit.Pane{Object: left, Grow: true, Min: 320},
			kit.Pane{Object: right, Width: kit.Sizes{L: 600, M: 460}, Min: 320})}
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
		note = p.Under
	}
	v.Head.SetNote(note)
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
	v.Head.SetButtons(v.again, v.act)
	v.alarms()
	v.Fill(v.formats, kit.Rows{Loaded: p.Loaded, Failed: p.Err != nil, Height: 52})
	v.formats.Mark(p.Index())
	v.packages.Reload()
	v.measures.Reload()
	v.root.Refresh()
}

func (v *view) alarms() {
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, v.Unread(v.p.Err, v.p.Reload, v.root.Refresh))
	}
	if err := v.p.Fault; err != nil {
		text, details := kit.Explain(v.env.Words, err, v.env.T("preserve.error.text"))
		boxes = append(boxes, kit.NewBox(v.env, "preserve.fault",
			kit.Box{Tone: kit.ToneOf(err), Title: v.env.T("preserve.error.title"), Text: text, Details: details}, v.root.Refresh))
	}
	v.Tell([4]float32{6, 16, 8, 16}, boxes...)
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
	kit.Form{Name: "preserve", Title: v.env.T("preserve.convert"), Text: v.env.N("preserve.ask", n),
		Above: kit.Body(v.env.T("preserve.ask.text")).Wrap(), Width: 560,
		Buttons: []kit.FormButton{{Name: "preserve.do", Icon: "fork", Text: v.env.T("preserve.do"), Primary: true,
			Do: func(map[string]string) { v.p.Convert() }}}}.Show(v.env)
}

// askViewer names the outside program for the format chosen.
func (v *view) askViewer() {
	i := v.p.Index()
	if i < 0 {
		return
	}
	env := v.env
	kit.Form{Name: "preserve", Title: env.T("preserve.key.viewer"), Width: 520,
		Fields: []kit.FormField{{ID: "viewer", Label: env.T("preserve.viewer.field", v.p.Inv.Formats[i].Name),
			Help: env.T("preserve.viewer.help")}},
		Buttons: []kit.FormButton{{Name: "preserve.viewer.do", Icon: "check", Text: env.T("preserve.viewer.do"), Primary: true,
			Do: func(a map[string]string) { v.p.SetViewer(a["viewer"]) }}}}.Show(env)
}
