package clerk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
)

// UnderWay says who works on a preparation at this moment; it is locked for
// everybody else (F2).
type UnderWay struct {
	What   Work      `json:"what"`
	Since  time.Time `json:"since"`
	Person string    `json:"person,omitempty"`
}

// Work is what is done to a preparation while it is locked.
type Work string

const (
	Building  Work = "build"
	Checking  Work = "check"
	HandingOn Work = "hand-over"
)

// Sentence tells it to a person.
func (u UnderWay) Sentence() wording.Text {
	since, what := wording.Moment(u.Since.Local()), wording.Word("why.work.", string(u.What))
	if u.Person == "" {
		return wording.Say("why.in-work", since, what)
	}
	return wording.Say("why.in-work-by", since, u.Person, what)
}

// held is the lock of a preparation with the note beside it that says who has it.
type held struct {
	lock *durable.Lock
	note string
}

// Release gives the preparation free.
func (h *held) Release() error {
	err := os.Remove(h.note)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, h.lock.Release())
}

func (ck *Clerk) lockFile(id string) string {
	return ck.Office.Path(path.Join(office.DirCache, id+".lock"))
}

func (ck *Clerk) noteFile(id string) string {
	return ck.Office.Path(path.Join(office.DirCache, id+".arbeit"))
}

// alone keeps two programs from working on one preparation at once, and notes who
// does what since when.
func (ck *Clerk) alone(id string, what Work) (*held, error) {
	lock, err := durable.TryLock(ck.lockFile(id))
	if errors.Is(err, durable.ErrHeld) {
		return nil, ck.busy(id, err)
	}
	if err != nil {
		return nil, office.Disk("work on "+id, err)
	}
	data, err := json.Marshal(UnderWay{What: what, Since: ck.Office.Now(), Person: ck.Office.Person()})
	if err == nil {
		err = os.WriteFile(ck.noteFile(id), data, 0o600)
	}
	if err != nil {
		return nil, office.Disk("work on "+id, errors.Join(err, lock.Release()))
	}
	return &held{lock, ck.noteFile(id)}, nil
}

func (ck *Clerk) busy(id string, cause error) error {
	hint := wording.Say("hint.clerk.delivery-in-use")
	if u, ok := ck.readNote(id); ok {
		hint = wording.Say("hint.clerk.delivery-in-use-by", u.Sentence())
	}
	return failure.Wrap(failure.Refused, "work on "+id, hint, cause)
}

func (ck *Clerk) readNote(id string) (u UnderWay, ok bool) {
	data, err := os.ReadFile(ck.noteFile(id))
	if err != nil || json.Unmarshal(data, &u) != nil {
		return UnderWay{}, false
	}
	return u, true
}

// UnderWay tells who works on a preparation now. A note that a killed program left
// means nothing: its lock went with it.
func (ck *Clerk) UnderWay(id string) (UnderWay, bool) {
	u, ok := ck.readNote(id)
	if !ok {
		return u, false
	}
	lock, err := durable.TryLock(ck.lockFile(id))
	if errors.Is(err, durable.ErrHeld) {
		return u, true
	}
	if err == nil {
		_ = os.Remove(ck.noteFile(id)) // a note nobody stands for; the next look tries again
		_ = lock.Release()
	}
	return UnderWay{}, false
}

// TypePreparation stores what a person typed into a draft. Errors: Refused without
// the right to prepare, while the portion is in work, and once it is handed over.
func (ck *Clerk) TypePreparation(ctx context.Context, id string, st prepare.Statements) (prepare.Preparation, error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return prepare.Preparation{}, err
	}
	if _, busy := ck.UnderWay(id); busy {
		return prepare.Preparation{}, ck.busy(id, durable.ErrHeld)
	}
	return ck.Prepare.Type(ctx, id, st)
}

// AddToPreparation takes a file from elsewhere as the missing one that name stands
// for (prepare.StemOf); an empty file takes it back. The folder of the material
// stays as it is.
func (ck *Clerk) AddToPreparation(ctx context.Context, id, name, file string) (prepare.Preparation, error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return prepare.Preparation{}, err
	}
	if _, busy := ck.UnderWay(id); busy {
		return prepare.Preparation{}, ck.busy(id, durable.ErrHeld)
	}
	return ck.Prepare.AddFile(ctx, id, name, file, ck.Books.Noted(ctx, events.Wrote, "file added",
		map[string]string{"for": name, "file": filepath.Base(file)}))
}

// SaveDefaults keeps a named set of defaults for snapshots of web areas (F1).
// Error: Refused for values a set cannot hold.
func (ck *Clerk) SaveDefaults(ctx context.Context, name string, values kind.Values) error {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return err
	}
	return ck.Prepare.SetDefaults(ctx, prepare.Defaults{Name: name, Values: values, Person: ck.Office.Person()}, func(tx *sql.Tx) error {
		return ck.Log.Entry(ctx, ck.Office.Event(events.Configured, "prepare-defaults", name, "saved", nil))(tx)
	})
}

// RemoveDefaults forgets a set; portions built with it stay as they are.
func (ck *Clerk) RemoveDefaults(ctx context.Context, name string) error {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return err
	}
	return ck.Prepare.DropDefaults(ctx, name, func(tx *sql.Tx) error {
		return ck.Log.Entry(ctx, ck.Office.Event(events.Configured, "prepare-defaults", name, "removed", nil))(tx)
	})
}
