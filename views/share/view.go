// Package share is the workplace for file shares (Fileablage): the tree of folders with
// size, files and age, beside it tiles, the largest and oldest, what is double, drafts,
// litter, choices by facets and the decisions; decided is by folder, line, rule or choice.
package share

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/share/model"
)

// Screen registers the screen; it is reached from a portion that is a share.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Share, Title: "nav.share", Icon: "folder", Roles: roles, Parent: route.Inbox, Narrow: true,
		Build: func(h nav.Host) *nav.View { return newView(src, h, model.Modes).view() }}
}

// AtSource registers the screen for a share that is still where it is kept: the same pictures,
// what is double and what would not come along, and no decisions.
func AtSource(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Source, Title: "nav.source", Icon: "folder", Roles: roles, Parent: route.Prepare, Narrow: true,
		Build: func(h nav.Host) *nav.View { return newView(src, h, model.SourceModes).view() }}
}

type view struct {
	host   nav.Host
	env    *kit.Env
	p      *model.Presenter
	head   *kit.PageHead
	next   *kit.Button
	alarm  *fyne.Container
	tree   *kit.Table
	lines  *kit.Table
	tiles  *kit.Treemap
	sheet  []model.Tile
	modes  []model.Mode
	chips  map[model.Mode]*kit.Chip
	legend *fyne.Container
	place  *kit.Text // what stands beside the tree, in words
	meant  *kit.Text
	stand  *kit.Text // how far the decisions are
	beside *fyne.Container
	body   *fyne.Container
	root   *fyne.Container
	last   fyne.Focusable // the list a decision is about
	drawn  any            // what stands beside the tree
	top    over           // what stands above it
}

func newView(src model.Source, h nav.Host, modes []model.Mode) *view {
	v := &view{host: h, env: h.Env(), modes: modes, chips: map[model.Mode]*kit.Chip{}, top: over{state: -1}}
	env := v.env
	v.p = model.NewPresenter(src, env.Run, env.Words, v.redraw, func(s string) { h.Toast(s, nil) })
	p := v.p
	v.head = kit.NewPageHead(env, env.T("nav.share"))
	v.next = kit.NewPrimary(env, "share.primary", "appraise", env.T("share.primary"), v.primary).Key("Strg+Enter")
	if !v.source() {
		v.head.SetButtons(kit.NewButton(env, "share.list", "list", env.T("share.list"), p.List),
			kit.NewButton(env, "share.report", "print", env.T("share.report"), p.Report), v.next)
	}
	v.alarm, v.body, v.beside, v.legend = container.NewStack(), container.NewStack(), container.NewStack(), container.NewStack()
	v.tree = kit.NewTable(env, "share.tree", func() int { return len(p.Rows) },
		func(i int) string { return p.Folder(p.Rows[i].Folder).Path }, v.treeColumns()...)
	v.tree.RowHeight(30)
	v.tree.OnSelect = func(i int) {
		v.last = v.tree.List()
		if i >= 0 {
			p.Choose(p.Rows[i].Folder)
		}
	}
	v.tree.OnOpen = func(i int) { p.Toggle(p.Rows[i].Folder, nil) }
	v.tree.Describe = v.describeRow
	v.treeKeys()
	v.lines = kit.NewTable(env, "share.lines", func() int { return len(p.Lines) }, func(i int) string { return p.Lines[i].ID },
		v.lineColumns()...)
	v.lines.RowHeight(44)
	v.lines.OnSelect = func(int) {
		v.last = v.lines.List()
		v.tell()
	}
	v.lines.OnOpen = v.open
	v.lines.Describe = func(i int) string { return v.describe(p.Lines[i]) }
	v.newTiles()
	for _, m := range modes {
		v.chips[m] = kit.NewChip(env, "share.mode."+string(m), env.T("share.mode."+string(m)), "", func() { v.turn(m) })
	}
	v.place, v.stand, v.meant = kit.NewText("", kit.RoleCaption, kit.ColorText2).End(),
		kit.NewText("", kit.RoleCaption, kit.ColorText2).End(), kit.Body("").End()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), v.alarm, kit.Grow(v.body)))
	return v
}

// source reports whether the screen shows a share where it is kept.
func (v *view) source() bool { return slices.Contains(v.modes, model.Missing) }

// describeRow says a folder in one sentence.
func (v *view) describeRow(i int) string {
	r, env := v.p.Rows[i], v.env
	f, size := v.p.Folder(r.Folder), v.p.Size(r.Folder)
	out := []string{v.p.Name(r.Folder), env.N("share.files", size.Files), env.Bytes(size.Bytes)}
	word := decided(f.Letter, f.Decided).Word(env)
	if v.source() {
		word = ""
	}
	for _, s := range []string{v.p.Years(f.First, f.Last), word, f.Reason} {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, ", ")
}

// treeKeys lets Rechts and Links open and close folders, as in every tree.
func (v *view) treeKeys() {
	list := v.tree.List()
	before := list.OnKey
	list.OnKey = func(key fyne.KeyName) bool {
		i := v.tree.Selected()
		if i < 0 || key != fyne.KeyRight && key != fyne.KeyLeft {
			return before != nil && before(key)
		}
		r := v.p.Rows[i]
		switch {
		case key == fyne.KeyRight && !r.Leaf && !r.Open, key == fyne.KeyLeft && r.Open && !r.Leaf:
			v.p.Toggle(r.Folder, nil)
		case key == fyne.KeyRight && !r.Leaf:
			v.tree.Select(i + 1)
		case key == fyne.KeyLeft:
			if up := v.p.RowOf(v.p.Folder(r.Folder).Parent); up >= 0 {
				v.tree.Select(up)
			}
		}
		return true
	}
}

func (v *view) view() *nav.View {
	env, p := v.env, v.p
	group := env.T("nav.share")
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "share." + id, Title: env.T("share.key." + id), Group: group, Keys: []string{key}, Do: do,
			When: func() bool { return p.Share != nil }}
	}
	acts := []kit.Action{act("sort", "S", p.Sort), act("colour", "F", p.Paint), act("widen", "Rück", v.up)}
	if !v.source() {
		acts = append(acts, v.decisions(act)...)
	}
	for i, m := range v.modes {
		acts = append(acts, act("mode."+string(m), "Strg+"+string(rune('1'+i)), func() { v.turn(m) }))
	}
	return &nav.View{Object: v.root, Close: p.Close, Resized: v.resized, Actions: append(acts, kit.TableActions(env, v.tree, v.lines)...),
		Show: func(r route.Route) { p.Load(r.ID) }, Regions: v.regions, Dropped: func(paths []string) {
			if i := slices.IndexFunc(paths, func(s string) bool { return strings.HasSuffix(strings.ToLower(s), ".csv") }); i >= 0 &&
				p.Share != nil && !v.source() {
				p.Names(paths[i])
				return
			}
			v.host.Tell(env.T("share.drop"))
		}}
}

// decisions are the keys that decide, name and report.
func (v *view) decisions(act func(id, key string, do func()) kit.Action) []kit.Action {
	p := v.p
	return []kit.Action{act("primary", "Strg+Enter", v.primary), act("archive", "A", func() { v.ask("A") }),
		act("destroy", "V", func() { v.ask("V") }), act("open", "B", func() { v.ask("B") }),
		act("describe", "N", v.askName), act("difference", "U", v.difference), act("stays", "W", p.ShowStays),
		act("report", "Strg+P", p.Report), act("undo", "Strg+Z", p.Undo), act("redo", "Strg+Y", p.Redo)}
}

func (v *view) regions() []fyne.Focusable {
	if v.p.Mode == model.Tiles {
		return []fyne.Focusable{v.tree.List(), v.tiles}
	}
	return []fyne.Focusable{v.tree.List(), v.lines.List()}
}

func (v *view) resized(c kit.Class) {
	v.head.Fit(c)
	v.tree.Fit(c)
	v.lines.Fit(c)
	env := v.env
	var chips []fyne.CanvasObject
	for _, m := range v.modes {
		chips = append(chips, v.chips[m])
	}
	right := kit.Col(0, kit.Pad(kit.Flow(6, chips...), 8, 12, 6, 12), kit.Pad(v.place, 0, 12, 4, 14), kit.HLine(kit.ColorLine),
		kit.Grow(v.beside))
	v.body.Objects = []fyne.CanvasObject{kit.Col(0, kit.Grow(kit.Halves(env, "share", c, v.host.Class,
		kit.Half{Title: env.T("share.tree"), Object: v.tree.Object(), Width: kit.Sizes{L: 640, M: 540}},
		kit.Half{Title: env.T("share.beside"), Object: right})), v.bar())}
	v.body.Refresh()
	v.drawn, v.top = nil, over{state: -1} // in other room
	v.redraw()
}

// bar is what a decision is about, and the decisions.
func (v *view) bar() fyne.CanvasObject {
	env := v.env
	if v.source() {
		return kit.Panel(kit.ColorRaised, kit.Col(0, kit.HLine(kit.ColorLine),
			kit.Pad(kit.Row(8, kit.Grow(kit.Col(0, kit.Body(env.T("share.source.bar")).End(), v.stand))), 5, 16, 5, 16)))
	}
	letter := func(name, key string) *kit.Button {
		return kit.NewButton(env, "share.do."+key, "", env.T("share.do."+name), func() { v.ask(key) }).Key(key)
	}
	return kit.Panel(kit.ColorRaised, kit.Col(0, kit.HLine(kit.ColorLine),
		kit.Pad(kit.Row(8, kit.Grow(kit.Col(0, v.meant, v.stand)), letter("archive", "A"), letter("destroy", "V"), letter("open", "B"),
			kit.NewButton(env, "share.name", "", env.T("share.name"), v.askName).Key("N")), 5, 16, 5, 16)))
}

func (v *view) redraw() { v.env.Rebuild(v.build) }

// build draws what changed: a key in the tree leaves the head as it is, and what stands
// beside the tree where it is about the same.
func (v *view) build() {
	p := v.p
	if top := v.over(); top != v.top {
		v.top = top
		v.alarms()
		v.crown()
		v.root.Refresh()
	}
	v.tree.Reload()
	if p.Share != nil {
		v.tree.Mark(p.RowOf(p.At))
		v.tree.List().Reveal(p.RowOf(p.At))
	}
	if beside := p.Beside(); beside != v.drawn {
		v.drawn = beside
		for m, c := range v.chips {
			c.Set("", m == p.Mode)
		}
		v.showBeside()
	}
	v.tell()
}

// over is what the head and the alarms hang on.
type over struct {
	err, fault string
	share      *model.Share
	state      int
}

func (v *view) over() over {
	out := over{share: v.p.Share, state: v.p.State()}
	if v.p.Err != nil {
		out.err = v.p.Err.Error()
	}
	if v.p.Fault != nil {
		out.fault = v.p.Fault.Error()
	}
	return out
}

// crown fills the head, and what lies over the tree.
func (v *view) crown() {
	env, p := v.env, v.p
	switch {
	case p.Err != nil:
		v.tree.Over(kit.NewEmpty(env.T("share.none.title"), env.T("share.none.text"), nil))
		v.head.SetNote("")
	case p.Share == nil:
		v.tree.Over(kit.NewSkeleton(env, 30))
		v.head.SetNote(env.T("loading"))
	default:
		v.tree.Over(nil)
		v.head.SetTitle(p.Share.Title)
		if v.source() {
			v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.prepare"), Go: func() { v.host.Go(route.Route{Screen: route.Prepare}) }},
				kit.Crumb{Text: p.Share.ID})
			v.head.SetNote("")
			v.stand.Set(v.standing())
			v.host.Title(p.Share.Title)
			return
		}
		v.head.SetCrumbs(kit.Crumb{Text: env.T("nav.inbox"), Go: func() { v.host.Go(route.Route{Screen: route.Inbox}) }},
			kit.Crumb{Text: p.Share.Agency, Go: func() { v.host.Go(route.Route{Screen: route.Portion, ID: p.Share.ID}) }})
		v.head.SetNote("")
		v.stand.Set(v.standing())
		v.host.Title(p.Share.Title)
	}
}

// standing says how far the decisions are, and what would stay.
func (v *view) standing() string {
	env, p := v.env, v.p
	root := p.Folder(0)
	if v.source() {
		folders := int64(len(p.Share.Tree.Folders) - 1)
		return env.T("share.source.standing", env.Int(int64(root.Files)), env.Bytes(root.Bytes), env.Int(folders))
	}
	files, bytes, whole := p.Done()
	stay := env.T("share.stay", env.Int(int64(root.Stay.Files)), env.Bytes(root.Stay.Bytes))
	if whole {
		return env.T("share.whole") + " · " + stay
	}
	return env.T("share.standing", env.Int(int64(root.Files)), env.Bytes(root.Bytes), files, bytes) + " · " + stay
}

func (v *view) showBeside() {
	env, p := v.env, v.p
	at := ""
	if p.Share != nil {
		if at = p.Folder(p.At).Path; at == "" {
			at = p.Share.Title
		}
	}
	v.place.Set(env.T("share.note."+string(p.Mode), at))
	switch {
	case p.Share == nil:
		v.beside.Objects = nil
	case p.Mode == model.Tiles:
		v.fillTiles()
		v.beside.Objects = []fyne.CanvasObject{kit.Col(0, v.legend, kit.Grow(kit.Pad(v.tiles, 4, 12, 12, 12)))}
	default:
		var over fyne.CanvasObject
		if p.Progress != "" {
			over = kit.NewEmpty(p.Progress, env.T("share.searching.text"), nil)
		} else if len(p.Lines) == 0 {
			over = kit.NewEmpty(env.T("share.empty."+string(p.Mode)), env.T("share.empty.text"), nil)
		}
		v.lines.Over(over)
		v.lines.Reload()
		v.beside.Objects = []fyne.CanvasObject{v.lines.Object()}
	}
	v.beside.Refresh()
}

func (v *view) alarms() {
	env, p := v.env, v.p
	var boxes []fyne.CanvasObject
	if p.Err != nil {
		boxes = append(boxes, nav.Refused(v.host, "share.error", p.Err, "", env.T("share.error.text"), p.Reload, v.root.Refresh))
	}
	if p.Fault != nil {
		boxes = append(boxes, nav.Refused(v.host, "share.fault", p.Fault, "", env.T("share.error.text"), p.Solved, v.root.Refresh))
	}
	switch {
	case p.Share.AtSource() && len(p.Share.Absent) > 0:
		text := env.N("share.source.missing", len(p.Share.Absent))
		if !p.Share.Read {
			text += " " + env.T("share.source.unread")
		}
		boxes = append(boxes, kit.NewBox(env, "share.missing", kit.Box{Tone: kit.ToneWarn, Text: text, Buttons: []fyne.CanvasObject{
			kit.NewButton(env, "share.missing.show", "list", env.T("share.source.show"), func() { v.turn(model.Missing) }).Small()}}, nil))
	case p.Share.AtSource() && p.Share.Read:
		boxes = append(boxes, kit.NewBox(env, "share.missing", kit.Box{Tone: kit.ToneOK, Text: env.T("share.source.whole")}, nil))
	case p.Share != nil && !p.Share.Open && p.Share.Sealed != "":
		boxes = append(boxes, kit.NewBox(env, "share.sealed", kit.Box{Tone: kit.ToneNote, Text: p.Share.Sealed}, nil))
	}
	v.alarm.Objects = nil
	if v.alarm.Hidden = len(boxes) == 0; len(boxes) > 0 {
		v.alarm.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(8, boxes...), 8, 16, 8, 16)}
	}
}

func (v *view) moment(at int64) string {
	if at == 0 {
		return ""
	}
	return v.env.Moment(time.Unix(at, 0))
}
