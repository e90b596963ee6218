package nav

import (
	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/present"
	"laufzettel/views/route"
)

// Refused draws what stopped a step, in place: what happened, what it means, the ways
// out as buttons. name registers the box, its ways (name.way.…) and the button that
// closes it (name.close). about is the thing the step was about; fallback stands where
// the error has no sentence. solved closes the box, grown is called when details open.
func Refused(h Host, name string, err error, about, fallback string, solved, grown func()) fyne.CanvasObject {
	env := h.Env()
	r := present.Refused(env.Words, err, about, fallback)
	tone := kit.ToneError
	if r.Passing {
		tone = kit.ToneWarn
	}
	var buttons []fyne.CanvasObject
	for _, w := range r.Ways {
		if here(h, w.To) {
			continue // a way that leads nowhere is none
		}
		buttons = append(buttons, kit.NewButton(env, name+".way."+w.Name, "right", w.Title, func() {
			solved()
			h.Go(w.To)
		}).Small())
	}
	buttons = append(buttons, kit.NewButton(env, name+".close", "", env.T("box.understood"), solved).Small())
	return kit.NewBox(env, name, kit.Box{Tone: tone, Title: r.What, Text: r.Means, Details: r.Details, Buttons: buttons}, grown)
}

// here tells whether a way leads to the screen that is shown already.
func here(h Host, to route.Route) bool {
	at, ok := h.(interface{ Now() route.Route })
	return ok && (at.Now() == to || to == route.Route{Screen: at.Now().Screen})
}
