package app

import (
	"os"
	"slices"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/views/nav"
)

// envPersonPass gives the passphrase of the key file of the person at work.
const envPersonPass = "LAUFZETTEL_PERSON_PASSPHRASE"

// person finds the passphrase of a person's key file: in the environment, beside a
// demo's workspace, else it asks in a sheet. While a key is being made for a
// person who acts for the first time nobody is asked: that must not stand in the
// way of the act.
func (a *asker) person(name string, fresh bool) (string, error) {
	if p := os.Getenv(envPersonPass); p != "" {
		return p, nil
	}
	if p := os.Getenv(envPass); p != "" {
		return p, nil
	}
	if p, ok := demoPassphrase(a.dir); ok {
		return p, nil
	}
	if fresh {
		return "", failure.New(failure.Refused, "ask passphrase", "Für "+name+" ist noch kein Kennwort festgelegt.")
	}
	a.forget() // another person's answer is of no use
	defer a.forget()
	return a.passphrase()
}

// role gives the screens of the person at work: the role of the settings where the
// person has it, else the first one of the register. A workspace that knows no
// person goes by the settings.
func (p *program) role(set settings.Role) nav.Role {
	if p.w.Office.Kiosk() && !p.w.Office.SignedIn() {
		return nav.ReadingRoom // a name given at the start is no proof there
	}
	x, ok := p.w.Office.Acting(p.ctx)
	if !ok {
		return role(set)
	}
	order := []struct {
		have people.Role
		nav  nav.Role
	}{{people.Archivist, nav.Archivist}, {people.Clerk, nav.Clerk}, {people.ReadingRoom, nav.ReadingRoom}, {people.Second, nav.Archivist}, {people.Administrator, nav.Admin}}
	for _, r := range order {
		if r.nav == role(set) && slices.Contains(x.Roles, r.have) {
			return r.nav
		}
	}
	for _, r := range order {
		if slices.Contains(x.Roles, r.have) {
			return r.nav
		}
	}
	return role(set)
}

// changePerson builds the window anew for who is at work now: rail, name and
// screens belong to the person.
func (p *program) changePerson() {
	p.run.Background(func() { p.run.UI(func() { p.rebuild(nav.Route{Screen: nav.People}) }) }) // not from inside the screen that is replaced
}
