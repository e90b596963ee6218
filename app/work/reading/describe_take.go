package reading

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/contained"
	"laufzettel/viewer/describe"
)

// maxReason is how long the reason for shorter closures may be, in characters.
const maxReason = 1000

// said is all that people said of one object beside its package; nil: nothing.
type said struct {
	Heading  *contained.Heading `json:"heading,omitempty"`
	Note     *contained.Note    `json:"note,omitempty"`
	Decision *access.Decision   `json:"decision,omitempty"`
}

// change is what a table or its undoing does to one object.
type change struct {
	pid           string
	was, is       catalog.Item // heads: what the index says before and after
	before, after said
	closure       *catalog.Closure // the new one; nil: it stays
}

// says reads what was said of an object.
func (n *Notes) says(ctx context.Context, pid string) (s said, err error) {
	if s.Heading, err = n.Store.Heading(ctx, pid); err != nil {
		return s, err
	}
	if s.Note, err = n.Store.Get(ctx, pid); err != nil {
		return s, err
	}
	s.Decision, err = n.Room.Gate.access.Decision(ctx, pid)
	return s, err
}

// changes turns the changed rows into what is written, and lists the closures that become
// shorter. What a row may not do is a fault of the look.
func (n *Notes) changes(ctx context.Context, look *TableLook, stands map[string]standing, laws []access.Law) ([]change, error) {
	var out []change
	for _, e := range look.Entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := n.change(ctx, look, e, laws)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func (n *Notes) change(ctx context.Context, look *TableLook, e describe.Entry, laws []access.Law) (c change, err error) {
	c.pid = e.Now[describe.PID]
	c.was = catalog.Item{Subject: e.Was[describe.Title]}
	c.is = catalog.Item{Subject: e.Now[describe.Title], From: e.Now[describe.From], To: e.Now[describe.To]}
	if c.before, err = n.says(ctx, c.pid); err != nil {
		return c, err
	}
	c.after = c.before
	has := func(cols ...int) bool {
		return slices.ContainsFunc(cols, func(col int) bool { return slices.Contains(e.Changed, col) })
	}
	at, person := n.now(), n.Office.Person()
	if has(describe.Title, describe.From, describe.To) {
		c.after.Heading = &contained.Heading{PID: c.pid, Title: c.is.Subject, From: c.is.From, To: c.is.To, Person: person, At: at}
	}
	count(&look.Titles, has(describe.Title))
	count(&look.Periods, has(describe.From, describe.To))
	count(&look.Notes, has(describe.Contains))
	recount := has(describe.To) && c.before.Decision != nil // the period counts from the end
	if !describe.Closes(e.Changed) && !recount && !has(describe.Contains) {
		return c, nil
	}
	meta, err := n.Room.Gate.describe(ctx, c.pid)
	if err != nil {
		return c, err
	}
	if err := n.Office.Witness.UpholdShowing(ctx, c.pid); err != nil {
		return c, err
	}
	stands, err := n.Room.Gate.closure(ctx, c.pid, sealed(meta))
	if err != nil {
		return c, err
	}
	if describe.Closes(e.Changed) || recount {
		if err := n.reclose(look, e, &c, stands, meta, laws); err != nil {
			return c, err
		}
	}
	if has(describe.Contains) {
		if c.closure != nil {
			stands = *c.closure
		}
		n.renote(look, e, &c, stands)
	}
	return c, nil
}

func count(n *int, on bool) {
	if on {
		*n++
	}
}

// renote changes the note on an object, which is never made while it is closed.
func (n *Notes) renote(look *TableLook, e describe.Entry, c *change, stands catalog.Closure) {
	c.after.Note = nil
	if e.Now[describe.Contains] == "" {
		return
	}
	if (question{day: n.Office.Now()}).judge(c.pid, stands).mayShow() != nil {
		look.Faults = append(look.Faults, describe.Fault{Row: e.Row, Column: describe.Name(describe.Contains),
			Says: wording.Say("hint.describe.note-closed")})
		return
	}
	c.after.Note = &contained.Note{PID: c.pid, Text: e.Now[describe.Contains], Person: n.Office.Person(), At: n.now()}
}

// now is the time as it is kept: what was written is compared with what is read.
func (n *Notes) now() time.Time { return n.Office.Now().UTC().Truncate(time.Millisecond) }

// reclose decides the closure of a row anew; one that is shorter than what stands or than
// what the law's table gives is listed.
func (n *Notes) reclose(look *TableLook, e describe.Entry, c *change, stands catalog.Closure, meta aip.Description,
	laws []access.Law) error {
	l := laws[slices.IndexFunc(laws, func(l access.Law) bool { return l.ID == e.Now[describe.Law] })]
	f := n.facts(e, c, meta)
	computed, err := l.Period(f)
	if err == nil && f.Published {
		f.Set, f.Basis = "", "" // what was published is free, whatever was set before
	}
	var period access.Period
	if err == nil {
		period, err = f.ByHand(computed)
	}
	if err != nil {
		if failure.KindOf(err) != failure.Refused {
			return err
		}
		look.Faults = append(look.Faults, describe.Fault{Row: e.Row, Column: describe.Name(describe.To), Says: failure.HintOf(err)})
		return nil
	}
	d := access.Decision{PID: c.pid, Law: l.ID, Facts: f, Period: period, Person: n.Office.Person(), At: n.now()}
	now, byLaw := closureOfDecision(d), closureOfDecision(access.Decision{Facts: f, Period: computed})
	c.after.Decision, c.closure = &d, &now
	look.Closures++
	day := n.Office.Now()
	if weaker(stands, now, day) || weaker(byLaw, now, day) {
		s := Shortened{Row: e.Row, PID: c.pid, Code: e.Now[describe.Code], Was: untilCell(stands, true), Will: untilCell(now, true)}
		if weaker(byLaw, now, day) {
			s.WillLess = untilCell(byLaw, true)
		}
		look.Shorter = append(look.Shorter, s)
	}
	return nil
}

// facts reads what a closure is decided from out of a row. The end of the Laufzeit is the
// later of the delivered and the corrected one: only an end by hand shortens.
func (n *Notes) facts(e describe.Entry, c *change, meta aip.Description) access.Facts {
	on := func(col int) bool { return e.Now[col] == describe.Yes }
	f := access.Facts{End: e.Now[describe.Begin], Personal: on(describe.Personal), Secret: on(describe.Secret),
		Published:   on(describe.Published),
		Description: on(describe.Hidden), Died: e.Now[describe.Died], Born: e.Now[describe.Born]}
	if f.End == "" {
		var it catalog.Item
		fill(&it, meta.Objects)
		f.End = max(it.To, e.Now[describe.To])
	}
	switch {
	case slices.Contains(e.Changed, describe.Until):
		f.Set = e.Now[describe.Until]
		switch f.Set {
		case describe.Open:
			f.Set = access.SetOpen
		case describe.Endless:
			f.Set = access.SetEndless
		}
		if slices.Contains(e.Changed, describe.Basis) {
			f.Basis = e.Now[describe.Basis]
		}
	case c.before.Decision != nil: // an end by hand stays until a hand changes it
		f.Set, f.Basis = c.before.Decision.Facts.Set, c.before.Decision.Facts.Basis
	}
	return f
}

// weaker tells whether a closure closes less than another, as of a day.
func weaker(was, now catalog.Closure, day time.Time) bool {
	rank := map[catalog.Grade]int{catalog.Open: 0, catalog.Object: 1, catalog.Description: 2}
	switch before, after := was.On(day), now.On(day); {
	case before == catalog.Open:
		return false
	case rank[after] < rank[before]:
		return true
	case was.Until.IsZero():
		return !now.Until.IsZero()
	}
	return !now.Until.IsZero() && now.Until.Before(was.Until)
}

// Consent is what a person answers to a look: the digest of what was looked at, "" = not
// shown before, and the reason for closures that become shorter.
type Consent struct{ Digest, Reason string }

// TakeTable takes a table in, as a whole or, where it has faults, not at all: then the
// look names them and taken is false. Closures that become shorter are stated in one entry
// of the log, signed once, with the reason kept beside each. Errors: Refused without the
// right, for a file other than the one looked at, and for shorter closures without reason
// or key.
func (n *Notes) TakeTable(ctx context.Context, accession, file string, yes Consent) (look TableLook, taken bool, err error) {
	look, all, err := n.look(ctx, accession, file)
	if err != nil || len(look.Faults) > 0 || len(all) == 0 {
		return look, false, err
	}
	if yes.Digest != "" && yes.Digest != look.Digest {
		return look, false, failure.New(failure.Refused, "take table of descriptions", wording.Say("hint.describe.other-file"))
	}
	if err := n.mayTake(look, &yes); err != nil {
		return look, false, err
	}
	kept := make([]contained.Taken, 0, len(all))
	for i := range all {
		if d := all[i].after.Decision; d != nil && all[i].closure != nil {
			d.Reason = ""
			if slices.ContainsFunc(look.Shorter, func(s Shortened) bool { return s.PID == all[i].pid }) {
				d.Reason = yes.Reason
			}
		}
		before, after, err := all[i].written()
		if err != nil {
			return look, false, err
		}
		kept = append(kept, contained.Taken{PID: all[i].pid, Before: string(before), After: string(after)})
	}
	err = n.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := n.write(ctx, tx, all); err != nil {
			return err
		}
		if err := n.Store.KeepTakeTx(ctx, tx, contained.Take{Accession: look.Accession, Digest: look.Digest, Person: n.Office.Person(),
			At: n.Office.Now()}, kept); err != nil {
			return err
		}
		return n.Log.Entry(ctx, n.Office.Event(tableIn, look.Accession, "", "ok", look.counts(n.Office.Person())))(tx)
	})
	return look, err == nil, err
}

// counts are what the log says of a table: numbers, never titles.
func (look TableLook) counts(person string) map[string]string {
	out := map[string]string{"person": person, "digest": look.Digest}
	for name, n := range map[string]int{"objects": len(look.Entries), "titles": look.Titles, "periods": look.Periods, "notes": look.Notes,
		"closures": look.Closures, "shorter": len(look.Shorter)} {
		if n > 0 {
			out[name] = fmt.Sprint(n)
		}
	}
	return out
}

// mayTake asks for what closures ask: the right to decide, and for shorter ones a reason
// and a key to sign with.
func (n *Notes) mayTake(look TableLook, yes *Consent) error {
	const op = "take table of descriptions"
	if look.Closures > 0 {
		if _, err := n.Office.MustPerson(people.Decide, op); err != nil {
			return err
		}
	}
	if len(look.Shorter) == 0 {
		return nil
	}
	switch yes.Reason = strings.TrimSpace(yes.Reason); {
	case yes.Reason == "":
		return failure.New(failure.Refused, op, wording.Say("hint.describe.reason-needed", len(look.Shorter)))
	case utf8.RuneCountInString(yes.Reason) > maxReason:
		return failure.New(failure.Refused, op, wording.Say("hint.describe.reason-long", maxReason))
	case n.Log.SignerID() == "":
		return failure.New(failure.Refused, op, wording.Say("hint.describe.key-needed", len(look.Shorter)))
	}
	return nil
}

func (c *change) written() (before, after []byte, err error) {
	if before, err = json.Marshal(c.before); err == nil {
		after, err = json.Marshal(c.after)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("encode what was said of %s: %w", c.pid, err)
	}
	return before, after, nil
}

// write makes the changes true.
func (n *Notes) write(ctx context.Context, tx *sql.Tx, all []change) error {
	for _, c := range all {
		if err := n.writeOne(ctx, tx, c); err != nil {
			return office.Disk("write descriptions", err)
		}
	}
	return nil
}

func (n *Notes) writeOne(ctx context.Context, tx *sql.Tx, c change) (err error) {
	switch {
	case c.after.Heading != nil:
		err = n.Store.PutHeadingTx(ctx, tx, *c.after.Heading)
	case c.before.Heading != nil:
		err = n.Store.RemoveHeadingTx(ctx, tx, c.pid)
	}
	if err != nil {
		return err
	}
	switch {
	case c.after.Note != nil:
		err = n.Store.PutTx(ctx, tx, *c.after.Note)
	case c.before.Note != nil:
		_, err = n.Store.RemoveTx(ctx, tx, c.pid)
	}
	if err != nil {
		return err
	}
	gt := n.Room.Gate
	if c.closure != nil {
		if c.after.Decision != nil {
			err = gt.access.Decide(tx, *c.after.Decision)
		} else {
			err = gt.access.Undecide(tx, c.pid)
		}
		if err == nil {
			err = gt.catalog.SetClosureTx(ctx, tx, c.pid, *c.closure)
		}
		if err != nil {
			return err
		}
	}
	return gt.catalog.SetHeadingTx(ctx, tx, catalog.Heading{PID: c.pid, Was: c.was.Subject, Subject: c.is.Subject, From: c.is.From,
		To: c.is.To})
}

// UndoTable takes the last table of an accession back, whole: every object says again what
// it said before. Errors: Refused where there is none, where something was changed since,
// and as TakeTable where closures become shorter.
func (n *Notes) UndoTable(ctx context.Context, accession, reason string) (look TableLook, err error) {
	const op = "undo table of descriptions"
	if err := n.Office.Staff(op); err != nil {
		return look, err
	}
	person, err := n.Office.MustPerson(people.Write, op)
	if err != nil {
		return look, err
	}
	a, err := n.Room.Portions.Accession(ctx, accession)
	if err != nil {
		return look, err
	}
	take, taken, err := n.Store.LastTake(ctx, a.ID)
	if err != nil {
		return look, err
	}
	if take == nil {
		return look, failure.New(failure.Refused, op, wording.Say("hint.describe.nothing-to-undo", a.Number))
	}
	look = TableLook{Accession: a.ID, Digest: take.Digest}
	all, err := n.undone(ctx, &look, taken)
	if err != nil {
		return look, err
	}
	yes := Consent{Reason: reason}
	if err := n.mayTake(look, &yes); err != nil {
		return look, err
	}
	return look, n.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := n.write(ctx, tx, all); err != nil {
			return err
		}
		if err := n.Store.UndoneTx(ctx, tx, take.ID, yes.Reason, n.Office.Now()); err != nil {
			return err
		}
		return n.Log.Entry(ctx, n.Office.Event(tableIn, a.ID, "", "undone", look.counts(person)))(tx)
	})
}

// undone turns what a table did around. Error: Refused where an object says something else
// by now.
func (n *Notes) undone(ctx context.Context, look *TableLook, taken []contained.Taken) (all []change, err error) {
	var moved []string
	for _, t := range taken {
		c, same, err := n.turned(ctx, look, t)
		if err != nil {
			return nil, err
		}
		if !same {
			moved = append(moved, t.PID)
		}
		look.Entries = append(look.Entries, describe.Entry{Now: describe.Row{describe.PID: t.PID}})
		all = append(all, c)
	}
	if len(moved) > 0 {
		return nil, failure.New(failure.Refused, "undo table of descriptions",
			wording.Say("hint.describe.changed-since", len(moved), strings.Join(moved[:min(len(moved), 5)], ", ")))
	}
	return all, nil
}

// turned is what undoing does to one object; same tells whether it says still what the
// table made it say.
func (n *Notes) turned(ctx context.Context, look *TableLook, t contained.Taken) (c change, same bool, err error) {
	c.pid = t.PID
	if c.before, err = n.says(ctx, t.PID); err != nil {
		return c, false, err
	}
	if err := json.Unmarshal([]byte(t.Before), &c.after); err != nil {
		return c, false, failure.Wrap(failure.Damaged, "undo table of descriptions", wording.Say("hint.describe.undo-damaged"), err)
	}
	now, _, err := c.written()
	if err != nil {
		return c, false, err
	}
	meta, err := n.Room.Gate.describe(ctx, t.PID)
	if err != nil {
		return c, false, err
	}
	fill(&c.was, meta.Objects)
	c.is = c.was
	if h := c.before.Heading; h != nil {
		c.was.Subject = h.Title
	}
	if h := c.after.Heading; h != nil {
		c.is.Subject, c.is.From, c.is.To = h.Title, h.From, h.To
	}
	closure := func(d *access.Decision) catalog.Closure {
		if d == nil {
			return sealed(meta)
		}
		return closureOfDecision(*d)
	}
	if was, is := c.before.Decision, c.after.Decision; was != nil && (is == nil || !was.At.Equal(is.At)) {
		back := closure(is)
		c.closure = &back
		look.Closures++
		if weaker(closure(was), back, n.Office.Now()) {
			look.Shorter = append(look.Shorter, Shortened{PID: t.PID, Code: meta.ReferenceCode, Was: untilCell(closure(was), true),
				Will: untilCell(back, true)})
		}
	}
	return c, bytes.Equal(now, []byte(t.After)), nil
}
