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

	head     *kit.PageHead
	again    *kit.Button
	act      *kit.Button
	alarm    *fyne.Container
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
	v.head = kit.NewPageHead(env, env.T("nav.preserve"))
	v.again = kit.NewButton(env, "preserve.reload", "refresh", env.T("preserve.reload"), v.p.Reload)
	v.act = kit.NewPrimary(env, "preserve.primary", "fork", env.T("preserve.convert"), v.primary).Key("Strg+Enter")
	v.alarm, v.body = container.NewStack(), container.NewStack()
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
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(v.body)))
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
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "preserve." + id, Title: env.T("preserve.key." + id), Group: env.T("nav.preserve"), Keys: []string{key},
			Do: do}
	}
	on := func(table string, a kit.Action) kit.Action {
		a.On = table
		return a
	}
	return &nav.View{Object: v.root, Close: v.p.Stop, Resized: v.resized,
		Regions: func() []fyne.Focusable {
			return []fyne.Focusable{v.formats.List(), v.packages.List(), v.measures.List()}
		},
		Show: func(route.Route) { v.p.Reload() },
		Actions: append([]kit.Action{on("preserve.formats", act("primary", "Strg+Enter", v.primary)),
			on("preserve.formats", act("viewer", "V", v.askViewer)),
			on("preserve.packages", act("read", "Z", func() { v.read(v.packages.Selected()) })), act("reload", "F5", v.p.Reload)},
			kit.TableActions(env, v.formats, v.packages, v.measures)...)}
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	for _, t := range []*kit.Table{v.formats, v.packages, v.measures} {
		t.Fit(c)
	}
	env := v.env
	titled := func(key string) fyne.CanvasObject {
		return kit.Col(0, kit.Sized(0, 32, kit.Pad(kit.Section(env.T(key)).End(), 0, 16, 0, 16)), kit.HLine(kit.ColorBorder))
	}
	left := kit.Col(0, titled("preserve.formats"), kit.Grow(v.formats.Object()))
	right := kit.Col(0, titled("preserve.packages"), kit.Grow(v.packages.Object()), titled("preserve.measures"),
		kit.Grow(v.measures.Object()))
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
	var over fyne.CanvasObject
	switch {
	case !p.Loaded:
		over = kit.NewSkeleton(env, 52)
	case len(p.Inv.Formats) == 0 && p.Err == nil:
		over = kit.NewEmpty(env.T("preserve.empty.title"), env.T("preserve.empty.text"), nil)
	}
	v.formats.Over(over)
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
		text, details := kit.Explain(env.Words, err, env.T("preserve.error.text"))
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.NewBox(env, "preserve.error",
			kit.Box{Tone: kit.ToneOf(err), Title: env.T("preserve.error.title"), Text: text, Details: details}, v.root.Refresh), 6, 16, 8,
			16)}
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
