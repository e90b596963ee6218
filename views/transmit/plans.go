package transmit

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/transmit/model"
)

// planSheet is the open sheet of plans.
type planSheet struct {
	list                *kit.List
	note                *kit.Text
	run, toggle, remove *kit.Button
}

// askPlans shows the plans and lets one enter, run, pause and remove them.
func (v *view) askPlans() {
	env := v.env
	s := &planSheet{note: kit.NewText("", kit.RoleText, kit.ColorText2).Wrap()}
	plans := func() []model.Plan { return v.p.State.Plans }
	s.list = kit.NewList(env, "transmit.plans.list", func() int { return len(plans()) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Col(0, kit.Bold("").End(), kit.Caption("").End()), 4, 8, 4, 8)
	}, func(i int, o fyne.CanvasObject) {
		c := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		c[0].(*kit.Text).Set(plans()[i].Name)
		c[1].(*kit.Text).Set(plans()[i].Told)
	})
	s.list.RowHeight = 48
	s.list.Describe = func(i int) string { return plans()[i].Name + ", " + plans()[i].Told }
	s.list.OnSelect = func(int) { v.dressPlans() }
	act := func(a model.PlanAct) {
		if i := s.list.Selected(); i >= 0 && i < len(plans()) {
			if a == model.PausePlan && plans()[i].Paused {
				a = model.ResumePlan
			}
			v.p.ActPlan(plans()[i].ID, a)
		}
	}
	s.run = kit.NewButton(env, "transmit.plans.run", "down", env.T("transmit.plans.run"), func() { act(model.RunPlan) }).Small()
	s.toggle = kit.NewButton(env, "transmit.plans.pause", "", env.T("transmit.plans.pause"), func() { act(model.PausePlan) }).Small()
	s.remove = kit.NewButton(env, "transmit.plans.remove", "trash", env.T("transmit.plans.remove"),
		func() { act(model.RemovePlan) }).Small()
	field := func(name string) (*kit.Entry, *kit.Field) {
		e := kit.NewEntry(env, "transmit.plans."+name, "", nil)
		return e, kit.NewField(env, env.T("transmit.plans."+name), e)
	}
	link, linkField := field("link")
	digest, digestField := field("digest")
	every, everyField := field("every")
	first, firstField := field("first")
	every.Put("1d")
	add := func() {
		x := model.NewPlan{Link: strings.TrimSpace(link.Text), Digest: strings.TrimSpace(digest.Text), Every: strings.TrimSpace(every.Text),
			First: strings.TrimSpace(first.Text)}
		v.p.AddPlan(x, func() { link.Put(""); digest.Put("") })
	}
	kit.Form{Name: "transmit.plans", Title: env.T("transmit.plans"), Text: env.T("transmit.plans.text"), Width: 820, Height: 600,
		Body: s.list, First: link, Fields: []kit.FormField{{Object: kit.Flow(8, s.run, s.toggle, s.remove)},
			{Object: kit.Cols(16, kit.Grow(linkField), kit.Grow(digestField))},
			{Object: kit.Cols(16, kit.Grow(everyField), kit.Grow(firstField))}, {Object: s.note}},
		Buttons: []kit.FormButton{{Name: "transmit.plans.add", Icon: "plus", Text: env.T("transmit.plans.add"), Primary: true, Stays: true,
			Do: func(map[string]string) { add() }}},
		OnClose: func() { v.planned, v.p.PlanFault = nil, nil }}.Show(env)
	v.planned = s
	s.list.Mark(0)
	v.dressPlans()
}

// dressPlans shows the plans as they are now in the open sheet.
func (v *view) dressPlans() {
	s := v.planned
	if s == nil {
		return
	}
	all := v.p.State.Plans
	s.list.Mark(max(0, min(s.list.Selected(), len(all)-1)))
	s.list.Reload()
	text, _ := kit.Explain(v.env.Words, v.p.PlanFault, v.env.T("transmit.plans.fault"))
	switch {
	case text == "" && len(all) == 0:
		text = v.env.T("transmit.plans.none")
	case text == "":
		text = v.env.T("transmit.plans.hint")
	}
	s.note.Set(text)
	key := "transmit.plans.pause"
	if i := s.list.Selected(); i >= 0 && i < len(all) && all[i].Paused {
		key = "transmit.plans.resume"
	}
	s.toggle.Set("", v.env.T(key))
	for _, b := range []*kit.Button{s.run, s.toggle, s.remove} {
		if len(all) == 0 {
			b.Disable()
		} else {
			b.Enable()
		}
	}
}
