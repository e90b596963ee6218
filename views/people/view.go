// Package people is the screen Personen: who may work in this workspace, with
// which roles and keys, who is at work now, and the change of the person at a
// shared workstation (requirements G14, F10). The table of rights is shown, not
// decided here; who may change what says the workspace.
package people

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/people/model"
	"laufzettel/views/route"
)

// Screen registers the screen; changed is called after somebody else signed in or
// out, and builds the window anew.
func Screen(src model.Source, changed func(), roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.People, Title: "nav.people", Icon: "user", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, changed, h).view() }}
}

type view struct {
	host    nav.Host
	env     *kit.Env
	src     model.Source
	changed func()
	p       *model.Presenter
	*kit.ListScreen
	list   *kit.Table
	signIn *kit.Button
	side   *fyne.Container
	root   *fyne.Container
	wanted string // the name of who is picked once listed
}

func newView(src model.Source, changed func(), h nav.Host) *view {
	v := &view{host: h, env: h.Env(), src: src, changed: changed}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, v.redraw)
	v.ListScreen = kit.NewListScreen(env, "people", "nav.people")
	v.signIn = kit.NewPrimary(env, "people.signin", "user", env.T("people.signin"), v.askSignIn).Key("Strg+Enter")
	v.Head.SetButtons(kit.NewButton(env, "people.add", "plus", env.T("people.add"), v.askAdd).Key("Strg+N"),
		kit.NewButton(env, "people.place", "book", env.T("people.place"), v.askPlace),
		kit.NewButton(env, "people.signout", "lock", env.T("people.signout"), v.leave), v.signIn)
	v.list = kit.NewTable(env, "people.list", func() int { return len(v.p.State.People) },
		func(i int) string { return v.p.State.People[i].ID }, v.columns()...)
	v.list.RowHeight(50)
	v.list.OnSelect = func(i int) {
		v.p.Picked = v.p.State.People[i].ID
		v.redraw()
	}
	v.list.OnOpen = func(int) { v.askSignIn() }
	v.list.Describe = func(i int) string {
		x := v.p.State.People[i]
		return env.T("people.describe", x.Name, v.roles(x.Roles), i+1, len(v.p.State.People))
	}
	v.side = container.NewStack()
	panes := kit.NewPanes(env, "people", h.Class, kit.Pane{Object: v.list.Object(), Width: kit.Sizes{L: 420, M: 340, S: 260}, Min: 220},
		kit.Pane{Object: kit.NewScroll(v.side), Grow: true})
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.Head.Object(), kit.Pad(v.Told(), 8, 20, 8, 20), kit.Grow(panes)))
	return v
}

func (v *view) view() *nav.View {
	row := func(id, key string, do func(model.Person)) kit.Action {
		return v.On("people.list", false, id, key, func() {
			if x, ok := v.p.Person(); ok {
				do(x)
			}
		})
	}
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: func(c kit.Class) { v.Head.Fit(c); v.redraw() },
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.list.List(), v.signIn} },
		Show:    func(route.Route) { v.p.Reload() },
		Actions: append([]kit.Action{row("primary", "Strg+Enter", func(model.Person) { v.askSignIn() }), row("edit", "E", v.askEdit),
			row("newkey", "S", v.askKey),
			row("leave", "Entf", func(model.Person) { v.p.Leave() }), v.Act("new", "Strg+N", v.askAdd),
			v.Act("reload", "F5", v.p.Reload)}, kit.TableActions(v.env, v.list)...)}
}

func (v *view) roles(ids []string) string {
	var out []string
	for _, r := range ids {
		out = append(out, v.env.T("people.role."+r))
	}
	return strings.Join(out, ", ")
}

// columns are those of the register.
func (v *view) columns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Person { return v.p.State.People[i] }
	tone := func(i int) fyne.ThemeColorName {
		if at(i).Active {
			return kit.ColorText
		}
		return kit.ColorText2
	}
	return []kit.TableColumn{
		{ID: "name", Title: env.T("people.col.name"), Grow: 1, Width: 120, Fixed: true, Text: func(i int) string { return at(i).Name },
			Under: func(i int) string { return v.roles(at(i).Roles) }, Tone: tone,
			Sign: func(i int) (string, fyne.ThemeColorName) {
				if at(i).Key != "" {
					return "key", tone(i)
				}
				return "user", tone(i)
			}},
		{ID: "unit", Title: env.T("people.field.unit"), Width: 90, Wide: true, Text: func(i int) string { return at(i).Unit }},
		{ID: "stand", Title: env.T("people.col.stand"), Width: 104, Text: func(i int) string {
			switch {
			case !at(i).Active:
				return env.T("people.left")
			case at(i).Now:
				return env.T("people.now")
			}
			return ""
		}},
	}
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
	v.Head.SetNote(note)
	if v.p.Picked == "" && len(v.p.State.People) > 0 {
		v.p.Picked = v.p.State.People[0].ID
	}
	for i, x := range v.p.State.People {
		if v.wanted != "" && x.Name == v.wanted {
			v.p.Picked, v.wanted = x.ID, ""
		}
		if x.ID == v.p.Picked {
			v.list.Mark(i)
		}
	}
	v.alarms()
	v.Fill(v.list, kit.Rows{Loaded: v.p.Loaded, Failed: v.p.Err != nil, Height: 50})
	v.side.Objects = []fyne.CanvasObject{v.details()}
	v.side.Refresh()
	v.root.Refresh()
}

func (v *view) alarms() {
	env := v.env
	var boxes []fyne.CanvasObject
	for _, err := range []error{v.p.Err, v.p.Fault} {
		if err != nil {
			boxes = append(boxes, nav.Refused(v.host, "people.fault", err, "", env.T("people.fault.text"), v.p.Solved, v.root.Refresh))
		}
	}
	if v.p.Loaded && !v.p.State.Closed && len(boxes) == 0 {
		boxes = append(boxes, kit.NewBox(env, "people.open",
			kit.Box{Tone: kit.ToneWarn, Title: env.T("people.open"), Text: env.T("people.open.text"),
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "people.shut", "lock", env.T("people.shut"), func() {
					v.p.Do(func(ctx context.Context) error { return v.src.Close(ctx, true) }, nil)
				}).Small()}}, v.root.Refresh))
	}
	v.Tell([4]float32{}, boxes...)
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
	pairs := []kit.Pair{{Label: env.T("people.field.unit"), Value: x.Unit}, {Label: env.T("people.field.agencies"), Value: x.Agencies},
		{Label: env.T("people.field.key"), Value: x.Key, Mono: true, Missing: x.Key == ""}}
	if x.Self {
		pairs = append(pairs, kit.Pair{Label: env.T("people.field.entered"), Value: env.T("people.self")})
	}
	if x.Origin != "" {
		pairs = append(pairs, kit.Pair{Label: env.T("people.field.origin"), Value: x.Origin})
	}
	if v.p.State.Founding != "" {
		pairs = append(pairs, kit.Pair{Label: env.T("people.field.founding"), Value: v.p.State.Founding})
	}
	waits := kit.Space(0, 0)
	if x.Waits != "" {
		waits = kit.NewBox(env, "people.waits", kit.Box{Tone: kit.ToneWarn, Title: env.T("people.waits", x.Waits),
			Text: env.T("people.waits.text"), Buttons: []fyne.CanvasObject{
				kit.NewButton(env, "people.confirm", "check", env.T("people.confirm"), func() {
					v.p.Do(func(ctx context.Context) error { return v.src.ConfirmKey(ctx, x.Name) }, nil)
				}).Small(),
				kit.NewButton(env, "people.reject", "cross", env.T("people.reject"), func() {
					v.p.Do(func(ctx context.Context) error { return v.src.RejectKey(ctx, x.Name) }, nil)
				}).Small()}}, nil)
	}
	cols := kit.Columns{Gap: 12, Cols: []kit.Column{{Title: env.T("people.right"), Grow: 1.4},
		{Title: env.T("people.right.roles"), Grow: 1}}}
	rights := []fyne.CanvasObject{kit.Titled(env.T("people.rights")), cols.Head()}
	for _, r := range v.p.State.Rights {
		mine := slices.ContainsFunc(r.Roles, func(role string) bool { return slices.Contains(x.Roles, role) })
		icon, tint := "dash", kit.ColorText2
		if mine {
			icon, tint = "check", kit.ColorOK
		}
		rights = append(rights, kit.Sized(0, 26, cols.Row(kit.Row(8, kit.NewIcon(icon, tint, 14), kit.Grow(kit.Body(r.Words).End())),
			kit.NewText(v.roles(r.Roles), kit.RoleText, kit.ColorText2).End())), kit.HLine(kit.ColorLine))
	}
	return kit.Pad(kit.Col(14, kit.Section(x.Name), kit.Flow(6, chips...), kit.NewMetaTable(env, "", 150, kit.Group{Pairs: pairs}), waits,
		kit.Flow(6, kit.NewButton(env, "people.edit", "sliders", env.T("people.edit"), func() { v.askEdit(x) }).Small(),
			kit.NewButton(env, "people.newkey", "key", env.T("people.newkey"), func() { v.askKey(x) }).Small(),
			kit.NewButton(env, "people.leave", "cross", env.T(leave), v.p.Leave).Small()),
		kit.Flow(6, v.keeping(x)...), kit.Col(0, rights...)), 14, 22, 20, 22)
}

// form shows a sheet of fields; take gets the answers by their order.
func (v *view) form(key string, fields []string, values []string, take func([]string)) {
	v.formOf(v.env.T("people.title."+key), key, fields, values, take)
}

// formOf is form under a title of its own. What is typed goes to the first empty field,
// never behind a name that is filled in.
func (v *view) formOf(title, key string, fields []string, values []string, take func([]string)) {
	env := v.env
	form := kit.Form{Name: "people." + key, Title: title, Text: env.T("people.ask." + key), Width: 560, Do: env.T("people.do." + key),
		Icon: "check", Take: func(a map[string]string) {
			out := make([]string, len(fields))
			for i, f := range fields {
				out[i] = a[f]
			}
			take(out)
		}}
	for i, f := range fields {
		x := kit.FormField{ID: f, Label: env.T("people.field." + f), Secret: f == "pass"}
		if i < len(values) {
			x.Text = values[i]
		}
		form.Fields = append(form.Fields, x)
	}
	form.Show(env)
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
	kit.Form{Name: "people.place", Title: env.T("people.place.title"), Text: env.T("people.place.text"), Width: 560,
		Buttons: []kit.FormButton{{Name: "people.place.do", Icon: "book", Text: env.T("people.place.do"), Primary: true,
			Do: func(map[string]string) { v.p.Do(v.src.MakePlace, v.changed) }}}}.Show(env)
}

func (v *view) leave() {
	v.src.SignOut()
	v.changed()
}

// askAdd enters a person with roles. Who has no key yet makes it first: once another is
// entered, only persons with keys work here.
func (v *view) askAdd() {
	env := v.env
	if me, ok := v.p.Acting(); ok && me.Key == "" {
		kit.Form{Name: "people.first", Title: env.T("people.title.first"), Text: env.T("people.ask.first", me.Name), Width: 560,
			Do: env.T("people.do.first"), Icon: "key",
			Fields: []kit.FormField{{ID: "pass", Label: env.T("people.field.pass"), Secret: true, Must: true}},
			Take: func(a map[string]string) {
				v.p.Do(func(ctx context.Context) error { return v.src.Key(ctx, me.Name, a["pass"]) }, v.showAdd)
			}}.Show(env)
		return
	}
	v.showAdd()
}

func (v *view) showAdd() {
	env := v.env
	roles := v.p.Suggested()
	var row []fyne.CanvasObject
	for _, r := range v.p.State.Roles {
		var chip *kit.Chip
		chip = kit.NewChip(env, "people.add.role."+r, env.T("people.role."+r), "", func() {
			if i := slices.Index(roles, r); i >= 0 {
				roles = slices.Delete(roles, i, i+1)
			} else {
				roles = append(roles, r)
			}
			chip.Set("", slices.Contains(roles, r))
		})
		chip.Set("", slices.Contains(roles, r))
		row = append(row, chip)
	}
	form := kit.Form{Name: "people.add", Title: env.T("people.title.add"), Text: env.T("people.ask.add"), Width: 560,
		Do: env.T("people.do.add"), Icon: "check", Below: kit.Col(6, kit.Caption(env.T("people.field.roles")), kit.Flow(6, row...)),
		Take: func(a map[string]string) {
			p := model.Person{Name: a["name"], Unit: a["unit"], Agencies: a["agencies"], Roles: roles}
			v.p.Do(func(ctx context.Context) error { return v.src.Add(ctx, p, a["pass"]) },
				func() {
					v.wanted = p.Name // whoever was entered is who comes next
					v.host.Toast(env.T("people.added"), nil)
				})
		}}
	for _, id := range []string{"name", "unit", "agencies", "pass"} {
		form.Fields = append(form.Fields, kit.FormField{ID: id, Label: env.T("people.field." + id), Secret: id == "pass",
			Must: id == "name"})
	}
	form.Show(env)
}

func (v *view) askEdit(x model.Person) {
	v.form("edit", []string{"unit", "agencies"}, []string{x.Unit, x.Agencies}, func(a []string) {
		x.Unit, x.Agencies = a[0], a[1]
		v.p.Do(func(ctx context.Context) error { return v.src.Set(ctx, x) }, nil)
	})
}

func (v *view) askKey(x model.Person) {
	v.form("key", []string{"pass"}, nil, func(a []string) {
		v.p.Do(func(ctx context.Context) error { return v.src.Key(ctx, x.Name, a[0]) },
			func() { v.host.Toast(v.env.T("people.keymade"), nil) })
	})
}
