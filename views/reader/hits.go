package reader

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/viewer/catalog"
	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
	"laufzettel/views/words"
)

// hitList is the first page: one search field, filters left, results with context.
type hitList struct {
	v       *view
	search  *kit.Field
	do      *kit.Button
	count   *kit.Text
	list    *kit.List
	above   *fyne.Container
	filters *fyne.Container
	from    *kit.Field
	to      *kit.Field
	filled  bool
}

func newHitList(v *view) *hitList {
	h := &hitList{v: v, count: kit.Bold(""), above: container.NewStack(), filters: container.NewStack()}
	env := v.env
	h.search = kit.NewSearch(env, "reader.search", env.T("reader.search"), nil)
	h.search.Entry.OnSubmitted = func(s string) {
		v.p.SetText(s)
		env.Focus(h.list)
	}
	h.search.Entry.OnDown = func() { env.Focus(h.list) }
	h.do = kit.NewPrimary(env, "reader.search.do", "search", env.T("reader.search.do"), func() { v.p.SetText(h.search.Entry.Text) })
	h.list = kit.NewList(env, "reader.hits", h.len, h.make, h.fill)
	h.list.Height = h.height
	h.list.OnSelect = func(i int) {
		if i < len(v.p.Results.Items) {
			v.p.Chosen = i
		}
	}
	h.list.OnOpen = func(i int) {
		if i == len(v.p.Results.Items) {
			v.p.More()
			return
		}
		v.p.OpenResult(i)
	}
	h.list.Describe = h.describe
	h.from = h.year("reader.from", "reader.filter.from", func(q *catalog.Query, n int) { q.FromYear = n })
	h.to = h.year("reader.to", "reader.filter.to", func(q *catalog.Query, n int) { q.ToYear = n })
	return h
}

func (h *hitList) year(name, label string, set func(*catalog.Query, int)) *kit.Field {
	env := h.v.env
	var field *kit.Field
	entry := kit.NewEntry(env, name, "", nil)
	field = kit.NewField(env, env.T(label), entry)
	entry.OnSubmitted = func(s string) {
		s = strings.TrimSpace(s)
		n, err := strconv.Atoi(s)
		if s == "" {
			n, err = 0, nil
		}
		if err != nil || n != 0 && (n < 1000 || n > 2999) {
			field.SetError(env.T("reader.filter.year"))
			return
		}
		field.SetError("")
		h.v.p.Narrow(func(q *catalog.Query) { set(q, n) })
	}
	return field
}

// build lays the page out for the class.
func (h *hitList) build() fyne.CanvasObject {
	top := kit.Pad(kit.Row(8, kit.Grow(h.search), h.do), 14, 20, 10, 20)
	results := kit.Col(0, kit.Pad(kit.Row(12, h.count, kit.Grow(kit.Space(0, 0))), 4, 16, 6, 16), h.above, kit.Grow(h.list))
	if h.v.class == kit.ClassS {
		return kit.Col(0, top, kit.HLine(kit.ColorLine), kit.Grow(results))
	}
	side := kit.NewScroll(kit.Pad(kit.Col(14, h.filters, h.from, h.to), 8, 16, 16, 20))
	split := kit.NewPanes(h.v.env, "reader.search", func() kit.Class { return h.v.class },
		kit.Pane{Object: side, Width: kit.Sizes{L: 280, M: 240}, Min: 180}, kit.Pane{Object: results, Grow: true})
	return kit.Col(0, top, kit.HLine(kit.ColorLine), kit.Grow(split))
}

func (h *hitList) refresh() {
	p, env := h.v.p, h.v.env
	if h.search.Entry.Text == "" && p.Query.Text != "" && !h.filled {
		h.search.Entry.Put(p.Query.Text)
	}
	h.filled = true
	text := ""
	switch {
	case p.Busy:
		text = env.T("reader.searching")
	case p.Searched:
		text = env.N("reader.hits", p.Results.Total)
		if p.Results.More {
			text = env.T("reader.hits.more", env.Int(int64(p.Results.Total)))
		}
		if p.Results.Due > 0 {
			text += " · " + env.T("reader.due", p.Results.Due)
		}
	}
	h.count.Set(text)
	var notice fyne.CanvasObject
	switch {
	case p.Err != nil:
		notice = kit.Pad(kit.NewBox(env, "reader.error", kit.Box{Tone: kit.ToneError, Title: env.T("reader.error.search"),
			Text: p.Hint(p.Err), Details: p.Err.Error()}, nil), 8, 16, 8, 16)
	case p.Busy && p.Results.Total == 0:
		notice = kit.NewSkeleton(env, 48)
	case p.Busy:
	case !p.Searched:
		notice = kit.NewEmpty(env.T("reader.start.title"), env.N("reader.start.text", p.Held), nil)
	case p.Results.Total == 0:
		notice = kit.NewEmpty(env.T("reader.none.title"), env.T("reader.none.text"), nil)
	}
	h.above.Objects = nil
	if notice != nil {
		h.above.Objects = []fyne.CanvasObject{notice}
	}
	h.above.Refresh()
	env.Rebuild(h.facets)
	h.list.Mark(p.Chosen)
	h.list.Reload()
	h.v.body.Refresh()
	for _, o := range h.v.body.Objects {
		o.Refresh()
	}
}

// maxFacets are the values of a facet that are shown.
const maxFacets = 8

// offered are the values shown: the first ones, and always the one in force, also where
// nothing is found with it any more.
func offered(values []catalog.Facet, now string) []catalog.Facet {
	at := slices.IndexFunc(values, func(f catalog.Facet) bool { return f.Value == now })
	out := slices.Clone(values[:min(maxFacets, len(values))])
	switch {
	case now == "" || at >= 0 && at < maxFacets:
	case at >= 0:
		out = append(out, values[at])
	default:
		out = append(out, catalog.Facet{Value: now})
	}
	return out
}

func (h *hitList) facets() {
	p, env := h.v.p, h.v.env
	items := []fyne.CanvasObject{}
	group := func(title, name string, values []catalog.Facet, now string, label func(string) string, set func(*catalog.Query, string)) {
		values = offered(values, now)
		if len(values) == 0 {
			return
		}
		items = append(items, kit.Caption(title))
		for i, f := range values {
			c := kit.NewChip(env, name+"."+strconv.Itoa(i), kit.Shorten(label(f.Value), kit.S(150), kit.RoleText, false),
				env.Int(int64(f.Count)), func() {
					p.Narrow(func(q *catalog.Query) {
						if now == f.Value {
							set(q, "")
						} else {
							set(q, f.Value)
						}
					})
				})
			c.Set(env.Int(int64(f.Count)), now == f.Value)
			items = append(items, kit.Loose(c))
		}
	}
	group(env.T("reader.filter.agency"), "reader.agency", p.Facets.Agencies, p.Query.Agency, func(s string) string { return s },
		func(q *catalog.Query, s string) { q.Agency = s })
	group(env.T("reader.filter.kind"), "reader.kind", p.Facets.Kinds, p.Query.Kind, h.kind, func(q *catalog.Query, s string) { q.Kind = s })
	if p.Filtered() {
		items = append(items, kit.Loose(kit.NewButton(env, "reader.filter.clear", "cross", env.T("reader.filter.clear"), func() {
			h.from.Entry.Put("")
			h.to.Entry.Put("")
			p.Narrow(func(q *catalog.Query) { *q = catalog.Query{Text: q.Text} })
		}).Small()))
	}
	h.filters.Objects = []fyne.CanvasObject{kit.Col(6, items...)}
	h.filters.Refresh()
}

func (h *hitList) kind(s string) string {
	if key := "reader.kind." + s; h.v.env.Has(key) {
		return h.v.env.T(key)
	}
	return s
}

func (h *hitList) len() int {
	n := len(h.v.p.Results.Items)
	if n > 0 && n < h.v.p.Results.Total {
		n++ // "Weitere zeigen"
	}
	return n
}

const (
	hitHead  = 46
	hitPlace = 20
)

func (h *hitList) height(i int) float32 {
	items := h.v.p.Results.Items
	if i >= len(items) {
		return 40
	}
	n := len(model.Places(items[i]))
	if items[i].More > 0 {
		n++
	}
	return hitHead + hitPlace*float32(n) + 8
}

func (h *hitList) describe(i int) string {
	items := h.v.p.Results.Items
	if i >= len(items) {
		return h.v.env.T("reader.more", h.v.p.Results.Total-len(items))
	}
	return h.v.env.T("reader.result", items[i].ReferenceCode, items[i].Subject, i+1, h.v.p.Results.Total)
}

// hitRow is one result: name, facts, and the places with the words in bold.
type hitRow struct {
	box          *fyne.Container
	title, ref   *kit.Text
	facts, state *kit.Text
	lock         *kit.Icon
	places       [3]*spanLine
	more         *kit.Text
}

func (h *hitList) make() fyne.CanvasObject {
	r := &hitRow{title: kit.Bold("").End(), ref: kit.NewText("", kit.RoleCaption, kit.ColorText2).Right(),
		facts: kit.NewText("", kit.RoleCaption, kit.ColorText2).End(),
		state: kit.NewText("", kit.RoleCaption, kit.ColorText2).Right(), lock: kit.NewIcon("", kit.ColorWarn, 14),
		more: kit.NewText("", kit.RoleCaption, kit.ColorText2).End()}
	objs := []fyne.CanvasObject{r.title, r.ref, r.facts, r.lock, r.state}
	for i := range r.places {
		r.places[i] = newSpanLine()
		objs = append(objs, r.places[i].box)
	}
	r.box = container.New(r, append(objs, r.more)...)
	return r.box
}

// Layout implements fyne.Layout.
func (r *hitRow) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	left, right := kit.S(16), s.Width-kit.S(16)
	line := func(o fyne.CanvasObject, x, y, w float32) {
		o.Move(fyne.NewPos(x, kit.S(y)))
		o.Resize(fyne.NewSize(max(0, w), o.MinSize().Height))
	}
	ref := r.ref.MinSize().Width
	line(r.ref, right-ref, 7, ref)
	line(r.title, left, 5, right-ref-kit.S(12)-left)
	state := r.state.MinSize().Width
	line(r.state, right-state, 26, state)
	line(r.lock, right-state-kit.S(18), 27, kit.S(14))
	line(r.facts, left, 26, right-state-kit.S(24)-left)
	y := float32(hitHead)
	for _, p := range r.places {
		if p.box.Visible() {
			line(p.box, left, y, right-left)
			y += hitPlace
		}
	}
	line(r.more, left, y, right-left)
}

// MinSize implements fyne.Layout.
func (r *hitRow) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(kit.S(200), kit.S(hitHead))
}

func (h *hitList) fill(i int, o fyne.CanvasObject) {
	r := o.(*fyne.Container).Layout.(*hitRow)
	env, items := h.v.env, h.v.p.Results.Items
	for _, p := range r.places {
		p.box.Hide()
	}
	r.more.Set("")
	if i >= len(items) {
		r.title.Set(env.T("reader.more", min(model.PageSize, h.v.p.Results.Total-len(items))))
		r.ref.Set("")
		r.facts.Set("")
		r.state.Set("")
		r.lock.Set("", kit.ColorWarn)
		r.box.Refresh()
		return
	}
	it := items[i]
	r.title.Set(it.Subject)
	r.ref.Set(it.ReferenceCode)
	facts := []string{h.kind(it.Kind), it.Filing, words.WrittenSpan(h.v.env.Words, it.From, it.To), it.Agency}
	r.facts.Set(strings.Join(model.Filled(facts), " · "))
	icon, state := "", env.T("reader.unchecked")
	if !it.Checked.IsZero() {
		state = env.T("reader.checked", it.Checked)
	}
	if it.Closure.On(h.v.now()) != catalog.Open {
		icon, state = "lock", h.v.closedWord(it.Closure)
	}
	r.lock.Set(icon, kit.ColorWarn)
	r.state.Set(state)
	for n, p := range model.Places(it) {
		if n < len(r.places) {
			r.places[n].set(env, p)
			r.places[n].box.Show()
		}
	}
	if it.More > 0 {
		r.more.Set(env.N("reader.places", it.More))
	}
	r.box.Refresh()
}

// spanLine is one line of context with the hit words in bold.
type spanLine struct {
	box   *fyne.Container
	parts []*kit.Text
	roles []kit.Role
}

func newSpanLine() *spanLine {
	s := &spanLine{}
	s.box = container.New(s)
	return s
}

func (s *spanLine) set(env *kit.Env, p catalog.Place) {
	spans := append([]catalog.Span{{Text: strings.TrimSpace(words.Written(env.Words, p.Date)+" "+p.Title) + ": "}}, p.Context...)
	s.box.Objects, s.parts, s.roles = nil, nil, nil
	for i, sp := range spans {
		role, color := kit.RoleText, kit.ColorText
		if sp.Hit {
			role = kit.RoleBold
		} else if i == 0 {
			color = kit.ColorText2
		}
		t := kit.NewText(sp.Text, role, color).End()
		s.parts, s.roles = append(s.parts, t), append(s.roles, role)
		s.box.Objects = append(s.box.Objects, t)
	}
	s.box.Refresh()
}

// Layout implements fyne.Layout: words side by side, shortened at the edge.
func (s *spanLine) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	for i, t := range s.parts {
		w := kit.Measure(t.Text(), s.roles[i])
		if x >= size.Width-kit.S(10) {
			t.Hide()
			continue
		}
		t.Show()
		t.Move(fyne.NewPos(x, 0))
		t.Resize(fyne.NewSize(min(w+1, size.Width-x), size.Height))
		x += w
	}
}

// MinSize implements fyne.Layout.
func (s *spanLine) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(kit.S(60), kit.LineHeight(kit.RoleText))
}
