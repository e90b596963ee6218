// Package book is the screen Zugangsbuch, the first of the day: every accession
// with number, agency, kind, extent, stand, next step and deadline, what is due
// above it, and the way to each act of an accession (requirements A3, A19, A31).
// It shows and asks; whether an act is allowed decides the workspace, whose
// sentence is shown. The book of 5,000 accessions opens within a second.
package book

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/slip"
	"laufzettel/views/book/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
)

// Screen registers the accession book.
func Screen(src model.Source, roles ...nav.Role) nav.Screen {
	return nav.Screen{Key: nav.Book, Title: "nav.book", Icon: "register", Roles: roles,
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
	list   *kit.List
	cols   kit.Columns
	alarm  *fyne.Container
	empty  *fyne.Container
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
	v.search.Entry.OnDown = func() { env.Focus(v.list) }
	v.search.Entry.EscapeClears()
	row := []fyne.CanvasObject{kit.Sized(280, 0, v.search), kit.Space(8, 0)}
	for _, f := range model.Filters {
		v.chips[f] = kit.NewChip(env, "book.filter."+string(f), env.T("book.filter."+string(f)), "", func() { v.p.SetFilter(f) })
		row = append(row, v.chips[f])
	}
	v.top = kit.Flow(6, row...)
	v.alarm, v.empty, v.side, v.body = container.NewStack(), container.NewStack(), container.NewStack(), container.NewStack()
	v.list = v.fresh(nil)
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.body)))
	return v
}

// fresh makes the list, anew for rows of another class.
func (v *view) fresh(old *kit.List) *kit.List {
	l := kit.NewList(v.env, "book.list", func() int { return len(v.p.Rows) }, v.makeRow, v.fillRow)
	l.RowHeight = 52
	l.OnSelect = func(i int) { v.pick(i) }
	l.OnOpen = func(i int) { v.open(i) }
	l.Describe = func(i int) string {
		r := v.p.Rows[i]
		return v.env.T("book.describe", r.Number, r.Title, r.Agency, r.StateWord, r.StepWord, i+1, len(v.p.Rows))
	}
	if old != nil {
		l.Mark(old.Selected())
	}
	return l
}

func (v *view) view() *nav.View {
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "book." + id, Title: env.T("book.key." + id), Group: env.T("nav.book"), Keys: []string{key}, Do: do}
	}
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.list, v.search.Entry, v.add} },
		Show: func(r nav.Route) {
			if r.Filter != "" {
				v.p.SetFilter(model.Filter(r.Filter))
			}
			if r.ID != "" {
				v.p.Picked = r.ID
			}
			v.p.Reload()
		},
		Actions: []kit.Action{act("primary", "Strg+Enter", v.primary), act("new", "Strg+N", v.askNew), act("search", "/", func() { env.Focus(v.search.Entry) }),
			act("remark", "Strg+M", v.askRemark), act("folder", "Strg+D", v.folder), act("year", "Strg+J", v.askYear), act("trial", "Strg+T", v.askTrial), act("reload", "F5", v.p.Reload)}}
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	v.class = c
	env := v.env
	v.cols = kit.Columns{Gap: 14, Left: 20, Cols: []kit.Column{{Title: env.T("book.col.number"), Width: 92}, {Title: env.T("book.col.title"), Grow: 1.5},
		{Title: env.T("book.col.extent"), Width: 110, Right: true}, {Title: env.T("book.col.state"), Width: 150}, {Title: env.T("book.col.next"), Width: 180}, {Title: env.T("book.col.due"), Width: 130}}}
	if c == kit.ClassS {
		v.cols.Cols = []kit.Column{{Title: env.T("book.col.number"), Width: 92}, {Title: env.T("book.col.title"), Grow: 1}, {Title: env.T("book.col.next"), Width: 180}, {Title: env.T("book.col.due"), Width: 120}}
	}
	v.list = v.fresh(v.list)
	table := kit.Col(0, v.cols.Head(), kit.Grow(container.NewStack(v.list, v.empty)))
	var page fyne.CanvasObject = kit.Col(0, kit.Pad(kit.Col(10, v.alarm, v.top), 12, 20, 10, 20), kit.Grow(table))
	if c == kit.ClassL {
		page = kit.NewPanes(env, "book", v.host.Class, kit.Pane{Object: page, Grow: true}, kit.Pane{Object: kit.NewScroll(v.side), Width: kit.Sizes{L: 400}, Min: 300})
	}
	v.body.Objects = []fyne.CanvasObject{page}
	v.body.Refresh()
	v.redraw()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env := v.env
	note := env.T("loading")
	if v.p.Loaded {
		note = env.T("book.note", v.p.Count(model.Open), v.p.Count(model.Mine), v.p.Count(model.Due))
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
		v.list.Mark(0)
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
		text, details := kit.Explain(v.p.Err, env.T("book.error.text"))
		boxes = append(boxes, kit.NewBox(env, "book.error", kit.Box{Tone: kit.ToneError, Title: env.T("book.error.title"), Text: text,
			Details: details, Buttons: []fyne.CanvasObject{kit.NewButton(env, "book.retry", "refresh", env.T("retry"), v.p.Reload).Small()}}, v.root.Refresh))
	}
	if v.p.Fault != nil {
		text, details := kit.Explain(v.p.Fault, env.T("book.fault.text"))
		boxes = append(boxes, kit.NewBox(env, "book.fault", kit.Box{Tone: kit.ToneError, Title: env.T("book.fault.title"), Text: text,
			Details: details, Buttons: []fyne.CanvasObject{kit.NewButton(env, "book.fault.close", "", env.T("box.understood"), v.p.Solved).Small()}}, v.root.Refresh))
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
	v.empty.Objects = nil
	switch {
	case len(v.p.Rows) > 0 || v.p.Err != nil:
	case !v.p.Loaded:
		v.empty.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("loading"), "", nil)}
	case v.p.Total() == 0:
		v.empty.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("book.empty.title"), env.T("book.empty.text"), kit.NewButton(env, "book.empty.inbox", "inbox", env.T("book.empty.inbox"), func() {
			v.host.Go(nav.Route{Screen: nav.Inbox, Filter: "open"})
		}))}
	default:
		v.empty.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("book.nohit.title"), env.T("book.nohit.text"), kit.NewButton(env, "book.nohit.all", "", env.T("book.nohit.all"), func() {
			v.search.Entry.SetText("")
			v.p.SetFilter(model.All)
		}))}
	}
	v.empty.Hidden = len(v.empty.Objects) == 0
	v.empty.Refresh()
}

// row is one line of the table.
type row struct {
	number, day, title, agency, extent, kind, state, next, due, what *kit.Text
	icon                                                             *kit.Icon
}

func (v *view) makeRow() fyne.CanvasObject {
	quiet := func() *kit.Text { return kit.NewText("", kit.RoleText, kit.ColorText2).End() }
	r := &row{number: kit.Bold(""), day: kit.Caption(""), title: kit.Bold("").End(), agency: kit.Caption("").End(), extent: kit.Body("").Right(), kind: kit.Caption("").End().Right(),
		state: quiet(), next: kit.Body("").End(), due: kit.Body("").End(), what: kit.Caption("").End(), icon: kit.NewIcon("", kit.ColorWarn, 14)}
	number, title := kit.Col(0, r.number, r.day), kit.Col(0, r.title, r.agency)
	due := kit.Row(6, r.icon, kit.Grow(kit.Col(0, r.due, r.what)))
	var cells *fyne.Container
	if v.class == kit.ClassS {
		cells = v.cols.Row(number, title, r.next, due)
	} else {
		cells = v.cols.Row(number, title, kit.Col(0, r.extent, r.kind), r.state, r.next, due)
	}
	return container.New(rowLayout{r}, cells)
}

// rowLayout fills the line with its cells and carries the row they belong to.
type rowLayout struct{ *row }

// Layout implements fyne.Layout.
func (rowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) { o[0].Resize(s) }

// MinSize implements fyne.Layout.
func (rowLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(400), kit.S(44)) }

func (v *view) fillRow(i int, o fyne.CanvasObject) {
	r, x := o.(*fyne.Container).Layout.(rowLayout).row, v.p.Rows[i]
	r.number.Set(x.Number)
	r.day.Set(x.Day)
	r.title.Set(x.Title)
	r.agency.Set(x.Agency)
	r.extent.Set(x.Extent)
	r.kind.Set(x.Kind)
	r.state.Set(x.StateWord)
	tone := kit.ColorText
	if x.Waits {
		tone = kit.ColorText2
	}
	r.next.Say(x.StepWord, tone)
	icon, tint := "", kit.ColorText
	switch x.DueState {
	case slip.Overdue:
		icon, tint = "error", kit.ColorError
	case slip.Near:
		icon, tint = "clock", kit.ColorWarn
	}
	r.icon.Set(icon, tint)
	r.due.Say(x.DueDay, tint)
	r.what.Set(x.DueWhat)
	o.Refresh()
}

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
	case !ok:
		v.next.Disable()
		v.next.Set("right", v.env.T("book.show"))
	case r.Portion != "" || r.Step == "clear" || r.Step == "deletion" || r.Step == "close":
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
	r, ok := v.selected()
	if !ok {
		return
	}
	switch {
	case r.Step == "clear":
		v.askClear(r.Row)
	case r.Step == "deletion":
		v.askDeletion(r.Row)
	case r.Step == "close":
		v.askClose(r.Row)
	case r.Portion != "":
		v.host.Go(nav.Route{Screen: nav.Portion, ID: r.Portion})
	default:
		v.open(v.list.Selected())
	}
}
