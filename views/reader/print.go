package reader

import (
	"context"

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
	do := func(a map[string]string) {
		application := a["number"]
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
	form := kit.Form{Name: "reader.print", Title: t("reader.print.title"), Text: t("reader.print.text"), Width: 560,
		Above:   kit.Bold(v.page.Shown().Title).End(),
		Buttons: []kit.FormButton{{Name: "reader.print.do", Icon: "print", Text: t("reader.print.do"), Primary: true, Do: do}}}
	if v.kiosk() {
		form.Text = t("reader.print.kiosk")
		form.Fields = []kit.FormField{{ID: "number", Label: t("reader.grant.field"), Help: t("reader.print.number.help")}}
	}
	form.Show(env)
}
