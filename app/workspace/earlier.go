package workspace

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/record"
)

// Earlier is what an earlier delivery of the same procedure leaves to this one
// (A36): what is unchanged keeps decision and reason; what changed or is new is
// decided anew and shown as changed.
type Earlier struct {
	Portion string
	// Changed says in German, by unit, what is another than before.
	Changed map[string]string
	// Gone are units of the earlier delivery that this one does not hold.
	Gone []*record.Object
	Same int // units that are unchanged
	// Other is set where the two share no unit: another part of the same procedure.
	// Nothing is carried over, and nobody needs to be told that all is new.
	Other bool
}

// before gives the deliveries this one follows, newest first: earlier messages of
// the same procedure and the versions it replaces.
func (w *Workspace) before(ctx context.Context, p transfer.Portion) ([]transfer.Portion, error) {
	list, err := w.Portions.OfProcess(ctx, p.Process)
	if err != nil {
		return nil, err
	}
	if p.Redelivery != "" {
		versions, err := w.Portions.Versions(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, versions...)
	}
	seen := map[string]bool{p.ID: true}
	var out []transfer.Portion
	for _, e := range list {
		if !seen[e.ID] && !e.Arrived.After(p.Arrived) {
			seen[e.ID] = true
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b transfer.Portion) int { return b.Arrived.Compare(a.Arrived) })
	return out, nil
}

// inherit takes over the decisions of this archive on earlier deliveries of the
// same procedure (0501 appraised here, then 0503; a version delivered anew):
// equal ids keep decision and reason unless the content changed (A36). Own
// decisions of this portion win, then the newest earlier one.
func (w *Workspace) inherit(ctx context.Context, p transfer.Portion, roots []*record.Object, decisions map[string]appraisal.Decision) (*Earlier, error) {
	earlier, err := w.before(ctx, p)
	if err != nil {
		return nil, err
	}
	var first *Earlier
	for _, e := range earlier {
		theirs, err := w.Book.Decisions(ctx, e.ID)
		if err != nil {
			return nil, err
		}
		for id, d := range theirs {
			if _, own := decisions[id]; !own {
				decisions[id] = d
			}
		}
		if first == nil && e.Kind == p.Kind { // an offer has no content to compare with
			if first, err = w.trees.comparison(p, e, func() (*Earlier, error) { return w.compareUnits(ctx, p, e, roots) }); err != nil {
				return nil, err
			}
		}
	}
	return first, nil
}

// compareUnits compares the units of two deliveries by id and digests.
func (w *Workspace) compareUnits(ctx context.Context, p, e transfer.Portion, roots []*record.Object) (*Earlier, error) {
	old, err := w.Portions.Outline(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	theirs, ours := w.readerOf(e), w.readerOf(p)
	out, shared := &Earlier{Portion: e.ID, Changed: map[string]string{}}, 0
	was := map[string]*record.Object{}
	for _, u := range appraisal.Units(old) {
		was[u.ID] = u
	}
	for _, u := range appraisal.Units(roots) {
		before, ok := was[u.ID]
		if !ok {
			out.Changed[u.ID] = "Neu gegenüber " + e.ID
			continue
		}
		delete(was, u.ID)
		what, err := difference(ctx, before, u, theirs, ours)
		if err != nil {
			return nil, err
		}
		if what != "" {
			out.Changed[u.ID] = what
		} else {
			out.Same++
		}
	}
	for _, u := range appraisal.Units(old) {
		if was[u.ID] != nil {
			out.Gone = append(out.Gone, u)
		} else {
			shared++
		}
	}
	out.Other = shared == 0
	return out, nil
}

// difference says in German what changed in a unit; "" where ids and digests are
// the same. What has lost its words by destruction cannot be compared.
func difference(ctx context.Context, before, after *record.Object, theirs, ours *contentsReader) (string, error) {
	a, err := theirs.digests(ctx, before)
	if err != nil {
		return "", err
	}
	b, err := ours.digests(ctx, after)
	if err != nil {
		return "", err
	}
	added, removed, other := 0, 0, 0
	for id, d := range b {
		old, ok := a[id]
		switch {
		case !ok:
			added++
		case old != "" && d != "" && old != d:
			other++
		}
	}
	for id := range a {
		if _, ok := b[id]; !ok {
			removed++
		}
	}
	var parts []string
	for _, x := range []struct {
		n    int
		word string
	}{{added, "neu"}, {removed, "nicht mehr dabei"}, {other, "mit anderem Inhalt"}} {
		if x.n == 1 {
			parts = append(parts, "1 Dokument "+x.word)
		} else if x.n > 1 {
			parts = append(parts, fmt.Sprintf("%d Dokumente %s", x.n, x.word))
		}
	}
	return strings.Join(parts, ", "), nil
}

// digests gives the documents of a unit by id with the digests of their files; the
// digest is "" where nothing was delivered or read.
func (r *contentsReader) digests(ctx context.Context, u *record.Object) (map[string]string, error) {
	u, all, err := r.read(ctx, u)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for o := range record.All([]*record.Object{u}) {
		if o.Kind != record.Document {
			continue
		}
		digests := map[string]bool{}
		for f := range o.Files() {
			if fact, ok := all.at(f.Name); ok {
				digests[digestOf(fact)] = true
			}
		}
		out[o.ID] = strings.Join(slices.Sorted(maps.Keys(digests)), " ")
	}
	return out, nil
}

// reopen opens what changed since an earlier delivery where only a decision on
// that delivery would hold: nothing is silently carried over to other content.
func (e *Earlier) reopen(portion string, roots []*record.Object, verdicts map[string]appraisal.Verdict) {
	if e == nil {
		return
	}
	for _, u := range appraisal.Units(roots) {
		v := verdicts[u.ID]
		if e.Changed[u.ID] == "" || v.Decision == nil || v.Decision.Portion == portion {
			continue
		}
		for o := range record.All([]*record.Object{u}) {
			if x := verdicts[o.ID]; x.Decision != nil && x.Decision.Portion != portion {
				verdicts[o.ID] = appraisal.Verdict{Rating: record.RatingAppraise, From: o.ID}
			}
		}
	}
}

// code gives the reference code of an object: what is unchanged since an earlier
// delivery keeps the one it got there, everything else takes the next (A34, A36).
func (b *builder) code(ctx context.Context, tx *sql.Tx, o *record.Object, gap string) (string, error) {
	if e := b.appraisal.Earlier; e != nil && gap == "" && e.Changed[o.ID] == "" {
		if code, err := transfer.KeptCode(ctx, tx, e.Portion, o.ID); err != nil || code != "" {
			return code, err
		}
	}
	return transfer.ReferenceCode(ctx, tx, b.profile, b.portion.ID, o.ID, gap)
}
