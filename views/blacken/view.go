// Package blacken is the screen of blackened use copies (Schwärzung): places are marked on
// the page, by proposal or by a word, a second person looks at every page of the copy, and
// then it leaves.
package blacken

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
	"laufzettel/views/blacken/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/pageview"
	"laufzettel/views/route"
)

// Screen registers the screen; it is reached from the Magazin.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Blacken, Title: "nav.blacken", Icon: "shield", Roles: roles, Parent: route.Reader, Narrow: true, Foot: 44,
		Build: func(h nav.Host) *nav.View { return newView(src, h).nav() }}
}

type view struct {
	host    nav.Host
	env     *kit.Env
	p       *model.Presenter
	head    *kit.PageHead
	word    *kit.Button
	reopen  *kit.Button
	next    *kit.Button
	alarm   *fyne.Container
	jobs    *kit.Table
	found   *kit.Table
	marks   *kit.Table
	pages   *kit.Table
	reasons map[string]*kit.Chip
	law     *kit.Button
	passed  *kit.Button // the page looked at is in order
	blind   *kit.Text
	told    *kit.Text
	left    *kit.Text // words that stay on the page looked at
	leftBox *kit.Scroll
	tabs    *kit.Tabs
	page    *pageview.Pane
	foot    *fyne.Container
	body    *fyne.Container
	root    *fyne.Container
	stage   string // which of marking and looking is shown
	fresh   bool   // the screen was entered and its work was not shown yet
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), reasons: map[string]*kit.Chip{}}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, func() { env.Rebuild(v.build) }, func(s string) { h.Toast(s, nil) })
	v.head = kit.NewPageHead(env, env.T("nav.blacken"))
	v.word = kit.NewButton(env, "blacken.word", "search", env.T("blacken.key.word"), v.askWord).Key("M")
	v.reopen = kit.NewButton(env, "blacken.reopen", "undo", env.T("blacken.key.reopen"), v.askReopen)
	v.next = kit.NewPrimary(env, "blacken.primary", "shield", env.T("blacken.make"), v.primary).Key("Strg+Enter")
	v.alarm, v.body, v.foot = container.NewStack(), container.NewStack(), container.NewStack()
	v.newTables()
	for _, r := range blacken.Reasons {
		v.reasons[r.ID] = kit.NewChip(env, "blacken.reason."+r.ID, env.T("blacken.reason."+r.ID), "",
			func() { v.p.Because(blacken.Why{Reason: r.ID, Law: v.p.Why.Law}) })
	}
	v.law = kit.NewButton(env, "blacken.law", "", env.T("blacken.law.none"), func() { v.askLaw(nil) }).Key("G").Small()
	v.blind, v.told, v.left = kit.Caption("").Wrap(), kit.Body("").Wrap(), kit.Caption("").Wrap()
	v.leftBox = kit.NewScroll(kit.Pad(v.left, 4, 0, 4, 0))
	v.page = pageview.New(env, "blacken.page")
	v.page.OpenSource = src.OpenSource
	v.page.Vacant(env.T("blacken.paper.none"), env.T("blacken.paper.none.text"))
	v.page.Said = func(s string) { h.Toast(s, nil) }
	v.page.Boxes(v.p.Boxes)
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(v.body)))
	return v
}

func (v *view) nav() *nav.View {
	env, p := v.env, v.p
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "blacken." + id, Title: env.T("blacken.key." + id), Group: env.T("nav.blacken"), Keys: []string{key}, Do: do,
			When: func() bool { return p.Job != nil && !p.Busy }}
	}
	acts := []kit.Action{act("primary", "Strg+Enter", v.primary), act("search", "F", v.search), act("word", "M", v.askWord),
		act("mark", "A", v.markChosen), act("place", "P", v.askPlace), act("unmark", "Entf", v.unmark),
		act("law", "G", func() { v.askLaw(nil) }), act("seen", "J", v.seen), act("reopen", "Strg+Umschalt+Z", v.askReopen)}
	acts = append(acts, v.page.ActionsBeside(v.jobs, v.found, v.marks, v.pages)...)
	return &nav.View{Object: v.root, Actions: append(acts, kit.TableActions(env, v.jobs, v.found, v.marks, v.pages)...), Resized: v.resized,
		Close: v.page.Close, Show: v.show, Regions: v.regions}
}

// show shows what is being blackened; a route that names a document begins with it.
func (v *view) show(r route.Route) {
	v.fresh = true
	if r.ID == "" || r.Filter == "" {
		v.p.Load()
		return
	}
	document, original := strings.CutPrefix(r.Filter, route.Original)
	v.p.Begin(r.ID, document, original)
}

func (v *view) regions() []fyne.Focusable {
	if v.stage == "look" { // the pages are the work
		return append([]fyne.Focusable{v.pages.List(), v.jobs.List()}, v.page.Regions()...)
	}
	out := []fyne.Focusable{v.jobs.List()}
	if v.tabs != nil && v.tabs.Now() == 1 {
		out = append(out, v.marks.List())
	} else {
		out = append(out, v.found.List())
	}
	return append(out, v.page.Regions()...)
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	for _, t := range []*kit.Table{v.jobs, v.found, v.marks, v.pages} {
		t.Fit(c)
	}
	v.stage = ""
	v.build()
}

// arrange lays the screen out for marking or for looking.
func (v *view) arrange() {
	env, c := v.env, v.host.Class()
	stage := "mark"
	if v.p.Job != nil && v.p.Job.Ready() {
		stage = "look"
	}
	if stage == v.stage {
		return
	}
	v.stage = stage
	var work fyne.CanvasObject
	if stage == "mark" {
		v.tabs = kit.NewTabs(env, "blacken.tabs", kit.Tab{Title: env.T("blacken.found"),
			Body: func() fyne.CanvasObject { return v.foundPart() }},
			kit.Tab{Title: env.T("blacken.marks"), Body: func() fyne.CanvasObject { return v.marksPart() }})
		v.tabs.Show(0)
		var chips []fyne.CanvasObject
		for _, r := range blacken.Reasons {
			chips = append(chips, v.reasons[r.ID])
		}
		work = kit.Col(0, kit.Pad(kit.Col(6, kit.Caption(env.T("blacken.because")).End(), kit.Flow(6, chips...), kit.Row(0, v.law)),
			8, 12, 8, 12),
			kit.HLine(kit.ColorLine), kit.Grow(v.tabs.Object()))
	} else {
		v.tabs = nil
		v.passed = kit.NewPrimary(env, "blacken.seen", "check", env.T("blacken.key.seen"), v.seen).Key("J")
		work = kit.Col(0, kit.Grow(v.pages.Object()), kit.HLine(kit.ColorLine), kit.Pad(kit.Col(6, v.told,
			kit.Caption(env.T("blacken.left")).End()), 8, 12, 4, 12),
			kit.Sized(0, 150, kit.Pad(v.leftBox, 0, 12, 4, 12)), kit.Panel(kit.ColorRaised, kit.Pad(kit.Row(8, kit.Grow(kit.Space(0,
				0)), v.passed), 5, 12, 5, 12)))
	}
	side := kit.Col(0, kit.Sized(0, 150, v.jobs.Object()), kit.HLine(kit.ColorLine), kit.Grow(work))
	v.body.Objects = []fyne.CanvasObject{kit.Halves(env, "blacken", c, v.host.Class,
		kit.Half{Title: env.T("blacken.work"), Object: side, Width: kit.Sizes{L: 560, M: 460}},
		kit.Half{Title: env.T("blacken.paper"), Object: v.page.Object()})}
	v.body.Refresh()
}

func (v *view) foundPart() fyne.CanvasObject {
	env := v.env
	return kit.Col(0, kit.Grow(v.found.Object()), kit.Panel(kit.ColorRaised, kit.Pad(kit.Col(4, v.blind,
		kit.Row(8, kit.Grow(kit.Space(0, 0)), kit.NewButton(env, "blacken.search", "search", env.T("blacken.key.search"),
			v.search).Key("F"),
			kit.NewButton(env, "blacken.mark", "check", env.T("blacken.key.mark"), v.markChosen).Key("A"))), 5, 12, 5, 12)))
}

func (v *view) marksPart() fyne.CanvasObject {
	env := v.env
	return kit.Col(0, kit.Grow(v.marks.Object()), kit.Panel(kit.ColorRaised, kit.Pad(kit.Row(8,
		kit.Grow(kit.Caption(env.T("blacken.draw")).End()),
		kit.NewButton(env, "blacken.place", "plus", env.T("blacken.key.place"), v.askPlace).Key("P"),
		kit.NewButton(env, "blacken.unmark", "cross", env.T("blacken.key.unmark"), v.unmark).Key("Entf")), 5, 12, 5, 12)))
}

func (v *view) build() {
	env, p := v.env, v.p
	v.alarms()
	v.arrange()
	v.head.SetNote("")
	switch {
	case !p.Loaded:
		v.jobs.Over(kit.NewSkeleton(env, 44))
	case len(p.Jobs) == 0:
		v.jobs.Over(kit.NewEmpty(env.T("blacken.none"), env.T("blacken.none.text"), nil))
	default:
		v.jobs.Over(nil)
	}
	v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.reader"), Go: func() { v.host.Go(route.Route{Screen: route.Reader}) }})
	if p.Busy {
		v.head.SetNote(env.T("loading"))
	} else if p.Job != nil {
		v.head.SetNote(p.Job.Stand)
	}
	v.buttons()
	for id, c := range v.reasons {
		c.Set("", id == p.Why.Reason)
	}
	v.law.Set("", env.T("blacken.law.none"))
	if p.Why.Law != "" {
		v.law.Set("", env.T("blacken.law.now", p.Why.Law))
	}
	v.tell()
	for _, t := range []*kit.Table{v.jobs, v.found, v.marks, v.pages} {
		t.Reload()
	}
	v.jobs.Mark(p.Index())
	if p.Looked != nil {
		v.pages.Mark(p.Looked.Page - 1)
	}
	v.page.Mark = nil
	if p.Job != nil && !p.Job.Ready() {
		v.page.Mark = func(number int, r viewer.Rect) { v.because(func() { p.MarkPlace(number+1, r) }) }
	}
	v.page.Show(p.Page())
	v.page.Redraw()
	v.root.Refresh()
	v.begin()
}

// begin leads whoever comes in to the pages that are to be looked at, where a copy is made.
func (v *view) begin() {
	if !v.fresh || v.p.Job == nil || v.env.Open() != nil {
		return
	}
	v.fresh = false
	if f := v.env.Focused(); v.stage == "look" && (f == nil || f == fyne.Focusable(v.jobs.List())) {
		v.env.Focus(v.pages.List())
	}
}

// buttons are the acts of the stage.
func (v *view) buttons() {
	env, j := v.env, v.p.Job
	switch {
	case j == nil:
		v.head.SetButtons()
		return
	case !j.Ready():
		v.next.Set("shield", env.T("blacken.make"))
		able(v.next, len(j.Marks) > 0 && !v.p.Busy)
		v.head.SetButtons(v.word, v.next)
		return
	}
	v.next.Set("right", env.T("blacken.give"))
	able(v.next, j.Open == 0 && !v.p.Busy)
	able(v.passed, v.p.Looked != nil && j.Looked[v.p.Looked.Page] == "" && !v.p.Busy)
	v.head.SetButtons(v.reopen, v.next)
}

func able(b *kit.Button, on bool) {
	if on {
		b.Enable()
		return
	}
	b.Disable()
}

// tell says what no search reads, and what became of the page looked at.
func (v *view) tell() {
	env, p := v.env, v.p
	v.blind.Set("")
	if n := len(p.Blind.Textless) + len(p.Blind.Unread); n > 0 {
		v.blind.Set(env.N("blacken.blind", n))
	}
	var over fyne.CanvasObject
	switch {
	case !p.Sought:
		over = kit.NewEmpty(env.T("blacken.unsought"), env.T("blacken.unsought.text"), nil)
	case len(p.Found) == 0:
		over = kit.NewEmpty(env.T("blacken.nothing"), env.T("blacken.nothing.text"), nil)
	}
	v.found.Over(over)
	v.told.Set(env.T("blacken.look"))
	v.left.Set("")
	if x := p.Looked; x != nil {
		v.told.Set(v.toldOf(x.Told))
		v.left.Set(x.Text)
	}
	v.leftBox.Relayout()
}

// toldOf says what the person who looks has to know of a page.
func (v *view) toldOf(t blacken.Page) string {
	env := v.env
	out := env.T("blacken.told", t.Bars, t.Words)
	for _, x := range []struct {
		key string
		n   int
	}{{"blacken.told.beside", t.Beside}, {"blacken.told.hidden", t.Hidden}, {"blacken.told.left", t.Left}} {
		if x.n > 0 {
			out += " " + env.N(x.key, x.n)
		}
	}
	switch {
	case t.Unread:
		out += " " + env.T("blacken.told.unread")
	case t.Blank:
		out += " " + env.T("blacken.told.blank")
	}
	return out
}

func (v *view) alarms() {
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, nav.Refused(v.host, "blacken.error", v.p.Err, "", v.env.T("blacken.error"), v.p.Load, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "blacken.fault", v.p.Fault, "", v.env.T("blacken.error"), v.p.Solved, v.root.Refresh))
	}
	v.alarm.Objects = nil
	if v.alarm.Hidden = len(boxes) == 0; len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 8, 16, 8, 16)}
	}
}

// primary makes the copy, or gives it out.
func (v *view) primary() {
	j := v.p.Job
	switch {
	case j == nil || v.p.Busy:
	case !j.Ready() && len(j.Marks) > 0:
		v.p.Make()
	case j.Ready() && j.Open == 0:
		v.p.Give()
	case j.Ready():
		v.host.Tell(v.env.N("blacken.unlooked", j.Open))
	}
}

// seen passes the page that is on the screen; one that is not drawn nobody has looked at.
func (v *view) seen() {
	if v.p.Looked == nil {
		return
	}
	if !v.page.Drawn() {
		v.host.Tell(v.env.T("blacken.undrawn"))
		return
	}
	v.p.Seen()
}

func (v *view) search() {
	if v.p.Job != nil && !v.p.Job.Ready() {
		v.p.Search()
	}
}

func (v *view) markChosen() {
	if rows := v.found.Chosen(); len(rows) > 0 && v.p.Job != nil && !v.p.Job.Ready() {
		v.because(func() { v.p.MarkFound(rows) })
	}
}

func (v *view) unmark() {
	if v.p.Job != nil && !v.p.Job.Ready() {
		v.p.Unmark(v.marks.Chosen())
	}
}

func number(i int) string { return strconv.Itoa(i) }
