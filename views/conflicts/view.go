// Package conflicts is the screen Ausleihe: what the archive gives out for
// appraisal and who has it until when, what lies here, and the decisions of
// several people that stand against each other, with who, when and why.
package conflicts

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/conflicts/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// defaultDays is how long a portion is taken out unless the person says otherwise.
const defaultDays = 14

// Screen registers the screen.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Loans, Title: "nav.loans", Icon: "laptop", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, h).view() }}
}

type view struct {
	host nav.Host
	env  *kit.Env
	p    *model.Presenter
	*kit.ListScreen
	next     *kit.Button
	sync     *kit.Button
	give     *kit.Button
	read     *kit.Button
	items    *kit.Table
	disputes *kit.Table
	body     *fyne.Container
	root     *fyne.Container
	settling bool // the person is at the disputes, not at the portions
	fresh    bool // the screen was entered and what waits was not shown yet
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{host: h, env: h.Env()}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw, func(err error) string {
		text, _ := kit.Explain(env.Words, err, env.T("conflicts.offline.text"))
		return text
	})
	v.ListScreen = kit.NewListScreen(env, "conflicts", "nav.loans")
	v.give = kit.NewButton(env, "conflicts.give", "up", env.T("conflicts.give"), v.askGive)
	v.sync = kit.NewButton(env, "conflicts.sync", "refresh", env.T("conflicts.sync"), v.p.Sync)
	v.next = kit.NewPrimary(env, "conflicts.primary", "right", "", v.primary).Key("Strg+Enter")
	v.read = kit.NewButton(env, "conflicts.packages", "book", env.T("conflicts.packages"), v.askRead)
	v.Head.SetButtons(v.read, v.give, v.sync, v.next)
	v.body = container.NewStack()
	v.items = kit.NewTable(env, "conflicts.items", func() int { return len(v.p.State.Items) },
		func(i int) string { return v.p.State.Items[i].ID }, v.itemColumns()...)
	v.items.RowHeight(56)
	v.items.OnSelect = func(int) { v.at(false) }
	v.items.List().OnFocus = func() { v.at(false) }
	v.items.OnOpen = func(int) { v.at(false); v.primary() }
	v.items.Describe = func(i int) string {
		it := v.p.State.Items[i]
		return it.Title + ", " + v.p.Stand(it) + ", " + it.Detail
	}
	v.disputes = kit.NewTable(env, "conflicts.disputes", func() int { return len(v.p.State.Disputes) },
		func(i int) string { return v.p.State.Disputes[i].Portion + "/" + v.p.State.Disputes[i].Object }, v.disputeColumns()...)
	v.disputes.RowHeight(52)
	v.disputes.OnOpen = v.askSettle
	v.disputes.OnSelect = func(int) { v.at(true) }
	v.disputes.List().OnFocus = func() { v.at(true) }
	v.disputes.Describe = func(i int) string {
		d := v.p.State.Disputes[i]
		text := d.Title
		for _, s := range d.Sides {
			text += ", " + v.side(s)
		}
		return text
	}
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.Head.Object(), v.Told(), kit.Grow(v.body)))
	return v
}

func (v *view) view() *nav.View {
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized,
		Regions: v.regions,
		Show:    func(route.Route) { v.fresh = true; v.redraw(); v.p.Reload() },
		Actions: append([]kit.Action{v.On("conflicts.items", false, "primary", "Strg+Enter", v.primary),
			v.On("conflicts.disputes", false, "settle", "D", func() { v.askSettle(v.disputes.Selected()) }), v.Act("sync", "Y", v.p.Sync),
			v.Act("give", "G", v.askGive), v.Act("packages", "L", v.askRead), v.Act("reload", "F5", v.p.Reload)},
			kit.TableActions(v.env, v.items, v.disputes)...)}
}

// resized: portions grow, disputes 560 or 468, in class S two tabs.
func (v *view) resized(c kit.Class) {
	v.Head.Fit(c)
	v.items.Fit(c)
	v.disputes.Fit(c)
	env := v.env
	left := v.Part("conflicts.items", v.items.Object(), kit.Caption(env.T("conflicts.items.note")))
	right := v.Part("conflicts.disputes", v.disputes.Object(), kit.Caption(env.T("conflicts.disputes.note")))
	v.body.Objects = []fyne.CanvasObject{kit.Halves(env, "conflicts", c, v.host.Class,
		kit.Half{Title: env.T("conflicts.items"), Object: left},
		kit.Half{Title: env.T("conflicts.disputes"), Object: right, Width: kit.Sizes{L: 620, M: 560}})}
	v.body.Refresh()
	v.redraw()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env, p := v.env, v.p
	note := env.T("conflicts.note.none")
	if n := p.Open(); n > 0 {
		note = env.N("conflicts.note", n)
	}
	switch {
	case !p.Loaded:
		note = env.T("loading")
	case p.Busy:
		note = env.T("conflicts.busy")
	}
	v.Head.SetNote(note)
	v.alarms()
	for _, l := range []struct {
		table *kit.Table
		empty string
	}{{v.items, "conflicts.empty"}, {v.disputes, "conflicts.agreed"}} {
		v.Fill(l.table, kit.Rows{Loaded: p.Loaded, Failed: p.Err != nil, Height: 56, Empty: l.empty})
	}
	v.dress()
	v.root.Refresh()
	v.host.Badges()
	v.begin()
}

// regions are the two lists, first the one that waits for a person.
func (v *view) regions() []fyne.Focusable {
	if v.p.Open() > 0 {
		return []fyne.Focusable{v.disputes.List(), v.items.List()}
	}
	return []fyne.Focusable{v.items.List(), v.disputes.List()}
}

// begin leads whoever comes in to what waits for a person, where something does.
func (v *view) begin() {
	if !v.fresh || !v.p.Loaded || v.env.Open() != nil {
		return
	}
	v.fresh = false
	if v.p.Open() == 0 {
		return
	}
	if f := v.env.Focused(); f == nil || f == fyne.Focusable(v.items.List()) {
		v.env.Focus(v.disputes.List())
		return
	}
	v.at(true) // the mouse that pressed the rail left the focus there: the next step is the same
}

// at keeps which of the two lists the person is at: the primary button is its next step.
func (v *view) at(disputes bool) {
	v.settling = disputes
	v.dress()
}

// dispute is the one that is settled next, -1: none is, the person is at the portions.
func (v *view) dispute() int {
	if i := v.disputes.Selected(); v.settling && i < len(v.p.State.Disputes) {
		return i
	}
	return -1
}

func (v *view) alarms() {
	env, p := v.env, v.p
	understood := func(name string) []fyne.CanvasObject {
		return []fyne.CanvasObject{kit.NewButton(env, name, "", env.T("box.understood"), p.Solved).Small()}
	}
	var boxes []fyne.CanvasObject
	if p.Offline != "" {
		boxes = append(boxes, kit.NewBox(env, "conflicts.offline",
			kit.Box{Tone: kit.ToneWarn, Title: env.T("conflicts.offline.title"), Text: p.Offline,
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "conflicts.offline.retry", "refresh", env.T("retry"), p.Reload).Small()}},
			nil))
	}
	if p.Warning != "" {
		boxes = append(boxes, kit.NewBox(env, "conflicts.warning",
			kit.Box{Tone: kit.ToneWarn, Title: env.T("conflicts.warning.title"), Text: p.Warning,
				Buttons: understood("conflicts.warning.close")}, nil))
	}
	if err := p.Err; err != nil {
		boxes = append(boxes, v.Unread(err, p.Reload, v.root.Refresh))
	}
	if p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "conflicts.fault", p.Fault, "", env.T("conflicts.error.text"), p.Solved, v.root.Refresh))
	}
	v.Tell([4]float32{10, 20, 8, 20}, boxes...)
}

// side writes one side in a line: letter, person, time, reason.
func (v *view) side(s model.Side) string {
	text := v.env.T("conflicts.side", s.Letter, s.Who, v.env.Short(s.At), s.Why)
	if s.Late {
		text += " " + v.env.T("conflicts.side.late")
	}
	return text
}

func (v *view) item() (model.Item, bool) {
	i := v.items.Selected()
	if i < 0 || i >= len(v.p.State.Items) {
		return model.Item{}, false
	}
	return v.p.State.Items[i], true
}

// dress puts the next step of the chosen portion or dispute on the primary button.
func (v *view) dress() {
	text := ""
	if v.dispute() >= 0 {
		text = v.env.T("conflicts.do.settle")
	} else if it, ok := v.item(); ok {
		text = v.p.Label(it)
	}
	if text == "" || v.p.Busy {
		v.next.Disable()
	} else {
		v.next.Enable()
	}
	if text == "" {
		text = v.env.T("conflicts.primary.none")
	}
	v.next.Set("right", text)
	v.Head.SetButtons(v.read, v.give, v.sync, v.next)
}

func (v *view) primary() {
	if i := v.dispute(); i >= 0 && !v.p.Busy {
		v.askSettle(i)
		return
	}
	it, ok := v.item()
	if !ok || v.p.Busy {
		return
	}
	switch model.Next(it) {
	case model.DoTake:
		v.askTake(it)
	case model.DoExtend:
		v.p.Take(it.ID, defaultDays, false)
	case model.DoReturn:
		v.askReturn(it)
	case model.DoEnd:
		v.askEnd(it)
	}
}

// longest is for how many days a portion can be taken out.
const longest = 60

// askTake asks for how long.
func (v *view) askTake(it model.Item) {
	env := v.env
	take := func(release bool) func(map[string]string) {
		return func(a map[string]string) {
			n, _ := strconv.Atoi(a["days"]) // checked at its field
			v.p.Take(it.ID, n, release)
		}
	}
	check := func(text string) string {
		if n, err := strconv.Atoi(text); err != nil || n < 1 || n > longest {
			return env.T("conflicts.days.wrong", longest)
		}
		return ""
	}
	release := kit.FormButton{Name: "conflicts.take.release", Icon: "shield", Text: env.T("conflicts.take.release"), Do: take(true)}
	buttons := []kit.FormButton{release, {Name: "conflicts.take.yes", Icon: "laptop", Text: env.T("conflicts.take.yes"), Primary: true,
		Do: take(false)}}
	if it.Stand == model.Out { // somebody has it: it may be taken for release alone
		release.Primary = true
		buttons = []kit.FormButton{release}
	}
	kit.Form{Name: "conflicts", Title: env.T("conflicts.take.title"), Text: env.T("conflicts.take.text", it.Title),
		Above: kit.Caption(it.Detail).Wrap(), Width: 620,
		Fields:  []kit.FormField{{ID: "days", Label: env.T("conflicts.days"), Text: strconv.Itoa(defaultDays), Must: true, Check: check}},
		Buttons: buttons}.Show(env)
}

func (v *view) askReturn(it model.Item) {
	env := v.env
	give := func(name, icon string, primary, remove bool) kit.FormButton {
		return kit.FormButton{Name: "conflicts.return." + name, Icon: icon, Text: env.T("conflicts.return." + name), Primary: primary,
			Do: func(map[string]string) { v.p.Return(it.Portion, remove) }}
	}
	kit.Form{Name: "conflicts.return", Title: env.T("conflicts.return.title"), Text: env.T("conflicts.return.text", it.Title), Width: 620,
		Lasting: true,
		Buttons: []kit.FormButton{give("keep", "", false, false), give("remove", "trash", true, true)}}.Show(env)
}

func (v *view) askEnd(it model.Item) {
	env := v.env
	kit.Form{Name: "conflicts.end", Title: env.T("conflicts.end.title"), Text: env.T("conflicts.end.text", it.Title), Width: 560,
		Lasting: true, Buttons: []kit.FormButton{
			{Name: "conflicts.end.no", Text: env.T("conflicts.end.no"), Bare: true},
			{Name: "conflicts.end.yes", Icon: "check", Text: env.T("conflicts.end.yes"), Primary: true,
				Do: func(map[string]string) { v.p.End(it.Portion) }}}}.Show(env)
}

// askGive lets one choose an accepted portion to be given out.
func (v *view) askGive() {
	env := v.env
	all := v.p.State.Choices
	var sheet *kit.Sheet
	list := kit.NewList(env, "conflicts.choices", func() int { return len(all) }, func() fyne.CanvasObject {
		return kit.Row(12, kit.Wide(110, kit.NewText("", kit.RoleMono, kit.ColorText2)), kit.Grow(kit.Body("").End()))
	}, func(i int, o fyne.CanvasObject) {
		c := o.(*fyne.Container).Objects
		c[0].(*kit.Text).Set(all[i].ID)
		c[1].(*kit.Text).Set(all[i].Title)
	})
	list.Describe = func(i int) string { return all[i].ID + ", " + all[i].Title }
	give := func(i int) {
		if i < 0 || i >= len(all) {
			return
		}
		sheet.Close()
		v.p.Publish(all[i].ID)
	}
	list.OnOpen = give
	text := env.T("conflicts.give.text")
	if len(all) == 0 {
		text = env.T("conflicts.give.none")
	}
	if len(all) > 0 {
		list.Mark(0)
	}
	sheet = kit.Form{Name: "conflicts.give", Title: env.T("conflicts.give.title"), Text: text, Width: 680, Height: 420, Body: list,
		First: list, Buttons: []kit.FormButton{{Name: "conflicts.give.yes", Icon: "up", Text: env.T("conflicts.give.yes"), Primary: true,
			Key: "Enter", Stays: true, Off: len(all) == 0, Do: func(map[string]string) { give(list.Selected()) }}}}.Show(env)
}
