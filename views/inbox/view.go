// Package inbox is the screen Eingang: all portions with their stand, the zone
// deliveries are dropped on, filters, and the way to each portion.
package inbox

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/inbox/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// Screen registers the inbox.
func Screen(src model.Source, pick Picker, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Inbox, Title: "nav.inbox", Icon: "inbox", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, pick, h).view() }}
}

type view struct {
	host nav.Host
	env  *kit.Env
	pick Picker
	p    *model.Presenter
	*kit.ListScreen
	next  *kit.Button
	open  *kit.Button
	zone  *kit.Tile
	only  *kit.Chip // a station chosen on the overview
	list  *kit.Table
	prev  *fyne.Container
	top   *fyne.Container
	body  *fyne.Container
	root  *fyne.Container
	class kit.Class
}

func newView(src model.Source, pick Picker, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), pick: pick, class: kit.ClassM}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw)
	v.ListScreen = kit.NewListScreen(env, "inbox", "nav.inbox")
	v.open = kit.NewButton(env, "inbox.open", "folder", env.T("inbox.open"), v.ask).Key("Strg+O")
	v.next = kit.NewPrimary(env, "inbox.primary", "right", "", v.primary).Key("Strg+Enter")
	v.Head.SetButtons(v.open, v.next)
	v.zone = kit.NewTile(env, "inbox.zone", env.T("inbox.zone.label"), kit.Framed(kit.ColorRaised, kit.ColorBorder, 2,
		kit.Sized(0, 48, kit.Pad(kit.Row(12, kit.NewIcon("inbox", kit.ColorText, 20), kit.Bold(env.T("inbox.zone.title")),
			kit.Grow(kit.Body(env.T("inbox.zone.text")).End())), 0, 16, 0, 16))), v.ask)
	v.top = v.Sift(v.p.SetSearch, func() fyne.Focusable { return v.list.List() }, kit.IDs(model.Filters),
		func(id string) { v.p.SetFilter(model.Filter(id)) })
	v.only = kit.NewChip(env, "inbox.filter.station", "", "", func() { v.p.SetFilter(model.InWork) })
	v.only.Hide()
	v.top.Add(v.only)
	v.list = kit.NewTable(env, "inbox.list", func() int { return len(v.p.Rows) }, func(i int) string { return v.p.Rows[i].ID },
		v.columns()...)
	v.list.RowHeight(56)
	v.list.OnSelect = func(int) { v.dress() }
	v.list.OnOpen = v.goTo
	v.list.Describe = v.describe
	v.list.Cover = v.cover()
	v.prev, v.body = container.NewStack(), container.NewStack()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.Head.Object(), kit.Grow(v.body)))
	return v
}

func (v *view) view() *nav.View {
	const rows = "inbox.list"
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized, Dropped: v.dropped,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.list.List(), v.Search(), v.open} },
		Show: func(r route.Route) {
			if r.Filter == "open" {
				v.ask()
			} else if r.Filter != "" {
				v.p.SetFilter(model.Filter(r.Filter))
			}
			v.p.Reload()
		},
		Actions: append([]kit.Action{v.On(rows, false, "primary", "Strg+Enter", v.primary),
			v.On(rows, false, "show", "Z", func() { v.goTo(v.list.Selected()) }), v.On(rows, true, "check", "P", v.check),
			v.On(rows, true, "stop", "Entf", func() { v.p.CancelAll(v.list.Chosen()) }), v.Act("open", "Strg+O", v.ask),
			v.Act("new", "Strg+N", v.ask), v.Searching(), v.Act("reload", "F5", v.p.Reload)}, kit.TableActions(v.env, v.list)...)}
}

func (v *view) dropped(paths []string) {
	v.p.Add(paths, v.took)
}

// ask opens the sheet that lets one name, pick or drop a delivery.
func (v *view) ask() {
	env := v.env
	pick := func(name, icon string, folder bool) *kit.Button {
		return kit.NewButton(env, name, icon, env.T(name), func() {
			if s := env.Open(); s != nil {
				s.Close()
			}
			v.p.Pick(v.picker(folder), v.took)
		})
	}
	kit.Form{Name: "inbox", Title: env.T("inbox.ask.title"), Text: env.T("inbox.ask.text"), Width: 620,
		Fields: []kit.FormField{{ID: "path", Label: env.T("inbox.path"), Placeholder: env.T("inbox.path.hint"), Must: true}},
		Below:  kit.Row(8, pick("inbox.folder", "folder", true), pick("inbox.file", "file", false)), Note: env.T("inbox.ask.drop"),
		Icon: "right", Do: env.T("inbox.take"), Take: func(a map[string]string) { v.dropped([]string{a["path"]}) }}.Show(env)
}

func (v *view) resized(c kit.Class) {
	v.Head.Fit(c)
	v.class = c
	env := v.env
	v.list.Fit(c)
	above := kit.Pad(kit.Col(12, v.Told(), v.zone, v.top), 14, 20, 12, 20)
	if c == kit.ClassS {
		above = kit.Pad(kit.Col(8, v.Told(), v.top), 8, 20, 8, 20)
	}
	var page fyne.CanvasObject = kit.Col(0, above, kit.Grow(v.list.Object()))
	if c == kit.ClassL {
		page = kit.NewPanes(env, "inbox", v.host.Class, kit.Pane{Object: page, Grow: true},
			kit.Pane{Object: kit.NewScroll(v.prev), Width: kit.Sizes{L: 360}, Min: 260})
	}
	v.body.Objects = []fyne.CanvasObject{page}
	v.body.Refresh()
	v.redraw()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env := v.env
	note := env.N("inbox.note", v.p.All(model.InWork), v.p.All(model.ToDo))
	if !v.p.Loaded {
		note = env.T("loading")
	}
	v.Head.SetNote(note)
	v.Count(func(id string) int { return v.p.Count(model.Filter(id)) }, string(v.p.Filter))
	v.station(!slices.Contains(model.Filters, v.p.Filter))
	v.alarms()
	v.Fill(v.list, kit.Rows{Loaded: v.p.Loaded, Failed: v.p.Err != nil, All: v.p.Total(), Height: 56,
		Start: func() *kit.Button {
			return kit.NewButton(env, "inbox.empty.open", "folder", env.T("inbox.open"), v.ask)
		},
		Whole: func() *kit.Button {
			return kit.NewButton(env, "inbox.nohit.all", "", env.T("inbox.nohit.all"), func() {
				v.Search().SetText("")
				v.p.SetFilter(model.InWork)
			})
		}})
	v.dress()
	v.root.Refresh()
	v.host.Badges()
}

func (v *view) station(on bool) {
	v.only.Hidden = !on
	if on {
		c := kit.NewChip(v.env, "inbox.filter.station", v.env.T("slip."+string(v.p.Filter)), v.env.Int(int64(v.p.Count(v.p.Filter))),
			func() { v.p.SetFilter(model.InWork) })
		c.Set(v.env.Int(int64(v.p.Count(v.p.Filter))), true)
		v.top.Objects[len(v.top.Objects)-1] = c
		v.only = c
	}
	v.top.Refresh()
}

func (v *view) alarms() {
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, v.Unread(v.p.Err, v.p.Reload, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "inbox.fault", v.p.Fault, "", v.env.T("inbox.fault.text"), v.p.Solved, v.root.Refresh))
	}
	v.Tell([4]float32{}, boxes...)
}

// dress puts the next step of the selected portion on the primary button.
func (v *view) dress() {
	i := v.list.Selected()
	v.prev.Objects = nil
	if i < 0 || i >= len(v.p.Rows) {
		v.next.Disable()
		v.next.Set("right", v.env.T("inbox.step.open"))
	} else {
		r := v.p.Rows[i]
		icon := map[model.Step]string{model.StepCheck: "check", model.StepFindings: "right", model.StepKind: "right",
			model.StepOpen: "right"}[model.Next(r.Portion)]
		v.next.Enable()
		v.next.Set(icon, v.env.T("inbox.step."+string(model.Next(r.Portion))))
		if v.class == kit.ClassL {
			v.prev.Objects = []fyne.CanvasObject{v.preview(r)}
		}
	}
	v.prev.Refresh()
	v.Head.SetButtons(v.open, v.next)
}

func (v *view) primary() {
	i := v.list.Selected()
	if i < 0 || i >= len(v.p.Rows) {
		return
	}
	if r := v.p.Rows[i]; model.Next(r.Portion) == model.StepCheck {
		v.p.Check(r.ID)
		return
	}
	v.goTo(i)
}

// check starts the check of what is marked.
func (v *view) check() {
	if v.p.CheckAll(v.list.Chosen()) == 0 {
		v.env.Hint(v.env.T("inbox.check.none"))
	}
}

func (v *view) goTo(i int) {
	if i < 0 || i >= len(v.p.Rows) {
		return
	}
	v.host.Go(route.Route{Screen: route.Portion, ID: v.p.Rows[i].ID})
}
