package layout

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/transfer/layout"
	"laufzettel/views/kit"
	"laufzettel/views/layout/model"
)

// askWant opens what is said of one statement: path or constant, and its forms.
func (v *view) askWant(i int) {
	if i < 0 || i >= len(v.p.Wants) {
		return
	}
	w := v.p.Wants[i]
	if w.Key == "" {
		v.askRecord(w)
		return
	}
	env, s := v.env, v.p.Statement(w)
	field := func(id, text string, area bool) kit.FormField {
		return kit.FormField{ID: id, Label: env.T("layout.field." + id), Text: text, Help: env.T("layout.field." + id + ".text"),
			Area: area}
	}
	kit.Form{Name: "layout.want", Title: w.Label, Text: w.GroupLabel + " · " + w.Source, Width: 640, Icon: "check",
		Do: env.T("layout.take"),
		Fields: []kit.FormField{field("path", s.Path, false), field("const", s.Const, false), field("date", s.Date, false),
			field("number", s.Number, false),
			field("pattern", s.Pattern, false), field("named", s.Named, false),
			field("codes", codeText(v.p.Draft.CodeLists[s.Codes]), true)},
		Take: func(a map[string]string) {
			s.Path, s.Const, s.Date, s.Number = strings.TrimSpace(a["path"]), a["const"], strings.TrimSpace(a["date"]),
				strings.TrimSpace(a["number"])
			s.Pattern, s.Named = strings.TrimSpace(a["pattern"]), strings.TrimSpace(a["named"])
			codes := codesOf(a["codes"])
			if s.Codes = ""; len(codes) > 0 {
				s.Codes = w.Name()
			}
			v.p.Say(w, s, codes)
		}}.Show(env)
}

// codeText writes a code list, a line "code = Klartext" for each.
func codeText(list map[string]string) string {
	var out []string
	for _, code := range slices.Sorted(maps.Keys(list)) {
		out = append(out, code+" = "+list[code])
	}
	return strings.Join(out, "\n")
}

func codesOf(text string) map[string]string {
	out := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		if code, word, ok := strings.Cut(line, "="); ok && strings.TrimSpace(code) != "" {
			out[strings.TrimSpace(code)] = strings.TrimSpace(word)
		}
	}
	return out
}

// askRecord asks where each record of a group stands.
func (v *view) askRecord(w model.Want) {
	env := v.env
	kit.Form{Name: "layout.record", Title: env.T("layout.record", w.GroupLabel), Text: env.T("layout.record.help"), Icon: "check",
		Do:     env.T("layout.take"),
		Fields: []kit.FormField{{ID: "each", Label: env.T("layout.field.path"), Text: v.p.Said(w)}},
		Take:   func(a map[string]string) { v.p.SayRecord(w.Group, a["each"]) }}.Show(env)
}

// askJoin asks by which key the records of a second file belong to ours.
func (v *view) askJoin() {
	env, j := v.env, v.p.Join
	kit.Form{Name: "layout.join", Title: env.T("layout.join"), Text: env.T("layout.join.text", j.Part.File), Icon: "check",
		Do: env.T("layout.take"),
		Fields: []kit.FormField{{ID: "key", Label: env.T("layout.join.key", j.Part.File), Must: true},
			{ID: "by", Label: env.T("layout.join.by", j.Want.GroupLabel), Must: true}},
		Take: func(a map[string]string) { v.p.JoinBy(*j, strings.TrimSpace(a["key"]), strings.TrimSpace(a["by"])) },
		OnClose: func() {
			v.joining = false
			v.p.NoJoin()
		}}.Show(env)
}

// askLayouts shows the layouts of the profile, the files of the draft and its name.
func (v *view) askLayouts() {
	env, p := v.env, v.p
	var sheet *kit.Sheet
	var rows []fyne.CanvasObject
	act := func(do func()) func() {
		return func() {
			sheet.Close()
			do()
		}
	}
	for _, l := range p.State.Layouts {
		rows = append(rows, kit.Row(8, kit.Grow(kit.Body(l.Name+" ("+l.Kind+")").End()),
			kit.NewButton(env, "layout.edit."+l.Name, "right", env.T("layout.edit"), act(func() { p.Edit(l.Name) })).Small(),
			kit.NewButton(env, "layout.remove."+l.Name, "", env.T("layout.remove"), act(func() { p.Remove(l.Name) })).Small()))
	}
	rows = append(rows, kit.Titled(env.T("layout.begin")))
	for _, k := range p.State.Kinds {
		rows = append(rows, kit.NewButton(env, "layout.begin."+k.ID, "plus", k.Title, act(func() { p.Begin(k.ID) })).Small())
	}
	rows = append(rows, kit.Titled(env.T("layout.files")))
	for _, s := range p.Draft.Sources {
		rows = append(rows, kit.Row(8, kit.Grow(kit.Body(s.Name+": "+s.File).End()),
			kit.NewButton(env, "layout.file."+s.Name, "", env.T("layout.change"), act(func() { v.askFile(s) })).Small()))
	}
	sheet = kit.Form{Name: "layout.layouts", Title: env.T("layout.layouts"), Above: kit.Col(8, rows...), Width: 640, Height: 480,
		Buttons: []kit.FormButton{{Name: "layout.rename", Text: env.T("layout.rename"), Bare: true,
			Do: func(map[string]string) { v.askName() }}}}.Show(env)
}

func (v *view) askName() {
	env := v.env
	kit.Form{Name: "layout.name", Title: env.T("layout.rename"), Text: env.T("layout.name.text"), Icon: "check", Do: env.T("layout.take"),
		Fields: []kit.FormField{{ID: "name", Label: env.T("layout.name"), Text: v.p.Draft.Name, Must: true}},
		Take:   func(a map[string]string) { v.p.Rename(a["name"]) }}.Show(env)
}

// askFile asks how a file of the draft is called and written.
func (v *view) askFile(s layout.Source) {
	env := v.env
	field := func(id, text string) kit.FormField {
		return kit.FormField{ID: id, Label: env.T("layout.field." + id), Text: text, Help: env.T("layout.field." + id + ".text")}
	}
	kit.Form{Name: "layout.source", Title: s.Name, Icon: "check", Do: env.T("layout.take"),
		Fields: []kit.FormField{field("file", s.File), field("separator", s.Separator), field("encoding", s.Encoding),
			field("sheet", s.Sheet),
			{ID: "skip", Label: env.T("layout.field.skip"), Text: strconv.Itoa(s.Skip), Help: env.T("layout.field.skip.text"),
				Check: func(text string) string {
					if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < 0 {
						return env.T("layout.field.skip.wrong")
					}
					return ""
				}}},
		Take: func(a map[string]string) {
			n, _ := strconv.Atoi(strings.TrimSpace(a["skip"])) // checked at the field
			v.p.SayFile(s.Name, layout.Source{File: strings.TrimSpace(a["file"]), Separator: a["separator"],
				Encoding: strings.TrimSpace(a["encoding"]), Sheet: strings.TrimSpace(a["sheet"]), Skip: n, Quotes: s.Quotes})
		}}.Show(env)
}
