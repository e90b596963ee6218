package reader

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
)

// askPrint tells what printing does before it is done. At a reader's place the
// number of an application that grants it can be entered.
func (v *view) askPrint() {
	src, ok := v.src.(model.PrintSource)
	if !ok || v.p.Open == nil || v.p.Open.Closed || v.p.Current == "" {
		return
	}
	env, t, pid, document, original := v.env, v.env.T, v.p.Open.PID, v.p.Current, v.p.Original
	number := kit.NewEntry(env, "reader.print.number", "", nil)
	do := func() {
		application := strings.TrimSpace(number.Text)
		env.Open().Close()
		v.work(func(ctx context.Context) (string, error) {
			if application != "" {
				if err := v.src.Grant(ctx, pid, application); err != nil {
					return "", err
				}
			}
			c, err := src.Print(ctx, pid, document, original)
			switch {
			case err != nil:
				return "", err
			case c.Path != "":
				return t("reader.print.opened", env.Date(c.Until)), nil
			}
			return t("reader.print.done"), nil
		}, nil)
	}
	text := "reader.print.text"
	var first fyne.Focusable
	button := kit.NewPrimary(env, "reader.print.do", "print", t("reader.print.do"), do)
	first = button
	items := []fyne.CanvasObject{kit.Bold(v.page.Shown().Title).End()}
	if v.kiosk() {
		text, first = "reader.print.kiosk", number
		number.OnSubmitted = func(string) { do() }
	}
	items = append(items, kit.Body(t(text)).Wrap())
	if v.kiosk() {
		items = append(items, kit.NewField(env, t("reader.grant.field"), number).Help(t("reader.print.number.help")))
	}
	kit.NewSheet(env, t("reader.print.title"), 560, 320, kit.Pad(kit.Col(8, items...), 16, 20, 16, 20),
		kit.Row(8, kit.Grow(kit.Space(0, 0)), button)).First(first).Show()
}
