package browser

import (
	"context"

	"laufzettel/app/window"
	people "laufzettel/views/people/model"
)

// keeping are the acts on keys that last, as they are offered on a person: the spare key
// the head of the body keeps, what is done where a key is lost, and the founding act
// every key goes back to.
func (s peopleRoom) keeping(p *people.Presenter, x people.Person) (out []deedView) {
	for _, k := range []struct {
		act    string
		offers bool
	}{{"spare", p.Own(x)}, {"found", p.Own(x)}, {"usespare", p.Lost(x)}, {"refound", p.OnPaper(x)}} {
		if k.offers {
			out = append(out, s.offer("people", k.act, x.ID, "", s.words.T("people."+k.act)))
		}
	}
	return out
}

// keepDeed says what such an act is now; false: the act is none of them, or not offered.
func (s peopleRoom) keepDeed(p *people.Presenter, one people.Person, act string) (x deed, ok bool) {
	src, t := window.People{Desk: s.desk}, s.words.T
	x = deed{
		Title:   t("people.title."+act, one.Name),
		Text:    t("people.ask." + act),
		Buttons: button(t("people.do." + act)),
		Back:    address("people", "id", one.ID),
	}
	blanks := func(ids ...string) {
		for _, id := range ids {
			f := blank{ID: id, Label: t("people.field." + id), Must: true}
			switch id {
			case "sparepass", "newpass":
				f.Kind = secret
			case "sparefolder", "scan":
				f.Help = t("browser.path.help")
			}
			x.Fields = append(x.Fields, f)
		}
	}
	switch {
	case act == "spare" && p.Own(one):
		blanks("sparefolder", "sparepass")
		x.Done = t("people.sparemade")
		x.work = func(ctx context.Context, a answers, _ *message) error {
			return src.Spare(ctx, a.path("sparefolder"), a.Get("sparepass"))
		}
	case act == "found" && p.Own(one):
		x.Done = t("people.founded")
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.Found(ctx) }
	case act == "usespare" && p.Lost(one):
		blanks("sparefolder", "sparepass", "newpass")
		x.Done = t("people.keymade")
		x.work = func(ctx context.Context, a answers, _ *message) error {
			return src.UseSpare(ctx, one.Name, a.path("sparefolder"), a.Get("sparepass"), a.Get("newpass"))
		}
	case act == "refound" && p.OnPaper(one):
		blanks("head", "scan", "newpass")
		x.Done = t("people.refounded")
		x.work = func(ctx context.Context, a answers, _ *message) error {
			return src.Refound(ctx, one.Name, a.text("head"), a.path("scan"), a.Get("newpass"))
		}
	default:
		return x, false
	}
	return x, true
}
