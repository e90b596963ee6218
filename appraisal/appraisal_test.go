package appraisal_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"laufzettel/app/store"
	"laufzettel/appraisal"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

var clock = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func book(t *testing.T) *appraisal.Book {
	t.Helper()
	s, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "w.db"),
		store.Room{Name: appraisal.Room, Migrations: appraisal.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return appraisal.NewBook(s, func() time.Time { return clock })
}

// tree is a dossier with two cases; the second is delivered as A.
func tree() []*record.Object {
	d := &record.Object{ID: "d", Kind: record.Dossier, Rating: record.RatingAppraise}
	d.Add(&record.Object{ID: "c1", Kind: record.Case})
	d.Add(&record.Object{ID: "c2", Kind: record.Case, Rating: record.RatingArchive, Origin: record.OriginMessage})
	d.Children[0].Add(&record.Object{ID: "doc", Kind: record.Document})
	return []*record.Object{d}
}

func ratings(t *testing.T, b *appraisal.Book) map[string]record.Rating {
	t.Helper()
	ds, err := b.Decisions(t.Context(), "P1")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]record.Rating{}
	for id, v := range appraisal.Effective(tree(), ds) {
		out[id] = v.Rating
	}
	return out
}

func TestEffective_Inheritance(t *testing.T) {
	type set struct {
		object string
		rating record.Rating
	}
	tests := map[string]struct {
		sets []set
		want map[string]record.Rating
	}{
		"nothing decided":        {nil, map[string]record.Rating{"d": "B", "c1": "B", "doc": "B", "c2": "A"}},
		"dossier passes down":    {[]set{{"d", "V"}}, map[string]record.Rating{"d": "V", "c1": "V", "doc": "V", "c2": "V"}},
		"own decision is nearer": {[]set{{"d", "V"}, {"c1", "A"}}, map[string]record.Rating{"d": "V", "c1": "A", "doc": "A", "c2": "V"}},
		"opened again":           {[]set{{"c1", "A"}, {"c1", "B"}}, map[string]record.Rating{"d": "B", "c1": "B", "doc": "B", "c2": "A"}},
		"delivered A overruled":  {[]set{{"c2", "V"}}, map[string]record.Rating{"d": "B", "c1": "B", "doc": "B", "c2": "V"}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			b := book(t)
			for _, s := range tc.sets {
				if err := b.Set(t.Context(), "P1", []string{s.object}, s.rating, "Grund", "Ahrens", nil); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(tc.want, ratings(t, b)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestEffective_UnknownDestroyIsOpen(t *testing.T) {
	for origin, want := range map[record.Origin]record.Rating{
		record.OriginUnknown: "B", record.OriginMessage: "B", record.OriginDecision: "V", record.OriginCatalogue: "V",
	} {
		c := &record.Object{ID: "c", Kind: record.Case, Rating: record.RatingDestroy, Origin: origin}
		if got := appraisal.Effective([]*record.Object{c}, nil)["c"].Rating; got != want {
			t.Errorf("V of origin %q holds as %q, want %q", origin, got, want)
		}
	}
}

// Undoing all actions gives the beginning, redoing them all gives the end again,
// whatever the actions were.
func TestUndoRedo_AreInverse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := book(t)
		var states []map[string]record.Rating
		states = append(states, ratings(t, b))
		n := rapid.IntRange(1, 6).Draw(rt, "actions")
		for range n {
			objects := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"d", "c1", "c2"}), 1, 3, rapid.ID).Draw(rt, "objects")
			rating := rapid.SampledFrom([]record.Rating{"A", "V", "B"}).Draw(rt, "rating")
			if err := b.Set(t.Context(), "P1", objects, rating, "", "Ahrens", nil); err != nil {
				rt.Fatal(err)
			}
			states = append(states, ratings(t, b))
		}
		for i := n - 1; i >= 0; i-- {
			if _, err := b.Undo(t.Context(), "P1", "Ahrens", nil); err != nil {
				rt.Fatal(err)
			}
			if d := cmp.Diff(states[i], ratings(t, b)); d != "" {
				rt.Fatalf("after undo to %d: %s", i, d)
			}
		}
		if _, err := b.Undo(t.Context(), "P1", "Ahrens", nil); failure.KindOf(err) != failure.Refused {
			rt.Fatalf("undo of nothing: %v", err)
		}
		for i := 1; i <= n; i++ {
			if _, err := b.Redo(t.Context(), "P1", "Ahrens", nil); err != nil {
				rt.Fatal(err)
			}
			if d := cmp.Diff(states[i], ratings(t, b)); d != "" {
				rt.Fatalf("after redo to %d: %s", i, d)
			}
		}
	})
}

func TestSet_DropsRedo(t *testing.T) {
	b := book(t)
	for _, r := range []record.Rating{"A", "V"} {
		if err := b.Set(t.Context(), "P1", []string{"c1"}, r, "", "Ahrens", nil); err != nil {
			t.Fatal(err)
		}
		if r == "A" {
			if _, err := b.Undo(t.Context(), "P1", "Ahrens", nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := b.Redo(t.Context(), "P1", "Ahrens", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("redo after a new decision: %v, want refused", err)
	}
	h, err := b.History(t.Context(), "P1", "c1")
	if err != nil {
		t.Fatal(err)
	}
	var acts []string
	for _, e := range h {
		acts = append(acts, e.Act+string(e.Rating))
	}
	if d := cmp.Diff([]string{"setA", "undo", "setV"}, acts); d != "" {
		t.Error(d)
	}
}

func TestRelease_SecondPerson(t *testing.T) {
	b := book(t)
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(b.Set(ctx, "P1", []string{"c1", "c2"}, "V", "Doppel", "Ahrens", nil))
	if err := b.Release(ctx, "P1", []string{"c1"}, "Ahrens", false, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("release by the decider: %v, want refused", err)
	}
	if err := b.Release(ctx, "P1", []string{"d"}, "Beyer", false, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("release without decision: %v, want refused", err)
	}
	must(b.Release(ctx, "P1", []string{"c1", "c2"}, "Beyer", false, nil))
	must(b.Set(ctx, "P1", []string{"c2"}, "V", "neuer Grund", "Ahrens", nil))
	ds, err := b.Decisions(ctx, "P1")
	must(err)
	if ds["c1"].ReleasedBy != "Beyer" || ds["c2"].ReleasedBy != "" {
		t.Errorf("released by %q and %q; want Beyer, and none after the decision changed", ds["c1"].ReleasedBy, ds["c2"].ReleasedBy)
	}
	if p := appraisal.Count(tree(), appraisal.Effective(tree(), ds)); p != (appraisal.Progress{Total: 2, Destroy: 2, Unreleased: 1}) {
		t.Errorf("progress %+v", p)
	}
}

// Only the decisions count, not the order in which they were made: any order of
// the same decisions gives the same verdicts, through the book and its database.
func TestEffective_OrderOfDecisionsDoesNotMatter(t *testing.T) {
	b, n := book(t), 0
	rapid.Check(t, func(rt *rapid.T) {
		type set struct {
			object string
			rating record.Rating
		}
		var sets []set
		for _, o := range []string{"d", "c1", "c2", "doc"} {
			if r := rapid.SampledFrom([]record.Rating{"", "A", "V"}).Draw(rt, o); r != "" {
				sets = append(sets, set{o, r})
			}
		}
		var results [2]map[string]record.Rating
		for k := range results {
			n++
			portion := fmt.Sprintf("P%d", n)
			for _, i := range rapid.Permutation(indexes(len(sets))).Draw(rt, "order") {
				if err := b.Set(t.Context(), portion, []string{sets[i].object}, sets[i].rating, "", "Ahrens", nil); err != nil {
					rt.Fatal(err)
				}
			}
			ds, err := b.Decisions(t.Context(), portion)
			if err != nil {
				rt.Fatal(err)
			}
			results[k] = map[string]record.Rating{}
			for id, v := range appraisal.Effective(tree(), ds) {
				results[k][id] = v.Rating
			}
		}
		if d := cmp.Diff(results[0], results[1]); d != "" {
			rt.Fatalf("the order changes the result: %s", d)
		}
	})
}

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// A configurable value is open until someone decides, also below a delivered A.
func TestEffective_FreeValueIsOpen(t *testing.T) {
	d := &record.Object{ID: "d", Kind: record.Dossier, Rating: record.RatingArchive, Origin: record.OriginMessage}
	c := &record.Object{ID: "c", Kind: record.Case, RatingFree: "Auswahl"}
	d.Add(c)
	if got := appraisal.Effective([]*record.Object{d}, nil)["c"].Rating; got != record.RatingAppraise {
		t.Errorf("a configurable value holds as %q", got)
	}
	decided := map[string]appraisal.Decision{"d": {Object: "d", Rating: record.RatingArchive}}
	if got := appraisal.Effective([]*record.Object{d}, decided)["c"].Rating; got != record.RatingArchive {
		t.Errorf("our decision on the dossier does not reach it: %q", got)
	}
}

func TestGaps(t *testing.T) {
	o := &record.Object{ID: "d", Kind: record.Dossier, Reference: "63.2-1"}
	for _, ref := range []string{"63.2-1/01", "63.2-1/04", "63.2-1/02", "71-9/08", "63.2-1/x"} {
		o.Add(&record.Object{ID: ref, Kind: record.Case, Reference: ref})
	}
	o.Add(&record.Object{ID: "doc", Kind: record.Document, Number: "9"})
	if d := cmp.Diff([]int{3}, appraisal.Gaps(o, record.Case)); d != "" {
		t.Error(d)
	}
	if got := appraisal.Gaps(o, record.Document); got != nil {
		t.Errorf("a single number has gaps: %v", got)
	}
}

// Whatever way a V takes into the book, what is never destroyed refuses it, and nothing of
// the action is written.
func TestBook_SparesWhatIsNeverDestroyed(t *testing.T) {
	b, ctx := book(t), t.Context()
	set := func(r record.Rating, objects ...string) error { return b.Set(ctx, "P1", objects, r, "", "a", nil) }
	if err := errors.Join(set(record.RatingDestroy, "c1"), set(record.RatingArchive, "c1")); err != nil {
		t.Fatal(err)
	}
	b.Permanent = func(_ context.Context, _ string, objects []string) error {
		return failure.New(failure.Refused, fmt.Sprint("spare ", objects), wording.Plain("bleibt"))
	}
	refused := map[string]error{"set": set(record.RatingDestroy, "c2"), "with others": set(record.RatingDestroy, "doc", "c2"),
		"release": b.Release(ctx, "P1", []string{"c1"}, "b", false, nil)}
	_, refused["undo back to V"] = b.Undo(ctx, "P1", "a", nil)
	for way, err := range refused {
		if failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v", way, err)
		}
	}
	ds, err := b.Decisions(ctx, "P1")
	if err != nil || len(ds) != 1 || ds["c1"].Rating != record.RatingArchive {
		t.Errorf("decisions %+v, %v", ds, err)
	}
	if err := set(record.RatingArchive, "c2"); err != nil {
		t.Error(err)
	}
}

// What an act on very many objects decides is stated in parts, each once, and one Undo
// takes all of it back.
func TestBook_ManyObjectsInParts(t *testing.T) {
	b, ctx := book(t), t.Context()
	const n = 2*appraisal.Part + 3
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("f%06d", i))
	}
	want := []int{appraisal.Part, appraisal.Part, 3}
	var sizes []int
	var told []string
	also := func(_ *sql.Tx, part []string) error {
		sizes, told = append(sizes, len(part)), append(told, part...)
		return nil
	}
	inForce := func() (n, released int) {
		ds, err := b.Decisions(ctx, "P1")
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range ds {
			if d.ReleasedBy != "" {
				released++
			}
		}
		return len(ds), released
	}
	for _, act := range []struct {
		name           string
		do             func() error
		inForce, freed int
	}{
		{"set", func() error { return b.Set(ctx, "P1", all, record.RatingDestroy, "Doppel", "A", also) }, n, 0},
		{"release", func() error { return b.Release(ctx, "P1", all, "B", false, also) }, n, n},
		{"undo", func() error { _, err := b.Undo(ctx, "P1", "A", also); return err }, 0, 0},
		{"redo", func() error { _, err := b.Redo(ctx, "P1", "A", also); return err }, n, 0},
	} {
		sizes, told = nil, nil
		if err := act.do(); err != nil {
			t.Fatalf("%s: %v", act.name, err)
		}
		if d := cmp.Diff(want, sizes) + cmp.Diff(all, told); d != "" {
			t.Errorf("%s in parts: %s", act.name, d)
		}
		if got, freed := inForce(); got != act.inForce || freed != act.freed {
			t.Errorf("after %s %d in force, %d released; want %d, %d", act.name, got, freed, act.inForce, act.freed)
		}
	}
}
