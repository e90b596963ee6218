package merge_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"laufzettel/app/store"
	"laufzettel/appraisal"
	"laufzettel/appraisal/merge"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// desk is one workspace with the portion shared.
type desk struct {
	t       testing.TB
	person  string
	book    *appraisal.Book
	ledger  *merge.Ledger
	store   *store.Store
	seen    int64
	portion string
}

// clock runs on by a second with every look, for all desks.
type clock struct{ at time.Time }

func (c *clock) now() time.Time {
	c.at = c.at.Add(time.Second)
	return c.at
}

func newDesk(t testing.TB, dir, person string, c *clock) *desk {
	t.Helper()
	s, err := store.Open(context.Background(), filepath.Join(dir, person+".db"),
		store.Room{Name: appraisal.Room, Migrations: appraisal.Migrations},
		store.Room{Name: merge.Room, Migrations: merge.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, person: person, store: s, portion: "P1", book: appraisal.NewBook(s, c.now)}
	d.ledger = merge.NewLedger(s, d.book, c.now)
	d.share("P1")
	return d
}

// share begins the exchange of another portion on the same desk.
func (d *desk) share(portion string) {
	d.t.Helper()
	d.portion, d.seen = portion, 0
	d.must(d.store.WithTx(context.Background(), func(tx *sql.Tx) error { return d.ledger.ShareTx(context.Background(), tx, d.portion) }))
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) set(object string, r record.Rating) {
	d.t.Helper()
	d.must(d.book.Set(context.Background(), d.portion, []string{object}, r, "Grund von "+d.person, d.person, nil))
}

// office is the archive as the desks see it: it numbers what comes and says what
// came too late.
type office struct{ log []merge.Known }

func (o *office) push(d *desk, late bool) {
	d.t.Helper()
	var out []merge.Known
	d.must(d.store.WithTx(context.Background(), func(tx *sql.Tx) (err error) {
		out, err = d.ledger.CollectTx(context.Background(), tx, d.portion)
		return err
	}))
	for _, s := range out {
		d.must(s.Check())
		if !o.knows(s.ID) {
			o.log = append(o.log, merge.Known{Statement: s.Statement, Client: d.person, Office: "Archiv", Proposal: late &&
				s.Act == merge.Decide, Sequence: int64(len(o.log) + 1)})
		}
	}
}

func (o *office) knows(id string) bool {
	for _, k := range o.log {
		if k.ID == id {
			return true
		}
	}
	return false
}

func (o *office) pull(d *desk, from int64) merge.Change {
	d.t.Helper()
	c, err := d.ledger.Take(context.Background(), d.portion, o.log[from:], int64(len(o.log)), true)
	d.must(err)
	d.seen = int64(len(o.log))
	return c
}

func (d *desk) outcome(object string) merge.Outcome {
	d.t.Helper()
	all, err := d.ledger.Outcomes(context.Background(), d.portion)
	d.must(err)
	for _, o := range all {
		if o.Object == object {
			return o
		}
	}
	return merge.Outcome{}
}

func (d *desk) inForce(object string) appraisal.Decision {
	d.t.Helper()
	all, err := d.book.Decisions(context.Background(), d.portion)
	d.must(err)
	return all[object]
}

func three(t testing.TB) (a, b *desk, o *office) {
	c := &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	dir := t.TempDir()
	a, b = newDesk(t, dir, "Ahrens", c), newDesk(t, dir, "Beyer", c)
	t.Cleanup(func() { a.must(a.store.Close()); b.must(b.store.Close()) })
	return a, b, new(office)
}

func TestMerge_EqualFolds(t *testing.T) {
	a, b, o := three(t)
	a.set("c1", "A")
	b.set("c1", "A")
	for _, d := range []*desk{a, b, a} {
		o.push(d, false)
		o.pull(d, 0)
	}
	for _, d := range []*desk{a, b} {
		got := d.outcome("c1")
		if got.Conflict || got.Rating != "A" || len(got.Heads) != 2 {
			t.Errorf("%s: %+v, want two equal heads and no conflict", d.person, got)
		}
		if f := d.inForce("c1"); f.Actor != "Ahrens" || f.Rating != "A" {
			t.Errorf("%s has %+v in force, want the older decision", d.person, f)
		}
	}
}

func TestMerge_ConflictIsOpenUntilSettled(t *testing.T) {
	a, b, o := three(t)
	a.set("c1", "A")
	b.set("c1", "V")
	for _, d := range []*desk{a, b, a} {
		o.push(d, false)
		o.pull(d, 0)
	}
	for _, d := range []*desk{a, b} {
		if got := d.outcome("c1"); !got.Conflict || got.Rating != "" || len(got.Heads) != 2 {
			t.Errorf("%s: %+v, want a conflict", d.person, got)
		}
		if f := d.inForce("c1"); f.Rating != "" {
			t.Errorf("%s: %+v is in force in a conflict", d.person, f)
		}
	}
	a.must(a.ledger.Settle(t.Context(), a.portion, "c1", "V", "nach Rücksprache", "Ahrens", nil))
	o.push(a, false)
	o.pull(b, b.seen)
	for _, d := range []*desk{a, b} {
		if f := d.inForce("c1"); f.Rating != "V" || f.Reason != "nach Rücksprache" {
			t.Errorf("%s: %+v in force after settling", d.person, f)
		}
		h, err := d.ledger.History(t.Context(), d.portion, "c1")
		d.must(err)
		if len(h) != 3 || h[0].Actor != "Ahrens" || h[1].Actor != "Beyer" {
			t.Errorf("%s: history %+v, want both sides and the settlement", d.person, h)
		}
	}
	if err := a.ledger.Settle(t.Context(), a.portion, "c1", "A", "", "Ahrens", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("settling again: %v, want refused", err)
	}
}

// A decision made after the lease had run out waits as a proposal; it never
// overrules by itself and is never lost (G17).
func TestMerge_LateDecisionIsAProposal(t *testing.T) {
	a, b, o := three(t)
	a.set("c1", "A")
	b.set("c1", "V")
	b.set("c2", "V")
	o.push(a, false)
	o.push(b, true)
	o.pull(a, 0)
	c := o.pull(b, 0)
	if c.Proposals != 2 || c.Conflicts != 0 {
		t.Errorf("%+v, want two proposals", c)
	}
	for _, d := range []*desk{a, b} {
		if f := d.inForce("c1"); f.Actor != "Ahrens" || f.Rating != "A" {
			t.Errorf("%s: %+v in force, want the decision made in time", d.person, f)
		}
		if f := d.inForce("c2"); f.Rating != "" {
			t.Errorf("%s: the late %+v is in force", d.person, f)
		}
		if got := d.outcome("c2"); len(got.Proposals) != 1 || got.Proposals[0].Actor != "Beyer" {
			t.Errorf("%s: proposals %+v", d.person, got.Proposals)
		}
	}
	a.must(a.ledger.Settle(t.Context(), a.portion, "c2", "V", "übernommen", "Ahrens", nil))
	if got := a.outcome("c2"); got.Waiting() || got.Rating != "V" {
		t.Errorf("after settling: %+v", got)
	}
}

// The release binds to the digest of the decision; across two laptops a changed
// decision voids it (G18).
func TestMerge_ReleaseBindsToDecision(t *testing.T) {
	a, b, o := three(t)
	a.set("c1", "V")
	o.push(a, false)
	o.pull(b, 0)
	b.must(b.book.Release(t.Context(), b.portion, []string{"c1"}, "Beyer", false, nil))
	o.push(b, false)
	o.pull(a, 0)
	if f := a.inForce("c1"); f.ReleasedBy != "Beyer" {
		t.Fatalf("%+v, want released by Beyer", f)
	}
	a.set("c1", "V") // another reason would do as well: it is another decision
	o.push(a, false)
	o.pull(b, 0)
	o.pull(a, 0)
	for _, d := range []*desk{a, b} {
		if f := d.inForce("c1"); f.Rating != "V" || f.ReleasedBy != "" {
			t.Errorf("%s: %+v, want the release voided", d.person, f)
		}
	}
}

// Whoever decided the same cannot release it either, from another machine under
// another spelling.
func TestMerge_DeciderCannotRelease(t *testing.T) {
	a, b, o := three(t)
	a.set("c1", "V")
	o.push(a, false)
	o.pull(b, 0)
	b.must(b.book.Release(t.Context(), b.portion, []string{"c1"}, "  ahrens ", false, nil))
	o.push(b, false)
	o.pull(a, 0)
	if f := a.inForce("c1"); f.ReleasedBy != "" {
		t.Errorf("%+v: the decider released", f)
	}
}

func TestOpen(t *testing.T) {
	good := merge.Statement{Object: "c1", Act: merge.Decide, Rating: "A", Actor: "Ahrens", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	sealed := good.Seal()
	got, err := merge.Open(sealed.ID, sealed.Body())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(sealed, got, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	if _, err := merge.Open(sealed.ID, bytes.Replace(sealed.Body(), []byte(`"A"`), []byte(`"V"`), 1)); err == nil {
		t.Error("a changed rating keeps its id")
	}
	for name, change := range map[string]func(*merge.Statement){
		"no object":      func(s *merge.Statement) { s.Object = "" },
		"no person":      func(s *merge.Statement) { s.Actor = "" },
		"unknown rating": func(s *merge.Statement) { s.Rating = "X" },
		"unknown act":    func(s *merge.Statement) { s.Act = "destroy" },
		"free release":   func(s *merge.Statement) { s.Act, s.Rating = merge.Release, "V" },
		"odd reference":  func(s *merge.Statement) { s.Rests = []string{"x"} },
		"no time":        func(s *merge.Statement) { s.At = time.Time{} },
	} {
		s := good
		change(&s)
		s = s.Seal()
		if _, err := merge.Open(s.ID, s.Body()); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// FuzzOpen: whatever comes from the archive, Open neither panics nor takes what
// has another digest.
func FuzzOpen(f *testing.F) {
	s := merge.Statement{Object: "c1", Act: merge.Decide, Rating: "V", Actor: "Ahrens",
		At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}.Seal()
	f.Add(s.ID, s.Body())
	f.Add("", []byte("{"))
	f.Fuzz(func(t *testing.T, id string, body []byte) {
		got, err := merge.Open(id, body)
		if err == nil && got.ID != id {
			t.Errorf("opened %q as %q", id, got.ID)
		}
	})
}

// Any interleaving of the offline work of three workspaces converges: once all
// have sent and fetched, all show the same, nobody's word is lost, nothing is in
// force in a conflict, and a release stands only on the decision it was given for.
func TestMerge_Converges(t *testing.T) {
	c := &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	dir := t.TempDir()
	var desks []*desk
	for _, name := range []string{"Ahrens", "Beyer", "Cordes"} {
		d := newDesk(t, dir, name, c)
		t.Cleanup(func() { d.must(d.store.Close()) })
		desks = append(desks, d)
	}
	run := 1
	rapid.Check(t, func(rt *rapid.T) {
		run++
		o := new(office)
		for _, d := range desks {
			d.share(fmt.Sprintf("P%d", run))
		}
		for range rapid.IntRange(3, 25).Draw(rt, "steps") {
			d := desks[rapid.IntRange(0, len(desks)-1).Draw(rt, "desk")]
			object := rapid.SampledFrom([]string{"c1", "c2"}).Draw(rt, "object")
			rating := rapid.SampledFrom([]record.Rating{"A", "V", "B"}).Draw(rt, "rating")
			switch rapid.SampledFrom([]string{"set", "set", "set", "undo", "release", "settle", "push", "pull", "pull again"}).Draw(rt,
				"act") {
			case "set":
				d.set(object, rating)
			case "undo":
				refusedOr(d, second(d.book.Undo(context.Background(), d.portion, d.person, nil)))
			case "release":
				refusedOr(d, d.book.Release(context.Background(), d.portion, []string{object}, d.person, false, nil))
			case "settle":
				refusedOr(d, d.ledger.Settle(context.Background(), d.portion, object, rating, "Ausgleich", d.person, nil))
			case "push":
				o.push(d, rapid.Bool().Draw(rt, "late"))
			case "pull":
				o.pull(d, d.seen)
			case "pull again":
				o.pull(d, 0)
			}
		}
		for range 2 {
			for _, d := range desks {
				o.push(d, false)
				o.pull(d, d.seen)
			}
		}
		want := merge.Resolve(o.log)
		for _, d := range desks {
			agree(rt, d, o, want)
		}
	})
}

func agree(rt *rapid.T, d *desk, o *office, want map[string]merge.Outcome) {
	got, err := d.ledger.Outcomes(context.Background(), d.portion)
	d.must(err)
	inForce, err := d.book.Decisions(context.Background(), d.portion)
	d.must(err)
	for _, g := range got {
		w := want[g.Object]
		if diff := cmp.Diff(w, g, cmpopts.IgnoreFields(merge.Known{}, "Own"), cmpopts.EquateEmpty()); diff != "" {
			rt.Fatalf("%s does not agree with the archive on %s: %s", d.person, g.Object, diff)
		}
		f := inForce[g.Object]
		if f.Rating != w.Rating {
			rt.Fatalf("%s has %q in force on %s, want %q", d.person, f.Rating, g.Object, w.Rating)
		}
		if (f.ReleasedBy != "") != (w.Release != nil) {
			rt.Fatalf("%s: released by %q, want %+v", d.person, f.ReleasedBy, w.Release)
		}
	}
	h, err := d.ledger.History(context.Background(), d.portion, "")
	d.must(err)
	if len(got) != len(want) || len(h) != len(o.log) {
		rt.Fatalf("%s knows %d objects and %d statements, want %d and %d", d.person, len(got), len(h), len(want), len(o.log))
	}
}

func refusedOr(d *desk, err error) {
	d.t.Helper()
	if err != nil && failure.KindOf(err) != failure.Refused {
		d.t.Fatal(err)
	}
}

func second[T any](_ T, err error) error { return err }

// A release with the key under the decision is no second person's, whatever name it
// bears (G18).
func TestResolve_OneKeyIsOnePerson(t *testing.T) {
	decide := merge.Statement{Object: "c1", Act: merge.Decide, Rating: record.RatingDestroy, Actor: "M. Ahrens",
		At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}.Seal()
	release := merge.Statement{Object: "c1", Act: merge.Release, Rating: record.RatingDestroy, Actor: "J. Beyer",
		At: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), Rests: []string{decide.ID}}.Seal()
	for key, want := range map[string]bool{"": true, "KEY2": true, "KEY1": false} {
		o := merge.Resolve([]merge.Known{{Statement: decide, Signed: "KEY1"}, {Statement: release, Signed: key}})["c1"]
		if (o.Release != nil) != want {
			t.Errorf("release under key %q holds: %v, want %v", key, o.Release != nil, want)
		}
	}
}
