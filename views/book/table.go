package book

import (
	"strconv"
	"strings"

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
	body := func() fyne.CanvasObject { return kit.NewScroll(kit.Pad(kit.Col(6, items...), 16, 20, 16, 20)) }
	if len(l.Faults) > 0 || !l.Changed {
		kit.NewSheet(env, title, 820, 600, body(), nil).Show()
		return
	}
	why := kit.NewTextArea(env, "book.table.reason", "", 2, nil)
	if len(l.Shorter) > 0 {
		items = append(items, kit.NewField(env, env.T("book.field.shorter"), why))
	}
	do := func() {
		v.act(r.ID, model.Action{Verb: model.DoTableIn, Text: path, Day: l.Digest, Note: strings.TrimSpace(why.Text)})
	}
	foot := kit.Row(8, kit.Grow(kit.Space(1, 1)), kit.NewPrimary(env, "book.table.take", "check", env.T("book.table.take"),
		do).Key("Strg+Enter"))
	s := kit.NewSheet(env, title, 820, 600, body(), foot)
	s.Actions = []kit.Action{{ID: "book.table.take", Title: env.T("book.table.take"), Keys: []string{"Strg+Enter"}, Do: do}}
	s.Show()
}

// mostLines is how many lines one sheet draws; the command line names them all.
const mostLines = 500
