package portion

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/portion/model"
	"laufzettel/views/route"
)

// discard asks for what a wrong intake is taken back with: the reason and where the medium
// went. Where an offer would be left with nothing in it, it may go by the same act.
func (v *view) discard() {
	env := v.env
	if !v.p.Discards() {
		env.Hint(env.T("portion.discard.not"))
		return
	}
	text := env.T("portion.discard.text", v.p.Detail.Name)
	button := func(verb model.Verb, primary bool) kit.FormButton {
		name := "portion.take." + string(verb)
		return kit.FormButton{Name: name, Icon: "trash", Text: env.T(name), Primary: primary,
			Do: func(a map[string]string) { v.takeBack(verb, a["reason"], a["medium"]) }}
	}
	buttons := []kit.FormButton{button(model.DoDiscard, true)}
	if v.p.Detail.Offer != "" {
		text += " " + env.T("portion.discard.offer", v.p.Detail.Offer)
		buttons = []kit.FormButton{button(model.DoDiscard, false), button(model.DoWithdraw, true)}
	}
	kit.Form{Name: "portion.discard", Title: env.T("portion.do.discard"), Text: text,
		Fields: []kit.FormField{{ID: "reason", Label: env.T("portion.reason"), Placeholder: env.T("portion.discard.reason.hint"),
			Must: true, Missing: env.T("portion.reason.missing"), Area: true},
			{ID: "medium", Label: env.T("portion.discard.medium"), Placeholder: env.T("portion.discard.medium.hint"), Must: true}},
		Note: env.T("portion.reason.kept"), Lasting: true, LastingKey: lastKey, Buttons: buttons}.Show(env)
}

// takeBack does it and leads back to the inbox, where the portion stands as discarded.
func (v *view) takeBack(verb model.Verb, reason, medium string) {
	name := v.p.Detail.Name
	v.p.Do(model.Action{Verb: verb, Text: reason, Subject: medium}, func() {
		v.host.Saved()
		v.host.Badges()
		v.host.Toast(v.env.T("portion.done."+string(verb), name), nil)
		v.host.Go(route.Route{Screen: route.Inbox})
	})
}

// discardButton stands beside the next step while the portion may be taken back.
func (v *view) discardButton() []fyne.CanvasObject {
	if !v.p.Discards() || v.class == kit.ClassS {
		return nil
	}
	return []fyne.CanvasObject{v.drop}
}
