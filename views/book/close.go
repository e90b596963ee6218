package book

import (
	"strconv"

	"fyne.io/fyne/v2"

	"laufzettel/views/book/model"
	"laufzettel/views/kit"
)

// askDestroy asks for the legal basis before the order to destroy is made or signed, and
// before what it names is destroyed (A17).
func (v *view) askDestroy(d model.Details) {
	fields := []field{{id: "basis", must: true, text: d.Basis}}
	if d.Alone && d.Basis == "" {
		fields = append(fields, field{id: "consent"})
	}
	v.ask("destroy", fields, func(a map[string]string) {
		v.act(d.ID, model.Action{Verb: model.DoDestroy, Text: a["basis"], Note: a["consent"]})
	})
}

// askGone notes how a copy out of the program's reach was done away with (G13).
func (v *view) askGone(id string, c model.Copy) {
	v.shut()
	v.ask("gone", []field{{id: "how", must: true, area: true}}, func(a map[string]string) {
		v.act(id, model.Action{Verb: model.DoGone, Text: strconv.FormatInt(c.ID, 10), Note: a["how"]})
	})
}

// askClose lists every copy outside the archive before they are deleted (G13), and
// offers to leave the packages to the reading room and to close without the agency's
// report.
func (v *view) askClose(r model.Row) {
	env := v.env
	v.p.Copies(r.ID, func(list []model.Copy) {
		items := []fyne.CanvasObject{kit.Body(env.T("book.ask.close.text")).Wrap()}
		for _, c := range list {
			if !c.Gone {
				items = append(items, v.copyRow(r.ID, c), kit.HLine(kit.ColorLine))
			}
		}
		if len(items) == 1 {
			items = append(items, kit.Body(env.T("book.copies.none")))
		}
		var keep *kit.Chip
		keep = kit.NewChip(env, "book.close.keep", env.T("book.close.keep"), "", func() { keep.Set("", !keep.Active()) })
		items = append(items, kit.Space(1, 8), kit.Loose(keep), kit.Caption(env.T("book.close.keep.text")).Wrap())
		kit.Form{Name: "book.close", Title: env.T("book.ask.close"), Above: kit.Col(4, items...), Width: 820, Height: 640,
			Fields: []kit.FormField{{ID: "unreported", Label: env.T("book.field.unreported"), Area: true, Lines: 2}},
			Buttons: []kit.FormButton{{Name: "book.close.take", Icon: "trash", Text: env.T("book.ask.close.do"), Primary: true, Stays: true,
				Do: func(a map[string]string) {
					v.act(r.ID, model.Action{Verb: model.DoClose, Keep: keep.Active(), Note: a["unreported"]})
				}}}}.Show(env)
	})
}

// copyRow is one copy; of one that the program cannot reach a person tells how it
// went.
func (v *view) copyRow(id string, c model.Copy) fyne.CanvasObject {
	env := v.env
	cells := []fyne.CanvasObject{kit.Wide(150, kit.Body(c.What).End()),
		kit.Grow(kit.NewText(c.Place, kit.RoleMono, kit.ColorText).Middle()), kit.Caption(env.Bytes(c.Bytes))}
	if c.Out {
		cells = append(cells, kit.NewButton(env, "book.close.gone."+strconv.FormatInt(c.ID, 10), "check", env.T("book.do.gone"),
			func() { v.askGone(id, c) }).Small())
	}
	return kit.Pad(kit.Row(8, cells...), 3, 0, 3, 0)
}
