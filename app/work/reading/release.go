package reading

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
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
		return failure.New(failure.Refused, "note application", wording.Say("hint.reading.grant-day-past"))
	}
	return gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := gt.access.Note(tx, g); err != nil {
			return err
		}
		return gt.Log.Entry(ctx, gt.Office.Event(granted, g.PID, "", "ok",
			map[string]string{"application": strings.TrimSpace(g.Application), "person": person}))(tx)
	})
}

// RevokeGrant ends what an application granted, on one object or all ("").
func (gt *Gate) RevokeGrant(ctx context.Context, application, pid string) error {
	person, err := gt.Office.MustPerson(people.Use, "revoke application")
	if err != nil {
		return err
	}
	return gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := gt.access.Revoke(tx, application, pid, gt.Office.Now())
		if err != nil {
			return err
		}
		if n == 0 {
			return failure.New(failure.Refused, "revoke application "+application, wording.Say("hint.reading.no-grant-to-end", application))
		}
		return gt.Log.Entry(ctx, gt.Office.Event(revoked, application, pid, "ok", map[string]string{"person": person}))(tx)
	})
}

// Opens tells whether an application in force opens an object today.
func (gt *Gate) Opens(ctx context.Context, application, pid string) (bool, error) {
	q, err := gt.ask(ctx, Asker{Application: application})
	return slices.Contains(q.opened(), pid), err
}

// Grants lists the granted applications in force today, of one number or all ("").
func (gt *Gate) Grants(ctx context.Context, application string) ([]access.Grant, error) {
	if err := gt.Office.Staff("list applications"); err != nil {
		return nil, err
	}
	return gt.access.InForce(ctx, gt.Office.Now(), application)
}

// Laws lists the closure tables there are.
func (gt *Gate) Laws(ctx context.Context) ([]access.Law, error) { return gt.access.Laws(ctx) }

// PIDOf gives the persistent identifier of a package by file, identifier or
// reference code, for those who grant or decide; it tells nothing else of it.
func (gt *Gate) PIDOf(ctx context.Context, key string) (string, error) {
	if err := gt.Office.Staff("identify " + key); err != nil {
		return "", err
	}
	d, err := gt.describe(ctx, key)
	return d.PID, err
}

// Standing is the closure of an object as it stands, without its description.
type Standing struct {
	PID     string
	Closure catalog.Closure
	Decided *access.Decision // nil: nobody decided, the rule of the profile holds
	Law     access.Law       // of the decision
}

// Standing tells the closure of an object to the staff.
func (gt *Gate) Standing(ctx context.Context, key string) (s Standing, err error) {
	if err := gt.Office.Staff("show closure"); err != nil {
		return s, err
	}
	d, err := gt.describe(ctx, key)
	if err != nil {
		return s, err
	}
	s.PID = d.PID
	if s.Closure, err = gt.closure(ctx, d.PID, sealed(d)); err != nil {
		return s, err
	}
	if s.Decided, err = gt.access.Decision(ctx, d.PID); err != nil || s.Decided == nil {
		return s, err
	}
	s.Law, err = gt.access.Law(ctx, s.Decided.Law)
	return s, err
}

// describe reads what a package says of itself, for judging it.
func (gt *Gate) describe(ctx context.Context, key string) (aip.Description, error) {
	pkg, err := gt.room.anyPackage(ctx, key)
	if err != nil {
		return aip.Description{}, err
	}
	return pkg.Metadata(), pkg.Close()
}

// seen logs that a document was shown at a reader's place.
func (gt *Gate) seen(ctx context.Context, pid, document, application string) error {
	return gt.Office.Store.WithTx(ctx, gt.Log.Entry(ctx, gt.Office.Event(seen, pid, document, "ok",
		map[string]string{"application": application})))
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
		if err := gt.access.PutLaw(tx, l); err != nil {
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
	l, err := gt.access.Law(ctx, id)
	if err != nil {
		return l, err
	}
	l.Checked = gt.checkedBy(person)
	return l, gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := gt.access.PutLaw(tx, l); err != nil {
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
	l, err := gt.access.Law(ctx, law)
	if err != nil {
		return access.Decision{}, err
	}
	meta, err := gt.describe(ctx, key)
	if err != nil {
		return access.Decision{}, err
	}
	if f.End == "" {
		if f.End, err = gt.endOf(ctx, meta); err != nil {
			return access.Decision{}, err
		}
	}
	p, err := l.Period(f)
	if err != nil {
		return access.Decision{}, err
	}
	d := access.Decision{PID: meta.PID, Law: l.ID, Facts: f, Period: p, Person: person, At: gt.Office.Now()}
	err = gt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := gt.access.Decide(tx, d); err != nil {
			return err
		}
		detail := map[string]string{"law": l.ID, "basis": p.Basis, "until": dayOf(p.Until), "person": person}
		if f.Evidence != "" {
			detail["evidence"] = f.Evidence
		}
		return gt.Log.Entry(ctx, gt.Office.Event(closures, d.PID, "", "ok", detail))(tx)
	})
	if err != nil {
		return d, err
	}
	if err := gt.catalog.SetClosure(ctx, d.PID, closureOfDecision(d)); err != nil && !errors.Is(err, catalog.ErrUnknown) {
		return d, err
	}
	return d, nil
}

// endOf is the day from which a closure counts: the end of the Laufzeit as delivered, or
// as a person corrected it where that is later; a correction alone shortens nothing.
func (gt *Gate) endOf(ctx context.Context, meta aip.Description) (string, error) {
	var it catalog.Item
	fill(&it, meta.Objects)
	h, err := gt.room.contained.Heading(ctx, meta.PID)
	if err == nil && h != nil && len(h.To) >= 4 && (it.To == "" || h.To > it.To) {
		return h.To, nil
	}
	return it.To, err
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
