package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

// rightOf names the right an operation needs, by the beginning of its name; the
// longest one wins. What is not listed is work of archivists (people.Write).
var rightOf = map[string]people.Action{
	"prepare": people.Prepare, "hand over": people.Prepare, "confirm": people.Prepare, "reopen": people.Prepare, "record deletion": people.Prepare,
	"decide": people.Decide, "halt portion": people.Decide,
	"appraise": people.Appraise, "undo appraisal": people.Appraise, "settle conflict": people.Appraise, "send draft": people.Appraise, "take in remarks": people.Appraise,
	"release destruction": people.Release, "order packages": people.Package, "package": people.Package,
	"clear accession": people.Clear, "send clearance": people.Clear, "destroy": people.Destroy, "close accession": people.Close, "note copy": people.Close,
	"publish portion": people.Lend, "take out": people.Lend, "give back": people.Lend, "close work list": people.Lend,
	"read package": people.Use, "note application": people.Use, "revoke application": people.Use, "use copy": people.Use, "remove copies": people.Use,
	"hand out": people.Use, "export package": people.Use, "save part": people.Use, "fetch package": people.Use,
	"set viewer": people.Tools, "set converters": people.Tools, "take schemas": people.Tools, "set reasons": people.Profile,
	"book accession": people.Book, "note": people.Book, "write": people.Write,
	"trust issuers": people.Tools, "trust clerks": people.Tools, "change settings": people.Tools, "manage people": people.People, "manage keys": people.Keys, "save profile": people.Profile,
	"receive": people.Receive, "check": people.Check, "send": people.Send, "send answer": people.Write, "send retention": people.Write, "steer sending": people.Send,
}

// rightFor finds the right for an operation.
func rightFor(op string) people.Action {
	best, found := "", people.Write
	for start, a := range rightOf {
		if strings.HasPrefix(op, start) && len(start) > len(best) {
			best, found = start, a
		}
	}
	return found
}

// Person names who acts: who signed in, else the one of the call, else of the
// settings; "" for nobody.
func (w *Workspace) Person() string {
	w.who.mu.Lock()
	name, out, last := w.who.name, w.who.out, w.who.person.Name
	w.who.mu.Unlock()
	switch {
	case out:
		return ""
	case name != "":
	case w.opts.Person != "":
		name = w.opts.Person
	case w.Kiosk(): // the name in the settings is not who sits there
	default:
		name = w.Settings.Get().Person.Name
	}
	if strings.EqualFold(name, last) {
		return last // as the register writes it
	}
	return name
}

// mustPerson is asked before an act that needs a responsible person with the right
// to do it; it gives the name (G14, F10). The key of the person is opened here, so
// that nothing waits for a passphrase later.
func (w *Workspace) mustPerson(op string) (string, error) {
	ctx := context.Background()
	if w.Person() == "" {
		if err := w.nobody(ctx, op); err != nil {
			return "", err
		}
		return "", failure.New(failure.Refused, op, "Es ist nicht bekannt, wer handelt. Bitte den Namen mit --person angeben oder in den Einstellungen eintragen.")
	}
	return w.allow(ctx, op)
}

// allow asks for the right to an operation. Without a known person the work of a
// program goes on as long as the register is open; a kiosk may do nothing.
func (w *Workspace) allow(ctx context.Context, op string) (string, error) {
	return w.allowFor(ctx, op, rightFor(op))
}

func (w *Workspace) allowFor(ctx context.Context, op string, a people.Action) (string, error) {
	name := w.Person()
	if name == "" {
		return "", w.nobody(ctx, op)
	}
	p, err := w.acting(ctx, name, op)
	if err != nil {
		return "", err
	}
	if !people.May(p.Roles, a) {
		return "", failure.New(failure.Refused, op, people.Refusal(p.Name, p.Roles, a))
	}
	signer, err := w.unlock(ctx, p)
	if err != nil {
		return "", err
	}
	if signer == nil {
		if err := w.mayActUnsigned(ctx, p, op); err != nil {
			return "", err
		}
	}
	w.who.keep(p, signer)
	return p.Name, nil
}

// mayActUnsigned lets persons without a key act only while the register is open:
// in a closed one a name alone proves nothing (G14).
func (w *Workspace) mayActUnsigned(ctx context.Context, p people.Person, op string) error {
	if w.Kiosk() {
		return failure.New(failure.Refused, op, p.Name+" hat noch keinen Schlüssel. An einem Leseplatz handelt nur, wer sich mit dem eigenen Schlüssel ausweist.")
	}
	closed, err := w.People.Closed(ctx)
	if err != nil || !closed {
		return err
	}
	return failure.New(failure.Refused, op, fmt.Sprintf("%s hat noch keinen Schlüssel. In einem geschlossenen Personenregister handelt niemand ohne; die Administration legt ihn an (people key, im Fenster „Neuer Schlüssel“).", p.Name))
}

// mayRelease lets a person release destructions only with a key of their own that
// none of the deciders has: a name alone makes no second person, in an open register
// of people neither (G18). Who works alone by the settings is no second person.
func (w *Workspace) mayRelease(ctx context.Context, person string, deciders []string) error {
	if w.Settings.Get().Alone || slices.Contains(deciders, person) { // the book refuses one's own decisions
		return nil
	}
	const op = "release destruction"
	key := w.signerID()
	if key == "" {
		return failure.New(failure.Refused, op, fmt.Sprintf("Eine Vernichtung gibt nur frei, wer mit einem eigenen Schlüssel unterschreibt, und %s hat noch keinen. Bitte einen anlegen (people key, im Fenster „Neuer Schlüssel“) und die Freigabe wiederholen.", person))
	}
	for _, name := range deciders {
		p, err := w.People.Find(ctx, name)
		if errors.Is(err, people.ErrUnknown) {
			continue // decided at another place
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(p.Keys, func(k people.Key) bool { return k.ID == key }) {
			return failure.New(failure.Refused, op, fmt.Sprintf("Der Schlüssel von %s ist auch der von %s, die Entscheidung und Freigabe kämen aus einer Hand. Bitte mit einem eigenen Schlüssel freigeben.", person, p.Name))
		}
	}
	return nil
}

// mustHaveKey is asked of an administrator before the register closes: without a
// key of the own nobody could open it again.
func (w *Workspace) mustHaveKey(ctx context.Context, name, op string) error {
	p, err := w.findPerson(ctx, name)
	if err != nil {
		return err
	}
	if _, has := p.Current(); has {
		return nil
	}
	return failure.New(failure.Refused, op, "Bitte zuerst einen eigenen Schlüssel anlegen (people key, im Fenster „Neuer Schlüssel“). Danach arbeiten hier nur Personen, die sich ausweisen.")
}

// May asks for a right on behalf of a program that changes settings or profiles
// itself; nil says yes. The sentence of the refusal is for the person.
func (w *Workspace) May(ctx context.Context, a people.Action) error {
	_, err := w.allowFor(ctx, string(a), a)
	return err
}

// nobody refuses acts without a person where somebody has to sign in.
func (w *Workspace) nobody(ctx context.Context, op string) error {
	if w.Kiosk() {
		return failure.New(failure.Refused, op, "Im Lesesaal ohne Anmeldung lässt sich nur ansehen. Zum Arbeiten bitte anmelden.")
	}
	closed, err := w.People.Closed(ctx)
	if err != nil || !closed {
		return err
	}
	return failure.New(failure.Refused, op, "Bitte zuerst anmelden: In diesem Arbeitsbereich arbeiten nur eingetragene Personen (--as NAME, im Fenster „Person wechseln“).")
}

// acting finds the person of a name. In an open register an unknown one is entered
// by acting: the first person becomes administrator too and gets a key where a
// place for it is at hand.
func (w *Workspace) acting(ctx context.Context, name, op string) (people.Person, error) {
	p, err := w.People.Find(ctx, name)
	if err == nil && !p.Active {
		return p, failure.New(failure.Refused, op, fmt.Sprintf("%s ist im Personenregister ausgetragen und kann hier nicht mehr handeln.", p.Name))
	}
	if !errors.Is(err, people.ErrUnknown) {
		return p, err
	}
	closed, err := w.People.Closed(ctx)
	if err != nil {
		return p, err
	}
	if closed || w.Kiosk() { // a reader does not become a person by a name
		return p, failure.New(failure.Refused, op, fmt.Sprintf("„%s“ ist nicht im Personenregister eingetragen. Die Administration trägt Personen ein (people add).", name))
	}
	return w.enterSelf(ctx, name)
}

// enterSelf enters the person who acts.
func (w *Workspace) enterSelf(ctx context.Context, name string) (people.Person, error) {
	all, err := w.People.List(ctx)
	if err != nil {
		return people.Person{}, err
	}
	p := people.Person{Name: name, Self: true, By: Program, Roles: []people.Role{people.Archivist, people.Second}}
	if w.Settings.Get().Person.Name == name {
		p.Unit = w.Settings.Get().Person.Unit
	}
	if len(all) == 0 {
		p.Roles = []people.Role{people.Administrator, people.Archivist, people.Clerk, people.Second}
	}
	key, signer, err := w.newPersonKey(ctx, p, true)
	if err != nil {
		key, signer = people.Key{}, nil // no place for a key at hand: told by people list and log verify
	}
	err = w.store.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if p, err = w.People.EnterTx(ctx, tx, p); err != nil {
			return err
		}
		if key.ID != "" {
			if err := w.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
				return err
			}
		}
		e := w.event(events.Enrolled, p.ID, key.ID, "self", map[string]string{"roles": rolesText(p.Roles)})
		e.Actor = Program
		return w.log(ctx, e)(tx)
	})
	if err != nil {
		return p, err
	}
	if signer != nil {
		p.Keys = []people.Key{key}
	}
	w.who.keep(p, signer)
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
func (w *Workspace) AddPerson(ctx context.Context, p people.Person, pass string) (people.Person, error) {
	by, err := w.mustPerson("manage people")
	if err != nil {
		return p, err
	}
	if err := w.mustHaveKey(ctx, by, "enter person"); err != nil {
		return p, err
	}
	p.By, p.Self = by, false
	var key people.Key
	if pass != "" {
		if key, _, err = w.keyWith(ctx, p, pass); err != nil {
			return p, err
		}
	}
	err = w.store.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if p, err = w.People.EnterTx(ctx, tx, p); err != nil {
			return err
		}
		if key.ID != "" {
			if err := w.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
				return err
			}
		}
		if err := people.SetClosedTx(ctx, tx, true); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Enrolled, p.ID, key.ID, "entered", map[string]string{"roles": rolesText(p.Roles), "by": by}))(tx)
	})
	if err != nil {
		return p, err
	}
	return w.People.Find(ctx, p.ID)
}

// keyWith makes a key for a person under a passphrase that was just given.
func (w *Workspace) keyWith(ctx context.Context, p people.Person, pass string) (people.Key, *sign.Key, error) {
	w.who.mu.Lock()
	before := w.who.pass
	w.who.pass = func(string, bool) (string, error) { return pass, nil }
	w.who.mu.Unlock()
	defer func() {
		w.who.mu.Lock()
		w.who.pass = before
		w.who.mu.Unlock()
	}()
	return w.newPersonKey(ctx, p, false)
}

// ChangePerson changes roles, agencies, unit and whether a person is active.
func (w *Workspace) ChangePerson(ctx context.Context, name string, change func(*people.Person)) (people.Person, error) {
	by, err := w.mustPerson("manage people")
	if err != nil {
		return people.Person{}, err
	}
	p, err := w.findPerson(ctx, name)
	if err != nil {
		return p, err
	}
	change(&p)
	if len(p.Roles) == 0 {
		return p, failure.New(failure.Refused, "change person", "Eine Person braucht mindestens eine Rolle. Wer nicht mehr hier arbeitet, wird ausgetragen (people leave).")
	}
	outcome := "changed"
	if !p.Active {
		outcome = "left"
	}
	return p, w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := people.SetTx(ctx, tx, p); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Enrolled, p.ID, "", outcome, map[string]string{"roles": rolesText(p.Roles), "by": by}))(tx)
	})
}

func (w *Workspace) findPerson(ctx context.Context, name string) (people.Person, error) {
	p, err := w.People.Find(ctx, name)
	if errors.Is(err, people.ErrUnknown) {
		return p, failure.New(failure.Refused, "find person", fmt.Sprintf("„%s“ ist nicht im Personenregister eingetragen. „people list“ zeigt alle.", name))
	}
	return p, err
}

// PersonKey makes a new key: for oneself, or by an administrator for another, who
// then gets its passphrase. The key before ends and stays valid for what it signed.
func (w *Workspace) PersonKey(ctx context.Context, name, pass string) (people.Key, error) {
	p, err := w.findPerson(ctx, name)
	if err != nil {
		return people.Key{}, err
	}
	by := w.Person()
	closed, err := w.People.Closed(ctx)
	if err != nil {
		return people.Key{}, err
	}
	_, has := p.Current()
	if !strings.EqualFold(p.Name, by) || (closed || w.Kiosk()) && !has { // a first key by oneself would let anybody take the name
		if by, err = w.mustPerson("manage people"); err != nil {
			return people.Key{}, err
		}
	} else if has { // who replaces the own key shows that it is at hand
		if _, err := w.unlock(ctx, p); err != nil {
			return people.Key{}, err
		}
	}
	key, signer, err := w.keyWith(ctx, p, pass)
	if err != nil {
		return key, err
	}
	err = w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := w.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Enrolled, p.ID, key.ID, "key", map[string]string{"by": by}))(tx)
	})
	if err == nil && strings.EqualFold(p.Name, w.Person()) {
		if p, err = w.People.Find(ctx, p.ID); err == nil {
			w.who.keep(p, signer)
		}
	}
	return key, err
}

// CloseRegister closes or opens the register of people: closed, unknown names are
// refused.
func (w *Workspace) CloseRegister(ctx context.Context, closed bool) error {
	by, err := w.mustPerson("manage people")
	if err != nil {
		return err
	}
	if closed {
		if err := w.mustHaveKey(ctx, by, "close register of people"); err != nil {
			return err
		}
	}
	outcome := "opened"
	if closed {
		outcome = "closed"
	}
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := people.SetClosedTx(ctx, tx, closed); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Enrolled, "register", "", outcome, nil))(tx)
	})
}

// SignIn makes a person the one who acts from now on; the passphrase opens the key
// file where there is one. Errors: Refused for a name the register does not know,
// Refused for a wrong passphrase; who acted before goes on acting then.
func (w *Workspace) SignIn(ctx context.Context, name, pass string) error {
	p, err := w.People.Find(ctx, name)
	if errors.Is(err, people.ErrUnknown) { // what was typed may be a passphrase: it is never said again
		return failure.New(failure.Refused, "sign in", "Eine Person dieses Namens ist nicht im Personenregister eingetragen. Bitte die Person in der Liste wählen (people list).")
	}
	if err != nil {
		return err
	}
	if !p.Active {
		return failure.New(failure.Refused, "sign in", fmt.Sprintf("%s ist ausgetragen.", p.Name))
	}
	s := w.who
	s.mu.Lock()
	before := [2]any{s.name, s.out}
	pass0, person0, signer0 := s.pass, s.person, s.signer
	if pass != "" {
		s.pass = func(string, bool) (string, error) { return pass, nil }
	}
	s.name, s.out, s.person, s.signer = p.Name, false, people.Person{}, nil
	s.mu.Unlock()
	signer, err := w.unlock(ctx, p)
	if err == nil && signer == nil && w.Kiosk() {
		err = w.mayActUnsigned(ctx, p, "sign in")
	}
	if err != nil {
		s.mu.Lock()
		s.name, s.out, s.pass, s.person, s.signer = before[0].(string), before[1].(bool), pass0, person0, signer0
		s.mu.Unlock()
		return err
	}
	w.who.keep(p, signer)
	return nil
}

// SignedIn tells whether somebody has signed in at this window, beyond a name that
// the settings or the call give.
func (w *Workspace) SignedIn() bool {
	w.who.mu.Lock()
	defer w.who.mu.Unlock()
	return w.who.name != "" && !w.who.out
}

// SignOut ends the work of the person at this workstation: the key is forgotten.
func (w *Workspace) SignOut() {
	w.who.mu.Lock()
	defer w.who.mu.Unlock()
	w.who.name, w.who.out, w.who.person, w.who.signer = "", true, people.Person{}, nil
	w.who.pass = nil
}

// Acting gives the person now acting as the register knows it; false for nobody
// or an unknown name. It enters nobody.
func (w *Workspace) Acting(ctx context.Context) (people.Person, bool) {
	name := w.Person()
	if name == "" {
		return people.Person{}, false
	}
	p, err := w.People.Find(ctx, name)
	return p, err == nil && p.Active
}

// Competence gives the agencies and profiles the person now acting is in charge
// of (A3, "Meine Arbeit"); empty means all.
func (w *Workspace) Competence(ctx context.Context) ([]string, error) {
	p, _ := w.Acting(ctx)
	return p.Agencies, ctx.Err()
}
