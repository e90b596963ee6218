package book

import (
	"strconv"

	"fyne.io/fyne/v2"

	"laufzettel/views/book/model"
	"laufzettel/views/kit"
)

// askTableOut asks where the table of descriptions is written.
func (v *view) askTableOut(d model.Details) {
	v.ask("table-out", []field{{id: "table", must: true, text: d.Table}}, func(a map[string]string) {
		v.act(d.ID, model.Action{Verb: model.DoTableOut, Text: a["table"]})
	})
}

// askTableIn asks for the table that comes back, and shows what taking it would do.
func (v *view) askTableIn(r model.Row) {
	v.ask("table-in", []field{{id: "table", must: true}}, func(a map[string]string) {
		v.p.LookTable(r.ID, a["table"], func(l model.Look) { v.showTable(r, a["table"], l) })
	})
}

func (v *view) askTableUndo(r model.Row) {
	v.ask("table-undo", []field{{id: "shorter", area: true}}, func(a map[string]string) {
		v.act(r.ID, model.Action{Verb: model.DoTableUndo, Note: a["shorter"]})
	})
}

// showTable shows the faults of a table, or its changes with the closures that become
// shorter and one reason for all of them.
func (v *view) showTable(r model.Row, path string, l model.Look) {
	env := v.env
	v.shut()
	title, lines := env.T("book.table.changes"), l.Shorter
	if len(l.Faults) > 0 {
		title, lines = env.N("book.table.faults", len(l.Faults)), l.Faults
	}
	items := []fyne.CanvasObject{kit.Body(l.Sum).Wrap()}
	if len(l.Faults) == 0 && len(l.Shorter) > 0 {
		items = append(items, kit.Titled(env.T("book.table.shorter")))
	}
	for i, line := range lines {
		if i == mostLines {
			items = append(items, kit.Body(env.T("book.table.more", strconv.Itoa(len(lines)-i))))
			break
		}
		items = append(items, kit.Body(line).Wrap(), kit.HLine(kit.ColorLine))
	}
	form := kit.Form{Name: "book.table", Title: title, Above: kit.Col(6, items...), Width: 820, Height: 600, Buttons: []kit.FormButton{}}
	if len(l.Faults) > 0 || !l.Changed {
		form.Show(env)
		return
	}
	if len(l.Shorter) > 0 {
		form.Fields = []kit.FormField{{ID: "reason", Label: env.T("book.field.shorter"), Area: true, Lines: 2}}
	}
	form.Buttons = []kit.FormButton{{Name: "book.table.take", Icon: "check", Text: env.T("book.table.take"), Primary: true, Stays: true,
		Do: func(a map[string]string) {
			v.act(r.ID, model.Action{Verb: model.DoTableIn, Text: path, Day: l.Digest, Note: a["reason"]})
		}}}
	form.Show(env)
}

// mostLines is how many lines one sheet draws; the command line names them all.
const mostLines = 500
