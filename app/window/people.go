package window

import (
	"context"
	"strings"

	"github.com/ncruces/zenity"

	"laufzettel/transfer/failure"
	register "laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	people "laufzettel/views/people/model"
)

// People is the source of the screen of persons.
type People struct{ *Desk }

// State implements people.Source.
func (s People) State(ctx context.Context) (people.State, error) {
	st := people.State{Now: s.W.Office.Person()}
	if s.W.Office.Kiosk() && st.Now == "" {
		return people.State{Closed: true}, nil // readers see who signs in, not who works here
	}
	all, err := s.W.Office.People.List(ctx)
	if err != nil {
		return st, err
	}
	if st.Closed, err = s.W.Office.People.Closed(ctx); err != nil {
		return st, err
	}
	for _, r := range register.Roles {
		st.Roles = append(st.Roles, string(r))
	}
	for _, a := range register.Actions() {
		st.Rights = append(st.Rights, people.Right{Words: a.In(s.Words.Language()), Roles: roleIDs(register.Allowed(a))})
	}
	founding, err := s.W.Office.Witness.Founding(ctx)
	if err != nil {
		return st, err
	}
	st.Founding = founding.In(s.Words.Language())
	origins, err := s.W.Office.KeyOrigins(ctx)
	if err != nil {
		return st, err
	}
	young := map[string]string{}
	for _, o := range origins {
		if o.Fresh {
			young[o.Person] = o.In(s.Words.Language())
		}
	}
	requests, err := s.W.Office.Renewal.Requests(ctx)
	if err != nil {
		return st, err
	}
	waits := map[string]string{}
	for _, q := range requests {
		waits[q.Person] = q.GivenBy
	}
	for _, p := range all {
		key, _ := p.Current()
		st.People = append(st.People, people.Person{Waits: waits[p.Name], Origin: young[p.Name], ID: p.ID, Name: p.Name, Unit: p.Unit,
			Roles: roleIDs(p.Roles), Agencies: strings.Join(p.Agencies, ", "), Key: key.ID,
			Active: p.Active, Self: p.Self, Now: p.Name == st.Now})
	}
	return st, nil
}

func roleIDs(roles []register.Role) []string {
	out := make([]string, len(roles))
	for i, r := range roles {
		out[i] = string(r)
	}
	return out
}

func rolesOf(ids []string) []register.Role {
	out := make([]register.Role, len(ids))
	for i, r := range ids {
		out[i] = register.Role(r)
	}
	return out
}

func agenciesOf(text string) []string {
	var out []string
	for _, a := range strings.Split(text, ",") {
		if a = strings.TrimSpace(a); a != "" {
			out = append(out, a)
		}
	}
	return out
}

// Add implements people.Source.
func (s People) Add(ctx context.Context, p people.Person, pass string) error {
	defer s.Hub.Notify()
	_, err := s.W.Office.AddPerson(ctx, register.Person{Name: p.Name, Unit: p.Unit, Roles: rolesOf(p.Roles),
		Agencies: agenciesOf(p.Agencies)}, pass)
	return err
}

// Set implements people.Source.
func (s People) Set(ctx context.Context, p people.Person) error {
	defer s.Hub.Notify()
	_, err := s.W.Office.ChangePerson(ctx, p.ID, func(x *register.Person) {
		x.Unit, x.Roles, x.Agencies, x.Active = p.Unit, rolesOf(p.Roles), agenciesOf(p.Agencies), p.Active
	})
	return err
}

// Key implements people.Source.
func (s People) Key(ctx context.Context, name, pass string) error {
	defer s.Hub.Notify()
	if pass == "" {
		return failure.New(failure.Refused, "make key", wording.Say("hint.window.key-passphrase-needed"))
	}
	_, err := s.W.Office.PersonKey(ctx, name, pass)
	return err
}

// ConfirmKey implements people.Source.
func (s People) ConfirmKey(ctx context.Context, name string) error {
	defer s.Hub.Notify()
	_, err := s.W.Office.Renewal.Confirm(ctx, name)
	return err
}

// RejectKey implements people.Source.
func (s People) RejectKey(ctx context.Context, name string) error {
	defer s.Hub.Notify()
	return s.W.Office.Renewal.Reject(ctx, name)
}

// Spare implements people.Source.
func (s People) Spare(ctx context.Context, dir, pass string) error {
	defer s.Hub.Notify()
	_, err := s.W.Office.Renewal.Spare(ctx, dir, pass)
	return err
}

// UseSpare implements people.Source.
func (s People) UseSpare(ctx context.Context, name, dir, sparePass, pass string) error {
	defer s.Hub.Notify()
	_, err := s.W.Office.Renewal.FromSpare(ctx, name, dir, sparePass, pass)
	return err
}

// Found implements people.Source.
func (s People) Found(ctx context.Context) error {
	defer s.Hub.Notify()
	_, err := s.W.Office.Witness.CoFound(ctx)
	return err
}

// Refound implements people.Source.
func (s People) Refound(ctx context.Context, name, head, scan, pass string) error {
	defer s.Hub.Notify()
	_, err := s.W.Office.Renewal.OnPaper(ctx, name, head, scan, pass)
	return err
}

// ChooseFile implements people.Source.
func (s People) ChooseFile(ctx context.Context, title string) (string, error) {
	return zenity.SelectFile(zenity.Context(ctx), zenity.Title(title),
		zenity.FileFilter{Name: "PDF, PNG, JPEG, TIFF", Patterns: []string{"*.pdf", "*.png", "*.jpg", "*.jpeg", "*.tif", "*.tiff"},
			CaseFold: true})
}

// ChooseFolder implements people.Source.
func (s People) ChooseFolder(ctx context.Context, title string) (string, error) {
	return zenity.SelectFile(zenity.Context(ctx), zenity.Title(title), zenity.Directory())
}

// Close implements people.Source.
func (s People) Close(ctx context.Context, closed bool) error {
	defer s.Hub.Notify()
	return s.W.Office.CloseRegister(ctx, closed)
}

// SignIn implements people.Source.
func (s People) SignIn(ctx context.Context, name, pass string) error {
	defer s.Hub.Notify()
	return s.W.Office.SignIn(ctx, name, pass)
}

// MakePlace implements people.Source.
func (s People) MakePlace(ctx context.Context) error {
	defer s.Hub.Notify()
	return s.W.Uses.MakePlace(ctx)
}

// SignOut implements people.Source.
func (s People) SignOut() {
	s.W.Office.SignOut()
	s.Hub.Notify()
}

var _ people.Source = People{}
