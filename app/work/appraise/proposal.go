package appraise

import (
	"cmp"
	"context"

	"laufzettel/appraisal"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// Proposed tells what became of the agency's proposals for the open units.
type Proposed struct {
	Taken   int `json:"taken"`   // A as the agency proposes
	Destroy int `json:"destroy"` // proposed V: open still, each wants a person's own decision
	Without int `json:"without"` // no proposal: open still
}

// proposedReason stands at a decision that follows the agency where a person says no
// other reason.
const proposedReason = "Bewertungsvorschlag A der Stelle übernommen"

// TakeProposed decides A on every open unit the agency proposes as A, in one action
// that one undo takes back. A proposed V is never taken: nobody but the archive
// decides on destruction (A30). An empty reason names the proposal.
func (dk *Desk) TakeProposed(ctx context.Context, id, reason string) (Proposed, error) {
	var out Proposed
	if _, err := dk.Office.MustPerson(people.Appraise, "take proposals"); err != nil {
		return out, err
	}
	if _, err := dk.MayAppraise(ctx, id); err != nil {
		return out, err
	}
	a, err := dk.Outlined(ctx, id)
	if err != nil {
		return out, err
	}
	var take []string
	for _, o := range appraisal.Units(a.Roots) {
		if r := a.Verdicts[o.ID].Rating; r == record.RatingArchive || r == record.RatingDestroy {
			continue
		}
		switch cmp.Or(o.Suggestion, o.Rating) {
		case record.RatingArchive:
			take = append(take, o.ID)
		case record.RatingDestroy:
			out.Destroy++
		default:
			out.Without++
		}
	}
	if len(take) == 0 {
		return out, nil
	}
	if err := dk.Set(ctx, id, take, record.RatingArchive, cmp.Or(reason, proposedReason)); err != nil {
		return out, err
	}
	out.Taken = len(take)
	return out, nil
}
