package browser

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"laufzettel/app/window"
	people "laufzettel/views/people/model"
)

// peopleRoom is the room Personen.
type peopleRoom struct{ *face }

type personRow struct {
	people.Person
	Href, Roles2, Stand string
}

type rightRow struct {
	Words, Roles string
	Mine         string // whether the person has it, in words
}

type peopleBody struct {
	Working string
	Open    bool // the register takes in whoever acts
	Shut    deedView
	Acts    []deedView
	Rows    []personRow
	Rights  []rightRow
	Found   string
}

type personBody struct {
	people.Person
	Stand  string
	Facts  [][2]string
	Roles2 []blank
	Acts   []deedView
	Waits2 []deedView // what can be done with a key that waits
	Rights []rightRow
}

// present makes the presenter of the register with all of it read.
func (s peopleRoom) present(id string) (*people.Presenter, error) {
	p := people.NewPresenter(window.People{Desk: s.desk}, inline{}, nothing)
	p.Picked = id
	p.Reload()
	if p.Err != nil {
		p.Close()
		return nil, p.Err
	}
	return p, nil
}

func (s peopleRoom) roles(ids []string) string {
	var out []string
	for _, r := range ids {
		out = append(out, s.words.T("people.role."+r))
	}
	return strings.Join(out, ", ")
}

// stand says in words whether a person works here now, or not any more.
func (s peopleRoom) stand(x people.Person) string {
	switch {
	case !x.Active:
		return s.words.T("people.left")
	case x.Now:
		return s.words.T("people.now")
	}
	return s.words.T("browser.people.listed")
}

// page is the register, or one person of it.
func (s peopleRoom) page(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	p, err := s.present(id)
	if err != nil {
		return err
	}
	defer p.Close()
	if id != "" {
		x, ok := p.Person()
		if !ok {
			return errNoPage
		}
		return s.person(w, r, p, x)
	}
	t, st := s.words.T, p.State
	b := peopleBody{Working: t("people.nobody"), Open: !st.Closed, Found: st.Founding,
		Shut: s.offer("people", "close", "", "", t("people.shut")+" …")}
	b.Acts = []deedView{s.offer("people", "add", "", "", t("people.add")), s.offer("people", "signin", "", "", t("people.signin"))}
	b.Acts[0].Key = "Strg+N"
	if st.Now != "" {
		b.Working = t("people.working", st.Now)
		b.Acts = append(b.Acts, s.once("people", "signout", "", "", t("people.signout")))
	}
	for _, x := range st.People {
		b.Rows = append(b.Rows, personRow{x, s.pages.href("people", "id", x.ID), s.roles(x.Roles), s.stand(x)})
	}
	for _, x := range st.Rights {
		b.Rights = append(b.Rights, rightRow{Words: x.Words, Roles: s.roles(x.Roles)})
	}
	s.write(w, r, &page{Name: "people", Title: t("nav.people"), Room: "people", Body: b, Live: true})
	return nil
}

// person is one person: roles to switch, facts, acts, rights.
func (s peopleRoom) person(w http.ResponseWriter, r *http.Request, p *people.Presenter, x people.Person) error {
	t, st := s.words.T, p.State
	b := personBody{Person: x, Stand: s.stand(x)}
	fact := func(key, value string) {
		if value != "" {
			b.Facts = append(b.Facts, [2]string{t("people.field." + key), value})
		}
	}
	key := x.Key
	if key == "" {
		key = t("browser.missing")
	}
	fact("unit", x.Unit)
	fact("agencies", x.Agencies)
	fact("key", key)
	if x.Self {
		fact("entered", t("people.self"))
	}
	fact("origin", x.Origin)
	fact("founding", st.Founding)
	for _, role := range st.Roles {
		f := blank{ID: "role-" + role, Label: t("people.role." + role), Kind: tick}
		if slices.Contains(x.Roles, role) {
			f.Value = "1"
		}
		b.Roles2 = append(b.Roles2, f)
	}
	leave := s.offer("people", "leave", x.ID, "", t("people.leave")+" …")
	if !x.Active {
		leave = s.once("people", "back", x.ID, "", t("people.back"))
	}
	b.Acts = []deedView{s.offer("people", "edit", x.ID, "", t("people.edit")), s.offer("people", "key", x.ID, "", t("people.newkey")),
		s.offer("people", "signin", x.ID, "", t("browser.people.as", x.Name)), leave}
	b.Acts = append(b.Acts, s.keeping(p, x)...)
	if x.Waits != "" {
		b.Waits2 = []deedView{s.offer("people", "confirm", x.ID, "", t("people.confirm")+" …"),
			s.offer("people", "reject", x.ID, "", t("people.reject")+" …")}
	}
	for _, right := range st.Rights {
		mine := t("browser.no")
		if slices.ContainsFunc(right.Roles, func(role string) bool { return slices.Contains(x.Roles, role) }) {
			mine = t("browser.yes")
		}
		b.Rights = append(b.Rights, rightRow{right.Words, s.roles(right.Roles), mine})
	}
	s.write(w, r, &page{Name: "person", Title: x.Name, Room: "people", Crumbs: s.crumbs("people"), Body: b})
	return nil
}

// find says what an act of the register is now.
func (s peopleRoom) find(r *http.Request) (deed, error) {
	act, id := r.FormValue("act"), r.FormValue("id")
	p, err := s.present(id)
	if err != nil {
		return deed{}, err
	}
	defer p.Close()
	if id != "" {
		x, ok := p.Person()
		if !ok {
			return deed{}, errNoDeed
		}
		if d, kept := s.keepDeed(p, x, act); kept {
			return d, nil
		}
		return s.personDeed(p.State, x, act)
	}
	src, t := window.People{Desk: s.desk}, s.words.T
	x := s.asks(act, "people")
	switch act {
	case "add":
		x.Fields = s.peopleFields("name", "unit", "agencies", "pass")
		x.Fields[0].Must, x.Done = true, t("browser.people.added")
		x.work = func(ctx context.Context, a answers, _ *message) error {
			return src.Add(ctx, people.Person{Name: a.text("name"), Unit: a.text("unit"), Agencies: a.text("agencies"),
				Roles: []string{"archivist"}}, a.Get("pass"))
		}
	case "signin":
		x.Fields = s.peopleFields("name", "pass")
		x.Fields[0].Must = true
		x.work = func(ctx context.Context, a answers, m *message) error {
			return s.signIn(ctx, a.text("name"), a.Get("pass"), m)
		}
	case "signout":
		x.Title, x.Done = "", t("people.nobody")
		x.work = func(context.Context, answers, *message) error {
			src.SignOut()
			s.changed()
			return nil
		}
	case "close":
		if p.State.Closed {
			return x, errNoDeed
		}
		x.Title, x.Text, x.Buttons = t("people.shut"), t("people.open.text"), button(t("people.shut"))
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.Close(ctx, true) }
	default:
		return x, errNoDeed
	}
	return x, nil
}

// asks is a deed of the register with its texts.
func (s peopleRoom) asks(key, back string) deed {
	t, x := s.words.T, deed{Back: back, Done: s.words.T("browser.noted")}
	if s.words.Has("people.title." + key) {
		x.Title, x.Text, x.Buttons = t("people.title."+key), t("people.ask."+key), button(t("people.do."+key))
	}
	return x
}

// peopleFields are questions about a person; a passphrase is never shown.
func (s peopleRoom) peopleFields(ids ...string) (out []blank) {
	for _, id := range ids {
		f := blank{ID: id, Label: s.words.T("people.field." + id)}
		if id == "pass" {
			f.Kind = secret
		}
		out = append(out, f)
	}
	return out
}

// signIn makes a person the one at work; which rooms there are changes with it.
func (s peopleRoom) signIn(ctx context.Context, name, pass string, m *message) error {
	if err := (window.People{Desk: s.desk}).SignIn(ctx, name, pass); err != nil {
		return err
	}
	m.Title, m.to = s.words.T("people.working", name), "people"
	s.changed()
	return nil
}

// personDeed are the acts on a person of the register.
func (s peopleRoom) personDeed(st people.State, one people.Person, act string) (deed, error) {
	src, t := window.People{Desk: s.desk}, s.words.T
	x := s.asks(act, address("people", "id", one.ID))
	set := func(change func(*people.Person, answers)) {
		x.work = func(ctx context.Context, a answers, _ *message) error {
			change(&one, a)
			return src.Set(ctx, one)
		}
	}
	switch {
	case act == "roles":
		set(func(p *people.Person, a answers) {
			p.Roles = nil
			for _, role := range st.Roles {
				if a.text("role-"+role) != "" {
					p.Roles = append(p.Roles, role)
				}
			}
		})
	case act == "edit":
		x.Fields = s.peopleFields("unit", "agencies")
		x.Fields[0].Value, x.Fields[1].Value = one.Unit, one.Agencies
		set(func(p *people.Person, a answers) { p.Unit, p.Agencies = a.text("unit"), a.text("agencies") })
	case act == "key":
		x.Fields = s.peopleFields("pass")
		x.Fields[0].Must, x.Done = true, t("people.keymade")
		x.work = func(ctx context.Context, a answers, _ *message) error { return src.Key(ctx, one.Name, a.Get("pass")) }
	case act == "signin":
		x.Title = t("browser.people.as", one.Name)
		x.Fields = s.peopleFields("pass")
		x.work = func(ctx context.Context, a answers, m *message) error {
			return s.signIn(ctx, one.Name, a.Get("pass"), m)
		}
	case act == "leave" && one.Active:
		x.Title, x.Text, x.Buttons = t("people.leave"), t("browser.people.leave", one.Name), button(t("people.leave"))
		set(func(p *people.Person, _ answers) { p.Active = false })
	case act == "back" && !one.Active:
		set(func(p *people.Person, _ answers) { p.Active = true })
	case act == "confirm" && one.Waits != "":
		x.Title, x.Text, x.Buttons = t("people.confirm"), t("people.waits", one.Waits)+". "+t("people.waits.text"),
			button(t("people.confirm"))
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.ConfirmKey(ctx, one.Name) }
	case act == "reject" && one.Waits != "":
		x.Title, x.Text, x.Buttons = t("people.reject"), t("people.waits", one.Waits)+".", button(t("people.reject"))
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.RejectKey(ctx, one.Name) }
	default:
		return x, errNoDeed
	}
	return x, nil
}
