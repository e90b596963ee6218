package browser

import (
	"context"
	"net/http"
	"net/url"

	"laufzettel/viewer/access"
)

// find says what an act of the room is that asks for something: a closure, the table of
// a law compared, a note on what is held, a granted application, or the descriptions of
// what a search finds.
func (s holdingsRoom) find(r *http.Request) (deed, error) {
	switch r.FormValue("act") {
	case "closure":
		return s.closureDeed(r.Context(), r.FormValue("id"))
	case "descriptions":
		return s.descriptions(r.FormValue("of"))
	case "law":
		return s.lawDeed(r.Context(), r.FormValue("of"))
	case "note":
		return s.noteDeed(r.Context(), r.FormValue("id"))
	case "grant":
		return s.grantDeed(r.Context(), r.FormValue("id"))
	case "revoke":
		return s.revokeDeed(r.Context(), r.FormValue("id"), r.FormValue("of"))
	}
	return deed{}, errNoDeed
}

// closureDeed asks for the facts a closure is computed from by the table of a law.
func (s holdingsRoom) closureDeed(ctx context.Context, pid string) (deed, error) {
	t := s.words.T
	pk, err := s.src.Package(ctx, pid)
	if err != nil {
		return deed{}, s.unknown(err)
	}
	laws, err := s.src.Laws(ctx)
	if err != nil {
		return deed{}, err
	}
	now, _ := s.closure(pk.Closure)
	x := deed{
		Title:   t("reader.closure.title"),
		Text:    t("reader.closure.now", now),
		Links:   []link{{t("browser.laws"), "holdings/laws"}},
		Buttons: button(t("reader.closure.do")),
		Back:    address("holdings", "pid", pid),
	}
	law := blank{ID: "law", Label: t("reader.closure.law"), Kind: choice, Must: true}
	for _, l := range laws {
		law.Choices = append(law.Choices, choiceView{Value: l.ID, Text: l.Name})
		state := t("reader.closure.unchecked")
		if l.Checked != "" {
			state = t("reader.closure.checked", l.Checked)
		}
		x.More = append(x.More, l.Name+": "+state)
	}
	if len(laws) > 0 {
		law.Value = laws[0].ID
	}
	x.Fields = []blank{law, {ID: "end", Label: t("reader.closure.end"), Help: t("reader.closure.end.help")},
		{
			ID:    "personal",
			Label: t("reader.closure.personal"),
			Kind:  tick,
		}, {ID: "died", Label: t("reader.closure.died"), Help: t("reader.closure.end.help")},
		{
			ID:    "born",
			Label: t("reader.closure.born"),
			Help:  t("reader.closure.end.help"),
		}, {ID: "secret", Label: t("reader.closure.secret"), Kind: tick},
		{
			ID:    "published",
			Label: t("reader.closure.published"),
			Kind:  tick,
		}, {ID: "description", Label: t("reader.closure.description"), Kind: tick}}
	x.work = func(ctx context.Context, a answers, m *message) error {
		f := access.Facts{
			End:         a.text("end"),
			Died:        a.text("died"),
			Born:        a.text("born"),
			Secret:      a.Get("secret") != "",
			Published:   a.Get("published") != "",
			Description: a.Get("description") != "",
		}
		f.Personal = a.Get("personal") != "" || f.Died != "" || f.Born != ""
		p, err := s.src.Decide(ctx, pid, a.text("law"), f)
		m.Title = s.period(p)
		return err
	}
	return x, nil
}

// period says until when an object is closed, on what ground, and from when it is open.
func (s holdingsRoom) period(p access.Period) string {
	switch {
	case p.Open:
		return s.words.T("reader.closure.open", p.Basis)
	case p.Until.IsZero():
		return s.words.T("reader.closure.endless", p.Basis)
	}
	return s.words.T("reader.closure.until", s.words.Date(p.Until), p.Basis, s.words.Date(p.Until.AddDate(0, 0, 1)))
}

// mostQuery bounds a search as it stands in a form.
const mostQuery = 4000

// descriptions writes the descriptions of what a search finds as a finding aid.
func (s holdingsRoom) descriptions(search string) (deed, error) {
	t := s.words.T
	v, err := url.ParseQuery(search)
	if err != nil || len(search) > mostQuery {
		return deed{}, errNoDeed
	}
	q := queryFrom(v)
	x := deed{
		Title:   t("reader.descriptions.title"),
		Text:    t("reader.descriptions.text"),
		Buttons: button(t("browser.descriptions.do")),
		Back:    "holdings",
	}
	if search != "" {
		x.Back = "holdings?" + v.Encode()
	}
	x.Fields = []blank{
		{
			ID:      "form",
			Label:   t("browser.descriptions.form"),
			Kind:    choice,
			Value:   "ead",
			Choices: []choiceView{{Value: "ead", Text: "EAD(DDB)"}, {Value: "csv", Text: "CSV"}},
		},
		{ID: "fonds", Label: t("reader.descriptions.fonds")},
		{ID: "isil", Label: t("reader.descriptions.isil")},
		{ID: "file", Label: t("browser.descriptions.file"), Help: t("browser.handout.help"), Must: true},
	}
	x.work = func(ctx context.Context, a answers, m *message) error {
		form := "ead"
		if a.text("form") == "csv" {
			form = "csv"
		}
		n, path, err := s.src.Descriptions(context.WithValue(ctx, placeKey{}, a.path("file")), form, q, a.text("fonds"), a.text("isil"))
		m.Title = t("reader.descriptions.done", n, path)
		return err
	}
	return x, nil
}

// print makes a copy that can be printed, and leads to it: the browser has the printer.
func (s holdingsRoom) print(ctx context.Context, pid, document string, m *message) error {
	c, err := s.src.Print(ctx, pid, document, false)
	m.Title = s.words.T("browser.printcopy")
	if !c.Until.IsZero() {
		m.Title = s.words.T("browser.printcopy.until", s.words.Date(c.Until))
	}
	return err
}
