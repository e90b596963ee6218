package portion

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/transfer"
	"laufzettel/views/kit"
	"laufzettel/views/portion/model"
)

// split asks how large the packages of a delivery that can be split may become
// (C10). An empty field keeps the unit whole, or as the profile says.
func (v *view) split() {
	env := v.env
	number := func(text string) string { return strings.ReplaceAll(text, ".", "") }
	kit.Form{Name: "portion", Title: env.T("portion.do.package"), Text: env.T("portion.split.text", env.Int(int64(v.p.Detail.FileCount))),
		Fields: []kit.FormField{{ID: "split", Label: env.T("portion.split"), Check: func(text string) string {
			if n, err := strconv.Atoi(number(text)); text != "" && (err != nil || n < 1 || n > model.MaxSplit) {
				return env.T("portion.split.wrong")
			}
			return ""
		}}},
		Buttons: []kit.FormButton{{Name: "portion.split.take", Icon: "package", Text: env.T("portion.do.package"), Primary: true,
			Do: func(a map[string]string) {
				v.p.Do(model.Action{Verb: model.DoPackage, Text: number(a["split"])}, func() { v.done(model.DoPackage) })
			}}}}.Show(env)
}

// asKind checks the portion again as another kind than the one recognised.
func (v *view) asKind() {
	d := v.p.Detail
	if d.Running != nil || len(d.Kinds) == 0 || !slices.Contains([]transfer.State{transfer.Arrived, transfer.Recognised, transfer.Checked},
		d.State) {
		return
	}
	env := v.env
	var sheet *kit.Sheet
	l := kit.NewList(env, "portion.kinds", func() int { return len(d.Kinds) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Row(10, kit.NewIcon("", kit.ColorText2, 16), kit.Grow(kit.Body("").End())), 0, 12, 0, 20)
	}, func(i int, o fyne.CanvasObject) {
		c := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		icon := ""
		if d.Kinds[i].Name == d.Kind {
			icon = "check"
		}
		c[0].(*kit.Icon).Set(icon, kit.ColorOK)
		c[1].(*kit.Text).Set(d.Kinds[i].Label)
	})
	l.Mark(slices.IndexFunc(d.Kinds, func(c model.Choice) bool { return c.Name == d.Kind }))
	l.OnSelect = func(i int) {
		sheet.Close()
		v.p.Do(model.Action{Verb: model.DoCheck, Text: d.Kinds[i].Name}, nil)
	}
	sheet = kit.Form{Name: "portion.askind", Title: env.T("portion.askind"), Text: env.T("portion.askind.text"), Width: 560, Height: 520,
		Body: l, First: l, Buttons: []kit.FormButton{}}.Show(env)
}
