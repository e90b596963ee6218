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
	host   nav.Host
	env    *kit.Env
	p      *model.Presenter
	head   *kit.PageHead
	next   *kit.Button
	add    *kit.Button
	trial  *kit.Button
	search *kit.Field
	chips  map[model.Filter]*kit.Chip
	list   *kit.Table
	alarm  *fyne.Container
	side   *fyne.Container
	top    *fyne.Container
	body   *fyne.Container
	root   *fyne.Container
	class  kit.Class
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), chips: map[model.Filter]*kit.Chip{}, class: kit.ClassM}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw)
	v.head = kit.NewPageHead(env, env.T("nav.book"))
	v.add = kit.NewButton(env, "book.new", "plus", env.T("book.new"), v.askNew).Key("Strg+N")
	v.trial = kit.NewButton(env, "book.trial", "play", env.T("book.trial"), v.askTrial).Key("Strg+T")
	v.next = kit.NewPrimary(env, "book.primary", "right", "", v.primary).Key("Strg+Enter")
	v.search = kit.NewSearch(env, "book.search", env.T("book.search"), v.p.SetSearch)
	v.search.Entry.OnDown = func() { env.Focus(v.list.List()) }
	v.search.Entry.EscapeClears()
	row := []fyne.CanvasObject{kit.Sized(280, 0, v.search), kit.Space(8, 0)}
	for _, f := range model.Filters {
		v.chips[f] = kit.NewChip(env, "book.filter."+string(f), env.T("book.filter."+string(f)), "", func() { v.p.SetFilter(f) })
		row = append(row, v.chips[f])
	}
	v.top = kit.Flow(6, row...)
	v.alarm, v.side, v.body = container.NewStack(), container.NewStack(), container.NewStack()
	v.list = v.table()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.body)))
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
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "book." + id, Title: env.T("book.key." + id), Group: env.T("nav.book"), Keys: []string{key}, Do: do}
	}
	row := func(a kit.Action) kit.Action {
		a.On = "book.list"
		return a
	}
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.list.List(), v.search.Entry, v.add} },
		Show: func(r route.Route) {
			if r.Filter != "" {
				v.p.SetFilter(model.Filter(r.Filter))
			}
			if r.ID != "" {
				v.p.Picked = r.ID
			}
			v.p.Reload()
		},
		Actions: append([]kit.Action{row(act("primary", "Strg+Enter", v.primary)),
			row(act("show", "Z", func() { v.open(v.list.Selected()) })),
			row(act("remark", "Strg+M", v.askRemark)), row(act("due", "Strg+L", v.askDue)), row(act("folder", "Strg+D", v.folder)),
			act("new", "Strg+N", v.askNew), act("search", "/", func() { env.Focus(v.search.Entry) }),
			act("year", "Strg+J", v.askYear), act("trial", "Strg+T", v.askTrial), act("reload", "F5", v.p.Reload)},
			kit.TableActions(env, v.list)...)}
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	v.class = c
	env := v.env
	v.list.Fit(c)
	var page fyne.CanvasObject = kit.Col(0, kit.Pad(kit.Col(10, v.alarm, v.top), 12, 20, 10, 20), kit.Grow(v.list.Object()))
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
	v.head.SetNote(note)
	for f, c := range v.chips {
		c.Set(env.Int(int64(v.p.Count(f))), f == v.p.Filter)
	}
	v.alarms()
	v.empties()
	if at := v.p.Index(v.p.Picked); at >= 0 {
		v.list.Mark(at)
	} else if len(v.p.Rows) > 0 {
		v.list.List().Mark(0)
		if v.p.Loaded && v.p.Picked == "" {
			v.p.Pick(v.p.Rows[0].ID)
		}
	}
	v.list.Reload()
	v.dress()
	v.root.Refresh()
}

func (v *view) alarms() {
	env := v.env
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		text, details := kit.Explain(env.Words, v.p.Err, env.T("book.error.text"))
		boxes = append(boxes, kit.NewBox(env, "book.error", kit.Box{Tone: kit.ToneError, Title: env.T("book.error.title"), Text: text,
			Details: details, Buttons: []fyne.CanvasObject{kit.NewButton(env, "book.retry", "refresh", env.T("retry"),
				v.p.Reload).Small()}}, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "book.fault", v.p.Fault, "", env.T("book.fault.text"), v.p.Solved, v.root.Refresh))
	}
	v.alarm.Objects = nil
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
		empty = kit.NewSkeleton(env, 52)
	case v.p.Total() == 0:
		empty = kit.NewEmpty(env.T("book.empty.title"), env.T("book.empty.text"),
			kit.NewButton(env, "book.empty.inbox", "inbox", env.T("book.empty.inbox"), v.openDelivery))
	default:
		empty = kit.NewEmpty(env.T("book.nohit.title"), env.T("book.nohit.text"),
			kit.NewButton(env, "book.nohit.all", "", env.T("book.nohit.all"), func() {
				v.search.Entry.SetText("")
				v.p.SetFilter(model.All)
			}))
	}
	v.list.Over(empty)
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
	v.head.SetButtons(v.trial, v.add, v.next)
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
