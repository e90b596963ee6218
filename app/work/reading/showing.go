package reading

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

// Whether records may be shown is asked in three places, and nowhere else: Released
// of what is packaged, mayShowPortion of a delivery, which asks Released of its
// packages, mayShowFile of a file a person names, which asks mayShowPortion of what
// lies in the workspace. Every way out passes one of them.

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
// one still in ingest to all but the archive, a packaged one wherever Released
// refuses one of its packages (A25).
func (gt *Gate) MayShowPortion(ctx context.Context, id string) error {
	return gt.portionGate(id)(ctx)
}

// portionGate is MayShowPortion for who asks again and again, before every page of a
// served website: what a package says of itself is read once.
func (gt *Gate) portionGate(id string) func(context.Context) error {
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
			return aip.Description{}, failure.Wrap(failure.Refused, "show portion "+id, "Das Archivpaket "+p.PID+" dieser Portion lässt sich nicht öffnen; ohne seine Schutzfrist wird aus der Portion nichts gezeigt.", err)
		}
		known[p.PID] = pkg.Metadata()
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
			if err := gt.Released(ctx, d, ""); err != nil {
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

// mayRead is mayShowFile for who reads a file without having asked whether it is a
// package of ours.
func (gt *Gate) mayRead(ctx context.Context, name string) error {
	pkg, err := gt.OpenReleased(ctx, name, "")
	switch {
	case err == nil:
		return pkg.Close()
	case notOurPackage(name, err):
		return gt.mayShowFile(ctx, name)
	}
	return err
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

// shownTree opens the delivered files of a portion that may be shown.
func (gt *Gate) shownTree(ctx context.Context, id string) (transfer.Portion, container.Tree, error) {
	if err := gt.MayShowPortion(ctx, id); err != nil {
		return transfer.Portion{}, nil, err
	}
	p, err := gt.Portions.Get(ctx, id)
	if err != nil {
		return p, nil, err
	}
	t, err := gt.Intake.Tree(ctx, p)
	return p, t, err
}

// PortionFile opens a delivered file of a portion that may be shown; closing it
// releases the portion. Error: Refused where it does not lie in the delivery.
func (gt *Gate) PortionFile(ctx context.Context, id, name string) (io.ReadCloser, error) {
	_, tree, err := gt.shownTree(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := tree.Open(ctx, name)
	if err != nil {
		return nil, errors.Join(failure.Wrap(failure.Refused, "open "+name, "Die Datei liegt nicht in der Lieferung.", err), tree.Close())
	}
	return portionFile{r, tree}, nil
}

// portionFile is a file together with the container it is read from.
type portionFile struct {
	io.ReadCloser
	tree container.Tree
}

// Close implements io.Closer.
func (f portionFile) Close() error { return errors.Join(f.ReadCloser.Close(), f.tree.Close()) }

// notOurPackage tells whether a key that did not open names a file or folder that is
// no package of ours; every other error of OpenReleased is an answer, above all a
// refusal.
func notOurPackage(key string, err error) bool {
	_, there := os.Stat(key)
	_, refused := errors.AsType[*container.Refused](err)
	return there == nil && (refused || errors.Is(err, aip.ErrNotPackage))
}

// NoteShown logs what is shown at a reader's place, in the window and on the
// command line alike; elsewhere it does nothing.
func (rm *Room) NoteShown(ctx context.Context, pid, document, application string) error {
	if !rm.Office.Kiosk() {
		return nil
	}
	return rm.Gate.Seen(ctx, pid, document, application)
}
