package people

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/people/model"
)

// lasting does what has no way back.
const lasting = "Strg+Umschalt+Enter"

// keeping are the acts on keys that last: the spare key the head of the body keeps, what is
// done where a key is lost, and the founding act every key goes back to.
func (v *view) keeping(x model.Person) []fyne.CanvasObject {
	env := v.env
	var out []fyne.CanvasObject
	add := func(id, icon string, do func()) {
		out = append(out, kit.NewButton(env, "people."+id, icon, env.T("people."+id), do).Small())
	}
	if v.p.Own(x) {
		add("spare", "key", v.askSpare)
		add("found", "shield", v.askFound)
	}
	if v.p.Lost(x) {
		add("usespare", "key", func() { v.askUseSpare(x) })
	}
	if v.p.OnPaper(x) {
		add("refound", "file", func() { v.askRefound(x) })
	}
	return out
}

// folder is a field for a folder, typed or chosen.
func (v *view) folder(label string) kit.FormField {
	return kit.FormField{ID: "folder", Label: v.env.T(label), Must: true,
		Pick: func(put func(string)) { v.p.Choose(v.env.T(label), true, put) }}
}

func (v *view) secret(id string) kit.FormField {
	return kit.FormField{ID: id, Label: v.env.T("people.field." + id), Must: true, Secret: true}
}

func (v *view) told(key string) func() {
	return func() { v.host.Toast(v.env.T(key), nil) }
}

func (v *view) askSpare() {
	env := v.env
	kit.Form{Name: "people.spare", Title: env.T("people.title.spare"), Text: env.T("people.ask.spare"), Width: 600,
		Do: env.T("people.do.spare"), Icon: "key",
		Fields: []kit.FormField{v.folder("people.field.sparefolder"), v.secret("sparepass")},
		Take:   func(a map[string]string) { v.p.Spare(a["folder"], a["sparepass"], v.told("people.sparemade")) }}.Show(env)
}

func (v *view) askUseSpare(x model.Person) {
	env := v.env
	kit.Form{Name: "people.usespare", Title: env.T("people.title.usespare", x.Name), Text: env.T("people.ask.usespare"), Width: 600,
		Do: env.T("people.do.usespare"), Icon: "key",
		Fields: []kit.FormField{v.folder("people.field.sparefolder"), v.secret("sparepass"), v.secret("newpass")},
		Take: func(a map[string]string) {
			v.p.UseSpare(x.Name, a["folder"], a["sparepass"], a["newpass"], v.told("people.keymade"))
		}}.Show(env)
}

// askFound asks before a second person stands for the founding act for good.
func (v *view) askFound() {
	env := v.env
	kit.Form{Name: "people.found", Title: env.T("people.title.found"), Text: env.T("people.ask.found"), Width: 600, Lasting: true,
		LastingKey: lasting, Buttons: []kit.FormButton{
			{Name: "people.found.no", Text: env.T("people.not"), Bare: true, Do: func(map[string]string) {}},
			{Name: "people.found.take", Icon: "shield", Text: env.T("people.do.found"), Primary: true,
				Do: func(map[string]string) { v.p.Found(v.told("people.founded")) }}}}.Show(env)
}

// askRefound asks for what a second founding act on paper needs; it is shown for ever.
func (v *view) askRefound(x model.Person) {
	env := v.env
	scan := kit.FormField{ID: "scan", Label: env.T("people.field.scan"), Must: true,
		Pick: func(put func(string)) { v.p.Choose(env.T("people.field.scan"), false, put) }}
	kit.Form{Name: "people.refound", Title: env.T("people.title.refound", x.Name), Text: env.T("people.ask.refound"), Width: 640,
		Lasting: true, LastingKey: lasting,
		Fields: []kit.FormField{{ID: "head", Label: env.T("people.field.head"), Must: true}, scan, v.secret("newpass")},
		Do:     env.T("people.do.refound"), Icon: "file",
		Take: func(a map[string]string) {
			v.p.Refound(x.Name, a["head"], a["scan"], a["newpass"], v.told("people.refounded"))
		}}.Show(env)
}
