// Package sensitive is the screen of the map of personal data: where they may stand in a
// portion and why, each place with the words around it and on its page, confirmed or
// dismissed by one key.
package sensitive

import (
	"cmp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/viewer/sensitivity"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/pageview"
	pages "laufzettel/views/pageview/model"
	"laufzettel/views/route"
	"laufzettel/views/sensitive/model"
)

// Screen registers the screen; it is reached from a portion.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Sensitive, Title: "nav.sensitive", Icon: "search", Roles: roles, Parent: route.Inbox, Narrow: true,
		Foot:  44,
		Build: func(h nav.Host) *nav.View { return newView(src, h).nav() }}
}

type view struct {
	host   nav.Host
	env    *kit.Env
	p      *model.Presenter
	head   *kit.PageHead
	again  *kit.Button
	read   *kit.Button // text recognition
	alarm  *fyne.Container
	levels map[model.Level]*kit.Chip
	kinds  *fyne.Container
	all    *kit.Chip
	rows   *kit.Table
	places *kit.Table
	stand  *kit.Text
	yields *kit.Text
	why    *kit.Text
	page   *pageview.Pane
	shown  int64 // the place the page view is at
	body   *fyne.Container
	root   *fyne.Container
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), levels: map[model.Level]*kit.Chip{}}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, func() { env.Rebuild(v.build) }, func(s string) { h.Toast(s, nil) })
	p := v.p
	v.head = kit.NewPageHead(env, env.T("nav.sensitive"))
	v.again = kit.NewButton(env, "sensitive.reload", "refresh", env.T("sensitive.key.reload"), p.Reload)
	v.read = kit.NewButton(env, "sensitive.recognise", "search", env.T("sensitive.key.recognise"), v.recognise)
	v.head.SetButtons(v.read, v.again)
	for _, l := range model.Levels {
		v.levels[l] = kit.NewChip(env, "sensitive.level."+string(l), env.T("sensitive.level."+string(l)), "", func() { p.Turn(l) })
	}
	v.all = kit.NewChip(env, "sensitive.all", env.T("sensitive.all"), "", p.ShowAll)
	v.alarm, v.body, v.kinds = container.NewStack(), container.NewStack(), container.NewStack()
	v.rows = kit.NewTable(env, "sensitive.rows", func() int { return len(p.Map.Rows) },
		func(i int) string { return p.Map.Rows[i].ID + "\x00" + strconv.Itoa(p.Map.Rows[i].Page) }, v.rowColumns()...)
	v.rows.RowHeight(44)
	v.rows.OnSelect = p.Choose
	v.rows.Describe = v.describeRow
	v.places = kit.NewTable(env, "sensitive.places", func() int { return len(p.Places) },
		func(i int) string { return strconv.FormatInt(p.Places[i].ID, 10) }, v.placeColumns()...)
	v.places.RowHeight(44)
	v.places.OnSelect = p.Look
	v.places.Describe = func(i int) string {
		x := p.Places[i]
		return x.Kind.Called(1).In(v.env.Language()) + ": " + x.Before + x.Word + x.After + ", " + v.verdict(x.Verdict)
	}
	v.page = pageview.New(env, "sensitive.page")
	v.page.OpenSource = src.OpenSource
	v.page.Said = func(s string) { h.Toast(s, nil) }
	v.stand, v.yields, v.why = kit.Caption("").Wrap(), kit.Caption("").Wrap(), kit.Caption("").Wrap()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(v.body)))
	return v
}

func (v *view) nav() *nav.View {
	env, p := v.env, v.p
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "sensitive." + id, Title: env.T("sensitive.key." + id), Group: env.T("nav.sensitive"), Keys: []string{key},
			Do: do, When: func() bool { return p.Loaded }}
	}
	acts := []kit.Action{act("confirm", "J", func() { p.Judge(model.Confirmed) }),
		act("dismiss", "N", func() { p.Judge(model.Dismissed) }), act("undo", "Strg+Z", func() { p.Judge(model.Unjudged) }),
		act("all", "B", p.ShowAll), act("reload", "F5", p.Reload), act("recognise", "Strg+T", v.recognise)}
	for i, l := range model.Levels {
		acts = append(acts, act("level."+string(l), "Strg+"+strconv.Itoa(i+1), func() { p.Turn(l) }))
	}
	acts = append(acts, v.page.ActionsBeside(v.rows, v.places)...)
	return &nav.View{Object: v.root, Actions: append(acts, kit.TableActions(env, v.rows, v.places)...), Resized: v.resized,
		Close: func() {
			p.Stop()
			v.page.Close()
		}, Show: func(r route.Route) { p.Load(r.ID) },
		Regions: func() []fyne.Focusable {
			return append([]fyne.Focusable{v.places.List(), v.rows.List()}, v.page.Regions()...)
		}}
}

func (v *view) rowColumns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Row { return v.p.Map.Rows[i] }
	return []kit.TableColumn{
		{ID: "what", Title: env.T("sensitive.col.what"), Grow: 1, Width: 150, Fixed: true, Bold: true,
			Text:  func(i int) string { return v.nameOf(at(i)) },
			Under: func(i int) string { return sensitivity.Counted(v.env.Language(), at(i).Kinds) }},
		{ID: "places", Title: env.T("sensitive.col.places"), Width: 72, Right: true,
			Text: func(i int) string { return env.Int(int64(at(i).Places)) },
			Under: func(i int) string {
				if n := at(i).Judge; n > 0 {
					return env.T("sensitive.open", n)
				}
				return ""
			}, Compare: func(a, b int) int { return cmp.Compare(at(a).Places, at(b).Places) }},
		{ID: "density", Title: env.T("sensitive.col.density"), Width: 76, Wide: true,
			Make: func() fyne.CanvasObject { return kit.Sized(0, 8, kit.NewBar(0)) },
			Text: func(i int) string { return v.density(at(i).Density) },
			Fill: func(i int, o fyne.CanvasObject) {
				o.(*fyne.Container).Objects[0].(*kit.Bar).Set(v.share(at(i).Density))
			},
			Compare: func(a, b int) int { return cmp.Compare(at(a).Density, at(b).Density) }},
		{ID: "unread", Title: env.T("sensitive.col.unread"), Width: 72, Right: true, Wide: true, Text: func(i int) string {
			if at(i).Unread == 0 {
				return ""
			}
			return env.Int(int64(at(i).Unread))
		}, Compare: func(a, b int) int { return cmp.Compare(at(a).Unread, at(b).Unread) }},
		{ID: "cut", Title: env.T("sensitive.col.cut"), Width: 72, Right: true, Wide: true, Text: func(i int) string {
			if at(i).Cut == 0 {
				return ""
			}
			return env.Int(int64(at(i).Cut))
		}, Compare: func(a, b int) int { return cmp.Compare(at(a).Cut, at(b).Cut) }},
	}
}

// nameOf is how a row is called.
func (v *view) nameOf(r model.Row) string {
	name := cmp.Or(r.Title, r.ID)
	if r.Page > 0 {
		return v.env.T("sensitive.page", name, r.Page)
	}
	if name == "." {
		return v.env.T("sensitive.top")
	}
	return name
}

func (v *view) density(d float64) string {
	return v.env.T("sensitive.density", int(d*10)/10, int(d*10)%10)
}

// share is the density as a part of the densest row, for its bar.
func (v *view) share(d float64) float32 {
	most := 0.0
	for _, r := range v.p.Map.Rows {
		most = max(most, r.Density)
	}
	if most == 0 {
		return 0
	}
	return float32(d / most)
}

func (v *view) describeRow(i int) string {
	r := v.p.Map.Rows[i]
	out := v.env.T("sensitive.describe", v.nameOf(r), r.Places, v.density(r.Density), sensitivity.Counted(v.env.Language(), r.Kinds))
	if r.Unread > 0 {
		out += " " + v.env.N("sensitive.unread", r.Unread)
	}
	if r.Cut > 0 {
		out += " " + v.env.N("sensitive.cut", r.Cut)
	}
	return out
}

func (v *view) placeColumns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Place { return v.p.Places[i] }
	return []kit.TableColumn{
		{ID: "context", Title: env.T("sensitive.col.context"), Grow: 1, Width: 160, Fixed: true, Bold: true, Unsorted: true,
			Text:  func(i int) string { return around(at(i)) },
			Under: func(i int) string { return env.T("sensitive.page", at(i).Path, at(i).Page) },
			Sign:  func(i int) (string, fyne.ThemeColorName) { return sign(at(i).Verdict) }},
		{ID: "kind", Title: env.T("sensitive.col.kind"), Width: 120,
			Text:  func(i int) string { return at(i).Kind.Called(1).In(env.Language()) },
			Under: func(i int) string { return v.verdict(at(i).Verdict) }},
	}
}

// lead is how many signs stand before the word: the word itself has to be seen.
const lead = 24

// around is a place in its line, the word in marks.
func around(x model.Place) string {
	before := []rune(x.Before)
	if len(before) > lead {
		before = append([]rune("… "), before[len(before)-lead:]...)
	}
	return string(before) + "»" + x.Word + "«" + x.After
}

func sign(x model.Verdict) (string, fyne.ThemeColorName) {
	switch x {
	case model.Confirmed:
		return "ok", kit.ColorOK
	case model.Dismissed:
		return "cross", kit.ColorText2
	}
	return "dash", kit.ColorText2
}

func (v *view) verdict(x model.Verdict) string {
	if x == model.Unjudged {
		return v.env.T("sensitive.verdict.open")
	}
	return v.env.T("sensitive.verdict." + string(x))
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	v.rows.Fit(c)
	v.places.Fit(c)
	env := v.env
	var chips []fyne.CanvasObject
	for _, l := range model.Levels {
		chips = append(chips, v.levels[l])
	}
	left := kit.Col(0, kit.Pad(kit.Flow(6, chips...), 8, 12, 6, 12), kit.HLine(kit.ColorLine), kit.Grow(v.rows.Object()),
		kit.HLine(kit.ColorLine), kit.Pad(kit.Col(4, v.stand, v.yields), 8, 12, 8, 12))
	judge := func(id, icon, key string, x model.Verdict) fyne.CanvasObject {
		return kit.NewButton(env, "sensitive.do."+id, icon, env.T("sensitive.do."+id), func() { v.p.Judge(x) }).Key(key)
	}
	bar := kit.Panel(kit.ColorRaised, kit.Pad(kit.Col(6, v.why, kit.Row(8, kit.Grow(kit.Space(0, 0)), judge("confirm", "check", "J",
		model.Confirmed),
		judge("dismiss", "cross", "N", model.Dismissed))), 6, 12, 6, 12))
	list := kit.Col(0, kit.Pad(v.kinds, 8, 12, 6, 12), kit.HLine(kit.ColorLine), kit.Grow(v.places.Object()), bar)
	half := kit.Half{Title: env.T("sensitive.map"), Object: left, Width: kit.Sizes{L: 560, M: 520}}
	switch c {
	case kit.ClassL:
		v.body.Objects = []fyne.CanvasObject{kit.NewPanes(env, "sensitive", v.host.Class, kit.Pane{Object: left,
			Width: kit.Sizes{L: 520}, Min: 320},
			kit.Pane{Object: list, Width: kit.Sizes{L: 470}, Min: 320}, kit.Pane{Object: v.page.Object(), Grow: true, Min: 320})}
	case kit.ClassM: // whoever judges a place sees it on its page
		judged := kit.Col(0, kit.Sized(0, 270, list), kit.HLine(kit.ColorLine), kit.Grow(v.page.Object()))
		v.body.Objects = []fyne.CanvasObject{kit.Halves(env, "sensitive", c, v.host.Class, half,
			kit.Half{Title: env.T("sensitive.places"), Object: judged})}
	default:
		tabs := kit.NewTabs(env, "sensitive.tabs", kit.Tab{Title: env.T("sensitive.places"),
			Body: func() fyne.CanvasObject { return list }},
			kit.Tab{Title: env.T("sensitive.paper"), Body: func() fyne.CanvasObject { return v.page.Object() }})
		tabs.Show(0)
		v.body.Objects = []fyne.CanvasObject{kit.Halves(env, "sensitive", c, v.host.Class, half,
			kit.Half{Title: env.T("sensitive.places"), Object: tabs.Object()})}
	}
	v.body.Refresh()
	v.build()
}

func (v *view) build() {
	env, p := v.env, v.p
	v.alarms()
	for l, c := range v.levels {
		c.Set("", l == p.Level)
	}
	v.all.Set("", p.All)
	v.head.SetNote("")
	v.offer()
	switch {
	case p.Reading:
		v.rows.Over(nil)
		v.head.SetNote(env.T("sensitive.recognising", p.Progress[0], p.Progress[1]))
	case !p.Loaded:
		v.rows.Over(kit.NewSkeleton(env, 44))
		v.head.SetNote(env.T("loading"))
		if p.Progress[1] > 0 {
			v.head.SetNote(env.T("sensitive.searching", p.Progress[0], p.Progress[1]))
		}
	case len(p.Map.Rows) == 0:
		v.rows.Over(kit.NewEmpty(env.T("sensitive.nothing"), env.T("sensitive.nothing.text"), nil))
	default:
		v.rows.Over(nil)
	}
	if p.Map.Title != "" {
		v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.inbox"), Go: func() { v.host.Go(route.Route{Screen: route.Inbox}) }},
			kit.Crumb{Text: p.Map.Title, Go: v.back})
		v.host.Title(p.Map.Title)
	}
	v.tell()
	v.showKinds()
	v.rows.Reload()
	v.rows.Mark(p.Row)
	var over fyne.CanvasObject
	if p.Listed && len(p.Places) == 0 {
		over = kit.NewEmpty(env.T("sensitive.places.none"), env.T("sensitive.places.none.text"), nil)
	}
	v.places.Over(over)
	v.places.Reload()
	v.places.Mark(p.Place)
	v.places.List().Reveal(p.Place)
	v.why.Set("")
	if at := p.At(); at != nil {
		v.why.Set(at.Why.In(env.Language()))
	}
	v.showPlace()
	v.root.Refresh()
}

// showPlace brings the page of the chosen place into view, its words marked.
func (v *view) showPlace() {
	at, ref, word := int64(0), pages.Ref{}, ""
	if x := v.p.At(); x != nil {
		at = x.ID
		ref, word = v.p.Page()
	}
	if at == v.shown {
		return
	}
	if v.shown = at; word != "" {
		v.page.Carry(word)
	}
	v.page.Show(ref)
}

// offer shows the button of text recognition where files without text are.
func (v *view) offer() {
	if v.p.Map.Unread == 0 {
		v.head.SetButtons(v.again)
		return
	}
	v.head.SetButtons(v.read, v.again)
	if v.p.Loaded && !v.p.Reading {
		v.read.Enable()
	} else {
		v.read.Disable()
	}
}

// recognise asks before the pages without text are read: it takes a while.
func (v *view) recognise() {
	env, p := v.env, v.p
	switch {
	case p.Reading || p.Map.Unread == 0:
		return
	case p.Map.Recogniser == "":
		v.host.Tell(env.T("sensitive.recognise.missing"))
		return
	}
	kit.Form{Name: "sensitive.recognise.ask", Title: env.T("sensitive.recognise.ask"),
		Text: env.T("sensitive.recognise.text", p.Map.Recogniser), Do: env.T("sensitive.recognise.do"),
		Take: func(map[string]string) { p.Recognise() }}.Show(env)
}

func (v *view) back() { v.host.Go(v.p.Home()) }

// tell says how much was searched and what the rules find at all.
func (v *view) tell() {
	env, m := v.env, v.p.Map
	if !v.p.Loaded || v.p.Err != nil {
		v.stand.Set("")
		v.yields.Set("")
		return
	}
	out := []string{env.T("sensitive.total", env.Int(int64(m.Places)), env.Int(int64(m.Confirmed)), env.Int(int64(m.Dismissed)))}
	if m.Places == 0 {
		out = []string{env.T("sensitive.nothing.said")}
	}
	out = append(out, env.T("sensitive.searched", m.Searched, m.Files))
	if m.Unread > 0 {
		out = append(out, env.N("sensitive.unread", m.Unread))
	}
	if m.Cut > 0 {
		out = append(out, env.N("sensitive.cut", m.Cut))
	}
	if m.Recognised > 0 {
		out = append(out, env.N("sensitive.recognised", m.Recognised))
	}
	if len(m.Off) > 0 {
		out = append(out, env.T("sensitive.off", strings.Join(m.Off, ", ")))
	}
	if m.Special {
		out = append(out, env.T("sensitive.special"))
	}
	v.stand.Set(strings.Join(out, " "))
	v.yields.Set(env.T("sensitive.yields", strings.Join(m.Yields, "; ")))
}

func (v *view) showKinds() {
	env, p := v.env, v.p
	chips := []fyne.CanvasObject{v.all}
	for _, k := range p.Kinds() {
		c := kit.NewChip(env, "sensitive.kind."+string(k), k.Called(2).In(env.Language()), "", func() { p.OfKind(k) })
		c.Set("", k == p.Kind)
		chips = append(chips, c)
	}
	v.kinds.Objects = []fyne.CanvasObject{kit.Flow(6, chips...)}
	v.kinds.Refresh()
}

func (v *view) alarms() {
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, nav.Refused(v.host, "sensitive.error", v.p.Err, "", v.env.T("sensitive.error"), v.p.Reload, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "sensitive.fault", v.p.Fault, "", v.env.T("sensitive.error"), v.p.Solved, v.root.Refresh))
	}
	v.alarm.Objects = nil
	if v.alarm.Hidden = len(boxes) == 0; len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 8, 16, 8, 16)}
	}
}
