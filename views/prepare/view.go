// Package prepare is the screen Abgabe, the clerk's side: a list of the portions
// in the making and a wizard of six steps that goes by keyboard alone. Everything
// is kept as it is typed; what was read from the files is shown as read.
package prepare

import (
	"context"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/prepare/model"
	"laufzettel/views/route"
)

// Picker lets a person choose. Cancelling gives context.Canceled.
type Picker interface {
	Folder(ctx context.Context, title string) ([]string, error)
}

// Screen registers the screen.
func Screen(src model.Source, pick Picker, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Prepare, Title: "nav.prepare", Icon: "package", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, pick, h).view() }}
}

type view struct {
	host  nav.Host
	env   *kit.Env
	p     *model.Presenter
	pick  Picker
	head  *kit.PageHead
	next  *kit.Button
	back  *kit.Button
	list  *kit.List
	steps *kit.List
	alarm *fyne.Container
	form  *fyne.Container
	side  *fyne.Container
	table *table
	panes fyne.CanvasObject
	place *fyne.Container
	root  *fyne.Container
	shown string                // what the form on show belongs to: it is not rebuilt while one types
	errs  map[string]*kit.Field // fields on show by key
	open  map[string]bool       // cards that are open
	enter bool                  // the step that is shown next gets the focus into its form
}

func newView(src model.Source, pick Picker, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), pick: pick, errs: map[string]*kit.Field{}, open: map[string]bool{}}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw, h.Saved)
	v.head = kit.NewPageHead(env, env.T("nav.prepare"))
	v.back = kit.NewButton(env, "prepare.back", "left", env.T("prepare.back"), v.previous)
	v.next = kit.NewPrimary(env, "prepare.primary", "right", "", v.primary).Key("Strg+Enter")
	v.list = kit.NewList(env, "prepare.list", func() int { return len(v.p.State.Rows) }, v.makeRow, v.fillRow)
	v.list.RowHeight = 52
	v.list.OnOpen = func(i int) { v.host.Go(route.Route{Screen: route.Prepare, ID: v.p.State.Rows[i].ID}) }
	v.list.Describe = func(i int) string {
		r := v.p.State.Rows[i]
		return r.Title + ", " + r.Kind + ", " + r.Word
	}
	v.steps = kit.NewList(env, "prepare.steps", func() int { return int(model.Steps) }, v.makeStep, v.fillStep)
	v.steps.RowHeight, v.steps.NoLines, v.steps.Chosen = 48, true, kit.ColorSurface
	v.steps.OnSelect = func(i int) {
		if model.Step(i) != v.p.Step {
			v.p.Go(model.Step(i))
		}
	}
	v.steps.Describe = func(i int) string { return v.stepName(model.Step(i)) + ", " + v.stepNote(model.Step(i)) }
	v.alarm, v.form, v.side, v.place = container.NewStack(), container.NewStack(), container.NewStack(), container.NewStack()
	v.table = newTable(v)
	v.panes = kit.NewPanes(env, "prepare", h.Class,
		kit.Pane{Object: kit.Panel(kit.ColorRaised, kit.Pad(kit.Col(0, kit.Pad(kit.Bold(env.T("prepare.way")), 14, 0, 6, 20),
			kit.Grow(v.steps),
			kit.Pad(kit.NewText(env.T("prepare.promise"), kit.RoleCaption, kit.ColorText2).Wrap(), 8, 16, 16, 20)), 0, 0, 0, 0)),
			Width: kit.Sizes{L: 260, M: 232, S: 190}, Min: 170},
		kit.Pane{Object: kit.Col(0, v.alarm, kit.Grow(container.New(halves{h}, v.form, v.table.object))), Grow: true},
		kit.Pane{Object: v.side, Width: kit.Sizes{L: 320, M: 268, S: 0}, Min: 200})
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.place)))
	return v
}

func (v *view) view() *nav.View {
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "prepare." + id, Title: env.T("prepare.key." + id), Group: env.T("nav.prepare"), Keys: []string{key}, Do: do}
	}
	return &nav.View{Object: v.root, Close: v.p.Close,
		Regions: func() []fyne.Focusable {
			if v.p.State.Draft == nil {
				return []fyne.Focusable{v.list}
			}
			out := []fyne.Focusable{v.steps}
			if f, ok := env.Find(v.first()).(fyne.Focusable); ok {
				out = append(out, f)
			}
			if v.table.object.Visible() {
				out = append(out, v.table.list)
			}
			return out
		},
		Resized: func(c kit.Class) { v.head.Fit(c); v.shown = ""; v.redraw() },
		Show:    func(r route.Route) { v.shown = ""; v.p.Open(r.ID) },
		Dropped: func(paths []string) {
			if d := v.p.State.Draft; d != nil && len(paths) == 1 {
				v.p.SetPlace(paths[0], d.Target)
				v.shown = ""
				v.p.Go(model.StepFolder)
			}
		},
		Actions: []kit.Action{act("primary", "Strg+Enter", v.primary), act("new", "Strg+N", v.add),
			act("share", "Strg+Umschalt+F", v.share),
			act("next", "Alt+Rechts", func() { v.p.Go(v.p.Step + 1) }),
			act("previous", "Alt+Links", v.previous), act("look", "Strg+L", v.look), act("reload", "F5", v.p.Reload)}}
}

// share asks for a folder and shows it as a file share, before anything of it is copied.
func (v *view) share() {
	env := v.env
	show := func(path string) { v.host.Go(route.Route{Screen: route.Source, ID: path}) }
	pick := kit.NewButton(env, "prepare.share.pick", "folder", env.T("prepare.share.pick"), func() {
		if s := env.Open(); s != nil {
			s.Close()
		}
		v.choose(env.T("prepare.share"), show)
	})
	kit.Form{Name: "prepare.share", Title: env.T("prepare.share"), Text: env.T("prepare.share.text"), Width: 620,
		Fields: []kit.FormField{
			{ID: "path", Label: env.T("prepare.share.path"), Placeholder: env.T("prepare.share.path.hint"), Must: true}},
		Below: kit.Row(8, pick), Icon: "right", Do: env.T("prepare.share.do"),
		Take: func(a map[string]string) { show(a["path"]) }}.Show(env)
}

// first names what F6 leads to in the form.
func (v *view) first() string {
	d := v.p.State.Draft
	switch v.p.Step {
	case model.StepFolder:
		return "prepare.source"
	case model.StepHand:
		return "prepare.folder"
	case model.StepOffice, model.StepContent:
		for _, f := range d.Fields {
			if (f.Step == kind.StepOffice) == (v.p.Step == model.StepOffice) && len(f.Choices) == 0 {
				return "prepare.field." + f.Key
			}
		}
	}
	return "prepare.primary"
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	d := v.p.State.Draft
	v.alarms()
	entered := false
	if d == nil {
		v.overview()
	} else {
		entered = v.wizard(d)
	}
	v.root.Refresh()
	if v.enter && entered { // what was not laid out yet takes no focus
		v.enter = false
		if f, ok := v.env.Find(v.entry()).(fyne.Focusable); ok {
			v.env.Focus(f)
		}
	}
}

// overview is the list of portions.
func (v *view) overview() {
	env := v.env
	v.head.SetTitle(env.T("nav.prepare"))
	v.head.SetStamp("", kit.ToneNote, "")
	v.head.SetCrumbs()
	note := env.T("prepare.note")
	if !v.p.Loaded {
		note = env.T("loading")
	}
	v.head.SetNote(note)
	v.next.Enable()
	v.next.Set("plus", env.T("prepare.new"))
	v.head.SetButtons(kit.NewButton(env, "prepare.share", "folder", env.T("prepare.share"), v.share).Key("Strg+Umschalt+F"), v.next)
	var body fyne.CanvasObject = v.list
	if len(v.p.State.Rows) == 0 {
		title, text := env.T("prepare.empty.title"), env.T("prepare.empty.text")
		if !v.p.Loaded {
			title, text = env.T("loading"), ""
		}
		body = kit.NewEmpty(title, text, nil)
	}
	v.place.Objects = []fyne.CanvasObject{kit.Col(0, v.alarm, kit.Grow(body))}
	v.shown = ""
	v.list.Reload()
	v.host.Status(env.T("prepare.status"))
}

// wizard is one preparation; it tells whether another step than before is shown.
func (v *view) wizard(d *model.Draft) bool {
	env := v.env
	v.head.SetTitle(d.Title)
	v.head.SetStamp(d.Word, stampTone(d.State), "")
	v.head.SetNote("")
	v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.prepare"), Go: func() { v.host.Go(route.Route{Screen: route.Prepare}) }},
		kit.Crumb{Text: d.ID})
	v.dress()
	v.place.Objects = []fyne.CanvasObject{v.panes}
	key := d.ID + strconv.Itoa(int(v.p.Step)) + string(d.State) + strconv.FormatBool(d.Locked()) + strconv.FormatBool(v.p.Told[v.p.Step]) +
		d.SetNames()
	typing := v.p.Step < model.StepCheck
	if key != v.shown || !typing {
		v.errs = map[string]*kit.Field{}
		v.form.Objects = []fyne.CanvasObject{kit.NewScroll(kit.Pad(v.page(d), 16, 24, 20, 24))}
		v.form.Refresh()
	}
	entered := key != v.shown
	v.shown = key
	v.table.show(d)
	v.side.Objects = []fyne.CanvasObject{v.beside(d)}
	v.side.Refresh()
	v.steps.Mark(int(v.p.Step))
	v.steps.Reload()
	v.host.Title(d.Title)
	v.host.Status(env.T("prepare.status"))
	return entered
}

// entry names what gets the focus when a step is entered: its first empty field, else what
// F6 leads to.
func (v *view) entry() string {
	step := map[model.Step]kind.Step{model.StepOffice: kind.StepOffice, model.StepContent: kind.StepContent}
	for _, f := range v.p.State.Draft.Fields {
		if at, ok := step[v.p.Step]; ok && f.Step == at && f.Value == "" && len(f.Choices) == 0 {
			return "prepare.field." + f.Key
		}
	}
	return v.first()
}

func stampTone(state prepare.State) kit.Tone {
	switch state {
	case prepare.Confirmed, prepare.Deletable:
		return kit.ToneOK
	case prepare.HandedOver:
		return kit.ToneWarn
	}
	return kit.ToneNote
}

// dress puts what the step offers on the primary button.
func (v *view) dress() {
	env, verb := v.env, v.p.Next()
	icon := map[model.Verb]string{model.DoMake: "check", model.DoCancel: "cross", model.DoHand: "package", model.DoReceipt: "receipt",
		model.DoDeleted: "check"}[verb]
	if icon == "" {
		icon = "right"
	}
	v.next.Set(icon, env.T("prepare.do."+string(verb)))
	if verb == model.DoNothing {
		v.next.Disable()
	} else {
		v.next.Enable()
	}
	if v.p.Step == model.StepOffice {
		v.back.Disable()
	} else {
		v.back.Enable()
	}
	v.head.SetButtons(v.back, v.next)
}

func (v *view) previous() {
	if v.p.State.Draft != nil {
		v.p.Go(v.p.Step - 1)
	}
}

// primary does the next thing.
func (v *view) primary() {
	if v.p.State.Draft == nil {
		v.add()
		return
	}
	switch v.p.Next() {
	case model.DoNext:
		v.enter = true
		v.p.Go(v.p.Step + 1)
	case model.DoMake:
		v.p.Make()
	case model.DoCancel:
		v.p.Cancel()
	case model.DoHand:
		v.handOver()
	case model.DoReceipt:
		v.askReceipt()
	case model.DoDeleted:
		v.askDeleted()
	}
}

// kindRow is the height of a kind to choose, in units.
const kindRow = 48

// add lets one choose the kind of a new portion.
func (v *view) add() {
	env, kinds := v.env, v.p.State.Kinds
	if len(kinds) == 0 {
		return
	}
	var sheet *kit.Sheet
	take := func(i int) {
		sheet.Close()
		v.enter = true
		v.p.Begin(kinds[i].ID)
	}
	list := kit.NewList(env, "prepare.kinds", func() int { return len(kinds) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Col(0, kit.Bold("").End(), kit.Caption("").End()), 6, 12, 6, 12)
	}, func(i int, o fyne.CanvasObject) {
		c := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		c[0].(*kit.Text).Set(kinds[i].Title)
		c[1].(*kit.Text).Set(kinds[i].Text)
	})
	list.RowHeight = kindRow
	list.OnOpen = take
	list.Describe = func(i int) string { return kinds[i].Title + ", " + kinds[i].Text }
	list.Mark(0)
	sheet = kit.Form{Name: "prepare.kind", Title: env.T("prepare.new"), Width: 620, Height: kindRow*float32(len(kinds)) + 156, Body: list,
		First: list, Buttons: []kit.FormButton{{Name: "prepare.kind.take", Icon: "check", Text: env.T("prepare.new.take"), Primary: true,
			Key: "Enter", Stays: true, Do: func(map[string]string) { take(max(0, list.Selected())) }}}}.Show(env)
}

func (v *view) alarms() {
	env := v.env
	var boxes []fyne.CanvasObject
	button := func(name, key string, do func()) []fyne.CanvasObject {
		return []fyne.CanvasObject{kit.NewButton(env, name, "", env.T(key), do).Small()}
	}
	if v.p.Err != nil {
		boxes = append(boxes, kit.NewBox(env, "prepare.error",
			kit.Box{Tone: kit.ToneError, Title: env.T("prepare.error.title"), Text: env.T("prepare.error.text"), Details: v.p.Err.Error(),
				Buttons: button("prepare.retry", "retry", v.p.Reload)}, v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "prepare.fault", v.p.Fault, "", env.T("prepare.error.text"), v.p.Solved, v.root.Refresh))
	}
	if d := v.p.State.Draft; d != nil && d.Fault != "" && d.Running == nil && v.p.Fault == nil {
		boxes = append(boxes, kit.NewBox(env, "prepare.stopped",
			kit.Box{Tone: kit.ToneError, Title: env.T("prepare.stopped.title"), Text: d.Fault}, v.root.Refresh))
	}
	if d := v.p.State.Draft; d != nil && d.Work != "" {
		boxes = append(boxes, kit.NewBox(env, "prepare.work",
			kit.Box{Tone: kit.ToneNote, Title: env.T("prepare.work.title"), Text: d.Work + ". " + env.T("prepare.work.text")},
			v.root.Refresh))
	}
	if d := v.p.State.Draft; d != nil && d.Returned != "" {
		boxes = append(boxes, kit.NewBox(env, "prepare.returned",
			kit.Box{Tone: kit.ToneWarn, Title: env.T("prepare.returned.title"), Text: d.Returned}, v.root.Refresh))
	}
	v.alarm.Objects = nil
	v.alarm.Hidden = len(boxes) == 0
	if len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 12, 24, 0, 24)}
	}
}

// ask opens a sheet with fields; take gets their values in order. A mandatory one
// that is empty is told at the field.
func (v *view) ask(name, title, text, done string, fields []askField, take func([]string)) {
	env := v.env
	form := kit.Form{Name: name, Title: title, Text: text, Width: 620, Do: done, Icon: "check", Take: func(a map[string]string) {
		values := make([]string, len(fields))
		for i, f := range fields {
			values[i] = a[f.key]
		}
		take(values)
	}}
	for _, f := range fields {
		form.Fields = append(form.Fields, kit.FormField{ID: f.key, Label: env.T("prepare.ask." + f.key), Text: f.value, Must: f.must,
			Missing: env.T("prepare.ask.missing")})
	}
	form.Show(env)
}

type askField struct {
	key, value string
	must       bool
}
