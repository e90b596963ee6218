// Package book is the screen Zugangsbuch, the first of the day: every accession
// with number, agency, kind, extent, stand, next step and deadline, what is due
// above it, and the way to each act of an accession (requirements A3, A19, A31).
// It shows and asks; whether an act is allowed decides the workspace, whose
// sentence is shown. The book of 5,000 accessions opens within a second.
package book

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/book/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// Screen registers the accession book.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Book, Title: "nav.book", Icon: "register", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, h).view() }}
}

type view struct {
	host nav.Host
	env  *kit.Env
	p    *model.Presenter
	*kit.ListScreen
	next  *kit.Button
	add   *kit.Button
	trial *kit.Button
	list  *kit.Table
	side  *fyne.Container
	top   *fyne.Container
	body  *fyne.Container
	root  *fyne.Container
	class kit.Class
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), class: kit.ClassM}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw)
	v.ListScreen = kit.NewListScreen(env, "book", "nav.book")
	v.add = kit.NewButton(env, "book.new", "plus", env.T("book.new"), v.askNew).Key("Strg+N")
	v.trial = kit.NewButton(env, "book.trial", "play", env.T("book.trial"), v.askTrial).Key("Strg+T")
	v.next = kit.NewPrimary(env, "book.primary", "right", "", v.primary).Key("Strg+Enter")
	v.top = v.Sift(v.p.SetSearch, func() fyne.Focusable { return v.list.List() }, kit.IDs(model.Filters),
		func(id string) { v.p.SetFilter(model.Filter(id)) })
	v.side, v.body = container.NewStack(), container.NewStack()
	v.list = v.table()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.Head.Object(), kit.Grow(v.body)))
	return v
}

// table makes the list of the book.
func (v *view) table() *kit.Table {
	t := kit.NewTable(v.env, "book.list", func() int { return len(v.p.Rows) }, func(i int) string { return v.p.Rows[i].ID }, v.columns()...)
	t.RowHeight(52)
	t.OnSelect, t.OnOpen = v.pick, v.open
	t.Describe = func(i int) string {
		r := v.p.Rows[i]
		return v.env.T("book.describe", r.Number, r.Title, r.Agency, r.StateWord, r.StepWord, i+1, len(v.p.Rows))
	}
	return t
}

func (v *view) view() *nav.View {
	row := func(id, chord string, do func()) kit.Action { return v.On("book.list", false, id, chord, do) }
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.list.List(), v.Search(), v.add} },
		Show: func(r route.Route) {
			if r.Filter != "" {
				v.p.SetFilter(model.Filter(r.Filter))
			}
			if r.ID != "" {
				v.p.Picked = r.ID
			}
			v.p.Reload()
		},
		Actions: append([]kit.Action{row("primary", "Strg+Enter", v.primary), row("show", "Z", func() { v.open(v.list.Selected()) }),
			row("remark", "Strg+M", v.askRemark), row("due", "Strg+L", v.askDue), row("folder", "Strg+D", v.folder),
			v.Act("new", "Strg+N", v.askNew), v.Searching(), v.Act("year", "Strg+J", v.askYear), v.Act("trial", "Strg+T", v.askTrial),
			v.Act("reload", "F5", v.p.Reload)}, kit.TableActions(v.env, v.list)...)}
}

func (v *view) resized(c kit.Class) {
	v.Head.Fit(c)
	v.class = c
	env := v.env
	v.list.Fit(c)
	var page fyne.CanvasObject = kit.Col(0, kit.Pad(kit.Col(10, v.Told(), v.top), 12, 20, 10, 20), kit.Grow(v.list.Object()))
	if c == kit.ClassL {
		page = kit.NewPanes(env, "book", v.host.Class, kit.Pane{Object: page, Grow: true},
			kit.Pane{Object: kit.NewScroll(v.side), Width: kit.Sizes{L: 400}, Min: 300})
	}
	v.body.Objects = []fyne.CanvasObject{page}
	v.body.Refresh()
	v.redraw()
}

// many says how many accessions a filter has; none is a word.
func (v *view) many(f model.Filter) any {
	if n := v.p.All(f); n > 0 {
		return n
	}
	return v.env.T("book.none")
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env := v.env
	note := env.T("loading")
	if v.p.Loaded {
		note = env.T("book.note", v.many(model.Open), v.many(model.Mine), v.many(model.Due))
	}
	v.Head.SetNote(note)
	v.Count(func(id string) int { return v.p.Count(model.Filter(id)) }, string(v.p.Filter))
	v.alarms()
	if at := v.p.Index(v.p.Picked); at >= 0 {
		v.list.Mark(at)
	} else if len(v.p.Rows) > 0 {
		v.list.List().Mark(0)
		if v.p.Loaded && v.p.Picked == "" {
			v.p.Pick(v.p.Rows[0].ID)
		}
	}
	v.Fill(v.list, kit.Rows{Loaded: v.p.Loaded, Failed: v.p.Err != nil, All: v.p.Total(), Height: 52,
		Start: func() *kit.Button {
			return kit.NewButton(env, "book.empty.inbox", "inbox", env.T("book.empty.inbox"), v.openDelivery)
		},
		Whole: func() *kit.Button {
			return kit.NewButton(env, "book.nohit.all", "", env.T("book.nohit.all"), func() {
				v.Search().SetText("")
				v.p.SetFilter(model.All)
			})
		}})
	v.dress()
	v.root.Refresh()
}

func (v *view) alarms() {
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, v.Unread(v.p.Err, v.p.Reload, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "book.fault", v.p.Fault, "", v.env.T("book.fault.text"), v.p.Solved, v.root.Refresh))
	}
	v.Tell([4]float32{}, boxes...)
}

// bare tells that the book has no entry yet: the first step is then a delivery.
func (v *view) bare() bool { return v.p.Loaded && v.p.Err == nil && v.p.Total() == 0 }

func (v *view) openDelivery() { v.host.Go(route.Route{Screen: route.Inbox, Filter: "open"}) }

func (v *view) selected() (model.Shown, bool) {
	i := v.list.Selected()
	if i < 0 || i >= len(v.p.Rows) {
		return model.Shown{}, false
	}
	return v.p.Rows[i], true
}

func (v *view) pick(i int) {
	if i >= 0 && i < len(v.p.Rows) {
		v.p.Pick(v.p.Rows[i].ID)
		v.dress()
	}
}

// dress puts the next step of the selected accession on the primary button.
func (v *view) dress() {
	r, ok := v.selected()
	v.side.Objects = nil
	switch {
	case v.bare():
		v.next.Enable()
		v.next.Set("inbox", v.env.T("book.empty.inbox"))
	case !ok:
		v.next.Disable()
		v.next.Set("right", v.env.T("book.show"))
	case r.Portion != "" || r.Next != "":
		v.next.Enable()
		v.next.Set("right", r.StepWord)
	default:
		v.next.Enable()
		v.next.Set("right", v.env.T("book.show"))
	}
	if ok && v.class == kit.ClassL && v.p.Details != nil && v.p.Details.ID == r.ID {
		v.side.Objects = []fyne.CanvasObject{v.details(*v.p.Details)}
	}
	v.side.Refresh()
	v.Head.SetButtons(v.trial, v.add, v.next)
}

// primary does the next step: at a portion there, at the accession here.
func (v *view) primary() {
	if v.bare() {
		v.openDelivery()
		return
	}
	r, ok := v.selected()
	if !ok {
		return
	}
	switch r.Next {
	case model.DoClear:
		v.askClear(r.Row)
	case model.DoDeletion:
		v.askDeletion(r.Row)
	case model.DoClose:
		v.askClose(r.Row)
	default:
		if r.Portion == "" {
			v.open(v.list.Selected())
			return
		}
		v.host.Go(route.Route{Screen: route.Portion, ID: r.Portion})
	}
}
