package browser

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
	reader "laufzettel/views/reader/model"
)

// lawView is the table of a law with whether the archive has compared it.
type lawView struct {
	access.Law
	State string
	Rows  []lawRow
	Note  deedView // "compared", where it is not
	Asks  bool
}

type lawRow struct{ What, Years, Basis string }

type lawsBody struct {
	Laws []lawView
	Back string
}

// lawsPage shows the closure periods by law, each with the section it stands in.
func (s holdingsRoom) lawsPage(w http.ResponseWriter, r *http.Request) error {
	laws, err := s.src.Laws(r.Context())
	if err != nil {
		return err
	}
	t := s.words.T
	b := lawsBody{}
	for _, l := range laws {
		v := lawView{Law: l, State: t("reader.closure.unchecked"), Asks: l.Checked == ""}
		if l.Checked != "" {
			v.State = t("reader.closure.checked", l.Checked)
		}
		for _, x := range l.Rows() {
			row := lawRow{x.What, t("reader.closure.noperiod"), cmp.Or(x.Basis, "–")}
			if x.Years > 0 {
				row.Years = t("reader.closure.years", x.Years)
			}
			v.Rows = append(v.Rows, row)
		}
		v.Note = s.offer("holdings/desk", "law", "", l.ID, t("reader.closure.confirm")+" …")
		v.Note.About = l.Name
		b.Laws = append(b.Laws, v)
	}
	s.write(w, r, &page{Name: "laws", Title: t("browser.laws"), Room: "holdings", Crumbs: s.crumbs("holdings"), Body: b})
	return nil
}

var errNoLaw = failure.New(failure.Refused, "compare law", wording.Say("browser.nolaw"))

// lawDeed asks before a table is noted as compared: the archive answers for it.
func (s holdingsRoom) lawDeed(ctx context.Context, id string) (deed, error) {
	laws, err := s.src.Laws(ctx)
	if err != nil {
		return deed{}, err
	}
	i := slices.IndexFunc(laws, func(l access.Law) bool { return l.ID == id && l.Checked == "" })
	if i < 0 {
		return deed{}, errNoLaw
	}
	t, l := s.words.T, laws[i]
	return deed{
		Title:   t("reader.closure.confirm"),
		Text:    t("reader.closure.unchecked.text"),
		More:    []string{l.Name},
		Buttons: button(t("reader.closure.confirm")),
		Back:    "holdings/laws",
		Done:    t("reader.closure.confirmed", l.Name),
		work:    func(ctx context.Context, _ answers, _ *message) error { return s.src.ConfirmLaw(ctx, id) },
	}, nil
}

// noteDeed shows the note on what an object holds, or its draft, to be confirmed.
func (s holdingsRoom) noteDeed(ctx context.Context, pid string) (deed, error) {
	pk, err := s.src.Package(ctx, pid)
	if err != nil {
		return deed{}, s.unknown(err)
	}
	note, err := s.src.ContentNote(ctx, pid)
	if err != nil {
		return deed{}, err
	}
	t := s.words.T
	x := deed{
		Title:   t("reader.note.title"),
		Text:    t("reader.note.draft"),
		More:    []string{pk.ReferenceCode, t("reader.note.where")},
		Fields:  []blank{{ID: "text", Label: t("reader.note.text"), Kind: area, Value: note.Text, Must: true}},
		Buttons: button(t("reader.note.do")),
		Back:    address("holdings", "pid", pid),
	}
	if note.Person != "" {
		x.Text = t("reader.note.confirmed", note.Person, s.words.Moment(note.At))
		x.Buttons = append(x.Buttons, choiceView{Value: "remove", Text: t("reader.note.remove")})
	}
	x.work = func(ctx context.Context, a answers, m *message) error {
		if a.Get("as") == "remove" {
			m.Title = t("reader.note.removed", pk.ReferenceCode)
			return s.src.RemoveNote(ctx, pid)
		}
		m.Title = t("reader.note.done", pk.ReferenceCode)
		return s.src.ConfirmNote(ctx, pid, a.text("text"))
	}
	return x, nil
}

type grantRow struct {
	access.Grant
	Until, Rights, Href string
	End                 deedView
}

type grantsBody struct {
	Rows []grantRow
	New  *deedView // for the object one comes from
}

// grantsPage lists the granted applications in force today; from an object it leads to a
// new one.
func (s holdingsRoom) grantsPage(w http.ResponseWriter, r *http.Request) error {
	list, err := s.src.Grants(r.Context())
	if err != nil {
		return err
	}
	var b grantsBody
	for _, g := range list {
		v := grantRow{Grant: g, Until: s.words.T("browser.grants.endless"), Href: s.pages.href("holdings", "pid", g.PID)}
		if !g.Until.IsZero() {
			v.Until = s.words.T("reader.grants.until", s.words.Date(g.Until))
		}
		v.Rights = s.rights(g.Rights)
		v.End = s.offer("holdings/desk", "revoke", g.PID, g.Application, s.words.T("reader.grants.revoke")+" …")
		v.End.About = g.Application + ", " + g.PID
		b.Rows = append(b.Rows, v)
	}
	if pid := r.URL.Query().Get("pid"); pid != "" {
		pk, err := s.src.Package(r.Context(), pid)
		if err != nil {
			return s.unknown(err)
		}
		x := s.offer("holdings/desk", "grant", pk.PID, "", s.words.T("reader.grants.new", pk.ReferenceCode)+" …")
		b.New = &x
	}
	s.write(w, r, &page{
		Name:   "grants",
		Title:  s.words.T("reader.grants.title"),
		Room:   "holdings",
		Crumbs: s.crumbs("holdings"),
		Body:   b,
		Live:   true,
	})
	return nil
}

func (s holdingsRoom) rights(all []access.Right) string {
	var out []string
	for _, r := range all {
		out = append(out, s.words.T("reader.right."+string(r)))
	}
	return strings.Join(out, ", ")
}

// revokeDeed asks before what an application opened is closed again.
func (s holdingsRoom) revokeDeed(ctx context.Context, pid, application string) (deed, error) {
	list, err := s.src.Grants(ctx)
	if err != nil {
		return deed{}, err
	}
	i := slices.IndexFunc(list, func(g access.Grant) bool { return g.PID == pid && g.Application == application })
	if i < 0 {
		return deed{}, errNoDeed
	}
	t := s.words.T
	return deed{
		Title:   t("browser.grants.end"),
		Text:    t("browser.grants.end.text"),
		More:    reader.Filled([]string{application, list[i].Reader, pid, s.rights(list[i].Rights)}),
		Buttons: button(t("reader.grants.revoke")),
		Back:    "holdings/grants",
		Done:    t("reader.grants.revoked", application),
		work:    func(ctx context.Context, _ answers, _ *message) error { return s.src.Revoke(ctx, application, pid) },
	}, nil
}

// grantDeed notes a granted application with its reader, rights and last day.
func (s holdingsRoom) grantDeed(ctx context.Context, pid string) (deed, error) {
	pk, err := s.src.Package(ctx, pid)
	if err != nil {
		return deed{}, s.unknown(err)
	}
	t := s.words.T
	day := blank{ID: "until", Label: t("reader.grants.day"), Help: t("reader.grants.day.help")}
	day.check = func(text string) string {
		if _, ok := reader.WrittenDay(text); !ok {
			return t("reader.grants.day.bad")
		}
		return ""
	}
	x := deed{
		Title:   t("reader.grant.title"),
		Text:    t("reader.grant.help"),
		More:    []string{pk.ReferenceCode},
		Buttons: button(t("reader.grants.do")),
		Back:    address("holdings", "pid", pid),
		Fields: []blank{
			{ID: "number", Label: t("reader.grant.field"), Must: true},
			{ID: "reader", Label: t("reader.grants.reader")},
			{ID: "print", Label: t("reader.right.print"), Kind: tick},
			{ID: "copy", Label: t("reader.right.copy"), Kind: tick},
			day,
		},
	}
	x.work = func(ctx context.Context, a answers, m *message) error {
		g := access.Grant{PID: pid, Application: a.text("number"), Reader: a.text("reader"), Rights: []access.Right{access.Read}}
		if a.Get("print") != "" {
			g.Rights = append(g.Rights, access.Print)
		}
		if a.Get("copy") != "" {
			g.Rights = append(g.Rights, access.Copy)
		}
		g.Until, _ = reader.WrittenDay(a.text("until")) // checked above
		m.Title = t("reader.grants.noted", g.Application)
		return s.src.AddGrant(ctx, g)
	}
	return x, nil
}
