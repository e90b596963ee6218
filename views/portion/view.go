// Package portion is the screen of one portion: the large slip with who and when,
// findings with their remedies and ways out, files, content, messages, protocol,
// and what was checked and what was not. The primary button is always the next
// step of the state.
package portion

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/pageview"
	"laufzettel/views/portion/model"
	"laufzettel/views/present"
	"laufzettel/views/route"
)

// Screen registers the portion screen; it has no rail item of its own.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Portion, Title: "nav.portion", Icon: "inbox", Parent: route.Inbox, Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, h).view() }}
}

type view struct {
	host       nav.Host
	env        *kit.Env
	p          *model.Presenter
	head       *kit.PageHead
	next       *kit.Button
	recheck    *kit.Button
	report     *kit.Button
	site       *kit.Button
	database   *kit.Button
	filled     bool // what was read has been shown once
	share      *kit.Button
	sensitive  *kit.Button
	sample     *kit.Button
	convert    *kit.Button
	drop       *kit.Button
	tabs       *kit.Tabs
	search     *kit.Field
	chips      map[check.Severity]*kit.Chip
	cards      *kit.Scroll
	cardBox    *fyne.Container
	wanted     map[string]bool // cards opened or closed by hand
	shown      []*kit.FindingCard
	slip       *fyne.Container
	facts      *fyne.Container
	alarm      *fyne.Container
	slipS      *kit.Scroll
	factsS     *kit.Scroll
	files      *kit.List
	wantPaper  int            // so many messages were there before a paper was written that shall be shown
	wantLetter bool           // show the newest letter once it is listed
	page       *pageview.Pane // the one view, beside the tabs while something is looked at
	pageBox    fyne.CanvasObject
	mail, keep *kit.Button // what can be done with the final letter
	outRow     *fyne.Container
	lookTitle  *kit.Text
	looking    bool // the panes are arranged for it
	tree       *kit.RecordList
	body       *fyne.Container
	root       *fyne.Container
	class      kit.Class
}

var severities = []check.Severity{check.Error, check.Warning, check.Note}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), class: kit.ClassM, chips: map[check.Severity]*kit.Chip{}, wanted: map[string]bool{}}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw)
	v.p.Filled = func() { v.files.Reload() }
	v.head = kit.NewPageHead(env, "")
	v.recheck = kit.NewButton(env, "portion.recheck", "refresh", env.T("portion.recheck"),
		func() { v.p.Do(model.Action{Verb: model.DoCheck}, nil) })
	v.report = kit.NewButton(env, "portion.report", "print", env.T("portion.report"), func() { v.write(model.DoReport) })
	v.site = kit.NewButton(env, "portion.site", "globe", env.T("portion.site"), v.openSite)
	v.database = kit.NewButton(env, "portion.database", "database", env.T("portion.database"), v.lookAtDatabase)
	v.share = kit.NewButton(env, "portion.share", "folder", env.T("portion.share"), v.goShare)
	v.sensitive = kit.NewButton(env, "portion.sensitive", "search", env.T("portion.sensitive"), v.goSensitive)
	v.sample = kit.NewButton(env, "portion.sample", "appraise", env.T("portion.sample"), v.goSample)
	v.drop = kit.NewButton(env, "portion.drop", "trash", env.T("portion.do.discard"), v.discard)
	v.convert = kit.NewButton(env, "portion.convert", "fork", env.T("portion.do.convert"), v.doConvert)
	v.next = kit.NewPrimary(env, "portion.primary", "right", "", v.primary).Key("Strg+Enter")
	v.search = kit.NewSearch(env, "portion.search", env.T("portion.search"), v.p.SetSearch)
	for _, s := range severities {
		v.chips[s] = kit.NewChip(env, "portion.filter."+string(s), env.T("severity."+string(s)), "",
			func() { v.p.Toggle(s) }).Icon(kit.Weigh(s).Icon(), kit.Weigh(s).Color())
	}
	v.chips[""] = kit.NewChip(env, "portion.filter.all", env.T("portion.filter.all"), "", func() { v.p.Toggle("") })
	v.cardBox = container.NewStack()
	v.cards = kit.NewScroll(kit.Pad(v.cardBox, 12, 20, 16, 20))
	v.slip, v.facts, v.alarm, v.body = container.NewStack(), container.NewStack(), container.NewStack(), container.NewStack()
	v.slipS, v.factsS = kit.NewScroll(kit.Pad(v.slip, 14, 12, 16, 20)), kit.NewScroll(kit.Pad(v.facts, 12, 20, 16, 18))
	v.files = v.newFiles()
	v.tree = kit.NewRecordList(env, "portion.tree", false)
	v.tree.OnToggle = func(i int) {
		v.p.Fold(v.tree.Rows()[i].ID)
		v.fillTree()
	}
	v.page = v.newPage(src)
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.body)))
	v.arrange()
	return v
}

func (v *view) view() *nav.View {
	env := v.env
	group := env.T("nav.portion")
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "portion." + id, Title: env.T("portion.key." + id), Group: group, Keys: []string{key}, Do: do}
	}
	acts := []kit.Action{act("primary", "Strg+Enter", v.primary), act("recheck", "F5", func() {
		if v.p.Detail.Running == nil {
			v.p.Do(model.Action{Verb: model.DoCheck}, nil)
		}
	}), act("receipt", "Strg+Umschalt+E", func() {
		if v.p.Detail.Checked && v.p.Detail.Running == nil {
			v.write(model.DoReceipt)
		}
	}), act("askind", "Strg+Umschalt+A", v.asKind), act("verapdf", "Strg+Umschalt+P", func() {
		if v.p.Detail.State == transfer.Checked && v.p.Detail.Running == nil {
			v.p.Do(model.Action{Verb: model.DoVeraPDF}, nil)
		}
	}), act("convert", "Strg+Umschalt+U", v.doConvert), act("share", "Strg+Umschalt+F", v.goShare),
		act("sensitive", "Strg+Umschalt+D", v.goSensitive), act("sample", "Strg+Umschalt+S", v.goSample),
		act("discard", "Strg+Entf", v.discard), act("copy", "Strg+C", v.copy),
		act("search", "/", func() {
			v.tabs.Show(0)
			env.Focus(v.search.Entry)
		}), act("print", "Strg+P", func() { v.write(model.DoReport) }),
		{ID: "tabs.next", Title: env.T("kit.tabs.next"), Group: group, Keys: []string{"Strg+Tab"},
			Do: func() { v.turn((v.tabs.Now() + 1) % v.tabCount()) }}}
	for i, name := range []string{"findings", "files", "content", "messages", "events"} {
		acts = append(acts, kit.Action{ID: "portion.tab." + name, Title: env.T("portion.tab." + name), Group: group,
			Keys: []string{"Strg+" + string(rune('1'+i))}, Do: func() { v.turn(i) }})
	}
	acts = append(append(acts, v.holdActions()...), v.lookActions()...)
	return &nav.View{Object: v.root, Close: func() {
		v.p.Close()
		v.page.Close()
	}, Resized: v.resized, Actions: acts, Regions: v.regions, Hide: v.p.Hide,
		Show: func(r route.Route) {
			if r.ID != v.p.ID {
				v.wanted = map[string]bool{}
				v.p.Load(r.ID)
				v.tabs.Show(0)
				return
			}
			v.p.Reload()
		}}
}

func (v *view) regions() []fyne.Focusable {
	out := []fyne.Focusable{}
	switch {
	case v.tabs.Now() == 1:
		out = append(out, v.files)
	case v.tabs.Now() == 2 && len(v.tree.Rows()) > 0:
		out = append(out, v.tree.List)
	case v.tabs.Now() == 3 || v.tabs.Now() == 4:
		if f, ok := v.env.Find(map[int]string{3: "portion.messages", 4: "portion.events"}[v.tabs.Now()]).(fyne.Focusable); ok {
			out = append(out, f)
		}
	case v.tabs.Now() == 0 && len(v.shown) > 0:
		out = append(out, v.shown[0])
	}
	if v.looking {
		out = append(out, v.page.Regions()...)
	}
	if f, ok := v.env.Find("portion.tabs.0").(fyne.Focusable); ok {
		out = append(out, f)
	}
	return append(out, v.next)
}

// turn shows a tab by key and puts the focus into it.
func (v *view) turn(i int) {
	v.tabs.Show(i)
	v.env.Focus(v.regions()[0])
}

// tabMessages is where the tab of the messages stands.
const tabMessages = 3

func (v *view) tabCount() int {
	if v.class == kit.ClassS {
		return 6
	}
	return 5
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	if c != v.class {
		v.class = c
		v.arrange()
	}
	v.redraw()
}

// arrange builds tabs and panes for a class.
func (v *view) arrange() {
	env := v.env
	tab := func(name string, body func() fyne.CanvasObject) kit.Tab {
		return kit.Tab{Title: env.T("portion.tab." + name), Body: body}
	}
	tabs := []kit.Tab{tab("findings", v.findings), tab("files", v.filesTab), tab("content", v.contentTab), tab("messages", v.messagesTab),
		tab("events", v.eventsTab)}
	if v.class == kit.ClassS {
		tabs = append(tabs, tab("facts", func() fyne.CanvasObject { return v.factsS }))
	}
	now := 0
	if v.tabs != nil {
		now = min(v.tabs.Now(), len(tabs)-1)
	}
	v.tabs = kit.NewTabs(env, "portion.tabs", tabs...)
	v.tabs.Show(max(0, now))
	middle := kit.Col(0, v.alarm, kit.Grow(v.tabs.Object()))
	v.looking = v.p != nil && v.p.Looking()
	switch {
	case v.looking && v.class == kit.ClassS:
		v.body.Objects = []fyne.CanvasObject{kit.Col(0, v.alarm, kit.Grow(v.pageBox))}
	case v.looking:
		v.body.Objects = []fyne.CanvasObject{kit.NewPanes(env, "portion.look", v.host.Class,
			kit.Pane{Object: middle, Grow: true},
			kit.Pane{Object: v.pageBox, Width: kit.Sizes{L: 760, M: 560}, Min: 480})}
	case v.class == kit.ClassS:
		v.body.Objects = []fyne.CanvasObject{middle}
	default:
		v.body.Objects = []fyne.CanvasObject{kit.NewPanes(env, "portion", v.host.Class,
			kit.Pane{Object: v.slipS, Width: kit.Sizes{L: 240, M: 216}, Min: 160},
			kit.Pane{Object: middle, Grow: true},
			kit.Pane{Object: v.factsS, Width: kit.Sizes{L: 340, M: 276}, Min: 200})}
	}
	v.body.Refresh()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env, d := v.env, v.p.Detail
	name := d.Name
	if !v.p.Loaded {
		name = env.T("loading")
	}
	v.head.SetTitle(name)
	v.host.Title(name)
	agency := d.Agency
	if agency == "" {
		agency = env.T("nav.portion")
	}
	v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.inbox"), Go: func() { v.host.Go(route.Route{Screen: route.Inbox}) }},
		kit.Crumb{Text: agency})
	if n := len(d.Messages) - 1; v.wantLetter && v.p.Loaded && n > 0 && v.p.Busy == model.DoNothing && d.State == transfer.Returned {
		v.wantLetter = false
		v.tabs.Show(tabMessages)
		v.p.LookAtMessage(n)
		v.env.Focus(v.mail)
		return
	}
	if n := len(d.Messages); v.wantPaper > 0 && n > v.wantPaper {
		v.wantPaper = 0
		v.tabs.Show(tabMessages)
		v.p.LookAtMessage(n - 1)
		return
	}
	if v.looking != v.p.Looking() {
		v.arrange()
	}
	v.showLook()
	v.stamp()
	v.buttons()
	v.alarms()
	v.slip.Objects = []fyne.CanvasObject{v.slipColumn()}
	v.facts.Objects = []fyne.CanvasObject{v.factsColumn()}
	v.fillFindings()
	v.fillTree()
	v.counts()
	v.files.Reload()
	if t := v.tabs.Now(); t == 3 || t == 4 {
		v.tabs.Show(t)
	}
	if d.Rules != "" {
		v.host.Status(d.Rules)
	}
	v.slipS.Relayout()
	v.factsS.Relayout()
	v.root.Refresh()
}

func (v *view) stamp() {
	d := v.p.Detail
	if !v.p.Loaded || d.State == "" {
		v.head.SetStamp("", kit.ToneNote, "")
		return
	}
	m := present.WholeMarkOf(d.State, d.Kind, v.p.Count(check.Error), v.p.Count(check.Warning), d.Whole)
	v.head.SetStamp(v.env.T(m.Word), kit.Shade(m.Tone), "")
	if v.class == kit.ClassS {
		v.head.SetBeside(kit.NewSlip(kit.SlipBoxes{Done: m.Done, Stopped: m.Stopped}))
	} else {
		v.head.SetNote("")
	}
}

var primaryIcons = map[model.Verb]string{model.DoCheck: "check", model.DoAccept: "check", model.DoException: "check",
	model.DoReturn: "mail", model.DoStop: "pause", model.DoAppraise: "appraise",
	model.DoPackage: "package", model.DoSend: "transmit", model.DoClear: "shield", model.DoClose: "check", model.DoReader: "book",
	model.DoReopen: "folder", model.DoJobs: "transmit"}

func (v *view) buttons() {
	env, d := v.env, v.p.Detail
	verb := v.p.Primary()
	text := env.T("portion.do.none")
	switch {
	case d.Running != nil:
		text = env.T("portion.do.running")
	case verb != model.DoNothing:
		text = env.T("portion.do." + string(verb))
	case d.State == transfer.Sent, d.State == transfer.Confirmed:
		text = env.T("portion.do.wait")
	}
	v.next.Set(primaryIcons[verb], text)
	if verb == model.DoNothing || v.p.Busy != model.DoNothing {
		v.next.Disable()
	} else {
		v.next.Enable()
	}
	all := v.discardButton() // what stands first steps back first where the title needs room
	if d.Checked && d.Running == nil && (d.State == transfer.Checked || d.State == transfer.Returned || d.State == transfer.Recognised) &&
		v.class != kit.ClassS {
		all = append(all, v.recheck)
	}
	if d.Checked && v.class != kit.ClassS {
		all = append(all, v.report)
	}
	if v.p.Converts() && v.class != kit.ClassS {
		all = append(all, v.convert)
	}
	if v.shared() {
		all = append(all, v.share)
	}
	if v.searchable() && v.class != kit.ClassS {
		all = append(all, v.sensitive)
	}
	if v.sampled() && v.class != kit.ClassS {
		all = append(all, v.sample)
	}
	if v.p.HoldsSite() {
		all = append(all, v.site)
	}
	if v.p.HoldsDatabase() {
		all = append(all, v.database)
	}
	v.head.SetButtons(append(all, v.next)...)
}

func (v *view) alarms() {
	env := v.env
	v.alarm.Objects = nil
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, kit.NewBox(env, "portion.error",
			kit.Box{Tone: kit.ToneError, Title: env.T("portion.error.title"), Text: env.T("portion.error.text"), Details: v.p.Err.Error(),
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "portion.retry", "refresh", env.T("retry"), v.p.Reload).Small()}},
			v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "portion.fault", v.p.Fault, v.p.ID, env.T("portion.fault.text"), v.p.Solved,
			v.root.Refresh))
	}
	if h := v.p.Detail.Held; h.Jobs > 0 {
		boxes = append(boxes, kit.NewBox(env, "portion.held",
			kit.Box{Tone: kit.ToneWarn, Title: env.N("portion.held", h.Jobs), Text: h.Why,
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "portion.held.jobs", "transmit", env.T("portion.do.jobs"),
					func() { v.do(model.DoJobs) }).Small()}}, v.root.Refresh))
	}
	if v.p.Mappable() {
		boxes = append(boxes, kit.NewBox(env, "portion.layout",
			kit.Box{Tone: kit.ToneNote, Title: env.T("portion.layout.title"), Text: env.T("portion.layout.text"),
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "portion.layout.open", "sliders", env.T("nav.layout"), func() {
					v.host.Go(route.Route{Screen: route.Layout, Filter: v.p.Detail.ID})
				}).Small()}}, v.root.Refresh))
	}
	if g := v.p.Detail.Running; g != nil {
		boxes = append(boxes, kit.NewProgressRow(env, "portion.progress", v.progress(g),
			func() { v.p.Do(model.Action{Verb: model.DoCancel}, nil) }))
	}
	v.alarm.Hidden = len(boxes) == 0
	if len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 12, 20, 4, 20)}
	}
	v.alarm.Refresh()
}

func (v *view) progress(g *model.Running) kit.Progress {
	env := v.env
	p := kit.Progress{Phase: g.Phase, Right: env.T("inbox.progress.phase", g.At, g.Of), Left: env.Left(g.Left), Known: g.Total > 0}
	if p.Known {
		p.Share = float32(g.Done) / float32(g.Total)
		p.Done = env.T("inbox.progress.of", g.Done, g.Total)
	} else {
		p.Done = env.T("inbox.progress.count", g.Done)
	}
	if g.Rate > 0 {
		p.Done += " · " + env.T("inbox.progress.rate", int(g.Rate))
	}
	return p
}

func (v *view) slipColumn() fyne.CanvasObject {
	states := map[model.StepState]kit.StepState{model.StepOpen: kit.StepOpen, model.StepNext: kit.StepNext, model.StepDone: kit.StepDone,
		model.StepStopped: kit.StepStopped}
	var steps []kit.Step
	for _, s := range v.p.Detail.Steps {
		k := kit.Step{State: states[s.State], Name: s.Name}
		if t := (time.Time{}); s.At != t {
			k.Lines = append(k.Lines, v.env.Moment(s.At))
		} else if s.State == model.StepNext {
			k.Lines = append(k.Lines, v.env.T("portion.slip.next"))
		}
		if s.Who != "" {
			k.Lines = append(k.Lines, s.Who)
		}
		steps = append(steps, k)
	}
	return kit.Col(12, kit.Bold(v.env.T("portion.slip.title")), kit.NewSteps(steps))
}

func (v *view) counts() {
	env, d := v.env, v.p.Detail
	count := func(n int) string {
		if n == 0 {
			return ""
		}
		return env.Int(int64(n))
	}
	v.tabs.Count(0, count(v.p.Count("")))
	v.tabs.Count(1, count(d.FileCount))
	v.tabs.Count(2, count(v.p.Roots()))
	v.tabs.Count(3, count(len(d.Messages)))
}

func (v *view) copy() {
	for _, c := range v.shown {
		if fyne.Focusable(c) == v.env.Focused() {
			fyne.CurrentApp().Clipboard().SetContent(c.Plain())
			v.host.Status(v.env.T("portion.copied"))
		}
	}
}
