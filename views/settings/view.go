// Package settings is the screen Einstellungen: display and language, archive and
// channel, profiles of the agencies, schemas, keys. Everything is saved as typed.
package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/settings/model"
)

// Deps is what the screen needs beside its source.
type Deps struct {
	Source model.Source
	// Actions lists all actions of the program with the title of their screen;
	// shell.Shell.Actions gives them.
	Actions func() map[string][]kit.Action
	// Apply puts display and keys in force at once.
	Apply func(model.Display, map[string]string)
}

// Screen registers the settings.
func Screen(d Deps, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Settings, Title: "nav.settings", Icon: "sliders", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(d, h).view() }}
}

// Page is one page of the settings; a route's filter chooses it.
type Page string

// The pages.
const (
	PageDisplay  Page = "display"
	PageChannel  Page = "channel"
	PageProfiles Page = "profiles"
	PageSchemas  Page = "schemas"
	PageIssuers  Page = "issuers"
	PageClerks   Page = "clerks"
	PageKeys     Page = "keys"
)

var pages = []struct {
	page Page
	icon string
}{{PageDisplay, "sliders"}, {PageChannel, "key"}, {PageProfiles, "folder"}, {PageSchemas, "list"}, {PageIssuers, "shield"},
	{PageClerks, "receipt"}, {PageKeys, "file"}}

type view struct {
	host   nav.Host
	env    *kit.Env
	deps   Deps
	p      *model.Presenter
	head   *kit.PageHead
	sub    *kit.List
	page   Page
	place  *fyne.Container
	alarm  *fyne.Container
	search string
	shown  []model.Profile
	pick   *kit.List
	key    string
	root   *fyne.Container
	form   string // what the form on show belongs to: not rebuilt while typing
}

func newView(d Deps, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), deps: d, page: PageDisplay}
	env := v.env
	v.p = model.NewPresenter(d.Source, env.Run, env.Words, v.actions, v.redraw, func() {
		h.Saved()
		d.Apply(v.p.State.Display, v.p.State.Keys)
	})
	v.head = kit.NewPageHead(env, env.T("nav.settings"))
	v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.settings")})
	v.sub = kit.NewList(env, "settings.pages", func() int { return len(pages) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Row(12, kit.NewIcon("", kit.ColorText, 16), kit.Grow(kit.Body("").End())), 0, 8, 0, 18)
	}, func(i int, o fyne.CanvasObject) {
		c := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		role := kit.RoleText
		if pages[i].page == v.page {
			role = kit.RoleBold
		}
		c[0].(*kit.Icon).Set(pages[i].icon, kit.ColorText)
		c[1].(*kit.Text).Style(role, kit.ColorText)
		c[1].(*kit.Text).Set(env.T("settings.page." + string(pages[i].page)))
	})
	v.sub.RowHeight, v.sub.NoLines, v.sub.Chosen = 34, true, kit.ColorSurface
	v.sub.OnSelect = func(i int) { v.open(pages[i].page) }
	v.sub.Mark(0)
	v.pick = kit.NewList(env, "settings.profiles", func() int { return len(v.shown) }, v.makeProfile, v.fillProfile)
	v.pick.RowHeight = 48
	v.pick.OnSelect = func(i int) {
		v.p.Picked = v.shown[i].ID
		v.redraw()
	}
	v.place, v.alarm = container.NewStack(), container.NewStack()
	panes := kit.NewPanes(env, "settings", h.Class, kit.Pane{Object: kit.Panel(kit.ColorRaised, kit.Pad(v.sub, 10, 0, 0, 0)),
		Width: kit.Sizes{L: 204, M: 204, S: 170}, Min: 150},
		kit.Pane{Object: kit.Col(0, v.alarm, kit.Grow(v.place)), Grow: true})
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(panes)))
	return v
}

func (v *view) view() *nav.View {
	env := v.env
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "settings." + id, Title: env.T("settings.key." + id), Group: env.T("nav.settings"), Keys: []string{key},
			Do: do}
	}
	return &nav.View{Object: v.root, Close: v.p.Close,
		Regions: func() []fyne.Focusable {
			out := []fyne.Focusable{v.sub}
			for _, n := range []string{"settings.profiles", "settings.keys", "settings.mode.system", "settings.archive", "settings.schemas",
				"settings.issuers"} {
				if f, ok := env.Find(n).(fyne.Focusable); ok && v.holds(n) {
					out = append(out, f)
				}
			}
			return out
		},
		Resized: func(c kit.Class) { v.head.Fit(c); v.form = ""; v.redraw() },
		Show: func(r route.Route) {
			if r.Filter != "" {
				v.open(Page(r.Filter))
			}
			v.redraw()
			v.p.Reload()
		},
		Actions: []kit.Action{act("new", "Strg+N", v.add), act("primary", "Strg+Enter", v.add), act("reload", "F5", v.p.Reload)}}
}

// holds tells whether a named thing is on the page shown.
func (v *view) holds(name string) bool {
	return map[Page]string{PageProfiles: "settings.profiles", PageKeys: "settings.keys", PageDisplay: "settings.mode.system",
		PageChannel: "settings.archive", PageSchemas: "settings.schemas", PageIssuers: "settings.issuers"}[v.page] == name
}

func (v *view) actions() []model.Key {
	var out []model.Key
	for scope, actions := range v.deps.Actions() {
		for _, a := range actions {
			if len(a.Keys) == 0 {
				continue
			}
			k := model.Key{ID: a.ID, Title: a.Title, Group: a.Group, Default: a.Keys[0], Scope: scope}
			out = append(out, k)
		}
	}
	model.SortKeys(out)
	return out
}

func (v *view) open(p Page) {
	for i, x := range pages {
		if x.page == p {
			v.page = p
			v.form = ""
			v.sub.Mark(i)
			v.redraw()
		}
	}
}

// add adds an entry of the open page; pages without entries have no primary.
func (v *view) add() {
	switch v.page {
	case PageProfiles:
		v.form = ""
		v.p.NewProfile()
	case PageSchemas:
		v.askSchemas()
	case PageIssuers:
		v.askIssuers()
	case PageClerks:
		v.askClerk()
	case PageChannel:
		v.enrol()
	}
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env := v.env
	v.head.SetTitle(env.T("settings.page." + string(v.page)))
	var buttons []fyne.CanvasObject
	if env.Has("settings.add." + string(v.page)) {
		buttons = []fyne.CanvasObject{kit.NewPrimary(env, "settings.primary", "plus", env.T("settings.add."+string(v.page)),
			v.add).Key("Strg+N")}
	}
	if v.page == PageKeys {
		buttons = []fyne.CanvasObject{kit.NewButton(env, "settings.reset", "undo", env.T("settings.reset"), v.resetKeys)}
	}
	v.head.SetButtons(buttons...)
	v.alarms()
	v.shown = v.p.Find(v.search)
	form := string(v.page)
	if v.page == PageProfiles {
		form += v.p.Picked
	}
	if v.page == PageKeys {
		form += v.key
	}
	typing := form == v.form && (v.page == PageProfiles || v.page == PageChannel) // a form keeps its fields while one types
	if !typing || !v.p.Loaded {
		v.place.Objects = []fyne.CanvasObject{v.body()}
		v.place.Refresh()
	}
	v.form = form
	if !v.p.Loaded {
		v.form = ""
	}
	v.pick.Reload()
	v.sub.Reload()
	v.host.Status(env.T("settings.status"))
	v.root.Refresh()
}

func (v *view) body() fyne.CanvasObject {
	if !v.p.Loaded {
		return kit.NewSkeleton(v.env, 40)
	}
	switch v.page {
	case PageChannel:
		return v.channelPage()
	case PageProfiles:
		return v.profilesPage()
	case PageSchemas:
		return v.schemasPage()
	case PageIssuers:
		return v.issuersPage()
	case PageClerks:
		return v.clerksPage()
	case PageKeys:
		return v.keysPage()
	}
	return v.displayPage()
}

func (v *view) alarms() {
	env := v.env
	var boxes []fyne.CanvasObject
	if v.p.Err != nil {
		boxes = append(boxes, kit.NewBox(env, "settings.error",
			kit.Box{Tone: kit.ToneError, Title: env.T("settings.error.title"), Text: env.T("settings.error.text"), Details: v.p.Err.Error(),
				Buttons: []fyne.CanvasObject{kit.NewButton(env, "settings.retry", "refresh", env.T("retry"), v.p.Reload).Small()}},
			v.root.Refresh))
	}
	if v.p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "settings.fault", v.p.Fault, "", env.T("settings.fault.text"), v.p.Solved,
			v.root.Refresh))
	}
	v.alarm.Objects = nil
	v.alarm.Hidden = len(boxes) == 0
	if len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 12, 20, 0, 20)}
	}
}

// ask opens a sheet with one field.
func (v *view) ask(name, text, label, take string, do func(string)) {
	env := v.env
	kit.Form{Name: name, Title: env.T(label), Text: env.T(text), Do: env.T(take), Icon: "check",
		Fields: []kit.FormField{{ID: "it", Name: name, Label: env.T(label), Must: true, Missing: env.T("settings.ask.missing")}},
		Take:   func(a map[string]string) { do(a["it"]) }}.Show(env)
}

// enrol registers this device at the address of the form; what is to be told to
// the archive stands in the state of the page afterwards.
func (v *view) enrol() {
	v.form = ""
	v.p.Enrol()
}

func (v *view) askSchemas() {
	v.ask("settings.schema.path", "settings.schema.text", "settings.schema.path", "settings.schema.take",
		func(path string) { v.p.AddSchemas([]string{path}) })
}

func (v *view) resetKeys() {
	before := v.p.State.Keys
	v.p.ResetKeys()
	v.host.Toast(v.env.T("settings.reset.done"), func() {
		for id, k := range before {
			v.p.SetKey(id, k)
		}
	})
}
