// Package people is the screen Personen: who may work in this workspace, with
// which roles and keys, who is at work now, and the change of the person at a
// shared workstation (requirements G14, F10). The table of rights is shown, not
// decided here; who may change what says the workspace.
package people

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/people/model"
)

// Screen registers the screen; changed is called after somebody else signed in or
// out, and builds the window anew.
func Screen(src model.Source, changed func(), roles ...nav.Role) nav.Screen {
	return nav.Screen{Key: nav.People, Title: "nav.people", Icon: "user", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, changed, h).view() }}
}

type view struct {
	host    nav.Host
	env     *kit.Env
	src     model.Source
	changed func()
	p       *model.Presenter
	head    *kit.PageHead
	list    *kit.List
	signIn  *kit.Button
	alarm   *fyne.Container
	side    *fyne.Container
	root    *fyne.Container
}

func newView(src model.Source, changed func(), h nav.Host) *view {
	v := &view{host: h, env: h.Env(), src: src, changed: changed}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, v.redraw)
	v.head = kit.NewPageHead(env, env.T("nav.people"))
	v.signIn = kit.NewPrimary(env, "people.signin", "user", env.T("people.signin"), v.askSignIn).Key("Strg+Enter")
	v.head.SetButtons(kit.NewButton(env, "people.add", "plus", env.T("people.add"), v.askAdd).Key("Strg+N"), kit.NewButton(env, "people.place", "book", env.T("people.place"), v.askPlace), kit.NewButton(env, "people.signout", "lock", env.T("people.signout"), v.leave), v.signIn)
	v.list = kit.NewList(env, "people.list", func() int { return len(v.p.State.People) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Row(10, kit.NewIcon("user", kit.ColorText2, 16), kit.Grow(kit.Col(0, kit.Body("").End(), kit.Caption("").End())), kit.Caption("")), 0, 16, 0, 16)
	}, v.fill)
	v.list.RowHeight = 50
	v.list.OnSelect = func(i int) {
		v.p.Picked = v.p.State.People[i].ID
		v.redraw()
	}
	v.list.OnOpen = func(int) { v.askSignIn() }
	v.list.Describe = func(i int) string {
		x := v.p.State.People[i]
		return env.T("people.describe", x.Name, v.roles(x.Roles), i+1, len(v.p.State.People))
	}
	v.alarm, v.side = container.NewStack(), container.NewStack()
	panes := kit.NewPanes(env, "people", h.Class, kit.Pane{Object: v.list, Width: kit.Sizes{L: 420, M: 340, S: 260}, Min: 220}, kit.Pane{Object: kit.NewScroll(v.side), Grow: true})
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Pad(v.alarm, 8, 20, 8, 20), kit.Grow(panes)))
	return v
}

func (v *view) view() *nav.View {
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "people." + id, Title: env.T("people.key." + id), Group: env.T("nav.people"), Keys: []string{key}, Do: do}
	}
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: func(c kit.Class) { v.head.Fit(c); v.redraw() },
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.list, v.signIn} },
		Show:    func(nav.Route) { v.p.Reload() },
		Actions: []kit.Action{act("primary", "Strg+Enter", v.askSignIn), act("new", "Strg+N", v.askAdd), act("reload", "F5", v.p.Reload)}}
}

func (v *view) roles(ids []string) string {
	var out []string
	for _, r := range ids {
		out = append(out, v.env.T("people.role."+r))
	}
	return strings.Join(out, ", ")
}

func (v *view) fill(i int, o fyne.CanvasObject) {
	x, row := v.p.State.People[i], o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
	tone := kit.ColorText
	if !x.Active {
		tone = kit.ColorText2
	}
	icon := "user"
	if x.Key != "" {
		icon = "key"
	}
	row[0].(*kit.Icon).Set(icon, tone)
	col := row[1].(*fyne.Container).Objects
	col[0].(*kit.Text).Say(x.Name, tone)
	col[1].(*kit.Text).Set(v.roles(x.Roles))
	word := ""
	switch {
	case !x.Active:
		word = v.env.T("people.left")
	case x.Now:
		word = v.env.T("people.now")
	}
	row[2].(*kit.Text).Set(word)
	o.Refresh()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env := v.env
	note := env.T("loading")
	if v.p.Loaded {
		note = env.T("people.nobody")
		if v.p.State.Now != "" {
			note = env.T("people.working", v.p.State.Now)
		}
	}
	v.head.SetNote(note)
	if v.p.Picked == "" && len(v.p.State.People) > 0 {
		v.p.Picked = v.p.State.People[0].ID
	}
	for i, x := range v.p.State.People {
		if x.ID == v.p.Picked {
			v.list.Mark(i)
		}
	}
	v.alarms()
	v.list.Reload()
	v.side.Objects = []fyne.CanvasObject{v.details()}
	v.side.Refresh()
	v.root.Refresh()
}

func (v *view) alarms() {
	env := v.env
	var boxes []fyne.CanvasObject
	for _, err := range []error{v.p.Err, v.p.Fault} {
		if err != nil {
			text, details := kit.Explain(err, env.T("people.fault.text"))
			boxes = append(boxes, kit.NewBox(env, "people.fault", kit.Box{Tone: kit.ToneError, Title: env.T("people.fault.title"), Text: text, Details: details,
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "people.fault.close", "", env.T("box.understood"), v.p.Solved).Small()}}, v.root.Refresh))
		}
	}
	if v.p.Loaded && !v.p.State.Closed && len(boxes) == 0 {
		boxes = append(boxes, kit.NewBox(env, "people.open", kit.Box{Tone: kit.ToneWarn, Title: env.T("people.open"), Text: env.T("people.open.text"),
			Buttons: []fyne.CanvasObject{kit.NewButton(env, "people.shut", "lock", env.T("people.shut"), func() {
				v.p.Do(func(ctx context.Context) error { return v.src.Close(ctx, true) }, nil)
			}).Small()}}, v.root.Refresh))
	}
	v.alarm.Hidden = len(boxes) == 0
	v.alarm.Objects = nil
	if len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Col(8, boxes...)}
	}
	v.alarm.Refresh()
}

// details are the picked person with roles to switch, and the table of rights.
func (v *view) details() fyne.CanvasObject {
	env := v.env
	x, ok := v.p.Person()
	if !ok {
		return kit.NewEmpty(env.T("people.none"), env.T("people.none.text"), nil)
	}
	var chips []fyne.CanvasObject
	for _, r := range v.p.State.Roles {
		c := kit.NewChip(env, "people.role."+r, env.T("people.role."+r), "", func() { v.p.Toggle(r) })
		c.Set("", slices.Contains(x.Roles, r))
		chips = append(chips, c)
	}
	leave := "people.leave"
	if !x.Active {
		leave = "people.back"
	}
	pairs := []kit.Pair{{Label: env.T("people.field.unit"), Value: x.Unit}, {Label: env.T("people.field.agencies"), Value: x.Agencies}, {Label: env.T("people.field.key"), Value: x.Key, Mono: true, Missing: x.Key == ""}}
	if x.Self {
		pairs = append(pairs, kit.Pair{Label: env.T("people.field.entered"), Value: env.T("people.self")})
	}
	cols := kit.Columns{Gap: 12, Cols: []kit.Column{{Title: env.T("people.right"), Grow: 1.4}, {Title: env.T("people.right.roles"), Grow: 1}}}
	rights := []fyne.CanvasObject{kit.Titled(env.T("people.rights")), cols.Head()}
	for _, r := range v.p.State.Rights {
		mine := slices.ContainsFunc(r.Roles, func(role string) bool { return slices.Contains(x.Roles, role) })
		icon, tint := "dash", kit.ColorText2
		if mine {
			icon, tint = "check", kit.ColorOK
		}
		rights = append(rights, kit.Sized(0, 26, cols.Row(kit.Row(8, kit.NewIcon(icon, tint, 14), kit.Grow(kit.Body(r.Words).End())), kit.NewText(v.roles(r.Roles), kit.RoleText, kit.ColorText2).End())), kit.HLine(kit.ColorLine))
	}
	return kit.Pad(kit.Col(14, kit.Section(x.Name), kit.Flow(6, chips...), kit.NewMetaTable(env, "", 150, kit.Group{Pairs: pairs}),
		kit.Flow(6, kit.NewButton(env, "people.edit", "sliders", env.T("people.edit"), func() { v.askEdit(x) }).Small(),
			kit.NewButton(env, "people.newkey", "key", env.T("people.newkey"), func() { v.askKey(x) }).Small(), kit.NewButton(env, "people.leave", "cross", env.T(leave), v.p.Leave).Small()),
		kit.Col(0, rights...)), 14, 22, 20, 22)
}

// form shows a sheet of fields; take gets the answers by their order.
func (v *view) form(key string, fields []string, values []string, take func([]string)) {
	v.formOf(v.env.T("people.title."+key), key, fields, values, take)
}

// formOf is form under a title of its own.
func (v *view) formOf(title, key string, fields []string, values []string, take func([]string)) {
	env := v.env
	var entries []*kit.Entry
	items := []fyne.CanvasObject{kit.Body(env.T("people.ask." + key)).Wrap()}
	submit := func() {
		out := make([]string, len(entries))
		for i, e := range entries {
			out[i] = strings.TrimSpace(e.Text)
		}
		if s := env.Open(); s != nil {
			s.Close()
		}
		take(out)
	}
	for i, f := range fields {
		e := kit.NewEntry(env, "people."+key+"."+f, "", nil)
		e.Password = f == "pass"
		e.OnSubmitted = func(string) {
			if next := empty(entries[i+1:]); next != nil && fields[len(fields)-1] == "pass" {
				env.Focus(next) // a passphrase is asked for before anything is sent
				return
			}
			submit()
		}
		if i < len(values) {
			e.Put(values[i])
		}
		entries = append(entries, e)
		items = append(items, kit.NewField(env, env.T("people.field."+f), e))
	}
	do := env.T("people.do." + key)
	foot := kit.Row(8, kit.Grow(kit.Space(1, 1)), kit.NewPrimary(env, "people."+key+".take", "check", do, submit).Key("Enter"))
	kit.NewSheet(env, title, 560, float32(210+62*len(fields)), kit.Pad(kit.Col(12, items...), 16, 20, 16, 20), foot).First(cmp.Or(empty(entries), entries[0])).Show()
}

// empty gives the first field with nothing in it: what is typed next belongs there,
// never behind a name that is filled in.
func empty(entries []*kit.Entry) *kit.Entry {
	for _, e := range entries {
		if e.Text == "" {
			return e
		}
	}
	return nil
}

// askSignIn asks for the passphrase of the picked person. The name is then no field:
// nothing typed can come into it, and from there into a refusal.
func (v *view) askSignIn() {
	if x, ok := v.p.Person(); ok {
		v.formOf(v.env.T("people.title.signin")+": "+x.Name, "signin", []string{"pass"}, nil, func(a []string) {
			v.p.Do(func(ctx context.Context) error { return v.src.SignIn(ctx, x.Name, a[0]) }, v.changed)
		})
		return
	}
	v.form("signin", []string{"name", "pass"}, nil, func(a []string) {
		v.p.Do(func(ctx context.Context) error { return v.src.SignIn(ctx, a[0], a[1]) }, v.changed)
	})
}

// askPlace makes this workstation a reader's place, after saying what that means.
func (v *view) askPlace() {
	env := v.env
	do := kit.NewPrimary(env, "people.place.do", "book", env.T("people.place.do"), func() {
		env.Open().Close()
		v.p.Do(v.src.MakePlace, v.changed)
	})
	kit.NewSheet(env, env.T("people.place.title"), 560, 290, kit.Pad(kit.Body(env.T("people.place.text")).Wrap(), 16, 20, 16, 20), kit.Row(8, kit.Grow(kit.Space(1, 1)), do)).First(do).Show()
}

func (v *view) leave() {
	v.src.SignOut()
	v.changed()
}

func (v *view) askAdd() {
	v.form("add", []string{"name", "unit", "agencies", "pass"}, nil, func(a []string) {
		p := model.Person{Name: a[0], Unit: a[1], Agencies: a[2], Roles: []string{"archivist"}}
		v.p.Do(func(ctx context.Context) error { return v.src.Add(ctx, p, a[3]) }, func() { v.host.Toast(v.env.T("people.added"), nil) })
	})
}

func (v *view) askEdit(x model.Person) {
	v.form("edit", []string{"unit", "agencies"}, []string{x.Unit, x.Agencies}, func(a []string) {
		x.Unit, x.Agencies = a[0], a[1]
		v.p.Do(func(ctx context.Context) error { return v.src.Set(ctx, x) }, nil)
	})
}

func (v *view) askKey(x model.Person) {
	v.form("key", []string{"pass"}, nil, func(a []string) {
		v.p.Do(func(ctx context.Context) error { return v.src.Key(ctx, x.Name, a[0]) }, func() { v.host.Toast(v.env.T("people.keymade"), nil) })
	})
}
