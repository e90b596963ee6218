package transmit

import (
	"laufzettel/views/kit"
	"laufzettel/views/transmit/model"
)

// renumber asks what becomes of a package whose reference code another one has at the
// archive: another code for it, or for all that were refused with it, or the same once
// more after the archive has cleared it.
func (v *view) renumber(j model.Job) {
	env := v.env
	one := func(name, icon string, primary bool, do func()) kit.FormButton {
		return kit.FormButton{Name: "transmit.renumber." + name, Icon: icon, Text: env.T("transmit.renumber." + name), Primary: primary,
			Do: func(map[string]string) { do() }}
	}
	kit.Form{Name: "transmit.renumber", Title: env.T("transmit.renumber.title"), Text: j.Answer,
		Above: kit.Body(env.T("transmit.renumber.text", j.Name)).Wrap(), Width: 720,
		Buttons: []kit.FormButton{one("again", "", false, func() { v.p.Again(j.ID) }),
			one("all", "", false, func() { v.p.Renumber(j.ID, true) }),
			one("one", "check", true, func() { v.p.Renumber(j.ID, false) })}}.Show(env)
}
