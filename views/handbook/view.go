// Package handbook shows the handbook inside the window: chapters or hits at the left,
// the text at the right, row by row, so that keys and screen readers go through it as
// through any list.
package handbook

import (
	"io/fs"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/handbook/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// Screen registers the screen; files hold the pages.
func Screen(files fs.FS, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Handbook, Title: "nav.handbook", Icon: "book", Roles: roles, Parent: route.Handbook,
		Build: func(h nav.Host) *nav.View { return newView(files, h).nav() }}
}

type view struct {
	host nav.Host
	env  *kit.Env
	p    *model.Presenter

	head     *kit.PageHead
	search   *kit.Field
	side     *fyne.Container // chapters or hits
	chapters *kit.List
	hits     *kit.List
	page     *page
	alarm    *fyne.Container
	root     *fyne.Container
}

func newView(files fs.FS, h nav.Host) *view {
	v := &view{host: h, env: h.Env()}
	env := v.env
	v.p = model.NewPresenter(files, env.Run, func() { env.Rebuild(v.build) })
	v.head = kit.NewPageHead(env, env.T("nav.handbook"))
	v.search = kit.NewSearch(env, "handbook.search", env.T("handbook.search"), v.p.Search)
	v.search.Entry.SetHint(env.T("handbook.search.hint"))
	v.search.Entry.EscapeClears()
	v.search.Entry.OnSubmitted = func(string) { v.step(1) }
	v.search.Entry.OnDown = func() { env.Focus(v.left()) }
	v.chapters = kit.NewList(env, "handbook.chapters", v.count, func() fyne.CanvasObject {
		return kit.Pad(kit.Row(8, kit.Grow(kit.Body("").End())), 0, 12, 0, 16)
	}, v.fillChapter)
	v.chapters.NoLines = true
	v.chapters.OnSelect = func(i int) { v.p.Open(i, 0) }
	v.chapters.OnOpen = func(int) { env.Focus(v.page.list) }
	v.chapters.Describe = func(i int) string { return v.p.Book.Chapters[i].Title }
	v.hits = kit.NewList(env, "handbook.hits", func() int { return len(v.p.Hits) }, func() fyne.CanvasObject {
		return container.NewStack()
	}, v.fillHit)
	v.hits.RowHeight = 66
	v.hits.OnSelect = v.p.Choose
	v.hits.OnOpen = func(int) { env.Focus(v.page.list) }
	v.hits.Describe = func(i int) string { return v.where(v.p.Hits[i]) + ": " + v.p.Hits[i].Text }
	v.page = newPage(v)
	v.side, v.alarm = container.NewStack(), container.NewStack()
	left := kit.Panel(kit.ColorGround, kit.Col(0, kit.Pad(v.search, 10, 12, 10, 12), kit.HLine(kit.ColorLine), kit.Grow(v.side)))
	panes := kit.NewPanes(env, "handbook", h.Class, kit.Pane{Object: left, Width: kit.Sizes{S: 260, M: 300, L: 340}, Min: 200},
		kit.Pane{Object: kit.Panel(kit.ColorSurface, v.page.list), Grow: true, Min: 320})
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(panes)))
	return v
}

func (v *view) count() int {
	if v.p.Book == nil {
		return 0
	}
	return len(v.p.Book.Chapters)
}

func (v *view) fillChapter(i int, o fyne.CanvasObject) {
	text := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*kit.Text)
	c := v.p.Book.Chapters[i]
	title := c.Title
	if i == 0 {
		title = v.env.T("handbook.contents")
	}
	if c.Beside {
		text.Style(kit.RoleText, kit.ColorText2)
	} else {
		text.Style(kit.RoleText, kit.ColorText)
	}
	text.Set(title)
}

// where names chapter and heading of a hit.
func (v *view) where(h model.Hit) string {
	title := v.p.Book.Chapters[h.Chapter].Title
	if h.Under != "" {
		title += " › " + h.Under
	}
	return title
}

func (v *view) fillHit(i int, o fyne.CanvasObject) {
	h := v.p.Hits[i]
	text := kit.NewRich(v.env, kit.Run{Text: h.Text, Role: kit.RoleCaption}).Marking(v.p.Query)
	o.(*fyne.Container).Objects = []fyne.CanvasObject{kit.Pad(kit.Col(2, kit.NewText(v.where(h), kit.RoleCaptionBold, kit.ColorText).End(),
		text), 6, 10, 4, 14)}
	o.Refresh()
}

// left is the list at the left that is shown.
func (v *view) left() *kit.List {
	if v.p.Query != "" {
		return v.hits
	}
	return v.chapters
}

// step shows the next or previous hit of all chapters.
func (v *view) step(by int) { v.p.Step(by) }

// back leads to what was read before, or to the screen one came from.
func (v *view) back() {
	if !v.p.Back() {
		v.host.Back()
	}
}

// contents leads to the list of chapters.
func (v *view) contents() { v.p.Open(0, 0) }

// follow opens where a link leads.
func (v *view) follow(to, title string) {
	if raw := v.p.Follow(to); raw != nil {
		kit.NewSheet(v.env, title, 1180, 760, kit.NewScroll(v.page.picture(to, raw, 1120)), nil).Show()
	}
}

func (v *view) nav() *nav.View {
	env := v.env
	act := func(id string, do func(), keys ...string) kit.Action {
		return kit.Action{ID: "handbook." + id, Title: env.T("handbook.key." + id), Group: env.T("nav.handbook"), Keys: keys, Do: do}
	}
	return &nav.View{Object: v.root, Resized: v.resized,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.page.list, v.search.Entry, v.left()} },
		Show:    func(r route.Route) { v.p.Show(route.Key(r.ID)) },
		Actions: []kit.Action{act("find", func() { env.Focus(v.search.Entry) }, "Strg+F", "/"), act("next", func() { v.step(1) }, "F3"),
			act("previous", func() { v.step(-1) }, "Umschalt+F3"), act("contents", v.contents, "Strg+L"), act("back", v.back, "Esc")}}
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	v.build()
}

func (v *view) build() {
	env, p := v.env, v.p
	v.alarm.Objects = nil
	switch {
	case p.Err != nil:
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(nav.Refused(v.host, "handbook.failed", p.Err, "", env.T("handbook.failed"),
			func() { p.Show("") }, nil), 8, 20, 8, 20)}
	case env.Language() != "de":
		v.alarm.Objects = []fyne.CanvasObject{kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Text: env.T("handbook.german")}, nil)}
	}
	v.alarm.Refresh()
	v.head.SetNote(v.note())
	switch {
	case p.Book == nil && p.Err == nil:
		v.side.Objects = []fyne.CanvasObject{kit.NewSkeleton(env, 28)}
	case p.Query == "":
		v.side.Objects = []fyne.CanvasObject{v.chapters}
	case len(p.Hits) == 0:
		v.side.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("handbook.none"), env.T("handbook.none.text"), nil)}
	default:
		v.side.Objects = []fyne.CanvasObject{v.hits}
	}
	v.side.Refresh() // lays out what is shown now: a list without a height has nothing in sight
	v.chapters.Mark(p.Chapter)
	v.chapters.Reload()
	v.chapters.Reveal(p.Chapter)
	v.hits.Mark(p.Hit)
	v.hits.Reload()
	v.hits.Reveal(p.Hit)
	v.page.show()
}

// note says which chapter is read and where among the hits one is.
func (v *view) note() string {
	p := v.p
	switch {
	case p.Book == nil:
		return v.env.T("loading")
	case p.Query != "" && p.Hit >= 0:
		return v.env.T("handbook.hit", p.Hit+1, len(p.Hits))
	case p.Query != "":
		return v.env.N("handbook.hits", len(p.Hits))
	}
	return p.Book.Chapters[p.Chapter].Title
}
