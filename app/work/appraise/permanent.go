package appraise

import (
	"context"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/permanent"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// permanentRule gives the rule that keeps deliveries of a portion's kind; ok is false where there
// is none, or the signed profile lets a kind that is kept by concept be appraised.
func (dk *Desk) permanentRule(ctx context.Context, p transfer.Portion) (permanent.Row, bool, error) {
	row, ok := permanent.Of(p.Kind)
	if !ok || row.Basis == permanent.Law {
		return row, ok, nil
	}
	prof, err := dk.Papers.ProfileOf(ctx, p)
	if err != nil || prof == nil {
		return row, true, err
	}
	_, off := prof.Appraised[p.Kind]
	return row, !off, nil
}

// HoldPermanent refuses a V on objects that are never destroyed (what-stays), with the source of
// the rule; every way to a decision asks it. Error: Refused, or from the database.
func (dk *Desk) HoldPermanent(ctx context.Context, portion string, objects []string) error {
	p, err := dk.Portions.Get(ctx, portion)
	if err != nil {
		return err
	}
	row, ok, err := dk.permanentRule(ctx, p)
	if err != nil || !ok || len(objects) == 0 {
		return err
	}
	held := len(objects)
	if row.Except != "" {
		roots, err := dk.Portions.Objects(ctx, portion)
		if err != nil {
			return err
		}
		held = heldOf(row, roots, objects)
	}
	switch {
	case held == 0:
		return nil
	case row.Basis == permanent.Concept:
		return failure.New(failure.Refused, "rate V", wording.Say("hint.appraise.kept-by-concept", row.What, row.Source, p.Kind))
	case row.Except != "":
		return failure.New(failure.Refused, "rate V", wording.Say("hint.appraise.kept-by-law-except", row.What, row.Source, row.Except))
	}
	return failure.New(failure.Refused, "rate V", wording.Say("hint.appraise.kept-by-law", row.What, row.Source))
}

// heldOf counts which of the objects the rule keeps; what the tree does not have is kept.
func heldOf(row permanent.Row, roots []*record.Object, objects []string) int {
	want := make(map[string]bool, len(objects))
	for _, id := range objects {
		want[id] = true
	}
	free := 0
	for o := range record.All(roots) {
		if want[o.ID] && !row.Holds(o) {
			free++
		}
	}
	return len(want) - free
}

// passOverDoomed drops decisions V of an earlier delivery of the procedure on what this one keeps:
// an offer was appraised as a plain message before it was known to hold norms.
func (dk *Desk) passOverDoomed(ctx context.Context, p transfer.Portion, roots []*record.Object,
	decisions map[string]appraisal.Decision) error {
	row, ok, err := dk.permanentRule(ctx, p)
	if err != nil || !ok {
		return err
	}
	for o := range record.All(roots) {
		if d, decided := decisions[o.ID]; decided && d.Rating == record.RatingDestroy && d.Portion != p.ID && row.Holds(o) {
			delete(decisions, o.ID)
		}
	}
	return nil
}

// upholdPermanent refuses what cannot be taken back while a decision V stands on what is never
// destroyed: one that an older version of the program let through.
func (dk *Desk) upholdPermanent(ctx context.Context, p transfer.Portion) error {
	if _, ok := permanent.Of(p.Kind); !ok {
		return nil
	}
	decisions, err := dk.Book.Decisions(ctx, p.ID)
	if err != nil {
		return err
	}
	var doomed []string
	for id, d := range decisions {
		if d.Rating == record.RatingDestroy {
			doomed = append(doomed, id)
		}
	}
	return dk.HoldPermanent(ctx, p.ID, doomed)
}
