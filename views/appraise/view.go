// Package appraise is the appraisal workplace (Bewertung): list of records,
// description and documents, page, all at once and by keyboard. The presenter
// is in model; the view draws it. What is decided is stored at once, what is
// shown never runs ahead of what will be stored: decisions go through one queue
// in the order of the keys. Requirements A13, A17, A30, A37; look.md 4, 5;
// mockups 04, 05, 12, 13.
//
// The package decides nothing about inheritance: it shows the verdicts that the
// Source (appraisal room) computes.
package appraise

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/appraisal/sift"
	"laufzettel/viewer"
	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/pageview"
	pageviewmodel "laufzettel/views/pageview/model"
	"laufzettel/views/route"
)

// Screen registers the appraisal workplace.
func Screen(src model.Source, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Appraise, Title: "nav.appraise", Icon: "appraise", Roles: roles, Narrow: true,
		Build: func(h nav.Host) *nav.View { return newView(src, h).nav() }}
}

// view draws what the presenter holds.
type view struct {
	src  model.Source
	host nav.Host
	env  *kit.Env
	p    *model.Presenter

	head            *kit.PageHead
	progress        *fyne.Container
	done, open      *kit.Text
	bar             *kit.Bar
	finish, primary *kit.Button

	search  *kit.Field
	chips   [4]*kit.Chip
	tallies []func() // what counts the facets on screen anew
	filter  *kit.Button
	sort    *kit.Button
	kept    *kit.Text
	records *kit.RecordList
	chipRow *fyne.Container
	foot    *fyne.Container
	list    *fyne.Container
	none    *fyne.Container // nothing matches

	meta *metaPane
	page *pageview.Pane
	bars *decisionBar

	body    *fyne.Container
	root    *fyne.Container
	class   kit.Class
	flat    bool // under 800 high
	rolling bool // all documents of the object as one scroll
	side    bool // small windows: the page instead of the description
	all     bool // all lines of the description
	built   string
	carried string // the word of the filter that was carried into the documents last
}

func newView(src model.Source, h nav.Host) *view {
	v := &view{src: src, host: h, env: h.Env(), class: kit.ClassM, side: true}
	v.p = model.NewPresenter(src, v.env.Run, v.env.Words, v)
	v.p.Advance = v.env.Kept("appraise.advance") != "no"
	t := v.env.T
	v.head = kit.NewPageHead(v.env, t("nav.appraise"))
	v.done, v.open, v.bar = kit.Bold(""), kit.NewText("", kit.RoleText, kit.ColorText2), kit.NewBar(0)
	v.progress = kit.Sized(0, 32, kit.Col(4, kit.Row(12, kit.Grow(v.done), v.open), kit.Sized(216, 0, v.bar)))
	v.finish = kit.NewButton(v.env, "appraise.finish", "check", t("appraise.finish"), v.showFinish)
	v.primary = kit.NewPrimary(v.env, "appraise.primary", "down", t("appraise.next"), v.next)

	v.search = kit.NewSearch(v.env, "appraise.search", t("appraise.search"), func(s string) {
		f := v.p.Filter
		f.Text = s
		v.p.Narrow(f)
	})
	v.search.Entry.OnDown = func() { v.env.Focus(v.records.List) }
	v.search.Entry.OnSubmitted = func(string) { v.env.Focus(v.records.List) }
	v.search.Entry.OnEscape = func() bool {
		if v.search.Entry.Text != "" {
			v.search.Entry.SetText("")
		}
		v.env.Focus(v.records.List)
		return true
	}
	for i, name := range []string{t("appraise.chip.all"), t("appraise.chip.open"), "A", "V"} {
		v.chips[i] = kit.NewChip(v.env, "appraise.chip."+[]string{"all", "open", "a", "v"}[i], name, "", func() { v.chip(model.Shows[i]) })
	}
	v.filter = kit.NewButton(v.env, "appraise.filter", "filter", t("appraise.filter"), v.showFilter).Small()
	v.sort = kit.NewButton(v.env, "appraise.sort", "sliders", t("appraise.sort.short"), v.showSort).Small()
	v.kept = kit.NewText("", kit.RoleCaption, kit.ColorText2).End()
	v.records = kit.NewRecordList(v.env, "appraise.records", true)
	v.records.OnChoose = v.p.Pick
	v.records.OnToggle = v.p.Toggle
	v.records.OnEntered = func(int) { v.env.Focus(v.meta.docs) }
	v.records.Marked = func(i int) bool {
		return i >= 0 && i < len(v.p.Tree.Visible) && v.p.Marked[v.p.Tree.Objects[v.p.Tree.Visible[i]].ID]
	}
	v.records.Describe, v.records.OnMenu = v.describe, v.menu

	v.meta = newMetaPane(v)
	v.page = pageview.New(v.env, "appraise.page")
	v.page.OpenSource = src.OpenSource
	v.page.Outside = v.outside
	v.page.Said = func(s string) { h.Toast(s, nil) }
	v.page.Across(v.p.Onward, h.Tell)
	v.bars = newDecisionBar(v)
	v.none = container.NewStack()
	v.body = container.NewStack()
	v.root = container.New(&rootLayout{v}, kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.body))))
	return v
}

func (v *view) nav() *nav.View {
	return &nav.View{Object: v.root, Actions: v.actions(), Regions: v.regions,
		Show:    func(r route.Route) { v.p.Load(r.ID) },
		Resized: func(c kit.Class) { v.class = c; v.build(true) },
		Close: func() {
			v.p.Close()
			v.page.Close()
		}}
}

func (v *view) regions() []fyne.Focusable {
	out := []fyne.Focusable{v.records.List}
	if v.class != kit.ClassS || !v.side {
		out = append(out, v.meta.docs)
	}
	if v.class != kit.ClassS || v.side {
		out = append(out, v.page.Regions()...)
	}
	return append(out, v.bars.field.Entry)
}

// rootLayout watches the height: under 800 the screen is laid out flat.
type rootLayout struct{ v *view }

// Layout implements fyne.Layout.
func (l *rootLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	// 774 is what a window of 800 leaves beside the status bar.
	if flat := s.Height > 0 && s.Height < kit.S(774); flat != l.v.flat {
		l.v.flat = flat
		l.v.build(true)
	}
	o[0].Resize(s)
}

// MinSize implements fyne.Layout.
func (l *rootLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(kit.S(560), kit.S(300))
}

// build lays out the panes for the class, or what stands in their place.
func (v *view) build(anew bool) {
	state := "work"
	switch {
	case v.p.Err != nil:
		state = "error"
	case v.p.Loading && v.p.Portion.ID == "":
		state = "loading"
	case v.p.Portion.ID == "":
		state = "empty"
	}
	if state == v.built && !anew {
		return
	}
	v.built = state
	var o fyne.CanvasObject
	switch state {
	case "error":
		text := v.env.Explain(v.p.Err, v.env.T("appraise.error.text"))
		retry := kit.NewButton(v.env, "appraise.retry", "refresh", v.env.T("appraise.retry"), v.p.Reload).Small()
		o = kit.Col(0, kit.Pad(kit.NewBox(v.env, "appraise.error",
			kit.Box{Tone: kit.ToneError, Title: v.env.T("appraise.error.title"), Text: text,
				Details: v.p.Err.Error(), Buttons: []fyne.CanvasObject{retry}}, nil), 20, 20, 20, 20))
	case "loading":
		o = kit.NewSkeleton(v.env, 30)
	case "empty":
		o = kit.NewEmpty(v.env.T("appraise.empty.title"), v.env.T("appraise.empty.text"),
			kit.NewButton(v.env, "appraise.empty.go", "inbox", v.env.T("appraise.empty.go"),
				func() { v.host.Go(route.Route{Screen: route.Inbox}) }))
	default:
		o = v.workplace()
	}
	v.body.Objects = []fyne.CanvasObject{o}
	v.body.Refresh()
}

// workplace is list, description and page over the decision bar.
func (v *view) workplace() fyne.CanvasObject {
	narrow := v.flat || v.class == kit.ClassS
	v.records.Narrow(narrow)
	v.chipRow = kit.Row(6, v.chips[0], v.chips[1], v.chips[2], v.chips[3], kit.Grow(kit.Space(0, 0)), v.filter)
	v.foot = kit.Row(8, kit.Grow(v.kept), v.sort)
	v.list = kit.Col(0, kit.Pad(kit.Col(8, v.search, v.chipRow), 10, 12, 8, 12), v.records.Head(),
		kit.Grow(container.NewStack(v.records.List, v.none)),
		kit.HLine(kit.ColorLine), kit.Pad(v.foot, 2, 12, 2, 12))
	v.meta.flat = narrow
	v.bars.build(narrow)
	list := kit.Pane{Object: v.list, Width: kit.Sizes{L: 520, M: 440, S: 340}, Min: 300}
	meta := kit.Pane{Object: v.meta.root, Width: kit.Sizes{L: 440, M: 352}, Min: 280}
	page := kit.Pane{Object: v.page.Object(), Grow: true, Min: 480}
	panes := []kit.Pane{list, meta, page}
	if v.class == kit.ClassS {
		meta.Grow, meta.Width = true, kit.Sizes{}
		panes = []kit.Pane{list, meta}
		if v.side {
			panes = []kit.Pane{list, page}
		}
	}
	split := kit.NewPanes(v.env, "appraise", func() kit.Class { return v.class }, panes...)
	return kit.Col(0, kit.Grow(split), kit.HLine(kit.ColorBorder), v.bars.root)
}

// Refresh implements screen.
func (v *view) Refresh() {
	v.build(false)
	v.refreshHead()
	if v.built != "work" {
		return
	}
	t := v.p.Tree
	rows := make([]kit.Record, len(t.Visible))
	for n, i := range t.Visible {
		rows[n] = v.record(i)
	}
	v.records.SetRows(rows)
	for i, show := range model.Shows {
		v.chips[i].Set(v.env.Int(int64(v.p.Tree.Showing(v.p.Filter, show))), v.p.Filter.Show == show)
	}
	v.filter.Set("filter", v.env.T("appraise.filter")+model.FacetCount(v.p.Filter))
	v.kept.Set(v.keptLine())
	order := "appraise.sort.short"
	if t.Flat() {
		order = "appraise.sort." + t.Order.By
	}
	v.sort.Set("sliders", v.env.T(order))
	v.foot.Refresh()
	v.chipRow.Refresh()
	if v.search.Entry.Text != v.p.Filter.Text && v.p.Filter.Text == "" {
		v.search.Entry.Put("")
	}
	v.none.Objects = nil
	if len(rows) == 0 {
		clear := kit.NewButton(v.env, "appraise.nomatch.clear", "cross", v.env.T("appraise.nomatch.clear"), v.clearFilter)
		v.none.Objects = []fyne.CanvasObject{kit.NewEmpty(v.env.T("appraise.nomatch.title"), v.env.T("appraise.nomatch.text"), clear)}
	}
	v.none.Refresh()
	v.Selected()
}

// keptLine says what the decisions so far would keep.
func (v *view) keptLine() string {
	k := v.p.Tree.Kept.Archive
	if !v.p.Surveyed {
		return v.env.N("appraise.kept.units", k.Units)
	}
	return v.env.N("appraise.kept.units", k.Units) + ", " + v.env.N("appraise.kept.documents", k.Documents) + ", " + v.env.Bytes(k.Bytes)
}

func (v *view) refreshHead() {
	c := v.p.Tree.Counts
	v.head.SetTitle(v.env.T("nav.appraise"))
	if v.p.Portion.ID == "" {
		v.head.SetCrumbs()
		v.head.SetButtons()
		return
	}
	v.head.SetTitle(v.p.Portion.Title)
	v.host.Title(v.p.Portion.Title)
	crumbs := []kit.Crumb{{Text: v.env.T("nav.appraise"), Go: v.showChoices}}
	if v.p.Portion.Agency != "" && v.class != kit.ClassS {
		crumbs = append(crumbs, kit.Crumb{Text: v.p.Portion.Agency,
			Go: func() { v.host.Go(route.Route{Screen: route.Portion, ID: v.p.Portion.ID}) }})
	}
	if v.p.Portion.Reference != "" && v.class != kit.ClassS {
		crumbs = append(crumbs, kit.Crumb{Text: v.env.T("appraise.uebid", v.p.Portion.Reference)})
	}
	v.head.SetCrumbs(crumbs...)
	v.done.Set(v.env.T("appraise.progress", c.Total-c.Open, c.Total))
	v.open.Set(v.env.T("appraise.open", c.Open))
	if c.Open == 0 {
		v.open.Set(v.env.T("appraise.open.none"))
	}
	share := float32(0)
	if c.Total > 0 {
		share = float32(c.Total-c.Open) / float32(c.Total)
	}
	v.bar.Set(share)
	if c.Open > 0 {
		v.primary.Set("down", v.env.T("appraise.next"))
		v.primary.Key("O")
		v.head.SetButtons(v.progress, v.finish, v.primary)
		return
	}
	step := v.p.Next()
	text := v.env.T("appraise.step." + string(step))
	if step == model.StepOn {
		text = v.env.T("appraise.step.on." + v.p.Portion.After)
	}
	v.primary.Set(stepIcons[step], text)
	v.primary.Key("Strg+Enter")
	if step == model.StepNone {
		v.head.SetButtons(v.progress)
		return
	}
	v.head.SetButtons(v.progress, v.primary)
}

// record is one row as the list shows it.
func (v *view) record(i int) kit.Record {
	t := v.p.Tree
	o := t.Objects[i]
	verdict := t.Verdict(i)
	level, number := o.Level, o.Number
	if t.Flat() {
		level, number = 0, t.Number(i)
	}
	r := kit.Record{ID: o.ID, Level: level, Leaf: t.Leaf(i), Open: !t.Closed[o.ID] ||
		v.p.Filter.Any(), Group: o.Kind != model.Unit, Number: number, Title: o.Title,
		Span: o.Span, Suggestion: o.Suggestion, Mark: kit.Decision{Letter: verdict.Letter, Inherited: verdict.Inherited,
			Unsent: verdict.Unsent}}
	if verdict.Conflict {
		r.Mark.Letter = "!"
	}
	if o.Kind == model.Unit {
		r.Right = v.env.Int(int64(o.Documents))
		return r
	}
	r.Leaf = false
	r.Right = v.env.Int(int64(t.Done[i])) + " / " + v.env.Int(int64(t.Units[i]))
	return r
}

// describe is the sentence of a row for the status bar and screen readers.
func (v *view) describe(row int) string {
	t := v.p.Tree
	if row < 0 || row >= len(t.Visible) {
		return ""
	}
	i := t.Visible[row]
	if t.Objects[i].Kind != model.Unit {
		return v.env.T("appraise.row.group", v.kindName(i), t.Objects[i].Title, t.Done[i], t.Units[i])
	}
	return v.env.T("appraise.row", v.kindName(i), t.Objects[i].Title, v.env.T("appraise.letter."+t.Letter(i)), row+1, len(t.Visible))
}

func (v *view) kindName(i int) string {
	kind := map[model.Kind]string{model.Unit: "unit", model.Dossier: "dossier", model.PlanUnit: "plan"}[v.p.Tree.Objects[i].Kind]
	return v.env.T("appraise.kind."+kind, v.p.Tree.Number(i))
}

// Selected implements screen.
func (v *view) Selected() {
	if v.built != "work" {
		return
	}
	row := v.p.Tree.Row(v.p.Current)
	v.records.Mark(row)
	v.records.Reveal(row)
	v.meta.refresh()
	v.bars.refresh()
}

// Say implements screen.
func (v *view) Say(text string, undo func()) { v.host.Toast(text, undo) }

// Tell implements model.View.
func (v *view) Tell(text string) { v.host.Tell(text) }

// Refuse implements model.View.
func (v *view) Refuse(err error) { v.host.Refuse(err, err.Error()) }

// Saved implements screen.
func (v *view) Saved() { v.host.Saved() }

// Document implements screen.
func (v *view) Document(d *model.Document) {
	if d == nil {
		v.page.Show(pageviewmodel.Ref{})
		return
	}
	if v.rolling {
		list := v.p.Details[v.p.Current].Documents
		refs := make([]pageviewmodel.Ref, len(list))
		for i, x := range list {
			refs[i] = v.ref(x)
			if x.Date != "" {
				refs[i].Title = x.Date + "  " + x.Title
			}
		}
		v.page.Roll(refs, v.ref(*d).Key)
		return
	}
	if word := v.p.Filter.Word; word != v.carried { // the word the list is narrowed by is looked for in the documents
		v.carried = word
		v.page.Carry(word)
	}
	v.page.Show(v.ref(*d))
}

// Expect implements screen.
func (v *view) Expect(list []model.Document) {
	refs := make([]pageviewmodel.Ref, len(list))
	for i, d := range list {
		refs[i] = v.ref(d)
	}
	v.page.Expect(refs...)
}

func (v *view) ref(d model.Document) pageviewmodel.Ref {
	portion := v.p.Portion.ID
	return pageviewmodel.Ref{Key: portion + "/" + d.ID, Title: d.Title,
		Open: func(ctx context.Context) (viewer.Document, error) { return v.src.Open(ctx, portion, d.ID) }}
}

func (v *view) outside(r pageviewmodel.Ref) {
	portion, id := v.p.Portion.ID, r.Key[len(v.p.Portion.ID)+1:]
	v.env.Run.Background(func() {
		err := v.src.Outside(context.Background(), portion, id)
		v.env.Run.UI(func() {
			if err == nil {
				return
			}
			v.Refuse(err)
		})
	})
}

var stepIcons = map[model.Step]string{model.StepRelease: "shield", model.StepFinish: "check", model.StepAnswer: "mail",
	model.StepOn: "right"}

// next is the primary button: the next open one, then the second person, then finishing,
// in the end what follows in the portion.
func (v *view) next() {
	switch v.p.Next() {
	case model.StepDecide:
		v.p.StepOpen(1)
		v.env.Focus(v.records.List)
	case model.StepAnswer:
		v.showPapers()
	case model.StepOn:
		v.host.Go(route.Route{Screen: route.Portion, ID: v.p.Portion.ID})
	case model.StepRelease, model.StepFinish:
		v.showFinish()
	}
}

func (v *view) chip(s string) {
	f := v.p.Filter
	if f.Show == s {
		s = model.ShowAll
	}
	f.Show = s
	v.p.Narrow(f)
}

func (v *view) clearFilter() {
	v.p.Narrow(sift.Filter{})
	v.env.Focus(v.records.List)
}
