package portion

import (
	"laufzettel/views/kit"
	"laufzettel/views/pageview"
	"laufzettel/views/portion/model"
)

// newPage makes the page view that stands beside the tabs while something is looked at.
func (v *view) newPage(src model.Source) *pageview.Pane {
	env := v.env
	page := pageview.New(env, "portion.page")
	page.OpenSource = src.OpenSource
	page.Outside = v.p.LookOutside
	page.Said = func(s string) { v.host.Toast(s, nil) }
	v.newLetterOut()
	close := kit.NewButton(env, "portion.look.close", "cross", env.T("portion.look.close"), v.endLook).Key("Esc").Small()
	title := kit.Bold("")
	v.pageBox = kit.Col(0, kit.Panel(kit.ColorRaised, kit.Pad(kit.Row(8, kit.Grow(title.End()), close), 3, 8, 3, 12)), v.outRow,
		kit.HLine(kit.ColorLine), kit.Grow(page.Object()))
	v.lookTitle = title
	return page
}

// lookActions are the keys of the page view and the one that closes it.
func (v *view) lookActions() []kit.Action {
	out := append(v.letterActions(), kit.Action{ID: "portion.look.close", Title: v.env.T("portion.look.close"),
		Group: v.env.T("nav.portion"), Keys: []string{"Esc"},
		When: func() bool { return v.looking }, Do: v.endLook})
	taken := map[string]bool{"Strg+C": true}
	for _, a := range v.page.Actions() {
		if len(a.Keys) > 0 && taken[a.Keys[0]] {
			continue // of the screen itself
		}
		when := a.When
		a.When = func() bool { return v.looking && (when == nil || when()) }
		out = append(out, a)
	}
	return out
}

// endLook closes the page view; the focus goes back to the list it was opened from.
func (v *view) endLook() {
	v.p.EndLook()
	if r := v.regions(); len(r) > 0 {
		v.env.Focus(r[0])
	}
}

func (v *view) lookAtMessage(i int) {
	if !v.p.LookAtMessage(i) {
		v.host.Tell(v.env.T("portion.messages.nothing"))
	}
}

// lookAtDatabase shows the tables beside the tab in hand; the keys go to them.
func (v *view) lookAtDatabase() {
	v.page.Take()
	v.p.LookAtDatabase()
}

// openSite shows the web area in the browser.
func (v *view) openSite() { v.p.Do(model.Action{Verb: model.DoSite}, func() { v.done(model.DoSite) }) }

// holdActions are the keys of what only some deliveries hold.
func (v *view) holdActions() []kit.Action {
	act := func(id, key string, when func() bool, do func()) kit.Action {
		return kit.Action{ID: "portion." + id, Title: v.env.T("portion." + id), Group: v.env.T("nav.portion"), Keys: []string{key},
			When: when, Do: do}
	}
	return []kit.Action{act("site", "Strg+Umschalt+W", v.p.HoldsSite, v.openSite),
		act("database", "Strg+Umschalt+B", v.p.HoldsDatabase, v.lookAtDatabase)}
}

// write writes a paper and shows it here once it is among the messages.
func (v *view) write(verb model.Verb) {
	before := len(v.p.Detail.Messages)
	v.p.Do(model.Action{Verb: verb, Text: model.Here}, func() { v.wantPaper = before })
}

// showLook brings the page view to what is looked at.
func (v *view) showLook() {
	v.page.Show(v.p.Look)
	v.lookTitle.Set(v.p.Look.Title)
	v.outRow.Hidden = !v.p.LooksAtClaim()
	v.pageBox.Refresh()
}
