// Package transmit is the screen Übertragung: the channel, the queue of what goes
// out and comes in, the receipts, and the history of one job.
package transmit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/transmit/model"
)

// Screen registers the screen.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Transmit, Title: "nav.transmit", Icon: "transmit", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, h).view() }}
}

type view struct {
	host nav.Host
	env  *kit.Env
	p    *model.Presenter
	*kit.ListScreen
	next     *kit.Button
	hold     *kit.Button
	fetch    *kit.Button
	check    *kit.Button
	reply    *kit.Button
	plans    *kit.Button
	planned  *planSheet // nil: not open
	cleared  *kit.Button
	strip    *fyne.Container
	queue    *kit.Table
	receipts *kit.Table
	history  *fyne.Container
	histList *kit.List
	title    *kit.Text
	body     *fyne.Container
	root     *fyne.Container
	chosen   string
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env()}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw)
	v.ListScreen = kit.NewListScreen(env, "transmit", "nav.transmit")
	v.hold = kit.NewButton(env, "transmit.hold", "pause", env.T("transmit.hold"), v.p.ToggleAll)
	v.next = kit.NewPrimary(env, "transmit.primary", "right", "", v.primary).Key("Strg+Enter")
	v.fetch = kit.NewButton(env, "transmit.fetch", "down", env.T("transmit.fetch"), v.p.Fetch)
	v.Head.SetButtons(v.fetch, v.hold, v.next)
	v.check = kit.NewButton(env, "transmit.verify", "", env.T("transmit.verify"), v.ask).Small()
	v.reply = kit.NewButton(env, "transmit.reply", "", env.T("transmit.reply"), v.askReply).Small()
	v.plans = kit.NewButton(env, "transmit.plans", "", env.T("transmit.plans"), v.askPlans).Small()
	v.cleared = kit.NewButton(env, "transmit.clearances", "", env.T("transmit.clearance.button"), v.clearances).Small()
	v.strip, v.history, v.body = container.NewStack(), container.NewStack(), container.NewStack()
	v.queue = kit.NewTable(env, "transmit.queue", func() int { return len(v.p.State.Jobs) },
		func(i int) string { return v.p.State.Jobs[i].ID }, v.jobColumns()...)
	v.queue.RowHeight(52)
	v.queue.Cover = v.sending()
	v.queue.OnSelect = func(i int) {
		v.chosen = v.p.State.Jobs[i].ID
		v.p.Choose(v.chosen)
		v.dress()
	}
	v.queue.OnOpen = func(int) { v.primary() }
	v.queue.Describe = func(i int) string {
		j := v.p.State.Jobs[i]
		return j.Name + ", " + env.T("transmit.state."+string(j.State)) + ", " + j.Answer
	}
	v.receipts = kit.NewTable(env, "transmit.receipts", func() int { return len(v.p.State.Receipts) },
		func(i int) string { return v.p.State.Receipts[i].ID }, v.receiptColumns()...)
	v.receipts.OnOpen = v.verify
	v.receipts.Describe = func(i int) string {
		r := v.p.State.Receipts[i]
		if !v.p.Verifiable(i) {
			return r.Package + ", " + env.T("transmit.receipt.alone")
		}
		return r.Package + ", " + env.T("transmit.receipt.verified")
	}
	v.histList = kit.NewList(env, "transmit.history", func() int { return len(v.p.History) }, func() fyne.CanvasObject {
		return kit.Row(8, kit.Wide(96, kit.NewText("", kit.RoleText, kit.ColorText2)), kit.Grow(kit.Body("").End()))
	}, func(i int, o fyne.CanvasObject) {
		c := o.(*fyne.Container).Objects
		c[0].(*kit.Text).Set(env.Short(v.p.History[i].At))
		c[1].(*kit.Text).Set(v.p.History[i].Text)
	})
	v.title = kit.Section("").End()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.Head.Object(), v.strip, kit.Grow(v.body)))
	return v
}

func (v *view) view() *nav.View {
	const jobs = "transmit.queue"
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.queue.List(), v.receipts.List()} },
		Show:    func(route.Route) { v.redraw(); v.p.Reload() },
		Actions: append([]kit.Action{v.On(jobs, false, "primary", "Strg+Enter", v.primary),
			v.On(jobs, true, "again", "E", func() { v.p.AgainAll(v.queue.Chosen()) }), v.On(jobs, true, "cancel", "Entf", v.cancel),
			v.again(v.On("transmit.receipts", false, "check", "Z", func() { v.verify(v.receipts.Selected()) })),
			v.Act("hold", "P", v.p.ToggleAll), v.Act("verify", "Q", v.ask), v.Act("fetch", "H", v.p.Fetch), v.Act("reply", "N", v.askReply),
			v.Act("plans", "A", v.askPlans), v.Act("clearances", "L", v.clearances), v.Act("reload", "F5", v.p.Reload)},
			kit.TableActions(v.env, v.queue, v.receipts)...)}
}

// resized: queue grows, receipts 560 or 468, in class S two tabs.
func (v *view) resized(c kit.Class) {
	v.Head.Fit(c)
	v.queue.Fit(c)
	v.receipts.Fit(c)
	env := v.env
	titled := kit.Col(0, kit.Sized(0, 32, kit.Pad(kit.Row(8, kit.Grow(kit.Section(env.T("transmit.queue")).End()),
		kit.Caption(env.T("transmit.queue.note")), v.plans, v.reply), 0, 16, 0, 0)), kit.HLine(kit.ColorBorder))
	queue := kit.Pad(kit.Col(0, v.Told(), titled, kit.Grow(kit.Snug(v.queue, v.queue.Object(), v.history))), 8, 0, 0, 20)
	receipts := kit.Col(0, kit.Pad(kit.Sized(0, 34, kit.Row(8, kit.Grow(kit.Section(env.T("transmit.receipts")).End()), v.cleared,
		v.check)), 8, 20, 6, 16), kit.Grow(kit.Snug(v.receipts, v.receipts.Object(),
		kit.Pad(kit.Col(8, kit.Titled(env.T("transmit.proof.title")),
			kit.NewText(env.T("transmit.proof.text"), kit.RoleText, kit.ColorText2).Wrap()), 12, 20, 20, 16))))
	v.body.Objects = []fyne.CanvasObject{kit.Halves(env, "transmit", c, v.host.Class,
		kit.Half{Title: env.T("transmit.queue"), Object: queue},
		kit.Half{Title: env.T("transmit.receipts"), Object: receipts, Width: kit.Sizes{L: 560, M: 468}})}
	v.body.Refresh()
	v.redraw()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env, s := v.env, v.p.State
	note := env.T("transmit.note.none")
	if n := v.p.NeedYou(); n > 0 {
		note = env.N("transmit.note", n)
	}
	if !v.p.Loaded {
		note = env.T("loading")
	}
	v.Head.SetNote(note)
	if s.Held {
		v.hold.Set("play", env.T("transmit.resume"))
	} else {
		v.hold.Set("pause", env.T("transmit.hold"))
	}
	v.strip.Objects = []fyne.CanvasObject{v.channel()}
	v.strip.Hidden = len(s.Cells) == 0
	v.alarms()
	i := v.p.Index(v.chosen)
	if i < 0 && len(s.Jobs) > 0 {
		i = min(max(0, v.queue.Selected()), len(s.Jobs)-1)
		v.chosen = s.Jobs[i].ID
		v.p.Choose(v.chosen)
	}
	v.queue.Mark(i)
	v.Fill(v.queue, kit.Rows{Loaded: v.p.Loaded, Failed: v.p.Err != nil, Height: 52})
	v.receipts.Reload()
	v.lines(i)
	v.dressClearances()
	v.dress()
	v.dressPlans()
	if s.Limit != "" {
		v.host.Status(s.Limit)
	}
	v.root.Refresh()
	v.host.Badges()
}

func (v *view) lines(i int) {
	v.history.Objects = nil
	if i >= 0 && len(v.p.History) > 0 && v.host.Class() != kit.ClassS {
		v.title.Set(v.env.T("transmit.history", v.p.State.Jobs[i].Name))
		h := float32(min(len(v.p.History), 5) * 28)
		v.history.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(0, kit.Sized(0, 28, v.title), kit.HLine(kit.ColorBorder),
			kit.Sized(0, h, v.histList)), 8, 0, 16, 0)}
		v.histList.Reload()
	}
	v.history.Hidden = len(v.history.Objects) == 0
}

func (v *view) alarms() {
	env := v.env
	var boxes []fyne.CanvasObject
	button := func(name, icon, key string, do func()) []fyne.CanvasObject {
		return []fyne.CanvasObject{kit.NewButton(env, name, icon, env.T(key), do).Small()}
	}
	if t := v.p.State.Offline; !t.IsZero() {
		boxes = append(boxes, kit.NewBox(env, "transmit.offline",
			kit.Box{Tone: kit.ToneWarn, Title: env.T("transmit.offline.title", env.Clock(t)), Text: env.T("transmit.offline.text"),
				Buttons: button("transmit.offline.retry", "refresh", "transmit.offline.retry", v.p.Reload)}, nil))
	}
	if v.p.Err != nil {
		boxes = append(boxes, v.Unread(v.p.Err, v.p.Reload, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "transmit.fault", v.p.Fault, "", env.T("transmit.error.text"), v.p.Solved,
			v.root.Refresh))
	}
	if v.p.Fetched != "" {
		boxes = append(boxes, kit.NewBox(env, "transmit.fetched",
			kit.Box{Tone: kit.ToneOK, Title: env.T("transmit.fetched.title"), Text: v.p.Fetched,
				Buttons: button("transmit.fetched.close", "", "box.understood", v.p.Solved)}, nil))
	}
	if r := v.p.Verdict; r != nil {
		title, tone := r.Heading()
		boxes = append(boxes, kit.NewBox(env, "transmit.verdict",
			kit.Box{Tone: kit.Shade(tone), Title: env.T(title), Text: r.Text,
				Buttons: button("transmit.verdict.close", "", "box.understood", v.p.Solved)}, nil))
	}
	v.Tell([4]float32{6, 16, 8, 0}, boxes...)
}

func (v *view) job() (model.Job, bool) {
	i := v.p.Index(v.chosen)
	if i < 0 {
		return model.Job{}, false
	}
	return v.p.State.Jobs[i], true
}

// dress puts what the chosen job offers on the primary button.
func (v *view) dress() {
	j, ok := v.job()
	text := ""
	if ok {
		text = v.p.Label(j)
	}
	if text == "" {
		v.next.Disable()
		text = v.env.T("transmit.primary.none")
	} else {
		v.next.Enable()
	}
	icon := "right"
	if model.Next(j) == model.DoHold {
		icon = "pause"
	}
	v.next.Set(icon, text)
	if v.p.Busy {
		v.fetch.Disable()
	} else {
		v.fetch.Enable()
	}
	v.Head.SetButtons(v.fetch, v.hold, v.next)
}

func (v *view) primary() {
	j, ok := v.job()
	if !ok {
		return
	}
	if model.Next(j) == model.DoFollow {
		v.host.Go(j.Target)
		return
	}
	if model.Next(j) == model.DoRenumber {
		v.renumber(j)
		return
	}
	v.p.Do(j)
}

// verify checks the receipt at i, where its package lies here.
func (v *view) verify(i int) {
	if v.p.Verifiable(i) {
		v.p.Verify(v.p.State.Receipts[i].ID)
	}
}

// again is offered only where the chosen receipt can be verified.
func (v *view) again(a kit.Action) kit.Action {
	a.When = func() bool { return v.p.Verifiable(v.receipts.Selected()) }
	return a
}

// cancel asks before the jobs chosen are taken out: that cannot be undone.
func (v *view) cancel() {
	ids, name := v.p.Cancellable(v.queue.Chosen())
	if len(ids) == 0 {
		return
	}
	env := v.env
	kit.Form{Name: "transmit.cancel", Title: env.T("transmit.cancel.title"), Text: env.N("transmit.cancel.text", len(ids), name),
		Width: 520, Lasting: true, Buttons: []kit.FormButton{
			{Name: "transmit.cancel.no", Text: env.T("transmit.cancel.no"), Bare: true},
			{Name: "transmit.cancel.yes", Icon: "cross", Text: env.T("transmit.cancel.yes"), Primary: true, Do: func(map[string]string) {
				for _, id := range ids {
					v.p.Cancel(id)
				}
			}}}}.Show(env)
}

// ask lets one name a receipt file to be verified.
func (v *view) ask() {
	env := v.env
	kit.Form{Name: "transmit", Title: env.T("transmit.verify.title"), Text: env.T("transmit.verify.text"),
		Fields: []kit.FormField{{ID: "path", Label: env.T("transmit.path"), Placeholder: env.T("transmit.path.hint"), Must: true}},
		Do:     env.T("transmit.take"), Icon: "check", Take: func(a map[string]string) { v.p.Verify(a["path"]) }}.Show(env)
}
