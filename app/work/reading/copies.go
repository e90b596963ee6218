package reading

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
	tables "laufzettel/viewer/siard"
)

const dirOutside = "cache/outside" // files opened with another program

// UsePeriod is how long a use copy stays where nobody says (A23).
const UsePeriod = 3 * 24 * time.Hour

// Periods of what is no use copy.
const (
	outsidePeriod = 24 * time.Hour // a program may still show it on the same day
	spoolPeriod   = 24 * time.Hour // left behind by a crash
)

// used is the event of a use copy.
const used events.Type = "use-copy"

// UseCopy is a copy made for a reader.
type UseCopy struct {
	Path  string    `json:"path"`
	Until time.Time `json:"until"`
	Files int       `json:"files"`
}

// UseCopy makes a use copy for a reader that stays for a period, 0 = UsePeriod: a
// package handed out with its integrity sheet, or the files of a package of others.
func (o *Opened) UseCopy(ctx context.Context, period time.Duration) (UseCopy, error) {
	if err := o.room.Office.Staff("make use copy"); err != nil {
		return UseCopy{}, err
	}
	name, export := path.Base(filepath.ToSlash(o.key)), o.exportOthers
	if o.outside == nil {
		if _, err := o.mayUse(ctx, access.Copy); err != nil {
			return UseCopy{}, err
		}
		name, export = o.PID(), func(ctx context.Context, dir string) (int, error) {
			out, err := o.HandOut(ctx, dir)
			return out.Files, err
		}
	}
	if _, err := o.room.Office.Allow(ctx, people.Use, "use copy"); err != nil {
		return UseCopy{}, err
	}
	return o.room.Uses.useCopy(ctx, name, period, export)
}

// useCopy makes a use copy for who was asked already whether it may be: export fills a
// new folder whose name begins with the last day it may stay, so that a copy cut short
// by a crash is removed as well. The files are read-only. The act is logged.
func (u *Uses) useCopy(ctx context.Context, object string, period time.Duration,
	export func(ctx context.Context, dir string) (int, error)) (UseCopy, error) {
	if err := u.Sweep(); err != nil {
		return UseCopy{}, err
	}
	if period <= 0 {
		period = UsePeriod
	}
	until := u.Office.Now().Add(period)
	base := u.Office.Path(office.DirUse)
	noFolder := func(err error) error {
		return failure.Wrap(failure.Setup, "make use copy", wording.Say("hint.reading.copies-folder-failed"), err)
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return UseCopy{}, noFolder(err)
	}
	dir, err := os.MkdirTemp(base, until.Format(time.DateOnly)+"_"+aip.FolderName(object)+"_*")
	if err != nil {
		return UseCopy{}, noFolder(err)
	}
	n, err := export(ctx, dir)
	if err == nil {
		err = readOnly(dir)
	}
	if err == nil {
		err = u.Office.Store.WithTx(ctx, u.Log.Entry(ctx, u.Office.Event(used, object, "", "ok",
			map[string]string{"until": until.Format(time.DateOnly), "folder": filepath.Base(dir)})))
	}
	if err != nil {
		return UseCopy{}, errors.Join(err, os.RemoveAll(dir))
	}
	return UseCopy{Path: dir, Until: until, Files: n}, nil
}

// readOnly takes the right to write from the files of a copy.
func readOnly(dir string) error {
	return filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.Chmod(p, 0o400)
	})
}

// Copy is one copy of content that lies in the workspace beside packages and
// portions (G13).
type Copy struct {
	Kind  string    `json:"kind"` // use, outside, table, spool
	Path  string    `json:"path"`
	Until time.Time `json:"until"` // removed after that
}

// UseCopies lists the copies there are.
func (u *Uses) UseCopies() ([]Copy, error) {
	var out []Copy
	for _, f := range []struct {
		kind, dir string
		until     func(os.DirEntry) time.Time
	}{
		{"use", office.DirUse, copyDay},
		{"outside", dirOutside, touchedAnd(outsidePeriod)},
		{"table", DirTables, touchedAnd(keptTables)},
		{"spool", office.DirSpool, touchedAnd(spoolPeriod)},
	} {
		entries, err := os.ReadDir(u.Office.Path(f.dir))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, failure.Wrap(failure.Setup, "list copies", wording.Say("hint.reading.copies-unreadable"), err)
		}
		for _, e := range entries {
			out = append(out, Copy{f.kind, filepath.Join(u.Office.Path(f.dir), e.Name()), f.until(e)})
		}
	}
	return out, nil
}

// copyDay reads the day a use copy may be removed out of its name; a folder of
// another name is not ours and stays.
func copyDay(e os.DirEntry) time.Time {
	day, _, _ := strings.Cut(e.Name(), "_")
	until, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return time.Time{}
	}
	return until.AddDate(0, 0, 1)
}

func touchedAnd(period time.Duration) func(os.DirEntry) time.Time {
	return func(e os.DirEntry) time.Time {
		info, err := e.Info()
		if err != nil {
			return time.Time{}
		}
		return info.ModTime().Add(period)
	}
}

// RemoveCopies removes every copy at once, in use or not, before a workspace is
// closed or handed on (G13).
func (u *Uses) RemoveCopies() error {
	if _, err := u.Office.Allow(context.Background(), people.Use, "remove copies"); err != nil {
		return err
	}
	return u.EndCopies(true)
}

func (u *Uses) EndCopies(all bool) error {
	list, err := u.UseCopies()
	if err != nil {
		return err
	}
	now := u.Office.Now()
	var errs []error
	for _, c := range list {
		over := !c.Until.IsZero() && now.After(c.Until)
		if c.Kind == "spool" && all {
			continue // work under way may stand on it
		}
		if !over && !all {
			continue
		}
		if err := os.RemoveAll(c.Path); err != nil {
			errs = append(errs, failure.Wrap(failure.Setup, "remove copies", wording.Say("hint.reading.copy-not-removed"), err))
		}
	}
	if all {
		errs = append(errs, tables.Sweep(u.Office.Path(DirTables), now.AddDate(100, 0, 0)))
	}
	return errors.Join(errs...)
}
