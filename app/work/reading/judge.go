package reading

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// What may be seen is decided here and nowhere else (A23, A25). Closure and grants are
// read (ask, closure), the rule itself (judge) is a function of both: of a package that
// is opened, of every hit of a search, of the neighbours a package names, and of what
// of a delivery is packaged.

// question is what is known of who asks, on the day they ask.
type question struct {
	day    time.Time
	kiosk  bool
	grants []access.Grant // that count for them
	noted  []string
}

// ask reads which grants count for who asks: without a number all in force for the
// staff, none at a reader's place.
func (gt *Gate) ask(ctx context.Context, a Asker) (question, error) {
	q := question{day: gt.Office.Now(), kiosk: gt.Office.Kiosk()}
	number := strings.TrimSpace(a.Application)
	if q.kiosk && number == "" {
		return q, nil
	}
	if !q.kiosk {
		q.noted = a.Noted
	}
	var err error
	q.grants, err = gt.access.InForce(ctx, q.day, number)
	return q, err
}

// opened lists the objects that grants open, each once.
func (q question) opened() []string {
	out := slices.Clone(q.noted)
	for _, g := range q.grants {
		out = append(out, g.PID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// verdict is what of one object is open to who asked.
type verdict struct {
	pid     string
	closure catalog.Closure // as decided or sealed
	grade   catalog.Grade   // what is closed to them: nothing, the content, or all
	rights  func(access.Right) bool
	kiosk   bool
}

// judge is the rule. An object is closed to its grade until its last closed day has
// passed; a grant opens it for reading, and for printing and copying as far as it says.
// What is open to all may be printed and copied by the staff; at a reader's place that
// takes a grant of its own (A23).
func (q question) judge(pid string, c catalog.Closure) verdict {
	v := verdict{pid: pid, closure: c, grade: c.On(q.day), kiosk: q.kiosk}
	free := v.grade == catalog.Open && !q.kiosk || slices.Contains(q.noted, pid)
	if slices.Contains(q.opened(), pid) {
		v.grade = catalog.Open
	}
	v.rights = func(r access.Right) bool {
		return free || slices.ContainsFunc(q.grants, func(g access.Grant) bool { return g.PID == pid && g.Allows(r) })
	}
	return v
}

// mayName refuses an object nothing of which may be known, in the words for one that
// does not exist.
func (v verdict) mayName() error {
	if v.grade != catalog.Description {
		return nil
	}
	return failure.Wrap(failure.Refused, "open "+v.pid, wording.Say("hint.reading.judging-unknown-object"), catalog.ErrUnknown)
}

// mayShow refuses the content of a closed object.
func (v verdict) mayShow() error {
	if v.grade == catalog.Open {
		return nil
	}
	if err := v.mayName(); err != nil {
		return err
	}
	hint := wording.Say("hint.reading.closed-no-end", v.closure.Basis)
	if !v.closure.Until.IsZero() {
		hint = wording.Say("hint.reading.closed-until", wording.Day(v.closure.Until), v.closure.Basis)
	}
	return failure.New(failure.Refused, "open "+v.pid, hint)
}

// mayUse refuses to print or copy what may be read only.
func (v verdict) mayUse(r access.Right) error {
	if err := v.mayShow(); err != nil {
		return err
	}
	if v.rights(r) {
		return nil
	}
	hint := wording.Say("hint.reading.read-only")
	if v.kiosk {
		hint = wording.Say(map[access.Right]string{access.Print: "hint.reading.kiosk-print", access.Copy: "hint.reading.kiosk-copy"}[r])
	}
	return failure.New(failure.Refused, "use "+v.pid, hint)
}

// verdict judges a package by what it says of itself, and only while what was stated
// about its closure and grants is what the tables say.
func (gt *Gate) verdict(ctx context.Context, d aip.Description, a Asker) (verdict, error) {
	if err := gt.Office.Witness.UpholdShowing(ctx, d.PID); err != nil {
		return verdict{}, err
	}
	q, err := gt.ask(ctx, a)
	if err != nil {
		return verdict{}, err
	}
	c, err := gt.closure(ctx, d.PID, sealed(d))
	return q.judge(d.PID, c), err
}

// closure gives the closure of an object: as a person decided, else as its package says.
func (gt *Gate) closure(ctx context.Context, pid string, says catalog.Closure) (catalog.Closure, error) {
	decided, err := gt.access.Decision(ctx, pid)
	if err != nil {
		return catalog.Closure{}, err
	}
	if decided != nil {
		return closureOfDecision(*decided), nil
	}
	return says, nil
}

// sealed is the closure a package carries by the rule of its profile.
func sealed(d aip.Description) catalog.Closure {
	c := d.Closure
	if c == nil {
		return catalog.Closure{}
	}
	out := catalog.Closure{Grade: catalog.Object, Basis: "Schutzfrist laut Profil"}
	if c.Description {
		out.Grade = catalog.Description
	}
	if until, err := time.Parse(time.DateOnly, c.Until); err == nil {
		out.Until = until.AddDate(0, 0, 1).Add(-time.Millisecond)
	}
	return out
}

// mayUse asks whether the opened package may be printed or copied.
func (o *Opened) mayUse(ctx context.Context, r access.Right) (*aip.Package, error) {
	if o.ours == nil {
		return nil, o.noPackage()
	}
	v, err := o.room.Gate.verdict(ctx, o.ours.Metadata(), o.asker)
	if err != nil {
		return nil, err
	}
	return o.ours, v.mayUse(r)
}

// mayName tells whether a package may be named today, and whether it can be opened here.
func (rm *Room) mayName(ctx context.Context, pid string, a Asker) (named, here bool, err error) {
	switch _, err := rm.named(ctx, pid, a); {
	case err == nil:
		return true, true, nil
	case !errors.Is(err, catalog.ErrUnknown):
		return false, false, err
	}
	held, err := rm.catalog.Holds(ctx, pid)
	return !held, false, err
}
