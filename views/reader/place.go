package reader

import (
	"context"
	"strings"

	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
)

// askPlace asks the administration for name and passphrase, to end this reader's
// place. What was typed stays nowhere.
func (v *view) askPlace() {
	src, ok := v.src.(model.PlaceSource)
	if !ok || !v.kiosk() {
		return
	}
	env, t := v.env, v.env.T
	name, pass := kit.NewEntry(env, "reader.place.name", "", nil), kit.NewEntry(env, "reader.place.pass", "", nil)
	pass.Password = true
	field := kit.NewField(env, t("reader.place.pass"), pass).Mandatory()
	do := func() {
		n, p := strings.TrimSpace(name.Text), pass.Text
		pass.Put("")
		if n == "" || p == "" {
			field.SetError(t("reader.place.empty"))
			return
		}
		env.Open().Close()
		v.work(func(ctx context.Context) (string, error) { return t("reader.place.left"), src.LeavePlace(ctx, n, p) }, nil)
	}
	pass.OnSubmitted = func(string) { do() }
	button := kit.NewPrimary(env, "reader.place.do", "lock", t("reader.place.do"), do)
	body := kit.Pad(kit.Col(10, kit.Body(t("reader.place.text")).Wrap(), kit.NewField(env, t("reader.place.name"), name).Mandatory(),
		field), 16, 20, 16, 20)
	kit.NewSheet(env, t("reader.place.title"), 620, 350, body, kit.Row(8, kit.Grow(kit.Space(0, 0)), button)).First(name).Show()
}
