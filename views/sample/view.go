// Package sample is the screen of the sample before a mass is destroyed (Stichprobe):
// drawing it, the second look without the first decision, and how each stratum stands.
package sample

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/pageview"
	"laufzettel/views/route"
	"laufzettel/views/sample/model"
)

// Screen registers the screen; it is reached from a portion.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Sample, Title: "nav.sample", Icon: "appraise", Roles: roles, Parent: route.Inbox, Narrow: true, Foot: 44,
		Build: func(h nav.Host) *nav.View { return newView(src, h).nav() }}
}

type view struct {
	host     nav.Host
	env      *kit.Env
	p        *model.Presenter
	head     *kit.PageHead
	again    *kit.Button
	draw     *kit.Button
	onward   *kit.Button // to the appraisal: release what has passed, decide anew what came back
	question *kit.Text
	goes     *kit.Button
	stays    *kit.Button
	alarm    *fyne.Container
	strata   *kit.Table
	about    *fyne.Container // how the sample was drawn
	unit     *fyne.Container // what is looked at
	files    *kit.Table
	page     *pageview.Pane
	body     *fyne.Container
	root     *fyne.Container
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env()}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, func() { env.Rebuild(v.build) }, func(s string) { h.Toast(s, nil) })
	v.head = kit.NewPageHead(env, env.T("nav.sample"))
	v.again = kit.NewButton(env, "sample.reload", "refresh", env.T("sample.key.reload"), v.p.Reload)
	v.draw = kit.NewButton(env, "sample.draw", "appraise", env.T("sample.draw"), v.ask)
	v.onward = kit.NewPrimary(env, "sample.onward", "right", env.T("sample.onward.passed"), v.goOn).Key("Strg+Enter")
	v.question = kit.Caption(env.T("sample.question"))
	v.goes = kit.NewButton(env, "sample.goes", "", env.T("sample.goes"), func() { v.p.Look(true) }).Key("V")
	v.stays = kit.NewButton(env, "sample.stays", "", env.T("sample.stays"), func() { v.p.Look(false) }).Key("A")
	v.alarm, v.about, v.unit, v.body = container.NewStack(), container.NewStack(), container.NewStack(), container.NewStack()
	v.strata = kit.NewTable(env, "sample.strata", func() int { return len(v.list()) },
		func(i int) string { return strconv.Itoa(v.list()[i].Number) }, v.columns()...)
	v.strata.Describe = v.describe
	v.files = kit.NewTable(env, "sample.files", func() int { return len(v.names()) }, func(i int) string { return v.names()[i] },
		kit.TableColumn{ID: "file", Title: env.T("sample.col.file"), Grow: 1, Width: 160, Fixed: true, Unsorted: true,
			Text: func(i int) string { return v.names()[i] }})
	v.files.RowHeight(28)
	v.files.OnSelect = v.p.Choose
	v.page = pageview.New(env, "sample.page")
	v.page.OpenSource = src.OpenSource
	v.page.Vacant(env.T("sample.paper.none"), env.T("sample.paper.none.text"))
	v.page.Said = func(s string) { h.Toast(s, nil) }
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(v.body)))
	return v
}

func (v *view) list() []model.Stratum {
	if v.p.Portion.Sample == nil {
		return nil
	}
	return v.p.Portion.Sample.Strata
}

func (v *view) names() []string {
	if v.p.Unit == nil {
		return nil
	}
	return v.p.Unit.Files
}

func (v *view) columns() []kit.TableColumn {
	env := v.env
	number := func(id string, of func(model.Stratum) int) kit.TableColumn {
		return kit.TableColumn{ID: id, Title: env.T("sample.col." + id), Width: 82, Right: true,
			Text:    func(i int) string { return env.Int(int64(of(v.list()[i]))) },
			Compare: func(a, b int) int { return of(v.list()[a]) - of(v.list()[b]) }}
	}
	first := number("number", func(s model.Stratum) int { return s.Number })
	first.Fixed = true
	return []kit.TableColumn{first, number("units", func(s model.Stratum) int { return s.Units }),
		number("drawn", func(s model.Stratum) int { return s.Drawn }), number("looked", func(s model.Stratum) int { return s.Looked }),
		{ID: "standing", Title: env.T("sample.col.standing"), Grow: 1, Width: 120,
			Text: func(i int) string { return env.T("sample.standing." + string(v.list()[i].Standing)) },
			Sign: func(i int) (string, fyne.ThemeColorName) { return sign(v.list()[i].Standing) }}}
}

// sign is the mark of a standing.
func sign(s model.Standing) (string, fyne.ThemeColorName) {
	switch s {
	case model.Passed:
		return "ok", kit.ColorOK
	case model.Back:
		return "warning", kit.ColorWarn
	}
	return "clock", kit.ColorText2
}

func (v *view) describe(i int) string {
	s := v.list()[i]
	return v.env.T("sample.describe", s.Number, s.Units, s.Drawn, s.Looked, v.env.T("sample.standing."+string(s.Standing)))
}

func (v *view) nav() *nav.View {
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "sample." + id, Title: env.T("sample.key." + id), Group: env.T("nav.sample"), Keys: []string{key}, Do: do,
			When: func() bool { return v.p.Loaded }}
	}
	acts := []kit.Action{act("primary", "Strg+Enter", v.primary), act("draw", "Z", v.ask), act("goes", "V", func() { v.p.Look(true) }),
		act("stays", "A", func() { v.p.Look(false) }), act("reload", "F5", v.p.Reload)}
	acts = append(acts, v.page.ActionsBeside(v.strata, v.files)...)
	return &nav.View{Object: v.root, Actions: append(acts, kit.TableActions(env, v.strata, v.files)...), Close: v.page.Close,
		Resized: v.resized, Show: func(r route.Route) { v.p.Load(r.ID) },
		Regions: func() []fyne.Focusable {
			return append([]fyne.Focusable{v.files.List(), v.strata.List()}, v.page.Regions()...)
		}}
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	v.strata.Fit(c)
	v.files.Fit(c)
	env := v.env
	left := kit.Col(0, v.about, kit.HLine(kit.ColorLine), kit.Grow(v.strata.Object()))
	right := kit.Col(0, v.unit, kit.HLine(kit.ColorLine), kit.Sized(0, 120, v.files.Object()), kit.HLine(kit.ColorLine),
		kit.Grow(v.page.Object()),
		kit.Panel(kit.ColorRaised, kit.Pad(kit.Row(8, kit.Grow(v.question.End()), v.goes, v.stays), 5, 16,
			5, 16)))
	v.body.Objects = []fyne.CanvasObject{kit.Halves(env, "sample", c, v.host.Class,
		kit.Half{Title: env.T("sample.unit"), Object: right}, kit.Half{Title: env.T("sample.strata"), Object: left,
			Width: kit.Sizes{L: 600, M: 520}})}
	v.body.Refresh()
	v.build()
}

func (v *view) build() {
	env, p := v.env, v.p
	s := p.Portion.Sample
	v.alarms()
	v.head.SetNote("")
	switch {
	case !p.Loaded:
		v.head.SetNote(env.T("loading"))
		v.strata.Over(kit.NewSkeleton(env, 36))
	case s == nil:
		v.strata.Over(kit.NewEmpty(env.T("sample.none.title"), env.T("sample.none.text"), nil))
	default:
		v.strata.Over(nil)
		v.head.SetNote(env.T("sample.result."+string(s.Result()), s.Open))
	}
	if p.Portion.ID != "" {
		v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.inbox"), Go: func() { v.host.Go(route.Route{Screen: route.Inbox}) }},
			kit.Crumb{Text: p.Portion.Title, Go: func() { v.host.Go(route.Route{Screen: route.Portion, ID: p.Portion.ID}) }})
		v.host.Title(p.Portion.Title)
	}
	v.tell(s)
	v.showUnit()
	v.steps(s)
	able(v.goes, p.Looks() && !p.Busy)
	able(v.stays, p.Looks() && !p.Busy)
	v.question.Set(env.T("sample.question"))
	if p.Unit != nil && p.Unit.Barrier != nil {
		v.question.Set(env.Explain(p.Unit.Barrier, env.T("sample.error")))
	}
	v.strata.Reload()
	v.files.Reload()
	if p.Unit != nil {
		v.files.Mark(p.File)
	}
	v.page.Show(p.Page())
	v.root.Refresh()
}

// tell says how the sample was drawn.
func (v *view) tell(s *model.Sample) {
	env := v.env
	text := env.T("sample.about.none")
	if s != nil {
		text = env.T("sample.about", s.Number, env.Date(s.At), s.Person, percent(env, float64(s.Most)/10), percent(env, s.Confidence*100),
			s.Seed[:min(16, len(s.Seed))], s.Seq)
	}
	v.about.Objects = []fyne.CanvasObject{kit.Pad(kit.Body(text).Wrap(), 10, 16, 10, 16)}
}

func percent(env *kit.Env, x float64) string {
	return env.T("sample.percent", int(x*10+1e-6)/10, int(x*10+1e-6)%10)
}

func (v *view) showUnit() {
	env, u := v.env, v.p.Unit
	var o fyne.CanvasObject
	switch {
	case u != nil:
		o = kit.Col(2, kit.Bold(u.Reference+"  "+u.Subject).Wrap(), kit.Caption(v.spanOf(u)).End(),
			kit.Caption(env.T("sample.unit.left", u.Left)).End())
	case v.p.Portion.Sample != nil:
		o = kit.Body(env.T("sample.unit.none")).Wrap()
	default:
		o = kit.Body(env.T("sample.unit.undrawn")).Wrap()
	}
	v.unit.Objects = []fyne.CanvasObject{kit.Pad(o, 10, 16, 10, 16)}
}

// spanOf says Laufzeit and Aktenplan of a unit, as far as they are known.
func (v *view) spanOf(u *model.Unit) string {
	var out []string
	if u.Span != "" {
		out = append(out, v.env.T("sample.unit.span", u.Span))
	}
	if u.Plan != "" {
		out = append(out, v.env.T("sample.unit.plan", u.Plan))
	}
	return strings.Join(out, " · ")
}

// undone tells whether a sample is still being looked at: until then no other is drawn.
func undone(s *model.Sample) bool {
	return s != nil && s.Result() == model.Waiting || s != nil && s.Open > 0
}

// steps offers what can be done next: draw, look (below the unit, two ways of equal weight), go on.
func (v *view) steps(s *model.Sample) {
	env, p := v.env, v.p
	buttons := []fyne.CanvasObject{v.again}
	if s == nil {
		v.draw.Key("Strg+Enter").SetLook(kit.Primary)
		v.head.SetButtons(append(buttons, v.draw)...)
	} else {
		v.draw.Key("Z").SetLook(kit.Quiet)
		if !undone(s) {
			v.onward.Set("right", env.T("sample.onward."+string(s.Result())))
			buttons = append(buttons, v.draw, v.onward)
		} else if p.Unit != nil && p.Unit.Barrier != nil { // somebody else goes on here
			v.onward.Set("user", env.T("sample.onward.person"))
			buttons = append(buttons, v.onward)
		}
		v.head.SetButtons(buttons...)
	}
	able(v.draw, p.Loaded && p.Err == nil && !p.Busy)
}

// primary does the next step, as the button at the top right says it.
func (v *view) primary() {
	switch s := v.p.Portion.Sample; {
	case s == nil:
		v.ask()
	case !undone(s) || v.p.Unit != nil && v.p.Unit.Barrier != nil:
		v.goOn()
	}
}

// goOn goes where the next step is done: by somebody else, or in the appraisal.
func (v *view) goOn() {
	if undone(v.p.Portion.Sample) {
		v.host.Go(route.Route{Screen: route.People})
		return
	}
	v.host.Go(route.Route{Screen: route.Appraise, ID: v.p.ID()})
}

func able(b *kit.Button, on bool) {
	if on {
		b.Enable()
		return
	}
	b.Disable()
}

func (v *view) alarms() {
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, nav.Refused(v.host, "sample.error", v.p.Err, "", v.env.T("sample.error"), v.p.Reload, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "sample.fault", v.p.Fault, "", v.env.T("sample.error"), v.p.Solved, v.root.Refresh))
	}
	v.alarm.Objects = nil
	if v.alarm.Hidden = len(boxes) == 0; len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 8, 16, 8, 16)}
	}
}

// ask asks how sure the sample has to be.
func (v *view) ask() {
	if !v.p.Loaded || v.p.Busy || v.p.Err != nil || undone(v.p.Portion.Sample) {
		return
	}
	env := v.env
	share := func(text string) string {
		if _, ok := model.PerThousand(text); !ok {
			return env.T("sample.share.wrong")
		}
		return ""
	}
	kit.Form{Name: "sample", Title: env.T("sample.draw"), Text: env.T("sample.draw.text"), Fields: []kit.FormField{
		{ID: "most", Label: env.T("sample.most"), Text: "5", Help: env.T("sample.most.help"), Must: true, Check: share},
		{ID: "confidence", Label: env.T("sample.confidence"), Text: "95", Help: env.T("sample.confidence.help"), Must: true, Check: share}},
		Below: kit.Caption(env.T("sample.draw.note")).Wrap(), Icon: "appraise", Do: env.T("sample.draw"),
		Take: func(a map[string]string) { v.p.Draw(a["most"], a["confidence"]) }}.Show(env)
}
