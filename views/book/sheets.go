package book

import (
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/transfer"
	"laufzettel/views/book/model"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
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
	pairs := []kit.Pair{{Label: env.T("book.col.agency"), Value: d.Agency}, {Label: env.T("book.col.opened"), Value: env.Date(d.Opened)}, {Label: env.T("book.col.kind"), Value: d.Kind},
		{Label: env.T("book.col.extent"), Value: d.Extent}, {Label: env.T("book.col.profile"), Value: d.Profile}, {Label: env.T("book.col.transfer"), Value: d.TransferID, Mono: true}}
	var filled []kit.Pair
	for _, p := range pairs {
		if p.Value != "" {
			filled = append(filled, p)
		}
	}
	items := []fyne.CanvasObject{kit.Section(d.Number + "  " + d.Title).Wrap(), kit.Loose(kit.NewStamp(d.StateWord, tone, "")), v.buttons(d),
		kit.NewMetaTable(env, "", 120, kit.Group{Pairs: filled})}
	if len(d.Obstacles) > 0 && !d.State.Released() {
		items = append(items, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Title: env.T("book.obstacles"), Text: strings.Join(d.Obstacles, "\n")}, nil))
	}
	for _, part := range []struct {
		key   string
		lines []model.Line
	}{{"portions", d.Portions}, {"deadlines", d.Deadlines}, {"acts", d.Acts}, {"confirmations", d.Confirmations}, {"letters", d.Letters}, {"remarks", d.Remarks}} {
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
					v.host.Go(nav.Route{Screen: nav.Portion, ID: l.Portion})
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
	row := []fyne.CanvasObject{b("remark", "note", v.askRemark), b("due", "clock", v.askDue), b("folder", "folder", v.folder)}
	if d.Differs != "" {
		row = append(row, b("diff", "fork", func() { v.act(d.ID, model.Action{Verb: model.DoDiff, Text: d.Differs}) }))
	}
	if len(d.Unreceipted) > 0 {
		row = append(row, b("receipt", "mail", func() { v.act(d.ID, model.Action{Verb: model.DoReceipt}) }))
	}
	if d.Doomed > 0 {
		row = append(row, b("destroy", "trash", func() { v.askDestroy(d) }))
	}
	if len(d.Needed) > 0 {
		row = append(row, b("confirm", "receipt", func() { v.askConfirm(d) }))
	}
	switch d.State {
	case "in-work", "archived":
		if len(d.Obstacles) == 0 {
			row = append(row, b("clear", "check", func() { v.askClear(d.Row) }))
		}
	case transfer.Cleared:
		row = append(row, b("deletion", "mail", func() { v.askDeletion(d.Row) }), b("close", "trash", func() { v.askClose(d.Row) }))
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

// ask shows a form; take gets the answers by id. A mandatory answer that is
// missing is told at its field and nothing typed is lost.
func (v *view) ask(key string, fields []field, take func(map[string]string)) {
	env := v.env
	entries, boxes := map[string]*kit.Entry{}, map[string]*kit.Field{}
	items := []fyne.CanvasObject{kit.Body(env.T("book.ask." + key + ".text")).Wrap()}
	submit := func() {
		out, whole := map[string]string{}, true
		for _, f := range fields {
			out[f.id] = strings.TrimSpace(entries[f.id].Text)
			boxes[f.id].SetError("")
			if f.must && out[f.id] == "" {
				boxes[f.id].SetError(env.T("book.missing"))
				whole = false
			}
		}
		if whole {
			v.shut()
			take(out)
		}
	}
	height := float32(190)
	for _, f := range fields {
		e := kit.NewEntry(env, "book."+key+"."+f.id, "", nil)
		if f.area {
			e = kit.NewTextArea(env, "book."+key+"."+f.id, "", 4, nil)
			height += 60
		} else {
			e.OnSubmitted = func(string) { submit() }
		}
		e.Put(f.text)
		entries[f.id] = e
		boxes[f.id] = kit.NewField(env, env.T("book.field."+f.id), e)
		if f.must {
			boxes[f.id].Mandatory()
		}
		items = append(items, boxes[f.id])
		height += 58
	}
	foot := kit.Row(8, kit.Grow(kit.Space(1, 1)), kit.NewPrimary(env, "book."+key+".take", "check", env.T("book.ask."+key+".do"), submit).Key("Strg+Enter"))
	s := kit.NewSheet(env, env.T("book.ask."+key), 620, min(height, 680), kit.NewScroll(kit.Pad(kit.Col(12, items...), 16, 20, 16, 20)), foot)
	s.Actions = []kit.Action{{ID: "book." + key + ".take", Title: env.T("book.ask." + key + ".do"), Keys: []string{"Strg+Enter"}, Do: submit}}
	if len(fields) > 0 {
		s.First(entries[fields[0].id])
	}
	s.Show()
}

func (v *view) askNew() {
	v.ask("new", []field{{id: "title", must: true}, {id: "agency"}, {id: "profile"}, {id: "extent"}, {id: "due"}, {id: "for"}, {id: "offer"}}, func(a map[string]string) {
		if a["offer"] != "" {
			v.act("", model.Action{Verb: model.DoOffer, Text: a["offer"]})
			return
		}
		v.p.New(model.Draft{Title: a["title"], Agency: a["agency"], Profile: a["profile"], Extent: a["extent"], Due: a["due"], For: a["for"]}, func() { v.host.Toast(v.env.T("book.made"), nil) })
	})
}

func (v *view) askRemark() {
	if r, ok := v.selected(); ok {
		v.ask("remark", []field{{id: "remark", must: true, area: true}}, func(a map[string]string) { v.act(r.ID, model.Action{Verb: model.DoRemark, Text: a["remark"]}) })
	}
}

func (v *view) askDue() {
	if r, ok := v.selected(); ok {
		v.ask("due", []field{{id: "for", must: true}, {id: "due"}}, func(a map[string]string) { v.act(r.ID, model.Action{Verb: model.DoDue, Text: a["for"], Day: a["due"]}) })
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
	v.ask("deletion", []field{{id: "note", must: true, area: true}}, func(a map[string]string) { v.act(r.ID, model.Action{Verb: model.DoDeletion, Note: a["note"]}) })
}

func (v *view) askYear() {
	v.ask("year", []field{{id: "year", must: true, text: strconv.Itoa(time.Now().Year())}}, func(a map[string]string) { v.act("", model.Action{Verb: model.DoYear, Text: a["year"]}) })
}

func (v *view) askTrial() {
	v.ask("trial", []field{{id: "path", must: true}}, func(a map[string]string) { v.act("", model.Action{Verb: model.DoTrial, Text: a["path"]}) })
}

func (v *view) folder() {
	if r, ok := v.selected(); ok {
		v.act(r.ID, model.Action{Verb: model.DoFolder})
	}
}
