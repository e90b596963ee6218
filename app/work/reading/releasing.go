package reading

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
	"laufzettel/transfer/people"
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
func (gt *Gate) Grant(ctx context.Context, pid, application string) error {
	return gt.NoteGrant(ctx, access.Grant{PID: pid, Application: application, Rights: []access.Right{access.Read}})
}

// NoteGrant notes a granted application with reader, rights and last day.
func (gt *Gate) NoteGrant(ctx context.Context, g access.Grant) error {
	if err := gt.Office.Staff("note application"); err != nil {
		return err
	}
	person, err := gt.Office.MustPerson(people.Use, "note application")
	if err != nil {
		return err
	}
	g.Person, g.At = person, gt.Office.Now()
	if !g.Until.IsZero() && g.Until.Before(g.At.AddDate(0, 0, -1)) {
		return failure.New(failure.Refused, "note application", "Der letzte Tag der Genehmigung liegt in der Vergangenheit. Bitte das Datum prüfen.")
	}
	return gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := gt.Access.Note(tx, g); err != nil {
			return err
		}
		return gt.Log.Entry(ctx, gt.Office.Event(granted, g.PID, "", "ok", map[string]string{"application": strings.TrimSpace(g.Application), "person": person}))(tx)
	})
}

// RevokeGrant ends what an application granted, on one object or all ("").
func (gt *Gate) RevokeGrant(ctx context.Context, application, pid string) error {
	person, err := gt.Office.MustPerson(people.Use, "revoke application")
	if err != nil {
		return err
	}
	return gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := gt.Access.Revoke(tx, application, pid, gt.Office.Now())
		if err != nil {
			return err
		}
		if n == 0 {
			return failure.New(failure.Refused, "revoke application "+application, "Zu „"+application+"“ gilt keine Genehmigung, die sich beenden ließe.")
		}
		return gt.Log.Entry(ctx, gt.Office.Event(revoked, application, pid, "ok", map[string]string{"person": person}))(tx)
	})
}

// Granted lists the objects opened today by an application; at a reader's place
// "" opens nothing, for the staff it means all applications in force.
func (gt *Gate) Granted(ctx context.Context, application string) ([]string, error) {
	if application == "" && gt.Office.Kiosk() {
		return nil, nil
	}
	list, err := gt.Access.InForce(ctx, gt.Office.Now(), application)
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
func (gt *Gate) MayDo(ctx context.Context, d aip.Description, right access.Right) error {
	if err := gt.Office.Witness.UpholdShowing(ctx, d.PID); err != nil {
		return err
	}
	c, err := gt.ClosureOf(ctx, d)
	if err != nil || c.On(gt.Office.Now()) == catalog.Open {
		return err
	}
	list, err := gt.Access.InForce(ctx, gt.Office.Now(), "")
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
func (gt *Gate) Seen(ctx context.Context, pid, document, application string) error {
	return gt.Office.Store.WithTx(ctx, gt.Log.Entry(ctx, gt.Office.Event(seen, pid, document, "ok", map[string]string{"application": application})))
}

// TakeLaw takes a closure table of the archive in force.
func (gt *Gate) TakeLaw(ctx context.Context, r io.Reader) (access.Law, error) {
	person, err := gt.Office.MustPerson(people.Decide, "take closure table")
	if err != nil {
		return access.Law{}, err
	}
	l, err := access.ReadLaw(r)
	if err != nil {
		return l, err
	}
	if l.Checked == "" { // who takes a table answers for it
		l.Checked = gt.checkedBy(person)
	}
	return l, gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := gt.Access.PutLaw(tx, l); err != nil {
			return err
		}
		return gt.Log.Entry(ctx, gt.Office.Event(lawTaken, l.ID, "", "ok", map[string]string{"person": person}))(tx)
	})
}

func (gt *Gate) checkedBy(person string) string {
	return gt.Office.Now().Format("02.01.2006") + ", " + person
}

// ConfirmLaw notes that the person now acting compared a closure table with the law
// in force; until then every screen says that the archive has to.
func (gt *Gate) ConfirmLaw(ctx context.Context, id string) (access.Law, error) {
	const op = "confirm closure table"
	if err := gt.Office.Staff(op); err != nil {
		return access.Law{}, err
	}
	person, err := gt.Office.MustPerson(people.Decide, op)
	if err != nil {
		return access.Law{}, err
	}
	l, err := gt.Access.Law(ctx, id)
	if err != nil {
		return l, err
	}
	l.Checked = gt.checkedBy(person)
	return l, gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := gt.Access.PutLaw(tx, l); err != nil {
			return err
		}
		return gt.Log.Entry(ctx, gt.Office.Event(lawFits, l.ID, "", "ok", map[string]string{"person": person}))(tx)
	})
}

// DecideClosure computes and keeps the closure of an object by the table of a
// law. Without an end in the facts the end of its Laufzeit counts.
func (gt *Gate) DecideClosure(ctx context.Context, key, law string, f access.Facts) (access.Decision, error) {
	person, err := gt.Office.MustPerson(people.Decide, "decide closure")
	if err != nil {
		return access.Decision{}, err
	}
	l, err := gt.Access.Law(ctx, law)
	if err != nil {
		return access.Decision{}, err
	}
	pkg, err := gt.Room.OpenPackage(ctx, key)
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
	d := access.Decision{PID: meta.PID, Law: l.ID, Facts: f, Period: p, Person: person, At: gt.Office.Now()}
	err = gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := gt.Access.Decide(tx, d); err != nil {
			return err
		}
		return gt.Log.Entry(ctx, gt.Office.Event(closures, d.PID, "", "ok", map[string]string{"law": l.ID, "basis": p.Basis, "until": dayOf(p.Until), "person": person}))(tx)
	})
	if err != nil {
		return d, err
	}
	if err := gt.Catalog.SetClosure(ctx, d.PID, closureOfDecision(d)); err != nil && !errors.Is(err, catalog.ErrUnknown) {
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
func (gt *Gate) ClosureOf(ctx context.Context, d aip.Description) (catalog.Closure, error) {
	decided, err := gt.Access.Decision(ctx, d.PID)
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
func (gt *Gate) Released(ctx context.Context, d aip.Description, application string) error {
	if err := gt.Office.Witness.UpholdShowing(ctx, d.PID); err != nil {
		return err
	}
	c, err := gt.ClosureOf(ctx, d)
	if err != nil {
		return err
	}
	grade := c.On(gt.Office.Now())
	if grade == catalog.Open {
		return nil
	}
	open, err := gt.Granted(ctx, application)
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
func (gt *Gate) OpenReleased(ctx context.Context, key, application string) (*aip.Package, error) {
	if gt.Office.Kiosk() {
		return gt.OpenCatalogued(ctx, key, application)
	}
	pkg, err := gt.Room.OpenPackage(ctx, key)
	if err != nil {
		return nil, err
	}
	if err := gt.Released(ctx, pkg.Metadata(), application); err != nil {
		return nil, errors.Join(err, pkg.Close())
	}
	return pkg, nil
}

// OpenCatalogued opens an object by its identifier or reference code through the
// catalog alone, as an archive management system asks for it (A21): a file of
// that name is never opened.
func (gt *Gate) OpenCatalogued(ctx context.Context, key, application string) (*aip.Package, error) {
	open, err := gt.Granted(ctx, application)
	if err != nil {
		return nil, err
	}
	it, err := gt.Catalog.Find(ctx, key, gt.Office.Now(), open...)
	if errors.Is(err, catalog.ErrUnknown) {
		return nil, failure.Wrap(failure.Refused, "open "+key, "Ein Objekt „"+key+"“ gibt es im Verzeichnis nicht, oder es darf nicht genannt werden.", err)
	}
	if err != nil {
		return nil, err
	}
	return gt.openHeld(ctx, it.PID, application)
}

// openHeld opens a package of the workspace by its identifier, never by a file.
func (gt *Gate) openHeld(ctx context.Context, pid, application string) (*aip.Package, error) {
	packages, err := gt.Portions.Packages(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		if p.PID != pid {
			continue
		}
		pkg, err := aip.Open(ctx, gt.Office.Path(p.Path))
		if err != nil {
			return nil, err
		}
		if err := gt.Released(ctx, pkg.Metadata(), application); err != nil {
			return nil, errors.Join(err, pkg.Close())
		}
		return pkg, nil
	}
	return nil, failure.New(failure.Refused, "open "+pid, "Das Paket liegt nicht in diesem Arbeitsbereich. Es muss erst aus dem Archiv geholt werden.")
}
