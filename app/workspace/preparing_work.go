package workspace

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

	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
)

// UnderWay says who works on a preparation at this moment; it is locked for
// everybody else (F2).
type UnderWay struct {
	What   string    `json:"what"` // German
	Since  time.Time `json:"since"`
	Person string    `json:"person,omitempty"`
}

// Sentence tells it to a person.
func (u UnderWay) Sentence() string {
	s := "In Arbeit seit " + u.Since.Local().Format("02.01.2006 15:04")
	if u.Person != "" {
		s += ", durch " + u.Person
	}
	return s + ": " + u.What
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

func (w *Workspace) lockFile(id string) string { return w.path(path.Join(dirCache, id+".lock")) }
func (w *Workspace) noteFile(id string) string { return w.path(path.Join(dirCache, id+".arbeit")) }

// alone keeps two programs from working on one preparation at once, and notes who
// does what since when.
func (w *Workspace) alone(id, what string) (*held, error) {
	lock, err := durable.TryLock(w.lockFile(id))
	if errors.Is(err, durable.ErrHeld) {
		return nil, w.busy(id, err)
	}
	if err != nil {
		return nil, disk("work on "+id, err)
	}
	data, err := json.Marshal(UnderWay{What: what, Since: w.Now(), Person: w.Person()})
	if err == nil {
		err = os.WriteFile(w.noteFile(id), data, 0o600)
	}
	if err != nil {
		return nil, disk("work on "+id, errors.Join(err, lock.Release()))
	}
	return &held{lock, w.noteFile(id)}, nil
}

func (w *Workspace) busy(id string, cause error) error {
	hint := "An dieser Abgabe wird gerade schon gearbeitet, vielleicht in einem anderen Fenster."
	if u, ok := w.readNote(id); ok {
		hint += " " + u.Sentence() + "."
	}
	return failure.Wrap(failure.Refused, "work on "+id, hint+" Bitte das Ende abwarten.", cause)
}

func (w *Workspace) readNote(id string) (u UnderWay, ok bool) {
	data, err := os.ReadFile(w.noteFile(id))
	if err != nil || json.Unmarshal(data, &u) != nil {
		return UnderWay{}, false
	}
	return u, true
}

// UnderWay tells who works on a preparation now. A note that a killed program left
// means nothing: its lock went with it.
func (w *Workspace) UnderWay(id string) (UnderWay, bool) {
	u, ok := w.readNote(id)
	if !ok {
		return u, false
	}
	lock, err := durable.TryLock(w.lockFile(id))
	if errors.Is(err, durable.ErrHeld) {
		return u, true
	}
	if err == nil {
		_ = os.Remove(w.noteFile(id)) // a note nobody stands for; the next look tries again
		_ = lock.Release()
	}
	return UnderWay{}, false
}

// TypePreparation stores what a person typed into a draft. Errors: Refused without
// the right to prepare, while the portion is in work, and once it is handed over.
func (w *Workspace) TypePreparation(ctx context.Context, id string, st prepare.Statements) (prepare.Preparation, error) {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return prepare.Preparation{}, err
	}
	if _, busy := w.UnderWay(id); busy {
		return prepare.Preparation{}, w.busy(id, durable.ErrHeld)
	}
	return w.Prepare.Type(ctx, id, st)
}

// AddToPreparation takes a file from elsewhere as the missing one that name stands
// for (prepare.StemOf); an empty file takes it back. The folder of the material
// stays as it is.
func (w *Workspace) AddToPreparation(ctx context.Context, id, name, file string) (prepare.Preparation, error) {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return prepare.Preparation{}, err
	}
	if _, busy := w.UnderWay(id); busy {
		return prepare.Preparation{}, w.busy(id, durable.ErrHeld)
	}
	return w.Prepare.AddFile(ctx, id, name, file, w.noted(ctx, events.Wrote, "file added", map[string]string{"for": name, "file": filepath.Base(file)}))
}

// SaveDefaults keeps a named set of defaults for snapshots of web areas (F1).
// Error: Refused for values a set cannot hold.
func (w *Workspace) SaveDefaults(ctx context.Context, name string, values prepare.Values) error {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return err
	}
	return w.Prepare.SetDefaults(ctx, prepare.Defaults{Name: name, Values: values, Person: w.Person()}, func(tx *sql.Tx) error {
		return w.log(ctx, w.event(events.Configured, "prepare-defaults", name, "saved", nil))(tx)
	})
}

// RemoveDefaults forgets a set; portions built with it stay as they are.
func (w *Workspace) RemoveDefaults(ctx context.Context, name string) error {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return err
	}
	return w.Prepare.DropDefaults(ctx, name, func(tx *sql.Tx) error {
		return w.log(ctx, w.event(events.Configured, "prepare-defaults", name, "removed", nil))(tx)
	})
}
