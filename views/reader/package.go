package reader

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
	"laufzettel/views/words"
)

// packView is one package: documents by date, page, description and integrity.
type packView struct {
	v       *view
	docs    *kit.List
	left    *fyne.Container
	listTop *fyne.Container
	none    *fyne.Container
	page    *fyne.Container // page view, or why there is none
	meta    *fyne.Container
	side    *kit.Scroll
	rows    []model.Row
	inPage  string
}

func newPackView(v *view) *packView {
	k := &packView{v: v, listTop: container.NewStack(), none: container.NewStack(), page: container.NewStack(), meta: container.NewStack()}
	k.docs = kit.NewList(v.env, "reader.documents", func() int { return len(k.rows) }, k.make, k.fill)
	k.docs.NoLines = true
	k.docs.Height = func(i int) float32 {
		if k.rows[i].Band != "" {
			return 30
		}
		return 44
	}
	k.docs.Selectable = func(i int) bool { return i >= 0 && i < len(k.rows) && k.rows[i].Band == "" }
	k.docs.OnSelect = func(i int) {
		if i < len(k.rows) {
			v.p.Pick(k.rows[i].Doc)
		}
	}
	k.docs.Describe = func(i int) string {
		if v.p.Open == nil || i >= len(k.rows) || k.rows[i].Doc >= len(v.p.Open.Documents) {
			return "" // the rows of the package before, while the next one opens
		}
		if k.rows[i].Band != "" {
			return k.rows[i].Band
		}
		d := v.p.Open.Documents[k.rows[i].Doc]
		return strings.Join(model.Filled([]string{words.Written(k.v.env.Words, d.Date), d.Title, d.Folder, d.Format, d.Length}), ", ")
	}
	k.side = kit.NewScroll(kit.Pad(k.meta, 12, 16, 16, 16))
	return k
}

// build lays the package out for the class.
func (k *packView) build() fyne.CanvasObject {
	k.left = kit.Col(0, k.listTop, kit.HLine(kit.ColorLine), kit.Grow(container.NewStack(k.docs, k.none)))
	panes := []kit.Pane{{Object: k.left, Width: kit.Sizes{L: 400, M: 340, S: 300}, Min: 240}, {Object: k.page, Grow: true, Min: 480}}
	if k.v.class != kit.ClassS {
		panes = append(panes, kit.Pane{Object: k.side, Width: kit.Sizes{L: 360, M: 304}, Min: 240})
	}
	k.inPage = ""
	return kit.NewPanes(k.v.env, "reader", func() kit.Class { return k.v.class }, panes...)
}

func (k *packView) refresh() {
	p, env := k.v.p, k.v.env
	k.rows = p.Rows()
	k.showPage()
	if p.Open == nil {
		k.listTop.Objects, k.meta.Objects, k.none.Objects = nil, nil, nil
		k.docs.Reload()
		return
	}
	head := []fyne.CanvasObject{}
	if p.Open.Context != "" {
		head = append(head, kit.NewText(p.Open.Context, kit.RoleText, kit.ColorText2).End())
	}
	head = append(head, kit.Section(p.Open.Title).Wrap())
	if !p.Open.Closed {
		head = append(head, kit.Caption(env.T("reader.documents")+" "+env.Int(int64(len(p.Open.Documents)))))
		if s := k.strip(); s != nil {
			head = append(head, s)
		}
	}
	k.listTop.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(2, head...), 10, 16, 8, 16)}
	k.listTop.Refresh()
	k.none.Objects = nil
	if len(k.rows) == 0 && !p.Open.Closed {
		k.none.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("reader.documents.none"), "", nil)}
	}
	k.none.Refresh()
	k.left.Refresh() // the head has another height now
	for i, r := range k.rows {
		if r.Band == "" && r.Doc == p.Index() {
			k.docs.Mark(i)
			k.docs.Reload()
			k.docs.Reveal(i)
		}
	}
	k.docs.Reload()
	if k.v.class != kit.ClassS {
		env.Rebuild(func() { k.meta.Objects = []fyne.CanvasObject{k.description()} })
		k.meta.Refresh()
		k.side.Relayout()
	}
}

// showPage puts the page view into the middle, or what stands in its place.
func (k *packView) showPage() {
	p, env := k.v.p, k.v.env
	state := "page"
	switch {
	case p.OpenErr != nil:
		state = "error"
	case p.Open == nil:
		state = "opening"
	case p.Open.Closed && p.ShownAs == "":
		state = "closed " + p.Open.PID
	}
	if state == k.inPage {
		return
	}
	k.inPage = state
	var o fyne.CanvasObject
	switch {
	case state == "error":
		o = k.desk(kit.NewBox(env, "reader.error", kit.Box{Tone: kit.ToneError, Title: env.T("reader.error.title"), Text: p.Hint(p.OpenErr),
			Details: p.OpenErr.Error()}, nil))
	case state == "opening":
		o = kit.NewEmpty(env.T("reader.opening"), "", nil)
	case state == "page":
		o = k.v.page.Object()
	default:
		o = k.desk(k.closed())
	}
	k.page.Objects = []fyne.CanvasObject{o}
	k.page.Refresh()
}

func (k *packView) desk(o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(kit.NewRect(kit.ColorDesk), kit.Col(0, kit.Pad(o, 24, 24, 24, 24), kit.Grow(kit.Space(0, 0))))
}

// closed is the grey desk of a closed object: lock, until when, on what ground.
func (k *packView) closed() fyne.CanvasObject {
	env, c := k.v.env, k.v.p.Open.Closure
	title := env.T("reader.closed.title.endless")
	if !c.Until.IsZero() {
		title = env.T("reader.closed.title", c.Until)
	}
	if c.Basis != "" {
		title += " (" + c.Basis + ")"
	}
	items := []fyne.CanvasObject{kit.Row(10, kit.NewIcon("lock", kit.ColorWarn, 20), kit.Grow(kit.Section(title).Wrap())),
		kit.Body(env.T("reader.closed.text")).Wrap()}
	if k.v.kiosk() {
		items = append(items, kit.Body(env.T("reader.kiosk.ask")).Wrap(),
			kit.Loose(kit.NewButton(env, "reader.number", "", env.T("reader.kiosk.number"), k.askGrant)))
	} else {
		items = append(items, kit.Loose(kit.NewButton(env, "reader.grant", "check", env.T("reader.grant"), k.askGrant)))
	}
	return kit.Framed(kit.ColorSurface, kit.ColorBorder, 3, kit.Pad(kit.Col(10, items...), 16, 18, 16, 18))
}

// askGrant notes a granted application.
func (k *packView) askGrant() {
	env := k.v.env
	kit.Form{Name: "reader.grant", Title: env.T("reader.grant.title"), Width: 480,
		Fields: []kit.FormField{{ID: "number", Label: env.T("reader.grant.field"), Help: env.T("reader.grant.help"), Must: true,
			Missing: env.T("reader.grant.empty")}},
		Buttons: []kit.FormButton{{Name: "reader.grant.do", Icon: "check", Text: env.T("reader.grant.do"), Primary: true,
			Do: func(a map[string]string) { k.v.p.Grant(a["number"]) }}}}.Show(env)
}

// showMeta shows the description in a sheet (small windows).
func (k *packView) showMeta() {
	if k.v.p.Open == nil {
		return
	}
	kit.NewSheet(k.v.env, k.v.p.Open.ReferenceCode, 460, 440, kit.NewScroll(kit.Pad(k.description(), 12, 20, 16, 20)), nil).Show()
}

// description is the right pane: integrity, document, rendition, object, evidence.
func (k *packView) description() fyne.CanvasObject {
	p, env := k.v.p, k.v.env
	items := []fyne.CanvasObject{k.integrity()}
	if desk := k.deskButtons(); desk != nil {
		items = append(items, desk)
	}
	if site := k.site(); site != nil {
		items = append(items, site)
	}
	if rel := k.related(); rel != nil {
		items = append(items, rel)
	}
	if i := p.Index(); i >= 0 {
		items = append(items, k.document(p.Open.Documents[i]))
	}
	var groups []kit.Group
	for _, g := range p.Open.Groups {
		out := kit.Group{Title: g.Title}
		for _, x := range g.Pairs {
			out.Pairs = append(out.Pairs, kit.Pair{Label: x.Label, Value: x.Value, Missing: x.Missing})
		}
		groups = append(groups, out)
	}
	items = append(items, kit.NewMetaTable(env, "reader.meta", 96, groups...))
	if len(p.Open.Evidence) > 0 {
		rows := []fyne.CanvasObject{kit.Titled(env.T("reader.evidence"))}
		for i, e := range p.Open.Evidence {
			line := []fyne.CanvasObject{kit.NewIcon(e.Icon, kit.ColorPrimary, 16),
				kit.NewLink(env, "reader.evidence."+e.ID, e.Title, func() { p.ShowEvidence(i) }), kit.Grow(kit.Space(0, 0))}
			if e.Count > 0 {
				line = append(line, kit.NewText(env.Int(int64(e.Count)), kit.RoleText, kit.ColorText2))
			}
			rows = append(rows, kit.Pad(kit.Row(8, line...), 1, 0, 1, 0), kit.HLine(kit.ColorLine))
		}
		if p.ShownAs != "" && p.Index() >= 0 {
			rows = append(rows, kit.Loose(kit.NewButton(env, "reader.evidence.back", "left", env.T("reader.evidence.back"),
				func() { p.Pick(p.Index()) }).Small()))
		}
		items = append(items, kit.Col(0, rows...))
	}
	if f := k.formats(); f != nil {
		items = append(items, f)
	}
	return kit.Col(16, items...)
}

// integrity is the badge, computed now, with algorithm and time.
func (k *packView) integrity() fyne.CanvasObject {
	p, env := k.v.p, k.v.env
	again := kit.NewButton(env, "reader.verify", "refresh", env.T("reader.integrity.again"), p.Verify).Small()
	if p.Verified && len(p.Integrity.Broken) > 0 {
		text := env.T("reader.integrity.broken.text", p.Integrity.Broken[0])
		if n := len(p.Integrity.Broken); n > 1 {
			text += " (" + env.Int(int64(n)) + ")"
		}
		return kit.Col(6, kit.NewBox(env, "reader.broken", kit.Box{Tone: kit.ToneError, Title: env.T("reader.integrity.broken"), Text: text,
			Details: strings.Join(p.Integrity.Broken, "\n")}, nil), kit.Loose(again))
	}
	icon, color, word, lines := "clock", kit.ColorNote, env.T("reader.integrity.running"), []string{}
	switch {
	case p.Verified:
		icon, color, word = "ok", kit.ColorOK, env.T("reader.integrity.sound")
		lines = append(lines, env.T("reader.integrity.files", p.Integrity.Sound, p.Integrity.Files, p.Integrity.Algorithm),
			env.T("reader.integrity.at", env.Moment(p.Integrity.At)))
	case p.CheckErr != nil:
		icon, color, word = "dash", kit.ColorWarn, env.T("reader.integrity.failed")
		lines = append(lines, p.Hint(p.CheckErr))
	case p.Step[1] > 0:
		lines = append(lines, env.T("reader.integrity.step", p.Step[0], p.Step[1]))
	}
	text := []fyne.CanvasObject{kit.NewText(word, kit.RoleBold, color)}
	for _, l := range lines {
		text = append(text, kit.Caption(l).Wrap())
	}
	parts := []fyne.CanvasObject{kit.Cols(12, kit.Col(0, kit.NewIcon(icon, color, 20)), kit.Grow(kit.Col(1, text...)))}
	if p.CheckErr != nil {
		parts = append(parts, kit.Loose(again))
	}
	return kit.Col(8, append(parts, kit.HLine(kit.ColorBorder))...)
}

// document is the description of the document in view with its renditions.
func (k *packView) document(d model.Document) fyne.CanvasObject {
	p, env := k.v.p, k.v.env
	g := kit.Group{Title: env.T("reader.document"), Pairs: []kit.Pair{{Label: env.T("reader.subject"), Value: d.Title},
		{Label: env.T("reader.date"), Value: words.Written(env.Words, d.Date), Missing: d.Date == ""}}}
	if d.Folder != "" {
		g.Pairs = append(g.Pairs, kit.Pair{Label: env.T("described.kind.folder"), Value: d.Folder})
	}
	for _, x := range d.Pairs {
		g.Pairs = append(g.Pairs, kit.Pair{Label: x.Label, Value: x.Value, Missing: x.Missing})
	}
	g.Pairs = append(g.Pairs, kit.Pair{Label: env.T("reader.format"),
		Value: strings.Join(model.Filled([]string{d.Format, d.Length}), ", ")})
	items := []fyne.CanvasObject{kit.NewMetaTable(env, "reader.document", 96, g)}
	if d.Unseen != "" {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Text: d.Unseen}, nil))
	}
	if d.Original != "" {
		archive := kit.NewChip(env, "reader.rendition.archive", env.T("reader.rendition.archive"), "", func() { p.Rendition(false) })
		original := kit.NewChip(env, "reader.rendition.original", env.T("reader.rendition.original", d.Original), "",
			func() { p.Rendition(true) })
		archive.Set("", !p.Original)
		original.Set("", p.Original)
		items = append(items, kit.Col(6, kit.Caption(env.T("reader.rendition")), kit.Row(6, archive, original)))
	}
	return kit.Col(10, items...)
}

// docRow is a year band or a document with its day in the gutter.
type docRow struct {
	band        *kit.Text
	line        *kit.Rect
	day         *kit.Text
	axis        *kit.Rect
	dot         *kit.Rect
	title, info *kit.Text
	box         *fyne.Container
}

func (k *packView) make() fyne.CanvasObject {
	r := &docRow{band: kit.Bold(""), line: kit.HLine(kit.ColorLine), day: kit.NewText("", kit.RoleText, kit.ColorText2).Right(),
		axis: kit.NewRect(kit.ColorLine),
		dot:  kit.Edged(kit.ColorSurface, kit.ColorBorder, 1), title: kit.Body("").End(),
		info: kit.NewText("", kit.RoleCaption, kit.ColorText2).End()}
	r.box = container.New(r, r.band, r.line, r.axis, r.dot, r.day, r.title, r.info)
	return r.box
}

// Layout implements fyne.Layout.
func (r *docRow) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	left := kit.S(16)
	b := r.band.MinSize()
	r.band.Move(fyne.NewPos(left, (s.Height-b.Height)/2))
	r.band.Resize(b)
	r.line.Move(fyne.NewPos(left+b.Width+kit.S(8), s.Height/2))
	r.line.Resize(fyne.NewSize(max(0, s.Width-left-b.Width-kit.S(24)), 1))
	gutter := left + kit.S(48)
	th := r.title.MinSize().Height
	r.day.Move(fyne.NewPos(left, kit.S(4)))
	r.day.Resize(fyne.NewSize(kit.S(48), th))
	r.axis.Move(fyne.NewPos(gutter+kit.S(12), 0))
	r.axis.Resize(fyne.NewSize(1, s.Height))
	r.dot.Move(fyne.NewPos(gutter+kit.S(9), kit.S(4)+(th-kit.S(7))/2))
	r.dot.Resize(fyne.NewSquareSize(kit.S(7)))
	x := gutter + kit.S(26)
	r.title.Move(fyne.NewPos(x, kit.S(4)))
	r.title.Resize(fyne.NewSize(max(0, s.Width-x-kit.S(12)), th))
	r.info.Move(fyne.NewPos(x, kit.S(4)+th))
	r.info.Resize(fyne.NewSize(max(0, s.Width-x-kit.S(12)), r.info.MinSize().Height))
}

// MinSize implements fyne.Layout.
func (r *docRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(160), kit.S(28)) }

func (k *packView) fill(i int, o fyne.CanvasObject) {
	r := o.(*fyne.Container).Layout.(*docRow)
	if i >= len(k.rows) || k.v.p.Open == nil {
		return
	}
	row := k.rows[i]
	band := row.Band != ""
	for _, x := range []fyne.CanvasObject{r.band, r.line} {
		show(x, band)
	}
	for _, x := range []fyne.CanvasObject{r.axis, r.dot, r.day, r.title, r.info} {
		show(x, !band)
	}
	if band {
		r.band.Set(row.Band)
		r.box.Refresh()
		return
	}
	d := k.v.p.Open.Documents[row.Doc]
	r.day.Set(words.WrittenDay(k.v.env.Words, d.Date))
	r.title.Set(d.Title)
	r.info.Set(strings.Join(model.Filled([]string{d.Folder, d.Format, d.Length}), " · "))
	fill := kit.ColorSurface
	if row.Doc == k.v.p.Index() && k.v.p.ShownAs == "" {
		fill = kit.ColorPrimary
	}
	r.dot.Set(fill, kit.ColorBorder, 1)
	r.box.Refresh()
}

func show(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
