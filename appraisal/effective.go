package appraisal

import (
	"laufzettel/transfer/record"
)

// Verdict is what holds for one object after inheritance.
type Verdict struct {
	Rating    record.Rating // A, V, or B while open
	Inherited bool          // taken from the object From, not decided here
	From      string        // id of the object whose decision or delivered rating holds
	Origin    record.Origin // decision, message, catalogue, kind
	Decision  *Decision     // nil where no decision of ours holds
}

// Effective computes what holds for every object of the trees: its own decision,
// else that of the nearest parent with one, else the delivered rating, else the
// delivered rating of the nearest parent, else open (record.Object.AsDelivered).
func Effective(roots []*record.Object, decisions map[string]Decision) map[string]Verdict {
	out := map[string]Verdict{} // decisions may be on a million files that are no objects of the trees
	for o := range record.All(roots) {
		out[o.ID] = effective(o, decisions, out)
	}
	return out
}

// Below computes what holds for everything below an object of which it is known what holds for
// it.
func Below(o *record.Object, holds Verdict, decisions map[string]Decision) map[string]Verdict {
	out := map[string]Verdict{o.ID: holds}
	for c := range record.All(o.Children) {
		out[c.ID] = effective(c, decisions, out)
	}
	return out
}

func effective(o *record.Object, decisions map[string]Decision, done map[string]Verdict) Verdict {
	if d, ok := decisions[o.ID]; ok {
		return Verdict{Rating: d.Rating, From: o.ID, Origin: record.OriginDecision, Decision: &d}
	}
	var parent Verdict
	if o.Parent != nil {
		parent = done[o.Parent.ID]
		if parent.Decision != nil {
			parent.Inherited = true
			return parent
		}
	}
	rating, own := o.AsDelivered()
	switch {
	case !own:
		parent.Inherited = true
		return parent
	case o.Rating == record.RatingOpen && o.RatingFree == "":
		return Verdict{Rating: rating, From: o.ID} // nobody said anything
	}
	return Verdict{Rating: rating, From: o.ID, Origin: o.Origin}
}

// Progress are the numbers on the head of the appraisal screen.
type Progress struct {
	Total   int `json:"total"` // cases to appraise
	Open    int `json:"open"`
	Archive int `json:"archive"`
	Destroy int `json:"destroy"`
	// Unreleased are cases decided V that no second person has released yet.
	Unreleased int `json:"unreleased"`
}

// Units gives the objects that are appraised and packaged one by one: top-level
// cases, and documents or dossiers that lie outside any case. Context objects,
// which are not transferred, are none.
func Units(roots []*record.Object) []*record.Object {
	var out []*record.Object
	for o := range record.All(roots) {
		if o.Unit() {
			out = append(out, o)
		}
	}
	return out
}

// Count counts the units by what holds for them.
func Count(roots []*record.Object, effective map[string]Verdict) Progress {
	var p Progress
	for _, o := range Units(roots) {
		p.Total++
		v := effective[o.ID]
		switch v.Rating {
		case record.RatingArchive:
			p.Archive++
		case record.RatingDestroy:
			p.Destroy++
			if v.Decision != nil && v.Decision.ReleasedBy == "" {
				p.Unreleased++
			}
		default:
			p.Open++
		}
	}
	return p
}

// Spread gives the ratings of all objects as the message to the agency (0502)
// names them: every object by its id with what holds for it; open ones are left
// out, so that an unfinished appraisal is seen to be one.
func Spread(roots []*record.Object, effective map[string]Verdict) map[string]record.Rating {
	out := make(map[string]record.Rating, len(effective))
	for o := range record.All(roots) {
		if r := effective[o.ID].Rating; r == record.RatingArchive || r == record.RatingDestroy {
			out[o.ID] = r
		}
	}
	return out
}
