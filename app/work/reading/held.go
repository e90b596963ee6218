package reading

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// eachHeld opens every archival package that lies here, one after the other. One that
// is lost or cannot be opened hinders none of the others: when all were shown, the error
// is a *Lost.
func (rm *Room) eachHeld(ctx context.Context, show func(p transfer.Package, pkg *aip.Package) error) error {
	var lost Lost
	for p, err := range rm.Portions.EachPackage(ctx, aip.KindAIP) {
		if err != nil {
			return err
		}
		here, err := rm.LiesHere(ctx, p)
		if err != nil {
			return err
		}
		if !here {
			continue
		}
		pkg, err := aip.Open(ctx, rm.Office.Path(p.Path))
		if err != nil {
			lost.Add(p, err)
			continue
		}
		if err := errors.Join(show(p, pkg), pkg.Close()); err != nil {
			return fmt.Errorf("package %s: %w", p.PID, err)
		}
	}
	return errors.Join(ctx.Err(), lost.Told())
}

// LiesHere reports whether a package should lie here: it is built, and was not removed
// on purpose, as those of closed accessions are.
func (rm *Room) LiesHere(ctx context.Context, p transfer.Package) (bool, error) {
	if p.State == transfer.PackageOrdered {
		return false, nil
	}
	if _, err := os.Stat(rm.Office.Path(p.Path)); !errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	of, err := rm.Portions.Get(ctx, p.Portion)
	return of.State != transfer.Closed, err
}

// Lost are packages that should lie here and could not be read.
type Lost struct {
	Packages []transfer.Package
	err      error
}

// Add notes a package that could not be read.
func (l *Lost) Add(p transfer.Package, err error) {
	l.Packages, l.err = append(l.Packages, p), errors.Join(l.err, err)
}

// Error implements error.
func (l *Lost) Error() string {
	return fmt.Sprintf("%d packages could not be read: %v", len(l.Packages), l.err)
}

// Unwrap gives the reasons.
func (l *Lost) Unwrap() error { return l.err }

// Told is the error with the words for people: the first of them by name; nil where
// none is lost.
func (l *Lost) Told() error {
	if len(l.Packages) == 0 {
		return nil
	}
	first := l.Packages[0]
	return failure.Wrap(failure.Damaged, "read packages", wording.Say("hint.reading.packages-lost", len(l.Packages), first.ReferenceCode,
		first.Path), l)
}

// AsLost gives what was lost where that is all that went wrong.
func AsLost(err error) (*Lost, bool) { return errors.AsType[*Lost](err) }
