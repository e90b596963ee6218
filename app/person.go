package app

import (
	"os"

	"laufzettel/app/start"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/route"
)

// person finds the passphrase of a person's key file: in the environment, beside a
// demo's workspace, else it asks in a sheet. While a key is being made for a
// person who acts for the first time nobody is asked: that must not stand in the
// way of the act.
func (a *asker) person(name string, fresh bool) (string, error) {
	if p := os.Getenv(start.EnvPersonPass); p != "" {
		return p, nil
	}
	if p := os.Getenv(start.EnvPass); p != "" {
		return p, nil
	}
	if p, ok := demoPassphrase(a.dir); ok {
		return p, nil
	}
	if fresh {
		return "", failure.New(failure.Refused, "ask passphrase", wording.Say("hint.app.person-without-passphrase", name))
	}
	a.asking.Lock()
	defer a.asking.Unlock()
	return a.ask(name, wording.Say("hint.app.person-passphrase-missing", name))
}

// changePerson builds the window anew for who is at work now: rail, name and
// screens belong to the person.
func (p *program) changePerson() {
	// not from inside the screen that is replaced
	p.run.Background(func() { p.run.UI(func() { p.rebuild(route.Route{Screen: route.People}) }) })
}
