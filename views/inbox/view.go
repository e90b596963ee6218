// Package inbox is the screen Eingang: all portions with their stand, the zone
// deliveries are dropped on, filters, and the way to each portion.
package inbox

import (
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
	host   nav.Host
	env    *kit.Env
	pick   Picker
	p      *model.Presenter
	head   *kit.PageHead
	next   *kit.Button
	open   *kit.Button
	zone   *kit.Tile
	search *kit.Field
	chips  map[model.Filter]*kit.Chip
	only   *kit.Chip // a station chosen on the overview
	list   *kit.Table
	alarm  *fyne.Container
	prev   *fyne.Container
	top    *fyne.Container
	body   *fyne.Container
	root   *fyne.Container
	class  kit.Class
}

func newView(src model.Source, pick Picker, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), pick: pick, chips: map[model.Filter]*kit.Chip{}, class: kit.ClassM}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw)
	v.head = kit.NewPageHead(env, env.T("nav.inbox"))
	v.open = kit.NewButton(env, "inbox.open", "folder", env.T("inbox.open"), v.ask).Key("Strg+O")
	v.next = kit.NewPrimary(env, "inbox.primary", "right", "", v.primary).Key("Strg+Enter")
	v.head.SetButtons(v.open, v.next)
	v.zone = kit.NewTile(env, "inbox.zone", env.T("inbox.zone.label"), kit.Framed(kit.ColorRaised, kit.ColorBorder, 2,
		kit.Sized(0, 48, kit.Pad(kit.Row(12, kit.NewIcon("inbox", kit.ColorText, 20), kit.Bold(env.T("inbox.zone.title")),
			kit.Grow(kit.Body(env.T("inbox.zone.text")).End())), 0, 16, 0, 16))), v.ask)
	v.search = kit.NewSearch(env, "inbox.search", env.T("inbox.search"), v.p.SetSearch)
	v.search.Entry.OnDown = func() { env.Focus(v.list.List()) }
	v.search.Entry.EscapeClears()
	row := []fyne.CanvasObject{kit.Sized(280, 0, v.search), kit.Space(8, 0)}
	for _, f := range model.Filters {
		v.chips[f] = kit.NewChip(env, "inbox.filter."+string(f), env.T("inbox.filter."+string(f)), "", func() { v.p.SetFilter(f) })
		row = append(row, v.chips[f])
	}
	v.only = kit.NewChip(env, "inbox.filter.station", "", "", func() { v.p.SetFilter(model.InWork) })
	v.only.Hide()
	v.top = kit.Flow(6, append(row, v.only)...)
	v.list = kit.NewTable(env, "inbox.list", func() int { return len(v.p.Rows) }, func(i int) string { return v.p.Rows[i].ID },
		v.columns()...)
	v.list.RowHeight(56)
	v.list.OnSelect = func(int) { v.dress() }
	v.list.OnOpen = v.goTo
	v.list.Describe = v.describe
	v.list.Cover = v.cover()
	v.alarm, v.prev, v.body = container.NewStack(), container.NewStack(), container.NewStack()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.body)))
	return v
}

func (v *view) view() *nav.View {
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "inbox." + id, Title: env.T("inbox.key." + id), Group: env.T("nav.inbox"), Keys: []string{key}, Do: do}
	}
	row := func(many bool, a kit.Action) kit.Action {
		a.On, a.Many = "inbox.list", many
		return a
	}
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized, Dropped: v.dropped,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.list.List(), v.search.Entry, v.open} },
		Show: func(r route.Route) {
			if r.Filter == "open" {
				v.ask()
			} else if r.Filter != "" {
				v.p.SetFilter(model.Filter(r.Filter))
			}
			v.p.Reload()
		},
		Actions: append([]kit.Action{row(false, act("primary", "Strg+Enter", v.primary)),
			row(false, act("show", "Z", func() { v.goTo(v.list.Selected()) })),
			row(true, act("check", "P", v.check)), row(true, act("stop", "Entf", func() { v.p.CancelAll(v.list.Chosen()) })),
			act("open", "Strg+O", v.ask), act("new", "Strg+N", v.ask),
			act("search", "/", func() { env.Focus(v.search.Entry) }), act("reload", "F5", v.p.Reload)}, kit.TableActions(env, v.list)...)}
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
	v.head.Fit(c)
	v.class = c
	env := v.env
	v.list.Fit(c)
	above := kit.Pad(kit.Col(12, v.alarm, v.zone, v.top), 14, 20, 12, 20)
	if c == kit.ClassS {
		above = kit.Pad(kit.Col(8, v.alarm, v.top), 8, 20, 8, 20)
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
	v.head.SetNote(note)
	station := true
	for f, c := range v.chips {
		c.Set(env.Int(int64(v.p.Count(f))), f == v.p.Filter)
		station = station && f != v.p.Filter
	}
	v.station(station)
	v.alarms()
	v.empties()
	if v.list.Selected() < 0 && len(v.p.Rows) > 0 {
		v.list.List().Mark(0)
	}
	v.list.Reload()
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
	env := v.env
	v.alarm.Objects = nil
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, kit.NewBox(env, "inbox.error",
			kit.Box{Tone: kit.ToneError, Title: env.T("inbox.error.title"), Text: env.T("inbox.error.text"),
				Details: v.p.Err.Error(), Buttons: []fyne.CanvasObject{kit.NewButton(env, "inbox.retry", "refresh", env.T("retry"),
					v.p.Reload).Small()}}, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "inbox.fault", v.p.Fault, "", env.T("inbox.fault.text"), v.p.Solved, v.root.Refresh))
	}
	v.alarm.Hidden = len(boxes) == 0
	if len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Col(8, boxes...)}
	}
	v.alarm.Refresh()
}

func (v *view) empties() {
	env := v.env
	var empty fyne.CanvasObject
	switch {
	case len(v.p.Rows) > 0 || v.p.Err != nil:
	case !v.p.Loaded:
		empty = kit.NewSkeleton(env, 56)
	case v.p.Total() == 0:
		empty = kit.NewEmpty(env.T("inbox.empty.title"), env.T("inbox.empty.text"),
			kit.NewButton(env, "inbox.empty.open", "folder", env.T("inbox.open"), v.ask))
	default:
		empty = kit.NewEmpty(env.T("inbox.nohit.title"), env.T("inbox.nohit.text"),
			kit.NewButton(env, "inbox.nohit.all", "", env.T("inbox.nohit.all"), func() {
				v.search.Entry.SetText("")
				v.p.SetFilter(model.InWork)
			}))
	}
	v.list.Over(empty)
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
	v.head.SetButtons(v.open, v.next)
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
