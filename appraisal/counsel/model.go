package counsel

import (
	"cmp"
	"slices"
	"strings"

	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// Propose gives the rule of an appraisal model that speaks of an object: the one
// with the longest plan position that begins the object's, its dossier's or its
// reference. It only proposes (A30). false: no rule speaks of it.
func Propose(model []profile.ModelRule, o *record.Object) (profile.ModelRule, bool) {
	if len(model) == 0 {
		return profile.ModelRule{}, false
	}
	var positions []string
	for x := o; x != nil; x = x.Parent {
		positions = append(positions, x.Plan.Reference, x.Reference)
	}
	var found []profile.ModelRule
	for _, r := range model {
		if slices.ContainsFunc(positions, func(p string) bool { return Under(p, r.Plan) }) {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return profile.ModelRule{}, false
	}
	return slices.MaxFunc(found, func(a, b profile.ModelRule) int {
		return cmp.Compare(len(strings.TrimSuffix(a.Plan, "*")), len(strings.TrimSuffix(b.Plan, "*")))
	}), true
}

// Under tells whether a reference lies at or below a plan position: 63.2-0147/03
// below 63.2 and 63, not below 6. A position that ends with * is a plain
// beginning.
func Under(reference, plan string) bool {
	reference, plan = strings.TrimSpace(reference), strings.TrimSpace(plan)
	if begin, ok := strings.CutSuffix(plan, "*"); ok {
		return begin != "" && strings.HasPrefix(reference, begin)
	}
	rest, ok := strings.CutPrefix(reference, plan)
	return ok && plan != "" && (rest == "" || strings.ContainsRune("./-_ ", rune(rest[0])))
}

// PlanOf gives the plan position an object is counted under: its own, else that
// of its dossier, else the beginning of the reference before its last part.
func PlanOf(o *record.Object) string {
	for x := o; x != nil; x = x.Parent {
		if p := strings.TrimSpace(x.Plan.Reference); p != "" {
			return p
		}
	}
	for x := o; x != nil; x = x.Parent {
		if i := strings.LastIndexAny(x.Reference, "-/"); i > 0 && x.Parent == nil {
			return x.Reference[:i]
		}
	}
	return ""
}
