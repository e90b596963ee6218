package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"laufzettel/app/settings"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

// Events of a reader's place.
const (
	placeMade events.Type = "place-made" // readers themselves work here from now on
	placeLeft events.Type = "place-left" // ended by an administrator, or an attempt to
)

// Guessing a passphrase at a reader's place: after so many wrong ones the place
// waits.
const (
	leaveTries = 5
	leaveWait  = 10 * time.Minute
)

// keptTries is the key of the wrong attempts under the small things of the settings:
// they lie in the file that makes the place one, so who loses them loses the place.
const keptTries = "place.tries"

// tries are the wrong attempts to leave a reader's place, the running one included.
type tries struct {
	Failed int   `json:"failed"`
	Last   int64 `json:"last"` // Unix milliseconds of the last one
}

// triesMade reads the attempts of this place. What cannot be read counts as too
// many now: a damaged note must not be a way around the wait.
func (w *Workspace) triesMade() tries {
	text := w.Settings.Get().Kept[keptTries]
	if text == "" {
		return tries{}
	}
	var t tries
	if err := json.Unmarshal([]byte(text), &t); err != nil || t.Failed < 0 {
		return tries{Failed: leaveTries, Last: w.Now().UnixMilli()}
	}
	return t
}

// keepTries writes the attempts durably.
func (w *Workspace) keepTries(t tries) error {
	text := ""
	if t.Failed > 0 {
		data, err := json.Marshal(t)
		if err != nil {
			return err
		}
		text = string(data)
	}
	return w.Settings.Change(func(s *settings.Settings) { s.Kept = withKept(s.Kept, keptTries, text) })
}

// mayTry counts an attempt before it is made, so that ending the program amid it
// wins nothing, and refuses it while the place waits. A clock put back begins the
// wait anew: it neither shortens it nor locks the administration out for longer.
func (w *Workspace) mayTry(op string) error {
	t, now := w.triesMade(), w.Now().UnixMilli()
	anew := now <= t.Last // put back, or the note was damaged
	if t.Failed >= leaveTries {
		if anew || now < t.Last+leaveWait.Milliseconds() {
			refusal := failure.New(failure.Refused, op, "Nach mehreren falschen Eingaben nimmt dieser Leseplatz zehn Minuten lang keine weitere an.")
			if !anew {
				return refusal
			}
			return errors.Join(refusal, w.keepTries(tries{t.Failed, now}))
		}
		t.Failed = 0
	}
	return w.keepTries(tries{t.Failed + 1, now})
}

// MakePlace makes this workstation a reader's place and signs out who made it.
// Errors: Refused for all but administrators, and where nobody could end it again.
func (w *Workspace) MakePlace(ctx context.Context) error {
	const op = "make reader's place"
	person, err := w.mustPerson(op)
	if err != nil {
		return err
	}
	if _, err := w.allowFor(ctx, op, people.People); err != nil {
		return err
	}
	if err := w.MayChangePlace(ctx, settings.ReadingRoom); err != nil {
		return err
	}
	if err := w.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }); err != nil {
		return err
	}
	err = w.notePlace(ctx, placeMade, person, "ok")
	w.SignOut()
	return err
}

// LeavePlace ends a reader's place in the window: an administrator of the register
// gives name and passphrase of the own key file, and goes on as the one at work. A
// key in the keyring of the machine proves nothing there, it opens for whoever sits
// at it. Every attempt is logged; after five wrong ones the place waits, also through a restart. Errors:
// Refused, for every reason in the same words.
func (w *Workspace) LeavePlace(ctx context.Context, name, pass string) error {
	const op = "leave reader's place"
	if !w.Kiosk() {
		return failure.New(failure.Refused, op, "Dieser Arbeitsplatz ist kein Leseplatz.")
	}
	w.leaving.Lock()
	defer w.leaving.Unlock()
	if err := w.mayTry(op); err != nil {
		return err
	}
	p, err := w.leaver(ctx, strings.TrimSpace(name), pass)
	if err == nil {
		err = w.SignIn(ctx, p.Name, pass)
	}
	if err != nil {
		refusal := failure.Wrap(failure.Refused, op, "Verlassen lässt sich der Leseplatz nur von der Administration, mit Namen und Kennwort des eigenen Schlüssels. Der Versuch ist protokolliert.", err)
		return errors.Join(refusal, w.notePlace(ctx, placeLeft, "", "refused"))
	}
	if err := w.keepTries(tries{}); err != nil {
		w.SignOut()
		return err
	}
	role := settings.Administrator
	if slices.Contains(p.Roles, people.Archivist) {
		role = settings.Archivist
	}
	err = w.MayChangePlace(ctx, role)
	if err == nil {
		err = w.Settings.Change(func(s *settings.Settings) { s.Person.Role = role })
	}
	if err != nil { // as the administrator's policy wants it: then nobody stays signed in
		w.SignOut()
		return err
	}
	return w.notePlace(ctx, placeLeft, p.Name, "ok")
}

// leaver finds the person who may end a reader's place.
func (w *Workspace) leaver(ctx context.Context, name, pass string) (people.Person, error) {
	p, err := w.People.Find(ctx, name)
	if err != nil {
		return p, errors.New("no such person") // what was typed may be a passphrase: it is never said again
	}
	key, has := p.Current()
	if !p.Active || !has || key.Place != FileStore || pass == "" || !people.May(p.Roles, people.People) {
		return p, errors.New("no administrator with a key file and its passphrase")
	}
	return p, nil
}

func (w *Workspace) notePlace(ctx context.Context, t events.Type, person, outcome string) error {
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		return w.log(ctx, w.event(t, "place", "", outcome, map[string]string{"person": person}))(tx)
	})
}
