package reading

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// mayInspect asks whether who works here may see records that are not packaged yet.
// A mere look enters nobody into an open register and opens no key there; in a closed
// one a name alone proves nothing (G14).
func (gt *Gate) mayInspect(ctx context.Context, op string) error {
	closed, err := gt.Office.People.Closed(ctx)
	if err != nil {
		return err
	}
	name := gt.Office.Person()
	if closed || name == "" || gt.Office.Kiosk() {
		_, err := gt.Office.Allow(ctx, people.Inspect, op)
		return err
	}
	p, err := gt.Office.People.Find(ctx, name)
	switch {
	case errors.Is(err, people.ErrUnknown):
		return nil // who acts here for the first time is entered as an archivist
	case err != nil:
		return err
	case !p.Active || !people.May(p.Roles, people.Inspect):
		return failure.New(failure.Refused, op, people.Refusal(p.Name, p.Roles, people.Inspect))
	}
	return nil
}

// MayShowPortion refuses a portion whose records may not be shown to who works here:
// one still in ingest to all but the archive, a packaged one wherever one of its
// packages may not be shown (A25).
func (gt *Gate) MayShowPortion(ctx context.Context, id string) error {
	return gt.portionGate(id, Asker{}, verdict.mayShow)(ctx)
}

// portionGate is MayShowPortion for who asks again and again, before every page of a
// served website: what a package says of itself is read once. may says
// what each package is asked: to be named or to be shown.
func (gt *Gate) portionGate(id string, a Asker, may func(verdict) error) func(context.Context) error {
	var mu sync.Mutex
	known := map[string]aip.Description{}
	describe := func(ctx context.Context, p transfer.Package) (aip.Description, error) {
		mu.Lock()
		defer mu.Unlock()
		if d, ok := known[p.PID]; ok {
			return d, nil
		}
		pkg, err := aip.Open(ctx, gt.Office.Path(p.Path))
		if err != nil {
			return aip.Description{}, failure.Wrap(failure.Refused, "show portion "+id,
				wording.Say("hint.reading.portion-package-unreadable", p.PID), err)
		}
		d := pkg.Metadata() // of thousands of packages no more is held than what is asked
		known[p.PID] = aip.Description{PID: d.PID, Closure: d.Closure}
		return known[p.PID], pkg.Close()
	}
	return func(ctx context.Context) error {
		op := "show portion " + id
		if err := gt.Office.Staff(op); err != nil {
			return err
		}
		p, err := gt.Portions.Get(ctx, id)
		if err != nil {
			return err
		}
		if err := gt.Intake.StopClassified(ctx, p); err != nil {
			return err
		}
		packages, err := gt.heldPackages(ctx, p)
		if err != nil {
			return err
		}
		if len(packages) == 0 {
			return gt.mayInspect(ctx, op)
		}
		for _, x := range packages {
			d, err := describe(ctx, x)
			if err != nil {
				return err
			}
			v, err := gt.verdict(ctx, d, a)
			if err == nil {
				err = may(v)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// heldPackages lists the archival packages of a portion; none while it is in ingest,
// also while packages are only ordered or half built.
func (gt *Gate) heldPackages(ctx context.Context, p transfer.Portion) ([]transfer.Package, error) {
	all, err := gt.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	var out []transfer.Package
	for _, x := range all {
		switch {
		case x.Kind != aip.KindAIP:
		case x.State == transfer.PackageOrdered:
			return nil, nil
		default:
			out = append(out, x)
		}
	}
	return out, nil
}

// mayShowFile refuses a file or folder that a person names and that lies in this
// workspace, where the portion it belongs to may not be shown: the folders of the
// workspace are no way around the closure. What lies outside is the person's own.
func (gt *Gate) mayShowFile(ctx context.Context, name string) error {
	home, place := realPath(gt.Office.Dir), realPath(name)
	rel, err := filepath.Rel(home, place)
	if err == nil && (rel == "." || filepath.IsLocal(rel)) {
		parts := strings.Split(filepath.ToSlash(rel), "/")
		if len(parts) > 1 && parts[0] == office.DirInbox {
			if _, err := gt.Portions.Get(ctx, parts[1]); err == nil {
				return gt.MayShowPortion(ctx, parts[1])
			}
		}
		return errors.Join(gt.Office.Staff("open "+name), gt.mayInspect(ctx, "open "+name))
	}
	if up, err := filepath.Rel(place, home); err == nil && filepath.IsLocal(up) { // a folder around the workspace
		return errors.Join(gt.Office.Staff("open "+name), gt.mayInspect(ctx, "open "+name))
	}
	return nil
}

// realPath follows links as far as there is something to follow.
func realPath(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return filepath.Clean(name)
}
