package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// Events of the reading room.
const (
	granted  events.Type = "granted"     // a granted application to see a closed object (A25)
	revoked  events.Type = "revoked"     // its end
	closures events.Type = "closure"     // a closure period decided by a person
	seen     events.Type = "seen"        // a document shown at a reader's place
	lawTaken events.Type = "law-taken"   // a closure table of the archive
	lawFits  events.Type = "law-checked" // a closure table compared with the law in force
)

// Grant notes that an application to see a closed package was granted, by the
// person now acting. Error: Refused without an application.
func (w *Workspace) Grant(ctx context.Context, pid, application string) error {
	return w.NoteGrant(ctx, access.Grant{PID: pid, Application: application, Rights: []access.Right{access.Read}})
}

// NoteGrant notes a granted application with reader, rights and last day.
func (w *Workspace) NoteGrant(ctx context.Context, g access.Grant) error {
	if err := w.Staff("note application"); err != nil {
		return err
	}
	person, err := w.mustPerson("note application")
	if err != nil {
		return err
	}
	g.Person, g.At = person, w.Now()
	if !g.Until.IsZero() && g.Until.Before(g.At.AddDate(0, 0, -1)) {
		return failure.New(failure.Refused, "note application", "Der letzte Tag der Genehmigung liegt in der Vergangenheit. Bitte das Datum prüfen.")
	}
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := w.Access.Note(tx, g); err != nil {
			return err
		}
		return w.log(ctx, w.event(granted, g.PID, "", "ok", map[string]string{"application": strings.TrimSpace(g.Application), "person": person}))(tx)
	})
}

// RevokeGrant ends what an application granted, on one object or all ("").
func (w *Workspace) RevokeGrant(ctx context.Context, application, pid string) error {
	person, err := w.mustPerson("revoke application")
	if err != nil {
		return err
	}
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := w.Access.Revoke(tx, application, pid, w.Now())
		if err != nil {
			return err
		}
		if n == 0 {
			return failure.New(failure.Refused, "revoke application "+application, "Zu „"+application+"“ gilt keine Genehmigung, die sich beenden ließe.")
		}
		return w.log(ctx, w.event(revoked, application, pid, "ok", map[string]string{"person": person}))(tx)
	})
}

// Granted lists the objects opened today by an application; at a reader's place
// "" opens nothing, for the staff it means all applications in force.
func (w *Workspace) Granted(ctx context.Context, application string) ([]string, error) {
	if application == "" && w.Kiosk() {
		return nil, nil
	}
	list, err := w.Access.InForce(ctx, w.Now(), application)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, g := range list {
		if !slices.Contains(out, g.PID) {
			out = append(out, g.PID)
		}
	}
	return out, nil
}

// MayDo tells whether an object may be printed or copied: what is open may, what
// an application opened only as far as that says.
func (w *Workspace) MayDo(ctx context.Context, d aip.Description, right access.Right) error {
	c, err := w.ClosureOf(ctx, d)
	if err != nil || c.On(w.Now()) == catalog.Open {
		return err
	}
	list, err := w.Access.InForce(ctx, w.Now(), "")
	if err != nil {
		return err
	}
	for _, g := range list {
		if g.PID == d.PID && g.Allows(right) {
			return nil
		}
	}
	return failure.New(failure.Refused, "use "+d.PID, "Das Objekt ist geschlossen. Die Genehmigung erlaubt das Lesen, aber keine Kopie und keinen Druck.")
}

// Seen logs that a document was shown at a reader's place.
func (w *Workspace) Seen(ctx context.Context, pid, document, application string) error {
	return w.store.WithTx(ctx, w.log(ctx, w.event(seen, pid, document, "ok", map[string]string{"application": application})))
}

// TakeLaw takes a closure table of the archive in force.
func (w *Workspace) TakeLaw(ctx context.Context, r io.Reader) (access.Law, error) {
	person, err := w.mustPerson("take closure table")
	if err != nil {
		return access.Law{}, err
	}
	l, err := access.ReadLaw(r)
	if err != nil {
		return l, err
	}
	if l.Checked == "" { // who takes a table answers for it
		l.Checked = w.checkedBy(person)
	}
	return l, w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := w.Access.PutLaw(tx, l); err != nil {
			return err
		}
		return w.log(ctx, w.event(lawTaken, l.ID, "", "ok", map[string]string{"person": person}))(tx)
	})
}

func (w *Workspace) checkedBy(person string) string {
	return w.Now().Format("02.01.2006") + ", " + person
}

// ConfirmLaw notes that the person now acting compared a closure table with the law
// in force; until then every screen says that the archive has to.
func (w *Workspace) ConfirmLaw(ctx context.Context, id string) (access.Law, error) {
	const op = "confirm closure table"
	if err := w.Staff(op); err != nil {
		return access.Law{}, err
	}
	person, err := w.mustPerson(op)
	if err != nil {
		return access.Law{}, err
	}
	l, err := w.Access.Law(ctx, id)
	if err != nil {
		return l, err
	}
	l.Checked = w.checkedBy(person)
	return l, w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := w.Access.PutLaw(tx, l); err != nil {
			return err
		}
		return w.log(ctx, w.event(lawFits, l.ID, "", "ok", map[string]string{"person": person}))(tx)
	})
}

// DecideClosure computes and keeps the closure of an object by the table of a
// law. Without an end in the facts the end of its Laufzeit counts.
func (w *Workspace) DecideClosure(ctx context.Context, key, law string, f access.Facts) (access.Decision, error) {
	person, err := w.mustPerson("decide closure")
	if err != nil {
		return access.Decision{}, err
	}
	l, err := w.Access.Law(ctx, law)
	if err != nil {
		return access.Decision{}, err
	}
	pkg, err := w.OpenPackage(ctx, key)
	if err != nil {
		return access.Decision{}, err
	}
	meta := pkg.Metadata()
	if err := pkg.Close(); err != nil {
		return access.Decision{}, err
	}
	if f.End == "" {
		var it catalog.Item
		fill(&it, meta.Objects)
		f.End = it.To
	}
	p, err := l.Period(f)
	if err != nil {
		return access.Decision{}, err
	}
	d := access.Decision{PID: meta.PID, Law: l.ID, Facts: f, Period: p, Person: person, At: w.Now()}
	err = w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := w.Access.Decide(tx, d); err != nil {
			return err
		}
		return w.log(ctx, w.event(closures, d.PID, "", "ok", map[string]string{"law": l.ID, "basis": p.Basis, "until": dayOf(p.Until), "person": person}))(tx)
	})
	if err != nil {
		return d, err
	}
	if err := w.Catalog.SetClosure(ctx, d.PID, closureOfDecision(d)); err != nil && !errors.Is(err, catalog.ErrUnknown) {
		return d, err
	}
	return d, nil
}

func dayOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// closureOfDecision turns a decision into what the catalog filters by.
func closureOfDecision(d access.Decision) catalog.Closure {
	c := catalog.Closure{Basis: d.Period.Basis}
	if d.Period.Open {
		return c
	}
	c.Grade = catalog.Object
	if d.Facts.Description {
		c.Grade = catalog.Description
	}
	if !d.Period.Until.IsZero() {
		c.Until = d.Period.Until.AddDate(0, 0, 1).Add(-time.Millisecond)
	}
	return c
}

// ClosureOf gives the closure of a package: as a person decided, else as sealed in
// the package by the rule of its profile.
func (w *Workspace) ClosureOf(ctx context.Context, d aip.Description) (catalog.Closure, error) {
	decided, err := w.Access.Decision(ctx, d.PID)
	if err != nil {
		return catalog.Closure{}, err
	}
	if decided != nil {
		return closureOfDecision(*decided), nil
	}
	c := d.Closure
	if c == nil {
		return catalog.Closure{}, nil
	}
	out := catalog.Closure{Grade: catalog.Object, Basis: "Schutzfrist laut Profil"}
	if c.Description {
		out.Grade = catalog.Description
	}
	if until, err := time.Parse(time.DateOnly, c.Until); err == nil {
		out.Until = until.AddDate(0, 0, 1).Add(-time.Millisecond)
	}
	return out, nil
}

// Released refuses a package whose content may not be shown today (A25). Without
// an application the staff's view counts every grant in force; a reader's place
// counts only those of the application named. A closed description is told like
// an object that does not exist.
func (w *Workspace) Released(ctx context.Context, d aip.Description, application string) error {
	c, err := w.ClosureOf(ctx, d)
	if err != nil {
		return err
	}
	grade := c.On(w.Now())
	if grade == catalog.Open {
		return nil
	}
	open, err := w.Granted(ctx, application)
	if err != nil || slices.Contains(open, d.PID) {
		return err
	}
	if grade == catalog.Description {
		return failure.Wrap(failure.Refused, "open "+d.PID, "Ein Objekt mit dieser Kennung gibt es nicht, oder es darf nicht genannt werden.", catalog.ErrUnknown)
	}
	until := "ohne Enddatum"
	if !c.Until.IsZero() {
		until = "bis " + c.Until.Format("02.01.2006")
	}
	return failure.New(failure.Refused, "open "+d.PID, fmt.Sprintf("Das Objekt ist geschlossen %s (%s). Dokumente, Nachweise und Kopien gibt es nur mit genehmigtem Antrag (grant add).", until, c.Basis))
}

// OpenReleased opens a package for reading: at a reader's place by identifier or
// reference code only, never a file of the reader's own; and only where its
// content may be shown today.
func (w *Workspace) OpenReleased(ctx context.Context, key, application string) (*aip.Package, error) {
	if w.Kiosk() {
		return w.OpenCatalogued(ctx, key, application)
	}
	pkg, err := w.OpenPackage(ctx, key)
	if err != nil {
		return nil, err
	}
	if err := w.Released(ctx, pkg.Metadata(), application); err != nil {
		return nil, errors.Join(err, pkg.Close())
	}
	return pkg, nil
}

// OpenCatalogued opens an object by its identifier or reference code through the
// catalog alone, as an archive management system asks for it (A21): a file of
// that name is never opened.
func (w *Workspace) OpenCatalogued(ctx context.Context, key, application string) (*aip.Package, error) {
	open, err := w.Granted(ctx, application)
	if err != nil {
		return nil, err
	}
	it, err := w.Catalog.Find(ctx, key, w.Now(), open...)
	if errors.Is(err, catalog.ErrUnknown) {
		return nil, failure.Wrap(failure.Refused, "open "+key, "Ein Objekt „"+key+"“ gibt es im Verzeichnis nicht, oder es darf nicht genannt werden.", err)
	}
	if err != nil {
		return nil, err
	}
	return w.openHeld(ctx, it.PID, application)
}

// openHeld opens a package of the workspace by its identifier, never by a file.
func (w *Workspace) openHeld(ctx context.Context, pid, application string) (*aip.Package, error) {
	packages, err := w.Portions.Packages(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		if p.PID != pid {
			continue
		}
		pkg, err := aip.Open(ctx, w.path(p.Path))
		if err != nil {
			return nil, err
		}
		if err := w.Released(ctx, pkg.Metadata(), application); err != nil {
			return nil, errors.Join(err, pkg.Close())
		}
		return pkg, nil
	}
	return nil, failure.New(failure.Refused, "open "+pid, "Das Paket liegt nicht in diesem Arbeitsbereich. Es muss erst aus dem Archiv geholt werden.")
}
