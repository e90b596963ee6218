package reading

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
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
func (u *Uses) triesMade() tries {
	text := u.Office.Settings.Get().Kept[keptTries]
	if text == "" {
		return tries{}
	}
	var t tries
	if err := json.Unmarshal([]byte(text), &t); err != nil || t.Failed < 0 {
		return tries{Failed: leaveTries, Last: u.Office.Now().UnixMilli()}
	}
	return t
}

// keepTries writes the attempts durably.
func (u *Uses) keepTries(t tries) error {
	text := ""
	if t.Failed > 0 {
		data, err := json.Marshal(t)
		if err != nil {
			return err
		}
		text = string(data)
	}
	return u.Office.Settings.Change(func(s *settings.Settings) { s.Kept = office.WithKept(s.Kept, keptTries, text) })
}

// mayTry counts an attempt before it is made, so that ending the program amid it
// wins nothing, and refuses it while the place waits. A clock put back begins the
// wait anew: it neither shortens it nor locks the administration out for longer.
func (u *Uses) mayTry(op string) error {
	t, now := u.triesMade(), u.Office.Now().UnixMilli()
	anew := now <= t.Last // put back, or the note was damaged
	if t.Failed >= leaveTries {
		if anew || now < t.Last+leaveWait.Milliseconds() {
			refusal := failure.New(failure.Refused, op, wording.Say("hint.reading.leave-locked-out"))
			if !anew {
				return refusal
			}
			return errors.Join(refusal, u.keepTries(tries{t.Failed, now}))
		}
		t.Failed = 0
	}
	return u.keepTries(tries{t.Failed + 1, now})
}

// MakePlace makes this workstation a reader's place and signs out who made it.
// Errors: Refused for all but administrators, and where nobody could end it again.
func (u *Uses) MakePlace(ctx context.Context) error {
	const op = "make reader's place"
	person, err := u.Office.MustPerson(people.People, op)
	if err != nil {
		return err
	}
	if err := u.Office.MayChangePlace(ctx, settings.ReadingRoom); err != nil {
		return err
	}
	if err := u.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }); err != nil {
		return err
	}
	err = u.notePlace(ctx, placeMade, person, "ok")
	u.Office.SignOut()
	return err
}

// LeavePlace ends a reader's place in the window: an administrator of the register
// gives name and passphrase of the own key file, and goes on as the one at work. A
// key in the keyring of the machine proves nothing there, it opens for whoever sits
// at it. Every attempt is logged; after five wrong ones the place waits, also through a restart. Errors:
// Refused, for every reason in the same words.
func (u *Uses) LeavePlace(ctx context.Context, name, pass string) error {
	const op = "leave reader's place"
	if !u.Office.Kiosk() {
		return failure.New(failure.Refused, op, wording.Say("hint.reading.not-readers-place"))
	}
	u.leaving.Lock()
	defer u.leaving.Unlock()
	if err := u.mayTry(op); err != nil {
		return err
	}
	p, err := u.leaver(ctx, strings.TrimSpace(name), pass)
	if err == nil {
		err = u.Office.SignIn(ctx, p.Name, pass)
	}
	if err != nil {
		refusal := failure.Wrap(failure.Refused, op, wording.Say("hint.reading.leave-admin-only"), err)
		return errors.Join(refusal, u.notePlace(ctx, placeLeft, "", "refused"))
	}
	if err := u.keepTries(tries{}); err != nil {
		u.Office.SignOut()
		return err
	}
	role := settings.Administrator
	if slices.Contains(p.Roles, people.Archivist) {
		role = settings.Archivist
	}
	err = u.Office.MayChangePlace(ctx, role)
	if err == nil {
		err = u.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = role })
	}
	if err != nil { // as the administrator's policy wants it: then nobody stays signed in
		u.Office.SignOut()
		return err
	}
	return u.notePlace(ctx, placeLeft, p.Name, "ok")
}

// leaver finds the person who may end a reader's place.
func (u *Uses) leaver(ctx context.Context, name, pass string) (people.Person, error) {
	p, err := u.Office.People.Find(ctx, name)
	if err != nil {
		return p, errors.New("no such person") // what was typed may be a passphrase: it is never said again
	}
	key, has := p.Current()
	if !p.Active || !has || key.Place != office.FileStore || pass == "" || !people.May(p.Roles, people.People) {
		return p, errors.New("no administrator with a key file and its passphrase")
	}
	return p, nil
}

func (u *Uses) notePlace(ctx context.Context, t events.Type, person, outcome string) error {
	return u.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		return u.Log.Entry(ctx, u.Office.Event(t, "place", "", outcome, map[string]string{"person": person}))(tx)
	})
}
