// Package layout is the screen Aufbau zuordnen (mapping desk): at the left the elements,
// columns and names of a sample with examples and counts, at the right the statements
// the kind asks for; a line of the left is connected with one of the right by mouse, by
// keys or by its path, and what is read, missing and left to say stands beside at once.
package layout

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/layout/model"
	"laufzettel/views/nav"
	"laufzettel/views/present"
	"laufzettel/views/route"
)

// Picker lets a person choose. Cancelling gives context.Canceled.
type Picker interface {
	Folder(ctx context.Context, title string) ([]string, error)
}

// Screen registers the screen; it is reached from a profile and from a delivery.
func Screen(src model.Source, pick Picker, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Layout, Title: "nav.layout", Icon: "sliders", Roles: roles, Parent: route.Settings,
		Build: func(h nav.Host) *nav.View { return newView(src, pick, h).view() }}
}

type view struct {
	host    nav.Host
	env     *kit.Env
	pick    Picker
	p       *model.Presenter
	head    *kit.PageHead
	alarm   *fyne.Container
	parts   *kit.Table
	wants   *kit.Table
	body    *fyne.Container
	found   *kit.Text
	root    *fyne.Container
	asked   string // the route that was shown last
	joining bool
}

func newView(src model.Source, pick Picker, h nav.Host) *view {
	v := &view{host: h, env: h.Env(), pick: pick}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw)
	v.head = kit.NewPageHead(env, env.T("nav.layout"))
	v.head.SetButtons(kit.NewButton(env, "layout.sample", "folder", env.T("layout.sample"), v.askSample),
		kit.NewButton(env, "layout.layouts", "sliders", env.T("layout.layouts"), v.askLayouts),
		kit.NewButton(env, "layout.connect", "right", env.T("layout.connect"), v.connect),
		kit.NewButton(env, "layout.prove", "check", env.T("layout.prove"), v.askSecond),
		kit.NewPrimary(env, "layout.store", "ok", env.T("layout.store"), v.store).Key("Strg+S"))
	v.alarm, v.body = container.NewStack(), container.NewStack()
	v.parts = kit.NewTable(env, "layout.parts", func() int { return len(v.p.Parts) },
		func(i int) string { return v.p.Parts[i].File + " " + v.p.Parts[i].Path }, v.partColumns()...)
	v.parts.OnOpen = func(int) { v.connect() }
	v.wants = kit.NewTable(env, "layout.wants", func() int { return len(v.p.Wants) }, func(i int) string { return v.p.Wants[i].Name() },
		v.wantColumns()...)
	v.wants.RowHeight(46)
	v.wants.OnOpen = v.askWant
	v.parts.Describe = func(i int) string {
		x := v.p.Parts[i]
		return listed(x.Path, x.File, env.Int(int64(x.Count)), x.Examples)
	}
	v.wants.Describe = func(i int) string {
		w := v.p.Wants[i]
		return listed(v.label(w), v.under(w), v.p.Said(w), v.read(w), v.p.Trial.Example[w.Name()])
	}
	v.found = kit.NewText("", kit.RoleText, kit.ColorText2).Wrap()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(v.body)))
	return v
}

// listed puts what there is to say into one line.
func listed(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), ", ")
}

func (v *view) view() *nav.View {
	env := v.env
	act := func(on, id, key string, do func()) kit.Action {
		return kit.Action{ID: "layout." + id, Title: env.T("layout.key." + id), Group: env.T("nav.layout"), Keys: []string{key}, On: on,
			Do: do}
	}
	return &nav.View{Object: v.root, Close: v.p.Close, Resized: v.resized, Show: v.show,
		Regions: func() []fyne.Focusable { return []fyne.Focusable{v.parts.List(), v.wants.List()} },
		Dropped: func(paths []string) { v.p.Choose(paths[0]) },
		Actions: append([]kit.Action{act("", "connect", "Strg+Enter", v.connect), act("", "store", "Strg+S", v.store),
			act("", "sample", "M", v.askSample), act("", "prove", "Z", v.askSecond),
			act("", "layouts", "L", v.askLayouts), act("layout.wants", "clear", "Entf", v.clear)},
			kit.TableActions(env, v.parts, v.wants)...)}
}

func (v *view) show(r route.Route) {
	if at := r.ID + " " + r.Filter; at != v.asked {
		v.asked = at
		v.p.Open(r.ID, r.Filter)
	}
	v.redraw()
}

func (v *view) partColumns() []kit.TableColumn {
	at := func(i int) model.Part { return v.p.Parts[i] }
	return []kit.TableColumn{
		{ID: "path", Title: v.env.T("layout.col.path"), Grow: 1.4, Width: 180, Fixed: true, Mono: true,
			Text: func(i int) string { return at(i).Path }},
		{ID: "count", Title: v.env.T("layout.col.count"), Width: 70, Right: true,
			Text:    func(i int) string { return v.env.Int(int64(at(i).Count)) },
			Compare: func(a, b int) int { return at(a).Count - at(b).Count }},
		{ID: "examples", Title: v.env.T("layout.col.examples"), Grow: 1.6, Width: 160, Text: func(i int) string { return at(i).Examples }},
		{ID: "file", Title: v.env.T("layout.col.file"), Grow: 0.8, Width: 110, Wide: true, Text: func(i int) string { return at(i).File },
			Tone: func(int) fyne.ThemeColorName { return kit.ColorText2 }},
	}
}

func (v *view) wantColumns() []kit.TableColumn {
	at := func(i int) model.Want { return v.p.Wants[i] }
	return []kit.TableColumn{
		{ID: "want", Title: v.env.T("layout.col.want"), Grow: 1.4, Width: 200, Fixed: true,
			Text: func(i int) string { return v.label(at(i)) }, Under: func(i int) string { return v.under(at(i)) },
			Sign: func(i int) (string, fyne.ThemeColorName) { return v.sign(at(i)) }, Unsorted: true},
		{ID: "where", Title: v.env.T("layout.col.where"), Grow: 1, Width: 130, Mono: true,
			Text: func(i int) string { return v.p.Said(at(i)) }, Unsorted: true},
		{ID: "read", Title: v.env.T("layout.col.read"), Width: 90, Right: true, Text: func(i int) string { return v.read(at(i)) },
			Unsorted: true},
		{ID: "example", Title: v.env.T("layout.col.example"), Grow: 1, Width: 110,
			Text: func(i int) string { return v.p.Trial.Example[at(i).Name()] }, Unsorted: true},
	}
}

func (v *view) label(w model.Want) string {
	if w.Key == "" {
		return v.env.T("layout.record", w.GroupLabel)
	}
	return w.Label
}

// under says group and place in the source, or what is wrong with what was said.
func (v *view) under(w model.Want) string {
	if fault := v.p.FaultOf(w); fault != "" {
		return fault
	}
	if w.Key == "" {
		return v.env.T("layout.record.text")
	}
	text := w.GroupLabel + " · " + w.Source
	if w.Mandatory {
		text += " · " + v.env.T("layout.mandatory")
	}
	return text
}

func (v *view) sign(w model.Want) (string, fyne.ThemeColorName) {
	switch {
	case v.p.FaultOf(w) != "":
		return "warning", kit.ColorError
	case w.Key == "":
		return "list", kit.ColorText2
	case v.p.Trial.Read[w.Name()] > 0:
		return "check", kit.ColorOK
	case v.p.Lacks(w):
		return "warning", kit.ColorWarn
	}
	return "dash", kit.ColorText2
}

func (v *view) read(w model.Want) string {
	of := v.p.Trial.Records[w.Group]
	if w.Key == "" {
		return v.env.Int(int64(of))
	}
	if v.p.Said(w) == "" {
		return ""
	}
	return fmt.Sprintf("%s / %s", v.env.Int(int64(v.p.Trial.Read[w.Name()])), v.env.Int(int64(of)))
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	v.parts.Fit(c)
	v.wants.Fit(c)
	env := v.env
	section := func(title string) fyne.CanvasObject {
		return kit.Col(0, kit.Sized(0, 32, kit.Pad(kit.Section(env.T(title)).End(), 0, 16, 0, 20)), kit.HLine(kit.ColorBorder))
	}
	left := kit.Col(0, section("layout.parts"), kit.Grow(v.parts.Object()))
	right := kit.Col(0, section("layout.wants"), kit.Grow(v.wants.Object()), kit.HLine(kit.ColorBorder),
		kit.Panel(kit.ColorRaised, kit.Pad(v.found, 8, 20, 8, 20)))
	v.body.Objects = []fyne.CanvasObject{kit.Halves(env, "layout", c, v.host.Class,
		kit.Half{Title: env.T("layout.parts"), Object: left, Width: kit.Sizes{L: 640, M: 440}},
		kit.Half{Title: env.T("layout.wants"), Object: right})}
	v.body.Refresh()
	v.redraw()
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

func (v *view) build() {
	env, p := v.env, v.p
	note := p.Draft.Name
	if p.State.Name != "" {
		note = p.State.Name + " · " + note
	}
	if p.Sample != "" {
		note += " · " + filepath.Base(p.Sample)
	}
	if p.Dirty {
		note += " · " + env.T("layout.dirty")
	}
	if p.Busy {
		note = env.T("loading")
	}
	v.head.SetNote(note)
	v.parts.Reload()
	v.wants.Reload()
	v.found.Set(v.findings())
	v.alarms()
	if p.Join != nil && !v.joining {
		v.joining = true
		v.askJoin()
	}
	v.root.Refresh()
}

// findings says in words what is missing and what the sample writes otherwise.
func (v *view) findings() string {
	env, t := v.env, v.p.Trial
	switch {
	case v.p.Sample == "":
		return env.T("layout.none")
	case t.Fits():
		text := env.T("layout.fits")
		for _, problem := range t.Problems {
			text += "\n" + problem
		}
		return text
	}
	text := env.N("layout.missing", t.Missing)
	for _, problem := range t.Problems {
		text += "\n" + problem
	}
	return text
}

func (v *view) alarms() {
	env, p := v.env, v.p
	var boxes []fyne.CanvasObject
	if p.Fault != nil {
		text, details := kit.Explain(env.Words, p.Fault, env.T("fault.layout.text"))
		boxes = append(boxes, kit.NewBox(env, "layout.fault",
			kit.Box{Tone: kit.ToneOf(p.Fault), Title: env.T("fault.layout.title"), Text: text, Details: details}, v.root.Refresh))
	}
	if p.Second != nil {
		box := kit.Box{Tone: kit.ToneOK, Title: env.T("layout.second.fits", filepath.Base(p.Other))}
		if !p.Second.Fits() {
			box = kit.Box{Tone: kit.ToneWarn, Title: env.T("layout.second.lacks", filepath.Base(p.Other)),
				Text: env.N("layout.missing", p.Second.Missing)}
		}
		boxes = append(boxes, kit.NewBox(env, "layout.second", box, v.root.Refresh))
	}
	v.alarm.Objects, v.alarm.Hidden = nil, len(boxes) == 0
	if len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 12, 20, 0, 20)}
	}
}

// connect joins the marked line of the left with that of the right.
func (v *view) connect() {
	i, k := v.parts.Selected(), v.wants.Selected()
	if i < 0 || k < 0 || i >= len(v.p.Parts) || k >= len(v.p.Wants) {
		v.host.Toast(v.env.T("layout.connect.choose"), nil)
		return
	}
	v.p.Connect(v.p.Wants[k], v.p.Parts[i])
	if k+1 < len(v.p.Wants) && v.p.Join == nil {
		v.wants.Select(k + 1)
	}
}

func (v *view) clear() {
	if k := v.wants.Selected(); k >= 0 && k < len(v.p.Wants) {
		v.p.Clear(v.p.Wants[k])
	}
}

func (v *view) store() {
	v.p.Store(func() { v.host.Toast(v.env.T("layout.stored", v.p.Draft.Name), nil) })
}

func (v *view) askSample() { v.choose("layout.sample", v.p.Choose) }

func (v *view) askSecond() { v.choose("layout.prove", v.p.Prove) }

// choose asks for a folder; a single file or container is typed or dropped.
func (v *view) choose(title string, take func(string)) {
	env := v.env
	kit.Form{Name: title, Title: env.T(title), Text: env.T("layout.sample.text"),
		Fields: []kit.FormField{{ID: "path", Label: env.T("layout.sample.path"), Text: v.p.Sample, Must: true}},
		Buttons: []kit.FormButton{{Name: title + ".folder", Icon: "folder", Text: env.T("layout.sample.folder"), Bare: true,
			Do: func(map[string]string) { v.folder(title, take) }},
			{Name: title + ".take", Icon: "check", Text: env.T("layout.sample.take"), Primary: true,
				Do: func(a map[string]string) { take(a["path"]) }}}}.Show(env)
}

func (v *view) folder(title string, take func(string)) {
	var got []string
	present.Do(context.Background(), v.env.Run, func(ctx context.Context) (err error) {
		got, err = v.pick.Folder(ctx, v.env.T(title))
		return err
	}, func(err error) {
		if err == nil && len(got) > 0 {
			take(got[0])
		}
	})
}
