// Package overview is the screen Übersicht: what waits for me by deadline, the
// portions on their way as counters of the slip, what runs, how safe the holdings
// are. It only reads; every action leads to another screen.
package overview

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/overview/model"
	"laufzettel/views/route"
)

// Screen registers the overview. now gives the time (tests: a fixed one).
func Screen(src model.Source, now func() time.Time, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Overview, Title: "nav.overview", Icon: "home", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, now, h).view() }}
}

type view struct {
	host   nav.Host
	env    *kit.Env
	p      *model.Presenter
	now    func() time.Time
	head   *kit.PageHead
	next   *kit.Button
	tasks  *kit.List
	strip  *fyne.Container
	empty  *fyne.Container
	recent *fyne.Container
	right  *fyne.Container
	side   *kit.Scroll
	alarm  *fyne.Container
	below  *fyne.Container
	body   *fyne.Container
	root   *fyne.Container
}

func newView(src model.Source, now func() time.Time, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), now: now}
	v.p = model.NewPresenter(src, v.env.Run, v.env.Words, now, v.redraw)
	env := v.env
	v.head = kit.NewPageHead(env, env.T("nav.overview"))
	v.next = kit.NewPrimary(env, "overview.primary", "right", "", v.primary)
	v.tasks = kit.NewList(env, "overview.tasks", func() int { return len(v.p.Rows) }, v.makeTask, v.fillTask)
	v.tasks.RowHeight = 52
	v.tasks.OnSelect = func(int) { v.dress() }
	v.tasks.OnOpen = func(int) { v.primary() }
	v.tasks.Describe = func(i int) string {
		r := v.p.Rows[i]
		return r.Day + " " + r.Under + ", " + r.Title + ", " + r.Detail
	}
	v.strip, v.empty, v.recent = container.NewStack(), container.NewStack(), container.NewStack()
	v.right, v.alarm, v.below = container.NewStack(), container.NewStack(), container.NewStack()
	v.side = kit.NewScroll(kit.Pad(v.right, 0, 20, 16, 0))
	v.body = container.NewStack()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.body)))
	v.head.SetButtons(v.openButton(), v.mailButton(), v.next)
	return v
}

func (v *view) view() *nav.View {
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.tasks} },
		Show: func(route.Route) {
			v.redraw()
			v.p.Reload()
		},
		Actions: []kit.Action{
			{ID: "overview.primary", Title: v.env.T("overview.key.primary"), Group: v.env.T("overview.tasks.title"),
				Keys: []string{"Strg+Enter"}, Do: v.primary},
			{ID: "overview.mail", Title: v.env.T("overview.mail"), Group: v.env.T("overview.tasks.title"), Do: v.p.Mail},
			{ID: "overview.reload", Title: v.env.T("overview.key.reload"), Group: v.env.T("overview.tasks.title"), Keys: []string{"F5"},
				Do: v.p.Reload},
		}}
}

func (v *view) openButton() *kit.Button {
	return kit.NewButton(v.env, "overview.open", "folder", v.env.T("inbox.open"), func() {
		v.host.Go(route.Route{Screen: route.Inbox, Filter: "open"})
	}).Key("Strg+O")
}

// mailButton opens the draft of a mail with what waits (A3).
func (v *view) mailButton() *kit.Button {
	b := kit.NewButton(v.env, "overview.mail", "mail", v.env.T("overview.mail"), v.p.Mail)
	if len(v.p.Rows) == 0 {
		b.Disable()
	}
	return b
}

// resized builds the panes for a class: right column 420, 348, or one column.
func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	left := kit.Col(0, kit.Titled(v.env.T("overview.tasks.title"), kit.Caption(v.env.T("overview.tasks.by"))),
		kit.Grow(kit.Snug(v.tasks, container.NewStack(v.tasks, v.empty), v.recent)))
	top := kit.Col(6, v.strip, kit.Caption(v.env.T("overview.counters.hint")).End())
	var page fyne.CanvasObject
	if c == kit.ClassS {
		page = kit.Col(10, v.alarm, top, kit.Grow(left))
	} else {
		width := float32(348)
		if c == kit.ClassL {
			width = 420
		}
		page = kit.Col(16, v.alarm, top, kit.Grow(kit.Cols(24, kit.Grow(left), kit.Wide(width+20, v.side))))
	}
	edge := float32(20)
	if c != kit.ClassS {
		page = kit.Pad(page, 16, 0, 0, edge)
	} else {
		page = kit.Pad(page, 10, edge, 0, edge)
	}
	v.body.Objects = []fyne.CanvasObject{page}
	v.body.Refresh()
	v.redraw()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env := v.env
	v.head.SetCrumbs(kit.Crumb{Text: env.Long(v.now())})
	v.alarm.Objects = nil
	if v.p.Err != nil {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.NewBox(env, "overview.error", kit.Box{Tone: kit.ToneError,
			Title: env.T("overview.error.title"), Text: env.T("overview.error.text"), Details: v.p.Err.Error(),
			Buttons: []fyne.CanvasObject{kit.NewButton(env, "overview.retry", "refresh", env.T("retry"), v.p.Reload).Small()}}, nil), 0, 20,
			0, 0)}
	}
	if v.p.Fault != nil {
		v.alarm.Objects = append(v.alarm.Objects, kit.Pad(nav.Refused(v.host, "overview.fault", v.p.Fault, "", env.T("overview.fault.text"),
			v.p.Solved, nil), 0, 20, 0, 0))
	}
	v.alarm.Hidden = len(v.alarm.Objects) == 0
	edge := float32(20)
	if v.host.Class() == kit.ClassS {
		edge = 0
	}
	v.strip.Objects = []fyne.CanvasObject{kit.Pad(v.counters(), 0, edge, 0, 0)}
	v.right.Objects = []fyne.CanvasObject{v.column()}
	v.recent.Objects = []fyne.CanvasObject{v.lately()}
	v.recent.Hidden = len(v.p.State.Recent) == 0 || v.host.Class() == kit.ClassS
	v.empty.Objects = nil
	switch {
	case len(v.p.Rows) > 0:
	case !v.p.Loaded:
		v.empty.Objects = []fyne.CanvasObject{kit.NewSkeleton(env, 56)}
	case v.p.Err == nil:
		v.empty.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("overview.empty.title"), env.T("overview.empty.text"), nil)}
	}
	v.empty.Hidden = len(v.empty.Objects) == 0
	if v.tasks.Selected() < 0 && len(v.p.Rows) > 0 {
		v.tasks.Mark(0)
	}
	v.tasks.Reload()
	v.dress()
	v.root.Refresh()
	v.side.Relayout()
}

// dress puts the action of the selected task on the primary button.
func (v *view) dress() {
	text := v.p.Primary(v.tasks.Selected())
	if text == "" {
		text = v.env.T("overview.primary.none")
		v.next.Disable()
	} else {
		v.next.Enable()
	}
	v.next.Set("right", text)
	v.head.SetButtons(v.openButton(), v.mailButton(), v.next)
}

func (v *view) primary() {
	i := v.tasks.Selected()
	if i < 0 || i >= len(v.p.Rows) {
		return
	}
	if r := v.p.Rows[i]; r.More {
		v.p.ShowAll()
	} else {
		v.follow(r.Target)
	}
}

func (v *view) follow(t route.Route) {
	if t.Screen != "" {
		v.host.Go(t)
	}
}
