package appraise

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/appraisal/sift"
	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
)

// showFilter opens the facets. What is chosen acts at once and is counted on the
// button.
func (v *view) showFilter() {
	env := v.env
	items := v.p.Tree.Items()
	v.tallies = nil
	var rows []fyne.CanvasObject
	rows = append(rows,
		kit.Cols(16, kit.Grow(v.textFacet("word", func(f *sift.Filter) *string { return &f.Word })),
			kit.Grow(v.textFacet("plan", func(f *sift.Filter) *string { return &f.Plan }))),
		kit.Caption(v.wordState()),
		v.chipFacet("suggestion", model.Proposals[:], func(f *sift.Filter) *string { return &f.Suggestion }))
	if len(sift.Values(items, func(it *sift.Item) []string { return []string{it.Model} })) > 0 {
		rows = append(rows, v.chipFacet("model", model.Proposals[:], func(f *sift.Filter) *string { return &f.Model }))
	}
	rows = append(rows,
		kit.Cols(16, kit.Grow(v.year("from", func(f *sift.Filter) *int { return &f.From })),
			kit.Grow(v.year("to", func(f *sift.Filter) *int { return &f.To })),
			kit.Grow(v.size("min", func(f *sift.Filter) *int64 { return &f.MinBytes })),
			kit.Grow(v.size("max", func(f *sift.Filter) *int64 { return &f.MaxBytes }))))
	if formats := model.Top(sift.Values(items, func(it *sift.Item) []string { return it.Formats })); len(formats) > 0 {
		rows = append(rows, v.chipFacet("format", formats, func(f *sift.Filter) *string { return &f.Format }))
	}
	if agencies := model.Top(sift.Values(items, func(it *sift.Item) []string { return []string{it.Agency} })); len(agencies) > 1 {
		rows = append(rows, v.chipFacet("agency", agencies, func(f *sift.Filter) *string { return &f.Agency }))
	}
	rows = append(rows, v.switches())
	kit.Form{Name: "appraise.filter", Title: env.T("appraise.filter.title"), Above: kit.Col(12, rows...), Width: 720, Height: 560,
		Buttons: []kit.FormButton{{Name: "appraise.filter.clear", Icon: "cross", Text: env.T("appraise.filter.clear"), Bare: true,
			Do: func(map[string]string) { v.clearFilter() }}},
		OnClose: func() { v.tallies = nil }}.Show(env)
}

// wordState tells how far the word index is.
func (v *view) wordState() string {
	done, total := v.p.Indexed[0], v.p.Indexed[1]
	switch {
	case total == 0:
		return v.env.T("appraise.word.none")
	case done < total:
		return v.env.T("appraise.word.state", v.env.Int(int64(done)), v.env.Int(int64(total)))
	}
	return v.env.T("appraise.word.ready", v.env.Int(int64(total)))
}

// set changes the filter in force.
func (v *view) set(change func(*sift.Filter)) {
	f := v.p.Filter
	change(&f)
	v.p.Narrow(f)
	v.tally()
}

// tally counts anew what each facet on screen would leave.
func (v *view) tally() {
	for _, refresh := range v.tallies {
		refresh()
	}
}

// textFacet is a facet that is typed; it acts with Enter and when it is left empty.
func (v *view) textFacet(name string, of func(*sift.Filter) *string) fyne.CanvasObject {
	id := "appraise.filter." + name
	e := kit.NewEntry(v.env, id, v.env.T(id+".hint"), nil)
	now := v.p.Filter
	e.Put(*of(&now))
	e.OnSubmitted = func(s string) { v.set(func(f *sift.Filter) { *of(f) = strings.TrimSpace(s) }) }
	e.OnChanged = func(s string) {
		if s == "" || name != "word" { // a word asks the index: not for every letter
			v.set(func(f *sift.Filter) { *of(f) = strings.TrimSpace(s) })
		}
	}
	return kit.NewField(v.env, v.env.T(id), e)
}

// chipFacet offers values as chips, one of them at a time.
func (v *view) chipFacet(name string, values []string, of func(*sift.Filter) *string) fyne.CanvasObject {
	id := "appraise.filter." + name
	var chips []*kit.Chip
	var row []fyne.CanvasObject
	refresh := func() {
		f := v.p.Filter
		for i, c := range chips {
			n := v.p.Tree.Leaving(v.p.Filter, func(f *sift.Filter) { *of(f) = values[i] })
			c.Set(v.env.Int(int64(n)), *of(&f) == values[i])
		}
	}
	v.tallies = append(v.tallies, refresh)
	for _, value := range values {
		word := value
		if value == "-" {
			word = v.env.T("appraise.filter.none")
		}
		c := kit.NewChip(v.env, id+"."+value, word, "", func() {
			v.set(func(f *sift.Filter) {
				if *of(f) == value {
					*of(f) = ""
				} else {
					*of(f) = value
				}
			})
		})
		chips, row = append(chips, c), append(row, c)
	}
	refresh()
	return kit.Col(6, kit.Caption(v.env.T(id)), kit.Flow(6, row...))
}

func (v *view) year(name string, of func(*sift.Filter) *int) fyne.CanvasObject {
	id := "appraise.filter." + name
	var field *kit.Field
	field = kit.NewField(v.env, v.env.T(id), kit.NewEntry(v.env, id, "", func(s string) {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if strings.TrimSpace(s) == "" {
			n, err = 0, nil
		}
		if err != nil || n != 0 && (n < 1000 || n > 2999) {
			field.SetError(v.env.T("appraise.filter.year"))
			return
		}
		field.SetError("")
		v.set(func(f *sift.Filter) { *of(f) = n })
	}))
	if f := v.p.Filter; *of(&f) > 0 {
		field.Entry.Put(strconv.Itoa(*of(&f)))
	}
	return field
}

// size is a number of megabytes.
func (v *view) size(name string, of func(*sift.Filter) *int64) fyne.CanvasObject {
	id := "appraise.filter." + name
	var field *kit.Field
	field = kit.NewField(v.env, v.env.T(id), kit.NewEntry(v.env, id, "", func(s string) {
		n, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(s), ",", ".", 1), 64)
		if strings.TrimSpace(s) == "" {
			n, err = 0, nil
		}
		if err != nil || !(n >= 0 && n < 1e9) {
			field.SetError(v.env.T("appraise.filter.size"))
			return
		}
		field.SetError("")
		v.set(func(f *sift.Filter) { *of(f) = int64(n * 1e6) })
	}))
	if f := v.p.Filter; *of(&f) > 0 {
		field.Entry.Put(strings.Replace(strconv.FormatFloat(float64(*of(&f))/1e6, 'f', -1, 64), ".", ",", 1))
	}
	return field
}

// switches are the facets that are on or off.
func (v *view) switches() fyne.CanvasObject {
	list := []struct {
		name string
		of   func(*sift.Filter) *bool
	}{
		{"unreasoned", func(f *sift.Filter) *bool { return &f.Unreasoned }}, {"differs", func(f *sift.Filter) *bool { return &f.Differs }},
		{"paper", func(f *sift.Filter) *bool { return &f.Paper }}, {"twin", func(f *sift.Filter) *bool { return &f.Twin }},
		{"gap", func(f *sift.Filter) *bool { return &f.Gap }}, {"remark", func(f *sift.Filter) *bool { return &f.Remark }},
		{"changed", func(f *sift.Filter) *bool { return &f.Changed }},
	}
	var rows [2][]fyne.CanvasObject
	for i, x := range list {
		id := "appraise.filter." + x.name
		c := kit.NewChip(v.env, id, v.env.T(id), "", func() { v.set(func(f *sift.Filter) { *x.of(f) = !*x.of(f) }) })
		refresh := func() {
			f := v.p.Filter
			c.Set(v.env.Int(int64(v.p.Tree.Leaving(v.p.Filter, func(f *sift.Filter) { *x.of(f) = true }))), *x.of(&f))
		}
		refresh()
		v.tallies = append(v.tallies, refresh)
		rows[i/4] = append(rows[i/4], c)
	}
	return kit.Col(6, kit.Caption(v.env.T("appraise.filter.more")), kit.Flow(6, append(rows[0], rows[1]...)...))
}

// showSort lists the columns; Enter sorts, the same again turns the direction.
func (v *view) showSort() {
	env := v.env
	columns := append([]string{""}, sift.Columns...)
	name := func(c string) string {
		if c == "" {
			return env.T("appraise.sort.delivered")
		}
		return env.T("appraise.sort." + c)
	}
	l := kit.NewList(env, "appraise.sort.list", func() int { return len(columns) },
		func() fyne.CanvasObject {
			return kit.Pad(kit.Row(12, kit.Grow(kit.Body("").End()), kit.Caption("")), 0, 20, 0, 20)
		},
		func(i int, o fyne.CanvasObject) {
			row := o.(*fyne.Container).Objects[0].(*fyne.Container)
			row.Objects[0].(*kit.Text).Set(name(columns[i]))
			state, order := "", v.p.Tree.Order
			if order.By == columns[i] {
				state = env.T("appraise.sort.up")
				if order.Down {
					state = env.T("appraise.sort.down")
				}
				if order.By == "" {
					state = env.T("appraise.sort.on")
				}
			}
			row.Objects[1].(*kit.Text).Set(state)
			row.Refresh()
		})
	l.OnOpen = func(i int) {
		v.p.SortBy(columns[i])
		l.Reload()
	}
	l.Describe = func(i int) string { return name(columns[i]) }
	kit.Form{Name: "appraise.sort", Title: env.T("appraise.sorting"), Width: 440, Height: 440, Body: l, First: l,
		Note: env.T("appraise.sort.help"), Buttons: []kit.FormButton{}}.Show(env)
}
