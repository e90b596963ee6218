package office

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// Person names who acts: who signed in, else the one of the call, else of the
// settings; "" for nobody.
func (of *Office) Person() string {
	of.Who.mu.Lock()
	name, out, last := of.Who.name, of.Who.out, of.Who.person.Name
	of.Who.mu.Unlock()
	switch {
	case out:
		return ""
	case name != "":
	case of.Opts.Person != "":
		name = of.Opts.Person
	case of.Kiosk(): // the name in the settings is not who sits there
	default:
		name = of.Settings.Get().Person.Name
	}
	if naming.Same(name, last) {
		return last // as the register writes it
	}
	return name
}

// MustPerson is asked before an act that needs a responsible person with the right
// to it; it gives the name (G14, F10). The key of the person is opened here, so that
// nothing waits for a passphrase later. op names the act where it is refused.
func (of *Office) MustPerson(a people.Action, op string) (string, error) {
	ctx := context.Background()
	if of.Person() == "" {
		if err := of.Nobody(ctx, op); err != nil {
			return "", err
		}
		return "", failure.New(failure.Refused, op, wording.Say("hint.office.nobody-acts"))
	}
	return of.Allow(ctx, a, op)
}

// Allow asks for the right to an action and gives the name of who acts. Without a
// known person the work of a program goes on as long as the register is open; a kiosk
// may do nothing. There is no right by default: who acts names it (G14).
func (of *Office) Allow(ctx context.Context, a people.Action, op string) (string, error) {
	name := of.Person()
	if name == "" {
		return "", of.Nobody(ctx, op)
	}
	p, err := of.acting(ctx, name, op)
	if err != nil {
		return "", err
	}
	if !people.May(p.Roles, a) {
		return "", failure.New(failure.Refused, op, people.Refusal(p.Name, p.Roles, a))
	}
	signer, err := of.unlock(ctx, p)
	if err != nil {
		return "", err
	}
	if signer == nil {
		if err := of.mayActUnsigned(ctx, p, op); err != nil {
			return "", err
		}
	}
	of.Who.keep(p, signer)
	return p.Name, of.Witness.MustBeWitnessed(ctx, p, op)
}

// mayActUnsigned lets persons without a key act only while the register is open:
// in a closed one a name alone proves nothing (G14).
func (of *Office) mayActUnsigned(ctx context.Context, p people.Person, op string) error {
	if of.Kiosk() {
		return failure.New(failure.Refused, op, wording.Say("hint.office.readers-place-key", p.Name))
	}
	closed, err := of.People.Closed(ctx)
	if err != nil || !closed {
		return err
	}
	return failure.New(failure.Refused, op, wording.Say("hint.office.closed-register-key", p.Name))
}

// MayRelease lets a person release destructions only with a key of their own that
// none of the deciders has: a name alone makes no second person, in an open register
// of people neither (G18). Who works alone by the settings is no second person.
func (of *Office) MayRelease(ctx context.Context, person string, deciders []string) error {
	const op = "release destruction"
	alone := of.Settings.Get().Alone
	if slices.Contains(deciders, person) && !alone { // the book refuses one's own decisions
		return nil
	}
	if alone {
		return of.MayDestroyAlone(ctx, op, append([]string{person}, deciders...))
	}
	key := of.Log.SignerID()
	if key == "" {
		return failure.New(failure.Refused, op, wording.Say("hint.office.release-needs-key", person))
	}
	known, err := of.answerable(ctx, op, append([]string{person}, deciders...)...)
	if err != nil {
		return err
	}
	for _, name := range deciders {
		if why := known.oneHand(name, person, moment{of.Now(), true}); !why.Empty() {
			return failure.New(failure.Refused, op, wording.Say("hint.office.release-one-hand", why))
		}
		p, err := of.People.Find(ctx, name)
		if errors.Is(err, people.ErrUnknown) {
			continue // decided at another place
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(p.Keys, func(k people.Key) bool { return k.ID == key }) {
			return failure.New(failure.Refused, op, wording.Say("hint.office.shared-key", person, p.Name))
		}
	}
	return nil
}

// mustHaveKey is asked of an administrator before the register closes: without a
// key of the own nobody could open it again.
func (of *Office) mustHaveKey(ctx context.Context, name, op string) error {
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return err
	}
	if _, has := p.Current(); has {
		return nil
	}
	return failure.New(failure.Refused, op, wording.Say("hint.office.own-key-first"))
}

// May asks for a right on behalf of a program that changes settings or profiles
// itself; nil says yes. The sentence of the refusal is for the person.
func (of *Office) May(ctx context.Context, a people.Action) error {
	_, err := of.Allow(ctx, a, string(a))
	return err
}

// ChangeSettings alters the settings of the workspace: who works here, and how a window
// shows itself to them, anybody says; all else is the administrator's (F10).
func (of *Office) ChangeSettings(ctx context.Context, change func(*settings.Settings)) error {
	was := of.Settings.Get()
	then := was
	change(&then)
	then.Person, then.Look, then.Keys = was.Person, was.Look, was.Keys
	if !reflect.DeepEqual(then, was) {
		if err := of.May(ctx, people.Tools); err != nil {
			return err
		}
	}
	return of.Settings.Change(change)
}

// Nobody refuses acts without a person where somebody has to sign in.
func (of *Office) Nobody(ctx context.Context, op string) error {
	if of.Kiosk() {
		return failure.New(failure.Refused, op, wording.Say("hint.office.reading-room-unsigned"))
	}
	closed, err := of.People.Closed(ctx)
	if err != nil || !closed {
		return err
	}
	return failure.New(failure.Refused, op, wording.Say("hint.office.sign-in-first"))
}

// Attend lets the person at hand sign what a program does for them, where the register
// knows them and their key opens. Nobody is entered by it; without a person the work
// goes on, and rests on what others have signed.
func (of *Office) Attend(ctx context.Context, a people.Action) {
	p, err := of.People.Find(ctx, of.Person())
	if _, has := p.Current(); err != nil || !has {
		return
	}
	if _, err := of.Allow(ctx, a, string(a)); err != nil {
		return // nothing is signed then
	}
}

// acting finds the person of a name. In an open register an unknown one is entered
// by acting: the first person becomes administrator too and gets a key where a
// place for it is at hand.
func (of *Office) acting(ctx context.Context, name, op string) (people.Person, error) {
	p, err := of.People.Find(ctx, name)
	if err == nil && !p.Active {
		return p, failure.New(failure.Refused, op, wording.Say("hint.office.person-left", p.Name))
	}
	if !errors.Is(err, people.ErrUnknown) {
		return p, err
	}
	closed, err := of.People.Closed(ctx)
	if err != nil {
		return p, err
	}
	if closed || of.Kiosk() { // a reader does not become a person by a name
		return p, failure.New(failure.Refused, op, wording.Say("hint.office.person-not-entered", name))
	}
	return of.enterSelf(ctx, name)
}

// enterSelf enters the person who acts.
func (of *Office) enterSelf(ctx context.Context, name string) (people.Person, error) {
	all, err := of.People.List(ctx)
	if err != nil {
		return people.Person{}, err
	}
	p := people.Person{Name: name, Self: true, By: Program, Roles: []people.Role{people.Archivist, people.Second}}
	if of.Settings.Get().Person.Name == name {
		p.Unit = of.Settings.Get().Person.Unit
	}
	if len(all) == 0 {
		p.Roles = []people.Role{people.Administrator, people.Archivist, people.Clerk, people.Second}
	}
	key, signer, err := of.newPersonKey(ctx, p, true)
	if err != nil {
		key, signer = people.Key{}, nil // no place for a key at hand: told by people list and log verify
	}
	err = of.Store.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if p, err = of.People.EnterTx(ctx, tx, p); err != nil {
			return err
		}
		if key.ID != "" {
			if err := of.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
				return err
			}
		}
		if err := of.Witness.foundTx(ctx, tx, p, signer, true); err != nil {
			return err
		}
		e := of.Event(events.Enrolled, p.ID, key.ID, "self", map[string]string{"roles": rolesText(p.Roles)})
		e.Actor = Program
		return of.Witness.entryBy(ctx, tx, e, signer)
	})
	if err != nil {
		return p, err
	}
	if signer != nil {
		p.Keys = []people.Key{key}
	}
	of.Who.keep(p, signer)
	return p, nil
}

func rolesText(roles []people.Role) string {
	var out []string
	for _, r := range roles {
		out = append(out, string(r))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// AddPerson enters a person and closes the register: from now on only entered
// persons act. With pass their key is made at once, else at people key.
func (of *Office) AddPerson(ctx context.Context, p people.Person, pass string) (people.Person, error) {
	by, err := of.MustPerson(people.People, "manage people")
	if err != nil {
		return p, err
	}
	if err := of.mustHaveKey(ctx, by, "enter person"); err != nil {
		return p, err
	}
	p.By, p.Self = by, false
	var key people.Key
	if pass != "" {
		if key, _, err = of.keyWith(ctx, p, pass); err != nil {
			return p, err
		}
	}
	err = of.Store.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if p, err = of.People.EnterTx(ctx, tx, p); err != nil {
			return err
		}
		if key.ID != "" {
			if err := of.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
				return err
			}
		}
		if err := people.SetClosedTx(ctx, tx, true); err != nil {
			return err
		}
		return of.Log.Entry(ctx, of.Event(events.Enrolled, p.ID, key.ID, "entered",
			map[string]string{"roles": rolesText(p.Roles), "by": by}))(tx)
	})
	if err != nil {
		return p, err
	}
	return of.People.Find(ctx, p.ID)
}

// keyWith makes a key for a person under a passphrase that was just given.
func (of *Office) keyWith(ctx context.Context, p people.Person, pass string) (people.Key, *sign.Key, error) {
	of.Who.mu.Lock()
	before := of.Who.pass
	of.Who.pass = func(string, bool) (string, error) { return pass, nil }
	of.Who.mu.Unlock()
	defer func() {
		of.Who.mu.Lock()
		of.Who.pass = before
		of.Who.mu.Unlock()
	}()
	return of.newPersonKey(ctx, p, false)
}

// ChangePerson changes roles, agencies, unit and whether a person is active.
func (of *Office) ChangePerson(ctx context.Context, name string, change func(*people.Person)) (people.Person, error) {
	by, err := of.MustPerson(people.People, "manage people")
	if err != nil {
		return people.Person{}, err
	}
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return p, err
	}
	change(&p)
	if len(p.Roles) == 0 {
		return p, failure.New(failure.Refused, "change person", wording.Say("hint.office.person-needs-role"))
	}
	outcome := "changed"
	if !p.Active {
		outcome = "left"
	}
	return p, of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := people.SetTx(ctx, tx, p); err != nil {
			return err
		}
		return of.Log.Entry(ctx, of.Event(events.Enrolled, p.ID, "", outcome, map[string]string{"roles": rolesText(p.Roles), "by": by}))(tx)
	})
}

func (of *Office) findPerson(ctx context.Context, name string) (people.Person, error) {
	p, err := of.People.Find(ctx, name)
	if errors.Is(err, people.ErrUnknown) {
		return p, failure.New(failure.Refused, "find person", wording.Say("hint.office.no-such-person", name))
	}
	return p, err
}

// PersonKey makes a new key: for oneself, or by an administrator for another, who
// then gets its passphrase; for one who has a key it waits to be confirmed (Renewal). The
// key before ends and stays valid for what it signed.
func (of *Office) PersonKey(ctx context.Context, name, pass string) (people.Key, error) {
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return people.Key{}, err
	}
	if err := of.Witness.MustBeWitnessed(ctx, p, "make key"); err != nil {
		return people.Key{}, err
	}
	by := of.Person()
	closed, err := of.People.Closed(ctx)
	if err != nil {
		return people.Key{}, err
	}
	_, has := p.Current()
	if !naming.Same(p.Name, by) || (closed || of.Kiosk()) && !has { // a first key by oneself would let anybody take the name
		if by, err = of.MustPerson(people.People, "manage people"); err != nil {
			return people.Key{}, err
		}
	} else if has { // who replaces the own key shows that it is at hand
		old, err := of.unlock(ctx, p)
		if err != nil {
			return people.Key{}, err
		}
		of.Who.keep(p, old) // the old key signs for the new one
	}
	key, signer, err := of.keyWith(ctx, p, pass)
	if err != nil {
		return key, err
	}
	if has && !naming.Same(p.Name, by) { // it waits until the old key or a third person confirms it
		return key, of.Renewal.request(ctx, p, key, by)
	}
	err = of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := of.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
			return err
		}
		if err := people.DropRequestTx(ctx, tx, p.ID); err != nil {
			return err
		}
		e := of.Event(events.Enrolled, p.ID, key.ID, "key", map[string]string{"by": by})
		if !has && naming.Same(p.Name, by) { // a first key vouches for itself, as far as the register is open
			return of.Witness.entryBy(ctx, tx, e, signer)
		}
		return of.Log.Entry(ctx, e)(tx)
	})
	if err == nil && naming.Same(p.Name, of.Person()) {
		if p, err = of.People.Find(ctx, p.ID); err == nil {
			of.Who.keep(p, signer)
		}
	}
	return key, err
}

// CloseRegister closes or opens the register of people: closed, unknown names are
// refused.
func (of *Office) CloseRegister(ctx context.Context, closed bool) error {
	by, err := of.MustPerson(people.People, "manage people")
	if err != nil {
		return err
	}
	if closed {
		if err := of.mustHaveKey(ctx, by, "close register of people"); err != nil {
			return err
		}
	}
	outcome := "opened"
	if closed {
		outcome = "closed"
	}
	return of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := people.SetClosedTx(ctx, tx, closed); err != nil {
			return err
		}
		return of.Log.Entry(ctx, of.Event(events.Enrolled, "register", "", outcome, nil))(tx)
	})
}

// SignIn makes a person the one who acts from now on; the passphrase opens the key
// file where there is one. Errors: Refused for a name the register does not know,
// Refused for a wrong passphrase; who acted before goes on acting then.
func (of *Office) SignIn(ctx context.Context, name, pass string) error {
	p, err := of.People.Find(ctx, name)
	if errors.Is(err, people.ErrUnknown) { // what was typed may be a passphrase: it is never said again
		return failure.New(failure.Refused, "sign in", wording.Say("hint.office.no-such-name"))
	}
	if err != nil {
		return err
	}
	if !p.Active {
		return failure.New(failure.Refused, "sign in", wording.Say("hint.office.person-taken-out", p.Name))
	}
	s := of.Who
	s.mu.Lock()
	before := [2]any{s.name, s.out}
	pass0, person0, signer0 := s.pass, s.person, s.signer
	if pass != "" {
		s.pass = func(string, bool) (string, error) { return pass, nil }
	}
	s.name, s.out, s.person, s.signer = p.Name, false, people.Person{}, nil
	s.mu.Unlock()
	signer, err := of.unlock(ctx, p)
	if err == nil && signer == nil && of.Kiosk() {
		err = of.mayActUnsigned(ctx, p, "sign in")
	}
	if err != nil {
		s.mu.Lock()
		s.name, s.out, s.pass, s.person, s.signer = before[0].(string), before[1].(bool), pass0, person0, signer0
		s.mu.Unlock()
		return err
	}
	of.Who.keep(p, signer)
	return nil
}

// SignedIn tells whether somebody has signed in at this window, beyond a name that
// the settings or the call give.
func (of *Office) SignedIn() bool {
	of.Who.mu.Lock()
	defer of.Who.mu.Unlock()
	return of.Who.name != "" && !of.Who.out
}

// SignOut ends the work of the person at this workstation: the key is forgotten.
func (of *Office) SignOut() {
	of.Who.mu.Lock()
	defer of.Who.mu.Unlock()
	of.Who.name, of.Who.out, of.Who.person, of.Who.signer = "", true, people.Person{}, nil
	of.Who.pass = nil
}

// Acting gives the person now acting as the register knows it; false for nobody
// or an unknown name. It enters nobody.
func (of *Office) Acting(ctx context.Context) (people.Person, bool) {
	name := of.Person()
	if name == "" {
		return people.Person{}, false
	}
	p, err := of.People.Find(ctx, name)
	return p, err == nil && p.Active
}

// Competence gives the agencies and profiles the person now acting is in charge
// of (A3, "Meine Arbeit"); empty means all.
func (of *Office) Competence(ctx context.Context) ([]string, error) {
	p, _ := of.Acting(ctx)
	return p.Agencies, ctx.Err()
}

// Actor names who acts, the program where nobody is known.
func (of *Office) Actor() string {
	if p := of.Person(); p != "" {
		return p
	}
	return Program
}
