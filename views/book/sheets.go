package book

import (
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/transfer"
	"laufzettel/views/book/model"
	"laufzettel/views/kit"
	"laufzettel/views/route"
)

// open shows all of an accession in a sheet; wide windows show it beside.
func (v *view) open(i int) {
	if i < 0 || i >= len(v.p.Rows) {
		return
	}
	r := v.p.Rows[i]
	if v.p.Details == nil || v.p.Details.ID != r.ID {
		v.p.Pick(r.ID)
		return
	}
	kit.NewSheet(v.env, r.Number+"  "+r.Title, 760, 640, kit.NewScroll(v.details(*v.p.Details)), nil).Show()
}

// details are all the papers, portions and acts of an accession.
func (v *view) details(d model.Details) fyne.CanvasObject {
	env := v.env
	tone := kit.ToneNote
	if d.State.Released() {
		tone = kit.ToneOK
	}
	if d.State == transfer.AccessionDiscarded {
		tone = kit.ToneWarn
	}
	pairs := []kit.Pair{{Label: env.T("book.col.agency"), Value: d.Agency}, {Label: env.T("book.col.opened"), Value: env.Date(d.Opened)},
		{Label: env.T("book.col.kind"), Value: d.Kind},
		{Label: env.T("book.col.extent"), Value: d.Extent}, {Label: env.T("book.col.profile"), Value: d.Profile},
		{Label: env.T("book.col.transfer"), Value: d.TransferID, Mono: true}}
	var filled []kit.Pair
	for _, p := range pairs {
		if p.Value != "" {
			filled = append(filled, p)
		}
	}
	items := []fyne.CanvasObject{kit.Section(d.Number + "  " + d.Title).Wrap(), kit.Loose(kit.NewStamp(d.StateWord, tone, "")),
		v.buttons(d),
		kit.NewMetaTable(env, "", 120, kit.Group{Pairs: filled})}
	if len(d.Orders) > 0 {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Title: env.T("book.orders"),
			Text: strings.Join(d.Orders, "\n")}, nil))
	}
	if len(d.Obstacles) > 0 && !d.State.Released() && !d.State.Ended() {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Title: env.T("book.obstacles"),
			Text: strings.Join(d.Obstacles, "\n")}, nil))
	}
	for _, part := range []struct {
		key   string
		lines []model.Line
	}{{"portions", d.Portions}, {"deadlines", d.Deadlines}, {"acts", d.Acts}, {"confirmations", d.Confirmations}, {"letters", d.Letters},
		{"remarks", d.Remarks}} {
		if len(part.lines) > 0 {
			items = append(items, v.lines(part.key, part.lines))
		}
	}
	return kit.Pad(kit.Col(12, items...), 16, 16, 16, 16)
}

// lines is one list of the details; a line that leads somewhere can be pressed.
func (v *view) lines(key string, lines []model.Line) fyne.CanvasObject {
	env := v.env
	rows := []fyne.CanvasObject{kit.Titled(env.T("book.part." + key))}
	for i, l := range lines {
		under := l.Under
		if !l.At.IsZero() {
			under = strings.TrimSuffix(env.Date(l.At)+" · "+under, " · ")
		}
		var row fyne.CanvasObject = kit.Pad(kit.Col(0, kit.Body(l.Text).Wrap(), kit.Caption(under).End()), 4, 0, 4, 0)
		if l.Portion != "" || l.Path != "" {
			row = kit.NewTile(env, "book."+key+"."+strconv.Itoa(i), l.Text, row, func() {
				if l.Portion != "" {
					v.shut()
					v.host.Go(route.Route{Screen: route.Portion, ID: l.Portion})
					return
				}
				v.p.OpenPaper(l.Path)
			})
		}
		rows = append(rows, row, kit.HLine(kit.ColorLine))
	}
	return kit.Col(0, rows...)
}

// buttons are the acts on an accession as it stands.
func (v *view) buttons(d model.Details) fyne.CanvasObject {
	env := v.env
	b := func(id, icon string, do func()) fyne.CanvasObject {
		return kit.NewButton(env, "book.act."+id, icon, env.T("book.do."+id), do).Small()
	}
	verbs := map[model.Verb]struct {
		icon string
		do   func()
	}{model.DoRemark: {"note", v.askRemark}, model.DoDue: {"clock", v.askDue}, model.DoFolder: {"folder", v.folder},
		model.DoDiff:    {"fork", func() { v.act(d.ID, model.Action{Verb: model.DoDiff, Text: d.Differs}) }},
		model.DoReceipt: {"mail", func() { v.act(d.ID, model.Action{Verb: model.DoReceipt}) }},
		model.DoDestroy: {"trash", func() { v.askDestroy(d) }}, model.DoConfirm: {"receipt", func() { v.askConfirm(d) }},
		model.DoClear: {"check", func() { v.askClear(d.Row) }}, model.DoDeletion: {"mail", func() { v.askDeletion(d.Row) }},
		model.DoClose:    {"trash", func() { v.askClose(d.Row) }},
		model.DoTableOut: {"list", func() { v.askTableOut(d) }}, model.DoTableIn: {"list", func() { v.askTableIn(d.Row) }},
		model.DoTableUndo: {"undo", func() { v.askTableUndo(d.Row) }}, model.DoDiscard: {"trash", func() { v.askDiscard(d.Row) }}}
	var row []fyne.CanvasObject
	for _, verb := range d.Offered() {
		row = append(row, b(string(verb), verbs[verb].icon, verbs[verb].do))
	}
	return kit.Flow(6, row...)
}

func (v *view) shut() {
	if s := v.env.Open(); s != nil {
		s.Close()
	}
}

func (v *view) act(id string, a model.Action) {
	v.shut()
	v.p.Act(id, a, func(done string) {
		if done != "" {
			v.host.Toast(done, nil)
		}
	})
}

// field is one line of a form.
type field struct {
	id   string
	must bool
	text string
	area bool
}

// ask shows a form; take gets the answers by id.
func (v *view) ask(key string, fields []field, take func(map[string]string)) {
	env := v.env
	form := kit.Form{Name: "book." + key, Title: env.T("book.ask." + key), Text: env.T("book.ask." + key + ".text"), Width: 620,
		Do: env.T("book.ask." + key + ".do"), Icon: "check", Take: take}
	for _, f := range fields {
		form.Fields = append(form.Fields, kit.FormField{ID: f.id, Label: env.T("book.field." + f.id), Text: f.text, Must: f.must,
			Area: f.area})
	}
	form.Show(env)
}

func (v *view) askNew() {
	v.ask("new", []field{{id: "title", must: true}, {id: "agency"}, {id: "profile"}, {id: "extent"}, {id: "due"}, {id: "for"},
		{id: "offer"}}, func(a map[string]string) {
		if a["offer"] != "" {
			v.act("", model.Action{Verb: model.DoOffer, Text: a["offer"]})
			return
		}
		v.p.New(model.Draft{Title: a["title"], Agency: a["agency"], Profile: a["profile"], Extent: a["extent"], Due: a["due"],
			For: a["for"]}, func() { v.host.Toast(v.env.T("book.made"), nil) })
	})
}

func (v *view) askRemark() {
	if r, ok := v.selected(); ok {
		v.ask("remark", []field{{id: "remark", must: true, area: true}},
			func(a map[string]string) { v.act(r.ID, model.Action{Verb: model.DoRemark, Text: a["remark"]}) })
	}
}

func (v *view) askDue() {
	if r, ok := v.selected(); ok {
		v.ask("due", []field{{id: "for", must: true}, {id: "due"}},
			func(a map[string]string) { v.act(r.ID, model.Action{Verb: model.DoDue, Text: a["for"], Day: a["due"]}) })
	}
}

func (v *view) askConfirm(d model.Details) {
	v.ask("confirm", []field{{id: "name", must: true, text: d.Needed[0]}, {id: "note", must: true, area: true}}, func(a map[string]string) {
		v.act(d.ID, model.Action{Verb: model.DoConfirm, Text: a["name"], Note: a["note"]})
	})
}

func (v *view) askClear(r model.Row) {
	v.ask("clear", nil, func(map[string]string) { v.act(r.ID, model.Action{Verb: model.DoClear}) })
}

func (v *view) askDeletion(r model.Row) {
	v.ask("deletion", []field{{id: "note", must: true, area: true}},
		func(a map[string]string) { v.act(r.ID, model.Action{Verb: model.DoDeletion, Note: a["note"]}) })
}

func (v *view) askDiscard(r model.Row) {
	v.ask("discard", []field{{id: "reason", must: true, area: true}},
		func(a map[string]string) { v.act(r.ID, model.Action{Verb: model.DoDiscard, Note: a["reason"]}) })
}

func (v *view) askYear() {
	v.ask("year", []field{{id: "year", must: true, text: strconv.Itoa(time.Now().Year())}},
		func(a map[string]string) { v.act("", model.Action{Verb: model.DoYear, Text: a["year"]}) })
}

func (v *view) askTrial() {
	v.ask("trial", []field{{id: "path", must: true}}, func(a map[string]string) {
		v.act("",
			model.Action{Verb: model.DoTrial, Text: a["path"]})
	})
}

func (v *view) folder() {
	if r, ok := v.selected(); ok {
		v.act(r.ID, model.Action{Verb: model.DoFolder})
	}
}
