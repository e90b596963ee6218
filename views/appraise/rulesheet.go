package appraise

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/appraisal/sift"
	"laufzettel/views/kit"
)

// ruleSheet asks for a rule; what it would mark is told while it is typed.
type ruleSheet struct {
	v      *view
	rule   sift.Rule
	holder *fyne.Container // the fields of the kind that is chosen
	count  *kit.Text
	chips  []*kit.Chip
	fields []*kit.Field
	except *kit.Field
}

// showRule opens the selection by rule for mass case files. It only marks; the
// decision is a key of its own.
func (v *view) showRule() {
	env := v.env
	r := &ruleSheet{v: v, rule: sift.Rule{Kind: sift.EveryNth}, holder: container.NewStack(), count: kit.Bold("")}
	var kinds []fyne.CanvasObject
	for _, k := range sift.RuleKinds {
		c := kit.NewChip(env, "appraise.rule."+string(k), env.T("appraise.rule."+string(k)), "", func() {
			r.rule.Kind = k
			r.build("", "")
			env.Focus(r.fields[0].Entry)
		})
		r.chips, kinds = append(r.chips, c), append(kinds, c)
	}
	r.except = r.field("appraise.rule.exceptions", env.T("appraise.rule.exceptions"), "", func(s string) { r.rule.Exceptions = s })
	r.except.Help(env.T("appraise.rule.exceptions.help"))
	r.build("", "")
	kit.Form{Name: "appraise.rule", Title: env.T("appraise.rule.title"), Text: env.T("appraise.rule.text"), Width: 640, First: r.chips[0],
		Above:  kit.Col(14, append(r.proposed(), kit.Flow(6, kinds...))...),
		Fields: []kit.FormField{{Object: r.holder}, {Object: r.except}}, Below: r.count,
		Buttons: []kit.FormButton{{Name: "appraise.rule.do", Icon: "check", Text: env.T("appraise.rule.do"), Primary: true, Off: true,
			Do: func(map[string]string) {
				v.p.SelectBy(r.rule)
				env.Focus(v.records.List)
			}}}}.Show(env)
	r.preview()
}

// field asks for one value of the rule; Enter goes on to the next empty one.
func (r *ruleSheet) field(id, label, text string, set func(string)) *kit.Field {
	e := kit.NewEntry(r.v.env, id, "", func(s string) {
		set(s)
		r.preview()
	})
	e.Put(text)
	e.OnSubmitted = func(string) { r.enter(e) }
	return kit.NewField(r.v.env, label, e)
}

// enter goes to the first empty field, from the last one to what is named beside.
func (r *ruleSheet) enter(from *kit.Entry) {
	for _, f := range append(slices.Clone(r.fields), r.except) {
		if f.Entry != from && f.Entry.Text == "" {
			r.v.env.Focus(f.Entry)
			return
		}
	}
}

// build makes the fields of the kind, with what is known of them.
func (r *ruleSheet) build(a, b string) {
	env, name := r.v.env, "appraise.rule."+string(r.rule.Kind)
	r.rule.A, r.rule.B = a, b
	r.fields = []*kit.Field{r.field("appraise.rule.a", env.T(name+".a"), a, func(s string) { r.rule.A = s })}
	if env.Has(name + ".b") {
		r.fields = append(r.fields, r.field("appraise.rule.b", env.T(name+".b"), b, func(s string) { r.rule.B = s }))
	}
	var row []fyne.CanvasObject
	for _, f := range r.fields {
		row = append(row, kit.Grow(f))
	}
	r.holder.Objects = []fyne.CanvasObject{kit.Cols(16, row...)}
	r.holder.Refresh()
	for i, c := range r.chips {
		c.Set("", sift.RuleKinds[i] == r.rule.Kind)
	}
	r.preview()
}

// preview tells how many the rule would mark; one that marks none cannot be taken.
func (r *ruleSheet) preview() {
	env, able := r.v.env, false
	if r.rule.Problem() != "" {
		r.count.Set(env.T("appraise.rule.incomplete"))
	} else {
		all := r.v.p.Tree.Candidates()
		n := len(r.v.p.Tree.Pick(r.rule, all))
		r.count.Set(env.T("appraise.rule.preview", n, len(all)))
		able = n > 0
	}
	do, ok := env.Find("appraise.rule.do").(fyne.Disableable)
	switch {
	case !ok: // before the form is open
	case able:
		do.Enable()
	default:
		do.Disable()
	}
}

// proposed are the rules the agency asks for, and what the last selection has left.
func (r *ruleSheet) proposed() (items []fyne.CanvasObject) {
	v, env := r.v, r.v.env
	for n, p := range v.p.Tree.Asked() {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Title: env.T("appraise.rule.asked", p.Text),
			Text: env.N("appraise.rule.asked.units", p.Units), Buttons: []fyne.CanvasObject{
				kit.NewButton(env, "appraise.rule.asked."+strconv.Itoa(n), "check", env.T("appraise.rule.asked.take"), func() {
					v.p.TakeAsked(p.Text)
					r.rule.Kind = p.Rule.Kind
					r.build(p.Rule.A, p.Rule.B)
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
	return items
}
