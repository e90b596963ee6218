package reader

import (
	"context"

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
	t, empty := v.env.T, v.env.T("reader.place.empty")
	leave := func(a map[string]string) {
		v.work(func(ctx context.Context) (string, error) {
			return t("reader.place.left"), src.LeavePlace(ctx, a["name"], a["pass"])
		}, nil)
	}
	kit.Form{Name: "reader.place", Title: t("reader.place.title"), Text: t("reader.place.text"), Width: 620, Fields: []kit.FormField{
		{ID: "name", Label: t("reader.place.name"), Must: true, Missing: empty},
		{ID: "pass", Label: t("reader.place.pass"), Must: true, Missing: empty, Secret: true}},
		Buttons: []kit.FormButton{{Name: "reader.place.do", Icon: "lock", Text: t("reader.place.do"), Primary: true,
			Do: leave}}}.Show(v.env)
}
