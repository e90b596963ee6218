package appraise

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
)

// metaPane is the middle: description as in a records system, things to weigh,
// documents by date.
type metaPane struct {
	v      *view
	top    *fyne.Container
	scroll *kit.Scroll
	docs   *kit.List
	head   *fyne.Container
	count  *kit.Text
	none   *fyne.Container
	root   *fyne.Container
	flat   bool
}

func newMetaPane(v *view) *metaPane {
	m := &metaPane{v: v, top: container.NewStack(), count: kit.NewText("", kit.RoleText, kit.ColorText2), none: container.NewStack()}
	m.scroll = kit.NewScroll(kit.Pad(m.top, 8, 16, 8, 16))
	m.docs = kit.NewList(v.env, "appraise.documents", func() int { return len(m.list()) }, m.make, m.fill)
	m.docs.NoLines = true
	m.docs.OnSelect = func(i int) { v.p.PickDocument(i) }
	m.docs.OnOpen = func(int) {
		if v.class == kit.ClassS && !v.side {
			v.swap()
		}
	}
	m.docs.Describe = func(i int) string {
		d := m.list()[i]
		return m.date(d) + ", " + d.Title + ", " + d.Format
	}
	m.head = kit.Pad(kit.Titled(v.env.T("appraise.documents"), m.count), 4, 16, 0, 16)
	m.root = container.New(m, m.scroll, m.head, m.docs, m.none)
	return m
}

func (m *metaPane) details() (model.Details, bool) {
	d, ok := m.v.p.Details[m.v.p.Current]
	return d, ok
}

func (m *metaPane) list() []model.Document {
	d, _ := m.details()
	return d.Documents
}

// Layout implements fyne.Layout: the description has the room it needs, the
// documents at least two fifths where there are that many.
func (m *metaPane) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	head := m.head.MinSize().Height
	m.scroll.Resize(fyne.NewSize(s.Width, s.Height))
	natural := m.top.MinSize().Height + kit.S(16)
	m.top.Resize(fyne.NewSize(s.Width-kit.S(32), natural))
	natural = m.top.MinSize().Height + kit.S(16)
	need := kit.S(28) * float32(max(1, len(m.list())))
	top := min(natural, max(s.Height*0.6-head, s.Height-head-need))
	m.scroll.Resize(fyne.NewSize(s.Width, top))
	m.scroll.Relayout()
	m.head.Resize(fyne.NewSize(s.Width, head))
	m.head.Move(fyne.NewPos(0, top))
	for _, o := range []fyne.CanvasObject{m.docs, m.none} {
		o.Move(fyne.NewPos(0, top+head))
		o.Resize(fyne.NewSize(s.Width, max(0, s.Height-top-head)))
	}
}

// MinSize implements fyne.Layout.
func (m *metaPane) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(kit.S(200), kit.S(160))
}

func (m *metaPane) refresh() {
	v, p := m.v, m.v.p
	i, ok := p.Tree.Index[p.Current]
	if !ok {
		m.top.Objects = nil
		m.root.Refresh()
		return
	}
	d, loaded := m.details()
	var items []fyne.CanvasObject
	if len(p.Marked) > 0 {
		ids := p.Targets()
		_, docs, bytes := p.Sum(ids)
		items = append(items, kit.Section(v.env.N("appraise.marked", len(ids))).Wrap(),
			kit.Caption(v.env.T("appraise.marked.sum", docs, v.env.Bytes(bytes))))
	}
	items = append(items, kit.Col(0, kit.NewText(v.kindName(i), kit.RoleText, kit.ColorText2).End(),
		kit.Section(p.Tree.Objects[i].Title).Wrap()))
	switch {
	case p.DetailsErr != nil:
		text := v.env.Explain(p.DetailsErr, v.env.T("appraise.error.text"))
		items = append(items, kit.NewBox(v.env, "appraise.details.error",
			kit.Box{Tone: kit.ToneError, Text: text, Details: p.DetailsErr.Error()}, nil))
	case !loaded:
		items = append(items, kit.Caption(v.env.T("appraise.documents.loading")))
	default:
		items = append(items, m.description(d, i), m.weigh(d))
	}
	m.top.Objects = []fyne.CanvasObject{kit.Col(10, items...)}
	m.top.Refresh()
	n := len(d.Documents)
	m.count.Set("")
	m.none.Objects = nil
	if n > 0 {
		at := p.DocumentIndex(d)
		m.count.Set(v.env.T("appraise.documents.at", at+1, n))
		m.docs.Mark(at)
	} else if loaded {
		m.none.Objects = []fyne.CanvasObject{kit.Pad(kit.Col(0,
			kit.NewText(v.env.T("appraise.documents.none"), kit.RoleText, kit.ColorText2).Wrap()), 8, 16, 8, 16)}
	}
	m.docs.Reload()
	if n > 0 {
		m.docs.Reveal(p.DocumentIndex(d))
	}
	m.root.Refresh()
	m.Layout(nil, m.root.Size())
}

// description is the metadata table with the verdict; small windows show the
// short lines first and the rest behind "Alle Angaben".
func (m *metaPane) description(d model.Details, i int) fyne.CanvasObject {
	var groups []kit.Group
	hidden := 0
	for _, g := range d.Groups {
		out := kit.Group{Title: g.Title}
		for _, x := range g.Pairs {
			if m.flat && !m.v.all && !x.Short {
				hidden++
				continue
			}
			out.Pairs = append(out.Pairs, kit.Pair{Label: x.Label, Value: x.Value, Missing: x.Missing})
		}
		if len(out.Pairs) > 0 {
			groups = append(groups, out)
		}
	}
	groups = append(m.beside(d, i), groups...)
	parts := []fyne.CanvasObject{kit.NewMetaTable(m.v.env, "appraise.meta", 128, groups...)}
	if hidden > 0 || m.flat && m.v.all {
		text := "appraise.all"
		if m.v.all {
			text = "appraise.fewer"
		}
		parts = append(parts, kit.Loose(kit.NewLink(m.v.env, "appraise.all", m.v.env.T(text), func() {
			m.v.all = !m.v.all
			m.refresh()
		})))
	}
	return kit.Col(0, parts...)
}

// beside shows proposals and decision side by side, each with its origin (A30).
func (m *metaPane) beside(d model.Details, i int) []kit.Group {
	if m.v.p.Tree.Objects[i].Kind == model.PlanUnit {
		return nil
	}
	g := kit.Group{}
	for _, x := range d.Proposals {
		g.Pairs = append(g.Pairs, kit.Pair{Label: x.Label, Value: x.Value})
	}
	g.Pairs = append(g.Pairs, m.verdict(i)...)
	return []kit.Group{g}
}

// verdict shows what holds with its origin and reason.
func (m *metaPane) verdict(i int) []kit.Pair {
	v, env := m.v.p.Tree.Verdict(i), m.v.env
	if v.Letter == "" {
		return []kit.Pair{{Label: env.T("appraise.verdict"), Value: env.T("appraise.letter.")}}
	}
	word := env.T("appraise.letter." + v.Letter)
	switch {
	case v.Inherited:
		word = env.T("appraise.verdict.inherited", word, v.From)
	case v.Origin == "message" || v.Origin == "catalogue" || v.Origin == "kind":
		word = env.T("appraise.verdict.origin."+v.Origin, word)
	case v.Actor != "":
		word += ", " + v.Actor
		if !v.At.IsZero() {
			word += ", " + env.Moment(v.At)
		}
	}
	pairs := []kit.Pair{{Label: env.T("appraise.verdict"), Value: word}}
	if v.Reason != "" {
		pairs = append(pairs, kit.Pair{Label: env.T("appraise.reason"), Value: v.Reason})
	}
	return pairs
}

// weigh lists the aids as sentences; a link goes to what it speaks of.
func (m *metaPane) weigh(d model.Details) fyne.CanvasObject {
	if len(d.Aids) == 0 {
		return kit.Space(0, 0)
	}
	items := []fyne.CanvasObject{kit.Titled(m.v.env.T("appraise.weigh"))}
	for n, a := range d.Aids {
		color := map[string]fyne.ThemeColorName{"warning": kit.ColorWarn, "note": kit.ColorNote}[a.Icon]
		if color == "" {
			color = kit.ColorPrimary
		}
		var text fyne.CanvasObject = kit.Body(a.Text).Wrap()
		if m.flat {
			text = kit.Body(a.Text).End()
		}
		row := []fyne.CanvasObject{kit.NewIcon(a.Icon, color, 16), kit.Grow(text)}
		if a.Goto != "" {
			if j, ok := m.v.p.Tree.Index[a.Goto]; ok {
				row = append(row, kit.NewIconButton(m.v.env, "appraise.aid."+string(rune('0'+n%10)), "right", a.Text,
					func() { m.v.p.Choose(j) }))
			}
		}
		items = append(items, kit.Pad(kit.Row(8, row...), 4, 0, 4, 0), kit.HLine(kit.ColorLine))
	}
	return kit.Col(0, items...)
}

func (m *metaPane) date(d model.Document) string {
	if d.Date == "" {
		return m.v.env.T("appraise.undated")
	}
	return d.Date
}

// columns of a document: date, title, format, length.
func (m *metaPane) columns() kit.Columns {
	format := float32(62)
	if m.flat {
		format = 0
	}
	return kit.Columns{Gap: 8, Left: 16, Cols: []kit.Column{{Width: 76}, {Grow: 1}, {Width: format}, {Width: 34, Right: true}}}
}

func (m *metaPane) make() fyne.CanvasObject {
	return m.columns().Row(kit.NewText("", kit.RoleCaption, kit.ColorText2), kit.Body("").End(),
		kit.NewText("", kit.RoleCaption, kit.ColorText2).End(), kit.NewText("", kit.RoleCaption, kit.ColorText2).Right())
}

func (m *metaPane) fill(i int, o fyne.CanvasObject) {
	list := m.list()
	if i >= len(list) {
		return
	}
	d := list[i]
	format := d.Format
	if d.Paper {
		format = m.v.env.T("appraise.paper")
	}
	if m.flat {
		format = ""
	}
	for n, s := range []string{m.date(d), d.Title, format, d.Length} {
		o.(*fyne.Container).Objects[n].(*kit.Text).Set(s)
	}
	o.Refresh()
}
