package settings

import (
	"laufzettel/views/kit"
	"laufzettel/views/settings/model"
)

// askEnrolExport asks where the enrolment goes.
func (v *view) askEnrolExport() {
	v.ask("settings.enrol.path", "settings.enrol.export.text", "settings.enrol.export", "settings.enrol.write", v.p.EnrolExport)
}

// askInvitation asks for the invitation of the archive.
func (v *view) askInvitation() {
	env := v.env
	kit.Form{Name: "settings.invited", Title: env.T("settings.enrol.invited"), Text: env.T("settings.enrol.invited.text"), Width: 620,
		Do: env.T("settings.add.channel"), Icon: "key",
		Fields: []kit.FormField{
			{ID: "code", Label: env.T("settings.enrol.invitation"), Must: true, Missing: env.T("settings.ask.missing")}},
		Take: func(a map[string]string) { v.p.EnrolInvited(a["code"]) }}.Show(env)
}

// askEnrolImport asks for the archive's answer and the fingerprint it has told.
func (v *view) askEnrolImport() {
	env := v.env
	kit.Form{Name: "settings.enrol", Title: env.T("settings.enrol.import"), Text: env.T("settings.enrol.import.text"), Width: 620,
		Do: env.T("settings.enrol.take"), Icon: "check",
		Fields: []kit.FormField{{ID: "answer", Label: env.T("settings.enrol.answer"), Must: true, Missing: env.T("settings.ask.missing")},
			{ID: "told", Label: env.T("settings.enrol.told")}},
		Take: func(a map[string]string) { v.p.EnrolImport(a["answer"], a["told"]) }}.Show(env)
}

// watchLog says how the log of the archive stands; where it contradicts what was seen
// here, a person who has spoken with the archive may take it anew.
func (v *view) watchLog() {
	v.p.WatchLog(func(w model.LogWatch) {
		env := v.env
		if !w.Broken {
			kit.Form{Name: "settings.log", Title: env.T("settings.log.watch"), Text: w.Says, Width: 560,
				Buttons: []kit.FormButton{{Name: "settings.log.close", Icon: "check", Text: env.T("settings.log.close"),
					Primary: true}}}.Show(env)
			return
		}
		kit.Form{Name: "settings.log", Title: env.T("settings.log.broken"), Text: w.Says,
			Above: kit.Body(env.T("settings.log.take.text")).Wrap(), Width: 640, Lasting: true,
			Fields: []kit.FormField{{ID: "note", Label: env.T("settings.log.note"), Must: true,
				Missing: env.T("settings.log.note.missing")}},
			Buttons: []kit.FormButton{{Name: "settings.log.leave", Text: env.T("settings.log.leave"), Bare: true},
				{Name: "settings.log.take", Text: env.T("settings.log.take"), Primary: true,
					Do: func(a map[string]string) { v.p.TakeLog(a["note"]) }}}}.Show(env)
	})
}
