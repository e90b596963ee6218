package appraise

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
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
func (dk *Desk) before(ctx context.Context, p transfer.Portion) ([]transfer.Portion, error) {
	list, err := dk.Portions.OfProcess(ctx, p.Process)
	if err != nil {
		return nil, err
	}
	if p.Redelivery != "" {
		versions, err := dk.Portions.Versions(ctx, p.ID)
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

// Uphold holds portions against the signed statements before an act on them that
// cannot be taken back: them, their accessions and the deliveries whose decisions
// count for them.
func (dk *Desk) Uphold(ctx context.Context, op string, portions ...transfer.Portion) error {
	var c office.Concerned
	for _, p := range portions {
		if err := dk.upholdPermanent(ctx, p); err != nil {
			return err
		}
		c.Portions, c.Accessions = append(c.Portions, p.ID), append(c.Accessions, p.AccessionID)
		earlier, err := dk.before(ctx, p)
		if err != nil {
			return err
		}
		for _, e := range earlier {
			c.Portions = append(c.Portions, e.ID)
		}
	}
	if err := dk.Office.Witness.Uphold(ctx, op, c); err != nil {
		return err
	}
	if err := dk.upholdReleases(ctx, op, c.Portions); err != nil {
		return err
	}
	return dk.upholdAlone(ctx, op, c.Portions)
}

// upholdReleases asks again of every release whether two persons stand behind it: those
// that came from another place were never asked here.
func (dk *Desk) upholdReleases(ctx context.Context, op string, portions []string) error {
	seen := map[office.TwoHands]bool{}
	for _, id := range portions {
		err := dk.Book.Each(ctx, id, func(d appraisal.Decision) {
			if d.Rating == record.RatingDestroy && d.ReleasedBy != "" {
				seen[office.TwoHands{Decided: d.Actor, Released: d.ReleasedBy, At: d.ReleasedAt.UnixMilli()}] = true
			}
		})
		if err != nil {
			return err
		}
	}
	return dk.Office.Witness.ReleasesStand(ctx, op, slices.Collect(maps.Keys(seen)))
}

// Counted names the portions whose decisions count for one, the nearest last.
func (dk *Desk) Counted(ctx context.Context, p transfer.Portion) ([]string, error) {
	earlier, err := dk.before(ctx, p)
	out := []string{p.ID}
	for _, e := range earlier { // newest first
		out = append([]string{e.ID}, out...)
	}
	return out, err
}

// upholdAlone holds decisions V that nobody released, where one person works alone.
func (dk *Desk) upholdAlone(ctx context.Context, op string, portions []string) error {
	if !dk.Office.Settings.Get().Alone {
		return nil
	}
	var deciders []string
	for _, id := range portions {
		err := dk.Book.Each(ctx, id, func(d appraisal.Decision) {
			if d.Rating == record.RatingDestroy && d.ReleasedBy == "" && !slices.Contains(deciders, d.Actor) {
				deciders = append(deciders, d.Actor)
			}
		})
		if err != nil {
			return err
		}
	}
	slices.Sort(deciders)
	return dk.Office.MayDestroyAlone(ctx, op, deciders)
}

// inherit takes over the decisions of this archive on earlier deliveries of the
// same procedure (0501 appraised here, then 0503; a version delivered anew):
// equal ids keep decision and reason unless the content changed (A36). Own
// decisions of this portion win, then the newest earlier one.
func (dk *Desk) inherit(ctx context.Context, p transfer.Portion, roots []*record.Object, decisions map[string]appraisal.Decision) (*Earlier,
	error) {
	earlier, err := dk.before(ctx, p)
	if err != nil {
		return nil, err
	}
	var first *Earlier
	for _, e := range earlier {
		theirs, err := dk.Book.Decisions(ctx, e.ID)
		if err != nil {
			return nil, err
		}
		for id, d := range theirs {
			if _, own := decisions[id]; !own {
				decisions[id] = d
			}
		}
		if first == nil && e.Kind == p.Kind { // an offer has no content to compare with
			if first, err = dk.trees.comparison(p, e, func() (*Earlier, error) { return dk.compareUnits(ctx, p, e, roots) }); err != nil {
				return nil, err
			}
		}
	}
	return first, nil
}

// Past is one line of the history of a portion: what was decided, and in which
// delivery where it was an earlier one of the same procedure.
type Past struct {
	appraisal.Entry
	Portion string `json:"portion,omitempty"` // "": the portion itself
}

// History gives all that was decided on a portion or one object of it, oldest first:
// here, and in the offer and the earlier versions whose decisions count for it (A36).
func (dk *Desk) History(ctx context.Context, id, object string) ([]Past, error) {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	earlier, err := dk.before(ctx, p)
	if err != nil {
		return nil, err
	}
	var out []Past
	for _, source := range slices.Concat([]transfer.Portion{p}, earlier) {
		entries, err := dk.Book.History(ctx, source.ID, object)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			past := Past{Entry: e}
			if source.ID != p.ID {
				past.Portion = source.ID
			}
			out = append(out, past)
		}
	}
	slices.SortStableFunc(out, func(a, b Past) int { return a.At.Compare(b.At) })
	return out, nil
}

// compareUnits compares the units of two deliveries by id and digests.
func (dk *Desk) compareUnits(ctx context.Context, p, e transfer.Portion, roots []*record.Object) (*Earlier, error) {
	old, err := dk.Portions.Outline(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	theirs, ours := dk.Contents.ReaderOf(e), dk.Contents.ReaderOf(p)
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
func difference(ctx context.Context, before, after *record.Object, theirs, ours *intake.ContentsReader) (string, error) {
	a, err := theirs.Digests(ctx, before)
	if err != nil {
		return "", err
	}
	b, err := ours.Digests(ctx, after)
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
