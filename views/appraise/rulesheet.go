package appraise

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/appraisal/sift"
	"laufzettel/views/kit"
)

// showRule opens the selection by rule for mass case files. It only marks; the
// decision is a key of its own.
func (v *view) showRule() {
	env := v.env
	r := sift.Rule{Kind: sift.EveryNth}
	holder, count := container.NewStack(), kit.Bold("")
	var fields [3]*kit.Field
	var chips []*kit.Chip
	do := kit.NewPrimary(env, "appraise.rule.do", "check", env.T("appraise.rule.do"), nil)
	preview := func() {
		if r.Problem() != "" {
			count.Set(env.T("appraise.rule.incomplete"))
			do.Disable()
			return
		}
		all := v.p.Tree.Candidates()
		n := len(v.p.Tree.Pick(r, all))
		count.Set(env.T("appraise.rule.preview", n, len(all)))
		if n > 0 {
			do.Enable()
		} else {
			do.Disable()
		}
	}
	build := func() {
		r.A, r.B = "", ""
		name := "appraise.rule." + string(r.Kind)
		entry := func(n int, id, label string, set func(string)) fyne.CanvasObject {
			fields[n] = kit.NewField(env, env.T(label), kit.NewEntry(env, id, "", func(s string) {
				set(s)
				preview()
			}))
			return kit.Grow(fields[n])
		}
		row := []fyne.CanvasObject{entry(0, "appraise.rule.a", name+".a", func(s string) { r.A = s })}
		if env.Has(name + ".b") {
			row = append(row, entry(1, "appraise.rule.b", name+".b", func(s string) { r.B = s }))
		}
		holder.Objects = []fyne.CanvasObject{kit.Cols(16, row...)}
		holder.Refresh()
		for i, c := range chips {
			c.Set("", sift.RuleKinds[i] == r.Kind)
		}
		preview()
	}
	var row []fyne.CanvasObject
	for _, k := range sift.RuleKinds {
		c := kit.NewChip(env, "appraise.rule."+string(k), env.T("appraise.rule."+string(k)), "", func() {
			r.Kind = k
			build()
		})
		chips, row = append(chips, c), append(row, c)
	}
	fields[2] = kit.NewField(env, env.T("appraise.rule.exceptions"), kit.NewEntry(env, "appraise.rule.exceptions", "", func(s string) {
		r.Exceptions = s
		preview()
	})).Help(env.T("appraise.rule.exceptions.help"))
	do.SetAct(func() {
		env.Open().Close()
		v.p.SelectBy(r)
		env.Focus(v.records.List)
	})
	build()
	items := []fyne.CanvasObject{kit.Body(env.T("appraise.rule.text")).Wrap()}
	for n, p := range v.p.Tree.Asked() {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Title: env.T("appraise.rule.asked", p.Text),
			Text: env.N("appraise.rule.asked.units", p.Units), Buttons: []fyne.CanvasObject{
				kit.NewButton(env, "appraise.rule.asked."+strconv.Itoa(n), "check", env.T("appraise.rule.asked.take"), func() {
					v.p.TakeAsked(p.Text)
					was := r.Exceptions
					r = p.Rule
					build()
					r.A, r.B, r.Exceptions = p.Rule.A, p.Rule.B, was
					fields[0].Entry.Put(r.A)
					if env.Has("appraise.rule." + string(r.Kind) + ".b") {
						fields[1].Entry.Put(r.B)
					}
					preview()
				}).Small()}}, nil))
	}
	if left := len(v.p.Left()); left > 0 {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Title: env.N("appraise.rule.left", left),
			Text: env.T("appraise.rule.left.text"), Buttons: []fyne.CanvasObject{
				kit.NewButton(env, "appraise.rule.left", "check", env.T("appraise.rule.left.take"), func() {
					env.Open().Close()
					v.p.SelectLeft()
					env.Focus(v.records.List)
				}).Small()}}, nil))
	}
	items = append(items, kit.Flow(6, row...), holder, fields[2])
	content := kit.NewScroll(kit.Pad(kit.Col(14, items...), 16, 20, 16, 20)).Tall()
	kit.NewSheet(env, env.T("appraise.rule.title"), 640, 0, content, kit.Row(12, kit.Grow(count), do)).First(chips[0]).Show()
}
